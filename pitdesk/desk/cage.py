"""The cage window: redeem and refuse, tips, exchange and color up, checks, IOUs, withdrawals."""

from pitdesk import places
from pitdesk.book.entries import Entry, move, pay
from pitdesk.chips import Chips
from pitdesk.desk.posting import Post, Signers

POOL = "pool"


class Cage(Post):
    """The chip bank's services: 99-01.3-08-06, and the cage's money: 99-01.3-03-06.

    Attributes:
        pool: what stands for the tip pool wherever a verb of tips asks for a person.
    """

    pool = POOL

    def redeem(self, chips: Chips, by: Signers, *, check: str = "", reason: str = "") -> Entry:
        """Pay a player for chips, from the drawer or by a check (its number) on the gaming account."""
        source = places.ACCOUNT if check else places.DRAWER
        return self._post(
            "redeem",
            by,
            chips=chips,
            reason=reason,
            keep={"check": check, "by_check_cents": chips.cents if check else 0},
            facts={"pays": source, "pays_cents": chips.cents},
            postings=[
                *move(chips, places.PATRONS, places.CHIP_BANK),
                *pay(chips.cents, source, places.PATRONS),
            ],
        )

    def refuse(self, chips: Chips, reason: str, by: Signers) -> Entry:
        """Write down that chips were not redeemed, and why: got or used unlawfully."""
        return self._post("refuse", by, chips=chips, reason=reason)

    def exchange(
        self,
        chips: Chips,
        other: Chips,
        by: Signers,
        *,
        table: str | None = None,
        color_up: bool = False,
    ) -> Entry:
        """Take a player's `chips` and give `other` of equal value, at the cage or at a table."""
        place = places.tray(table) if table else places.CHIP_BANK
        return self._post(
            "exchange",
            by,
            table=table,
            chips=chips,
            keep={"gave": other.names, "color_up": color_up},
            facts={"other": other, "source": place},
            postings=[*move(chips, places.PATRONS, place), *move(other, place, places.PATRONS)],
        )

    def cash_check(
        self, cents: int, number: str, drawer: str, by: Signers, *, table: str | None = None
    ) -> Entry:
        """Cash a player's check: its number, who drew it. The check is cash on hand in the drawer."""
        return self._post(
            "check",
            by,
            table=table,
            cents=cents,
            keep={"check": number, "drawn_by": drawer},
            facts={"pays": places.DRAWER, "pays_cents": cents},
            postings=[
                *pay(cents, places.PATRONS, places.DRAWER, "checks"),
                *pay(cents, places.DRAWER, places.PATRONS),
            ],
        )

    # Tips

    def declare_tips(self, person: str, chips: Chips, by: Signers) -> Entry:
        """Count what lies in a dealer's tip receptacle."""
        place = places.tips(person)
        held = self._held(place)
        return self._post(
            "declare tips",
            by,
            chips=chips,
            keep={"person": person},
            postings=move(chips - held, places.PATRONS, place),
        )

    def pool_tips(self, person: str, chips: Chips, by: Signers) -> Entry:
        """Put a dealer's declared tips into the pool."""
        source = places.tips(person)
        return self._post(
            "pool tips",
            by,
            chips=chips,
            keep={"person": person},
            facts={"source": source},
            postings=move(chips, source, places.tips(POOL)),
        )

    def redeem_tips(self, person: str, chips: Chips, by: Signers, reason: str = "") -> Entry:
        """Pay a dealer, or the pool, for tips. What was not declared before is so now."""
        place = places.tips(person)
        held = self._held(place)
        declared = Chips({chip: min(count, held[chip]) for chip, count in chips.items()})
        return self._post(
            "redeem tips",
            by,
            chips=chips,
            reason=reason,
            keep={"person": person},
            facts={"pays": places.DRAWER, "pays_cents": chips.cents},
            postings=[
                *move(chips - declared, places.PATRONS, place),
                *move(chips, place, places.CHIP_BANK),
                *pay(chips.cents, places.DRAWER, places.PATRONS),
            ],
        )

    def exchange_tips(self, table: str, person: str, chips: Chips, other: Chips, by: Signers) -> Entry:
        """Exchange a dealer's tips for other chips of the tray, on video (08-11(18))."""
        place, tray = places.tips(person), places.tray(table)
        held = self._held(place)
        declared = Chips({chip: min(count, held[chip]) for chip, count in chips.items()})
        return self._post(
            "exchange tips",
            by,
            table=table,
            chips=chips,
            keep={"person": person, "gave": other.names},
            facts={"other": other, "source": tray},
            postings=[
                *move(chips - declared, places.PATRONS, place),
                *move(chips, place, tray),
                *move(other, tray, place),
            ],
        )

    # Money

    def lend(self, cents: int, source: str, destination: str, by: Signers) -> Entry:
        """Lend to the drawer or the cash reserve on a numbered IOU: source is a lender or a bank."""
        return self._post(
            "iou",
            by,
            cents=cents,
            keep={"source": source, "destination": destination},
            facts={"pays": source, "pays_cents": cents},
            postings=pay(cents, source, destination),
            series="iou",
        )

    def pay_back(self, iou: int, by: Signers) -> Entry:
        """Pay an IOU back whole."""
        loans = [loan for loan in self.today.loans if loan.number == iou and not loan.repaid]
        cents = loans[0].cents if loans else 0
        ends = (loans[0].destination, loans[0].source) if loans else ("", "")
        return self._post(
            "payback",
            by,
            cents=cents or None,
            keep={"iou": iou},
            facts={"pays": ends[0], "pays_cents": cents},
            postings=pay(cents, *ends),
        )

    def withdraw(self, cents: int, method: str, by: Signers, to: str = places.DRAWER) -> Entry:
        """Replenish the cash bank from the gaming account, by check or other method."""
        games = sorted({layout.game for layout in self.site.tables.values()})
        return self._post(
            "withdraw",
            by,
            cents=cents,
            keep={
                "method": method,
                "to": to,
                "site": self.site.settings.get("name"),
                "games": games,
            },
            postings=pay(cents, places.ACCOUNT, to),
        )
