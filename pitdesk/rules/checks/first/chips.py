"""Games that have ended, as the first reading had them."""

from pitdesk import kinds
from pitdesk.book.site import GAMES
from pitdesk.rules.check import Act, Found, Scene, check


@check("nd.08-06.2w", kinds.Redeem, until=2)
def chips_are_redeemed_for_thirty_days(act: Act[kinds.Redeem], now: Scene) -> Found:
    kinds = {"betting": "PW", "casino": "21", "coin": "21"}
    for game in sorted({kinds[chip.kind] for chip in act.fact.chips if chip.kind in kinds}):
        ended = now.site.ended.get(game)
        if ended and now.on > ended.until:
            yield (
                f"{GAMES[game].capitalize()} ended on {ended.on}; its chips had to be redeemed until"
                f" {ended.until}. Redeeming them now is the house's choice."
            )
