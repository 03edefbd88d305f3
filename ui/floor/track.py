"""How far the newest request of a table is; and what works while the cage is not reached."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtWidgets import QFrame, QWidget

from pitdesk.chips import dollars
from pitdesk.tonight import track as tracks
from pitdesk.tonight.board import begun
from pitdesk.tonight.now import waited_s
from pitdesk.tonight.track import Track, track
from ui.floor.cards import clocked
from ui.floor.kept import KeptAsk, kept_of
from ui.floor.waiting import Pointed
from ui.widgets import icons, theme
from ui.widgets.art import Picture
from ui.widgets.parts import button, card, column, emptied, holder, kind, label, row, show_words
from ui.work.lines import waits
from ui.work.station import Station

SIGN = 24  # pixels of a sign
DONE = {
    tracks.ASKED: "Asked",
    tracks.PREPARED: "Prepared",
    tracks.VERIFIED: "Verified, on its way",
    tracks.RECEIVED: "Received",
    tracks.VOID: "Void",
    tracks.WITHDRAWN: "Not prepared",
}
NEXT = {
    tracks.PREPARED: "The cage prepares it",
    tracks.VERIFIED: "Somebody verifies it",
    tracks.RECEIVED: "The table receives it",
}
ENDED = (tracks.VOID, tracks.WITHDRAWN)
WORKS = ("Trays and slips, as last heard", "Settle a hand, rules, manual")
WAITS = (
    "An ask: kept here, or call",
    "Verify, receive: on the paper",
    "A fill: on a form by hand",
)


class Newest(QFrame):
    """The newest request of the chosen table, as a track; the first thing to do about it."""

    def __init__(self, station: Station, ask_now: Callable[[KeptAsk], object]) -> None:
        """ask_now   called with what was kept for the table, once somebody still wants it"""
        super().__init__()
        self.station, self._kept, self._ask_now = station, kept_of(station), ask_now
        self._table: str | None = None
        self._track: Track | None = None
        self.head, self.worth = label("", "h2", wrap=True), label("", "h2", right=True)
        self.steps = column(gap=10)
        self.note = label("", "muted", wrap=True)
        self.go = button("", self._go, "act")
        self.withdraw = button("Withdraw", self._withdraw)
        self.wanted = label("", "strong", wrap=True)
        self.now, self.back = button("Ask now", self._now), button("Take it back", self._back)
        self.kept = card(self.wanted, holder(row(self.now, self.back, gap=8)), gap=8)
        self.kept.hide()
        top = row(self.head, self.worth, grow=0)
        asked = card(top, self.steps, self.note, self.go, self.withdraw, gap=12)
        self.setLayout(column(self.kept, asked, gap=12))
        theme.changed.connect(self._show)
        self._kept.changed.connect(self._show_kept)

    def show_table(self, table: str | None) -> None:
        """Show how far that table's newest request is."""
        if table != self._table:
            self._table, self._track = table, None
            self.head.setText(f"Table {table}" if table else "")
        self._show_kept()
        if table is not None:
            self.station.ask(lambda desk: (table, track(desk.day, table)), self._found)

    def _found(self, found: tuple[str, Track | None]) -> None:
        if found[0] == self._table:
            self._track = found[1]
            self._show()

    def _show(self) -> None:
        one, board = self._track, self.station.board
        emptied(self.steps)
        self._wait: QWidget | None = None
        self.go.setVisible(one is not None and bool(one.number and one.left))
        self.withdraw.setVisible(one is not None and not one.number and bool(one.left))
        if one is None:
            self.head.setText(f"Table {self._table}" if self._table else "")
            self.worth.clear()
            show_words(self.note, "It asked for nothing tonight.")
            return
        way = "to" if one.what == "fill" else "from"
        self.head.setText(f"{begun(one.name)} {way} table {one.table}")
        self.worth.setText("to par" if one.par else f"${dollars(one.chips.cents)}")
        for step in one.steps:
            clock = f"{board.site.local(step.at):%H:%M}"
            sign, tone = ("warning", "stop") if step.what in ENDED else ("check", "good")
            self._line(sign, tone, DONE[step.what], f"{clock} · {board.name_of(step.by)}")
        for at, what in enumerate(one.left):
            self._line("arrow" if at == 0 else "clock", "way" if at == 0 else "plain", NEXT[what], "")
        show_words(self.note, one.reason)
        if one.number and one.left:
            self.go.setText("Verify it" if one.left[0] == tracks.VERIFIED else "Receive it")
        self.tick()

    def _line(self, sign: str, tone: str, words: str, more: str) -> None:
        mark, said = Picture(), label(words, "strong", wrap=True)
        below = label(more, "caption", wrap=True)
        mark.show_drawn(icons.pixmap, sign, theme.inks(tone)[0], theme.sized(SIGN))
        mark.setAccessibleName("")
        if tone == "plain":
            kind(said, "muted")
        if tone == "way":
            self._wait = below
        self.steps.addWidget(holder(row(mark, column(said, below, gap=0), gap=10, grow=1)))

    def reach(self, away: str) -> None:
        """Why the cage is not reached, "" while it is: without it no slip goes on."""
        for way in (self.go, self.withdraw, self.now):
            waits(way, away)
        self._show_kept()

    def _show_kept(self) -> None:
        """Show what was asked for this table while the line was down, and since when it waits."""
        one = self._kept.of(self._table or "")
        self.kept.setVisible(one is not None)
        if one:
            whom = "the line" if self._kept.away else "you"
            self.wanted.setText(f"{one.words} waits for {whom}, since {self._kept.since(one)}.")

    def _now(self) -> None:
        if one := self._kept.of(self._table or ""):
            self._ask_now(one)

    def _back(self) -> None:
        if one := self._kept.of(self._table or ""):
            self._kept.let_go(one.table, one.what)

    def tick(self) -> None:
        """It is later: what comes next has been waited for longer."""
        one = self._track
        if one and one.left and self._wait:
            waited = waited_s(one.steps[-1].at, self.station.clock.now().at)
            self._wait.setText(f"waited for {clocked(waited)}")  # type: ignore[attr-defined]

    def _go(self) -> None:
        if self._track and self._track.number:
            self.station.go("waiting", Pointed(self._track.what, self._track.number))

    def _withdraw(self) -> None:
        if self._track:
            self.station.go("withdraw ask", self._track.table)


class Away(QFrame):
    """What works and what waits, as long as the cage is not reached."""

    def __init__(
        self, station: Station, try_now: Callable[[], object], what_now: Callable[[], object]
    ) -> None:
        super().__init__()
        self.station = station
        self.head = label("Until the line is back", "h2", wrap=True)
        self.since = label("", "strong", wrap=True)
        kind(self.since, "strong", tone="stop")
        lines = column(gap=8)
        for sign, tone, words in (
            *(("check", "good", words) for words in WORKS),
            *(("clock", "look", words) for words in WAITS),
        ):
            mark = Picture()
            mark.show_drawn(icons.pixmap, sign, theme.inks(tone)[0], theme.sized(20))
            lines.addWidget(holder(row(mark, label(words, wrap=True), gap=10, grow=1)))
        self.again = button("Try now", try_now)
        self.forms = button("Forms by hand", lambda: station.go("manual", "forms"))
        self.ways = button("What now …", what_now, says="What now: the ways on without the cage")
        ways = holder(row(self.again, self.ways, gap=8))
        parts = (self.head, self.since, lines, ways, self.forms)
        self.setLayout(column(card(*parts, gap=12)))
        self.hide()

    def tell(self, why: str, last: datetime | None) -> None:
        """Show it with the time of what is read; hide it while the cage is reached."""
        if why and last:
            self.since.setText(f"Reading as of {self.station.board.site.local(last):%H:%M:%S}")
        self.setVisible(bool(why))
