"""What chips weigh: learned on the house's own chips, so that a scale can tell how many lie on it."""

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.chips import Chip
from pitdesk.chipset.weight import ChipWeight, grams, most, read_grams, read_spread
from pitdesk.desk import Desk
from pitdesk.kinds import Machine
from pitdesk.tonight.board import Board
from printers.devices.scales import Load
from ui.people.screen import BY_MANAGER, halves
from ui.widgets.art import shown
from ui.widgets.fields import Field, Line, Pick, is_count
from ui.widgets.flow import Folding
from ui.widgets.parts import card, column, holder, label, show_words
from ui.work.devices import Devices
from ui.work.form import Call, Form, bound

ERROR_MG = 100  # of a scale that nobody named: a tenth of a gram
USUAL = "1"  # percent by which worn chips of a type differ
WHY = (
    "Count out clean chips of one type, 100 or more, and weigh them together. PitDesk then says how many"
    " a weight is, as far as weight can tell; it never says which chips they are."
)


def _pieces(text: str) -> int:
    if not is_count(text) or not int(text):
        raise ValueError("Type how many chips were weighed together, such as 100.")
    return int(text)


class Weights(Form):
    """What one chip of a type weighs, from so many weighed together."""

    name = "weight"
    post_words = "Keep the weight"
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """Which chip, how many, what they weigh, by how much one differs."""
        self._machine: tuple[Machine, ...] = ()
        self._proposed = ""
        self.chip = Pick("chip", "Chip")
        self.of = Line("of", "Chips weighed together", hint="100", read=_pieces)
        self.grams = Line("grams", "They weigh, in grams", hint="1012.4", read=read_grams)
        self.spread = Line("spread", "One differs by, in percent", hint=USUAL, read=_spread, seldom=True)
        for one in (self.of, self.grams, self.spread):
            one.changed.connect(self._show_one)
        return [self.chip, self.of, self.grams, self.spread]

    def body(self) -> QWidget:
        """What it asks; beside it what is known."""
        self.one = label("", "h2", wrap=True)
        self.scale = label("", "caption", wrap=True)
        figures = Folding(self.of, self.grams, self.spread, gap=12, stretch=(1, 1, 1), top=True)
        parts = (label(WHY, "muted", wrap=True), self.chip, figures, self.scale, self.one, None)
        self.known = label("", wrap=True)
        known = column(card(label("Learned", "h2"), self.known, look="inset"), None)
        return holder(halves(column(*parts, gap=12), known))

    def refresh(self, board: Board) -> None:
        """Offer the chips of the set, and show what is known of them."""
        self.chip.offer([(chip.name, shown(chip)) for chip in sorted(board.site.chips)])
        said = (f"{shown(chip)}: {_words(one)}" for chip, one in sorted(board.site.weights.items()))
        self.known.setText("\n".join(said) or "None yet.")
        self.scale.setText(
            "The scale fills in what lies on it." if self._scale_is_there() else "No scale is here now."
        )

    def take(self, what: object) -> None:
        """Begin with a chip."""
        self.chip.take_up(str(what))

    def weighed(self, load: Load, machine: Machine) -> None:
        """Take what lies on the scale."""
        self._machine = (machine,)
        self._proposed = grams(load.mg, 3).removesuffix(" g").replace(",", "")
        self.grams.take_up(self._proposed)

    def _scale_is_there(self) -> bool:
        devices = self.station.findChild(Devices)
        return isinstance(devices, Devices) and devices.state.get("scale") == ""

    def _show_one(self) -> None:
        """What one weighs, and how many a weight can tell apart."""
        words = ""
        if self.of.typed() and self.grams.typed():
            try:
                piece = ChipWeight(self.grams.value(), self.of.value(), self.spread.value())
            except ValueError:
                piece = None
            if piece:
                one, tells = grams(piece.mg // piece.of, 3), most(piece, ERROR_MG)
                words = f"One weighs {one}. Weight tells up to {tells:,} apart; more is only a check."
        show_words(self.one, words)

    def call(self) -> Call:
        """A weight."""
        chip, by = Chip.named(self.chip.value()), self.signers.value()
        said = (self.grams.value(), self.of.value(), self.spread.value())
        machine = self._machine if self.grams.typed() == self._proposed else ()
        return bound(Desk.set_weight, chip, *said, by, machine=machine)

    def done(self, entry: Entry) -> str:
        """What one weighs."""
        fact = entry.of(kinds.Weight)
        return f"One {shown(fact.chip)} weighs {grams(fact.mg // fact.of, 3)}."


def _spread(text: str) -> int:
    return read_spread(text or USUAL)


def _words(one: kinds.Weight) -> str:
    """A weight as it is known: 10.124 g, from 100 chips."""
    return f"{grams(one.mg // one.of, 3)}, from {one.of:,} chips"
