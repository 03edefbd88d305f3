"""Deposits: what each sealed day owes the gaming account, deposits made, the statement beside them."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from functools import partial
from itertools import starmap
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.site import Deposit as Made
from pitdesk.book.site import Site
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.documents.deposits import Due, dues
from pitdesk.documents.statement import Credit, Matched, match, read_file
from pitdesk.rules.book import Rulebook
from pitdesk.tonight.board import Board
from ui.widgets import theme
from ui.widgets.dates import read_day, shown_day, typed_day
from ui.widgets.fields import Field, Line, Pick, Reason, money, none_or_money
from ui.widgets.files import to_open
from ui.widgets.flow import Folding
from ui.widgets.listing import Group, Groups, Item
from ui.widgets.parts import ENTER, button, card, column, holder, label, scrolled
from ui.work.form import Call, Form, bound
from ui.work.message import Way
from ui.work.reader import Reader
from ui.work.signers import Who

DEPOSITING = ("gaming manager", "shift manager", "cashier", "bookkeeper")
WIDE, HIGH = 380, 6 * theme.LEAST_PX  # least pixels of the days
SHOWN = 12  # deposits made that stand beside the form
DEADLINE = "nd.03-10.1"
NOTHING = "No deposit is in the book, and no credit is on the statement."
REASONS = ("The bank counted otherwise",)
NONE_NOTED = "No deposit is noted."
WRONG = ("Wrong amount", "Wrong day", "Wrong slip number", "Noted twice")


class OwedDays(Field):
    """The days that owe a deposit, by their ISO dates, grouped; ticked, the deposit is of them."""

    def __init__(self) -> None:
        super().__init__("dates", "Days that owe a deposit")
        self._days: tuple[tuple[Due, bool], ...] | None = None
        self._none = label("Reading the days …", "none", wrap=True)
        self._none.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.list = Groups("Days that owe a deposit", ticks=True)
        self.list.hide()
        self.list.setMinimumSize(theme.sized(WIDE), HIGH)
        self.list.ticked.connect(self._took)
        self.list.installEventFilter(self)
        self._body(self.list)
        self._column.insertWidget(1, self._none)

    def offer(self, owed: Sequence[Due], today: date) -> None:
        """Offer these days; those that are ticked and still owe stay so."""
        days = tuple((due, due.late(today)) for due in owed)
        if days == self._days:
            return
        self._days = days
        self.list.show_groups([*_groups(days, today)])
        self.list.setVisible(bool(days))
        self._none.setText("Every sealed day has its deposit.")
        self._none.setAccessibleName(f"{self.caption}: {self._none.text()}")
        self._none.setVisible(not days)

    def first(self) -> QWidget:
        """The days; where there is none, the words that say so."""
        return self.list if self._days else self._none

    def _take_key(self, watched: QObject, key: int) -> bool:
        """Enter opens a group, and goes on from a day."""
        return not (key in ENTER and self.list.at_group) and super()._take_key(watched, key)

    @property
    def cents(self) -> int:
        """What the ticked days owe in all."""
        ticked = self.typed()
        return sum(due.cents for due, _ in self._days or () if due.date.isoformat() in ticked)

    def value(self) -> list[date]:
        """The days that are ticked."""
        return [date.fromisoformat(on) for on in self.typed()]

    def typed(self) -> list[str]:
        """The same, as they stand in a draft."""
        return sorted(str(key) for key in self.list.chosen())

    def take_up(self, typed: Collection[str] | None) -> None:
        """Tick these."""
        self.list.tick(typed or ())


def _groups(days: Sequence[tuple[Due, bool]], today: date) -> Iterator[Group]:
    """The days by what is the matter with them: late, those whose drop is pending, those in time."""
    late = [due for due, is_late in days if is_late]
    pending = [due for due, is_late in days if due.pending and not is_late]
    in_time = [due for due, is_late in days if not due.pending and not is_late]
    for words, tone, dues_ in (
        ("late", "look", late),
        ("with a drop to count", "way", pending),
        ("not due yet", "plain", in_time),
    ):
        yield Group(
            words,
            tone,
            [_day(due, today) for due in dues_],
            f"${dollars(sum(due.cents for due in dues_))}",
        )


def _day(due: Due, today: date) -> Item:
    """A day that owes: Sat Nov 21 · by Wed Nov 25; with its year where that is another."""
    year = f", {due.date.year}" if due.date.year != today.year else ""
    words = f"{due.date:%a %b} {due.date.day}{year} · by {due.by:%a %b} {due.by.day}"
    words += f" · box {', '.join(due.pending)} to count" if due.pending else ""
    return Item(due.date.isoformat(), words, f"${dollars(due.cents)}")


class Deposit(Form):
    """Note a deposit: of which days, when and where, how much, the number on its slip."""

    name = "deposit"
    beside_words = "Deposits"
    post_words = "Note the deposit"
    after = "office"
    who = (Who("Initialed by", DEPOSITING),)

    def fields(self) -> list[Field]:
        """The days, then what stands on the deposit slip."""
        self.reader = Reader(self.station, self)
        self.choose_file = to_open(self, "The bank's statement", "Statements (*.csv *.ofx *.qfx)")
        self._seen: object = None
        self.dates = OwedDays()
        self.amount = Line("amount", "Amount the bank took", read=money)
        self.owes = label("", "muted", wrap=True)
        self.made = Line("made", "Made on", hint="11/20/2026", read=read_day)
        self.slip = Line("slip", "Number of the deposit slip", number=True)
        self.checks = Line("checks", "Checks among it", hint="none", read=none_or_money)
        self.bank = Line("bank", "Bank and account", seldom=True)
        self.reason = Reason("Reason, if the days owe another amount", REASONS)
        self.dates.changed.connect(self._show_sum)
        slip = [self.made, self.slip, self.checks, self.bank, self.reason]
        return [self.dates, self.amount, *slip]

    def body(self) -> QWidget:
        """The days at the left, the slip at the right."""
        days = holder(column(self.dates, gap=12, grow=0))
        amount = (self.amount, self.owes, self.made, self.slip)
        slip = column(*amount, self.checks, self.bank, self.reason, None, gap=10)
        return Folding(days, holder(slip), gap=32, stretch=(1, 1), top=True)

    def side(self) -> QWidget:
        """The deposits made, and the statement held against them."""
        self.past = label("", "muted", wrap=True)
        says = "Check against the bank's statement"
        self.check = button("Bank's statement …", self.check_statement, says=says)
        self.matched = Groups("What the statement says")
        self.matched.hide()
        found = scrolled(holder(column(self.past, None, gap=10)))
        parts = (label("Deposits made", "h2"), self.check, self.matched, found)
        return card(column(*parts, gap=10, grow=3), edge=14)

    def begin(self, what: object = None) -> None:
        """Come to the front with the days as they are."""
        self._seen = None
        super().begin(what)

    def refresh(self, board: Board) -> None:
        """Read again what is owed; begin with the bank of the last deposit, and with today."""
        made = board.site.deposits
        if not self.bank.typed() and made:
            self.bank.take_up(made[-1].bank)
        self.made.propose(typed_day(self.station.now().date()))
        lines = [_made(one) for one in made[: -SHOWN - 1 : -1]]
        self.past.setText("\n".join(lines) or "None so far.")
        if board.seen != self._seen:
            self._seen = board.seen
            self.reader.read("dues", _owed, self._offer)

    def _offer(self, owed: list[Due]) -> None:
        begin = self.dates.first().hasFocus()
        self.dates.offer(owed, self.station.now().date())
        self._show_sum()
        if begin:
            self.dates.first().setFocus()

    def _show_sum(self) -> None:
        ticked, owed = len(self.dates.value()), f"${dollars(self.dates.cents)}"
        many = f"The {ticked} ticked days owe {owed}." if ticked > 1 else f"The ticked day owes {owed}."
        self.owes.setText(many if ticked else "Tick the days that it is of.")

    def typed_anything(self) -> bool:
        """The date and the bank stand there by themselves."""
        return any(one.begun for one in self.inputs if one not in (self.made, self.bank))

    def call(self) -> Call:
        """A deposit."""
        dates, made, cents = self.dates.value(), self.made.value(), self.amount.value()
        bank, slip, checks = self.bank.value(), self.slip.value(), self.checks.value()
        reason, by = self.reason.value(), self.signers.value()
        return lambda desk: desk.deposit(
            dates, made, cents, by, bank=bank, slip=slip, checks=checks, reason=reason
        )

    def done(self, entry: Entry) -> str:
        """How much, and what the book says with it: that it came too late, or is of several days."""
        made = entry.of(kinds.Deposit)
        return f"Deposit {made.slip} of ${dollars(made.cents)} is noted.{warned(made)}"

    # The bank's statement

    def check_statement(self) -> None:
        """Hold a statement of the bank against the deposits made."""
        if chosen := self.choose_file():
            path, today = Path(chosen), self.station.now().date()
            work = lambda journal: statement(journal, path, today)  # noqa: E731
            self.reader.read("statement", work, self._show_matched)

    def _show_matched(self, found: Matched) -> None:
        groups = [group for group in findings(found) if group.lines]
        self.matched.show_groups(groups)
        self.matched.setVisible(bool(groups))
        self.past.setText(NOTHING)
        self.past.setVisible(not groups)


class TakeBack(Form):
    """Take back a deposit that was noted wrong, of days or of a tournament; both lines stand."""

    name = "take back deposit"
    beside_words = "Taken back"
    post_words = "Take it back"
    after = "office"
    who = (Who("Initialed by", DEPOSITING),)

    def fields(self) -> list[Field]:
        """Which one, and what is wrong with it."""
        self.which = Pick("which", "Deposit")
        self.reason = Reason("What is wrong with it", WRONG)
        return [self.which, self.reason]

    def side(self) -> QWidget:
        """Those that were taken back, and why."""
        self.gone = label("", "muted", wrap=True)
        found = scrolled(holder(column(self.gone, None, gap=10)))
        return card(column(label("Taken back", "h2"), found, gap=10, grow=1), edge=14)

    def refresh(self, board: Board) -> None:
        """Offer the deposits that stand, the one that was noted last first."""
        stand = sorted(board.site.banked, key=lambda one: one.entry, reverse=True)
        self.which.offer([(str(one.entry), _made(one)) for one in stand] or [("", NONE_NOTED)])
        lines = [f"{_made(one)} · {one.reason}" for one in reversed(board.site.gone)]
        self.gone.setText("\n".join(lines) or "None so far.")

    def call(self) -> Call:
        """What takes it back."""
        which = int(self.which.value() or 0)
        return bound(Desk.take_back_deposit, which, self.reason.value(), self.signers.value())

    def done(self, entry: Entry) -> str:
        """Which one, and that both stand."""
        fact = entry.of(kinds.TakeBackDeposit)
        return (
            f"Deposit {fact.slip} of ${dollars(fact.cents)} is taken back; what it was of is owed again."
        )

    def way_back(self, entry: Entry) -> Way:
        """On to noting it as it is."""
        verb = "contest deposit" if entry.of(kinds.TakeBackDeposit).contest else "deposit"
        return Way("Note it again", partial(self.station.go, verb))


# What is read, off the window's thread


def _owed(journal: Journal) -> list[Due]:
    """The days whose deposit is not made, oldest first."""
    return [due for due in dues(journal, Site.of(journal.setup())) if due.made is None][::-1]


def statement(journal: Journal, path: Path, today: date) -> Matched:
    """A bank's statement held against the deposits of a book.

    Raises:
        Trouble: the file cannot be read, or is no statement.
    """
    lines = read_file(path)
    within = Rulebook.load().value(DEADLINE, "banking_days", today)
    site = Site.of(journal.setup())
    return match(site.banked, lines, within, site.gone)


# In words


def findings(found: Matched) -> Iterator[Group]:
    """What a statement says of the deposits, by what it is, the worst first."""
    missing = [(one, "It is not on the statement: ask the bank.") for one in found.missing]
    differs = [(p.deposit, f"Perhaps {_line(p.credit)}: {p.why}.") for p in found.proposals]
    gone = [
        (p.deposit, f"Taken back, but posted {shown_day(p.credit.date)}: note it anew.")
        for p in found.gone
    ]
    late = [(one, f"It was due by {shown_day(due)}.") for one, due in found.late]
    beyond = [(one, "The statement does not reach so far.") for one in found.beyond]
    pairs = [(p.deposit, f"Posted {shown_day(p.credit.date)}: {p.why}.") for p in found.pairs]
    unknown = [
        Item(one.where, f"{_line(one)}\nNo deposit of the book: find out what it is.")
        for one in found.unknown
    ]
    yield Group("missing", "stop", [*starmap(_found, missing)])
    yield Group("that differ", "look", [*starmap(_found, differs)])
    yield Group("taken back", "look", [*starmap(_found, gone)])
    yield Group("unknown", "look", unknown)
    yield Group("late", "look", [*starmap(_found, late)])
    yield Group("not reached", "plain", [*starmap(_found, beyond)])
    yield Group("matched", "good", [*starmap(_found, pairs)])


def _found(deposit: Made, words: str) -> Item:
    return Item(deposit.slip, f"{_made(deposit)}\n{words}")


def _line(credit: Credit) -> str:
    return f"${dollars(credit.cents)} of {shown_day(credit.date)}, {credit.words} ({credit.where})"


def warned(fact: kinds.Fact) -> str:
    """What the book says with a deposit, after what was done; "" for nothing."""
    return "".join(f" {words.partition(': ')[2]}" for words in fact.warnings)


def _made(deposit: Made) -> str:
    """A deposit as a line: Nov 24, 2026 · slip 1001 · $3,136.00 · Fall."""
    of = f" · {deposit.contest}" if deposit.contest else ""
    return f"{shown_day(deposit.made)} · slip {deposit.slip} · ${dollars(deposit.cents)}{of}"
