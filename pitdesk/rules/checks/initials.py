"""Who initials: known, in a role they hold, on duty, once, and never their own."""

from pitdesk import kinds
from pitdesk.book.people import APPROVING, ROLES, pin_digits, weak_pin
from pitdesk.kinds import CAGE, CHIPS, MONEY, OFFICE, SETUP, SLIPS, TABLES, TIPS, Fact, of
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import INITIALED, a, listed, seated_as

_DOES = {  # verbs that are things, as what somebody does
    "delivery": "take in a delivery",
    "stock": "move stock",
    "tally": "count a store of chips",
    "inventory": "agree on a count of chips",
    "stray": "note chips astray",
    "foreign": "note foreign chips",
    "limits": "change limits",
    "method": "change how a table deals",
    "plaque": "note plaques",
    "count opener": "count openers",
    "correction": "correct a sealed day",
    "deposit": "note a deposit",
    "batch": "put papers away",
    "destroy": "destroy papers",
    "done": "say that a task is done",
    "equipment": "note video equipment",
    "posted": "note what is posted",
    "release": "release recordings",
    "key": "change the site's key",
    "determine hold": "determine a quarter's hold",
    "review video": "review video",
    "hold reason": "write down why hold was low",
    "ideal bank": "set what a cash bank should hold",
    "reconcile bank": "reconcile a cash bank",
    "audit day": "audit a day",
    "rent": "note the rent",
    "tournament": "set a tournament",
    "tournament fee": "collect a tournament's fees",
    "leave tournament": "note who withdraws",
    "tournament stand": "note the end of a round",
    "tournament prize": "award a prize",
    "poker occasion": "set a poker occasion",
    "poker deck": "look over a poker deck",
    "poker fee": "collect the fees of poker",
    "close poker": "count the cash bank of poker",
    "inspect": "open the book for an agent",
    "dealer week": "keep the dealers' sheet of a week",
    "file return": "write down a tax return",
    "contest deposit": "note the deposit of a tournament",
    "tell division": "tell the gaming division",
    "take back deposit": "take back a deposit",
}
ON_DUTY = (
    *(kinds.Stock, kinds.Count, kinds.OwnCount, kinds.Reading, kinds.AnswerReading),
    *(kinds.Explain, kinds.CloseDay),
)
PAID = (kinds.ExchangeTips, kinds.Withdraw)
KEPT = (
    kinds.Done,
    kinds.Equipment,
    kinds.Release,
    kinds.Batch,
    kinds.Destroy,
    kinds.Posted,
)  # records that the first reading did not know
_OF_OFFICE = tuple(fact for fact in of(OFFICE) if fact not in KEPT)


@check("pd.person", *INITIALED, *of(SETUP))
def signers_are_known(act: Act[Fact], now: Scene) -> Found:
    for signer in act.signers:
        if signer.person not in now.site.people:
            yield f"Nobody called {signer.person} is set up. Known: {listed(now.site.people)}."
    named = act.fact.person
    if isinstance(act.fact, kinds.Person):
        if not act.fact.person.strip() or named == "pool":
            yield f"'{named}' cannot be a person's id. Give them a short name of their own."
    elif named and named not in {*now.site.people, "pool"}:
        yield f"Nobody called {named} is set up. Known: {listed(now.site.people)}."


@check("pd.signed", *INITIALED)
def somebody_signs(act: Act[Fact], now: Scene) -> Found:
    if not act.signers:
        yield f"Nobody initials this {act.verb}. Name who does, and in which role."


@check("pd.role", *INITIALED, *of(SETUP))
def signers_hold_their_roles(act: Act[Fact], now: Scene) -> Found:
    for signer in act.signers:
        person = now.site.people.get(signer.person)
        if person and not person.holds(signer.role, now.on):
            held = sorted(role.name for role in person.roles if person.holds(role.name, now.on))
            who, roles = now.name(signer.person), ", ".join(held) or "none"
            yield f"{who} may not act as {signer.role}. Ask somebody who does; {who} holds: {roles}."


@check("pd.role", kinds.Person)
def roles_are_known(act: Act[kinds.Person], now: Scene) -> Found:
    for role in act.fact.held(now.on):
        if role not in ROLES:
            yield f"'{role}' is not a role. Choose from: {', '.join(ROLES)}."


@check("pd.role", kinds.OpenTable, kinds.Dealer)
def whoever_is_seated_can_deal(act: Act[Fact], now: Scene) -> Found:
    layout, person = now.layout(act.fact.table), now.site.people.get(act.fact.person or "")
    if layout is None or person is None:
        return
    role = seated_as(layout)
    if not person.holds(role, now.on):
        yield f"{person.name} is not a {role}. Seat a {role} at table {act.fact.table}."


@check("pd.duty", kinds.OpenTable, kinds.Dealer)
def whoever_is_seated_is_here(act: Act[Fact], now: Scene) -> Found:
    person = act.fact.person or ""
    if person in now.site.people and person not in {*now.today.duty, *act.people}:
        who = now.name(person)
        yield f"{who} is not on duty and cannot take table {act.fact.table}. Note the arrival first."
    at = now.today.dealing.get(person)
    if at not in (None, act.fact.table):
        yield f"{now.name(person)} is at table {at}. Relieve them there first."


@check("pd.duty", *of(TABLES, SLIPS, CAGE, TIPS, MONEY), *ON_DUTY)
def signers_are_on_duty(act: Act[Fact], now: Scene) -> Found:
    if now.day is None or now.day.sealed:
        return  # chips are moved between days too
    for signer in act.signers:
        if signer.person in now.site.people and signer.person not in now.today.duty:
            who = now.name(signer.person)
            yield f"{who} is not on duty. Note the arrival first, or ask someone on duty."


@check("pd.who", kinds.Limits, kinds.Plaque, kinds.Method, kinds.CountOpener, *KEPT, since=3)
@check("pd.who", *of(CHIPS), *_OF_OFFICE, kinds.Stray, kinds.Foreign, kinds.TrayCount, *PAID)
def verbs_have_their_people(act: Act[Fact], now: Scene) -> Found:
    allowed = now.value("pd.who", act.verb)
    if act.signers and act.signers[0].role not in allowed:
        does = _DOES.get(act.verb, act.verb)
        yield f"{a(act.signers[0].role)} does not {does}. Ask a {', '.join(allowed)}."


@check("pd.twice", *INITIALED)
def nobody_initials_twice(act: Act[Fact], now: Scene) -> Found:
    twice = {person for person in act.people if act.people.count(person) > 1}
    for person in sorted(twice):
        yield f"{now.name(person)} initials this {act.verb} twice. Ask a second person."


@check("pd.own", kinds.Verify, kinds.Receive)
def nobody_approves_their_own(act: Act[Fact], now: Scene) -> Found:
    signed = {signature.person for signature in act.slip.signed.values()}
    if not any(_could(act, now, person) for person in now.today.duty if person not in signed):
        return  # nobody else on duty could: better once more by the same person than not at all
    for signer in act.signers:
        if signer.person in signed:
            yield (
                f"{now.name(signer.person)} has initialed {act.slip.name} already and cannot"
                f" {act.verb} it. Ask another person."
            )


def _could(act: Act[Fact], now: Scene, person: str) -> bool:
    """Whether somebody on duty could verify or receive this slip, or have prepared it instead."""
    known = now.site.people[person]
    if act.verb == "verify":
        roles = frozenset(now.value("nd.08-05.5", "verifiers"))
        return known.holds_any(roles, now.on) and person not in now.today.dealing
    if act.slip.series == "fill" and now.today.dealing.get(person) == act.slip.table:
        return True  # or could have prepared it, had they been asked:
    return known.holds("cashier", now.on)


@check("pd.pin", kinds.Person)
def pins_are_not_guessed_at_once(act: Act[kinds.Person], now: Scene) -> Found:
    pin, roles = act.known.pin, {*act.fact.held(now.on)}
    before = now.site.people.get(act.fact.person)
    had = {role.name for role in before.roles} if before else set()
    if not pin and not act.known.badge and APPROVING & roles and not APPROVING & had:
        yield f"{act.fact.name} will approve. Enter a new PIN of six digits, or a badge."
    digits = pin_digits(now.site.settings.pin_digits, [role.name for role in act.fact.roles])
    if pin and (why := weak_pin(pin, roles, digits)):
        yield f"The PIN for {act.fact.name} {why}. Choose another."
