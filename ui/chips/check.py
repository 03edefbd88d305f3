"""Check a chip at the counter: photographed beside a gray card, held against the colors of the set."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from pitdesk.chipset.appearance import Look
from pitdesk.chipset.law import MEASURED, Near, nearest
from ui.chips.camera import Sight, Viewfinder, cameras
from ui.chips.photo import PhotoView
from ui.chips.pictures import FILES
from ui.widgets.fields import Pick
from ui.widgets.files import to_open
from ui.widgets.flow import Folding
from ui.widgets.parts import button, card, column, into_sight, kind, label, pill, row, scrolled
from ui.work.lessons import rulebook
from ui.work.reader import Reader
from ui.work.station import Station

WHAT = (
    "Photograph a doubtful chip beside a gray card. PitDesk says which colors of the set it may be. A"
    " color alone proves nothing: look at name, value and edge, too. Nothing is posted, no photo kept."
)
NO_CAMERA = "No camera is here. Take the photo with a phone or a camera, and open its file."
NO_COLORS = "No chip of the set has a color yet. A manager records them in the chip set."
PARTS = {
    "color": "{name} of {chip}",
    "second": "{name} of the spots of {chip}",
    "third": "{name} of the other spots of {chip}",
    "middle": "{name} within the spots of {chip}",
}
MOST = 3  # colors that are named


class CheckChip(QWidget):
    """A photo from a camera or a file; the answer stands below until the next."""

    name = "check chip"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.reader = Reader(station, self)
        self.choose_photo = to_open(self, "A photo of the chip beside a gray card", FILES)
        self.cameras = cameras
        self.camera = Pick("camera", "Camera")
        self.aim = button("Look through it", self._aim, "act")
        self.open = button("Open a photo …", self._open)
        self.none = label(NO_CAMERA, "caption", wrap=True)
        self.finder, self.photo = Viewfinder(), PhotoView(self.reader, "Compare this color")
        self.finder.taken.connect(lambda data: self.photo.show_taken(data, station.trouble))
        self.finder.left.connect(self._leave)
        self.photo.opened.connect(self._forget_answer)
        self.photo.taken.connect(self.compare)
        self.photo.left.connect(self._leave)
        self.verdict, self.words = pill(""), label("", wrap=True)
        self.words.setAccessibleName("What the check found")
        foreign = button("Note foreign chips …", partial(station.go, "foreign"), "link")
        self.answer = card(row(self.verdict, None), self.words, row(foreign, None), gap=12)
        ways = row(self.camera, self.aim, self.open, None, gap=12)
        asked = card(label(WHAT, "muted", wrap=True), ways, self.none, gap=12)
        page = QWidget()
        seen = Folding(self.photo, self.answer, gap=16, stretch=(3, 2), top=True)
        page.setLayout(column(asked, self.finder, seen, None, gap=16))
        self.setLayout(column(scrolled(page)))
        self._forget_answer()

    def begin(self, what: object = None) -> None:
        """Come to the front, for the next chip."""
        self._leave()
        here = self.cameras()
        self.camera.offer([(name, name) for name in here])
        for one in (self.camera, self.aim):
            one.setVisible(bool(here))
        self.camera.setVisible(len(here) > 1)
        self.none.setVisible(not here)
        (self.aim if here else self.open).setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: let the camera and the photo go."""
        super().hideEvent(event)
        self.finder.close_sight()
        self.photo.forget()

    def compare(self, measured: str) -> None:
        """Hold a measured color against the set, and say what it may be."""
        site = self.station.board.site
        looks = {chip: Look.of(look) for chip, look in site.playing.items()}
        found = nearest(looks, measured)
        same: int = rulebook().value(MEASURED, "tolerance", self.station.today)
        tone, verdict, words = told(found, same)
        self.verdict.setText(verdict)
        kind(self.verdict, "pill", tone=tone)
        self.words.setText(words)
        self.answer.show()
        into_sight(self.answer)

    def _aim(self) -> None:
        here = self.cameras()
        feed = here.get(self.camera.value() or "") or next(iter(here.values()), None)
        if feed is None:
            self.begin()
            return
        self.photo.forget()
        self._forget_answer()
        self.finder.look(Sight(feed, self))

    def _open(self) -> None:
        if chosen := self.choose_photo():
            self.finder.close_sight()
            self.photo.open_photo(Path(chosen), self.station.trouble)

    def _leave(self) -> None:
        self.finder.close_sight()
        self.photo.forget()
        self._forget_answer()

    def _forget_answer(self) -> None:
        self.answer.hide()
        self.words.setText("")


def told(found: Sequence[Near], same: int) -> tuple[str, str, str]:
    """What a comparison found: its tone, in a word or two, in words.

    same    up to how far two colors are one, in hundredths of CIEDE2000
    """
    if not found:
        return "look", "Nothing to compare with", NO_COLORS
    near = [one for one in found if one.apart <= same]
    if not near:
        return (
            *("stop", "Not a color of the set"),
            f"The nearest is the {_named(found[0])}; up to {_hundredths(same)} is the same color. The"
            " chip may be another house's, or the gray card lay in another light.",
        )
    could = " or the ".join(_named(one) for one in near[:MOST])
    more = " It may be others, too." if len(near) > MOST else ""
    words = f"It may be the {could}; up to {_hundredths(same)} is the same color.{more}"
    return "good", "A color of the set", f"{words} Now look at name and value."


def _named(one: Near) -> str:
    words = PARTS[one.part].format(name=one.name, chip=one.chip.name)
    return f"{words}, {_hundredths(one.apart)} away"


def _hundredths(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"
