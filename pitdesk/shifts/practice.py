"""Practice: a book to learn in, with its night just begun. Everything it prints says so.

Its people and their PINs are in `resources/practice.shift` for all to see, so they are hashed at the
low cost of shift files; open a desk on the book with the pepper that `pepper` returns.
"""

import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.book.site import Site
from pitdesk.clock import Clock, SetClock
from pitdesk.desk import Desk
from pitdesk.disk import own_folder
from pitdesk.errors import Trouble
from pitdesk.shifts.read import ShiftLine, read_shift
from pitdesk.shifts.replay import Replay

SHIFT = Path(__file__).parents[2].joinpath("resources", "practice.shift")
BOOK = "practice.db"


def open_practice(folder: Path, clock: Clock) -> Path:
    """The practice book of a folder; if there is none yet, a new one with its day opened now.

    A book that is there stays as it is, whatever its day. A new one is made completely or not at all.

    Raises:
        Trouble: the folder cannot be written, or the pepper beside the book is gone.
    """
    book = folder.joinpath(BOOK)
    if book.exists():
        if not _beside(book).exists():
            raise Trouble(
                f"{_beside(book)} is missing: without it PitDesk cannot check any PIN of the practice"
                f" book. Delete {book} and begin practice anew."
            )
        return book
    try:
        own_folder(folder)
        with TemporaryDirectory(prefix="practice-", dir=folder) as place:
            made = Path(place, BOOK)
            _play(made, pepper(book), clock)
            book.with_name(BOOK + "-wal").unlink(missing_ok=True)  # left by one that was deleted
            for suffix in (".head", ""):
                made.with_name(BOOK + suffix).replace(book.with_name(BOOK + suffix))
    except OSError as error:
        raise Trouble(f"The practice book {book} cannot be made: {error}. Check its folder.") from None
    return book


def pepper(book: Path) -> Pepper:
    """The pepper of a practice book, at the plain cost: its PINs are public."""
    return Pepper.kept(_beside(book), PLAIN)


def pins() -> dict[str, str]:
    """Person → PIN, in the order of the file: for the sign-in screen of practice."""
    people = (re.fullmatch(r"person (\S+) .* pin (\d+) .*", line.words) for line in read_shift(SHIFT))
    return {match[1]: match[2] for match in people if match}


def _beside(book: Path) -> Path:
    return book.with_name(book.name + ".pepper")


def _play(book: Path, pepper: Pepper, clock: Clock) -> None:
    """Set the lodge up and open its night, all within this minute."""
    at = clock.now().at.replace(second=0)
    with Journal.create(book) as journal:
        set_clock = SetClock(at)
        replay = Replay(Desk(journal, pepper, clock=set_clock), set_clock)
        for _ in replay.play(_lines(Site().local(at))):
            pass
        assert not replay.misses, replay.misses


def _lines(now: datetime) -> list[ShiftLine]:
    """The lines of the file, their NOW being this local time."""
    found = []
    for line in read_shift(SHIFT):
        if line.words.startswith("NOW "):
            at, words = (now.hour, now.minute), line.words.removeprefix("NOW ")
            found.append(replace(line, time=at, words=words))
        else:
            words = line.words.replace("night NOW", f"night {now:%Y-%m-%d}")
            found.append(replace(line, words=words))
    return found
