"""The night so far on paper: every line fits, and each try is noted before its bytes leave."""

import pytest

from pitdesk.chips import Chips
from pitdesk.errors import Trouble
from printers import WIDTHS
from printers.devices.paper import Paper
from printers.devices.spool import drain
from printers.slips.layout import size
from printers.slips.reading import reading_lines


class Away(Paper):
    """A printer that takes nothing."""

    def ready(self, job=None):
        raise Trouble("the cover is open")


def read(desk, by):
    return desk.reading(*by("jo:cashier"))


@pytest.mark.parametrize("width", WIDTHS)
def test_every_line_fits_the_paper(desk, by, width):
    read(desk, by)
    desk.own_count("drawer", {"drawer": {"cash": 1}}, *by("jo:cashier"))
    desk.fill("2", Chips.read("80x50c 60x$1 100x$5"), by("jo:cashier"))
    lines = reading_lines(read(desk, by), desk.today, desk.site, width)
    assert max(map(len, lines)) <= width
    assert all(line.isascii() for line in lines)
    assert size("READING 2", width) == "big"
    assert {"READING 2", "SLIPS OPEN", "THIS CLOSES NOTHING"} < {*lines}
    said = [" ".join(line.split()) for line in lines]
    assert "Drawer being counted" in said
    assert any("-$600.00 since" in line for line in said)
    assert any("Since reading 1" in line for line in said)


def test_a_reading_prints_after_the_slips_and_once(desk, by, fill):
    entry = read(desk, by)
    paper = Paper()
    drain(desk, paper)
    assert [job.name for job in paper.jobs] == [
        "fill-000001-original",
        "fill-000001-copy",
        f"reading-{entry.seq:06}",
    ]
    assert desk.today.readings.on_paper(entry.seq) == "whole"
    assert drain(desk, paper) == []
    (kept,) = [one.fact for one in desk.journal.entries() if one.kind == "print reading"]
    assert kept.lines == paper.jobs[-1].lines


def test_what_nobody_can_prove_is_never_sent_again_by_itself(desk, by):
    entry = read(desk, by)
    paper = Paper()
    paper.jam()
    drain(desk, paper)
    assert desk.today.readings.on_paper(entry.seq) == "unknown"
    assert drain(desk, paper) == []
    assert not desk.today.unproven()  # and holds nothing up
    assert "pd.print" not in [one.rule for one in desk.blockers(0)]


def test_paper_that_may_be_torn_is_cut_off_before_the_next_slip(desk, by):
    read(desk, by)
    paper = Paper()
    paper.jam()
    drain(desk, paper)
    desk.fill("2", Chips.read("1x$5"), by("jo:cashier"))
    drain(desk, paper)
    torn = [b"THE PAPER ABOVE IS INCOMPLETE" in job.data for job in paper.jobs]
    assert torn == [False, True, False]


def test_only_the_newest_waits_for_a_printer_that_is_away(desk, by):
    read(desk, by)
    with pytest.raises(Trouble, match="cover is open"):
        drain(desk, Away())
    last = read(desk, by)
    paper = Paper()
    drain(desk, paper)
    assert [job.name for job in paper.jobs] == [f"reading-{last.seq:06}"]
