"""The window: frame, places, keys. What is in front is a screen; what is told stands in the strip.

It opens as the sign-in alone, and is furnished once that is in sight: nobody waits for what is behind
it. Hence the modules of the desk and of the forms are read when they are needed, not before.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui.shell.signin import SignIn
from ui.shell.watch import Watch
from ui.widgets import theme
from ui.widgets.pad import Digits, Letters
from ui.widgets.parts import (
    Matter,
    Yielding,
    button,
    column,
    into_sight,
    kind,
    label,
    pill,
    row,
    scrolled,
)
from ui.work.actions import ACTIONS, GROUPS, PICTURES, Action, action
from ui.work.copies import copies_of
from ui.work.sending import Sending, sending_of
from ui.work.settings import Settings
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.tonight.board import Board
    from ui.setup.first import FirstRun

TICK_MS = 5_000
HANDS = {QEvent.Type[name] for name in ("KeyPress", "MouseButtonPress", "TouchBegin", "Wheel")}
RAIL, RAIL_ICONS = 176, 64  # pixels of the places at the left; with the keypad shown, icons alone
BAR = 12  # pixels of what scrolls the places, where they are higher than the window
ROOMY = 1700  # pixels of a window with room for a form, what is beside it, and the keypad


class Screen(Protocol):
    """What may be shown in the middle of the window."""

    def begin(self, what: object = None) -> None:
        """Come to the front, with what was pointed at."""


Make = Callable[[Station], QWidget]


class Stack(QStackedWidget):
    """The screens. None of them, least of all one behind, keeps the window from being made smaller."""

    def minimumSizeHint(self) -> QSize:
        """Nothing at all: each screen finds its own way at another width."""
        return QSize(0, 0)


class Places(QWidget):
    """The places one below the other, with room beside them for the bar that scrolls them."""

    def sizeHint(self) -> QSize:
        """As wide as they are, and the bar."""
        return super().sizeHint() + QSize(BAR, 0)


class Window(QWidget):
    """Everything around the screens. A screen is made when it is first gone to.

    Signals:
        seen()   the sign-in was painted for the first time: now furnish
    """

    seen = Signal()

    def __init__(
        self, station: Station, screens: dict[str, Make], settings: Settings, signin: SignIn
    ) -> None:
        super().__init__()
        self.station, self.settings = station, settings
        self.signin = signin
        self._make = screens
        self.screens: dict[str, QWidget] = {}
        self._aside: dict[str, dict[tuple[str, str], Any]] = {}  # person → what they left typed
        self._operator = ""
        self.place = self._under = "floor"  # what find and the manual stand in front of
        self.setWindowTitle("PitDesk")
        self._lay_out()
        signin.begin()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tell, once, that there is something to see."""
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            QTimer.singleShot(0, self, self.seen.emit)

    _seen = False
    sending: Sending | None = None  # none before it is furnished

    def furnish(self) -> None:
        """Make all that is behind the sign-in, and listen to the station."""
        station, signin = self.station, self.signin
        self._lay_out_work()
        self._keys()
        station.changed.connect(self._show_board)
        station.wanted.connect(self.go)
        station.said.connect(self.say)
        station.runner.trouble.connect(lambda words: self.say("stop", words))
        signin.signed.connect(self._signed)
        self.sending = sending_of(station, self.settings)
        self.sending.changed.connect(self._show_unsent)
        self.copies = copies_of(station, self.settings)
        self.copies.changed.connect(self._show_uncopied)
        self._idle_ms = 0
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.installEventFilter(self)
        app.focusChanged.connect(self._focus_moved)

    # How it looks

    def _lay_out(self) -> None:
        self.practice = label(
            "PRACTICE · nothing here is real; it is kept in a book of its own", "practice"
        )
        self.practice.hide()
        self.pages = QStackedWidget()
        self.work = QWidget()
        self.pages.addWidget(self.signin)
        self.pages.addWidget(self.work)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.practice)
        whole.addWidget(self.pages, 1)

    def _lay_out_work(self) -> None:
        self.stack = Stack()
        middle = QHBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        self.digits = self._dock(Digits(), "side")
        content = QVBoxLayout()
        content.setContentsMargins(20, 14, 20, 10)
        content.addWidget(self.stack)
        middle.addWidget(self._rail())
        middle.addLayout(content, 1)
        middle.addWidget(self.digits)
        self.letters = self._dock(Letters(), "bottom")
        frame = column(self._top(), middle, self._strip(), self.letters, self._bar(), gap=0)
        frame.setStretch(1, 1)
        self.work.setLayout(frame)

    def _top(self) -> QFrame:
        self.brand = label("PitDesk", "brand")
        self.site = label("", "muted")
        self.site.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.day = pill("", "plain")
        self.watch = Watch(self.station)
        self.unsent = Matter("See what was not sent", lambda: self.go("office"))
        self.uncopied = Matter("See what was not copied", lambda: self.go("backup"))
        self.operator = button("", self.change_operator, "link", says="Change operator")
        self.time = label("", "muted")
        parts = (self.brand, self.site, self.day, self.watch.pill, self.unsent, self.uncopied)
        first = (self.brand, self.time, self.watch.pill, self.day)  # the strip tells of paper, too
        line = Yielding(*parts, self.operator, self.time, first=first, gap=14)
        return _frame(row(line), "top", (18, 8, 18, 8))

    def _rail(self) -> QFrame:
        self.rail: dict[str, QPushButton] = {}
        places = column(gap=2)
        for known in (a for a in ACTIONS if a.group == "place"):
            made = button(known.words, self.go, "rail", to=known.name)
            made.setCheckable(True)
            made.setToolTip(f"{known.does}  ({known.key})")
            self.rail[known.name] = made
            places.addWidget(made)
        places.addStretch(1)
        self.tools: dict[str, QPushButton] = {}
        tools = row(gap=4)
        for name in ("find", "manual", "keypad"):
            known = action(name)
            made = button("", self.go, "tool", says=known.words, to=name)
            made.setToolTip(f"{known.words}  ({known.key})")
            self.tools[name] = made
            tools.addWidget(made)
        places.setContentsMargins(0, 0, 0, 0)
        inner = Places()
        inner.setLayout(places)
        frame = _frame(column(scrolled(inner), tools), "side", (8, 8, 8, 8))
        frame.setMinimumWidth(RAIL)
        frame.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.side = frame
        self._draw_icons()
        theme.changed.connect(self._draw_icons)
        return frame

    def _draw_icons(self) -> None:
        from ui.widgets import icons  # noqa: PLC0415

        for name, made in (*self.rail.items(), *self.tools.items()):
            made.setIcon(icons.icon(PICTURES[name]))
        QTimer.singleShot(0, self, self._fit_bar)

    def _strip(self) -> QFrame:
        self.told = label("", wrap=True)
        self.tone = pill("", "good")
        self.away = button("Put away", lambda: self.say("", ""), "link", says="Put the message away")
        line = row(self.tone, self.told, *self.watch.ways, self.away, gap=12)
        line.setStretch(1, 1)
        self.strip = _frame(line, "strip", (20, 4, 20, 4))
        self.strip.hide()
        return self.strip

    def _bar(self) -> QFrame:
        bar = row(gap=8)
        self.bar = {}
        for known in (a for a in ACTIONS if a.bar):
            made = button(
                f"{known.key}  {known.words}",
                lambda name=known.name: self.go(name),
                "verb",
                says=known.words,
            )
            made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.bar[known.name] = made
            if known.name == "lock":
                bar.addStretch(1)
                self.verbs = self._more()
                bar.addWidget(self.verbs)
            bar.addWidget(made)
        frame = _frame(bar, "bottom", (18, 8, 18, 8))
        frame.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return frame

    bar: dict[str, QPushButton] = {}  # noqa: RUF012  (none before it is furnished)

    def _fit_bar(self) -> None:
        """Verbs that the bar has no room for are left to the menu of all verbs."""
        if not self.bar:
            return
        gap, edges = 8, 36
        left = self.width() - edges - self.verbs.sizeHint().width() - gap
        for name in sorted(self.bar, key=lambda name: name != "lock"):
            left -= self.bar[name].sizeHint().width() + gap
            self.bar[name].setVisible(left >= 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the bar."""
        super().resizeEvent(event)
        self._fit_bar()
        for screen in self.screens.values():
            self._narrow(screen)

    def _more(self) -> QPushButton:
        """All verbs, in groups."""
        self.more = QMenu(self)
        for group, words in GROUPS.items():
            part = self.more.addMenu(words)
            for known in (a for a in ACTIONS if a.group == group):
                entry = part.addAction(f"{known.words}\t{known.key}")
                entry.setToolTip(known.does)
                entry.triggered.connect(lambda _=False, name=known.name: self.go(name))
        made = button("All verbs", lambda: None, "verb")
        made.setMenu(self.more)
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return made

    def _dock(self, pad: QWidget, side: str) -> QFrame:
        dock = _frame(column(None, pad), side, (12, 12, 12, 12))
        dock.hide()
        return dock

    def _keys(self) -> None:
        self.shortcuts: dict[str, QShortcut] = {}
        for known in ACTIONS:
            made = QShortcut(QKeySequence(known.key), self)
            made.setAutoRepeat(False)
            made.activated.connect(lambda name=known.name: self.go(name))
            self.shortcuts[known.name] = made
        escape = QShortcut(QKeySequence("Escape"), self.work)
        escape.setAutoRepeat(False)
        escape.activated.connect(self._escape)

    # Where it goes

    @property
    def locked(self) -> bool:
        """Whether nobody is signed in."""
        return self.pages.currentWidget() is not self.work

    def shown(self, name: str) -> QWidget:
        """A screen, made when it is first asked for."""
        if name not in self.screens:
            made = self.screens[name] = self._make[name](self.station)
            self.stack.addWidget(made)
            if name == "manual":
                made.closed.connect(self._escape)  # type: ignore[attr-defined]
            self._narrow(made)
        return self.screens[name]

    def go(self, name: str, what: object = None) -> None:
        """Go to a place, or begin a verb where it is done."""
        if name == "keypad":
            self.show_pad(not self.settings.pad)
            return
        if self.locked:
            if name == "manual":
                self._manual_at_the_door()
            return
        if self.tone.property("tone") == "good":
            self._say_what_stands()  # what was done is done; trouble stays until it is put away
        known = action(name)
        if name == "lock":
            self.lock()
        elif known.group == "window":
            self._over(name)
        elif known.group == "place":
            self._front(name).begin(what)
        else:
            self._verb(known, what)

    def _front(self, name: str) -> Any:
        screen = self.shown(name)
        self.place = name
        self.stack.setCurrentWidget(screen)
        mark = name if name in self.rail else {"fill": "slips"}.get(name, "")
        for other, made in self.rail.items():
            made.setChecked(other == mark)
        return screen

    def _verb(self, known: Action, what: object) -> None:
        screen = self.shown(known.screen)
        again = self.stack.currentWidget() is screen and getattr(screen, "current", "") == known.name
        form: Any = _forms(screen).get(known.name)
        if what is None and self.place == "floor" and not again and not _chips_typed(form):
            what = self._pointed()
        self._front(known.screen)
        if again and what is None and hasattr(form, "again"):
            form.again()
            return
        screen.show_form(known.name, what)  # type: ignore[attr-defined]

    def _pointed(self) -> object:
        """The table that is chosen on the floor."""
        return getattr(self.screens.get("floor"), "pointed", None)

    def _over(self, name: str) -> None:
        """Find and the manual stand in front, and give way to what was there."""
        if self.place not in ("find", "manual"):
            self._under = self.place
        page = action(getattr(self.screens.get(self._under), "current", "") or self._under).manual
        screen: Any = self._front(name)
        screen.begin(page)

    def _manual_at_the_door(self) -> None:
        """The manual before anybody has signed in."""
        if self._door is None:
            door: Any = self._make["manual"](self.station)
            door.closed.connect(lambda: self.pages.setCurrentWidget(self.first or self.signin))
            self.pages.addWidget(door)
            self._door = door
        self.pages.setCurrentWidget(self._door)
        self._door.begin("first-evening" if self.first else "sign-in")

    _door: Any = None

    def _escape(self) -> None:
        """Back to what was under it, or to the floor; what was typed stays where it was typed."""
        if self.place in ("find", "manual"):
            screen = self._front(self._under)
            _forms(screen).get(getattr(screen, "current", ""), screen).begin()
        elif self.place != "floor":
            self.go("floor")

    # Who is here

    def lock(self) -> None:
        """Lock: the work stays behind it."""
        self.more.close()
        self.station.sign_out()
        self.pages.setCurrentWidget(self.signin)
        self.signin.begin()

    def change_operator(self) -> None:
        """Let somebody else sign in."""
        self.lock()

    def _signed(self, person: str) -> None:
        if person != self._operator:
            self._put_aside(self._operator, person)
        self._operator = person
        self._idle_ms = 0
        self.pages.setCurrentWidget(self.work)
        self._say_what_stands()
        self._front(self.place).begin()

    def _put_aside(self, before: str, now: str) -> None:
        """Keep what one operator left typed, and take up what the other had."""
        from ui.work.form import Form  # noqa: PLC0415

        forms = {
            (name, form.name): form
            for name, screen in self.screens.items()
            for form in _made(name, screen).values()
            if isinstance(form, Form)
        }
        if before:
            left_typed = {key: form.typed() for key, form in forms.items() if not form.busy}
            self._aside[before] = left_typed  # what is being posted is not left
        left = self._aside.pop(now, {})
        for key, form in forms.items():
            form.clear()
            form.take_up(left.get(key, {}))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hands at work keep it from locking itself."""
        if event.type() in HANDS:
            self._idle_ms = 0
        return super().eventFilter(watched, event)

    def _tick(self) -> None:
        self._idle_ms += TICK_MS
        if not self.locked and self._idle_ms >= self.settings.lock_min * 60_000:
            self.lock()
        self._show_time()
        self._show_unsent()

    # What it tells

    def say(self, tone: str, words: str) -> None:
        """Tell something in the strip, until something else is told or it is put away."""
        names = {"good": "Done", "look": "Look", "stop": "Trouble"}
        self.told.setText(words)
        self.tone.setText(names.get(tone, ""))
        kind(self.tone, "pill", tone=tone or "plain")
        self.strip.setVisible(bool(words))
        self.strip.setAccessibleName(words)

    def _say_what_stands(self) -> None:
        """Tell what is the matter with the printer, as long as it is; else nothing."""
        self.say("stop" if self.watch.trouble else "", self.watch.trouble)

    def _show_board(self, board: "Board") -> None:
        settings = board.site.settings
        names = [settings.get("organization", ""), settings.get("name", "")]
        self.site.setText(" · ".join(filter(None, names)))
        self.practice.setVisible(board.site.practice)
        self._show_day(board)
        if board.state == "new" and self.first is None:
            self._first_run(board)
        if operator := self.station.operator:
            role = board.duty.get(operator.id, "")
            self.operator.setText(f"{operator.name}{' · ' + role if role else ''}")
        self._show_time()

    def _show_unsent(self) -> None:
        """Say what head office was not given for more than a day, or has otherwise; else nothing."""
        self.unsent.tell(self.sending.matter if self.sending else "")

    def _show_uncopied(self) -> None:
        """Say that the last sealed day is in no copy though it should be; else nothing."""
        self.uncopied.tell(self.copies.matter)

    first: "FirstRun | None" = None

    def _first_run(self, board: "Board") -> None:
        """As long as nobody could work here, show the first run in the place of the sign-in."""
        from ui.setup.first import FirstRun, missing  # noqa: PLC0415

        if missing(board.site):
            self.first = FirstRun(self.station)
            self.first.finished.connect(self._set_up)
            self.pages.addWidget(self.first)
            self.pages.setCurrentWidget(self.first)
            self.first.begin()

    def _set_up(self) -> None:
        """The house is set up: let somebody sign in."""
        self.lock()
        if self.first:
            self.pages.removeWidget(self.first)
            self.first.deleteLater()
            self.first = None

    def _show_day(self, board: "Board") -> None:
        if board.state == "open" and board.date and board.opened_at:
            since = f"{board.site.local(board.opened_at):%H:%M}"
            words, tone = f"Day open · {board.date:%a %b} {board.date.day} · since {since}", "good"
        elif board.state == "sealed" and board.date:
            words, tone = f"No day open · {board.date:%a %b} {board.date.day} is sealed", "plain"
        else:
            words, tone = "No day open yet", "plain"
        self.day.setText(words)
        kind(self.day, "pill", tone=tone)

    def _show_time(self) -> None:
        if self.station.ready:
            self.time.setText(f"{self.station.now():%H:%M}")

    def show_pad(self, on: bool) -> None:
        """Show or hide the keys to touch."""
        self.settings.pad = on
        for name, made in self.rail.items():
            made.setText("" if on else action(name).words)
        self.side.setMinimumWidth(RAIL_ICONS if on else RAIL)
        for name in ("find", "manual"):  # they stand in the menu of all verbs as well
            self.tools[name].setVisible(not on)
        for screen in self.screens.values():
            self._narrow(screen)
        self._letters_for(QApplication.focusWidget())
        if self.first:
            self.first.show_keys(on)

    def _narrow(self, screen: QWidget) -> None:
        if _forms(screen):
            screen.narrow(  # type: ignore[attr-defined]
                self.settings.pad and self.width() < ROOMY
            )

    def _focus_moved(self, before: QWidget | None, now: QWidget | None) -> None:
        """An answer that comes late pulls nobody's keys into a page that is not in front."""
        if now and before and self.isAncestorOf(now) and not now.isVisible() and before.isVisible():
            before.setFocus()
            return
        into_sight(now)
        self._letters_for(now)

    def _letters_for(self, field: QWidget | None) -> None:
        """The letters stand below while a field is typed in that takes more than digits."""
        wants = isinstance(field, QLineEdit | QPlainTextEdit) and not field.property("digits")
        letters = self.settings.pad and wants and not self.locked
        digits = self.settings.pad and not letters  # the letters have digits above them
        for dock, wanted in sorted(((self.letters, letters), (self.digits, digits)), key=lambda d: d[1]):
            dock.setVisible(wanted)  # what goes goes first: there is no room for both

    def closeEvent(self, event: QCloseEvent) -> None:
        """Finish what was asked, end what is being read and drawn, close the book."""
        if self.sending:
            self.sending.stop()
            self.copies.stop()
        self.station.runner.stop()
        for screen in self.screens.values():
            screen.deleteLater()
            QCoreApplication.sendPostedEvents(screen, QEvent.Type.DeferredDelete)
        self.screens = {}
        super().closeEvent(event)


def _forms(screen: QWidget) -> Mapping[str, Any]:
    """The forms of a screen that has tabs."""
    return getattr(screen, "forms", {})


def _made(name: str, screen: QWidget) -> dict[str, QWidget]:
    """The pages of a screen that were made so far; of one without tabs, itself."""
    forms: Any = _forms(screen)
    return forms.made if forms else {name: screen}


def _chips_typed(form: Any) -> bool:
    """Whether chips are typed in a form: they are of the table that it has."""
    return bool(getattr(getattr(form, "chips", None), "begun", False))


def _frame(layout: QHBoxLayout | QVBoxLayout, look: str, edges: tuple[int, int, int, int]) -> QFrame:
    frame = QFrame()
    kind(frame, look)
    layout.setContentsMargins(*edges)
    frame.setLayout(layout)
    return frame
