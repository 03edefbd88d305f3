"""What head office's reports are made of: plain rows, money in cents, chips in pieces."""

from datetime import date as Date
from typing import NamedTuple


class DayRow(NamedTuple):
    """A sealed day, as its document's summary says; corrections are not in it.

    pending   how many drop boxes waited to be counted: a correction of "pending" says when they were
    """

    site: str
    date: Date
    day: int
    gross: int
    prizes: int
    agp: int
    cash_profit: int
    over_short_cash: int
    over_short_chips: int
    outstanding_change: int
    outstanding: int
    redeemed: int
    by_check: int
    start_cash: int
    end_cash: int
    withdrawals: int
    loans: int
    paybacks: int
    next_start: int
    overnight_cash: int
    overnight_chips: int
    pending: int
    over_short_pw: int
    overnight_pw: int
    deposit: int
    deposit_checks: int
    exceptions: int
    deposit_due: Date
    sealed: str
    prize_basis: str
    head: str


class TableRow(NamedTuple):
    """A table on a day."""

    site: str
    date: Date
    name: str
    game: str
    box: str
    drop_cents: int
    opener: int
    fills: int
    credits: int
    closer: int
    win: int


class ChipRow(NamedTuple):
    """A chip type on a day: in the bank at the opening and the closing count, with players, owned."""

    site: str
    date: Date
    chip: str
    opening: int
    closing: int
    players: int
    owned: int


class CorrectionRow(NamedTuple):
    """Cents to add to a figure of a day, or to "2.drop" of its table 2."""

    site: str
    date: Date
    number: int
    field: str
    cents: int
    reason: str
    initials: str


class DepositRow(NamedTuple):
    """A deposit made, for the activity of `dates`, the last of which `date` is, or of a contest.

    takes_back   number of the document of the one that it takes back; 0 of a deposit. Then cents are
                 below zero
    """

    site: str
    date: Date
    number: int
    made: Date
    dates: list[Date]
    cents: int
    checks: int
    bank: str
    slip: str
    games: str
    initials: str
    contest: str
    takes_back: int
    reason: str


class FiledRow(NamedTuple):
    """A tax return as it was filed; `date` is of the day whose document tells of it.

    tax   cents;  held: JSON, game → gross and adjusted gross proceeds, cents
    """

    site: str
    date: Date
    line: int
    quarter: str
    filed: Date
    tax: int
    paper: str
    held: str


class WeekRow(NamedTuple):
    """What a dealer held in a week whose sheet was kept, after the quarter that asked for it."""

    site: str
    first: Date
    quarter: str
    dealer: str
    gross: int
    agp: int
    basis: str


class Total(NamedTuple):
    """A site in a range of dates: the sums of its days, corrections not in them."""

    site: str
    days: int
    gross: int
    prizes: int
    agp: int
    cash_profit: int
    over_short_cash: int
    over_short_chips: int
    outstanding_change: int
    redeemed: int
    by_check: int
    overnight_cash: int
    overnight_chips: int
    deposit: int
