"""The figures of a day: the arithmetic that must hold to the cent, both ways."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pitdesk import kinds, places
from pitdesk.book.day import Day, opens
from pitdesk.book.entries import Entry
from pitdesk.chips import MONEY, percent, value_cents


def won(*, drop: int = 0, closer: int = 0, credits: int = 0, opener: int = 0, fills: int = 0) -> int:
    """Win in cents: drop cash + closing tray + credits − opening tray − fills."""
    return drop + closer + credits - opener - fills


def held(win_cents: int, drop_cents: int) -> str:
    """Hold: win ÷ drop (99-01.3-08-01(3)), percent with two places; "-" where nothing was dropped."""
    return percent(win_cents, drop_cents)


@dataclass(frozen=True, slots=True)
class Result:
    """What a table, a game or all tables did, in cents. `hold` is percent with two places, or "-"."""

    name: str
    drop: int
    opener: int
    fills: int
    credits: int
    closer: int

    @property
    def win(self) -> int:
        """What the table kept."""
        return won(
            drop=self.drop,
            closer=self.closer,
            credits=self.credits,
            opener=self.opener,
            fills=self.fills,
        )

    @property
    def hold(self) -> str:
        """Win in percent of the drop."""
        return held(self.win, self.drop)

    @classmethod
    def total(cls, name: str, results: Iterable["Result"]) -> "Result":
        """The sum of several."""
        rows = list(results)
        return cls(
            name,
            sum(row.drop for row in rows),
            sum(row.opener for row in rows),
            sum(row.fills for row in rows),
            sum(row.credits for row in rows),
            sum(row.closer for row in rows),
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """The day in cents. Cash is currency, coin and checks of the drawer and the cash reserve.

    supplied        starting cash + withdrawals from the gaming account + loans − paybacks
    by_check        chips redeemed by a check on the gaming account
    redeemed        all chips redeemed, tips included
    over_short_cash, over_short_chips   what the counts found over (+) or short (−)
    outstanding_change   chips in nobody's bank or tray, at the end less at the start
    """

    tables: tuple[Result, ...]
    start_cash: int
    withdrawals: int
    loans: int
    paybacks: int
    end_cash: int
    by_check: int
    redeemed: int
    over_short_cash: int
    over_short_chips: int
    outstanding_change: int

    @property
    def all(self) -> Result:
        """All tables together."""
        return Result.total("All", self.tables)

    @property
    def gross(self) -> int:
        """Gross proceeds: the drop cash of every table."""
        return self.all.drop

    @property
    def agp(self) -> int:
        """Adjusted gross proceeds: the sum of the tables' win."""
        return self.all.win

    @property
    def prizes(self) -> int:
        """Gross proceeds less adjusted gross proceeds."""
        return self.gross - self.agp

    @property
    def supplied(self) -> int:
        """The cash that the day was given to work with."""
        return self.start_cash + self.withdrawals + self.loans - self.paybacks

    @property
    def over_short(self) -> int:
        """Cash and chip bank together, over (+) or short (−)."""
        return self.over_short_cash + self.over_short_chips

    @property
    def cash_profit(self) -> int:
        """Counted: drop cash + ending cash − cash supplied − prizes paid by check."""
        return self.gross + self.end_cash - self.supplied - self.by_check

    @property
    def cash_profit_the_other_way(self) -> int:
        """Booked: adjusted gross proceeds + change in chips outstanding + over/short."""
        return self.agp + self.outstanding_change + self.over_short

    def deposit(self, next_start: int) -> int:
        """What goes to the gaming account when the next day starts with `next_start` (03-10(1)).

        Cash profit, less the increase (plus the decrease) of the starting cash over the cash supplied,
        plus prizes paid by check: which is the cash in hand less what is kept.
        """
        return self.cash_profit - (next_start - self.supplied) + self.by_check


def figures(day: Day) -> Figures:
    """Work out a day. Meant for a day whose drops and closing counts are in; safe before."""
    results = tuple(
        Result(
            table.table,
            table.drop_cents or 0,
            table.opener.cents,
            table.fills.cents,
            table.credits.cents,
            (table.closer if table.state == "closed" else table.known).cents,
        )
        for table in day.tables.values()
    )
    sums = dict.fromkeys(("withdraw", "iou", "payback"), 0)
    by_check = redeemed = short_cash = short_chips = outside = 0
    for entry in day.entries:
        if entry.kind in sums:
            sums[entry.kind] += _supplied(entry)
        if isinstance(entry.fact, kinds.Redeem | kinds.RedeemTips):
            redeemed += entry.chips.cents
        if isinstance(entry.fact, kinds.Redeem):
            by_check += entry.fact.by_check_cents
        if opens(entry.fact):
            continue
        for place, instrument, amount in entry.postings:
            money = instrument in MONEY
            if place == places.OVER_SHORT:
                cents = value_cents(instrument, amount)
                short_cash -= cents if money else 0
                short_chips -= 0 if money else cents
            if not money and _outside(place):
                outside += value_cents(instrument, amount)
    return Figures(
        tables=results,
        start_cash=_cash(day.start),
        withdrawals=sums["withdraw"],
        loans=sums["iou"],
        paybacks=sums["payback"],
        end_cash=_cash(day.ending),
        by_check=by_check,
        redeemed=redeemed,
        over_short_cash=short_cash,
        over_short_chips=short_chips,
        outstanding_change=outside,
    )


class LeftOver(NamedTuple):
    """What stands in the book once the next start is set aside, in cents.

    cash     drop cash, drawer and cash reserve, less the next start
    banked   what of the cash reserve goes to the bank
    """

    drop_cents: int
    checks_cents: int
    cash_cents: int
    reserve_banked_cents: int


def left_over(balances: Mapping[str, Mapping[str, int]], next_start_cents: int) -> LeftOver:
    """What a close of the day that keeps so much cash brings to the gaming account."""
    drop = balances.get(places.DROP, {}).get("cash", 0)
    drawer = balances.get(places.DRAWER, {})
    reserve = balances.get(places.CASH_RESERVE, {}).get("cash", 0)
    return LeftOver(
        drop,
        drawer.get("checks", 0),
        drop + drawer.get("cash", 0) + reserve - next_start_cents,
        max(0, reserve - max(0, next_start_cents)),
    )


def _outside(place: str) -> bool:
    return place in (places.PATRONS, places.OVER_SHORT) or place.startswith("tips ")


def _supplied(entry: Entry) -> int:
    """Cents that an IOU, its payback or a withdrawal moved between outside and the cash on hand."""
    moved = sum(p.amount for p in entry.postings if p.place in places.CASH_ON_HAND)
    return abs(moved)


def _cash(counted: Mapping[str, Mapping[str, int]]) -> int:
    return sum(
        amount
        for place in places.CASH_ON_HAND
        for instrument, amount in counted.get(place, {}).items()
        if instrument in MONEY
    )
