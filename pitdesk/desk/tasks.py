"""The Due board at the desk: what is due, what was done of it, what a day's seal says of it."""

from datetime import date

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.desk.documents import DocumentVerbs
from pitdesk.desk.posting import Signers
from pitdesk.due import board
from pitdesk.due.quarters import settled_day
from pitdesk.due.task import SAID, DueScene, Settled, Task
from pitdesk.kinds.editions import LATEST, RECORDS
from pitdesk.rules.check import Known


class TaskVerbs(DocumentVerbs):
    """The verbs of the Due board."""

    _known: tuple[object, board.BoardTasks] | None = None  # what was asked last, and the answer

    def due(self) -> tuple[Task, ...]:
        """What the law and the house want by a date, and is not done: by date."""
        now = self._due_scene()
        return board.tasks(now, self._beside(now))

    def done_lately(self) -> tuple[Settled, ...]:
        """What was done of it lately, the newest first."""
        now = self._due_scene()
        return board.settled(now, self._beside(now))

    def _beside(self, now: DueScene) -> board.BoardTasks:
        """The tasks beside the night: worked out again when a record, a table or a day came."""
        tables = len(now.day.tables) if now.day else 0
        days = (self.journal.last_number("day"), self._is_open, (*self.pending,))
        asked = (now.on, days, tables, self._newest_record)
        if self._known is None or self._known[0] != asked:
            self._known = (asked, board.beside(now))
        return self._known[1]

    def _due_scene(self) -> DueScene:
        return DueScene(
            site=self.site,
            rules=self.rules.of(LATEST),
            at=self.clock.now().at,
            on=self.date_of(self.clock.now()),
            day=self.day,
            pending=self.pending,
            owed=self.owed(),
            video=self.video,
            kept=self.kept,
            nights=self.nights,
        )

    def say_done(self, task: str, on: date, paper: str, by: Signers) -> Entry:
        """Say that a task of the Due board is done.

        task    its key;  on: the day on which it was done
        paper   the paper that shows it, or its number
        """
        known = {one.key: one for one in self.due() if one.way == SAID}
        what = known[task].words if task in known else ""
        fact = kinds.Done(task=task, what=what, on=on, paper=paper.strip())
        return self._post(fact, by, known=Known(tasks=frozenset(known)))

    def say_undone(self, task: str, reason: str, by: Signers) -> Entry:
        """Say that a task is not done after all: it comes back, with its date."""
        said = self.site.done.get(task)
        on = said[0].on if said else self.date_of(self.clock.now())
        what = said[0].what if said else ""
        fact = kinds.Done(task=task, what=what, on=on, reason=reason, undone=True)
        return self._post(fact, by, known=Known(tasks=frozenset(self.site.done)))

    def _settled(self) -> int:
        """The last day of a quarter of which, and of all before it, nothing is to be done any more."""
        now = self._due_scene()
        return settled_day(now, self._beside(now).found)

    def _wanted(self) -> tuple[kinds.Wanted, ...]:
        """What the seal of the open day says is due: what is late, and what soon will be."""
        if self.today.edition < RECORDS:
            return ()
        return tuple(
            kinds.Wanted(one.key, one.words, one.by, one.section)
            for one in board.soon(self.due(), self.today.date)
            if one.by
        )
