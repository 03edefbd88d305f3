"""A station whose cage is dead: its folder with a copy of the book, the stick, and its windows."""

from datetime import datetime
from pathlib import Path

from PySide6.QtWidgets import QWidget

from pitdesk.book.journal import Journal
from pitdesk.clock import Clock
from pitdesk.stations.home import Home, KnownCage, cage_key
from pitdesk.upkeep.backup import KEYS, LINE_KEY, keys_in
from pitdesk.upkeep.follower import follow
from ui.setup.nocage import NoCage, Ways
from ui.setup.promote import Promote

AT = "192.168.1.10"
WHY = (
    f"The cage is not reached at {AT}:8713 (No route to host). See that PitDesk is open there, that it"
    " lets stations in, and that both are on one network."
)


def station(book: Path, folder: Path) -> Home:
    """The folder of pit 1, whose copy has all of a book; beside it the stick with the keys."""
    folder.mkdir(parents=True)
    home = Home.begun(folder, KnownCage("pit 1", AT, 8713, cage_key(book).certificate))
    with Journal.read(book) as journal, Journal.follow(home.book) as copy:
        list(follow(journal, copy))
    stick = folder / "stick"
    stick.mkdir()
    for ending in KEYS:
        stick.joinpath(f"book.db{ending}").write_bytes(bytes(32))
    key = book.with_name(book.name + LINE_KEY)
    stick.joinpath(key.name).write_bytes(key.read_bytes())
    return home


def no_cage(home: Home) -> NoCage:
    """The window that says so, with the ways on."""
    nothing = QWidget
    return NoCage(home, WHY, Ways(nothing, lambda *_: nothing(), nothing, nothing, nothing))


def promoting(home: Home, clock: Clock, heard: datetime) -> Promote:
    """The window in which this machine becomes the cage, the keys found."""
    here = Promote(home, clock, QWidget, lambda _: QWidget(), heard)
    here.address.edit.setText("192.168.1.11")
    here.last["fill"].take_up("9")
    for ending, path in keys_in(home.folder / "stick", LINE_KEY).items():
        here.take_key(ending, path)
    return here
