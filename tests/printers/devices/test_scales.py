"""Scales: what each maker's lines mean, cut anywhere, and when a weight may be believed."""

import pytest

from printers.devices.beside import CODECS
from printers.devices.line import Reply
from printers.devices.models import load
from printers.devices.scales import Settled, Weight, in_mg

MODELS = load()
CAS = b"\x01\x02S 000512kg"
SAID = {  # model → bytes, and what they mean: milligrams, state
    "Mettler Toledo, MT-SICS": [
        (b"S S     100.00 g\r\n", (100_000, "stable")),
        (b"S D      99.98 g\r\n", (99_980, "moving")),
        (b"S +\r\n", (None, "over")),
        (b"S -\r\n", (None, "under")),
        (b"S I\r\n", (None, "fault")),
        (b"S S    -100.00 g\r\n", (-100_000, "stable")),
    ],
    "Ohaus": [
        (b"     1.2345 kg\r\n", (1_234_500, "stable")),
        (b"     512.4 g ?\r\n", (512_400, "moving")),
    ],
    "NCI, SCP-01": [
        (b"\n0001.50LB\r\n00\r\x03", (680_389, "stable")),
        (b"\n0001.50LB\r\n10\r\x03", (680_389, "moving")),
        (b"\n^^^^^^LB\r\n02\r\x03", (None, "over")),
        (b"\n______LB\r\n01\r\x03", (None, "under")),
        (b"\n0001.50LB\r\n80\r\x03", (None, "fault")),
    ],
    "Toledo 8217": [(b"\x0200.50\r", (226_796, "stable")), (b"\x02?a\r", (None, "fault"))],
    "CAS, stream of 22 bytes": [
        (b"ST,GS,0,    1.250kg\r\n", None),
        (b"ST,GS,01,   1.250kg\r\n", (1_250_000, "stable")),
        (b"US,NT,01,   1.250kg\r\n", (1_250_000, "moving")),
    ],
    "USB scale (HID)": [
        (b"\x03\x04\x0b\xff\x34\x19", (18_291_112, "stable")),
        (b"\x03\x02\x02\x00\x00\x00", (0, "stable")),
        (b"\x03\x06\x02\x00\x00\x00", (None, "over")),
        (b"\x03\x07\x02\x00\x00\x00", (None, "fault")),
    ],
}


@pytest.mark.parametrize(
    ("model", "said", "means"),
    [(model, said, means) for model, all_said in SAID.items() for said, means in all_said],
)
def test_a_line_means_what_the_maker_says(model, said, means):
    for cut in range(len(said)):
        codec = CODECS[MODELS[model].codec](MODELS[model])
        found = [*codec.feed(said[:cut]), *codec.feed(said[cut:])]
        assert [(one.mg, one.state) for one in found] == ([means] if means else [])


def test_cas_is_told_to_send_and_its_check_must_fit():
    codec = CODECS["cas"](MODELS["CAS PD-II, SW-II"])
    assert [*codec.feed(b"\x06")] == [Reply(b"\x11")]
    body = b"S 01.250kg"
    check = 0
    for byte in body:
        check ^= byte
    frame = b"\x01\x02" + body + bytes([check]) + b"\x03\x04"
    assert [(one.mg, one.state) for one in codec.feed(frame)] == [(1_250_000, "stable")]
    assert [*codec.feed(frame.replace(b"1.25", b"1.35"))] == []


def test_seven_bits_are_read_with_the_eighth_cut_off():
    codec = CODECS["lines"](MODELS["Toledo 8217"])
    (weight,) = codec.feed(bytes(byte | 0x80 for byte in b"\x0200.50\r"))
    assert weight.mg == 226_796


def test_a_weight_is_whole_milligrams():
    assert in_mg("0.5", "oz") == 14_175
    for number, unit in (("1e9", "g"), ("1,5", "g"), ("", "g"), ("5", "stone"), ("2000", "kg")):
        with pytest.raises(ValueError, match=r"is no weight|more than a ton"):
            in_mg(number, unit)


def at(mg, state="stable") -> Weight:
    return Weight(mg, state, b"")


def test_a_weight_is_believed_twice_the_same_at_rest_after_an_empty_scale():
    settled = Settled()
    assert [settled.take(at(500_000)) for _ in range(3)] == [None] * 3, "nobody saw it empty"
    assert settled.take(at(0)) is None
    assert settled.take(at(499_000, "moving")) is None
    assert settled.take(at(500_000)) is None
    assert settled.take(at(500_010)) is None
    assert settled.take(at(500_010)) == 500_010
    assert settled.take(at(None, "over")) is None
    assert settled.take(at(500_010)) is None
    settled.forget()
    assert [settled.take(at(500_010)) for _ in range(2)] == [None, None]
