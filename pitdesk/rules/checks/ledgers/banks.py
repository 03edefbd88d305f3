"""Ideal cash banks, reconciliations, audits, rent: 99-01.3-03-09, 08-16(3) to (6), 08-01(4)."""

from pitdesk import kinds
from pitdesk.book.people import CASHIERS
from pitdesk.chips import dollars
from pitdesk.kinds.editions import RECORDS
from pitdesk.records.banks import STEPS, is_bank
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import listed


@check("nd.03-06.1b", kinds.Payback, since=RECORDS)
def no_more_is_paid_back_than_is_owed(act: Act[kinds.Payback], now: Scene) -> Found:
    owed = sum(one.cents for one in now.today.loans if one.number == act.fact.iou and not one.repaid)
    if owed and not 0 < (act.fact.cents or 0) <= owed:
        yield (
            f"${dollars(act.fact.cents or 0)} cannot be paid back on IOU {act.fact.iou}: it owes"
            f" ${dollars(owed)}. Enter that, or less."
        )


@check("nd.08-16.3", kinds.IdealBank, since=RECORDS)
def an_ideal_amount_says_where_it_came_from(act: Act[kinds.IdealBank], now: Scene) -> Found:
    fact = act.fact
    if not is_bank(fact.bank):
        yield f"'{fact.bank}' is no cash bank. Choose a drawer or the cash reserve."
    if fact.cents < 0 or fact.cents > now.value("pd.amount", "most_cents"):
        yield f"${dollars(fact.cents)} cannot be what a cash bank should hold. Check the amount."
    for text, words in ((fact.method, "how the money came or went"), (fact.reason, "why it is so much")):
        if not text.strip():
            yield f"Write down {words}: the master record has it."


@check("nd.08-16.6", kinds.ReconcileBank, since=RECORDS)
def a_bank_is_reconciled_by_two(act: Act[kinds.ReconcileBank], now: Scene) -> Found:
    fact = act.fact
    if fact.bank not in now.kept.ideal:
        yield f"The {fact.bank} has no ideal amount. Set it first. Known: {listed(now.kept.ideal)}."
    if len(act.signers) != 2:
        yield "Two people count a bank together and initial it. Name both."
    elif all(signer.role in CASHIERS for signer in act.signers):
        yield "One of the two is no cashier of this bank. Ask a manager or the bookkeeper."
    if fact.off_cents and not fact.reason.strip():
        how = "over" if fact.off_cents > 0 else "short"
        yield f"The {fact.bank} is {how} ${dollars(abs(fact.off_cents))}. Write down why."
    if now.day and not now.day.sealed:
        yield f"The day of {now.day.date} is open, and money moves. Close it, then reconcile."


@check("nd.08-14.2a", kinds.AuditDay, since=RECORDS)
def whoever_audits_did_not_count(act: Act[kinds.AuditDay], now: Scene) -> Found:
    day = act.known.of_day
    counted = day.counted if day else frozenset()
    for person in act.people:
        if person in counted:
            yield (
                f"{now.name(person)} counted a drop box of {act.fact.date} and cannot audit that day."
                " Ask somebody who did not."
            )


@check("nd.08-14.2a", kinds.Team, since=RECORDS)
def whoever_audits_counts_no_box(act: Act[kinds.Team], now: Scene) -> Found:
    for person in act.fact.members:
        if person in now.kept.auditors:
            yield (
                f"{now.name(person)} audits the games and counts no drop box any more. Choose somebody"
                " else for the count team."
            )


@check("pd.audit", kinds.AuditDay, since=RECORDS)
def an_audit_is_of_a_sealed_day_and_whole(act: Act[kinds.AuditDay], now: Scene) -> Found:
    day = act.known.of_day
    if day is None or not day.sealed or day.pending:
        yield f"{act.fact.date} is no sealed day whose boxes are counted. Audit a day that is."
    if missing := [step for step in STEPS if step not in act.fact.steps]:
        yield f"Not looked at yet: {', '.join(missing)}. An audit goes through all of them."


@check("nd.53-06.1-11.5", kinds.Rent, since=RECORDS)
def rent_keeps_to_its_limit(act: Act[kinds.Rent], now: Scene) -> Found:
    sheet = act.known.rent
    if sheet and act.fact.cents > sheet.limit_cents:
        unsure = " Some tables were used in a part of the quarters: ask the division." * sheet.unsure
        yield (
            f"${dollars(act.fact.cents)} a month is more than ${dollars(sheet.limit_cents)}, by the"
            f" tables of {sheet.quarter}.{unsure}"
        )


@check("pd.amount", kinds.Rent, since=RECORDS)
def rent_is_money(act: Act[kinds.Rent], now: Scene) -> Found:
    if min(act.fact.cents, act.fact.besides_cents) < 0:
        yield "Rent is not less than nothing. Check the amount."
