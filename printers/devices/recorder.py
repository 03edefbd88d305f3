"""A recorder for devices that no profile fits: what it sent, and a profile made of that.

    python -m printers.devices.recorder /dev/ttyUSB0 --ran "20x$20 3x$5" --name "Our counter"

Whoever records says what ran through the counter, or what lies on the scale. A profile is one only if it
reads the record as that.
"""

import argparse
import re
import sys
import time
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from printers.devices.beside import CODECS, line_of
from printers.devices.counters import Counted, cents_of
from printers.devices.line import Gone
from printers.devices.models import KINDS, Model
from printers.devices.scales import Weight, in_mg

SECONDS = 30  # that the command listens
NUMBER = re.compile(r"\$?\d[\d,]*(?:\.\d+)?")
GROUPS = {
    "value": r"\$?(?P<value>[\d,]+(?:\.\d\d)?)",
    "count": r"(?P<count>\d+)",
    "worth": r"\$?(?P<worth>[\d,]+(?:\.\d\d)?)",
    "": r"\$?[\d,.]+",
}
RAN = "Type what ran through it, such as 20x$20 3x$5, or what lies on it, such as 512.4 g."
NO_LINE = (
    "No line of the record has {count} of {value} in it. Count again, and type what the machine shows."
)
NO_ENDS = "The record shows no words where a report begins and ends. Record one whole report."
UNLIKE = (
    "The record cannot be read as that: its lines are not alike. Keep it for whoever supports PitDesk."
)


def listening(baud: int, bits: str = "8N1") -> Model:
    """What a line is opened as that is only listened to."""
    said = {"name": "recorded", "version": 1, "kind": "counter", "known": "recorded", "source": ""}
    return msgspec.convert({**said, "baud": baud, "bits": bits}, Model)


def shown(data: bytes) -> str:
    """Bytes as they are looked at: letters, and the rest in hexadecimal."""
    return "".join(
        chr(byte) if 32 <= byte < 127 else f"<{byte:02X}>" + "\n" * (byte == 10) for byte in data
    )


def profile(name: str, data: bytes, ran: str, baud: int = 9600, bits: str = "8N1") -> tuple[str, Model]:
    """A profile that reads the record as what was said, and its text.

    ValueError says why there is none.
    """
    name = " ".join(re.sub(r"[^ -~]|[\"\\@]", " ", name).split())
    if not name:
        raise ValueError("Give the device a name, such as its maker and model.")
    text = data.decode("ascii", "replace").replace("\r\n", "\n").replace("\r", "\n")
    if weight := re.fullmatch(r"([\d.]+) ?(g|kg|oz|lb)", ran.strip()):
        kind, codec = "scale", "lines"
        patterns = {"line": r"(?P<weight>-?\d+\.?\d*) *(?P<unit>g|kg|oz|lb)\b[^\r\n]*\r?\n"}
    else:
        kind, codec = "counter", "tape"
        patterns = _of_counter(text.split("\n"), said(ran))
    lines = [f'name = "{name}"', "version = 1", f'kind = "{kind}"', f'codec = "{codec}"']
    lines += ['known = "recorded"', 'source = "Recorded here. Hold its counts against the machine"']
    lines += [f"baud = {baud}", f'bits = "{bits}"', "[patterns]"]
    lines += [f"{key} = '{pattern}'" for key, pattern in patterns.items()]
    written = "\n".join([*lines, ""])
    model = msgspec.convert(tomllib.loads(written), Model)
    read = [*CODECS[model.codec](model).feed(data)]
    if weight:
        fits = any(isinstance(one, Weight) and one.mg == in_mg(weight[1], weight[2]) for one in read)
    else:
        wanted = tuple(sorted(said(ran).items(), reverse=True))
        fits = bool(read) and all(isinstance(one, Counted) and one.pieces == wanted for one in read)
    if not fits:
        raise ValueError(UNLIKE)
    return written, model


def said(ran: str) -> dict[int, int]:
    """Value in cents → pieces, of what somebody says ran through; ValueError says how to write it."""
    pieces = {}
    for word in ran.split():
        found = re.fullmatch(r"(\d{1,5})x(\$\d{1,3}|\d{1,2}c)", word)
        if found is None:
            raise ValueError(RAN)
        pieces[cents_of(found[2])] = int(found[1])
    if not pieces:
        raise ValueError(RAN)
    return pieces


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the record, and what each number in it is."""

    at: int
    text: str
    roles: tuple[str, ...]

    def pattern(self, *, word: str = "") -> str:
        """How such a line reads, from its beginning to its end."""
        parts = r"[^\d\n]*?".join(GROUPS[role] for role in self.roles)
        before = f"^ *{re.escape(word)}[^\\d\\n]*?" if word else r"^[^\dA-Za-z\n]*?"
        return f"{before}{parts}[^\\d\\n]*$"

    @property
    def word(self) -> str:
        """Its first word; "" where it begins with a number."""
        found = re.match(r"\s*([A-Za-z][A-Za-z.]*)", self.text)
        return found[1] if found else ""


def _of_counter(lines: Sequence[str], pieces: dict[int, int]) -> dict[str, str]:
    """The patterns of a report that has these pieces in its lines."""
    rows: list[_Row] = []
    for value, count in pieces.items():
        wanted = {"value": (value,), "count": (count * 100,), "worth": (value * count,)}
        row = _found(lines, wanted, ("value", "count"), {one.at for one in rows})
        if row is None:
            raise ValueError(NO_LINE.format(count=count, value=f"${value // 100}"))
        rows.append(row)
    if len({row.roles for row in rows}) > 1:
        raise ValueError(UNLIKE)
    worth, count = sum(value * n for value, n in pieces.items()), sum(pieces.values())
    taken = {one.at for one in rows}
    sums = {"worth": (worth,), "count": (count * 100,)}
    total = _found(lines, sums, ("worth",), taken) or _found(lines, sums, ("count",), taken)
    above = (line.split() for line in lines[: min(taken)] if re.search("[A-Za-z]{3}", line))
    head = next(iter(above), [])
    if not head or total is None or not total.word:
        raise ValueError(NO_ENDS)
    whole = rf"{re.escape(head[0])}[^\n]*\n.{{1,2000}}?\n *{re.escape(total.word)}[^\n]*\n"
    line, sum_ = rows[0].pattern(word=rows[0].word), total.pattern(word=total.word)
    return {"whole": whole, "line": line, "total": sum_}


def _found(
    lines: Sequence[str], wanted: dict[str, tuple[int]], needed: Iterable[str], taken: set[int]
) -> _Row | None:
    """The first line that has these numbers; amounts are cents, counts a hundred times themselves."""
    for at, line in enumerate(lines):
        left, roles = dict(wanted), []
        for number in NUMBER.findall(line):
            cents = _as_cents(number)
            role = next((role for role, (one,) in left.items() if one == cents), "")
            left.pop(role, None)
            roles.append(role)
        if at not in taken and not {*needed} & {*left}:
            return _Row(at, line, tuple(roles))
    return None


def _as_cents(number: str) -> int:
    try:
        return cents_of(number)
    except ValueError:
        return -1


def main(argv: Sequence[str] | None = None) -> int:
    """Listen at a port, show what came, and print a profile of it if one was asked for."""
    parser = argparse.ArgumentParser(prog="python -m printers.devices.recorder", description=__doc__)
    parser.add_argument("port")
    parser.add_argument("--baud", type=int, default=9600)
    parser.add_argument("--bits", default="8N1")
    parser.add_argument("--seconds", type=int, default=SECONDS)
    parser.add_argument("--ran", default="", help="what ran through it: 20x$20 3x$5, or 512.4 g")
    parser.add_argument("--name", default="", help="of the device")
    given = parser.parse_args(argv)
    line = line_of(listening(given.baud, given.bits), given.port)
    line.start()
    end = time.monotonic() + given.seconds
    gone = ""
    while time.monotonic() < end and not gone:
        time.sleep(1 / 10)
        gone = next((one.why for one in line.take() if isinstance(one, Gone)), "")
    line.stop()
    sys.stdout.write(f"{gone or shown(line.last) or 'Nothing came.'}\n")
    if given.ran and line.last:
        try:
            text, model = profile(given.name, line.last, given.ran, given.baud, given.bits)
        except ValueError as error:
            sys.stdout.write(f"{error}\n")
            return 1
        sys.stdout.write(f"\n{KINDS[model.kind]}: keep this in the folder of profiles.\n\n{text}")
    return int(bool(gone))


if __name__ == "__main__":
    sys.exit(main())
