"""The board: what can be seen of the night just now, for every screen. Frozen: any thread may read it.

A tray's pieces are what is *known*: the last count, plus fills, less credits. A drop count is on the
board only once both members have counted: until then it shows who has, not what.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from datetime import date as Date
from datetime import datetime, timedelta
from sys import intern

from pitdesk import kinds, places, subjects
from pitdesk.book.banks import kept_drawer, payer
from pitdesk.book.cameras import active_s
from pitdesk.book.day import Day, Note, Table
from pitdesk.book.entries import Entry
from pitdesk.book.limits import active, in_words
from pitdesk.book.past import LONG
from pitdesk.book.site import GAMES, Layout, Site, Tally, in_order
from pitdesk.book.slip import BOTH, PARTS, Print, Slip
from pitdesk.chips import Chip, Chips
from pitdesk.desk import Desk
from pitdesk.desk.readings import so_far
from pitdesk.documents.deposits import Due
from pitdesk.due.task import Settled, Task
from pitdesk.kinds.editions import TAKEN_BACK
from pitdesk.records.kept import Kept
from pitdesk.reports.disputes import Ruled, disputes
from pitdesk.rules.checks.reversals import opener_stands
from pitdesk.rules.checks.slips import free_to_verify
from pitdesk.rules.video import Need
from pitdesk.tonight.asks import Asked, asked
from pitdesk.tonight.boxes import BoxSpot, box_spots
from pitdesk.tonight.currency import broken
from pitdesk.tonight.drawers import DrawerSpot, drawer_spots
from pitdesk.tonight.elsewhere import Elsewhere, elsewhere
from pitdesk.tonight.lines import TonightLine, lines

LOW = 3  # a value of a tray is low when less than a third of its par is left


@dataclass(frozen=True, slots=True)
class Waiting(subjects.Slip):
    """A slip whose chips are on the way; `waits` is "verify" or "receive"."""

    table: str
    chips: Chips
    at: datetime
    prepared_by: str
    waits: str
    source: str
    destination: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A table's place on the floor and what is known of it.

    state        "not open", "open" or "closed"
    known        pieces known to be in the tray
    since        when its tray was counted last
    par          what the tray should hold: its par of this weekday, else what it opened with tonight
    method       how it deals, where it is twenty-one
    low          values of which less than a third of par is known
    dealer       who deals, since when
    box_state    "" before the table opens; on table → stored → counted
    counted_by   who has counted its drop; their counts, in cents, once there are two
    active       whether dealer and chips are there, or somebody plays (08-09(1)); players: the latter
    opener_stands  whether nothing has moved its tray since its first opener
    fault        what fails of its video since when, and what is left of the time to repair it
    plaque       the limits that a plaque on it must name and that are not noted yet, such as $3-$25
    """

    table: str
    game: str
    box: str
    video: bool
    state: str = "not open"
    limits: tuple[int, int] | None = None
    known: Chips = field(default_factory=Chips)
    since: datetime | None = None
    par: Chips = field(default_factory=Chips)
    low: tuple[Chip, ...] = ()
    dealer: str | None = None
    dealer_since: datetime | None = None
    waiting: tuple[Waiting, ...] = ()
    method: str = ""
    camera: str | None = None
    box_state: str = ""
    counted_by: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    drop_cents: int | None = None
    active: bool = False
    players: bool = False
    plaque: str = ""
    fault: str = ""
    opener_stands: bool = False

    @property
    def to_par(self) -> Chips:
        """What a fill to par brings: what is missing of it, by value."""
        return above(self.par, self.known)

    @property
    def above_par(self) -> Chips:
        """What a credit down to par takes: what is there beyond it, by value."""
        return above(self.known, self.par)


@dataclass(frozen=True, slots=True)
class Cash:
    """What should be in the drawer and why: (words, cents), summing to `should`."""

    lines: tuple[tuple[str, int], ...]
    should: int


@dataclass(frozen=True, slots=True)
class Payout:
    """What a redemption pays: in cents, broken into (value, pieces), and what it leaves behind."""

    cents: int
    notes: tuple[tuple[int, int], ...]
    drawer: int
    drawer_after: int
    still_out: Chips


@dataclass(frozen=True, slots=True)
class Question(subjects.Slip):
    """A print that nobody has proven: do you hold it complete? Both parts are one question.

    copy      0 the part itself, 1 and up a DUPLICATE
    entries   of its prints, one for each part
    """

    part: str
    void: bool
    copy: int = 0
    entries: tuple[int, ...] = ()

    @property
    def face(self) -> str:
        """Which paper of the slip: both parts; VOID, copy; original, DUPLICATE 1."""
        words = ("VOID, " if self.void else "") + ("both parts" if self.part == BOTH else self.part)
        return words + (f", DUPLICATE {self.copy}" if self.copy else "")


@dataclass(frozen=True, slots=True)
class Board:
    """Everything the screens show of the open day, or of the last one when none is open.

    seen        the newest entry of the book
    mine        the newest entry that this station asked for itself; 0 before its first
    late        prints that somebody did not find, and that were sent again: they may still come out
    state       "new" before the book's first day, "open" or "sealed"
    balances    place → instrument → pieces or cents
    next_number series → the number its next slip takes
    methods     the lawful ways of dealing
    video       whether the site needs video, by when, and why
    notice      minutes before a change of limits that players are told
    opened      cash places and chip stores that have their opening count tonight
    ended       those that have their closing count
    counted     store of chips → who has counted it alone; what, only once two have
    agreed      store → what both say lies there now, where they say the same
    boxes       drop boxes to be seen to, of the open day and of those closed before they were counted
    pending     the dates of days that were closed with a box to be counted, and are not finished
    owing       deposits that are not made and are due by tomorrow, or late
    due, done_lately   what the law and the house want by a date; what of it was done lately
    shift       whose shift it is, the designated shift manager, and since when
    tills       drawer → its cash, the first first
    lines       what was done at the cage and can be taken back, and what took something back
    disputes    those of tonight, and what overruled them
    undo_seconds  how long whoever made one can take it back alone
    hands       each drawer, who has it, and who has counted it alone
    so_far      what is read of the night → cents; without what is counted alone
    asked       what tables ask of the cage, the oldest first
    elsewhere   slips that have still to come out on the paper of another station
    reading     the last reading of the night so far, and what became of it on paper
    blind       places that somebody is still to count alone: no screen says what should be there
    """

    seen: int
    site: Site
    state: str
    day: int = 0
    date: Date | None = None
    opening: kinds.OpenDay | None = None
    opened_at: datetime | None = None
    spots: tuple[Spot, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    questions: tuple[Question, ...] = ()
    late: tuple[Question, ...] = ()
    unprinted: int = 0
    balances: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    tills: Mapping[str, Cash] = field(default_factory=dict)
    duty: Mapping[str, str] = field(default_factory=dict)
    dealing: Mapping[str, str] = field(default_factory=dict)
    team: tuple[str, ...] = ()
    loans: tuple[kinds.Owed, ...] = ()
    notes: tuple[Note, ...] = ()
    unexplained: tuple[Note, ...] = ()
    missing: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)
    slips: int = 0
    opened: frozenset[str] = frozenset()
    ended: frozenset[str] = frozenset()
    next_number: Mapping[str, int] = field(default_factory=dict)
    methods: tuple[str, ...] = ()
    notice: int = 0
    video: Need = field(default_factory=Need)
    mine: int = 0
    signed_in: str | None = None
    signs: bool = False  # whether slips bear a signed code
    unwitnessed: str = ""  # "missing" or "unreadable" where the witness beside the book is
    counted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counts: Mapping[str, Mapping[str, Tally]] = field(default_factory=dict)
    agreed: Mapping[str, Chips] = field(default_factory=dict)
    owing: tuple[Due, ...] = ()
    due: tuple[Task, ...] = ()
    done_lately: tuple[Settled, ...] = ()
    kept: Kept = field(default_factory=Kept)
    shift: str | None = None
    shift_since: datetime | None = None
    boxes: tuple[BoxSpot, ...] = ()
    pending: tuple[Date, ...] = ()
    hands: tuple[DrawerSpot, ...] = ()
    blind: frozenset[str] = frozenset()
    lines: tuple[TonightLine, ...] = ()
    disputes: tuple[Ruled, ...] = ()
    undo_seconds: int = 0
    so_far: Mapping[str, int] = field(default_factory=dict)
    reading: Entry | None = None
    reading_paper: str = ""
    asked: tuple[Asked, ...] = ()
    elsewhere: tuple[Elsewhere, ...] = ()

    @classmethod
    def of(cls, desk: Desk) -> "Board":
        """The board of a desk as it stands. To be made where the desk is: in its own thread."""
        site, day = _copied(desk.site), desk.day
        tallies = {place: dict(those) for place, those in desk.tallies.items()}
        waiting = _on_the_way(desk, day) if day else ()
        agreed = ((place, desk.agreed(place)) for place in tallies)
        common = cls(
            seen=desk.journal.head.seq,
            mine=desk.mine,
            site=site,
            state="new",
            spots=_spots(site, day, waiting),
            balances=desk.journal.balances(),
            signed_in=desk.signed_in,
            unwitnessed=desk.journal.unwitnessed,
            counted={place: tuple(those) for place, those in tallies.items()},
            counts={place: those for place, those in tallies.items() if len(those) > 1},
            agreed={place: chips for place, chips in agreed if chips is not None},
            owing=desk.owing(),
            due=desk.due(),
            done_lately=desk.done_lately(),
            kept=desk.kept.copied(),
            video=desk.video,
            boxes=box_spots(desk),
            pending=tuple(desk.pending),
        )
        return common if day is None else common._of_day(desk, day, waiting)

    def _of_day(self, desk: Desk, day: Day, waiting: tuple[Waiting, ...]) -> "Board":
        """With what is of a day alone."""
        return replace(
            self,
            state="sealed" if day.sealed else "open",
            day=day.number,
            date=day.date,
            opening=day.opening,
            opened_at=day.opened.at,
            waiting=waiting,
            questions=_questions(day.unproven()),
            late=_questions(day.late()),
            unprinted=len(desk.unprinted(desk.place)),
            elsewhere=elsewhere(desk, day),
            tills=_tills(day, self.site, self.balances),
            duty=dict(day.duty),
            dealing=day.dealing,
            shift=day.shifts.now,
            shift_since=day.shifts.since,
            team=day.team,
            loans=tuple(day.loans),
            notes=tuple(day.notes),
            unexplained=tuple(day.unexplained),
            missing=tuple(intern(f"{slip.name} {part}") for slip, part, _ in day.missing()),
            reasons={key: entry.fact.reason for key, entry in day.reasons.items() if day.excused(key)},
            slips=len(day.slips),
            opened=frozenset(day.start),
            ended=frozenset(day.ending),
            next_number=_next_numbers(desk),
            methods=tuple(desk.rules.value("nd.08-10.1", "methods", day.date)),
            notice=desk.notice_minutes,
            signs=desk.signs,
            lines=lines(day),
            disputes=disputes(day),
            undo_seconds=desk.undo_seconds if day.edition >= TAKEN_BACK else 0,
            hands=drawer_spots(desk),
            blind=day.tills.blind,
            so_far=so_far(day, self.balances),
            reading=(reading := next(reversed(day.readings.entries), None)),
            asked=asked(day),
            reading_paper=day.readings.on_paper(reading.seq) if reading else "",
        )

    def name_of(self, person: str) -> str:
        """Somebody's name; the id of who is not known."""
        return self.site.name_of(person)

    def next_date(self, today: Date) -> Date:
        """The date that the next day opens with: today's; tomorrow's where the last day has today's."""
        return today + timedelta(days=1) if self.date == today else today

    def out_of_order(self, today: Date) -> bool:
        """Whether the next day may need a reason for its date: the last one is ahead, or long ago."""
        return self.date is not None and not timedelta() < today - self.date <= LONG

    def spot(self, table: str) -> Spot | None:
        """A table by its number."""
        return next((spot for spot in self.spots if spot.table == table), None)

    def held(self, place: str) -> Chips:
        """The chips at a place, by the book."""
        return Chips.among(self.balances.get(place, {}))

    def money(self, place: str, instrument: str = "cash") -> int:
        """The cents of cash or checks at a place, by the book."""
        return self.balances.get(place, {}).get(instrument, 0)

    def exposure(self, *, each: bool = False) -> list[tuple[str, Chips]]:
        """(where, chips) for every kind of place that holds chips of the house, and the sum of all.

        each   every tray on its own, in place of all of them together
        """
        known = [places.tray(spot.table) for spot in self.spots]
        every = dict.fromkeys((*known, *filter(is_tray, sorted(self.balances))))
        trays = [*map(begun, every)] if each else ["Trays"]
        found: dict[str, Chips] = {}
        for place in self.balances:
            where = next((words for start, words in _WHERE if place.startswith(start)), None)
            if where:
                where = begun(place) if each and is_tray(place) else where
                found[where] = found.get(where, Chips()) + self.held(place)
        names = [name for _, words in _WHERE for name in (trays if words == "Trays" else [words])]
        rows = [(words, found.get(words, Chips())) for words in names]
        return [*rows, ("Owned", sum((chips for _, chips in rows), Chips()))]

    def par(self, place: str) -> Chips:
        """What a place should hold today; nothing where nobody said."""
        return (self.site.par(place, self.date) if self.date else None) or Chips()

    @property
    def keeper(self) -> str:
        """The game that keeps the first drawer; "" where one cash bank is of all."""
        return self.opening.keeper if self.opening else ""

    @property
    def cash(self) -> Cash:
        """What should be in the first drawer and why."""
        return self.tills.get(places.DRAWER, Cash((), 0))

    @property
    def drawers(self) -> tuple[tuple[str, str], ...]:
        """(drawer, words) of each cash bank; where there are several, the words say whose it is."""
        if len(self.tills) < 2:
            return ((places.DRAWER, "Drawer"),)
        games = {kept_drawer(self.keeper, game): words for game, words in GAMES.items()}
        return tuple((drawer, f"Drawer, {games[drawer]}") for drawer in self.tills)

    def payer(self, chips: Chips) -> str:
        """The drawer that pays for these chips, where that is clear; else ""."""
        return payer(self.keeper, self.site.games, chips)

    def payout(self, chips: Chips, place: str = places.DRAWER) -> Payout:
        """What these chips are paid with from a drawer."""
        drawer = self.money(place)
        notes = tuple(broken(chips.cents))
        return Payout(chips.cents, notes, drawer, drawer - chips.cents, self.outstanding - chips)

    @property
    def outstanding(self) -> Chips:
        """The chips that players hold, by the book."""
        return self.held(places.PATRONS)

    @property
    def on_tables(self) -> int:
        """The cents of all trays, as known."""
        return sum(spot.known.cents for spot in self.spots if spot.state == "open")

    @property
    def tables_open(self) -> int:
        """How many tables are open."""
        return sum(spot.state == "open" for spot in self.spots)


_WHERE = (  # places that hold chips of the house, by how their names begin
    (places.CHIP_BANK, "Bank"),
    (places.CHIP_RESERVE, "Reserve"),
    (places.DAMAGED, "Damaged"),
    (places.tray(""), "Trays"),
    (places.TRANSIT, "On the way"),
    (places.JAR_BAR, "Jar bar"),
    (places.PATRONS, "Players"),
    (places.tips(""), "Tips"),
    (places.OVER_SHORT, "Unaccounted"),
)


def _copied(site: Site) -> Site:
    """A site that no later entry changes; without its tallies, which are blind."""
    made = copy(site)
    for one in fields(site):
        setattr(made, one.name, copy(getattr(site, one.name)))
    made.tallies = {}
    return made


def is_tray(place: str) -> bool:
    """Whether it is the tray of a table."""
    return place.startswith(places.tray(""))


def begun(words: str) -> str:
    """With a capital at its beginning; the letter of a table stays as it is: Tray A."""
    return words[:1].upper() + words[1:]


def above(wanted: Chips, held: Chips) -> Chips:
    """What is wanted beyond what is held, by value."""
    return Chips({chip: max(0, count - held[chip]) for chip, count in wanted.items()})


def _next_numbers(desk: Desk) -> dict[str, int]:
    return {
        series: max(desk.journal.last_number(series) + 1, desk.site.first_number(series))
        for series in ("fill", "credit")
    }


def _tills(day: Day, site: Site, balances: Mapping[str, Mapping[str, int]]) -> dict[str, Cash]:
    """Drawer → its cash, the first first."""
    drawers = _drawers(day.opening.keeper, site, balances)
    return {drawer: _cash(day, balances, drawer) for drawer in drawers}


def _questions(prints: Sequence[tuple[Slip, Print]]) -> tuple[Question, ...]:
    """What is asked about these prints: both parts of a slip at once, where both were sent."""
    sent: dict[tuple[str, int, bool, int], dict[str, int]] = {}
    for slip, one in prints:
        key = (slip.series, slip.number, one.void, one.copy)
        sent.setdefault(key, {})[one.part] = one.entry
    return tuple(
        Question(
            *(series, number, BOTH if len(parts) > 1 else next(iter(parts)), void, copy),
            tuple(parts[part] for part in PARTS if part in parts),
        )
        for (series, number, void, copy), parts in sent.items()
    )


def _on_the_way(desk: Desk, day: Day) -> tuple[Waiting, ...]:
    """The slips whose chips are on the way; where nobody is free to verify one, it is to be received."""
    roles = desk.rules.value("nd.08-05.5", "verifiers", day.date)
    free = bool(free_to_verify(day, desk.site, roles))
    return tuple(_waiting(slip, free) for slip in day.slips.values() if slip.on_the_way)


def _waiting(slip: Slip, free: bool) -> Waiting:
    return Waiting(
        slip.series,
        slip.number,
        slip.table,
        slip.chips,
        slip.entry.at,
        slip.signed["prepared"].person,
        "verify" if slip.state == "prepared" and free else "receive",
        slip.source,
        slip.destination,
    )


def _spots(site: Site, day: Day | None, waiting: Sequence[Waiting]) -> tuple[Spot, ...]:
    tonight = day.tables if day else {}
    return tuple(
        _spot(
            site.tables[name],
            tonight.get(name),
            tuple(one for one in waiting if one.table == name),
            site.par(places.tray(name), day.date) if day else None,
            site,
            day,
        )
        for name in sorted(site.tables, key=in_order)
    )


def _spot(
    layout: Layout,
    table: Table | None,
    waiting: tuple[Waiting, ...],
    par: Chips | None,
    site: Site,
    day: Day | None,
) -> Spot:
    camera = day.cameras.seen.get(layout.table) if day else None
    fault = _fault(site, day, layout.table) if day else ""
    if table is None:
        bare = Spot(layout.table, layout.game, layout.box, layout.video)
        return replace(bare, par=par or Chips(), camera=camera, fault=fault)
    is_open, par = table.state == "open", par or table.opener
    low = [chip for chip, count in par.items() if is_open and table.known[chip] * LOW < count]
    return Spot(
        table=layout.table,
        game=layout.game,
        box=table.box,
        video=layout.video,
        state=table.state,
        limits=table.limits,
        known=table.known,
        since=table.known_at,
        par=par,
        low=tuple(low),
        dealer=table.dealer,
        dealer_since=table.seats.since,
        waiting=waiting,
        method=str(table.options.get("method", "")),
        camera=camera,
        box_state=table.box_state,
        counted_by=tuple(table.counts),
        counts=dict(table.counts) if len(table.counts) > 1 else {},
        drop_cents=table.drop_cents,
        active=active(table),
        players=table.players,
        opener_stands=bool(is_open and day and opener_stands(day, table.table)),
        plaque=in_words(table.limits) if day and table.table in day.plaques.lacking else "",
        fault=fault,
    )


def _fault(site: Site, day: Day, name: str) -> str:
    """What fails of a table's video, and both clocks of 99-01.3-08-04(7): hours of play, and days."""
    outage, table = day.cameras.failing.get(name), day.tables.get(name)
    if outage is None:
        return ""
    hours = active_s(outage, table.seats if table else (), day.entries[-1].at) // 3600
    since, days = site.local(outage.since), (day.date - outage.on).days
    return f"{outage.what} since {since:%b} {since.day}, {since:%H:%M}: {hours} h of play, day {days}"


_MOVES = {  # the kinds of entry that move the drawer's money, in the words of the cage
    "redeem": "Chips redeemed",
    "redeem tips": "Dealer tips redeemed",
    "check": "Checks cashed",
    "withdraw": "From the gaming account",
    "iou": "IOUs in",
    "payback": "IOUs paid back",
    "count": "Over or short at a count",
    "pass drawer": "Over or short at a hand-over",
}


def _drawers(keeper: str, site: Site, balances: Mapping[str, Mapping[str, int]]) -> list[str]:
    """The drawers of the site's cash banks, and any other that cash lies in."""
    own = {kept_drawer(keeper, game) for game in site.games}
    return sorted({places.DRAWER, *own, *filter(places.is_drawer, balances)})


def _cash(day: Day, balances: Mapping[str, Mapping[str, int]], drawer: str) -> Cash:
    """The cash of a drawer, line by line; checks are counted apart."""
    carried = day.opening.carried.get(drawer, {})  # until it is counted
    start = day.start.get(drawer, carried).get("cash", 0)
    sums: dict[str, int] = {}
    for entry in day.entries:
        if isinstance(entry.fact, kinds.Count) and entry.fact.when == "opening":
            continue
        for place, instrument, amount in entry.postings:
            if (place, instrument) == (drawer, "cash"):
                words = _MOVES.get(day.reversals.meant(entry)[0].kind, "Other")
                sums[words] = sums.get(words, 0) + amount
    should = balances.get(drawer, {}).get("cash", 0)
    lines = (("Starting cash", start), *((words, cents) for words, cents in sums.items() if cents))
    return Cash(lines, should)
