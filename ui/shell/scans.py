"""What is scanned, whatever is in front: a slip or a label leads to its next step, a badge to initials.

A scan confirms nothing, and is typed into no field but one for codes, or for a proof. What is not known
is never shown: it may be somebody's badge.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from pitdesk.book.people import Person, hashed_badge
from pitdesk.codes.labels import BOX, PAPERS, RACK, read_label
from pitdesk.codes.slips import PREFIX, CodeVerdict
from pitdesk.desk import Desk
from printers.devices.scanner import Badge, Scan
from ui.floor.waiting import Pointed
from ui.shell.session import Session
from ui.widgets.dots import Dots
from ui.widgets.fields import Line
from ui.widgets.grid import ChipGrid
from ui.work.devices import Devices
from ui.work.form import Form
from ui.work.message import Way
from ui.work.station import Station

UNKNOWN = "Scanned, and not known here."
NOT_OURS = "It is no slip, no label and no badge of this site."
ASKS = "Nothing was taken of the scan: answer the question first."
ROW = "Go to its row"
NO_INITIALS = "Nothing here asks for initials."


class Scans(QObject):
    """Listens to scanners and badge readers, and to those that type.

    front    the form or the screen in front; None while the station is locked
    """

    def __init__(
        self, session: Session, station: Station, devices: Devices, front: Callable[[], QWidget | None]
    ) -> None:
        super().__init__(session)
        self._session, self.station, self._front = session, station, front
        devices.heard.connect(self._heard)

    def _heard(self, kind: str, said: object) -> None:
        match said:
            case Scan(text) | Badge(text):
                self.scanned(text)

    def scanned(self, text: str) -> None:
        """Bring a scan to where it belongs."""
        if not self.station.ready:
            return
        if self._session.locked:
            self._session.signin.scanned(text)
            return
        front = self._front()
        if QApplication.activeModalWidget() or front is None:
            self.station.say(ASKS, "look")
        elif person := self._whose(text):
            self._badge(front, person, text)
        else:
            self._code(front, text)

    def _whose(self, text: str) -> Person | None:
        people, proof = self.station.board.site.people.values(), hashed_badge(text)
        return next((one for one in people if one.badge == proof), None)

    # A badge is a proof: it goes where one is asked for, and Enter stays with whoever initials

    def _badge(self, front: QWidget, person: Person, text: str) -> None:
        focus = QApplication.focusWidget()
        if isinstance(focus, Dots) and front.isAncestorOf(focus):
            focus.put(text)
            return
        places = front.signers.places if isinstance(front, Form) else []
        asked = [one for one in places if one.asks and one.isVisibleTo(front)]
        mine = [one for one in asked if one.person.value() == person.id]
        for place in mine or [one for one in asked if not one.pin.value()]:
            if not mine:
                place.choose(person.id)
            place.pin.edit.setFocus()
            place.pin.edit.put(text)
            return
        self.station.say(f"That is the badge of {person.name}.", "look", then=NO_INITIALS)

    # A code

    def _code(self, front: QWidget, text: str) -> None:
        """To the line for codes in front, to a new badge's place, or to the next step of its slip."""
        code, focus = getattr(front, "code", None), QApplication.focusWidget()
        if isinstance(code, Line) and code.isVisibleTo(front):
            code.take_up(text)
            code.entered.emit()
        elif label := read_label(text):
            self._to_label(front, *label)
        elif isinstance(focus, Dots) and front.isAncestorOf(focus) and not text.startswith(PREFIX):
            focus.put(text)
        else:
            self.station.ask(partial(_checked, text), self._to_slip)

    def _to_label(self, front: QWidget, what: str, name: str) -> None:
        boxes = {box.box: box.key for box in self.station.board.boxes}
        if what == BOX and name in boxes:
            self.station.go("drop count", boxes[name])
            return
        if what == PAPERS and name in self.station.board.site.batches:
            self.station.go("destroy", name)
            return
        way = self._to_row(front, name) if what == RACK else None
        self.station.say(f"Scanned: {what.lower()} {name}.", "look", way=way)

    def _to_row(self, front: QWidget, name: str) -> Way | None:
        """The way to the row of a rack's chips, where they are counted; the cursor stays where it is."""
        for grid in front.findChildren(ChipGrid):
            if grid.weighed and grid.isVisibleTo(front) and grid.has(name):
                return Way(ROW, partial(grid.begin_at, name))
        return None

    def _to_slip(self, told: "CodeVerdict | str") -> None:
        if isinstance(told, str) or told.claim is None:
            words = told if isinstance(told, str) else told.words
            self.station.say(f"{UNKNOWN} {words}", "look")
            return
        slip = Pointed(told.claim.series, told.claim.number)
        waits = any(one.name == slip.name for one in self.station.board.waiting)
        if waits:
            self.station.go("waiting", slip)
        else:
            self.station.go("slips", str(slip.number))
        if not told.ok:
            self.station.say(told.words, "look")


def _checked(text: str, desk: Desk) -> CodeVerdict | str:
    """What a slip's code says, held against the book; in words where it is no code."""
    try:
        return desk.check_slip(text)
    except ValueError as error:
        return str(error) if text.startswith(PREFIX) else NOT_OURS
