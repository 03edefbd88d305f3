"""Cash drawers: one pulse, what proves it, what is said where nothing does, and what is seen of it."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from pitdesk.errors import Trouble
from printers import Job
from printers.devices.drawer import AtPrinter, Drawer, Trigger, Watch, learned, pins
from printers.devices.paper import Paper
from printers.devices.profiles import PROFILES, Kick
from printers.devices.receipt import Receipt
from printers.devices.serialport import SerialPort
from printers.devices.sim import Drawer as Simulated
from printers.devices.sim import Trigger as SimulatedTrigger
from printers.devices.sim import plugged
from printers.devices.systemqueue import SystemQueue
from printers.slips.bytes import escpos_bytes

EPSON, PLAIN = PROFILES["Epson TM-T88V"], PROFILES["80 mm"]
LINES = ("FILL SLIP", "TOTAL  60  $600.00", "END FILL 000412 1/2")
AT = datetime(2026, 11, 21, 2, tzinfo=UTC)


def at_printer(path, profile=EPSON, pin=2) -> AtPrinter:
    return AtPrinter(Receipt(SerialPort(path, 9600), profile, "bar", answer_s=1, paper_s=5), pin)


def soon(so) -> None:
    """Wait until something is so: the other end of a line is read by a thread."""
    end = time.monotonic() + 10
    while not so() and time.monotonic() < end:
        time.sleep(0.01)
    assert so()


@pytest.fixture(params=[0, 1], ids=["low is closed", "high is closed"])
def shut(request) -> int:
    return request.param


def test_a_pulse_opens_it_and_its_switch_proves_that(shut):
    with plugged(Simulated(shut)) as cable:
        drawer = Drawer(at_printer(cable.path), shut)
        assert drawer.state() == "closed"
        assert drawer.open() == "opened"
        assert drawer.state() == "open"
        assert cable.sim.kicks == [b"\x1bp\x00\x32\xc8"], "100 ms on, 400 ms off: a fifth of the time"
        assert drawer.open() == "just now", "its solenoid stays cool"
        assert len(cable.sim.kicks) == 1


def test_what_stood_open_is_not_called_opened(shut):
    with plugged(Simulated(shut)) as cable:
        cable.do("open")
        assert Drawer(at_printer(cable.path), shut).open() == "was open"


def test_without_a_switch_nothing_is_called_closed_or_proven():
    with plugged(Simulated(None)) as cable:
        drawer = Drawer(at_printer(cable.path))
        assert (drawer.state(), drawer.open(), drawer.state()) == ("unknown", "sent", "unknown")
        soon(lambda: cable.sim.open)


def test_one_that_was_learned_and_is_jammed_is_not_called_opened():
    with plugged(Simulated(0, stuck=True)) as cable:
        assert Drawer(at_printer(cable.path), 0).open() == "sent"


def test_a_printer_that_answers_nothing_is_only_sent_to():
    with plugged(Simulated()) as cable:
        drawer = Drawer(at_printer(cable.path, PLAIN, pin=5), 0)
        assert (drawer.open(), drawer.state()) == ("sent", "unknown")
        soon(lambda: cable.sim.kicks == [b"\x1bp\x01\x32\xc8"])


@pytest.mark.parametrize(
    ("matter", "words"), [("cover", "its cover is open"), ("paper", "paper is out")]
)
def test_no_pulse_waits_in_a_printer_that_does_nothing_now(matter, words):
    """It would come out later, with nobody at the drawer."""
    with plugged(Simulated()) as cable:
        cable.do(matter)
        with pytest.raises(Trouble, match=f"The cash drawer was not opened.*{words}.*by its key"):
            Drawer(at_printer(cable.path), 0).open()
        cable.do("ready")
        assert cable.sim.kicks == []


def test_a_printer_that_is_gone_is_named():
    with pytest.raises(
        Trouble, match=r"not opened. There is no serial port .*Open the drawer by its key"
    ):
        Drawer(at_printer("/dev/pitdesk-none"), 0).open()


def test_slips_print_before_and_after_a_pulse():
    data = escpos_bytes(LINES, 42)
    with plugged(Simulated()) as cable:
        plug = at_printer(cable.path)
        for _ in range(2):
            job = Job("fill-000412-original", LINES, data)
            plug.printer.ready(job)
            assert plug.printer.print(job) == "whole"
            Drawer(plug, 0).open()
        assert len(cable.sim.kicks) == 2
        assert bytes(cable.sim.paper) == data * 2


def test_a_trigger_opens_it_and_is_asked_only_what_it_knows():
    with plugged(SimulatedTrigger()) as cable:
        box = Trigger(SerialPort(cable.path, 9600), b"\x1b4", b"\x1b:", b"\x1b4A", b"\x1b4B")
        drawer = Drawer(box, 0)
        assert (drawer.state(), drawer.open(), drawer.state()) == ("closed", "opened", "open")
        assert cable.sim.kicks == 1
        blind = Drawer(Trigger(SerialPort(cable.path, 9600), b"\x1b4"), 0)
        assert (blind.state(), blind.open()) == ("unknown", "sent")
        soon(lambda: cable.sim.kicks == 2)  # and asking opened nothing


def test_a_trigger_that_is_unplugged_says_so():
    with plugged(SimulatedTrigger()) as cable:
        path = cable.path
    with pytest.raises(Trouble, match="was not opened"):
        Drawer(Trigger(SerialPort(path, 9600), b"\x1b4"), None).open()


def test_a_drawer_is_learned_open_and_closed():
    assert (learned(1, 0), learned(0, 1)) == (0, 1)
    with pytest.raises(Trouble, match="the same open and closed"):
        learned(1, 1)
    with pytest.raises(Trouble, match="PitDesk says: unknown"):
        learned(None, 0)


def test_only_a_printer_that_fires_now_has_a_plug(tmp_path):
    with plugged(Simulated()) as cable:
        assert pins(at_printer(cable.path).printer) == (2, 5)
    assert pins(Paper(tmp_path)) == ()
    assert pins(SystemQueue("bar", EPSON, "queue bar")) == (), "a queue keeps a pulse for hours"


def test_pulses_are_short_and_rest_four_times_as_long():
    for profile in PROFILES.values():
        assert 100 <= profile.kick.on_ms <= 200
        assert profile.kick.off_ms >= 4 * profile.kick.on_ms
        assert all(len(profile.kick.pulse(pin)) == 5 for pin in profile.kick.pins)
    assert Kick(unit_ms=10).pulse(2) == b"\x1bp\x00\x0a\x28"


# What is seen over time


def test_it_warns_once_when_it_stands_open_and_says_when_it_is_closed():
    watch = Watch(open_s=60)
    assert watch.see("closed", AT) == ""
    watch.opening(AT)
    assert watch.see("open", AT) == ""
    assert watch.see("open", AT + timedelta(seconds=59)) == ""
    assert watch.see("open", AT + timedelta(seconds=60)) == "stands open"
    assert watch.since == AT
    assert watch.see("open", AT + timedelta(seconds=90)) == ""
    assert watch.see("closed", AT + timedelta(seconds=95)) == "closed"
    assert watch.since is None


def test_it_says_when_somebody_opened_it_by_its_key():
    watch = Watch()
    watch.see("closed", AT)
    assert watch.see("open", AT) == "by key"
    watch.see("closed", AT)
    watch.opening(AT)
    watch.see("open", AT)
    watch.see("closed", AT)
    assert watch.see("open", AT + timedelta(seconds=5)) == "by key", "one pulse opens it once"


def test_an_unknown_drawer_is_never_said_to_be_opened_or_closed():
    watch = Watch()
    assert [watch.see(state, AT) for state in ("unknown", "open", "unknown", "open")] == [""] * 4
    assert watch.see("unknown", AT) == ""
