"""Cash banks as they were first judged: lenders without names, two at every count."""

from pitdesk import kinds, places
from pitdesk.rules.check import Act, Found, Scene, check


@check("nd.03-06.1a", kinds.Iou, until=2)
def an_iou_names_both_ends(act: Act[kinds.Iou], now: Scene) -> Found:
    source, destination = act.fact.source, act.fact.destination
    if source == destination or not places.holds_cash(destination):
        yield f"An IOU goes from a source to the drawer or the cash reserve, not to {destination}."
    if source != places.LENDERS and not places.holds_cash(source):
        yield f"{source} cannot lend. To take money from the gaming account, enter a withdrawal."


@check("nd.03-06.1w", kinds.Withdraw, until=2)
def a_withdrawal_names_its_method(act: Act[kinds.Withdraw], now: Scene) -> Found:
    if not places.holds_cash(act.fact.to):
        yield f"A withdrawal cannot go to {act.fact.to}. Choose the drawer or the cash reserve."
    if not act.fact.method:
        yield "A withdrawal from the gaming account needs its check or other method. Enter it."


@check("nd.03-06.2", kinds.Count, until=2)
def two_count_the_cash(act: Act[kinds.Count], now: Scene) -> Found:
    if len(act.signers) != 2 and not (now.today.alone and len(act.signers) == 1):
        yield "Two people count cash in each other's presence and initial it. Name both."
