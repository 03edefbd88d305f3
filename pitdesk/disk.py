"""Files that outlast a power cut: flushed, and replaced whole or not at all."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from pitdesk.given import KIB, Given

# 32 bytes, if it is right: a little more is read, to say how much there is instead.
SECRET = Given("a key", 4 * KIB, "Name the right file, or put it back from where you keep it.")
SECRET_BYTES = 32

flush_data = getattr(os, "fdatasync", os.fsync)  # enough where the size of a file stays; not everywhere


def is_folder(path: Path) -> bool:
    """Whether a folder is there. It is not, too, where the disk does not answer, or nobody may look."""
    return os.path.isdir(path)  # Path.is_dir raises for some of these


def flush(path: Path) -> None:
    """Ask the disk to keep a file (or the names in a folder) before going on."""
    if sys.platform == "win32" and path.is_dir():  # pragma: no cover
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_secret(path: Path) -> None:
    """Make a file of so many random bytes that only its owner can read, where there is none yet."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, os.urandom(SECRET_BYTES), mode=0o600)


def own_folder(path: Path) -> None:
    """Make a folder that only its owner may enter, where there is none yet."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def share(path: Path) -> None:
    """Let others read a file or a folder, whatever the umask; not every disk has such modes."""
    with suppress(OSError):
        path.chmod(0o755 if path.is_dir() else 0o644)


def write_whole(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Replace a file so that after a power cut it holds the old bytes or the new, never a part.

    mode   who may read it, less what the umask takes away; 0o600 of what is the house's own
    """
    partial = path.with_name(path.name + ".part")
    partial.unlink(missing_ok=True)  # nothing that lies there is followed or added to
    try:
        with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except KeyboardInterrupt:
        partial.unlink(missing_ok=True)
        raise
    flush(path.parent)


def numbered(path: Path, word: str) -> Path:
    """A name beside a file that nothing has yet: BOOK.damaged-1."""
    number = 1
    while (found := path.with_name(f"{path.name}.{word}-{number}")).exists():
        number += 1
    return found
