"""A new book and a restored one take their place in one rename, or not at all.

The book is made in a folder beside its place, BOOK.staged.part, with its witness and its keys.
One rename to BOOK.staged says that it is complete. From then on it stands, whatever happens: whoever
opens the book next finishes the moving that a power cut interrupted. Before, what stood there stands.
"""

import shutil
from contextlib import suppress
from filecmp import cmp
from pathlib import Path

from pitdesk.disk import flush, numbered

BOOK = "book"  # what the book is called in the folder; what lies beside it has its usual ending
_OLD = ("-wal", "-shm", ".head", "")  # of the book that stood there, itself last
_MOVED = "moved"  # in the folder: the old book is out of the way


def stage(book: Path) -> Path:
    """An empty folder to make a book in, under the name BOOK."""
    discard(book)
    made = _staged(book, ".part")
    made.mkdir(mode=0o700)
    return made.joinpath(BOOK)


def put_in_place(book: Path) -> Path | None:
    """Let the book that was made take its place; returns where the one that stood there is kept now.

    Raises:
        OSError: the disk failed; either book stands, and `settle` finishes the moving.
    """
    made = _staged(book, ".part")
    for file in made.iterdir():
        if file.name.endswith("-wal") and file.stat().st_size:
            raise OSError(f"what lies in {file} could not be written into the book")
        if file.name.endswith((".lock", "-wal", "-shm")):
            file.unlink()
        else:
            file.chmod(0o600)
            flush(file)
    flush(made)
    made.rename(_staged(book))
    flush(book.parent)
    return settle(book)


def discard(book: Path) -> None:
    """Remove what was begun and is not complete, and links under its names, never what they lead to."""
    for ending in ("", ".part"):
        if (led := _staged(book, ending)).is_symlink():
            with suppress(OSError):  # then the folder takes no book of ours either
                led.unlink()
    shutil.rmtree(_staged(book, ".part"), ignore_errors=True)


def begun(book: Path) -> bool:
    """Whether a book was begun to be made here and is not complete."""
    return _is_folder(_staged(book, ".part"))


def waits(book: Path) -> bool:
    """Whether a book is complete and not in its place yet."""
    return _is_folder(_staged(book))


def settle(book: Path) -> Path | None:
    """Finish what a power cut interrupted; returns where the book that stood there is kept now."""
    staged, kept = _staged(book), None
    discard(book)
    if not waits(book):
        return None
    if staged.joinpath(BOOK).exists() and not staged.joinpath(_MOVED).exists():
        kept = _set_aside(book)
        staged.joinpath(_MOVED).touch()
        flush(staged)
    for file in sorted(staged.glob(f"{BOOK}*"), reverse=True):  # the book itself last
        target = book.with_name(book.name + file.name.removeprefix(BOOK))
        if target.exists() and not cmp(target, file, shallow=False):
            target.replace(numbered(target, "before"))
        file.replace(target)
    flush(book.parent)
    shutil.rmtree(staged)
    return kept


def kept_as(book: Path) -> Path | None:
    """The name that the book that stands there will be kept under; None where there is none."""
    return numbered(book, "damaged") if _there(book) else None


def _there(book: Path) -> list[str]:
    return [ending for ending in _OLD if book.with_name(book.name + ending).exists()]


def _set_aside(book: Path) -> Path | None:
    """Rename a book and what lies beside it, its keys excepted; returns its new name."""
    if kept := kept_as(book):
        for ending in _there(book):
            book.with_name(book.name + ending).replace(kept.with_name(kept.name + ending))
        flush(book.parent)
    return kept


def _is_folder(staged: Path) -> bool:
    """Whether a folder of ours is there: a link may lead to what somebody else made."""
    return staged.is_dir() and not staged.is_symlink()


def _staged(book: Path, ending: str = "") -> Path:
    return book.with_name(f"{book.name}.staged{ending}")
