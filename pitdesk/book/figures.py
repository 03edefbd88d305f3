"""The figures of a day: the arithmetic that must hold to the cent, both ways."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pitdesk import kinds, places
from pitdesk.book.banks import belongs_to, cash_of, drawer_of, drawers
from pitdesk.book.day import Day, Table
from pitdesk.book.entries import opens
from pitdesk.chips import MONEY, percent, value_cents


def won(*, drop: int = 0, closer: int = 0, credits: int = 0, opener: int = 0, fills: int = 0) -> int:
    """Win in cents: drop cash + closing tray + credits − opening tray − fills."""
    return drop + closer + credits - opener - fills


def held(win_cents: int, drop_cents: int) -> str:
    """Hold: win ÷ drop (99-01.3-08-01(3)), percent with two places; "-" where nothing was dropped."""
    return percent(win_cents, drop_cents)


@dataclass(frozen=True, slots=True)
class Result:
    """What a table, a game or all tables did."""

    name: str
    drop_cents: int
    opener_cents: int
    fills_cents: int
    credits_cents: int
    closer_cents: int

    @property
    def win_cents(self) -> int:
        """What the table kept."""
        ends = {"closer": self.closer_cents, "opener": self.opener_cents}
        return won(drop=self.drop_cents, credits=self.credits_cents, fills=self.fills_cents, **ends)

    @property
    def terms_cents(self) -> tuple[int, ...]:
        """The sum as it is written: drop, closer, credits, opener, fills, and the win they make."""
        came = (self.drop_cents, self.closer_cents, self.credits_cents)
        return (*came, self.opener_cents, self.fills_cents, self.win_cents)

    @property
    def hold(self) -> str:
        """Win in percent of the drop, two places; "-" where nothing was dropped."""
        return held(self.win_cents, self.drop_cents)

    @classmethod
    def total(cls, name: str, results: Iterable["Result"]) -> "Result":
        """The sum of several."""
        rows = list(results)
        return cls(name, *(sum(getattr(row, cents) for row in rows) for cents in cls.__slots__[1:]))


@dataclass(frozen=True, slots=True)
class Figures:
    """The day. Cash is currency, coin and checks of the drawers and the cash reserve.

    by_check_cents   chips redeemed by a check on the gaming account
    redeemed_cents   all chips redeemed, tips included
    over_short_…     what the counts found over (+) or short (−)
    overnight_…      the same of the opening counts, and of inventories before them: between the last
                     day's closing and this day. It belongs to no day's result: starting cash is what
                     was counted then
    outstanding_change_cents   chips in nobody's bank or tray, at the end less at the start
    """

    tables: tuple[Result, ...]
    start_cash_cents: int
    withdrawals_cents: int
    loans_cents: int
    paybacks_cents: int
    end_cash_cents: int
    by_check_cents: int
    redeemed_cents: int
    over_short_cash_cents: int
    over_short_chips_cents: int
    outstanding_change_cents: int
    overnight_cash_cents: int
    overnight_chips_cents: int

    @property
    def all(self) -> Result:
        """All tables together."""
        return Result.total("All", self.tables)

    @property
    def gross_cents(self) -> int:
        """Gross proceeds: the drop cash of every table."""
        return self.all.drop_cents

    @property
    def agp_cents(self) -> int:
        """Adjusted gross proceeds: the sum of the tables' win."""
        return self.all.win_cents

    @property
    def prizes_cents(self) -> int:
        """Gross proceeds less adjusted gross proceeds."""
        return self.gross_cents - self.agp_cents

    @property
    def supplied_cents(self) -> int:
        """Cash supplied: starting cash + withdrawals from the gaming account + loans − paybacks."""
        return self.start_cash_cents + self.withdrawals_cents + self.loans_cents - self.paybacks_cents

    @property
    def over_short_cents(self) -> int:
        """Cash and chip bank together, over (+) or short (−)."""
        return self.over_short_cash_cents + self.over_short_chips_cents

    @property
    def overnight_cents(self) -> int:
        """Overnight over (+) or short (−), cash and chips: what was found off since the day before."""
        return self.overnight_cash_cents + self.overnight_chips_cents

    @property
    def cash_profit_cents(self) -> int:
        """Counted: drop cash + ending cash − cash supplied − prizes paid by check."""
        return self.gross_cents + self.end_cash_cents - self.supplied_cents - self.by_check_cents

    @property
    def cash_profit_booked_cents(self) -> int:
        """Booked: adjusted gross proceeds + change in chips outstanding + over/short."""
        return self.agp_cents + self.outstanding_change_cents + self.over_short_cents

    def deposit_cents(self, next_start_cents: int) -> int:
        """What goes to the gaming account when the next day starts with so much cash (03-10(1)).

        Cash profit, less the increase (plus the decrease) of the starting cash over the cash supplied,
        plus prizes paid by check: which is the cash in hand less what is kept.
        """
        return self.cash_profit_cents - (next_start_cents - self.supplied_cents) + self.by_check_cents


def figures(day: Day, drawer: str = "") -> Figures:
    """Work out a day. Meant for a day whose drops and closing counts are in; safe before.

    drawer   of the cash bank that it is of, where it is not of all together
    """
    cash = cash_of(day, drawer) if drawer else None
    supplied = dict.fromkeys(("withdraw", "iou", "payback"), 0)
    by_check = redeemed = outside = 0
    off, overnight = dict.fromkeys((True, False), 0), dict.fromkeys((True, False), 0)  # money, chips
    for entry in day.entries:
        meant, sign = day.reversals.meant(entry)
        fact, mine = meant.fact, not drawer or belongs_to(day, entry) == drawer
        if fact.kind in supplied:  # moved between outside and the cash on hand
            supplied[fact.kind] += sum(p.amount for p in entry.postings if _within(p.place, cash))
        if mine and isinstance(fact, kinds.Redeem | kinds.RedeemTips):
            redeemed += sign * fact.chips.cents
        if mine and isinstance(fact, kinds.Redeem):
            by_check += sign * fact.by_check_cents
        before = opens(fact)
        if isinstance(fact, kinds.Count):
            (overnight if before else off)[True] += _cash_off(fact, cash)
        for place, instrument, amount in entry.postings if mine else ():
            cents = value_cents(instrument, amount)
            if instrument in MONEY:
                continue
            if place == places.OVER_SHORT:
                (overnight if before else off)[False] -= cents
            if not before and (
                place in (places.PATRONS, places.OVER_SHORT) or place.startswith("tips ")
            ):
                outside += cents
    tables = [one for one in day.tables.values() if not drawer or drawer_of(day, one.game) == drawer]
    return Figures(
        tables=tuple(map(_result, tables)),
        start_cash_cents=_cash_cents(day.start, cash),
        withdrawals_cents=supplied["withdraw"],
        loans_cents=supplied["iou"],
        paybacks_cents=-supplied["payback"],
        end_cash_cents=_cash_cents(day.ending, cash),
        by_check_cents=by_check,
        redeemed_cents=redeemed,
        over_short_cash_cents=off[True],
        over_short_chips_cents=off[False],
        outstanding_change_cents=outside,
        overnight_cash_cents=overnight[True],
        overnight_chips_cents=overnight[False] + day.opening.between_cents,
    )


def added(day: Day) -> dict[str, int]:
    """What the boxes that were counted after its seal add to a day, in cents, by the document's names.

    "2.drop" is of table 2; "pending" is in boxes. A figure that they do not change is left out.
    """
    assert day.seal
    before, now = figures(day.issue(1)), figures(day)
    names = ("gross", "prizes", "agp", "cash_profit")
    found = {name: getattr(now, f"{name}_cents") - getattr(before, f"{name}_cents") for name in names}
    found["deposit"] = found["cash_profit"]  # the next start was set aside at the seal
    for then, table in zip(before.tables, now.tables, strict=True):
        found[f"{table.name}.drop"] = table.drop_cents - then.drop_cents
        found[f"{table.name}.win"] = table.win_cents - then.win_cents
    found["pending"] = -len(day.seal.pending)
    return {name: cents for name, cents in found.items() if cents}


def of_banks(day: Day) -> dict[str, Figures]:
    """Drawer → the figures of its cash bank; nothing where there is one bank."""
    several = drawers(day)
    return {drawer: figures(day, drawer) for drawer in several} if len(several) > 1 else {}


class DepositPart(NamedTuple):
    """A cash bank's part of a sealed day's deposit, in cents; the drawer that it keeps so much in."""

    drawer: str
    next_cents: int
    cents: int


def bank_deposits(day: Day) -> list[DepositPart]:
    """What each cash bank of a sealed day brings to the gaming account; they add up to the deposit."""
    if not day.seal:
        return []
    first, *others = drawers(day)
    kept = day.seal.kept
    nexts = {first: day.seal.cents - sum(kept.values()), **{one: kept.get(one, 0) for one in others}}
    return [
        DepositPart(one, cents, figures(day, one).deposit_cents(cents)) for one, cents in nexts.items()
    ]


def _within(place: str, cash: frozenset[str] | None) -> bool:
    """Whether a place is cash on hand, of these where they are named."""
    return places.holds_cash(place) if cash is None else place in cash


def _cash_off(count: kinds.Count, cash: frozenset[str] | None) -> int:
    """What a count found off in cash and checks."""
    counted = (place for place in count.off if place not in count.began and _within(place, cash))
    return sum(sum(count.off[place].values()) for place in counted)


def _result(table: Table) -> Result:
    closer = table.closer if table.state == "closed" else table.known
    chips = (table.opener, table.fills, table.credits, closer)
    return Result(table.table, table.drop_cents or 0, *(one.cents for one in chips))


def _cash_cents(counted: Mapping[str, Mapping[str, int]], cash: frozenset[str] | None) -> int:
    held = [amounts for place, amounts in counted.items() if _within(place, cash)]
    return sum(amounts.get(instrument, 0) for amounts in held for instrument in MONEY)
