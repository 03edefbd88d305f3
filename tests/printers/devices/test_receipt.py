"""A receipt printer, in every state that a printer can be in: never a wrong "whole"."""

import socket
from contextlib import suppress

import pytest

from pitdesk.errors import Trouble
from printers import Job
from printers.devices.network import Network
from printers.devices.profiles import PROFILES
from printers.devices.receipt import QUIET, Receipt
from printers.slips.bytes import MARKER, MODEL, escpos_bytes
from tests.printers.fakes import COVER, ERROR, PAPER_END, Fake, plugged

LINES = ("FILL SLIP", "000412 ORIGINAL", "TOTAL  60  $600.00", "END FILL 000412 1/2")
DATA = escpos_bytes(LINES, 42)
JOB = Job("fill-000412-original", LINES, DATA)
FAST_BPS = 10**6  # a job adds nothing to the wait for its paper
EPSON, PLAIN = PROFILES["Epson TM-T88V"], PROFILES["80 mm"]


def receipt(fake: Fake, profile=EPSON, answer_s=0.25, paper_s=0.25) -> Receipt:
    link = Network("127.0.0.1", fake.port, open_s=1)
    return Receipt(link, profile, "bar", answer_s=answer_s, paper_s=paper_s, least_bps=FAST_BPS)


def test_a_slip_comes_out_whole():
    with plugged(Fake()) as fake:
        made = receipt(fake, paper_s=5)
        assert made.ready(JOB) == ""
        assert made.print(JOB) == "whole"
    assert bytes(fake.printed) == DATA
    assert fake.connections == 1, "port 9100 takes one desk at a time"


def test_two_slips_are_two_jobs_of_one_connection_each():
    with plugged(Fake()) as fake:
        made = receipt(fake, paper_s=5)
        for _ in range(2):
            made.ready(JOB)
            assert made.print(JOB) == "whole"
    assert bytes(fake.printed) == DATA * 2
    assert (fake.connections, fake.jobs) == (2, 2)


@pytest.mark.parametrize(
    ("fake", "words"),
    [
        (Fake(offline=COVER), "its cover is open"),
        (Fake(offline=PAPER_END), "its paper is out"),
        (Fake(offline=ERROR), "it reports an error"),
        (Fake(answers=False), "does not answer"),
        (Fake(fault="busy"), "bar cannot print"),
    ],
    ids=["cover", "paper", "error", "mute", "busy"],
)
def test_what_cannot_print_is_told_before_anything_is_sent(fake, words):
    with plugged(fake), pytest.raises(Trouble, match=words):
        receipt(fake).ready(JOB)
    assert fake.printed == b""


def test_nobody_listens():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(Trouble, match=f"No printer answers at 127.0.0.1, port {port}"):
        receipt(Fake(port=port)).ready(JOB)


def test_low_paper_is_told_and_does_not_keep_it_from_printing():
    with plugged(Fake(low=True)) as fake:
        made = receipt(fake, paper_s=5)
        assert "its paper is low" in made.ready(JOB)
        assert made.print(JOB) == "whole"


def test_a_look_between_jobs_hangs_up_again():
    with plugged(Fake()) as fake:
        made = receipt(fake)
        assert made.ready() == ""
        assert made.ready() == ""
    assert (fake.connections, fake.jobs) == (2, 0)


@pytest.mark.parametrize("fault", ["reset", "hang up", "deaf", "mute", "paper end"])
@pytest.mark.parametrize("cut", range(1, len(DATA) + 1))
def test_the_plug_is_pulled_after_every_byte(fault, cut):
    """Whatever is said, "whole" is said only where all of it is on paper, and it is sent once."""
    with plugged(Fake(cut=cut, fault=fault, away_s=0.08)) as fake:
        made = receipt(fake, paper_s=0.04)
        made.ready(JOB)
        outcome = made.print(JOB)
        assert outcome == "unknown" or bytes(fake.printed) == DATA
    assert DATA.startswith(bytes(fake.printed))
    assert fake.jobs <= 1


@pytest.mark.parametrize("late", [b"\x12", b"\x11\x13", b"\x14\x00\x00\x0f", b"\x16" * 9], ids=repr)
def test_what_it_says_by_itself_is_no_answer(late):
    """Of status, flow control and automatic status: nothing of it proves a slip."""
    with plugged(Fake(cut=5, fault="mute", late=late)) as fake:
        made = receipt(fake, paper_s=0.05)
        with suppress(Trouble):  # it was taken for its own word that it is not well
            made.ready(JOB)
        assert made.print(JOB) == "unknown"


def test_a_printer_that_answers_nothing_in_order_proves_nothing():
    with plugged(Fake(answers=False)) as fake:
        made = receipt(fake, PLAIN)
        assert made.ready(JOB) == ""
        assert made.print(JOB) == "unknown"
    assert bytes(fake.printed) == DATA


class Babble(Fake):
    """It never stops talking, and hears nothing."""

    def _hear(self, line: socket.socket) -> None:
        while True:
            line.sendall(self.late)


@pytest.mark.parametrize("said", [b"\0", b"\x12", b"\x12\0 "], ids=repr)
def test_a_line_that_talks_without_end_holds_nobody_up_and_proves_nothing(said):
    with plugged(Babble(late=said)) as fake:
        made = receipt(fake, answer_s=0.05, paper_s=0.05)
        with suppress(Trouble):
            made.ready(JOB)
        assert made.print(JOB) == "unknown"


class Wire:
    """A link whose printer answers as told: by the question, one byte to each."""

    def __init__(self, **answers: bytes) -> None:
        self.answers, self.sent, self.waiting = answers, bytearray(), b""

    def open(self) -> None:
        pass

    def send(self, data: bytes, seconds: float) -> int:
        self.sent += data
        self.waiting += {MARKER: self.answers["paper"], MODEL: self.answers["model"]}.get(data, b"")
        return len(data)

    def receive(self, seconds: float) -> bytes:
        got, self.waiting = self.waiting, b""
        return got

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("paper", "model", "outcome"),
    [
        (b"\0", b"\x20", "whole"),
        (b"\x03", b"\x0d", "whole"),
        (b"\x0c", b"\x20", "unknown"),  # its paper ended
        (b"\0", b"\0", "unknown"),  # NULs, or a printer that knows but one answer
        (b"\x11", b"\x13", "unknown"),  # flow control
        (b"\0\0", b"\x20", "unknown"),  # a byte too many
        (b"\0", b"", "unknown"),  # one too few
        (b"", b"", "unknown"),
    ],
)
def test_a_mark_is_two_answers_each_alone(paper, model, outcome):
    made = Receipt(Wire(paper=paper, model=model), EPSON, "bar", paper_s=0.02)
    assert made.print(JOB) == outcome


class OneWord(Fake):
    """It answers GS r in order, and knows no GS I; or it has the same answer to both."""

    same = False

    def _say(self, asked: bytes, answer: bytes) -> bytes:
        return answer if asked != MODEL else b"\0" * self.same


@pytest.mark.parametrize("same", [False, True], ids=["no GS I", "one answer to all"])
def test_a_printer_that_can_spell_no_mark_is_asked_about_and_delays_nothing(same):
    """The first slip shows it; from then on nothing is waited for, and nothing is held up."""
    with plugged(OneWord()) as fake:
        fake.same = same
        made = receipt(fake, paper_s=5 if same else 0.5)  # time for all questions; one has no answer
        assert made.proves
        made.ready(JOB)
        assert made.print(JOB) == "unknown"
        assert not made.proves
        wire = made._link = Wire(paper=b"\0", model=b"")
        assert made.print(JOB) == "unknown"
        assert bytes(wire.sent) == QUIET + DATA, "no question is asked that it cannot answer"
    assert bytes(fake.printed) == DATA


@pytest.mark.parametrize("fault", ["mute", "deaf", "hang up", "paper end"])
def test_a_printer_that_stops_in_a_job_can_prove_the_next(fault):
    with plugged(Fake(cut=9, fault=fault, away_s=0.05)) as fake:
        made = receipt(fake, answer_s=0.1, paper_s=0.05)
        made.ready(JOB)
        assert made.print(JOB) == "unknown"
    assert made.proves


@pytest.mark.parametrize("lost", range(1, 5))
def test_a_line_that_lost_an_answer_can_prove_the_next(lost):
    class Lossy(Wire):
        heard = 0

        def receive(self, seconds: float) -> bytes:
            got, self.waiting = self.waiting, b""
            self.heard += bool(got)
            return b"" if got and self.heard == lost else got

    made = Receipt(Lossy(paper=b"\0", model=b"\x20"), EPSON, "bar", answer_s=0.02, paper_s=0.02)
    assert made.print(JOB) == "unknown"
    assert made.proves


def test_marks_differ_and_use_both_questions():
    marks = []
    for _ in range(50):
        wire = Wire(paper=b"\0", model=b"\x20")
        assert Receipt(wire, EPSON, "bar", paper_s=1).print(JOB) == "whole"
        mark = bytes(wire.sent).removeprefix(QUIET + DATA)
        assert (len(mark), {mark[at : at + 3] for at in range(0, len(mark), 3)}) == (48, {MARKER, MODEL})
        marks.append(mark)
    assert len(set(marks)) > 45


def test_a_link_that_takes_nothing_is_trouble_and_not_a_print():
    wire = Wire(paper=b"", model=b"")
    wire.send = lambda data, seconds: 0
    with pytest.raises(Trouble, match="takes nothing"):
        Receipt(wire, EPSON, "bar", paper_s=0.05).print(JOB)
