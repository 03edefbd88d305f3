"""Slips that were written on numbered forms while the machine was down, and entered later."""

import pytest

from pitdesk.chips import Chips

FIVE = Chips.read("1x$5")


def test_a_pack_takes_the_next_numbers(pit):
    for count, span in ((50, (1, 50)), (10, (51, 60))):
        pit.desk.number_forms(count, pit.by("pia"))
        assert pit.desk.site.forms[-1] == span
    assert pit.another().site.forms == [(1, 50), (51, 60)]


@pytest.mark.parametrize("count", [0, 501])
def test_a_pack_has_a_size(pit, count):
    with pit.refused("pd.print", words="A pack has 1 to 500 forms"):
        pit.desk.number_forms(count, pit.by("pia"))


def test_a_slip_from_a_form_takes_a_number_and_needs_no_paper(pit):
    entry = pit.desk.fill("2", FIVE, pit.by("jo"), form="0007", written="23:40")
    slip = pit.desk.slip("fill", entry.number.number)
    assert [slip.on_paper(part) for part in ("original", "copy")] == ["by hand"] * 2
    assert pit.desk.today.unprinted() == []
    assert any("entered later from form 0007, written at 23:40" in n.words for n in pit.desk.day.notes)


@pytest.mark.parametrize(
    ("form", "written", "words"),
    [
        ("", "23:40", "Enter the number"),
        ("7", "", "Enter the time"),
        ("7", "25:00", "Enter the time"),
        ("61", "23:40", "is of no pack of this site; those are 0001 to 0050"),
        ("seven", "23:40", "is of no pack of this site"),
    ],
)
def test_what_a_form_lacks_is_told(pit, form, written, words):
    pit.desk.number_forms(50, pit.by("pia"))
    with pit.refused("pd.print", words=words):
        pit.desk.fill("2", FIVE, pit.by("jo"), form=form, written=written)


def test_a_form_is_used_once(pit):
    pit.desk.fill("2", FIVE, pit.by("jo"), form="7", written="23:40")
    with pit.refused("pd.print", words="was used for fill 000001"):
        pit.desk.fill("2", FIVE, pit.by("jo"), form="7", written="23:55")


def test_a_void_of_such_a_slip_is_printed(pit):
    pit.desk.fill("2", FIVE, pit.by("jo"), form="7", written="23:40")
    pit.desk.void("fill", 1, "written twice", pit.by("jo"))
    assert [(part, void) for _, part, void in pit.desk.today.unprinted()] == [
        ("original", True),
        ("copy", True),
    ]
