"""What a device says, offered where somebody stands: a count to a form, a scan to its next step.

Nothing is taken by itself: a count waits for a press, a scan only leads somewhere. So no device confirms
anything, whatever is in front.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from pitdesk.chips import dollars
from pitdesk.codes.labels import BOX, PAPERS, read_label
from pitdesk.codes.slips import Verdict
from pitdesk.desk import Desk
from pitdesk.kinds import Machine
from printers.devices.counters import Counted, Spoiled
from printers.devices.scanner import Scan
from ui.floor.waiting import Pointed
from ui.widgets.cash import CashGrid
from ui.widgets.fields import Line
from ui.work.devices import Devices
from ui.work.message import Way
from ui.work.station import Station

CORRECTED = "It may be corrected where it stands."
NO_FIELD = "No count is open that it could go to. Open one, then print the report again."


class Offers(QObject):
    """Listens to the devices.

    front    the form or the screen in front; None while the station is locked
    """

    def __init__(self, station: Station, devices: Devices, front: Callable[[], QWidget | None]) -> None:
        super().__init__(station)
        self.station, self._front = station, front
        devices.heard.connect(self._heard)

    def _heard(self, kind: str, said: object) -> None:
        front = self._front()
        if front is None:
            return
        match said:
            case Counted():
                self._offer(front, said)
            case Spoiled(why):
                self.station.say(f"Nothing was taken from the counter. {why}", "look")
            case Scan(text):
                self._scanned(front, text)

    def _offer(self, front: QWidget, counted: Counted) -> None:
        """Offer a count to the cash of the form in front; somebody takes it or not."""
        said = f"${dollars(counted.cents)}, {counted.count:,} piece{'s' * (counted.count != 1)}"
        grids = [one for one in front.findChildren(CashGrid) if one.isVisibleTo(front)]
        if not grids:
            self.station.say(f"The counter says {said}.", "look", then=NO_FIELD)
            return
        odd = [
            "It came before: look that nothing is counted twice." * counted.again,
            "Nothing in it proves it: hold it against the machine." * (not counted.proven),
            f"{counted.rejects} put aside: count those by hand." * bool(counted.rejects),
        ]
        then = " ".join(filter(None, odd)) or CORRECTED
        way = Way("Take it", partial(self._take, grids[0], counted))
        self.station.say(f"The counter says {said}.", "look", then=then, way=way)

    def _take(self, grid: CashGrid, counted: Counted) -> None:
        """Put a count into the field that it was offered to, if that is still in front."""
        if not grid.isVisible():
            self.station.say("Nothing was taken.", "look", then=NO_FIELD)
            return
        report = f", report {counted.number}" if counted.number.isdecimal() else ""
        kept = (counted.model, counted.version, counted.number, counted.cents, counted.raw.hex())
        grid.take_count(counted.pieces, Machine(*kept), f"Counted by {counted.model}{report}")
        self.station.say(
            f"${dollars(counted.cents)} is typed in, and not posted.", "look", then=CORRECTED
        )

    def _scanned(self, front: QWidget, text: str) -> None:
        """Bring a scan to the line for codes in front, or to the next step of its slip."""
        code = getattr(front, "code", None)
        if isinstance(code, Line) and code.isVisibleTo(front):
            code.take_up(text)
            code.entered.emit()
        elif label := read_label(text):
            self._to_label(*label)
        else:
            self.station.ask(partial(_checked, text), self._to_slip)

    def _to_label(self, what: str, name: str) -> None:
        boxes = {box.box: box.key for box in self.station.board.boxes}
        if what == BOX and name in boxes:
            self.station.go("drop count", boxes[name])
            return
        if what == PAPERS and name in self.station.board.site.batches:
            self.station.go("destroy", name)
            return
        self.station.say(f"Scanned: {what.lower()} {name}.", "look")

    def _to_slip(self, told: "Verdict | str") -> None:
        if isinstance(told, str) or told.claim is None:
            words = told if isinstance(told, str) else told.words
            self.station.say(f"Scanned, and not known here. {words}", "look")
            return
        slip = Pointed(told.claim.series, told.claim.number)
        waits = any(one.name == slip.name for one in self.station.board.waiting)
        if waits:
            self.station.go("waiting", slip)
        else:
            self.station.go("slips", str(slip.number))
        if not told.ok:
            self.station.say(told.words, "look")


def _checked(text: str, desk: Desk) -> Verdict | str:
    """What a slip's code says, held against the book; in words where it is no code."""
    try:
        return desk.check_slip(text)
    except ValueError as error:
        return str(error)
