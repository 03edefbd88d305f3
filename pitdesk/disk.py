"""Files that outlast a power cut: flushed, and replaced whole or not at all."""

import os
import sys
from pathlib import Path


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
    """Make a file of 32 random bytes that only its owner can read, where there is none yet."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_name(path.name + ".part").touch(0o600)  # never readable by others, not for a blink
        write_whole(path, os.urandom(32))
        path.chmod(0o600)


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file so that after a power cut it holds the old bytes or the new, never a part."""
    partial = path.with_name(path.name + ".part")
    partial.write_bytes(data)
    flush(partial)
    partial.replace(path)
    flush(path.parent)
