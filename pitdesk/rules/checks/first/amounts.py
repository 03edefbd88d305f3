"""Amounts as they were first judged: all money in half dollars."""

from pitdesk.chips import dollars
from pitdesk.kinds import CHIPS, MONEY, Fact, of
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.amounts import COUNTING, MOVING
from pitdesk.rules.checks.verbs import AT_TABLES


@check("pd.amount", *AT_TABLES, *MOVING, *of(MONEY, CHIPS), until=2)
def money_is_in_half_dollars(act: Act[Fact], now: Scene) -> Found:
    cents = act.fact.cents
    if cents and not isinstance(act.fact, COUNTING) and cents % now.value("pd.amount", "step_cents"):
        yield f"${dollars(cents)} is not in half dollars. Enter a multiple of $0.50."
