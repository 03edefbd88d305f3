"""What is put right at head office: a figure of a sealed day, and the key that signs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtWidgets import QBoxLayout, QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.chips import dollars
from pitdesk.documents.document import OF_A_TABLE, Document, kept
from pitdesk.tonight.board import Board
from printers.slips.layout import calendar_date
from ui.widgets.fields import Field, Line, Pick, Reason, money
from ui.widgets.parts import card, column, label
from ui.work.form import Call, Form
from ui.work.reader import Reader
from ui.work.signers import Who

CORRECTING = ("gaming manager", "shift manager", "bookkeeper")
FIGURES = {  # of the summary, in the words of the report; others as they are called
    "gross": "Gross proceeds",
    "agp": "Adjusted gross proceeds",
    "prizes": "Prizes",
    "over_short_cash": "Cash over or short",
    "over_short_chips": "Chips over or short",
    "overnight_cash": "Cash over or short overnight",
    "overnight_chips": "Chips over or short overnight",
    "over_short_pw": "Of it over or short of the paddlewheels",
    "overnight_pw": "Of it over or short overnight of the paddlewheels",
    "outstanding": "Chips outstanding",
}
UNSAID = {"prize_basis"}
CORRECTED = (
    "The sealed day stays as it is. Head office gets a signed document with what is to be added,"
    " and every summary shows both."
)
WHAT_FOLLOWS = (
    "The next slip and the next document are signed with the new key.",
    "Head office learns of it by a document that the old key signs: there is nothing to carry there.",
    "The old key's file stays beside the book with a number behind its name. Keep it: the codes on slips"
    " of before are checked with it.",
    "Copy the new key's file to where you keep the old one. It is in no backup.",
)


def signed_money(text: str) -> int:
    """Cents to add, below zero where a minus stands before the amount: -12.50."""
    text = text.replace("−", "-").strip()
    cents = money(text.removeprefix("-").strip())
    return -cents if text.startswith("-") else cents


def added(cents: int) -> str:
    """Cents to add, with their sign: +12.50, −12.50."""
    return f"{'+' if cents > 0 else ''}{dollars(cents)}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class Sealed:
    """A day as its document has it.

    figures   those that can be corrected: field → its words and its cents
    """

    date: date
    day: int
    figures: dict[str, tuple[str, int]]


def figures(document: Document) -> Sealed:
    """The figures of a day's document that can be corrected."""
    said, found = document.said, {}
    summary = said["summary"]
    for name in sorted({*summary} - UNSAID, key=lambda name: (name not in FIGURES, name)):
        found[name] = (FIGURES.get(name, name.replace("_", " ").capitalize()), summary[name])
    for table in said["tables"]:
        name = table["table"]
        found |= {f"{name}.{what}": (f"Table {name}, {what}", table[what]) for what in OF_A_TABLE}
    return Sealed(date.fromisoformat(said["date"]), said["day"], found)


def sealed(journal: Journal) -> tuple[list[Sealed], list[Entry]]:
    """The days that have a document, newest first, and the corrections in the order they were made."""
    days = [figures(kept(fact)) for fact in journal.documents() if fact.of == "day"]
    return days[::-1], [one for one in journal.setup() if isinstance(one.fact, kinds.Correction)]


class Correction(Form):
    """Tell head office what a sealed day has wrong. The day itself stands as it was sealed."""

    name = "correction"
    beside_words = "Before"
    post_words = "Correct the day"
    after = "office"
    who = (Who("Initialed by", CORRECTING),)

    def fields(self) -> list[Field]:
        """The day, the figure, what is to be added, and why."""
        self.reader = Reader(self.station, self)
        self.days: dict[str, Sealed] = {}
        self.fixes: Sequence[Entry] = ()
        self._seen: object = None
        self.day = Pick("day", "Sealed day")
        self.figure = Pick("figure", "Figure")
        words = "To add; with a minus, to take away"
        self.amount = Line("amount", words, hint="-12.50", read=signed_money)
        self.reason = Reason("Reason", ("Counted wrong", "Written wrong", "Slip found later"))
        self.day.changed.connect(self._offer_figures)
        for one in (self.figure, self.amount):
            one.changed.connect(self._show)
        return [self.day, self.figure, self.amount, self.reason]

    def body(self) -> QWidget | QBoxLayout:
        """What the document says now stands below the figure."""
        self.now = label("", "muted", wrap=True)
        return column(self.day, self.figure, self.now, self.amount, self.reason, gap=12)

    def side(self) -> QWidget:
        """What a correction is."""
        self.before, head = label("", wrap=True), label("Corrected of this day", "h2", wrap=True)
        return card(head, self.before, label(CORRECTED, "muted", wrap=True), None, edge=14)

    def begin(self, what: object = None) -> None:
        """Come to the front with the days as they are."""
        self._seen = None
        super().begin(what)

    def refresh(self, board: Board) -> None:
        """Read the sealed days again, where the book is another."""
        if board.seen != self._seen:
            self._seen = board.seen
            self.reader.read("days", sealed, self._offer)

    def _offer(self, found: tuple[list[Sealed], list[Entry]]) -> None:
        days, self.fixes = found
        self.days = {one.date.isoformat(): one for one in days}
        named = {key: f"{calendar_date(one.date)} · day {one.day}" for key, one in self.days.items()}
        self.day.offer([*named.items()])
        self._offer_figures()

    def _offer_figures(self) -> None:
        day = self.days.get(self.day.value())
        self.figure.offer([(name, words) for name, (words, _) in day.figures.items()] if day else [])
        self._show()

    def _show(self) -> None:
        """What the document says of the figure, and what was corrected of the day before."""
        day, lines = self.days.get(self.day.value()), []
        if day:
            cents = day.figures[self.figure.value()][1]
            self.now.setText(f"The document says {dollars(cents).replace('-', '−')}.")
        else:
            self.now.setText("No sealed day has a document yet.")
        for fix in self.fixes if day else ():
            fact, initials = fix.of(kinds.Correction), " ".join(one.initials for one in fix.signatures)
            if day and fact.date == day.date:
                for name, cents in fact.changes.items():
                    words, _ = day.figures.get(name, (name, 0))
                    lines.append(f"{words} {added(cents)}: {fact.reason} ({initials})")
        self.before.setText("\n".join(lines) or "Nothing.")

    def typed_anything(self) -> bool:
        """A day and a figure are always chosen."""
        return self.amount.begun or self.reason.begun

    def call(self) -> Call:
        """A correction of one figure."""
        if not (day := self.days.get(self.day.value())):
            raise ValueError("No sealed day has a document yet. Only a sealed day is corrected.")
        on, changes = day.date, {self.figure.value(): self.amount.value()}
        reason, by = self.reason.value(), self.signers.value()
        return lambda desk: desk.correction(on, changes, reason, by)

    def done(self, entry: Entry) -> str:
        """What was corrected."""
        return f"{calendar_date(entry.of(kinds.Correction).date)} is corrected; head office gets it."


class NewKey(Form):
    """Replace the key that signs slips and documents."""

    name = "key"
    post_words = "Make a new key"
    after = "office"
    live = False  # a try would leave a key's file
    who = (Who("Initialed by", ("gaming manager",)),)

    def fields(self) -> list[Field]:
        """Why."""
        self.reason = Reason("Reason", ("The computer was replaced", "The key may have been copied"))
        return [self.reason]

    def body(self) -> QWidget | QBoxLayout:
        """What follows, before it is done."""
        steps = [label(f"{at}.  {words}", wrap=True) for at, words in enumerate(WHAT_FOLLOWS, 1)]
        return column(label("What follows", "h2"), *steps, self.reason, gap=10)

    def call(self) -> Call:
        """A new key."""
        reason, by = self.reason.value(), self.signers.value()
        return lambda desk: desk.replace_key(reason, by)

    def done(self, entry: Entry) -> str:
        """What to do now."""
        return "A new key signs from now on. Copy its file to where you keep the old one."
