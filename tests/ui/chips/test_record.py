"""The record of a chip: what is typed becomes its look, and what cannot be read is told in its place."""

import pytest
from PySide6.QtWidgets import QWidget

from pitdesk.chips import Chip
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.law import CHIP_SET
from ui.chips.record import Record, colors, read_spots, written_spots

WHOLE = Look(
    color="pink",
    spots=4,
    kind="split",
    second="purple",
    third="teal",
    middle="white",
    mark="Lions Minot",
    value_side=False,
    maker="Bud Jones",
    mould="hat and cane",
    everywhere=True,
    since="2024-05-01",
    measured={"color": "#e98fb0", "middle": "lab(95 0 2)"},
)


@pytest.fixture
def record(qtbot) -> Record:
    made = Record(lambda _: None, QWidget())
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize(
    "look", [WHOLE, Look(), *map(Look.of, CHIP_SET.values())], ids=lambda one: one.words
)
def test_a_look_that_is_shown_is_the_look_that_is_typed(record, look):
    record.show_look(Chip.named("$2"), look, [(4, "split", "")])
    assert record.look() == look
    assert record.wrong() is None
    record.draw(look, "Dakota Lions", 1500)
    assert record.look() == look


def test_what_the_rulebook_allows_is_offered_first(record):
    record.show_look(Chip.named("$25"), Look(), [(8, "solid", "white"), (3, "solid", "white")])
    offered = [record.spots.box.itemText(at) for at in range(record.spots.box.count())]
    assert offered[:2] == ["8 solid", "3 solid"]
    assert len(offered) == len({*offered})


def test_what_cannot_be_read_leaves_the_look_and_is_told(record):
    record.show_look(Chip.named("$2"), WHOLE, [])
    record.spots.take_up("many")
    record.since.take_up("spring")
    assert record.look() == WHOLE
    assert record.wrong() is record.spots
    assert "'many' are no edge spots" in record.spots.told
    record.spots.take_up("4 split")
    assert record.wrong() is record.since
    assert record.view.value() == "origin", "it is brought to the front"
    assert "'spring' is no date" in record.since.told


def test_fields_that_say_nothing_are_not_asked_for(record):
    record.show_look(Chip.named("50c"), Look.of(CHIP_SET["50c"]), [])
    record.draw(record.look(), "", 1500)
    assert not record.colors["second"].isVisible()
    record.spots.take_up("4 split")
    record.draw(record.look(), "", 1500)
    assert record.colors["middle"].isVisible()
    assert record.name_face.accessibleName() == "The other side of 50c: no name"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("6", (6, "solid")),
        ("6 solid", (6, "solid")),
        ("4 Split edge spots", (4, "split")),
        ("4 triple split", (4, "triple split")),
        ("none", (0, "no")),
        ("", (0, "no")),
    ],
)
def test_edge_spots_as_people_write_them(text, read):
    assert read_spots(text) == read
    assert read_spots(written_spots(*read)) == read


@pytest.mark.parametrize("text", ["six", "4 stripes", "-4", "1000", "4 4"])
def test_what_are_no_edge_spots(text):
    with pytest.raises(ValueError, match="are no edge spots"):
        read_spots(text)


def test_each_color_is_offered_once():
    assert len(colors()) == len({*colors()})
    assert {"mustard yellow", "gray"} <= {*colors()}
    assert not {"mustard", "grey"} & {*colors()}
