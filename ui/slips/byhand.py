"""Slips by hand: write what the printer owes on a numbered form, and note it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.slip import BOTH, PARTS
from pitdesk.desk import Desk
from pitdesk.tonight.board import Board
from printers.slips.layout import slip_lines
from ui.close.ways import Face
from ui.floor.fill import OnPaper
from ui.floor.waiting import Pointed
from ui.widgets.fields import Choice, Field, Line, Reason
from ui.widgets.flow import Folding
from ui.widgets.parts import column, holder, label
from ui.work.form import Call
from ui.work.signers import Who

HOW = (
    "Write it on your numbered two-part form, line for line, and have it initialed."
    " PitDesk will not print it any more. The report says so."
)
NO_PAPER = ("printer broken", "no power", "no paper")
PREPARERS = ("cashier", "dealer", "wheel operator", "pit boss", "shift manager")


def named(part: str) -> str:
    """A part as it is said: the original, the copy, both parts."""
    return "both parts" if part == BOTH else f"the {part}"


def each(part: str, call: Callable[[str, Desk], Entry]) -> Call:
    """A call for a part; for both, for one after the other. The first entry stands for them."""
    first, *rest = PARTS if part == BOTH else (part,)

    def calls(desk: Desk) -> Entry:
        entry = call(first, desk)
        for other in rest:  # once is for a single entry
            desk.once(entry.seq, partial(call, other))
        return entry

    return calls


@dataclass(frozen=True, slots=True)
class OwedPaper(Pointed):
    """A slip of which paper is owed: by part, what would stand on it."""

    table: str
    void: bool
    papers: dict[str, Sequence[str]] = field(default_factory=dict)

    @property
    def parts(self) -> tuple[str, ...]:
        """What can be written by hand: both at once, where both are owed."""
        return (BOTH, *self.papers) if len(self.papers) > 1 else (*self.papers,)


def _owed(desk: Desk, width: int) -> list[OwedPaper]:
    """What the printer owes, the oldest slip first."""
    day = desk.day
    if day is None or day.sealed:
        return []
    found: dict[str, OwedPaper] = {}
    for slip, part, void in day.unprinted():
        one = found.setdefault(slip.name, OwedPaper(slip.series, slip.number, slip.table, void))
        lines = slip_lines(slip, desk.site, day=day.opening, part=part, width=width, void=void)
        one.papers[part] = lines
    return [*found.values()]


class ByHand(OnPaper):
    """Note that a slip was written by hand, on a numbered form, because nothing can print it."""

    name = "by hand"
    post_words = "It is written by hand"
    paper_words = "Write this on the form"
    after = "floor"
    who = (Who("Written by", PREPARERS),)

    def fields(self) -> list[Field]:
        """Which slip and part, the form's own number, and why."""
        self.owed: list[OwedPaper] = []
        self._wanted: Pointed | None = None
        self._posted = ""
        self.slip = Choice("slip", "Slip that is not on paper", across=3)
        self.part = Choice("part", "Part", none="Choose the slip first.", usual=BOTH)
        self.paper_number = Line(
            "paper", "Number printed on the form", hint="Such as A 10417", number=True
        )
        self.reason = Reason("Reason", NO_PAPER)
        self.slip.changed.connect(self._another)
        self.part.changed.connect(self._show)
        return [self.slip, self.part, self.paper_number, self.reason]

    def body(self) -> QWidget:
        """What to do, then what is asked."""
        self.told = label("", "h2", wrap=True)
        which = Folding(self.slip, self.part, gap=24, stretch=(1, 1), top=True)
        fields = (which, self.paper_number, self.reason)
        return holder(column(self.told, label(HOW, "caption", wrap=True), *fields, gap=12))

    def refresh(self, board: Board) -> None:
        """Ask what the printer owes."""
        width = self.station.width
        self.station.ask(lambda desk: _owed(desk, width), self._took)

    def _took(self, owed: list[OwedPaper]) -> None:
        self.owed = owed
        self.slip.offer([(one.name, f"{one.name.capitalize()} · table {one.table}") for one in owed])
        if owed and not self.slip.typed():
            self.slip.choose(owed[0].name)
        if self._wanted:
            self._point(self._wanted)
            self._wanted = None
        self._another()

    def take(self, what: object) -> None:
        """Begin with a slip, or a part of one."""
        if isinstance(what, Pointed):
            self._wanted = what

    def _point(self, what: Pointed) -> None:
        if any(one.name == what.name for one in self.owed):
            self.slip.choose(what.name)
            self._another()
            if isinstance(what, Face) and self.chosen and what.part in self.chosen.papers:
                self.part.choose(what.part)

    @property
    def chosen(self) -> OwedPaper | None:
        """The slip that is chosen."""
        return next((one for one in self.owed if one.name == self.slip.typed()), None)

    def typed_anything(self) -> bool:
        """A slip is chosen by itself; a number or a reason is not."""
        return bool(self.paper_number.typed().strip() or self.reason.typed())

    def _another(self) -> None:
        one = self.chosen
        parts = one.parts if one else ()
        words = {part: part.capitalize() for part in PARTS} | {BOTH: "Both parts"}
        self.part.offer([(part, words[part]) for part in parts])
        if parts and not self.part.typed():
            self.part.choose(parts[0])
        self._show()

    def _show(self) -> None:
        one, part, width = self.chosen, self.part.typed(), self.station.width
        self.primary.setEnabled(one is not None and not self.busy)
        for asked in self.inputs:
            asked.setVisible(one is not None)
        if one is None or not part:
            self.told.setText("Nothing is owed. Every slip is on paper.")
            self.paper.show_lines([], width)
            return
        void = "the VOID of " if one.void else ""
        self.told.setText(f"Write {void}{one.name} by hand: {named(part)}.")
        self.paper.show_lines(one.papers[next(iter(one.papers)) if part == BOTH else part], width)

    def call(self) -> Call:
        """A slip by hand."""
        self.slip.value()
        one, part = self.chosen, self.part.value()
        paper, reason, by = self.paper_number.value(), self.reason.value(), self.signers.value()
        if one is None:
            raise ValueError(f"{self.slip.typed()} is on paper by now. Check the slips.")
        number = (one.series, one.number)
        self._posted = f"{one.name}, {named(part)}"
        return each(part, lambda part, desk: desk.by_hand(*number, part, paper, reason, by))

    def done(self, entry: Entry) -> str:
        """Which form stands for what."""
        return f"Noted: {self._posted}, on form {entry.of(kinds.ByHand).paper}. It prints no more."
