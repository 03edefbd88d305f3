"""A form about one table: which one, and the few more things that its verb asks."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from pitdesk.book.limits import in_words
from pitdesk.book.site import GAMES
from pitdesk.chips import dollars
from pitdesk.tonight.board import Board, Spot, begun
from ui.aloud.voice import announce
from ui.widgets.fields import TIMES, Choice, Field
from ui.widgets.parts import Question, column, holder
from ui.widgets.tray import Tube
from ui.work.actions import action
from ui.work.before import Before
from ui.work.form import Form
from ui.work.readback import ReadBack, Reading, TrayTiles


class Table(Choice):
    """Which table. All the digits typed together name it, so that none of them chooses twice.

    Arrows or a touch change it, but where chips are typed for one it asks before it is another.

    Attributes:
        typed_for: whether chips are typed for it.
        unoffered: asks about a number that is not offered; whether there was anything to ask.
    """

    typed_for: Callable[[], bool] = staticmethod(lambda: False)
    unoffered: Callable[[str], bool] = staticmethod(lambda _: False)

    def __init__(
        self,
        name: str,
        caption: str = "",
        *,
        across: int = 12,
        none: str = "There is none just now.",
        usual: str = "",
    ) -> None:
        self._before = self._wanted = ""  # chosen before the digits; pointed at, and asked about
        self.another = Question("", {"Change it": self._change, "Leave it": self._leave})
        super().__init__(name, caption, across=across, none=none, usual=usual)
        self._column.addWidget(self.another)

    def ask(self, question: Question) -> None:
        """Have a question about the table stand below it, once it is asked."""
        self._column.addWidget(question)

    def choose(self, key: str) -> None:
        """Choose by key; nothing is asked any more."""
        self.another.hide()
        super().choose(key)

    def point(self, key: str) -> None:
        """Choose by the arrows or a touch; ask first where chips are typed for another."""
        self.run = ""
        if self.typed() in ("", key) or not self.typed_for():
            self.choose(key)
            return
        self._wanted = key
        self.mark()
        self.another.words.setText(
            f"The chips are typed for {self.words(self.typed())}. Change to {self.words(key)}?"
        )
        self.another.show()
        QTimer.singleShot(0, self.another, self.another.answers["Change it"].setFocus)

    def words(self, key: str) -> str:
        """An option as it is named in a sentence."""
        words = dict(self._options)[key]
        return f"table {words}" if words == key else words[:1].lower() + words[1:]

    def _change(self) -> None:
        self.choose(self._wanted)
        self.first().setFocus()

    def _leave(self) -> None:
        self.first().setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Backspace takes the digits back."""
        if event.key() == Qt.Key.Key_Backspace and self.run:
            self.run = ""
            self.tell("")
            self.choose(self._before)
        super().keyPressEvent(event)

    def spilled(self, text: str) -> bool:
        """Chips that were typed here chose no table."""
        if not self.run:
            self._before = self.typed()
        elif text in TIMES and self.spill:
            self.tell("")
            self.choose(self._before)
        return super().spilled(text)

    def _by_letter(self, letter: str) -> None:
        if not self.run:
            super()._by_letter(letter)
            return
        found = self.begins_with(self.run)
        self.choose(self._before if found is None else found)
        self.first().setFocus()
        if found is None and not self.unoffered(self.run):
            self.tell("No table has this number. Backspace takes it back.")


class AtTable(Form):
    """What the forms about a table have in common, or about its box.

    Attributes:
        caption, across: of the tables, and how many stand in a row.
        none: what is said where no table is offered.
        head: what is done there, where it is read back; "" for what the verb says.
        names: what the one button says of a {table}; "" where it says the same of all.
        blind: whether its tray is not to be seen.
        deals: whether chips go to or from it, which somebody who deals there receives or gives.
    """

    caption = "Table"
    across = 12
    none = "There is none just now."
    head = names = ""
    tone = "good"
    blind = deals = False
    trays: TrayTiles | None = None

    def fields(self) -> list[Field]:
        """The table, and what a form adds."""
        self.table = Table("table", self.caption, across=self.across, none=self.none)
        self.table.changed.connect(self.another)
        self.table.changed.connect(self.signers.forget_pins)  # who initials sees the other table first
        self.table.typed_for = lambda: self.typed_after(0)
        self._ask_about_tables()
        return [self.table, *self.more()]

    def more(self) -> list[Field]:
        """What else is asked."""
        raise NotImplementedError

    def offers(self, spot: Spot) -> bool:
        """Whether this table is offered."""
        return spot.state == "open"

    def refresh(self, board: Board) -> None:
        """Offer the tables it can be done at."""
        self.table.offer([(spot.table, spot.table) for spot in board.spots if self.offers(spot)])
        super().refresh(board)

    # What is read back, and asked, before anybody initials

    def read_back(self) -> QWidget | None:
        """The table, large."""
        self.large = ReadBack()
        if not self.blind:  # there is a tray to be seen, where there is room
            policy = self.large.sizePolicy()
            policy.setHorizontalStretch(2)
            self.large.setSizePolicy(policy)
        return self.large

    def spare(self) -> Callable[[], QWidget] | None:
        """The trays of the tables; what was done there lately, where one is counted, or none is seen."""
        return super().spare() if self.blind else self._make_trays

    def _make_trays(self) -> QWidget:
        self.trays, self.lately = TrayTiles(), Before(self.station, action(self.name).screen)
        both = holder(column(self.trays, self.lately))  # before one is shown: alone it were a window
        if self.station.ready:
            self._show_trays()
        return both

    def _show_trays(self) -> None:
        board = self.station.board
        if self.trays:
            spots = (spot for spot in board.spots if spot.since and self.offers(spot))
            self.trays.tell([read_table(spot, board, "") for spot in spots], self.table.typed())
            self.lately.setVisible(self.trays.none)
            self.trays.setVisible(not self.trays.none)

    def show_table(self) -> None:
        """Read the table back, and name it on the button."""
        head = self.head or action(self.name).words
        read = self.reading(head) or Reading("", head, ("No table is chosen.",))
        if (typed := self.so_far()).pieces:
            total = f"${dollars(typed.cents)} in {typed.pieces:,} chip{'s' * (typed.pieces != 1)}"
            read = replace(read, words=(*read.words, total))
        self.large.tell(read)
        if self.names:
            words = self.names.format(table=read.number) if read.number else type(self).post_words
            self.post_words = words
            self.primary.setText("One moment …" if self.busy else words)

    def changed(self) -> None:
        """What is typed by now is read back, too."""
        super().changed()
        if self.station.ready:
            self.show_table()

    def reading(self, head: str) -> Reading | None:
        """The table that is chosen, as it is read back; None while none is."""
        if (spot := self.spot) is None:
            return None
        return read_table(spot, self.station.board, head, tray=not self.blind, tone=self.tone)

    def another(self) -> None:
        """Another table: it is read back, and stands out where chips are typed already."""
        super().another()
        if self.station.ready:
            before = self.large.told.number
            self.show_table()
            self._show_trays()
            after = self.large.told.number
            if before and after and before != after and self.typed_after(0):
                self.large.flash()

    def _refresh(self, board: Board) -> None:
        super()._refresh(board)
        self.show_table()
        self._show_trays()

    def _ask_about_tables(self) -> None:
        seat = {"Go on": self._go_on_all_the_same, "Seat a dealer": self._seat}
        self.undealt = Question("", seat)
        self.unopened = Question("", {"Open it": self._open, "Another table": self.to_first})
        self._sure = self._wanted = ""  # a table without dealer that was asked about; one not open
        self._then: Callable[[], object] = self.to_first
        for question in (self.undealt, self.unopened):
            self.table.ask(question)
            self.table.changed.connect(question.hide)
        self.table.unoffered = self._unoffered

    def doubts(self, then: Callable[[], object]) -> bool:
        """Ask whether chips go to or from a table where nobody deals, and do `then` if so."""
        spot = self.spot
        if not self.deals or spot is None or spot.state != "open" or spot.dealer:
            return False
        if self._sure == spot.table:
            return False
        self._then = then
        self.undealt.words.setText(f"Nobody deals at table {spot.table}. Go on all the same?")
        self._put(self.undealt)
        return True

    def _unoffered(self, table: str) -> bool:
        """Ask whether a table is to be opened first that is there and is not open."""
        self.unopened.hide()  # fewer digits were of that table
        spot = self.station.board.spot(table)
        if not self.deals or spot is None or spot.state == "open":
            return False
        self._wanted = table
        self.unopened.words.setText(f"Table {table} is not open. Open it first?")
        self._put(self.unopened)
        return True

    def _put(self, question: Question) -> None:
        self.table.tell("")
        question.show()
        announce(question, question.words.text(), urgent=True)
        QTimer.singleShot(0, question, next(iter(question.answers.values())).setFocus)

    def _go_on_all_the_same(self) -> None:
        self._sure = self.table.typed()
        self._then()

    def _seat(self) -> None:
        self.station.go("dealer", self.table.typed())

    def _open(self) -> None:
        self.table.run = ""
        self.station.go("open table", self._wanted)

    def go_on(self, at: int) -> None:
        """On from the table, unless there is something to ask of it first."""
        if at or not self.doubts(lambda: self.go_on(0)):
            super().go_on(at)

    def clear(self) -> None:
        """Empty it; what was asked is asked again."""
        super().clear()
        self._sure = ""
        for question in (self.undealt, self.unopened):
            question.hide()

    @property
    def spot(self) -> Spot | None:
        """The table that is chosen."""
        return self.station.board.spot(self.table.typed())

    def take(self, what: object) -> None:
        """Begin with a table."""
        self.table.take_up(str(what))

    def is_of_another(self, what: object) -> bool:
        """Whether something is typed for another table."""
        table = what[0] if isinstance(what, tuple) else what
        begun = any(one.begun for one in self.inputs if one is not self.table)
        return begun and self.table.typed() not in ("", str(table))

    def gist(self) -> str:
        """The table as well."""
        table = self.table.typed()
        return super().gist() + (f", table {table}" if table else "")


def read_table(
    spot: Spot,
    board: Board,
    head: str,
    *,
    tray: bool = True,
    becomes: tuple[str, ...] = (),
    tone: str = "good",
) -> Reading:
    """A table read back: what is played there for how much, who deals, which box, its tray as known.

    tray   whether the tray is shown; not to whoever counts it
    """
    limits = in_words(spot.limits).replace("-", "–") if spot.limits else ""
    word = "Operator" if spot.game == "PW" else "Dealer"
    nobody = "Nobody deals" if spot.state == "open" else begun(spot.state)
    dealer = f"{word} {board.name_of(spot.dealer)}" if spot.dealer else nobody
    words = (
        begun(" · ".join(filter(None, (GAMES[spot.game], limits)))),
        " · ".join(filter(None, (dealer, f"box {spot.box}" if spot.box else ""))),
    )
    if not tray or spot.since is None:
        return Reading(spot.table, head, words, tone=tone)
    since = f"Its tray, counted {board.site.local(spot.since):%H:%M}"
    chips = sorted({*spot.known, *spot.par}, reverse=True)
    looks = board.site.chips
    tubes = (Tube(chip.name, looks.get(chip, {}), spot.known[chip], spot.par[chip]) for chip in chips)
    return Reading(spot.table, head, words, since, tuple(tubes), becomes, tone)
