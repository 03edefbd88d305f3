"""The drop box and its count, as the first reading judged them."""

from pitdesk import kinds
from pitdesk.rules.check import Act, Found, Scene, check


@check("nd.08-14.1", kinds.RemoveBox, until=2)
def the_box_is_carried_and_escorted(act: Act[kinds.RemoveBox], now: Scene) -> Found:
    table = now.table(act.fact.table)
    if table and table.state == "open":
        yield f"Table {act.fact.table} is open; its box stays on it. Close the table first."
    if table and table.box_state != "on table":
        yield f"Box {table.box} is off its table already: it is {table.box_state}."
    if table is None and act.fact.table in now.site.tables:
        yield f"Table {act.fact.table} was not used today. Leave its box where it is."
    if act.signers and act.signers[0].role != "shift manager":
        yield "Only the shift manager carries a box that is not counted at once. Ask the shift manager."
    if len(act.signers) < 2 and len(now.today.duty) > 1:
        yield "More than one employee is on duty: another one escorts the box. Name the escort."


@check("nd.08-14.4", kinds.DropCount, until=2)
def each_counts_once_alone(act: Act[kinds.DropCount], now: Scene) -> Found:
    table = now.table(act.fact.table)
    if table is None or table.box_state == "on table":
        yield f"The box of table {act.fact.table} was not removed. Remove it first."
    elif table.box_state == "counted":
        yield f"Box {table.box} is counted and agreed already. If it is wrong, both correct the drop."
    elif len(act.signers) != 1:
        yield "Each of the two counts alone. Have one person sign this count."
