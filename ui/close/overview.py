"""The close of day at a glance: its track, what is in the way and the ways out, the sum, the report."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from pitdesk.book.banks import drawers
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.tonight import closing
from pitdesk.tonight.board import Board
from pitdesk.tonight.closing import STEPS, Closing, Proof, Stage
from pitdesk.tonight.outlook import Way
from printers.slips.layout import calendar_date
from ui.beside.timers import timer
from ui.close.ways import Waits, waits
from ui.past.answer import Figure
from ui.past.screen import ReportView
from ui.widgets import theme
from ui.widgets.fields import Line, money
from ui.widgets.flow import Flow, Folding, stand
from ui.widgets.listing import Group, Groups, Item
from ui.widgets.parts import (
    Cut,
    button,
    card,
    column,
    emptied,
    holder,
    keep_wide,
    kind,
    label,
    pill,
    row,
    scrolled,
    show_words,
)
from ui.widgets.sums import DaySum, TableSums
from ui.work.reader import Reader
from ui.work.station import Station

TYPING_MS = 150
EDGES = 36  # pixels of a step, and of a card, that are not what is in it
LEAST_SIDE, MOST_SIDE = 324, 520  # pixels of the sum, at letters of 100 %
LEAST_LIST = 160  # and of the height of what is in the way, above it
START = 140  # and of a line for money
COUNT, SAID, LINES = 84, 150, 8  # pixels of how many, of what at least; lines of a list in sight
OWNERS = (  # who is to do a step
    "Dealers and operators",
    "Cashier and dealers",
    "Count team",
    "Cashier and manager",
    "Shift manager",
    "Shift manager",
)
FEW = ("Tables", "Slips", "Drop", "Banks", "Reconcile", "Seal")  # where there is room for a word
SHORT = ("tables", "slips", "boxes", "counts", "reasons")  # what the seal waits for, in a word
LEAST_RESULT, MOST_RESULT = 300, 480  # pixels of what the seal came to
MARKS = {  # state of a step → its mark ("" for its number), its tone, in words
    "done": ("✓", "good", "done"),
    "now": ("", "way", "next"),
    "later": ("", "plain", "to come"),
}
PROVEN = ((False, "to look at", "stop"), (None, "not known yet", "plain"), (True, "agree", "good"))


class Steps(QWidget):
    """The track: six steps, each with a tick or its number, how much is left, who did it and when."""

    def __init__(self, pressed: Callable[[int], object]) -> None:
        super().__init__()
        self.buttons: list[QPushButton] = []
        self.marks: list[QLabel] = []
        self._left: list[QLabel] = []
        self.owners: list[Cut] = []
        self._names = [label(name) for name in STEPS]
        self._line = row()
        self._words: list[QWidget] = []
        for at, name in enumerate(STEPS):
            mark, left = pill(str(at + 1)), label("", "caption")
            words, owner = holder(column(self._names[at], left, gap=0)), Cut("caption")
            owner.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            made = button("", pressed, says=name, to=at)
            inner = column(row(mark, words, None), owner, gap=0)
            inner.setContentsMargins(10, 5, 6, 5)
            made.setLayout(inner)
            made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
            for child in (mark, words, owner):
                child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self.buttons.append(made)
            self.marks.append(mark)
            self._left.append(left)
            self._words.append(words)
            self.owners.append(owner)
            self._line.addWidget(made, 1)
        self.setLayout(self._line)
        theme.fitted.connect(self._stand)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where large letters leave no room, the words stay, not the marks; else fewer words."""
        room = event.size().width() // len(STEPS) - EDGES
        wide = self._names[0].fontMetrics().horizontalAdvance
        few = max(map(wide, STEPS)) > room
        for one, name, short in zip(self._names, STEPS, FEW, strict=True):
            one.setText(short if few else name)
        widest = max(words.sizeHint().width() for words in self._words)
        for mark in self.marks:
            mark.setVisible(mark.sizeHint().width() + widest <= room)
        self._line.setSpacing(8 if widest <= room else 3)
        super().resizeEvent(event)

    def show_stages(self, stages: Sequence[Stage], local: Callable[[datetime], datetime]) -> None:
        """Show how far the close is; local: a time on the site's own clock."""
        for at, stage in enumerate(stages):
            words, tone, state = MARKS[stage.state]
            self.marks[at].setText(words or str(at + 1))
            kind(self.marks[at], "pill", tone=tone)
            left = f"{stage.left} to do" if stage.left else state
            self._left[at].setText(left)
            self.buttons[at].setAccessibleName(f"{stage.words}: {left}")
            owner = OWNERS[at]
            if stage.at and not stage.left:
                owner = f"{' + '.join(stage.by)} · {local(stage.at):%H:%M}"
            self.owners[at].say(owner)
            self.buttons[at].setAccessibleDescription(owner)
        self._stand()

    def _stand(self) -> None:
        """Be as high as what stands in it; the style sheet knows only one height of a button."""
        high = theme.pixels("caption") + 6
        for owner in self.owners:
            owner.setFixedHeight(high)
        words = max(one.sizeHint().height() for one in self._words)
        self.setFixedHeight(words + high + 12)


class Blockers(QWidget):
    """What is in the way, in groups: how many, what, whose it is, the ways out; then the proofs."""

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self.waits: list[Waits] = []
        self.heads: dict[int, QWidget] = {}  # step → its first group
        self.proofs = Groups("Does it all add up?")
        self._shown: object = None
        self._column = column(gap=8)
        self._all = column(self._column, label("Does it all add up?", "strong"), self.proofs, gap=8)
        self.setLayout(self._all)
        theme.changed.connect(self._again)

    def _again(self) -> None:
        self._shown = None

    def show_close(self, close: Closing, board: Board) -> None:
        """Show the blockers, and below them what was proven."""
        later = close.may_wait if close.state == "open" else ()
        found = waits(close.blockers, board, later)
        if self._shown == (shown := (found, close.proofs)):
            return
        self._shown, self.waits = shown, found
        emptied(self._column)
        self.heads = {}
        stopping = [one for one in found if one.stops]
        if stopping:
            points, groups = sum(one.many for one in stopping), len(stopping)
            words = f"In the way of the seal: {points} point{'s' * (points != 1)}"
            words += f" in {groups} group{'s' * (groups != 1)}"
            self._column.addWidget(label(words, "strong", wrap=True))
        for at, one in enumerate(found):
            if not one.stops and at == len(stopping):
                self._column.addWidget(
                    label("Printed on the report, stops nothing", "strong", wrap=True)
                )
            made = self._group(one)
            self.heads.setdefault(one.step, made)
            self._column.addWidget(made)
        self.proofs.show_groups([*_proven(close.proofs)])
        self.proofs.hug(LINES)

    def _group(self, one: Waits) -> QWidget:
        tone = "stop" if one.stops else "way"
        many = label(f"{one.many:,}", "title")
        kind(many, "title", tone=tone)
        stops = label("STOPS" if one.stops else "DOES NOT STOP", "caption", wrap=True)
        count = holder(column(many, stops, None, gap=0))
        count.setFixedWidth(theme.sized(COUNT))
        rule = Way("rules", "Why?", one.rule)
        why = button(rule.words, self._go, "link", says=f"{rule.words} {one.words}", to=rule)
        section = label(one.section, "caption", wrap=True)
        policy = section.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)  # it wraps; buttons do not
        section.setSizePolicy(policy)
        who = label(f"Who: {OWNERS[one.step]}", "caption", wrap=True)
        said = holder(column(label(one.words, wrap=True), who, row(section, why, grow=0), gap=2))
        said.setMinimumWidth(theme.sized(SAID))  # else the ways out stand below
        ways = [button(w.words, self._go, says=f"{w.words}: {one.words}", to=w) for w in one.ways]
        both = Folding(said, holder(column(*ways, None, gap=6)), gap=12, stretch=(1, 0))
        parts = [holder(row(count, both, gap=10, grow=1))]
        return card(*parts, *self._each(one), look="inset", gap=4, edge=12)

    def _each(self, one: Waits) -> list[QWidget]:
        """Of several: their list, closed at first; Enter on a line is its way out."""
        if not one.each:
            return []
        lines = [Item(at, words) for at, (words, _) in enumerate(one.each)]
        found = Groups(one.words)
        found.show_groups([Group("to see to", "stop" if one.stops else "way", lines)])
        found.collapseAll()
        found.hug(LINES)
        found.opened.connect(lambda at: self._go(one.each[at][1]))
        return [found]

    def _go(self, way: Way) -> None:
        self.station.go(way.action, way.what)


def _proven(proofs: Sequence[Proof]) -> Iterator[Group]:
    """What must agree, by whether it does."""
    for holds, words, tone in PROVEN:
        lines = [Item(one.words, f"{one.words}\n{one.detail}") for one in proofs if one.holds is holds]
        yield Group(words, tone, lines)


class Clear(QFrame):
    """Nothing is in the way: the answer that the report will begin with."""

    def __init__(self) -> None:
        super().__init__()
        self.words = label("", "title", wrap=True)
        self.profit, self.agp, self.deposit = (Figure(one) for one in ("Cash profit", "AGP", "Deposit"))
        figures = Flow(self.profit, self.agp, self.deposit, across=3, gap=16, down=4)
        note = label(
            "So page 1 of the report begins. After the seal nothing of the day changes.", "caption"
        )
        note.setWordWrap(True)
        self.setLayout(column(card(self.words, holder(figures), note)))

    def show_close(self, close: Closing) -> None:
        """Show the answer; hidden while something is in the way."""
        self.setVisible(not close.blockers)
        off = close.over_short or 0
        words = f"The day is ${dollars(abs(off))} {'over' if off > 0 else 'short'}, and explained."
        if close.pending:
            words = "The day can be closed, its drop pending."
        self.words.setText(words if off or close.pending else "The day is balanced.")
        self.profit.tell(close.cash_profit)
        self.agp.tell(close.agp)
        self.deposit.tell(close.deposit)


class Overview(QWidget):
    """Six steps, every table, the day in one sum and what is in the way; once sealed, its report."""

    name = "close"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.reader = Reader(station, self)
        self.close_: Closing = Closing()
        self._reported = 0
        self.steps = Steps(self.go_to_step)
        self.tables, self.sum = TableSums(), DaySum()
        self.blockers = Blockers(station)
        self.next_start = Line("next start", "", hint="next start", read=money)
        self.next_start.edit.setAccessibleName("Next starting cash, drawer and reserve together")
        keep_wide(self.next_start.edit, START)
        self.as_today = button("As today", self._as_today, says="Next starting cash as today")
        self.kept = Line("kept", "", hint="next start", read=money)
        self.kept.edit.setAccessibleName("Next starting cash of the other drawer")
        keep_wide(self.kept.edit, START)
        self.kept_words = label("", "caption")
        self.report = ReportView(station, self.reader)
        self._pages = QStackedWidget()
        self._lay_out()
        theme.fitted.connect(self._fit)
        self._soon = timer(self, TYPING_MS, once=True)
        self._soon.timeout.connect(self.ask)
        self.next_start.changed.connect(self._soon.start)
        self.kept.changed.connect(self._soon.start)
        self.next_start.entered.connect(lambda: self.seal.setFocus())
        station.follow(self, lambda _: self.ask())

    # Layout

    def _lay_out(self) -> None:
        self.new, self.open, self.sealed = self._new(), self._open(), self._sealed()
        for page in (self.new, self.open, self.sealed):
            self._pages.addWidget(page)
        self.setLayout(column(self._pages))

    def _new(self) -> QWidget:
        self.begin_day = button("Open the day", lambda: self.station.go("open day"), "act")
        words = "No gaming day was opened yet. The first one begins with opening it, by two people."
        line = row(self.begin_day, None)
        return holder(column(card(label("No day yet", "h2"), label(words, wrap=True), line), None))

    def _open(self) -> QWidget:
        self.clear = Clear()
        self.verdict = pill("", "look")
        tables = card(label("The tables", "h2"), self.tables)
        seen = column(self.clear, self.blockers, tables, None, gap=12)
        seen.setContentsMargins(0, 0, 4, 0)
        self.list = scrolled(holder(seen))
        self.waits = label("", "caption", wrap=True)
        self.seal = button("Seal the day and print", lambda: self.station.go("close day"), "act")
        title = Folding(label("The day in one sum", "h2"), self.verdict, gap=8, stretch=(1, 0))
        asked = Folding(label("Next starting cash", "caption"), self.next_start, self.as_today, gap=8)
        other = row(self.kept_words, self.kept, None, gap=8)
        sums = scrolled(holder(column(title, self.sum, asked, other, None, gap=8)))
        self.side = card(column(sums, self.waits, self.seal, gap=10, grow=0))
        self._both = row(self.list, self.side, gap=12, grow=0)
        return holder(column(self.steps, self._both, gap=10, grow=1))

    def _sealed(self) -> QWidget:
        self.title = label("", "h2", wrap=True)
        self.deposit = label("", "title")
        self.due = label("", "", wrap=True)
        self.todo = label("", wrap=True)
        self.head = label("", "mono", wrap=True)
        self.again = button("Open the next day", lambda: self.station.go("open day"), "act")
        past = button("Past days", lambda: self.station.go("days"))
        self.next = label("", "strong", wrap=True)
        chain = label("The head of the chain, on every page", "caption", wrap=True)
        words = column(self.next, self.deposit, self.due, self.todo, 8, chain, self.head, None, gap=6)
        words.setContentsMargins(0, 8, 0, 0)
        self.sealed_as = pill("Sealed", "good")
        title = row(self.title, None, self.sealed_as)
        parts = column(title, scrolled(holder(words)), self.again, past, gap=6, grow=1)
        self.result = card(parts)
        return holder(row(self.report, self.result, gap=16, grow=0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The sum has a third of the room."""
        self._fit()
        super().resizeEvent(event)

    def _fit(self) -> None:
        least = max(theme.sized(LEAST_SIDE), self.seal.minimumSizeHint().width() + EDGES)
        wide = max(least, min(theme.sized(MOST_SIDE), self.width() * 35 // 100))
        stand(self._both, {self.list: LEAST_LIST}, {self.side: wide})
        least, most = map(theme.sized, (LEAST_RESULT, MOST_RESULT))
        self.result.setFixedWidth(max(least, min(most, self.width() * 28 // 100)))

    # What it shows

    def begin(self, what: object = None) -> None:
        """Come to the front as things stand."""
        self.ask()
        self._begin_page()

    def _begin_page(self) -> None:
        """Begin at what the page in front has first."""
        starts = (self.begin_day, self.steps.buttons[0], self.again)
        starts[self._pages.currentIndex()].setFocus()

    def ask(self) -> None:
        """Ask the desk how the close stands; its answers come in the order asked, the newest last."""
        ask_close(self.station, self.next_start, self.kept, self._show)

    def _show(self, close: Closing) -> None:
        self.close_ = close
        page = {"new": self.new, "open": self.open}.get(close.state, self.sealed)
        here = self._pages.isAncestorOf(QApplication.focusWidget() or self)
        other = page is not self._pages.currentWidget()
        self._pages.setCurrentWidget(page)
        if here and other:
            self._begin_page()
        if close.state == "open":
            self._show_open(close)
        elif close.state == "sealed":
            self._show_sealed(close)

    def _show_open(self, close: Closing) -> None:
        self.steps.show_stages(close.stages, self.station.board.site.local)
        self.clear.show_close(close)
        self.tables.show_close(close)
        self.sum.show_close(close)
        self.blockers.show_close(close, self.station.board)
        self.next_start.edit.setPlaceholderText("say it here")
        show_kept(close, self.kept)
        show_words(self.kept_words, f"and in the {close.banks[1][0]}" if close.banks else "")
        left = len(close.blockers)
        self.verdict.setText(f"{left} in the way" if left else "Nothing in the way")
        kind(self.verdict, "pill", tone="look" if left else "good")
        self.seal.setEnabled(not left)
        short = [SHORT[at] for at, stage in enumerate(close.stages) if stage.left]
        more = f" +{len(short) - 1}" if len(short) > 1 else ""
        self.seal.setText(f"Seal waits for {short[0]}{more}" if left else "Seal the day and print")
        names = [f"{stage.words.lower()} {stage.left}" for stage in close.stages if stage.left]
        self.waits.setText(f"Sealing waits for: {' · '.join(names)}" if left else _promise(close))

    def _show_sealed(self, close: Closing) -> None:
        if self._reported == close.day or close.date is None or close.due is None:
            return
        self._reported = close.day
        self.title.setText(calendar_date(close.date))
        boxes = ", ".join(close.pending)
        self.sealed_as.setText("Drop pending" if boxes else "Sealed")
        kind(self.sealed_as, "pill", tone="look" if boxes else "good")
        self.next.setText("What next: count it" if boxes else "What next: put the deposit together")
        self.deposit.setText(f"Waits for box {boxes}" if boxes else f"${dollars(close.deposit or 0)}")
        self.due.setText(f"Due at the bank by {calendar_date(close.due)}, the third banking day.")
        checks = f"Of it ${dollars(close.checks)} in checks. " if close.checks else ""
        kept = f"${dollars(close.next_start or 0)} stays here for the next day."
        banks = "".join(f"${dollars(p.cents)} is of the {p.drawer}. " for p in close.parts)
        self.todo.setText(
            f"{checks}{banks}{kept} Sign the report, and keep it with the slips of the day."
        )
        self.head.setText(close.head)
        self.report.show_day(close.day)

    def go_to_step(self, step: int) -> None:
        """Show what is in the way of a step; the last one is the seal itself."""
        if step == closing.SEAL and self.seal.isEnabled():
            self.station.go("close day")
        elif head := self.blockers.heads.get(step):
            self.list.verticalScrollBar().setValue(head.y())

    def _as_today(self) -> None:
        first, *others = [cents for _, cents in self.close_.banks] or [self.close_.supplied]
        self.next_start.edit.setText(dollars(first))
        for cents in others:
            self.kept.edit.setText(dollars(cents))
        self.next_start.edit.setFocus()


def ask_close(station: Station, next_start: Line, kept: Line, show: Callable[[Closing], object]) -> None:
    """Ask the desk how the close stands with this next start, once it can be read.

    kept   what the drawer of a second cash bank keeps, where there is one
    """
    cents, other = read_or_none(next_start), read_or_none(kept)

    def asked(desk: Desk) -> Closing:
        stays = kept_in(desk, other)
        return Closing.of(desk, None if cents is None else cents + sum(stays.values()), stays)

    station.ask(asked, show)


def kept_in(desk: Desk, cents: int | None) -> dict[str, int]:
    """What the drawer of a second cash bank keeps, where one takes part and it was said."""
    others = drawers(desk.day)[1:] if desk.day else ()
    return {} if cents is None else dict.fromkeys(others[:1], cents)


def read_or_none(line: Line) -> int | None:
    """What stands in a line of money; None where it cannot be read."""
    with suppress(ValueError):
        return int(line.value())
    return None


def show_kept(close: Closing, kept: Line) -> None:
    """Ask for what a second drawer keeps, where there is one."""
    kept.setVisible(bool(close.banks))


def waiting(close: Closing) -> str:
    """The boxes that wait to be counted, and what a seal without them is; "" if none waits."""
    if not close.pending:
        return ""
    boxes = ", ".join(close.pending)
    return f"Box {boxes} waits to be counted: count it, or close the day with its drop pending."


def _promise(close: Closing) -> str:
    if close.pending:
        return waiting(close)
    return f"The deposit is ${dollars(close.deposit or 0)}. After the seal nothing of the day changes."
