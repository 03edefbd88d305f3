"""The chip bank's services and coloring up, as the first reading had them."""

from pitdesk import kinds
from pitdesk.book.people import CASHIERS
from pitdesk.rules.check import Act, Found, Scene, check


@check("nd.08-06.2", kinds.Redeem, until=2)
def the_cashier_redeems(act: Act[kinds.Redeem], now: Scene) -> Found:
    for signer in act.signers:
        if signer.role not in CASHIERS:
            yield f"A {signer.role} does not redeem a player's chips. Send the player to the cashier."
    if any(chip.kind == "tournament" for chip in act.fact.chips):
        yield "Tournament chips have no value and are not redeemed. Do not pay for them."


@check("pd.who", kinds.RedeemTips, until=2)
def tips_have_their_cashier(act: Act[kinds.RedeemTips], now: Scene) -> Found:
    allowed = now.value("pd.who", act.verb)
    if act.signers and act.signers[0].role not in allowed:
        yield f"A {act.signers[0].role} does not redeem tips. Ask a {', '.join(allowed)}."


@check("nd.08-11.19", kinds.Exchange, until=2)
def coloring_up_is_agreed(act: Act[kinds.Exchange], now: Scene) -> Found:
    other = act.fact.gave
    if not act.fact.color_up:
        return
    if not now.site.settings.color_up:
        yield "The house has no policy of coloring up. Note it in the site's set-up first."
    highest = max((chip.cents for chip in act.fact.chips), default=0)
    if act.fact.chips.pieces < 2 or min((chip.cents for chip in other), default=0) <= highest:
        yield "Coloring up gives chips of a higher value for two or more chips. Enter both sides again."
