"""Reports that a counter's own program saves: what is new in a folder, or one file that it writes over.

What lay there before is of before, and is not read. A file counts once it has stopped growing.
"""

import time
from pathlib import Path

from pitdesk.errors import Trouble
from pitdesk.given import MIB, Given

FILE = "file:"
REPORT = Given("a counter's report", MIB, "Save only reports there.")
LOOK_S = 1 / 4  # from one look to the next
MOST = 2_000  # files of a folder

Sign = tuple[int, int]  # of a file as it was seen: its size, and when it was written


class Saved:
    """The way to a folder or a file. Nothing is ever written there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[Path, Sign] | None = None  # what was read, or lay there before
        self._grows: dict[Path, Sign] = {}  # what is new, as it was a look ago
        self._looked = -LOOK_S  # when, by the clock that only runs on

    def open(self) -> None:
        """Look what lies there already.

        Raises:
            Trouble: there is no such folder or file, or it cannot be read.
        """
        if self._known is None:
            self._known, self._grows = self._there(), {}

    def send(self, data: bytes, seconds: float) -> int:
        """Nobody hears."""
        return len(data)

    def receive(self, seconds: float) -> bytes:
        """The next report that was saved; nothing where none is.

        Raises:
            Trouble: the folder is gone, or what was saved is no report.
        """
        end = time.monotonic() + seconds
        while not (data := self._new()) and (left := end - time.monotonic()) > 0:
            time.sleep(min(LOOK_S, left))
        return data

    def close(self) -> None:
        """Look there no more; what is saved until it is opened again is of before."""
        self._known = None

    def _new(self) -> bytes:
        assert self._known is not None
        if time.monotonic() - self._looked < LOOK_S:
            return b""
        self._looked = time.monotonic()
        for path, sign in self._there().items():
            if self._known.get(path) == sign:
                continue
            if self._grows.get(path) == sign and sign[0]:
                self._known[path] = sign
                return REPORT.read(path)
            self._grows[path] = sign
        return b""

    def _there(self) -> dict[Path, Sign]:
        """Each file, the oldest first, with its sign."""
        try:
            paths = [*self._path.iterdir()] if self._path.is_dir() else [self._path]
            files = [one for one in paths[: MOST + 1] if one.is_file() or one == self._path]
            stats = [(one, one.stat()) for one in files]
        except OSError as error:
            raise Trouble(
                f"{self._path} cannot be read: {error.strerror}. Name the folder in which the counter's"
                " program saves its reports, or the one file."
            ) from None
        if len(paths) > MOST:
            raise Trouble(f"{self._path} has more than {MOST:,} files. Move the old reports elsewhere.")
        found = [(stat.st_mtime_ns, one, stat.st_size) for one, stat in stats]
        return {one: (size, at) for at, one, size in sorted(found)}
