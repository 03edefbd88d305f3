"""Backup and restore: a copy is kept only when it verifies; a bad book is set aside, not thrown away."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import date as Date
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from pitdesk import kinds
from pitdesk.book.entries import Draft
from pitdesk.book.faults import damaged
from pitdesk.book.journal import Journal
from pitdesk.book.lock import Lock
from pitdesk.book.past import last_day
from pitdesk.book.schema import SCHEMA_VERSION
from pitdesk.book.site import Site
from pitdesk.book.verify import Verdict
from pitdesk.clock import Clock
from pitdesk.codes.keys import SiteKey
from pitdesk.codes.slips import genuine
from pitdesk.disk import flush, numbered, write_whole
from pitdesk.errors import Trouble
from pitdesk.upkeep.upgrade import older, upgrade, version_of

PEPPER, KEY = KEYS = (".pepper", ".key")  # behind the book's own name; in no backup
NO_KEYS: Mapping[str, Path] = {}
_NAMED = 40  # letters of a site's name that are in a copy's


# To make a copy


def backup(journal: Journal, target: Path) -> Verdict:
    """Copy a book while it is open, verify the copy, then give it its name.

    A file of that name with entries that this book does not have is kept, under another name beside it.

    Raises:
        Trouble: the copy cannot be written or does not verify; `target` is as it was.
    """
    if wrong := journal.broken_promise():
        raise Trouble(f"{damaged(journal.path, wrong)} The backup {target} was left as it was.")
    partial = target.with_name(target.name + ".part")
    try:
        real, book = target.resolve(), journal.path.resolve()
        if real.parent == book.parent and real.name.startswith(book.name):
            raise Trouble(f"{target} is the book or one of its files. Name another file for the backup.")
        partial.unlink(missing_ok=True)
        journal.copy(partial)
        verdict = check(partial)
        if not verdict.ok:
            raise Trouble(f"The backup {target} is not kept: entry {verdict.seq}: {verdict.words}.")
        if target.exists() and not stands(target, journal):
            target.replace(numbered(target, "kept"))
        partial.replace(target)
        flush(target.parent)
    except OSError as error:
        raise Trouble(f"The backup {target} cannot be written: {error}. Check its disk.") from None
    finally:
        with suppress(OSError):  # the error was raised already
            partial.unlink(missing_ok=True)
    return verdict


def backup_name(journal: Journal) -> str:
    """What a book's copy is called in a folder of copies: one for each weekday, and so seven in all.

    It is the weekday of the last gaming day: riverside-lounge-saturday.db.
    """
    day, name = last_day(journal), Site.of(journal.setup()).name[:_NAMED]
    words = "".join(one if one.isalnum() else " " for one in name)
    weekday = f"{day.date:%A}" if day else "begun"
    return "-".join([*words.split(), weekday]).lower() + ".db"


# To check one


@dataclass(frozen=True, slots=True)
class Held:
    """What an intact backup holds.

    site           what is set up in it
    seq, at        its newest entry, and when that was written (UTC); 0 and None in an empty book
    date, sealed   its last gaming day, and whether it is sealed; None before the first
    numbers        fill and credit → the highest number taken
    """

    site: Site
    seq: int
    at: datetime | None
    date: Date | None
    sealed: bool
    numbers: Mapping[str, int]


def check(copy: Path) -> Verdict:
    """Verify a backup; one of an earlier version as it will be when it is opened."""
    with _reading(copy) as journal:
        return journal.verify()


def held(copy: Path) -> Held:
    """Verify a backup and return what it holds.

    Raises:
        Trouble: it is no book, or is damaged.
    """
    with _reading(copy) as journal:
        _whole(copy, journal.verify())
        day, seq = last_day(journal), journal.head.seq
        newest = journal.entries(seq, seq)
        return Held(
            site=Site.of(journal.setup()),
            seq=seq,
            at=newest[0].at if newest else None,
            date=day.date if day else None,
            sealed=bool(day and day.sealed),
            numbers={series: journal.last_number(series) for series in ("fill", "credit")},
        )


def tried(copy: Path, clock: Clock) -> Held:
    """Restore a backup to a folder of its own, as on a new machine, verify it, and delete it again.

    Raises:
        Trouble: it would not do, or there is no room to try it.
    """
    found = held(copy)
    with TemporaryDirectory(prefix="pitdesk-") as folder:
        book = Path(folder, "book.db")
        restore(copy, book, last_numbers={}, operator="", clock=clock)
        with Journal.open(book) as journal:
            _whole(copy, journal.verify())
    return found


def stands(copy: Path, journal: Journal) -> bool:
    """Whether every entry of a backup stands in this book, too; what is no book has none."""
    if version_of(copy) > SCHEMA_VERSION:
        return False
    try:
        with _reading(copy) as kept:
            seq, link = kept.head
    except Trouble:
        return True
    return seq == 0 or [entry.hash for entry in journal.entries(seq, seq)] == [link]


@contextmanager
def _reading(copy: Path) -> Iterator[Journal]:
    """A backup, to be read; one of an earlier version is brought to today's in a copy of its own."""
    with ExitStack() as stack:
        if older(copy):
            folder = stack.enter_context(TemporaryDirectory(prefix="pitdesk-"))
            copy = Path(shutil.copy(copy, folder))
            upgrade(copy)
        yield stack.enter_context(Journal.read(copy))


def _whole(copy: Path, verdict: Verdict) -> None:
    if not verdict.ok:
        raise Trouble(
            f"The backup {copy} is damaged: entry {verdict.seq}: {verdict.words}."
            " Try an older one; nothing was changed."
        )


# Its keys


def check_key(copy: Path, key: Path) -> None:
    """Check that a file is the key that signs for a book, by what the book last said or signed.

    Raises:
        Trouble: it is not, or it holds no key.
    """
    public = SiteKey.read(key).public
    with _reading(copy) as journal:
        named = [one.fact.successor for one in journal.setup() if isinstance(one.fact, kinds.Key)]
        document, day = journal.last_document(), last_day(journal)
        codes = [sent.qr for sent, _ in day.facts(kinds.Print) if sent.qr] if day else []
    signed = named or ([document[0].public] if document else [])
    other = signed[-1] != public if signed else codes and not genuine(codes[-1], public).ok
    if other:
        raise Trouble(
            f"{key} is not the key of this book: its last slips and documents were signed with another."
            " Find the right one; nothing was changed."
        )


def check_pepper(pepper: Path) -> None:
    """Raises Trouble where a file cannot be what PINs are mixed with: 32 bytes."""
    try:
        size = len(pepper.read_bytes())
    except OSError as error:
        raise Trouble(f"{pepper} cannot be read: {error.strerror}. Name the right file.") from None
    if size != 32:
        raise Trouble(f"{pepper} is no key of PINs: {size} bytes, not 32. Name the right file.")


def keys_in(folder: Path) -> dict[str, Path]:
    """The keys that lie in a folder, by how their names end; of each only where there is just one."""
    found = {ending: [*folder.glob(f"*{ending}")] for ending in KEYS}
    return {ending: paths[0] for ending, paths in found.items() if len(paths) == 1}


def copy_keys(book: Path, folder: Path) -> list[Path]:
    """Copy the keys of a book into a folder, those of before with them; returns what lies there now.

    Raises:
        Trouble: one of them is not beside the book, other keys of that name lie there, or they cannot be
            written; none was replaced.
    """
    keys = [book.with_name(book.name + ending) for ending in KEYS]
    if gone := [key for key in keys if not key.is_file()]:
        raise Trouble(f"{gone[0]} is missing. Put it back from where you keep it; it is in no backup.")
    found = [path for key in keys for path in _with_older(key)]
    try:
        copies = {folder.joinpath(path.name): path.read_bytes() for path in found}
        for target, data in copies.items():
            if target.exists() and target.read_bytes() != data:
                raise Trouble(f"{target} is another key. Name another folder; nothing was changed.")
        for target, data in copies.items():
            _write_key(target, data)
    except OSError as error:
        raise Trouble(f"The keys cannot be copied to {folder}: {error}. Check its disk.") from None
    return [*copies]


def _with_older(key: Path) -> list[Path]:
    """A key that there is, and those that were used before it: BOOK.key.1 and so on."""
    return sorted(one for one in (key, *key.parent.glob(f"{key.name}.[0-9]*")) if one.is_file())


def _write_key(target: Path, data: bytes) -> None:
    write_whole(target, data, mode=0o600)


def _bring_keys(book: Path, keys: Mapping[str, Path]) -> None:
    """Put keys beside a book, under its name; others that lie there are set aside."""
    for ending, key in keys.items():
        for one in _with_older(key):
            target = book.with_name(book.name + ending + one.name.removeprefix(key.name))
            if target.exists() and target.samefile(one):
                continue
            data = one.read_bytes()
            if target.exists() and target.read_bytes() != data:
                target.replace(numbered(target, "before"))
            _write_key(target, data)


# To put one in place


def restore(
    copy: Path,
    book: Path,
    *,
    last_numbers: Mapping[str, int],
    operator: str,
    clock: Clock,
    keys: Mapping[str, Path] = NO_KEYS,
) -> tuple[kinds.Restore, Path | None]:
    """Put a good backup in the place of a book.

    last_numbers   series → the highest number known on paper: what lies between the backup's last and
                   that is noted as lost and never issued again
    operator       who does it, as the machine knows them
    keys           of KEYS → the file of it: each is put beside the book, under its name

    Returns the restore entry, and where the book that stood there is kept now.

    Raises:
        Trouble: the backup is damaged, one is for practice and the other is not, or the book is held;
            nothing was changed.
    """
    if copy.exists() and book.exists() and copy.samefile(book):
        raise Trouble(f"{copy} is the book itself. Name the backup to put in its place.")
    _whole(copy, check(copy))
    if wrong := _other_kind(copy, book):
        raise Trouble(f"{wrong} Name another backup or another book; nothing was changed.")
    kept = _in_place(copy, book, keys)
    upgrade(book)
    with Journal.open(book) as journal:
        lost = {
            series: (journal.last_number(series) + 1, last)
            for series, last in last_numbers.items()
            if last > journal.last_number(series)
        }
        head, aside = journal.head.seq, kept.name if kept else None
        fact = kinds.Restore(operator=operator, backup_head=head, lost=lost, set_aside=aside)
        journal.append(Draft(fact=fact, at=clock.now().at))
    return fact, kept


def _in_place(copy: Path, book: Path, keys: Mapping[str, Path]) -> Path | None:
    """Put a copy and its keys in the place of a book; where the book that stood there is kept now."""
    partial = book.with_name(book.name + ".part")
    try:
        lock = Lock(book)
        try:
            shutil.copyfile(copy, partial)
            flush(partial)
            _bring_keys(book, keys)
            kept = _set_aside(book)
            partial.replace(book)
            flush(book.parent)
        finally:
            lock.release()
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise Trouble(f"{book} cannot be restored: {error}. Check its folder and its disk.") from None
    return kept


def _other_kind(copy: Path, book: Path) -> str | None:
    """Why a backup does not belong in the place of this book: the one is for practice, not the other.

    A book too damaged to tell counts as a real one.
    """
    if not book.exists():
        return None
    practice, stands = _practice(copy), False
    with suppress(Trouble, ValueError, KeyError, TypeError):
        stands = _practice(book)
    if practice == stands:
        return None
    if practice:
        return f"The backup {copy} is of a practice book, and {book} is none."
    return f"{book} is a practice book, and the backup {copy} is of a real one."


def _practice(path: Path) -> bool:
    with Journal.read(path) as journal:
        return Site.of(journal.entries(1, 1)).practice


def _set_aside(book: Path) -> Path | None:
    """Rename a book and what lies beside it; returns its new name."""
    beside = [suffix for suffix in ("", "-wal", "-shm", ".head") if Path(f"{book}{suffix}").exists()]
    if not beside:
        return None
    kept = numbered(book, "damaged")
    for suffix in beside:
        Path(f"{book}{suffix}").replace(f"{kept}{suffix}")
    return kept
