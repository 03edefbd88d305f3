"""Sums on the screen: the tables of a day line by line, and the day in one sum. Read again by hand."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pitdesk.chips import dollars
from pitdesk.tonight.closing import Closing, TableSum, Term
from ui.widgets import theme
from ui.widgets.parts import cells, column, emptied, holder, label, row

HEADS = ("Table", "Drop cash", "+ Closed with", "+ Credits", "− Opened with", "− Fills", "= Win", "Hold")
MADE_OF = (2, 3, 4, 5)  # columns of what a win is made of, besides its drop
UNKNOWN = "–"


def figure(cents: int | None) -> str:
    """A figure; a dash where it is not known yet."""
    return UNKNOWN if cents is None else dollars(cents).replace("-", "−")


def signed(term: Term, *, first: bool = False) -> str:
    """A line of a sum with the sign that it is added with; the first and a total only below zero."""
    told = figure(term.cents)
    adds = not first and not term.total and term.cents is not None and term.cents > 0
    return f"+ {told}" if adds else told.replace("−", "− ")


class TableSums(QWidget):
    """A line for each table, and the sum of all; in little room without what win is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._grid = cells(14, 5)
        self.empty = label("No table was opened.", "muted")
        self.setLayout(column(holder(self._grid), self.empty, gap=0))
        self._shown: object = None
        self._wide = 0  # pixels that all columns need

    def show_close(self, close: Closing) -> None:
        """Show the tables of a day."""
        if self._shown == (shown := (close.tables, close.total)):
            return
        self._shown = shown
        emptied(self._grid)
        self.empty.setVisible(not close.tables)
        wrap = theme.pixels() > theme.SIZES["body"]  # larger letters, and no more room
        self._grid.setHorizontalSpacing(3 if wrap else 14)
        for across, heading in enumerate(HEADS if close.tables else ()):
            self._grid.addWidget(label(heading, "caption", right=across > 0, wrap=wrap), 0, across)
            self._grid.setColumnStretch(across, 1)
        for down, line in enumerate(close.tables, 1):
            self._line(line, down, bold=False)
        if close.total and close.tables:
            self._line(close.total, len(close.tables) + 1, bold=True)
        self._wide = self._grid.minimumSize().width()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < self._wide
        for at in range(self._grid.count()):
            across = self._grid.getItemPosition(at)[1]  # type: ignore[index]
            if across in MADE_OF and (cell := self._grid.itemAt(at)) and (one := cell.widget()):
                one.setVisible(not narrow)

    def _line(self, line: TableSum, down: int, *, bold: bool) -> None:
        name = line.name if bold else f"Table {line.name}"
        cells = [name, *map(figure, line.cents), f"{line.hold} %" if line.hold else UNKNOWN]
        win = len(HEADS) - 2
        for across, words in enumerate(cells):
            look = "strong" if bold or across == win else ""
            if theme.pixels() > theme.SIZES["body"]:
                look = f"small{look}"
            self._grid.addWidget(label(words, look, right=across > 0), down, across)


class DaySum(QWidget):
    """The day in one sum: every line is added to those above it, every total stands out."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = column(gap=5)
        self.setLayout(self._lines)
        self._shown: tuple[Term, ...] = ()

    def show_close(self, close: Closing) -> None:
        """Show the sum of a day."""
        if self._shown == close.terms:
            return
        self._shown = close.terms
        emptied(self._lines)
        for at, term in enumerate(close.terms):
            words = label(term.words, "strong" if term.total else "muted", wrap=True)
            waits = term.cents is None and bool(term.after)
            said = f"{UNKNOWN}  after {term.after}" if waits else signed(term, first=not at)
            look = "caption" if waits else "strong" if term.total else ""
            told = label(said, look, wrap=waits, right=True)
            told.setAccessibleName(f"{term.words}: {said}")
            line = row(words, told, gap=16, grow=0)
            line.setAlignment(told, Qt.AlignmentFlag.AlignTop)
            self._lines.addLayout(line)
