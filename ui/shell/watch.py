"""The printer on the screen: its state, the ways on where nothing prints, the question after a print."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ui.beside.timers import timer
from ui.widgets.parts import button, kind, pill
from ui.work.actions import action
from ui.work.message import PAPER, PRINTER
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.tonight.board import Board
    from printers import Printer

UNASKED = "Printer not asked yet"
LOOK_MS = 30_000  # between one question to the printer and the next


def ready(printer: "Printer | None") -> tuple[str, str]:
    """What is known of a printer with nothing the matter, and its tone."""
    if printer is None:
        return UNASKED, "plain"
    if printer.answers:
        return "Printer ready", "good"
    return ("Printer says nothing" if printer.waits else "Kept as files"), "plain"


class Watch(QObject):
    """Listens to the printer, asks it how it is, and shows it.

    Attributes:
        pill: the state of the printer in a word.
        ways: buttons that lead on: print now, another printer, by hand, is it whole.
        trouble: what is the matter with the printer, "" for nothing.
        printing: whether a sheet is at it.
    """

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self.trouble = self._low = ""
        self.printing = False
        self._asked: frozenset[int] = frozenset()  # the prints that were asked about already
        self._heard: Printer | None = None  # the one that was asked last, and nothing was wrong
        self.pill = pill(UNASKED)
        self.again = button("Print now", self.print_now)
        self.another = button("Another printer", station.go, to="station")
        self.hand = button(action("by hand").words, station.go, to="by hand")
        self.whole = button(action("answer").words, station.go, to="answer")
        self.ways = (self.again, self.another, self.hand, self.whole)
        for way in self.ways:
            way.hide()
        station.printing.printer.connect(self.printer_said)
        station.printing.low.connect(self._is_low)
        station.printing.busy.connect(self._is_printing)
        station.changed.connect(self._show_board)
        self._looks = timer(self, LOOK_MS)
        self._looks.timeout.connect(self.look)
        self._looks.start()
        self.look()

    def look(self) -> None:
        """Ask the printer how it is, unless it prints."""
        if not self.printing:
            self.station.printing.look(self._answered)

    def _answered(self, _: str) -> None:
        self._heard = self.station.printing.paper
        self._show()

    def print_now(self) -> None:
        """Try again; what is still the matter shows again."""
        self.station.printing.print_due(lambda _: None, self._still)

    def _still(self, words: str) -> None:
        self.station.trouble(words, PRINTER)

    def printer_said(self, words: str) -> None:
        """Show what is the matter with the printer, or that it is back."""
        before, self.trouble = self.trouble, words
        self._heard = None if words else self.station.printing.paper
        if words:
            self._still(words)
        elif before:
            self.station.settle(PRINTER)
            rest = "" if self.station.board.unprinted else "; what waited is printed"
            self.station.say(f"The printer is back{rest}.", aside=True)
        self._show()

    def _is_low(self, words: str) -> None:
        self._low = words
        self._show()

    def _is_printing(self, printing: bool) -> None:
        self.printing = printing
        self._show_board(self.station.board)

    def _show_board(self, board: "Board") -> None:
        self._show()
        self._ask_about(board)

    def _show(self) -> None:
        board = self.station.board
        asked = len(board.questions)
        if self.printing:
            words, tone = "Printing …", "plain"
        elif asked:
            words, tone = f"{asked} print{'s' * (asked != 1)} to ask about", "look"
        elif self.trouble:
            due = board.unprinted
            words = f"Printer waits, {due} to print" if due else "Printer not ready"
            tone = "stop"
        elif self._low:
            words, tone = self._low.partition(": ")[2].partition(".")[0], "look"
            words = words[:1].upper() + words[1:]
        else:
            words, tone = ready(self._heard)
        self.pill.setText(words)
        self.pill.setToolTip(self._low)
        kind(self.pill, "pill", tone=tone)
        for way in (self.again, self.another, self.hand):
            way.setVisible(bool(self.trouble))
        self.whole.setVisible(bool(asked) and not self.printing)

    def _ask_about(self, board: "Board") -> None:
        """Ask, once, about each print that nobody proved; what is at the printer may yet be."""
        if self.printing:
            return
        new = [one for one in board.questions if not self._asked.issuperset(one.entries)]
        self._asked = frozenset(entry for one in board.questions for entry in one.entries)
        if not board.questions:
            self.station.settle(PAPER)
        if new and self.station.operator:
            names = ", ".join(dict.fromkeys(one.name for one in new))
            key = action("answer").key
            words = f"Sent: {names}. Is it complete? Check the paper, then {key}."
            self.station.say(words, "look", about=PAPER)
