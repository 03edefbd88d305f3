"""The hold that one program has on a book."""

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from pitdesk.errors import Trouble


class Lock:
    """An exclusive hold on a book, by a file beside it: the book's own file is never touched."""

    def __init__(self, book: Path) -> None:
        self._path = book.with_name(book.name + ".lock")
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            self._file: IO[bytes] = os.fdopen(os.open(self._path, flags, 0o600), "r+b", buffering=0)
        except OSError as error:
            raise Trouble(f"The book {book} cannot be held: {error}. Check its folder.") from None
        try:
            _hold(self._file)
        except OSError as error:
            self._file.seek(0)
            holder = self._file.read().decode().strip() or "another program"
            self._file.close()
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise
            raise Trouble(
                f"The book {book} is held by {holder}. Close it there, then open it here."
            ) from None
        with suppress(OSError):  # who holds it is a courtesy; a full disk does not stop the hold
            self._file.truncate(0)
            self._file.write(f"process {os.getpid()}".encode())

    def release(self) -> None:
        """Let go. The file stays, empty: removing it would race with the next holder."""
        if not self._file.closed:
            with suppress(OSError):
                self._file.truncate(0)
            self._file.close()


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _hold(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _hold(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
