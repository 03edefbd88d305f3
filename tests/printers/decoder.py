"""Reads a job as a printer does, and strictly: every byte belongs to a known command or to a line.

It shares nothing with what writes the bytes. The commands are those of Epson's ESC/POS reference.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

LF = 0x0A
COMMANDS: dict[
    bytes, Callable[[int], bool] | None
] = {  # → what its one parameter may be; None: it has none
    b"\x1b@": None,  # reset
    b"\x1bt": lambda n: n < 0x60 or n == 0xFF,  # code page
    b"\x1b!": lambda n: not n & 0x46,  # font B 01, emphasized 08, height 10, width 20, underlined 80
    b"\x1ba": lambda n: n in (0, 1, 2, 48, 49, 50),  # left, centre, right
    b"\x1dVB": lambda n: True,  # feed by so much to the knife, cut
    b"\x1da": lambda n: True,  # what it reports by itself
    b"\x1dr": lambda n: n in (1, 2, 4, 49, 50, 52),  # answer in order
    b"\x1dI": lambda n: n in (1, 2, 3, 49, 50, 51),  # say what it is, in order
    b"\x10\x04": lambda n: 1 <= n <= 4,  # answer at once
}
SYMBOL = b"\x1d(k"  # pL pH cn fn …
PICTURE = b"\x1dv0"  # m xL xH yL yH, rows of dots
AT_ONCE = re.compile(rb"\x10[\x04\x05\x14]")  # carried out as they come, also within a picture
QR = 0x31
_RESET = b"\x1b@"


class UnreadableError(ValueError):
    """A byte that no printer of ours is known to understand: which, and where."""


@dataclass
class Sheet:
    """What a job puts on paper.

    commands  in order, each with its parameters
    lines     (print mode as ESC ! sets it, text)
    aligned   0 left, 1 centre, 2 right, of each line
    qrs       what each printed QR says
    pictures  (dots across, dots down, the rows) of each picture
    cuts      after how many lines the paper was cut
    page      number of the code page in force at the end
    """

    commands: list[bytes] = field(default_factory=list)
    lines: list[tuple[int, str]] = field(default_factory=list)
    aligned: list[int] = field(default_factory=list)
    qrs: list[str] = field(default_factory=list)
    pictures: list[tuple[int, int, bytes]] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)
    page: int = 0

    @property
    def text(self) -> list[str]:
        """The lines, whatever their size."""
        return [text for _, text in self.lines]


def decode(data: bytes) -> Sheet:
    """Read a job.

    Raises:
        UnreadableError: a byte is neither text nor of a known command; a command is cut off, has a
            parameter that it cannot have, or stands in the middle of a line; text has no end.
    """
    sheet, text, at = Sheet(), "", 0
    mode = align = 0
    stored = ""
    while at < len(data):
        if 0x20 <= data[at] <= 0x7E:
            text += chr(data[at])
            at += 1
            continue
        if data[at] == LF:
            sheet.lines.append((mode, text))
            sheet.aligned.append(align)
            text, at = "", at + 1
            continue
        command = _command(data, at)
        if text:
            raise UnreadableError(f"byte {at}: a command in the middle of {text!r}")
        at += len(command)
        sheet.commands.append(command)
        said = command[-1]
        match command[:-1] if command != _RESET else command:
            case b"\x1b@":
                mode = align = sheet.page = 0
                stored = ""
            case b"\x1b!":
                mode = said
            case b"\x1ba":
                align = said % 48
            case b"\x1bt":
                sheet.page = said
            case b"\x1dVB":
                sheet.cuts.append(len(sheet.lines))
            case _ if command.startswith(PICTURE):
                across, down = (command[at] + 256 * command[at + 1] for at in (4, 6))
                sheet.pictures.append((8 * across, down, command[8:]))
            case _ if command.startswith(SYMBOL):
                stored = _symbol(sheet, command, stored)
    if text:
        raise UnreadableError(f"{text!r} has no end of line and would stay in the printer")
    return sheet


def _command(data: bytes, at: int) -> bytes:
    """The command that begins there, whole."""
    if data.startswith(SYMBOL, at):
        head = data[at : at + 5]
        if len(head) < 5 or (end := at + 5 + head[3] + 256 * head[4]) > len(data):
            raise UnreadableError(f"byte {at}: {head.hex(' ')} is cut off")
        if end < at + 7:
            raise UnreadableError(f"byte {at}: a symbol without a function")
        return data[at:end]
    if data.startswith(PICTURE, at):
        head = data[at : at + 8]
        if len(head) < 8 or (
            end := at + 8 + (head[4] + 256 * head[5]) * (head[6] + 256 * head[7])
        ) > len(data):
            raise UnreadableError(f"byte {at}: a picture is cut off")
        if head[3] not in (0, 48) or AT_ONCE.search(data[at + 8 : end]):
            raise UnreadableError(f"byte {at}: a picture with a command in it, or of another size")
        return data[at:end]
    for begin, allowed in COMMANDS.items():
        if not data.startswith(begin, at):
            continue
        command = data[at : at + len(begin) + (allowed is not None)]
        if allowed is not None:
            if len(command) == len(begin):
                raise UnreadableError(f"byte {at}: {command.hex(' ')} is cut off")
            if not allowed(command[-1]):
                raise UnreadableError(f"byte {at}: {command.hex(' ')} has a wrong parameter")
        return command
    raise UnreadableError(f"byte {at} is {data[at]:#04x}, which begins no known command")


def _symbol(sheet: Sheet, command: bytes, stored: str) -> str:
    """Do what a command of QR codes says; what is stored afterwards."""
    kind, function, rest = command[5], command[6], command[7:]
    fits: dict[int, Any] = {
        65: lambda: len(rest) == 2 and rest[0] in (49, 50, 51) and rest[1] == 0,  # model
        67: lambda: len(rest) == 1 and 1 <= rest[0] <= 16,  # dots of a module
        69: lambda: len(rest) == 1 and 48 <= rest[0] <= 51,  # how much may be soiled
        80: lambda: len(rest) > 1 and rest[0] == 48 and all(0x20 <= one <= 0x7E for one in rest[1:]),
        81: lambda: rest == b"0" and stored,
    }
    if kind != QR or function not in fits or not fits[function]():
        raise UnreadableError(f"{command.hex(' ')} is no QR command, or not one that can be done now")
    if function == 81:
        sheet.qrs.append(stored)
    return rest[1:].decode("ascii") if function == 80 else stored
