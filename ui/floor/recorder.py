"""The log of the recorders: started, stopped, changed, looked at, and by whom: 99-01.3-08-04(5)."""

from PySide6.QtWidgets import QWidget

from pitdesk.desk import Desk
from pitdesk.tonight.board import Spot
from ui.floor.checklist import Checklist
from ui.floor.tables import DAILY, SELDOM, TableForm
from ui.widgets.fields import Choice, Field, Line
from ui.widgets.flow import Folding
from ui.widgets.parts import column, holder, label
from ui.work.form import Call, bound
from ui.work.signers import Who

DOES = [("start", "Started"), ("stop", "Stopped"), ("change", "Changed"), ("access", "Looked at")]


class Recorder(TableForm):
    """Note what was done at a recorder."""

    name = "recorder"
    post_words = "Note it"
    said = "Table {fact.table}: recorder {fact.recorder} {fact.what}, noted."
    who = (Who("Done by", ("shift manager", "gaming manager", "bookkeeper", "auditor")),)

    def more(self) -> list[Field]:
        """What was done, at which recorder, and why where its recordings were looked at."""
        self.what = Choice("what", "The recorder was", DOES)
        self.recorder = Line("recorder", "Which one, if there are several", number=True, seldom=True)
        self.reason = Line("reason", "Why its recordings were looked at", seldom=True)
        return [self.what, self.recorder, self.reason]

    def body(self) -> QWidget:
        """The fields, and below them which recorders run."""
        self.runs = label("", "muted", wrap=True)
        more = Folding(self.recorder, self.reason, gap=12, stretch=(1, 2))
        return holder(column(self.table, self.what, more, self.runs, gap=12))

    def redraw(self) -> None:
        """Say which recorders of the table run by the log."""
        table = self.table.value() if self.spot else ""
        self.station.ask(lambda desk: desk.recording(table), self._tell)

    def _tell(self, running: list[str]) -> None:
        names = ", ".join(one or "its recorder" for one in running)
        self.runs.setText(f"Runs by the log: {names}." if running else "None runs by the log.")

    def offers(self, spot: Spot) -> bool:
        """Any with video."""
        return spot.video

    def preferred(self, at: int) -> str | None:
        """The operator, or a manager on duty."""
        return None

    def call(self) -> Call:
        """A line of the log."""
        said = (self.table.value(), self.what.value(), self.signers.value())
        more = {"recorder": self.recorder.value(), "reason": self.reason.value()}
        return bound(Desk.recorder, *said, **more)


FORMS = (*DAILY, Checklist, Recorder, *SELDOM)
