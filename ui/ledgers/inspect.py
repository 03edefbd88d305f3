"""Let an agent of the attorney general read the book for a while."""

from PySide6.QtWidgets import QBoxLayout, QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.desk import Desk
from ui.widgets.fields import Choice, Field, Line
from ui.widgets.parts import column, label
from ui.work.form import Call, Form, bound
from ui.work.signers import Who

TIMES = (("30", "Half an hour"), ("60", "An hour"), ("120", "Two hours"), ("240", "Four hours"))
WHAT = (
    "The agent sees past days with their seals and reports, slips, and the rules; can verify the book"
    " and take a quarter's pack along. Nothing can be changed. This station is locked behind it, and the"
    " window closes by itself when the time is over."
)


class Inspect(Form):
    """Open inspector mode: a manager's PIN, for a time, kept as an entry."""

    name = "inspect"
    post_words = "Open for the agent"
    stays = True
    who = (Who("Opened by", ("gaming manager", "shift manager")),)

    def fields(self) -> list[Field]:
        """Who, and for how long."""
        self.agent = Line("agent", "Agent", hint="Name, and number of the badge")
        self.minutes = Choice("minutes", "For", TIMES, usual="60")
        return [self.agent, self.minutes]

    def body(self) -> QWidget | QBoxLayout:
        """With what the agent will see above."""
        return column(label(WHAT, "muted", wrap=True), *self.inputs, gap=12)

    def call(self) -> Call:
        """An inspection."""
        return bound(Desk.inspect, self.agent.value(), int(self.minutes.value()), self.signers.value())

    def done(self, entry: Entry) -> str:
        """The window opens."""
        self.station.inspected.emit(entry)
        return f"Open for {entry.of(kinds.Inspect).agent}."
