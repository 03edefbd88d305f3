"""Backup: copies of the book, a try whether one would do, and the two keys that are in none."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QFrame, QSizePolicy, QWidget

from pitdesk.book.journal import Journal
from pitdesk.clock import Clock
from pitdesk.disk import SECRET, is_folder
from pitdesk.errors import Trouble
from pitdesk.tonight.board import Board
from pitdesk.upkeep.backup import KEYS, Contents, copy_keys, keys_in, stands, tried
from printers.slips.layout import calendar_date
from ui.setup.witness import NewWitness
from ui.widgets.fields import Line
from ui.widgets.flow import Flow
from ui.widgets.parts import Spare, State, button, card, column, holder, label, row, scrolled
from ui.work.before import LEAST, Before
from ui.work.copies import copies_of
from ui.work.reader import STOP, Reader
from ui.work.settings import Settings
from ui.work.station import Station

NAMES = {".pepper": "the key of the PINs", ".key": "the key of the codes"}
EACH = (
    "After each sealed day PitDesk puts a checked copy there, one for each weekday. Use a USB stick or"
    " another disk: a copy on the book's own disk dies with it."
)
DRILL = (
    "Test a copy before you need it. PitDesk restores it to a separate place, as on a new machine,"
    " verifies it there, and deletes it again. Your book does not change."
)
APART = (
    "No copy holds them, so a lost stick proves no PIN and signs no slip. Copy them once onto a stick of"
    " their own and lock it away. Without them nobody can sign in on a new machine."
)


def held_words(found: Contents) -> str:
    """What a backup holds, in words; times are of its site's clock."""
    site = found.site
    known = filter(None, (site.organization, site.name))
    names = " · ".join(known) or "A book not set up yet"
    if not found.at:
        return f"{names}. It is empty."
    at = site.local(found.at)
    words = f"{names}. It ends with entry {found.seq:,}, of {calendar_date(at.date())}, {at:%H:%M}"
    if not found.date:
        return f"{words}; no day was opened yet."
    return f"{words}; the day of {calendar_date(found.date)} is {found.state}."


class Backup(QWidget):
    """The page: where copies go and when the last was made; whether one would do; the keys.

    Attributes:
        choose_folder: asks for a folder; "" for none.
        choose_file: asks for a copy to read; "" for none.
    """

    name = "backup"

    def __init__(self, station: Station, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.copies = copies_of(station, settings)
        self.settings = self.copies.settings
        self.reader = Reader(station, self)
        self.choose_folder: Callable[[str], str] = partial(QFileDialog.getExistingDirectory, self)
        self.choose_file: Callable[[str], str] = lambda title: QFileDialog.getOpenFileName(
            self, title, self.settings.copies, "Copies (*.db)"
        )[0]
        self._lay_out()
        self.copies.changed.connect(self._show_copies)
        self.copies.made.connect(self._made)

    # How it looks

    def _lay_out(self) -> None:
        left = column(self._copying(), None, gap=12)
        right = column(self._trying(), self._locking(), None, gap=12)
        both = Flow(holder(left), holder(right), across=2, gap=16)
        self.witness = NewWitness(self.station)
        self.station.changed.connect(self._show_witness)
        self.page = scrolled(holder(column(self.witness, holder(both), None, gap=12)))
        self.page.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        lately = Spare(partial(Before, self.station, "setup"), LEAST)
        self.setLayout(column(self.page, lately, gap=12, grow=1))

    def _copying(self) -> QFrame:
        self.folder = Line("copies", "Where copies go", hint="a folder on a stick or another disk")
        self.pick = button("Choose …", self.pick_folder, says="Choose the folder that copies go to")
        self.keep = button("Keep", self.keep_folder, says="Keep where copies go")
        self.folder.entered.connect(self.keep_folder)
        line = row(self.folder, column(None, row(self.pick, self.keep)), gap=12)
        line.setStretch(0, 1)
        self.state = State()
        self.now = button("Copy now", self.copies.copy, "act")
        parts = (line, label(EACH, "muted", wrap=True), self.state, row(None, self.now))
        return card(label("Copies", "h2"), *parts, gap=12)

    def _trying(self) -> QFrame:
        self.trial = State()
        self.newest = button("Try the newest", self.try_newest, says="Try the newest copy")
        self.other = button("Try another …", self.try_other, says="Try another copy")
        self.stop = button(STOP, self.stop_trying, says="Stop trying the copy")
        self.stop.hide()
        ways = row(None, self.stop, self.other, self.newest)
        parts = (label(DRILL, "muted", wrap=True), self.trial, ways)
        return card(label("Would it work?", "h2"), *parts, gap=12)

    def _locking(self) -> QFrame:
        self.locked = State()
        self.lock_away = button("Copy the keys …", self.copy_keys)
        self.compare = button("Compare …", self.compare_keys, says="Compare copies of the keys")
        parts = (label(APART, "muted", wrap=True), self.locked, row(None, self.compare, self.lock_away))
        return card(label("The two keys", "h2"), *parts, gap=12)

    # Where copies go

    def begin(self, what: object = None) -> None:
        """Come to the front; a folder that was typed and not kept is not kept."""
        self.folder.take_up(self.settings.copies)
        self.trial.tell()
        self.locked.tell()
        self._show_copies()
        self._show_witness(self.station.board)
        if self.station.board.unwitnessed:
            self.witness.begin()
            to_top = partial(self.page.verticalScrollBar().setValue, 0)
            QTimer.singleShot(0, self, to_top)  # it is read before anything is typed
            return
        (self.now if self.now.isEnabled() else self.folder.edit).setFocus()

    def _show_witness(self, board: Board) -> None:
        self.witness.setVisible(bool(board.unwitnessed))

    def pick_folder(self) -> None:
        """Choose a folder instead of typing it; it is kept at once."""
        if chosen := self.choose_folder("Where copies go"):
            self.folder.take_up(chosen)
            self.keep_folder()

    def keep_folder(self) -> None:
        """Copy there from now on."""
        where = self.folder.value()
        if where and not is_folder(Path(where)):
            self.folder.tell(f"There is no folder {where}. Put in the stick, or make it first.")
            return
        self.copies.go_to(where)
        self.station.say(f"Copies go to {where} from now on." if where else "No copies are made.")

    def _made(self, path: str) -> None:
        if self.isVisible():
            self.station.say(f"Copied and checked: {path}.")

    def _show_copies(self) -> None:
        copies, where = self.copies, self.settings.copies
        if copies.busy:
            self.state.tell("Copying", "way", "Copying and checking the book. You can keep working.")
        elif not where:
            self.state.tell("Nowhere", "look", "PitDesk makes no copies until you choose a folder.")
        elif copies.why:
            self.state.tell("Not copied", "stop", copies.why)
        elif self.station.board.site.practice:
            self.state.tell("Practice", "plain", "A practice book is copied only when you ask.")
        elif not copies.last:
            self.state.tell("None yet", "look", f"No copy was made in {where} yet.")
        else:
            at = self.station.board.site.local(copies.last[1])
            when = f"The last was made on {calendar_date(at.date())} at {at:%H:%M}."
            self.state.tell(*(("Due", "look") if copies.due else ("Copied", "good")), when)
        self.now.setEnabled(bool(where) and not copies.busy)
        self._show_ways()

    # Whether one would do

    def try_newest(self) -> None:
        """Try the copy in the folder that was made last."""
        folder = Path(self.settings.copies)
        self._try(lambda: newest(folder))

    def try_other(self) -> None:
        """Try a copy that is named."""
        if chosen := self.choose_file("Which copy"):
            self._try(lambda: Path(chosen))

    def _try(self, which: Callable[[], Path]) -> None:
        clock, awaited = self.station.clock, self.reader.awaited
        work = lambda journal: would_do(journal, which(), clock, awaited)  # noqa: E731
        self.reader.read("try", work, self._tried, self._not_tried)
        self.trial.tell("Trying", "way", "Restoring and verifying it …")
        self._show_ways()

    def _tried(self, found: tuple[bool, str]) -> None:
        ours, words = found
        self.trial.tell(*(("It would work", "good") if ours else ("Another's", "look")), words)
        self._show_ways()

    def _not_tried(self, words: str) -> None:
        self.trial.tell("It would not work", "stop", words)
        self._show_ways()

    def stop_trying(self) -> None:
        """Try it no longer; what was restored elsewhere is deleted."""
        self.reader.forget("try")
        self.trial.tell("Stopped", "plain", "Stopped before it was known whether the copy would work.")
        self._show_ways()

    def _show_ways(self) -> None:
        idle = not self.reader.busy("try")
        self.stop.setVisible(not idle)
        self.other.setEnabled(idle)
        self.newest.setEnabled(idle and bool(self.settings.copies))

    # The keys

    def copy_keys(self) -> None:
        """Copy the keys into a folder, which is not the one of the copies."""
        if not (chosen := self.choose_folder("Where the keys are copied to")):
            return
        folder, copies = Path(chosen), self.settings.copies
        if copies and folder.resolve() == Path(copies).resolve():
            self._no_keys(f"The copies go to {folder}. Keep the keys on a stick of their own.")
            return
        work = lambda journal: copy_keys(journal.path, folder)  # noqa: E731
        self.reader.read("keys", work, self._keys, self._no_keys)

    def _keys(self, paths: Sequence[Path]) -> None:
        names = ", ".join(path.name for path in paths)
        self.locked.tell("Copied", "good", f"{names}: now on {paths[0].parent}. Lock it away.")

    def compare_keys(self) -> None:
        """Say whether the keys in a folder are those of this book."""
        if chosen := self.choose_folder("Where copies of the keys are"):
            folder = Path(chosen)
            work = lambda journal: compared(journal.path, folder)  # noqa: E731
            self.reader.read("keys", work, partial(self.locked.tell, "The same", "good"), self._no_keys)

    def _no_keys(self, words: str) -> None:
        self.locked.tell("Look", "stop", words)


def newest(folder: Path) -> Path:
    """The copy in a folder that was made last.

    Raises:
        Trouble: there is none, or the folder is not there.
    """
    try:
        found = sorted(folder.glob("*.db"), key=lambda path: path.stat().st_mtime)
    except OSError as error:
        raise Trouble(f"{folder} cannot be read: {error.strerror}. Check its disk.") from None
    if not found:
        raise Trouble(f"There is no copy in {folder}. Put in the stick, or make a copy first.")
    return found[-1]


def would_do(
    journal: Journal, copy: Path, clock: Clock, awaited: Callable[[], object] = lambda: None
) -> tuple[bool, str]:
    """Whether a copy would bring this book back, and what it holds, in words.

    awaited  as of `tried`

    Raises:
        Trouble: it would bring nothing back.
    """
    found = tried(copy, clock, awaited)
    words = f"{copy.name}: {held_words(found)}"
    if not stands(copy, journal):
        return False, f"{words} It is intact, but not a copy of this book."
    since = journal.head.seq - found.seq
    return True, f"{words} {since:,} entries have come since." if since else f"{words} Nothing is newer."


def compared(book: Path, folder: Path) -> str:
    """What is said where both keys of a book lie in a folder, too.

    Raises:
        Trouble: one does not.
    """
    found = keys_in(folder)
    for ending in KEYS:
        if ending not in found:
            raise Trouble(
                f"{folder} has not one file whose name ends in {ending}, {NAMES[ending]}. Copy the keys."
            )
        if SECRET.read(found[ending]) != SECRET.read(book.with_name(book.name + ending)):
            raise Trouble(f"{found[ending]} is not {NAMES[ending]} of this book. Copy the keys.")
    return f"The keys on {folder} are those of this book."
