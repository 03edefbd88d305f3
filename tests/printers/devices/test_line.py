"""A device at a line: read beside everything else, unplugged and back, flooded, and ended."""

import os
import time
from pathlib import Path
from random import Random

import pytest

from printers.devices.beside import line_of, trigger_of
from printers.devices.counters import Counted
from printers.devices.drawer import Drawer
from printers.devices.line import KEPT, MOST, Gone, Here
from printers.devices.models import load
from printers.devices.scales import Settled, Weight
from printers.devices.scanner import Scan
from printers.devices.sim import Counter, Faulty, Scale, Scanner, Trigger, plugged
from tests.storm import many, seeds

MODELS = load()
TAPE, SICS = MODELS["Counter that prints a report"], MODELS["Mettler Toledo, MT-SICS"]
SCANNER = MODELS["Scanner on a serial or USB-serial line"]


class Heard:
    """What a line said so far."""

    def __init__(self, model, where) -> None:
        self.all: list[object] = []
        self.line = line_of(model, str(where))
        self.line.start()

    def until(self, so) -> list[object]:
        """Take until something is so."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            self.all += self.line.take()
            if so(self.all):
                return self.all
            time.sleep(0.01)
        raise AssertionError(self.all)

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.line.stop()
        assert self.line.join(10)


def some(kind, count=1):
    return lambda said: sum(isinstance(one, kind) for one in said) >= count


def test_a_report_comes_by_itself_and_what_came_can_be_looked_at():
    with plugged(Counter()) as cable, Heard(TAPE, cable.path) as heard:
        heard.until(some(Here))
        cable.do("20x$20 3x$5")
        said = heard.until(some(Counted))
        assert [one.cents for one in said if isinstance(one, Counted)] == [415_00]
        assert b"DENOM" in heard.line.last


def test_a_scale_is_asked_again_and_again_until_it_settles():
    with plugged(Scale()) as cable, Heard(SICS, cable.path) as heard:
        settled = Settled()
        heard.until(some(Weight, 2))
        cable.do("512.4")
        said = heard.until(lambda said: 512_400 in [getattr(one, "mg", None) for one in said[-2:]])
        assert {"moving", "stable"} <= {one.state for one in said if isinstance(one, Weight)}
        heard.until(some(Weight, len(said) + 3))
        believed = [settled.take(one) for one in heard.all if isinstance(one, Weight)]
        assert believed[-1] == 512_400


def test_unplugged_it_is_said_once_and_it_comes_back(tmp_path: Path):
    where = tmp_path / "scanner"
    with plugged(Scanner()) as cable:
        where.symlink_to(cable.path)
        heard = Heard(SCANNER, where)
        heard.until(some(Here))
    where.unlink()
    said = heard.until(some(Gone, 2))
    whys = [one.why for one in said if isinstance(one, Gone)]
    assert len({*whys}) == len(whys), "each reason once"
    with heard, plugged(Scanner()) as cable:
        where.symlink_to(cable.path)
        heard.until(some(Here, 2))
        cable.do("PD1:ABC")
        assert heard.until(some(Scan))[-1] == Scan("PD1:ABC", "QR")


def test_a_device_that_was_never_there_is_said_and_holds_nothing_up():
    with Heard(SCANNER, "/dev/pitdesk-none") as heard:
        (gone,) = heard.until(some(Gone))
        assert "There is no serial port /dev/pitdesk-none" in gone.why


def test_a_flood_is_bounded_and_the_next_report_is_read():
    with plugged(Counter()) as cable, Heard(TAPE, cable.path) as heard:
        heard.until(some(Here))
        chance = Random(18)
        for _ in range(160):  # ten megabytes
            data = chance.randbytes(64 * 1024)
            while data:
                data = data[os.write(cable._ours, data) :]
        cable.do("1x$100")
        heard.until(some(Counted))
        assert len(heard.line.last) <= KEPT


def test_messages_that_nobody_takes_are_bounded():
    with plugged(Scanner()) as cable, Heard(SCANNER, cable.path) as heard:
        heard.until(some(Here))
        for at in range(300):
            cable.do(f"S{at}")
        end = time.monotonic() + 20
        while b"S299" not in heard.line.last and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.05)
        said = heard.line.take()
        assert len(said) <= MOST
        assert said[-1] == Scan("S299", "QR")


def test_a_trigger_of_a_profile_opens_its_drawer():
    with plugged(Trigger()) as cable:
        drawer = Drawer(trigger_of(MODELS["Glancetron 8005U trigger"], cable.path), 0)
        assert (drawer.state(), drawer.open()) == ("closed", "opened")


@pytest.mark.storm
def test_whatever_happens_to_the_line_a_weight_that_is_believed_lay_on_the_scale():
    for seed in seeds(1):
        chance = Random(seed)
        wrong = ("silent", "late", "twice", "garbled", "cut")
        sim = Faulty(Scale(), chance, wrong, one_in=3)
        loads, settled, faults = {0}, Settled(), 0
        codec_of = line_of(SICS, "/dev/null")._codec
        while faults < many(200):
            mg = chance.randrange(1, 200) * 10_000
            loads.add(mg)
            for on_it in (0, mg):
                sim.sim.do(f"{on_it // 1000}")
                for _ in range(10):
                    for one in codec_of.feed(sim.hear(b"SI\r\n")):
                        believed = settled.take(one)
                        assert believed is None or believed in loads, believed
            faults = len(sim.done)
