"""The chips inventory log: what became of every chip an organization ever owned, from its books.

Read-only. A long book takes seconds: ask from another thread, on a `Journal.read` of its own. Every
piece that came into a book is in it still, went out by an entry, or is unaccounted for; the log says so
of each chip type and holds the one against the other.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import combinations
from pathlib import Path
from typing import Generic, TypeVar

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.book.faults import damaged
from pitdesk.book.journal import Journal
from pitdesk.book.past import opening, understood
from pitdesk.book.site import Ended, Site
from pitdesk.chips import MONEY, Chip, Chips
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.moves import FLOWS, SITE, Move, date_of, initialed, moves_of, slip_name
from pitdesk.errors import Trouble

PORTION = 20_000  # entries read at a time
OUTSIDE = (places.SUPPLIER, places.DESTROYED)
ON_HAND = {  # how a place begins → what the log calls it
    places.CHIP_BANK: "bank",
    places.CHIP_RESERVE: "reserve",
    places.DAMAGED: "damaged",
    places.tray(""): "trays",
    places.TRANSIT: "in transit",
    places.JAR_BAR: "jar bar",
    places.tips(""): "tips",
}
ELSEWHERE = "elsewhere"  # on hand where no chips belong
GROUPS = (*ON_HAND.values(), ELSEWHERE)
Holding = dict[str, int]  # place → pieces
F = TypeVar("F", bound=kinds.Fact)
F_co = TypeVar("F_co", bound=kinds.Fact, covariant=True)


def history(
    journal: Journal, chip: Chip, *, first: date | None = None, last: date | None = None
) -> list[Move]:
    """Everything that ever happened to a chip type, oldest first; a fill and its receipt are two moves.

    first, last   dates as of `Move.on`, both included

    Raises:
        Trouble: the book cannot be read, or has no such chip.
    """
    with understood(journal):
        site = Site.of(journal.setup())
        if chip not in site.chips and not journal.moves(chip.name):
            known = ", ".join(chip.name for chip in sorted(site.chips)) or "none"
            raise Trouble(f"The book {journal.path} has no {chip.name}. Known: {known}.")
        dates: dict[int, date] = {}

        def opened_on(day: int) -> date:
            if day not in dates:
                dates[day] = opening(journal, day).date
            return dates[day]

        found = []
        for seq in dict.fromkeys(seq for seq, _, _ in journal.moves(chip.name)):
            entry = journal.entry(seq)
            slip = journal.entry(entry.about) if entry.about else None
            moves = moves_of(entry, site, opened_on, slip_name(slip) if slip else "")
            found += [move for move in moves if move.chip == chip]
    return [m for m in found if (first is None or first <= m.on) and (last is None or m.on <= last)]


def holdings(journal: Journal) -> dict[Chip, Holding]:
    """Where the pieces of every chip type are now: at the house, with players, unaccounted for.

    A type of the set that nobody ever counted is in it, at no place.

    Raises:
        Trouble: the book cannot be read.
    """
    with understood(journal):
        found: dict[Chip, Holding] = {chip: {} for chip in Site.of(journal.setup()).chips}
        for place, held in journal.balances().items():
            for name, pieces in held.items():
                if name not in MONEY and place not in OUTSIDE and not place.startswith(SITE):
                    found.setdefault(Chip.named(name), {})[place] = pieces
    return {chip: found[chip] for chip in sorted(found)}


def where(held: Mapping[Chip, Holding], site: Site) -> tuple[list[str], list[list[str]]]:
    """The holdings as a table to read: its heads, and a row for each chip type."""
    accounts = {chip: Account.of({}, at) for chip, at in held.items()}
    groups = [name for name in GROUPS if any(one.on_hand.get(name) for one in accounts.values())]
    rows = []
    for chip, one in accounts.items():
        counts = [*(one.on_hand.get(name, 0) for name in groups), one.players, one.unaccounted]
        numbers = (f"{count:,}" for count in (*counts, one.in_all))
        rows.append([chip.name, playing(chip, site.chips, site.retired), *numbers])
    return ["chip", "in play", *groups, "players", "unaccounted", "owned"], rows


def listed(moves: Iterable[Move], site: Site) -> tuple[list[str], list[list[str]]]:
    """Moves as a table to read: its heads, and a row for each."""
    rows = [
        [
            f"{move.seq}",
            site.local(move.at).strftime("%Y-%m-%d %H:%M"),
            *(move.words, move.source, move.destination, f"{move.pieces:,}", move.initials),
            "; ".join(filter(None, (move.about, move.reason))),
        ]
        for move in moves
    ]
    return ["entry", "at", "what", "from", "to", "pieces", "by", "about"], rows


def playing(chip: Chip, known: Container[Chip], retired: Mapping[Chip, date]) -> str:
    """Whether a chip type is in play, in words."""
    if since := retired.get(chip):
        return f"out since {since}"
    return "yes" if chip in known else "not in the set"


# The log


@dataclass(frozen=True, slots=True)
class Account:
    """The pieces of one chip type: what came and went by the entries, where it is by the balances.

    flows        as in FLOWS → pieces
    on_hand      as in GROUPS → pieces
    unaccounted  short at counts, less what was over
    """

    flows: Mapping[str, int]
    on_hand: Mapping[str, int]
    players: int = 0
    unaccounted: int = 0

    @classmethod
    def of(cls, flows: Mapping[str, int], held: Holding) -> "Account":
        """From what came and went, and the pieces at each place."""
        on_hand: dict[str, int] = defaultdict(int)
        for place, pieces in held.items():
            if place not in (places.PATRONS, places.OVER_SHORT):
                on_hand[group(place)] += pieces
        return cls(flows, on_hand, held.get(places.PATRONS, 0), held.get(places.OVER_SHORT, 0))

    def __add__(self, other: "Account") -> "Account":
        return Account(
            _together(self.flows, other.flows),
            _together(self.on_hand, other.on_hand),
            self.players + other.players,
            self.unaccounted + other.unaccounted,
        )

    @property
    def owned(self) -> int:
        """What came, less what went."""
        return sum(sign * self.flows.get(flow, 0) for flow, sign in FLOWS.items())

    @property
    def in_all(self) -> int:
        """What is on hand, with players and unaccounted for."""
        return sum(self.on_hand.values()) + self.players + self.unaccounted

    @property
    def off(self) -> int:
        """What the places hold beyond what is owned; 0 is right."""
        return self.in_all - self.owned

    @property
    def proof(self) -> str:
        """Whether the places hold what is owned, in words."""
        return f"does not agree by {abs(self.off):,}" if self.off else "agrees"


@dataclass(frozen=True, slots=True)
class LoggedEntry(Generic[F_co]):
    """What an entry says, with the date of its gaming day and the initials under it."""

    seq: int
    on: date
    initials: str
    fact: F_co


TurnedAway = kinds.Foreign | kinds.Refuse


def turned_away(fact: TurnedAway) -> tuple[str, str, str]:
    """Chips that are foreign, or were not redeemed: what, whose ("" of our own), what became of them."""
    if isinstance(fact, kinds.Refuse):
        return str(fact.chips), "", f"not redeemed: {fact.reason}"
    value = f" of {Chip('casino', fact.face_cents).name}" if fact.face_cents else ""
    return f"{fact.pieces:,}{value}: {fact.what}", fact.whose, fact.done


@dataclass(frozen=True, slots=True)
class Book:
    """What one book says: a site's chips.

    at        the time of its last entry, on the site's clock
    moves     into the book and out of it, off at counts, astray; oldest first
    pictures  chip → how many of its two sides have one
    """

    path: Path
    organization: str
    site: str
    practice: bool
    seq: int
    head: bytes
    at: datetime
    accounts: Mapping[Chip, Account]
    looks: Mapping[Chip, Look]
    retired: Mapping[Chip, date]
    pictures: Mapping[Chip, int]
    ended: tuple[Ended, ...]
    moves: tuple[Move, ...]
    deliveries: tuple[LoggedEntry[kinds.Delivery], ...]
    counts: tuple[LoggedEntry[kinds.Inventory], ...]
    turned: tuple[LoggedEntry[TurnedAway], ...]


@dataclass(frozen=True, slots=True)
class Shipment:
    """What one site says it sent to another, against what the other says it got.

    None is said by a site whose book is not here.
    """

    source: str
    destination: str
    sent: Chips | None
    got: Chips | None

    @property
    def on_the_way(self) -> Chips:
        """Sent and not yet received; below zero where more came than was sent."""
        return Chips() if self.sent is None or self.got is None else self.sent - self.got


@dataclass(frozen=True, slots=True)
class Log:
    """The log over the books of one organization."""

    books: tuple[Book, ...]
    pairs: tuple[Shipment, ...]

    @property
    def chips(self) -> list[Chip]:
        """Every chip type, highest value first."""
        return sorted({chip for book in self.books for chip in book.accounts})

    @property
    def accounts(self) -> dict[Chip, Account]:
        """Of every chip type, all books together."""
        none = Account({}, {})
        return {
            chip: sum((book.accounts.get(chip, none) for book in self.books), none)
            for chip in self.chips
        }

    @property
    def on_the_way(self) -> Chips:
        """Between the sites whose books are here."""
        return sum((pair.on_the_way for pair in self.pairs), Chips())

    @property
    def agrees(self) -> bool:
        """Whether every chip type of every book is accounted for."""
        return not any(account.off for book in self.books for account in book.accounts.values())


def group(place: str) -> str:
    """What the log calls a place of the house.

    >>> group("tray 7"), group("chip bank")
    ('trays', 'bank')
    """
    names = (name for begin, name in ON_HAND.items() if place.startswith(begin))
    return next(names, ELSEWHERE)


def log(books: Sequence[Journal]) -> Log:
    """The log over one book, or the books of an organization's several sites.

    Raises:
        Trouble: a book is damaged, is there twice, is of another organization, or is a practice book
            beside real ones; the words name the file and say what to do.
    """
    sites = []
    for journal in books:
        if not (verdict := journal.verify()).ok:
            raise Trouble(damaged(journal.path, f"entry {verdict.seq}: {verdict.words}"))
        if not journal.head.seq:
            raise Trouble(f"The book {journal.path} is empty. Leave it out, or set the site up in it.")
        with understood(journal):
            sites.append(Site.of(journal.setup()))
    for one, other in combinations(zip(books, sites, strict=True), 2):
        _fit(one, other)
    read = []
    for journal, site in zip(books, sites, strict=True):
        with understood(journal):
            read.append(_Reading(journal, site).book())
    return Log(tuple(read), tuple(_pairs(read)))


def _fit(one: tuple[Journal, Site], other: tuple[Journal, Site]) -> None:
    """Whether two books can stand in one log."""
    (mine, here), (theirs, there) = one, other
    last = min(mine.head.seq, theirs.head.seq)
    if mine.entry(last).hash == theirs.entry(last).hash:
        raise Trouble(
            f"{mine.path} and {theirs.path} are the same book, or one is a copy of the other. Name it"
            " once, the newer of them."
        )
    if here.practice != there.practice:
        book, real = (mine, theirs) if here.practice else (theirs, mine)
        raise Trouble(
            f"{book.path} is a practice book, and {real.path} is a real one. Leave the practice book"
            " out."
        )
    ours, others = (site.organization for site in (here, there))
    if _plain(ours) != _plain(others):
        raise Trouble(
            f"{mine.path} is of {ours or 'no organization'}, and {theirs.path} of"
            f" {others or 'no organization'}. A log is of one organization: leave one out, or write its"
            " name alike in Set-up of both."
        )
    names = [site.name for site in (here, there)]
    if _plain(names[0]) == _plain(names[1]):
        raise Trouble(
            f"{mine.path} and {theirs.path} are both of the site {names[0] or 'without a name'}. Leave"
            " the one out that is not in use, or name the sites apart in Set-up."
        )


def _plain(name: str) -> str:
    """A name as it is compared."""
    return " ".join(name.casefold().split())


def _pairs(books: Sequence[Book]) -> Iterator[Shipment]:
    """Every pair of sites between which chips went, in order of the books."""
    known = {_plain(book.site): book.site for book in books}
    said: dict[tuple[str, str], dict[str, Chips]] = {}
    for book in books:
        for move in book.moves:
            if move.flow in ("from sites", "to sites"):
                away = move.flow == "to sites"
                other = (move.destination if away else move.source).removeprefix(SITE)
                other = known.setdefault(_plain(other), other)
                ends = (book.site, other) if away else (other, book.site)
                sides = said.setdefault(ends, {})
                which = "sent" if away else "got"
                sides[which] = sides.get(which, Chips()) + Chips({move.chip: move.pieces})
    here = {book.site for book in books}
    for (source, destination), sides in said.items():
        sent, got = (
            sides.get(which, Chips()) if end in here else None
            for which, end in (("sent", source), ("got", destination))
        )
        yield Shipment(source, destination, sent, got)


# One book


class _Reading:
    """One pass through a book."""

    def __init__(self, journal: Journal, site: Site) -> None:
        self._journal, self._site = journal, site
        self._dates: dict[int, date] = {}
        self._moves: list[Move] = []
        self._deliveries: list[LoggedEntry[kinds.Delivery]] = []
        self._counts: list[LoggedEntry[kinds.Inventory]] = []
        self._turned: list[LoggedEntry[TurnedAway]] = []

    def book(self) -> Book:
        """Read it to its end, also while somebody writes it."""
        seq, last = 0, self._journal.entry(1)
        held: Mapping[Chip, Holding] = {}
        while following := self._journal.entries(seq + 1, seq + PORTION):
            for entry in following:
                self._take(entry)
            seq, last = following[-1].seq, following[-1]
            held = holdings(self._journal)
        return self._made(last, held)

    def _take(self, entry: Entry) -> None:
        if isinstance(entry.fact, kinds.OpenDay):
            self._dates[entry.day] = entry.fact.date
        moves = moves_of(entry, self._site, self._dates.__getitem__)
        self._moves += [move for move in moves if move.flow or move.off or move.kind == "stray"]
        match entry.fact:
            case kinds.Delivery() as delivery:
                self._deliveries.append(self._noted(entry, delivery))
            case kinds.Inventory() as count:
                self._counts.append(self._noted(entry, count))
            case kinds.Foreign() | kinds.Refuse() as chips:
                self._turned.append(self._noted(entry, chips))

    def _noted(self, entry: Entry, fact: F) -> LoggedEntry[F]:
        on = date_of(entry, self._site, self._dates.__getitem__)
        return LoggedEntry(entry.seq, on, initialed(entry), fact)

    def _made(self, last: Entry, held: Mapping[Chip, Holding]) -> Book:
        flows: dict[Chip, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for move in self._moves:
            if move.flow:
                flows[move.chip][move.flow] += move.pieces
        site, chips = self._site, sorted({*held, *flows})
        return Book(
            path=self._journal.path,
            organization=site.organization,
            site=site.name,
            practice=site.practice,
            seq=last.seq,
            head=last.hash,
            at=site.local(last.at),
            accounts={chip: Account.of(flows[chip], held.get(chip, {})) for chip in chips},
            looks={chip: Look.of(look) for chip, look in site.chips.items()},
            retired=site.retired,
            pictures={chip: sum(of == chip for of, _ in site.pictures) for chip in chips},
            ended=tuple(site.ended.values()),
            moves=tuple(self._moves),
            deliveries=tuple(self._deliveries),
            counts=tuple(self._counts),
            turned=tuple(self._turned),
        )


def _together(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}
