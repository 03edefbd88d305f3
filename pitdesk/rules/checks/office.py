"""What head office is told: corrections, deposits, keys: 99-01.3-03-10."""

from pitdesk import kinds
from pitdesk.chips import dollars
from pitdesk.codes.keys import public_bytes
from pitdesk.kinds.editions import RECORDS
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import listed


@check("pd.correction", kinds.Correction)
def a_correction_is_of_a_sealed_day(act: Act[kinds.Correction], now: Scene) -> Found:
    if act.known.figures is None:
        yield f"{act.fact.date} has no document yet. Only a sealed day is corrected."
        return
    most = now.value("pd.amount", "most_cents")
    for name, cents in act.fact.changes.items():
        if name not in act.known.figures:
            yield f"The day has no figure called {name}. Known: {listed(act.known.figures)}."
        elif type(cents) is not int or not cents:
            yield f"The change of {name} is nothing. Enter the cents to add, or leave it out."
        elif abs(cents) > most:
            yield f"${dollars(cents)} is more than a day here ever comes to. Check the amount."


@check("nd.03-10.2", kinds.Deposit)
def a_deposit_slip_says_what_it_is_of(act: Act[kinds.Deposit], now: Scene) -> Found:
    if not act.fact.dates:
        yield "This deposit names no dates of activity. Choose the days that it is for."
    for text, words in ((act.fact.bank, "bank and account"), (act.fact.slip, "number of its slip")):
        if not text.strip():
            yield f"This deposit has no {words}. Enter it."
    if not 0 <= act.fact.checks_cents <= act.fact.cents:
        checks = dollars(act.fact.checks_cents)
        yield f"A deposit of ${dollars(act.fact.cents)} cannot hold ${checks} in checks. Correct one."
    for on in act.known.unknown:
        yield f"{on} owes no deposit: it is not sealed, left nothing, or was deposited. Leave it out."


@check("pd.deposit", kinds.Deposit)
def a_deposit_is_noted_after_it_was_made(act: Act[kinds.Deposit], now: Scene) -> Found:
    made = act.fact.made
    last = max((on for on in act.fact.dates if on not in act.known.ahead), default=None)
    if last and made < last:
        yield f"A deposit of {last} cannot be made on {made}. Enter the day the bank took it."
    if made > act.at.date():
        yield f"{made} is in the future. Note the deposit once the bank has taken it."


@check("pd.deposit", kinds.Deposit)
def a_deposit_is_what_was_owed(act: Act[kinds.Deposit], now: Scene) -> Found:
    owed, made = act.known.owed_cents, act.fact.cents
    if made <= 0:
        yield f"${dollars(made)} cannot be a deposit. Enter what the bank took."
    elif made > now.value("pd.amount", "most_cents"):
        yield f"${dollars(made)} is more than this house ever deposits. Check the amount."
    elif made != owed and not act.known.unknown and not act.fact.reason.strip():
        yield f"These days owe ${dollars(owed)}, but ${dollars(made)} was deposited. Give the reason."


@check("nd.03-10.1d", kinds.Deposit)
def a_deposit_is_made_in_time(act: Act[kinds.Deposit], now: Scene) -> Found:
    for on in act.known.late:
        yield f"The deposit of {on} was made after the third banking day."


@check("nd.03-10.2d", kinds.Deposit, since=RECORDS)
def each_day_has_a_deposit_slip(act: Act[kinds.Deposit], now: Scene) -> Found:
    if (many := len(act.fact.dates)) > 1:
        yield f"One deposit is of {many} days, and its slip has one date of activity."


@check("pd.deposit", kinds.TakeBackDeposit)
def what_is_taken_back_is_a_deposit_that_stands(act: Act[kinds.TakeBackDeposit], now: Scene) -> Found:
    noted, fact = act.known.entry, act.fact
    assert noted
    if done := now.site.taken_back.get(noted.seq):
        yield f"Deposit {fact.slip} was taken back by entry {done.seq} already. Choose another."
        return
    for later in now.site.deposits:
        if later.entry > noted.seq and not fact.contest and {*later.dates} & {*fact.dates}:
            on = min({*later.dates} & {*fact.dates})
            yield (
                f"Deposit {later.slip} of {later.made} is of {on} too, and was noted after it. Take that"
                " one back first."
            )


@check("pd.key", kinds.Key)
def a_key_can_sign(act: Act[kinds.Key], now: Scene) -> Found:
    if not now.public:
        yield "This book has no key to sign the change with. Put its key file back first."
    try:
        public_bytes(act.fact.successor)
    except ValueError as error:
        yield f"The new key cannot be read. {error}"
    if act.fact.successor == now.public:
        yield "This key signs already. Make a new one first."
