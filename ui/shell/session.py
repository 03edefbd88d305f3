"""The session: who is signed in at this station, its lock, and what each operator left typed."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QApplication, QWidget

from pitdesk.chips import dollars
from ui.beside.timers import timer
from ui.shell.signin import SignIn
from ui.widgets.flow import Front
from ui.work.drafts import Drafts
from ui.work.settings import Settings
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.tonight.board import Board
    from ui.manual.screen import Manual
    from ui.setup.first import FirstRun
    from ui.work.form import Form

TICK_MS = 5_000
STAYS = "A slip on its way stays in the book, and its chips between two places."
LOST = "What is typed would be lost."
INPUT = {QEvent.Type[name] for name in ("KeyPress", "MouseButtonPress", "TouchBegin", "Wheel")}
Forms = Mapping[tuple[str, str], "Form"]  # place and name → a form that was made


class Session(Front):
    """What is in front: the sign-in, the first run, the manual before either, or the work.

    forms    those of the work that were made so far

    Attributes:
        first: the first run, as long as nobody could work here.
        tick: a clock that ticks every few seconds.

    Signals:
        begun()  somebody has signed in, and the work is in front
        ended()  nobody is signed in any more
    """

    begun = Signal()
    ended = Signal()

    def __init__(
        self,
        station: Station,
        settings: Settings,
        signin: SignIn,
        forms: Callable[[], Forms],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.station, self.signin = station, signin
        self.first: FirstRun | None = None
        self._settings, self._forms = settings, forms
        self._work: QWidget | None = None
        self._manual: Manual | None = None
        self._operator = ""
        self.drafts = Drafts(station, self._form)
        self._idle_ms = 0
        self.tick = timer(self, TICK_MS)
        self.tick.timeout.connect(self._wait)
        self.addWidget(signin)
        signin.begin()

    def guard(self, work: QWidget) -> None:
        """Put the work behind the sign-in, and lock it once nothing was touched for long."""
        self._work = work
        self.addWidget(work)
        self.station.changed.connect(self._show_board)
        self.signin.signed.connect(self._signed)
        self.tick.start()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusWindowChanged.connect(self._watch)
        self._watch(app.focusWindow())

    @property
    def locked(self) -> bool:
        """Whether nobody is signed in."""
        return self._work is None or self.currentWidget() is not self._work

    def lock(self) -> None:
        """Lock, or let somebody else sign in: the work stays behind it."""
        self.ended.emit()
        self.station.sign_out()
        self.setCurrentWidget(self.signin)
        self.signin.begin()

    def _wait(self) -> None:
        """Lock once nothing was touched for as long as the settings say."""
        self._idle_ms += TICK_MS
        if not self.locked and self._idle_ms >= self._settings.lock_min * 60_000:
            self.lock()

    def _watch(self, window: QWindow | None) -> None:
        """Watch what the system brings to a window; what goes on within it is far too much."""
        if window:
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys, clicks and touches keep it from locking itself."""
        if event.type() in INPUT:
            self._idle_ms = 0
        return super().eventFilter(watched, event)

    def _signed(self, person: str) -> None:
        if person != self._operator:
            self.change(person)
        self._idle_ms = 0
        if self._work:
            self.setCurrentWidget(self._work)
        self.begun.emit()
        self.drafts.offer()

    def _form(self, verb: str) -> "Form | None":
        return next((form for (_, name), form in self._forms().items() if name == verb), None)

    @property
    def unfinished(self) -> list[str]:
        """Slips and what is typed that would be left if the window closed, and what becomes of them."""
        if not self.station.ready:
            return []
        if self.first:
            steps = self.first.unfinished
            return [*steps, *[LOST] * bool(steps)]
        going = [
            f"{one.name.capitalize()} is on its way: ${dollars(one.chips.cents)}, table {one.table}."
            for one in self.station.board.waiting
        ]
        begun = (form for form in self._forms().values() if form.typed_anything())
        open_ = [f"Not posted: {form.gist()}." for form in begun]
        typed = [*open_, *self.drafts.words]
        return [*going, *[STAYS] * bool(going), *typed, *[LOST] * bool(typed)]

    def change(self, person: str) -> None:
        """Keep what one operator left typed as drafts, and empty every form for the next."""
        forms, before = self._forms().values(), self._operator
        if before:  # what is being posted is not left
            left = (form for form in forms if form.typed_anything() and not form.busy)
            self.drafts.keep(before, [form.draft() for form in left])
        for form in forms:
            form.clear()
        self._operator = person

    # Before anybody has signed in

    def show_manual(self) -> None:
        """Show the manual at the page that helps here."""
        if self._manual is None:
            from ui.shell.screens import manual  # noqa: PLC0415

            self._manual = manual()
            self._manual.closed.connect(lambda: self.setCurrentWidget(self.first or self.signin))
            self.addWidget(self._manual)
        self.setCurrentWidget(self._manual)
        self._manual.begin("first-night" if self.first else "sign-in")

    def _show_board(self, board: "Board") -> None:
        """As long as nobody could work here, show the first run in the place of the sign-in."""
        if board.state != "new" or self.first:
            return
        from ui.setup.first import FirstRun, missing  # noqa: PLC0415

        if missing(board.site) and not board.unwitnessed:  # which is mended first, by who signs in
            self.first = FirstRun(self.station, self)
            self.first.finished.connect(self._set_up)
            self.addWidget(self.first)
            self.setCurrentWidget(self.first)
            self.first.begin()

    def _set_up(self) -> None:
        """The site is set up: let somebody sign in."""
        self.lock()
        if self.first:
            self.removeWidget(self.first)
            self.first.deleteLater()
            self.first = None
