"""The book could not be opened: why, what to do, and the ways on from here."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from pitdesk.upkeep.recovery import Recovered, Ways, recover, ways
from ui.beside.lane import Lane
from ui.setup.screen import SELECTABLE
from ui.widgets.flow import Folding
from ui.widgets.parts import (
    State,
    button,
    card,
    column,
    framed,
    holder,
    into_sight,
    kind,
    label,
    middle,
    pill,
    progress,
    row,
    scrolled,
)
from ui.widgets.theme import Alone
from ui.work.settings import slips_of

CALM = (
    "PitDesk changed nothing in the book. Until it opens, write slips on paper, and enter each one only"
    " once afterward."
)
LOOK = (
    "The log beside the book may still have what is missing. PitDesk looks in a copy; the book and its"
    " log stay as they are."
)
SAVED = "PitDesk made {copy} when the book was moved away. It has every entry that was told."
BACKUP = "Put the newest copy in the place of the book. PitDesk keeps the book that is there now."
READ = "Past days, their reports and the slips, as far as the book is whole. PitDesk changes nothing."
UNREADABLE = "Nothing of this book can be read. Keep its file as evidence."
NEWER = "This PitDesk can read nothing of it. Update it, and the book opens."
Restore = Callable[[Path | None, Mapping[str, int]], QWidget]  # with a copy, and the last numbers lost


class NoBook(Alone):
    """Says why a book does not open, and offers what can be done with it as it lies there.

    again     tries to open it once more
    restore   shows the way from a copy to a book, if there is one for this book
    read      shows the book, read-only
    """

    def __init__(
        self,
        book: Path,
        words: str,
        again: Callable[[], QWidget],
        practice: Callable[[], QWidget],
        restore: Restore | None = None,
        read: Callable[[], QWidget] | None = None,
    ) -> None:
        super().__init__()
        self.setWindowTitle("PitDesk: the book could not be opened")
        self.book, self.found, self.ways = book, None, Ways()
        self._restore, self._read = restore, read
        self._lane = Lane("ways", self)
        self.words = label(words, "h2", wrap=True)
        self.words.setTextInteractionFlags(SELECTABLE)
        self.words.setAccessibleName(words)
        self.again = button("Try again", lambda: again(), "act")
        self.practice = button("Practice meanwhile", lambda: practice())
        self._lay_out()
        self.again.setFocus()
        if restore and book.parent.is_dir():
            self._lane.ask("ways", partial(ways, book), self._show_ways)

    found: Recovered | None

    # How it looks

    def _lay_out(self) -> None:
        mark = pill("Trouble", "stop")
        line = row(mark, self.words, gap=14, grow=1)
        line.setAlignment(mark, Qt.AlignmentFlag.AlignTop)
        notice = framed(QFrame(), line, "notice", 16, 14)
        kind(notice, "notice", tone="stop")
        self._make_ways()
        self.nothing = label(UNREADABLE, wrap=True)
        for one in (*self.offers.values(), self.nothing):
            one.hide()
        self.offers["restore"].setVisible(self._restore is not None)
        shut = button("Close", self.close)
        rest = Folding(self.again, self.practice, QWidget(), shut, gap=12, stretch=(0, 0, 1, 0))
        title = label("The book could not be opened", "title", wrap=True)
        calm = label(CALM, "muted", wrap=True)
        page = column(title, notice, calm, *self.offers.values(), self.nothing, 8, rest, None, gap=14)
        page.setContentsMargins(48, 36, 48, 36)
        self.setLayout(column(scrolled(middle(page))))

    def _make_ways(self) -> None:
        self.look = button("Look for the missing entries", self.look_for)
        self.use = button("Use this copy …", self._use_found)
        self.saved = button("Use the saved copy …", self._use_saved)
        self.restore = button("Put a backup in its place …", self._use_backup)
        self.read = button("Open it to read", self._open_to_read)
        self.outcome = State()
        self.bar = progress("PitDesk looks for the missing entries")
        self.missing, self.where = label(LOOK, wrap=True), label("", wrap=True)
        for later in (self.bar, self.use):
            later.hide()
        beside = holder(row(None, self.bar, self.look, self.use, gap=12))
        offer = column(_line(self.missing, beside), self.outcome, gap=10)
        self.offers = {
            "look": card(offer, edge=14),
            "saved": _offer(self.where, self.saved),
            "restore": _offer(label(BACKUP, wrap=True), self.restore),
            "read": _offer(label(READ, wrap=True), self.read),
        }

    def _show_ways(self, found: Ways) -> None:
        self.ways = found
        if found.saved:
            self.where.setText(SAVED.format(copy=found.saved))
        if short := found.short:
            self.missing.setText(f"{_entries(short.noted - short.reached)} missing. {LOOK}")
        for name, on in (("look", found.look), ("saved", found.saved), ("read", found.read)):
            self.offers[name].setVisible(bool(on))
        self.nothing.setText(NEWER if found.newer else UNREADABLE)
        self.nothing.setVisible(self.book.is_file() and not (found.held or found.read))

    # What it does

    def look_for(self) -> None:
        """Look for the missing entries, in a copy and beside the window."""
        self._working(True)
        self.outcome.tell(
            "Looking", "way", "PitDesk copies the book and its log, and verifies the copy …"
        )
        self._lane.ask("look", partial(recover, self.book), self._came_back, self._nothing_came)

    def _came_back(self, found: Recovered) -> None:
        self._working(False)
        self.found = found
        self.outcome.tell(*came_back(found, self.ways, slips_of(self.book)))
        self.look.hide()
        self.use.show()
        self.use.setFocus()
        into_sight(self.outcome)

    def _nothing_came(self, words: str) -> None:
        self._working(False)
        self.outcome.tell("Nothing came back", "stop", words)

    def _working(self, on: bool) -> None:
        self.bar.setVisible(on)
        for one in (self.look, self.again, self.practice, self.saved, self.restore, self.read):
            one.setEnabled(not on)

    def _use_found(self) -> None:
        if self.found:
            self._go(self.found.copy, {name: last for name, (_, last) in self.found.lost.items()})

    def _use_saved(self) -> None:
        self._go(self.ways.saved, {})

    def _use_backup(self) -> None:
        short = self.ways.short
        self._go(None, {name: last for name, (_, last) in short.lost.items()} if short else {})

    def _go(self, copy: Path | None, numbers: Mapping[str, int]) -> None:
        if self._restore:
            self._restore(copy, numbers)

    def _open_to_read(self) -> None:
        if self._read:
            self._read()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Not while entries are looked for: it is done in a moment."""
        event.setAccepted(not self._lane.busy("look"))


def came_back(found: Recovered, known: Ways, slips: Path) -> tuple[str, str, str]:
    """What a look for missing entries brought: a word, its tone, and all there is to say.

    slips   the folder in which a printer of files keeps them
    """
    words = f"{found.copy.name} verifies and ends with entry {found.seq:,}."
    if known.short:
        back = found.seq - known.short.reached
        words = f"{_entries(back)} back, and {words}" if back else f"None came back. {words}"
    if not found.missing:
        return "All came back", "good", f"{words} Nothing is missing that PitDesk knows of."
    named = [f"{name} {_numbers(*those)}" for name, those in found.lost.items()]
    of_them = f", with {', '.join(named)}" if named else ""
    where = f"Look for them on the slips on paper, in {slips.name}, and in the newest backup."
    return "Some are missing", "look", f"{words} {_entries(found.missing)} missing{of_them}. {where}"


def _entries(many: int) -> str:
    return "1 entry is" if many == 1 else f"{many:,} entries are"


def _numbers(first: int, last: int) -> str:
    return f"{first:06}" if first == last else f"{first:06} to {last:06}"


def _offer(words: QWidget, way: QPushButton) -> QFrame:
    return card(_line(words, way), edge=14)


def _line(words: QWidget, way: QWidget) -> Folding:
    """What a way is for, and the way itself beside it; below it where there is no room."""
    return Folding(words, holder(row(None, way)), gap=16, stretch=(1, 0))
