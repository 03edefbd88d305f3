"""The recorder: what a device sent is shown, and a profile is made of it only if it reads the record."""

import subprocess
import sys

import pytest

from printers.devices.beside import CODECS
from printers.devices.counters import Counted, Spoiled
from printers.devices.models import load
from printers.devices.recorder import NO_ENDS, RAN, UNLIKE, profile, said, shown
from printers.devices.sim import Counter, Scale, plugged, report

OTHER = (
    b"CASH COUNT 0012\r\n11/21/2026 21:04\r\n"
    b"$100  x    2  =    200.00\r\n$20   x   31  =    620.00\r\n$5    x    4  =     20.00\r\n"
    b"SUM   37 notes    $840.00\r\n\r\n"
)


def read(model, data):
    return [*CODECS[model.codec](model).feed(data)]


@pytest.mark.parametrize(
    ("data", "ran", "later", "means"),
    [
        (report("20x$20 3x$5"), "20x$20 3x$5", report("7x$100 1x$1"), ((10_000, 7), (100, 1))),
        (OTHER, "2x$100 31x$20 4x$5", OTHER.replace(b"   31  =    620", b"   11  =    220"), None),
    ],
)
def test_a_profile_reads_the_record_and_what_comes_later(data, ran, later, means):
    text, model = profile("Our counter", data, ran, 19200)
    assert (model.name, model.kind, model.known, model.baud) == (
        "Our counter",
        "counter",
        "recorded",
        19200,
    )
    assert 'known = "recorded"' in text
    (one,) = read(model, later)
    if means:
        assert isinstance(one, Counted)
        assert (one.pieces, one.proven) == (means, True)
    else:
        assert isinstance(one, Spoiled), "its lines do not come to its total"


def test_a_scale_is_known_by_what_lies_on_it():
    sim = Scale()
    sim.do("512.4")
    data = b"".join(sim.hear(b"SI\r\n") for _ in range(4))
    _, model = profile("Our scale", data, "512.4 g")
    assert model.kind == "scale"
    assert {one.mg for one in read(model, data)} == {512_400}


@pytest.mark.parametrize(
    ("data", "ran", "why"),
    [
        (report("20x$20"), "21x$20", "No line of the record has 21 of $20 in it."),
        (b"20 20\r\n", "20x$20", NO_ENDS),
        (b"COUNT\r\n20 20\r\n 20 pieces TOTAL 400\r\n", "20x$20", NO_ENDS),
        (b"COUNT\r\n20 31 620.00\r\n4 5 20.00\r\nTOTAL 640.00\r\n", "31x$20 4x$5", UNLIKE),
        (b"S S 512.5 g\r\n", "512.4 g", UNLIKE),
        (report("20x$20"), "twenty", RAN),
        (report("20x$20"), "", RAN),
    ],
)
def test_what_cannot_be_read_makes_no_profile_and_says_why(data, ran, why):
    with pytest.raises(ValueError) as told:  # noqa: PT011  (its words are compared)
        profile("Our counter", data, ran)
    assert str(told.value).startswith(why)


def test_a_device_needs_a_name_that_settings_can_hold():
    with pytest.raises(ValueError, match="Give the device a name"):
        profile('@"', report("20x$20"), "20x$20")
    assert profile('Ours "A"@2\n', report("20x$20"), "20x$20")[1].name == "Ours A 2"


def test_what_is_no_letter_is_shown_as_its_number():
    assert shown(b"\x02A\r\n\xff") == "<02>A<0D><0A>\n<FF>"
    assert said("20x$20 4x50c") == {2000: 20, 50: 4}


def test_a_profile_that_was_made_is_loaded_beside_ours(tmp_path):
    (tmp_path / "ours.toml").write_text(profile("Our counter", OTHER, "2x$100 31x$20 4x$5")[0])
    assert [*load(tmp_path)] == ["Our counter"]
    assert load(tmp_path)["Our counter"].words == "Our counter (recorded here)"


def test_the_command_listens_shows_and_makes_a_profile():
    with plugged(Counter()) as cable:
        command = [sys.executable, "-m", "printers.devices.recorder", cable.path, "--seconds", "8"]
        command += ["--ran", "20x$20 3x$5", "--name", "Our counter"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            for _ in range(7):
                try:
                    program.wait(1)
                except subprocess.TimeoutExpired:
                    cable.do("20x$20 3x$5")
            said_ = program.communicate(timeout=60)[0]
    assert program.returncode == 0, said_
    assert "DENOM" in said_
    assert 'name = "Our counter"' in said_
