"""The chips of the house, and games that have ended, as the first reading had them."""

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


@check("nd.08-03.1q", kinds.OpenTable, until=2)
def twenty_five_dollar_chips_are_offered(act: Act[kinds.OpenTable], now: Scene) -> Found:
    quarter = now.value("nd.08-03.1q", "wager_cents")
    owned = [chip for chip in now.site.playing if chip.kind == "casino" and chip.face_cents == quarter]
    layout = now.layout(act.fact.table)
    if layout and layout.game == "21" and act.fact.limits[1] >= quarter and not owned:
        yield (
            f"Table {act.fact.table} takes a $25 wager, but the chip set has no $25 chip. Add it to the"
            " set, or lower the limit."
        )
