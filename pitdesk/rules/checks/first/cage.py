"""The chip bank's services, as the first reading had them."""

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
