"""Tables: boxes, limits, dealing, video: 99-01.3-08-02 to 10 and the Century Code."""

from pitdesk import kinds
from pitdesk.book.boxes import ON_TABLE
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import a, bears

READER = "card-reader"


@check("nd.08-02.2", kinds.OpenTable, since=3)
def the_box_matches_the_table(act: Act[kinds.OpenTable], now: Scene) -> Found:
    yield from _must_match(act.fact.box, act.fact.table, now)


@check("nd.08-02.2", kinds.RemoveBox, kinds.DropCount, since=3)
def so_does_the_one_that_takes_its_place(act: Act[Fact], now: Scene) -> Found:
    assert isinstance(act.fact, kinds.RemoveBox | kinds.DropCount)
    if act.fact.put:
        yield from _must_match(act.fact.put, act.fact.table, now)


def _must_match(box: str, table: str, now: Scene) -> Found:
    layout, several = now.layout(table), len(now.site.tables) > 1
    names = {table} if several or not layout else {table, layout.box}
    if layout and not any(bears(box, name) for name in names):
        usual = layout.box if layout.box in names else table
        yield f"Box {box} is not table {table}'s. Put box {usual} on it, or {usual}/2."


@check("nd.08-10.1", kinds.OpenTable, kinds.Method, since=3)
def one_dealing_method_a_site(act: Act[Fact], now: Scene) -> Found:
    layout, fact = now.layout(act.fact.table), act.fact
    if not layout or layout.game != "21":
        return
    options = fact.options if isinstance(fact, kinds.OpenTable) else {}
    method = fact.method if isinstance(fact, kinds.Method) else options.get("method")
    allowed = now.value("nd.08-10.1", "methods")
    if method not in allowed:
        yield f"Table {fact.table} posts no dealing method. Choose from: {', '.join(allowed)}."
    broken = bool(fact.reason.strip()) and method != READER
    for table in now.today.tables.values():
        other = table.options.get("method")
        if table.game != "21" or table.table == fact.table or other in (method, None):
            continue
        if (other == READER and broken) or (table.reader_failed and (broken or method == READER)):
            continue
        yield (
            f"Table {table.table} deals {other}; a site deals one way. Only where a table's card reader"
            " fails may it deal another: give that as the reason."
        )


@check("nd.08-14.1e", kinds.OpenTable, since=3)
def the_box_was_emptied(act: Act[kinds.OpenTable], now: Scene) -> Found:
    yield from _must_be_empty(act.fact.box, now)


@check("nd.08-14.1e", kinds.OpenTable, since=3)
def a_used_box_stays_until_it_is_removed(act: Act[kinds.OpenTable], now: Scene) -> Found:
    table = now.table(act.fact.table)
    kept = table is not None and table.state == "closed" and table.uses[-1].state == ON_TABLE
    if table and kept and act.fact.box != table.box:
        yield f"Box {table.box} is still on table {table.table}. Open with it, or remove it first."


@check("nd.08-14.1e", kinds.RemoveBox, kinds.DropCount, since=3)
def so_was_the_one_that_takes_its_place(act: Act[Fact], now: Scene) -> Found:
    assert isinstance(act.fact, kinds.RemoveBox | kinds.DropCount)
    if act.fact.put:
        yield from _must_be_empty(act.fact.put, now)


def _must_be_empty(box: str, now: Scene) -> Found:
    if f"box {box}" in now.today.waiting:
        yield f"Box {box} waits to be counted. Count it first, or put another box on the table."
    for on, day in now.pending.items():
        if f"box {box}" in day.waiting:
            number = box.partition("/")[0]
            yield (
                f"Box {box} of {on} waits to be counted. Count it first, or put another of its number on"
                f" the table, such as {number}/2."
            )


@check("nd.08-07.1", kinds.Duty)
def nobody_walks_away_from_chips(act: Act[kinds.Duty], now: Scene) -> Found:
    at = now.today.dealing.get(act.fact.person)
    if at and not act.fact.on:
        who = now.name(act.fact.person)
        yield f"{who} is dealing at table {at}. Relieve them, or lock the tray, first."


@check("pd.dispute", kinds.Dispute, since=3)
def a_dispute_is_ruled_and_by_whom(act: Act[kinds.Dispute], now: Scene) -> Found:
    allowed = now.value("pd.dispute", "rulers")
    if act.signers and act.signers[0].role not in allowed:
        yield f"{a(act.signers[0].role)} does not rule a dispute. Ask a {', '.join(allowed)}."
    if not act.fact.ruling.strip():
        yield f"The dispute at table {act.fact.table} has no ruling. Write down what was ruled."


@check("pd.overrule", kinds.Overrule, since=3)
def a_ruling_of_tonight_is_overruled_once(act: Act[kinds.Overrule], now: Scene) -> Found:
    entry = act.known.entry
    if entry is None or not isinstance(entry.fact, kinds.Dispute):
        yield "There is no such dispute. Choose one of tonight's."
    elif entry.day != now.today.number:
        yield f"The dispute of entry {entry.seq} is of a day that was closed. Write down a new dispute."
    else:
        for _, done in now.today.facts(kinds.Overrule):
            if done.about == entry.seq:
                at = f"{now.site.local(done.at):%H:%M}"
                yield f"Entry {entry.seq} was overruled at {at} by entry {done.seq}. That ruling stands."


@check("pd.overrule", kinds.Overrule, since=3)
def it_is_overruled_otherwise_by_another_who_may(act: Act[kinds.Overrule], now: Scene) -> Found:
    allowed, entry = now.value("pd.overrule", "rulers"), act.known.entry
    if act.signers and act.signers[0].role not in allowed:
        yield f"{a(act.signers[0].role)} does not overrule. Ask a {' or a '.join(allowed)}."
    if not act.fact.ruling.strip():
        yield "The new ruling is missing. Write down what is ruled now."
    if entry is None or not isinstance(entry.fact, kinds.Dispute):
        return
    if act.signers and act.people[0] in [signature.person for signature in entry.signatures]:
        yield f"{now.name(act.people[0])} ruled this dispute. Somebody else overrules it."
    if act.fact.ruling.split() == entry.fact.ruling.split() and act.fact.under == entry.fact.under:
        yield f"Entry {entry.seq} was ruled so already. Write down what is ruled now."
