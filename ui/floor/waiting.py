"""The slips on their way: verify the original, receive against the copy. Two keys and a PIN."""

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import DEALERS
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.tonight.board import Board, Waiting
from ui.widgets.fields import Choice, Field
from ui.widgets.parts import column, holder, label
from ui.work.actions import action
from ui.work.form import Call, Form, bound
from ui.work.signers import Who
from ui.work.station import Station

VERIFIERS = ("pit boss", "shift manager", "authorized employee", "gaming manager")
RECEIVERS = {"fill": DEALERS, "credit": ("cashier", "dealer as cashier")}


@dataclass(frozen=True, slots=True)
class Pointed:
    """A slip that was pointed at."""

    series: str
    number: int

    @property
    def name(self) -> str:
        """As the trade says it: fill 000412."""
        return f"{self.series} {self.number:06}"


class OnTheWay(Form):
    """A verb of a slip whose chips are on the way. Once it is done, the board may offer another slip."""

    caption = "Slip"
    where = ""  # what stands before the table's name
    newest_first = False
    itself = True

    def fields(self) -> list[Field]:
        """Which slip."""
        self._posted = ""  # the slip that was asked for
        self.slip = Choice("slip", self.caption, across=3)
        self.slip.changed.connect(self.another)
        return [self.slip]

    def refresh(self, board: Board) -> None:
        """Offer what is on the way, in the order of its preparation."""
        waiting = sorted(board.waiting, key=lambda one: one.at, reverse=self.newest_first)
        words = [f"{one.name.capitalize()} · {self.where}{one.table}" for one in waiting]
        self.slip.offer([(one.name, said) for one, said in zip(waiting, words, strict=True)])
        if waiting and not self.slip.typed():
            self.slip.choose(waiting[0].name)

    @property
    def waiting(self) -> Waiting | None:
        """The slip that is chosen."""
        chosen = self.slip.typed()
        return next((one for one in self.station.board.waiting if one.name == chosen), None)

    def asked_for(self) -> Waiting:
        """The slip that is chosen; ValueError where it is not on the way any more."""
        self.slip.value()
        if (one := self.waiting) is None:
            raise ValueError(f"{self.slip.typed()} is no longer on the way. Check the slips.")
        self._posted = one.name
        return one

    def prepared(self, one: Waiting) -> str:
        """When and by whom it was prepared."""
        board = self.station.board
        return f"Prepared {board.site.local(one.at):%H:%M} by {board.name_of(one.prepared_by)}."


def next_hand(one: Waiting) -> str:
    """Who does what with a slip next."""
    to = f"table {one.table}" if one.series == "fill" else "the cage"
    key = action("waiting").key
    return f"Next: it is verified, {key}" if one.waits == "verify" else f"Next: {to} receives it, {key}"


def moved(one: Waiting) -> str:
    """What moves from where to where: $600.00, chip bank to table 2."""
    way = f"{one.source} to {one.destination}".replace("tray", "table")
    return f"${dollars(one.chips.cents)}, {way}"


class Next(OnTheWay):
    """The slip that waits longest, or the one that was pointed at: what it waits for is done here."""

    name = "waiting"
    post_words = "Verify"
    who = (Who("Verified by", VERIFIERS, operator=False),)
    live = False

    def __init__(self, station: Station) -> None:
        self._last: dict[str, str] = {}  # who did so last, by what was waited for
        super().__init__(station)

    def body(self) -> QWidget:
        """The slips that wait, and what the one chosen is."""
        self.told = label("", "h2", wrap=True)
        self.chips = label("", "muted", wrap=True)
        return holder(column(self.slip, self.told, self.chips, gap=12))

    def take(self, what: object) -> None:
        """Begin with a slip."""
        if isinstance(what, Pointed):
            self.slip.choose(what.name)

    def redraw(self) -> None:
        """Say what the slip is, and ask for the initials it waits for."""
        one = self.waiting
        self.primary.setEnabled(one is not None and not self.busy)
        if one is None:
            self.told.setText("Nothing is on the way.")
            self.chips.setText("A fill or a credit that was prepared waits here for its initials.")
            return
        words, done = ("Verify", "Verified") if one.waits == "verify" else ("Receive", "Received")
        self.post_words = f"{words} {one.name}"
        self.primary.setText(self.post_words)
        self.told.setText(f"{words} {one.name}: {moved(one)}")
        self.chips.setText(f"{one.chips}\n{self.prepared(one)}")
        place = self.signers.places[0]
        if place.who.roles != _roles(one):
            place.ask(Who(f"{done} by", _roles(one), operator=False))

    def preferred(self, at: int) -> str | None:
        """For a fill that is carried, the dealer of the table; else who did so last, or may."""
        one = self.waiting
        if one is None:
            return None
        board, operator = self.station.board, self.station.operator
        spot = board.spot(one.table)
        if one.waits == "receive" and one.series == "fill":
            return spot.dealer if spot else None
        free = [who for who in board.duty if who not in board.dealing]
        free.sort(key=lambda who: who == one.prepared_by)  # who verifies it too where nobody else can
        on = self.station.today
        held = [who for role in _roles(one) for who in free if board.site.people[who].holds(role, on)]
        likely = [operator.id if operator else "", self._last.get(one.waits + one.series, ""), *held]
        likely.sort(key=lambda who: who == one.prepared_by)
        return next((who for who in likely if who in held), None)

    def call(self) -> Call:
        """Verify or receive."""
        one, by = self.asked_for(), self.signers.value()
        if by:
            self._last[one.waits + one.series] = by[0].person
        return bound(Desk.verify if one.waits == "verify" else Desk.receive, one.series, one.number, by)

    def done(self, entry: Entry) -> str:
        """Which slip it was."""
        how = "verified" if isinstance(entry.fact, kinds.Verify) else "received"
        return f"{self._posted.capitalize()} is {how}."

    def then(self, entry: Entry) -> str:
        """Who has it next; once it is received, the slip that waits longest."""
        waiting = sorted(self.station.board.waiting, key=lambda one: (one.name != self._posted, one.at))
        if not waiting:
            return "Nothing else waits"
        first = next_hand(waiting[0])
        return (
            first
            if waiting[0].name == self._posted
            else f"{waiting[0].name.capitalize()} waits. {first}"
        )


def _roles(one: Waiting) -> tuple[str, ...]:
    """Who may do what a slip waits for."""
    return VERIFIERS if one.waits == "verify" else RECEIVERS[one.series]
