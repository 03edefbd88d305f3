"""One station at the cage: what it asks is done in the desk's turn, and its copy of the book is fed.

It asks one thing at a time; meanwhile its line is read, for what its copy has by then. PINs are proven
in the thread of what it asks, before the turn, so that a slow proof holds nobody else up.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Condition, Lock, Thread
from typing import Protocol, TypeVar

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.book.people import Signer
from pitdesk.desk import Desk
from pitdesk.desk.proofs import Proofs, Try
from pitdesk.errors import Refused, Trouble
from pitdesk.stations.copies import Copies
from pitdesk.stations.paper import Paper, printing
from pitdesk.stations.verbs import may, unpacked
from pitdesk.stations.wire import (
    Ask,
    Begins,
    Came,
    Fails,
    FromCage,
    FromStation,
    Has,
    News,
    Reason,
    Refuses,
    SignIn,
    SignOut,
    Stands,
    Wants,
    encode,
    from_station,
)
from pitdesk.stations.words import UNKNOWN

TURN_S = 60  # that a turn of the desk may be away: then the line is ended, and nobody knows yet
PORTION, PORTION_BYTES = 200, 1 << 20  # of News: so many entries, or so many bytes where that is less
T = TypeVar("T")
LOG = logging.getLogger("pitdesk.stations")


class InTurn(Protocol):
    """The way to the desk: has something done in its thread, in its turn."""

    def __call__(self, call: Callable[[Desk], T], /) -> "Future[T]":
        """What comes of it, later."""


class Attended:
    """A paired station whose line is open.

    paired   as the book says it
    copies   what all of them have

    Attributes:
        has: the last entry that its copy has on its disk.
    """

    def __init__(
        self,
        paired: kinds.Station,
        line: ServerConnection,
        turn: InTurn,
        book: Path,
        copies: Copies,
        paper: Paper | None = None,
    ) -> None:
        self.paired, self._line, self._turn, self._book = paired, line, turn, book
        self._copies, self._paper, self.has = copies, paper, 0
        self._asking = Lock()  # held while something is done for it
        self._asked: SimpleQueue[FromStation | None] = SimpleQueue()
        self._more = Condition()  # guards what follows
        self._head, self._left = 0, False

    # From other threads

    def tell(self, head: int) -> None:
        """The book reaches this entry by now."""
        with self._more:
            self._head = max(head, self._head)
            self._more.notify_all()

    def leave(self, words: str) -> None:
        """End the line; nothing that is asked on it from now on is done."""
        self._stop()
        Thread(target=self._line.close, args=(1008, words), daemon=True).start()

    def _stop(self) -> None:
        with self._more:
            self._left = True
            self._more.notify_all()

    def settled(self) -> None:
        """Wait until what is under way for it is done."""
        with self._asking:
            pass

    # In the thread of its line

    def work(self, seq: int) -> None:
        """Do what it asks as long as the line is open; feed its copy, which reaches an entry."""
        self._has(seq)
        feed = Thread(target=self._feed, args=(seq,), name=f"feed {self.paired.name}", daemon=True)
        does = Thread(target=self._do_all, name=f"for {self.paired.name}", daemon=True)
        feed.start()
        does.start()
        try:
            for data in self._line:
                said = from_station(data)
                if isinstance(said, Has):
                    self._has(min(said.seq, self._head))
                elif not self._asking.acquire(blocking=False):
                    raise msgspec.DecodeError("asked for two things at once")
                elif self._left:  # and nobody may be there any more who does it
                    self._asking.release()
                    break
                else:
                    self._asked.put(said)
        except msgspec.DecodeError:
            self.leave("no message")  # at once: what is under way for it is waited for below
            raise
        finally:
            self.settled()
            self._asked.put(None)
            self._stop()
            feed.join()  # it reads the book: whoever closes that then has all of it in one file

    def _has(self, seq: int) -> None:
        self.has = max(seq, self.has)
        self._copies.have(self.has)

    # In a thread for what it asks

    def _do_all(self) -> None:
        while said := self._asked.get():
            self._do(said)

    def _do(self, said: FromStation) -> None:
        try:
            answer = self._answer(said)
        except msgspec.DecodeError:
            LOG.warning("the line of %s was ended: it said what no station says", self.paired.name)
            self.leave("no message")
            return
        except TimeoutError:
            self.leave("the desk did not get to it")
            return
        except BaseException:
            self.leave("the cage failed")
            raise
        finally:
            self._asking.release()
        with suppress(ConnectionClosed):
            self._line.send(encode(answer))

    def _answer(self, said: FromStation) -> FromCage:
        try:
            if isinstance(said, Ask):
                seq = self._ask(said)
                return Stands(seq, alone=seq > self._copies.sure)
            if isinstance(said, SignIn):
                proofs = self._prove(lambda desk: desk.tries_of([said.signer]))
                self._here(lambda desk: desk.sign_in(said.signer), proofs)
                return Stands(0)
            if isinstance(said, SignOut):
                self._here(lambda desk: desk.sign_out())
                return Stands(0)
            if isinstance(said, Wants | Begins | Came):
                return self._here(lambda desk: printing(desk, self.paired.name, self._paper, said))
        except Refused as refused:
            return Refuses(tuple(map(Reason.of, refused.reasons)))
        except Trouble as trouble:
            return Fails(str(trouble))
        raise msgspec.DecodeError("said out of turn")

    def _ask(self, said: Ask) -> int:
        if not may(self.paired.parts, said.verb):
            parts = ", ".join(self.paired.parts)
            raise Trouble(
                f"{self.paired.name} may not ask for '{said.verb}'. It is paired for: {parts}. Do it at"
                " the cage, or pair the station again for more."
            )
        arguments = unpacked(said.verb, bytes(said.arguments))

        def call(desk: Desk) -> object:
            return getattr(desk, said.verb)(**arguments)

        by = _signers(arguments.values())
        proofs = self._prove(lambda desk: desk.tries_of(by))
        entry = self._here(lambda desk: desk.once(said.number, call), proofs)
        return int(getattr(entry, "seq", 0))

    def _prove(self, tries: Callable[[Desk], Sequence[Try]]) -> Proofs:
        found, prove = self._here(lambda desk: (tries(desk), desk.prove))
        return prove(found)

    def _here(self, call: Callable[[Desk], T], proofs: Proofs | None = None) -> T:
        """Have something done as this station, in the desk's turn."""
        return self._turn(lambda desk: self._as_this(desk, call, proofs or {})).result(TURN_S)

    def _as_this(self, desk: Desk, call: Callable[[Desk], T], proofs: Proofs) -> T:
        """What a hostile station makes fail stops nobody, as long as nothing was written."""
        if self._left or desk.site.stations.get(self.paired.name) != self.paired:
            raise Trouble(UNKNOWN)
        head = desk.journal.head
        try:
            with desk.at(self.paired.name), desk.proven(proofs):
                return call(desk)
        except (Refused, Trouble):
            raise
        except Exception as error:
            if desk.journal.head != head:
                raise
            LOG.exception("%s asked what cannot be done", self.paired.name)
            raise Trouble(
                f"The cage cannot do what {self.paired.name} asks; its log says why. Do it at the cage."
            ) from error

    # In the thread of its feed

    def _feed(self, seq: int) -> None:
        """Send each entry of the book after one, just as the book has it."""
        with suppress(ConnectionClosed, Trouble), Journal.read(self._book) as journal:
            while not self._left:
                if rows := _portion(journal.rows(seq, PORTION)):
                    self._line.send(encode(News(rows)))
                    seq += len(rows)
                    continue
                with self._more:
                    self._more.wait_for(lambda seq=seq: self._left or self._head > seq)  # type: ignore[misc]
        self._line.close()


def _signers(arguments: Iterable[object]) -> list[Signer]:
    """Whoever initials a verb with these arguments."""
    lists = (one if isinstance(one, list | tuple) else [one] for one in arguments)
    return [one for some in lists for one in some if isinstance(one, Signer)]


def _portion(rows: list[tuple[bytes, bytes]]) -> tuple[tuple[bytes, bytes], ...]:
    """As many of them as one message takes: one at least."""
    taken, size = 0, 0
    while taken < len(rows) and (not taken or size + len(rows[taken][0]) < PORTION_BYTES):
        size += len(rows[taken][0])
        taken += 1
    return tuple(rows[:taken])
