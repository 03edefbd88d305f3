"""What stands between a night and its seal, as days of editions 1 and 2 were judged."""

from pitdesk import kinds
from pitdesk.rules.check import Act, Finding, Found, Scene, check
from pitdesk.rules.checks.closing import BOX_NOT_COUNTED
from pitdesk.subjects import Box, Table


@check("nd.08-04.7", kinds.CloseDay, until=2)
def cameras_were_looked_at(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for table in now.today.tables.values():
        layout = now.layout(table.table)
        if layout and layout.video and table.camera is None:
            words = f"The camera of table {table.table} was not reviewed today. Review and note it."
            yield Finding(words, Table(table.table))


@check("nd.08-14.1", kinds.CloseDay, code=BOX_NOT_COUNTED, until=2)
def boxes_are_counted(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for table in now.today.tables.values():
        if table.box_state == "stored":
            words = f"Box {table.box} is not counted. Count it with two people."
            yield Finding(words, Box(table.box, table.table))
