"""Cash banks, IOUs, withdrawals, counts: 99-01.3-03-06."""

from pitdesk import places
from pitdesk.rules.check import Act, Scene, check
from pitdesk.rules.checks.verbs import CAGE, MONEY, SLIPS, Words


@check("nd.03-06.1", "open table")
def one_cash_bank_only_with_approval(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    games = {table.game for table in now.today.tables.values()} | ({layout.game} if layout else set())
    if len(games) > 1 and not now.site.settings.get("combined"):
        yield (
            "Twenty-one and paddlewheels may share a cash bank only with approval. Note the"
            " approval in the site's set-up, or conduct one game a day."
        )


@check("nd.03-06.1a", "iou")
def an_iou_names_both_ends(act: Act, now: Scene) -> Words:
    source, destination = act.detail["source"], act.detail["destination"]
    if source == destination or destination not in places.CASH_ON_HAND:
        yield f"An IOU goes from a source to the drawer or the cash reserve, not to {destination}."
    if source not in (places.LENDERS, places.CASH_RESERVE, places.DRAWER):
        yield f"{source} lends nothing. Money from the gaming account is a withdrawal."


@check("nd.03-06.1w", "withdraw")
def a_withdrawal_names_its_method(act: Act, now: Scene) -> Words:
    if act.detail["to"] not in places.CASH_ON_HAND:
        yield f"A withdrawal goes to the drawer or the cash reserve, not to {act.detail['to']}."
    if not act.detail.get("method"):
        yield "A withdrawal from the gaming account names its check or other method. Name it."


@check("nd.03-06.2", "count")
def two_count_the_cash(act: Act, now: Scene) -> Words:
    if len(act.signers) != 2 and not (now.today.alone and len(act.signers) == 1):
        yield "Two people count cash in each other's presence and initial it. Name both."


@check("nd.03-06.2", "count")
def the_opening_is_counted_before_anything_else_is(act: Act, now: Scene) -> Words:
    if act.detail["when"] != "opening":
        yield from (_uncounted(place) for place in _no_opening(now) if place in act.detail["counted"])


@check(
    "nd.03-06.2", "open table", *SLIPS, *CAGE, *MONEY, "declare tips", "stock", "inventory", "close day"
)
def cash_is_counted_first(act: Act, now: Scene) -> Words:
    if now.day is not None and not now.day.sealed:
        yield from map(_uncounted, _no_opening(now))


def _no_opening(now: Scene) -> Words:
    """The places that have no opening count yet, and need one."""
    for place in (places.DRAWER, places.CHIP_BANK, places.CASH_RESERVE):
        needed = now.today.opened.detail["carried"].get(place) or place != places.CASH_RESERVE
        if needed and place not in now.today.start:
            yield place


def _uncounted(place: str) -> str:
    return f"The {place} has no opening count. Count it with two people first."
