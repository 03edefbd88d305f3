"""When we are wrong: what happened, what is safe, what to do. Nothing goes on behind it."""

from pathlib import Path

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from pitdesk.clock import Clock, MachineClock
from pitdesk.errors import Trouble
from ui.widgets import theme
from ui.widgets.parts import button, column, holder, label, row, scrolled

WORDS = (
    "PitDesk met something it cannot explain and stopped, so that it writes nothing wrong. Every slip"
    " and count that it acknowledged is in the book. What was only typed is not: write it down on paper."
)
AGAIN = (
    "Close this window, start PitDesk again and sign in: it continues after the last entry. Check the"
    " last slip; PitDesk asks if it must be printed again. Send the support file, or the text below, to"
    " whoever supports the program. Neither holds a PIN."
)


class Broken(theme.Alone):
    """The last window: the program does nothing more until it is started again.

    told      what the program says of it
    book      the book that was open, if one was
    station   the file of the station's settings
    """

    def __init__(
        self,
        told: str,
        book: Path | None = None,
        station: Path | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__()
        self.setWindowTitle("PitDesk has stopped")
        self._book, self._station, self._clock = book, station, clock or MachineClock()
        self.told = QPlainTextEdit(told)
        self.told.setReadOnly(True)
        self.told.setAccessibleName("What the program says of it")
        self.told.setMinimumHeight(self.told.fontMetrics().lineSpacing() * 4)
        self.safe, self.made = label("", wrap=True), label("", "muted", wrap=True)
        self.made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for one in (self.safe, self.made):
            one.hide()
        self.file = button("Make the support file", self.make_file)
        self.file.setVisible(book is not None)
        title, words, again = (
            label("PitDesk has stopped", "title"),
            label(WORDS, wrap=True),
            label(AGAIN, wrap=True),
        )
        lines = column(title, words, self.safe, again, self.told, gap=16)
        copy, close = button("Copy the text", self.copy), button("Close", self.close, "act")
        ways = row(self.file, copy, None, close)
        whole = column(scrolled(holder(lines)), self.made, ways, gap=16, grow=0)
        whole.setContentsMargins(64, 40, 64, 40)
        self.setLayout(whole)

    def say_what_stands(self) -> None:
        """Say where the book stands, once the desk has let go of it."""
        from pitdesk.upkeep.support import standing  # noqa: PLC0415

        if self._book:
            self.safe.setText(standing(self._book))
            self.safe.show()

    def make_file(self) -> None:
        """Make the support file beside the book, and say where it lies."""
        from pitdesk.upkeep.support import make  # noqa: PLC0415

        assert self._book
        out = self._book.with_name(f"{self._book.stem}-support.zip")
        try:
            make(self._book, out, self._clock.now().at, station=self._station, qt=qVersion())
        except Trouble as trouble:
            words = str(trouble)
        else:
            words = (
                f"The support file is at {out}. It holds versions, settings, numbers and the log: no"
                " entries, no names of people, no PINs. PitDesk sends it to nobody."
            )
        self.made.setText(words)
        self.made.show()

    def copy(self) -> None:
        """Put the text on the clipboard."""
        QApplication.clipboard().setText(self.told.toPlainText())
