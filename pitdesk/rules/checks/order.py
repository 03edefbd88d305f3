"""One thing after another: open before use, once, and with a reason where one is due."""

from pitdesk import places
from pitdesk.rules.check import Act, Scene, check
from pitdesk.rules.checks.verbs import SLIPS, Words, listed


@check("pd.reason", "void", "refuse", "explain", "camera", "stock", "stray", "play")
@check("pd.reason", "correction", "key")
def a_reason_is_given(act: Act, now: Scene) -> Words:
    if act.verb == "camera" and act.detail["view"] == "clear":
        return
    if not act.reason.strip():
        yield f"A {act.verb} needs a reason. Give it in a few words."


@check("pd.state", "dealer", "count tray", "close table", *SLIPS, "exchange tips")
def the_table_is_open(act: Act, now: Scene) -> Words:
    table = now.table(act.table)
    if act.table in now.site.tables and (table is None or table.state != "open"):
        yield f"Table {act.table} is not open. Open it with its opener count first."


@check("pd.state", "camera")
def the_table_was_opened(act: Act, now: Scene) -> Words:
    if act.table in now.site.tables and now.table(act.table) is None:
        yield f"Table {act.table} was not opened today. Open it, then look at its camera."


@check("pd.state", "open table")
def the_table_is_not_open_yet(act: Act, now: Scene) -> Words:
    table = now.table(act.table)
    if table and table.state == "open":
        yield f"Table {act.table} is open since {now.site.local(table.opened_at):%H:%M}."


@check("pd.state", "verify", "receive", "void")
def the_slip_is_on_its_way(act: Act, now: Scene) -> Words:
    assert act.slip
    if not act.slip.on_the_way:
        yield f"{act.slip.name} is {act.slip.state} already; its chips are no longer in transit."


@check("pd.state", "verify")
def the_slip_is_verified_once(act: Act, now: Scene) -> Words:
    assert act.slip
    if act.slip.state == "verified":
        yield f"{act.slip.name} is verified already. Carry it on and have it received."


@check("pd.state", "close table")
def nothing_is_on_its_way_to_the_table(act: Act, now: Scene) -> Words:
    for slip in now.today.slips.values():
        if slip.table == act.table and slip.on_the_way:
            yield f"{slip.name} is still on its way. Receive or void it, then close the table."


@check("pd.state", "duty")
def comes_once_and_leaves_once(act: Act, now: Scene) -> Words:
    person, on = act.detail["person"], act.detail["on"]
    if (person in now.today.duty) == on and person in now.site.people:
        yield f"{now.name(person)} is {'already' if on else 'not'} on duty."


@check("pd.state", "iou", "payback")
def the_loan_stands_open(act: Act, now: Scene) -> Words:
    if act.verb == "payback":
        wanted = act.detail["iou"]
        if not any(loan.number == wanted and not loan.repaid for loan in now.today.loans):
            known = [loan.number for loan in now.today.loans if not loan.repaid]
            yield f"IOU {wanted} is not open. Open: {listed(known)}."


@check("pd.explain", "explain")
def there_is_something_to_explain(act: Act, now: Scene) -> Words:
    keys = {note.key for note in now.today.notes}
    keys |= {f"{slip.name} {part}" for slip, part, _ in now.today.missing()}
    keys |= {place for place in now.balances if place.startswith("tips ")}
    keys |= {f"chips {c.name}" for c, count in now.held(places.PATRONS).items() if count < 0}
    if act.detail["what"] not in keys:
        yield f"Nothing called '{act.detail['what']}' needs a reason. Known: {listed(keys)}."


@check("pd.state", "count")
def banks_are_counted(act: Act, now: Scene) -> Words:
    if act.detail["when"] not in ("opening", "check", "closing"):
        yield f"There is no {act.detail['when']} count. Make an opening, check or closing count."
    for place, counted in act.detail["counted"].items():
        money = [name in ("cash", "checks") for name in counted]
        if place not in (*places.CASH_ON_HAND, *places.CHIP_STORES):
            yield f"The {place} is not counted at the cage. Count its drawer, reserves and chip bank."
        elif any(one != (place in places.CASH_ON_HAND) for one in money):
            yield f"The {place} does not hold {listed(counted)}. Count cash and chips apart."


@check("pd.state", "count")
def an_opening_count_comes_first(act: Act, now: Scene) -> Words:
    for place in act.detail["counted"]:
        if act.detail["when"] == "opening" and place in now.today.moved:
            yield f"The {place} has moved today; its opening is past. Make a closing or check count."
