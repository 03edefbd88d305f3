"""The rules: the rulebook in our words, and what the law asks row by row; to search and to open."""

from collections.abc import Iterator
from datetime import date

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSortFilterProxyModel, Qt
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QWidget

from pitdesk.rules.book import Rule
from pitdesk.rules.rows import STATES, Row, counted, rows, rows_of, trace
from ui.people.everybody import WordRows
from ui.widgets import theme
from ui.widgets.dates import shown_day
from ui.widgets.fields import Line, Pick
from ui.widgets.parts import button, card, column, emptied, holder, kind, label, row, scrolled
from ui.work.actions import BY_NAME
from ui.work.lessons import rulebook
from ui.work.outlet import Outlet
from ui.work.reader import Reader
from ui.work.station import Station

WIDTHS = {0: 28, 2: 13, 3: 26}  # letters
RULES, LAW = "rules", "law"
SHOWN = {
    RULES: ("Section", "In our words", "Since", "How it is kept"),
    LAW: ("Section", "In our words", "State", "What does it"),
}
CHOICES = [(RULES, "Rules"), (LAW, "The law")]
LOW = 126  # pixels of what is said of the row that is chosen, at letters of 100 %
NOTE = "The words are ours; the section named beside them is the law."
ID = Qt.ItemDataRole.UserRole


class Rules(QWidget):
    """What PitDesk keeps of the law, and what it does not: rules, or rows of one state or of all."""

    name = "rules"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.search = Line("search", "", hint="Search a word or a section …")
        kind(self.search.edit, "search")
        states = [(state, state.capitalize()) for state, count in counted(rows()).items() if count]
        self.shown = Pick("shown", "", [*CHOICES, *states])
        self.model = QStandardItemModel(0, len(WIDTHS) + 1)
        self.found = QSortFilterProxyModel()
        self.found.setSourceModel(self.model)
        self.found.setFilterKeyColumn(-1)
        self.found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.table = WordRows("Rules", self.found, stretch=1, widths=WIDTHS, last=(2,))
        self.sums = label("", "muted")
        self._told = column(gap=4)
        self.outlet = Outlet(station, Reader(station, self))
        self.booklet = button("Booklet", self._print, says="A booklet of the law for an inspector")
        self._lay_out()
        self._fill()
        self.search.edit.textChanged.connect(self._filter)
        self.search.edit.installEventFilter(self)
        self.search.entered.connect(self.table.setFocus)
        self.shown.changed.connect(self._fill)
        self.table.selectionModel().currentChanged.connect(self._tell)

    def _lay_out(self) -> None:
        self.about = scrolled(holder(self._told))
        self.pane = card(self.about, look="inset", edge=8)
        theme.fitted.connect(self._fit)
        self._fit()
        top = row(self.search, self.shown, self.booklet, gap=12, grow=0)
        foot = row(self.sums, self.outlet, None, label(NOTE, "muted"))
        whole = column(top, self.table, self.pane, foot, gap=12, grow=1)
        self.setLayout(whole)

    def _fit(self) -> None:
        self.about.setFixedHeight(theme.sized(LOW))

    def begin(self, what: object = None) -> None:
        """Come to the front; with a rule's id, at that rule."""
        known = isinstance(what, str) and what in rulebook().rules
        self.shown.take_up(RULES)
        self._fill()
        self.search.take_up(str(what) if known else "")
        self._filter()
        if known:
            self.table.selectRow(0)
        self.search.edit.setFocus()

    def _fill(self) -> None:
        """List the rules, or the rows of the state that is chosen."""
        chosen = self.shown.value()
        self.model.setRowCount(0)
        self.model.setHorizontalHeaderLabels([*SHOWN.get(chosen, SHOWN[LAW])])
        if chosen == RULES:
            for rule in rulebook().rules.values():
                self._add(rule_cells(rule), rule)
        for one in rows() if chosen != RULES else ():
            if chosen in (LAW, one.state):
                self._add(row_cells(one), one)
        self._filter()

    def _add(self, cells: list[str], what: Rule | Row) -> None:
        items = [QStandardItem(words) for words in cells]
        for item in items:
            item.setEditable(False)
            item.setToolTip(item.text())
        items[0].setData(what, ID)
        self.model.appendRow(items)

    def _filter(self) -> None:
        self.found.setFilterFixedString(self.search.edit.text().strip())
        self.table.resizeRowsToContents()
        what = "rules" if self.shown.value() == RULES else "rows"
        self.sums.setText(f"{self.found.rowCount()} of {self.model.rowCount()} {what}")
        self._tell(self.table.currentIndex())

    def _tell(self, index: QModelIndex, before: QModelIndex | None = None) -> None:
        """Say all of the rule or row that is chosen."""
        emptied(self._told)
        what = index.siblingAtColumn(0).data(ID) if index.isValid() else None
        self.pane.setVisible(what is not None)
        if what is None:
            return
        self.table.scrollTo(index)
        for part in self._of_rule(what) if isinstance(what, Rule) else self._of_row(what):
            self._told.addWidget(part)
        self._told.addStretch(1)

    def _of_rule(self, rule: Rule) -> Iterator[QWidget]:
        """A rule with its rows of the trace."""
        yield label(f"{rule.id}: {rule.words}", "strong", wrap=True)
        for one in rows_of(rule.id):
            yield label(f"{one.section}: {one.state}. {one.words}", wrap=True)
        if rule.by == "check":
            yield label(f"To try it: pitdesk rules --try {rule.id}", "caption")

    def _of_row(self, one: Row) -> Iterator[QWidget]:
        """A row: its words, why PitDesk does no more, its rules, and the verbs to go to."""
        yield label(f"{one.section}: {one.words}", "strong", wrap=True)
        yield label(STATES[one.state] + (f" {one.why}" if one.why else ""), wrap=True)
        if one.shown:
            yield label(one.shown, "caption", wrap=True)
        ways = [button(BY_NAME[go].words, self.station.go, "link", to=go) for go in one.screens]
        known = [button(rule, self.begin, "link", to=rule) for rule in one.rules]
        if ways or known:
            yield holder(row(*known, *ways, None, gap=12))

    def _print(self) -> None:
        """Ask where the booklet goes, once it is made."""
        on = self.station.today
        self.outlet.offer("law", "the booklet of the law", lambda _: booklet(on))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down goes from the search into the list."""
        pressed = event.type() == QEvent.Type.KeyPress
        if pressed and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Down:
            self.table.setFocus()
            self.table.selectRow(0)
            return True
        return False


def booklet(on: date) -> bytes:
    """The booklet as of a day. Made where nobody waits for it."""
    from printers.reports.trace import trace_pdf  # noqa: PLC0415  (a report only where one is made)

    return trace_pdf(trace(), rulebook(), on)


def rule_cells(rule: Rule) -> list[str]:
    """A rule as the list says it."""
    sees = "PitDesk says so and writes it down" if rule.warns else "PitDesk refuses"
    kept = sees if rule.by == "check" else f"A procedure: {rule.by}"
    return [f"{rule.section}\n{rule.id}", rule.words, shown_day(rule.since), kept]


def row_cells(one: Row) -> list[str]:
    """A row of the trace as the list says it."""
    kept = [one.does or one.why, ", ".join(one.rules)]
    return [one.section, one.words, one.state.capitalize(), "\n".join(filter(None, kept))]
