"""Set-up, Stations: other machines that work on this book. Taken in, changed, taken away at once."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.desk import Desk
from pitdesk.stations.keys import as_bytes, code
from pitdesk.tonight.board import Board
from ui.people.screen import BY_MANAGER, halves
from ui.widgets.fields import Choice, Field, Line, Pick, Tick
from ui.widgets.flow import Flow
from ui.widgets.parts import button, card, column, emptied, holder, kind, label, pill, row, show_words
from ui.work.elsewhere import parts_in_words
from ui.work.form import Call, Form
from ui.work.lines import Seen, following_of, own_address, serving_of, told
from ui.work.settings import Settings
from ui.work.station import Station

IN, CHANGE, AWAY = "in", "change", "away"
WAYS = ((IN, "Take one in"), (CHANGE, "Change one"), (AWAY, "Take one away"))
POST = {IN: "Take it in", CHANGE: "Keep", AWAY: "Take it away"}
PARTS = {
    "pit": "Pit: ask, verify, receive, tables, seats, boxes",
    "cage": "Cage: slips, redeeming, exchanges, drawer",
    "count room": "Count room: teams, counts, boxes",
    "day": "Day: open, count, close",
}
STEPS = (
    "At the other machine choose 'This machine is a station', and type this address and these"
    " letters. Its own letters then come up here: compare them, and a manager initials."
)
EVERYWHERE = ("0.0.0.0", "::", "*")  # noqa: S104  (addresses that are refused)
AT_ITSELF = "Stations are taken in at the cage. Go there: Set-up, Stations."


class Stations(Form):
    """Take a machine in, say what it may do and what prints there, or take it away."""

    name = "stations"
    post_words = POST[IN]
    stays = True
    who = (BY_MANAGER,)

    def __init__(self, station: Station, settings: Settings, parent: QWidget | None = None) -> None:
        self.serving = serving_of(station, settings)
        super().__init__(station, parent)
        self.serving.changed.connect(self._heard)

    def fields(self) -> list[Field]:
        """Which one, where it is let in, what it may do, what prints there."""
        self.what = Choice("what", "", WAYS, usual=IN)
        self.what.setAccessibleName("What to do")
        self.one = Pick("station", "Station")
        self.at = Line("address", "Address of this machine on the network", hint="192.168.1.10")
        self.same = Tick("same", "Both screens show these letters")
        self.parts = [Tick(f"part {part}", words, on=part == "pit") for part, words in PARTS.items()]
        self.fills = Line("fills", "Fills of these tables print there", hint="1 2 3 4, or none")
        self.credits = Line("credits", "Credits of these tables print there", hint="1 2 3 4, or none")
        self.own = Tick("own", "What it asks for itself prints there, too")
        self.reason = Line("reason", "Why", hint="lost, replaced …")
        for field in (self.fills, self.credits, self.reason):
            field.seldom = True
        tables = (self.fills, self.credits)
        return [self.what, self.one, self.at, self.same, *self.parts, *tables, self.own, self.reason]

    def body(self) -> QWidget:
        """What is asked; beside it the stations there are."""
        self.let = button("Let a machine ask", self._let)
        self.stop = button("Stop", self.serving.stop_pairing)
        self.letters, self.theirs = label("", "title"), label("", "title")
        for letters, says in ((self.letters, "Our letters"), (self.theirs, "Its letters")):
            letters.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            letters.setAccessibleName(says)
        self.ours, self.state = label("Our letters", "caption"), label("", "muted", wrap=True)
        at = holder(row(self.at, holder(column(None, row(self.let, self.stop))), gap=12, grow=0))
        self.pairing = holder(
            column(
                at,
                label(STEPS, "caption", wrap=True),
                self.ours,
                self.letters,
                self.state,
                self.theirs,
                self.same,
                gap=6,
            )
        )
        ticks = holder(column(label("What it may do", "h2"), *self.parts, gap=0))
        prints = Flow(self.fills, self.credits, across=2, gap=12)
        self.about = holder(column(ticks, holder(prints), self.own, gap=8))
        self._known = column(gap=8)
        self.halted, self.alone = label("", "strong", wrap=True), label("", wrap=True)
        kind(self.halted, "strong", tone="stop")
        away = button("What now …", self._what_now, says="What now: the ways on without the cage")
        self.here = holder(row(label(AT_ITSELF, wrap=True), away, gap=12, grow=0))
        known = card(label("Stations", "h2"), self.halted, self.alone, self._known, look="inset")
        asked = column(self.here, self.what, self.one, self.pairing, self.reason, known, None, gap=12)
        return holder(halves(asked, column(self.about, None)))

    def typed_anything(self) -> bool:
        """The address of this machine stands there by itself."""
        return any(one.begun for one in self.inputs if one is not self.at)

    # What it shows

    def begin(self, what: object = None) -> None:
        """Come to the front, with the address that this machine has."""
        if not self.at.typed():
            at = self.serving.at
            self.at.take_up(f"{at[0]}:{at[1]}" if at else own_address())
        super().begin(what)
        self._show()

    def refresh(self, board: Board) -> None:
        """Offer the stations that there are."""
        super().refresh(board)
        self.one.offer([(name, name) for name in sorted(board.site.stations)])
        self._list(board)
        self.redraw()

    def changed(self) -> None:
        """Something else is chosen: show what is asked of it."""
        super().changed()
        self.redraw()

    def redraw(self) -> None:
        """Show what is asked for: a machine that asks, one that is there."""
        what = self.what.value()
        self.one.setVisible(what != IN)
        self.pairing.setVisible(what == IN)
        self.about.setVisible(what != AWAY)
        self.reason.setVisible(what == AWAY)
        self.primary.setText(POST[what])
        chosen = (what, self.one.value())
        if chosen != self._chosen:
            self._chosen = chosen
            known = self._paired()
            for tick, part in zip(self.parts, PARTS, strict=True):
                tick.take_up(part in known.parts if known else None)
            self.fills.take_up(" ".join(known.fills) if known else "")
            self.credits.take_up(" ".join(known.credits) if known else "")
            self.own.take_up(known.own if known else None)

    _chosen = (IN, "")

    def _paired(self) -> kinds.Station | None:
        """The station that is chosen; None where one is taken in."""
        if self.what.value() == IN or not self.station.ready:
            return None
        return self.station.board.site.stations.get(self.one.value())

    def _heard(self) -> None:
        if self.isVisible():
            self._show()

    def _show(self) -> None:
        """Show how far the pairing is, and who is on the line."""
        serving, at_cage = self.serving, not self.station.place
        self.here.setHidden(at_cage)
        self.let.setVisible(at_cage and not serving.pairing)
        self.stop.setVisible(serving.pairing)
        show_words(self.letters, serving.letters if serving.pairing and serving.port else "")
        self.ours.setVisible(bool(self.letters.text()))
        one = serving.wanting
        show_words(self.theirs, one.code if one else "")
        self.same.setVisible(one is not None)
        if one is None:
            self.same.take_up(None)
        show_words(self.state, self._words())
        show_words(self.halted, serving.halted)
        show_words(self.alone, serving.alone)
        if self.station.ready:
            self._list(self.station.board)

    def _words(self) -> str:
        serving = self.serving
        if serving.why and not serving.port:
            return serving.why
        if serving.wanting:
            return f"'{serving.wanting.name}' asks to be taken in. Its screen must show:"
        if serving.pairing and serving.port and serving.at:
            return f"Type at the other machine: {serving.at[0]}:{serving.port}. Waiting for it to ask …"
        if serving.pairing:
            return "Opening …"
        if serving.port and serving.at:
            return f"Stations are let in at {serving.at[0]}:{serving.port}, and nowhere else."
        return "Nothing listens on this machine."

    def _list(self, board: Board) -> None:
        emptied(self._known)
        for name, one in sorted(board.site.stations.items()):
            seen = self.serving.seen.get(name, Seen())
            state, tone = ("On the line", "good") if seen.on_line else ("Not on the line", "look")
            self._known.addWidget(holder(row(label(name, "h2"), pill(state, tone), None, gap=10)))
            lines = (
                _since(seen, board),
                _reach(seen, board),
                parts_in_words(one),
                f"Letters {_letters(one)}",
            )
            for words in filter(None, lines):
                self._known.addWidget(label(words, "caption", wrap=True))
        if not board.site.stations:
            words = "None is paired. This machine works alone, and nothing listens on it."
            self._known.addWidget(label(words, "muted", wrap=True))

    # What it does

    def _what_now(self) -> None:
        if following := following_of(self.station):
            following.stuck.emit()

    def _let(self) -> None:
        """Listen at the address, and let a machine ask."""
        at = told(self.at.value().strip())
        if at is None or at[0] in EVERYWHERE:
            self.at.refuse("Type one address of this machine, such as 192.168.1.10.")
            return
        self.at.tell("")
        self.serving.pair(at)

    def call(self) -> Call:
        """The machine that asks, taken in; a station changed, or taken away."""
        what, by, name = self.what.value(), self.signers.value(), self.one.value()
        if self.station.place:
            raise ValueError(AT_ITSELF)
        if what == AWAY:
            if not name:
                raise ValueError("No station is paired.")
            reason = self.reason.value()
            return lambda desk: desk.end_station(name, by, reason)
        parts = tuple(part for tick, part in zip(self.parts, PARTS, strict=True) if tick.value())
        prints = {"fills": _tables(self.fills), "credits": _tables(self.credits)}
        own = self.own.value()

        def pair(desk: Desk, name: str, key: str) -> Entry:
            return desk.pair_station(name, key, parts, by, own=own, **prints)

        if what == CHANGE:
            known = self._paired()
            if known is None:
                raise ValueError("No station is paired.")
            key = known.certificate
            return lambda desk: pair(desk, name, key)
        one = self.serving.wanting
        if one is None:
            raise ValueError("No machine asks yet. Press Let a machine ask, then join at the other one.")
        if not self.same.value():
            raise ValueError("Compare the letters on both screens, then tick that they are the same.")
        return self.serving.taken(one, pair)

    def done(self, entry: Entry) -> str:
        """Which station it was."""
        if isinstance(entry.fact, kinds.StationOff):
            return f"{entry.fact.name} is taken away. Nothing is done for it any more."
        assert isinstance(entry.fact, kinds.Station)
        if self.what.value() == IN:
            self.serving.stop_pairing()
            return f"{entry.fact.name} is taken in."
        return f"{entry.fact.name} is changed."

    def clear(self) -> None:
        """Empty it, and let no machine ask."""
        super().clear()
        self._chosen = (IN, "")
        if self.serving.pairing:
            self.serving.stop_pairing()


def _tables(field: Line) -> Sequence[str]:
    return tuple(dict.fromkeys(field.value().upper().replace(",", " ").split()))


def _letters(one: kinds.Station) -> str:
    try:
        return code(as_bytes(one.certificate))
    except ValueError:
        return "unknown"


def _since(seen: Seen, board: Board) -> str:
    """Since when it is on the line, or when it was last."""
    if seen.at is None:
        return "not seen since PitDesk was opened"
    clock: datetime = board.site.local(seen.at)
    return f"since {clock:%H:%M}" if seen.on_line else f"last seen {clock:%H:%M}"


def _reach(seen: Seen, board: Board) -> str:
    """How far its copy of the book reaches."""
    if not seen.has:
        return ""
    has = "has" if seen.on_line else "had"
    if seen.has >= board.seen and seen.on_line:
        return f"its copy has all {board.seen:,} entries"
    return f"its copy {has} entries 1 to {seen.has:,} of {board.seen:,}"
