"""Cash banks, IOUs, withdrawals, counts: 99-01.3-03-06."""

from collections.abc import Iterator

from pitdesk import kinds, places
from pitdesk.kinds import Fact, of
from pitdesk.rules.check import Act, Finding, Found, Scene, check
from pitdesk.rules.checks.verbs import PLAYERS
from pitdesk.subjects import Place

NO_OPENING = "no opening count"


@check("nd.03-06.1", kinds.OpenTable)
def one_cash_bank_only_with_approval(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    games = {table.game for table in now.today.tables.values()} | ({layout.game} if layout else set())
    if len(games) > 1 and not now.site.settings.combined:
        yield (
            "Twenty-one and paddlewheels may share a cash bank only with approval. Note the"
            " approval in the site's set-up, or conduct one game a day."
        )


@check("nd.03-06.1a", kinds.Iou)
def an_iou_names_both_ends(act: Act[kinds.Iou], now: Scene) -> Found:
    source, destination = act.fact.source, act.fact.destination
    if source == destination or destination not in places.CASH_ON_HAND:
        yield f"An IOU goes from a source to the drawer or the cash reserve, not to {destination}."
    if source not in (places.LENDERS, places.CASH_RESERVE, places.DRAWER):
        yield f"{source} cannot lend. To take money from the gaming account, enter a withdrawal."


@check("nd.03-06.1w", kinds.Withdraw)
def a_withdrawal_names_its_method(act: Act[kinds.Withdraw], now: Scene) -> Found:
    if act.fact.to not in places.CASH_ON_HAND:
        yield f"A withdrawal cannot go to {act.fact.to}. Choose the drawer or the cash reserve."
    if not act.fact.method:
        yield "A withdrawal from the gaming account needs its check or other method. Enter it."


@check("nd.03-06.2", kinds.Count)
def two_count_the_cash(act: Act[kinds.Count], now: Scene) -> Found:
    if len(act.signers) != 2 and not (now.today.alone and len(act.signers) == 1):
        yield "Two people count cash in each other's presence and initial it. Name both."


@check("nd.03-06.2", kinds.Count, code=NO_OPENING)
def the_opening_is_counted_before_anything_else_is(act: Act[kinds.Count], now: Scene) -> Found:
    if act.fact.when != "opening":
        yield from (_uncounted(place) for place in _no_opening(now) if place in act.fact.counted)


@check("nd.03-06.2", kinds.OpenTable, kinds.Slip, *PLAYERS, *of(kinds.MONEY), code=NO_OPENING)
@check("nd.03-06.2", kinds.RedeemTips, kinds.DeclareTips, kinds.Stock, code=NO_OPENING)
@check("nd.03-06.2", kinds.Inventory, kinds.CloseDay, code=NO_OPENING)
def cash_is_counted_first(act: Act[Fact], now: Scene) -> Found:
    if now.day is not None and not now.day.sealed:
        yield from map(_uncounted, _no_opening(now))


def _no_opening(now: Scene) -> Iterator[str]:
    """The places that have no opening count yet, and need one."""
    for place in (places.DRAWER, places.CHIP_BANK, places.CASH_RESERVE):
        needed = now.today.opening.carried.get(place) or place != places.CASH_RESERVE
        if needed and place not in now.today.start:
            yield place


def _uncounted(place: str) -> Finding:
    words = f"The {place} has no opening count. Count it with two people first."
    return Finding(words, Place(place))
