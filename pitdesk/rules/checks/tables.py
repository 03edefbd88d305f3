"""Tables: boxes, limits, dealing, video: 99-01.3-08-02 to 10 and the Century Code."""

from pitdesk.chips import dollars
from pitdesk.rules.check import Act, Scene, check
from pitdesk.rules.checks.verbs import Words


@check("nd.08-02.2", "open table")
def the_box_matches_the_table(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    if layout and act.detail["box"] != layout.box:
        yield f"Box {act.detail['box']} is not table {act.table}'s. Put box {layout.box} on it."


@check("nd.08-10.1", "open table")
def one_dealing_method_a_site(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    if not layout or layout.game != "21":
        return
    method, allowed = act.detail["options"].get("method"), now.value("nd.08-10.1", "methods")
    if method not in allowed:
        yield f"Table {act.table} posts no dealing method. One of: {', '.join(allowed)}."
    for table in now.today.tables.values():
        if table.game == "21" and table.options.get("method") not in (method, None):
            yield f"Table {table.table} deals {table.options['method']}; a site deals one way."


@check("nd.08-09.1", "open table")
def limits_are_lawful(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    if not layout or layout.game != "21":
        return
    low, high = act.detail["limits"]
    most = now.value("nd.08-09.1", "most_cents")
    if low % 100 or high % 100 or not 100 <= low <= high <= most:
        yield f"Limits ${dollars(low)}-${dollars(high)}: whole dollars from $1 to ${dollars(most)}."
    others = [t.limits[0] for t in now.today.open_tables if t.game == "21" and t.table != act.table]
    if min([low, *others]) > now.value("nd.08-09.1", "least_min_cents"):
        yield "No open table takes a wager of $3 or less. Lower this table's minimum."


@check("nd.53-06.1-07.4", "open table")
def paddlewheel_limits_are_lawful(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    if not layout or layout.game != "PW":
        return
    most = now.value("nd.53-06.1-07.4", "most_spin_cents")
    if act.detail["limits"][1] > most:
        yield f"A player wagers at most ${dollars(most)} on a spin. Lower the table's maximum."


@check("nd.53-06.1-10", "open table")
def no_video_means_small_wagers(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    if layout and layout.game == "21" and now.site.settings.get("video_required"):
        most = now.value("nd.53-06.1-10", "no_video_cents")
        if not layout.video and act.detail["limits"][1] > most:
            yield f"Table {act.table} has no video: wagers up to ${dollars(most)} until it has."


@check("nd.08-14.1e", "open table")
def the_box_was_emptied(act: Act, now: Scene) -> Words:
    table = now.table(act.table)
    if table and table.state == "closed" and table.box_state != "on table":
        yield f"Box {table.box} was taken off table {act.table} today; it is used again another day."


@check("nd.08-07.1", "duty")
def nobody_walks_away_from_chips(act: Act, now: Scene) -> Words:
    at = now.today.dealing.get(act.detail["person"])
    if at and not act.detail["on"]:
        who = now.name(act.detail["person"])
        yield f"{who} is dealing at table {at}. Relieve them, or lock the tray, first."
