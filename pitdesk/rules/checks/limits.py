"""Limits of wagers, the table that takes $3, plaques: 99-01.3-08-09(1), 53-06.1-07.4."""

from pitdesk import kinds
from pitdesk.book.limits import Pair, active, in_words
from pitdesk.chips import dollars
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Finding, Found, Scene, check
from pitdesk.subjects import Table

POSTING = (kinds.OpenTable, kinds.Limits)
LONGEST_NOTICE = 24 * 60  # minutes


def posted(act: Act[Fact], now: Scene, game: str) -> Pair | None:
    """The limits that an act posts at a table of this game; None at another."""
    layout = now.layout(act.fact.table)
    assert isinstance(act.fact, POSTING)
    return act.fact.limits if layout and layout.game == game else None


@check("nd.08-09.1", *POSTING, since=3)
def limits_are_lawful(act: Act[Fact], now: Scene) -> Found:
    low, high = posted(act, now, "21") or (100, 100)
    most = now.value("nd.08-09.1", "most_cents")
    if low % 100 or high % 100 or not 100 <= low <= high <= most:
        yield (
            f"Limits ${dollars(low)}-${dollars(high)}: post whole dollars from $1 to ${dollars(most)},"
            " the lowest first."
        )


@check("nd.08-09.1", *POSTING, kinds.Dealer, kinds.CloseTable, since=3)
def an_active_table_takes_three_dollars(act: Act[Fact], now: Scene) -> Found:
    least = now.value("nd.08-09.1", "least_min_cents")
    before, after = _lowest(act, now)
    if not after or min(after.values()) <= least:
        return
    if min(before.values(), default=0) > least and after.items() <= before.items():
        return  # it was so already, and this act makes no more of it
    table = act.fact.table if isinstance(act.fact, POSTING) else min(after, key=lambda one: after[one])
    posted = ", ".join(f"table {name} from ${dollars(low)}" for name, low in sorted(after.items()))
    words = (
        f"No active table would take ${dollars(least)} or less, only {posted}."
        f" Lower table {table} to ${dollars(least)} first."
    )
    yield Finding(words, Table(table or ""))


def _lowest(act: Act[Fact], now: Scene) -> tuple[dict[str, int], dict[str, int]]:
    """The lowest wager of each active twenty-one table, before the act and after it."""
    tables = {one.table: one for one in now.today.tables.values() if one.game == "21"}
    before = {name: one.limits[0] for name, one in tables.items() if active(one)}
    after, fact, name = dict(before), act.fact, act.fact.table or ""
    table, layout = tables.get(name), now.layout(name)
    match fact:
        case kinds.OpenTable() if layout and layout.game == "21":
            after[name] = fact.limits[0]
        case kinds.Limits() if table and (table.dealer or table.players):
            after[name] = fact.limits[0]
        case kinds.CloseTable() | kinds.Dealer(dealer=None, players=False):
            after.pop(name, None)
        case kinds.Dealer() if table and (fact.players or table.known):
            after[name] = table.limits[0]
    return before, after


@check("nd.08-09.1p", kinds.CloseDay, since=3)
def plaques_are_on_the_tables(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for name in now.today.plaques.lacking:
        pair = in_words(now.today.tables[name].limits)
        words = f"Table {name} needs a plaque that says {pair}. Put it on the table, and note it."
        yield Finding(words, Table(name))


@check("nd.53-06.1-07.4", *POSTING, since=3)
def paddlewheel_limits_are_lawful(act: Act[Fact], now: Scene) -> Found:
    low, high = posted(act, now, "PW") or (100, 100)
    most = now.value("nd.53-06.1-07.4", "most_spin_cents")
    if not 0 < low <= high <= most:
        yield (
            f"Limits ${dollars(low)}-${dollars(high)}: a player wagers at most ${dollars(most)} on a"
            " spin. Post more than $0 and no more than that, the lowest first."
        )


@check("pd.notice", kinds.Limits, since=3)
def players_are_told_in_time(act: Act[kinds.Limits], now: Scene) -> Found:
    usual = now.site.settings.notice_minutes or now.value("pd.notice", "minutes")
    if not 0 <= act.fact.notice <= LONGEST_NOTICE:
        yield f"Notice of {act.fact.notice} minutes cannot be. Enter 0 to {LONGEST_NOTICE}."
    elif act.fact.notice < usual and not act.fact.reason.strip():
        yield (
            f"Players are told {usual} minutes before limits change, not {act.fact.notice}. Wait, or"
            " give the reason, such as that nobody plays."
        )


@check("pd.state", kinds.Limits, since=3)
def other_limits_are_posted(act: Act[kinds.Limits], now: Scene) -> Found:
    table = now.table(act.fact.table)
    if table and table.state == "open" and table.limits == act.fact.limits:
        yield f"Table {act.fact.table} has these limits already. Enter other ones."
