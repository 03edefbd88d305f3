"""Lines to other stations: a cage's window lets them in, a station's window follows the cage."""

import socket
from argparse import ArgumentTypeError
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from pitdesk.commands.addresses import address
from pitdesk.errors import Trouble
from ui.beside.lane import Lane
from ui.beside.timers import timer
from ui.work.message import Way
from ui.work.settings import Settings
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.book.entries import Entry
    from pitdesk.clock import Clock
    from pitdesk.desk import Desk
    from pitdesk.stations.cage import Cage, Pairing, Wanting
    from pitdesk.tonight.board import Board
    from ui.work.actions import Action

BY_HAND_AFTER = timedelta(minutes=2)  # that the cage is away, before forms by hand are offered
HEAR_MS = 50  # between two looks at what the cage has sent; it may wait 200 ms for this copy
LOOK_MS = 1000  # between two looks at who is on the line
WITHOUT_CAGE = {  # groups and verbs that write nothing, or at the station alone
    *("place", "window"),
    *("ask", "settle", "pot", "mistakes", "trainee", "night", "hold", "rules", "station", "stations"),
    *("devices", "backup", "check slip", "check chip", "summary"),
}
CAGE, LINES, HALTED, ALONE = "cage", "lines", "halted", "alone"  # subjects of messages
IS_HALTED = "Nothing more is written here: a station has what this book should have."
BY_HAND = "A fill that cannot wait goes on a form by hand."
CALLED = "The cage is called …"
CALLED_SELDOM = "It answers, and opens no line: it is called once a minute."
GOES_ALONE = "The cage goes on alone: no station has what was written last."


@dataclass(frozen=True, slots=True)
class Seen:
    """A paired station: whether it is on the line, and since when, or when it was last; None: never.

    has   the last entry that its copy had on its disk then; 0 where that is not known
    """

    on_line: bool = False
    at: datetime | None = None
    has: int = 0


class Serving(QObject):
    """Lets the paired stations in. Nothing listens unless one is paired, or is to be.

    Attributes:
        at: where it listens, or would; None where nobody has said.
        port: where it listens; 0 while it does not.
        why: why it does not listen where it should, in words.
        pairing: whether a machine that nobody knows may ask to be taken in.
        wanting: the machine that asks.
        seen: paired station → whether it is on the line, and how far its copy reaches.
        halted: why nothing is written here any more, in words; "" while nothing is wrong.
        alone: why no station has what was written last, where the house asks for it; "" while one has.

    Signals:
        changed()   any of these is another
    """

    changed = Signal()

    def __init__(self, station: Station, settings: Settings, at: tuple[str, int] | None = None) -> None:
        super().__init__(station)
        self._station, self._runner, self._settings = station, station.runner, settings
        self._cage: Cage | None = None
        self.at = at or told(settings.serve)
        self.port, self.why, self.pairing = 0, "", False
        self.wanting: Wanting | None = None
        self.seen: dict[str, Seen] = {}
        self.halted = self.alone = ""
        self._reading = self._said = False
        self._paired: frozenset[str] = frozenset()
        self._offered: set[tuple[str, datetime]] = set()
        self._lane = Lane("serving")  # to listen and to close waits for the desk
        self._closing: Future[None] | None = None
        self._runner.leave = self._leave
        self._tick = timer(self, LOOK_MS)
        self._tick.timeout.connect(self.look)
        station.changed.connect(self._show_board)

    # In the window's thread

    @property
    def letters(self) -> str:
        """The letters of this machine, for a station to type; the key is made where there is none."""
        from pitdesk.stations.home import cage_key  # noqa: PLC0415  (where there is a station)

        return cage_key(self._station.book).code

    def pair(self, at: tuple[str, int]) -> None:
        """Listen there from now on, and let a machine that nobody knows ask to be taken in."""
        self.pairing, self.wanting = True, None
        if self._cage and self.port and at == self.at:
            self._cage.pair()
        else:
            self._end()
            self.at = at
            self._settings.serve = f"{at[0]}:{at[1]}"
            self._begin()
        self.changed.emit()

    def stop_pairing(self) -> None:
        """Let none ask any more; nothing listens where no station is paired."""
        self.pairing, self.wanting = False, None
        if self._cage:
            self._lane.submit(self._cage.stop_pairing)
        self._wish()
        self.changed.emit()

    def taken(self, one: "Wanting", pair: "Pairing") -> "Callable[[Desk], Entry]":
        """The call that takes a machine in whose letters were compared; ValueError if it is gone."""
        if self._cage is None or self.wanting is not one or one.told.is_set():
            raise ValueError("That machine hung up. Press Let a machine ask, and begin there again.")
        cage = self._cage
        return lambda desk: cage.taken(desk, one, pair)

    def look(self) -> None:
        """See who is on the line; offer what waits too long for the paper of a station."""
        if not self._station.ready:
            return
        here, now = self._cage.reached if self._cage and self.port else {}, self._station.clock.now().at
        found = {}
        for name in self._paired:
            before, on_line = self.seen.get(name, Seen()), name in here
            at = before.at if before.on_line == on_line else now
            found[name] = Seen(on_line, at, here.get(name) or before.has)
        if self.wanting and self.wanting.told.is_set():
            self.wanting = None
            self.changed.emit()
        if found != self.seen:
            self.seen = found
            self.changed.emit()
        self._offer()
        if not self._reading:
            self._reading = True
            self._runner.put(self._read)

    def _found(self, halted: str, alone: str) -> None:
        """Say what is the matter with this book and its copies, as long as it is so."""
        self._reading = False
        before = self.halted, self.alone
        self.halted, self.alone = halted, alone
        if halted and not self._said:
            self._said = True  # and again, should somebody put it away
            out = Way("What to do", self._what_to_do)
            self._station.say(IS_HALTED, "stop", then=halted, about=HALTED, out=out)
        elif before[0] and not halted:
            self._said = False
            self._station.settle(HALTED)
            self._station.say("This book is written again.")
        if alone and not before[1]:
            way = Way("See the stations", partial(self._station.go, "stations"))
            self._station.say(GOES_ALONE, "look", then=alone, about=ALONE, way=way, aside=True)
        elif before[1] and not alone:
            self._station.settle(ALONE)
        if before != (halted, alone):
            self.changed.emit()

    def _what_to_do(self) -> None:
        self._said = False
        self._station.go("stations")

    def _offer(self) -> None:
        from ui.work.elsewhere import late_elsewhere, offer, waiting  # noqa: PLC0415  (not at the start)

        board = self._station.board
        for one in late_elsewhere(self._station):
            if (one.name, one.at) not in self._offered and self._station.operator:
                self._offered.add((one.name, one.at))
                offer(self._station, one, on_line=self.seen.get(one.station, Seen()).on_line)
        left = {(one.name, one.at) for one in board.elsewhere}
        for gone in self._offered - left:
            self._station.settle(waiting(gone[0]))
        self._offered &= left

    def _show_board(self, board: "Board") -> None:
        paired = frozenset(board.site.stations)
        if paired != self._paired:
            self._paired = paired
            self._wish()
            self.look()
            self.changed.emit()
        if board.site.stations and not self._tick.isActive():
            self._tick.start()

    def _wish(self) -> None:
        """Listen where a station is paired, or is to be; else do not."""
        wanted = bool(self.at and (self._paired or self.pairing))
        if wanted and self._cage is None:
            self._begin()
        elif not wanted:
            self._end()

    def _begin(self) -> None:
        from pitdesk.stations.cage import Cage  # noqa: PLC0415
        from pitdesk.stations.home import cage_key  # noqa: PLC0415
        from printers.devices.spool import AtStations  # noqa: PLC0415

        assert self.at
        try:
            key = cage_key(self._station.book)
        except Trouble as trouble:
            self._failed(str(trouble))
            return
        book, say = self._station.book, self._runner.say
        wants = lambda one: say(partial(self._wants, one))  # noqa: E731
        cage = self._cage = Cage(book, key, self._runner.turn, wants, AtStations())
        self._runner.told = cage.told
        self._tick.start()
        listen, listens = partial(cage.listen, *self.at), partial(self._listens, cage)
        self._lane.ask("listen", listen, listens, partial(self._failed, cage=cage))

    def _end(self) -> None:
        cage, listened = self._cage, bool(self.port)
        self._cage, self.port = None, 0
        if cage:
            self._runner.told = lambda _: None
            closing = self._lane.submit(cage.close)
            if listened:  # its lines may read the book yet
                self._closing = closing

    def _leave(self) -> None:
        """Let nobody in any more, and have nobody read the book."""
        if self._closing:
            wait([self._closing])
        if self._cage:
            self._cage.close()
        self._lane.leave()  # what begins yet is not waited for

    def _wants(self, one: "Wanting") -> None:
        self.wanting = one
        self.changed.emit()

    def _listens(self, cage: "Cage", port: int) -> None:
        if cage is not self._cage:
            return
        self.port, self.why = port, ""
        if self.pairing:
            cage.pair()
        self._station.settle(LINES)
        self.changed.emit()

    def _failed(self, words: str, cage: "Cage | None" = None) -> None:
        if cage is self._cage:
            self._cage, self.port, self.why, self.pairing = None, 0, words, False
            self._runner.told = lambda _: None
        self._station.trouble(words, LINES)
        self.changed.emit()

    # In the desk's thread

    def _read(self, desk: "Desk") -> None:
        cage = self._cage
        self._runner.say(partial(self._found, desk.halted, cage.copies.words if cage else ""))


def serving_of(station: Station, settings: Settings) -> Serving:
    """Who lets stations in at this window; made when it is first asked for."""
    found = station.findChild(Serving)
    return found if isinstance(found, Serving) else Serving(station, settings)


def told(text: str) -> tuple[str, int] | None:
    """An address as it is kept; None for none."""
    with suppress(ArgumentTypeError):
        return address(text) if text else None
    return None


def own_address() -> str:
    """The address that this machine has on its network, as far as can be told; "" if it has none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect(("192.0.2.1", 9))  # nothing is sent: it asks which address would be used
        return str(one.getsockname()[0])
    return ""


class Following(QObject):
    """Follows the cage: takes in what it sends, and says when it is not reached.

    Attributes:
        away: why the cage is not reached; "" while it is.
        last: when it was last heard of.

    Signals:
        changed()   it is reached again, is not any more, or for another reason
        stuck()     somebody asks what to do now
    """

    changed = Signal()
    stuck = Signal()

    def __init__(self, station: Station) -> None:
        super().__init__(station)
        self._station, self._runner = station, station.runner
        self._hearing, self._words = False, ""
        self._since: datetime | None = None  # it is not reached
        self._by_hand = False  # whether forms by hand are offered
        self._answers = False  # it does, and opens no line
        self._called: int | None = None  # how often it was dialed before somebody had it called
        self.away = ""
        self.last: datetime | None = None
        self._runner.leave = self._leave
        self._tick = timer(self, HEAR_MS)
        self._tick.timeout.connect(self._look)
        self._tick.start()

    def try_now(self) -> None:
        """Call the cage at once; it is said if that was in vain, too."""
        self._station.say(CALLED, "look", about=CAGE)
        self._runner.put(self._again)

    def _look(self) -> None:
        if not self._hearing and self._station.ready:
            self._hearing = True
            self._runner.put(self._hear)

    def _hear(self, desk: "Desk") -> None:
        """In the desk's thread."""
        from pitdesk.stations.line import AWAY  # noqa: PLC0415
        from pitdesk.stations.remote import RemoteDesk  # noqa: PLC0415

        assert isinstance(desk, RemoteDesk)
        words, before = "", desk.line.reached
        try:
            desk.hear()
        except Trouble as trouble:
            words = str(trouble)
        self._runner.show(desk)
        line = desk.line
        if line.reached and not before:
            self._runner.printing.begin(desk)
        last = line.last or desk.journal.entry(desk.journal.head.seq).at
        if not words and not line.reached:
            words = f"Reading as of {desk.site.local(last):%H:%M}. {line.why}"
        told, desk.told = desk.told, ""
        away = "" if line.reached else line.why
        answers = not line.reached and line.code != AWAY
        tell = partial(self._tell, words or line.clock.wrong, told, away, last, line.tried, answers)
        self._runner.say(tell)

    def _again(self, desk: "Desk") -> None:
        """In the desk's thread."""
        from pitdesk.stations.remote import RemoteDesk  # noqa: PLC0415

        assert isinstance(desk, RemoteDesk)
        desk.line.again()
        self._runner.say(partial(setattr, self, "_called", desk.line.tried))

    def _tell(self, words: str, told: str, away: str, last: datetime, tried: int, answers: bool) -> None:
        self._hearing, self._answers = False, answers
        before, self._words = self._words, words
        was, self.away, self.last = self.away, away, last
        now = self._station.clock.now().at
        self._since = (self._since or now) if away else None
        offered, self._by_hand = self._by_hand, bool(self._since and now - self._since >= BY_HAND_AFTER)
        in_vain = self._called is not None and tried > self._called
        if not away or in_vain:
            self._called = None
        if words and (in_vain or words != before or self._by_hand > offered):
            self._say(words, now if in_vain else None)
        elif before and not words:
            self._station.settle(CAGE)
            self._station.say("The cage is reached again.")
        if told:
            self._station.say(told, "look")
        if was != away:
            self.changed.emit()

    def _say(self, words: str, tried: datetime | None) -> None:
        """Say what is wrong on the line, and what can be done about it."""
        go = self._station.go
        again = f"Tried at {self._station.board.site.local(tried):%H:%M:%S}." if tried else ""
        forms = Way("Form for fills", partial(go, "manual", "forms")) if self._by_hand else None
        then = BY_HAND if self._by_hand else ""
        if self._answers:  # it will go on saying no until somebody does something
            forms, then = Way("What now …", self.stuck.emit), CALLED_SELDOM
        self._station.say(
            words,
            "stop",
            then=" ".join(filter(None, (again, then))),
            about=CAGE,
            way=forms,
            out=Way("Try now", self.try_now) if self.away else None,
        )

    def _leave(self) -> None:
        self._tick.stop()
        self._runner.put(_hang_up)


def following_of(station: Station) -> Following | None:
    """What follows the cage at a station's window; None at the cage itself."""
    found = station.findChild(Following)
    return found if isinstance(found, Following) else None


def waits(one: QWidget, away: str) -> None:
    """Gray what waits for the cage as long as that is away, and say why in its tip."""
    one.setEnabled(not away)
    one.setToolTip(f"This waits until the cage is reached. {away}" if away else "")


def waiting(station: Station, known: "Action") -> str:
    """Why a verb waits for the cage at a station that does not reach it; "" where it does not wait."""
    following = following_of(station)
    if following is None or not following.away or {known.group, known.name} & WITHOUT_CAGE:
        return ""
    return following.away


def may(station: Station, part: str) -> bool:
    """Whether a part of the work is done here: all of it at the cage, of a station what it is for."""
    if not station.place:
        return True
    paired = station.board.site.stations.get(station.place)
    return paired is not None and part in paired.parts


def _hang_up(desk: "Desk") -> None:
    line = getattr(desk, "line", None)
    if line:
        line.close()


def remote(folder: Path, clock: "Clock", *, afresh: bool = False) -> "Callable[[], Desk]":
    """What opens the desk of a station, whose folder this is.

    afresh   keep its copy under another name first, and take the cage's book anew
    """

    def open_desk() -> "Desk":
        from pitdesk.stations.home import Home  # noqa: PLC0415
        from pitdesk.stations.line import afresh as keep  # noqa: PLC0415
        from pitdesk.stations.remote import RemoteDesk  # noqa: PLC0415

        home = Home.of(folder)
        if afresh:
            keep(home)
        return RemoteDesk.open(home, clock)

    return open_desk
