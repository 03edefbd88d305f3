"""Say that a task is done, or is not after all; video equipment; recordings that are let go."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from pitdesk.book.entries import Entry
from pitdesk.desk import Desk
from pitdesk.due.task import SAID
from pitdesk.tonight.board import Board
from ui.due.screen import Due
from ui.widgets.dates import read_day, shown_day, typed_day
from ui.widgets.fields import Field, Line, Pick
from ui.widgets.parts import card, column, holder, label, show_words
from ui.work.form import Call, Form, bound
from ui.work.signers import Who

MANAGERS = ("gaming manager", "shift manager")
KEPT_DAYS = "Recordings are kept for thirty days from the date on which the last one of the day ended."
PAPERS = [
    ("records", "Records of the games, slips, reports"),
    ("hold", "Papers on hold and video reviews"),
    ("tickets", "Winning tickets and unsold cards of wheels"),
    ("accounts", "Invoices, bank, accounting"),
]
SYSTEM = (
    "A system has a recorder in real time, locked away, on an outlet that stays on, which keeps its"
    " settings for seven days, shows date and time, and plays back frame by frame and fast; a sharp"
    " color camera above the middle of the table, from the dealer's side, behind a dome and a surge"
    " protector; a color screen at the site; copies to take away. Of several sites, each has its name"
    " and the table's number in the picture: 99-01.3-08-04(1), (2)."
)
EQUIPMENT = [
    ("moved", "The camera or its table was moved"),
    ("changed", "Equipment was changed"),
    ("installed", "A new system was installed"),
    ("acquired", "It came from another organization with the site"),
    ("approved", "The state has approved the sample"),
]


class DueForm(Form):
    """What these forms have in common: they stay, as what is due next stands beside them."""

    after = "due"
    who: Sequence[Who] = (Who("Done by", (*MANAGERS, "bookkeeper")),)


class Done(DueForm):
    """Say that a task is done: which, on which day, by which paper."""

    name = "done"
    post_words = "It is done"

    def fields(self) -> list[Field]:
        """The task, the day, the paper."""
        self.task = Pick("task", "What is done")
        self.on = Line("on", "On which day", hint="11/20/2026", read=read_day)
        self.paper = Line("paper", "Paper that shows it, or its number", hint="SFN 19857", seldom=True)
        self.how = label("", "muted", wrap=True)
        self.task.changed.connect(self._tell)
        return [self.task, self.on, self.paper]

    def body(self) -> QWidget:
        """The fields, and below the task how its date was worked out."""
        return holder(column(self.task, self.how, self.on, self.paper, None, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer the tasks that somebody says are done; begin with today."""
        super().refresh(board)
        self._tasks = {one.key: one for one in board.due if one.way == SAID}
        none = "Choose …" if self._tasks else "Nothing waits for somebody to say that it is done"
        self.task.offer([("", none), *((key, one.words) for key, one in self._tasks.items())])
        self.on.propose(typed_day(self.station.now().date()))
        self._tell()

    def take(self, what: object) -> None:
        """Begin with a task."""
        self.task.take_up(str(what))
        self._tell()

    def _tell(self) -> None:
        task = self._tasks.get(self.task.value())
        by = f" Due by {shown_day(task.by)}." if task and task.by else ""
        show_words(self.how, f"{task.how}{by} {task.section}." if task else "")

    def typed_anything(self) -> bool:
        """The date stands there by itself."""
        return bool(self.task.value()) or self.paper.begun

    def call(self) -> Call:
        """A task that is done."""
        said = (self.task.value(), self.on.value(), self.paper.value())
        return bound(Desk.say_done, *said, self.signers.value())

    def done(self, entry: Entry) -> str:
        """That it is noted."""
        return "Noted as done. Due board, Done lately, takes it back."


class Undone(DueForm):
    """Say that a task is not done after all: it comes back with its date."""

    name = "undone"
    post_words = "It is not done"
    who = (Who("Taken back by", (*MANAGERS, "bookkeeper")),)
    said = "{fact.what}: not done after all. It is due again."

    def fields(self) -> list[Field]:
        """The task, and why."""
        self.task = Pick("task", "What is not done after all")
        self.reason = Line("reason", "Why", hint="the state sent it back")
        return [self.task, self.reason]

    def refresh(self, board: Board) -> None:
        """Offer what somebody said was done lately."""
        super().refresh(board)
        found = [(one.key, one.words) for one in board.done_lately if one.initials]
        self.task.offer([("", "Choose …" if found else "Nobody said so of anything lately"), *found])

    def take(self, what: object) -> None:
        """Begin with a task."""
        self.task.take_up(str(what))

    def call(self) -> Call:
        """A task that is taken back."""
        return bound(Desk.say_undone, self.task.value(), self.reason.value(), self.signers.value())


class Equipment(DueForm):
    """Video equipment that came, moved, changed, or was approved: 99-01.3-08-04(11)."""

    name = "equipment"
    post_words = "Note it"
    who = (Who("Noted by", MANAGERS),)

    def fields(self) -> list[Field]:
        """The table, what happened, on which day."""
        self.table = Pick("table", "Table")
        self.what = Pick("what", "What happened", EQUIPMENT)
        self.on = Line("on", "On which day", hint="11/20/2026", read=read_day)
        return [self.table, self.what, self.on]

    def body(self) -> QWidget:
        """The fields, and what a system has."""
        note = card(label(SYSTEM, "caption", wrap=True), look="inset")
        return holder(column(self.table, self.what, self.on, note, None, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer the tables with video; begin with today."""
        super().refresh(board)
        seen = [one.table for one in board.site.tables.values() if one.video]
        self.table.offer([(one, f"Table {one}") for one in seen] or [("", "No table has video")])
        self.on.propose(typed_day(self.station.now().date()))

    def typed_anything(self) -> bool:
        """All of it stands there by itself: nothing is asked of the rules before it is posted."""
        return False

    def call(self) -> Call:
        """Equipment."""
        said = (self.table.value(), self.what.value(), self.on.value())
        return bound(Desk.equipment, *said, self.signers.value())

    def done(self, entry: Entry) -> str:
        """What is due now."""
        owed = "the state is owed a sample by the date on the Due board."
        approved = self.what.value() == "approved"
        return f"Table {entry.fact.table}: {'no sample is owed any more.' if approved else owed}"


class Release(DueForm):
    """The recordings of a gaming day are no longer kept: 99-01.3-08-04(6)."""

    name = "release"
    post_words = "Let them go"
    who = (Who("Released by", MANAGERS),)
    said = "The recordings of {fact.date} are no longer kept."

    def fields(self) -> list[Field]:
        """The gaming day."""
        self.on = Line("on", "Recordings of which gaming day", hint="11/20/2026", read=read_day)
        return [self.on]

    def body(self) -> QWidget:
        """The day, and for how long its recordings are kept."""
        note = card(label(KEPT_DAYS, "muted", wrap=True), look="inset")
        return holder(column(self.on, note, None, gap=12))

    def call(self) -> Call:
        """Recordings."""
        return bound(Desk.release, self.on.value(), self.signers.value())


class PutAway(DueForm):
    """Papers of a quarter are put away together, until they may be destroyed: 99-01.3-08-16."""

    name = "put away"
    post_words = "Put away"
    said = "Batch {fact.batch} is put away. The Due board says from when it may be destroyed."

    def fields(self) -> list[Field]:
        """Its name, what it is, of which quarter, where it lies."""
        self.batch = Line("batch", "Name of the batch", hint="R-11")
        self.what = Pick("what", "What it is", PAPERS)
        self.quarter = Line("quarter", "Quarter of the activity", hint="2026Q4")
        self.place = Line("place", "Where it lies, in North Dakota", hint="office, shelf 3")
        return [self.batch, self.what, self.quarter, self.place]

    def typed_anything(self) -> bool:
        """What it is stands there by itself."""
        return any(one.begun for one in (self.batch, self.quarter, self.place))

    def call(self) -> Call:
        """A batch."""
        said = (self.batch.value(), self.what.value(), self.quarter.value(), self.place.value())
        return bound(Desk.put_away, *said, self.signers.value())


class Destroy(DueForm):
    """A batch of papers is destroyed; two people see it: 99-01.3-08-16."""

    name = "destroy"
    post_words = "It is destroyed"
    who = (Who("Destroyed by", (*MANAGERS, "bookkeeper")), Who("Seen by", MANAGERS, operator=False))
    said = "Batch {fact.batch} is destroyed."

    def fields(self) -> list[Field]:
        """Which batch."""
        self.batch = Pick("batch", "Batch")
        return [self.batch]

    def refresh(self, board: Board) -> None:
        """Offer the batches that are still there."""
        super().refresh(board)
        left = [one for one in board.site.batches.values() if one.batch not in board.site.destroyed]
        found = [(one.batch, f"{one.batch}: {one.what} of {one.quarter}") for one in left]
        self.batch.offer([("", "Choose …" if found else "No batch is put away"), *found])

    def take(self, what: object) -> None:
        """Begin with a batch."""
        self.batch.take_up(str(what))

    def call(self) -> Call:
        """A batch that is gone."""
        return bound(Desk.destroy, self.batch.value(), self.signers.value())


FORMS = (Due, Done, Undone, Equipment, Release, PutAway, Destroy)
