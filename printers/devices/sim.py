"""Simulators of the devices beside a cashier, for practice, tests, and whoever writes a profile.

    python -m printers.devices.sim drawer

Each follows its maker's document at the end of a pseudo terminal, whose name it prints: name that in
Set-up, Devices. What is typed there is done at the device: a scan, notes that run through, a weight.
"""

import argparse
import os
import sys
import threading
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random
from select import select
from typing import Protocol

from printers.devices import simmore

FAULTS = ("silent", "late", "twice", "garbled", "cut", "flooded", "unplugged")
FLOOD = 64 * 1024  # bytes of noise at a time


class Sim(Protocol):
    """A device, as its line sees it. One thread uses it.

    Attributes:
        can: what can be done at it, in words.
    """

    can: str

    def hear(self, data: bytes) -> bytes:
        """Take what it is sent; what it answers."""

    def do(self, words: str) -> bytes:
        """Do what somebody does at it; what it sends by itself then."""


class Drawer:
    """A receipt printer (ESC/POS: Epson) with a cash drawer at its plug; it prints into `paper`.

    Attributes:
        shut: the level of the switch when the drawer is closed; None where the drawer has none.
        open: whether the drawer stands open.
        kicks: the pulses that it got.
        offline: the bits of its answer to DLE EOT 2: 0x04 cover, 0x20 paper, 0x40 error.
        stuck: whether a pulse does not open it: locked, or jammed.
    """

    can = "open, shut, cover, paper, ready"

    def __init__(self, shut: int | None = 0, *, stuck: bool = False) -> None:
        self.shut, self.stuck, self.open, self.offline = shut, stuck, False, 0
        self.kicks: list[bytes] = []
        self.paper = bytearray()
        self._held = b""

    @property
    def level(self) -> int:
        """The level of pin 3 now; a cable without a switch has a steady one."""
        return 0 if self.shut is None else self.shut ^ self.open

    def hear(self, data: bytes) -> bytes:
        """Status at once, answers in order, pulses to the drawer, everything else on paper."""
        self._held += data
        answers = b""
        while self._held:
            length = _length(self._held)
            if length > len(self._held):
                break
            command, self._held = self._held[:length], self._held[length:]
            answers += self._carry_out(command)
        return answers

    def _carry_out(self, command: bytes) -> bytes:
        match command[:2]:
            case b"\x10\x04":
                return bytes([self._status(command[2])])
            case b"\x1dr":
                return bytes([self.level if command[2] == 2 else 0])
            case b"\x1dI":
                return b"\x20"
            case b"\x1bp":
                self.kicks.append(command)
                self.open = self.open or not self.stuck
            case b"\x1da":
                pass
            case _:
                self.paper += command
        return b""

    def _status(self, asked: int) -> int:
        match asked:
            case 1:
                return 0x12 | self.level << 2 | bool(self.offline) << 3
            case 2:
                return 0x12 | self.offline
            case _:
                return 0x12 | (0x60 if asked == 4 and self.offline & 0x20 else 0)

    def do(self, words: str) -> bytes:
        """Open or shut the drawer by hand; open the cover, take the paper out, make it ready."""
        self.open = {"open": True, "shut": False}.get(words, self.open)
        self.offline = {"cover": 0x04, "paper": 0x20, "ready": 0}.get(words, self.offline)
        return b""


def _length(data: bytes) -> int:
    """Of the command that these bytes begin with; a byte that begins none is one of its own."""
    return {0x10: 3, 0x1D: 3}.get(data[0], 5 if data[:2] == b"\x1bp" or data == b"\x1b" else 1)


class Trigger:
    """A drawer on a serial trigger, as Glancetron's 8005U: ESC 4 opens, ESC : asks."""

    can = "open, shut"

    def __init__(self) -> None:
        self.open, self.kicks = False, 0

    def hear(self, data: bytes) -> bytes:
        """Open it, or say whether it is open."""
        answers = b""
        while data:
            if data.startswith(b"\x1b:"):
                answers, data = answers + b"\x1b4" + (b"B" if self.open else b"A"), data[2:]
            else:
                self.open, self.kicks = True, self.kicks + 1
                data = data[2:]
        return answers

    def do(self, words: str) -> bytes:
        """Open or shut it by hand."""
        self.open = {"open": True, "shut": False}.get(words, self.open)
        return b""


class Scale:
    """A scale that speaks MT-SICS; a load swings before it settles. Typed: grams on the pan."""

    can = "grams on the pan, such as 512.4; over"

    def __init__(self) -> None:
        self.mg, self.over, self._moves = 0, False, 0
        self._held = b""

    def hear(self, data: bytes) -> bytes:
        """Answer each command; what it does not know is ES."""
        *commands, self._held = (self._held + data)[-64:].split(b"\r\n")
        return b"".join(self._answer(one.decode("ascii", "replace")) for one in commands)

    def _answer(self, command: str) -> bytes:
        if command not in ("SI", "S"):
            return b"ES\r\n"
        if self.over:
            return b"S +\r\n"
        self._moves = max(0, self._moves - 1)
        grams = f"{self.mg // 1000}.{self.mg % 1000 // 10:02}"
        return f"S {'D' if self._moves else 'S'} {grams:>10} g\r\n".encode("ascii")

    def do(self, words: str) -> bytes:
        """Put a load on it."""
        self.over = words == "over"
        if not self.over:
            whole, _, part = words.partition(".")
            self.mg, self._moves = int(whole) * 1000 + int((part + "000")[:3]), 3
        return b""


class Counter:
    """A counter that prints its report. Typed: what ran through it, such as 20x$20 3x$5."""

    can = "what runs through, such as 20x$20 3x$5; again (the last report once more)"

    def __init__(self) -> None:
        self._last = b""

    def hear(self, data: bytes) -> bytes:
        """It hears nothing."""
        return b""

    def do(self, words: str) -> bytes:
        """Run pieces through it, and print the report; "again" prints the last one once more."""
        if words != "again":
            self._last = report(words)
        return self._last


def report(words: str) -> bytes:
    """A report of pieces: 20x$20 3x$5 rejects 2."""
    run, _, rejects = words.partition(" rejects ")
    pieces = [one.split("x$") for one in run.split()]
    lines = [f" {value:>5} {count:>6} {int(value) * int(count):>10,}.00" for count, value in pieces]
    total = sum(int(value) * int(count) for count, value in pieces)
    count = sum(int(count) for count, _ in pieces)
    aside = [f" REJECTS {rejects}"] if rejects else []
    head = ["", "DENOM  PIECES      AMOUNT", *lines, *aside]
    rows = [*head, f" TOTAL {count:>6} {total:>10,}.00", "", ""]
    return "\r\n".join(rows).encode("ascii")


class Scanner:
    """A scanner on a serial line. Typed: what is scanned."""

    can = "what is scanned"

    def hear(self, data: bytes) -> bytes:
        """It hears nothing."""
        return b""

    def do(self, words: str) -> bytes:
        """Scan a square code."""
        return b"]Q1" + words.encode("ascii") + b"\r"


class Display:
    """A customer display of two lines (Epson); what stands on it is what somebody sees."""

    can = "look"

    def __init__(self) -> None:
        self.cells = bytearray(b" " * 40)
        self.mine = False  # whether what comes is for it, or for the printer behind it
        self.passed = bytearray()
        self._at = 0
        self._held = b""

    @property
    def lines(self) -> tuple[str, str]:
        """What stands on it."""
        text = self.cells.decode("ascii")
        return text[:20], text[20:]

    def hear(self, data: bytes) -> bytes:
        """Show what is for it; a display never answers."""
        self._held += data
        while self._held:
            length = {0x1B: 3, 0x1F: 4}.get(self._held[0], 1)
            if length > len(self._held):
                break
            command, self._held = self._held[:length], self._held[length:]
            if command[:2] == b"\x1b=":
                self.mine = command[2] == 2
            elif not self.mine:
                self.passed += command
            elif command[:2] == b"\x1f$":
                self._at = (command[3] - 1) % 2 * 20 + (command[2] - 1) % 20
            elif b" " <= command <= b"~":
                self.cells[self._at] = command[0]
                self._at = (self._at + 1) % 40
        return b""

    def do(self, words: str) -> bytes:
        """Somebody looks."""
        return b""


SIMS: dict[str, Callable[[], Sim]] = {
    "drawer": Drawer,
    "trigger": Trigger,
    "scanner": Scanner,
    "counter": Counter,
    "scale": Scale,
    "display": Display,
    "scancoin": simmore.ScanCoin,
    "mertech": simmore.Mertech,
    "ratiotec": simmore.Ratiotec,
    "hidpos": simmore.HidScanner,
    "badge": simmore.BadgeReader,
}


class Faulty:
    """A device on a bad line: what it sends comes late, twice, spoiled, in a flood, or not at all.

    wrong   what may happen to a message, of FAULTS;  one_in: so many messages come as they should
    """

    def __init__(self, sim: Sim, chance: Random, wrong: Sequence[str] = FAULTS, one_in: int = 2) -> None:
        self.sim, self.can = sim, sim.can
        self._chance, self._wrong, self._one_in = chance, wrong, one_in
        self._late = b""
        self.done: list[str] = []

    def hear(self, data: bytes) -> bytes:
        """What the device answers, as it arrives."""
        return self._spoil(self.sim.hear(data))

    def do(self, words: str) -> bytes:
        """What the device sends by itself, as it arrives."""
        return self._spoil(self.sim.do(words))

    def _spoil(self, said: bytes) -> bytes:
        if not said or not self._wrong or self._chance.randrange(self._one_in):
            late, self._late = self._late, b""
            return late + said
        fault = self._chance.choice(self._wrong)
        self.done.append(fault)
        at = self._chance.randrange(len(said))
        if fault == "unplugged":
            raise Unplugged
        if fault == "late":
            self._late += said
        bit = bytes([said[at] ^ 1 << self._chance.randrange(8)])
        return {
            "twice": said * 2,
            "garbled": said[:at] + bit + said[at + 1 :],
            "cut": said[:at],
            "flooded": self._chance.randbytes(FLOOD) + said,
        }.get(fault, b"")


class Unplugged(Exception):
    """Somebody pulled the plug."""


class Cable:
    """A device at the end of a pseudo terminal.

    Attributes:
        path: the name of the terminal.
    """

    def __init__(self, sim: Sim) -> None:
        self.sim = sim
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self._pull, self._hold = os.pipe()  # once nobody holds it, the plug is out
        self.path = os.ttyname(self._theirs)
        self._one = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with suppress(OSError, Unplugged):
            while self._pull not in select([self._ours, self._pull], [], [])[0]:
                data = os.read(self._ours, 4096)
                with self._one:
                    answer = self.sim.hear(data)
                _write(self._ours, answer)
        for end in (self._theirs, self._ours):  # here, where nobody reads them any more
            os.close(end)

    def do(self, words: str) -> None:
        """Do something at the device."""
        with suppress(OSError, Unplugged):
            with self._one:
                said = self.sim.do(words)
            _write(self._ours, said)

    def unplug(self) -> None:
        """Pull the plug: whoever reads the line sees it end."""
        os.close(self._hold)
        self._thread.join(5)
        os.close(self._pull)


def _write(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data[:4096]) :]


@contextmanager
def plugged(sim: Sim) -> Iterator[Cable]:
    """Plug a device in, as long as this lasts."""
    cable = Cable(sim)
    try:
        yield cable
    finally:
        cable.unplug()


def main(argv: Sequence[str] | None = None) -> int:
    """Plug a simulated device in, and do at it what is typed, until the input ends."""
    parser = argparse.ArgumentParser(prog="python -m printers.devices.sim", description=__doc__)
    parser.add_argument("device", choices=[*SIMS])
    sim = SIMS[parser.parse_args(argv).device]()
    with plugged(sim) as cable:
        sys.stdout.write(f"{cable.path}\nType what is done at it: {sim.can}\n")
        sys.stdout.flush()
        for line in sys.stdin:
            cable.do(line.strip())
            if isinstance(sim, Display):
                sys.stdout.write("\n".join(f"[{one}]" for one in sim.lines) + "\n")
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
