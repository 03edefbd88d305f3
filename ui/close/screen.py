"""Close of day: open it, give reasons, seal it; and the place with the overview."""

from datetime import date

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.tonight import closing
from pitdesk.tonight.board import Board, begun
from pitdesk.tonight.closing import Closing, Owed
from printers.slips.layout import calendar_date
from ui.close.overview import Overview, ask_close, kept_in, show_kept, waiting
from ui.close.reading import SoFar
from ui.widgets.fields import Choice, Field, Line, Reason, Tick, money
from ui.widgets.flow import Flow
from ui.widgets.parts import button, card, column, holder, keep_wide, label, progress, row
from ui.widgets.sums import DaySum
from ui.work.form import Call, Form, bound
from ui.work.signers import Who
from ui.work.station import Station
from ui.work.tabs import Tabs, makers

MANAGERS = ("shift manager", "gaming manager")
SECONDS = ("cashier", "pit boss", "dealer", "wheel operator", "authorized employee")
FINISHING = (
    "Count the boxes in the count room first, and enter the slips that were in them. Then the figures of"
    " the day are whole, head office gets them, and its report has a second issue. The first one stays."
)
OPENING = (
    "The day belongs to the date it begins on, also past midnight, until it is sealed.",
    "Both of you are on duty from now on. One is enough only where one person works alone.",
    "Then: count the chip bank and the drawer together (Ctrl+B), note who arrives (Ctrl+Shift+I),"
    " and open the tables with their openers (Shift+F2).",
)
SEALING = (
    "PitDesk reads the whole book once more, works out cash profit two ways, and seals the day."
    " After that nothing in it can change. Cash that does not stay here is the deposit."
)
SHORT = 180  # pixels of a line for a date or for money, at letters of 100 %
DATED = ("the clock was wrong that night", "the house was closed")
REASONS = ("counted twice, the same", "a miscount at the window", "torn, the pieces are kept")


class DayForm(Form):
    """A form that two people initial: a shift manager, then somebody else if anybody is there."""

    def _refresh(self, board: Board) -> None:
        super()._refresh(board)
        first, second = self.signers.places
        if second.empty and not second.typed():
            second.person.take_up(self._other(board, first.person.value()))

    def _other(self, board: Board, first: str) -> str:
        """Who is likely to be the second."""
        on = board.date or self.station.now().date()
        others = [one for one in board.site.people.values() if one.id != first]
        able = [one for one in others if one.id in board.duty] or others
        return next((one.id for role in SECONDS for one in able if one.holds(role, on)), "")


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
        keep_wide(self.date.edit, SHORT, most=True)
        self.reason = Reason("Reason for the date", DATED, hint="how the last day came by its date")
        return [self.date, self.reason]

    def body(self) -> QWidget:
        """The date, and what opening means to somebody who never did it."""
        self.stands = label("", "h2", wrap=True)
        lines = [label(words, "muted", wrap=True) for words in OPENING]
        return holder(column(self.stands, self.date, self.reason, *lines, gap=12))

    def refresh(self, board: Board) -> None:
        """Say what stands, and begin with today."""
        self.primary.setEnabled(board.state != "open" and not self.busy)
        if board.state == "open" and board.date:
            self.stands.setText(f"{calendar_date(board.date)} is open. Close it before the next.")
        elif board.date:
            self.stands.setText(f"{calendar_date(board.date)} is sealed. Open the next day.")
        else:
            self.stands.setText("The first day of a new book.")
        today = self.station.now().date()
        self.date.propose(board.next_date(today).isoformat())
        self.reason.setVisible(board.out_of_order(today))

    def call(self) -> Call:
        """An opening."""
        on, by, reason = self.date.value(), self.signers.value(), self.reason.value()
        return lambda desk: desk.open_day(on, by, reason)

    def done(self, entry: Entry) -> str:
        """What comes next."""
        return f"Day {entry.day} is open. Next: count the chip bank and the drawer, Ctrl+B."


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
        """Offer what a reason is owed for."""
        self.owed = closing.owed(board)
        self._offer()
        must = [one.key for one in self.owed if one.must]
        if must and not self.what.typed():
            self.what.choose(must[0])
        words = "A reason explains a figure; it never changes one."
        words = f"The seal waits for {len(must)} of these. {words}"
        self.note.setText(words if must else "Nothing needs a reason for the seal.")

    def _offer(self) -> None:
        shown = [one for one in self.owed if one.must or self.all.value()]
        self.what.offer([(one.key, begun(one.words)) for one in shown])
        self.all.setVisible(any(not one.must for one in self.owed))

    def take(self, what: object) -> None:
        """Begin with something that was pointed at."""
        if one := next((one for one in self.owed if one.key == what), None):
            self.all.take_up(self.all.value() or not one.must)
            self._offer()
            self.what.choose(one.key)

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
        what = entry.of(kinds.Explain).what
        self.stays = any(one.must and one.key != what for one in self.owed)
        return f"{begun(what)} is explained."


class Violation(Form):
    """Write down a violation or a crime, and when it was reported: 99-01.3-02-07(3)."""

    name = "violation"
    post_words = "Write it down"
    who = (Who("Reported by", MANAGERS),)

    def fields(self) -> list[Field]:
        """What happened, and when each of the two was told."""
        self.reason = Line("reason", "What happened", hint="a marked deck at table 1")
        self.division = Line("division", "Gaming division told at", hint="23:10")
        self.police = Line("police", "Police told at", hint="23:05")
        return [self.reason, self.division, self.police]

    def body(self) -> QWidget:
        """Both are told at once; what is empty is owed a reason before the seal."""
        words = "Call both at once. Leave a time empty if that call is still to come."
        times = Flow(self.division, self.police, across=2, gap=12)
        return holder(column(label(words, "muted", wrap=True), self.reason, holder(times), gap=12))

    def call(self) -> Call:
        """A violation."""
        told = (self.division.value(), self.police.value())
        return bound(Desk.violation, self.reason.value(), self.signers.value(), *told)

    def done(self, entry: Entry) -> str:
        """That it stands, and what is left."""
        fact = entry.of(kinds.Violation)
        told = (("the gaming division", fact.division), ("the police", fact.police))
        left = [whom for whom, at in told if not at]
        return f"Written down. Now tell {' and '.join(left)}." if left else "Written down, both told."


class CloseDay(DayForm):
    """Seal the day: the whole book is read first, then the report is there."""

    name = "close day"
    beside_words = "Sum"
    post_words = "Seal the day and print"
    after = "close"
    live = False
    who = (Who("Sealed by", MANAGERS), Who("and by", SECONDS, optional=True, shown=True, operator=False))

    def fields(self) -> list[Field]:
        """What the next day starts with."""
        words = "Next starting cash, drawer and reserve together"
        self.next_start = Line("next start", words, read=money)
        keep_wide(self.next_start.edit, SHORT, most=True)
        self.kept = Line("kept", "Of the other drawer", read=money)
        keep_wide(self.kept.edit, SHORT, most=True)
        for one in (self.next_start, self.kept):
            one.changed.connect(self._ask)
        self.kept.hide()
        return [self.next_start, self.kept]

    def body(self) -> QWidget:
        """What is left of the night, and what the seal does."""
        self.stands = label("", "h2", wrap=True)
        self.left = button("See what is in the way", lambda: self.station.go("close", "close"))
        self.wait = label("", "muted", wrap=True)
        self.bar = progress("The book is being read", 0)
        self.wait.hide()
        note, left = label(SEALING, "muted", wrap=True), row(self.left, None)
        cash = (self.next_start, self.kept)
        return holder(column(*cash, self.stands, left, note, self.wait, self.bar, gap=12))

    def side(self) -> QWidget:
        """The sum that is sealed."""
        self.sum = DaySum()
        return holder(column(card(label("The day in one sum", "h2"), self.sum), None))

    def refresh(self, board: Board) -> None:
        """See how the close stands."""
        self._ask()

    def _ask(self) -> None:
        if self.station.ready and not self.busy:
            ask_close(self.station, self.next_start, self.kept, self._show)

    def _show(self, close: Closing) -> None:
        self.sum.show_close(close)
        show_kept(close, self.kept)
        if close.banks:
            self.kept.caption_label.setText(f"and in the {close.banks[1][0]}")
        said = close.next_start is not None
        left = len(close.blockers) - (not said)  # what is asked for right here is in nobody's way
        self.left.setVisible(close.state == "open" and left > 0)
        if close.state != "open":
            self.stands.setText("No day is open: there is nothing to seal.")
        elif left:
            self.stands.setText(f"{left} thing{'s' * (left != 1)} still in the way of the seal.")
        elif close.deposit is None or close.due is None:
            self.stands.setText("Nothing is in the way. Say what cash stays here." if not said else "")
        else:
            self.stands.setText(f"Deposit ${dollars(close.deposit)}, due {calendar_date(close.due)}.")
        if close.state == "open" and close.pending:
            self.stands.setText(f"{self.stands.text()} {waiting(close)}")

    def _busy(self, busy: bool) -> None:
        super()._busy(busy)
        if busy:
            self.primary.setText("Reading the book …")
        entries = f"{self.station.board.seen:,}"
        self.wait.setText(f"Reading the whole book, {entries} entries … You can keep working.")
        self.wait.setVisible(busy)
        self.bar.setVisible(busy)

    def call(self) -> Call:
        """The seal."""
        cents, by = self.next_start.value(), self.signers.value()
        other = self.kept.value() if self.kept.isVisibleTo(self) else None

        def sealed(desk: Desk) -> Entry:
            stays = kept_in(desk, other)
            return desk.close_day(cents + sum(stays.values()), by, stays)

        return sealed

    def done(self, entry: Entry) -> str:
        """The deposit, and by when it is due."""
        seal = entry.of(kinds.CloseDay)
        cents, due = dollars(seal.deposit_cents), calendar_date(seal.deposit_due)
        if seal.pending:
            boxes = ", ".join(seal.pending)
            return f"The day is closed, its drop pending: count box {boxes}. The deposit is due {due}."
        return f"The day is sealed. Put the deposit together: ${cents}, due {due}."


class FinishDay(Form):
    """Finish a day that was closed, drop pending: its boxes are counted."""

    name = "finish day"
    post_words = "Finish the day"
    who = (Who("Finished by", MANAGERS),)

    def fields(self) -> list[Field]:
        """Which day."""
        self.day = Choice("day", "Closed, drop pending", none="No day waits for a box to be counted.")
        return [self.day]

    def body(self) -> QWidget:
        """The day, and what finishing it means."""
        return holder(column(self.day, label(FINISHING, "muted", wrap=True), gap=12))

    def refresh(self, board: Board) -> None:
        """Offer the days that wait, the oldest first."""
        self.day.offer([(str(on), f"{on:%a %b} {on.day}") for on in board.pending])

    def call(self) -> Call:
        """The end of a late count."""
        on, by = date.fromisoformat(self.day.value()), self.signers.value()
        return bound(Desk.finish_day, on, by)

    def done(self, entry: Entry) -> str:
        """What the count added, and what comes next."""
        add = entry.of(kinds.FinishDay)
        cents = dollars(add.changes.get("deposit", 0))
        return f"{calendar_date(add.date)} is finished: ${cents} more to deposit. Print its 2nd issue."


FORMS = (Overview, SoFar, OpenDay, Explain, Violation, CloseDay, FinishDay)


class Close(Tabs):
    """The place. The overview and the seal show one and the same next start."""

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__("Close of day", makers(station, *FORMS), parent=parent)
        self.overview, self.seal = overview, seal = self.page(Overview), self.page(CloseDay)
        overview.next_start.edit.textChanged.connect(seal.next_start.edit.setText)
        seal.next_start.edit.textChanged.connect(overview.next_start.edit.setText)
        overview.kept.edit.textChanged.connect(seal.kept.edit.setText)
        seal.kept.edit.textChanged.connect(overview.kept.edit.setText)
