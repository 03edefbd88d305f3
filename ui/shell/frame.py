"""The frame around the screens: the top, the places at the left, the verbs at the bottom."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QSizePolicy, QStackedWidget, QWidget
from shiboken6 import isValid

from ui.aloud.roles import Role, read_as
from ui.shell.messages import MessageBar
from ui.shell.session import Session
from ui.shell.sheet import Sheet
from ui.shell.watch import Watch
from ui.widgets import icons, theme
from ui.widgets.flow import Fitting, Folding, Yielding
from ui.widgets.pad import Digits, Letters
from ui.widgets.parts import (
    BAR,
    Beside,
    Cut,
    Matter,
    button,
    column,
    framed,
    holder,
    kind,
    label,
    pill,
    plain,
    row,
)
from ui.work.actions import ACTIONS, GROUPS, PICTURES, Action, action
from ui.work.copies import Copies
from ui.work.lines import following_of, may, waiting, waits
from ui.work.more import More
from ui.work.sending import Sending
from ui.work.station import Station
from ui.work.tabs import Tabs

if TYPE_CHECKING:
    from pitdesk.tonight.board import Board

WIDE, ICONS = 176, 64  # pixels of the places at the left; with the keypad shown, icons alone
DOWN = 2  # pixels between two of them
UNWITNESSED = (
    "Nothing can be done yet: the witness beside the book is {state}. A manager takes a new one."
)
PIT = (  # the verbs in the bar of a station
    *("ask", "waiting", "count tray", "dealer", "limits", "remove box", "camera", "open table", "lock"),
)
GAP, EDGE = 8, 18  # pixels between the verbs, and at their ends
AROUND = {theme.Size.TINY: (6, 4, 2), theme.Size.SMALL: (10, 6, 4)}  # the screens: beside, above, below


class Stack(QStackedWidget):
    """The screens. Each fits itself to the width there is; what is higher than the window scrolls."""

    def minimumSizeHint(self) -> QSize:
        """No wider than there is room, as high as the screen in front needs."""
        front = self.currentWidget()
        return QSize(0, front.minimumSizeHint().height() if front and isValid(front) else 0)


class Room(QWidget):
    """The room of the screens; no layout, as that gives them all the height that words ask for."""

    def __init__(self, stack: Stack) -> None:
        super().__init__()
        self._stack = stack
        stack.setParent(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """All of it is theirs."""
        self._stack.setGeometry(self.rect())

    def event(self, event: QEvent) -> bool:
        """A screen that needs other room says so to what scrolls it, as a layout would."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().event(event)

    def minimumSizeHint(self) -> QSize:
        """As high as the screen in front needs."""
        return self._stack.minimumSizeHint()

    sizeHint = minimumSizeHint


class Top(QFrame):
    """Which site, which day, what is the matter, who works here, and what time it is."""

    def __init__(self, station: Station, session: Session, sending: Sending, copies: Copies) -> None:
        super().__init__()
        self.station, self._sending, self._copies = station, sending, copies
        self.watch = Watch(station)
        self.site = Cut("muted")
        self.day, self.time = pill("", "plain"), label("", "muted")
        self.unsent = Matter("See what was not sent", lambda: station.go("office"))
        self.uncopied = Matter("See what was not copied", lambda: station.go("backup"))
        self.operator = button("", session.lock, "link", says="Change operator")
        self.menu = button("Menu", lambda: None, "verb", says=action("menu").does)
        self.keys = button("Keys", lambda: None, "verb", says=action("verbs").does)
        for made in (self.menu, self.keys):
            made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        brand = label("PitDesk", "brand")
        parts = (brand, self.site, self.day, self.watch.pill, self.unsent, self.uncopied)
        first = (brand, self.time, self.watch.pill, self.day)  # the message bar speaks of paper, too
        line = Yielding(*parts, self.operator, self.time, first=first, gap=14)
        self._line = row(self.menu, self.keys, line, grow=2)
        framed(self, self._line, "top", 18, 8)
        station.changed.connect(self._show_board)
        for changed in (sending.changed, copies.changed, session.tick.timeout):
            changed.connect(self.show_now)

    def fit(self, size: theme.Size) -> None:
        """Have the way to the places and the verbs, where they do not stand beside the screens."""
        self.menu.setVisible(size <= theme.Size.SMALL)
        self.keys.setVisible(size == theme.Size.TINY)
        edges = (10, 2, 10, 2) if size <= theme.Size.SMALL else (18, 8, 18, 8)
        self._line.setContentsMargins(*edges)

    def show_now(self) -> None:
        """Say what time it is, what head office was not given, and that the last day is in no copy."""
        if self.station.ready:
            self.time.setText(f"{self.station.now():%H:%M}")
            self.unsent.tell(self._sending.matter)
            self.uncopied.tell(self._copies.matter)

    def _show_board(self, board: "Board") -> None:
        names = (board.site.organization, board.site.name, self.station.place)
        self.site.say(" · ".join(filter(None, names)))
        self._show_day(board)
        if operator := self.station.operator:
            role = board.duty.get(operator.id, "")
            words = f"{operator.name}{' · ' + role if role else ''}"
            self.operator.setText(words)
            self.operator.setAccessibleName(f"{words}. Change operator")
        self.show_now()

    def _show_day(self, board: "Board") -> None:
        if board.state == "open" and board.date and board.opened_at:
            since = f"{board.site.local(board.opened_at):%H:%M}"
            words, tone = f"Day open · {board.date:%a %b} {board.date.day} · since {since}", "good"
        elif board.state == "sealed" and board.date:
            state = "is closed, drop pending" if board.date in board.pending else "is sealed"
            words, tone = f"No day open · {board.date:%a %b} {board.date.day} {state}", "plain"
        else:
            words, tone = "No day open yet", "plain"
        self.day.setText(words)
        kind(self.day, "pill", tone=tone)


class Rail(Fitting):
    """The places, one below the other, and what helps below them; the last places are behind More."""

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.places: dict[str, QPushButton] = {}
        self.tools: dict[str, QPushButton] = {}
        self._front = ""
        places, tools = column(gap=DOWN), row(gap=4)
        for known in (a for a in ACTIONS if a.group == "place"):
            self.places[known.name] = made = button(known.words, station.go, "rail", to=known.name)
            made.setCheckable(True)
            read_as(made, Role.ListItem)
            made.setToolTip(f"{known.does}  ({known.key})")
            places.addWidget(made)
        for known in map(action, ("find", "manual", "keypad")):
            self.tools[known.name] = made = button(
                "", station.go, "tool", says=known.words, to=known.name
            )
            made.setToolTip(f"{known.words}  ({known.key})")
            tools.addWidget(made)
        self.more = More(Role.ListItem, "More places", self.places, station.go)
        places.addWidget(self.more)
        places.addStretch(1)
        self._list = read_as(holder(places), Role.List)
        self._list.setAccessibleName("Places")
        self._list.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        framed(self, column(self._list, tools, grow=0), "side", 8, 8)
        self.setMinimumWidth(WIDE)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._draw()
        theme.changed.connect(self._draw)

    def _draw(self) -> None:
        for name, made in (*self.places.items(), *self.tools.items()):
            made.setIcon(icons.icon(PICTURES[name]))
        self._fit()

    def _fit(self) -> None:
        """As many places as there is room for; the last are behind More."""
        for place in (*self.places.values(), self.more):
            theme.freshen(place)  # those that are out of sight, too
        names = [*self.places]
        most = (self._list.height() + DOWN) // (self.more.sizeHint().height() + DOWN)
        shown = len(names) if len(names) <= most else max(0, most - 1)
        for at, made in enumerate(self.places.values()):
            made.setHidden(at >= shown)
        self.more.hold(names[shown:], self._front, wordless=self._narrow)
        self.more.setToolTip(self.more.accessibleName())

    def mark(self, name: str) -> None:
        """Mark the place that is in front, or the one that it belongs to."""
        self._front = name if name in self.places else {"fill": "slips", "night": "days"}.get(name, "")
        for other, made in self.places.items():
            made.setChecked(other == self._front)
        self._fit()

    @property
    def marked(self) -> QPushButton:
        """The place that is in front, or what leads to it; the first, where none is."""
        if self.more.isChecked():
            return self.more
        places = [*self.places.values()]
        return next((made for made in places if made.isChecked()), places[0])

    @property
    def _narrow(self) -> bool:
        return self.minimumWidth() == ICONS

    def narrow(self, on: bool) -> None:
        """Take less width: icons alone, and of what helps only what is not in the menu."""
        for name, made in self.places.items():
            made.setText("" if on else action(name).words)
        self.setMinimumWidth(ICONS if on else WIDE)
        for name in ("find", "manual"):
            self.tools[name].setVisible(not on)
        self._fit()


class Bar(Fitting):
    """The verbs that are needed most, and a menu of all."""

    def __init__(self, station: Station) -> None:
        super().__init__()
        self._station = station
        self.verbs: dict[str, QPushButton] = {}
        self.menu = QMenu(self)
        self.all = button("All verbs", lambda: None, "verb")
        self.all.setMenu(self.menu)
        self._fill_menu()
        line = row(gap=GAP)
        cage = [one for one in ACTIONS if one.bar]
        self._shown = {one.name for one in cage}
        pit = [action(name) for name in PIT if station.place and name not in self._shown]
        for known in (*pit, *cage):
            words = known.words if station.place else f"{known.key}  {known.words}"
            self.verbs[known.name] = button(words, station.go, "verb", says=known.words, to=known.name)
            if known.name == "lock":
                line.addStretch(1)
                line.addWidget(self.all)
            line.addWidget(self.verbs[known.name])
        for made in (*self.verbs.values(), self.all):
            made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if station.place:
            station.changed.connect(self._show_board)
        self._following = following_of(station)
        if self._following:
            self._following.changed.connect(self._reach)
            self._reach()
        self._line = line
        framed(self, line, "bottom", EDGE, 8)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def fit(self, size: theme.Size) -> None:
        """Be lower where there is little room."""
        self._line.setContentsMargins(
            EDGE, *((2, EDGE, 2) if size <= theme.Size.SMALL else (8, EDGE, 8))
        )

    def _fill_menu(self) -> None:
        """All verbs, in groups."""
        self._entries: list[tuple[Action, QAction]] = []
        for group, words in GROUPS.items():
            part = self.menu.addMenu(words)
            for known in (a for a in ACTIONS if a.group == group):
                entry = part.addAction(f"{known.words}\t{known.key}")
                entry.setToolTip(known.does)
                self._entries.append((known, entry))
                entry.triggered.connect(lambda _=False, name=known.name: self._station.go(name))

    def _reach(self) -> None:
        """Gray what waits until the cage is reached."""
        for name, made in self.verbs.items():
            waits(made, waiting(self._station, action(name)))
        for known, entry in self._entries:
            entry.setEnabled(not waiting(self._station, known))

    def _rank(self, name: str) -> int:
        """Which of them has its room first: the lock, then as they stand."""
        return -1 if name == "lock" else [*self.verbs].index(name)

    def _show_board(self, _: "Board") -> None:
        """At a station that does no work of the cage: the verbs of the pit."""
        self._shown = {one.name for one in ACTIONS if one.bar}
        if not may(self._station, "cage"):
            self._shown = {*PIT}
        self._fit()

    def _fit(self) -> None:
        """Leave to the menu the verbs that there is no room for."""
        left = self.width() - 2 * EDGE - self.all.sizeHint().width() - GAP
        for name in {*self.verbs} - self._shown:
            self.verbs[name].hide()
        for name in sorted(self._shown, key=self._rank):
            left -= self.verbs[name].sizeHint().width() + GAP
            self.verbs[name].setVisible(left >= 0)


class Banner(QFrame):
    """Says, as long as it is so, that the witness beside the book is not there; leads to a new one."""

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.words = label("", wrap=True)
        self.way = button("Set-up, Backup", station.go, says="Take a new witness", to="backup")
        words = holder(row(pill("Trouble", "stop"), self.words, gap=12, grow=1))
        framed(
            self,
            column(Folding(words, holder(row(None, self.way)), gap=12, stretch=(1, 0))),
            "top",
            18,
            6,
        )
        self.hide()
        station.changed.connect(self._show_board)

    def _show_board(self, board: "Board") -> None:
        self.words.setText(UNWITNESSED.format(state=board.unwitnessed))
        self.setVisible(bool(board.unwitnessed))


class _Keys(Beside):
    """Keys that scroll where there is no room for all of them, each as wide as it is."""

    def minimumSizeHint(self) -> QSize:
        """As wide as they are, and the bar."""
        keys = self.widget()
        return QSize(keys.sizeHint().width() + BAR if keys else 0, 0)


class Frame(QWidget):
    """All that is behind the sign-in: the screens, and what stands around them.

    Attributes:
        docks: on-screen keys that were asked for: "digits" beside the screens, "letters" below them.
        sheets: those that were asked for: "menu" of the places, "verbs".
    """

    def __init__(self, station: Station, session: Session, sending: Sending, copies: Copies) -> None:
        super().__init__(session)
        self.top = Top(station, session, sending, copies)
        self.rail, self.bar = Rail(station), Bar(station)
        self.banner, self.messages = Banner(station), MessageBar(self.top.watch)
        self.stack = Stack()
        self.docks: dict[str, QFrame] = {}
        self.sheets: dict[str, Sheet] = {}
        self._station, self._lettered = station, False
        self.stack.currentChanged.connect(self._make_room)
        self._openers = {"menu": self.top.menu, "verbs": self.top.keys}
        for name, opener in self._openers.items():
            opener.clicked.connect(partial(self._turn, name))
        self._content = column(plain(Beside(), Room(self.stack)))
        self._middle = row(self.rail, self._content, gap=0, grow=1)
        self._whole = column(self.top, self.banner, self._middle, self.messages, self.bar, gap=0, grow=2)
        self.setLayout(self._whole)
        self._fit()
        theme.fitted.connect(self._fit)

    def stand_beside(self, third: QWidget) -> None:
        """Have something stand at the right of the screens."""
        self._middle.insertWidget(2, third)

    def dock(self, name: str) -> QFrame:
        """On-screen keys, made when they are first asked for, and hidden."""
        if name not in self.docks:
            self.docks[name] = made = QFrame()
            made.hide()
            if name == "digits":
                framed(made, column(None, plain(_Keys(), Digits())), "side", 12, 12)
                self._middle.addWidget(made)
            else:
                framed(made, column(None, Letters(away=True)), "bottom", 12, 12)
                self._whole.insertWidget(self._whole.indexOf(self.bar), made)
            self._fit_docks()
        return self.docks[name]

    def show_keys(self, wanted: str) -> None:
        """Show the keys of that dock and no other; of none with ""."""
        for name, dock in self.docks.items():
            if name != wanted:
                dock.hide()  # what goes goes first: there is no room for both
        self._lettered = wanted == "letters"
        self._make_room()
        if wanted:
            theme.freshen(self.dock(wanted))
            self.dock(wanted).show()

    def _make_room(self) -> None:
        """In the least room letters stand in place of what leads elsewhere: the top, names of pages."""
        gives = self._lettered and theme.size() == theme.Size.TINY
        self.top.setHidden(gives)
        if isinstance(front := self.stack.currentWidget(), Tabs):
            front.give_way(gives)

    def sheet(self, name: str) -> Sheet:
        """Places or verbs, for where they do not stand beside the screens; made when first asked for."""
        if name not in self.sheets:
            chosen = [one for one in ACTIONS if (one.group == "place" if name == "menu" else one.bar)]
            if name == "menu":
                chosen += map(action, ("find", "manual", "keypad"))
            self.sheets[name] = Sheet(self._station, self._openers[name], chosen, self)
            if name == "verbs":
                self.sheets[name].offer("All verbs", self.bar.menu)
        return self.sheets[name]

    def _turn(self, name: str) -> None:
        self.sheet(name).turn()

    def _fit(self) -> None:
        """Stand around the screens as the window's room allows."""
        size = theme.size()
        self.top.fit(size)
        self.rail.setVisible(size > theme.Size.SMALL)
        self.bar.setVisible(size > theme.Size.TINY)
        for sheet in self.sheets.values():
            if sheet.opener.isHidden():  # what lies in it stands around them now
                sheet.put_away()
        across, *down = AROUND.get(size, (20, 14, 10))
        edges = across, down[0], max(0, across - BAR), down[1]
        self.bar.fit(size)
        self._content.setContentsMargins(*edges)
        self._make_room()
        self._fit_docks()

    def _fit_docks(self) -> None:
        """Leave the screens more room where there is little; beside digits a bar may stand."""
        edge = 6 if theme.size() == theme.Size.TINY else 12
        for name, dock in self.docks.items():
            right = max(0, edge - BAR) if name == "digits" else edge
            if layout := dock.layout():
                layout.setContentsMargins(edge, edge, right, edge)

    def open(self, name: str) -> None:
        """Go to the places or to the verbs: their sheet, or where they stand."""
        if not self._openers[name].isHidden():
            self._turn(name)
        elif name == "menu":
            self.rail.marked.setFocus()
        else:
            self.bar.all.showMenu()

    def put_away(self) -> bool:
        """Close what lies over the screens; returns whether anything did."""
        return sum(sheet.put_away() for sheet in self.sheets.values()) > 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        """An open sheet lies below the top still."""
        super().resizeEvent(event)
        for sheet in self.sheets.values():
            sheet.fit()
