"""A cash drawer: one pulse, what its switch said before and after, and what may be said of it.

The switch is a level, not a fact: makers disagree which one is open, and a cable without a switch has a
steady level too. So a drawer is learned once, open and closed. One that was not, or that has no switch,
is never called closed, and that it opened is never called proven.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol, TypeVar

from pitdesk.errors import Trouble
from printers import Printer
from printers.devices.receipt import Link, Receipt

T = TypeVar("T")
Opened = Literal["opened", "was open", "sent", "just now"]
State = Literal["open", "closed", "unknown"]
Level = int | None
WAIT_S = 2  # for a drawer to open
ANSWER_S = 1  # for a trigger to answer
LONGEST = 64  # bytes of an answer; the rest is noise
_AGAIN_S = 1 / 20
BY_KEY = "Open the drawer by its key."
LEARN = "Its switch says the same open and closed: it has none, or its cable does not carry it."


class Plug(Protocol):
    """What a drawer hangs on.

    Attributes:
        gap_s: seconds from one pulse to the next; sooner, its solenoid gets hot.
    """

    gap_s: int

    def look(self) -> Level:
        """The level of its switch; None where there is no way to know.

        Raises:
            Trouble: nobody answers.
        """

    def swing(self) -> tuple[Level, Level]:
        """Send one pulse; the level before and after.

        Raises:
            Trouble: nothing was sent.
        """


@dataclass(slots=True)
class AtPrinter:
    """The plug of a receipt printer, and the pin that the drawer's cable uses."""

    printer: Receipt
    pin: int
    gap_s: int = 1

    def look(self) -> Level:  # noqa: D102
        return self.printer.drawer()[0]

    def swing(self) -> tuple[Level, Level]:  # noqa: D102
        return self.printer.drawer(self.printer.profile.kick.pulse(self.pin), WAIT_S)


@dataclass(slots=True)
class Trigger:
    """A box on a serial line that opens a drawer.

    fires       what opens it
    asks        what it answers;  low, high: with one of these. Without it, it is never asked
    """

    link: Link
    fires: bytes
    asks: bytes = b""
    low: bytes = b""
    high: bytes = b""
    gap_s: int = 1

    def look(self) -> Level:  # noqa: D102
        return self._spoken(self._level)

    def swing(self) -> tuple[Level, Level]:  # noqa: D102
        return self._spoken(self._swing)

    def _swing(self) -> tuple[Level, Level]:
        before = after = self._level()
        if self.link.send(self.fires, ANSWER_S) < len(self.fires):
            raise OSError("it takes nothing")
        end = time.monotonic() + WAIT_S
        while before is not None and after == before and time.monotonic() < end:
            time.sleep(_AGAIN_S)
            after = self._level()
        return before, after

    def _level(self) -> Level:
        if not self.asks:
            return None
        end, said = time.monotonic() + ANSWER_S, b""
        while self.link.receive(0) and time.monotonic() < end:
            pass  # what came before it was asked
        self.link.send(self.asks, ANSWER_S)
        while (left := end - time.monotonic()) > 0:
            said = (said + self.link.receive(left))[-LONGEST:]
            for level, answer in enumerate((self.low, self.high)):
                if said.endswith(answer):
                    return level
        return None

    def _spoken(self, work: Callable[[], T]) -> T:
        try:
            self.link.open()
            return work()
        except OSError as error:
            why = error.strerror or error
            raise Trouble(f"The drawer's trigger does not answer: {why}. Check its cable.") from None
        finally:
            self.link.close()


def pins(printer: Printer) -> tuple[int, ...]:
    """The pins of a printer's plug for a drawer; none of what keeps files, and of a queue.

    A queue may hold a pulse for hours, and open the drawer with nobody there.
    """
    return printer.profile.kick.pins if isinstance(printer, Receipt) else ()


class Drawer:
    """A drawer, as it was learned.

    shut   the level of its switch when it is closed; None where nobody has learned it
    """

    def __init__(
        self, plug: Plug, shut: Level = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.plug, self.shut = plug, shut
        self._now = now
        self._last: float | None = None  # when it was opened

    def open(self) -> Opened:
        """Open it by one pulse; "opened" only where its switch proves it.

        Raises:
            Trouble: it was not opened: why, and what to do.
        """
        if self._last is not None and self._now() - self._last < self.plug.gap_s:
            return "just now"
        try:
            before, after = self.plug.swing()
        except Trouble as error:
            raise Trouble(f"The cash drawer was not opened. {error} {BY_KEY}") from None
        self._last = self._now()
        if self.shut is None or before is None:
            return "sent"
        if before != self.shut:
            return "was open"
        return "opened" if after != self.shut else "sent"

    def state(self) -> State:
        """Whether it is open, by its switch.

        Raises:
            Trouble: nobody answers.
        """
        if self.shut is None:
            return "unknown"
        level = self.plug.look()
        return "unknown" if level is None else "closed" if level == self.shut else "open"


def learned(opened: Level, closed: Level) -> int:
    """The level of a closed drawer, from what its switch said open, then closed.

    Raises:
        Trouble: it says the same, or nothing.
    """
    if opened is None or closed is None:
        raise Trouble("Nothing tells whether this drawer is open. PitDesk says: unknown.")
    if opened == closed:
        raise Trouble(LEARN)
    return closed


@dataclass(slots=True)
class Watch:
    """What is seen of a drawer over time, and when to say something.

    open_s   how long it may stand open before that is said

    Attributes:
        state: as last seen.
        since: since when it is open.
    """

    open_s: int = 60
    state: State = "unknown"
    since: datetime | None = None
    _ours: datetime | None = None
    _said: bool = False

    def opening(self, at: datetime) -> None:
        """It is about to be opened by us."""
        self._ours = at

    def see(self, state: State, at: datetime) -> Literal["", "by key", "stands open", "closed"]:
        """Take in what is seen now; what is to be said of it, once."""
        before, self.state = self.state, state
        if state != "open":
            was, self.since, self._said = self.since, None, False
            return "closed" if was and state == "closed" else ""
        if before != "open":
            self.since = at
            ours = self._ours is not None and at - self._ours <= timedelta(seconds=self.open_s)
            self._ours = None
            return "" if ours or before == "unknown" else "by key"
        assert self.since
        if not self._said and at - self.since >= timedelta(seconds=self.open_s):
            self._said = True
            return "stands open"
        return ""
