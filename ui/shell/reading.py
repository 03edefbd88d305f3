"""A book that is only read: past days, their reports and the slips, of one that may not be written.

Nobody signs in, for nothing can be done; no desk is opened, and not one byte of the book changes.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from pitdesk.book.journal import Journal
from pitdesk.book.past import past_days
from pitdesk.book.site import Site
from pitdesk.clock import Clock
from pitdesk.tonight.board import Board
from ui.past.screen import Days
from ui.shell.messages import NAMES
from ui.slips.register import Register
from ui.widgets import theme
from ui.widgets.fields import Choice
from ui.widgets.flow import Folding
from ui.widgets.parts import button, column, framed, holder, kind, label, pill, row, scrolled
from ui.work.form import titled
from ui.work.message import Message
from ui.work.reader import Reader
from ui.work.runner import Runner
from ui.work.station import Station

VIEWS = (("days", "Past days"), ("slips", "Slips"))
HIGHEST, WHY = 3, 240  # lines of why, before they scroll; pixels of them at least


def board_of(journal: Journal) -> Board:
    """What of a board can be known of a book that is only read."""
    days = past_days(journal)
    return Board(
        seen=journal.head.seq,
        site=Site.of(journal.setup()),
        state="sealed" if days else "new",
        day=journal.last_number("day"),
        date=days[0].date if days else None,
    )


class ReadOnlyWindow(theme.Alone):
    """The window: a bar that says READ ONLY and why, the past days, the slips.

    Attributes:
        said: what came of a report that was saved, or what cannot be read.
    """

    def __init__(
        self, book: Path, why: str, clock: Clock, width: int, back: Callable[[], QWidget]
    ) -> None:
        """why   in words;  width   of receipt paper;  back   leads to what was shown before"""
        super().__init__()
        self.setWindowTitle("PitDesk: read only")
        self.runner = Runner(_nothing, _nothing)  # is never started: there is no desk
        self.station = Station(self.runner, clock, book, width=width, read_only=True)
        self.why = label(why, "caption", wrap=True)
        self.back = button("Back", lambda: back())
        self.view = Choice("view", "", VIEWS, usual="days")
        self.view.changed.connect(self._show_view)
        self.tone, self.said = pill("", "good"), label("", wrap=True)
        self.pages = QStackedWidget()
        self._lay_out()
        self.station.said.connect(self._say)
        self.reader = Reader(self.station, self)
        self.reader.read("board", board_of, self._show)

    def _lay_out(self) -> None:
        why = scrolled(self.why)
        why.setMaximumHeight(self.why.fontMetrics().lineSpacing() * (HIGHEST + 1))
        why.setMinimumWidth(theme.sized(WHY))
        told = holder(row(pill("READ ONLY", "look"), why, gap=14, grow=1))
        ways = holder(row(None, self.view, self.back, gap=14))
        bar = framed(QFrame(), column(Folding(told, ways, gap=14, stretch=(1, 0))), "top", 18, 8)
        said = row(self.tone, self.said, gap=12, grow=1)
        self.messages = framed(QFrame(), said, "messages", 20, 4)
        self.messages.hide()
        content = column(self.pages)
        content.setContentsMargins(20, 8, 20, 8)
        self.setLayout(column(bar, content, self.messages, gap=0, grow=1))

    def _show(self, board: Board) -> None:
        self.runner.changed.emit(board)
        self.days, self.slips = Days(self.station), Register(self.station)
        self.pages.addWidget(self.days)
        self.pages.addWidget(holder(column(titled("Slips"), self.slips, grow=1)))
        self._show_view()

    def _show_view(self) -> None:
        if self.station.ready:
            at = int(self.view.typed() == "slips")
            self.pages.setCurrentIndex(at)
            (self.slips if at else self.days).begin()

    def _say(self, message: Message) -> None:
        self.tone.setText(NAMES[message.tone])
        kind(self.tone, "pill", tone=message.tone)
        self.said.setText(message.words)
        self.messages.setVisible(bool(message.words))
        self.messages.setAccessibleName(message.words)

    def closeEvent(self, event: QCloseEvent) -> None:
        """End what is read."""
        self.reader.end()
        for page in (self.days, self.slips) if self.station.ready else ():
            page.reader.end()
        super().closeEvent(event)


def _nothing() -> NoReturn:
    raise AssertionError("a book that is only read has no desk and no printer")
