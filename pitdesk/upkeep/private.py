"""What only its owner may read: the book, its keys and all that lies beside it.

PitDesk makes its files so whatever the umask. What was made by 0.2.0, or copied here by somebody, may
lie open: that is said, and mended where the file is our own. A folder that others may write in is said
alone: it may be one that is shared for something else.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

OTHERS, WRITE = 0o077, 0o022


def exposed(book: Path, *more: Path) -> list[Path]:
    """The files of a book that others than their owner may read or write, and its folder if they may."""
    if sys.platform == "win32":  # pragma: no cover
        return []
    files = [one for one in sorted(_files(book, *more)) if _mode(one) & OTHERS]
    return files + [folder for folder in [book.parent] if _mode(folder) & WRITE]


def made_private(book: Path, *more: Path) -> Iterator[str]:
    """Mend what is exposed; yields what there was, in words."""
    for path in exposed(book, *more):
        mode = _mode(path)
        if path == book.parent:
            yield f"others may write in the folder {path} ({mode:o}): give the book a folder of its own"
            continue
        with suppress(OSError):
            path.chmod(mode & ~OTHERS)
        done = "it is its owner's alone now" if not _mode(path) & OTHERS else "it could not be changed"
        yield f"others could open {path.name} ({mode:o}): {done}"


def _files(book: Path, *more: Path) -> Iterator[Path]:
    slips = book.with_name(f"{book.stem}-slips")
    for one in (*book.parent.glob(f"{book.name}*"), slips, *more):
        if not one.is_symlink() and (one.is_file() or (one == slips and one.is_dir())):
            yield one


def _mode(path: Path) -> int:
    try:
        return os.lstat(path).st_mode & 0o777
    except OSError:
        return 0
