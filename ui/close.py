"""Close of day: what still stands open and the way out of each, the day in one sum, the seal."""

from collections.abc import Callable, Sequence
from datetime import date

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from pitdesk import closing
from pitdesk.board import Board
from pitdesk.chips import dollars
from pitdesk.closing import STEPS, Closing, Owed, Proof, Stage
from pitdesk.entries import Entry
from printers.layout import calendar_date
from ui.days import ReportView
from ui.fields import Choice, Field, Line, Tick, money
from ui.form import Call, Form, Tabs
from ui.parts import button, card, column, emptied, holder, kind, label, pill, row, scrolled
from ui.reader import Reader
from ui.signers import Who
from ui.slips import Reason
from ui.station import Station
from ui.sums import DaySum, TableSums
from ui.ways import Waits, Way, waits

MANAGERS = ("shift manager", "gaming manager")
SECONDS = ("cashier", "pit boss", "dealer", "wheel operator", "authorized employee")
REASONS = ("counted twice, the same", "a miscount at the window", "torn, the pieces are kept")
TYPING_MS = 150
EDGES = 24  # pixels of a step that are neither its mark nor its words
LEAST_SIDE, MOST_SIDE = 404, 860
MARKS = {"done": ("✓", "good"), "now": ("", "way"), "later": ("", "plain")}


class Steps(QWidget):
    """The six steps, each with a tick or its number, and how much is left of it."""

    def __init__(self, pressed: Callable[[int], object]) -> None:
        super().__init__()
        self.buttons: list[QPushButton] = []
        self.marks: list[QLabel] = []
        self._left: list[QLabel] = []
        self._told: list[QWidget] = []
        line = row(gap=8)
        for at, words in enumerate(STEPS):
            mark, left = pill(str(at + 1)), label("", "caption")
            told = holder(column(label(words), left, gap=0))
            made = button("", pressed, says=words, to=at)
            inner = row(mark, told, None, gap=8)
            inner.setContentsMargins(10, 5, 6, 5)
            made.setLayout(inner)
            made.setMinimumHeight(inner.sizeHint().height())
            for child in (mark, told):
                child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self.buttons.append(made)
            self.marks.append(mark)
            self._left.append(left)
            self._told.append(told)
            line.addWidget(made, 1)
        self.setLayout(line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where large letters leave no room, the words stay rather than the marks."""
        for made, mark, told in zip(self.buttons, self.marks, self._told, strict=True):
            mark.setVisible(mark.sizeHint().width() + told.sizeHint().width() + EDGES <= made.width())
        super().resizeEvent(event)

    def show_stages(self, stages: Sequence[Stage]) -> None:
        """Show how far the close is."""
        for at, stage in enumerate(stages):
            words, tone = MARKS[stage.state]
            self.marks[at].setText(words or str(at + 1))
            kind(self.marks[at], "pill", tone=tone)
            later = {"done": "done", "now": "next"}.get(stage.state, "to come")
            left = f"{stage.left} to do" if stage.left else later
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
        found = waits(close.blockers, board)
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
        foot = row(section, gap=8)
        foot.setStretch(0, 1)
        for way in one.ways:
            says = f"{way.words}: {one.words}"
            foot.addWidget(button(way.words, self._go, says=says, to=way))
        more = [label(one.more, "caption", wrap=True)] if one.more else []
        return card(label(one.words, wrap=True), *more, foot, look="inset", gap=4, edge=12)

    def _go(self, way: Way) -> None:
        self.station.go(way.action, way.what)


def _begun(words: str) -> str:
    """A sentence with a capital, such as one that begins with the name of a slip."""
    return words[:1].upper() + words[1:]


def _proof(proof: Proof) -> QWidget:
    said, tone = {True: ("Yes", "good"), False: ("Look", "stop"), None: ("Not yet", "plain")}[
        proof.holds
    ]
    words = column(label(proof.words, wrap=True), label(proof.detail, "caption", wrap=True), gap=2)
    line = row(words, pill(said, tone), gap=12)
    line.setStretch(0, 1)
    return card(line, look="inset", edge=12)


class Overview(QWidget):
    """The close at a glance: six steps, every table, the day in one sum, and what is in the way.

    Signals go to the desk only to look; what is shown of it is a `Closing`.
    """

    name = "close"

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self.reader = Reader(station, self)
        self.close_: Closing = Closing()
        self._turn = 0
        self._reported = 0
        self.steps = Steps(self.go_to_step)
        self.tables, self.sum = TableSums(), DaySum()
        self.blockers = Blockers(station)
        self.next_start = Line("next start", "", hint="next start", read=money)
        self.next_start.edit.setAccessibleName("Next starting cash, drawer and reserve together")
        self.next_start.edit.setFixedWidth(140)
        self.as_today = button("As today", self._as_today, says="Next starting cash as today")
        self.report = ReportView(station, self.reader)
        self._pages = QStackedWidget()
        self._lay_out()
        self._soon = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._soon.timeout.connect(self.ask)
        self.next_start.changed.connect(self._soon.start)
        self.next_start.entered.connect(lambda: self.seal.setFocus())
        station.follow(self, lambda _: self.ask())

    # How it looks

    def _lay_out(self) -> None:
        self.new, self.open, self.sealed = self._new(), self._open(), self._sealed()
        for page in (self.new, self.open, self.sealed):
            self._pages.addWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._pages)

    def _new(self) -> QWidget:
        begin = button("Open the day", lambda: self.station.go("open day"), "act")
        words = "No gaming day was opened yet. The first one begins with opening it, by two people."
        line = row(begin, None)
        return holder(column(card(label("No day yet", "h2"), label(words, wrap=True), line), None))

    def _open(self) -> QWidget:
        asked = label("Next starting cash", "caption")
        head = row(label("The day in one sum", "h2"), None, asked, self.next_start, self.as_today, gap=8)
        sums = column(card(self.tables), card(head, self.sum, gap=6), None, gap=12)
        sums.setContentsMargins(0, 0, 4, 0)
        self.verdict = pill("", "look")
        self.waits = label("", "caption", wrap=True)
        self.seal = button("Seal the day and print", lambda: self.station.go("close day"), "act")
        self.list = scrolled(self.blockers)
        title = row(label("Before the seal", "h2"), None, self.verdict)
        self.side = card(title, self.list, self.seal, self.waits, gap=10)
        layout = self.side.layout()
        assert isinstance(layout, QBoxLayout)
        layout.setStretch(1, 1)
        both = row(scrolled(holder(sums)), self.side, gap=12)
        both.setStretch(0, 1)
        whole = column(self.steps, both, gap=10)
        whole.setStretch(1, 1)
        return holder(whole)

    def _sealed(self) -> QWidget:
        self.title = label("", "h2", wrap=True)
        self.deposit = label("", "title")
        self.due = label("", "", wrap=True)
        self.todo = label("", wrap=True)
        self.head = label("", "mono", wrap=True)
        self.again = button("Open the next day", lambda: self.station.go("open day"), "act")
        past = button("Past days", lambda: self.station.go("days"))
        self.result = card(
            row(self.title, None, pill("Sealed", "good")),
            8,
            label("What next: put the deposit together", "strong", wrap=True),
            self.deposit,
            self.due,
            self.todo,
            8,
            label("The head of the chain, on every page", "caption", wrap=True),
            self.head,
            None,
            self.again,
            past,
            gap=6,
        )
        both = row(self.report, self.result, gap=16)
        both.setStretch(0, 1)
        return holder(both)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is in the way has a third of the room."""
        wide = max(LEAST_SIDE, min(MOST_SIDE, self.width() * 7 // 20))
        self.side.setFixedWidth(wide)
        self.result.setFixedWidth(max(LEAST_SIDE * 4 // 5, min(480, wide)))
        super().resizeEvent(event)

    # What it shows

    def begin(self, what: object = None) -> None:
        """Come to the front as things stand."""
        self.ask()
        self.setFocus()

    def ask(self) -> None:
        """Ask the desk how the close stands; only the newest answer is shown."""
        self._turn += 1
        turn, cents = self._turn, self.cents
        self.station.ask(lambda desk: Closing.of(desk, cents), lambda close: self._took(turn, close))

    @property
    def cents(self) -> int | None:
        """The next start, once it can be read."""
        try:
            return int(self.next_start.value())
        except ValueError:
            return None

    def _took(self, turn: int, close: Closing) -> None:
        if turn != self._turn:
            return
        self.close_ = close
        page = {"new": self.new, "open": self.open}.get(close.state, self.sealed)
        self._pages.setCurrentWidget(page)
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
        self.deposit.setText(f"${dollars(close.deposit or 0)}")
        self.due.setText(f"Due at the bank by {calendar_date(close.due)}, the third banking day.")
        checks = f"Of it ${dollars(close.checks)} in checks. " if close.checks else ""
        kept = f"${dollars(close.next_start or 0)} stays here for the next day."
        self.todo.setText(f"{checks}{kept} Sign the report, and keep it with the slips of the day.")
        self.head.setText(close.head)
        self.report.show_day(close.day)

    def go_to_step(self, step: int) -> None:
        """Show what is in the way of a step; the last one is the seal itself."""
        if step == closing.SEAL and self.seal.isEnabled():
            self.station.go("close day")
        elif head := self.blockers.heads.get(step):
            self.list.verticalScrollBar().setValue(head.y())

    def _as_today(self) -> None:
        self.next_start.edit.setText(dollars(self.close_.supplied))
        self.next_start.edit.setFocus()


def _promise(close: Closing) -> str:
    return f"The deposit is ${dollars(close.deposit or 0)}. After the seal nothing of the day changes."


class DayForm(Form):
    """A form of two: a shift manager first, then somebody else unless nobody is there."""

    def _refresh(self, board: Board) -> None:
        super()._refresh(board)
        first, second = self.signers.places
        if second.empty and not second.typed():
            second.person.take_up(self._other(board, first.person.value()))

    def _other(self, board: Board, first: str) -> str:
        """Who is likely to be the second."""
        on = board.date or self.station.now().date()
        here = [one for one in board.site.people.values() if one.id != first and one.id in board.duty]
        able = here or [one for one in board.site.people.values() if one.id != first]
        held = [one.id for role in SECONDS for one in able if one.holds(role, on)]
        return held[0] if held else ""


class OpenDay(DayForm):
    """Open the gaming day."""

    name = "open day"
    post_words = "Open the day"
    who = (
        Who("Shift manager", ("shift manager",)),
        Who("Second person", SECONDS, optional=True, shown=True, operator=False),
    )

    def fields(self) -> list[Field]:
        """Its date."""
        self.date = Line("date", "Gaming day", hint="2026-11-21", read=_date)
        self.date.edit.setMaximumWidth(180)
        return [self.date]

    def body(self) -> QWidget:
        """The date, and what opening means to somebody who never did it."""
        self.told = label("", "h2", wrap=True)
        lines = (
            "The day belongs to the date it begins on, also past midnight, until it is sealed.",
            "Both of you are on duty from now on. One is enough only where one person works alone.",
            "Then: count the chip bank and the drawer together (Ctrl+F2), note who arrives (Alt+F3),"
            " and open the tables with their openers (Shift+F2).",
        )
        return holder(
            column(self.told, self.date, *(label(words, "muted", wrap=True) for words in lines), gap=12)
        )

    def refresh(self, board: Board) -> None:
        """Say what stands, and begin with today."""
        self.primary.setEnabled(board.state != "open" and not self.busy)
        if board.state == "open" and board.date:
            self.told.setText(f"{calendar_date(board.date)} is open. Close it before the next.")
        elif board.date:
            self.told.setText(f"{calendar_date(board.date)} is sealed. Open the next day.")
        else:
            self.told.setText("The first day of a new book.")
        if not self.date.typed():
            self.date.take_up(self.station.now().date().isoformat())

    def typed_anything(self) -> bool:
        """The date is there by itself."""
        return self.station.ready and self.date.typed() != self.station.now().date().isoformat()

    def call(self) -> Call:
        """An opening."""
        on, by = self.date.value(), self.signers.value()
        return lambda desk: desk.open_day(on, by)

    def done(self, entry: Entry) -> str:
        """What comes next."""
        return f"Day {entry.day} is open. Next: count the chip bank and the drawer, Ctrl+F2."


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"'{text}' is no date. Write 2026-11-21.") from None


class Explain(Form):
    """Give the reason for something that the report must show."""

    name = "explain"
    post_words = "Give the reason"
    after = "close"
    who = (Who("Explained by", (*MANAGERS, "pit boss", "cashier")),)

    def fields(self) -> list[Field]:
        """What, and why."""
        self.owed: tuple[Owed, ...] = ()
        self._wanted = ""
        self.what = Choice("what", "What needs a reason", across=1)
        self.all = Tick("all", "Show also what the seal does not wait for")
        self.all.changed.connect(self._offer)
        self.reason = Reason("Reason", REASONS, hint="what happened, as far as is known")
        return [self.what, self.all, self.reason]

    def body(self) -> QWidget:
        """A reason never changes a figure."""
        self.note = label("", "caption", wrap=True)
        return holder(column(self.what, self.all, self.note, self.reason, gap=12))

    def refresh(self, board: Board) -> None:
        """Ask what a reason is owed for."""
        self.station.ask(lambda desk: Closing.of(desk).owed, self._took)

    def _took(self, owed: tuple[Owed, ...]) -> None:
        self.owed = owed
        wanted, self._wanted = self._wanted, ""
        if any(one.key == wanted and not one.must for one in owed):
            self.all.take_up(True)
        self._offer()
        if any(one.key == wanted for one in owed):
            self.what.choose(wanted)
        if owed and owed[0].must and not self.what.typed():
            self.what.choose(owed[0].key)
        many = sum(one.must for one in owed)
        self.note.setText(
            f"The seal waits for {many} of these. A reason explains a figure; it never changes one."
            if many
            else "Nothing needs a reason for the seal."
        )

    def _offer(self) -> None:
        shown = [one for one in self.owed if one.must or self.all.value()]
        self.what.offer([(one.key, _begun(one.words)) for one in shown])
        self.all.setVisible(any(not one.must for one in self.owed))

    def take(self, what: object) -> None:
        """Begin with something that was pointed at."""
        self._wanted = str(what)

    def begin(self, what: object = None) -> None:
        """Come to the front, at the reason."""
        super().begin(what)
        self.reason.first().setFocus()

    def typed_anything(self) -> bool:
        """Whether a reason was begun."""
        return bool(self.reason.typed())

    def call(self) -> Call:
        """An explanation."""
        what, reason, by = self.what.value(), self.reason.value(), self.signers.value()
        return lambda desk: desk.explain(what, reason, by)

    def done(self, entry: Entry) -> str:
        """What is explained; where more is owed, that comes next."""
        what = entry.detail["what"]
        self.stays = any(one.must and one.key != what for one in self.owed)
        return f"{_begun(what)} is explained."


class CloseDay(DayForm):
    """Seal the day: the whole book is read first, then the report is there."""

    name = "close day"
    post_words = "Seal the day and print"
    after = "close"
    live = False
    who = (
        Who("Sealed by", MANAGERS),
        Who("and by", SECONDS, optional=True, shown=True, operator=False),
    )

    def fields(self) -> list[Field]:
        """What the next day starts with."""
        self._turn = 0
        self.next_start = Line(
            "next start", "Next starting cash, drawer and reserve together", read=money
        )
        self.next_start.edit.setMaximumWidth(180)
        self.next_start.changed.connect(self._ask)
        return [self.next_start]

    def body(self) -> QWidget:
        """What is left of the night, and what the seal does."""
        self.told = label("", "h2", wrap=True)
        self.left = button("See what is in the way", lambda: self.station.go("close", "close"))
        self.wait = label("", "muted", wrap=True)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("The book is being read")
        self.bar.hide()
        note = label(
            "The whole book is read once more, cash profit is worked out two ways, and the day is"
            " sealed. After that nothing of it can change. What is not kept here is the deposit.",
            "muted",
            wrap=True,
        )
        left = row(self.left, None)
        return holder(column(self.next_start, self.told, left, note, self.wait, self.bar, gap=12))

    def side(self) -> QWidget:
        """The sum that is sealed."""
        self.sum = DaySum()
        return holder(column(card(label("The day in one sum", "h2"), self.sum), None))

    def refresh(self, board: Board) -> None:
        """See how the close stands."""
        self._ask()

    def _ask(self) -> None:
        if not self.station.ready or self.busy:
            return
        self._turn += 1
        turn = self._turn
        try:
            cents: int | None = self.next_start.value()
        except ValueError:
            cents = None
        self.station.ask(lambda desk: Closing.of(desk, cents), lambda close: self._took(turn, close))

    def _took(self, turn: int, close: Closing) -> None:
        if turn != self._turn:
            return
        self.sum.show_close(close)
        said = close.next_start is not None
        left = len(close.blockers) - (not said)  # what is asked for right here is in nobody's way
        self.left.setVisible(close.state == "open" and left > 0)
        if close.state != "open":
            self.told.setText("No day is open: there is nothing to seal.")
        elif left:
            self.told.setText(f"{left} thing{'s' * (left != 1)} still in the way of the seal.")
        elif close.deposit is None or close.due is None:
            self.told.setText("Nothing is in the way. Say what cash stays here.")
        else:
            self.told.setText(f"Deposit ${dollars(close.deposit)}, due {calendar_date(close.due)}.")

    def _busy(self, busy: bool) -> None:
        super()._busy(busy)
        if busy:
            self.primary.setText("Reading the book …")
        entries = f"{self.station.board.seen:,}"
        self.wait.setText(
            f"Reading the whole book, {entries} entries … You may go on elsewhere." if busy else ""
        )
        self.bar.setVisible(busy)

    def typed_anything(self) -> bool:
        """Whether the next start was begun."""
        return bool(self.next_start.typed())

    def call(self) -> Call:
        """The seal."""
        cents, by = self.next_start.value(), self.signers.value()
        return lambda desk: desk.close_day(cents, by)

    def done(self, entry: Entry) -> str:
        """The deposit, and by when it is due."""
        due = date.fromisoformat(entry.detail["deposit_due"])
        return (
            f"The day is sealed. Put the deposit together: ${dollars(entry.detail['deposit'])},"
            f" due {calendar_date(due)}."
        )


class Close(Tabs):
    """The place. The next start is asked once: the overview and the seal show the same."""

    def __init__(self, station: Station) -> None:
        overview, seal = Overview(station), CloseDay(station)
        super().__init__("Close of day", [overview, OpenDay(station), Explain(station), seal])
        self.overview, self.seal = overview, seal
        overview.next_start.edit.textChanged.connect(seal.next_start.edit.setText)
        seal.next_start.edit.textChanged.connect(overview.next_start.edit.setText)
