"""The chip bank's services: 99-01.3-08-06, with changing and coloring up of 08-07 and 08-11."""

from collections import Counter

from pitdesk import kinds, places
from pitdesk.book.people import CASHIERS, SHIFT_MANAGER
from pitdesk.chips import Chips, dollars
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import a, brought, doing, given, seated_as


@check("nd.08-06.1", kinds.Check)
def checks_are_cashed_at_the_cage(act: Act[kinds.Check], now: Scene) -> Found:
    if act.fact.table:
        yield "Chips are sold at a table for cash only. Send the player to the cashier."
    for signer in doing(act, now):
        if signer.role not in CASHIERS:
            yield f"{a(signer.role)} does not cash checks. Ask the cashier."


@check("nd.08-06.1b", kinds.Exchange, kinds.Fill, kinds.OpenTable)
def betting_chips_stay_at_paddlewheels(act: Act[Fact], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    other = given(act.fact)
    takes, gives = ("betting" in {chip.kind for chip in side} for side in (act.fact.chips, other))
    if isinstance(act.fact, kinds.Exchange) and not act.fact.table and takes != gives:
        yield "Casino chips are exchanged for betting chips at a paddlewheel table only."
    if layout and layout.game != "PW" and any(c.kind == "betting" for c in (*brought(act, now), *other)):
        yield f"Table {act.fact.table} plays {layout.game}; betting chips belong to paddlewheel tables."


@check("pd.redeem", kinds.Redeem, since=3)
def the_cashier_redeems(act: Act[kinds.Redeem], now: Scene) -> Found:
    for signer in doing(act, now):
        if signer.role not in CASHIERS:
            yield f"{a(signer.role)} does not redeem a player's chips. Send the player to the cashier."


@check("nd.08-15.1", kinds.Redeem, kinds.RedeemTips, since=3)
def tournament_chips_are_not_redeemed(act: Act[Fact], now: Scene) -> Found:
    if any(chip.kind == "tournament" for chip in act.fact.chips):
        yield "Tournament chips have no value and are not redeemed. Do not pay for them."


@check("pd.redeem", kinds.RedeemTips, since=3)
def tips_are_redeemed_at_the_cage(act: Act[kinds.RedeemTips], now: Scene) -> Found:
    allowed = (*CASHIERS, *([SHIFT_MANAGER] if now.site.settings.managers_redeem_tips else []))
    if act.signers and act.signers[0].role not in allowed:
        yield f"{a(act.signers[0].role)} does not redeem tips here. Ask a {', '.join(allowed)}."


@check(
    "pd.tournament", kinds.Fill, kinds.OpenTable, kinds.Exchange, kinds.Tips, kinds.ExchangeTips, since=3
)
def tournament_chips_stay_in_the_tournament(act: Act[Fact], now: Scene) -> Found:
    if any(chip.kind == "tournament" for chip in (*act.fact.chips, *given(act.fact))):
        yield "Tournament chips have no value at a table that plays for money. Leave them out."


@check("nd.08-06.2t", kinds.ExchangeTips)
def tips_are_exchanged_on_video(act: Act[kinds.ExchangeTips], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    if layout and not layout.video:
        yield f"Table {act.fact.table} has no video, so tips are not exchanged there. Redeem them."


@check("nd.08-06.2t", kinds.ExchangeTips, since=3)
def tips_are_exchanged_as_a_dealer_leaves(act: Act[kinds.ExchangeTips], now: Scene) -> Found:
    table, layout = now.table(act.fact.table), now.layout(act.fact.table)
    if table is None or layout is None or not act.signers:
        return
    if not table.dealer:
        yield f"Nobody deals at table {table.table}: its tray is locked. Redeem the tips at the cage."
        return
    by, whose, dealers = act.signers[0], act.fact.person, [table.dealer, table.seats.before]
    who = " or ".join(now.name(one) for one in dealers if one)
    if by.person not in dealers:
        yield f"{now.name(by.person)} does not deal at table {table.table}. Ask {who}."
    if whose not in (by.person, table.seats.before):
        yield f"Only tips of {who} are exchanged at table {table.table}. Redeem others at the cage."
    wanted = seated_as(layout)
    if by.role != wanted:
        yield f"{a(by.role)} does not exchange tips at table {table.table}. A {wanted} does."


@check("nd.08-06.3", kinds.Duty)
def tips_are_redeemed_before_leaving(act: Act[kinds.Duty], now: Scene) -> Found:
    person = act.fact.person
    if act.fact.on:
        return
    held = now.held(places.tips(person))
    dealt = any(person in table.seats.people for table in now.today.tables.values())
    if held:
        yield f"{now.name(person)} leaves with ${dollars(held.cents)} of tips not redeemed ({held})."
    elif dealt and person not in now.today.tips_seen:
        yield f"{now.name(person)} dealt tonight and leaves without having redeemed or declared tips."


@check("nd.08-07.3c", kinds.Exchange)
def a_player_buys_chips_with_chips(act: Act[kinds.Exchange], now: Scene) -> Found:
    table = now.table(act.fact.table)
    if act.fact.table and (table is None or table.state != "open" or not table.dealer):
        yield f"Table {act.fact.table} is not open with a dealer at it. Exchange the chips at the cage."
    elif table and act.people and act.people[0] != table.dealer:
        yield f"{act.people[0]} is not the dealer of table {act.fact.table}. Ask {table.dealer}."
    elif not act.fact.table and act.signers and act.signers[0].role not in CASHIERS:
        yield f"{a(act.signers[0].role)} does not exchange chips at the cage. Ask the cashier."


@check("nd.08-11.19", kinds.Exchange, since=3)
def coloring_up_is_agreed(act: Act[kinds.Exchange], now: Scene) -> Found:
    """What comes back piece for piece went nowhere: only the rest is looked at."""
    layout, taken, gave = now.layout(act.fact.table), _values(act.fact.chips), _values(act.fact.gave)
    taken, gave = taken - gave, gave - taken
    dealt = layout is not None and layout.game == "21"
    higher = max(gave, default=0) > min(taken, default=0)
    if not act.fact.color_up and not (dealt and higher):
        return
    if not now.site.settings.color_up:
        yield (
            "The house has no policy of coloring up, so a player gets no chips of a higher value here."
            " Give the same or lower values, or send the player to the cashier."
        )
        return
    if not act.fact.color_up:
        yield "A player gets chips of a higher value when leaving the table. Enter it as coloring up."
    elif taken.total() < 2 or not higher:
        yield "Coloring up gives chips of a higher value for two or more chips. Enter both sides again."
    if dealt and not act.fact.asked:
        yield "Ask the player, and announce the value of the chips once the player agrees. Then note it."


def _values(chips: Chips) -> Counter[int]:
    """Pieces by value in cents, of whatever set."""
    found: Counter[int] = Counter()
    for chip, count in chips.items():
        found[chip.cents] += count
    return found
