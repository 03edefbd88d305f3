"""Deposits: what each sealed day owes the gaming account, deposits made, the statement beside them."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.site import Deposit as Made
from pitdesk.book.site import Site
from pitdesk.chips import dollars
from pitdesk.documents.deposits import Due, dues
from pitdesk.documents.statement import Credit, Matched, match, read_file
from pitdesk.rules.book import Rulebook
from pitdesk.tonight.board import Board
from ui.people.person import Ticks
from ui.widgets.dates import read_day, shown_day, typed_day
from ui.widgets.fields import Field, Line, Reason, money, none_or_money
from ui.widgets.files import to_open
from ui.widgets.parts import (
    Folding,
    button,
    card,
    cells,
    column,
    emptied,
    holder,
    label,
    pill,
    row,
    scrolled,
)
from ui.work.form import Call, Form
from ui.work.reader import Reader
from ui.work.signers import Who

DEPOSITING = ("gaming manager", "shift manager", "cashier", "bookkeeper")
MOST_DAYS = 30  # that are offered at once, the oldest first
SHOWN = 12  # deposits made that stand beside the form
DEADLINE = "nd.03-10.1"
REASONS = ("The bank counted otherwise",)


class Owed(Ticks):
    """The days that owe a deposit, oldest first, by their ISO dates; ticked, the deposit is of them."""

    def __init__(self) -> None:
        super().__init__("dates", "Days that owe a deposit")
        self._days: tuple[tuple[Due, bool], ...] | None = None
        self._none = label("Reading the days …", "muted", wrap=True)
        self._more = label("", "muted", wrap=True)
        self._grid = cells(16, 4)
        self._body(holder(column(self._none, holder(self._grid), self._more, gap=4)))

    def offer(self, owed: Sequence[Due], today: date) -> None:
        """Offer these days; those that are ticked and still owe stay so."""
        days = tuple((due, due.late(today)) for due in owed)
        if days == self._days:
            return
        ticked, self._days, self.boxes = self.typed(), days, {}
        emptied(self._grid)
        for down, (due, late) in enumerate(days[:MOST_DAYS]):
            self._line(down, due, late=late)
        self._grid.setColumnStretch(3, 1)
        self._none.setText("Every sealed day has its deposit.")
        self._none.setVisible(not days)
        self._more.setText(f"And {len(days) - MOST_DAYS:,} newer days, once these are noted.")
        self._more.setVisible(len(days) > MOST_DAYS)
        self.take_up(ticked)

    def _line(self, down: int, due: Due, *, late: bool) -> None:
        day, cents, by = shown_day(due.date), f"${dollars(due.cents)}", f"by {due.by:%a %b} {due.by.day}"
        says = f"{day}, {cents}, {'late' if late else by}"
        box = self.box(due.date.isoformat(), f"{due.date:%a} {day}", says)
        self._grid.addWidget(box, down, 0)
        self._grid.addWidget(label(cents, "mono", right=True), down, 1)
        state = [pill("Late", "look")] if late else []
        state += [pill("Drop pending", "look")] if due.pending else []
        self._grid.addLayout(row(label(by, "muted"), *state, None), down, 2)

    @property
    def cents(self) -> int:
        """What the ticked days owe in all."""
        ticked = self.typed()
        return sum(due.cents for due, _ in self._days or () if due.date.isoformat() in ticked)

    def value(self) -> list[date]:
        """The days that are ticked."""
        return [date.fromisoformat(on) for on in self.typed()]

    def first(self) -> QWidget:
        """The first day."""
        return next(iter(self.boxes.values()), self)


class Deposit(Form):
    """Note a deposit: of which days, when and where, how much, the number on its slip."""

    name = "deposit"
    post_words = "Note the deposit"
    after = "office"
    who = (Who("Initialed by", DEPOSITING),)

    def fields(self) -> list[Field]:
        """The days, then what stands on the deposit slip."""
        self.reader = Reader(self.station, self)
        self.choose_file = to_open(self, "The bank's statement", "Statements (*.csv *.ofx *.qfx)")
        self._seen: object = None
        self.dates = Owed()
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
        days = holder(column(self.dates, None, gap=12))
        amount = (self.amount, self.owes, self.made, self.slip)
        slip = column(*amount, self.checks, self.bank, self.reason, None, gap=10)
        return Folding(days, holder(slip), gap=32, stretch=(1, 1), top=True)

    def side(self) -> QWidget:
        """The deposits made, and the statement held against them."""
        self.past = label("", "muted", wrap=True)
        says = "Check against the bank's statement"
        self.check = button("Bank's statement …", self.check_statement, says=says)
        self.matched = column(gap=6)
        found = holder(column(self.past, holder(self.matched), None, gap=10))
        inside = column(label("Deposits made", "h2"), self.check, scrolled(found), gap=10, grow=2)
        return card(inside, edge=14)

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
        begin = self.dates.hasFocus() or (self.hasFocus() and not self.dates.boxes)
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
        """How much, and whether it came too late."""
        late = " It was late: the rule is in the book with it." if entry.fact.warnings else ""
        made = entry.of(kinds.Deposit)
        return f"Deposit {made.slip} of ${dollars(made.cents)} is noted.{late}"

    # The bank's statement

    def check_statement(self) -> None:
        """Hold a statement of the bank against the deposits made."""
        if chosen := self.choose_file():
            path, today = Path(chosen), self.station.now().date()
            work = lambda journal: statement(journal, path, today)  # noqa: E731
            self.reader.read("statement", work, self._show_matched)

    def _show_matched(self, found: Matched) -> None:
        emptied(self.matched)
        for tone, state, words in findings(found):
            self.matched.addLayout(row(pill(state, tone), None))
            self.matched.addWidget(label(words, wrap=True))
        self.past.hide()


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
    return match(Site.of(journal.setup()).deposits, lines, within)


# In words


def findings(found: Matched) -> Iterator[tuple[str, str, str]]:
    """What a statement says of the deposits, the worst first: (tone, state, words)."""
    for deposit in found.missing:
        yield "stop", "Missing", f"{_made(deposit)}. It is not on the statement: ask the bank."
    for pair in found.proposals:
        yield "look", "Differs", f"{_made(pair.deposit)}. Perhaps {_line(pair.credit)}: {pair.why}."
    for credit in found.unknown:
        yield "look", "Unknown", f"{_line(credit)}: no deposit of the book. Find out what it is."
    for deposit, due in found.late:
        yield "look", "Late", f"{_made(deposit)}. It was due by {shown_day(due)}."
    for deposit in found.beyond:
        yield "plain", "Not reached", f"{_made(deposit)}. The statement does not reach so far."
    for pair in found.pairs:
        posted = shown_day(pair.credit.date)
        yield "good", "Matched", f"{_made(pair.deposit)}. Posted {posted}: {pair.why}."
    if not (found.pairs or found.beyond or found.proposals or found.missing or found.unknown):
        yield "plain", "Nothing", "No deposit is in the book, and no credit is on the statement."


def _line(credit: Credit) -> str:
    return f"${dollars(credit.cents)} of {shown_day(credit.date)}, {credit.words} ({credit.where})"


def _made(deposit: Made) -> str:
    """A deposit as a line: Nov 24, 2026 · slip 1001 · $3,136.00."""
    return f"{shown_day(deposit.made)} · slip {deposit.slip} · ${dollars(deposit.cents)}"
