"""The chip bank's services: 99-01.3-08-06, with changing and coloring up of 08-07 and 08-11."""

from pitdesk import kinds, places
from pitdesk.book.people import CASHIERS
from pitdesk.chips import dollars
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import brought, given


@check("nd.08-06.1", kinds.Check)
def checks_are_cashed_at_the_cage(act: Act[kinds.Check], now: Scene) -> Found:
    if act.fact.table:
        yield "Chips are sold at a table for cash only. Send the player to the cashier."
    for signer in act.signers:
        if signer.role not in CASHIERS:
            yield f"A {signer.role} does not cash checks. Ask the cashier."


@check("nd.08-06.1b", kinds.Exchange, kinds.Fill, kinds.OpenTable)
def betting_chips_stay_at_paddlewheels(act: Act[Fact], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    other = given(act.fact)
    takes, gives = ("betting" in {chip.kind for chip in side} for side in (act.fact.chips, other))
    if isinstance(act.fact, kinds.Exchange) and not act.fact.table and takes != gives:
        yield "Casino chips are exchanged for betting chips at a paddlewheel table only."
    if layout and layout.game != "PW" and any(c.kind == "betting" for c in (*brought(act, now), *other)):
        yield f"Table {act.fact.table} plays {layout.game}; betting chips belong to paddlewheel tables."


@check("nd.08-06.2", kinds.Redeem, since=3)
def the_cashier_redeems(act: Act[kinds.Redeem], now: Scene) -> Found:
    for signer in act.signers:
        if signer.role not in CASHIERS:
            yield f"A {signer.role} does not redeem a player's chips. Send the player to the cashier."


@check("nd.08-15.1", kinds.Redeem, kinds.RedeemTips, since=3)
def tournament_chips_are_not_redeemed(act: Act[Fact], now: Scene) -> Found:
    if any(chip.kind == "tournament" for chip in act.fact.chips):
        yield "Tournament chips have no value and are not redeemed. Do not pay for them."


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


@check("nd.08-06.3", kinds.Duty)
def tips_are_redeemed_before_leaving(act: Act[kinds.Duty], now: Scene) -> Found:
    person = act.fact.person
    if act.fact.on:
        return
    held = now.held(places.tips(person))
    dealt = any(person == who for t in now.today.tables.values() for who, _, _ in t.dealers)
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
        yield f"A {act.signers[0].role} does not exchange chips at the cage. Ask the cashier."


@check("nd.08-11.19", kinds.Exchange)
def coloring_up_is_agreed(act: Act[kinds.Exchange], now: Scene) -> Found:
    other = act.fact.gave
    if not act.fact.color_up:
        return
    if not now.site.settings.color_up:
        yield "The house has no policy of coloring up. Note it in the site's set-up first."
    highest = max((chip.cents for chip in act.fact.chips), default=0)
    if act.fact.chips.pieces < 2 or min((chip.cents for chip in other), default=0) <= highest:
        yield "Coloring up gives chips of a higher value for two or more chips. Enter both sides again."
