"""What the rulebook says of a chip set, while it is still being typed: 99-01.3-08-03."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtWidgets import QFrame, QWidget

from pitdesk.book.site import Site
from pitdesk.chips import Chip
from pitdesk.chipset import law as chipset
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.law import COLORS, Binding, ChipFinding, Value
from ui.widgets.flow import Folding
from ui.widgets.parts import card, column, emptied, holder, kind, label, pill, scrolled
from ui.widgets.swatch import Alike
from ui.work.lessons import rulebook

LOOK_RULE = "pd.look"
LAWFUL = "The set is lawful."
NO_CHIP = "There is no chip yet. Take the usual set, or choose a chip and add it."
SHOWN_PAIRS = 6  # pairs that are hard to tell apart, of those there are


@dataclass(frozen=True, slots=True)
class Verdict:
    """All that is to be said of a set.

    wrong    what the desk would refuse
    advice   what it would not: colors that do not bind here, measures that are off
    pairs    values that are hard to tell apart
    """

    wrong: tuple[ChipFinding, ...] = ()
    advice: tuple[ChipFinding, ...] = ()
    pairs: tuple[ChipFinding, ...] = ()

    def of(self, chip: Chip) -> str:
        """The tone of what is to be said of a chip: stop, look, or "" for nothing."""
        for tone, found in (("stop", self.wrong), ("look", self.advice)):
            if any(chip in (one.chip, one.other) for one in found):
                return tone
        return ""


def verdict(looks: Mapping[Chip, Look], site: Site, value: Value, *, binds: bool) -> Verdict:
    """Judge a set; where the colors do not bind, what is said of them is advice."""
    given = [*looks.items()]
    odd = [(chip, words) for chip, look in given for words in chipset.sane(look)]
    found = [ChipFinding(LOOK_RULE, chip, f"{chip.name}: {words}") for chip, words in odd]
    found += chipset.unlawful(given, {}, site, value)
    wrong = [one for one in found if binds or one.rule != COLORS]
    advice = [one for one in found if one not in wrong]
    advice += chipset.mismeasured(looks, value)
    return Verdict(tuple(wrong), tuple(advice), tuple(chipset.confusable(looks, value)))


class Findings(QWidget):
    """The verdict beside the set: whether the colors bind and why, what is wrong, what looks alike."""

    def __init__(self) -> None:
        super().__init__()
        self.verdict = Verdict()
        self._shown: object = None
        self._lines = column(gap=10)
        self.setLayout(column(scrolled(holder(column(self._lines, None))), gap=0))

    def show_verdict(self, found: Verdict, binding: Binding | None, looks: Mapping[Chip, Look]) -> None:
        """Show it; `binding` is None until the desk has said."""
        self.verdict = found
        if (found, binding, dict(looks)) == self._shown:
            return
        self._shown = (found, binding, dict(looks))
        emptied(self._lines)
        words = binding.words if binding else "Whether the colors bind here is being looked up …"
        self._lines.addWidget(card(label("The rulebook", "h2"), label(words, "muted", wrap=True), gap=4))
        if not looks:
            self._lines.addWidget(label(NO_CHIP, "muted", wrap=True))
        elif not found.wrong:
            more = "" if not found.advice else "What follows is advice; it is kept all the same."
            self._lines.addWidget(_notice("good", "✓", LAWFUL, more))
        for tone, findings in (("stop", found.wrong), ("look", found.advice)):
            for one in findings:
                section = rulebook().rules[one.rule].section
                self._lines.addWidget(_notice(tone, one.chip.name, one.words, section))
        for pair in found.pairs[:SHOWN_PAIRS]:
            self._lines.addWidget(self._pair(pair, looks))
        if len(found.pairs) > SHOWN_PAIRS:
            words = f"{len(found.pairs) - SHOWN_PAIRS} more pairs look alike. Correct these first."
            self._lines.addWidget(label(words, "muted", wrap=True))
        self.setAccessibleName(self.text)

    def _pair(self, pair: ChipFinding, looks: Mapping[Chip, Look]) -> QFrame:
        assert pair.other is not None
        alike = Alike((pair.chip, looks[pair.chip]), (pair.other, looks[pair.other]))
        section = label(rulebook().rules[pair.rule].section, "caption", wrap=True)
        return card(label(pair.words, wrap=True), section, alike, look="inset", edge=12)

    @property
    def text(self) -> str:
        """What it says, to whoever cannot see it."""
        found = (*self.verdict.wrong, *self.verdict.advice, *self.verdict.pairs)
        told = [f"{one.words} [{rulebook().rules[one.rule].section}]" for one in found]
        return "\n".join(told or [LAWFUL])


def _notice(tone: str, head: str, words: str, section: str) -> QFrame:
    more = [label(section, "caption", wrap=True)] if section else []
    said = holder(column(label(words, wrap=True), *more, gap=2))
    frame = card(Folding(pill(head, tone), said, gap=10, stretch=(0, 1)), look="notice", edge=12)
    kind(frame, "notice", tone=tone)
    return frame
