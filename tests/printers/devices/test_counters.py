"""Note and coin counters: reports that add up are taken, all others are not, and none twice."""

from random import Random

import pytest

from printers.devices.beside import CODECS
from printers.devices.counters import HELD, Counted, Spoiled
from printers.devices.models import load
from printers.devices.sim import FAULTS, SIMS, Faulty, Unplugged, report
from printers.devices.sim import Counter as Simulated
from tests.storm import many, seeds

MODELS = load()
TAPE = MODELS["Counter that prints a report"]
MACH9 = (
    b"BATCH ACCEPT\r\nTIME 09:15 09/21/2002\r\nBATCH 001\r\n"
    b"1.00 16.00\r\n0.25 2.50\r\nTOTAL COIN 18.50\r\nTOTAL 18.50\r\nCUST. TOTAL 15.20\r\n"
)
ACCU = (
    b"AccuBANKER Station  S6500\r\na\r\nb\r\nc\r\nd\r\n1 20 AB1234\r\n2 20 AB1235\r\n3 100 CD9\r\n\r\n"
)


MERTECH = MODELS["Mertech C-100, C-120, C-200"]


def codec(model):
    return CODECS[model.codec](model)


def glory(body: str) -> bytes:
    data, check = body.encode("ascii"), 0
    for byte in data:
        check ^= byte
    return b"\x01" + data + b"\x1c" + f"{check:02X}".encode() + b"\x03"


RESULT = glory("0042SV1 10100,32260,0\r01\r00,00,0\r06,04,1\r06,05,3\r")


def frame(count: int, value: int, total: int, status: int = 2, error: int = 0) -> bytes:
    numbers = count.to_bytes(4, "little") + value.to_bytes(4, "little") + total.to_bytes(8, "little")
    data = b"\xfd\xdf\x2c\x0e" + numbers + b"USD\0" + bytes(16) + bytes([error, status, 0, 0])
    return data.ljust(44, b"\0")


READ = [
    (TAPE, report("20x$20 3x$5"), ((2000, 20), (500, 3)), True),
    (MODELS["Brandt Mach 9 coins"], MACH9, ((100, 16), (25, 10)), True),
    (MODELS["Glory GFS-220"], RESULT, ((2000, 3), (1000, 1)), True),
    (MODELS["Counter with frames FD DF"], frame(7, 20, 140), ((2000, 7),), True),
    (MODELS["AccuBANKER S6500"], ACCU, ((10000, 1), (2000, 2)), False),
    (MERTECH, SIMS["mertech"]().do("20x$20 3x$5"), ((2000, 20), (500, 3)), True),
]


@pytest.mark.parametrize(("model", "said", "means", "proven"), READ, ids=lambda one: "")
def test_a_report_is_read_however_it_is_cut(model, said, means, proven):
    for cut in range(0, len(said), 3):
        read = codec(model)
        found = [*read.feed(said[:cut]), *read.feed(said[cut:])]
        assert len(found) == 1, cut
        one = found[0]
        assert isinstance(one, Counted)
        assert (one.pieces, one.proven, one.again) == (means, proven, False)
        assert (one.model, one.version) == (model.name, 1)
        assert one.raw in said


@pytest.mark.parametrize(("model", "said", "means", "proven"), READ, ids=lambda one: "")
def test_one_that_comes_twice_is_told_as_the_same(model, said, means, proven):
    found = [*codec(model).feed(said * 2)]
    assert [one.again for one in found] == [False, True]


@pytest.mark.parametrize(
    ("model", "said", "why"),
    [
        (TAPE, report("20x$20").replace(b"400.00\r\n TOTAL", b"420.00\r\n TOTAL"), "are not 420.00"),
        (
            TAPE,
            report("20x$20 3x$5").replace(b"     5      3         15.00\r\n", b""),
            "come to its total",
        ),
        (TAPE, report("2x$3"), "there are none"),
        (TAPE, report("0x$20").replace(b"20", b"xx"), "names no piece"),
        (MODELS["Glory GFS-220"], RESULT.replace(b"06,05,3", b"06,05,2"), "check does not fit"),
        (MODELS["Glory GFS-220"], glory("0042SV1 1,2,0\r06,09,3\r"), "not known here"),
        (MODELS["Counter with frames FD DF"], frame(7, 20, 120), "does not fit its count"),
        (MODELS["Counter with frames FD DF"], frame(7, 20, 140, error=3), "error 3"),
        (MODELS["AccuBANKER S6500"], ACCU.replace(b"2 20", b"3 20"), "Note 2 is missing"),
        (MERTECH, b"\x021520:20\x03\x00", "its check does not fit"),
    ],
    ids=lambda one: "",
)
def test_what_does_not_add_up_is_no_count_and_says_why(model, said, why):
    (one,) = codec(model).feed(said)
    assert isinstance(one, Spoiled)
    assert why in one.why


def test_what_is_no_result_is_no_report():
    assert [*codec(MODELS["Glory GFS-220"]).feed(glory("0001SC1,"))] == []
    assert [*codec(MODELS["Counter with frames FD DF"]).feed(frame(3, 20, 60, status=1))] == []
    assert [*codec(MERTECH).feed(b"\x0215\x03" + bytes([sum(b"15")]))] == []


def test_ten_megabytes_of_noise_are_no_count_and_are_not_kept():
    chance = Random(18)
    for model in (TAPE, MODELS["Glory GFS-220"], MODELS["Counter with frames FD DF"]):
        read, counts = codec(model), []
        for _ in range(2_560):
            counts += [one for one in read.feed(chance.randbytes(4096)) if isinstance(one, Counted)]
        assert counts == []
        assert len(read._held) <= HELD
        tail = READ[[one[0] for one in READ].index(model)]
        assert [one.pieces for one in read.feed(bytes(HELD) + tail[1]) if isinstance(one, Counted)] == [
            tail[2]
        ]


@pytest.mark.storm
def test_no_wrong_count_is_taken_whatever_happens_to_the_line():
    """Faults from a seed: each count that is taken ran through the machine, to the piece."""
    faults = 0
    for seed in seeds(1):
        chance, ran = Random(seed), set()
        while faults < many(200):
            sim = Faulty(Simulated(), chance, FAULTS, one_in=2)
            read = codec(TAPE)
            for _ in range(40):
                words = " ".join(
                    f"{chance.randrange(1, 90)}x${value}" for value in chance.sample((1, 5, 20, 100), 2)
                )
                ran.add(tuple(sorted(_pieces(words), reverse=True)))
                try:
                    said = sim.do(words)
                except Unplugged:
                    read = codec(TAPE)
                    continue
                taken = [one for one in read.feed(said) if isinstance(one, Counted)]
                assert {one.pieces for one in taken} <= ran
            faults += len(sim.done)


def _pieces(words: str) -> list[tuple[int, int]]:
    return [(int(value) * 100, int(count)) for count, value in (w.split("x$") for w in words.split())]
