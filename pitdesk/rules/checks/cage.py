"""The chip bank's services: 99-01.3-08-06, with changing and coloring up of 08-07 and 08-11."""

from pitdesk import places
from pitdesk.book.people import CASHIERS
from pitdesk.chips import Chip, Chips, dollars
from pitdesk.rules.check import Act, Scene, check
from pitdesk.rules.checks.verbs import Words, brought


def _cents(chip: Chip) -> int:
    return chip.cents


@check("nd.08-06.1", "check")
def checks_are_cashed_at_the_cage(act: Act, now: Scene) -> Words:
    if act.table:
        yield "Chips are sold at a table for cash only. Send the player to the cashier."
    for signer in act.signers:
        if signer.role not in CASHIERS:
            yield f"A {signer.role} does not cash checks. Ask the cashier."


@check("nd.08-06.1b", "exchange", "fill", "open table")
def betting_chips_stay_at_paddlewheels(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    other = act.detail.get("other", Chips())
    kinds = [{chip.kind for chip in side} for side in (act.chips, other)]
    if act.verb == "exchange" and not act.table and ("betting" in kinds[0]) != ("betting" in kinds[1]):
        yield "Casino chips are exchanged for betting chips at a paddlewheel table only."
    if layout and layout.game != "PW" and any(c.kind == "betting" for c in (*brought(act, now), *other)):
        yield f"Table {act.table} plays {layout.game}; betting chips belong to paddlewheel tables."


@check("nd.08-06.2", "redeem")
def the_cashier_redeems(act: Act, now: Scene) -> Words:
    for signer in act.signers:
        if signer.role not in CASHIERS:
            yield f"A {signer.role} does not redeem a player's chips. Send the player to the cashier."
    if any(chip.kind == "tournament" for chip in act.chips):
        yield "Tournament chips have no value and are not redeemed."


@check("nd.08-06.2t", "exchange tips")
def tips_are_exchanged_on_video(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    if layout and not layout.video:
        yield f"Table {act.table} has no video; the very chips received as tips are redeemed."


@check("nd.08-06.3", "duty")
def tips_are_redeemed_before_leaving(act: Act, now: Scene) -> Words:
    person = act.detail["person"]
    if act.detail["on"]:
        return
    held = now.held(places.tips(person))
    dealt = any(person == who for t in now.today.tables.values() for who, _, _ in t.dealers)
    if held:
        yield f"{now.name(person)} leaves with ${dollars(held.cents)} of tips not redeemed ({held})."
    elif dealt and person not in now.today.tips_seen:
        yield f"{now.name(person)} dealt tonight and leaves without having redeemed or declared tips."


@check("nd.08-07.3c", "exchange")
def a_player_buys_chips_with_chips(act: Act, now: Scene) -> Words:
    table = now.table(act.table)
    if act.table and (table is None or table.state != "open" or not table.dealer):
        yield f"Table {act.table} is not open with a dealer at it. Exchange at the cage."
    elif table and act.people and act.people[0] != table.dealer:
        yield f"{act.people[0]} is not the dealer of table {act.table}; {table.dealer} is."
    elif not act.table and act.signers and act.signers[0].role not in CASHIERS:
        yield f"A {act.signers[0].role} exchanges no chips at the cage. Ask the cashier."


@check("nd.08-11.19", "exchange")
def coloring_up_is_agreed(act: Act, now: Scene) -> Words:
    other: Chips = act.detail["other"]
    if not act.detail["color_up"]:
        return
    if not now.site.settings.get("color_up"):
        yield "The house has no policy of coloring up. Note it in the site's set-up first."
    lowest, highest = min(other, key=_cents, default=None), max(act.chips, key=_cents, default=None)
    if act.chips.pieces < 2 or not lowest or not highest or lowest.cents <= highest.cents:
        yield "Coloring up exchanges two or more chips for chips of a higher value."
