"""Lessons: what a refusal teaches: its rule in our words, the way out, and the page of the rule."""

from functools import cache, partial

from pitdesk.errors import Refusal
from pitdesk.rules.book import Rulebook
from ui.widgets.notice import Lesson, Teach
from ui.work.actions import BY_NAME
from ui.work.station import Station

WAYS = {  # rule → the action that usually does away with its refusal
    "nd.02-01.6": "open day",
    "nd.02-07.2": "on duty",
    "nd.03-06.1": "site",
    "nd.03-06.2": "count banks",
    "nd.08-02.1": "table",
    "nd.08-02.2": "table",
    "nd.08-03.1q": "fill",
    "nd.08-03.2c": "chip",
    "nd.08-04.7": "camera",
    "nd.08-05.1": "fill",
    "nd.08-05.5": "waiting",
    "nd.08-06.1c": "team",
    "nd.08-07.1": "dealer",
    "nd.08-11.19": "site",
    "nd.08-14.1e": "drop count",
    "nd.08-14.4": "drop count",
    "nd.53-06.1-10": "table",
    "pd.cash": "withdraw",
    "pd.chips": "chip",
    "pd.day": "open day",
    "pd.duty": "on duty",
    "pd.par": "par",
    "pd.person": "person",
    "pd.play": "play",
    "pd.role": "person",
    "pd.table": "table",
    "pd.tally": "tally",
    "pd.tips": "tips",
    "pd.transit": "waiting",
}
THE_RULE = "The rule"


@cache
def rulebook(edition: int | None = None) -> Rulebook:
    """The rulebook of today, or the one that days of an edition were judged by; read once."""
    return Rulebook.load() if edition is None else Rulebook.load(edition=edition)


def lessons(station: Station, own: str) -> Teach:
    """What refusals teach on a form: its own action is no way out of itself."""

    def lesson(reason: Refusal) -> Lesson | None:
        rule = rulebook().rules.get(reason.rule) or rulebook(1).rules.get(reason.rule)
        if rule is None:
            return None
        out = WAYS.get(rule.id, own)
        ways = [] if out == own else [(BY_NAME[out].words, partial(station.go, out))]
        return Lesson(rule.words, (*ways, (THE_RULE, partial(station.go, "rules", rule.id))))

    return lesson
