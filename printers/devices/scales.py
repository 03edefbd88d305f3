"""Scales: what their lines say, in whole milligrams, and when a weight may be believed."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from printers.devices.line import Codec, Reply
from printers.devices.models import Model

State = Literal["stable", "moving", "over", "under", "fault"]
MG = {  # milligrams of a unit, as scales write them
    "g": Decimal(1000),
    "kg": Decimal(1_000_000),
    "mg": Decimal(1),
    "oz": Decimal("28349.523125"),
    "lb": Decimal("453592.37"),
}
HELD = 128  # bytes of a message that is not whole yet; longer ones are noise
HEAVIEST = 10**9  # milligrams, a ton: more is noise


@dataclass(frozen=True, slots=True)
class Weight:
    """A reading. mg: None where it is no weight, as the state says. raw: its bytes."""

    mg: int | None
    state: State
    raw: bytes


def in_mg(number: str, unit: str) -> int:
    """A weight as a scale writes it, in whole milligrams; ValueError for anything else."""
    per = MG.get(unit.strip().lower())
    if per is None or not re.fullmatch(r"-?\d{1,9}(\.\d{1,6})?", number):
        raise ValueError(f"'{number} {unit}' is no weight")
    mg = int((Decimal(number) * per).to_integral_value())
    if abs(mg) > HEAVIEST:
        raise ValueError(f"'{number} {unit}' is more than a ton")
    return mg


class Lines:
    """Scales that write a line: MT-SICS, Ohaus, CAS, Toledo; the pattern is the model's.

    Its groups: weight, unit (or the model's `unit`), state, whose words the model's patterns name.
    """

    def __init__(self, model: Model) -> None:
        self._line = re.compile(model.patterns["line"].encode("ascii"))
        told: tuple[State, ...] = ("moving", "over", "under", "fault")
        self._states = {
            state: re.compile(model.patterns[state]) for state in told if state in model.patterns
        }
        self._unit = model.patterns.get("unit", "")
        self._seven = model.bits.startswith("7")
        self._held = b""

    def feed(self, data: bytes) -> Iterator[Weight]:
        """The readings that are whole."""
        if self._seven:
            data = bytes(byte & 0x7F for byte in data)
        self._held += data
        end = 0
        for found in self._line.finditer(self._held):
            end = found.end()
            weight = self._read(found)
            if weight:
                yield weight
        self._held = self._held[end:][-HELD:]

    def _read(self, found: re.Match[bytes]) -> Weight | None:
        said = {
            name: (part or b"").decode("ascii", "replace") for name, part in found.groupdict().items()
        }
        for state, words in self._states.items():
            if words.fullmatch(said.get("state", "")):
                mg = None
                if state == "moving":
                    mg = self._mg(said)
                return Weight(mg, state, found[0])
        mg = self._mg(said)
        return None if mg is None else Weight(mg, "stable", found[0])

    def _mg(self, said: dict[str, str]) -> int | None:
        try:
            return in_mg(said.get("weight", "").replace(" ", ""), said.get("unit") or self._unit)
        except ValueError:
            return None


class Nci:
    """NCI, SCP-01: LF weight unit CR LF status CR ETX, the status two bytes or three."""

    _frame = re.compile(rb"\n([ \d.-]{1,10}|[\^_-]{4,8})([A-Za-z]{2})\r\n([\x30-\x7f]{2,3})\r\x03")

    def __init__(self, model: Model) -> None:
        self._held = b""

    def feed(self, data: bytes) -> Iterator[Weight]:
        """The readings that are whole."""
        self._held += bytes(byte & 0x7F for byte in data)
        end = 0
        for found in self._frame.finditer(self._held):
            end = found.end()
            state = self._state(found[3])
            try:
                number, unit = found[1].decode("ascii"), found[2].decode("ascii")
                mg: int | None = in_mg(number.replace(" ", ""), unit)
            except ValueError:
                mg, state = None, state if state in ("over", "under") else "fault"
            yield Weight(mg if state in ("stable", "moving") else None, state, found[0])
        self._held = self._held[end:][-HELD:]

    @staticmethod
    def _state(status: bytes) -> State:
        first, second = status[0], status[1]
        if first & 0x0C or second & 0x0C:
            return "fault"
        if second & 0x03:
            return "over" if second & 0x02 else "under"
        return "moving" if first & 0x01 else "stable"


class Cas:
    """CAS PD-II, SW-II: it is asked, says that it heard, is told to send, and sends a checked frame."""

    _frame = re.compile(rb"\x01\x02([SU])([ \-F])([\d. ]{6})([A-Za-z]{2})(.)\x03\x04", re.DOTALL)

    def __init__(self, model: Model) -> None:
        self._held = b""

    def feed(self, data: bytes) -> Iterator[Weight | Reply]:
        """The readings that are whole and whose check fits."""
        self._held += data
        if data in (b"\x06", b"\x06\x06"):
            yield Reply(b"\x11")
        end = 0
        for found in self._frame.finditer(self._held):
            end = found.end()
            check = 0
            for byte in b"".join(found.groups()[:4]):
                check ^= byte
            if check != found[5][0]:
                continue
            state: State = "stable" if found[1] == b"S" else "moving"
            try:
                sign = "-" if found[2] == b"-" else ""
                mg: int | None = in_mg(sign + found[3].decode().replace(" ", ""), found[4].decode())
            except ValueError:
                continue
            if found[2] == b"F":
                mg, state = None, "over"
            yield Weight(mg, state, found[0])
        self._held = self._held[end:][-HELD:]


_HID_STATES: dict[int, State] = {2: "stable", 3: "moving", 4: "stable", 5: "under", 6: "over"}
_HID_UNITS = {2: "g", 3: "kg", 11: "oz", 12: "lb"}


class Hid:
    """A scale of the USB standard (usage page 8D): reports of six bytes."""

    def __init__(self, model: Model) -> None:
        self._held = b""

    def feed(self, data: bytes) -> Iterator[Weight]:
        """The reports that are whole; a byte that begins none is passed over."""
        self._held += data
        while len(self._held) >= 6:
            at = self._held.find(b"\x03")
            if at < 0 or len(self._held) - at < 6:
                break
            report, self._held = self._held[at : at + 6], self._held[at + 6 :]
            state = _HID_STATES.get(report[1], "fault")
            power = report[3] - 256 if report[3] > 127 else report[3]
            unit = _HID_UNITS.get(report[2])
            mg = None
            if unit and -6 <= power <= 6 and state in ("stable", "moving"):
                value = Decimal(report[4] | report[5] << 8).scaleb(power) * MG[unit]
                mg = int(value.to_integral_value())
            yield Weight(mg, state if mg is not None or state in ("over", "under") else "fault", report)
        self._held = self._held[-HELD:]


class Settled:
    """A weight that may be believed: twice the same, at rest, after the scale was seen empty.

    empty_mg   how much it may show when nothing lies on it
    """

    def __init__(self, empty_mg: int = 500) -> None:
        self._empty_mg = empty_mg
        self._zero = False
        self._before: int | None = None

    def take(self, weight: Weight) -> int | None:
        """Take a reading in; the weight in milligrams once it may be believed."""
        if weight.state != "stable" or weight.mg is None:
            self._before = None
            return None
        again, self._before = self._before == weight.mg, weight.mg
        if abs(weight.mg) <= self._empty_mg:
            self._zero = True
            return None
        return weight.mg if again and self._zero and weight.mg > 0 else None

    def forget(self) -> None:
        """The line was cut: what was seen before says nothing now."""
        self._zero, self._before = False, None


@dataclass(frozen=True, slots=True)
class Load:
    """What lies on a scale, as far as it may be believed.

    mg      without the rack;  rack: what the empty rack weighed just before, 0 where there was none
    raw     the bytes of the reading
    racked  whether the rack was seen empty, where one was learned; else its chips cannot be told
    """

    mg: int
    rack: int
    raw: bytes
    racked: bool = True


class Loads:
    """The loads on a scale, each told once.

    rack_mg    what an empty rack weighs, as it was learned; 0 where chips lie on the scale themselves
    empty_mg   how much the scale may show with nothing on it, and by how much two loads differ
    """

    def __init__(self, rack_mg: int = 0, empty_mg: int = 500) -> None:
        self.rack_mg, self._empty_mg = rack_mg, empty_mg
        self.forget()

    def forget(self) -> None:
        """The line was cut, or another rack is used: what was seen before says nothing now."""
        self._settled = Settled(self._empty_mg)
        self._told = self._rack = 0

    def take(self, weight: Weight) -> Load | None:
        """Take a reading in; a load, once it may be believed and was not told before."""
        mg = self._settled.take(weight)
        if weight.state == "stable" and weight.mg is not None and abs(weight.mg) <= self._empty_mg:
            self._told = self._rack = 0
        if mg is None or abs(mg - self._told) <= self._empty_mg:
            return None
        self._told = mg
        if self.rack_mg and abs(mg - self.rack_mg) <= 2 * self._empty_mg:
            self._rack = mg
            return None
        return Load(mg - self._rack, self._rack, weight.raw, racked=bool(self._rack or not self.rack_mg))


CODECS: dict[str, Callable[[Model], Codec]] = {"lines": Lines, "nci": Nci, "cas": Cas, "hid": Hid}
