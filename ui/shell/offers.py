"""What a counter or a scale says, offered to the count that is open.

Nothing is taken by itself: a count waits for a press. So no device confirms anything, whatever is in
front; and what it said is gone once somebody leaves the count, so that the next one does not see it.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from pitdesk.chips import Chip, dollars
from pitdesk.chipset.weight import ChipWeight, grams, pieces
from pitdesk.kinds import Machine
from printers.devices.counters import Counted, Pieces, Spoiled
from printers.devices.models import Model
from printers.devices.scales import Load
from ui.chips.weights import Weights
from ui.widgets.art import shown
from ui.widgets.cash import CashGrid, named
from ui.widgets.grid import ChipGrid
from ui.work.actions import action
from ui.work.devices import Devices
from ui.work.message import Way
from ui.work.station import Station

Grid = TypeVar("Grid", bound=QWidget)
OFFER = "offered count"  # the subject of what is offered
CORRECTED = "It may be corrected where it stands."
NO_FIELD = "No count is open that it could go to. Open one, then print the report again."
POINT = "Put the cursor in the row of what lies there."
RACK = "Nothing was taken from the scale: the empty rack was not on it first."
ON_TOP = "Empty the scale, put the empty rack on it, wait, then fill it."


class Offers(QObject):
    """Listens to counters and scales.

    front    the form or the screen in front; None while the station is locked
    """

    def __init__(self, station: Station, devices: Devices, front: Callable[[], QWidget | None]) -> None:
        super().__init__(station)
        self.station, self.devices, self._front = station, devices, front
        self._waits: Load | Pieces | None = None  # for a row to be pointed at
        devices.heard.connect(self._heard)
        station.wanted.connect(self.withdraw)
        station.posted.connect(self.withdraw)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._pointed)

    def withdraw(self) -> None:
        """Somebody goes elsewhere: what was offered is no longer."""
        self._waits = None
        self.station.settle(OFFER)

    def _heard(self, kind: str, said: object) -> None:
        front = self._front()
        if front is None:
            return
        match said:
            case Counted():
                self._offer(front, said)
            case Spoiled(why):
                self.station.say(f"Nothing was taken from the counter. {why}", "look")
            case Load(racked=False):
                if _grids(front, ChipGrid):
                    self._say(RACK, ON_TOP)
            case Load() if isinstance(front, Weights):
                if model := self.devices.named("scale")[0]:
                    front.weighed(said, _weight(said, model))
            case Load() | Pieces():
                self._waits = said
                self._of_one(front, said)

    def _say(self, words: str, then: str, way: Way | None = None) -> None:
        self.station.say(words, "look", then=then, way=way, about=OFFER)

    # A report names its pieces

    def _offer(self, front: QWidget, counted: Counted) -> None:
        """Offer a count to the cash of the form in front; somebody takes it or not."""
        said = f"The counter says ${dollars(counted.cents)}, {_pieces(counted.count)}."
        grids = _grids(front, CashGrid)
        if not grids:
            self._say(said, NO_FIELD)
            return
        here = [one for one in grids if one.isAncestorOf(QApplication.focusWidget() or front)]
        grid = [*here, *(one for one in grids if not one.begun), grids[0]][0]
        odd = [
            "It came before: look that nothing is counted twice." * counted.again,
            "Nothing in it proves it: hold it against the machine." * (not counted.proven),
            f"{counted.rejects:,} put aside: count those by hand." * bool(counted.rejects),
        ]
        words = "Add it" if grid.begun else "Take it"
        to = f": {grid.caption_label.text()}" if len(grids) > 1 else ""
        machine = _machine(counted, counted.cents)
        put = partial(grid.take_count, counted.pieces, machine)
        way = Way(f"{words}{to}", partial(self._take, grid, put, f"${dollars(counted.cents)}"))
        self._say(said, " ".join(filter(None, odd)) or CORRECTED, way)

    # What a scale shows, or a counter that names no value, is of the row with the cursor

    def _pointed(self, before: QWidget | None, now: QWidget | None) -> None:
        front = self._front() if self._waits and now else None
        if front and self._waits:
            self._of_one(front, self._waits, again=True)

    def _of_one(self, front: QWidget, said: Load | Pieces, *, again: bool = False) -> None:
        """Offer pieces of one kind to the row that is pointed at.

        again   whether it waits already, and is not said anew where nothing else is pointed at
        """
        if isinstance(said, Pieces):
            self._of_counter(front, said, again=again)
            return
        grids = [one for one in _grids(front, ChipGrid) if one.weighed]
        grid = next((one for one in grids if one.pointed), None)
        if grid and grid.pointed:
            self._weighed(grid, grid.pointed, said)
        elif grids and not again:
            self._say(f"The scale shows {grams(said.mg)}.", POINT)

    def _of_counter(self, front: QWidget, said: Pieces, *, again: bool) -> None:
        words, grids = f"The counter says {_pieces(said.count)}.", _grids(front, CashGrid)
        grid = next((one for one in grids if one.pointed), None)
        if grid and grid.pointed:
            value = grid.pointed
            machine = _machine(said, value * said.count)
            put = partial(grid.take_count, ((value, said.count),), machine)
            way = Way(
                f"Take it as {named(value)}",
                partial(self._take, grid, put, _pieces(said.count), grid.edits[value]),
            )
            self._say(words, f"{CORRECTED} You say that it counted {named(value)}.", way)
        elif not again:
            self._say(words, POINT if grids else NO_FIELD)

    def _weighed(self, grid: ChipGrid, chip: Chip, load: Load) -> None:
        """Say how many chips of a kind lie there; a number that weight cannot tell is no offer."""
        learned, (model, _) = self.station.board.site.weights.get(chip), self.devices.named("scale")
        words = f"{grams(load.mg)} of {shown(chip)}"
        if learned is None or model is None:
            way = Way(action("weight").words, partial(self.station.go, "weight", chip.name))
            self._say(f"{words}: what one weighs is not known yet.", "Learn it, or count by hand.", way)
            return
        found = pieces(load.mg, ChipWeight(learned.mg, learned.of, learned.spread), model.error_mg)
        rack = f"Without the rack, {grams(load.rack)}. " * bool(load.rack)
        if not found.sure:
            self._say(f"{words}: {found.words}.", rack + grid.fits(chip, found.least, found.most))
            return
        machine = _weight(load, model, chip, chip.cents * found.count)
        put = partial(grid.take_weighed, chip, found.count, machine)
        word = "Add it" if grid.edit(chip).text() or grid.edit(chip, "stacks").text() else "Take it"
        way = Way(
            word,
            partial(self._take, grid, put, f"{_pieces(found.count)} of {shown(chip)}", grid.edit(chip)),
        )
        self._say(f"{words}: {found.words}.", f"{rack}{CORRECTED}", way)

    def _take(
        self,
        grid: CashGrid | ChipGrid,
        put: Callable[[], object],
        what: str,
        back: QWidget | None = None,
    ) -> None:
        """Put a count into the field that it was offered to, if that is still in front.

        back   where the cursor goes then; else to where the field begins
        """
        self._waits = None
        if grid.isVisible():
            (back or grid.first()).setFocus()
        else:
            self._say("Nothing was taken.", NO_FIELD)
            return
        try:
            put()
        except ValueError as error:
            self._say("Nothing was taken.", str(error))
            return
        verb = "is" if what.startswith("$") else "are"
        self._say(f"{what} {verb} typed in, and not posted.", CORRECTED)


def _grids(front: QWidget, kind: type[Grid]) -> list[Grid]:
    """The counts of a form that are in sight."""
    return [one for one in front.findChildren(kind) if one.isVisibleTo(front)]


def _machine(said: Counted | Pieces, cents: int) -> Machine:
    rejects = said.rejects if isinstance(said, Counted) else 0
    return Machine(said.model, said.version, said.number, cents, said.raw.hex(), rejects)


def _weight(load: Load, model: Model, chip: Chip | None = None, cents: int = 0) -> Machine:
    name = chip.name if chip else ""
    return Machine(model.name, model.version, f"{load.mg} mg", cents, load.raw.hex(), chip=name)


def _pieces(count: int) -> str:
    return f"{count:,} piece{'s' * (count != 1)}"
