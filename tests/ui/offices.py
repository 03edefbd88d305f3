"""A window on the busy night, sealed, with the key that signs documents: where head office begins."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from pytestqt.qtbot import QtBot

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.codes.keys import key_of
from pitdesk.desk import Desk
from printers.devices.paper import Paper
from tests.ui.night import Quick, copied
from tests.ui.pit import Pit, ready
from ui.shell import screens
from ui.shell.signin import SignIn
from ui.shell.window import Window
from ui.work.runner import Runner
from ui.work.settings import Settings
from ui.work.station import Station

SEALED = (2, 30)
NIGHT = date(2026, 11, 21)


class Counter(Quick):
    """User at such a window."""

    def until(self, is_so: Callable[[], Any]) -> None:
        """Wait until something is so."""
        self.qtbot.waitUntil(lambda: bool(is_so()))

    @property
    def station(self) -> Station:
        """The station of the window."""
        return self.window.station

    @property
    def sending(self) -> Any:
        """The sending of the window."""
        return self.window.sending


def counter(
    qtbot: QtBot, tmp_path: Path, *, office: str = "", signs: bool = True, operator: str = "pia"
) -> Counter:
    """Open the window on a book of one's own, with documents going somewhere."""
    book, clock = copied(tmp_path, SEALED)
    (tmp_path / "station").mkdir()
    paper, settings = Paper(), Settings(tmp_path / "station" / "station.ini")
    settings.office = office

    def open_desk() -> Desk:
        journal = Journal.open(book)
        pepper = Pepper.kept(book.with_name(book.name + ".pepper"), PLAIN)
        return Desk(journal, pepper, clock=clock, key=key_of(journal) if signs else None)

    runner = Runner(open_desk, lambda: paper)
    station = Station(runner, clock, book, width=paper.width)
    window = Window(station, screens.made(settings), settings, SignIn(station))
    qtbot.addWidget(window, before_close_func=lambda one: one.close())
    ready(qtbot, window)
    return Counter.at(qtbot, Pit(window, paper, clock, book), operator)  # type: ignore[return-value]
