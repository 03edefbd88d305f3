"""A chip checked at the counter: its color against the set's, from a file or from what a camera sees."""

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from pitdesk.chips import Chip
from pitdesk.chipset.law import Near
from tests.ui.night import Quick, copied
from tests.ui.stand import stands
from ui.chips.camera import HIGH, MOST, Sight, Viewfinder, as_png
from ui.chips.check import NO_CAMERA, NO_COLORS, told

LEFT = Qt.MouseButton.LeftButton
RED, GRAY = "#C3252D", "#767676"


@stands("check chip")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def beside_gray(color: str) -> QImage:
    """A chip at the left, a gray card at the right."""
    seen = QImage(4 * HIGH, 2 * HIGH, QImage.Format.Format_RGB32)
    seen.fill(QColor(GRAY))
    for x in range(2 * HIGH):
        for y in range(2 * HIGH):
            seen.setPixelColor(x, y, QColor(color))
    return seen


def photo(folder: Path, color: str = RED) -> Path:
    seen = Image.new("RGB", (4 * HIGH, 2 * HIGH), GRAY)
    seen.paste(color, (0, 0, 2 * HIGH, 2 * HIGH))
    seen.save(folder / "photo.png")
    return folder / "photo.png"


def marked(user: Quick, page) -> None:
    """Mark chip and card on the photo that is shown, and compare."""
    user.qtbot.waitUntil(page.photo.isVisible)
    plate = page.photo.plate
    QTest.mouseClick(plate, LEFT, pos=QPoint(60, 60))
    page.photo.marks.choose("gray")
    QTest.mouseClick(plate, LEFT, pos=QPoint(plate.picture.width() - 60, 60))
    user.qtbot.waitUntil(lambda: page.photo.found is not None)
    user.press(page.photo.use)


@pytest.fixture
def page(user):
    user.go("check chip")
    here = user.form
    here.cameras = dict
    here.begin()
    return here


def test_a_photo_of_a_file_says_which_color_of_the_set_it_may_be(user, page, tmp_path):
    before = user.seen
    assert page.none.isVisible()
    assert page.none.text() == NO_CAMERA
    assert not page.aim.isVisible()
    page.choose_photo = lambda: str(photo(tmp_path))
    user.press(page.open)
    marked(user, page)
    assert page.verdict.text() == "A color of the set"
    assert page.words.text().startswith("It may be the red of $5, ")
    assert user.seen == before, "nothing is posted"


def test_a_color_that_the_set_has_not_is_said_and_leads_to_foreign_chips(user, page, tmp_path):
    page.choose_photo = lambda: str(photo(tmp_path, "#30A0C8"))
    user.press(page.open)
    marked(user, page)
    assert page.verdict.text() == "Not a color of the set"
    assert "The nearest is the " in page.words.text()
    user.press(page.answer.findChildren(type(page.open))[-1])
    assert user.form.name == "foreign"


def test_what_was_found_is_gone_once_somebody_looks_elsewhere(user, page, tmp_path):
    page.choose_photo = lambda: str(photo(tmp_path))
    user.press(page.open)
    marked(user, page)
    user.go("redeem")
    user.go("check chip")
    assert not page.answer.isVisible()
    assert not page.photo.isVisible()


def test_a_photo_that_cannot_be_read_is_told(user, page, tmp_path):
    (tmp_path / "none.jpg").write_bytes(b"no picture")
    page.choose_photo = lambda: str(tmp_path / "none.jpg")
    user.press(page.open)
    user.qtbot.waitUntil(lambda: "no picture that can be read" in user.told())
    assert not page.photo.isVisible()


def near(name: str, apart: int, chip: str = "$5", part: str = "color") -> Near:
    return Near(Chip.named(chip), part, name, apart)


@pytest.mark.parametrize(
    ("found", "tone", "words"),
    [
        ([], "look", NO_COLORS),
        (
            [near("red", 1_500)],
            "good",
            "It may be the red of $5, 15.00 away; up to 15.00 is the same",
        ),
        ([near("red", 1_501)], "stop", "The nearest is the red of $5, 15.01 away; up to 15.00"),
        (
            [near("red", 200), near("pink", 900, "$2", "second")],
            *("good", "red of $5, 2.00 away or the pink of the spots of $2, 9.00 away;"),
        ),
        ([near("red", 100 * at) for at in range(5)], "good", "It may be others, too."),
    ],
)
def test_what_is_said_of_the_nearest(found, tone, words):
    said = told(found, 1_500)
    assert said[0] == tone
    assert words in said[2]


# A camera


def test_a_photo_has_the_colors_that_the_camera_saw():
    data = as_png(beside_gray(RED))
    again = QImage.fromData(data)
    assert again.pixelColor(5, 5) == QColor(RED)
    large = QImage(4096, 3072, QImage.Format.Format_RGB32)
    large.fill(QColor(RED))
    assert QImage.fromData(as_png(large)).width() == MOST.width()


class Eye(Sight):
    """What a camera sees, shown by hand."""

    def __init__(self, parent) -> None:
        super(Sight, self).__init__(parent)
        self.closed = False

    def close(self) -> None:
        self.closed = True


def test_what_the_camera_sees_is_shown_and_a_photo_of_it_is_compared(user, page):
    eye = Eye(page)
    page.finder.look(eye)
    assert not page.finder.take.isEnabled(), "nothing is seen yet"
    eye.seen.emit(QImage())
    eye.seen.emit(beside_gray(RED))
    user.press(page.finder.take)
    assert eye.closed, "the camera is let go"
    marked(user, page)
    assert page.words.text().startswith("It may be the red of $5, ")


def test_the_camera_is_let_go_by_whoever_leaves(user, page):
    for leave in (lambda: user.go("redeem"), user.window.session.lock):
        eye = Eye(page)
        user.go("check chip")
        page.finder.look(eye)
        leave()
        assert eye.closed


def test_a_camera_that_shows_nothing_is_told(qtbot):
    finder = Viewfinder()
    qtbot.addWidget(finder)
    finder._silent.setInterval(1)
    finder.look(Eye(finder))
    qtbot.waitUntil(lambda: finder.words.text().startswith("The camera shows nothing."))


def test_qt_multimedia_brings_the_frames_of_a_video_source(qtbot):
    """A real session of Qt Multimedia, fed with frames in place of a camera's."""
    multimedia = pytest.importorskip("PySide6.QtMultimedia", exc_type=ImportError)
    source = multimedia.QVideoFrameInput()

    def feed(session):
        session.setVideoFrameInput(source)
        return source

    finder = Viewfinder()
    qtbot.addWidget(finder)
    finder.look(Sight(feed, finder))
    frame = multimedia.QVideoFrame(beside_gray(RED))

    def seen() -> bool:
        source.sendVideoFrame(frame)
        return not finder.image.isNull()

    qtbot.waitUntil(seen)
    assert finder.image.pixelColor(5, 5) == QColor(RED)
    assert finder.take.isEnabled()
    with qtbot.waitSignal(finder.taken) as taken:
        QTest.mouseClick(finder.take, LEFT)
    assert QImage.fromData(taken.args[0]).pixelColor(5, 5) == QColor(RED)
