"""Files that somebody else gives us. One door reads them all: plain files alone, and of a fair size.

A pipe would hold the program up for ever, a device or a file of gigabytes would fill its memory. Whoever
reads such a file says what it should be and how much of it there may be; the door says the rest.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pitdesk.errors import Trouble

KIB, MIB = 1 << 10, 1 << 20

# No wait for the other end of a pipe that took the file's place; no terminal of ours; bytes as they are.
_FLAGS = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
)
_WIDE = (b"\xff\xfe", b"\xfe\xff")  # how UTF-16 begins


class Withheld(Trouble):
    """The disk or its rights do not give a file that is there; it may be whole."""


@dataclass(frozen=True, slots=True)
class Given:
    """A kind of file that others give us.

    what   what it should be: "a bank statement"
    most   bytes; a file with more is none
    then   what to do with one that cannot be read, as a sentence
    """

    what: str
    most: int
    then: str

    def read(self, path: Path) -> bytes:
        """All that is in such a file.

        Raises:
            Trouble: it is no plain file, or too big, or cannot be read; Withheld, if it is there.
        """
        with self._opened(path) as file:
            if os.fstat(file.fileno()).st_size > self.most:
                raise self._too_big(path)
            data = file.read(self.most + 1)  # one that grows, or does not say how big it is
        if len(data) > self.most:
            raise self._too_big(path)
        return data

    def text(self, path: Path) -> str:
        """The same as text; with or without a byte order mark.

        Raises:
            Trouble: it cannot be read, or it is not text in UTF-8.
        """
        data = self.read(path)
        if data.startswith(_WIDE):
            raise self.refused(path, "is written in UTF-16, not in UTF-8. Save it as UTF-8")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise self.refused(path, f"is not written in UTF-8: line {line}. Save it as UTF-8") from None
        if "\0" in text:
            line = text.count("\n", 0, text.index("\0")) + 1
            raise self.refused(path, f"is no text: line {line} has a character NUL")
        return text

    def beginning(self, path: Path, size: int) -> bytes:
        """The first bytes of such a file, however big it is; Trouble as `read` raises it."""
        with self._opened(path) as file:
            return file.read(size)

    def check(self, path: Path) -> None:
        """Raises Trouble where `read` would, and reads nothing."""
        with self._opened(path) as file:
            if os.fstat(file.fileno()).st_size > self.most:
                raise self._too_big(path)

    def refused(self, path: Path, why: str) -> Trouble:
        """What is wrong with a file, and what to do."""
        return Trouble(f"{path} {why}. {self.then}")

    @contextmanager
    def _opened(self, path: Path) -> Iterator[BinaryIO]:
        try:
            self._plain(path, os.stat(path).st_mode)  # opening some devices does something already
            with open(os.open(path, os.O_RDONLY | _FLAGS), "rb") as file:
                self._plain(path, os.fstat(file.fileno()).st_mode)
                yield file
        except OSError as error:
            words = str(self.refused(path, f"cannot be read: {error.strerror or error}"))
            raise (Trouble if isinstance(error, FileNotFoundError) else Withheld)(words) from None

    def _plain(self, path: Path, mode: int) -> None:
        if not stat.S_ISREG(mode):
            found = next((name for is_one, name in _KINDS if is_one(mode)), "a device")
            raise self.refused(path, f"is {found}, and no file")

    def _too_big(self, path: Path) -> Trouble:
        most = f"{self.most // MIB} MB" if self.most >= MIB else f"{self.most // KIB} kB"
        return self.refused(path, f"is too big to be {self.what}: PitDesk reads {most} at most")
