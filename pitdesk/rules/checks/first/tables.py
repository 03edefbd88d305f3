"""Tables, as days of editions 1 and 2 were judged."""

from pitdesk import kinds
from pitdesk.chips import dollars
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Found, Scene, check


@check("nd.08-09.1", kinds.OpenTable, until=2)
def limits_are_lawful(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    if not layout or layout.game != "21":
        return
    low, high = act.fact.limits
    most = now.value("nd.08-09.1", "most_cents")
    if low % 100 or high % 100 or not 100 <= low <= high <= most:
        yield f"Limits ${dollars(low)}-${dollars(high)}: whole dollars from $1 to ${dollars(most)}."
    others = [t.limits[0] for t in now.today.open_tables if t.game == "21" and t.table != act.fact.table]
    if min([low, *others]) > now.value("nd.08-09.1", "least_min_cents"):
        yield "No open table takes a wager of $3 or less. Lower this table's minimum."


@check("nd.53-06.1-07.4", kinds.OpenTable, until=2)
def paddlewheel_limits_are_lawful(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    if not layout or layout.game != "PW":
        return
    most = now.value("nd.53-06.1-07.4", "most_spin_cents")
    if act.fact.limits[1] > most:
        yield f"A player wagers at most ${dollars(most)} on a spin. Lower the table's maximum."


@check("nd.08-10.1", kinds.OpenTable, until=2)
def one_dealing_method_a_site(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    if not layout or layout.game != "21":
        return
    method, allowed = act.fact.options.get("method"), now.value("nd.08-10.1", "methods")
    if method not in allowed:
        yield f"Table {act.fact.table} posts no dealing method. Choose from: {', '.join(allowed)}."
    for table in now.today.tables.values():
        if table.game == "21" and table.options.get("method") not in (method, None):
            yield f"Table {table.table} deals {table.options['method']}; a site deals one way."


@check("nd.53-06.1-10", kinds.OpenTable, until=2)
def no_video_means_small_wagers(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    if layout and layout.game == "21" and now.site.settings.video_required:
        most = now.value("nd.53-06.1-10", "no_video_cents")
        if not layout.video and act.fact.limits[1] > most:
            yield f"Table {act.fact.table} has no video: wagers up to ${dollars(most)} until it has."


@check("nd.02-01.6", kinds.Limits, kinds.Plaque, kinds.Method, kinds.Fault, kinds.Event, until=2)
@check("nd.02-01.6", kinds.Violation, kinds.Bank, kinds.Lender, kinds.Reading, until=2)
@check("nd.02-01.6", kinds.OwnCount, kinds.PassDrawer, kinds.OpenDrawer, until=2)
@check("nd.02-01.6", kinds.Reverse, kinds.CountOpener, kinds.AnswerReading, until=2)
def an_older_day_has_no_such_verb(act: Act[Fact], now: Scene) -> Found:
    yield f"This day was opened before PitDesk knew '{act.verb}'. Close it, and open the next day first."


@check("nd.08-02.2", kinds.OpenTable, until=2)
def the_box_matches_the_table(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    if layout and act.fact.box != layout.box:
        yield f"Box {act.fact.box} is not table {act.fact.table}'s. Put box {layout.box} on it."


@check("nd.08-14.1e", kinds.OpenTable, until=2)
def the_box_was_emptied(act: Act[kinds.OpenTable], now: Scene) -> Found:
    table = now.table(act.fact.table)
    if table and table.state == "closed" and table.box_state != "on table":
        at = f"table {act.fact.table}"
        yield f"Box {table.box} was taken off {at} today; it is used again another day."
