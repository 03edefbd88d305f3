"""Ways out: what stands between the night and its seal, and which verb does away with it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pitdesk import places
from pitdesk.book.slip import RECORDS
from pitdesk.errors import Refusal
from pitdesk.rules.checks.banks import NO_OPENING
from pitdesk.rules.checks.closing import (
    BEYOND_CASH,
    BOX_NOT_COUNTED,
    BOX_ON_TABLE,
    NOBODY_KNOWS,
    TABLE_OPEN,
)
from pitdesk.subjects import Box, Note, Part, Place, Slip, Table
from pitdesk.tonight.board import Board, begun
from pitdesk.tonight.closing import step_of
from pitdesk.tonight.outlook import Way
from ui.floor.waiting import Pointed


@dataclass(frozen=True, slots=True)
class Face(Pointed):
    """One part of a slip that was pointed at."""

    part: str = "original"


@dataclass(frozen=True, slots=True)
class Waits:
    """A group of what the seal waits for, all of one kind.

    words   what it is;  section, rule: which rule says so;  step: of the close
    ways    out of it, the usual one first
    stops   whether it stops the seal; else it is printed on the report
    each    of several: what each is, and the way out of it
    """

    words: str
    section: str
    step: int
    ways: tuple[Way, ...]
    rule: str
    stops: bool = True
    each: tuple[tuple[str, Way], ...] = ()

    @property
    def many(self) -> int:
        """How many stand in it."""
        return len(self.each) or 1


Ways = Iterator[Way]
MISSING = "nd.08-05.4"
PLAQUE = "nd.08-09.1p"
RECORDER = "nd.08-04.5b"
NAMED = {  # what several of one code or rule are called
    TABLE_OPEN: "tables are not closed",
    BOX_ON_TABLE: "boxes are still on their tables",
    BOX_NOT_COUNTED: "boxes are not counted",
    NOBODY_KNOWS: "prints that nobody has looked at",
    MISSING: "parts of slips were not found yet",
    PLAQUE: "plaques were not noted",
    "nd.08-04.7": "cameras were not reviewed",
    RECORDER: "recorders are not accounted for",
    "nd.08-05.2": "slips are on their way",
    "pd.transit": "slips are on their way",
    "pd.print": "prints are not on paper",
    "pd.explained": "figures need a reason",
    "pd.tips": "dealers' tips are not redeemed",
    "nd.03-06.2": "places have no closing count",
}
LOST = (Way("manual", "What to do"), Way("find", "Find the verb"))  # where nothing better is known


def ways(blocker: Refusal, board: Board) -> tuple[Way, ...]:
    """What does away with a blocker, the usual way first. Never nothing at all."""
    found: Iterable[Way]
    about = blocker.about
    match about:
        case Part() if blocker.rule == MISSING:
            found = (
                Way("found", "Found it", about.where or RECORDS),
                Way("explain", "Explain", about.name),
            )
        case Part():
            found = _paper(about, known=blocker.code != NOBODY_KNOWS)
        case Slip():
            found = _on_the_way(about, board)
        case Table() if blocker.code == TABLE_OPEN:
            found = (Way("close table", f"Close table {about.table}", about.table),)
        case Table() if blocker.rule == PLAQUE:
            found = (Way("plaque", f"Plaque {about.table}", about.table),)
        case Table() if blocker.rule == RECORDER:
            found = (Way("recorder", f"Recorder {about.table}", about.table),)
        case Table():
            found = (Way("camera", f"Camera {about.table}", about.table),)
        case Box():
            found = _box(about, board, blocker.code)
        case Place():
            found = _place(about.place, blocker)
        case Note():
            found = _note(about, blocker.rule)
        case None:
            found = _rule(blocker)
    return tuple(found) or LOST


def waits(blockers: Sequence[Refusal], board: Board, later: Sequence[Refusal] = ()) -> list[Waits]:
    """The blockers in groups of one kind, with their ways out, in the order of the close.

    later   what does not stop the seal; it comes last
    """
    found = []
    for stops, those in ((True, blockers), (False, later)):
        kinds: dict[object, list[Refusal]] = {}
        for one in those:
            kind = (one.rule, one.code, type(one.about), ways(one, board)[0].action)
            kinds.setdefault(kind, []).append(one)
        groups = [_group(alike, board, stops=stops) for alike in kinds.values()]
        found += sorted(groups, key=lambda one: one.step)
    return found


def _group(alike: Sequence[Refusal], board: Board, *, stops: bool) -> Waits:
    """Blockers of one kind; of several, what they have in common and the way out of the first."""
    first = alike[0]
    common = (first.section, step_of(first))
    if len(alike) == 1:
        return Waits(begun(first.words), *common, ways(first, board), first.rule, stops)
    out = ways(first, board)
    if first.rule == MISSING:
        out = (Way("found", "Slips found"), Way("explain", "Explain"))
    words = NAMED.get(first.code) or NAMED.get(first.rule) or "points of one kind"
    each = tuple((begun(one.words), ways(one, board)[0]) for one in alike)
    return Waits(f"{len(alike):,} {words}", *common, out[:2], first.rule, stops, each)


def _box(about: Box, board: Board, code: str) -> Ways:
    """A box is carried away, counted by two, agreed."""
    spot = next((spot for spot in board.spots if spot.box == about.box), None)
    if code == BOX_ON_TABLE:
        yield Way("remove box", f"Carry box {about.box}", about.table)
    elif not board.team:
        yield Way("team", "Name the team")
    elif spot and len(spot.counted_by) > 1:
        yield Way("drop", f"Agree box {about.box}", about.table)
    else:
        yield Way("drop count", f"Count box {about.box}", about.table)


def _place(place: str, blocker: Refusal) -> Ways:
    """What has no opening count is counted as one, also late; else as the closing count."""
    if place.startswith(places.tips("")):
        yield Way("tips", "Redeem tips", place.removeprefix(places.tips("")))
        yield Way("explain", "Explain", place)
    elif place == places.JAR_BAR:
        yield Way("fill", "Fill it back")
    elif place == places.TRANSIT:
        yield Way("waiting", "Next waiting")
    else:
        when = "opening" if blocker.code == NO_OPENING else "closing"
        yield Way("count banks", "Count banks", when)


def _on_the_way(about: Slip, board: Board) -> Ways:
    key = (about.series, about.number)
    one = next((w for w in board.waiting if (w.series, w.number) == key), None)
    yield Way("waiting", (one.waits if one else "receive").capitalize(), Pointed(*key))
    yield Way("void", "Void", Pointed(*key))


def _paper(about: Part, *, known: bool) -> Ways:
    face = Face(about.series, about.number, about.part)
    if known:
        yield Way("reprint", "Print it", face)
        yield Way("by hand", "Write by hand", face)
    else:
        yield Way("answer", "Is it complete?", face)


def _note(about: Note, rule: str) -> Ways:
    if rule == "pd.outstanding":
        yield Way("count banks", "Count again")
    yield Way("explain", "Explain", about.key)


def _rule(blocker: Refusal) -> Ways:
    """What is about no single thing."""
    match blocker.rule:
        case "nd.02-01.6" | "pd.day":
            yield Way("open day", "Open the day")
        case "nd.03-10.1":
            yield Way("close day", "Next start")
            if blocker.code == BEYOND_CASH:
                yield Way("withdraw", "Withdraw")
        case "nd.08-16.1" | "pd.close":
            yield Way("close day", "Ask the shift manager")
