"""A second copy of a book, on another disk, that takes in each entry as the book writes it.

Every entry is held against the chain before it is written, and the copy has guards and a witness of its
own. It is read like any book: verified, exported, backed up, restored.
"""

from collections.abc import Iterator
from pathlib import Path

from pitdesk.book.journal import Journal
from pitdesk.errors import Trouble

PORTION = 500  # entries in a transaction


def follow(book: Journal, copy: Journal) -> Iterator[int]:
    """Take in what a book has and its copy has not; yields the seq that is reached, again and again.

    Raises:
        Trouble: the copy is of another book, or has what this one lost; a disk failed.
    """
    check_same(book, copy)
    while rows := book.rows(copy.head.seq, PORTION):
        copy.take(rows)
        yield copy.head.seq


def check_same(book: Journal, copy: Journal) -> None:
    """Raises Trouble where the newest entry of a copy is not one of the book that it follows."""
    seq, link = copy.head
    if seq == 0:
        return
    rows = book.rows(seq - 1, 1)
    if len(copy.restores()) > len(book.restores()):
        raise Trouble(
            f"{copy.path} follows a book that went on elsewhere: another machine became the cage, or a"
            f" backup was restored. {book.path} stayed behind. Write nothing more to it; follow the book"
            " that went on."
        )
    if not rows:
        raise Trouble(
            f"{copy.path} has entry {seq}, and the book {book.path} ends before it: an older copy was"
            " put in the book's place, or its end is missing. Write nothing more to the book; verify"
            " both, and restore the one that has more."
        )
    if rows[0][1] != link:
        raise Trouble(
            f"Entry {seq} of {copy.path} is not entry {seq} of {book.path}: it follows another book, or"
            " the book was restored from a copy. Keep this file, and name another to follow the book."
        )


def same_disk(book: Path, copy: Path) -> bool:
    """Whether a copy lies where it does not outlive the book's disk."""
    return book.stat().st_dev == copy.stat().st_dev
