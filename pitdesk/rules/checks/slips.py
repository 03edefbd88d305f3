"""Fill and credit slips: 99-01.3-08-05."""

import re
from collections.abc import Iterable

from pitdesk import kinds, places
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.people import ACTING_CASHIER, CASHIERS, DEALERS
from pitdesk.book.site import Site
from pitdesk.book.slip import OWED, PARTS, Slip
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import INITIALED, a, listed

MOST_FORMS = 500  # in a pack


@check("nd.08-05.1", kinds.Slip, kinds.Transfer)
def chips_go_by_the_bank(act: Act[Fact], now: Scene) -> Found:
    allowed = {places.CHIP_BANK, places.JAR_BAR}
    assert isinstance(act.fact, kinds.Slip | kinds.Transfer)
    for end in (act.fact.source, act.fact.destination):
        if end.startswith("tray ") and (
            isinstance(act.fact, kinds.Transfer) or end != places.tray(act.fact.table or "")
        ):
            yield (
                "Chips never go from table to table. Credit them to the chip bank, then fill the"
                " other table."
            )
        elif not end.startswith("tray ") and end not in allowed:
            yield f"A slip cannot move chips to or from {end}. Choose the chip bank or the jar bar."


@check("nd.08-05.2v", kinds.Void)
def the_preparer_voids(act: Act[kinds.Void], now: Scene) -> Found:
    preparer = act.slip.signed["prepared"].person
    if not act.signers or preparer in act.people:
        return
    if preparer in now.today.duty:
        yield f"{act.slip.name} was prepared by {preparer}, who must initial both parts of its void."
    elif act.signers[0].role not in ("shift manager", "gaming manager"):
        yield f"{preparer} has left. Ask a shift manager or the gaming manager to void {act.slip.name}."


@check("nd.08-05.3", kinds.Slip)
def the_right_person_prepares(act: Act[kinds.Slip], now: Scene) -> Found:
    allowed = now.value("nd.08-05.3", act.verb)
    if act.signers and act.signers[0].role not in allowed:
        yield f"{a(act.signers[0].role)} may not prepare a {act.verb} slip. Ask a {', '.join(allowed)}."


@check("nd.08-05.3c", kinds.Slip)
def the_slip_bears_its_initials(act: Act[kinds.Slip], now: Scene) -> Found:
    wanted = CASHIERS if isinstance(act.fact, kinds.Fill) else DEALERS
    if act.signers and not any(signer.role in wanted for signer in act.signers):
        yield f"A {' or '.join(wanted)} must initial both parts of this {act.verb} slip. Ask one."


@check("nd.08-05.3c", *INITIALED, since=3)
def only_dealers_act_as_the_cashier(act: Act[Fact], now: Scene) -> Found:
    for signer in act.signers:
        person = now.site.people.get(signer.person)
        if signer.role == ACTING_CASHIER and person and not person.holds("dealer", now.on):
            yield f"{person.name} is no dealer and cannot act as the cashier. Ask a cashier or a dealer."


@check("nd.08-05.5", kinds.Verify)
def a_free_person_verifies(act: Act[kinds.Verify], now: Scene) -> Found:
    for signer in act.signers:
        if signer.role not in now.value("nd.08-05.5", "verifiers"):
            yield (
                f"{a(signer.role)} does not verify slips."
                " Ask a shift manager, pit boss or authorized employee."
            )
        if table := now.today.dealing.get(signer.person):
            yield f"{now.name(signer.person)} is dealing at table {table}. Ask somebody who is free."


def free_to_verify(day: Day, site: Site, roles: Iterable[str]) -> list[str]:
    """Who is on duty in the day, holds one of the roles, and neither deals nor runs a wheel."""
    able = frozenset(roles)
    here = (site.people[person] for person in day.duty if person not in day.dealing)
    return [person.id for person in here if person.holds_any(able, day.date)]


@check("nd.08-05.5", kinds.Receive, since=3)
def verified_when_somebody_is_free(act: Act[kinds.Receive], now: Scene) -> Found:
    """Nothing excuses whoever prepared the slip: they verify it themselves where nobody else is free."""
    if act.slip.state == "verified":
        return
    free = free_to_verify(now.today, now.site, now.value("nd.08-05.5", "verifiers"))
    others = [person for person in free if person not in {s.person for s in act.slip.signed.values()}]
    if free:
        yield (
            f"{act.slip.name} is not verified, and {listed(others or free)} can do it."
            " Have it verified first."
        )


@check("nd.08-05.6", kinds.Receive)
def the_right_person_receives(act: Act[kinds.Receive], now: Scene) -> Found:
    wanted = DEALERS if act.slip.series == "fill" else CASHIERS
    for signer in act.signers:
        if signer.role not in wanted:
            yield f"{a(signer.role)} does not receive a {act.slip.series}. Ask a {' or '.join(wanted)}."
        elif act.slip.series == "fill" and now.today.dealing.get(signer.person) != act.slip.table:
            yield f"{now.name(signer.person)} is not at table {act.slip.table}. Ask its dealer."


@check("pd.print", kinds.ByHand)
def a_form_by_hand_stands_for_paper_that_is_owed(act: Act[kinds.ByHand], now: Scene) -> Found:
    part, paper = act.fact.part, act.fact.paper
    if part not in PARTS:
        yield f"A slip has no {part}. Choose the original or the copy."
        return
    if (how := act.slip.on_paper(part, void=act.fact.void)) not in OWED:
        words = {"unknown": "nobody knows how it came out. Look, and answer", "whole": "it is on paper"}
        yield f"The {part} of {act.slip.name} needs no form: {words.get(how, 'it was written')}."
    yield from _form(paper, act.slip, now)
    if not act.fact.reason:
        yield "Say why it was written by hand."


@check("pd.print", kinds.Slip)
def a_slip_from_a_form_names_it_and_its_time(act: Act[kinds.Slip], now: Scene) -> Found:
    if not act.fact.form and not act.fact.written:
        return
    yield from _form(act.fact.form, None, now)
    if not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", act.fact.written):
        yield "Enter the time that is written on the form, such as 23:40."


def _form(number: str, slip: Slip | None, now: Scene) -> Found:
    """A form's number is entered, is of a pack where there are packs, and served no other slip today."""
    if not number:
        yield "Enter the number that is printed on the form."
        return
    packs = now.site.forms
    if packs and not (number.isdecimal() and any(one <= int(number) <= last for one, last in packs)):
        spans = ", ".join(f"{one:04} to {last:04}" for one, last in packs)
        yield f"Form {number} is not in a pack of this site: {spans}. Check the number on the form."
    for other in now.today.slips.values():
        used = {form.lstrip("0") for form in other.by_hand.values()}  # 7 is 0007
        if number.lstrip("0") in used and other is not slip:
            yield f"Form {number} was used for {other.name}. Check the number on the form."


@check("pd.print", kinds.Forms)
def a_pack_has_a_size(act: Act[kinds.Forms], now: Scene) -> Found:
    count = act.fact.last - act.fact.first + 1
    if not 1 <= count <= MOST_FORMS:
        yield f"A pack has 1 to {MOST_FORMS} forms, not {count}."


# What a table asks of the cage


@check("pd.ask", kinds.Ask, since=3)
def a_table_asks_for_something(act: Act[kinds.Ask], now: Scene) -> Found:
    fact = act.fact
    if fact.what not in ("fill", "credit"):
        yield f"A table asks for a fill or a credit, not for a {fact.what}."
    if not fact.par and not fact.chips:
        yield "No chips are entered. Enter how many pieces of which chip, or ask for par."


@check("pd.ask", kinds.Ask, since=3)
def the_pit_asks(act: Act[kinds.Ask], now: Scene) -> Found:
    allowed = now.value("pd.ask", "askers")
    for signer in act.signers:
        at = now.today.dealing.get(signer.person)
        if signer.role not in allowed:
            yield f"{a(signer.role)} does not ask for chips. Ask a {' or '.join(allowed)}."
        elif signer.role in DEALERS and at != act.fact.table:
            yield f"{now.name(signer.person)} is not at table {act.fact.table}. Ask its dealer."


@check("pd.ask", kinds.Ask, since=3)
def a_table_asks_once(act: Act[kinds.Ask], now: Scene) -> Found:
    if asked := now.today.asks.open.get((act.fact.table, act.fact.what)):
        yield f"{_said(asked, now)} already. Withdraw that ask first, or wait for the cage."


@check("pd.ask", kinds.WithdrawAsk, since=3)
def an_ask_that_waits_is_taken_back(act: Act[kinds.WithdrawAsk], now: Scene) -> Found:
    fact = act.fact
    asked = now.today.asks.open.get((fact.table, fact.what))
    if asked is None:
        open_ = listed(f"{what} at table {table}" for table, what in now.today.asks.open)
        yield f"Table {fact.table} waits for no {fact.what}. Asks that wait: {open_}."
        return
    own = {signature.person for signature in asked.signatures}
    for signer in act.signers:
        if signer.person in own or fact.reason.strip():
            continue
        yield f"{_said(asked, now)}. Say why it is not prepared."


@check("pd.ask", kinds.CloseTable, since=3)
def nothing_is_asked_for_a_table_that_closes(act: Act[kinds.CloseTable], now: Scene) -> Found:
    for (table, _), asked in now.today.asks.open.items():
        if table == act.fact.table:
            yield f"{_said(asked, now)}. Withdraw the ask, then close the table."


def _said(asked: Entry, now: Scene) -> str:
    assert isinstance(asked.fact, kinds.Ask)
    return f"Table {asked.fact.table} asked for a {asked.fact.what} at {now.site.local(asked.at):%H:%M}"
