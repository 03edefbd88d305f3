"""What stands between a night and its seal, as days of editions 1 and 2 were judged."""

from pitdesk import kinds
from pitdesk.rules.check import Act, Finding, Found, Scene, check
from pitdesk.subjects import Table


@check("nd.08-04.7", kinds.CloseDay, until=2)
def cameras_were_looked_at(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for table in now.today.tables.values():
        layout = now.layout(table.table)
        if layout and layout.video and table.camera is None:
            words = f"The camera of table {table.table} was not reviewed today. Review and note it."
            yield Finding(words, Table(table.table))
