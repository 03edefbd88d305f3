"""Check a slip by the code on it: whether it is this site's, and what the book says of it."""

from functools import partial

from PySide6.QtWidgets import QWidget

from pitdesk.codes.slips import CodeVerdict
from pitdesk.desk import Desk
from ui.widgets.fields import Line
from ui.widgets.parts import Spare, button, card, column, kind, label, pill, row
from ui.work.before import LEAST, Before
from ui.work.station import Station

TOLD = {  # what a check found → in a word, and its tone
    "equal": ("Genuine", "good"),
    "void since": ("Void since", "look"),
    "differs": ("The book says otherwise", "stop"),
    "not in book": ("Not in the book", "stop"),
    "other key": ("Another site's", "stop"),
    "not signed": ("Not signed", "stop"),
}
NOT_KNOWN = ("Not known", "stop")
HINT = "Scan the square code, or type the letters behind CODE"


class CheckSlip(QWidget):
    """One line to scan or type into; the answer stands below until the next."""

    name = "check slip"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.code = Line("code", "Code of the slip", hint=HINT, number=True)
        self.verdict = pill("")
        self.words = label("", wrap=True)
        self.words.setAccessibleName("What the check found")
        self.answer = card(row(self.verdict, None), self.words, gap=12)
        self.answer.hide()
        ask = button("Check", self.check, "act")
        line = row(self.code, ask, gap=12, grow=0)
        self.code.entered.connect(self.check)
        hint = "A slip found in a drop box, photographed or sent in: its code proves where it is from."
        asked = card(label(hint, "muted", wrap=True), line, gap=12)
        lately = Spare(partial(Before, station, "fill"), LEAST)
        self.setLayout(column(asked, self.answer, lately, gap=16, grow=2))

    def begin(self, what: object = None) -> None:
        """Come to the front, for the next slip."""
        self.code.first().setFocus()

    def check(self) -> None:
        """Hold the code against the book."""
        code = self.code.typed().strip()
        self.code.tell("" if code else "Scan or type the code of a slip first.")
        if code:
            self.station.ask(lambda desk: _checked(desk, code), self._show)

    def _show(self, told: CodeVerdict | str) -> None:
        self.answer.setVisible(isinstance(told, CodeVerdict))
        if isinstance(told, str):
            self.code.tell(told)
            return
        words, tone = TOLD.get(told.kind, NOT_KNOWN)
        self.verdict.setText(words)
        kind(self.verdict, "pill", tone=tone)
        self.words.setText(told.words)
        self.code.clear()
        self.code.first().setFocus()


def _checked(desk: Desk, code: str) -> CodeVerdict | str:
    """The answer; in words only, where it is no code."""
    try:
        return desk.check_slip(code)
    except ValueError as error:
        return str(error)
