"""Documents of sites that were never played: days of any figures, corrections and deposits, signed."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from pitdesk.banking import deposit_due
from pitdesk.codes.keys import SiteKey
from pitdesk.documents.document import SCHEMA, Document

KEY = SiteKey(bytes(range(32)))
Table = tuple[str, str, int, int]  # table, game, drop, win


class Book:
    """The documents of a site, one after the other, as the desk would number and chain them."""

    def __init__(self, site: str = "Riverside Lounge", key: SiteKey = KEY) -> None:
        self.site = site
        self.key = key
        self.days = 0
        self.documents: list[Document] = []

    def day(
        self,
        on: date,
        tables: Sequence[Table],
        *,
        off: int = 0,
        deposit: int | None = None,
        outstanding: int = 0,
        redeemed: int = 0,
        basis: str = "tables",
        overnight: Mapping[str, int] | None = None,
    ) -> Document:
        """A sealed day; what is due is its gross proceeds where nothing else is said."""
        self.days += 1
        gross, agp = sum(t[2] for t in tables), sum(t[3] for t in tables)
        summary = {
            "gross": gross,
            "prizes": gross - agp,
            "agp": agp,
            "over_short_cash": off,
            "over_short_chips": 0,
            "outstanding": outstanding,
            "redeemed": redeemed,
            "prize_basis": basis,
            **(overnight or {}),
        }
        rows = [
            {"table": name, "game": game, "drop": drop, "win": win} for name, game, drop, win in tables
        ]
        owed = {
            "cents": gross if deposit is None else deposit,
            "checks": 0,
            "due": deposit_due(on, 3).isoformat(),
        }
        chips = {"$5": {"opening": 0, "closing": 0, "players": outstanding // 500, "owned": 900}}
        head = f"{self.days:064x}"
        told = {
            "day": self.days,
            "head": head,
            "summary": summary,
            "tables": rows,
            "chips": chips,
            "deposit": owed,
        }
        return self._sign("day", on, told)

    def correct(self, on: date, changes: Mapping[str, int], reason: str = "miscounted") -> Document:
        """A correction of a day."""
        about = {"about": "", "reason": reason, "changes": changes, "initials": ["GU"]}
        return self._sign("correction", on, about)

    def pay(self, dates: Iterable[date], made: date, cents: int, slip: str = "1001") -> Document:
        """A deposit of some days."""
        dates = [*dates]
        told = {
            "dates": [on.isoformat() for on in dates],
            "made": made.isoformat(),
            **{"cents": cents, "checks": 0, "games": ["21"], "bank": "Prairie Bank", "slip": slip},
            "initials": ["GU"],
        }
        return self._sign("deposit", dates[-1], told)

    def change(self, successor: SiteKey) -> Document:
        """A change of the site's key; what comes after is signed by the successor."""
        told = {"successor": successor.public, "reason": "the machine was stolen", "initials": ["GU"]}
        document = self._sign("key", None, told)
        self.key = successor
        return document

    def _sign(self, kind: str, on: date | None, told: Mapping[str, Any]) -> Document:
        said = {
            "schema": SCHEMA,
            "kind": kind,
            "number": len(self.documents) + 1,
            "previous": self.documents[-1].sha256 if self.documents else "",
            "at": "2026-12-01T08:00:00+00:00",
            "organization": "Dakota Lions",
            "site": self.site,
            "practice": False,
            **({"date": on.isoformat()} if on else {}),
            **told,
        }
        self.documents.append(Document.signed(said, self.key))
        return self.documents[-1]


def busy(first: date, days: int, site: str = "Riverside Lounge") -> Book:
    """A site with five tables of two games, corrections, and deposits made, late, and not made."""
    book, on = Book(site), first
    for turn in range(days):
        tables = [
            (
                name,
                game,
                900_00 + 10_50 * ((turn * 7 + at * 3) % 29),
                (at * 61_50 + turn * 37_00) % 300_00,
            )
            for at, (name, game) in enumerate(
                (("1", "21"), ("2", "21"), ("3", "21"), ("10", "21"), ("A", "PW")), 1
            )
        ]
        off = (-2_00, 0, 0, 50, 0)[turn % 5]
        book.day(on, tables, off=off, deposit=3_000_00 + turn * 11_00, outstanding=340_00 + turn * 5_00)
        if turn % 9 == 4:
            book.correct(on, {"2.drop": 20_00, "outstanding": -5_00}, "a $20 was stuck in box 2")
        if turn % 25 == 7:
            book.correct(on, {"gross": -4_00, "over_short_cash": 4_00}, "keyed into the wrong line")
        if turn % 11 != 6:
            made = deposit_due(on, 4 if turn % 10 == 3 else 2)
            book.pay([on], made, 3_000_00 + turn * 11_00, f"{1001 + turn}")
        on += timedelta(days=1 + (on.weekday() == 5))
    return book
