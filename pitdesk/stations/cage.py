"""The cage's end of the lines: lets paired stations in, and machines that want to be paired."""

import logging
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from socket import socket
from ssl import CERT_OPTIONAL, CERT_REQUIRED, SSLSocket
from threading import Event, Lock, Thread, current_thread

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server, ServerConnection, serve

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.desk import Desk
from pitdesk.desk.posting import Signers
from pitdesk.errors import Trouble
from pitdesk.stations.attended import LOG, TURN_S, Attended, InTurn
from pitdesk.stations.copies import Copies
from pitdesk.stations.door import OPEN_S, Door, let_in
from pitdesk.stations.keys import (
    MachineKey,
    as_bytes,
    as_text,
    cage_end,
    check_certificate,
    code,
    take_in,
)
from pitdesk.stations.paper import Paper
from pitdesk.stations.succession import tell_former
from pitdesk.stations.wire import (
    ASKED_MOST,
    LOST_S,
    PING_S,
    SAME,
    FromCage,
    Hello,
    No,
    Pair,
    Paired,
    Welcome,
    encode,
    from_station,
)
from pitdesk.stations.words import REPLACED, UNKNOWN, another_book, halted_by, lost, older

MOST_LINES, MOST_OF_ONE = 48, 24  # lines open at once, and of one machine on the network
DECIDE_S = 600  # a machine that wants to be taken in waits so long for a manager
NOT_TAKEN = No("pairing", "The cage did not take this station in. Begin again at the cage.")
BUSY = No("pairing", "The cage is not taking a station in just now. Begin there: Stations, Take one in.")
_QUIET = logging.getLogger("pitdesk.stations.lines")  # what is said of each line: nothing
_QUIET.setLevel(logging.CRITICAL + 1)

Pairing = Callable[[Desk, str, str], Entry]
"""Pairs a station of that name and certificate."""


@dataclass(eq=False)
class Wanting:
    """A machine that wants to be taken in, and waits for a manager to compare its code.

    name   that it gave itself
    told   set once it has its answer, or is gone
    """

    name: str
    certificate: bytes
    decided: Event = field(default_factory=Event)
    told: Event = field(default_factory=Event)
    answer: FromCage = NOT_TAKEN

    @property
    def code(self) -> str:
        """What must be on its screen, too."""
        return code(self.certificate)

    def send_away(self) -> None:
        """Do not take it in."""
        self.decided.set()


class Cage:
    """The cage's end: `listen`, then `told` after each turn of the desk, and `close` in the end.

    book     where the book lies; each line reads it for itself
    turn     the way to the desk
    wanted   called, in a thread of its own, with a machine that wants to be taken in
    paper    who makes the sheets that print at stations; None where nobody does
    """

    def __init__(
        self,
        book: Path,
        key: MachineKey,
        turn: InTurn,
        wanted: Callable[[Wanting], object] = lambda _: None,
        paper: Paper | None = None,
    ) -> None:
        self._book, self.key, self.turn, self._wanted = book, key, turn, wanted
        self._paper = paper
        self._server: Server | None = None
        self._lock = Lock()  # guards what follows
        self._open: dict[str, Attended] = {}
        self._lines: Counter[str] = Counter()
        self._wanting: Wanting | None = None
        self._pairing = False
        self._closed = Event()
        self.copies = Copies()

    # From whoever has the cage

    def listen(self, host: str, port: int) -> int:
        """Let the stations in that the book knows, at one address; returns the port.

        Raises:
            Trouble: the address is not one of this machine, or is taken.
        """
        stations = self.turn(self._begin).result()
        self._tls = cage_end(self.key, [as_bytes(one.certificate) for one in stations])
        try:
            server = self._server = serve(
                self._attend,
                sock=Door.at(host, port),
                compression=None,
                server_header=None,
                max_size=ASKED_MOST,
                max_queue=4,
                open_timeout=OPEN_S,
                ping_interval=PING_S,
                ping_timeout=LOST_S,
                close_timeout=1,
                logger=_QUIET,
            )
        except OSError as error:
            raise Trouble(
                f"Stations cannot be let in at {host}:{port}: {error.strerror or error}. Name an address"
                " of this machine, and a port that nothing else uses."
            ) from None
        server.handler = partial(self._bounded, server, server.handler)
        Thread(target=server.serve_forever, name="stations", daemon=True).start()
        taken = int(server.socket.getsockname()[1])
        tell = partial(tell_former, self._book, (host, taken), self._closed)
        Thread(target=tell, name="former", daemon=True).start()
        return taken

    def _begin(self, desk: Desk) -> list[kinds.Station]:
        desk.sure = partial(self._sure, desk)
        self.copies.passed(desk.journal.head.seq)
        return [*desk.site.stations.values()]

    def _sure(self, desk: Desk) -> None:
        """Before an entry is answered: send it to the copies; wait for one if the house wants it."""
        seq = desk.journal.head.seq
        with self._lock:
            attended = [*self._open.values()]
        for one in attended:
            one.tell(seq)
        if desk.site.settings.sure and not self._closed.is_set():
            self.copies.wait_for(seq, len(attended))
        else:
            self.copies.passed(seq)

    def close(self) -> None:
        """Let nobody in any more, and end every line. Not in the desk's turn: some wait for theirs."""
        self._closed.set()
        self.stop_pairing()
        server, self._server = self._server, None
        if server:
            server.shutdown()

    def told(self, desk: Desk) -> None:
        """Feed what the book has by now; end the lines of stations that were taken away. In a turn."""
        with self._lock:
            attended = [*self._open.values()]
        for one in attended:
            if desk.site.stations.get(one.paired.name) == one.paired:
                one.tell(desk.journal.head.seq)
            else:
                one.leave("taken away")
                with desk.at(one.paired.name):
                    desk.sign_out()

    @property
    def attended(self) -> list[str]:
        """The names of the stations whose lines are open."""
        return sorted(self.reached)

    @property
    def reached(self) -> dict[str, int]:
        """The stations whose lines are open → the last entry that each has on its disk."""
        with self._lock:
            return {name: one.has for name, one in self._open.items()}

    def pair(self) -> None:
        """Let a machine that nobody knows ask to be taken in."""
        self._pairing, self._tls.verify_mode = True, CERT_OPTIONAL

    def stop_pairing(self) -> None:
        """Let none ask any more; who waits is not taken in."""
        with self._lock:
            self._pairing = False
        if self._server:
            self._tls.verify_mode = CERT_REQUIRED
        if wanting := self._wanting:
            wanting.send_away()

    def accept(self, one: Wanting, parts: tuple[str, ...], by: Signers) -> "Future[Entry]":
        """Take a machine in whose code was compared. Where that is refused it waits on."""

        def pair(desk: Desk, name: str, key: str) -> Entry:
            return desk.pair_station(name, key, parts, by)

        return self.turn(lambda desk: self.taken(desk, one, pair))

    def taken(self, desk: Desk, one: Wanting, pair: Pairing) -> Entry:
        """The same, in a turn."""
        entry = pair(desk, one.name, as_text(one.certificate))
        take_in(self._tls, [one.certificate])
        one.answer = Paired()
        one.decided.set()
        return entry

    # In a thread for each line

    def _bounded(
        self,
        server: Server,
        handler: Callable[[socket, tuple[str, int]], None],
        line: socket,
        at: tuple[str, int],
    ) -> None:
        """Let so many in and no more: whoever floods the network gets neither threads nor memory."""
        with self._lock:
            room = self._lines.total() < MOST_LINES and self._lines[at[0]] < MOST_OF_ONE
            self._lines[at[0]] += room
        try:
            if room:
                with suppress(OSError):
                    handler(let_in(line, self._tls), at)
        finally:
            line.close()
            with self._lock:
                self._lines[at[0]] -= room
                self._lines += Counter()  # forgets machines that have none
            with server.lock:
                server.handler_threads.discard(current_thread())

    def _attend(self, line: ServerConnection) -> None:
        assert isinstance(line.socket, SSLSocket)
        certificate = line.socket.getpeercert(binary_form=True)
        try:
            if self._closed.is_set():
                line.close(1001)
            elif certificate is None:
                self._want(line)
            else:
                self._welcome(line, as_text(certificate))
        except msgspec.DecodeError:
            LOG.warning("a line was ended: it said what no station says")
            line.close(1002)
        except (ConnectionClosed, TimeoutError, Trouble):
            line.close()

    def _want(self, line: ServerConnection) -> None:
        """Have a manager decide about a machine that nobody knows; one at a time."""
        said = from_station(line.recv(OPEN_S))
        if not isinstance(said, Pair):
            raise msgspec.DecodeError("not paired")
        try:
            check_certificate(said.certificate)
        except ValueError:
            raise msgspec.DecodeError("no certificate") from None
        one = Wanting(said.name, said.certificate)
        with self._lock:
            free = self._pairing and self._wanting is None
            if free and said.same == SAME:
                self._wanting = one
        if self._wanting is not one:
            line.send(encode(BUSY if said.same == SAME else _other_version(said.same)))
            return
        try:
            self._wanted(one)
            one.decided.wait(DECIDE_S)
            line.send(encode(one.answer))
        finally:
            one.told.set()
            self._wanting = None

    def _welcome(self, line: ServerConnection, certificate: str) -> None:
        """Open the line of a station, if the book knows it and its copy is one of this book."""
        said = from_station(line.recv(OPEN_S))
        if not isinstance(said, Hello):
            raise msgspec.DecodeError("no hello")
        stations = self.turn(lambda desk: [*desk.site.stations.values()]).result(TURN_S)
        paired = next((one for one in stations if one.certificate == certificate), None)
        if paired is None:
            line.send(encode(No("unknown", UNKNOWN)))
            return
        one = Attended(paired, line, self.turn, self._book, self.copies, self._paper)
        with self._lock:
            before, self._open[paired.name] = self._open.get(paired.name), one
        try:
            if before:
                before.leave("another line of this station")
                before.settled()  # so that this one finds what it asked last
            answer = self.turn(partial(_checked, said, one)).result(TURN_S)
            line.send(encode(answer))
            if isinstance(answer, Welcome):
                one.work(said.seq)
        finally:
            one.leave("")
            with self._lock:
                if self._open.get(paired.name) is one:
                    del self._open[paired.name]


def _checked(said: Hello, one: Attended, desk: Desk) -> FromCage:
    """Whether a station is of this version, and its copy of this book; in the desk's turn.

    A copy that has what this book should have halts the desk: nothing more is written here.
    """
    journal, paired = desk.journal, one.paired
    other, restores = said.seq and journal.rows(0, 1)[0][1] != said.first, journal.restores()
    if said.term > len(restores) and not other:
        desk.halt(paired, halted_by(paired.name, journal.head.seq))
        return No("replaced", REPLACED)
    if said.same != SAME:
        return _other_version(said.same)
    if other:
        return another_book(paired.name)
    if said.seq > journal.head.seq or (said.seq and journal.rows(said.seq - 1, 1)[0][1] != said.link):
        if said.term < len(restores):
            return lost(paired.name, restores[said.term].seq, said.seq)
        desk.halt(paired, older(paired.name, said.seq))
        return No("older", older(paired.name, said.seq))
    desk.halt(paired, "")
    one.tell(journal.head.seq)
    with desk.at(paired.name):
        signed_in = desk.signed_in
    at = desk.clock.now().at
    return Welcome(paired.name, paired.parts, journal.head.seq, at, signed_in, len(restores))


def _other_version(same: str) -> No:
    theirs, ours = same.partition(" ")[0], SAME.partition(" ")[0]
    words = f"The cage runs PitDesk {ours} and this station {theirs}: "
    if theirs == ours:
        words = f"Both run PitDesk {ours}, with different rulebooks: "
    return No("version", f"{words}install the same on both. The copy of the book stays and can be read.")
