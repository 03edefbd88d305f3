"""Copies: the book copied to another place after each sealed day, while nobody waits for it."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from pitdesk.disk import is_folder
from pitdesk.errors import Trouble
from ui.widgets.dates import shown_day
from ui.work.reader import Reader
from ui.work.settings import Settings
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.book.journal import Journal
    from pitdesk.tonight.board import Board

AGAIN_MS = 10 * 60 * 1000  # until what could not be copied is tried again


class Copies(QObject):
    """Copies the book into the folder that is set up, and says how far it is.

    Attributes:
        why: what kept the last one from being made; "" where nothing did.

    Signals:
        changed  something of this is another
        made     a copy was made: where it lies
    """

    changed = Signal()
    made = Signal(str)

    def __init__(self, station: Station, settings: Settings) -> None:
        super().__init__(station)
        self.station, self.settings = station, settings
        self.reader = Reader(station, self)
        self.why = self._state = ""
        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(self.copy_due)
        station.changed.connect(self._moved)
        if station.ready:
            self._moved(station.board)

    # What it is asked

    def go_to(self, folder: str) -> None:
        """Copy to another folder from now on; "" for nowhere."""
        self.reader.forget("copy")
        self.settings.copies, self.settings.copied, self.why = folder, "", ""
        self.changed.emit()
        self.copy_due()

    def copy_due(self) -> None:
        """Copy the book, where the last sealed day is in no copy yet."""
        if self.due:
            self.copy()

    def copy(self) -> None:
        """Copy the book as it stands now."""
        if self.busy or not self.settings.copies:
            return
        self._again.stop()
        folder = Path(self.settings.copies)
        self.reader.read("copy", lambda journal: copied(journal, folder), self._done, self._failed)
        self.changed.emit()

    def stop(self) -> None:
        """Finish the copy that is being made, and make no more."""
        self._again.stop()
        self.reader.end()

    # How it goes

    def _moved(self, board: "Board") -> None:
        if board.state != self._state:
            self._state = board.state
            self.changed.emit()
        if not self.why:
            self.copy_due()

    def _done(self, found: tuple[Path, int]) -> None:
        (path, sealed), self.why = found, ""
        if not self.station.board.site.practice:
            self.settings.copied = f"{sealed} {self.station.clock.now().at.isoformat()}"
        self.changed.emit()
        self.made.emit(str(path))

    def _failed(self, words: str) -> None:
        self.why = words
        self._again.start(AGAIN_MS)
        self.changed.emit()

    # What it says

    @property
    def busy(self) -> bool:
        """Whether a copy is being made."""
        return self.reader.busy()

    @property
    def last(self) -> tuple[int, datetime] | None:
        """The number of the last sealed day in the newest copy, and when that was made; or None."""
        sealed, _, at = self.settings.copied.partition(" ")
        try:
            return int(sealed), datetime.fromisoformat(at)
        except ValueError:
            return None

    @property
    def due(self) -> bool:
        """Whether the last day is sealed, and in no copy though there is a place for one."""
        board, last = self.station.board, self.last
        wanted = bool(self.settings.copies) and not board.site.practice and board.state == "sealed"
        return wanted and (last is None or last[0] != board.day)

    @property
    def matter(self) -> str:
        """What is wrong once the day is sealed, in a few words; "" for nothing."""
        board, last = self.station.board, self.last
        nowhere = not self.settings.copies and board.state == "sealed" and not board.site.practice
        if not nowhere and not (self.why and self.due):
            return ""
        return (
            f"No copy since {shown_day(board.site.local(last[1]).date())}"
            if last
            else "No copy of the book"
        )


def copied(journal: "Journal", folder: Path) -> tuple[Path, int]:
    """Copy a book into a folder; where the copy lies, and the number of its last sealed day.

    Raises:
        Trouble: the folder is not there, or the copy cannot be made.
    """
    from pitdesk.book.past import last_day  # noqa: PLC0415
    from pitdesk.upkeep.backup import backup, backup_name  # noqa: PLC0415  (not before there is one to make)

    if not is_folder(folder):
        raise Trouble(f"{folder} is not there. Put in the stick, or choose another folder; then copy.")
    day, numbers, target = last_day(journal), journal.days(), folder / backup_name(journal)
    backup(journal, target)
    sealed = numbers if day and day.sealed else numbers[:-1]  # not every number is a day's
    return target, sealed[-1] if sealed else 0


def copies_of(station: Station, settings: Settings) -> Copies:
    """The copies of a station; looked after from when they are first asked for."""
    found = station.findChild(Copies)
    return found if isinstance(found, Copies) else Copies(station, settings)
