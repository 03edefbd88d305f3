"""A photo to take a color from: boxes by mouse and keys, the color, and what is wrong in words."""

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from pitdesk.chipset.color import apart
from pitdesk.errors import Trouble
from tests.ui.night import copied
from ui.chips.photo import CLICKED, HIGH, LEAST, PhotoView, read_photo
from ui.work.reader import Reader

LEFT = Qt.MouseButton.LeftButton


def photo(folder: Path, name: str = "photo.png", *, gray: str = "#767676", turned: bool = False) -> Path:
    """A chip at the left, a gray card at the right; twice as large as it is shown."""
    seen = Image.new("RGB", (4 * HIGH, 2 * HIGH), gray)
    seen.paste("#C3252D", (0, 0, 2 * HIGH, 2 * HIGH))
    if turned:
        seen = seen.transpose(Image.Transpose.ROTATE_90)
        exif = Image.Exif()
        exif[0x0112] = 6  # to be turned clockwise
        seen.save(folder / name, exif=exif)
    else:
        seen.save(folder / name)
    return folder / name


@pytest.fixture
def view(qtbot, open_window, tmp_path) -> PhotoView:
    """A view in a window of its own, with a reader on a real book."""
    pit = open_window(*copied(tmp_path))
    screen = QWidget()
    made = PhotoView(Reader(pit.station, screen))
    made.setParent(screen)
    qtbot.addWidget(screen)
    screen.resize(700, 600)
    made.resize(700, 600)
    screen.show()
    made.wrong, made.screen = [], screen  # which goes, and takes it along, once nobody has it
    return made


def opened(qtbot, view, path) -> PhotoView:
    view.open_photo(path, view.wrong.append)
    qtbot.waitUntil(lambda: view.isVisible() or bool(view.wrong))
    return view


def drag(plate, start: tuple[int, int], end: tuple[int, int]) -> None:
    QTest.mousePress(plate, LEFT, pos=QPoint(*start))
    QTest.mouseMove(plate, QPoint(*end))
    QTest.mouseRelease(plate, LEFT, pos=QPoint(*end))


def found(qtbot, view) -> str:
    qtbot.waitUntil(lambda: view.found is not None)
    return view.found.hex


def test_a_drag_on_the_chip_and_one_on_the_card_give_the_color(qtbot, view, tmp_path):
    opened(qtbot, view, photo(tmp_path))
    assert view.words.text() == "Mark the chip first."
    assert not view.use.isEnabled()
    drag(view.plate, (40, 40), (140, 120))
    left, top, right, bottom = view.plate.box("spot")
    assert (left, top) == (80, 80)
    assert (right - left, bottom - top) == (202, 162), "in the photo's own pixels"
    assert view.words.text() == "Mark the gray card too."
    view.marks.choose("gray")
    drag(view.plate, (300, 40), (400, 120))
    assert apart(found(qtbot, view), "#c3252d") < 100, "an eye sees no difference"
    with qtbot.waitSignal(view.taken) as taken:
        QTest.mouseClick(view.use, LEFT)
    assert taken.args == [view.found.hex]


def test_a_click_is_a_small_box_and_keys_move_and_size_it(qtbot, view, tmp_path):
    opened(qtbot, view, photo(tmp_path))
    plate = view.plate
    QTest.mouseClick(plate, LEFT, pos=QPoint(100, 100))
    box = plate.boxes["spot"]
    assert (box.width(), box.height()) == (CLICKED, CLICKED)
    QTest.keyClick(plate, Qt.Key.Key_Right)
    assert plate.boxes["spot"].left() > box.left()
    QTest.keyClicks(plate, "+")
    assert plate.boxes["spot"].width() > CLICKED
    QTest.keyClicks(plate, "-" * 30)
    assert plate.boxes["spot"].width() == LEAST
    for _ in range(60):
        QTest.keyClick(plate, Qt.Key.Key_Up)
    assert plate.boxes["spot"].top() == 0, "it stays on the photo"
    QTest.keyClick(plate, Qt.Key.Key_Return)
    assert view.marks.typed() == "gray"


def test_a_photo_is_upright_whichever_way_the_camera_was_held(qtbot, view, tmp_path):
    opened(qtbot, view, photo(tmp_path, "turned.jpg", turned=True))
    assert view.plate.picture.width() > view.plate.picture.height()
    drag(view.plate, (40, 40), (140, 120))
    view.marks.choose("gray")
    drag(view.plate, (300, 40), (400, 120))
    red, green = (int(found(qtbot, view)[at : at + 2], 16) for at in (1, 3))
    assert red > 180
    assert green < 60


def test_what_is_wrong_with_a_photo_is_said_in_its_words(qtbot, view, tmp_path):
    opened(qtbot, view, photo(tmp_path, gray="#FFFFFF"))
    drag(view.plate, (40, 40), (140, 120))
    view.marks.choose("gray")
    drag(view.plate, (300, 40), (400, 120))
    words = "The gray card is blown out; take the photo again with less exposure."
    qtbot.waitUntil(lambda: view.words.text() == words)
    assert view.found is None
    assert not view.use.isEnabled()
    drag(view.plate, (60, 60), (160, 140))
    words = "The boxes of the chip and of the gray card overlap; mark each where it is alone."
    view.marks.choose("spot")
    drag(view.plate, (60, 60), (160, 140))
    qtbot.waitUntil(lambda: view.words.text() == words)


def test_a_white_card_counts_as_what_it_reflects(qtbot, view, tmp_path):
    opened(qtbot, view, photo(tmp_path, gray="#F3F3F3"))
    drag(view.plate, (40, 40), (140, 120))
    view.marks.choose("gray")
    drag(view.plate, (300, 40), (400, 120))
    qtbot.waitUntil(lambda: bool(view.found))
    dark = view.found.hex
    view.card.choose("90")
    qtbot.waitUntil(lambda: bool(view.found) and view.found.hex != dark)
    assert view.found.hex > dark


def test_what_is_no_picture_is_said(qtbot, view, tmp_path):
    path = tmp_path / "chip.jpg"
    path.write_text("no picture")
    opened(qtbot, view, path)
    assert view.wrong == ["This is no picture that can be read here; save it as JPEG or PNG."]
    assert view.isHidden()
    with pytest.raises(Trouble, match=r"gone\.jpg cannot be read: No such file"):
        read_photo(tmp_path / "gone.jpg")


def test_leaving_the_photo_lets_it_go(qtbot, view, tmp_path):
    opened(qtbot, view, photo(tmp_path))
    drag(view.plate, (40, 40), (140, 120))
    view.forget()
    assert view.isHidden()
    assert view.found is None
