"""Moves: what an entry does to chips, piece by piece, in the trade's words."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.book.site import Site
from pitdesk.chips import MONEY, Chip

SITE = places.site("")
OPENING = (
    "count",
    "open table",
    "count opener",
)  # kinds of entry that begin a place on a book's first day
FLOWS = {  # what brings chips into a book (+) and what takes them out of it (-)
    "opening": 1,
    "received": 1,
    "from sites": 1,
    "to sites": -1,
    "returned": -1,
    "destroyed": -1,
}
_WORDS = {  # kinds of entry that move chips, in the trade's words
    "delivery": "delivered",
    "fill": "fill prepared",
    "credit": "credit prepared",
    "receive": "slip received",
    "void": "slip voided",
    "count": "off at a count",
    "pass drawer": "off at a hand-over",
    "inventory": "off at an inventory",
    "open table": "off at the opener",
    "count opener": "opener counted again",
    "count tray": "tray counted",
    "close table": "closer counted",
    "redeem": "redeemed",
    "exchange": "exchanged",
    "declare tips": "tips declared",
    "pool tips": "tips pooled",
    "redeem tips": "tips redeemed",
    "exchange tips": "tips exchanged",
    "stray": "found astray",
    "reverse": "taken back",
}
_STOCKED = {  # a move of stock, by its flow
    "received": "delivered",
    "from sites": "came from another site",
    "to sites": "sent to another site",
    "returned": "returned to the supplier",
    "destroyed": "destroyed",
}


DateOf = Callable[[int], date]  # number of a gaming day → its date


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces of one chip type that an entry moved.

    day       number of the gaming day, 0 for none
    on        its date; the site's calendar date where there is no day
    source, destination   places; another site as "site NAME"
    about     what the move is about: a slip, an invoice, a table, a check
    """

    chip: Chip
    seq: int
    at: datetime
    day: int
    on: date
    kind: str
    source: str
    destination: str
    pieces: int
    initials: str
    reason: str
    about: str

    @property
    def flow(self) -> str:
        """How it brings chips into the book or out of it, as in FLOWS; "" if it does neither."""
        if self.source == places.SUPPLIER:
            return "opening" if self.kind in OPENING else "received"
        if self.source.startswith(SITE):
            return "from sites"
        if self.destination.startswith(SITE):
            return "to sites"
        return {places.SUPPLIER: "returned", places.DESTROYED: "destroyed"}.get(self.destination, "")

    @property
    def off(self) -> int:
        """Pieces that a count found over, or short (-); 0 where it is no such move."""
        if self.source == places.OVER_SHORT:
            return self.pieces
        return -self.pieces if self.destination == places.OVER_SHORT else 0

    @property
    def words(self) -> str:
        """What was done, in the trade's words."""
        if self.flow == "opening":
            return "counted first"
        if self.kind == "stock":
            taken = "taken out of use" if self.destination == places.DAMAGED else "moved"
            return _STOCKED.get(self.flow, taken)
        return _WORDS.get(self.kind, self.kind)


def moves_of(entry: Entry, site: Site, dates: DateOf, slip: str = "") -> Iterator[Move]:
    """The moves of an entry: its postings of chips in pairs, as `entries.move` writes them."""
    postings = [posting for posting in entry.postings if posting.instrument not in MONEY]
    for one, other in zip(postings[::2], postings[1::2], strict=True):
        if one.instrument != other.instrument or one.amount + other.amount:
            raise ValueError(f"entry {entry.seq} moves {one.amount} {one.instrument} to nowhere")
        came, went = (one, other) if one.amount > 0 else (other, one)
        if entry.kind in OPENING and came.place == places.SUPPLIER:
            came, went = went, came  # fewer, counted again, than the first count began the place with
        source = went.place
        if isinstance(entry.fact, kinds.Stock) and entry.fact.source.startswith(SITE):
            source = entry.fact.source  # enters a book as from outside
        when = (entry.seq, entry.at, entry.day, date_of(entry, site, dates))
        why = (initialed(entry), entry.fact.reason, _about(entry, site, slip))
        ends = (source, came.place, came.amount)
        yield Move(Chip.named(came.instrument), *when, entry.kind, *ends, *why)


def date_of(entry: Entry, site: Site, dates: DateOf) -> date:
    """The date of an entry's gaming day; the site's calendar date where it has none."""
    return dates(entry.day) if entry.day else site.local(entry.at).date()


def initialed(entry: Entry) -> str:
    """The initials under an entry: PI JO."""
    return " ".join(signature.initials for signature in entry.signatures)


def slip_name(entry: Entry) -> str:
    """The name of the slip that an entry prepares: fill 000412; "" where it is none."""
    return str(entry.number) if isinstance(entry.fact, kinds.Slip) else ""


def _about(entry: Entry, site: Site, slip: str) -> str:
    fact = entry.fact
    if isinstance(fact, kinds.Delivery):
        return f"invoice {fact.invoice.number}, {fact.invoice.supplier}"
    if slip := slip or slip_name(entry):
        return slip
    parts = (
        f"table {fact.table}" if fact.table else "",
        site.name_of(fact.person) if isinstance(fact, kinds.Tips | kinds.ExchangeTips) else "",
        f"check {fact.check}" if isinstance(fact, kinds.Redeem) and fact.check else "",
    )
    return ", ".join(filter(None, parts))
