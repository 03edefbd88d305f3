"""Ways out: what stands between the night and its seal, and which verb does away with it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pitdesk import places
from pitdesk.book.slip import RECORDS
from pitdesk.errors import Refusal
from pitdesk.rules.checks.banks import NO_OPENING
from pitdesk.rules.checks.closing import BEYOND_CASH, BOX_ON_TABLE, NOBODY_KNOWS, TABLE_OPEN
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
    """What the seal waits for: words, what more is known, the rule, the step, the ways out."""

    words: str
    more: str
    section: str
    step: int
    ways: tuple[Way, ...]
    rule: str


Ways = Iterator[Way]
MANY = 3  # parts of slips not found; more than these stand in one line
MISSING = "nd.08-05.4"
PLAQUE = "nd.08-09.1p"
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


def waits(blockers: Sequence[Refusal], board: Board) -> list[Waits]:
    """The blockers with their ways out; many parts of slips not found yet stand in one."""
    parts = [blocker for blocker in blockers if blocker.rule == MISSING]
    together = len(parts) > MANY
    found = [
        Waits(begun(one.words), "", one.section, step_of(one), ways(one, board), one.rule)
        for one in blockers
        if not (together and one.rule == MISSING)
    ]
    if together:
        words = (
            f"{len(parts)} parts of slips were not found yet. Enter those of each box and of the"
            " records as they turn up; explain what stays missing."
        )
        lost = [one.about for one in parts if isinstance(one.about, Part)]
        more = ", ".join(f"{part.name} ({part.where})" for part in lost)
        out = (Way("found", "Slips found"), Way("explain", "Explain"))
        found.append(Waits(words, more, parts[0].section, step_of(parts[0]), out, MISSING))
    return sorted(found, key=lambda one: one.step)


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
