"""The slips on their way: verify the original, receive against the copy. Two keys and a PIN."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import DEALERS
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.errors import Refusal
from pitdesk.tonight.board import Board, Waiting
from ui.floor.counter import Counter
from ui.widgets import theme
from ui.widgets.art import shown
from ui.widgets.fields import Choice, Field
from ui.widgets.flow import Folding
from ui.widgets.notice import Told
from ui.widgets.parts import button, card, column, holder, kind, label, row, scrolled
from ui.work.actions import action
from ui.work.attable import read_table
from ui.work.form import Call, Form, bound
from ui.work.readback import ReadBack, Reading
from ui.work.signers import Who
from ui.work.station import Station

VERIFIERS = ("pit boss", "shift manager", "authorized employee", "gaming manager")
LIST = 440  # pixels of the slips that wait, at most
LEFT, RIGHT = 190, 250  # pixels of what stands at the sides of a slip's chips, at least
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
    across = 3  # slips as buttons; of more, a list
    itself = True

    def fields(self) -> list[Field]:
        """Which slip."""
        self._posted = ""  # the slip that was asked for
        self.slip = Choice("slip", self.caption, across=self.across, buttons=self.across)
        self.slip.changed.connect(self.another)
        return [self.slip]

    def refresh(self, board: Board) -> None:
        """Offer what is on the way, in the order of its preparation."""
        waiting = sorted(board.waiting, key=lambda one: one.at, reverse=self.newest_first)
        words = [f"{one.name.capitalize()} · {self.where}{one.table}" for one in waiting]
        self.slip.offer([(one.name, said) for one, said in zip(waiting, words, strict=True)])
        if waiting and not self.slip.typed():
            self.slip.choose(self.usual(waiting).name)

    def usual(self, waiting: Sequence[Waiting]) -> Waiting:
        """The slip that it begins with, of those offered."""
        return waiting[0]

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
    """The slip that waits longest, or the one that was pointed at: what it waits for is done here.

    Its table is read back as large as there is room for, its chips lie as they lie on the counter.
    """

    name = "waiting"
    post_words = "Verify"
    caption = ""
    who = (Who("Verified by", VERIFIERS, operator=False),)

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        self._last: dict[str, str] = {}  # who did so last, by what was waited for
        super().__init__(station, parent)

    def _lay_out(self) -> None:
        """The table at the left, the chips in the middle, who and what else at the right."""
        self.large, self.counter = ReadBack(tall=True), Counter(self.station)
        self.by, self.at = label("", "h2", wrap=True), label("", "muted", wrap=True)
        self.says, self.section = label("", wrap=True), label("", "caption")
        key, self.many = action("void").key, label("", "muted")
        self.back = button(
            f"{key}  Send it back", self.send_back, "danger", says="Not right: send it back"
        )
        self.prepared_by = label("Prepared by", "caption")
        who = column(self.prepared_by, self.by, self.at, gap=0)
        self.vow = holder(
            column(label("By your initials you say", "caption"), self.says, self.section, gap=2)
        )
        told = Told(self.signers.notice, self.notice)
        below = row(self.back, None, self.empty)
        self.right = holder(column(who, self.vow, told, below, gap=12, grow=2))
        both = Folding(self.counter, self.right, gap=24, stretch=(5, 2))
        self.slip.setMaximumWidth(theme.sized(LIST))
        self.slip.setAccessibleName("Slip")
        self.behind = holder(row(self.many, self.slip, None, gap=12))
        self.foot = card(
            Folding(self._signing, holder(column(None, self.primary)), gap=12, stretch=(1, 0))
        )
        line = row(self.large, column(self.behind, scrolled(both), gap=12, grow=1), gap=20)
        line.setStretch(0, 2)
        line.setStretch(1, 7)
        whole = column(gap=12)
        whole.addLayout(line, 1)
        whole.addWidget(self.foot)
        self.setLayout(whole)
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        """Be as wide as letters want it; where there is little room, say no more than what is there."""
        left = {theme.Size.TINY: LEFT * 3 // 4, theme.Size.SMALL: LEFT * 2 // 3}
        self.large.setMinimumWidth(theme.sized(left.get(theme.size(), LEFT)))
        self.right.setMinimumWidth(theme.sized(RIGHT))
        self._show_said()

    def usual(self, waiting: Sequence[Waiting]) -> Waiting:
        """The one that waits longest of those that the operator may see to."""
        return first_for(self.station, waiting) or waiting[0]

    def take(self, what: object) -> None:
        """Begin with a slip."""
        if isinstance(what, Pointed):
            self.slip.choose(what.name)

    def again(self) -> None:
        """Its key once more: on to what waits behind this one."""
        names = [one.name for one in sorted(self.station.board.waiting, key=lambda one: one.at)]
        if self.slip.typed() in names and len(names) > 1:
            self.slip.choose(names[(names.index(self.slip.typed()) + 1) % len(names)])
        self.begin()

    def send_back(self) -> None:
        """Void this slip, with a reason: the chips go back where they came from."""
        if one := self.waiting:
            self.station.go("void", Pointed(one.series, one.number))

    def event(self, event: QEvent) -> bool:
        """The key of a void is of this slip here."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_F9 and not event.modifiers():
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.send_back()
                return True
        return super().event(event)

    def redraw(self) -> None:
        """Say what the slip is, and ask for the initials it waits for."""
        one, board = self.waiting, self.station.board
        self.primary.setEnabled(one is not None and not self.busy)
        for part in (self.large, self.back, self.prepared_by, self.by):
            part.setVisible(one is not None)
        self._show_said()
        self.behind.setVisible(len(board.waiting) > 1)
        self.many.setText(f"{len(board.waiting)} wait · {action(self.name).key} next")
        self.counter.show_slip(one, board)
        self.large.tell(read_slip(one, board))
        if one is None:
            self.at.setText("A fill or a credit that was prepared waits here for its initials.")
            return
        words, done = ("Verify", "Verified") if one.waits == "verify" else ("Receive", "Received")
        self.post_words = f"{words} {one.name}"
        self.primary.setText(self.post_words)
        self.by.setText(board.name_of(one.prepared_by))
        way = f"{one.source} to {one.destination}".replace("tray", "table")
        self.at.setText(f"{board.site.local(one.at):%H:%M} · {way}")
        self.says.setText(_SAYS[one.waits].format(one=one, to=one.destination.replace("tray", "table")))
        self.section.setText(_SECTIONS[one.waits])
        place = self.signers.places[0]
        if place.who.roles != _roles(one):
            place.ask(Who(f"{done} by", _roles(one), operator=False))

    def try_out(self) -> None:
        """Say at once where whoever is chosen may not, with the section."""
        if self.waiting is None or self.busy or not self.isVisible():
            return
        asked = self._asked

        def show(reasons: list[Refusal]) -> None:
            if asked == self._asked and not self.busy:
                self.signers.notice.tell(reasons, live=True)
                self._show_said()

        self.station.trial(self.call(), show)

    def changed(self) -> None:
        """Somebody else, or another proof: what was refused is gone."""
        super().changed()
        self._show_said()

    def _refused(self, reasons: list[Refusal]) -> None:
        super()._refused(reasons)
        self._show_said()

    def _show_said(self) -> None:
        """What initials say gives its place to what stands against them."""
        against = bool(self.signers.notice.reasons or self.notice.reasons)
        self.vow.setVisible(self.waiting is not None and not against and theme.size() > theme.Size.SMALL)
        self.right.setVisible(against or self.waiting is None or theme.size() > theme.Size.TINY)
        kind(self.foot, "card", tone="stop" if self.signers.notice.reasons else "")

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
        return bound(Desk.verify if one.waits == "verify" else Desk.receive, one.series, one.number, by)

    def done(self, entry: Entry) -> str:
        """Which slip it was; whatever waits for the same is next, else the floor."""
        verified, waiting = isinstance(entry.fact, kinds.Verify), self.station.board.waiting
        if entry.signatures:
            act = "verify" if verified else "receive"
            self._last[act + self._posted.partition(" ")[0]] = entry.signatures[0].person
            more = [one for one in waiting if one.waits == act and one.name != self._posted]
            self._following = min(more, key=lambda one: one.at).name if more else ""
            self.stays = bool(more)
        return f"{self._posted.capitalize()} is {'verified' if verified else 'received'}."

    def clear(self) -> None:
        """Empty it; the next that waits for the same comes up."""
        super().clear()
        following, self._following = self._following, ""
        if following:
            self.slip.choose(following)

    _following = ""

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


_SAYS = {  # what initials say, by what a slip waits for
    "verify": "You counted these chips before they leave. Table, values and total are right. You did not"
    " prepare it, unless nobody else is free.",
    "receive": "You counted these chips at {to}. They are as the copy says: values and total are right.",
}
_SECTIONS = {"verify": "99-01.3-08-05(5)", "receive": "99-01.3-08-05(6)"}


def read_slip(one: Waiting | None, board: Board) -> Reading:
    """A slip's table, read back, with what its tray becomes."""
    spot = board.spot(one.table) if one else None
    if one is None or spot is None:
        return Reading("")
    fill = one.series == "fill"
    more = spot.known + one.chips  # what a credit takes is out of the tray by the book
    before, after = (spot.known, more) if fill else (more, spot.known)
    chips = [chip for chip in sorted(one.chips) if one.chips[chip]]
    becomes = tuple(f"{shown(chip)}: {before[chip]:,} → {after[chip]:,}" for chip in chips)
    head = "FILL to TABLE" if fill else "CREDIT from TABLE"
    return read_table(spot, board, head, becomes=becomes, tone="good" if fill else "way")


def _roles(one: Waiting) -> tuple[str, ...]:
    """Who may do what a slip waits for."""
    return VERIFIERS if one.waits == "verify" else RECEIVERS[one.series]


def first_for(station: Station, waiting: Sequence[Waiting]) -> Waiting | None:
    """The slip that waits longest of those that the operator may see to; else of all.

    waiting   the longest first
    """
    me, on = station.operator, station.today
    mine = (
        one
        for one in waiting
        if me
        and any(me.holds(role, on) for role in _roles(one))
        and not (one.waits == "verify" and one.prepared_by == me.id)
    )
    return next(mine, next(iter(waiting), None))


def waits_for(board: Board, one: Waiting) -> str:
    """Whom a slip waits for, and for what: "dealer Sara Vik to receive it"."""
    if one.waits == "verify":
        return "a pit boss to verify it"
    if one.series == "credit":
        return "the cashier to count it in"
    spot = board.spot(one.table)
    if spot is None or spot.dealer is None:
        return f"a dealer at table {one.table}"
    word = "operator" if spot.game == "PW" else "dealer"
    return f"{word} {board.name_of(spot.dealer)} to receive it"
