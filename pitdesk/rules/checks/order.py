"""One thing after another: open before use, once, and with a reason where one is due."""

from pitdesk import kinds, places
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import a, listed


@check("pd.reason", kinds.Void, kinds.Refuse, kinds.Explain, kinds.Camera, kinds.Stock)
@check("pd.reason", kinds.Stray, kinds.Play, kinds.Correction, kinds.Key)
@check("pd.reason", kinds.Method, kinds.Violation, kinds.Reverse)
@check("pd.reason", kinds.OpenDrawer, kinds.Dispute, kinds.Overrule, kinds.TakeBackDeposit)
def a_reason_is_given(act: Act[Fact], now: Scene) -> Found:
    if isinstance(act.fact, kinds.Camera) and act.fact.view == "clear":
        return
    if isinstance(act.fact, kinds.Reverse) and act.fact.undone:
        return
    if not act.fact.reason.strip():
        yield f"{a(act.verb)} needs a reason. Give it in a few words."


@check("pd.state", kinds.Dealer, kinds.TrayCount, kinds.Slip, kinds.ExchangeTips)
@check("pd.state", kinds.Limits, kinds.Plaque, kinds.Method, kinds.CountOpener, kinds.Ask)
def the_table_is_open(act: Act[Fact], now: Scene) -> Found:
    table = now.table(act.fact.table)
    if act.fact.table in now.site.tables and (table is None or table.state != "open"):
        yield f"Table {act.fact.table} is not open. Open it with its opener count first."


@check("pd.state", kinds.OpenTable)
def the_table_is_not_open_yet(act: Act[kinds.OpenTable], now: Scene) -> Found:
    table = now.table(act.fact.table)
    if table and table.state == "open":
        yield f"Table {act.fact.table} has been open since {now.site.local(table.opened_at):%H:%M}."


@check("pd.state", kinds.Verify, kinds.Receive, kinds.Void)
def the_slip_is_on_its_way(act: Act[Fact], now: Scene) -> Found:
    if not act.slip.on_the_way:
        yield f"{act.slip.name} is {act.slip.state} already, and its chips are not in transit."


@check("pd.state", kinds.Verify)
def the_slip_is_verified_once(act: Act[kinds.Verify], now: Scene) -> Found:
    if act.slip.state == "verified":
        yield f"{act.slip.name} is verified already. Carry the chips on and have them received."


@check("pd.state", kinds.CloseTable)
def nothing_is_on_its_way_to_the_table(act: Act[kinds.CloseTable], now: Scene) -> Found:
    for slip in now.today.slips.values():
        if slip.table == act.fact.table and slip.on_the_way:
            yield f"{slip.name} is still on its way. Receive or void it, then close the table."


@check("pd.state", kinds.Duty)
def comes_once_and_leaves_once(act: Act[kinds.Duty], now: Scene) -> Found:
    person, on = act.fact.person, act.fact.on
    if (person in now.today.duty) == on and person in now.site.people:
        yield f"{now.name(person)} is {'already' if on else 'not'} on duty."


@check("pd.state", kinds.Payback)
def the_loan_stands_open(act: Act[kinds.Payback], now: Scene) -> Found:
    known = [loan.number for loan in now.today.loans if not loan.repaid]
    if act.fact.iou not in known:
        yield f"IOU {act.fact.iou} is not open. Open: {listed(known)}."


@check("pd.explain", kinds.Explain)
def there_is_something_to_explain(act: Act[kinds.Explain], now: Scene) -> Found:
    keys = {note.key for note in now.today.notes}
    keys |= {f"{slip.name} {part}" for slip, part, _ in now.today.missing()}
    keys |= {place for place in now.balances if place.startswith("tips ")}
    keys |= {f"chips {c.name}" for c, count in now.held(places.PATRONS).items() if count < 0}
    keys |= {f"recorder {table}" for table in now.today.tables if now.site.keeps("recorder")}
    if act.fact.what not in keys:
        yield f"Nothing called '{act.fact.what}' needs a reason. Known: {listed(keys)}."


@check("pd.state", kinds.Count)
def banks_are_counted(act: Act[kinds.Count], now: Scene) -> Found:
    if act.fact.when not in ("opening", "check", "closing"):
        yield f"There is no count called {act.fact.when}. Make an opening, check or closing count."
    for place, counted in act.fact.counted.items():
        money = [name in ("cash", "checks") for name in counted]
        cash = places.holds_cash(place)
        if not cash and place not in places.CHIP_STORES:
            yield f"The {place} is not part of this count. Count drawer, reserves and chip bank."
        elif any(one != cash for one in money):
            yield f"The {place} cannot hold {listed(counted)}. Count cash and chips separately."


@check("pd.state", kinds.Count)
def an_opening_count_comes_first(act: Act[kinds.Count], now: Scene) -> Found:
    for place in act.fact.counted:
        if act.fact.when == "opening" and place in now.today.moved:
            yield f"The {place} has moved since the opening. Make a closing or check count."
