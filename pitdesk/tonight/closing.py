"""The close of day as it can be seen: its steps, what still stands open, the day in one sum, the proofs.

Pure but for `Closing.of`. A figure that somebody still counts blind is None until the count is in.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date as Date
from datetime import datetime
from typing import TYPE_CHECKING

from pitdesk import kinds, places
from pitdesk.banking import deposit_due
from pitdesk.book.banks import drawers
from pitdesk.book.day import Day, Table
from pitdesk.book.figures import DepositPart, Figures, Result, bank_deposits, figures, of_banks
from pitdesk.book.past import short
from pitdesk.book.site import in_order
from pitdesk.book.slip import PARTS
from pitdesk.chips import dollars
from pitdesk.errors import Refusal
from pitdesk.rules.checks.closing import BOX_NOT_COUNTED, TABLE_OPEN
from pitdesk.subjects import Box

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
    "nd.08-04.5b": TABLES,
    "nd.08-09.1p": TABLES,
    "nd.08-05.2": SLIPS,
    "pd.transit": SLIPS,
    "pd.print": SLIPS,
    "nd.03-06.2": BANKS,
}
_DOES: tuple[tuple[type[kinds.Fact], ...], ...] = (  # what each step is done with
    (kinds.CloseTable,),
    (kinds.Receive, kinds.Void, kinds.Found),
    (kinds.Drop,),
    (kinds.Count,),
    (kinds.Explain,),
    (kinds.CloseDay,),
)
BOXES, COUNTS, NEXT_START = "boxes", "counts", "next start"  # what a figure may wait for
COUNTED = "Cash and chips counted against the book"
OVERNIGHT = "Opening counts against the last closing"
_NEXT_START = "Say what cash stays here for the next day; the rest is the deposit."


@dataclass(frozen=True, slots=True)
class TableSum:
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
    """A line of the day's sum; `total` where it is the sum of those above it. None: not known yet.

    after   what it waits for while it is not known: "boxes", "counts", "next start"
    """

    words: str
    cents: int | None
    total: bool = False
    after: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """Something that must agree, and whether it does; None while it cannot be said yet."""

    words: str
    detail: str
    holds: bool | None


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of the close: "done", "now" (the first that is not) or "later"; how much is left of it.

    by, at   the initials of who did the last of it, and when; nothing before
    """

    words: str
    state: str
    left: int
    by: tuple[str, ...] = ()
    at: datetime | None = None


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
    may_wait    each box that waits to be counted: the day can be sealed without, its drop pending
    counted     whether every bank stands as its closing count says
    banks       what each cash bank was given to work with, by its drawer, where there are several
    parts       what each brings to the deposit of a sealed day
    over_short, cash_profit, agp   the answer of the day, in cents; None while it is not known
    lasts       of each step, the initials of who did the last of it, and when
    """

    state: str = "new"
    day: int = 0
    date: Date | None = None
    next_start: int | None = None
    supplied: int = 0
    counted: bool = False
    blockers: tuple[Refusal, ...] = ()
    tables: tuple[TableSum, ...] = ()
    total: TableSum | None = None
    terms: tuple[Term, ...] = ()
    proofs: tuple[Proof, ...] = ()
    deposit: int | None = None
    checks: int = 0
    due: Date | None = None
    head: str = ""
    may_wait: tuple[Refusal, ...] = ()
    banks: tuple[tuple[str, int], ...] = ()
    parts: tuple[DepositPart, ...] = ()
    over_short: int | None = None
    cash_profit: int | None = None
    agp: int | None = None
    lasts: tuple[tuple[tuple[str, ...], datetime | None], ...] = ()

    @classmethod
    def of(
        cls, desk: "Desk", next_start: int | None = None, kept: Mapping[str, int] | None = None
    ) -> "Closing":
        """The close as a desk sees it. To be asked where the desk is: in its own thread."""
        day = desk.day
        if day is None or day.sealed:
            return cls.of_day(day) if day else cls()
        blockers = desk.blockers(next_start or 0, kept)
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
        total = _line(found.all, [day.tables[row.name] for row in rows])
        known = counted and total.win is not None
        terms = tuple(_terms(found, next_start, due, won=total.win is not None, counted=counted))
        return cls(
            state="sealed" if seal else "open",
            day=day.number,
            date=day.date,
            next_start=next_start,
            supplied=found.supplied_cents,
            counted=counted,
            blockers=waits,
            tables=tuple(_line(row, [day.tables[row.name]]) for row in rows),
            total=total,
            terms=terms,
            proofs=tuple(_proofs(day, found, counted=counted)),
            deposit=terms[-1].cents,
            checks=seal.deposit_checks_cents if seal else 0,
            due=due,
            head=short(day.sealed.hash) if day.sealed else "",
            may_wait=tuple(_may_wait(day)),
            banks=tuple((drawer, one.supplied_cents) for drawer, one in of_banks(day).items()),
            parts=tuple(bank_deposits(day)) if len(drawers(day)) > 1 else (),
            over_short=found.over_short_cents if known else None,
            cash_profit=found.cash_profit_cents if known else None,
            agp=found.agp_cents if total.win is not None else None,
            lasts=tuple(_last(day, kinds_) for kinds_ in _DOES),
        )

    @property
    def pending(self) -> tuple[str, ...]:
        """The numbers of the boxes that wait to be counted."""
        return tuple(one.about.box for one in self.may_wait if isinstance(one.about, Box))

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The six steps."""
        left = [sum(step_of(one) == step for one in self.blockers) for step in range(SEAL)]
        done = [self.state == "sealed" or (self.state == "open" and not many) for many in left]
        done[DROP] &= done[TABLES]  # a table that is open has a box yet to be counted
        done.append(self.state == "sealed")
        now = done.index(False) if False in done else -1
        return tuple(
            Stage(
                words,
                "done" if done[at] else "now" if at == now else "later",
                many,
                *(self.lasts[at] if self.lasts else ()),
            )
            for at, (words, many) in enumerate(zip(STEPS, [*left, 0], strict=True))
        )


def _may_wait(day: Day) -> Iterator[Refusal]:
    for where, table in day.waiting.items():
        box = where.removeprefix("box ")
        words = f"Box {box} waits to be counted. Count it, or close the day with its drop pending."
        about = Box(box, table.table)
        yield Refusal(
            "nd.08-14.1", "N.D.A.C. 99-01.3-08-14(1)", words, code=BOX_NOT_COUNTED, about=about
        )


def _last(day: Day, wanted: tuple[type[kinds.Fact], ...]) -> tuple[tuple[str, ...], datetime | None]:
    """Who did the last of a step of a day, and when."""
    for entry in reversed(day.entries):
        fact = entry.fact
        if isinstance(fact, wanted) and (not isinstance(fact, kinds.Count) or fact.when == "closing"):
            return tuple(one.initials for one in entry.signatures), entry.at
    return (), None


def step_of(blocker: Refusal) -> int:
    """The step of the close that a blocker belongs to, an index into STEPS."""
    return _STEP_OF.get(blocker.code, _STEP_OF.get(blocker.rule, RECONCILE))


# The sum


def _line(row: Result, tables: Collection[Table]) -> TableSum:
    """The sum of these tables; a figure that is not known of all of them is None."""
    dropped = all(table.drop_cents is not None and not table.waiting for table in tables)
    closed = all(table.state == "closed" for table in tables)
    known = dropped and closed
    return TableSum(
        row.name,
        row.drop_cents if dropped else None,
        row.closer_cents if closed else None,
        row.credits_cents,
        row.opener_cents,
        row.fills_cents,
        row.win_cents if known else None,
        row.hold if known else "",
    )


def _terms(
    found: Figures, next_start: int | None, due: Date | None, *, won: bool, counted: bool
) -> Iterator[Term]:
    """The day in one sum, each line added to those above it; won: whether every table's win is known."""
    known, after = won and counted, COUNTS if won else BOXES
    first = "" if won else BOXES
    yield Term(
        "Gross proceeds, the drop cash of every table", found.gross_cents if won else None, after=first
    )
    yield Term("Prizes", -found.prizes_cents if won else None, after=first)
    yield _total("Adjusted gross proceeds", found.agp_cents if won else None, first)
    yield _signed(
        found.outstanding_change_cents if known else None,
        above="Chips gone out to players",
        below="Chips come back from players",
        even="Chips with players, no change",
        unknown="Chips gone out to players, or come back",
        after=after,
    )
    yield _signed(
        found.over_short_cents if known else None,
        above="Cash and chip bank over",
        below="Cash and chip bank short",
        even="Cash and chip bank balanced",
        unknown="Cash and chip bank, over or short",
        after=after,
    )
    yield _total("Cash profit", found.cash_profit_cents if known else None, after)
    yield _signed(
        None if next_start is None else found.supplied_cents - next_start,
        above="Next start is less than today was supplied with",
        below="Next start is more than today was supplied with",
        even="Next start is what today was supplied with",
        unknown="Next start, less or more than today was supplied with",
        after=NEXT_START,
    )
    if found.by_check_cents:
        yield Term("Prizes paid by check", found.by_check_cents)
    by = f", due by {due:%a %b} {due.day}" if due else ""
    deposit = found.deposit_cents(next_start) if known and next_start is not None else None
    yield _total(f"Bank deposit{by}", deposit, NEXT_START if known else after)


def _total(words: str, cents: int | None, after: str) -> Term:
    return Term(words, cents, total=True, after=after if cents is None else "")


def _signed(cents: int | None, *, above: str, below: str, even: str, unknown: str, after: str) -> Term:
    """A line of the sum with its words: for above zero, below zero, zero, and not known yet."""
    if cents is None:
        return Term(unknown, None, after=after)
    return Term(above if cents > 0 else below if cents else even, cents)


# The proofs


def _proofs(day: Day, found: Figures, *, counted: bool) -> Iterator[Proof]:
    yield from _series(day)
    yield _papers(day)
    yield from _overnight(found, day)
    if counted:
        yield _counts(found, day)
        yield Proof(
            "Cash profit, counted and booked",
            f"${dollars(found.cash_profit_cents)} and ${dollars(found.cash_profit_booked_cents)}",
            found.cash_profit_cents == found.cash_profit_booked_cents,
        )
        yield from _banks(day)
        yield _initials(day)
    else:
        yield Proof(COUNTED, "shown once the closing counts are in", None)


def _banks(day: Day) -> Iterator[Proof]:
    """The same of each cash bank, where there are several."""
    for drawer, one in of_banks(day).items():
        agree = one.cash_profit_cents == one.cash_profit_booked_cents
        detail = f"cash profit ${dollars(one.cash_profit_cents)}, {_off(one.over_short_cents)}"
        yield Proof(f"The {drawer}, counted and booked", detail, agree)


def _off(cents: int) -> str:
    """Over or short, in words."""
    return f"{'over' if cents > 0 else 'short'} ${dollars(abs(cents))}" if cents else "balanced"


def _series(day: Day) -> Iterator[Proof]:
    for series in ("fill", "credit"):
        slips = [slip for slip in day.slips.values() if slip.series == series]
        words = f"{series.capitalize()} slips"
        if not slips:
            yield Proof(words, "none tonight", True)
            continue
        numbers = sorted(slip.number for slip in slips)
        void = sum(slip.state == "void" for slip in slips)
        way = sum(slip.on_the_way for slip in slips)
        ended = f"{way} on the way" if way else "none missing"
        used = f"{len(slips)} used, {void or 'none'} void, {ended}"
        yield Proof(f"{words} {numbers[0]:06} to {numbers[-1]:06}", used, not way)


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
    how = f"{len(bare)} neither found nor explained" if bare else f"{', '.join(lost)} explained"
    return Proof(words, f"{parts - len(lost)} of {parts} parts found, {how}", not bare)


def _counts(found: Figures, day: Day) -> Proof:
    sides = {"cash": found.over_short_cash_cents, "chips": found.over_short_chips_cents}
    off = {what: cents for what, cents in sides.items() if cents}
    bare = bool(day.unexplained)
    if not off and not bare:
        return Proof(COUNTED, "balanced", True)
    each = [
        f"{what} " * (len(off) > 1) + f"{'over' if cents > 0 else 'short'} ${dollars(abs(cents))}"
        for what, cents in off.items()
    ]
    how = "a reason is owed" if bare else "explained"
    return Proof(COUNTED, f"{', '.join(each) or 'balanced in value'}, {how}", not bare)


def _overnight(found: Figures, day: Day) -> Iterator[Proof]:
    """What the opening counts found off, where they did: it is in no line of the day's sum."""
    owing = [note for note in day.unexplained if note.key.endswith(kinds.AT_OPENING)]
    if found.overnight_cents or owing:
        cents = found.overnight_cents
        how = (
            f"{'over' if cents > 0 else 'short'} ${dollars(abs(cents))}"
            if cents
            else "balanced in value"
        )
        yield Proof(OVERNIGHT, f"{how}, {'a reason is owed' if owing else 'explained'}", not owing)


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
    given = {*board.reasons} - bare
    found: dict[str, Owed] = {}
    for one in _all_owed(board):
        if one.key not in given:
            found.setdefault(one.key, one)
    return tuple(found.values())


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
