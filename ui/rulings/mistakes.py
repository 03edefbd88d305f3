"""Dealing mistakes: what is done about each, what that turns on, and where it stands."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.told import TABLES, mistakes_of
from ui.widgets import theme
from ui.widgets.columns import show_columns, usual_widths
from ui.widgets.fields import Choice
from ui.widgets.listing import Listing, listed
from ui.widgets.parts import BAR, column, label
from ui.work.station import Station

COLUMNS = (
    ("What went wrong", "The reader was used with a wrong card up"),
    ("If", "the player wants the second one"),
    ("What is done", "Shuffle the discards, cut, burn one, finish the round."),
    ("Section", "99-01.3-08-12(15)"),
)
EDGES = 24
SHOWN = ({0, 1, 2, 3}, {0, 1, 2}, {0, 2}, {0})  # which columns, by the room there is
POLICY = "Unless the organization has a written policy of its own, 99-01.3-08-12."


class Mistakes(QWidget):
    """The page."""

    name = "mistakes"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.game = Choice("game", "", [(code, GAMES[code].name) for code in TABLES], usual="nd-21")
        self.rows: Listing[tuple[str, ...]] = Listing([one for one, _ in COLUMNS], lambda _: False)
        self.list = listed("Dealing mistakes", self.rows)
        self.words = label("", wrap=True)
        self.setLayout(
            column(self.game, self.list, self.words, label(POLICY, "muted", wrap=True), grow=1)
        )
        self.game.changed.connect(self._show)
        self.list.selectionModel().currentRowChanged.connect(lambda now: self._tell(now.row()))
        theme.fitted.connect(self._fit)
        self._show()

    def begin(self, what: object = None) -> None:
        """Come to the front."""
        self.game.first().setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the columns that there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        widths = usual_widths(COLUMNS, EDGES)
        room = self.list.width() - BAR
        shown = next((s for s in SHOWN if sum(widths[at] for at in s) <= room), {0})
        last = max(shown & {0, 2})
        for at in (0, 2):  # before the widths: a column that stretches takes none
            stretch = QHeaderView.ResizeMode.Stretch if at == last else QHeaderView.ResizeMode.Fixed
            self.list.horizontalHeader().setSectionResizeMode(at, stretch)
        show_columns(self.list, widths, shown)

    def _show(self) -> None:
        self.rows.show_rows([*mistakes_of(TABLES[self.game.value()])])
        self.list.selectRow(0)

    def _tell(self, at: int) -> None:
        """Say all of a row, where some columns have no room."""
        if 0 <= at < len(self.rows.rows):
            event, turns, done, section = self.rows.rows[at]
            said = f"{event}, {turns}" if turns else event
            self.words.setText(f"{said}: {done} {f'[{section}]' * bool(section)}")
