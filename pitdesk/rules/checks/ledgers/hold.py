"""Hold of a quarter, and the reviews after a low one: 99-01.3-08-01(3), 08-04(9)."""

from datetime import timedelta

from pitdesk import kinds
from pitdesk.book.past import is_quarter, quarter_end, quarter_of
from pitdesk.book.site import GAMES
from pitdesk.chips import dollars
from pitdesk.kinds import Fact
from pitdesk.kinds.editions import RECORDS
from pitdesk.records.duties import WEEK, next_day
from pitdesk.rules.check import Act, Found, Scene, check

REVIEWS, BEYOND = "nd.08-04.9", "nd.08-01.3q"
QUARTERLY = (
    *(kinds.DetermineHold, kinds.HoldReason, kinds.TellDivision),
    *(kinds.DealerWeek, kinds.FileReturn),
)
OPENERS = ("gaming manager", "shift manager")


@check("pd.hold", kinds.DetermineHold, since=RECORDS)
def a_quarter_is_over_before_its_hold_is_known(act: Act[kinds.DetermineHold], now: Scene) -> Found:
    quarter = act.fact.quarter
    if not is_quarter(quarter):
        return
    if act.at.date() <= quarter_end(quarter):
        yield f"{quarter} ends on {quarter_end(quarter)}. Determine its hold after that."
    for on in now.pending:
        if quarter_of(on) == quarter:
            yield f"A box of {on} is not counted yet. Count it, then determine the hold of {quarter}."
    if not act.fact.held:
        yield f"No table of this book took anything in {quarter}. Choose another quarter."


@check(REVIEWS, kinds.ReviewVideo, since=RECORDS)
def a_review_is_whole_and_by_who_did_not_play(act: Act[kinds.ReviewVideo], now: Scene) -> Found:
    fact, least, day = act.fact, now.value(REVIEWS, "minutes"), act.known.of_day
    if fact.minutes < least:
        yield (
            f"{fact.since} to {fact.until} are {fact.minutes} minutes; a review takes {least} at"
            f" least for each table. Watch on, then write it down."
        )
    if not fact.seen.strip():
        yield "Write down what was seen: a review without it is none."
    for person in act.people:
        if day and person in day.conducted:
            yield (
                f"{now.name(person)} worked in the games on {fact.date} and cannot review that video."
                " Ask somebody who did not."
            )


@check("pd.table", kinds.ReviewVideo, since=RECORDS)
def a_review_is_of_a_table_that_played(act: Act[kinds.ReviewVideo], now: Scene) -> Found:
    fact, day = act.fact, act.known.of_day
    if day is None:
        yield f"The book has no gaming day of {fact.date}. Enter the day whose video was watched."
    elif fact.table not in day.tables:
        names = ", ".join(day.tables) or "none"
        yield f"Table {fact.table} was not open on {fact.date}. Tables of that day: {names}."


@check("nd.08-04.9o", kinds.ReviewVideo, since=RECORDS)
def stored_video_is_opened_by_a_manager(act: Act[kinds.ReviewVideo], now: Scene) -> Found:
    opened = now.site.people.get(act.fact.opened)
    if any(signer.role in OPENERS for signer in act.signers):
        return
    if opened is None or not opened.holds_any(frozenset(OPENERS), now.on):
        yield (
            "Stored video is opened by the gaming manager or a shift manager. Name who of them opened"
            " this one."
        )


@check("nd.08-04.9v", kinds.ReviewVideo, since=RECORDS)
def old_video_may_be_gone(act: Act[kinds.ReviewVideo], now: Scene) -> Found:
    days = now.value("nd.08-04.9v", "days")
    if act.fact.on > act.fact.date + timedelta(days=days):
        yield f"The video of {act.fact.date} is older than {days} days, for which video is kept."


@check("pd.hold", kinds.HoldReason, since=RECORDS)
def a_reason_is_of_a_low_hold(act: Act[kinds.HoldReason], now: Scene) -> Found:
    fact = act.fact
    known = now.kept.determined.get(fact.quarter)
    if known is None or fact.game not in known.low:
        game = GAMES.get(fact.game, fact.game)
        yield f"The hold of {game} in {fact.quarter} asks for no review. Choose a quarter that does."
    if not fact.reason.strip():
        yield "Write down the reason that was found."


@check("nd.08-01.3q", kinds.TellDivision, since=RECORDS)
def the_division_is_told_of_a_quarter(act: Act[kinds.TellDivision], now: Scene) -> Found:
    known = now.kept.determined.get(act.fact.quarter)
    if known is None or not known.beyond:
        yield (
            f"{act.fact.quarter} did not pay more prizes of twenty-one than it took, or its hold is not"
            " determined. Determine it first."
        )
    if not act.fact.told.strip():
        yield "Write down who at the gaming division was told."


@check(BEYOND, kinds.DealerWeek, since=RECORDS)
def a_week_of_dealers_is_over_and_asked_for(act: Act[kinds.DealerWeek], now: Scene) -> Found:
    fact, known = act.fact, now.kept.determined.get(act.fact.quarter)
    if known is None or not known.beyond:
        yield (
            f"{fact.quarter} did not pay more prizes of twenty-one than it took, or its hold is not"
            " determined. Determine it first."
        )
        return
    since = next_day(known.on)
    last = fact.first + WEEK - timedelta(days=1)
    if fact.first < since or (fact.first - since).days % WEEK.days:
        yield f"No week after {fact.quarter} begins on {fact.first}. The first begins on {since}."
    elif act.at.date() <= last:
        yield f"The week ends on {last}. Keep its sheet after that."
    elif act.known.wrong:
        yield act.known.wrong
    elif not fact.held:
        yield f"Nobody dealt twenty-one from {fact.first} to {last}. Such a week asks for no sheet."
    elif fact.first in now.kept.weeks.get(fact.quarter, {}):
        yield f"The sheet of the week from {fact.first} is kept already."


@check("pd.quarter", kinds.FileReturn, since=RECORDS)
def a_return_is_of_a_quarter_that_is_over(act: Act[kinds.FileReturn], now: Scene) -> Found:
    fact, today = act.fact, act.at.date()
    if not is_quarter(fact.quarter):
        return
    end = quarter_end(fact.quarter)
    if fact.filed <= end:
        yield f"{fact.quarter} ends on {end}. Its return is filed after that."
    elif fact.filed > today:
        yield f"{fact.filed} is in the future. Write the return down once it is filed."
    for on in now.pending:
        if quarter_of(on) == fact.quarter:
            yield f"A box of {on} is not counted yet. Count it, then file the return of {fact.quarter}."
    if now.last_day and not now.last_day.sealed and quarter_of(now.last_day.date) == fact.quarter:
        yield f"{now.last_day.date} is still open. Seal it, then file the return of {fact.quarter}."
    if not fact.held:
        yield f"No table of this book took anything in {fact.quarter}. Choose another quarter."
    if not fact.paper:
        yield "Enter the number of the return or of its payment: it shows that it was filed."
    if not 0 <= fact.tax_cents <= now.value("pd.amount", "most_cents"):
        yield f"${dollars(fact.tax_cents)} cannot be the tax of a quarter. Check the amount."


@check("pd.state", *QUARTERLY, since=RECORDS)
def a_quarter_is_written_so(act: Act[Fact], now: Scene) -> Found:
    assert isinstance(act.fact, QUARTERLY)
    if not is_quarter(act.fact.quarter):
        yield f"'{act.fact.quarter}' is no quarter. Write it as 2026Q4."


@check("pd.inspect", kinds.Inspect, since=RECORDS)
def an_agent_has_a_name_and_a_time(act: Act[kinds.Inspect], now: Scene) -> Found:
    if not act.fact.agent.strip():
        yield "Enter the agent's name: the book keeps who was shown it."
    if not 0 < act.fact.minutes <= now.value("pd.inspect", "most_minutes"):
        most = now.value("pd.inspect", "most_minutes")
        yield f"An inspection is opened for 1 to {most} minutes, not {act.fact.minutes}."
