"""A fill or credit slip on its day: where its chips are, where its parts are, what came out on paper.

And what tables ask of the cage, and what was read of the night so far, with its paper.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pitdesk import kinds
from pitdesk.book.entries import Entry, Signature
from pitdesk.chips import Chips

PARTS = ("original", "copy")
READING = "reading"
BOTH = "both"  # parts: of one sheet of two-ply paper, or asked about at once
RECORDS = "records"
_NOWHERE: Mapping[str, str] = {}
_NO_CENTS: Mapping[str, int] = {}
_NO_PAPER: Mapping[tuple[str, bool], str] = {}
OWED = ("not sent", "nothing", "damaged")  # of a part: paper that has still to come out


@dataclass(slots=True)
class Print:
    """One try at putting a part of a slip on paper. Outcome None: sent, and not known."""

    entry: int
    at: datetime
    part: str
    void: bool
    copy: int  # 0 the part itself, 1 and up DUPLICATEs
    printer: str
    outcome: str | None = None  # whole, nothing, damaged
    proven: bool = False  # whether the printer said so, not somebody who looked
    gone: bool = False  # answered as nothing again, after it was sent again: it comes no more


@dataclass(frozen=True, slots=True)
class Stood:
    """How a table stood just before a slip of it: limits in cents, dealer, box, tray as known."""

    limits: tuple[int, int]
    dealer: str | None
    box: str
    known: Chips


@dataclass(slots=True)
class Slip:
    """A fill or credit slip and what became of it.

    state    prepared → verified → received, or void; a number that never became a slip is "lost"
    box      that is on its table, when it is prepared, then when it is received
    stood    how the table stood just before it; None where it was not open
    found    part → where it turned up at the count: "box 2" or "records"
    by_hand  part, void → paper number
    here     whether its paper comes out at the cage, whatever Set-up says

    Most of a night's slips share the empty ones of these.
    """

    series: str
    number: int
    entry: Entry
    table: str
    source: str
    destination: str
    chips: Chips
    state: str = "prepared"
    box: str = ""
    stood: Stood | None = None
    signed: dict[str, Signature] = field(default_factory=dict)
    reason: str = ""
    voided: Entry | None = None
    found: Mapping[str, str] = field(default_factory=lambda: _NOWHERE)
    found_cents: Mapping[str, int] = field(default_factory=lambda: _NO_CENTS)
    prints: list[Print] = field(default_factory=list)
    by_hand: Mapping[tuple[str, bool], str] = field(default_factory=lambda: _NO_PAPER)
    here: bool = False

    @property
    def name(self) -> str:
        """As the trade says it: fill 000412."""
        return f"{self.series} {self.number:06}"

    @property
    def game(self) -> str:
        """The game of its table, when it was prepared."""
        fact = self.entry.fact
        return (isinstance(fact, kinds.Slip) and fact.game) or ""

    @property
    def on_the_way(self) -> bool:
        """Whether its chips are still in transit."""
        return self.state in ("prepared", "verified")

    def tries(self, part: str, *, void: bool = False) -> list[Print]:
        """Every try at a part, alive or void, in order."""
        return [one for one in self.prints if one.part == part and one.void == void]

    def on_paper(self, part: str, *, void: bool = False) -> str:
        """What became of a part: not sent, unknown, whole, nothing, damaged, by hand."""
        if (part, void) in self.by_hand:
            return "by hand"
        outcomes = [one.outcome or "unknown" for one in self.tries(part, void=void)]
        return outcomes[-1] if outcomes else "not sent"

    def elsewhere(self, fact: kinds.ByHand | kinds.PrintHere) -> str:
        """Its paper comes from elsewhere; what the report says of it."""
        if isinstance(fact, kinds.PrintHere):
            self.here = True
            return f"{self.name} prints at the cage, not at {fact.station}"
        self.by_hand = {**self.by_hand, (fact.part, fact.void): fact.paper}
        return f"{self.name} {fact.part} written by hand on paper {fact.paper}: {fact.reason}"

    @property
    def since(self) -> datetime:
        """Since when its paper is as it is: prepared, voided, or tried last."""
        ends = [self.entry.at, *(one.at for one in self.prints)]
        return max([*ends, self.voided.at] if self.voided else ends)

    def belongs(self, part: str) -> str:
        """Where a part must end: 99-01.3-08-05(4) to (6). Both parts of a void stay in the records."""
        in_box = "copy" if self.series == "fill" else "original"
        return f"box {self.box}" if part == in_box and self.state != "void" else RECORDS


@dataclass(slots=True)
class Readings:
    """What was read of the night so far, one after another, and what became of each on paper.

    prints   every try, in order; the entry that each is about
    """

    entries: list[Entry] = field(default_factory=list)
    prints: list[tuple[Print, int]] = field(default_factory=list)

    def take(self, entry: Entry) -> None:
        """Take in the next entry of the day."""
        if isinstance(entry.fact, kinds.Reading):
            self.entries.append(entry)
        elif isinstance(entry.fact, kinds.PrintReading) and entry.about:
            sent = Print(entry.seq, entry.at, READING, False, 0, entry.fact.printer)
            self.prints.append((sent, entry.about))
        elif isinstance(entry.fact, kinds.Printed | kinds.AnswerReading):
            for one in (one for one, _ in self.prints if one.entry == entry.about):
                one.outcome, one.proven = entry.fact.outcome, isinstance(entry.fact, kinds.Printed)

    def on_paper(self, seq: int) -> str:
        """What became of a reading on paper: not sent, unknown, whole, damaged, nothing."""
        outcomes = [one.outcome or "unknown" for one, about in self.prints if about == seq]
        return outcomes[-1] if outcomes else "not sent"

    def unprinted(self) -> Entry | None:
        """The newest reading, if it has still to come out."""
        newest = self.entries[-1] if self.entries else None
        owed = newest and self.on_paper(newest.seq) in ("not sent", "nothing")
        return newest if owed else None

    def unproven(self) -> Print | None:
        """The last try at the newest reading, if nobody knows how it came out."""
        newest = self.entries[-1].seq if self.entries else 0
        tries = [one for one, about in self.prints if about == newest]
        return tries[-1] if tries and tries[-1].outcome is None else None


@dataclass(slots=True)
class Asks:
    """The asks of a day.

    open   (table, "fill" or "credit") → the entry of the ask that waits, the oldest first
    """

    open: dict[tuple[str, str], Entry] = field(default_factory=dict)

    def take(self, entry: Entry) -> None:
        """Take in an entry of the day: a slip that is prepared answers its table's ask."""
        fact = entry.fact
        if isinstance(fact, kinds.Ask):
            self.open[fact.table, fact.what] = entry
        elif isinstance(fact, kinds.WithdrawAsk):
            self.open.pop((fact.table, fact.what), None)
        elif isinstance(fact, kinds.Slip) and fact.ask:
            self.open.pop((fact.table, fact.kind), None)
