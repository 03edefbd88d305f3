"""Drop boxes: what a table's boxes went through on its day, one use after another.

A box is put on its table, comes off it, and is counted. Then it may go back on, which is another use; so
is a second box that takes its place at an open table. The drop of a table is the sum of its uses.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.chips import dollars

ON_TABLE, AT_COUNT, STORED, COUNTED = "on table", "at the count", "stored", "counted"


@dataclass(slots=True)
class Use:
    """One use of a drop box, from its table to its count.

    state   on table → stored → counted; at the count is off the table and opened at once
    counts  who → cents, each counted alone;  notes: who → pieces by currency value
    cents   what both agreed on, None before
    """

    box: str
    state: str = ON_TABLE
    counts: dict[str, int] = field(default_factory=dict)
    notes: dict[str, Mapping[str, int]] = field(default_factory=dict)
    cents: int | None = None

    @property
    def waits(self) -> bool:
        """Whether it is off its table and not counted."""
        return self.state in (AT_COUNT, STORED)


@dataclass(slots=True)
class Boxes:
    """The boxes of a table on a day, use by use; the last is on it, or was the last to be."""

    uses: list[Use]

    @property
    def box(self) -> str:
        """The number of the box on the table, or of the last that was."""
        return self.uses[-1].box

    @property
    def boxes(self) -> list[str]:
        """The numbers of all that were on it, each once."""
        return [*dict.fromkeys(use.box for use in self.uses)]

    @property
    def waiting(self) -> list[Use]:
        """Those off the table and not counted."""
        return [use for use in self.uses if use.waits]

    @property
    def box_state(self) -> str:
        """Where the box that somebody must see to is: one that waits, else the last."""
        return self.use().state

    @property
    def counts(self) -> dict[str, int]:
        """Who → cents, of the box that waits, else of the last."""
        return self.use().counts

    @property
    def notes(self) -> dict[str, Mapping[str, int]]:
        """Who → pieces by currency value, of the same box."""
        return self.use().notes

    @property
    def drop_cents(self) -> int | None:
        """What was counted of all uses; None before any was."""
        counted = [use.cents for use in self.uses if use.cents is not None]
        return sum(counted) if counted else None

    def use(self, box: str = "", *, agreed: bool = False) -> Use:
        """The use that a count is of: the first that waits, else the last; of a box, if named.

        agreed   whether one that was counted comes before one that is back on the table
        """
        named = [use for use in self.uses if use.box == box] or self.uses
        counted = [use for use in reversed(named) if use.state == COUNTED] if agreed else []
        return next((use for use in named if use.waits), (counted or named[-1:])[0])

    @property
    def here(self) -> Use:
        """The use that somebody can carry away: opened at the table, else the last."""
        return next((use for use in self.uses if use.state == AT_COUNT), self.uses[-1])

    def put(self, box: str) -> None:
        """Put a box on the table, unless the last one never left it."""
        if self.uses[-1].state != ON_TABLE:
            self.uses.append(Use(box))

    # What entries do to them; each gives the words that the day notes, if any

    def remove(self, fact: kinds.RemoveBox) -> None:
        """One is carried to a safe place; another may take its place."""
        self.here.state = STORED
        if fact.put:
            self.put(fact.put)

    def team(self, members: Iterable[str], initials: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """A new team counts anew what is not agreed: (box, words) of what the old one had counted."""
        for use in self.uses:
            gone = {person: cents for person, cents in use.counts.items() if person not in members}
            for person, cents in gone.items() if use.cents is None else ():
                words = f"{initials[person]} counted {dollars(cents)}, then the team changed"
                yield use.box, words
                del use.counts[person]

    def count(self, fact: kinds.DropCount, entry: Entry, initials: Mapping[str, str]) -> str:
        """Somebody counted one: words where the two counts differ."""
        use, person = self.use(fact.box), entry.signatures[0].person
        use.state = AT_COUNT if fact.at_once and use.state == ON_TABLE else use.state
        if fact.put:
            self.put(fact.put)
        use.counts[person], use.notes[person] = fact.cents, fact.notes
        if len({*use.counts.values()}) < 2 or len(use.counts) != 2:
            return ""
        counts = use.counts.items()
        return ", ".join(f"{initials[who]} counted {dollars(cents)}" for who, cents in counts)

    def agree(self, fact: kinds.Drop) -> str:
        """Both agreed on one: words where there was a difference, or a correction."""
        use = self.use(fact.box, agreed=True)
        before, use.state, use.cents = use.cents, COUNTED, fact.cents
        if not fact.reason:
            return ""
        what = "difference resolved" if before is None else f"agreed {dollars(before)}, corrected"
        return f"{what}: {fact.reason}"
