"""What is scanned, whatever is in front: a slip or a label leads to its next step, and no further."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from pitdesk.codes.labels import BOX, read_label
from pitdesk.codes.slips import Verdict
from pitdesk.desk import Desk
from printers.devices.scanner import Scan
from ui.floor.waiting import Pointed
from ui.widgets.fields import Line
from ui.work.devices import Devices
from ui.work.station import Station


class Scans(QObject):
    """Listens to scanners.

    front    the form or the screen in front; None while the station is locked
    """

    def __init__(self, station: Station, devices: Devices, front: Callable[[], QWidget | None]) -> None:
        super().__init__(station)
        self.station, self._front = station, front
        devices.heard.connect(self._heard)

    def _heard(self, kind: str, said: object) -> None:
        front = self._front()
        if front and isinstance(said, Scan):
            self._scanned(front, said.text)

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
