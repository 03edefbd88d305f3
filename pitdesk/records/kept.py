"""What was written down beside the night, outside any gaming day: built entry by entry."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import singledispatchmethod

from pitdesk import kinds
from pitdesk.book.entries import Entry


@dataclass(slots=True)
class Kept:
    """Records of quarters, banks, tournaments and occasions.

    determined   quarter → how its hold was determined, the last time
    reviews      every review of video, in order, and who made it
    reasons      quarter and game → the reason of a low hold, once found
    told         quarter → what the gaming division was told
    """

    determined: dict[str, kinds.DetermineHold] = field(default_factory=dict)
    reviews: list[tuple[kinds.ReviewVideo, str]] = field(default_factory=list)
    reasons: dict[tuple[str, str], kinds.HoldReason] = field(default_factory=dict)
    told: dict[str, kinds.TellDivision] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Kept":
        """The records as these entries leave them."""
        found = cls()
        for entry in entries:
            found.apply(entry)
        return found

    def apply(self, entry: Entry) -> None:
        """Take in the next entry; other kinds change nothing here."""
        self._take(entry.fact, entry)

    @singledispatchmethod
    def _take(self, fact: kinds.Fact, entry: Entry) -> None:
        """Nothing of it is kept here."""

    @_take.register
    def _(self, fact: kinds.DetermineHold, _: Entry) -> None:
        self.determined[fact.quarter] = fact

    @_take.register
    def _(self, fact: kinds.ReviewVideo, entry: Entry) -> None:
        self.reviews.append((fact, entry.signatures[0].person))

    @_take.register
    def _(self, fact: kinds.HoldReason, _: Entry) -> None:
        self.reasons[fact.quarter, fact.game] = fact

    @_take.register
    def _(self, fact: kinds.TellDivision, _: Entry) -> None:
        self.told[fact.quarter] = fact
