"""The day itself: open it, come and go, count the banks, explain, close and seal."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date

from pitdesk import places
from pitdesk.banking import deposit_due
from pitdesk.book.entries import Entry, Posting, pay
from pitdesk.book.figures import figures
from pitdesk.book.journal import damaged
from pitdesk.book.people import Signer
from pitdesk.chips import MONEY, Chips
from pitdesk.desk.documents import Documents
from pitdesk.desk.posting import Signers
from pitdesk.errors import Refusal, Trouble
from pitdesk.rules.check import Act

Counted = Mapping[str, Mapping[str, int]]


class Night(Documents):
    """The verbs of the gaming day."""

    def open_day(self, on: date, by: Signers) -> Entry:
        """Open the business day of a date; the openers are on duty from now (02-01(6))."""
        loans = [loan for loan in (self.day.loans if self.day else ()) if not loan.repaid]
        return self._post(
            "open day",
            by,
            keep={
                "date": on.isoformat(),
                "loans": [list(asdict(loan).values()) for loan in loans],
                "organization": self.site.settings.get("organization", ""),
                "site": self.site.settings.get("name", ""),
                "zone": self.site.zone.key,
                "carried": self.journal.balances(),
                "lost": [list(lost) for lost in self.site.lost if lost[-1] > self._last_opening()],
                "rulebook": self.rules.name,
                "rulebook_sha256": self.rules.sha256,
            },
            series="day",
            day=self.journal.last_number("day") + 1,
        )

    def _last_opening(self) -> int:
        return self.day.opened.seq if self.day else 0

    def come_on_duty(self, by: Signer) -> Entry:
        """Somebody comes on duty in a role, and initials it."""
        keep = {"person": by.person, "role": by.role, "on": True}
        return self._post("duty", [by], keep=keep)

    def go_off_duty(self, person: str, by: Signer) -> Entry:
        """Somebody leaves; unredeemed tips are a warning, kept in the entry."""
        return self._post("duty", [by], keep={"person": person, "role": by.role, "on": False})

    def count(self, when: str, counted: Counted, by: Signers) -> Entry:
        """Count banks: "opening", "closing" or in between as a "check" (03-06(2)-(3)).

        counted  place → instrument → pieces or cents; what is not named at a place is none

        What is off goes to over/short; on the book's first day the count begins the place.
        """
        today = self.today
        balances = self.journal.balances()
        off: dict[str, dict[str, int]] = {}
        postings: list[Posting] = []
        began = []
        for place, found in counted.items():
            first = when == "opening" and today.number == 1 and not self.journal.at(place)
            began += [place] if first else []
            held = balances.get(place, {})
            off[place] = {}
            for name in sorted({*found, *held}):
                if difference := found.get(name, 0) - held.get(name, 0):
                    off[place][name] = difference
                    source = _origin(name, first=first)
                    postings += [
                        Posting(source, name, -difference),
                        Posting(place, name, difference),
                    ]
        names: dict[str, int] = {}
        for found in counted.values():
            for name, amount in found.items():
                names[name] = names.get(name, 0) + amount
        cents = names.pop("cash", 0) + names.pop("checks", 0)
        return self._post(
            "count",
            by,
            keep={
                "when": when,
                "counted": {place: dict(found) for place, found in counted.items()},
                "off": off,
                "began": began,
                "alone": len(by) == 1,
            },
            chips=Chips.named(names),
            cents=cents,
            postings=postings,
        )

    def explain(self, what: str, reason: str, by: Signers) -> Entry:
        """Give the reason for something that the day shows: "drawer", "fill 000405 copy", …"""
        return self._post("explain", by, reason=reason, keep={"what": what})

    def blockers(self, next_start: int) -> list[Refusal]:
        """What stands between now and a sealed day, each with its way out. Nothing is written."""
        now = self.clock.now()
        facts = self._left_over(next_start)
        act = Act(verb="close day", at=self.site.local(now.at), cents=next_start, detail=facts)
        refusals, _ = self.rules.judge(act, self._scene(now))
        return [refusal for refusal in refusals if refusal.rule != "pd.signed"]

    def close_day(self, next_start: int, by: Signers) -> Entry:
        """Verify the whole book, reconcile, prepare the deposit and seal the day.

        next_start  cash that the next day starts with, drawer and cash reserve together, in cents

        Raises:
            Refused: the blockers, each with its way out.
            Trouble: the book does not verify; it names the first bad record.
        """
        today = self.today
        left = self._left_over(next_start)
        result = figures(today)
        days = self.rules.value("nd.03-10.1", "banking_days", today.date)
        basis = self.rules.rules["nd.02-01.9j"]
        if not self._trying and not self.blockers(next_start):
            self._whole()
            assert result.cash_profit == result.cash_profit_the_other_way, "the day does not add up"
        entry = self._post(
            "close day",
            by,
            cents=next_start,
            keep={
                "deposit": result.deposit(next_start),
                "deposit_checks": left["checks"],
                "deposit_due": deposit_due(today.date, days).isoformat(),
                "gross": result.gross,
                "prizes": result.prizes,
                "agp": result.agp,
                "cash_profit": result.cash_profit,
                "outstanding_change": result.outstanding_change,
                "over_short": result.over_short,
                "prize_basis": basis.value("prize_basis", today.date),
                "prize_basis_text": basis.text,
                "verified": self.journal.head.seq,
                "head": self.journal.head.hash.hex(),
            },
            facts=left,
            postings=[
                *pay(left["checks"], places.DRAWER, places.ACCOUNT, "checks"),
                *pay(left["drop"], places.DROP, places.DRAWER),
                *pay(left["cash_left"] - left["reserve_banked"], places.DRAWER, places.ACCOUNT),
                *pay(left["reserve_banked"], places.CASH_RESERVE, places.ACCOUNT),
            ],
        )
        self.write_documents()
        self.journal.note_head()
        return entry

    def _whole(self) -> None:
        """The whole book verifies, or Trouble names its first bad record."""
        if not (verdict := self.journal.verify()).ok:
            raise Trouble(damaged(self.journal.path, f"entry {verdict.seq}: {verdict.words}"))

    def _left_over(self, next_start: int) -> dict[str, int]:
        """Cents of drop cash and checks, and of cash once the next start is set aside."""
        balances = self.journal.balances()
        drop = balances.get(places.DROP, {}).get("cash", 0)
        drawer = balances.get(places.DRAWER, {})
        reserve = balances.get(places.CASH_RESERVE, {}).get("cash", 0)
        return {
            "drop": drop,
            "checks": drawer.get("checks", 0),
            "cash_left": drop + drawer.get("cash", 0) + reserve - next_start,
            "reserve_banked": max(0, reserve - max(0, next_start)),
        }


def _origin(instrument: str, *, first: bool) -> str:
    if not first:
        return places.OVER_SHORT
    return places.ACCOUNT if instrument in MONEY else places.SUPPLIER
