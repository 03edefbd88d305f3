"""Counters that only answer: they are asked what they do, then what they counted.

An answer can be lost or spoiled, so a count is one only once it was answered twice the same.
"""

import binascii
import re
from collections.abc import Callable, Iterator
from hashlib import sha256

from printers.devices.counters import MOST_PIECES, Counted, Pieces, Reports, Spoiled
from printers.devices.line import Codec, Reply
from printers.devices.models import Model

ACK = 0x06
COUNTING, DOOR = 0x01, 0x04  # bits of Scan Coin's status


def scancoin(command: bytes) -> bytes:
    """What Scan Coin is sent: ESC, the command, its sum."""
    return b"\x1b" + command + bytes([sum(command) % 256])


def ratiotec(command: bytes) -> bytes:
    """What Ratiotec is sent: the number of the report, the command, its check."""
    return b"\0" + command + binascii.crc_hqx(command, 0).to_bytes(2, "big")


class ScanCoin:
    """Scan Coin SC-350, SC-360: coins of one kind, which it does not name.

    It is asked for its status; once it counted and stands still, for its count. An answer is data, its
    sum, ACK.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._held = b""
        self._ran = self._waits = False  # it counted since; the count was asked for
        self._once: int | None = None  # the count, answered once

    def feed(self, data: bytes) -> Iterator[Pieces | Spoiled | Reply]:
        """The counts that were answered twice."""
        self._held = (self._held + data)[-64:]
        while self._held:
            if self._waits and (answer := self._answer(4)):
                yield from self._counted(answer)
            elif self._waits and len(self._held) < 6:
                break
            elif answer := self._answer(1):
                yield from self._status(answer[0])
            elif len(self._held) < 3:
                break
            else:
                self._held = self._held[1:]

    def _answer(self, length: int) -> bytes:
        """An answer with so many bytes of data, taken out if it stands first."""
        whole = self._held[: length + 2]
        if len(whole) < length + 2 or whole[-1] != ACK or sum(whole[:length]) % 256 != whole[length]:
            return b""
        self._held = self._held[length + 2 :]
        return whole[:length]

    def _status(self, status: int) -> Iterator[Spoiled | Reply]:
        if status & DOOR:
            if self._ran:
                yield Spoiled("The counter was opened while it counted. Count again.")
            self._ran = self._waits = False
        elif status & COUNTING:
            self._ran, self._waits, self._once = True, False, None
        elif self._ran:
            self._waits = True
            yield Reply(scancoin(b"RC"))

    def _counted(self, answer: bytes) -> Iterator[Pieces | Reply]:
        count, before = int.from_bytes(answer, "big"), self._once
        self._once = count
        if count != before:
            yield Reply(scancoin(b"RC"))
            return
        self._ran, self._waits, self._once = False, False, None
        if 0 < count <= MOST_PIECES:
            raw = answer + bytes([sum(answer) % 256, ACK])
            number = sha256(raw).hexdigest()[:12]
            yield Pieces(count, number, raw, self._model.name, self._model.version)


class Ratiotec:
    """Ratiotec RS money scales: slot by slot the value, then the pieces, round after round.

    `ask` asks who it is; each answer leads to the next question, until all slots were asked.
    """

    _who = re.compile(rb"000[2-4]")

    def __init__(self, model: Model) -> None:
        self._reports = Reports(model)
        self._held = b""
        self._length = 0  # of an answer: 8 bytes, or 9 where the number of the report comes first
        self._values: list[int] = []  # of the slots, in cents
        self._earlier: list[int] = []  # as they were answered before
        self._all = False  # whether those are all, answered twice the same
        self._slot = 0  # that is asked; 0 between rounds
        self._moved = False  # whether the round went on since it was last asked who it is
        self._found: dict[int, int] = {}
        self._raw = b""
        self._before: dict[int, int] | None = None  # what the last round found
        self._told: dict[int, int] = {}

    def feed(self, data: bytes) -> Iterator[Counted | Spoiled | Reply]:
        """What two rounds found alike, once."""
        self._held = (self._held + data)[-256:]
        if not self._length and not self._meet():
            return
        self._align()
        if len(self._held) >= 2 * self._length:  # it answers one question at a time
            self._held, self._slot, self._before = b"", 0, None
        while len(self._held) >= self._length:
            answer, self._held = self._held[: self._length], self._held[self._length :]
            yield from self._take(answer[-8:])

    def _meet(self) -> bool:
        """Learn from its first answer how long they are."""
        found = self._who.search(self._held)
        if found and found.start() in (1, 2):
            self._length = 7 + found.start()
        elif len(self._held) >= 16:
            self._held = b""
        return bool(self._length)

    def _align(self) -> None:
        """Where bytes were lost, begin again with the answer that says who it is."""
        found = self._who.search(self._held)
        if found and (begins := found.start() + 7 - self._length) % self._length:
            self._held, self._slot = self._held[max(0, begins) :], 0

    def _take(self, answer: bytes) -> Iterator[Counted | Spoiled | Reply]:
        if self._who.fullmatch(answer[1:5]):
            if not self._slot or not self._moved:
                yield self._begin()
            self._moved = False
            return
        if not self._slot:
            return
        number = int.from_bytes(answer[2:6], "big", signed=True)
        self._moved = True
        self._raw += answer
        if self._all:
            yield from self._pieces(number)
        elif number > 0 and len(self._values) < 40:
            self._values.append(number)
            self._slot += 1
            yield self._ask()
        else:
            self._all = bool(self._values) and self._values == self._earlier
            self._earlier = self._values
            yield self._begin()

    def _begin(self) -> Reply:
        """Begin a round."""
        self._slot, self._found, self._raw = 1, {}, b""
        if not self._all:
            self._values = []
        return self._ask()

    def _ask(self) -> Reply:
        code = (0xF9, 0x40 + self._slot) if self._all else (0xFB, self._slot)
        return Reply(ratiotec(bytes(code) + b"\x55\xaa\x55\xaa"))

    def _pieces(self, count: int) -> Iterator[Counted | Spoiled | Reply]:
        value = self._values[self._slot - 1]
        if count:
            self._found[value] = self._found.get(value, 0) + count
        if self._slot < len(self._values):
            self._slot += 1
            yield self._ask()
            return
        found, before = self._found, self._before
        self._before, self._slot = found, 0
        if found != before or found == self._told:
            return
        self._told = found
        if found:
            try:
                yield self._reports.known(self._reports.made(found, self._raw, proven=True))
            except ValueError as error:
                yield Spoiled(str(error))


CODECS: dict[str, Callable[[Model], Codec]] = {"scancoin": ScanCoin, "ratiotec": Ratiotec}
