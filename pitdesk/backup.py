"""Backup and restore: a copy is kept only when it verifies; a bad book is set aside, not thrown away."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from pitdesk.clock import Clock
from pitdesk.disk import flush
from pitdesk.entries import Draft, Entry
from pitdesk.errors import Trouble
from pitdesk.journal import Journal, damaged
from pitdesk.lock import Lock
from pitdesk.site import Site
from pitdesk.upgrade import older, upgrade
from pitdesk.verify import Verdict


def backup(journal: Journal, target: Path) -> Verdict:
    """Copy a book while it is open, verify the copy, then give it its name.

    Raises:
        Trouble: the copy cannot be written or does not verify; `target` is as it was.
    """
    if wrong := journal.broken_promise():
        raise Trouble(f"{damaged(journal.path, wrong)} The backup {target} was left as it was.")
    real, book = target.resolve(), journal.path.resolve()
    if real.parent == book.parent and real.name.startswith(book.name):
        raise Trouble(f"{target} is the book or lies beside it. Name another file for the backup.")
    partial = target.with_name(target.name + ".part")
    try:
        partial.unlink(missing_ok=True)
        journal.copy(partial)
        verdict = check(partial)
        if not verdict.ok:
            raise Trouble(f"The backup {target} is not kept: entry {verdict.seq}: {verdict.words}.")
        partial.replace(target)
        flush(target.parent)
    except OSError as error:
        raise Trouble(f"The backup {target} cannot be written: {error}. Check its disk.") from None
    finally:
        partial.unlink(missing_ok=True)
    return verdict


def check(copy: Path) -> Verdict:
    """Verify a backup; one of an earlier version as it will be when it is opened, in a copy."""
    if older(copy):
        with TemporaryDirectory(prefix="pitdesk-") as folder:
            own = Path(shutil.copy(copy, folder))
            upgrade(own)
            return check(own)
    with Journal.read(copy) as journal:
        return journal.verify()


def restore(
    copy: Path, book: Path, *, last_numbers: Mapping[str, int], operator: str, clock: Clock
) -> tuple[Entry, Path | None]:
    """Put a good backup in the place of a book.

    last_numbers   series → the highest number known on paper: what lies between the backup's last and
                   that is noted as lost and never issued again
    operator       who does it, as the machine knows them

    Returns the restore entry, and where the book that stood there is kept now.

    Raises:
        Trouble: the backup is not whole, one is for practice and the other is not, or the book is held;
            nothing was changed.
    """
    if copy.exists() and book.exists() and copy.samefile(book):
        raise Trouble(f"{copy} is the book itself. Name the backup to put in its place.")
    verdict = check(copy)
    if not verdict.ok:
        raise Trouble(
            f"The backup {copy} is not whole: entry {verdict.seq}: {verdict.words}."
            " Try an older one; nothing was changed."
        )
    if wrong := _other_kind(copy, book):
        raise Trouble(f"{wrong} Name another backup or another book; nothing was changed.")
    partial = book.with_name(book.name + ".part")
    try:
        lock = Lock(book)
        try:
            shutil.copyfile(copy, partial)
            flush(partial)
            kept = _set_aside(book)
            partial.replace(book)
            flush(book.parent)
        finally:
            lock.release()
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise Trouble(f"{book} cannot be restored: {error}. Check its folder and its disk.") from None
    with Journal.open(book) as journal:
        lost = {
            series: [journal.last_number(series) + 1, last]
            for series, last in last_numbers.items()
            if last > journal.last_number(series)
        }
        detail = {"operator": operator, "backup_head": journal.head.seq, "lost": lost}
        detail["set_aside"] = kept.name if kept else None
        entry = journal.append(Draft(kind="restore", at=clock.now().at, detail=detail))
    return entry, kept


def _other_kind(copy: Path, book: Path) -> str | None:
    """Why a backup does not belong in the place of this book: the one is for practice, not the other.

    A book too damaged to tell counts as a real one.
    """
    if not book.exists():
        return None
    practice = _practice(copy)
    try:
        stands = _practice(book)
    except (Trouble, ValueError, KeyError, TypeError):
        stands = False
    if practice and not stands:
        return f"The backup {copy} is of a practice book, and {book} is none."
    if stands and not practice:
        return f"{book} is a practice book, and the backup {copy} is of a real one."
    return None


def _practice(path: Path) -> bool:
    with Journal.read(path) as journal:
        return Site.of(journal.entries(1, 1)).practice


def _set_aside(book: Path) -> Path | None:
    """Rename a book and what lies beside it; returns its new name."""
    beside = ("", "-wal", "-shm", ".head")
    if not any(book.with_name(book.name + suffix).exists() for suffix in beside):
        return None
    number = 1
    while book.with_name(f"{book.name}.damaged-{number}").exists():
        number += 1
    kept = book.with_name(f"{book.name}.damaged-{number}")
    for suffix in beside:
        part = book.with_name(book.name + suffix)
        if part.exists():
            part.replace(kept.with_name(kept.name + suffix))
    return kept
