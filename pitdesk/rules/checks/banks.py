"""Cash banks, IOUs, withdrawals, counts: 99-01.3-03-06."""

from collections.abc import Iterator
from datetime import timedelta

from pitdesk import kinds, places
from pitdesk.book.banks import drawer_of, drawers, passing
from pitdesk.book.site import GAMES
from pitdesk.kinds import Fact, of
from pitdesk.rules.check import Act, Finding, Found, Scene, check
from pitdesk.rules.checks.outsiders import employees_on_duty
from pitdesk.rules.checks.verbs import PLAYERS, a, listed
from pitdesk.subjects import Place, Slip

COUNT_AGAIN = "count again"
NO_OPENING = "no opening count"
LENDERS = ("game", "board", "reserve", "nongaming")  # what a lender on file can be
BOARD = "board"
MANAGERS = ("shift manager", "gaming manager")


# Which banks there are


@check("nd.03-06.1", kinds.OpenTable)
def one_cash_bank_only_with_approval(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    games = {table.game for table in now.today.tables.values()} | ({layout.game} if layout else set())
    if len(games) > 1 and not now.today.opening.keeper and not now.site.settings.combined:
        yield (
            "Twenty-one and paddlewheels may share a cash bank only with approval. Note the"
            " approval in the site's set-up, or conduct one game a day."
        )


@check("nd.03-06.1", kinds.Bank, since=3)
def a_bank_is_of_a_game_that_there_is(act: Act[kinds.Bank], now: Scene) -> Found:
    game, approval = act.fact.game, act.fact.approval
    if game == "combined":
        yield from _unapproved(approval)
    elif approval:
        yield f"A bank of {game} alone needs no approval. Leave the number out."
    elif game not in now.site.games:
        yield f"There is no table of {game} here, so it has no bank. Known: {listed(now.site.games)}."


@check("nd.03-06.1", kinds.Site, since=3)
def a_combined_bank_has_its_approval(act: Act[kinds.Site], now: Scene) -> Found:
    if act.fact.combined:
        yield from _unapproved(act.fact.combined)


def _unapproved(approval: str) -> Found:
    """An approval without its number is none."""
    if not any(letter.isdigit() for letter in approval):
        yield (
            "A combined cash bank needs the number of the attorney general's approval. Enter it,"
            " or leave each game its own bank."
        )


@check("nd.03-06.1", kinds.Bank, kinds.Site, since=3)
def a_bank_that_ends_is_settled(act: Act[Fact], now: Scene) -> Found:
    combines = isinstance(act.fact, kinds.Site) and act.fact.combined
    if not combines and not isinstance(act.fact, kinds.Bank):
        return
    keeper = now.day.opening.keeper if now.day else ""
    if isinstance(act.fact, kinds.Bank) and act.fact.game == keeper:
        return
    held = {place for place in now.balances if place.startswith(places.drawer(""))}
    lent = {end for one in (now.day.loans if now.day else ()) if not one.repaid for end in one[1:3]}
    for place in sorted(held | {end for end in lent if end.startswith(places.drawer(""))}):
        yield (
            f"The {place} holds cash, or an IOU of it is open. Pay IOUs back and close a day that"
            " keeps nothing in it, then change the banks."
        )


@check("nd.03-06.1", kinds.Bank, kinds.Site, since=3)
def the_banks_of_a_day_stay_as_it_opened(act: Act[Fact], now: Scene) -> Found:
    if now.day is None or now.day.sealed:
        return
    keeper, shared, fact = now.day.opening.keeper, now.site.settings.combined, act.fact
    if isinstance(fact, kinds.Bank):
        wanted = "" if fact.game == "combined" else fact.game
        changed = wanted != keeper and bool(keeper or shared)
    else:
        said = fact.combined if isinstance(fact, kinds.Site) else None
        changed = bool(keeper) if said else said == "" and bool(shared)
    if changed:
        yield (
            f"The day of {now.day.date} was opened with the cash banks that there are. Close it first,"
            " then change the banks."
        )


@check("nd.03-06.1", *PLAYERS, kinds.RedeemTips, kinds.Count, *of(kinds.MONEY), since=3)
def a_drawer_is_one_that_there_is(act: Act[Fact], now: Scene) -> Found:
    known = {drawer_of(now.today, game) for game in now.site.games} | {places.DRAWER}
    for place in _named(act.fact):
        if not place:
            yield f"Each game has a cash bank of its own. Say which drawer pays: {listed(known)}."
        elif places.is_drawer(place) and place not in known and place not in now.balances:
            yield f"There is no {place} here. Known: {listed(known)}."


def _named(fact: Fact) -> tuple[str, ...]:
    """The drawers, and other ends, that a fact names."""
    match fact:
        case kinds.Redeem() | kinds.RedeemTips() | kinds.Check():
            return (fact.drawer,)
        case kinds.Iou():
            return (fact.source, fact.destination)
        case kinds.Withdraw():
            return (fact.to,)
        case kinds.Count() | kinds.OwnCount():
            return tuple(fact.counted)
    return ()


# Money lent, and from the gaming account


@check("nd.03-06.1a", kinds.Lender, since=3)
def a_lender_can_be_named(act: Act[kinds.Lender], now: Scene) -> Found:
    name, what = act.fact.name, act.fact.what
    if not name or places.is_place(name):
        yield f"'{name}' cannot be a lender's name. Name the bank or the fund that lends."
    if what not in LENDERS:
        yield f"A lender cannot be '{what}'. Choose from: {', '.join(LENDERS)}."


@check("nd.03-06.1a", kinds.Iou, since=3)
def an_iou_names_both_ends(act: Act[kinds.Iou], now: Scene) -> Found:
    source, destination = act.fact.source, act.fact.destination
    lenders = now.site.lenders
    if source == destination or not places.holds_cash(destination):
        yield f"An IOU goes from a source to a drawer or the cash reserve, not to {destination}."
    if source == places.ACCOUNT:
        yield "The gaming account does not lend. Enter a withdrawal."
    elif not places.holds_cash(source) and source not in lenders:
        yield (
            f"An IOU names who lends, and '{source}' is not on file. Put it on file under Lenders, or"
            f" choose from: {listed((*lenders, places.CASH_RESERVE))}."
        )
    if lenders.get(source) == BOARD and not act.fact.stamp.strip():
        yield f"{source} bears a gaming stamp. Enter its number on the IOU."
    elif act.fact.stamp and lenders.get(source) != BOARD:
        yield f"{source} bears no gaming stamp. Leave the number out."


@check("nd.03-06.1w", kinds.Withdraw, since=3)
def a_withdrawal_names_its_method_and_its_bank(act: Act[kinds.Withdraw], now: Scene) -> Found:
    fact, day, games = act.fact, now.today, now.site.games
    if not fact.method:
        yield "A withdrawal from the gaming account needs its check or other method. Enter it."
    if not fact.games and games:
        yield f"Each game has a cash bank of its own. Say which one this is for: {listed(games)}."
    if not day.opening.keeper and len(fact.games) < len(games):
        yield "The cash bank is the combined one of all games. Enter the withdrawal for that."
    banks = {places.CASH_RESERVE, *(drawer_of(day, game) for game in fact.games)}
    if fact.to not in banks and fact.games:
        yield f"A withdrawal for {listed(fact.games)} cannot go to {fact.to}. Choose {listed(banks)}."
    for game in {*fact.games} - games if len(fact.games) == 1 else ():
        yield f"There is no cash bank of {GAMES.get(game, game)} here. Known: {listed(games)}."


@check("nd.03-06.1", kinds.Withdraw, since=3)
def a_withdrawal_for_a_combined_bank_has_one(act: Act[kinds.Withdraw], now: Scene) -> Found:
    if now.today.opening.keeper and len(act.fact.games) > 1:
        yield (
            "The games share no cash bank: none is approved. Enter a withdrawal for each game,"
            " or note the approval before the next day."
        )


# Counts


@check("nd.03-06.2", kinds.Count, since=3)
def two_count_at_the_start_and_the_end(act: Act[kinds.Count], now: Scene) -> Found:
    enough = employees_on_duty(now) == 1 or act.fact.when == "check"
    if len(act.signers) != 2 and not (enough and len(act.signers) == 1):
        yield "Two people count cash in each other's presence and initial it. Name both."


@check("nd.03-06.2", kinds.Count, code=NO_OPENING)
def the_opening_is_counted_before_anything_else_is(act: Act[kinds.Count], now: Scene) -> Found:
    if act.fact.when != "opening":
        yield from (_uncounted(place) for place in _no_opening(act, now) if place in act.fact.counted)


@check("nd.03-06.2", kinds.OpenTable, kinds.Slip, *PLAYERS, *of(kinds.MONEY), code=NO_OPENING)
@check("nd.03-06.2", kinds.RedeemTips, kinds.DeclareTips, kinds.Stock, code=NO_OPENING)
@check("nd.03-06.2", kinds.Inventory, kinds.CloseDay, code=NO_OPENING)
def cash_is_counted_first(act: Act[Fact], now: Scene) -> Found:
    if now.day is not None and not now.day.sealed:
        yield from map(_uncounted, _no_opening(act, now))


def _no_opening(act: Act[Fact], now: Scene) -> Iterator[str]:
    """The places that have no opening count yet, and need one for this act."""
    for place in (*_paying(act, now), places.CHIP_BANK, places.CASH_RESERVE):
        needed = now.today.opening.carried.get(place) or place != places.CASH_RESERVE
        if needed and place not in now.today.start:
            yield place


def _paying(act: Act[Fact], now: Scene) -> list[str]:
    """The drawers whose opening count an act waits for: of its table, those it names, else the first."""
    layout = now.layout(act.fact.table)
    if layout and not isinstance(act.fact, kinds.Check):
        return [drawer_of(now.today, layout.game)]
    used = list(drawers(now.today))
    if isinstance(act.fact, kinds.CloseDay):
        return used
    return sorted(filter(places.is_drawer, _named(act.fact))) or used[:1]


def _uncounted(place: str) -> Finding:
    words = f"The {place} has no opening count. Count it with two people first."
    return Finding(words, Place(place))


# A drawer is opened and no cash changes hands


@check("pd.open", kinds.OpenDrawer, since=3)
def who_has_cash_opens_its_drawer(act: Act[kinds.OpenDrawer], now: Scene) -> Found:
    used, allowed = drawers(now.today), now.value("pd.open", "openers")
    if act.fact.drawer not in used:
        yield f"There is no {act.fact.drawer} here tonight. Known: {listed(used)}."
    if act.signers and act.signers[0].role not in allowed:
        yield f"A {act.signers[0].role} does not open a drawer. Ask a {', '.join(allowed)}."


# A drawer changes hands


@check("pd.drawer", kinds.OwnCount, kinds.PassDrawer)
def a_drawer_can_change_hands(act: Act[Fact], now: Scene) -> Found:
    assert isinstance(act.fact, kinds.OwnCount | kinds.PassDrawer)
    drawer, used = act.fact.drawer, drawers(now.today)
    if drawer not in used:
        yield f"There is no {drawer} here tonight. Known: {listed(used)}."
        return
    if act.fact.counted and {*act.fact.counted} != {*passing(now.today, now.site, drawer)}:
        yield f"Count what changes hands, no more: {listed(passing(now.today, now.site, drawer))}."
    for slip in now.today.slips.values():
        if slip.on_the_way:
            yield Finding(
                f"{slip.name.capitalize()} for table {slip.table} is on its way. Receive or void it,"
                " then hand over.",
                Slip(slip.series, slip.number),
            )
    if drawer in now.today.ending:
        yield f"The {drawer} has its closing count. Whoever has it closes the day; then it is nobody's."


@check("pd.drawer", kinds.OwnCount)
def the_opening_count_is_in(act: Act[kinds.OwnCount], now: Scene) -> Found:
    if act.fact.drawer in drawers(now.today) and act.fact.drawer not in now.today.start:
        yield f"The {act.fact.drawer} has no opening count. Count it with two people first."


@check("pd.drawer", kinds.PassDrawer)
def one_goes_and_another_comes(act: Act[kinds.PassDrawer], now: Scene) -> Found:
    fact, held = act.fact, now.today.tills.has(act.fact.drawer)
    comes, allowed = now.name(fact.person), now.value("pd.drawer", "holders")
    if held and fact.person == held.person:
        yield f"{comes} has the {fact.drawer} already. Choose who takes it over."
        return
    if len(act.signers) != 2:
        yield "Two people initial it: first the one who goes, then the one who comes. Name both."
        return
    goes, taker = act.signers
    if taker.person != fact.person:
        yield f"{comes} takes the {fact.drawer} over and must initial that second."
    elif taker.role not in allowed:
        yield f"{a(taker.role)} does not have a drawer. It goes to a {', '.join(allowed)}."
    if held and goes.person != held.person and goes.role not in MANAGERS:
        who = now.name(held.person)
        yield (
            f"{who} has the {fact.drawer} and must initial first. If {who} is gone, a shift manager"
            " counts and initials instead."
        )


@check("pd.drawer", kinds.PassDrawer)
def both_count_the_drawer_alone(act: Act[kinds.PassDrawer], now: Scene) -> Found:
    own = now.today.tills.own.get(act.fact.drawer, {})
    for signer in act.signers:
        count = own.get(signer.person)
        if count is None:
            yield f"{now.name(signer.person)} has not counted the {act.fact.drawer} alone yet."
        elif act.at - count.at > timedelta(minutes=now.value("pd.drawer", "minutes")):
            yield f"{now.name(signer.person)}'s count is too old. Count the {act.fact.drawer} again."


@check("pd.drawer", kinds.PassDrawer, code=COUNT_AGAIN)
def counts_that_differ_are_made_again(act: Act[kinds.PassDrawer], now: Scene) -> Found:
    own = now.today.tills.own.get(act.fact.drawer, {})
    counts = [own[one] for one in act.people if one in own]
    if len(counts) < 2 or counts[0].off == counts[1].off:
        return
    if min(count.times for count in counts) < 2:
        yield f"The two of you counted the {act.fact.drawer} differently. Count again, each alone."
    elif not act.fact.reason.strip():
        yield (
            f"The two of you counted the {act.fact.drawer} differently again. The count of"
            f" {now.name(act.fact.person)} stands: say why they differ, or count once more."
        )
