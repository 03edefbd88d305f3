"""The night as a flow: where every chip came from, by which table and whose hands, where it is now.

Bank → trays → players → where it lies, to any entry of a day. Chips alone, in cents of their value. Each
cent has one way: the place it began the day in, the tray that it was in last, whether players had it
after that, and the place it is in. So the bands add up at every entry, whatever order things went in.

Between two counts of a tray nobody knows what its players hold. Chips that they bring to the cage
before a count has shown that they got them are "not counted yet", until one does.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import NamedTuple, Self, TypeAlias

from pitdesk import kinds, places
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry, opens
from pitdesk.book.slip import Slip
from pitdesk.chips import Chips

BANK, ELSEWHERE, OUTSIDE, UNKNOWN = "bank", "elsewhere", "outside", "not counted yet"
TRAYS, PLAYERS, ON_THE_WAY = "trays", "players", "on the way"
STARTS = (BANK, PLAYERS, ELSEWHERE, OUTSIDE, UNKNOWN)  # the first column, from the top
COUNTS = (kinds.OpenTable, kinds.CountOpener, kinds.TrayCount)  # of a tray
ENDS = (TRAYS, PLAYERS, ON_THE_WAY, BANK, ELSEWHERE, OUTSIDE)  # the last one

_OUTSIDE = frozenset({places.SUPPLIER, places.OVER_SHORT, places.DESTROYED})


class ChipWay(NamedTuple):
    """The way that some chips took: their start, the tray they were in last, whether by players."""

    start: str
    table: str = ""
    players: bool = False


class Node(NamedTuple):
    """Something that bands go through: "start", "table", "players" or "end", and its name."""

    column: str
    name: str


@dataclass(frozen=True, slots=True)
class Stream:
    """Chips that went from one thing to the next, in cents; entries: the seqs that moved them."""

    source: Node
    target: Node
    cents: int
    entries: tuple[int, ...] = ()

    @property
    def known(self) -> bool:
        """Whether a count or a slip has shown it."""
        return UNKNOWN not in (self.source.name, self.target.name)


@dataclass(frozen=True, slots=True)
class Flow:
    """A day's flow up to an entry.

    at       UTC, of that entry
    seq      the entry
    bands    from the first column to the last
    cents    value of what lies in each of ENDS, without those that have nothing
    """

    at: datetime
    seq: int
    bands: tuple[Stream, ...]
    cents: Mapping[str, int]

    @property
    def owned_cents(self) -> int:
        """The value of the house's chips, wherever they lie."""
        unknown = sum(band.cents for band in self.bands if not band.known)
        return sum(cents for end, cents in self.cents.items() if end != OUTSIDE) - unknown

    @property
    def moving(self) -> Self:
        """The same without what stayed in the chip bank: it dwarfs all that went through the night."""
        still = (Node("start", BANK), Node("end", BANK))
        return replace(self, bands=tuple(one for one in self.bands if (one.source, one.target) != still))

    @property
    def still_cents(self) -> int:
        """What lies somewhere and has no band here."""
        drawn = sum(band.cents for band in self.bands if band.target.column == "end")
        return sum(self.cents.values()) - drawn

    def through(self, node: Node) -> int:
        """Cents that went through something."""
        into = sum(band.cents for band in self.bands if band.target == node)
        out = sum(band.cents for band in self.bands if band.source == node)
        return max(into, out)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All that bands touch, column by column."""
        met = dict.fromkeys(node for band in self.bands for node in (band.source, band.target))
        order = {"start": STARTS, "end": ENDS}
        columns = ("start", "table", "players", "end")

        def rank(node: Node) -> tuple[int, int, str]:
            names = order.get(node.column, ())
            at = names.index(node.name) if node.name in names else 0
            return columns.index(node.column), at, node.name.rjust(8)

        return tuple(sorted(met, key=rank))


class Behind(NamedTuple):
    """One of the entries behind a band, and the slip that it is of, if it is of one."""

    entry: Entry
    slip: Slip | None

    @property
    def cents(self) -> int:
        """The value of the chips it is about; of a slip's step, the slip's."""
        return (self.slip or self.entry).chips.cents


class TrayStep(NamedTuple):
    """What is known of a tray from a time on.

    at       UTC
    cents    its value
    counted  whether it was counted then, rather than reckoned from a slip
    seq      the entry
    """

    at: datetime
    cents: int
    counted: bool
    seq: int


Lying: TypeAlias = dict[ChipWay, int]


def moments(day: Day) -> list[Entry]:
    """The entries at which chips moved, in order: where a scrubber stops."""
    return [day.opened, *(entry for entry in day.entries if _worth(entry))]


def flow_of(day: Day, until: int | None = None) -> Flow:
    """Where every chip went, up to an entry; without one, up to the last.

    Raises:
        ValueError: the entry is before the day.
    """
    until = day.end if until is None else until
    if until < day.opened.seq:
        raise ValueError(f"entry {until} is before {day.date}, which entry {day.opened.seq} opened")
    at, seq = day.opened.at, day.opened.seq
    tracks = _Tracks(day)
    for entry in day.entries:
        if entry.seq > until:
            break
        tracks.take(entry)
        at, seq = entry.at, entry.seq
    return Flow(at, seq, *tracks.drawn())


def behind(day: Day, seqs: Iterable[int]) -> list[Behind]:
    """Entries of a day, such as those of a band, each with its slip."""
    slips = {slip.entry.seq: slip for slip in day.slips.values()}
    entries = {entry.seq: entry for entry in (day.opened, *day.entries)}
    found = [entries[seq] for seq in seqs]
    return [Behind(entry, slips.get(entry.seq) or slips.get(entry.about or 0)) for entry in found]


def tray_steps(day: Day, table: str, until: int | None = None) -> list[TrayStep]:
    """What was known of a tray over the night, by counts and slips, up to an entry."""
    place, known = places.tray(table), 0
    steps: list[TrayStep] = []
    for entry in day.entries:
        if until is not None and entry.seq > until:
            break
        moved, fact = _worth(entry).get(place, 0), entry.fact
        counted = isinstance(fact, COUNTS) and fact.table == table
        if counted or (moved and steps):
            known = fact.chips.cents if counted else known + moved
            steps.append(TrayStep(entry.at, known, counted, entry.seq))
    return steps


class _Tracks:
    """All chips of a day, each cent with its way."""

    def __init__(self, day: Day) -> None:
        self.lying: dict[str, Lying] = defaultdict(dict)
        self.entries: dict[tuple[str, str], set[int]] = defaultdict(set)
        self.counts: dict[str, set[int]] = defaultdict(set)  # of each tray
        self.openers: dict[str, set[int]] = defaultdict(set)  # those of them that open its table
        self.carried: dict[str, tuple[str, int]] = {}  # a slip's arm → where from, and its entry
        self.owed = 0  # cents that players brought and no count had shown them to have
        for place, held in day.opening.carried.items():
            cents, kind = Chips.among(held).cents, _kind(place)
            if kind == PLAYERS:
                self._put(place, ChipWay(PLAYERS, players=True), cents)
                self.owed -= min(0, cents)
            elif kind == TRAYS:  # locked in the bank overnight
                self._put(place, ChipWay(BANK, place), cents)
            elif kind != OUTSIDE:
                self._put(place, ChipWay(kind), cents)
        for way, some in [*self._taken(places.CHIP_BANK, self.owed)]:  # from a day before
            self._put(places.CHIP_BANK, way._replace(start=UNKNOWN), some)

    def take(self, entry: Entry) -> None:
        """Take in the next entry: what left some places came to others."""
        worth, fact = _worth(entry), entry.fact
        if isinstance(fact, COUNTS):
            self.counts[places.tray(fact.table)].add(entry.seq)
            if isinstance(fact, kinds.OpenTable):
                self.openers[places.tray(fact.table)].add(entry.seq)
        given = [(place, -cents) for place, cents in worth.items() if cents < 0]
        for place, cents in worth.items():
            wanted = cents
            while wanted > 0:
                source, left = given.pop()
                some = min(wanted, left)
                self._move(source, place, some, entry)
                wanted -= some
                if left > some:
                    given.append((source, left - some))

    def _move(self, source: str, target: str, cents: int, entry: Entry) -> None:
        self._behind_it(source, target, entry.seq)
        for way, some in [*self._taken(source, cents)]:
            begun = way
            if source == places.CHIP_BANK:
                begun = ChipWay(way.start)  # out of the bank again
            elif way.start == OUTSIDE and opens(entry.fact):
                begun = ChipWay(BANK)  # counted as the day began
            self._put(target, _on(begun, target), some)

    def _behind_it(self, source: str, target: str, seq: int) -> None:
        """Keep which entries moved chips; those of a slip stand behind its whole way."""
        seqs = {seq}
        if _kind(target) == ON_THE_WAY:
            self.carried[target] = source, seq
        elif _kind(source) == ON_THE_WAY:
            source, prepared = self.carried[source]
            seqs.add(prepared)
        self.entries[_station(source), _station(target)] |= seqs

    def _taken(self, place: str, cents: int) -> Iterator[tuple[ChipWay, int]]:
        """Take some out of a place, first what has moved least."""
        lying = self.lying[place]
        for way in sorted(lying, key=lambda way: (way.start != BANK, way.players, way.table)):
            some = min(cents, lying[way])
            cents -= some
            lying[way] -= some
            if not lying[way]:
                del lying[way]
            if some:
                yield way, some
            if not cents:
                return
        if not cents:
            return
        kind = _kind(place)
        if kind == PLAYERS:
            self.owed += cents
        yield ChipWay(OUTSIDE if kind == OUTSIDE else UNKNOWN, players=kind == PLAYERS), cents

    def _put(self, place: str, way: ChipWay, cents: int) -> None:
        if cents <= 0:
            return
        if _kind(place) == PLAYERS and self.owed:  # what they were found to have had all along
            known = min(self.owed, cents)
            self.owed -= known
            cents -= known
            self._show(way, known)
        if cents:
            lying = self.lying[place]
            lying[way] = lying.get(way, 0) + cents

    def _show(self, way: ChipWay, cents: int) -> None:
        """Chips that were not counted yet took this way."""
        for lying in self.lying.values():
            for before in [one for one in lying if one.start == UNKNOWN]:
                some = min(cents, lying[before])
                lying[before] -= some
                shown = way if before.players else before._replace(start=way.start)
                lying[shown] = lying.get(shown, 0) + some
                if not lying[before]:
                    del lying[before]
                cents -= some
                if not cents:
                    return

    def drawn(self) -> tuple[tuple[Stream, ...], Mapping[str, int]]:
        """The bands that all ways make together, and what lies where."""
        sums: dict[tuple[Node, Node], int] = defaultdict(int)
        ends: dict[str, int] = defaultdict(int)
        for place, lying in self.lying.items():
            end = _kind(place)
            for way, cents in lying.items():
                ends[end] += cents
                met = [Node("start", way.start)]
                met += [Node("table", way.table.removeprefix("tray "))] if way.table else []
                met += [Node("players", PLAYERS)] if way.players and way.start != PLAYERS else []
                met.append(Node("end", end))
                for pair in pairwise(met):
                    sums[pair] += cents
        bands = [Stream(*pair, cents, self._behind(*pair)) for pair, cents in sums.items()]
        order = {node: at for at, node in enumerate(Flow(_NEVER, 0, tuple(bands), {}).nodes)}
        bands.sort(key=lambda band: (order[band.source], order[band.target]))
        return tuple(bands), {end: ends[end] for end in ENDS if ends[end]}

    def _behind(self, source: Node, target: Node) -> tuple[int, ...]:
        """The entries that moved chips between two things, either way; the counts that show it."""
        ends = [_named(node) for node in (source, target)]
        found = {*self.entries.get((ends[0], ends[1]), ()), *self.entries.get((ends[1], ends[0]), ())}
        if ends == [PLAYERS, PLAYERS]:  # what came to them and what they brought back
            found = set().union(*(seqs for pair, seqs in self.entries.items() if PLAYERS in pair))
        elif target == Node("end", TRAYS):
            found = set().union(*(seqs for pair, seqs in self.entries.items() if ends[0] == pair[1]))
        if target.name in (PLAYERS, TRAYS):
            found |= self.counts.get(ends[0], set())
        found |= self.openers.get(ends[1], set())
        return tuple(sorted(found))


_NEVER = datetime.min.replace(tzinfo=UTC)


def _worth(entry: Entry) -> dict[str, int]:
    """Cents in chips that an entry moved into places, below 0 out of them; in transit, by slip."""
    sums: dict[str, int] = defaultdict(int)
    for place, instrument, amount in entry.postings:
        if instrument in ("cash", "checks"):
            continue
        slip = entry.seq if isinstance(entry.fact, kinds.Slip) else entry.about
        at = f"{place} {slip}" if place == places.TRANSIT else place
        sums[at] += Chips.named({instrument: 1}).cents * amount
    return {place: cents for place, cents in sums.items() if cents}


def _kind(place: str) -> str:
    """Which of the ends a place belongs to."""
    if place.startswith("tray "):
        return TRAYS
    if place.startswith(places.TRANSIT):
        return ON_THE_WAY
    if place in _OUTSIDE or place.startswith("site "):
        return OUTSIDE
    return {places.CHIP_BANK: BANK, places.PATRONS: PLAYERS}.get(place, ELSEWHERE)


def _station(place: str) -> str:
    """What the entries of a band are kept under: a tray by itself, else its kind."""
    return place if place.startswith("tray ") else _kind(place)


def _named(node: Node) -> str:
    return f"tray {node.name}" if node.column == "table" else node.name


def _on(way: ChipWay, place: str) -> ChipWay:
    """The way of chips that come to a place."""
    kind = _kind(place)
    if kind == PLAYERS:
        return way._replace(players=True)
    return way._replace(table=place) if kind == TRAYS and not way.players else way
