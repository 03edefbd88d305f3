"""Plausible documents of many sites, signed with real keys and built without a book."""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any

from pitdesk.codes.keys import SiteKey
from pitdesk.documents.document import SCHEMA, Document
from pitdesk.office.reading import TABLE

FIRST = date(2026, 1, 2)
CHIPS = {
    "50c": 50,
    "$1": 100,
    "$2": 200,
    "$5": 500,
    "$25": 2500,
    "$100": 10000,
    "pw$1": 100,
    "pw$2": 200,
}
LINES = 40  # slips of a day, about


def key(name: str) -> SiteKey:
    """A real key, the same for the same name."""
    return SiteKey(sha256(name.encode()).digest())


class House:
    """A site that writes documents: day after day, numbered, each naming the one before.

    `documents` holds what it wrote; `copy` is its book put back from a backup.
    """

    def __init__(self, name: str = "Dakota Lions, Riverside Lounge", seed: int = 0) -> None:
        self.name = name
        self.organization, _, self.site = name.partition(", ")
        self.key = key(name)
        self.random = random.Random(f"{name} {seed}")
        self.documents: list[Document] = []
        self.days = 0
        self.date = FIRST - timedelta(1)
        self.slips = {"fill": 0, "credit": 0}
        self.lost = 0  # documents that the book knows were lost, before the next

    def copy(self, number: int, seed: int = 1) -> "House":
        """The same site as it was after a document, going on differently."""
        again = House(self.name, seed)
        again.key, again.documents = self.key, self.documents[:number]
        told = [it.said for it in again.documents if it.kind == "day"]
        again.days = len(told)
        again.date = date.fromisoformat(told[-1]["date"]) if told else again.date
        again.slips = {
            series: max((run["last"] for said in told for run in said["slips"][series]), default=0)
            for series in ("fill", "credit")
        }
        return again

    def write(self, kind: str, said: dict[str, Any], signer: SiteKey | None = None) -> Document:
        """Sign a document and keep it as the last."""
        last = self.documents[-1] if self.documents else None
        at = datetime.combine(self.date, datetime.min.time(), UTC) + timedelta(hours=30)
        head = {
            "schema": SCHEMA,
            "kind": kind,
            "number": (last.number if last else 0) + 1,
            "previous": last.sha256 if last else "",
            "at": at.isoformat(),
            "organization": self.organization,
            "site": self.site,
            "practice": False,
        }
        if self.lost and last:
            head |= {"number": last.number + self.lost + 1, "after": last.number}
            self.lost = 0
        self.documents.append(Document.signed({**head, **said}, signer or self.key))
        return self.documents[-1]

    def day(self, **changed: Any) -> Document:
        """The next gaming day. changed: fields to say instead."""
        self.days += 1
        self.date += timedelta(1)
        return self.write("day", {**self._day(), **changed})

    def run(self, days: int) -> "House":
        """So many days, with a deposit for each three."""
        for _ in range(days):
            self.day()
            if self.days % 3 == 0:
                self.deposit()
        return self

    def correction(self, about: Document, **changes: int) -> Document:
        """A correction of a day's document."""
        said = {"date": about.said["date"], "about": about.sha256, "changes": changes}
        return self.write("correction", said | {"reason": "a box counted again", "initials": ["GM"]})

    def deposit(self, days: int = 3, late: int = 0) -> Document:
        """A deposit of the last days; late: days after the last was due."""
        told = [it.said for it in self.documents if it.kind == "day"][-days:]
        due = date.fromisoformat(told[0]["deposit"]["due"])
        return self.write(
            "deposit",
            {
                "dates": [said["date"] for said in told],
                "date": told[-1]["date"],
                "made": (due + timedelta(late)).isoformat(),
                "cents": sum(said["deposit"]["cents"] for said in told),
                "checks": 0,
                "games": ["21", "PW"],
                "bank": "First Western, gaming account",
                "slip": f"D-{len(self.documents)}",
                "initials": ["PO", "GM"],
            },
        )

    def name_key(self, name: str) -> Document:
        """Name another key, signed by the one so far; it signs from now on."""
        successor = key(name)
        said = {"successor": successor.public, "reason": "a new machine", "initials": ["GM"]}
        document = self.write("key", said)
        self.key = successor
        return document

    def _day(self) -> dict[str, Any]:
        tables = [self._table(at) for at in range(5)]
        sums = {name: sum(table[name] for table in tables) for name in TABLE}
        slips = {
            "fill": self._slips("fill", sums["fills"]),
            "credit": self._slips("credit", sums["credits"]),
        }
        start, by_check = 500_000, self.random.randrange(0, 50_000, 1000)
        loans, withdrawals, paybacks = 20_000, 100_000, 20_000
        outstanding, short = (
            self.random.randrange(-5_000, 60_000, 100),
            self.random.randrange(-500, 500, 50),
        )
        supplied = start + withdrawals + loans - paybacks
        profit = sums["win"] + outstanding + short
        end = profit - sums["drop"] + supplied + by_check
        deposit = profit - (start - supplied) + by_check
        due = (self.date + timedelta(5)).isoformat()
        opened = datetime.combine(self.date, datetime.min.time(), UTC) + timedelta(hours=22)
        return {
            "date": self.date.isoformat(),
            "day": self.days,
            "zone": "America/Chicago",
            "opened": opened.isoformat(),
            "sealed": (opened + timedelta(hours=10)).isoformat(),
            "entries": [self.days * 200, self.days * 200 + 170],
            "head": sha256(f"{self.name} {self.days}".encode()).hexdigest(),
            "rulebook": ["north-dakota", sha256(b"rules").hexdigest()],
            "summary": {
                "gross": sums["drop"],
                "agp": sums["win"],
                "prizes": sums["drop"] - sums["win"],
                "cash_profit": profit,
                "over_short_cash": short,
                "over_short_chips": 0,
                "outstanding_change": outstanding,
                "outstanding": abs(outstanding),
                "redeemed": self.random.randrange(100_000, 900_000, 50),
                "by_check": by_check,
                "start_cash": start,
                "end_cash": end,
                "withdrawals": withdrawals,
                "loans": loans,
                "paybacks": paybacks,
                "next_start": start,
                "prize_basis": "tables",
            },
            "tables": tables,
            "chips": {
                chip: {
                    "opening": 2000,
                    "closing": 2000 + self.random.randrange(-300, 300),
                    "players": self.random.randrange(40),
                    "owned": 2650,
                }
                for chip in CHIPS
            },
            "slips": slips,
            "exceptions": [
                {"entry": 104, "what": "fill 000007 original: out as nothing", "reason": ""},
                {"entry": 192, "what": "drawer: short, -$2.00 cash", "reason": "on video"},
            ],
            "signers": {"cashier": ["JS"], "count team": ["KB", "MF"], "dealer": ["KL", "ON", "SV"]},
            "clock": [],
            "deposit": {"cents": deposit, "checks": 0, "due": due},
        }  # fmt: skip

    def _table(self, at: int) -> dict[str, Any]:
        money = {name: self.random.randrange(20_000, 200_000, 50) for name in TABLE[:5]}
        win = money["drop"] + money["closer"] + money["credits"] - money["opener"] - money["fills"]
        game = "21" if at < 4 else "PW"
        return {
            "table": str(at + 1),
            "game": game,
            "box": str(at + 1),
            **money,
            "win": win,
            "dealers": ["KL"],
        }

    def _slips(self, series: str, cents: int) -> list[dict[str, Any]]:
        first = self.slips[series] + 1
        self.slips[series] = last = first + LINES // 2 - 1
        void = {"first": last, "last": last, "fate": "void", "cents": 5000, "reasons": ["another table"]}
        return [{"first": first, "last": last - 1, "fate": "received", "cents": cents}, void]


def houses(count: int, days: int) -> Iterator[House]:
    """Many sites, each with so many days."""
    for at in range(count):
        yield House(f"Prairie Lodge {at // 4}, Hall {at:04}").run(days)
