"""Backup and restore: a copy is kept only when it verifies; a bad book is set aside, not thrown away."""

import dataclasses
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import date as Date
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from pitdesk import kinds
from pitdesk.book.connection import make_book
from pitdesk.book.entries import Draft, Signature
from pitdesk.book.faults import damaged, of_a_copy
from pitdesk.book.journal import Journal
from pitdesk.book.lock import Lock
from pitdesk.book.past import last_day, pending_days
from pitdesk.book.schema import SCHEMA_VERSION
from pitdesk.book.site import Site
from pitdesk.book.staging import discard, kept_as, put_in_place, settle, stage, waits
from pitdesk.book.verify import Verdict
from pitdesk.book.witness import Witness
from pitdesk.clock import Clock
from pitdesk.codes.own import check_key, check_pepper
from pitdesk.disk import SECRET, flush, numbered, write_whole
from pitdesk.documents.undocumented import undocumented
from pitdesk.errors import Trouble
from pitdesk.upkeep.upgrade import older, upgrade, version_of

PEPPER, KEY = KEYS = (".pepper", ".key")  # behind the book's own name; in no backup
CHECKS = {PEPPER: check_pepper, KEY: check_key}
LINE_KEY = ".tls"  # what a cage proves itself with to its stations; only where there are any
NO_KEYS: Mapping[str, Path] = {}
SLIPS = ("fill", "credit")  # whose numbers are always asked for: a printer may be ahead of the witness
SERIES = (  # all that is numbered without gaps
    *SLIPS,
    *sorted({one.series for one in kinds.KINDS.values() if one.series} - {*SLIPS}),
    kinds.Document.kind,
)
_ON_PAPER = {
    "fill": "fill slip on paper",
    "credit": "credit slip on paper",
    "iou": "IOU on paper",
    "day": "day number on a day's report",
    kinds.Document.kind: "document number at head office",
}
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
        partial.touch(0o600, exist_ok=False)
        journal.copy(partial)
        with of_a_copy():
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
class Contents:
    """What an intact backup holds.

    site           what is set up in it
    seq, at        its newest entry, and when that was written (UTC); 0 and None in an empty book
    date, sealed   its last gaming day, and whether it is sealed; None before the first
    pending        the dates of days that were closed with a box that is still not counted
    numbers        of SERIES → the highest number taken
    """

    site: Site
    seq: int
    at: datetime | None
    date: Date | None
    sealed: bool
    numbers: Mapping[str, int]
    pending: tuple[Date, ...] = ()

    @property
    def state(self) -> str:
        """How its last day stands, in a word or two, with the days that wait for a count."""
        state = "sealed" if self.sealed else "open"
        days = ", ".join(map(str, self.pending))
        return f"{state}, drop pending of {days}" if days else state


def check(copy: Path) -> Verdict:
    """Verify a backup; one of an earlier version as it will be when it is opened."""
    with _reading(copy) as journal:
        return journal.verify()


def held(copy: Path, awaited: Callable[[], object] = lambda: None) -> Contents:
    """Verify a backup and return what it holds.

    awaited  called now and then: what it raises ends the reading

    Raises:
        Trouble: it is no book, or is damaged.
    """
    with _reading(copy, awaited) as journal:
        _whole(copy, journal.verify())
        day, seq = last_day(journal), journal.head.seq
        newest = journal.entries(seq, seq)
        return Contents(
            site=Site.of(journal.setup()),
            seq=seq,
            at=newest[0].at if newest else None,
            date=day.date if day else None,
            sealed=bool(day and day.sealed),
            pending=tuple(pending_days(journal, day)),
            numbers={series: journal.last_number(series) for series in SERIES},
        )


def tried(copy: Path, clock: Clock, awaited: Callable[[], object] = lambda: None) -> Contents:
    """Restore a backup to a folder of its own, as on a new machine, verify it, and delete it again.

    awaited  as of `held`

    Raises:
        Trouble: it would not do, or there is no room to try it.
    """
    found = held(copy, awaited)
    with TemporaryDirectory(prefix="pitdesk-") as folder:
        book = Path(folder, "book.db")
        restore(copy, book, last_numbers={}, operator="", clock=clock)
        with Journal.open(book) as journal:
            journal.awaited = awaited
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
def _reading(copy: Path, awaited: Callable[[], object] = lambda: None) -> Iterator[Journal]:
    """A backup, to be read; one of an earlier version is brought to today's in a copy of its own."""
    with ExitStack() as stack:
        if older(copy):
            with Journal.read(copy) as before:  # nothing is copied that is no book
                before.awaited = awaited
                _whole(copy, before.verify())
            folder = stack.enter_context(TemporaryDirectory(prefix="pitdesk-"))
            copy = Path(shutil.copy(copy, folder))
            upgrade(copy)
        journal = stack.enter_context(Journal.read(copy))
        journal.awaited = awaited
        yield journal


def _whole(copy: Path, verdict: Verdict) -> None:
    if not verdict.ok:
        raise Trouble(
            f"The backup {copy} is damaged: entry {verdict.seq}: {verdict.words}."
            " Try an older one; nothing was changed."
        )


# Its keys


def check_keys(copy: Path, keys: Mapping[str, Path]) -> None:
    """Check that those of KEYS that are given are those of the book that a backup is of.

    Raises:
        Trouble: one is another's, or holds no key.
    """
    with _reading(copy) as journal:
        for ending in CHECKS.keys() & keys.keys():
            CHECKS[ending](journal, keys[ending])


def keys_in(folder: Path, *also: str) -> dict[str, Path]:
    """The keys that lie in a folder, by how their names end; of each only where there is just one.

    also   other endings to look for
    """
    found = {ending: [*folder.glob(f"*{ending}")] for ending in (*KEYS, *also)}
    return {ending: paths[0] for ending, paths in found.items() if len(paths) == 1}


def keys_near(copy: Path, book: Path) -> dict[str, Path]:
    """The keys that go with a copy: those beside where the book is put, else beside the copy."""
    beside = {ending: book.with_name(book.name + ending) for ending in KEYS}
    return keys_in(copy.parent) | {ending: path for ending, path in beside.items() if path.exists()}


def copy_keys(book: Path, folder: Path) -> list[Path]:
    """Copy the keys of a book into a folder, those of before with them; returns what lies there now.

    With them goes the key by which its stations know the cage, where it has one.

    Raises:
        Trouble: one of them is not beside the book, other keys of that name lie there, or they cannot be
            written; none was replaced.
    """
    keys = [book.with_name(book.name + ending) for ending in KEYS]
    if gone := [key for key in keys if not key.is_file()]:
        raise Trouble(f"{gone[0]} is missing. Put it back from where you keep it; it is in no backup.")
    keys.append(book.with_name(book.name + LINE_KEY))
    found = [path for key in keys for path in _with_older(key)]
    try:
        copies = {folder.joinpath(path.name): SECRET.read(path) for path in found}
        for target, data in copies.items():
            if target.exists() and SECRET.read(target) != data:
                raise Trouble(f"{target} is another key. Name another folder; nothing was changed.")
        for target, data in copies.items():
            write_whole(target, data, mode=0o600)
    except OSError as error:
        raise Trouble(f"The keys cannot be copied to {folder}: {error}. Check its disk.") from None
    return [*copies]


def _with_older(key: Path) -> list[Path]:
    """A key that there is, and those that were used before it: BOOK.key.1 and so on."""
    return sorted(one for one in (key, *key.parent.glob(f"{key.name}.[0-9]*")) if one.is_file())


# To put one in place


def restore(
    copy: Path,
    book: Path,
    *,
    last_numbers: Mapping[str, int],
    operator: str,
    clock: Clock,
    keys: Mapping[str, Path] = NO_KEYS,
    signatures: tuple[Signature, ...] = (),
) -> tuple[kinds.Restore, Path | None]:
    """Put a good backup in the place of a book.

    last_numbers   series → the highest number known on paper; the witness beside the book counts, too.
                   What lies between the backup's last and that is noted as lost and never issued again
    operator       who does it, as the machine knows them
    keys           of KEYS → the file of it: each is put beside the book, under its name
    signatures     of those who initialed it, where somebody did

    Returns the restore entry, and where the book that stood there is kept now. Whatever moment the power
    fails at, the old book stands, or the new one with its keys and that entry.

    Raises:
        Trouble: the backup is damaged, one is for practice and the other is not, or the book is held;
            a key is of another book; nothing was changed.
    """
    check_other(copy, book)
    _whole(copy, check(copy))
    check_keys(copy, keys)
    try:
        with ExitStack() as stack:
            stack.callback(Lock(book).release)
            stack.callback(discard, book)
            settle(book)
            if wrong := _other_kind(copy, book):
                raise Trouble(f"{wrong} Name another backup or another book; nothing was changed.")
            made, aside = stage(book), kept_as(book)
            _stage_copy(copy, made)
            _stage_keys(made, keys)
            with of_a_copy():
                draft = Draft(fact=_fact(operator, aside), at=clock.now().at, signatures=signatures)
                fact = _restored(made, _told(book, last_numbers), draft)
            return fact, put_in_place(book)
    except OSError as error:
        if waits(book):
            raise Trouble(
                f"The book {book} is restored, but it could not take its place yet: {error}. Free or"
                " repair its disk, then open the book: PitDesk finishes it."
            ) from None
        raise Trouble(
            f"{book} cannot be restored: {error}. Check its folder and its disk; nothing was changed."
        ) from None


def on_paper(series: str) -> str:
    """What bears the numbers of a series outside the book.

    >>> on_paper("fill"), on_paper("voucher")
    ('fill slip on paper', 'voucher on paper')
    """
    return _ON_PAPER.get(series, f"{series} on paper")


def check_other(copy: Path, book: Path) -> None:
    """Raises Trouble where a backup is the very book that it is to replace."""
    if copy.exists() and book.exists() and copy.samefile(book):
        raise Trouble(f"{copy} is the book itself. Name the backup to put in its place.")


def _told(book: Path, last_numbers: Mapping[str, int]) -> Mapping[str, int]:
    """The last numbers that anybody was told: on paper, and by the witness beside the book."""
    noted = last_told(book)
    return {one: max(last_numbers.get(one, 0), noted.get(one, 0)) for one in {*last_numbers, *noted}}


def last_told(book: Path) -> Mapping[str, int]:
    """Series → the last number of the book that stands here, by the witness beside it; or nothing.

    Raises:
        Trouble: the witness is there and cannot be read; no number comes again because a disk failed.
    """
    noted = Witness(book).given()
    return noted.numbers if noted else {}


def _fact(operator: str, aside: Path | None) -> kinds.Restore:
    return kinds.Restore(
        operator=operator, backup_head=0, lost={}, set_aside=aside.name if aside else None
    )


def _restored(made: Path, told: Mapping[str, int], draft: Draft) -> kinds.Restore:
    """Bring a copy to today's schema, and write down in it what is lost."""
    if before := upgrade(made):
        before.unlink()  # the backup itself is as it was
    with Journal.open(made) as journal:
        site, lost = Site.of(journal.setup()), {}
        for series, last in sorted(told.items()):
            first = max(journal.last_number(series) + 1, site.first_number(series))
            if series == kinds.Document.kind:  # what is signed again gets the number that it had
                first += len(undocumented(journal))
            if first <= last:
                lost[series] = (first, last)
        assert isinstance(draft.fact, kinds.Restore)
        fact = replace(draft.fact, backup_head=journal.head.seq, lost=lost)
        journal.append(dataclasses.replace(draft, fact=fact))
    return fact


def _stage_copy(copy: Path, made: Path) -> None:
    """Copy a backup; a copy that followed the book, with what its log has, becomes a book."""
    with Journal.read(copy) as kept:
        if kept.follows:
            kept.copy(made)
            make_book(made)
            return
    shutil.copyfile(copy, made)


def _stage_keys(made: Path, keys: Mapping[str, Path]) -> None:
    """Copy keys beside the book that is made, under its name, and those that were used before them."""
    for ending, key in keys.items():
        for one in _with_older(key):
            shutil.copyfile(one, made.with_name(made.name + ending + one.name.removeprefix(key.name)))


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
