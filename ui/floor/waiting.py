"""The slips on their way: verify the original, receive against the copy. Two keys and a PIN."""

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import DEALERS
from pitdesk.chips import dollars
from pitdesk.tonight.board import Board, Waiting
from ui.widgets.fields import Choice, Field
from ui.widgets.parts import column, holder, label
from ui.work.form import Call, Form
from ui.work.signers import Who
from ui.work.station import Station

VERIFIERS = ("pit boss", "shift manager", "authorized employee", "gaming manager")
RECEIVERS = {
    "fill": DEALERS,
    "credit": ("cashier", "dealer as cashier"),
}


@dataclass(frozen=True, slots=True)
class Pointed:
    """A slip that was pointed at."""

    series: str
    number: int


class Next(Form):
    """The slip that waits longest, or the one that was pointed at: what it waits for is done here."""

    name = "waiting"
    post_words = "Verify"
    who = (Who("Verified by", VERIFIERS, operator=False),)
    live = False

    def __init__(self, station: Station) -> None:
        self._last: dict[str, str] = {}  # who did so last, by what was waited for
        self._posted = ""  # the slip; once it is received, the board offers another
        super().__init__(station)

    def fields(self) -> list[Field]:
        """Which slip."""
        self.slip = Choice("slip", "Slip", across=3)
        self.slip.changed.connect(self._show)
        return [self.slip]

    def body(self) -> QWidget:
        """The slips that wait, and what the one chosen is."""
        self.told = label("", "h2", wrap=True)
        self.chips = label("", "muted", wrap=True)
        return holder(column(self.slip, self.told, self.chips, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer what waits, the oldest first."""
        waiting = sorted(board.waiting, key=lambda one: one.at)
        self.slip.offer([(one.name, f"{one.name.capitalize()} · {one.table}") for one in waiting])
        if waiting and not self.slip.typed():
            self.slip.choose(waiting[0].name)
        self._show()

    def take(self, what: object) -> None:
        """Begin with a slip."""
        if isinstance(what, Pointed):
            self.slip.choose(f"{what.series} {what.number:06}")

    def begin(self, what: object = None) -> None:
        """Come to the front, at the proof."""
        super().begin(what)
        if self.slip.typed():
            self.signers.first().setFocus()

    def typed_anything(self) -> bool:
        """A slip is chosen by itself; nothing is lost by leaving."""
        return False

    @property
    def waiting(self) -> Waiting | None:
        """The slip that is chosen."""
        chosen = self.slip.typed()
        return next((one for one in self.station.board.waiting if one.name == chosen), None)

    def _show(self) -> None:
        one = self.waiting
        if one is None:
            self.told.setText("Nothing is on the way.")
            self.chips.setText("A fill or a credit that was prepared waits here for its initials.")
            self.primary.setEnabled(False)
            return
        words = "Verify" if one.waits == "verify" else "Receive"
        self.post_words = f"{words} {one.name}"
        self.primary.setText(self.post_words)
        self.primary.setEnabled(not self.busy)
        way = f"{one.source} to {one.destination}".replace("tray", "table")
        self.told.setText(f"{words} {one.name}: ${dollars(one.chips.cents)}, {way}")
        at = self.station.board.site.local(one.at)
        self.chips.setText(
            f"{one.chips}\nPrepared {at:%H:%M} by {self.station.board.name_of(one.prepared_by)}."
        )
        place = self.signers.places[0]
        verify = one.waits == "verify"
        roles = VERIFIERS if verify else RECEIVERS[one.series]
        if place.who.roles != roles:
            place.ask(Who("Verified by" if verify else "Received by", roles, operator=False))
        self.signers.refresh()

    def preferred(self, at: int) -> str | None:
        """For a fill that is carried, the dealer of the table; else who did so last, or may."""
        one = self.waiting
        if one is None:
            return None
        board, operator = self.station.board, self.station.operator
        spot = board.spot(one.table)
        if one.waits == "receive" and one.series == "fill":
            return spot.dealer if spot else None
        free = [who for who in board.duty if who not in board.dealing and who != one.prepared_by]
        on = self.station.today
        roles = VERIFIERS if one.waits == "verify" else RECEIVERS[one.series]
        held = [who for role in roles for who in free if board.site.people[who].holds(role, on)]
        likely = [operator.id if operator else "", self._last.get(one.waits + one.series, ""), *held]
        return next((who for who in likely if who in held), None)

    def call(self) -> Call:
        """Verify or receive."""
        self.slip.value()
        one, by = self.waiting, self.signers.value()
        if one is None:
            raise ValueError(f"{self.slip.typed()} is no longer on the way. Check the slips.")
        self._posted = one.name
        if by:
            self._last[one.waits + one.series] = by[0].person
        if one.waits == "verify":
            return lambda desk: desk.verify(one.series, one.number, by)
        return lambda desk: desk.receive(one.series, one.number, by)

    def done(self, entry: Entry) -> str:
        """Which slip it was."""
        how = "verified" if isinstance(entry.fact, kinds.Verify) else "received"
        return f"{self._posted.capitalize()} is {how}."
