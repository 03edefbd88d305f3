"""The letterhead: what fits above and below a slip, and what could be taken for a part of it."""

import pytest

from pitdesk.errors import Refused
from tests.pitdesk.chipset.test_logo import png


def words(desk, by, heading=(), footer=(), **more) -> str:
    """What is refused of a letterhead; "" for nothing."""
    found = desk.trial(
        lambda desk: desk.set_letterhead(heading, footer, by("gm:gaming manager"), **more)
    )
    assert {one.rule for one in found} <= {"pd.letterhead"}
    return " ".join(one.words for one in found)


@pytest.mark.parametrize(
    "line",
    [
        "Dakota Lions, Lodge No. 12",
        "Minot, ND 58701, 701-555-0142",
        "Thank you for your visit!",
        "Keep this slip in good order",
        "Avoid debts: call 1-800-472-2911",
        "End of the week: free coffee",
        "x" * 32,
    ],
)
def test_a_line_of_ones_own_is_kept(desk, by, line):
    assert words(desk, by, [line], [line]) == ""


@pytest.mark.parametrize(
    "line",
    [
        *("VOID", "Void Void", "V O I D", "v-o-i-d", "V0ID", "DUPLICATE 1", "practice", "COPY", "c0py"),
        *("ORIGINAL", "000412 ORIGINAL", "FILL SLIP", "Credit  slip", "NOT A SLIP", "PUT IN DROP BOX 2"),
        *("Keep with daily records", "TABLE 2", "Total 240 $600.00", "21 TWENTY-ONE", "CODE 7K3M 2QXV"),
        *("Entry 47 check 2f3f 2fcc", "END FILL 000001 1/2", "Date: Nov 20, 2026", "To: table 2"),
        *("Verified by", "Prepared by JO", "READING 3", "Box 2", "Number 000412", "VOIDED BY ME"),
        *("----------", "____________", "THE NIGHT SO FAR"),
    ],
)
def test_what_could_be_taken_for_a_part_of_the_slip_is_refused(desk, by, line):
    assert "cannot stand in a heading" in words(desk, by, heading=[line])
    assert "cannot stand in a footer" in words(desk, by, footer=[line])


@pytest.mark.parametrize("line", ["Bj\xf8rn", "Lions \u2013 Minot", "a\x1b!8b", "a\x00b", "\u202eDIOV"])
def test_what_no_printer_sets_is_refused(desk, by, line):
    assert "receipt printers set plain letters" in words(desk, by, heading=[line])


def test_it_fits_the_narrowest_paper(desk, by):
    assert "it has 33 letters, and the narrowest paper 32 columns" in words(desk, by, ["x" * 33])
    assert "A heading has 3 lines at most, not 4" in words(desk, by, ["a", "b", "c", "d"])
    assert "A footer has 2 lines at most, not 3" in words(desk, by, (), ["a", "b", "c"])


def test_empty_lines_are_left_out(desk, by):
    desk.set_letterhead(["  Dakota \t Lions ", "", "Minot"], ["", "Thanks"], by("gm:gaming manager"))
    assert desk.site.letterhead.heading == ("Dakota Lions", "Minot")
    assert desk.site.letterhead.footer == ("Thanks",)


def test_a_logo_stays_until_it_is_taken_away(desk, by):
    gm = by("gm:gaming manager")
    desk.set_letterhead([], [], gm, logo=png())
    logo = desk.site.letterhead.logo
    assert {*logo} == {"384", "512", "576"}
    desk.set_letterhead(["Dakota Lions"], [], gm)
    assert desk.site.letterhead.logo == logo
    desk.set_letterhead(["Dakota Lions"], [], gm, logo=b"")
    assert desk.site.letterhead.logo == {}


def test_what_is_no_picture_is_refused(desk, by):
    said = words(desk, by, logo=b"no picture")
    assert said.startswith("The logo cannot be used: this is no picture that can be read here")


def test_a_manager_initials_it(desk, by):
    with pytest.raises(Refused, match="Set-up is initialed by the gaming or a shift manager"):
        desk.set_letterhead(["Dakota Lions"], [], by("jo:cashier"))
