"""Facts of the cage: chips redeemed and exchanged, tips, checks, money, drawers opened, reversals."""

from pitdesk import places
from pitdesk.chips import Chips
from pitdesk.kinds.fact import CAGE, MONEY, PRINTER, TIPS, Fact


class Redeem(Fact, group=CAGE, section="08-06(2)"):
    """A player is paid for chips, from a drawer or by a check (its number).

    by_check_cents   what the gaming account paid
    drawer           of the cash bank that it belongs to
    """

    chips: Chips
    reason: str = ""
    check: str
    by_check_cents: int
    drawer: str = places.DRAWER


class Refuse(Fact, group=CAGE, section="08-06(2)"):
    """Chips were not redeemed: got or used unlawfully."""

    chips: Chips
    reason: str


class Exchange(Fact, group=CAGE, section="08-07(3)"):
    """A player's chips are exchanged for others of equal value, at the cage or at a table.

    color_up   whether a player who leaves gets chips of higher values
    asked      whether the dealer asked, the player agreed, and the dealer announced the value
    """

    table: str | None = None
    chips: Chips
    gave: Chips
    color_up: bool
    asked: bool = False


class Check(Fact, group=CAGE, section="08-06(1)"):
    """A player's check is cashed: its number, and who drew it."""

    table: str | None = None
    cents: int
    check: str
    drawn_by: str
    drawer: str = places.DRAWER


class Tips(Fact):
    """Chips of a dealer's tip receptacle, or of the pool."""

    chips: Chips
    reason: str = ""
    person: str


class DeclareTips(Tips, group=TIPS):
    """What lies in a tip receptacle is counted."""


class PoolTips(Tips, group=TIPS):
    """Declared tips go into the pool."""


class RedeemTips(Tips, group=TIPS, section="08-06(2)"):
    """A dealer, or the pool, is paid for tips."""

    drawer: str = places.DRAWER


class ExchangeTips(Fact, group=TIPS, section="08-11(18)"):
    """A dealer's tips are exchanged for other chips of the tray, on video."""

    table: str
    chips: Chips
    person: str
    gave: Chips


class Iou(Fact, group=MONEY, series="iou", section="03-06(1)"):
    """Money is lent to a drawer or the cash reserve on a numbered IOU.

    source   a place, or a lender on file by its name
    stamp    the gaming stamp number of a board game that lends
    """

    cents: int
    source: str
    destination: str
    first_number: int = 1
    stamp: str = ""


class Payback(Fact, group=MONEY, section="03-06(1)"):
    """An IOU is paid back whole."""

    cents: int | None = None
    iou: int


class Withdraw(Fact, group=MONEY, section="03-06(1)"):
    """The cash bank is replenished from the gaming account."""

    cents: int
    method: str
    to: str
    site: str | None
    games: tuple[str, ...]


class Reverse(Fact, group=CAGE):
    """An entry of the day is taken back: what it moved goes the other way. Both stand.

    what     the kind of entry that it is about
    undone   whether whoever made it took it back at once, alone
    """

    reason: str = ""
    what: str
    undone: bool = False


class OpenDrawer(Fact, group=CAGE):
    """A cash drawer is opened and no cash changes hands.

    drawer   of the cash bank that it belongs to
    by_key   whether it was opened by its key, and is noted afterward
    """

    reason: str
    drawer: str = places.DRAWER
    by_key: bool = False


class Pulse(Fact, group=PRINTER):
    """What came of opening a drawer with no cash due.

    outcome   "opened", as its switch proved, or "was open"; "sent" where nothing proves it; "failed"
    """

    outcome: str


REVERSIBLE: tuple[type[Fact], ...] = (
    *(Redeem, Exchange, Check, DeclareTips, PoolTips, RedeemTips, ExchangeTips),
    *(Iou, Payback, Withdraw),
)
