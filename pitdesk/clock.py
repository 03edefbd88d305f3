"""The desk's clock: the one place that reads the machine's."""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Protocol

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)  # slip codes hold 32 bits of seconds since then
AGE = datetime(1998, 5, 2, tzinfo=UTC)  # the rulebook begins the day before, wherever the site is
LAST_OPENING = datetime(2106, 1, 31, tzinfo=UTC)  # a day opened then is closed while codes still hold
END = datetime(2106, 2, 7, tzinfo=UTC)
_BOOT = Path("/proc/sys/kernel/random/boot_id")


class Now(NamedTuple):
    """One reading of the desk's clock: UTC, and seconds that nobody can set within one boot."""

    at: datetime
    boot: str
    ticks: int


class Clock(Protocol):
    """Anything that can be asked what time it is."""

    def now(self) -> Now:
        """UTC, and seconds that nobody can set within one boot."""


class MachineClock:
    """The machine's own clock."""

    def __init__(self) -> None:
        self._boot = _BOOT.read_text("ascii").strip() if _BOOT.exists() else "unknown"

    def now(self) -> Now:
        """UTC now, this boot, seconds since it."""
        at = datetime.now(UTC)  # noqa: TID251
        return Now(at.replace(microsecond=0), self._boot, int(time.monotonic()))


class SetClock:
    """A clock that is set by hand: a replayed night, a test, a lesson."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> Now:
        """The time it was set to; its seconds count from 1970."""
        return Now(self.at.astimezone(UTC), "set", int(self.at.timestamp()))
