"""The close of day at a glance: its steps, what is in the way and the ways out, the sum, the report."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
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
from ui.past.screen import ReportView
from ui.widgets import theme
from ui.widgets.fields import Line, money
from ui.widgets.parts import (
    Folding,
    button,
    card,
    column,
    emptied,
    holder,
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
LEAST_SIDE, MOST_SIDE = 404, 860  # pixels of what is in the way
LEAST_RESULT, MOST_RESULT = 324, 480  # pixels of what the seal came to
MARKS = {  # state of a step → its mark ("" for its number), its tone, in words
    "done": ("✓", "good", "done"),
    "now": ("", "way", "next"),
    "later": ("", "plain", "to come"),
}
PROVEN = {True: ("Yes", "good"), False: ("Look", "stop"), None: ("Not yet", "plain")}


class Steps(QWidget):
    """The six steps, each with a tick or its number, and how much is left of it."""

    def __init__(self, pressed: Callable[[int], object]) -> None:
        super().__init__()
        self.buttons: list[QPushButton] = []
        self.marks: list[QLabel] = []
        self._left: list[QLabel] = []
        self._line = row()
        self._words: list[QWidget] = []
        for at, name in enumerate(STEPS):
            mark, left = pill(str(at + 1)), label("", "caption")
            words = holder(column(label(name), left, gap=0))
            made = button("", pressed, says=name, to=at)
            inner = row(mark, words, None)
            inner.setContentsMargins(10, 5, 6, 5)
            made.setLayout(inner)
            made.setMinimumHeight(inner.sizeHint().height())
            for child in (mark, words):
                child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self.buttons.append(made)
            self.marks.append(mark)
            self._left.append(left)
            self._words.append(words)
            self._line.addWidget(made, 1)
        self.setLayout(self._line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where large letters leave no room, the words stay rather than the marks."""
        widest = max(words.sizeHint().width() for words in self._words)
        room = event.size().width() // len(STEPS) - EDGES
        for mark in self.marks:
            mark.setVisible(mark.sizeHint().width() + widest <= room)
        self._line.setSpacing(8 if widest <= room else 3)
        super().resizeEvent(event)

    def show_stages(self, stages: Sequence[Stage]) -> None:
        """Show how far the close is."""
        for at, stage in enumerate(stages):
            words, tone, state = MARKS[stage.state]
            self.marks[at].setText(words or str(at + 1))
            kind(self.marks[at], "pill", tone=tone)
            left = f"{stage.left} to do" if stage.left else state
            self._left[at].setText(left)
            self.buttons[at].setAccessibleName(f"{stage.words}: {left}")


class Blockers(QWidget):
    """What stands in the way, step by step, each with its words, its section and its way out."""

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self.waits: list[Waits] = []
        self.heads: dict[int, QLabel] = {}
        self._shown: object = None
        self._column = column(gap=8)
        self.setLayout(self._column)

    def show_close(self, close: Closing, board: Board) -> None:
        """Show the blockers, and below them what was proven."""
        may_wait = close.may_wait if close.state == "open" else ()
        found = waits([*close.blockers, *may_wait], board)
        if self._shown == (shown := (found, close.proofs)):
            return
        self._shown, self.waits = shown, found
        emptied(self._column)
        self.heads = {}
        for one in found:
            if one.step not in self.heads:
                self.heads[one.step] = label(STEPS[one.step], "strong")
                self._column.addWidget(self.heads[one.step])
            self._column.addWidget(self._blocker(one))
        self._column.addWidget(label("Does it all add up?", "strong"))
        for proof in close.proofs:
            self._column.addWidget(_proof(proof))
        self._column.addStretch(1)

    def _blocker(self, one: Waits) -> QWidget:
        section = label(one.section, "caption", wrap=True)
        policy = section.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)  # it wraps; buttons do not
        section.setSizePolicy(policy)
        rule = Way("rules", "Why?", one.rule)
        why = button(rule.words, self._go, "link", says=f"{rule.words} {one.words}", to=rule)
        ways = [button(w.words, self._go, says=f"{w.words}: {one.words}", to=w) for w in one.ways]
        tight = theme.pixels() > theme.SIZES["body"] or len(ways) > 1  # then it has a line of its own
        foot = row(None, *ways) if tight else row(section, why, *ways, grow=0)
        more: list[QWidget] = [label(one.more, "caption", wrap=True)] if one.more else []
        more += [holder(row(section, why, grow=0))] if tight else []
        return card(label(one.words, wrap=True), *more, foot, look="inset", gap=4, edge=12)

    def _go(self, way: Way) -> None:
        self.station.go(way.action, way.what)


def _proof(proof: Proof) -> QWidget:
    words = column(label(proof.words, wrap=True), label(proof.detail, "caption", wrap=True), gap=2)
    return card(row(words, pill(*PROVEN[proof.holds]), gap=12, grow=0), look="inset", edge=12)


class Overview(QWidget):
    """Six steps, every table, the day in one sum and what is in the way; once sealed, its report."""

    name = "close"

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self.reader = Reader(station, self)
        self.close_: Closing = Closing()
        self._reported = 0
        self.steps = Steps(self.go_to_step)
        self.tables, self.sum = TableSums(), DaySum()
        self.blockers = Blockers(station)
        self.next_start = Line("next start", "", hint="next start", read=money)
        self.next_start.edit.setAccessibleName("Next starting cash, drawer and reserve together")
        self.next_start.edit.setFixedWidth(140)
        self.as_today = button("As today", self._as_today, says="Next starting cash as today")
        self.kept = Line("kept", "", hint="next start", read=money)
        self.kept.edit.setAccessibleName("Next starting cash of the other drawer")
        self.kept.edit.setFixedWidth(140)
        self.kept_words = label("", "caption")
        self.report = ReportView(station, self.reader)
        self._pages = QStackedWidget()
        self._lay_out()
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
        asked = label("Next starting cash", "caption")
        head = row(label("The day in one sum", "h2"), None, asked, self.next_start, self.as_today, gap=8)
        other = row(self.kept_words, self.kept, None, gap=8)
        sums = column(card(self.tables), card(head, other, self.sum, gap=6), None, gap=12)
        sums.setContentsMargins(0, 0, 4, 0)
        self.verdict = pill("", "look")
        self.waits = label("", "caption", wrap=True)
        self.seal = button("Seal the day and print", lambda: self.station.go("close day"), "act")
        self.list = scrolled(self.blockers)
        title = Folding(label("Before the seal", "h2"), self.verdict, gap=8, stretch=(1, 0))
        self.side = card(column(title, self.list, self.seal, self.waits, gap=10, grow=1))
        both = row(scrolled(holder(sums)), self.side, gap=12, grow=0)
        return holder(column(self.steps, both, gap=10, grow=1))

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
        """What is in the way has a third of the room."""
        large = theme.pixels() > theme.SIZES["body"]  # the figures beside it need more, then
        least, part = (self.seal.minimumSizeHint().width() + EDGES, 27) if large else (LEAST_SIDE, 35)
        wide = max(least, min(MOST_SIDE, self.width() * part // 100))
        self.side.setFixedWidth(wide)
        self.result.setFixedWidth(max(LEAST_RESULT, min(MOST_RESULT, wide * 4 // 5)))
        super().resizeEvent(event)

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
        self.steps.show_stages(close.stages)
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
