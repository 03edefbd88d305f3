"""A station's end of the line: found again whenever it is lost, and what feeds the copy of the book.

One thread has the line. To dial takes time, so another does that; what comes of it is looked at here.
"""

import ssl
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime, timedelta
from logging import CRITICAL, getLogger
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.clock import Clock, Now
from pitdesk.errors import Trouble
from pitdesk.stations.door import OPEN_S, unstick
from pitdesk.stations.home import Home, KnownCage, machine_key
from pitdesk.stations.keys import code, same_code, station_end
from pitdesk.stations.wire import (
    LOST_S,
    MOST,
    PING_S,
    SAME,
    FromCage,
    Has,
    Hello,
    Message,
    News,
    No,
    Pair,
    Paired,
    Welcome,
    encode,
    from_cage,
)
from pitdesk.stations.words import REPLACED, UNKNOWN

AGAIN_S = 1  # between two times that a cage is dialed
REFUSED_S = 60  # at most, between two times where it answers and opens no line: each time twice as long
FULL_S = 10  # until it is dialed again where the copy's disk took nothing
ANSWER_S = 30  # that it takes to answer, at most
FAR = timedelta(minutes=2)  # what a clock may be off before somebody is told
AWAY, LOST = "away", "lost"  # nobody answers; the cage lost what the copy has
_QUIET = getLogger("pitdesk.stations.line")
_QUIET.setLevel(CRITICAL + 1)
_ALERT = "ALERT"  # in the reason of a fault of TLS that the other end told
_Dialed = tuple[ClientConnection | None, FromCage]


class Lost(Exception):
    """The line was lost while something was asked; nobody here knows what came of it."""


class CageClock:
    """The cage's time, as far as a station can tell: its own clock, set right when the line opens."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self.off = clock, timedelta()

    def now(self) -> Now:
        """The time at the cage."""
        now = self._clock.now()
        return now._replace(at=now.at + self.off)

    def set(self, at: datetime) -> None:
        """It is so late at the cage."""
        off = at - self._clock.now().at
        self.off = off if abs(off) > timedelta(seconds=1) else timedelta()

    @property
    def wrong(self) -> str:
        """How far this machine's own clock is off, in words; "" where it is right."""
        if abs(self.off) < FAR:
            return ""
        minutes, way = (
            abs(self.off) // timedelta(minutes=1),
            "slow" if self.off > timedelta() else "fast",
        )
        return (
            f"This station's clock is {minutes} minutes {way}. The cage's time is used; set the clock."
        )


class Line:
    """The line of one station, and its copy of the book.

    fresh   entries that were taken in and that nobody has looked at yet

    Attributes:
        why: why the cage is not reached, in words; "" while it is.
        code: the same for programs, as of `No`; "away" where nobody answers.
        last: when it was last heard of (UTC); None before the first time.
        tried: how often it was dialed, and something came of it.
        welcome: what it said when the line was opened last.
    """

    def __init__(self, home: Home, journal: Journal, clock: CageClock) -> None:
        self._home, self._journal, self.clock = home, journal, clock
        self._line: ClientConnection | None = None
        self._dialing: Future[_Dialed] | None = None
        self._next = 0  # when it may be dialed again, by `time.monotonic`
        self._closed = False
        self.fresh: list[Entry] = []
        self._pause_s = AGAIN_S  # until it is dialed again
        self.why, self.code = "The cage is not reached yet.", AWAY
        self.last: datetime | None = None
        self.tried = 0
        self.welcome: Welcome | None = None

    @property
    def reached(self) -> bool:
        """Whether the line is open."""
        return self._line is not None

    def hear(self, wait_s: int = 0) -> bool:
        """Take in what the cage has sent; dial it where the line is lost. Waits for a line so long.

        Returns whether the line is open then.

        Raises:
            Trouble: the copy cannot be written, or what came is not what follows in it.
        """
        if self._line is None and not self._reach(wait_s):
            return False
        with suppress(Lost):
            while self._receive(0):
                pass
        return self._line is not None

    def listen(self, wait_s: float) -> None:
        """Wait so long for what the cage sends, and take it in as soon as it comes.

        Raises:
            Trouble: as `hear`.
        """
        with suppress(Lost):
            self._receive(wait_s)

    def ask(self, message: Message) -> FromCage:
        """Say something on the open line, and wait for the answer; entries are taken in meanwhile.

        Raises:
            Lost: the line was lost before the answer.
            Trouble: as `hear`.
        """
        line = self._line
        if line is None:
            raise Lost
        try:
            line.send(encode(message))
        except (ConnectionClosed, OSError):
            self._lose("the line was cut")
            raise Lost from None
        until = time.monotonic() + ANSWER_S
        while (left := until - time.monotonic()) > 0:
            answer = self._receive(int(left) + 1)
            if answer and not isinstance(answer, News):
                return answer
        self._lose("it did not answer")
        raise Lost

    def wait_for(self, seq: int) -> None:
        """Take in entries until the copy reaches one that stands in the book.

        Raises:
            Lost: the line was lost before it came.
            Trouble: as `hear`.
        """
        head, until = self._journal.head.seq, time.monotonic() + ANSWER_S
        while self._journal.head.seq < seq:
            if self._journal.head.seq > head:
                head, until = self._journal.head.seq, time.monotonic() + ANSWER_S
            self._receive(1)
            if time.monotonic() > until and self._journal.head.seq == head:
                self._lose("it sent no entries")
                raise Lost

    def again(self) -> None:
        """Dial at once, whatever is waited for; a call that has no answer yet is one."""
        self._next = 0

    def close(self) -> None:
        """Hang up; a line that is only being dialed, once it is there."""
        self._closed = True
        if self._line:
            self._line.close()
        self._line = None
        dialing, self._dialing = self._dialing, None
        if dialing:
            dialing.add_done_callback(_hang_up)

    # The line

    def _reach(self, wait_s: int) -> bool:
        """Whether the line is open by now, and the copy reaches what the book had then."""
        until = time.monotonic() + wait_s
        while not self._closed:
            now = time.monotonic()
            if self._dialing is None and now >= self._next:
                self._dial()
            if self._dialing:
                try:
                    dialed = self._dialing.result(max(0, until - now))
                except TimeoutError:
                    return False
                self._dialing = None
                self.tried += 1
                opened = self._opened(*dialed)
                refused = not opened and self.code != AWAY  # it answers, and will not open the line
                self._pause_s = min(2 * self._pause_s, REFUSED_S) if refused else AGAIN_S
                self._next = int(time.monotonic()) + self._pause_s
                if opened or refused:
                    return opened
            left = until - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(left, AGAIN_S))
        return False

    def _dial(self) -> None:
        future = self._dialing = Future()
        said = hello(self._journal)

        def dial() -> None:
            future.set_result(dialed(self._home, said))

        Thread(target=dial, name="dial", daemon=True).start()

    def _opened(self, line: ClientConnection | None, answer: FromCage) -> bool:
        if line is None or not isinstance(answer, Welcome):
            self._refused(answer)
            return False
        if answer.term < len(self._journal.restores()):
            line.close()
            self.why, self.code = REPLACED, "replaced"
            return False
        self._line, self.welcome, self.why, self.code = line, answer, "", ""
        self.clock.set(answer.at)
        self.last = self.clock.now().at
        with suppress(Lost):
            self.wait_for(answer.seq)
        return self.reached

    def _refused(self, answer: FromCage) -> None:
        no = answer if isinstance(answer, No) else No("unknown", "The cage said what no cage says.")
        self.why, self.code = no.words, no.code

    def _receive(self, wait_s: float) -> FromCage | None:
        """What the cage says next, entries taken in; None where it says nothing for so long."""
        line = self._line
        if line is None:
            raise Lost
        try:
            said = from_cage(line.recv(wait_s))
        except TimeoutError:
            self.last = self.clock.now().at
            return None
        except (ConnectionClosed, msgspec.DecodeError) as error:
            self._lose(str(error))
            raise Lost from None
        self.last = self.clock.now().at
        if isinstance(said, News):
            self._take(said)
        return said

    def _take(self, news: News) -> None:
        before = self._journal.head.seq
        try:
            self._journal.take(news.rows)
        except Trouble as trouble:
            self._lose("the copy cannot be written")
            self.why, self.code = f"This station's copy stopped: {trouble}", "full"
            self._next = int(time.monotonic()) + FULL_S
            raise
        self.fresh += self._journal.entries(before + 1)
        if self._line and self._journal.head.seq > before:
            with suppress(ConnectionClosed, OSError):
                self._line.send(encode(Has(self._journal.head.seq)))

    def _lose(self, why: str) -> None:
        line, self._line = self._line, None
        at, self.code = self._home.cage, AWAY
        self.why = f"The line to the cage at {at.host}:{at.port} was lost: {why}."
        if line:
            Thread(target=line.close, daemon=True).start()


def _hang_up(dialed: "Future[_Dialed]") -> None:
    line, _ = dialed.result()
    if line:
        line.close()


def join(
    folder: Path, cage: tuple[str, int, str], name: str, show: Callable[[str], object], wait_s: int
) -> Home:
    """Pair the machine whose folder this is with a cage.

    cage   its host, port, and the code on its screen
    show   called with the code of this machine, which a manager compares at the cage
    wait_s how long a manager may take

    Raises:
        Trouble: the code is not that of the cage, nobody answers, or a manager said no.
    """
    host, port, typed = cage
    key = machine_key(folder)
    try:
        line = _connected(host, port, station_end(key, None))
    except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed) as error:
        raise Trouble(_not_reached(host, port, error)) from None
    with line:
        assert isinstance(line.socket, ssl.SSLSocket)
        certificate = line.socket.getpeercert(binary_form=True) or b""
        if not _is_code(certificate, typed):
            raise Trouble(
                f"The code {typed} is not that of what answers at {host}:{port}. Look at the cage's"
                " screen again, and type both the address and the code as they stand there."
            )
        try:
            line.send(encode(Pair(SAME, name, key.certificate)))
            show(key.code)
            answer = from_cage(line.recv(wait_s))
        except (TimeoutError, ConnectionClosed, msgspec.DecodeError):
            raise Trouble(f"The cage at {host}:{port} hung up. Begin again there.") from None
    if not isinstance(answer, Paired):
        raise Trouble(answer.words if isinstance(answer, No) else "The cage said what no cage says.")
    return Home.begun(folder, KnownCage(name, host, port, certificate))


def _is_code(certificate: bytes, typed: str) -> bool:
    with suppress(ValueError):
        return same_code(code(certificate), typed)
    return False


def afresh(home: Home) -> Path:
    """Keep a copy that has what its cage's book lacks; the next line takes the cage's book anew.

    Raises:
        Trouble: the cage does not say that of it, the copy is open in a window, or its disk fails.
    """
    with Journal.follow(home.book) as copy:
        line, answer = dialed(home, hello(copy))
    if line:
        line.close()
    if not isinstance(answer, No) or answer.code not in (LOST, "book"):
        why = answer.words if isinstance(answer, No) else "The copy goes with the cage's book."
        raise Trouble(f"{why} The copy was left as it is.")
    return home.afresh()


def hello(journal: Journal) -> Hello:
    """What is said first: how far a book reaches."""
    rows, (seq, link) = journal.rows(0, 1), journal.head
    term = len(journal.restores())
    return Hello(SAME, seq, rows[0][1] if rows else b"", link if seq else b"", term)


def dialed(home: Home, said: Hello) -> _Dialed:
    """The line to a station's cage, open; or why not."""
    at, line = home.cage, None
    try:
        line = _connected(at.host, at.port, station_end(home.key, at.certificate))
        line.send(encode(said))
        answer = from_cage(line.recv(OPEN_S * 2))
    except ssl.SSLCertVerificationError:
        words = (
            f"What answers at {at.host}:{at.port} is not the cage that this station is paired with. If"
            " the cage has another machine by now, pair the station again."
        )
        return None, No("unknown", words)
    except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed, msgspec.DecodeError) as error:
        if line:
            line.close()
        code = "unknown" if _turned_away(error) else AWAY
        return None, No(code, _not_reached(at.host, at.port, error))
    if not isinstance(answer, Welcome):
        line.close()
    return line, answer


def _turned_away(error: Exception) -> bool:
    """Whether the cage itself said no to this machine's certificate; heard once the line is open.

    A line that is cut is a fault of TLS, too, but no word of the cage.
    """
    why = error.__cause__
    return isinstance(why, ssl.SSLError) and _ALERT in (why.reason or "")


def _not_reached(host: str, port: int, error: Exception) -> str:
    if _turned_away(error):
        return f"The cage at {host}:{port} does not let this machine in. {UNKNOWN}"
    why = getattr(error, "strerror", None) or str(error) or "no answer"
    return (
        f"The cage is not reached at {host}:{port} ({why}). See that PitDesk is open there, that it lets"
        " stations in, and that both are on one network."
    )


class _End(ClientConnection):
    """The station's end, which knows why it was not opened: the no of the cage's TLS, if it said so."""

    _no: ssl.SSLError | None = None

    def set_connection_exc(self, exc: BaseException | None) -> None:
        """Of two faults the first is kept; but that one may be what came of the no at the other side."""
        if isinstance(exc, ssl.SSLError) and _ALERT in (exc.reason or ""):
            self._no = exc
        super().set_connection_exc(exc)

    def handshake(self, *given: Any, **named: Any) -> None:
        """As it is; what fails of it has the cage's no as its cause."""
        try:
            super().handshake(*given, **named)
        except Exception as error:
            if self._no:
                raise error from self._no
            raise


def _connected(host: str, port: int, tls: ssl.SSLContext) -> ClientConnection:
    line = connect(
        f"wss://{host}:{port}/",
        ssl=tls,
        compression=None,
        proxy=None,
        user_agent_header=None,
        max_size=MOST,
        open_timeout=OPEN_S,
        ping_interval=PING_S,
        ping_timeout=LOST_S,
        close_timeout=1,
        logger=_QUIET,
        create_connection=_End,
        legacy=True,
    )
    unstick(line.socket)
    return line
