"""What is due, by how soon: what, how its date was worked out, when, and the one way out of it."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QWidget

from pitdesk.due.board import summed
from pitdesk.due.task import CAMERAS, GROUPS, MONEY, PAPERS, SAID, Settled, Task
from pitdesk.tonight.board import Board
from ui.aloud.roles import Role, read_as
from ui.due.weeks import Weeks
from ui.widgets import icons, theme
from ui.widgets.art import Picture
from ui.widgets.flow import Folding
from ui.widgets.parts import (
    Beside,
    button,
    card,
    column,
    emptied,
    framed,
    holder,
    kind,
    label,
    plain,
    row,
    scrolled,
    show_words,
)
from ui.work.actions import action
from ui.work.station import Station

ALL = "all"
WORDS = {ALL: "All", CAMERAS: "Cameras", MONEY: "Money", PAPERS: "Papers"}
PICTURES = {CAMERAS: "camera", MONEY: "chips", PAPERS: "slip"}
SIDE, WHEN = 330, 128  # pixels of the column at the right, and of how long there is
TOLD = 200  # and of what there is to do, at least
FEW = 3  # tasks of one kind that each have a card of their own
MANY = {"deposit": "deposits are not noted", SAID: "tasks of one kind"}
LATELY = 8  # things done that are in sight
NOTHING = "Nothing is due."
SECTIONS = (  # what a task that is due in so many days stands under, and its tone
    (-1, "Late", "stop"),
    (0, "Today", "stop"),
    (7, "This week", "look"),
    (14, "Next 14 days", "way"),
    (None, "Later", "plain"),
)


class Due(QWidget):
    """The board; read when the night changes, and when it comes to the front."""

    name = "due"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station, self.chosen = station, ALL
        self.filters = {name: self._filter(name) for name in (ALL, *GROUPS)}
        self.ways: list[QPushButton] = []  # out of each task, in order
        self.empty = label("", "muted", wrap=True)
        self.list, self.done = column(gap=8), column(gap=8)
        self.weeks = Weeks()
        self._shown: object = None
        self._lay_out()
        theme.changed.connect(self._again)
        station.follow(self, self.refresh)

    def _filter(self, name: str) -> QPushButton:
        made = button(WORDS[name], self.choose, "tab", to=name)
        made.setCheckable(True)
        return read_as(made, Role.PageTab)

    def _lay_out(self) -> None:
        lately = card(label("Done lately", "h2"), self.done, edge=14)
        side = holder(column(card(self.weeks, edge=14), lately, None, gap=12))
        self.side = scrolled(side)
        shown = plain(Beside(), holder(column(self.empty, self.list, None, gap=8)))
        line = row(*self.filters.values(), None, gap=8)
        whole = row(column(line, shown, gap=10, grow=1), self.side, gap=16, grow=0)
        self.setLayout(whole)

    def begin(self, what: object = None) -> None:
        """Come to the front; the way out of the first task takes the keys."""
        self.refresh(self.station.board)
        self._focus(0)

    def _focus(self, at: int) -> None:
        """Have the way out of a task take the keys, once it is in sight; else what is chosen."""
        to = self.ways[min(at, len(self.ways) - 1)] if self.ways else self.filters[self.chosen]
        QTimer.singleShot(0, to, to.setFocus)

    def choose(self, group: str) -> None:
        """Show the tasks of a group, or all."""
        self.chosen = group
        self.refresh(self.station.board)

    def _again(self) -> None:
        self._shown = None
        if self.station.ready and self.isVisible():
            self.refresh(self.station.board)

    def in_words(self) -> str:
        """What is due, as it is said."""
        return summed(self.station.board.due, self.station.today) or self.empty.text()

    def refresh(self, board: Board) -> None:
        """Show the tasks of a board, as far as they are asked for."""
        on = self.station.today
        shown = (board.due, board.done_lately, on, self.chosen, theme.size())
        if shown == self._shown:
            return
        self._shown = shown
        for name, tab in self.filters.items():
            tab.setText(f"{WORDS[name]} {sum(name in (ALL, one.group) for one in board.due)}")
            tab.setAccessibleName(tab.text())
            tab.setChecked(name == self.chosen)
        self.side.setFixedWidth(theme.sized(SIDE))
        self.side.setVisible(theme.size() >= theme.Size.NORMAL)
        self.weeks.show_tasks(board.due, on)
        found = [one for one in board.due if self.chosen in (ALL, one.group)]
        show_words(self.empty, "" if found else self._nothing(board, on))
        had = next((at for at, way in enumerate(self.ways) if way.hasFocus()), None)
        emptied(self.list)
        self.ways = []
        for title, tone, tasks in sections(found, on):
            self.list.addWidget(label(title, "strong"))
            for some in gathered(tasks):
                self.list.addWidget(self._card(some, tone, on))
        if had is not None:
            self._focus(had)
        self._show_done(board.done_lately)

    def _nothing(self, board: Board, on: date) -> str:
        if not board.due or self.chosen == ALL:
            return NOTHING
        return f"Nothing is due of {WORDS[self.chosen].lower()}. {summed(board.due, on)}".strip()

    def _card(self, tasks: Sequence[Task], tone: str, on: date) -> QFrame:
        """A task, or several of one kind; the first of them leads on."""
        first, many = tasks[0], len(tasks)
        words = first.words if many == 1 else f"{many:,} {MANY.get(first.way, MANY[SAID])}"
        how = first.how if many == 1 else f"The oldest: {first.words}. {first.how}"
        sign, ink = Picture(), theme.inks(tone)[0]
        sign.show_drawn(icons.pixmap, PICTURES[first.group], ink, theme.pixels("title"))
        sign.setAccessibleName(WORDS[first.group])
        lines = [label(words, "strong", wrap=True), label(how, "caption", wrap=True)]
        lines.append(label(f"{first.section} · {', '.join(first.who)}", "caption", wrap=True))
        if first.ask:
            lines.append(label(f"Ask the division. {first.ask}", "caption", wrap=True))
        said = column(*lines, gap=2)
        if first.progress and many == 1:
            said.addLayout(_progress(first))
        told = holder(said)
        told.setMinimumWidth(theme.sized(TOLD))  # else the way stands below
        way = holder(row(_when(first, tone, on), self._way(first), gap=14))
        line = row(sign, Folding(told, way, gap=14, stretch=(1, 0)), gap=14, grow=1)
        line.setAlignment(sign, Qt.AlignmentFlag.AlignTop)
        made = framed(QFrame(), line, "task", 14, 10)
        kind(made, "task", tone=tone)
        return made

    def _way(self, task: Task) -> QWidget:
        words = "Done by …" if task.way == SAID else action(task.way).words
        about = task.key if task.way == SAID else task.about
        go = partial(self.station.go, task.way, about)
        made = button(words, go, says=f"{words}: {task.words}")
        self.ways.append(made)
        return made

    def _show_done(self, done: Sequence[Settled]) -> None:
        emptied(self.done)
        for one in done[:LATELY]:
            by = f", {one.initials}" if one.initials else ""
            paper = f" · {one.paper}" if one.paper else ""
            when = label(f"{one.on:%a %b} {one.on.day}{by}{paper}", "caption", wrap=True)
            parts: list[QWidget] = [label(f"✓ {one.words}", wrap=True), when]
            if one.initials:
                says = f"Not done after all: {one.words}"
                back = button("Not done after all", self._take_back, "link", says=says, to=one.key)
                parts.append(holder(row(back, None)))
            self.done.addWidget(holder(column(*parts, gap=2)))
        if not done:
            self.done.addWidget(label("Nothing in the last weeks.", "muted", wrap=True))

    def _take_back(self, key: object) -> None:
        self.station.go("undone", key)


def _when(task: Task, tone: str, on: date) -> QWidget:
    """How long there is, and until which day."""
    left = label(task.when(on), "h2", right=True)
    kind(left, "h2", tone=tone)
    by = label(f"{task.by:%a %b} {task.by.day}" if task.by else "", "caption", right=True)
    made = holder(column(None, left, by, None, gap=0))
    made.setFixedWidth(theme.sized(WHEN))
    return made


def _progress(task: Task) -> QHBoxLayout:
    assert task.progress
    bar = QProgressBar()
    bar.setRange(0, task.progress.whole)
    bar.setValue(min(task.progress.far, task.progress.whole))
    bar.setTextVisible(False)
    bar.setProperty("gauge", True)  # it says how far something is; nothing is worked at
    bar.setFixedWidth(theme.sized(WHEN))
    bar.setAccessibleName(task.progress.words)
    return row(bar, label(task.progress.words, "caption"), None, gap=10)


def sections(tasks: Sequence[Task], on: date) -> Iterator[tuple[str, str, list[Task]]]:
    """The tasks by how soon they are due; what limits play stands first, whenever it ends."""
    left = [*tasks]
    running = [one for one in left if one.limits]
    left = [one for one in left if not one.limits]
    if running:
        yield "Running now", "stop", running
    for days, title, tone in SECTIONS:
        last = on + timedelta(days=days) if days is not None else None
        here = [one for one in left if last is None or (one.by is not None and one.by <= last)]
        left = [one for one in left if one not in here]
        if here:
            yield title, tone, here


def gathered(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """Each task alone; of one way that has more than a few, all together."""
    ways: dict[str, list[Task]] = {}
    for task in tasks:
        ways.setdefault(task.way if task.way != SAID else task.key.partition(" ")[0], []).append(task)
    for some in ways.values():
        yield from [some] if len(some) > FEW else [[one] for one in some]
