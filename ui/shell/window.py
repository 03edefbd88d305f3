"""The window: puts session, frame and keys together, and brings screens to the front.

It opens as the sign-in alone, and is furnished once that is in sight: nobody waits for what is behind
it. Hence the modules of the desk and of the forms are read when they are needed, not before.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QMessageBox, QWidget

from ui.aloud.voice import bell
from ui.shell.session import Forms, Session
from ui.shell.signin import SignIn
from ui.widgets import theme
from ui.widgets.parts import column, label
from ui.work.actions import Action, action
from ui.work.lines import may, waiting
from ui.work.settings import Settings
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.book.entries import Entry
    from ui.shell.inspecting import Inspecting
    from ui.shell.screens import Make, Screen
    from ui.shell.third import Third
    from ui.work.sending import Sending
    from ui.work.tabs import Tabs

THREE = 2400  # pixels of a window from which what waits stands beside each screen
ROOMY = 1700  # pixels of a window with room for a form, what is beside it, and the keypad
LEAVING = CLOSE, LOCK, STAY = "Close all the same", "Lock instead", "Stay"
PRACTICE = "PRACTICE · nothing here is real; it has its own book"


class Window(theme.Alone):
    """The one window on a book. A screen is made when it is first gone to.

    Attributes:
        session: who is signed in.
        frame, keys, sending, copies, till, devices: what is around and beside the screens, once it
            is furnished.
        screens: those that were made, by their place.
        place: the one in front.

    Signals:
        seen()   the sign-in was painted for the first time: now furnish
    """

    seen = Signal()
    _seen = False
    inspecting: "Inspecting | None" = None
    sending: "Sending | None" = None
    third: "Third | None" = None

    def __init__(
        self, station: Station, screens: "Mapping[str, Make]", settings: Settings, signin: SignIn
    ) -> None:
        super().__init__()
        self.station, self.settings = station, settings
        self._make = screens
        self.screens: dict[str, Screen] = {}
        self.place = self._under = "floor"  # what find and the manual stand in front of
        self.setWindowTitle("PitDesk")
        self.practice = label(PRACTICE, "practice")
        self.practice.hide()
        self.session = Session(station, settings, signin, self._forms, self)
        self.setLayout(column(self.practice, self.session, gap=0, grow=1))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Report, once, that there is something to see."""
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            QTimer.singleShot(0, self, self.seen.emit)

    def furnish(self) -> None:
        """Make all that is behind the sign-in, and listen to the station."""
        from ui.shell.customer import Customer  # noqa: PLC0415
        from ui.shell.frame import Frame  # noqa: PLC0415
        from ui.shell.keys import Keys  # noqa: PLC0415
        from ui.shell.offers import Offers  # noqa: PLC0415
        from ui.shell.scans import Scans  # noqa: PLC0415
        from ui.shell.speech import Speech  # noqa: PLC0415
        from ui.shell.wedge import Wedge  # noqa: PLC0415
        from ui.work.copies import copies_of  # noqa: PLC0415
        from ui.work.devices import devices_of  # noqa: PLC0415
        from ui.work.sending import sending_of  # noqa: PLC0415
        from ui.work.till import till_of  # noqa: PLC0415

        station, session = self.station, self.session
        self.sending, self.copies = sending_of(station, self.settings), copies_of(station, self.settings)
        self.till, self.devices = till_of(station, self.settings), devices_of(station, self.settings)
        self.frame = Frame(station, session, self.sending, self.copies)
        self.frame.rail.narrow(self.settings.pad)
        self.keys = Keys(station, self.settings, session, self.frame, self._escape)
        self.speech = Speech(station, session, self.frame)
        self.offers = Offers(station, self.devices, self._in_front)
        self.scans = Scans(session, station, self.devices, self._in_front)
        self.wedge = Wedge(self.settings, self)
        self.wedge.scanned.connect(self.scans.scanned)
        self.customer = Customer(station, self.settings, self)
        self.devices.begin()
        session.guard(self.frame)
        session.begun.connect(self._begun)
        session.ended.connect(self.frame.bar.menu.close)
        session.ended.connect(self.offers.withdraw)
        station.changed.connect(lambda board: self.practice.setVisible(board.site.practice))
        station.wanted.connect(self.go)
        station.inspected.connect(self._inspect)
        station.posted.connect(self._passed)
        self._stand_beside()
        bell.on = self.settings.sound

    def _passed(self, entry: "Entry") -> None:
        """Lock behind whoever has given the drawer away: the next payment is of whoever has it now."""
        operator = self.station.operator
        if entry.kind != "pass drawer" or not operator:
            return
        from pitdesk.kinds import PassDrawer  # noqa: PLC0415

        fact = entry.of(PassDrawer)
        if operator.id == fact.goes:
            self.session.lock()
            name = self.station.board.name_of(fact.person)
            self.session.signin.expect(
                fact.person, f"{name} has the {fact.drawer} now. Sign in to go on."
            )

    def _inspect(self, entry: "Entry") -> None:
        """Lock, and show the book to an agent, read-only, for as long as a manager allowed."""
        from pitdesk.kinds import Inspect  # noqa: PLC0415
        from ui.shell.inspecting import Inspecting  # noqa: PLC0415

        fact, station = entry.of(Inspect), self.station
        until = entry.at + timedelta(minutes=fact.minutes)
        clock = station.board.site.local(until)
        why = f"For {fact.agent}, until {clock:%H:%M}. Opened by {entry.signatures[0].initials}."
        self.session.lock()
        self.inspecting = Inspecting(
            station.read_from, why, station.clock, station.width, self._end_inspection, until
        )
        self.inspecting.resize(self.size())
        self.inspecting.show()

    def _end_inspection(self) -> QWidget:
        if self.inspecting:
            self.inspecting.close()
            self.inspecting.deleteLater()
            self.inspecting = None
        return self

    # Where it goes

    def shown(self, name: str) -> "Screen":
        """A screen, made when it is first asked for."""
        if name not in self.screens:
            made = self.screens[name] = self._make[name](self.station, self.frame.stack)
            self.frame.stack.addWidget(made)
            if closed := getattr(made, "closed", None):
                closed.connect(self._escape)
            self._narrow(made)
        return self.screens[name]

    def go(self, name: str, what: object = None) -> None:
        """Go to a place, or begin a verb where it is done."""
        if name == "keypad":
            self.show_pad(not self.settings.pad)
            return
        if name == "undo" and not self.session.locked:
            self.frame.messages.undo()
            return
        if self.session.locked:
            if name == "manual":
                self.session.show_manual()
            return
        if name == "beside":
            if tabs := _tabs(self.shown(self.place)):
                tabs.turn()
            return
        if name in ("menu", "verbs"):
            self.frame.open(name)
            return
        if name == "total":
            self.speech.tell_total()
            return
        self.frame.messages.go_on()
        known = action(name)
        if name == "lock":
            self.session.lock()
        elif known.group == "window":
            self._over(name, what)
        elif known.group == "place":
            self._front(name).begin(what)
        else:
            self._verb(known, what)

    def _front(self, name: str) -> "Screen":
        screen = self.shown(name)
        self.place = name
        theme.freshen(screen)
        self.frame.stack.setCurrentWidget(screen)
        self.frame.rail.mark(name)
        self._stand_beside()
        return screen

    def _verb(self, known: Action, what: object) -> None:
        if known.name in ("fill", "credit") and not may(self.station, "cage"):
            known = action("ask")  # chips are prepared at the cage; the pit asks for them
        if away := waiting(self.station, known):
            self.station.say(f"{known.words}: this waits until the cage is reached.", "look", then=away)
            return
        screen = _tabs(self.shown(known.screen))
        if screen is None:  # it has a place to itself
            self._front(known.screen).begin(what)
            return
        again = self.frame.stack.currentWidget() is screen and screen.current == known.name
        form = screen.forms.get(known.name)
        if what is None and self.place == "floor" and not again:
            what = getattr(self.screens.get("floor"), "pointed", None)  # the table that is chosen there
        self._front(known.screen)
        if form and again and what is None and hasattr(form, "again"):
            form.again()
        else:
            screen.show_form(known.name, what)

    def _over(self, name: str, what: object = None) -> None:
        """Find and the manual stand in front, and give way to what was there."""
        if self.place not in ("find", "manual"):
            self._under = self.place
        page = action(getattr(self.screens.get(self._under), "current", "") or self._under).manual
        self._front(name).begin(what or page)

    def _escape(self) -> None:
        """Back to what was under it, or to the floor; what was typed stays where it was typed."""
        if self.frame.put_away():
            return
        if self.place in ("find", "manual"):
            screen = self._front(self._under)
            tabs = _tabs(screen)
            (tabs.forms[tabs.current] if tabs else screen).begin()
        elif self.place != "floor":
            self.go("floor")

    def _in_front(self) -> QWidget | None:
        """The form or the screen in front; None while the station is locked."""
        if self.session.locked:
            return None
        screen = self.frame.stack.currentWidget()
        tabs = _tabs(screen) if screen else None
        form = tabs.forms[tabs.current] if tabs else screen
        return form if isinstance(form, QWidget) else None

    def _begun(self) -> None:
        self.frame.messages.clear()
        self._front(self.place).begin()

    def _forms(self) -> Forms:
        """The forms that were made so far."""
        from ui.work.form import Form  # noqa: PLC0415

        return {
            (name, form.name): form
            for name, screen in self.screens.items()
            if (tabs := _tabs(screen))
            for form in tabs.forms.made.values()
            if isinstance(form, Form)
        }

    # How much room there is

    def show_pad(self, on: bool) -> None:
        """Show or hide the on-screen keys."""
        self.settings.pad = on
        self.fit()
        self.frame.rail.narrow(on)
        for screen in self.screens.values():
            self._narrow(screen)
        self._stand_beside()
        self.keys.show()
        if self.session.first:
            self.session.first.show_keys(on)

    def _narrow(self, screen: QWidget) -> None:
        if tabs := _tabs(screen):
            tabs.narrow(self.settings.pad and self.width() < ROOMY)

    def fit(self) -> None:
        """Fit everything to the room of now; fingers touch a station, with or without keys."""
        self.touched = self.settings.pad or bool(self.station.place)
        super().fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the screens to the room there is."""
        super().resizeEvent(event)
        self._stand_beside()
        for screen in self.screens.values():
            self._narrow(screen)

    def _stand_beside(self) -> None:
        """Say what waits beside every screen but the floor, which says it itself, with most room."""
        room = self.width() >= THREE and theme.size() == theme.Size.LARGE and not self.settings.pad
        if room and self.sending and not self.third:
            from ui.shell.third import Third  # noqa: PLC0415

            self.third = Third(self.station, self.settings)
            self.frame.stand_beside(self.third)
        if self.third:
            self.third.stand(on=room and self.place != "floor")

    def ask_to_close(self, left: list[str]) -> str:
        """Name what would be left behind, and ask whether to close all the same, to lock, or to stay."""
        asks = QMessageBox(self)
        asks.setWindowTitle("Close PitDesk?")
        asks.setText("\n".join(left))
        ways = [one for one in LEAVING if one != LOCK or not self.session.first]
        *_, stay = [asks.addButton(words, QMessageBox.ButtonRole.ActionRole) for words in ways]
        asks.setDefaultButton(stay)
        asks.setEscapeButton(stay)
        asks.exec()
        return asks.clickedButton().text()

    def leaves(self) -> bool:
        """Whether the window may close: nothing is left behind, or somebody said so."""
        left = self.session.unfinished if self.sending or self.session.first else []
        answer = self.ask_to_close(left) if left else CLOSE
        if answer == LOCK:
            self.session.lock()
        return answer == CLOSE

    def closeEvent(self, event: QCloseEvent) -> None:
        """Send nothing more, finish the copy and what was asked, close the book, end what is read."""
        if event.spontaneous() and not self.leaves():
            event.ignore()
            return
        self._end_inspection()
        if self.sending:
            self.sending.stop()
            self.copies.stop()
            self.devices.stop()
            self.offers.withdraw()
            self.customer.close()
            self.customer.deleteLater()
        self.station.runner.stop()
        for screen in self.screens.values():
            screen.deleteLater()
            QCoreApplication.sendPostedEvents(screen, QEvent.Type.DeferredDelete)
        self.screens = {}
        super().closeEvent(event)


def _tabs(screen: QWidget) -> "Tabs | None":
    """The screen, if it has tabs."""
    from ui.work.tabs import Tabs  # noqa: PLC0415

    return screen if isinstance(screen, Tabs) else None
