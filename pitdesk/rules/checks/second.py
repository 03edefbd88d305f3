"""A second person: what comes to more than the house lets one person do alone."""

from pitdesk import kinds
from pitdesk.book.people import seconded
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import ALONE, why_second

MOST = 10**9  # cents, or chips: far above what any cage handles


@check("pd.second", *ALONE, since=3)
def a_second_person_initials_much(act: Act[Fact], now: Scene) -> Found:
    why = why_second(act.fact, now)
    if why and act.signers and not seconded(act.signers):
        yield (
            f"This {act.verb} is {why}. Two people initial it before anything moves, one of them a"
            " pit boss or a manager. Ask a second person."
        )


@check("pd.setup", kinds.Site, since=3)
def a_limit_can_be_passed(act: Act[kinds.Site], now: Scene) -> Found:
    limits = (("amount", act.fact.second_cents), ("number of chips", act.fact.second_pieces))
    for what, most in limits:
        if most is not None and not 0 <= most <= MOST:
            yield f"Two people cannot initial above this {what}: {most}. Enter less, or 0 for none."
