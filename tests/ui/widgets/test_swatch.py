"""Colors side by side: named and measured, and chips as they are seen."""

import pytest
from PySide6.QtGui import QColor

from pitdesk.chips import Chip
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.color import CONDITIONS, seen
from pitdesk.chipset.law import CHIP_SET
from ui.widgets.swatch import Alike, Measured, Swatch, as_seen, hundredths, icon

FIVE = Look.of(CHIP_SET["$5"])


@pytest.fixture
def line(qtbot) -> Measured:
    made = Measured("color", "Primary color", lambda _: None)
    qtbot.addWidget(made)
    made.show_named("red", 1500)
    return made


def test_both_colors_stand_side_by_side_and_the_difference_is_said(line):
    line.edit.setText("C3252D")
    assert line.value() == "#c3252d"
    assert line.swatch.colors == ("#C3252D", "#c3252d")
    assert line.words.text() == "0.00 from red: the same color."
    line.edit.setText("Lab 43, 58, 35")
    assert line.value() == "lab(43 58 35)"
    assert line.words.text().endswith("from red: the same color.")
    line.edit.setText("#1D7A43")
    assert "from red: another color. Up to 15.00 is the same." in line.words.text()
    assert "#1d7a43" in line.swatch.accessibleName()


def test_what_cannot_be_compared_is_said_so(line):
    assert line.words.text() == "Red, not measured."
    line.edit.setText("reddish")
    with pytest.raises(ValueError, match="'reddish' is no color"):
        line.value()
    assert line.swatch.colors == ("#C3252D", "")
    line.edit.setText("#123456")
    line.show_named("gold leaf", 1500)
    assert "Nobody knows how gold leaf looks" in line.words.text()
    line.edit.clear()
    line.show_named("", 1500)
    assert line.words.text() == "Name the color first."


def test_a_swatch_is_painted_half_and_half(qtbot):
    swatch = Swatch("Red, named and measured")
    qtbot.addWidget(swatch)
    swatch.show_colors("#C3252D", "#1D7A43")
    image = swatch.grab().toImage()
    at = [image.pixelColor(image.width() * part // 4, image.height() // 2) for part in (1, 3)]
    assert at == [QColor("#C3252D"), QColor("#1D7A43")]


def test_an_icon_has_the_color():
    assert icon("red").pixmap(20, 20).toImage().pixelColor(10, 10) == QColor("#C3252D")


@pytest.mark.parametrize("how", CONDITIONS)
def test_a_look_as_it_is_seen(how):
    look = as_seen(FIVE, how)
    assert look.measured == {"color": seen("red", how), "second": seen("yellow", how)}
    assert (look.color, look.spots) == ("red", 6)


def test_what_nobody_knows_stays_as_it_is():
    assert as_seen(Look(color="gold leaf"), "dim").measured == {}
    measured = Look(color="red", measured={"color": "#800000"})
    assert as_seen(measured, "protan").measured["color"] == seen("#800000", "protan")


def test_two_chips_under_every_condition(qtbot):
    other = Look.of(CHIP_SET["$25"])
    alike = Alike((Chip.named("$5"), FIVE), (Chip.named("$25"), other))
    qtbot.addWidget(alike)
    assert [*alike.strips] == [*CONDITIONS]
    plain, deutan = (alike.strips[how][0].pixmap().toImage() for how in ("plain", "deutan"))
    assert plain != deutan
    assert alike.strips["dim"][1].accessibleName() == "$25, in dim light"
    assert alike.accessibleName() == "$5 and $25 as they are seen from the edge"


def test_a_difference_in_words():
    assert [hundredths(n) for n in (0, 7, 420, 1500)] == ["0.00", "0.07", "4.20", "15.00"]
