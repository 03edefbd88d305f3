"""The cash banks of a day: which drawer each game has, what belongs to it, what each brings to the bank.

By default each game has a drawer of its own: 99-01.3-03-06(1). The first drawer is that of the game that
keeps it, or the combined bank of all. The cash reserve and the chip bank are the site's; what they are
over or short counts with the first drawer that takes part.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitdesk import kinds, places
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry, Posting, pay
from pitdesk.book.site import Site
from pitdesk.chips import Chips

Balances = Mapping[str, Mapping[str, int]]


def kept_drawer(keeper: str, game: str) -> str:
    """The drawer of a game where `keeper` has the first; "" has the combined bank of all."""
    return places.DRAWER if keeper in ("", game) else places.drawer(game)


def payer(keeper: str, games: Iterable[str], chips: Chips) -> str:
    """The drawer that pays for chips, where that is clear: betting chips are the paddlewheels'."""
    if len({kept_drawer(keeper, game) for game in games}) < 2:
        return places.DRAWER
    of = {
        "PW" if chip.kind == "betting" else "21" for chip in chips if chip.kind in ("betting", "casino")
    }
    return kept_drawer(keeper, of.pop()) if len(of) == 1 else ""


def drawer_of(day: Day, game: str) -> str:
    """The drawer of a game's cash bank on a day."""
    return kept_drawer(day.opening.keeper, game)


def game_of(day: Day, drawer: str) -> str:
    """The game whose cash bank a drawer is; "" for the combined one."""
    own = drawer.removeprefix(places.drawer(""))
    return day.opening.keeper if drawer == places.DRAWER else own


def drawers(day: Day) -> tuple[str, ...]:
    """The drawers that take part: counted, moved, or of a game that was opened; at least the first."""
    games = {drawer_of(day, table.game) for table in day.tables.values()}
    used = sorted(filter(places.is_drawer, {*day.start, *day.moved, *games}))
    return tuple(used) or (places.DRAWER,)


def opened_by(entry: Entry) -> frozenset[str]:
    """The drawers that an entry has opened: cash changes hands there, or it is counted, looked into."""
    match entry.fact:
        case kinds.OpenDrawer(drawer=drawer, by_key=by_key):
            return frozenset() if by_key else frozenset({drawer})
        case kinds.Count(counted=counted) | kinds.OwnCount(counted=counted):
            return frozenset(filter(places.is_drawer, counted))
    cash = (place for place, instrument, _ in entry.postings if instrument == "cash")
    return frozenset(filter(places.is_drawer, cash))


def passing(day: Day, site: Site, drawer: str) -> tuple[str, ...]:
    """The places that change hands with a drawer; with the first the chip bank, if the site says so."""
    bank = (places.CHIP_BANK,) if site.settings.bank_passes and drawer == drawers(day)[0] else ()
    return (drawer, *bank)


def belongs_to(day: Day, entry: Entry) -> str:
    """The drawer of the bank that an entry counts with: of its table's game, the payer, or the first."""
    fact = day.reversals.meant(entry)[0].fact
    if table := day.tables.get(fact.table or ""):
        return drawer_of(day, table.game)
    if isinstance(fact, kinds.Redeem | kinds.RedeemTips):
        return fact.drawer
    return drawers(day)[0]


def cash_of(day: Day, drawer: str) -> frozenset[str]:
    """The places whose cash is a bank's: its drawer; the reserve with the first."""
    reserve = {places.CASH_RESERVE} if drawer == drawers(day)[0] else set()
    return frozenset({drawer, *reserve})


def dropped(day: Day, drawer: str) -> int:
    """The drop cash of a bank's tables, in cents."""
    tables = day.tables.values()
    return sum(one.drop_cents or 0 for one in tables if drawer_of(day, one.game) == drawer)


class LeftOver(NamedTuple):
    """What stands in the book of a bank once its next start is set aside, in cents.

    cash     drop cash, drawer and cash reserve, less the next start
    banked   what of the cash reserve goes to the bank
    """

    drawer: str
    next_cents: int
    drop_cents: int
    checks_cents: int
    cash_cents: int
    reserve_banked_cents: int

    @property
    def postings(self) -> tuple[Posting, ...]:
        """What the seal moves to the gaming account."""
        return (
            *pay(self.checks_cents, self.drawer, places.ACCOUNT, "checks"),
            *pay(self.drop_cents, places.DROP, self.drawer),
            *pay(self.cash_cents - self.reserve_banked_cents, self.drawer, places.ACCOUNT),
            *pay(self.reserve_banked_cents, places.CASH_RESERVE, places.ACCOUNT),
        )


def left_over(
    day: Day, balances: Balances, next_start_cents: int, kept: Mapping[str, int]
) -> list[LeftOver]:
    """What a close of the day brings to the gaming account, bank by bank.

    next_start_cents   the cash that stays, in all;  kept: what of it stays in the drawers but the first
    """
    first, *others = drawers(day)
    reserve = balances.get(places.CASH_RESERVE, {}).get("cash", 0)
    rest_cents = next_start_cents - sum(kept.get(one, 0) for one in others)
    drop = balances.get(places.DROP, {}).get("cash", 0) - sum(dropped(day, one) for one in others)
    banked = max(0, reserve - max(0, rest_cents))
    shares = [(first, rest_cents, drop, reserve, banked)]
    shares += [(one, kept.get(one, 0), dropped(day, one), 0, 0) for one in others]
    found = []
    for drawer, next_cents, drop_cents, reserve_cents, banked_cents in shares:
        held = balances.get(drawer, {})
        cash = drop_cents + held.get("cash", 0) + reserve_cents - next_cents
        found.append(LeftOver(drawer, next_cents, drop_cents, held.get("checks", 0), cash, banked_cents))
    return found
