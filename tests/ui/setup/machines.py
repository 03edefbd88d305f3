"""Two machines, each with its own folder and window: the cage's on a book, and one to be paired."""

import socket
from pathlib import Path

from tests.ports import free_port
from tests.ui.night import PINS, Quick, copied, signed
from ui.setup.first import Welcome
from ui.setup.join import Join
from ui.setup.stations import Stations
from ui.shell.app import Program
from ui.shell.window import Window


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def shown(qtbot, program: Program) -> Window:
    qtbot.waitUntil(lambda: isinstance(program.window, Window))
    window = program.window
    window.settings.lock_min = 60
    qtbot.waitUntil(lambda: window.station.ready)
    qtbot.waitUntil(lambda: hasattr(window, "frame"))
    return window


class Both:
    """Two programs, each with a folder of its own: the cage's on a book, and a new one."""

    def __init__(self, qtbot, folder: Path) -> None:
        (folder / "cage").mkdir()
        self.qtbot, self.port = qtbot, free_port()
        self.book, self.clock = copied(folder / "cage")
        self.cage = Program(folder / "cage", self.clock)
        self.cage.begin(self.book)
        self.here = Quick(qtbot, shown(qtbot, self.cage))
        self.here.sign_in("pia", PINS["pia"])
        self.there = Program(folder / "pit", self.clock)
        self.there.begin()

    def close(self) -> None:
        for program in (self.there, self.cage):
            if program.window:
                program.window.close()

    @property
    def form(self) -> Stations:
        return self.here.form

    def at(self, window: Window) -> None:
        """Sit down at one of the two windows."""
        window.activateWindow()
        self.qtbot.waitUntil(window.isActiveWindow)

    def let(self) -> None:
        """The cage lets a machine ask, at this machine's address."""
        self.at(self.cage.window)
        self.here.go("stations")
        self.here.write(self.form.at.edit, f"127.0.0.1:{self.port}")
        self.here.press(self.form.let)
        self.qtbot.waitUntil(lambda: bool(self.form.letters.text()))

    def ask(self, letters: str = "") -> Join:
        """The other machine asks, as its screens lead."""
        welcome = self.there.window
        assert isinstance(welcome, Welcome)
        welcome.join.click()
        join = self.there.window
        assert isinstance(join, Join)
        self.fill_in(join, letters)
        return join

    def fill_in(self, join: Join, letters: str = "") -> None:
        typed = (letters or self.form.letters.text()).lower().replace(" ", "")
        for field, text in (
            (join.name, "pit 1"),
            (join.at, f"127.0.0.1:{self.port}"),
            (join.code, typed),
        ):
            field.edit.setText(text)
        join.join.click()

    def take_in(self, **fields: object) -> str:
        """A manager compares the letters, and initials; what is said if that is refused."""
        self.qtbot.waitUntil(lambda: bool(self.form.theirs.text()))
        self.at(self.cage.window)
        named = {one.name: one for one in self.form.inputs}
        for name, value in {"same": True, **fields}.items():
            self.here.enter(named[name], value)
        self.here.sign(self.form.signers, signed("pia:shift manager"))
        self.here.press(self.form.primary)
        self.here.settle()
        return self.form.notice.text

    def paired(self, **fields: object) -> Quick:
        """Both of them; somebody at the window of the station."""
        self.let()
        self.ask()
        assert self.take_in(**fields) == ""
        user = Quick(self.qtbot, shown(self.qtbot, self.there))
        self.at(self.cage.window)
        return user
