"""Ways out: what stands between the night and its seal, and which verb does away with it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pitdesk import places
from pitdesk.book.day import RECORDS
from pitdesk.errors import Refusal
from pitdesk.tonight.board import Board
from pitdesk.tonight.closing import step_of
from ui.floor.waiting import Pointed


@dataclass(frozen=True, slots=True)
class Way:
    """A button that leads somewhere: the action, what the button says, what is taken along."""

    action: str
    words: str
    what: object = None


@dataclass(frozen=True, slots=True)
class Face(Pointed):
    """One part of a slip that was pointed at."""

    part: str = "original"


@dataclass(frozen=True, slots=True)
class Waits:
    """What the seal waits for: words, what more is known, the section, the step, the ways out."""

    words: str
    more: str
    section: str
    step: int
    ways: tuple[Way, ...]


Ways = Iterator[Way]
MANY = 3  # parts of slips not found; more than these are told together
MISSING = "nd.08-05.4"
LOST = (Way("manual", "What to do"), Way("find", "Find the verb"))  # where nothing better is known
_SLIP = re.compile(r"(fill|credit) (\d+)")
_PART = re.compile(r"(fill|credit) (\d+), the (original|copy)(?:: not found in (.+)\. Enter it)?")


def ways(blocker: Refusal, board: Board) -> tuple[Way, ...]:
    """What does away with a blocker, the usual way first. Never nothing at all."""
    found = _WAYS.get(blocker.rule, _none)
    return tuple(found(blocker.words, board)) or LOST


def waits(blockers: Sequence[Refusal], board: Board) -> list[Waits]:
    """The blockers with their ways out; many parts of slips not found yet are told in one."""
    parts = [blocker for blocker in blockers if blocker.rule == MISSING]
    together = len(parts) > MANY
    found = [
        Waits(begun(one.words), "", one.section, step_of(one), ways(one, board))
        for one in blockers
        if not (together and one.rule == MISSING)
    ]
    if together:
        words = (
            f"{len(parts)} parts of slips were not found yet. Enter those of each box and of the"
            " records as they turn up; explain what stays missing."
        )
        told = [_PART.match(one.words) for one in parts]
        more = ", ".join(f"{m[1]} {m[2]} {m[3]} ({m[4]})" for m in told if m)
        out = (Way("found", "Slips found"), Way("explain", "Explain"))
        found.append(Waits(words, more, parts[0].section, step_of(parts[0]), out))
    return sorted(found, key=lambda one: one.step)


def begun(words: str) -> str:
    """A sentence with a capital, such as one that begins with the name of a slip."""
    return words[:1].upper() + words[1:]


def _none(words: str, board: Board) -> Ways:
    yield from ()


def _tables(words: str, board: Board) -> Ways:
    """An open table is closed, its box carried away, counted by two, agreed."""
    if found := re.match(r"Table (.+) is open\.", words):
        yield Way("close table", f"Close table {found[1]}", found[1])
    elif found := re.match(r"Box (.+) is still on table (.+)\. Remove", words):
        yield Way("remove box", f"Carry box {found[1]}", found[2])
    elif found := re.match(r"Box (.+) is not counted", words):
        spot = next((spot for spot in board.spots if spot.box == found[1]), None)
        table = spot.table if spot else found[1]
        if not board.team:
            yield Way("team", "Name the team")
        elif spot and len(spot.counted_by) > 1:
            yield Way("drop", f"Agree box {found[1]}", table)
        else:
            yield Way("drop count", f"Count box {found[1]}", table)


def _banks(words: str, board: Board) -> Ways:
    """What has no opening count is counted as one, also late; else as the closing count."""
    yield Way("count banks", "Count banks", "opening" if "no opening count" in words else "closing")


def _camera(words: str, board: Board) -> Ways:
    if found := re.search(r"camera of table (.+) was not", words):
        yield Way("camera", f"Camera {found[1]}", found[1])


def _on_the_way(words: str, board: Board) -> Ways:
    if found := _SLIP.match(words):
        pointed = Pointed(found[1], int(found[2]))
        one = next((w for w in board.waiting if (w.series, w.number) == (found[1], int(found[2]))), None)
        yield Way("waiting", (one.waits if one else "receive").capitalize(), pointed)
        yield Way("void", "Void", pointed)


def _transit(words: str, board: Board) -> Ways:
    if places.JAR_BAR in words.partition(":")[0]:
        yield Way("fill", "Fill it back")
    else:
        yield Way("waiting", "Next waiting")


def _missing(words: str, board: Board) -> Ways:
    if found := _PART.match(words):
        where = found[4] or RECORDS
        yield Way("found", "Found it", where)
        yield Way("explain", "Explain", f"{found[1]} {found[2]} {found[3]}")


def _paper(words: str, board: Board) -> Ways:
    if found := _PART.match(words):
        face = Face(found[1], int(found[2]), found[3])
        if "nobody knows" in words:
            yield Way("answer", "Is it whole?", face)
        else:
            yield Way("reprint", "Print it", face)
            yield Way("by hand", "Write by hand", face)


def _explained(words: str, board: Board) -> Ways:
    if found := re.search(r"Explain '(.+)'\.$", words):
        yield Way("explain", "Explain", found[1])


def _outstanding(words: str, board: Board) -> Ways:
    yield Way("count banks", "Count again")
    if found := re.search(r"explain '(.+)'\.$", words):
        yield Way("explain", "Explain", found[1])


def _tips(words: str, board: Board) -> Ways:
    place, _, _ = words.partition(":")
    yield Way("tips", "Redeem tips", place.removeprefix(places.tips("")))
    yield Way("explain", "Explain", place)


def _next_start(words: str, board: Board) -> Ways:
    yield Way("close day", "Next start")
    if "more than the cash in hand" in words:
        yield Way("withdraw", "Withdraw")


def _to(*way: Way) -> Callable[[str, Board], Ways]:
    return lambda _, __: iter(way)


_WAYS: dict[str, Callable[[str, Board], Ways]] = {
    "nd.02-01.6": _to(Way("open day", "Open the day")),
    "nd.03-06.2": _banks,
    "nd.03-10.1": _next_start,
    "nd.08-04.7": _camera,
    "nd.08-05.2": _on_the_way,
    MISSING: _missing,
    "nd.08-14.1": _tables,
    "nd.08-16.1": _to(Way("close day", "Ask the shift manager")),
    "pd.explained": _explained,
    "pd.outstanding": _outstanding,
    "pd.print": _paper,
    "pd.tips": _tips,
    "pd.transit": _transit,
}
