"""What is happening now: at each table by rank, what waits longest, and where every chip is.

Pure, made of a board and a time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from pitdesk import places
from pitdesk.chips import Chip
from pitdesk.tonight.board import Board, Spot, Waiting, is_tray

RANKS = (  # of what may happen at a table, the most pressing first
    *("fault", "coming", "waits", "plaque", "camera", "low", "locked"),
    *("quiet", "closed", "not open"),
)
FAULT, COMING, WAITS, PLAQUE, CAMERA, LOW, LOCKED, QUIET, CLOSED, BEFORE = RANKS
CALM = frozenset({QUIET, CLOSED, BEFORE})  # nothing that anybody must do
SLOW_S, LATE_S = 3 * 60, 6 * 60  # seconds from which a wait is slow, and late
BANK, TRAYS, WAY, PLAYERS, ELSEWHERE = "bank", "trays", "way", "players", "elsewhere"
BELOW = "With players below zero: more came back than is known to be out. Tray counts settle it."
_ELSEWHERE = (places.CHIP_RESERVE, places.DAMAGED, places.JAR_BAR, places.OVER_SHORT)


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing at a table: what kind it is, the slip it is about, the value that runs low.

    since   since when somebody waits for it
    """

    what: str
    slip: Waiting | None = None
    chip: Chip | None = None

    @property
    def since(self) -> datetime | None:
        """Since when somebody waits for it."""
        return self.slip.at if self.slip else None


def happening(spot: Spot) -> tuple[Happening, ...]:
    """All that happens at a table now, the most pressing first; never nothing at all."""
    return tuple(_happening(spot))


def _happening(spot: Spot) -> Iterator[Happening]:
    if spot.fault and spot.state != "closed":
        yield Happening(FAULT)
    slips = sorted(spot.waiting, key=lambda one: (one.waits == "verify", one.at))
    for slip in slips:
        yield Happening(WAITS if slip.waits == "verify" else COMING, slip)
    if spot.state != "open":
        yield Happening(CLOSED if spot.state == "closed" else BEFORE)
        return
    if spot.plaque:
        yield Happening(PLAQUE)
    if spot.video and spot.camera is None and not spot.fault:
        yield Happening(CAMERA)
    for chip in spot.low:
        yield Happening(LOW, chip=chip)
    if spot.dealer is None and not spot.players:
        yield Happening(LOCKED)
    yield Happening(QUIET)


def oldest_first(board: Board) -> list[Waiting]:
    """The slips on their way, the one that waits longest first."""
    return sorted(board.waiting, key=lambda one: one.at)


def waited_s(since: datetime, now: datetime) -> int:
    """Seconds that somebody has waited."""
    return max(0, int((now - since).total_seconds()))


def patience(since: datetime, now: datetime, slow_s: int = SLOW_S, late_s: int = LATE_S) -> str:
    """How long a wait is: "", "slow" or "late"."""
    waited = waited_s(since, now)
    return "late" if waited >= late_s else "slow" if waited >= slow_s else ""


def whereabouts(board: Board) -> dict[str, int]:
    """Where every chip of the house is, in cents: bank, trays, on the way, with players, elsewhere.

    Together they are all that the house owns. What players hold may be below zero until trays are
    counted: then that much more lies in trays than is known.
    """
    found = dict.fromkeys((BANK, TRAYS, WAY, PLAYERS, ELSEWHERE), 0)
    for place in board.balances:
        if (where := _where(place)) in found:
            found[where] += board.held(place).cents
    return found


def _where(place: str) -> str:
    """The code of a place; "" for one that holds no chips of the house."""
    if is_tray(place):
        return TRAYS
    if place in _ELSEWHERE or place.startswith(places.tips("")):
        return ELSEWHERE
    return {places.CHIP_BANK: BANK, places.TRANSIT: WAY, places.PATRONS: PLAYERS}.get(place, "")
