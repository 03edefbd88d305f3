"""From the book to paper: noted before the bytes leave, sent once, and never known to be more."""

import subprocess
import sys
import time
from dataclasses import replace
from datetime import date
from hashlib import sha256

import pytest

from pitdesk.book.journal import Journal
from pitdesk.chips import Chips
from pitdesk.errors import Refused, Trouble
from printers.devices.network import Network
from printers.devices.paper import Paper
from printers.devices.profiles import PROFILES
from printers.devices.receipt import Receipt
from printers.devices.spool import drain, duplicate, reprint
from printers.slips.layout import slip_lines
from tests.printers.fakes import Fake, plugged

CHIPS = Chips.read("80x50c 60x$1 100x$5")


def names(paper):
    return [job.name for job in paper.jobs]


def outcomes(desk):
    return [(one.part, one.copy, one.outcome) for one in desk.slip("fill", 1).prints]


def kinds(desk):
    return [entry.kind for entry in desk.journal.entries() if entry.kind.startswith("print")]


def prints(desk):
    return [entry.fact for entry in desk.journal.entries() if entry.kind == "print"]


class Watched(Paper):
    """Paper that asks, before it takes a job: what does the book say by now?"""

    def __init__(self, book):
        super().__init__()
        self.book = book
        self.noted = []

    def print(self, job):
        with Journal.read(self.book) as journal:
            *_, last = journal.entries()
        self.noted.append((last.kind, last.fact.lines == job.lines))
        return super().print(job)


class Broken(Paper):
    """Paper whose next job ends in an error: `after` the bytes left, or before the first."""

    error: Exception | None = None

    def print(self, job):
        error, self.error = self.error, None
        if isinstance(error, Trouble):
            raise error
        outcome = super().print(job)
        if error:
            raise error
        return outcome


# Journal, then paper


def test_original_and_copy_come_out_in_the_order_of_the_book(desk, by, fill, credit):
    paper = Paper()
    sent = drain(desk, paper)
    assert names(paper) == [
        "fill-000001-original",
        "fill-000001-copy",
        "credit-000001-original",
        "credit-000001-copy",
    ]
    assert [(one.slip, one.part, one.outcome) for one in sent] == [
        (slip, part, "whole") for slip in (fill, credit) for part in ("original", "copy")
    ]
    assert drain(desk, paper) == []
    assert desk.day.unproven() == []


def test_each_try_stands_in_the_book_before_its_bytes_leave(desk, book, fill):
    paper = Watched(book)
    drain(desk, paper)
    assert paper.noted == [("print", True)] * 2
    assert kinds(desk) == ["print", "printed"] * 2


def test_the_paper_is_what_the_book_keeps(desk, fill):
    paper = Paper(width=33)
    drain(desk, paper)
    wanted = slip_lines(fill, desk.site, day=desk.today.opening, part="copy", width=33)
    first, *_ = [fact for fact in prints(desk) if fact.part == "copy"]
    assert paper.jobs[1].lines == first.lines == tuple(wanted)
    assert first.printer == "paper"


def test_a_day_with_its_slips_on_paper_is_not_held_up_by_them(desk, fill):
    assert "pd.print" in [one.rule for one in desk.blockers(0)]
    drain(desk, Paper())
    assert "pd.print" not in [one.rule for one in desk.blockers(0)]
    assert desk.journal.verify().ok


def test_without_an_open_day_there_is_nothing_to_print(house, by):
    assert drain(house, Paper()) == []
    openers = by("pia:shift manager", "jo:cashier")
    house.open_day(date(2026, 11, 20), openers)
    for when in ("opening", "closing"):
        house.count(when, {"chip bank": {}, "drawer": {"cash": 100_00}}, openers)
    house.close_day(100_00, openers)
    assert drain(house, Paper()) == []


# Not proven


def test_after_a_jam_the_rest_waits_and_nothing_is_sent_again(desk, fill):
    paper = Paper()
    paper.jam()
    assert [one.outcome for one in drain(desk, paper)] == ["unknown"]
    assert names(paper) == ["fill-000001-original"]
    drain(desk, paper)
    drain(desk, paper)
    assert names(paper) == ["fill-000001-original", "fill-000001-copy"]
    assert outcomes(desk) == [("original", 0, None), ("copy", 0, "whole")]


def test_a_restart_sends_nothing_again(desk, fill, reopened):
    paper = Paper()
    paper.jam()
    drain(desk, paper)
    later = reopened(desk)
    again = Paper()
    drain(later, again)
    assert names(again) == ["fill-000001-copy"]
    assert [one.part for _, one in later.day.unproven()] == ["original"]


def test_an_answer_of_whole_ends_it(desk, by, fill):
    paper = Paper()
    paper.jam()
    drain(desk, paper)
    desk.print_answer("fill", 1, "original", "whole", by("jo:cashier"))
    drain(desk, paper)
    assert names(paper) == ["fill-000001-original", "fill-000001-copy"]


def test_what_came_out_as_nothing_or_damaged_goes_out_as_a_duplicate(desk, by, fill):
    paper = Paper()
    for outcome in ("nothing", "damaged"):
        paper.jam()
        drain(desk, paper)
        desk.print_answer("fill", 1, "original", outcome, by("jo:cashier"))
    drain(desk, paper)
    assert names(paper) == [
        "fill-000001-original",
        "fill-000001-original-duplicate-1",
        "fill-000001-original-duplicate-2",
        "fill-000001-copy",
    ]
    first, second, third, _ = (job.lines for job in paper.jobs)
    assert second == ("DUPLICATE 1", *first)
    assert third == ("DUPLICATE 2", *first)
    assert outcomes(desk)[:3] == [
        ("original", 0, "nothing"),
        ("original", 1, "damaged"),
        ("original", 2, "whole"),
    ]


def test_a_printer_changed_in_the_middle_of_a_slip_goes_on_with_duplicates(desk, by, fill):
    old, new = Paper(name="counter"), Paper(name="back office", width=33)
    old.jam()
    drain(desk, old)
    desk.print_answer("fill", 1, "original", "damaged", by("jo:cashier"))
    drain(desk, new)
    assert names(new) == ["fill-000001-original-duplicate-1", "fill-000001-copy"]


class Silent(Paper):
    """A printer that tells nothing back."""

    def __init__(self):
        super().__init__()
        self.proves = False

    def print(self, job):
        super().print(job)
        return "unknown"


def test_a_printer_that_proves_nothing_prints_all_that_is_due_at_once(desk, fill, credit):
    paper = Silent()
    assert [one.outcome for one in drain(desk, paper)] == ["unknown"] * 4
    assert names(paper) == [f"{s}-000001-{p}" for s in ("fill", "credit") for p in ("original", "copy")]
    assert not any(INCOMPLETE in job.data for job in paper.jobs), "nobody said that anything is torn"
    assert len(desk.day.unproven()) == 4
    assert drain(desk, paper) == [], "what is not known is not sent again"


def test_on_a_printer_that_proves_nothing_only_what_somebody_saw_is_torn(desk, by, fill, credit):
    paper = Silent()
    drain(desk, paper)
    desk.print_answer("credit", 1, "copy", "damaged", by("jo:cashier"))
    drain(desk, paper)
    assert names(paper)[4:] == ["credit-000001-copy-duplicate-1"]
    assert INCOMPLETE in paper.jobs[-1].data


def test_a_duplicate_leaves_its_original_in_question(desk, by, fill):
    """A queue holds the original; its DUPLICATE comes out, and then the queue is released."""
    paper = Silent()
    drain(desk, paper)
    reprint(desk, paper, fill, "original")
    assert paper.jobs[-1].lines[0] == "DUPLICATE 1"
    held, _, again = (one.entry for _, one in desk.day.unproven())
    desk.print_answer("fill", 1, "original", "whole", by("jo:cashier"), attempt=again)
    assert [one.entry for _, one in desk.day.unproven() if one.part == "original"] == [held]
    assert "pd.print" in [one.rule for one in desk.blockers(0)], "the day asks about it to its end"
    desk.print_answer("fill", 1, "original", "nothing", by("jo:cashier"), attempt=held)
    assert drain(desk, paper) == [], "there is paper of it: DUPLICATE 1"
    assert [one.entry for _, one in desk.day.late()] == [held]
    desk.print_answer("fill", 1, "original", "whole", by("jo:cashier"), attempt=held)
    assert desk.day.late() == []
    assert desk.journal.verify().ok


# Trouble


def test_a_printer_that_is_not_ready_leaves_no_trace_in_the_book(desk, fill, tmp_path):
    head = desk.journal.head
    with pytest.raises(Trouble, match="has no folder"):
        drain(desk, Paper(tmp_path / "gone"))
    assert desk.journal.head == head
    paper = Paper()
    drain(desk, paper)
    assert names(paper)[0] == "fill-000001-original"


def test_trouble_before_the_first_byte_is_noted_as_nothing(desk, fill):
    paper = Broken()
    paper.error = Trouble("The printer went away. Switch it on, then print.")
    with pytest.raises(Trouble, match="went away"):
        drain(desk, paper)
    assert outcomes(desk) == [("original", 0, "nothing")]
    assert desk.day.unproven() == []
    drain(desk, paper)
    assert names(paper) == ["fill-000001-original-duplicate-1", "fill-000001-copy"]


def test_an_error_of_ours_while_bytes_leave_stays_unknown_over_a_restart(desk, fill, reopened):
    paper = Broken()
    paper.error = ZeroDivisionError("ours")
    with pytest.raises(ZeroDivisionError):
        drain(desk, paper)
    later = reopened(desk)
    assert outcomes(later) == [("original", 0, None)]
    drain(later, paper)
    assert names(paper) == ["fill-000001-original", "fill-000001-copy"]


# Void


def test_a_void_brings_its_own_two_faces(desk, by, fill):
    paper = Paper()
    drain(desk, paper)
    desk.void("fill", 1, "counted wrong", by("bo:pit boss"))
    drain(desk, paper)
    assert names(paper)[2:] == ["fill-000001-original-void", "fill-000001-copy-void"]
    assert all(job.lines[0] == "VOID VOID VOID VOID" for job in paper.jobs[2:])


def test_a_void_number_never_leaves_looking_alive(desk, by, fill):
    desk.void("fill", 1, "counted wrong", by("bo:pit boss"))
    paper = Paper()
    drain(desk, paper)
    assert all(job.lines[0] == "VOID VOID VOID VOID" for job in paper.jobs)
    assert "pd.print" not in [one.rule for one in desk.blockers(0)]


def test_a_void_face_that_came_out_damaged_is_a_void_duplicate(desk, by, fill):
    paper = Paper()
    drain(desk, paper)
    desk.void("fill", 1, "counted wrong", by("bo:pit boss"))
    paper.jam()
    drain(desk, paper)
    desk.print_answer("fill", 1, "original", "damaged", by("bo:pit boss"))
    drain(desk, paper)
    assert names(paper)[3] == "fill-000001-original-void-duplicate-1"
    assert paper.jobs[3].lines[:2] == ("DUPLICATE 1", "VOID VOID VOID VOID")


# Again, on demand


def test_a_reprint_is_the_first_print_line_for_line(desk, by, fill):
    paper = Paper()
    drain(desk, paper)
    desk.set_site({"name": "Under New Management"}, by("gm:gaming manager"))
    sent = [reprint(desk, paper, fill, "copy").duplicate for _ in range(2)]
    assert sent == [1, 2]
    assert names(paper)[2:] == ["fill-000001-copy-duplicate-1", "fill-000001-copy-duplicate-2"]
    assert paper.jobs[2].lines == ("DUPLICATE 1", *paper.jobs[1].lines)
    assert paper.jobs[3].lines == ("DUPLICATE 2", *paper.jobs[1].lines)
    assert drain(desk, paper) == []


def test_a_reprint_after_a_restart_is_still_the_first_print(desk, fill, reopened):
    paper = Paper()
    drain(desk, paper)
    reprint(reopened(desk), paper, fill, "original")
    assert paper.jobs[2].lines == ("DUPLICATE 1", *paper.jobs[0].lines)


def test_the_lines_of_a_reprint_are_known_before_it_is_sent(desk, fill):
    paper = Paper()
    with pytest.raises(Trouble, match="no paper of the copy"):
        duplicate(desk, fill, "copy")
    drain(desk, paper)
    head = desk.journal.head
    lines, *_ = duplicate(desk, fill, "copy")
    assert desk.journal.head == head
    reprint(desk, paper, fill, "copy")
    assert paper.jobs[-1].lines == tuple(lines)


def test_a_reprint_of_a_void_slip_is_its_void_face(desk, by, fill):
    paper = Paper()
    drain(desk, paper)
    desk.void("fill", 1, "counted wrong", by("bo:pit boss"))
    with pytest.raises(Trouble, match="no paper of the original of fill 000001 yet"):
        reprint(desk, paper, fill, "original")
    drain(desk, paper)
    reprint(desk, paper, fill, "original")
    assert names(paper)[4] == "fill-000001-original-void-duplicate-1"
    assert paper.jobs[4].lines == ("DUPLICATE 1", *paper.jobs[2].lines)


def test_a_reprint_does_not_fit_on_a_narrower_printer(desk, fill):
    drain(desk, Paper(width=48))
    head = desk.journal.head
    with pytest.raises(Trouble, match="48 columns wide, and impact has 33"):
        reprint(desk, Paper(width=33, name="impact"), fill, "original")
    assert desk.journal.head == head


def test_a_slip_of_another_day_is_not_printed_again_here(desk, fill):
    head = desk.journal.head
    other = replace(fill, entry=replace(fill.entry, seq=1))
    with pytest.raises(Trouble, match="not of the open day"):
        reprint(desk, Paper(), other, "original")
    assert desk.journal.head == head


def test_without_an_open_day_nothing_is_printed_again(house, desk, fill):
    house.day = None
    with pytest.raises(Refused):
        reprint(house, Paper(), fill, "original")


# Two plies, forms by hand, paper that may be torn


class TwoPly(Paper):
    """Carbonless paper in an impact printer: one pass, both parts."""

    def __init__(self):
        super().__init__(width=40)
        self.plies = 2


def test_two_plies_are_one_sheet_and_two_prints_in_the_book(desk, by, fill):
    paper = TwoPly()
    assert [one.part for one in drain(desk, paper)] == ["both"]
    assert names(paper) == ["fill-000001-both"]
    assert outcomes(desk) == [("original", 0, "whole"), ("copy", 0, "whole")]
    lines = paper.jobs[0].lines
    assert [line for line in lines if line.startswith(("Verified by", "Received by"))]
    assert "000001 ORIGINAL/COPY" in lines
    assert "ORIGINAL: KEEP WITH DAILY RECORDS" in lines
    assert any(line.startswith("COPY: PUT IN DROP BOX") for line in lines)
    assert lines[-1] == "END FILL 000001 1+2/2"


def test_a_jam_of_two_plies_is_asked_about_part_by_part_and_goes_out_again_as_one(desk, by, fill):
    paper = TwoPly()
    paper.jam()
    drain(desk, paper)
    assert outcomes(desk) == [("original", 0, None), ("copy", 0, None)]
    desk.print_answer("fill", 1, "original", "damaged", by("jo:cashier"))
    desk.print_answer("fill", 1, "copy", "damaged", by("jo:cashier"))
    drain(desk, paper)
    assert names(paper) == ["fill-000001-both", "fill-000001-both-duplicate-1"]
    assert paper.jobs[1].lines[0] == "DUPLICATE 1"


def test_one_ply_that_is_damaged_goes_out_alone(desk, by, fill):
    paper = TwoPly()
    paper.jam()
    drain(desk, paper)
    desk.print_answer("fill", 1, "original", "whole", by("jo:cashier"))
    desk.print_answer("fill", 1, "copy", "damaged", by("jo:cashier"))
    drain(desk, paper)
    assert names(paper)[1:] == ["fill-000001-copy-duplicate-1"]


def test_the_book_keeps_the_sum_of_the_bytes(desk, fill):
    paper = Paper()
    drain(desk, paper)
    assert [fact.bytes for fact in prints(desk)] == [sha256(job.data).hexdigest() for job in paper.jobs]


INCOMPLETE = b"THE PAPER ABOVE IS INCOMPLETE"


def test_after_paper_that_may_be_torn_the_next_job_says_so_first(desk, by, fill):
    paper = Paper()
    paper.jam()
    drain(desk, paper)
    drain(desk, paper)
    assert [INCOMPLETE in job.data for job in paper.jobs] == [False, True]
    desk.print_answer("fill", 1, "original", "damaged", by("jo:cashier"))
    drain(desk, paper)
    assert [INCOMPLETE in job.data for job in paper.jobs] == [False, True, False]


def test_another_printer_has_nothing_torn_above(desk, fill):
    paper = Paper()
    paper.jam()
    drain(desk, paper)
    other = Paper(name="other")
    drain(desk, other)
    assert [INCOMPLETE in job.data for job in other.jobs] == [False]


def test_what_is_written_by_hand_is_not_printed(desk, by, fill):
    entry = desk.by_hand("fill", 1, "copy", "0173", "the printer is broken", by("jo:cashier"))
    assert entry.fact.paper == "0173"
    paper = Paper()
    drain(desk, paper)
    assert names(paper) == ["fill-000001-original"]
    assert "pd.print" not in [one.rule for one in desk.blockers(0)]
    with pytest.raises(Refused, match="needs no form: it was written"):
        desk.by_hand("fill", 1, "copy", "0174", "again", by("jo:cashier"))


def test_a_form_has_a_number_a_reason_and_one_slip(desk, by, fill, credit):
    desk.by_hand("fill", 1, "copy", "0173", "no power", by("jo:cashier"))
    for number, paper, reason, words in (
        (1, "", "no power", "Enter the number"),
        (1, "0174", "", "Say why"),
        (2, "0173", "no power", "There is no fill 000002"),
    ):
        with pytest.raises(Refused, match=words):
            desk.by_hand("fill", number, "original", paper, reason, by("jo:cashier"))
    with pytest.raises(Refused, match="was used for fill 000001"):
        desk.by_hand("credit", 1, "copy", "0173", "no power", by("jo:cashier"))


def test_a_print_that_nobody_knows_of_is_answered_before_a_form_is_written(desk, by, fill):
    paper = Paper()
    paper.jam()
    drain(desk, paper)
    with pytest.raises(Refused, match="nobody knows how it came out"):
        desk.by_hand("fill", 1, "original", "0173", "no power", by("jo:cashier"))


# On a printer at the end of a wire, with the plug pulled


@pytest.mark.parametrize("fault", ["reset", "hang up", "deaf", "mute", "paper end"])
@pytest.mark.parametrize("cut", [1, 3, 40, 300, 600, 900, 10**6])
def test_book_and_paper_agree_wherever_the_plug_is_pulled(desk, by, fill, fault, cut):
    fake = Fake(cut=cut, fault=fault)
    with plugged(fake):
        link = Network("127.0.0.1", fake.port, open_s=1)
        printer = Receipt(
            link, PROFILES["Epson TM-T88V"], "bar", answer_s=0.3, paper_s=0.1, least_bps=10**6
        )
        try:
            drain(desk, printer)
        except Trouble:
            assert not desk.day.unproven(), "what is known not to have left is not asked about"
        assert fake.printed.count(b"END FILL 000001 1/2\n") <= 1
        fake.fault, fake.cut, first = "", None, bytes(fake.printed)
        drain(desk, printer)
        asked = {one.part: one for _, one in desk.day.unproven()}
        for part in ("original", "copy"):
            ended = f"END FILL 000001 {'12'[part == 'copy']}/2\n".encode()
            assert fake.printed.count(ended) <= 1, "nothing is sent twice by itself"
            if part in asked:
                desk.print_answer(
                    "fill", 1, part, "whole" if ended in first else "damaged", by("jo:cashier")
                )
        drain(desk, printer)
    assert not desk.day.unproven()
    assert not desk.day.unprinted()
    printed = bytes(fake.printed)
    for end in (b"END FILL 000001 1/2\n", b"END FILL 000001 2/2\n"):
        assert end in printed
    again = sum(one.copy > 0 for one in fill.prints)
    assert printed.count(b"DUPLICATE 1") == again
    assert desk.journal.verify().ok


CHILD = """
import sys
from pathlib import Path
from pitdesk.desk import Desk
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from printers.devices.network import Network
from printers.devices.profiles import PROFILES
from printers.devices.receipt import Receipt
from printers.devices.spool import drain

desk = Desk(Journal.open(Path(sys.argv[1])), Pepper(bytes(32), PLAIN))
drain(desk, Receipt(Network("127.0.0.1", int(sys.argv[2])), PROFILES["Epson TM-T88V"], "bar"))
"""


def test_a_program_that_is_killed_while_it_prints_asks_when_it_is_back(desk, book, fill, reopened):
    desk.journal.close()
    fake = Fake(cut=200, fault="mute")
    with plugged(fake):
        child = subprocess.Popen([sys.executable, "-c", CHILD, str(book), str(fake.port)])
        while len(fake.printed) < 200:
            assert child.poll() is None
            time.sleep(0.01)
        child.kill()
        child.wait()
        fake.fault, fake.cut = "", None
        later = reopened(desk)
        assert [one.part for _, one in later.day.unproven()] == ["original"]
        paper = Paper()
        drain(later, paper)
    assert names(paper) == ["fill-000001-copy"]
    assert len(fake.printed) == 200
