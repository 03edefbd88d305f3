"""What a table asks of the cage: a house rule."""

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import DEALERS
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import a, listed


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
