"""Paper on the screen: letters in their columns, nothing cut at any size, a report with its caption."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontInfo, QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget

from printers import WIDTHS
from tests.ui.busy import busy_report
from ui.widgets import faces, theme
from ui.widgets.pages import SHADE
from ui.widgets.paper import ENDS, SIDE, ReportPaper, SlipPaper

GOLDEN = Path(__file__).parents[2] / "golden" / "slips"
SLIP = (GOLDEN / "fill-000412-original.42.txt").read_text("ascii").splitlines()
DARK = 140


@pytest.fixture
def busy_pdf() -> bytes:
    return busy_report()


@pytest.fixture
def paper(qtbot) -> SlipPaper:
    made = SlipPaper()
    qtbot.addWidget(made)
    made.resize(480, 900)
    return made


def ink(image: QImage, where: QRect | None = None) -> QRect:
    """What is dark of a picture, or of a part of it."""
    where = where or image.rect()
    dark = [
        (x, y)
        for y in range(where.top(), where.bottom() + 1)
        for x in range(where.left(), where.right() + 1)
        if image.pixelColor(x, y).alpha() == 255 and image.pixelColor(x, y).lightness() < DARK
    ]
    if not dark:
        return QRect()
    across, down = zip(*dark, strict=True)
    return QRect(min(across), min(down), max(across) - min(across) + 1, max(down) - min(down) + 1)


def drawn(paper: SlipPaper, cell: int) -> QImage:
    return paper._draw(cell).toImage()


def test_it_says_what_will_be_here_while_there_is_no_slip(paper):
    assert paper.accessibleDescription() == SlipPaper.EMPTY
    assert ink(paper.grab().toImage().convertToFormat(QImage.Format.Format_ARGB32)).isValid()
    paper.show_lines(SLIP, 42)
    paper.show_lines([], 42)
    assert paper.accessibleDescription() == SlipPaper.EMPTY
    assert paper.lines == ()


def test_a_screen_reader_reads_the_slip(paper):
    paper.show_lines(SLIP, 42)
    assert paper.accessibleDescription().splitlines() == SLIP


def test_the_letters_are_those_of_paper(paper):
    info = QFontInfo(paper._font)
    assert (info.family(), info.fixedPitch()) == (faces.MONO, True)


@pytest.mark.parametrize("cell", [5, 7, 8, 9, 13])
@pytest.mark.parametrize("column", [0, 1, 20, 41])
def test_each_letter_stands_in_its_column(paper, cell, column):
    paper.show_lines([" " * column + "H"], 42)
    found = ink(drawn(paper, cell))
    assert found.left() >= (SIDE + column) * cell
    assert found.right() < (SIDE + column + 1) * cell
    middle = (SIDE + column) * 2 * cell + cell
    assert abs(found.left() + found.right() + 1 - middle) <= 2


@pytest.mark.parametrize(
    ("line", "wide", "tall"), [("VOID", 2, 2), ("TOTAL H", 1, 2), ("ENTRY H", 1, 1)]
)
def test_lines_are_as_large_as_they_print(paper, line, wide, tall):
    cell = 12
    paper.show_lines([line, "H"], 42)
    image = drawn(paper, cell)
    row = cell * 13 // 6
    below = ink(image, QRect(0, ENDS * cell + tall * row, image.width(), row))
    first = ink(image, QRect(0, ENDS * cell, image.width(), tall * row))
    assert below.left() < SIDE * cell + cell
    assert first.right() < SIDE * cell + len(line) * wide * cell
    assert first.right() >= SIDE * cell + (len(line) - 1) * wide * cell
    assert abs(first.height() - tall * below.height()) <= tall


def test_a_slip_is_as_high_as_its_lines(paper):
    before = paper._size(10).height()
    paper.show_lines(["plain", "TOTAL 1", "VOID"], 42)
    assert paper._size(10).height() == 5 * 21 + 2 * ENDS * 10 < before


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("room", [(240, 350), (340, 500), (480, 300), (900, 1200), (100, 100)])
def test_nothing_is_cut_at_any_size(paper, width, room):
    paper.show_lines([*SLIP, "x" * (width + 9)], width)
    paper.resize(*room)
    whole = paper._size(paper.cell())
    assert whole.width() <= room[0] - 2 * SHADE
    assert whole.height() <= room[1] - 2 * SHADE
    assert paper._extent()[0] >= width + 9 + 2 * SIDE


def test_it_asks_for_the_height_that_it_has_use_for(qtbot):
    holder, paper = QWidget(), SlipPaper()
    qtbot.addWidget(holder)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(paper)
    column.addStretch(1)
    paper.show_lines(SLIP, 42)
    holder.setFixedWidth(340)
    holder.resize(340, 1000)
    with qtbot.waitExposed(holder):
        holder.show()
    qtbot.waitUntil(lambda: paper.height() < 800)
    assert paper.cell() == 7
    assert 0 <= paper.height() - paper._size(7).height() - 2 * SHADE <= 2


def test_it_grows_with_the_letters_of_the_screen(paper):
    font = paper.font()
    font.setPixelSize(15)
    paper.setFont(font)
    before = paper.sizeHint().width()
    font.setPixelSize(30)
    paper.setFont(font)
    assert paper.sizeHint().width() > before * 3 // 2


def test_it_is_drawn_only_when_something_is_another(paper, monkeypatch):
    turns = []
    draw = paper._draw
    monkeypatch.setattr(paper, "_draw", lambda cell: (turns.append(cell), draw(cell))[1])
    paper.show_lines(SLIP, 42)
    for _ in range(3):
        paper.grab()
        paper.show_lines(list(SLIP), 42)
    assert len(turns) == 1
    paper.show_lines(SLIP[:-1], 42)
    paper.grab()
    assert len(turns) == 2
    paper.resize(250, 400)
    paper.grab()
    theme.changed.emit()
    paper.grab()
    assert len(turns) == 4


def test_white_paper_lies_on_any_ground(paper):
    paper.show_lines(SLIP, 42)
    image = paper.grab().toImage()
    assert image.pixelColor(image.width() // 2, 2 * SHADE + 6) == theme.current().paper


# A report


def test_a_report_says_where_we_are_and_how_large(qtbot, busy_pdf):
    report = ReportPaper()
    qtbot.addWidget(report)
    report.resize(700, 600)
    report.show()
    assert (report.view.pages, report.view.page, report._caption.text()) == (0, 0, "")
    assert not report._fit.isVisible()
    report.show_pdf(busy_pdf)
    qtbot.waitUntil(lambda: report.view.pages > 1)
    assert report._caption.text() == f"Page 1 of {report.view.pages}"
    report.view.go_to(3)
    assert report._caption.text() == f"Page 3 of {report.view.pages}"
    assert not report._fit.isEnabled()
    qtbot.mouseClick(report._larger, Qt.MouseButton.LeftButton)
    assert report._zoom.text() == "100 %"
    qtbot.mouseClick(report._fit, Qt.MouseButton.LeftButton)
    assert not report._fit.isEnabled()


def test_a_report_that_cannot_be_shown_says_so(qtbot):
    report = ReportPaper()
    qtbot.addWidget(report)
    with qtbot.waitSignal(report.failed) as told:
        report.show_pdf(b"no PDF at all")
    assert told.args == [report.view.words]
    assert "cannot be shown" in report.view.words
    assert "book" in report.view.words
    assert report.sizeHint() == QSize(760, 900)
