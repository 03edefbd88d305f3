"""Slips with the organization's lines and logo: what the law asks for stands where it stood."""

import pytest

from pitdesk import kinds
from printers import IMPACT_A, IMPACT_B, WIDTHS
from printers.devices.paper import Paper
from printers.devices.spool import drain, reprint
from printers.slips.layout import size, slip_lines
from printers.slips.letterhead import DOTS, logo_of
from printers.slips.reading import reading_lines
from tests.pitdesk.chipset.test_logo import png

HEADING, FOOTER = ("Dakota Lions, Lodge No. 12", "Minot"), ("Thank you", "Play for fun")
LONGEST = "x" * 32
widths = pytest.mark.parametrize("width", WIDTHS)


@pytest.fixture
def lettered(desk, fill, by):
    """The desk with heading, footer and a logo."""
    desk.set_letterhead(HEADING, FOOTER, by("gm:gaming manager"), logo=png())
    return desk


@pytest.fixture
def lines(desk, fill):
    def lay_out(width=42, part="original", **marks):
        return slip_lines(fill, desk.site, day=desk.today.opening, part=part, width=width, **marks)

    return lay_out


def own(made, width):
    """What stands on the paper besides the slip itself: above its title, and between code and end."""
    return [one.strip() for one in made if one.strip() in (*HEADING, *FOOTER)]


@widths
def test_they_stand_above_the_title_and_before_the_end(desk, by, lines, width):
    bare = lines(width, code="7K3M 2QXV 9T4B")
    desk.set_letterhead(HEADING, FOOTER, by("gm:gaming manager"))
    made = lines(width, code="7K3M 2QXV 9T4B")
    assert made[:3] == [*(one.center(width).rstrip() for one in HEADING), ""]
    assert made[-4:-1] == ["", *(one.center(width).rstrip() for one in FOOTER)]
    assert [*made[3:-4], made[-1]] == bare


def test_the_marks_of_a_slip_stay_outside_them(desk, by, lines, fill):
    desk.void("fill", 1, "counted wrong", by("bo:pit boss"))
    desk.set_letterhead(HEADING, FOOTER, by("gm:gaming manager"))
    made = lines(void=True, duplicate=2)
    assert made[:2] == ["DUPLICATE 2", "VOID VOID VOID VOID"]
    assert made[2].strip() == HEADING[0]
    assert made[-2:] == ["VOID VOID VOID VOID", "END FILL 000001 1/2"]


@widths
def test_no_line_of_them_is_set_large_or_too_wide(desk, by, lines, width):
    desk.set_letterhead([LONGEST], [LONGEST], by("gm:gaming manager"))
    made = lines(width)
    assert max(map(len, made)) <= width
    own_lines = [one for one in made if LONGEST in one]
    assert [size(one, width) for one in own_lines] == ["plain"] * 2


@widths
def test_the_logo_is_above_everything_and_as_wide_as_the_paper(lettered, decoded, width):
    paper = Paper(width=width)
    drain(lettered, paper)
    sheet = decoded(paper.jobs[0].data)
    if width in (IMPACT_A, IMPACT_B):
        assert sheet.pictures == []
        return
    ((across, down, rows),) = sheet.pictures
    assert across == DOTS[width]
    assert len(rows) * 8 == across * down
    assert sheet.commands.index(next(c for c in sheet.commands if c.startswith(b"\x1dv0"))) == 2


def test_without_them_the_bytes_are_as_they_were(desk, fill, by, lines):
    paper = Paper()
    drain(desk, paper)
    before = [job.data for job in paper.jobs]
    assert not any(b"\x1dv0" in data for data in before)
    (first, *_) = [entry for entry in desk.journal.entries() if entry.kind == "print"]
    assert "logo" not in first.fact.detail


def test_a_slip_printed_again_has_what_it_had_first(lettered, fill, by):
    paper, gm = Paper(), by("gm:gaming manager")
    drain(lettered, paper)
    first = paper.jobs[0]
    lettered.set_letterhead(["Another"], [], gm, logo=b"")
    reprint(lettered, paper, fill, "original")
    again = paper.jobs[-1]
    assert again.lines == ("DUPLICATE 1", *first.lines)
    picture = first.data[first.data.index(b"\x1dv0") :][: 8 + 64 * 100]
    assert picture in again.data
    lettered.fill("2", fill.chips, by("bo:pit boss", "jo:cashier"))
    drain(lettered, paper)
    assert b"\x1dv0" not in paper.jobs[-1].data
    assert paper.jobs[-1].lines[0].strip() == "Another"


def test_the_book_says_whose_logo_a_print_bore(lettered, fill):
    drain(lettered, Paper(width=32))
    prints = [e.fact for e in lettered.journal.entries() if e.kind == "print"]
    assert {one.logo for one in prints} == {lettered.site.letterhead_entry}
    kept = lettered.journal.entry(prints[0].logo).of(kinds.Letterhead)
    assert logo_of(kept, 32).across == 384


def test_a_printer_of_letters_notes_no_logo(lettered):
    drain(lettered, Paper(width=40))
    assert {e.fact.logo for e in lettered.journal.entries() if e.kind == "print"} == {0}


def test_the_night_so_far_bears_them_too(lettered, by, decoded):
    reading = lettered.reading(by("pia:shift manager")[0])
    made = reading_lines(reading, lettered.today, lettered.site, 42)
    assert own(made, 42) == [*HEADING, *FOOTER]
    assert made[-1].startswith("END READING")
    paper = Paper()
    drain(lettered, paper)
    assert len(decoded(paper.jobs[-1].data).pictures) == 1
