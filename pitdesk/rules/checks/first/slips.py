"""Fill and credit slips, as the first reading had them."""

from pitdesk import kinds
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import listed


@check("nd.08-05.5", kinds.Receive, until=2)
def verified_when_somebody_is_free(act: Act[kinds.Receive], now: Scene) -> Found:
    if act.slip.state == "verified":
        return
    busy = {*now.today.dealing, *(s.person for s in act.slip.signed.values()), *act.people}
    roles = frozenset(now.value("nd.08-05.5", "verifiers"))
    free = [
        person
        for person in now.today.duty
        if person not in busy and now.site.people[person].holds_any(roles, now.on)
    ]
    if free:
        yield f"{act.slip.name} is not verified, and {listed(free)} can do it. Have it verified first."
