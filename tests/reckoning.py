"""A reckoning of a book by somebody else: the stored rows, added up; no code of PitDesk is asked.

Every figure of a close comes from what moved where, not from what an entry says of itself: win from
what a tray held and what slips carried, overnight from what lay there at the seal and what the morning
counted, the deposit from what reaches the gaming account.
"""

import json
import re
import shutil
import sqlite3  # noqa: TID251  (on a copy, which nobody else has open)
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

_FACE = re.compile(r"(pw|coin|nv)?(?:\$(\d+)|(\d+)c)(?:-.+)?")
MONEY = ("cash", "checks")
HAND = ("drawer", "cash reserve")  # and "drawer PW", "drawer 21" where they take part in the day
_LATER = ("gross", "agp", "cash_profit", "deposit")  # what a box that is counted later adds to
NOTHING: Mapping[int, int] = {}
SLIPS = ("fill", "credit", "verify", "receive", "void")

Held = dict[str, dict[str, int]]


def worth(instrument: str, amount: int) -> int:
    """Cents."""
    if instrument in MONEY:
        return amount
    found = _FACE.fullmatch(instrument)
    assert found, instrument
    kind, dollars, cents = found.groups()
    return 0 if kind == "nv" else amount * (int(dollars) * 100 if dollars else int(cents))


@dataclass
class Close:
    """The figures of one sealed day, in cents; by table, by instrument where it says so.

    told    what the seal itself says
    late    table → what its boxes held that were counted after the seal;  added: what the day that was
            finished says of that, None where it was not
    """

    day: int
    wins: dict[str, int]
    drops: dict[str, int]
    start: int
    supplied: int
    end: int
    by_check: int
    over_short: dict[bool, int]  # money, chips
    overnight: dict[bool, int]
    outstanding_change: int
    outstanding: dict[str, int]
    deposit: int
    kept: int
    told: dict[str, object]
    late: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    added: dict[str, int] | None = None

    @property
    def gross(self) -> int:
        return sum(self.drops.values())

    @property
    def agp(self) -> int:
        return sum(self.wins.values())

    @property
    def cash_profit(self) -> int:
        return self.gross + self.end - self.supplied - self.by_check

    @property
    def seal(self) -> dict[str, object]:
        """What the seal must say."""
        return {
            "cents": self.kept,
            "deposit": self.deposit,
            "gross": self.gross,
            "prizes": self.gross - self.agp,
            "agp": self.agp,
            "cash_profit": self.cash_profit,
            "outstanding_change": self.outstanding_change,
            "over_short": sum(self.over_short.values()),
        }

    def wrong(self) -> str:
        """What does not agree: the seal with this, the two ways to the profit, the deposit; or ""."""
        told = {name: self.told[name] for name in self.seal}
        if told != self.seal:
            return f"day {self.day}: the seal says {told}, and the rows say {self.seal}"
        if self.cash_profit != self.agp + self.outstanding_change + sum(self.over_short.values()):
            return f"day {self.day}: the cash profit is not what is booked"
        if self.deposit != self.cash_profit - (self.kept - self.supplied) + self.by_check:
            return f"day {self.day}: the deposit is not what the profit leaves"
        late = sum(self.late.values())
        if self.added is not None and any(self.added.get(name, 0) != late for name in _LATER):
            return f"day {self.day}: the boxes held {late} later, and it says {self.added}"
        return ""


@dataclass
class _Day:
    """An open day, as its entries come."""

    number: int
    openers: dict[str, int] = field(default_factory=dict)
    carried: dict[str, int] = field(default_factory=lambda: defaultdict(int))  # by slips, into a tray
    drops: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    cash: dict[str, int] = field(default_factory=dict)  # place → what lay there as it was opened
    part: set[str] = field(default_factory=lambda: {*HAND})  # places of cash that take part in it
    start: int = 0  # what opening counts found over or short
    added: int = 0
    by_check: int = 0
    over_short: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    overnight: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    out: int = 0


def reckon(book: Path, more: Mapping[int, int] = NOTHING) -> tuple[Held, list[Close]]:
    """What lies where by all postings, and every sealed day.

    more   how much more some of the postings say than they do, by their place among all
    """
    told: dict[int, str] = {}  # seq → what kind of entry it is; of a reversal what it takes back
    held: Held = defaultdict(lambda: defaultdict(int))
    closes: list[Close] = []
    day, between = _Day(0), 0
    for body, postings in _rows(book, more):
        kind, detail = body["kind"], body["detail"]
        kind = told[body["seq"]] = told[body["about"]] if kind == "reverse" else kind
        sealed = {close.day: close for close in closes}.get(body["day"])
        if kind == "open day":
            day = _Day(body["number"][1], cash={place: _cash(held, [place]) for place in held})
            day.overnight[False], between = between, 0
        if kind == "close day":
            closes.append(_closed(day, held, detail, postings))
        elif sealed:
            _later(sealed, kind, detail, postings)
        elif body["day"]:
            _take(day, held, kind, detail, postings)
        elif kind == "inventory" and closes:  # found between two days: the next one's overnight
            between += _found(postings)[False]
        for place, instrument, amount in postings:
            held[place][instrument] += amount
        if kind in ("open table", "count opener"):  # in the tray is what the opener found
            tray = held[f"tray {detail['table']}"]
            if kind == "count opener" or detail["began"] or detail["table"] not in day.openers:
                day.openers[detail["table"]] = sum(worth(*one) for one in tray.items())
    kept = {place: {name: n for name, n in rows.items() if n} for place, rows in held.items()}
    return {place: rows for place, rows in kept.items() if rows}, closes


def _rows(book: Path, more: Mapping[int, int]) -> Iterable[tuple[dict, list]]:
    copy = book.with_name("copy to be reckoned")
    for ending in ("", "-wal"):
        if Path(f"{book}{ending}").exists():
            shutil.copy(f"{book}{ending}", f"{copy}{ending}")
    with closing(sqlite3.connect(copy)) as connection:
        postings = defaultdict(list)
        rows = connection.execute(
            "SELECT entry, place, instrument, amount FROM posting ORDER BY entry, line"
        )
        for at, (entry, place, instrument, amount) in enumerate(rows):
            postings[entry].append((place, instrument, amount + more.get(at, 0)))
        for seq, body in connection.execute("SELECT seq, body FROM entry ORDER BY seq"):
            yield json.loads(body), postings[seq]


def _take(day: _Day, held: Held, kind: str, detail: dict, postings: list) -> None:
    opening = (
        kind == "count opener"
        or (kind == "count" and detail["when"] == "opening")
        or (kind == "open table" and (detail["began"] or detail["table"] not in day.openers))
    )
    counts = kind in ("count", "pass drawer")
    off = _off(held, detail) if counts else _found(postings)
    for money in (True, False):
        (day.overnight if opening else day.over_short)[money] += off[money]
    moved = {place for place, _, _ in postings} | {*(detail["counted"] if counts else ())}
    day.part |= {place for place in moved if place.startswith("drawer ")}
    hand = sum(worth(name, amount) for place, name, amount in postings if place in day.part)
    day.start += hand if kind == "count" and opening else 0
    day.added += hand if kind in ("withdraw", "iou", "payback") else 0
    for place, name, amount in postings:
        cents = worth(name, amount)
        if kind in SLIPS and place.startswith("tray "):
            day.carried[place.removeprefix("tray ")] += cents
        if kind == "drop" and place == "drop cash":
            day.drops[detail["table"]] += cents
        if kind == "redeem" and place == "gaming account":
            day.by_check -= cents
        ours = place not in ("patrons", "over/short") and not place.startswith("tips ")
        if ours and not opening and name not in MONEY:
            day.out -= cents


def _later(close: Close, kind: str, detail: dict, postings: list) -> None:
    """What is done of a day after its seal: boxes that waited are counted, and it is finished."""
    if kind == "drop":
        paid = (worth(name, n) for place, name, n in postings if place == "gaming account")
        close.late[detail["table"]] += sum(paid)
    elif kind == "finish day":
        close.added = detail["changes"]


def _off(held: Held, detail: dict) -> dict[bool, int]:
    """What a count of banks found over or short, where it did not begin a place."""
    off = {True: 0, False: 0}
    for place, counted in detail["counted"].items():
        for name in {*counted, *held[place]} if place not in detail["began"] else ():
            off[name in MONEY] += worth(name, counted.get(name, 0) - held[place][name])
    return off


def _found(postings: list) -> dict[bool, int]:
    """What came out of over/short."""
    off = {True: 0, False: 0}
    for place, name, amount in postings:
        if place == "over/short":
            off[name in MONEY] -= worth(name, amount)
    return off


def _closed(day: _Day, held: Held, detail: dict, postings: list) -> Close:
    trays = {table: sum(worth(*one) for one in held[f"tray {table}"].items()) for table in day.openers}
    drops = {table: day.drops[table] for table in trays}
    paid = sum(worth(name, amount) for place, name, amount in postings if place == "gaming account")
    moved = sum(worth(name, amount) for place, name, amount in postings if place in day.part)
    start = day.start + sum(day.cash.get(place, 0) for place in day.part)
    return Close(
        day=day.number,
        wins={
            table: drops[table] + closer - day.openers[table] - day.carried[table]
            for table, closer in trays.items()
        },
        drops=drops,
        start=start,
        supplied=start + day.added,
        end=_cash(held, day.part),
        by_check=day.by_check,
        over_short=day.over_short,
        overnight=day.overnight,
        outstanding_change=day.out,
        outstanding={name: n for name, n in held["patrons"].items() if n and name not in MONEY},
        deposit=paid,
        kept=_cash(held, day.part) + moved,
        told=detail,
    )


def _cash(held: Held, hand: Iterable[str]) -> int:
    return sum(held[place][name] for place in hand for name in MONEY)
