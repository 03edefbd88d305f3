"""The pit asks the cage in two touches: to par, or in stacks by value; a finger is enough."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtWidgets import QLabel, QWidget

from pitdesk.chips import Chip, Chips, dollars, stacked
from pitdesk.kinds import Look
from pitdesk.tonight.board import Board, Spot
from ui.floor.ask import WAYS, Ask
from ui.floor.kept import KeptAsk
from ui.widgets import art
from ui.widgets.fields import Choice, Field
from ui.widgets.parts import button, cells, column, emptied, holder, label, row
from ui.work.station import Station

FACE = 40  # pixels of a drawn chip
PAR = "To par"


class ByStacks(Field):
    """Chips by value, a stack more or less with each touch."""

    figures = True

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._looks: Mapping[Chip, Look] = {}
        self._stack = 20
        self._pieces: dict[Chip, int] = {}
        self._counts: dict[Chip, tuple[QLabel, QLabel]] = {}
        self._grid = cells(8, 6)
        self._column.addWidget(holder(self._grid))

    def offer(self, looks: Mapping[Chip, Look], stack: int) -> None:
        """Have a row for each of these, the highest value first."""
        if (dict(looks), stack) != (self._looks, self._stack):
            self._looks, self._stack = dict(looks), stack
            self._pieces = {chip: pieces for chip, pieces in self._pieces.items() if chip in looks}
            self._build()

    def _build(self) -> None:
        emptied(self._grid)
        self._counts = {}
        for down, chip in enumerate(sorted(self._looks)):
            face = art.Picture()
            face.show_drawn(art.chip_pixmap, chip.name, self._looks[chip], FACE)
            face.setAccessibleName(f"Chips of {chip.name}")
            count, stacks = label("", "h2", right=True), label("", "caption")
            self._counts[chip] = count, stacks
            less, more = (
                button(
                    f"{sign}{self._stack}",
                    partial(self.add, chip, by),
                    "verb",
                    says=f"{words} a stack of {chip.name}",
                )
                for sign, by, words in (("−", -self._stack, "Take off"), ("+", self._stack, "Add"))
            )
            for across, part in enumerate((face, count, stacks, less, more)):
                self._grid.addWidget(part, down, across)
        self._grid.setColumnStretch(2, 1)
        self._show()

    def add(self, chip: Chip, pieces: int) -> None:
        """A stack more, or less; never less than none."""
        self._pieces[chip] = max(0, self._pieces.get(chip, 0) + pieces)
        self._show()
        self.tell("")
        self.changed.emit()

    def _show(self) -> None:
        for chip, (count, stacks) in self._counts.items():
            pieces = self._pieces.get(chip, 0)
            count.setText(f"{pieces:,}")
            stacks.setText(stacked(pieces, self._stack) if pieces else "")

    def value(self) -> Chips:
        """The chips."""
        return Chips({chip: pieces for chip, pieces in self._pieces.items() if pieces})

    def typed(self) -> dict[str, int]:
        """As a draft keeps them."""
        return dict(self.value().names)

    def take_up(self, typed: Mapping[str, int] | None) -> None:
        """Put them back; none for None."""
        self._pieces = dict(Chips.named(dict(typed))) if typed else {}
        self._show()
        self.changed.emit()

    def first(self) -> QWidget:
        """The first button of it."""
        found = self._grid.itemAtPosition(0, 3)
        return (found.widget() if found else None) or self

    def in_words(self) -> str:
        """What is asked for."""
        return f"{self.value()}, ${dollars(self.value().cents)}" if self.value() else ""


class Asking(Ask):
    """What the chosen table asks for; who initials it is who works here."""

    stays = True
    live = False  # a touch more is no word yet; the cage says what it refuses

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        self._away = ""
        super().__init__(station, parent)

    def more(self) -> list[Field]:
        """The chips, and whether they come or go."""
        self.chips = ByStacks("chips")  # type: ignore[assignment]
        self.what = Choice("what", "", WAYS, usual="fill")
        return [self.chips, self.what]

    def body(self) -> QWidget:
        """Which way, and to par; below it the stacks; what they come to."""
        self.table.hide()
        self.what.setAccessibleName("A fill or a credit")
        self.par = button(PAR, self._to_par, says="Ask for par: nothing but the table")
        self.sum, self.asks = label("", "title"), label("", "muted")
        head = row(self.what, None, self.par, gap=8)
        return holder(column(holder(head), row(self.sum, None, self.asks), self.chips, gap=8))

    def spare(self) -> None:
        """Nothing: the tables stand at the left, as trays."""

    def refresh(self, board: Board) -> None:
        """Offer the tables, and the chips that the chosen one's tray holds."""
        super().refresh(board)
        spot = board.spot(self.table.typed()) if self.table.typed() else None
        self._offer(board, spot)

    def another(self) -> None:
        """Another table has other chips."""
        super().another()
        if self.station.ready:
            self._offer(self.station.board, self.station.board.spot(self.table.typed()))

    def changed(self) -> None:
        """Say what it comes to."""
        super().changed()
        chips = self.chips.value()
        self.sum.setText(f"${dollars(chips.cents)}" if chips else PAR)
        self._name()

    def _offer(self, board: Board, spot: Spot | None) -> None:
        held = {*spot.known, *spot.par} if spot else {*board.site.chips}
        self.chips.offer({chip: board.site.chips.get(chip, {}) for chip in held}, board.site.stack)
        missing = (spot.to_par if self.what.value() == "fill" else spot.above_par) if spot else Chips()
        self.asks.setText(f"par is ${dollars(missing.cents)} off" if missing else "at par")

    def _to_par(self) -> None:
        """What it asks for now is to par; the cage works out the chips when it prepares the slip."""
        self.chips.take_up(None)
        self.to_initials()

    def take_kept(self, one: KeptAsk) -> None:
        """Ask for what was kept while the line was down; whoever asks gives a PIN."""
        self.what.take_up(one.what)
        self.chips.take_up(one.chips.names)
        self.to_initials()

    def reach(self, away: str) -> None:
        """Why the cage is not reached, "" while it is: without it what is asked is kept."""
        if away != self._away:
            self._away = away
            self.primary.setToolTip(f"This is kept until the cage is reached. {away}" if away else "")
            self._name()

    def _name(self) -> None:
        names = "Keep it for table {table}" if self._away else self.names
        self.primary.setText(names.format(table=self.table.typed()))
