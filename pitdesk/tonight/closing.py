"""The close of day as it can be seen: its steps, what still stands open, the day in one sum, the proofs.

Pure but for `Closing.of`. A figure that somebody still counts blind is None until the count is in.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date as Date
from typing import TYPE_CHECKING

from pitdesk import kinds, places
from pitdesk.banking import deposit_due
from pitdesk.book.day import PARTS, Day, Table
from pitdesk.book.figures import Figures, Result, figures
from pitdesk.book.past import short
from pitdesk.book.site import in_order
from pitdesk.chips import dollars
from pitdesk.errors import Refusal
from pitdesk.rules.checks.closing import TABLE_OPEN

if TYPE_CHECKING:
    from pitdesk.desk import Desk
    from pitdesk.tonight.board import Board

STEPS = (
    "Tables closed",
    "Slips accounted",
    "Drop counted",
    "Banks counted",
    "Reconcile",
    "Seal and print",
)
TABLES, SLIPS, DROP, BANKS, RECONCILE, SEAL = range(6)
_STEP_OF = {  # the step that a rule's blockers, or those of a code, belong to; else to reconcile
    TABLE_OPEN: TABLES,
    "nd.08-14.1": DROP,
    "nd.08-04.7": TABLES,
    "nd.08-05.2": SLIPS,
    "pd.transit": SLIPS,
    "pd.print": SLIPS,
    "nd.03-06.2": BANKS,
}
_NEXT_START = "Say what cash stays here for the next day; the rest is the deposit."


@dataclass(frozen=True, slots=True)
class Line:
    """A table's sum: drop + closed with + credits − opened with − fills = win, in cents."""

    name: str
    drop: int | None
    closer: int | None
    credits: int
    opener: int
    fills: int
    win: int | None
    hold: str  # percent with two places, "" where it is not known

    @property
    def cents(self) -> tuple[int | None, ...]:
        """Its figures in the order of the sum."""
        return (self.drop, self.closer, self.credits, self.opener, self.fills, self.win)


@dataclass(frozen=True, slots=True)
class Term:
    """A line of the day's sum; `total` where it is the sum of those above it. None: not known yet."""

    words: str
    cents: int | None
    total: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """Something that must agree, and whether it does; None while it cannot be said yet."""

    words: str
    detail: str
    holds: bool | None


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of the close: "done", "now" (the first that is not) or "later"; how much is left of it."""

    words: str
    state: str
    left: int


@dataclass(frozen=True, slots=True)
class Owed:
    """Something that may be explained, by its key; `must` while the seal waits for it."""

    key: str
    words: str
    must: bool


@dataclass(frozen=True, slots=True)
class Closing:
    """The close of the open day, or of the last one; of a new book nothing.

    state       "new", "open" or "sealed"
    next_start  cents that the next day starts with, None before that was said
    supplied    what the day was given to work with, in cents; a usual next start
    counted     whether every bank stands as its closing count says
    """

    state: str = "new"
    day: int = 0
    date: Date | None = None
    next_start: int | None = None
    supplied: int = 0
    counted: bool = False
    blockers: tuple[Refusal, ...] = ()
    tables: tuple[Line, ...] = ()
    total: Line | None = None
    terms: tuple[Term, ...] = ()
    proofs: tuple[Proof, ...] = ()
    deposit: int | None = None
    checks: int = 0
    due: Date | None = None
    head: str = ""

    @classmethod
    def of(cls, desk: "Desk", next_start: int | None = None) -> "Closing":
        """The close as a desk sees it. To be asked where the desk is: in its own thread."""
        day = desk.day
        if day is None or day.sealed:
            return cls.of_day(day) if day else cls()
        blockers = desk.blockers(next_start or 0)
        if next_start is None:
            blockers.append(desk.rules.refusal("nd.03-10.1", _NEXT_START))
        days = desk.rules.value("nd.03-10.1", "banking_days", day.date)
        return cls.of_day(day, blockers, next_start, due=deposit_due(day.date, days))

    @classmethod
    def of_day(
        cls,
        day: Day,
        blockers: Iterable[Refusal] = (),
        next_start: int | None = None,
        *,
        due: Date | None = None,
    ) -> "Closing":
        """The close of a day by itself; of a sealed one all is known."""
        found, seal = figures(day), day.seal
        waits = tuple(sorted(blockers, key=step_of))
        counted = bool(seal) or not any(one.rule == "nd.03-06.2" for one in waits)
        if seal:
            next_start, due = seal.cents, seal.deposit_due
        rows = sorted(found.tables, key=lambda row: in_order(row.name))
        lines = tuple(_line(row, day.tables[row.name]) for row in rows)
        terms = tuple(_terms(found, lines, next_start, due, counted=counted))
        return cls(
            state="sealed" if seal else "open",
            day=day.number,
            date=day.date,
            next_start=next_start,
            supplied=found.supplied,
            counted=counted,
            blockers=waits,
            tables=lines,
            total=_total(found.all, lines),
            terms=terms,
            proofs=tuple(_proofs(day, found, counted=counted)),
            deposit=terms[-1].cents,
            checks=seal.deposit_checks_cents if seal else 0,
            due=due,
            head=short(day.sealed.hash) if day.sealed else "",
        )

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The six steps."""
        left = [sum(step_of(one) == step for one in self.blockers) for step in range(SEAL)]
        done = [self.state == "sealed" or (self.state == "open" and not many) for many in left]
        done.append(self.state == "sealed")
        now = done.index(False) if False in done else -1
        return tuple(
            Stage(words, "done" if done[at] else "now" if at == now else "later", many)
            for at, (words, many) in enumerate(zip(STEPS, [*left, 0], strict=True))
        )


def step_of(blocker: Refusal) -> int:
    """The step of the close that a blocker belongs to, an index into STEPS."""
    return _STEP_OF.get(blocker.code, _STEP_OF.get(blocker.rule, RECONCILE))


# The sum


def _line(row: Result, table: Table) -> Line:
    closer = row.closer if table.state == "closed" else None
    known = closer is not None and table.drop_cents is not None
    return Line(
        row.name,
        table.drop_cents,
        closer,
        row.credits,
        row.opener,
        row.fills,
        row.win if known else None,
        row.hold if known else "",
    )


def _total(found: Result, lines: tuple[Line, ...]) -> Line:
    whole = _won(lines)
    return Line(
        "All",
        found.drop if all(line.drop is not None for line in lines) else None,
        found.closer if all(line.closer is not None for line in lines) else None,
        found.credits,
        found.opener,
        found.fills,
        found.win if whole else None,
        found.hold if whole else "",
    )


def _won(lines: Iterable[Line]) -> bool:
    """Whether every table's win is known."""
    return all(line.win is not None for line in lines)


def _terms(
    found: Figures, lines: tuple[Line, ...], next_start: int | None, due: Date | None, *, counted: bool
) -> Iterator[Term]:
    """The day in one sum, each line added to those above it."""
    won = _won(lines)
    known = won and counted
    yield Term("Gross proceeds, the drop cash of every table", found.gross if won else None)
    yield Term("Prizes", -found.prizes if won else None)
    yield Term("Adjusted gross proceeds", found.agp if won else None, total=True)
    yield Term(
        _way(found.outstanding_change, "gone out to players", "come back from players", known=known),
        found.outstanding_change if known else None,
    )
    yield Term(_off(found.over_short, known=known), found.over_short if known else None)
    yield Term("Cash profit", found.cash_profit if known else None, total=True)
    said = next_start is not None
    kept = found.supplied - (next_start or 0)
    yield Term(_kept(kept, said=said), kept if said else None)
    if found.by_check:
        yield Term("Prizes paid by check", found.by_check)
    by = f", due by {due:%a %b} {due.day}" if due else ""
    deposit = found.deposit(next_start) if known and next_start is not None else None
    yield Term(f"Bank deposit{by}", deposit, total=True)


def _way(change: int, out: str, back: str, *, known: bool) -> str:
    if not known:
        return "Chips gone out to players, or come back"
    return f"Chips {out if change > 0 else back}" if change else "Chips with players, no change"


def _off(cents: int, *, known: bool) -> str:
    if not known:
        return "Cash and chip bank, over or short"
    how = "over" if cents > 0 else "short" if cents < 0 else "balanced"
    return f"Cash and chip bank {how}"


def _kept(kept: int, *, said: bool) -> str:
    if not said:
        return "Next start, less or more than today was supplied with"
    if not kept:
        return "Next start is what today was supplied with"
    return f"Next start is {'less' if kept > 0 else 'more'} than today was supplied with"


# The proofs


def _proofs(day: Day, found: Figures, *, counted: bool) -> Iterator[Proof]:
    yield from _series(day)
    yield _papers(day)
    if counted:
        yield _counts(found, day)
        yield Proof(
            "Cash profit, counted and booked",
            f"${dollars(found.cash_profit)} and ${dollars(found.cash_profit_the_other_way)}",
            found.cash_profit == found.cash_profit_the_other_way,
        )
        yield _initials(day)
    else:
        words = "Cash and chips counted against the book"
        yield Proof(words, "shown once the closing counts are in", None)


def _series(day: Day) -> Iterator[Proof]:
    for series in ("fill", "credit"):
        told = [slip for slip in day.slips.values() if slip.series == series]
        if not told:
            yield Proof(f"{series.capitalize()} slips", "none tonight", True)
            continue
        first, last = min(slip.number for slip in told), max(slip.number for slip in told)
        void = sum(slip.state == "void" for slip in told)
        way = sum(slip.on_the_way for slip in told)
        ended = f", {way} on the way" if way else ", none missing"
        yield Proof(
            f"{series.capitalize()} slips {first:06} to {last:06}",
            f"{len(told)} used, {void or 'none'} void{ended}",
            not way,
        )


def _papers(day: Day) -> Proof:
    """Whether every part was found where it belongs, or is explained."""
    words = "Slips found against the book"
    if not day.slips:
        return Proof(words, "no slips tonight", True)
    lost = [f"{slip.name} {part}" for slip, part, _ in day.missing()]
    parts = len(day.slips) * len(PARTS)
    if not lost:
        return Proof(words, f"all {parts} parts where they belong", True)
    bare = [name for name in lost if name not in day.reasons]
    told = f"{parts - len(lost)} of {parts} parts found"
    if bare:
        return Proof(words, f"{told}, {len(bare)} neither found nor explained", False)
    return Proof(words, f"{told}, {', '.join(lost)} explained", True)


def _counts(found: Figures, day: Day) -> Proof:
    words = "Cash and chips counted against the book"
    sides = {"cash": found.over_short_cash, "chips": found.over_short_chips}
    off = {what: cents for what, cents in sides.items() if cents}
    bare = [note.key for note in day.unexplained]
    if not off and not bare:
        return Proof(words, "balanced", True)
    each = [
        f"{what} " * (len(off) > 1) + f"{_how(cents)} ${dollars(abs(cents))}"
        for what, cents in off.items()
    ]
    told = ", ".join(each) or "balanced in value"
    return Proof(words, f"{told}, {'a reason is owed' if bare else 'explained'}", not bare)


def _how(cents: int) -> str:
    return "over" if cents > 0 else "short"


def _initials(day: Day) -> Proof:
    """Who made the last closing count."""
    counts = [one for one in day.facts(kinds.Count) if one[0].when == "closing"]
    words = "Closing count initialed"
    if not counts:
        return Proof(words, "nothing to count", True)
    count, entry = counts[-1]
    initials = [signature.initials for signature in entry.signatures]
    return Proof(words, " and ".join(initials), len(initials) > 1 or count.alone)


# What may be explained


def owed(board: "Board") -> tuple[Owed, ...]:
    """What the seal of the open day waits for, then what a reason would make clearer; each once."""
    if board.state != "open":
        return ()
    bare = {note.key for note in board.unexplained}
    told = {*board.reasons} - bare
    found = []
    for one in _all_owed(board):
        if one.key not in told:
            told.add(one.key)
            found.append(one)
    return tuple(found)


def _all_owed(board: "Board") -> Iterator[Owed]:
    yield from (Owed(note.key, note.words, must=True) for note in board.unexplained)
    for name in board.missing:
        yield Owed(name, f"{name}: not found where it belongs", must=True)
    for place in sorted(board.balances):
        if place.startswith(places.tips("")) and (chips := board.held(place)):
            yield Owed(place, f"{place}: {chips} not redeemed", must=True)
    for chip, count in board.outstanding.items():
        if count < 0:
            words = f"{-count} more pieces of {chip.name} counted than owned"
            yield Owed(f"chips {chip.name}", words, must=True)
    yield from (Owed(note.key, note.words, must=False) for note in board.notes)
