"""More simulators: counters that only answer, frames with a check, a USB scanner, a badge reader."""

import binascii
import re

OPEN = b"\xe9\xaa\x55\xaa\x55\xaa"  # what Ratiotec is asked for who it is


def _run(words: str) -> dict[int, int]:
    """Pieces by value in cents: 20x$20 4x50c."""
    found = {}
    for count, dollars, cents in re.findall(r"(\d+)x(?:\$(\d+)|(\d+)c)", words):
        found[int(dollars) * 100 if dollars else int(cents)] = int(count)
    return found


class ScanCoin:
    """A coin counter that only answers (Scan Coin SC-350). Typed: how many coins run through it."""

    can = "how many coins run through, such as 412; door (somebody opens it while it counts)"

    def __init__(self) -> None:
        self.count = 0
        self._states: list[int] = []  # its status, as it is asked
        self._held = b""

    def hear(self, data: bytes) -> bytes:
        """Answer each command whose sum fits."""
        self._held += data
        answers = b""
        while found := re.search(rb"\x1b([A-Z])([A-Z])(.)", self._held, re.DOTALL):
            self._held = self._held[found.end() :]
            command = found[1] + found[2]
            if sum(command) % 256 != found[3][0]:
                answers += b"\x15"
            else:
                answers += self._answer(command)
        return answers

    def _answer(self, command: bytes) -> bytes:
        data = b""
        if command == b"RS":
            data = bytes([self._states.pop(0) if self._states else 0])
        elif command == b"RC":
            data = self.count.to_bytes(4, "big")
        return data + bytes([sum(data) % 256]) * bool(data) + b"\x06"

    def do(self, words: str) -> bytes:
        """Coins run through: it counts, then stands still."""
        if words == "door":
            self._states = [1, 4]
        else:
            self.count, self._states = int(words), [1, 1]
        return b""


class Mertech:
    """A note counter with frames (Mertech). Typed: what runs through."""

    can = "what runs through, such as 20x$20 3x$5"

    def __init__(self) -> None:
        self._turn = 0

    def hear(self, data: bytes) -> bytes:
        """It hears nothing."""
        return b""

    def do(self, words: str) -> bytes:
        """Count, and send a frame."""
        self._turn = (self._turn + 1) % 10
        data = ";".join(f"{value // 100}:{count}" for value, count in _run(words).items())
        body = f"{self._turn}5{data}".encode("ascii")
        return b"\x02" + body + b"\x03" + bytes([sum(body) % 256])


class Ratiotec:
    """A money scale that only answers (Ratiotec RS). Typed: what was counted on it."""

    can = "what was counted on it, such as 20x$20 4x50c; empty"
    values = (100, 500, 1000, 2000, 5000, 10_000, 50)

    def __init__(self) -> None:
        self.pieces: dict[int, int] = {}
        self._held = b""

    def hear(self, data: bytes) -> bytes:
        """Answer each question whose check fits."""
        self._held += data
        answers = b""
        while len(self._held) >= 9:
            asked, self._held = self._held[1:9], self._held[9:]
            if binascii.crc_hqx(asked[:6], 0) == int.from_bytes(asked[6:], "big"):
                answers += self._answer(asked)
        return answers

    def _answer(self, asked: bytes) -> bytes:
        slot, number = asked[1] & 0x3F, 0
        if asked[:2] == OPEN[:2]:
            return self._whole(asked[:1] + b"0003\0")
        if asked[0] == 0xFB:
            number = self.values[slot - 1] if slot <= len(self.values) else 0
        elif asked[0] == 0xF9:
            number = self.pieces.get(self.values[slot - 1], 0) if slot <= len(self.values) else 0
        return self._whole(asked[:2] + number.to_bytes(4, "big"))

    @staticmethod
    def _whole(answer: bytes) -> bytes:
        return b"\0" + answer + binascii.crc_hqx(answer, 0).to_bytes(2, "big")

    def do(self, words: str) -> bytes:
        """Count on it, or empty it."""
        self.pieces = _run(words)
        return b""


class HidScanner:
    """A USB scanner for points of sale (usage page 8C). Typed: what is scanned."""

    can = "what is scanned"

    def hear(self, data: bytes) -> bytes:
        """It hears nothing."""
        return b""

    def do(self, words: str) -> bytes:
        """Scan a square code; a long one takes several reports."""
        text, reports = words.encode("ascii"), b""
        parts = [text[at : at + 56] for at in range(0, len(text), 56)]
        for at, part in enumerate(parts, 1):
            head = b"\x02" + bytes([len(part)]) + b"]Q1"
            reports += (head + part).ljust(63, b"\0") + bytes([at < len(parts)])
        return reports


class BadgeReader:
    """A badge reader on a serial line. Typed: the number of a badge, ten digits of hexadecimal."""

    can = "the number of a badge, such as 06008E6D5D"

    def hear(self, data: bytes) -> bytes:
        """It hears nothing."""
        return b""

    def do(self, words: str) -> bytes:
        """Somebody holds a badge to it."""
        number = bytes.fromhex(words)
        body = bytes([len(number) + 5, 2]) + number
        check = 0
        for byte in body:
            check ^= byte
        return b"\x02" + body + bytes([check]) + b"\x03"
