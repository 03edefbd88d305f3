"""Hold of tables, dealers and weeks: what of each table's day fell to whoever sat there.

The text says that each dealer's hold is followed, and not how one drop box is shared. Where the box and
the tray were counted as the dealer changed, the figures are counted; else a box, or what a tray won
between two counts, is shared by the time that each sat there. It adds up to the table, to the cent.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date as Date
from datetime import datetime, timedelta
from itertools import accumulate, pairwise

from pitdesk import kinds
from pitdesk.book.day import Day, Table
from pitdesk.book.figures import figures, held, won
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of
from pitdesk.book.seats import Turn
from pitdesk.records.nights import Nights

NOBODY = ""  # to whom falls what came while nobody sat there
NEAR = timedelta(minutes=10)  # a count so near to a change of dealers is made at it
COUNTED, SHARED = "counted", "apportioned"


@dataclass(frozen=True, slots=True)
class Share:
    """What of a table's day fell to one person.

    seconds   seated there
    counted   whether box and tray were counted whenever the seat changed
    """

    date: Date
    table: str
    game: str
    person: str
    drop_cents: int = 0
    win_cents: int = 0
    seconds: int = 0
    counted: bool = True

    @property
    def basis(self) -> str:
        """How it was come to."""
        return COUNTED if self.counted else SHARED


@dataclass(frozen=True, slots=True)
class Held:
    """Shares added up: of a table, a dealer, a week or a quarter."""

    name: str
    game: str
    days: int
    drop_cents: int
    win_cents: int
    seconds: int
    counted: bool

    @property
    def hold(self) -> str:
        """Win in percent of the drop, two places; "-" where nothing was dropped."""
        return held(self.win_cents, self.drop_cents)

    @property
    def basis(self) -> str:
        """How it was come to."""
        return COUNTED if self.counted else SHARED


def total(name: str, shares: Iterable[Share]) -> Held:
    """The sum of shares."""
    found = list(shares)
    games = {one.game for one in found}
    return Held(
        name,
        games.pop() if len(games) == 1 else "",
        len({one.date for one in found}),
        sum(one.drop_cents for one in found),
        sum(one.win_cents for one in found),
        sum(one.seconds for one in found),
        all(one.counted for one in found),
    )


def shares_of(journal: Journal, first: Date, last: Date) -> list[Share]:
    """What fell to whom at each table, on the sealed days from one date to another, oldest first.

    A day whose drop is pending is left out: its figures are not known yet.
    """
    return [share for day in days_between(journal, first, last) for share in shares(day)]


def days_between(journal: Journal, first: Date, last: Date, *, every: bool = False) -> list[Day]:
    """The sealed days from one date to another whose boxes are counted, oldest first.

    every   also those that are open, or wait for a box
    """
    found = (day_of(journal, number) for number in Nights(journal).between(first, last))
    return [day for day in found if day and (every or (day.sealed and not day.pending))]


def shares(day: Day) -> list[Share]:
    """What of each table's day fell to whom; the sum of a table is the table's."""
    results = {one.name: one for one in figures(day).tables}
    found: list[Share] = []
    for name, table in day.tables.items():
        won = results[name]
        found += _at(day, table, won.drop_cents, won.win_cents)
    return found


@dataclass(slots=True)
class _Part:
    """Cents that came between two times."""

    cents: int
    since: datetime
    until: datetime


def _at(day: Day, table: Table, drop_cents: int, win_cents: int) -> list[Share]:
    end = day.last.at
    turns = [replace(turn, until=turn.until or end) for turn in table.seats]
    trays, boxes = [*_trays(day, table)], [*_boxes(day, table)]
    rest_cents = win_cents - drop_cents - sum(part.cents for part in trays)
    if rest_cents:  # what no count of the tray came upon
        trays.append(_Part(rest_cents, table.opened_at, end))
    found: dict[str, Share] = {}
    for turn in turns:
        share = found.get(turn.person) or Share(day.date, table.table, table.game, turn.person)
        seconds = share.seconds + int(turn.lasted(end).total_seconds())
        found[turn.person] = replace(share, seconds=seconds)
    for parts, dropped in ((boxes, True), (trays, False)):
        for part in parts:
            fell = _fell(part, turns)
            for person, cents in fell.items():
                share = found.get(person) or Share(day.date, table.table, table.game, person)
                found[person] = replace(
                    share,
                    drop_cents=share.drop_cents + cents * dropped,
                    win_cents=share.win_cents + cents,
                    counted=share.counted and len(fell) == 1,
                )
    return [*found.values()]


def _trays(day: Day, table: Table) -> Iterator[_Part]:
    """What a tray won (or lost, below zero) from each count to the next one."""
    since = table.opened_at
    for entry in day.entries:
        fact = entry.fact
        if isinstance(fact, kinds.TrayCount) and fact.table == table.table:
            yield _Part(fact.off.cents, since, entry.at)
        if isinstance(fact, kinds.TrayCount | kinds.OpenTable) and fact.table == table.table:
            since = entry.at


def _boxes(day: Day, table: Table) -> Iterator[_Part]:
    """What each use of a drop box brought, from when it was put on the table until it came off."""
    ends = [*_taken_off(day, table)]
    since = table.opened_at
    for at, use in enumerate(table.uses):
        until = ends[at] if at < len(ends) else day.last.at
        yield _Part(use.cents or 0, since, until)
        since = until


def _taken_off(day: Day, table: Table) -> Iterator[datetime]:
    """When each use of a box ended: carried away, or opened at its table and counted at once."""
    at_once = False
    for entry in day.entries:
        match entry.fact:
            case kinds.RemoveBox(table=name) if name == table.table:
                if not at_once:
                    yield entry.at
                at_once = False
            case kinds.DropCount(table=name, at_once=True) if name == table.table and not at_once:
                at_once = True
                yield entry.at
            case kinds.Drop(table=name) if name == table.table:
                at_once = False


def _fell(part: _Part, turns: Sequence[Turn]) -> dict[str, int]:
    """To whom the cents of a part fell: by time seated in it."""
    seated: dict[str, int] = {}
    for turn, seconds in _within(part, turns):
        seated[turn.person] = seated.get(turn.person, 0) + seconds
    if not seated:
        return {NOBODY: part.cents} if part.cents else {}
    return dict(zip(seated, shared(part.cents, [*seated.values()]), strict=True))


def _within(part: _Part, turns: Sequence[Turn]) -> list[tuple[Turn, int]]:
    """The turns in a part, with the seconds in it; not one that only a count made late lets reach in."""
    found = []
    for turn in turns:
        assert turn.until
        both = min(turn.until, part.until) - max(turn.since, part.since)
        inside = turn.since >= part.since and turn.until <= part.until
        if both > timedelta() and (inside or both > NEAR):
            found.append((turn, int(both.total_seconds())))
    return found


def shared(cents: int, weights: Sequence[int]) -> list[int]:
    """Cents shared by weights; what is shared adds up to them.

    >>> shared(1_240_00, [220, 290])
    [53490, 70510]
    """
    whole = max(1, sum(weights))
    steps = [0, *(cents * upto // whole for upto in accumulate(weights))]
    steps[-1] = cents
    return [after - before for before, after in pairwise(steps)]


def of_games(journal: Journal, first: Date, last: Date) -> dict[str, tuple[int, int]]:
    """Game → gross and adjusted gross proceeds from one date to another, as corrected at its tables."""
    found: dict[str, tuple[int, int]] = {}
    games: dict[tuple[Date, str], str] = {}
    for share in shares_of(journal, first, last):
        games[share.date, share.table] = share.game
        _add(found, share.game, share.drop_cents, share.win_cents)
    for entry in journal.each(kinds.Correction):
        fact = entry.of(kinds.Correction)
        for table in {name.rpartition(".")[0] for name in fact.changes}:
            if game := games.get((fact.date, table)):
                _add(found, game, *corrected(fact, table))
    return found


def corrected(fact: kinds.Correction, table: str) -> tuple[int, int]:
    """What a correction adds to a table's drop and win; the win follows from its parts where named."""
    at = f"{table}."
    add = {name.removeprefix(at): n for name, n in fact.changes.items() if name.startswith(at)}
    drop_cents, win_cents = add.get("drop", 0), add.pop("win", 0)
    return drop_cents, won(**add) if add else win_cents


def _add(found: dict[str, tuple[int, int]], game: str, drop_cents: int, win_cents: int) -> None:
    drop, win = found.get(game, (0, 0))
    found[game] = (drop + drop_cents, win + win_cents)
