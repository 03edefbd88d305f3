"""Facts of set-up: the site, its tables, chip types and people. They stand outside any gaming day."""

from collections.abc import Mapping
from datetime import date as Date
from typing import NamedTuple

from msgspec import field

from pitdesk.chips import Chip as ChipType
from pitdesk.chips import Chips
from pitdesk.kinds.countroom import Machine
from pitdesk.kinds.fact import SETUP, UPKEEP, Fact

Look = Mapping[str, str | int | bool | dict[str, str] | None]
"""A chip's look as it is stored; `chipset.appearance` reads it."""


class Role(NamedTuple):
    """A role held from one day until another (excluded), or until further notice."""

    name: str
    since: Date
    until: Date | None = None


class Site(Fact, group=SETUP):
    """Settings of the site are set; what is not named stays.

    organization, name   printed on every slip
    zone                 IANA time zone of the site, for what is printed
    combined             the approval under which twenty-one and paddlewheel share one cash bank
    video_required       whether the site's activity requires video surveillance
    color_up             whether the house lets dealers color up a leaving player
    first_fill, first_credit   first number of the series, where paper slips came before
    stack, rack          how many chips stand in one, where it is not 20 and 100
    quarters             gross proceeds of twenty-one before this book, "2026Q2" → cents
    lower_activity       whether a level that binds the colors of chips is not expected to go on
    practice             whether the book is for practice; said by its first entry alone
    seasonal             whether twenty-one is played here in a season of the year
    acquired             first gaming day here, where the site was taken over from others
    notice_minutes       how long before a change of limits players are told
    head_later           whether no entry waits until the disk has the head that is noted beside the book
    sure                 whether an entry is answered once a station has it on its disk, too
    serves               hours in which alcohol may be served, "11:00-01:00"
    authorized_days, authorized_games, authorized_tables   what the site authorization is restricted to:
                         days of the week "friday saturday", games "21 PW", tables of twenty-one in use
    undo_seconds         how long whoever made an entry can take it back alone
    managers_redeem_tips whether a shift manager, too, redeems the tips of dealers
    bank_passes          whether the chip bank changes hands with the first drawer
    second_cents, second_pieces   two people initial what comes to more; 0 where one is enough
    wager_cents          about an average wager of twenty-one; 0 where nobody knows
    keeps                the records that are kept here and not on paper: "recorder checklists"
    pin_digits           how many digits a new PIN has, six at least for who approves; 0 for any
    """

    organization: str | None = None
    name: str | None = None
    zone: str | None = None
    combined: str | None = None
    video_required: bool | None = None
    color_up: bool | None = None
    first_fill: int | None = None
    first_credit: int | None = None
    stack: int | None = None
    rack: int | None = None
    quarters: dict[str, int] | None = None
    lower_activity: bool | None = None
    practice: bool | None = None
    head_later: bool | None = None
    sure: bool | None = None
    serves: str | None = None
    authorized_days: str | None = None
    authorized_games: str | None = None
    authorized_tables: int | None = None
    notice_minutes: int | None = None
    managers_redeem_tips: bool | None = None
    seasonal: bool | None = None
    acquired: Date | None = None
    bank_passes: bool | None = None
    undo_seconds: int | None = None
    second_cents: int | None = None
    second_pieces: int | None = None
    keeps: str | None = None
    wager_cents: int | None = None
    pin_digits: int | None = None


class Letterhead(Fact, group=SETUP):
    """What stands above and below every slip: the organization's own lines, and its logo.

    logo   dots across the paper → the rows of its picture, a bit a dot, as base64
    """

    heading: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()
    logo: dict[str, str] = field(default_factory=dict)


class Table(Fact, group=SETUP, section="08-02"):
    """A table is put on the floor plan, or changed: its game, drop box, and whether video sees it.

    faces   the attorney general's approval of other faces than large ones, for a card reader
    """

    table: str
    game: str
    box: str
    video: bool
    faces: str = ""


class Event(Fact, group=SETUP, section="01-02(4)"):
    """Tables are brought for a special event that the local government recognizes.

    until      its last day
    approval   number of the written approval
    """

    name: str
    since: Date
    until: Date
    approval: str
    tables: tuple[str, ...]


class Bank(Fact, group=SETUP, section="03-06(1)"):
    """Which cash bank the first drawer is: that of a game, or the combined one with its approval."""

    game: str
    approval: str = ""


class Lender(Fact, group=SETUP, section="03-06(1)(a)"):
    """A lender of the cash banks is put on file: "game", "board", "reserve" or "nongaming"."""

    name: str
    what: str


class Person(Fact, group=SETUP):
    """A person is added or changed. `pin` and `badge` are hashes.

    company   the firm of an outsider: who counts, audits or keeps books for another company
    agency    the temporary employment agency whose employee this is
    """

    person: str
    name: str
    initials: str
    roles: tuple[Role, ...]
    pin: str | None
    badge: str | None
    company: str | None
    agency: str | None = None

    def held(self, on: Date) -> list[str]:
        """The roles that are held on a day or begin later."""
        return [role.name for role in self.roles if role.until is None or on < role.until]


class Tie(Fact, group=SETUP, section="08-14(2)"):
    """One supervises, lives with or is family of the other."""

    one: str
    tie: str
    other: str


class Forms(Fact, group=SETUP):
    """A pack of blank forms takes its numbers, first to last."""

    first: int
    last: int


class Chip(Fact, group=SETUP, section="08-03"):
    """A chip type is added to the set, or changed."""

    chip: ChipType
    look: Look


class ChipSet(Fact, group=SETUP, section="08-03"):
    """A whole chip set is kept, or all that is changed of it."""

    looks: tuple[tuple[ChipType, Look], ...]


class Picture(Fact, group=SETUP):
    """A picture of a chip's name or value side is kept, as base64 of a small JPEG."""

    chip: ChipType
    side: str
    jpeg: str


class Play(Fact, group=SETUP):
    """A chip type is taken out of play, or put back."""

    reason: str
    chip: ChipType
    on: bool
    date: Date


class Game(Fact, group=SETUP, section="08-06(2)"):
    """A game is discontinued, or played again.

    on      ISO date of its last day; "" where it is played again
    until   ISO date until when its chips are redeemed
    where   they are redeemed
    """

    game: str
    on: str
    until: str = ""
    where: str


class Par(Fact, group=SETUP):
    """What the chip bank or a tray should hold on a weekday (Monday 0), or every day (-1)."""

    chips: Chips
    place: str
    weekday: int


class Weight(Fact, group=SETUP):
    """What one chip of a type weighs is learned, on the house's own chips.

    mg       all the pieces together, in milligrams;  of: how many those were
    spread   how much one may differ from another, in millionths of its weight: 10,000 is 1 %
    machine  what the scale said, where one did
    """

    chip: ChipType
    mg: int
    of: int
    spread: int
    machine: tuple[Machine, ...] = ()


class Mark(Fact, group=SETUP, section="08-03(2)"):
    """Another organization's name or mark is put on file."""

    mark: str
    organization: str


class Witness(Fact, group=SETUP):
    """A new witness was taken beside the book, in place of one that was missing or unreadable."""

    reason: str
    state: str


WORK = ("pit", "cage", "count room", "day")  # the parts of the work that a second station may ask for


class Station(Fact, group=SETUP):
    """A second station is paired with the cage, or what it may do is changed.

    certificate     what it proves itself with, as base64 of its DER
    parts           of `WORK` that it may ask for
    fills, credits  the tables whose slips print there
    own             whether what it asks for itself prints there, where no table says otherwise
    """

    name: str
    certificate: str
    parts: tuple[str, ...]
    fills: tuple[str, ...] = ()
    credits: tuple[str, ...] = ()
    own: bool = False

    @property
    def tables(self) -> dict[str, tuple[str, ...]]:
        """Series → the tables whose slips of it print there."""
        return {"fill": self.fills, "credit": self.credits}


class StationOff(Fact, group=SETUP):
    """A second station is taken away: nothing is done for it any more."""

    name: str
    reason: str


class OwnKeys(Fact, group=UPKEEP):
    """The two keys beside the book are noted as its own.

    public   the public half of the one that signs slips and documents
    salt     hex
    pepper   what the key of the PINs comes to with the salt, as hex
    """

    public: str
    salt: str
    pepper: str


class Restore(Fact, group=UPKEEP):
    """A backup became the book.

    backup_head   seq of its last entry
    lost          series → first and last number that nothing will bear
    set_aside     name of the file that the book before is kept as
    """

    operator: str
    backup_head: int
    lost: dict[str, tuple[int, int]]
    set_aside: str | None
