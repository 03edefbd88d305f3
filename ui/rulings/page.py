"""A page for a round: the table as it lies, what comes of it, and a line to type at the foot."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QWidget

from pitdesk.chips import Chip
from pitdesk.games.cards import Card
from pitdesk.games.facts import Facts
from pitdesk.games.results import Line, Settled
from pitdesk.games.rulings.told import change, dollars, house_told, seat_of
from pitdesk.games.rulings.typed import Play, cards_in
from ui.aloud.voice import announce
from ui.rulings.felt import GOOD, STOP, Pile, Seat
from ui.widgets import theme
from ui.widgets.columns import show_columns, usual_widths
from ui.widgets.fields import Choice
from ui.widgets.fields import Line as Typed
from ui.widgets.listing import Listing, listed
from ui.widgets.parts import (
    Part,
    button,
    card,
    column,
    framed,
    holder,
    label,
    pill,
    row,
    scrolled,
    show_words,
)
from ui.work.station import Station

EDGES = 24
FEW = 4  # games beside one another where the window is narrow
SIDE, ROOM = 460, 900  # pixels beside the felt, and of a screen that has room for it
PLENTY = 10_000  # pieces of each value, where no tray is named


class FeltPage(QWidget):
    """The table as it lies, a list beside it, and a line to type at the foot. Nothing is posted.

    columns  of the list: a heading and its widest words
    wide     of the columns, those that are shown beside the felt
    stretch  the column that takes the spare room, beside the felt and without it
    """

    hint: str
    heading: ClassVar[str]
    asks, note, goes_on = (
        "Cards by keys",
        "Advice only",
        ("Next hand", "Clear the table for the next hand"),
    )
    columns: ClassVar[tuple[tuple[str, str], ...]]
    wide: ClassVar[frozenset[int]]
    stretch: ClassVar[tuple[int, int]] = (0, 0)

    def __init__(
        self, station: Station, choice: Choice, felt: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.station = station
        self._wide: bool | None = None
        self._choice, self._felt = choice, felt
        self.typed = Typed("typed", self.asks, hint=self.hint)
        self.lies, self.trouble = label("", wrap=True), label("", "wrong", wrap=True)
        self.lies.hide()
        self.words, self.why = label("", "muted", wrap=True), label("", wrap=True)
        self.total = label("", "h2")
        self.rows: Listing[tuple[str, ...]] = Listing([one for one, _ in self.columns], self.right)
        self.list = listed(self.heading, self.rows)
        self.next = button(self.goes_on[0], self.again, says=self.goes_on[1])

    def right(self, at: int) -> bool:
        """Whether a column stands at the right."""
        return at > 0

    def lay_out(self, *beside: Part, below: tuple[Part, ...] = ()) -> None:
        """Put it together: what stands beside the keys, and below why."""
        top = row(label(self.heading, "h2"), pill(self.note, "way"), None, self.total, gap=12)
        inner = column(top, self.list, scrolled(holder(column(self.why, *below, None))))
        inner.setStretch(1, 3)
        inner.setStretch(2, 2)
        self.side = framed(QFrame(), inner, "card", 12, 8)
        keys = row(self.typed, *beside, self.next, gap=12, grow=0)
        self.foot = card(keys, self.lies, self.trouble, self.words, edge=12)
        middle = row(self._felt, self.side, gap=12, grow=0)
        self._page = column(self._choice, middle, self.foot, grow=1)
        self.setLayout(self._page)
        self.typed.entered.connect(self.take)
        theme.fitted.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The cards are drawn where there is room for them."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wide = self.width() >= theme.sized(ROOM)
        if wide != self._wide:
            self._wide = wide
            self._felt.setVisible(wide)
            self._page.removeWidget(self.foot)
            self._page.insertWidget(2 if wide else 1, self.foot)
        self.side.setMaximumWidth(theme.sized(SIDE) if wide else self.width())
        self.side.setMinimumWidth(min(theme.sized(SIDE), self.width()) if wide else 0)
        shown = self.wide if wide else {*range(len(self.columns))}
        show_columns(self.list, usual_widths(self.columns, EDGES), shown)
        stretched = self.stretch[0 if wide else 1]
        self.list.horizontalHeader().setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)

    def begin(self, what: object = None) -> None:
        """Come to the front."""
        self.typed.first().setFocus()

    def again(self) -> None:
        """Begin anew."""
        raise NotImplementedError

    def take(self) -> None:
        """Take the line that was typed."""
        raise NotImplementedError


class RoundPage(FeltPage):
    """A round that is typed line by line.

    keys     letters that begin a line, beside a seat's number; the first one begins a round

    Attributes:
        lines: what was typed, by the letter or the seat that begins it.
        settled: what the rules say of it; None while they say nothing.
    """

    keys: str
    begins: ClassVar[str]
    seats: ClassVar[int]

    def __init__(
        self, station: Station, choice: Choice, felt: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(station, choice, felt, parent)
        self.lines: dict[str, str] = {}
        self.settled: Settled | None = None

    def lay_out(self, *beside: Part, below: tuple[Part, ...] = ()) -> None:
        """Put it together, with an empty table."""
        super().lay_out(*beside, below=below)
        self.typed.edit.textChanged.connect(self.show_round)
        self.again()

    # What is typed

    def again(self) -> None:
        """An empty table."""
        self.lines = {}
        self.typed.edit.clear()
        self.typed.edit.setText(f"{self.keys[0]}: ")
        self.show_round()

    def take(self) -> None:
        """Keep the line, and go on with the next seat; a line without words takes its seat away."""
        key, text = self.split()
        if not key:
            show_words(self.trouble, self.begins)
            return
        try:
            self.read(self.lines | {key: text})
        except ValueError as error:
            show_words(self.trouble, str(error))
            announce(self.trouble, str(error))
            return
        self.lines[key] = text
        if not text:
            del self.lines[key]
        self.typed.edit.setText(f"{self.after(key)}: ")
        announce(self.words, f"{self.words.text()} {self.outcome()}")

    def split(self) -> tuple[str, str]:
        """The letter or the seat that begins the line, and the rest; "" where nothing does."""
        line = rf"\s*([{self.keys}]|[1-9]\d?)\s*(?::|\s|$)\s*(.*)"
        found = re.fullmatch(line, self.typed.edit.text(), re.IGNORECASE)
        return (found[1].lower(), found[2].strip()) if found else ("", "")

    def after(self, key: str) -> str:
        """What the next line begins with: other cards of the house, then the next seat that is free."""
        begun, _, more = self.keys.rstrip("o").partition(key)
        if begun != self.keys.rstrip("o") and more and more[0] not in self.lines:
            return more[0]
        free = (str(seat) for seat in range(1, self.seats + 1) if str(seat) not in self.lines)
        return next(free, "1")

    def so_far(self) -> Iterator[Mapping[str, str]]:
        """The lines with the one that is being typed, then without it: whichever can be read."""
        key, text = self.split()
        if key:
            yield {**self.lines, key: text}
        yield self.lines

    # What a page makes of it

    def read(self, lines: Mapping[str, str]) -> object:
        """The round of these lines; ValueError says what cannot be read."""
        raise NotImplementedError

    def show_round(self) -> None:
        """Settle the round as it is typed, so far as it can be read."""
        raise NotImplementedError

    def outcome(self) -> str:
        """What came of it, to be said."""
        raise NotImplementedError

    def house_chips(self) -> list[Chip]:
        """The chips of the house that pay at a table."""
        chips = self.station.board.site.chips
        return [chip for chip in chips if chip.kind in ("casino", "coin") and not chip.set]


def laid(chips: Mapping[int, int]) -> str:
    """Chips by value in cents as they are laid out: 2 x $5, 1 x 50c."""
    return ", ".join(f"{count} x {Chip('casino', value).name}" for value, count in chips.items())


def lying(
    play: Play, facts: Facts | None, settled: Settled | None, decided: Collection[Line] = ()
) -> tuple[list[Pile], dict[int, Seat]]:
    """What is drawn of a round: the cards before the dealer, and the seats with what was decided."""
    house, hands = cards_in(play, facts, settled if decided else None) if facts else ({}, {})
    told = settled if decided else None
    piles = [Pile(one.key, house.get(one.key, ()), house_told(one.field, told)) for one in play.house]
    lines = (settled.lines or ()) if settled else ()
    by_seat = {n: [line for line in lines if seat_of(line.wager) == n] for n in hands}
    seats = {number: _seat(cards, by_seat[number], decided) for number, cards in hands.items()}
    return piles, seats


def _seat(hands: tuple[tuple[Card, ...], ...], own: Sequence[Line], decided: Collection[Line]) -> Seat:
    """A seat with its wagers, and what it won or lost once all of them are decided."""
    wager = dollars(sum(line.stake for line in own)).lstrip("+") if own else ""
    if not own or not all(line in decided for line in own):
        return Seat(wager, hands)
    net = sum(change(line) for line in own if line.to == "player")
    if not net:
        return Seat(wager, hands, "Even $0.00")
    word, tone = ("Wins", GOOD) if net > 0 else ("Loses", STOP)
    return Seat(wager, hands, f"{word} {dollars(net)}", tone)
