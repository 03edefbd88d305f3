"""Outsiders, and those who look at the books: 99-01.3-02-11."""

from pitdesk import kinds
from pitdesk.book.people import OUTSIDE, READERS
from pitdesk.kinds import CAGE, MONEY, SLIPS, TABLES, TIPS, Fact, of
from pitdesk.rules.check import Act, Facts, Found, Scene, check

_CARRIED = (kinds.RemoveBox,)  # 08-14(1) says by whom
CONDUCTED: Facts = (
    *(fact for fact in of(TABLES, SLIPS, CAGE, TIPS, MONEY) if fact not in _CARRIED),
    *(kinds.OpenDay, kinds.HandOver, kinds.Count, kinds.OwnCount, kinds.Explain, kinds.CloseDay),
    *(kinds.Delivery, kinds.Stock, kinds.Foreign),
)


def outsider(person: str, now: Scene) -> bool:
    """Whether somebody is no employee of the house: of another firm, or an outside counter only."""
    known = now.site.people.get(person)
    if known is None:
        return False
    held = [role.name for role in known.roles if known.holds(role.name, now.on)]
    return bool(known.company) or held == [OUTSIDE]


def employees_on_duty(now: Scene) -> int:
    """How many employees of the house are on duty."""
    return sum(not outsider(person, now) for person in now.today.duty)


@check("nd.02-11", *CONDUCTED, since=3)
def outsiders_conduct_nothing(act: Act[Fact], now: Scene) -> Found:
    for signer in act.signers:
        person = now.site.people.get(signer.person)
        if person and (person.company or signer.role == OUTSIDE):
            yield (
                f"{person.name} is of {person.company or 'another company'}, and outsiders only count"
                f" boxes, audit and keep books. Ask one of your own people for this {act.verb}."
            )


@check("nd.02-11", kinds.Duty, since=3)
def outsiders_note_only_their_own_duty(act: Act[kinds.Duty], now: Scene) -> Found:
    if act.people != [act.fact.person]:
        yield from outsiders_conduct_nothing(act, now)


@check("pd.who", *CONDUCTED, since=3)
def whoever_audits_conducts_nothing(act: Act[Fact], now: Scene) -> Found:
    for signer in act.signers:
        person = now.site.people.get(signer.person)
        if signer.role in READERS and person and not person.company:
            yield f"The {signer.role} looks at the books. Ask somebody else for this {act.verb}."
