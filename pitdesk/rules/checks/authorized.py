"""What the site bears, and what its authorization allows: 99-01.3-01-02, 53-06.1-03(3)."""

import re
from datetime import time

from pitdesk import kinds
from pitdesk.book.site import GAMES
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Found, Scene, check

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@check("nd.08-05.3a", kinds.OpenDay, kinds.Slip, since=3)
def the_site_has_a_name(act: Act[Fact], now: Scene) -> Found:
    if not now.site.name.strip():
        yield "Every slip bears the site, and this one has no name. Enter it in Set-up, Site."


@check("pd.name", kinds.OpenDay, kinds.Slip, since=3)
def the_organization_has_a_name(act: Act[Fact], now: Scene) -> Found:
    if not now.site.organization.strip():
        yield "Slips and reports bear the organization, which has no name yet. Enter it in Set-up, Site."


@check("nd.01-02.1", kinds.OpenDay, since=3)
def the_day_of_the_week_is_authorized(act: Act[kinds.OpenDay], now: Scene) -> Found:
    days = now.site.settings.authorized_days
    if days and WEEKDAYS[act.fact.date.weekday()] not in days.split():
        yield (
            f"{act.fact.date} is a {WEEKDAYS[act.fact.date.weekday()].capitalize()}, and the site"
            f" authorization is for {', '.join(days.split())}. Play then, or enter an amended one."
        )


@check("nd.01-02.1", kinds.OpenTable, since=3)
def the_game_is_authorized(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout, games = now.layout(act.fact.table), now.site.settings.authorized_games
    if layout and games and layout.game not in games.split():
        yield (
            f"The site authorization does not name {GAMES[layout.game]}. Leave table {layout.table}"
            " closed, or enter an amended authorization."
        )


@check("nd.01-02.1t", kinds.OpenTable, since=3)
def no_more_tables_than_authorized(act: Act[kinds.OpenTable], now: Scene) -> Found:
    layout, most = now.layout(act.fact.table), now.site.settings.authorized_tables
    used = [
        one.table
        for one in now.today.open_tables
        if one.game == "21" and one.table != act.fact.table and not now.site.temporary(one.table, now.on)
    ]
    temporary = layout and now.site.temporary(layout.table, now.on)
    if layout and layout.game == "21" and not temporary and most and len(used) >= most:
        yield (
            f"The site authorization allows {most} tables of twenty-one, and {', '.join(used)} play."
            " Close one first."
        )


@check("nd.53-06.1-03.3", kinds.OpenTable, kinds.Dealer, since=3)
def games_keep_to_the_hours_of_the_bar(act: Act[Fact], now: Scene) -> Found:
    serves = now.site.settings.serves
    assert isinstance(act.fact, kinds.OpenTable | kinds.Dealer)
    if serves and act.fact.dealer and not _within(serves, act.at.time()):
        yield f"It is {act.at:%H:%M}, and alcohol is served here {serves}. Games keep to these hours."


@check("pd.setup", kinds.Site)  # also in a day of before: the next one reads them
def restrictions_can_be_read(act: Act[kinds.Site], now: Scene) -> Found:
    fact = act.fact
    hour = r"([01]\d|2[0-3]):[0-5]\d"
    if fact.serves and not re.fullmatch(f"{hour}-{hour}", fact.serves):
        yield f"'{fact.serves}' are no hours. Enter them as 11:00-01:00."
    for name, said, known in (
        ("day of the week", fact.authorized_days, WEEKDAYS),
        ("game", fact.authorized_games, tuple(GAMES)),
    ):
        for word in (said or "").split():
            if word not in known:
                yield f"'{word}' is not a {name}. Choose from: {', '.join(known)}."
    if fact.authorized_tables is not None and not 0 <= fact.authorized_tables <= 1000:
        yield f"A site authorization is for 1 to 1000 tables, not {fact.authorized_tables}; 0 for any."


def _within(hours: str, at: time) -> bool:
    """Whether a time lies in hours such as 11:00-01:00, past midnight too."""
    first, last = map(time.fromisoformat, hours.split("-"))
    return first <= at < last if first < last else at >= first or at < last
