"""Tournaments and poker occasions: 99-01.3-08-15, 09-01, 09-04, 09-07, 53-06.1-07.2."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from pitdesk import kinds
from pitdesk.banking import deposit_due
from pitdesk.chips import dollars
from pitdesk.kinds import Fact
from pitdesk.kinds.editions import RECORDS
from pitdesk.records.contests import ADDON, ENTRY, FINAL, REBUY, WHAT, Contest, Occasion, fiscal
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checklist import POKER as POKER_DECK
from pitdesk.rules.checks.verbs import listed

FEES, POKER, SHARE = "nd.08-15.1f", "nd.09-01.f", "nd.53-06.1-07.2"
OF_CONTEST = (
    *(kinds.TournamentFee, kinds.LeaveTournament, kinds.TournamentStand, kinds.TournamentPrize),
)
_WHOLE = 10_000


def _of(act: Act[Fact], now: Scene) -> Contest | None:
    return now.kept.contests.get(act.fact.tournament) if isinstance(act.fact, OF_CONTEST) else None


@check("pd.contest", *OF_CONTEST, since=RECORDS)
def it_is_of_a_tournament_that_goes_on(act: Act[Fact], now: Scene) -> Found:
    contest, fact = _of(act, now), act.fact
    assert isinstance(fact, OF_CONTEST)
    if contest is None:
        yield f"No tournament is called {fact.tournament}. Known: {listed(now.kept.contests)}."
        return
    entering = isinstance(fact, kinds.TournamentFee) and fact.what == ENTRY
    if isinstance(fact, kinds.TournamentStand):
        strangers = [name for name in fact.stands if name not in contest.players]
    else:
        strangers = [] if entering or fact.player in contest.players else [fact.player]
    if strangers:
        yield f"{listed(strangers)} did not enter {contest.set.name}. Note the entry first."
    if isinstance(fact, kinds.TournamentFee) and contest.prizes:
        yield f"A prize of {contest.set.name} was awarded: nobody pays for it any more."


@check("pd.contest", kinds.TournamentFee, since=RECORDS)
def a_fee_is_the_one_that_was_set(act: Act[kinds.TournamentFee], now: Scene) -> Found:
    contest, fact = _of(act, now), act.fact
    if fact.what not in WHAT:
        yield f"'{fact.what}' is no fee of a tournament. Choose from: {', '.join(WHAT)}."
    if contest is None:
        return
    set_cents = {
        ENTRY: contest.set.fee_cents,
        REBUY: contest.set.rebuy_cents,
        ADDON: contest.set.addon_cents,
    }.get(fact.what, fact.cents)
    if fact.cents != set_cents:
        yield f"The {fact.what} of {contest.set.name} costs ${dollars(set_cents)}. Collect that."
    player = contest.players.get(fact.player)
    if fact.what == ENTRY and player:
        yield f"{fact.player} entered {contest.set.name} already. Note a rebuy or an add-on."
    if player and player.left:
        yield f"{fact.player} withdrew from {contest.set.name}."
    if not fact.player.strip():
        yield "The register has each player's name. Enter it."


@check(FEES, kinds.Tournament, since=RECORDS)
def the_fees_are_small(act: Act[kinds.Tournament], now: Scene) -> Found:
    fact = act.fact
    if fact.game == "21":
        yield from _most(fact.fee_cents, now.value(FEES, "most_cents"), "The entry fee")
    for cents, words in ((fact.rebuy_cents, "A rebuy"), (fact.addon_cents, "An add-on")):
        if cents > fact.fee_cents:
            yield (
                f"{words} of ${dollars(cents)} is more than the entry fee, ${dollars(fact.fee_cents)}."
                " Lower it."
            )


@check(FEES, kinds.TournamentFee, since=RECORDS)
def a_player_pays_no_more_in_all(act: Act[kinds.TournamentFee], now: Scene) -> Found:
    contest = _of(act, now)
    if contest and contest.set.game == "21":
        yield from _in_all(act.fact, contest, now.value(FEES, "most_cents"))


@check(POKER, kinds.Tournament, since=RECORDS)
def the_fees_of_poker_are_small(act: Act[kinds.Tournament], now: Scene) -> Found:
    if act.fact.game == "poker":
        yield from _most(act.fact.fee_cents, now.value(POKER, "most_cents"), "The entry fee")


@check(POKER, kinds.TournamentFee, since=RECORDS)
def a_poker_player_pays_no_more_in_all(act: Act[kinds.TournamentFee], now: Scene) -> Found:
    contest = _of(act, now)
    if contest and contest.set.game == "poker":
        yield from _in_all(act.fact, contest, now.value(POKER, "most_cents"))


def _in_all(fact: kinds.TournamentFee, contest: Contest, most_cents: int) -> Iterator[str]:
    player = contest.players.get(fact.player)
    paid = (player.cents if player else 0) + fact.cents
    yield from _most(paid, most_cents, f"What {fact.player} pays in all")


def _most(cents: int, most_cents: int, words: str) -> Iterator[str]:
    if cents > most_cents:
        yield f"{words}, ${dollars(cents)}, is more than ${dollars(most_cents)}. Collect no more."


@check("nd.08-15.2", kinds.Tournament, since=RECORDS)
def players_are_told_how_it_goes(act: Act[kinds.Tournament], now: Scene) -> Found:
    fact = act.fact
    if fact.game not in ("21", "poker"):
        yield f"'{fact.game}' is no game of a tournament here. Choose 21 or poker."
    if fact.spaces not in (1, 2):
        yield f"A player has one or two betting spaces, not {fact.spaces}."
    if not fact.length.strip():
        yield "Set how long it goes on: minutes, shoes or hands."
    if fact.least <= 0 or (fact.most and fact.most < fact.least):
        yield f"Set the lowest bet in chips, and none above the highest: {fact.least} to {fact.most}."
    if fact.chips_each <= 0 or fact.rounds < 1 or fact.fee_cents <= 0:
        yield "A tournament has a fee, chips for it, and one round at least."
    if fact.game == "poker" and fact.occasion not in now.kept.occasions:
        yield "A poker tournament belongs to an occasion. Set that first, then name it."


@check("nd.08-15.3", kinds.TournamentStand, since=RECORDS)
def players_stay_at_their_tables(act: Act[kinds.TournamentStand], now: Scene) -> Found:
    contest = _of(act, now)
    for player, (table, _) in act.fact.stands.items() if contest else ():
        before = contest.stands.get(act.fact.round, {}).get(player) if contest else None
        if before and before[0] != table:
            yield (
                f"{player} sat at table {before[0]} in round {act.fact.round} and may not change to"
                f" {table}. Enter where {player} sits."
            )


@check("nd.08-15.4", kinds.TournamentPrize, since=RECORDS)
def most_chips_win(act: Act[kinds.TournamentPrize], now: Scene) -> Found:
    fact, contest = act.fact, _of(act, now)
    if contest is None:
        return
    if fact.cents <= 0:
        yield "A prize is cash, or goods with what they cost. Enter the amount."
    left = contest.remaining()
    if fact.split and (len(left) != 2 or fact.player not in left or len(act.signers) < 1):
        yield f"Only the last two may split the prize. Those with chips: {listed(left)}."
    if fact.round != FINAL and not fact.split and fact.player not in contest.leading(fact.round):
        leads = listed(contest.leading(fact.round))
        yield f"{fact.player} does not have the most chips of round {fact.round}. Who does: {leads}."


@check("nd.08-15.4w", kinds.TournamentPrize, since=RECORDS)
def a_prize_of_another_place(act: Act[kinds.TournamentPrize], now: Scene) -> Found:
    fact, contest = act.fact, _of(act, now)
    if contest and fact.round == FINAL and not fact.split and fact.player not in contest.leading(FINAL):
        yield f"{fact.player} does not have the most chips; the text names no prize of a second place."


@check(SHARE, kinds.TournamentPrize, since=RECORDS)
def prizes_of_poker_leave_a_tenth(act: Act[kinds.TournamentPrize], now: Scene) -> Found:
    contest = _of(act, now)
    if contest and contest.set.game == "poker":
        yield from _share(act.fact, contest, now)


@check("nd.53-06.1-07.2w", kinds.TournamentPrize, since=RECORDS)
def prizes_of_twenty_one_leave_a_tenth(act: Act[kinds.TournamentPrize], now: Scene) -> Found:
    contest = _of(act, now)
    if contest and contest.set.game == "21":
        yield from _share(act.fact, contest, now)


def _share(fact: kinds.TournamentPrize, contest: Contest, now: Scene) -> Iterator[str]:
    share = now.value(SHARE, "share")
    prizes = contest.prizes_cents + fact.cents
    if prizes * _WHOLE > share * contest.gross_cents:
        most = contest.gross_cents * share // _WHOLE
        yield (
            f"Prizes of ${dollars(prizes)} are more than {share // 100} % of the fees: ${dollars(most)}"
            f" of ${dollars(contest.gross_cents)}."
        )


# Poker occasions


@check("nd.09-01.o", kinds.PokerOccasion, since=RECORDS)
def occasions_are_few_and_short(act: Act[kinds.PokerOccasion], now: Scene) -> Found:
    fact, value = act.fact, now.value
    try:
        since, until = datetime.fromisoformat(fact.since), datetime.fromisoformat(fact.until)
    except ValueError:
        yield f"'{fact.since}' to '{fact.until}' are no times. Write them as 2026-11-20 18:00."
        return
    hours = value("nd.09-01.o", "hours")
    if not timedelta() < until - since <= timedelta(hours=hours):
        yield f"An occasion lasts {hours} hours at most. End it by {since + timedelta(hours=hours)}."
    others = [
        one.set
        for name, one in now.kept.occasions.items()
        if name != fact.name and fiscal(one.set) == fiscal(fact)
    ]
    most = 1 if fact.restricted else value("nd.09-01.o", "occasions")
    if len(others) >= most:
        names = listed(one.name for one in others)
        yield (
            f"The fiscal year from July {fiscal(fact)} on has its {most} occasion{'s' * (most > 1)}"
            f" already: {names}."
        )
    if not fact.name.strip():
        yield "Give the occasion a name."


@check("nd.09-04.14", kinds.PokerOccasion, since=RECORDS)
def the_house_has_a_way_to_burn(act: Act[kinds.PokerOccasion], now: Scene) -> Found:
    if act.fact.burn not in now.value("nd.09-04.14", "burns"):
        yield (
            "Set when a card is burned at poker: after each round of bets, or before each deal of more"
            " cards."
        )


@check("nd.09-04.2", kinds.PokerFee, kinds.TournamentStand, since=RECORDS)
def a_deck_is_looked_over_before_it_is_dealt(act: Act[Fact], now: Scene) -> Found:
    fact = act.fact
    assert isinstance(fact, kinds.PokerFee | kinds.TournamentStand)
    if isinstance(fact, kinds.PokerFee):
        occasion, tables = fact.occasion, [fact.table]
    else:
        contest = _of(act, now)
        occasion = contest.set.occasion if contest and contest.set.game == "poker" else ""
        tables = sorted({table for table, _ in fact.stands.values()})
    known = now.kept.occasions.get(occasion)
    for table in tables if known else ():
        found = known.looked_over(table) if known else {}
        lacking = [item for item in POKER_DECK if item not in found]
        if lacking:
            yield f"The deck of table {table} was not looked over: {', '.join(lacking)}. Do that first."
        for item, fault in found.items():
            if fault:
                yield f"Table {table}, {item}: {fault}. Bring another deck, and look that over."


@check("pd.contest", kinds.PokerDeck, since=RECORDS)
def a_deck_is_of_known_items(act: Act[kinds.PokerDeck], now: Scene) -> Found:
    fact = act.fact
    if not fact.table.strip():
        yield "Name the poker table that the deck comes to."
    if not fact.looked or not {*POKER_DECK} >= {*fact.looked} >= {*fact.faults}:
        yield f"The list of a poker deck is: {listed(POKER_DECK)}. Choose what was looked at."
    for item, words in fact.faults.items():
        if not words.strip():
            yield f"Table {fact.table}: write what is wrong with {item}."


@check("pd.contest", kinds.PokerOccasion, since=RECORDS)
def an_occasion_that_began_stays_as_it_is(act: Act[kinds.PokerOccasion], now: Scene) -> Found:
    known = now.kept.occasions.get(act.fact.name)
    if known and (known.fees or known.decks or known.closed):
        yield f"{act.fact.name} has begun and stays as it was set. Give a new occasion another name."
    if act.fact.ante_cents < 0:
        yield "An ante is an amount. Enter 0.00 where there is none."


@check("nd.53-06.1-07.2f", kinds.PokerFee, since=RECORDS)
def a_half_hour_costs_two_dollars_at_most(act: Act[kinds.PokerFee], now: Scene) -> Found:
    fact, each = act.fact, now.value("nd.53-06.1-07.2f", "most_cents")
    if fact.players < 1 or not 0 < fact.cents <= each * fact.players:
        yield (
            f"${dollars(fact.cents)} of {fact.players} players is not a fee for half an hour: each pays"
            f" ${dollars(each)} at most."
        )


@check("pd.contest", kinds.PokerFee, kinds.PokerDeck, kinds.ClosePoker, since=RECORDS)
def it_is_of_an_occasion_that_goes_on(act: Act[Fact], now: Scene) -> Found:
    assert isinstance(act.fact, kinds.PokerFee | kinds.PokerDeck | kinds.ClosePoker)
    occasion = now.kept.occasions.get(act.fact.occasion)
    if occasion is None:
        yield f"No poker occasion is called {act.fact.occasion}. Known: {listed(now.kept.occasions)}."
    elif occasion.closed:
        yield f"The cash bank of {act.fact.occasion} was counted on {occasion.closed.on}."
    if isinstance(act.fact, kinds.ClosePoker) and len(act.signers) != 2:
        yield "Two people count the cash bank of an occasion and initial it. Name both."


@check("nd.03-10.2", kinds.ContestDeposit, since=RECORDS)
def the_deposit_of_a_contest_says_what_it_is_of(act: Act[kinds.ContestDeposit], now: Scene) -> Found:
    fact, held = act.fact, now.kept.banked(act.fact.contest)
    for text, words in ((fact.bank, "bank and account"), (fact.slip, "number of its slip")):
        if not text:
            yield f"This deposit has no {words}. Enter it."
    if held is None:
        yield f"No tournament or occasion is called {fact.contest}. Set it first."
    elif isinstance(held, Contest) and held.set.occasion:
        yield f"{fact.contest} belongs to {held.set.occasion}. Deposit what that occasion brought."
    elif isinstance(held, Occasion) and held.closed is None:
        yield f"The cash bank of {fact.contest} is not counted. Count it, then deposit what it brought."
    elif not held.brought_cents:
        yield f"{fact.contest} brought nothing to deposit."
    elif (last := held.last) and not held.owed_cents:
        yield f"What {fact.contest} brought is deposited: slip {last.slip} of {last.made}."


@check("pd.deposit", kinds.ContestDeposit, since=RECORDS)
def the_deposit_of_a_contest_is_what_it_brought(act: Act[kinds.ContestDeposit], now: Scene) -> Found:
    fact, held = act.fact, now.kept.banked(act.fact.contest)
    if fact.made < fact.date:
        yield f"A deposit of {fact.date} cannot be made on {fact.made}. Enter the day the bank took it."
    if fact.made > act.at.date():
        yield f"{fact.made} is in the future. Note the deposit once the bank has taken it."
    if fact.cents <= 0:
        yield f"${dollars(fact.cents)} cannot be a deposit. Enter what the bank took."
    elif fact.cents > now.value("pd.amount", "most_cents"):
        yield f"${dollars(fact.cents)} is more than this house ever deposits. Check the amount."
    elif held and held.owed_cents and fact.cents != held.owed_cents and not fact.reason:
        yield (
            f"{fact.contest} owes ${dollars(held.owed_cents)}, but ${dollars(fact.cents)} was deposited."
            " Give the reason."
        )


@check("nd.03-10.1d", kinds.ContestDeposit, since=RECORDS)
def the_deposit_of_a_contest_is_made_in_time(act: Act[kinds.ContestDeposit], now: Scene) -> Found:
    if act.fact.made > deposit_due(act.fact.date, now.value("nd.03-10.1", "banking_days")):
        yield f"The deposit of {act.fact.contest} was made after the third banking day."
