"""One thing after another, as days of editions 1 and 2 were judged."""

from pitdesk import kinds
from pitdesk.rules.check import Act, Found, Scene, check


@check("pd.state", kinds.Camera, until=2)
def the_table_was_opened(act: Act[kinds.Camera], now: Scene) -> Found:
    if act.fact.table in now.site.tables and now.table(act.fact.table) is None:
        yield f"Table {act.fact.table} was not opened today. Open it, then review its camera."
