"""Practice settling: rounds dealt by chance, each wager answered in a line. In a practice book alone."""

from dataclasses import replace

from PySide6.QtCore import QElapsedTimer
from PySide6.QtWidgets import QWidget

from pitdesk.book.journal import Journal
from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.dealt import DEALT
from pitdesk.games.rulings.shown import SHOWN
from pitdesk.games.rulings.trainee import (
    MISTAKES,
    Dealt,
    Marks,
    answer,
    asked,
    mistake,
    right,
    rounds,
)
from pitdesk.tonight.board import Board
from ui.aloud.voice import announce
from ui.rulings.felt import Felt
from ui.rulings.page import FEW, FeltPage, lying
from ui.widgets.fields import Choice, Line, is_count
from ui.widgets.parts import button, kind, show_words
from ui.work.outlet import Outlet
from ui.work.reader import Reader
from ui.work.station import Station

ROUNDS, SEATS = 5, 7
SECOND_MS = 1000
COLUMNS = (("Wager", "Seat 3, double, hand 1 $10.00"), ("You said", "w 10.50 2x5 50c"), ("", "wrong"))
ELSEWHERE = "Practice is in the practice book alone. Start PitDesk with --practice, then come back."
BEGIN = "Type w, l, t or h for the wager that is asked; with w the dollars, and the chips if you like."
OVER = "That was the last wager. Go on with the next sheet."


class Practice(FeltPage):
    """The page: the round at the left, at the foot the wager that is asked."""

    name = "trainee"
    heading, asks, note = "Who is paid what", "Your answer", "Practice"
    goes_on = ("Next sheet", "Deal other rounds")
    hint = "w 10.50 2x5 50c: wins, dollars, chips; l: loses; t: ties or comes back; h: half is given up"
    columns, wide = COLUMNS, frozenset({0, 1, 2})

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        named = [(code, GAMES[code].name) for code in DEALT]
        self.game, self.felt = Choice("game", "", named, usual="nd-21", buttons=FEW), Felt()
        super().__init__(station, self.game, self.felt, parent)
        self.clock, self.marks, self.at = QElapsedTimer(), Marks(), 0
        self.dealt: list[Dealt] = []
        self.number = Line("sheet", "Sheet", read=_number, number=True)
        self.outlet = Outlet(station, Reader(station, self))
        self.sheet = button(
            "On paper …", self.print_sheet, says="The same rounds on paper, with answers"
        )
        self.lay_out(self.number, self.sheet, self.outlet)
        self.number.take_up("1")
        self.game.changed.connect(self.deal)
        self.number.changed.connect(self.deal)
        station.follow(self, self._refresh)

    def right(self, at: int) -> bool:
        """All is words."""
        return False

    def begin(self, what: object = None) -> None:
        """Come to the front, with a round on the table."""
        self._refresh(self.station.board)
        super().begin()

    def _refresh(self, board: Board) -> None:
        """In a book that is no practice nothing is asked."""
        for one in (self.typed, self.number, self.sheet, self.next):
            one.setEnabled(board.site.practice)
        if not board.site.practice:
            show_words(self.words, ELSEWHERE)
        elif not self.dealt:
            self.deal()

    # The rounds

    def again(self) -> None:
        """The next sheet."""
        self.number.take_up(str(self._seed() + 1))
        self.deal()
        self.typed.first().setFocus()

    def _seed(self) -> int:
        try:
            return int(self.number.value())
        except ValueError:
            return 1

    def deal(self) -> None:
        """The rounds of the sheet, from the first wager on."""
        if not self.station.board.site.practice:
            return
        self.dealt = [*rounds(self.game.value(), self._seed(), ROUNDS)]
        self.marks, self.at = Marks(), 0
        self.rows.show_rows([])
        show_words(self.why, "")
        self.total.setText("")
        kind(self.words, "muted")
        self._ask()

    def _place(self) -> tuple[Dealt, int] | None:
        """The round and which of its wagers is asked; None once all are answered."""
        at = self.at
        for one in self.dealt:
            if at < len(one.lines):
                return one, at
            at -= len(one.lines)
        return None

    def _ask(self) -> None:
        """Ask the next wager, with its round on the felt."""
        self.typed.edit.clear()
        self.clock.start()
        place = self._place()
        show_words(self.lies, "; ".join(place[0].shown) if place else "")
        if place is None:
            self.typed.caption_label.setText(OVER)
            return
        dealt, at = place
        words = f"Round {dealt.number} of {len(self.dealt)}. {asked(dealt.lines[at])}: who is paid what?"
        self.typed.caption_label.setText(words)
        self._draw(dealt, at)

    def _draw(self, dealt: Dealt, at: int) -> None:
        """The round, its answered wagers decided."""
        code = self.game.value()
        settled = replace(GAMES[code].settle(dealt.played), lines=dealt.lines)
        piles, seats = lying(SHOWN[code], dealt.played, settled, dealt.lines[:at])
        self.felt.show_table(piles, seats, max(SEATS, *seats, 0), 0)

    def take(self) -> None:
        """Judge an answer, and ask the next wager."""
        place = self._place()
        if place is None:
            return
        dealt, at = place
        line, text = dealt.lines[at], self.typed.edit.text()
        try:
            said = answer(text)
        except ValueError as error:
            show_words(self.trouble, str(error))
            announce(self.trouble, str(error))
            return
        wrong = mistake(line, said)
        self.marks.note(wrong, self.clock.elapsed() // SECOND_MS)
        words = f"{f'No, {MISTAKES[wrong]}' if wrong else 'Right'}: {right(line)}"
        show_words(self.trouble, "")
        show_words(self.words, words)
        kind(self.words, "wrong" if wrong else "good")
        self.rows.renew([*self.rows.rows, (asked(line), text.strip(), "wrong" if wrong else "right")])
        self.at += 1
        self.total.setText(f"{self.marks.right} of {self.at} right")
        if self._place() is None:
            self._draw(dealt, len(dealt.lines))
            show_words(self.why, "\n".join(self.marks.told()))
        self._ask()
        now = self._place()
        lies = f" {self.lies.text()}." if now and not now[1] else ""
        announce(self.words, f"{words}{lies} {self.typed.caption_label.text()}")

    def print_sheet(self) -> None:
        """The same rounds on paper, with lines to fill in, and the answers on another page."""
        code, seed, now = self.game.value(), self._seed(), self.station.now()

        def make(_: Journal) -> bytes:
            from printers.reports.tables.practice import practice_pdf  # noqa: PLC0415

            return practice_pdf(code, seed, ROUNDS, now)

        self.outlet.offer(f"practice-{code}-{seed}", "the practice sheet", make)


def _number(text: str) -> int:
    if not is_count(text):
        raise ValueError("A sheet has a number. The same number deals the same rounds.")
    return int(text)
