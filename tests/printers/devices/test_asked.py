"""Counters that only answer: a count is one once it was answered twice, and each count is told once."""

import time
from random import Random

import pytest

from printers.devices.beside import CODECS, line_of
from printers.devices.counters import Counted, Pieces, Spoiled
from printers.devices.line import Here, Reply
from printers.devices.models import load
from printers.devices.sim import SIMS, Faulty, Unplugged, plugged
from tests.storm import many, seeds

MODELS = load()
SCANCOIN, RATIOTEC = MODELS["Scan Coin SC-350, SC-360"], MODELS["Ratiotec RS 1000, 1200, 2000"]


class Asked:
    """A codec and a device, asked as often as one says; no line between them."""

    def __init__(self, model, sim):
        self.model, self.sim, self.codec = model, sim, CODECS[model.codec](model)

    def ask(self, times: int = 1) -> list[object]:
        """Ask so often; what was understood."""
        said = []
        for _ in range(times):
            waiting = [self.model.bytes_of("ask")]
            while waiting:
                answer = self.sim.hear(waiting.pop(0))
                for one in self.codec.feed(answer):
                    (waiting.append(one.data) if isinstance(one, Reply) else said.append(one))
        return said


def test_coins_are_told_once_the_counter_stands_still():
    asked = Asked(SCANCOIN, SIMS["scancoin"]())
    assert asked.ask(3) == []
    asked.sim.do("412")
    (pieces,) = asked.ask(4)
    assert isinstance(pieces, Pieces)
    assert (pieces.count, pieces.model, pieces.version) == (412, SCANCOIN.name, 1)
    assert pieces.raw == b"\x00\x00\x01\x9c\x9d\x06"
    assert asked.ask(4) == [], "told once"
    asked.sim.do("412")
    assert len(asked.ask(4)) == 1, "the next run, of as many"


def test_a_counter_that_was_opened_while_it_counted_counted_nothing():
    asked = Asked(SCANCOIN, SIMS["scancoin"]())
    asked.sim.do("door")
    (said,) = asked.ask(3)
    assert isinstance(said, Spoiled)


def test_a_money_scale_is_asked_slot_by_slot():
    asked = Asked(RATIOTEC, SIMS["ratiotec"]())
    assert asked.ask(3) == []
    asked.sim.do("20x$20 4x50c")
    (counted,) = asked.ask(2)
    assert isinstance(counted, Counted)
    assert (counted.pieces, counted.cents, counted.proven) == (((2000, 20), (50, 4)), 402_00, True)
    assert asked.ask(3) == []
    asked.sim.do("empty")
    assert asked.ask(3) == []
    asked.sim.do("20x$20 4x50c")
    assert [one.again for one in asked.ask(3) if isinstance(one, Counted)] == [True]


@pytest.mark.parametrize(
    ("device", "model", "said"), [("scancoin", SCANCOIN, "7"), ("ratiotec", RATIOTEC, "3x$5")]
)
def test_at_a_real_line_it_is_asked_until_it_has_counted(device, model, said):
    with plugged(SIMS[device]()) as cable:
        line = line_of(model, cable.path)
        if model.codec == "ratiotec":
            assert type(line._link).__name__ == "DeviceFile"
        line.start()
        heard: list[object] = []
        until = time.monotonic() + 30
        cable.do(said)
        while not any(isinstance(one, Counted | Pieces) for one in heard) and time.monotonic() < until:
            heard += line.take()
            time.sleep(0.05)
        line.stop()
        assert line.join(5)
    assert isinstance(heard[0], Here)
    assert isinstance(heard[-1], Counted | Pieces)
    assert heard[-1].count in (7, 3)


def test_pieces_never_go_to_another_value_though_answers_come_twice():
    """That to the pieces of slot 3, in each round: the next ones were taken a slot too early."""

    class Doubling(SIMS["ratiotec"]):
        def hear(self, data):
            answer = super().hear(data)
            return answer * 2 if answer[1:3] == b"\xf9\x43" else answer

    asked = Asked(RATIOTEC, Doubling())
    asked.sim.do("20x$20")
    assert asked.ask(12) == []


@pytest.mark.storm
@pytest.mark.parametrize("device", ["scancoin", "ratiotec"])
def test_no_wrong_count_whatever_happens_to_the_line(device):
    """Answers late, twice, spoiled, cut, lost: each count that is told was one."""
    model = {"scancoin": SCANCOIN, "ratiotec": RATIOTEC}[device]
    wrong, faults = ("silent", "twice", "garbled", "cut"), 0
    for seed in seeds(1):
        chance = Random(seed)
        while faults < many(100):
            faulty = Faulty(SIMS[device](), chance, wrong, one_in=12)
            asked, told, ran = Asked(model, faulty), [], set()
            for _ in range(20):
                count = chance.randrange(1, 200)
                ran.add(count)
                faulty.sim.do(f"{count}" if device == "scancoin" else f"{count}x$20")
                try:
                    told += asked.ask(6)
                except Unplugged:
                    break
            faults += len(faulty.done)
            counts = [one for one in told if isinstance(one, Counted | Pieces)]
            assert counts
            assert {one.count for one in counts} <= ran
            assert all(one.pieces == ((2000, one.count),) for one in counts if isinstance(one, Counted))
