"""A device at a line: read by a thread of its own, which neither the window nor the book waits for.

It opens the line, asks where it must be asked, and passes on what its codec understands. Unplugged, it
tries again, soon and then seldom; it says so once. However much noise comes, no more is kept than a few
messages: whoever listens takes them out with `take`.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from pitdesk.errors import Trouble
from printers.devices.receipt import Link

MOST = 64  # messages that wait to be taken; the oldest go first
KEPT = 4096  # bytes that are kept of what came last, to be looked at
READ_S = 1 / 5  # before it looks whether it should end
AGAIN_S = (1, 2, 5, 10)  # before the line is tried again
SENT = 16  # messages that wait to be sent


class Codec(Protocol):
    """What a device's bytes mean. It knows no line and no clock, and keeps little."""

    def feed(self, data: bytes) -> Iterable[object]:
        """Take bytes, cut anywhere; what they complete. `Reply` is sent back."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a device is answered."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Here:
    """The line is open."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The line cannot be used, and is tried again: why."""

    why: str


class Line:
    """One device. Its messages are what its codec makes, and Here and Gone.

    tell    called in the device's thread when a message waits, once until they are taken
    begin   what the device is sent when its line opens;  ask, every_ms: what it is asked, how often
    """

    def __init__(
        self,
        link: Link,
        codec: Codec,
        tell: Callable[[], object] = lambda: None,
        *,
        begin: bytes = b"",
        ask: bytes = b"",
        every_ms: int = 0,
    ) -> None:
        self._link, self._codec, self._tell = link, codec, tell
        self._begin, self._ask, self._every_s = begin, ask, every_ms / 1000
        self._said: deque[object] = deque(maxlen=MOST)
        self._sends: deque[bytes] = deque(maxlen=SENT)
        self._lock = threading.Lock()
        self._end = threading.Event()
        self._last = b""
        self._broken = ""  # why it cannot be used, as it was said
        self._thread = threading.Thread(target=self._run, name="device", daemon=True)

    # In any thread

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End it, without waiting for what hangs."""
        self._end.set()

    def join(self, seconds: float) -> bool:
        """Wait so long for its thread to end; whether it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def send(self, data: bytes) -> None:
        """Have something sent; where much waits already, the oldest is not sent any more."""
        with self._lock:
            self._sends.append(data)

    def take(self) -> list[object]:
        """The messages that wait, the oldest first."""
        with self._lock:
            said, self._said = [*self._said], deque(maxlen=MOST)
        return said

    @property
    def last(self) -> bytes:
        """What came last, as it came."""
        return self._last

    def forget(self) -> None:
        """Forget what came so far."""
        self._last = b""

    # In its own thread

    def _run(self) -> None:
        tried = 0
        while not self._end.is_set():
            try:
                self._link.open()
                tried = 0
                self._broken = ""
                self._say(Here())
                self._talk()
            except Trouble as error:
                self._is_gone(str(error))
            except OSError as error:
                self._is_gone(f"The line broke: {error.strerror or error}. Check its cable.")
            with suppress(OSError):
                self._link.close()
            if self._end.wait(AGAIN_S[min(tried, len(AGAIN_S) - 1)]):
                return
            tried += 1

    def _talk(self) -> None:
        """Send, ask, read, until it ends or breaks."""
        self._link.send(self._begin, 1)
        asked = time.monotonic()
        while not self._end.is_set():
            for data in self._waiting():
                self._link.send(data, 1)
            if self._every_s and time.monotonic() - asked >= self._every_s:
                self._link.send(self._ask, 1)
                asked = time.monotonic()
            wait = min(READ_S, self._every_s) if self._every_s else READ_S
            if got := self._link.receive(wait):
                self._last = (self._last + got)[-KEPT:]
                for said in self._codec.feed(got):
                    if isinstance(said, Reply):
                        self._link.send(said.data, 1)
                    else:
                        self._say(said)

    def _waiting(self) -> list[bytes]:
        with self._lock:
            sends, self._sends = [*self._sends], deque(maxlen=SENT)
        return sends

    def _is_gone(self, why: str) -> None:
        if why != self._broken:
            self._broken = why
            self._say(Gone(why))

    def _say(self, said: object) -> None:
        with self._lock:
            first = not self._said
            self._said.append(said)
        if first:
            self._tell()
