"""The cage window: redeem and refuse, tips, exchange, checks, money, the drawer; take it back."""

from pitdesk import kinds, places
from pitdesk.book.banks import drawer_of, drawers, game_of, payer
from pitdesk.book.entries import Draft, Entry, Posting, move, pay
from pitdesk.book.site import GAMES
from pitdesk.chips import Chips
from pitdesk.desk.posting import Post, Signers
from pitdesk.errors import Refused
from pitdesk.rules.check import Known

POOL = "pool"
COMBINED = "combined"  # what stands for the one cash bank of several games


def lender(source: str) -> str:
    """The place that an IOU's money comes from: lenders on file are none of their own."""
    return source if places.holds_cash(source) else places.LENDERS


class CageVerbs(Post):
    """The chip bank's services: 99-01.3-08-06, and the cage's money: 99-01.3-03-06.

    Attributes:
        pool: what stands for the tip pool wherever a verb of tips asks for a person.
    """

    pool = POOL

    def drawer_for(self, chips: Chips) -> str:
        """The drawer that pays for these chips where that is clear; "" where somebody must say it.

        Betting chips are the paddlewheels', casino chips twenty-one's.
        """
        used = drawers(self.today)
        clear = payer(self.today.opening.keeper, self.site.games, chips)
        return clear or (used[0] if len(used) == 1 else "")

    def redeem(
        self, chips: Chips, by: Signers, *, check: str = "", reason: str = "", drawer: str = ""
    ) -> Entry:
        """Pay a player for chips, from a drawer or by a check (its number) on the gaming account."""
        drawer = drawer or self.drawer_for(chips)
        source = places.ACCOUNT if check else drawer
        fact = kinds.Redeem(
            chips=chips,
            reason=reason,
            check=check,
            by_check_cents=chips.cents if check else 0,
            drawer=drawer,
        )
        paid = pay(chips.cents, source, places.PATRONS)
        return self._post(fact, by, postings=[*move(chips, places.PATRONS, places.CHIP_BANK), *paid])

    def refuse(self, chips: Chips, reason: str, by: Signers) -> Entry:
        """Write down that chips were not redeemed, and why: got or used unlawfully."""
        return self._post(kinds.Refuse(chips=chips, reason=reason), by)

    def exchange(
        self,
        chips: Chips,
        other: Chips,
        by: Signers,
        *,
        table: str | None = None,
        color_up: bool = False,
        asked: bool = False,
    ) -> Entry:
        """Take a player's `chips` and give `other` of equal value, at the cage or at a table.

        color_up, asked   a player leaves and gets higher values; the dealer asked and announced it
        """
        place = places.tray(table) if table else places.CHIP_BANK
        fact = kinds.Exchange(table=table, chips=chips, gave=other, color_up=color_up, asked=asked)
        swap = [*move(chips, places.PATRONS, place), *move(other, place, places.PATRONS)]
        return self._post(fact, by, postings=swap)

    def check(
        self,
        cents: int,
        number: str,
        drawn_by: str,
        by: Signers,
        *,
        table: str | None = None,
        drawer: str = "",
    ) -> Entry:
        """Cash a player's check: its number, who drew it. The check is cash on hand in the drawer."""
        drawer = drawer or self.drawer_for(Chips())
        fact = kinds.Check(table=table, cents=cents, check=number, drawn_by=drawn_by, drawer=drawer)
        check = pay(cents, places.PATRONS, drawer, "checks")
        return self._post(fact, by, postings=[*check, *pay(cents, drawer, places.PATRONS)])

    # Tips

    def declare_tips(self, person: str, chips: Chips, by: Signers) -> Entry:
        """Count what lies in a dealer's tip receptacle."""
        place = places.tips(person)
        held = self._held(place)
        fact = kinds.DeclareTips(chips=chips, person=person)
        return self._post(fact, by, postings=move(chips - held, places.PATRONS, place))

    def pool_tips(self, person: str, chips: Chips, by: Signers) -> Entry:
        """Put a dealer's declared tips into the pool."""
        source = places.tips(person)
        fact = kinds.PoolTips(chips=chips, person=person)
        return self._post(fact, by, postings=move(chips, source, places.tips(POOL)))

    def redeem_tips(
        self, person: str, chips: Chips, by: Signers, reason: str = "", *, drawer: str = ""
    ) -> Entry:
        """Pay a dealer, or the pool, for tips. What was not declared before is so now."""
        place, drawer = places.tips(person), drawer or self.drawer_for(chips)
        fact = kinds.RedeemTips(chips=chips, reason=reason, person=person, drawer=drawer)
        redeemed = [*self._declared(place, chips), *move(chips, place, places.CHIP_BANK)]
        paid = pay(chips.cents, drawer, places.PATRONS)
        return self._post(fact, by, postings=[*redeemed, *paid])

    def exchange_tips(self, table: str, person: str, chips: Chips, other: Chips, by: Signers) -> Entry:
        """Exchange a dealer's tips for other chips of the tray, on video (08-11(18))."""
        place, tray = places.tips(person), places.tray(table)
        fact = kinds.ExchangeTips(table=table, chips=chips, person=person, gave=other)
        swap = [*self._declared(place, chips), *move(chips, place, tray), *move(other, tray, place)]
        return self._post(fact, by, postings=swap)

    def _declared(self, place: str, chips: Chips) -> tuple[Posting, ...]:
        """Declare what of these tips was not declared before."""
        held = self._held(place)
        more = {chip: max(0, count - held[chip]) for chip, count in chips.items()}
        return move(Chips(more), places.PATRONS, place)

    # Money

    def iou(self, cents: int, source: str, destination: str, by: Signers, *, stamp: str = "") -> Entry:
        """Lend to a drawer or the cash reserve on a numbered IOU.

        source   a lender on file by its name, a drawer or the cash reserve
        stamp    the gaming stamp number of a board game that lends
        """
        first = self.site.first_number("iou")
        fact = kinds.Iou(
            cents=cents, source=source, destination=destination, first_number=first, stamp=stamp
        )
        return self._post(fact, by, postings=pay(cents, lender(source), destination))

    def payback(self, iou: int, by: Signers, cents: int | None = None) -> Entry:
        """Pay back an IOU: in full, or so much of it."""
        loans = [loan for loan in self.today.loans if loan.number == iou and not loan.repaid]
        cents = cents if loans and cents is not None else loans[0].cents if loans else 0
        ends = (loans[0].destination, lender(loans[0].source)) if loans else ("", "")
        return self._post(
            kinds.Payback(cents=cents or None, iou=iou), by, postings=pay(max(0, cents), *ends)
        )

    def withdraw(self, cents: int, method: str, by: Signers, to: str = "", *, bank: str = "") -> Entry:
        """Replenish a cash bank from the gaming account, by check or other method.

        to     the cash reserve, where it is not the drawer of the bank
        bank   a game or "combined"; where there is one cash bank it needs no saying
        """
        day, used = self.today, drawers(self.today)
        keeper, games = day.opening.keeper, tuple(sorted(self.site.games))
        if keeper and not bank:
            bank = games[0] if len(games) == 1 else game_of(day, used[0]) if len(used) == 1 else ""
        if keeper and bank == COMBINED:
            games = tuple(GAMES)
        elif keeper or bank in GAMES:
            games = (bank,) if bank else ()
        to = to or (drawer_of(day, bank) if bank in GAMES else places.DRAWER)
        site = self.site.settings.name
        fact = kinds.Withdraw(cents=cents, method=method, to=to, site=site, games=games)
        return self._post(fact, by, postings=pay(cents, places.ACCOUNT, to))

    def open_drawer(self, reason: str, by: Signers, *, drawer: str = "", by_key: bool = False) -> Entry:
        """Note that a drawer is opened and no cash changes hands, and why.

        by_key   it was opened by its key already
        """
        fact = kinds.OpenDrawer(reason=reason, drawer=drawer or places.DRAWER, by_key=by_key)
        return self._post(fact, by)

    def pulsed(self, opening: int, outcome: str) -> Entry:
        """Note what came of opening a drawer, once: as `kinds.Pulse`; opening is its entry."""
        waiting = {entry.seq for fact, entry in self.today.facts(kinds.OpenDrawer) if not fact.by_key}
        noted = {entry.about for _, entry in self.today.facts(kinds.Pulse)}
        if opening not in waiting - noted:
            words = f"Entry {opening} opens no drawer of today that waits for its pulse. Check it."
            raise Refused([self.rules.refusal("pd.open", words)])
        at = self.clock.now().at
        return self._append(
            Draft(fact=kinds.Pulse(outcome=outcome), at=at, day=self.today.number, about=opening)
        )

    # Mistakes

    @property
    def undo_seconds(self) -> int:
        """How long whoever made an entry can take it back alone; 0 on days that knew no undo."""
        usual = self.rules.rules.get("pd.undo")
        on = self.date_of(self.clock.now())
        return (self.site.settings.undo_seconds or usual.value("seconds", on)) if usual else 0

    def undo(self, entry: int, by: Signers) -> Entry:
        """Take an entry back at once, by whoever made it; entry: its seq. Both stand."""
        return self._take_back(entry, by, undone=True)

    def reverse(self, entry: int, reason: str, by: Signers) -> Entry:
        """Reverse an entry later on its day: a cashier and a second person, with a reason."""
        return self._take_back(entry, by, reason)

    def _take_back(self, seq: int, by: Signers, reason: str = "", *, undone: bool = False) -> Entry:
        """Post the opposite of an entry, about it."""
        assert self.today
        about = self.journal.entry(seq) if 0 < seq <= self.journal.head.seq else None
        fact = kinds.Reverse(reason=reason, what=about.kind if about else "", undone=undone)
        moved = reversed(about.postings) if about else ()  # so that nothing is short in between
        back = [one._replace(amount=-one.amount) for one in moved]
        return self._post(
            fact, by, postings=back, about=seq if about else None, known=Known(entry=about)
        )
