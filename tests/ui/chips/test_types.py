"""Chip types and their tiles: what the rules prescribe, one chip or several chosen, signs on them."""

from datetime import date

import pytest
from PySide6.QtCore import Qt

from pitdesk.chips import Chip
from pitdesk.chipset.law import CHIP_SET
from ui.chips.types import ChipTiles, chip_types, look_words, patterns

DAY = date(2026, 11, 21)


@pytest.fixture
def tiles(qtbot) -> ChipTiles:
    made = ChipTiles("chips", single=True)
    qtbot.addWidget(made)
    made.offer(CHIP_SET, {"$5": "in the set"})
    made.show()
    return made


def test_looks_in_words():
    red = {"color": "red", "spots": 6, "kind": "solid", "second": "blue"}
    assert look_words(red) == "red, 6 blue spots"
    assert look_words({**red, "kind": "split"}) == "red, 6 split blue spots"
    assert look_words({}) == "its own look"


def test_the_types_and_patterns_of_the_rulebook():
    assert chip_types() == [
        *("$100", "$25", "$5", "$2", "$1", "50c", "coin50c"),
        *("pw$2", "pw$1", "pw50c"),
    ]
    assert patterns(Chip.named("$25"), DAY) == [(8, "solid", "white"), (3, "solid", "white")]
    assert patterns(Chip.named("pw$2"), DAY) == []
    assert patterns(Chip.named("$10"), DAY) == []


def test_one_tile_at_a_time(qtbot, tiles):
    with pytest.raises(ValueError, match="Choose a chip"):
        tiles.value()
    qtbot.mouseClick(tiles.tiles["$5"], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(tiles.tiles["$1"], Qt.MouseButton.LeftButton)
    assert tiles.value() == ["$1"]
    assert tiles.first() is tiles.tiles["$1"]


def test_another_look_and_sign_leave_the_tile_and_its_tick(qtbot, tiles):
    qtbot.mouseClick(tiles.tiles["$5"], Qt.MouseButton.LeftButton)
    tile = tiles.tiles["$5"]
    before = tile.picture.pixmap().toImage()
    blue = {**CHIP_SET, "$5": {**CHIP_SET["$5"], "color": "blue"}}
    tiles.offer(blue, {"$5": "changed"}, {"$5": "stop"})
    assert tiles.tiles["$5"] is tile
    assert tiles.typed() == ["$5"]
    assert tile.picture.pixmap().toImage() != before
    assert tile.sign.isVisible()
    assert tile.accessibleName() == "$5, blue, 6 yellow spots, changed, unlawful"
    tiles.offer(CHIP_SET, {"$5": "in the set"})
    assert tile.sign.isHidden()
    assert tile.accessibleName() == "$5, red, 6 yellow spots, in the set"


def test_more_and_fewer_types_keep_the_tick(qtbot, tiles):
    qtbot.mouseClick(tiles.tiles["$5"], Qt.MouseButton.LeftButton)
    tiles.offer({**CHIP_SET, "nv$5": {}}, {})
    assert [*tiles.tiles] == [*CHIP_SET, "nv$5"]
    assert tiles.typed() == ["$5"]
    assert tiles.tiles["nv$5"].words == "NV $5"
    tiles.offer({"$5": CHIP_SET["$5"]}, {})
    assert [*tiles.tiles] == ["$5"]
    assert tiles.typed() == ["$5"]


def test_several_are_ticked(qtbot):
    made = ChipTiles("chips")
    qtbot.addWidget(made)
    made.offer(CHIP_SET, {})
    made.show()
    for name in ("$5", "$1"):
        qtbot.mouseClick(made.tiles[name], Qt.MouseButton.LeftButton)
    assert {*made.value()} == {"$1", "$5"}
    assert made.tiles["$5"].named.text() == "✓ $5"
