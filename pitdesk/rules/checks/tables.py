"""Tables: boxes, limits, dealing, video: 99-01.3-08-02 to 10 and the Century Code."""

from pitdesk import kinds
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Found, Scene, check

READER = "card-reader"


@check("nd.08-02.2", kinds.OpenTable)
def the_box_matches_the_table(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    if layout and act.fact.box != layout.box:
        yield f"Box {act.fact.box} is not table {act.fact.table}'s. Put box {layout.box} on it."


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


@check("nd.08-14.1e", kinds.OpenTable)
def the_box_was_emptied(act: Act[kinds.OpenTable], now: Scene) -> Found:
    table = now.table(act.fact.table)
    if table and table.state == "closed" and table.box_state != "on table":
        at = f"table {act.fact.table}"
        yield f"Box {table.box} was taken off {at} today; it is used again another day."


@check("nd.08-07.1", kinds.Duty)
def nobody_walks_away_from_chips(act: Act[kinds.Duty], now: Scene) -> Found:
    at = now.today.dealing.get(act.fact.person)
    if at and not act.fact.on:
        who = now.name(act.fact.person)
        yield f"{who} is dealing at table {at}. Relieve them, or lock the tray, first."
