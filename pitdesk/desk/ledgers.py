"""Records beside the night: hold of a quarter and what it asks for. None moves a chip or a cent."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from pitdesk import kinds, places
from pitdesk.book.banks import drawers
from pitdesk.book.entries import Entry
from pitdesk.book.figures import bank_deposits
from pitdesk.book.past import dates_of, day_of, is_quarter, quarter_of
from pitdesk.desk.posting import Post, Signers
from pitdesk.documents.deposits import dues
from pitdesk.records.banks import borrowed_cents, ideal, lent_cents
from pitdesk.records.contests import WHAT, counts_on
from pitdesk.records.duties import BANKED, LOW, WEEK
from pitdesk.records.hold import days_between, of_games, shares, total
from pitdesk.records.rent import quarter_before, rent_sheet
from pitdesk.rules.check import Known
from pitdesk.rules.checklist import POKER

_WHOLE = 10_000  # limits of hold are in hundredths of a percent


class LedgerVerbs(Post):
    """The verbs of records that are kept beside the night."""

    @property
    def _on(self) -> date:
        """Today, on the site's calendar."""
        return self.site.local(self.clock.now().at).date()

    def determine_hold(self, quarter: str, by: Signers) -> Entry:
        """Determine a quarter's hold: the reviews that a low one asks for begin on the next day."""
        span = dates_of(quarter) if is_quarter(quarter) else (self._on, self._on)
        held, last = of_games(self.journal, *span) if is_quarter(quarter) else {}, span[1]
        low = [
            game
            for game, (gross_cents, agp_cents) in sorted(held.items())
            if self.video.binds(last)
            and agp_cents * _WHOLE < self.rules.value(LOW, game, last) * gross_cents
        ]
        beyond = held.get("21", (0, 0))[1] < 0
        fact = kinds.DetermineHold(
            quarter=quarter, on=self._on, held=held, low=tuple(low), beyond=beyond
        )
        return self._post(fact, by)

    def review_video(
        self,
        table: str,
        on: date,
        times: tuple[str, str],
        seen: str,
        by: Signers,
        *,
        opened: str = "",
    ) -> Entry:
        """Write down a review of video: of which table, of which gaming day, from when to when.

        times    local, "21:00" to "22:00"; past midnight too
        opened   who opened the stored video, where the reviewer may not
        """
        since, until = times
        fact = kinds.ReviewVideo(
            table=table,
            on=self._on,
            date=on,
            since=since,
            until=until,
            minutes=_minutes(since, until),
            seen=seen,
            opened=opened,
        )
        return self._post(fact, by, known=Known(of_day=self._day_on(on)))

    def hold_reason(self, quarter: str, game: str, reason: str, by: Signers) -> Entry:
        """Write down why a quarter's hold was low: its reviews end."""
        fact = kinds.HoldReason(quarter=quarter, game=game, on=self._on, reason=reason)
        return self._post(fact, by)

    def tell_division(self, quarter: str, told: str, by: Signers) -> Entry:
        """Write down who at the gaming division was told of a quarter with more prizes than proceeds."""
        return self._post(kinds.TellDivision(quarter=quarter, on=self._on, told=told), by)

    def dealer_week(self, quarter: str, first: date, by: Signers) -> Entry:
        """Keep the sheet of hold by dealer of the week that begins on a date, after such a quarter."""
        last = first + WEEK - timedelta(days=1)
        sheets = days_between(self.journal, first, last, every=True)
        waits = any(not day.sealed or day.pending for day in sheets)
        every = [share for day in sheets if not waits for share in shares(day)]
        held = {}
        for person in sorted({share.person for share in every if share.game == "21"}):
            mine = [one for one in every if one.person == person and one.game == "21"]
            of = total(person, mine)
            held[person] = (of.drop_cents, of.win_cents, of.basis)
        fact = kinds.DealerWeek(quarter=quarter, first=first, on=self._on, held=held)
        words = "A day of that week is open, or waits for a box. Seal and count it, then keep the sheet."
        return self._post(fact, by, known=Known(wrong=words if waits else ""))

    def file_return(self, quarter: str, filed: date, tax_cents: int, paper: str, by: Signers) -> Entry:
        """Write down that a quarter's tax return was filed, with the figures that the book has of it.

        filed   the day it went to the state;  tax_cents: paid with it
        paper   its number, or that of the payment
        """
        span = dates_of(quarter) if is_quarter(quarter) else None
        fact = kinds.FileReturn(
            quarter=quarter,
            on=self._on,
            filed=filed,
            tax_cents=tax_cents,
            paper=paper.strip(),
            held=of_games(self.journal, *span) if span else {},
        )
        return self._post(fact, by)

    def inspect(self, agent: str, minutes: int, by: Signers) -> Entry:
        """Let an agent of the attorney general read the book, for a time."""
        return self._post(kinds.Inspect(agent=agent, minutes=minutes), by)

    # Cash banks

    def ideal_bank(self, bank: str, cents: int, method: str, reason: str, by: Signers) -> Entry:
        """Set what a cash bank should hold, and how the money came or went."""
        return self._post(
            kinds.IdealBank(bank=bank, on=self._on, cents=cents, method=method, reason=reason), by
        )

    def reconcile_bank(self, bank: str, counted_cents: int, by: Signers, reason: str = "") -> Entry:
        """Hold a count of a cash bank against what it should hold: ideal, IOUs, profit not deposited."""
        loans = self.day.loans if self.day else []
        fact = kinds.ReconcileBank(
            bank=bank,
            on=self._on,
            cents=counted_cents,
            ideal_cents=ideal(self.kept).get(bank, 0),
            lent_cents=lent_cents(loans, bank),
            borrowed_cents=borrowed_cents(loans, bank),
            undeposited_cents=self._undeposited(bank),
            reason=reason,
        )
        return self._post(fact, by)

    def _undeposited(self, bank: str) -> int:
        """What a drawer earned on days whose deposit is not made; one drawer has all of it."""
        unpaid = [due for due in dues(self.journal, self.site) if due.made is None]
        used = drawers(self.day) if self.day else ()
        if len(used) < 2:
            return sum(due.cents for due in unpaid) if bank in (used or (places.DRAWER,)) else 0
        days = (day_of(self.journal, due.day) for due in unpaid)
        parts = (part for day in days if day for part in bank_deposits(day))
        return sum(part.cents for part in parts if part.drawer == bank)

    def audit_day(self, on: date, steps: dict[str, str], by: Signers) -> Entry:
        """Write down the audit of a sealed day: what was looked at, and what was found."""
        again = on in self.kept.audits.get(quarter_of(on), {})
        fact = kinds.AuditDay(date=on, on=self._on, steps=steps, again=again)
        return self._post(fact, by, known=Known(of_day=self._day_on(on)))

    def rent(self, cents: int, by: Signers, besides_cents: int = 0) -> Entry:
        """Note the monthly rent; held against what the tables of the last quarter allow."""
        value = lambda rule, name: self.rules.value(rule, name, self._on)  # noqa: E731
        quarter = quarter_before(self._on)
        sheet = rent_sheet(self.journal, self.site, quarter, value, besides_cents)
        fact = kinds.Rent(cents=cents, on=self._on, besides_cents=besides_cents)
        return self._post(fact, by, known=Known(rent=sheet if sheet.tables else None))

    # Tournaments and poker

    def tournament(self, said: kinds.Tournament, by: Signers) -> Entry:
        """Set a tournament: what players are told of it before they pay."""
        return self._post(said, by)

    def tournament_fee(
        self, tournament: str, player: str, what: str, cents: int, by: Signers, address: str = ""
    ) -> Entry:
        """Collect a player's "entry", "rebuy", "add-on" or "bounty"; chips without value are given."""
        contest = self.kept.contests.get(tournament)
        of = contest.set if contest else None
        chips = (of.chips_each, of.rebuy_chips, of.addon_chips, 0) if of else (0, 0, 0, 0)
        fact = kinds.TournamentFee(
            tournament=tournament,
            player=player,
            what=what,
            cents=cents,
            on=self._on,
            chips_given=dict(zip(WHAT, chips, strict=True)).get(what, 0),
            address=address,
        )
        return self._post(fact, by)

    def leave_tournament(self, tournament: str, player: str, chips: int, by: Signers) -> Entry:
        """A player withdraws and gives the chips back."""
        fact = kinds.LeaveTournament(tournament=tournament, player=player, chips_back=chips)
        return self._post(fact, by)

    def tournament_stand(
        self, tournament: str, round_: int, stands: dict[str, tuple[str, int]], by: Signers
    ) -> Entry:
        """Write down who has how many chips at which table at the end of a round."""
        fact = kinds.TournamentStand(tournament=tournament, round=round_, stands=stands)
        return self._post(fact, by)

    def tournament_prize(
        self,
        tournament: str,
        player: str,
        cents: int,
        by: Signers,
        *,
        round_: int = 0,
        goods: str = "",
        split: bool = False,
    ) -> Entry:
        """Award a prize in cash, or goods that cost so much; round 0 is the tournament itself."""
        fact = kinds.TournamentPrize(
            tournament=tournament,
            player=player,
            round=round_,
            cents=cents,
            on=self._on,
            goods=goods,
            split=split,
        )
        return self._post(fact, by)

    def poker_occasion(
        self,
        name: str,
        since: str,
        until: str,
        by: Signers,
        *,
        burn: str = "",
        ante_cents: int = 0,
        restricted: bool = False,
    ) -> Entry:
        """Set a poker occasion, from one local time to another: "2026-11-20 18:00".

        burn   when a card is burned: after each "round" of bets, or before each "deal" of more cards
        """
        fact = kinds.PokerOccasion(
            name=name,
            since=since,
            until=until,
            restricted=restricted,
            burn=burn,
            ante_cents=ante_cents,
        )
        return self._post(fact, by)

    def poker_deck(
        self,
        occasion: str,
        table: str,
        by: Signers,
        looked: Sequence[str] = tuple(POKER),
        faults: Mapping[str, str] | None = None,
    ) -> Entry:
        """Look over the deck that comes to a poker table (09-04(2) to (5)).

        looked   the items of `rules.checklist.POKER`;  faults: of them, item → what is wrong
        """
        fact = kinds.PokerDeck(
            occasion=occasion, table=table, looked=tuple(looked), faults=dict(faults or {})
        )
        return self._post(fact, by)

    def poker_fee(
        self, occasion: str, table: str, time: str, players: int, cents: int, by: Signers
    ) -> Entry:
        """Collect the fees of a table for the half hour that begins at a time."""
        fact = kinds.PokerFee(
            occasion=occasion, table=table, time=time, players=players, cents=cents, on=self._on
        )
        return self._post(fact, by)

    def close_poker(
        self, occasion: str, start_cents: int, end_cents: int, prizes_cents: int, by: Signers
    ) -> Entry:
        """Count the cash bank of an occasion by two: with what it began, and with what it ends."""
        fact = kinds.ClosePoker(
            occasion=occasion,
            start_cents=start_cents,
            end_cents=end_cents,
            prizes_cents=prizes_cents,
            on=self._on,
        )
        return self._post(fact, by)

    def contest_deposit(
        self,
        contest: str,
        made: date,
        cents: int,
        by: Signers,
        *,
        bank: str,
        slip: str,
        reason: str = "",
    ) -> Entry:
        """Note the deposit of what a tournament or a poker occasion brought: 99-01.3-03-10(1), (2).

        made    when the bank took it
        bank    which bank and account;  slip: the number on the deposit slip
        """
        held = self.kept.banked(contest)
        fact = kinds.ContestDeposit(
            contest=contest,
            date=counts_on(held, self.rules.value(BANKED, "occasion", made)) if held else made,
            made=made,
            cents=cents,
            bank=bank.strip(),
            slip=slip.strip(),
            reason=reason.strip(),
        )
        return self._post(fact, by)


def _minutes(since: str, until: str) -> int:
    """From one time to another, past midnight too; 0 of what is no time."""
    found = []
    for text in (since, until):
        hours, _, minutes = text.partition(":")
        if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
            return 0
        found.append(int(hours) * 60 + int(minutes))
    return (found[1] - found[0]) % (24 * 60)
