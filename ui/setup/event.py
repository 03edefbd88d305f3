"""A special event: tables that are here for it alone, with the approval in writing. 01-02(4), 08-04."""

from PySide6.QtWidgets import QWidget

from pitdesk.book.entries import Entry
from pitdesk.desk import Desk
from pitdesk.tonight.board import Board
from ui.people.person import level
from ui.people.screen import BY_MANAGER, halves
from ui.widgets.dates import read_day, shown_day
from ui.widgets.fields import Field, Line
from ui.widgets.parts import card, column, emptied, holder, label, row
from ui.work.form import Call, Form, bound

WHAT = (
    "For an event that the city or county approves in writing you may bring tables for fourteen days,"
    " twice a quarter. They need no video."
)


class EventForm(Form):
    """Note a special event and its tables."""

    name = "event"
    post_words = "Keep"
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """What it is called, from when to when, the approval, the tables."""
        self.called = Line("event", "Event", hint="Fair")
        self.approval = Line("approval", "Number of the approval", hint="CITY-12", number=True)
        self.since = Line("since", "First day", hint="11/20/2026", read=read_day)
        self.until = Line("until", "Last day", hint="12/03/2026", read=read_day)
        self.tables = Line("tables", "Its tables", hint="9 10")
        return [self.called, self.approval, self.since, self.until, self.tables]

    def body(self) -> QWidget:
        """What is asked; beside it the events so far."""
        lines = (row(self.called, self.approval, gap=12), row(self.since, self.until, gap=12))
        asked = column(label(WHAT, "muted", wrap=True), *map(level, lines), self.tables, None, gap=12)
        self._known = column(gap=6)
        known = column(card(label("Events", "h2"), self._known, look="inset"), None)
        return holder(halves(asked, known))

    def refresh(self, board: Board) -> None:
        """The events, the latest first."""
        super().refresh(board)
        emptied(self._known)
        events = sorted(board.site.events.values(), key=lambda one: one.since, reverse=True)
        for one in events:
            days = f"{shown_day(one.since)} to {shown_day(one.until)}"
            words = f"{one.name} · {days} · tables {', '.join(one.tables)} · {one.approval}"
            self._known.addWidget(label(words, wrap=True))
        if not events:
            self._known.addWidget(label("No event yet.", "muted"))

    def call(self) -> Call:
        """An event."""
        dates, tables = (self.since.value(), self.until.value()), self.tables.value().split()
        said = (self.called.value(), *dates, self.approval.value(), tables)
        return bound(Desk.event, *said, self.signers.value())

    def done(self, entry: Entry) -> str:
        """That it is kept."""
        return "The event is kept. Its tables need no video until it ends."
