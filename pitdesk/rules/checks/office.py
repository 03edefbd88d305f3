"""What head office is told: corrections, deposits, keys: 99-01.3-03-10."""

from pitdesk.chips import dollars
from pitdesk.codes.keys import public_bytes
from pitdesk.rules.check import Act, Scene, check
from pitdesk.rules.checks.verbs import Words, listed

TABLE = ("drop", "opener", "fills", "credits", "closer", "win")


@check("pd.correction", "correction")
def a_correction_is_of_a_sealed_day(act: Act, now: Scene) -> Words:
    said = act.detail["said"]
    if said is None:
        yield f"{act.detail['date']} has no document yet. Only a sealed day is corrected."
        return
    tables = {f"{table['table']}.{name}" for table in said["tables"] for name in TABLE}
    known = {*said["summary"], *tables} - {"prize_basis"}
    most = now.value("pd.amount", "most_cents")
    for name, cents in act.detail["changes"].items():
        if name not in known:
            yield f"The day has no figure called {name}. Known: {listed(known)}."
        elif type(cents) is not int or not cents:
            yield f"The change of {name} is nothing. Write the cents to add, or leave it out."
        elif abs(cents) > most:
            yield f"${dollars(cents)} is beyond anything a day here comes to. Check the amount."


@check("nd.03-10.2", "deposit")
def a_deposit_slip_says_what_it_is_of(act: Act, now: Scene) -> Words:
    if not act.detail["dates"]:
        yield "A deposit names the dates of the activity that it is of. Choose them."
    for name, words in (("bank", "bank and account"), ("slip", "number of its slip")):
        if not act.detail[name].strip():
            yield f"A deposit names its {words}. Write it."
    if not 0 <= act.detail["checks"] <= (act.cents or 0):
        checks = dollars(act.detail["checks"])
        yield f"${checks} of checks are not part of a deposit of ${dollars(act.cents or 0)}."
    for on in act.detail["unknown"]:
        yield f"{on} owes no deposit: it is not sealed, left nothing, or its deposit is made."


@check("pd.deposit", "deposit")
def a_deposit_is_made_after_its_days_and_before_it_is_noted(act: Act, now: Scene) -> Words:
    made, last = act.detail["made"], max(act.detail["dates"], default="")
    if made < last:
        yield f"A deposit of {last} was not made on {made}. Write when the bank took it."
    if made > act.at.date().isoformat():
        yield f"{made} is yet to come. Note the deposit once the bank has taken it."


@check("pd.deposit", "deposit")
def a_deposit_is_what_was_owed(act: Act, now: Scene) -> Words:
    owed, made = act.detail["owed"], act.cents or 0
    if made <= 0:
        yield f"${dollars(made)} is no deposit. Write what the bank took."
    elif made > now.value("pd.amount", "most_cents"):
        yield f"${dollars(made)} is beyond anything this house deposits. Check the amount."
    elif made != owed and not act.detail["unknown"] and not act.reason.strip():
        yield f"These days owe ${dollars(owed)}, and ${dollars(made)} was deposited. Say why."


@check("nd.03-10.1d", "deposit")
def a_deposit_is_made_in_time(act: Act, now: Scene) -> Words:
    for on in act.detail["late"]:
        yield f"The deposit of {on} was made after the third banking day."


@check("pd.key", "key")
def a_key_can_sign(act: Act, now: Scene) -> Words:
    if not act.detail["now"]:
        yield "This book has no key to sign the change with. Put its key file back first."
    try:
        public_bytes(act.detail["successor"])
    except ValueError as error:
        yield f"The new key cannot be read. {error}"
    if act.detail["successor"] == act.detail["now"]:
        yield "That is the key that signs now. Make a new one first."
