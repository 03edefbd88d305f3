from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlite_utils.db import sqlite3

from pitdesk.book.journal import Journal
from pitdesk.book.past import last_day
from pitdesk.book.people import Role
from pitdesk.chips import Chips
from pitdesk.documents.deposits import dues
from pitdesk.errors import Refused, Trouble
from pitdesk.kinds.editions import LATEST
from tests.pitdesk.conftest import BANK, DRAWER
from tests.pitdesk.records.play import played

FIVE = Chips.read("1x$5")
NIGHT = date(2026, 11, 20)
OLD = (Role("shift manager", date(1998, 5, 1)),)

# Opening


def test_a_day_is_opened_by_a_shift_manager(dark):
    entry = dark.desk.open_day(NIGHT, dark.by("pia", "jo"))
    assert (str(entry.number), entry.day) == ("day 000001", 1)
    today = dark.desk.today
    assert (today.number, today.date) == (1, NIGHT)
    assert today.duty == {"pia": "shift manager", "jo": "cashier"}
    assert entry.fact.organization == "Dakota Lions"
    assert entry.fact.carried == {}


@pytest.mark.parametrize("signers", [["jo"], ["gus"], ["kari", "jo"]])
def test_nobody_else_opens_a_day(dark, signers):
    with dark.refused("nd.02-07.2", words="Ask one: pia, sam, uma"):
        dark.desk.open_day(NIGHT, dark.by(*signers))


def test_one_day_at_a_time(pit):
    with pit.refused("nd.02-01.6", "pd.day", words="The day of 2026-11-20 is still open"):
        pit.desk.open_day(NIGHT + timedelta(days=1), pit.by("pia"))


@pytest.mark.parametrize("days", [0, -1])
def test_a_day_is_never_opened_again(pit, days):
    pit.end()
    with pit.refused("pd.day", words="The day of 2026-11-20 is sealed; a new day must be later"):
        pit.desk.open_day(NIGHT + timedelta(days=days), pit.by("pia"))


@pytest.mark.parametrize("days", [-2, 1, 2])
def test_a_day_bears_the_date_on_which_it_begins(dark, days):
    with dark.refused("nd.02-01.6", words="is not today, which is 2026-11-20 here"):
        dark.desk.open_day(NIGHT + timedelta(days=days), dark.by("pia"))


@pytest.mark.parametrize(("time", "opens"), [("00:01", True), ("05:59", True), ("06:00", False)])
def test_yesterday_is_opened_in_the_night_alone(dark, time, opens):
    hour, minute = map(int, time.split(":"))
    dark.clock.at = datetime(2026, 11, 21, hour, minute, tzinfo=dark.desk.site.zone)
    if opens:
        assert dark.desk.open_day(NIGHT, dark.by("pia")).fact.date == NIGHT
    else:
        with dark.refused("pd.late", words="It is past 6 in the morning"):
            dark.desk.open_day(NIGHT, dark.by("pia"))


def test_a_day_that_was_opened_ahead_before_leaves_tomorrow_alone(dark):
    """Days of the first reading could be opened a date ahead: today's date is then taken."""
    dark.desk.edition = 2
    dark.desk.open_day(NIGHT + timedelta(days=1), dark.by("pia", "jo"))
    dark.desk.edition = LATEST
    counted = {"chip bank": BANK.names, "drawer": {"cash": DRAWER}}
    dark.desk.count("opening", counted, dark.by("pia", "jo"))
    dark.end()
    dark.later(days=1)
    with dark.refused("pd.day", words="ahead of the day on which it began"):
        dark.desk.open_day(NIGHT + timedelta(days=2), dark.by("pia", "jo"))
    entry = dark.desk.open_day(NIGHT + timedelta(days=2), dark.by("pia", "jo"), "opened a day ahead")
    assert entry.fact.reason == "opened a day ahead"


def test_a_second_day_of_a_date_is_no_day(pit):
    pit.end()
    for days, rule, words in (
        (0, "pd.day", "is sealed; a new day must be later"),
        (1, "nd.02-01.6", "is not today"),
    ):
        with pit.refused(rule, words=words):
            pit.desk.open_day(NIGHT + timedelta(days=days), pit.by("pia", "jo"), "again")


# A clock that is wrong


AHEAD = date(2036, 11, 20)


@pytest.fixture
def ahead(dark):
    """A book whose last day was sealed as ten years ahead: day 1 is right, day 2 is not."""
    dark.begin()
    dark.open("2", Chips())
    dark.end(t2=10_000)
    now = dark.clock.at
    dark.clock.at = now.replace(year=AHEAD.year)
    dark.desk.open_day(AHEAD, dark.by("pia", "jo"), "the house was closed")
    again(dark)
    dark.end(t2=52_000)
    dark.clock.at = now + timedelta(days=1)
    return dark


def again(pit):
    """The banks counted as they were left, and a table."""
    counted = {"chip bank": pit.held("chip bank").names, "drawer": pit.journal.at("drawer")}
    pit.desk.count("opening", counted, pit.by("pia", "jo"))
    pit.open("2", Chips())


def test_after_more_than_a_year_the_clock_is_asked_about(dark):
    dark.begin()
    dark.open("2", Chips())
    dark.end()
    dark.later(days=400)
    on = dark.clock.at.date()
    with dark.refused("pd.day", words=f"This machine's clock says {on}. If that is wrong, set it"):
        dark.desk.open_day(on, dark.by("pia", "jo"))
    entry = dark.desk.open_day(on, dark.by("pia", "jo"), "closed for a year")
    assert (entry.fact.before, entry.fact.reason) == (NIGHT, "closed for a year")


def test_a_season_without_a_day_is_no_question(dark):
    dark.begin()
    dark.open("2", Chips())
    dark.end()
    dark.later(days=200)
    assert dark.desk.open_day(dark.clock.at.date(), dark.by("pia", "jo")).fact.before == NIGHT


def test_a_sealed_day_in_the_future_does_not_lock_the_book(ahead):
    on = NIGHT + timedelta(days=1)
    with ahead.refused(
        "pd.day", words="dated 2036-11-20, ahead of the day on which it began. This machine's"
    ):
        ahead.desk.open_day(on, ahead.by("pia", "jo"))
    with ahead.refused("nd.02-07.2"):
        ahead.desk.open_day(on, ahead.by("jo"), "the clock was wrong")
    with ahead.refused("pd.day", words="The day of 2026-11-20 is sealed; a new day must be later"):
        ahead.desk.open_day(NIGHT, ahead.by("pia", "jo"), "the clock was wrong")
    entry = ahead.desk.open_day(on, ahead.by("pia", "jo"), "the clock was wrong")
    assert (entry.day, entry.fact.before) == (3, AHEAD)
    again(ahead)
    ahead.end(t2=1_000)
    assert ahead.desk.day.seal.deposit_due == date(2026, 11, 25)
    assert ahead.journal.verify().ok
    ahead.later(days=1)  # and the night after it is as any other
    assert ahead.desk.open_day(on + timedelta(days=1), ahead.by("pia", "jo")).day == 4
    assert last_day(ahead.journal).date == NIGHT + timedelta(days=2)


def test_the_date_of_a_wrong_clock_is_taken_when_it_comes(ahead):
    ahead.desk.open_day(NIGHT + timedelta(days=1), ahead.by("pia", "jo"), "the clock was wrong")
    again(ahead)
    ahead.end()
    ahead.clock.at = ahead.clock.at.replace(year=AHEAD.year, day=AHEAD.day)
    with ahead.refused("pd.day", words="2036-11-20 is the date that day 2 was given by mistake"):
        ahead.desk.open_day(AHEAD, ahead.by("pia", "jo"), "closed for years")
    ahead.desk.open_day(AHEAD + timedelta(days=1), ahead.by("pia", "jo"), "closed for years")


def test_what_a_day_of_a_wrong_clock_owes_is_due_with_the_next(ahead):
    on = NIGHT + timedelta(days=1)
    ahead.desk.open_day(on, ahead.by("pia", "jo"), "the clock was wrong")
    again(ahead)
    ahead.end(t2=1_000)
    owed = {due.date: due for due in dues(ahead.journal, ahead.desk.site)}
    assert (owed[AHEAD].ahead, owed[AHEAD].by) == (True, owed[on].by)
    ahead.later(days=2)
    entry = ahead.desk.deposit(
        [AHEAD], on + timedelta(days=2), owed[AHEAD].cents, ahead.by("gus"), bank="Prairie", slip="7"
    )
    assert entry.fact.warnings == ()


@pytest.mark.parametrize("year", [1970, 1997, 2107, 2400])
def test_a_clock_that_no_code_or_calendar_holds_opens_nothing(dark, year):
    dark.clock.at = dark.clock.at.replace(year=year)
    with dark.refused("pd.day", words=f"This machine's clock says {year}-11-20 22:00 UTC"):
        dark.desk.open_day(dark.clock.at.date(), dark.by("pia", "jo"))
    with dark.refused("pd.day", words="Set the clock, then try again"):
        dark.desk.set_site({"name": "Elsewhere"}, dark.by("gus"))
    assert dark.desk.binding.words.startswith("The colors bind here")  # a screen asks it


@pytest.mark.parametrize("on", [date.min, date(1970, 1, 1), date.max])
def test_a_game_does_not_end_when_no_calendar_goes_on(dark, on):
    with dark.refused("nd.08-06.2d", words="is no date that a game here can end on"):
        dark.desk.end_game("PW", on, "the office", dark.by("gus"))


def test_an_invoice_is_not_of_the_future(dark):
    dark.begin()
    late = dark.invoice(FIVE, date="2036-11-20")
    with dark.refused("pd.invoice", words="dated 2036-11-20, and today is 2026-11-20 by this machine's"):
        dark.desk.delivery(late, FIVE, dark.by("pia", "jo"))


@pytest.mark.parametrize(
    ("at", "on"),
    [
        ("2026-11-01T06:30", "2026-11-01"),  # the hour that the clocks show twice
        ("2026-11-01T07:30", "2026-11-01"),
        ("2026-11-02T05:59", "2026-11-01"),  # a day of 25 hours
        ("2026-03-08T08:30", "2026-03-08"),  # the hour that they do not show
        ("2026-03-09T04:59", "2026-03-08"),
    ],
)
def test_a_day_is_of_the_sites_calendar_when_the_clocks_are_changed(dark, at, on):
    dark.clock.at = datetime.fromisoformat(f"{at}:00+00:00")
    wanted = date.fromisoformat(on)
    with dark.refused("nd.02-01.6", words=f"is not today, which is {wanted} here"):
        dark.desk.open_day(wanted + timedelta(days=2), dark.by("pia", "jo"))
    assert dark.desk.open_day(wanted, dark.by("pia", "jo")).fact.date == wanted


@pytest.mark.parametrize(
    ("at", "opens"), [("2000-02-29", True), ("2096-02-29", True), ("2106-02-01", False)]
)
def test_leap_days_are_days_and_the_last_weeks_of_the_codes_are_not(dark, at, opens):
    on = date.fromisoformat(at)
    dark.desk.set_person(replace(dark.desk.site.people["pia"], roles=OLD), by=dark.by("gus"))
    dark.clock.at = datetime(on.year, on.month, on.day, 22, tzinfo=UTC)
    if not opens:
        with dark.refused("pd.day"):
            dark.desk.open_day(on, dark.by("pia", "jo"))
        return
    assert dark.desk.open_day(on, dark.by("pia")).fact.date == on


def test_in_an_open_day_the_pit_works_on_with_a_clock_of_1970_but_not_beyond_the_codes(pit):
    pit.clock.at = datetime(1970, 1, 1, 0, 5, tzinfo=UTC)
    number = pit.fill("2", "20x$5")
    assert "the clock went back" in " ".join(note.words for note in pit.desk.today.notes)
    pit.clock.at = datetime(1969, 12, 31, tzinfo=UTC)
    with pit.refused("pd.day", words="works from 1970-01-01 to 2106-02-07"):
        pit.desk.fill("2", FIVE, pit.by("jo"))
    assert number == 1


# Duty


def test_people_come_and_go(pit):
    pit.arrive("cleo")
    assert pit.desk.today.duty["cleo"] == "cashier"
    pit.desk.off_duty("cleo", pit.one("cleo"))
    assert "cleo" not in pit.desk.today.duty


def test_who_is_here_does_not_come_and_who_is_not_does_not_go(pit):
    with pit.refused("pd.state", words="Jo is already on duty"):
        pit.arrive("jo")
    with pit.refused("pd.state", words="Cleo is not on duty"):
        pit.desk.off_duty("cleo", pit.one("cleo"))


def test_somebody_who_is_not_set_up_does_not_come(pit):
    with pit.refused("pd.person"):
        pit.arrive("zed:dealer")


def test_whoever_deals_is_relieved_before_leaving(pit):
    with pit.refused("nd.08-07.1", words="Kari is dealing at table 2"):
        pit.desk.off_duty("kari", pit.one("kari"))


def test_a_shift_manager_stays_while_a_table_is_open(pit):
    with pit.refused("nd.02-07.2", words="a table is open. A shift manager comes on duty first."):
        pit.desk.off_duty("pia", pit.one("pia"))
    pit.arrive("sam")
    with pit.refused("nd.02-07.2", words="Hand over to sam first."):
        pit.desk.off_duty("pia", pit.one("pia"))
    pit.desk.hand_over("sam", pit.by("pia", "sam"))
    pit.desk.off_duty("pia", pit.one("pia"))
    assert pit.desk.today.shifts.people == ["pia", "sam"]


def test_the_last_shift_ends_with_the_seal(pit):
    pit.end()
    (only,) = pit.desk.day.shifts
    assert (only.person, only.until) == ("pia", pit.desk.day.sealed.at)
    assert pit.another().day.shifts == pit.desk.day.shifts


def test_a_shift_ends_with_whoever_has_it(pit):
    tray = pit.desk.day.tables["2"].known
    pit.shut("2")
    pit.desk.off_duty("pia", pit.one("pia"))
    pit.arrive("uma:dealer")
    with pit.refused("nd.02-07.2", words="No shift manager has this shift."):
        pit.open("2", tray, "uma:dealer")
    pit.desk.hand_over("uma", pit.by("uma"))
    pit.open("2", tray, "uma:dealer")
    assert pit.desk.today.duty["uma"] == "shift manager"  # and deals


def test_a_day_of_the_first_reading_is_judged_as_it_was(dark):
    dark.desk.edition = 2
    dark.begin()
    dark.open("2")
    dark.arrive("dan", "wes", "ola:outside count team")
    dark.desk.camera("2", dark.by("ola:outside count team"))
    dark.desk.fill("2", Chips.read("40x$1 10x$5"), dark.by("wes:dealer as cashier"))
    dark.desk.verify("fill", 1, dark.by("pia"))
    dark.desk.receive("fill", 1, dark.by("kari"))
    dark.desk.count_tray("2", Chips.read("20x$1 8x$5"), dark.by("kari"))
    dark.desk.exchange(Chips.read("5x$1"), Chips.read("1x$5"), dark.by("kari"), table="2")
    dark.desk.dealer("2", None, dark.by("kari"))
    dark.desk.exchange_tips("2", "dan", Chips.read("5x$1"), Chips.read("1x$5"), dark.by("dan"))
    with dark.refused("nd.08-06.2", words="does not redeem a player's chips"):
        dark.desk.redeem(Chips.read("1x$5"), dark.by("pia"))
    with dark.refused("pd.who", words="does not redeem tips"):
        dark.desk.redeem_tips("dan", Chips.read("1x$5"), dark.by("pia"))


def test_a_day_of_the_first_reading_asks_who_holds_the_role(dark):
    dark.desk.edition = 2
    dark.begin()
    dark.arrive("uma:dealer")
    dark.open("2", dealer="uma:dealer")
    dark.desk.off_duty("pia", dark.one("pia"))  # uma holds the role
    dark.desk.fill("2", Chips.read("10x$5"), dark.by("jo"))
    dark.desk.receive("fill", 1, dark.by("uma:dealer"))


def test_leaving_with_tips_is_a_warning_that_is_written_down(pit):
    pit.arrive("dan")
    pit.desk.declare_tips("kari", Chips.read("3x$5 2x$1"), pit.by("kari"))
    pit.desk.dealer("2", "dan", pit.by("dan"))
    entry = pit.desk.off_duty("kari", pit.one("kari"))
    (warning,) = entry.fact.warnings
    assert "nd.08-06.3" in warning
    assert "Kari leaves with $17.00 of tips not redeemed (3x$5 2x$1)" in warning
    assert [note.words for note in pit.desk.day.notes] == [warning]
    assert "kari" not in pit.desk.day.duty


def test_a_dealer_who_leaves_without_a_word_of_tips_is_warned(pit):
    pit.arrive("dan")
    pit.desk.dealer("2", "dan", pit.by("dan"))
    entry = pit.desk.off_duty("kari", pit.one("kari"))
    assert "without having redeemed or declared tips" in entry.fact.warnings[0]


def test_a_dealer_who_redeemed_tips_leaves_without_a_warning(pit):
    pit.arrive("dan")
    pit.desk.redeem_tips("kari", Chips.read("3x$5"), pit.by("jo"))
    pit.desk.dealer("2", "dan", pit.by("dan"))
    assert not pit.desk.off_duty("kari", pit.one("kari")).fact.warnings
    pit.arrive("cleo")
    assert not pit.desk.off_duty("cleo", pit.one("cleo")).fact.warnings


# Counts


def test_the_first_count_begins_the_banks(dark):
    dark.desk.open_day(NIGHT, dark.by("pia", "jo"))
    counted = {"chip bank": {"$5": 100}, "drawer": {"cash": 50_000}}
    entry = dark.desk.count("opening", counted, dark.by("pia", "jo"))
    assert entry.fact.began == ("chip bank", "drawer")
    assert (entry.fact.chips.names, entry.fact.cents) == ({"$5": 100}, 50_000)
    assert dark.desk.today.start == counted
    assert dark.journal.balances() == {
        "chip bank": {"$5": 100},
        "supplier": {"$5": -100},
        "drawer": {"cash": 50_000},
        "gaming account": {"cash": -50_000},
    }
    assert dark.desk.today.notes == []


def test_an_opening_count_may_be_made_again_until_something_moves(dark):
    dark.desk.open_day(NIGHT, dark.by("pia", "jo"))
    for five in (100, 101):
        dark.desk.count("opening", {"chip bank": {"$5": five}}, dark.by("pia", "jo"))
    dark.desk.count("opening", {"drawer": {"cash": 50_000}}, dark.by("pia", "jo"))
    assert dark.desk.today.start["chip bank"] == {"$5": 101}
    dark.desk.withdraw(1000, "check 1", dark.by("jo"))
    with dark.refused("pd.state", words="The drawer has moved since the opening"):
        dark.desk.count("opening", {"drawer": {"cash": 51_000}}, dark.by("pia", "jo"))


@pytest.mark.parametrize("signers", [["jo"], ["pia"], ["pia", "jo", "kari"], []])
def test_two_count_at_the_start_and_the_end(pit, signers):
    broken = ["nd.03-06.2"] + ["pd.signed"] * (not signers)
    with pit.refused(*broken, words="Two people count cash"):
        pit.desk.count("closing", {"drawer": {"cash": 400_000}}, pit.by(*signers))


@pytest.mark.parametrize("signers", [["jo"], ["pia", "jo"]])
def test_one_is_enough_in_between(pit, signers):
    pit.desk.count("check", {"drawer": {"cash": 400_000}}, pit.by(*signers))
    with pit.refused("nd.03-06.2"):
        pit.desk.count("check", {"drawer": {"cash": 400_000}}, pit.by("pia", "jo", "kari"))


def test_one_counts_who_is_alone_and_it_shows(dark):
    dark.desk.open_day(NIGHT, dark.by("uma"))
    dark.desk.count("opening", {"drawer": {"cash": 1000}}, dark.by("uma"))
    assert [note.words for note in dark.desk.today.notes] == ["counted by one person, alone on duty"]
    dark.arrive("jo")
    with dark.refused("nd.03-06.2"):
        dark.desk.count("closing", {"drawer": {"cash": 1000}}, dark.by("uma"))


@pytest.mark.parametrize(
    "counted",
    [
        {"tray 2": {"$5": 99}},
        {"patrons": {"$5": 1}},
        {"drop cash": {"cash": 100}},
        {"over/short": {"cash": 100}},
        {"in transit": {}},
        {"pocket": {"$5": 1}},
        {"chip bank": {"cash": 500}},
        {"chip bank": {"$5": 900, "cash": 500}},
        {"drawer": {"$5": 3}},
        {"drawer": {"cash": 400_000, "$5": 3}},
    ],
)
def test_only_the_cages_banks_are_counted_each_of_what_it_holds(pit, counted):
    with pit.refused("pd.state"):
        pit.desk.count("check", counted, pit.by("pia", "jo"))


@pytest.mark.parametrize("when", ["whenever", "", "Closing"])
def test_a_count_is_made_at_opening_closing_or_as_a_check(pit, when):
    with pit.refused("pd.state"):
        pit.desk.count(when, {"drawer": {"cash": 400_000}}, pit.by("pia", "jo"))


def test_a_check_finds_what_is_off_and_the_book_goes_on_from_what_is_there(pit):
    entry = pit.desk.count("check", {"drawer": {"cash": 399_800}}, pit.by("pia", "jo"))
    assert entry.fact.off == {"drawer": {"cash": -200}}
    assert pit.journal.at("drawer") == {"cash": 399_800}
    assert pit.journal.at("over/short") == {"cash": 200}
    (note,) = pit.desk.day.unexplained
    assert note.words == "drawer: short, -$2.00 cash"
    assert "drawer" not in pit.desk.today.ending


def test_what_is_not_named_at_a_counted_place_is_not_there(pit):
    entry = pit.desk.count("check", {"chip bank": {"$5": 900}}, pit.by("pia", "jo"))
    assert entry.fact.off["chip bank"] == {
        "$1": -1200,
        "$100": -12,
        "$2": -200,
        "$25": -200,
        "50c": -400,
    }


@pytest.mark.parametrize(
    "counted",
    [
        {"chip bank": {"$5": -3}, "chip reserve": {"$5": 10}},
        {"drawer": {"cash": -300}, "cash reserve": {"cash": 1000}},
    ],
)
def test_a_count_below_zero_at_one_place_does_not_hide_behind_another(pit, counted):
    with pytest.raises(Refused) as caught:
        pit.desk.count("check", counted, pit.by("pia", "jo"))
    assert {*caught.value.rules} <= {"pd.below", "pd.amount"}
    assert pit.journal.at("chip reserve") == {}


# Explaining


def test_a_reason_is_given_for_something_that_shows(pit):
    pit.desk.count("check", {"drawer": {"cash": 399_800}}, pit.by("pia", "jo"))
    with pit.refused("pd.reason"):
        pit.desk.explain("drawer", " ", pit.by("pia"))
    entry = pit.desk.explain("drawer", "paid out twice", pit.by("pia"))
    assert pit.desk.day.reasons == {"drawer": entry}
    assert pit.desk.day.unexplained == []


def test_nothing_else_is_explained(pit):
    with pit.refused("pd.explain", words="Nothing called 'weather' needs a reason. Known: none."):
        pit.desk.explain("weather", "snow", pit.by("pia"))


# Closing: what stands in the way, and the way out of each


STEPS = {
    "shut": lambda pit: pit.desk.close_table(
        "2", pit.desk.today.tables["2"].known - Chips.read("20x$5"), pit.by("kari")
    ),
    "look": lambda pit: pit.look(),
    "boxes": lambda pit: pit.boxes(),
    "drops": lambda pit: pit.drops({"2": 30_000}),
    "find": lambda pit: pit.find(),
    "paper": lambda pit: pit.paper(),
    "closing": lambda pit: pit.closing(),
}


def go(pit, *steps):
    for step in steps:
        STEPS[step](pit)


def ready(pit, without=""):
    """A night with a fill and a credit, brought to its end but for some steps."""
    pit.fill("2", "10x$5")
    pit.credit("2", "2x$25")
    go(pit, *(step for step in STEPS if step not in without.split()))


def jar_bar(pit):
    pit.desk.credit("2", FIVE, pit.by("kari"), destination="jar bar")
    pit.desk.verify("credit", 1, pit.by("pia"))
    pit.desk.receive("credit", 1, pit.by("jo"))


def back_from_the_jar_bar(pit):
    back = pit.desk.fill("2", FIVE, pit.by("jo"), source="jar bar").number.number
    pit.desk.verify("fill", back, pit.by("pia"))
    pit.desk.receive("fill", back, pit.by("kari"))


def print_once(pit, outcome):
    slip = pit.desk.slip("fill", 1)
    sent = pit.desk.print(slip, "copy", ["x"], void=False, printer="p")
    if outcome:
        pit.desk.printed(sent.seq, outcome)


def foreign_chips(pit):
    """Three more hundred-dollar chips in the tray than the house owns."""
    tray = pit.desk.today.tables["2"].known + Chips.read("15x$100")
    pit.desk.close_table("2", tray, pit.by("kari"), reason="fifteen too many, looked at by all")


def tips(pit):
    pit.desk.declare_tips("kari", Chips.read("3x$5"), pit.by("kari"))


def redeem_tips(pit):
    pit.desk.redeem_tips("kari", Chips.read("3x$5"), pit.by("jo"))
    pit.closing()


def count_again(pit, **off):
    pit.closing(**off)


def count_one(pit, place):
    pit.desk.count("closing", {place: pit.journal.balances()[place]}, pit.by("pia", "jo"))


def prepare(pit):
    pit.desk.fill("2", FIVE, pit.by("jo"))


def void_it(pit):
    pit.desk.void("fill", 2, "not needed", pit.by("jo"))
    go(pit, "shut", "boxes", "drops", "find", "paper", "closing")


def opened_at_its_table(pit):
    pit.desk.team(pit.by("kim", "lee"), ["kim"])
    pit.desk.drop_count("2", 100, pit.by("kim"), at_once=True)


BLOCKERS = {  # name: (steps left out, what happens then, rules, the way out)
    "no closing count": ("closing", None, "nd.03-06.2", lambda p: go(p, "closing")),
    "moved since": (
        "",
        lambda p: p.desk.redeem(Chips.read("2x$5"), p.by("jo")),
        "nd.03-06.2",
        count_again,
    ),
    "drawer not counted": (
        "closing",
        lambda p: p.desk.count(
            "closing", {"chip bank": p.journal.balances()["chip bank"]}, p.by("pia", "jo")
        ),
        "nd.03-06.2",
        lambda p: count_one(p, "drawer"),
    ),
    "camera": ("look", None, "nd.08-04.7", lambda p: go(p, "look")),
    "table open": (
        "shut boxes drops find",
        None,
        "nd.08-14.1 nd.08-05.4",
        lambda p: go(p, "shut", "boxes", "drops", "find"),
    ),
    "box on its table": (
        "boxes drops find",
        None,
        "nd.08-14.1 nd.08-05.4",
        lambda p: go(p, "boxes", "drops", "find"),
    ),
    "box not counted": (
        "drops find",
        None,
        "nd.08-05.4",  # of the records: nobody can look into a box that waits
        lambda p: go(p, "drops", "find"),
    ),
    "box opened at its table": (
        "boxes drops find",
        opened_at_its_table,
        "nd.08-14.1 nd.08-05.4",
        lambda p: go(p, "boxes", "drops", "find"),
    ),
    "slips not looked for": ("find", None, "nd.08-05.4", lambda p: go(p, "find")),
    "slips not printed": ("paper", None, "pd.print", lambda p: go(p, "paper")),
    "print in doubt": (
        "",
        lambda p: print_once(p, None),
        "pd.print",
        lambda p: p.desk.print_answer("fill", 1, "copy", "whole", p.by("jo")),
    ),
    "paper damaged": ("", lambda p: print_once(p, "damaged"), "pd.print", lambda p: go(p, "paper")),
    "slip on its way": (
        "shut boxes drops find paper closing",
        lambda p: (prepare(p), go(p, "paper", "closing")),
        "nd.08-05.2 nd.08-05.4 nd.08-14.1 pd.transit",
        void_it,
    ),
    "drawer short": (
        "closing",
        lambda p: count_again(p, cash=-200),
        "pd.explained",
        lambda p: p.desk.explain("drawer", "two dollars", p.by("pia")),
    ),
    "drawer short, found again": (
        "closing",
        lambda p: count_again(p, cash=-200),
        "pd.explained",
        lambda p: count_again(p, cash=200),
    ),
    "tips": ("closing", lambda p: (tips(p), go(p, "closing")), "pd.tips", redeem_tips),
    "tips explained": (
        "closing",
        lambda p: (tips(p), go(p, "closing")),
        "pd.tips",
        lambda p: p.desk.explain("tips kari", "kept in the safe for kari", p.by("pia")),
    ),
    "more chips than owned": (
        "shut boxes drops find closing",
        lambda p: (foreign_chips(p), go(p, "boxes", "drops", "find", "closing")),
        "pd.outstanding",
        lambda p: p.desk.explain("chips $100", "counterfeit, police called", p.by("pia")),
    ),
}


@pytest.mark.parametrize("name", BLOCKERS)
def test_what_holds_up_the_close_and_the_way_out(pit, name):
    without, then, broken, out = BLOCKERS[name]
    ready(pit, without)
    if then:
        then(pit)
    rules = broken.split()
    assert {refusal.rule for refusal in pit.desk.blockers(400_000)} == {*rules}
    with pit.refused(*rules):
        pit.desk.close_day(400_000, pit.by("pia", "jo"))
    out(pit)
    assert pit.desk.blockers(400_000) == []
    entry = pit.desk.close_day(400_000, pit.by("pia", "jo"))
    assert pit.desk.day.sealed == entry
    assert pit.journal.verify().ok


def test_chips_at_the_jar_bar_hold_up_the_close(pit):
    jar_bar(pit)
    go(pit, "look", "paper")
    with pit.refused("pd.transit", words="Table 2 is the last one open"):
        pit.shut("2")
    assert "pd.transit" in {refusal.rule for refusal in pit.desk.blockers(400_000)}
    back_from_the_jar_bar(pit)
    go(pit, "shut", "boxes", "drops", "find", "paper", "closing")
    assert pit.desk.blockers(400_000) == []


def test_a_table_is_followed_to_the_end_of_its_box(pit):
    """Each step of a box has its own words."""
    found = []
    for step in ("shut", "boxes", "drops", ""):
        found += [r.words for r in pit.desk.blockers(400_000) if r.rule == "nd.08-14.1"]
        if step:
            go(pit, step)
    assert found == [
        "Table 2 is open. Count its tray and close it.",
        "Box 2 is still on table 2. Remove it to the safe.",
    ]


def test_every_blocker_is_told_at_once(pit):
    pit.fill("2", "10x$5")
    rules = ("nd.03-06.2", "nd.08-04.7", "nd.08-05.4", "nd.08-14.1", "pd.print")
    with pit.refused(*rules):
        pit.desk.close_day(400_000, pit.by("pia", "jo"))


def test_looking_at_the_blockers_writes_nothing(pit):
    before = pit.state()
    assert pit.desk.blockers(400_000)
    assert pit.state() == before


@pytest.mark.parametrize(
    ("signers", "broken"),
    [
        (["pia", "jo"], ""),
        (["pia"], ""),
        (["gus"], ""),
        (["jo", "pia"], "pd.close"),
        (["kari"], "pd.close"),
        ([], "pd.signed"),
        (["sam"], "pd.duty"),
    ],
)
def test_who_closes_the_day(pit, signers, broken):
    ready(pit)
    pit.arrive("gus")
    if broken:
        with pit.refused(broken):
            pit.desk.close_day(400_000, pit.by(*signers))
    else:
        assert pit.desk.close_day(400_000, pit.by(*signers)).kind == "close day"


@pytest.mark.parametrize("next_start", [430_050, 10**9, 2**70, -100])
def test_the_next_start_is_cash_that_is_there(pit, next_start):
    ready(pit)
    with pit.refused("nd.03-10.1"):
        pit.desk.close_day(next_start, pit.by("pia", "jo"))


def test_the_next_start_may_be_all_there_is_or_nothing(pit):
    ready(pit)
    assert pit.desk.blockers(430_000) == []
    entry = pit.desk.close_day(0, pit.by("pia", "jo"))
    assert entry.fact.deposit_cents == 430_000
    assert pit.journal.balances().get("drawer", {}) == {}


def test_more_cash_for_the_next_start_is_withdrawn_first(pit):
    ready(pit)
    pit.desk.withdraw(10_000, "check 7", pit.by("jo"))
    pit.closing()
    entry = pit.desk.close_day(440_000, pit.by("pia", "jo"))
    assert entry.fact.deposit_cents == 0


def test_a_next_start_below_the_reserve_banks_the_rest_of_it(dark):
    dark.desk.open_day(NIGHT, dark.by("pia", "jo"))
    counted = {"chip bank": {}, "drawer": {"cash": 1000}, "cash reserve": {"cash": 5000}}
    dark.desk.count("opening", counted, dark.by("pia", "jo"))
    dark.closing()
    entry = dark.desk.close_day(4000, dark.by("pia", "jo"))
    assert entry.fact.deposit_cents == 2000
    assert dark.journal.balances()["cash reserve"] == {"cash": 4000}
    assert "drawer" not in dark.journal.balances()


def test_the_seal_says_what_was_verified_and_notes_the_head(pit):
    ready(pit)
    head = pit.journal.head
    entry = pit.desk.close_day(400_000, pit.by("pia", "jo"))
    assert entry.fact.verified == head.seq
    assert entry.fact.head == head.hash.hex()
    assert pit.journal.noted_head() == pit.journal.head
    assert entry.fact.gross_cents == 30_000
    assert entry.fact.deposit_cents == 30_000
    assert entry.fact.deposit_due == date(2026, 11, 25)


def test_a_book_that_does_not_verify_is_not_sealed(pit):
    ready(pit)
    raw = sqlite3.connect(pit.book, isolation_level=None)
    raw.execute("UPDATE balance SET amount = amount + 1 WHERE place = 'patrons'")
    raw.close()
    with pytest.raises(Trouble, match=r"damaged.*kept balance"):
        pit.desk.close_day(400_000, pit.by("pia", "jo"))
    assert not pit.desk.day.sealed


def test_a_head_that_cannot_be_noted_stops_the_desk_and_says_that_the_entry_stands(pit):
    ready(pit)
    pit.book.with_name("pit.book.head").unlink()
    pit.book.with_name("pit.book.head").mkdir()
    with pytest.raises(Trouble, match=r"\(close day\) stands in the book, but the head could not"):
        pit.desk.close_day(400_000, pit.by("pia", "jo"))
    pit.book.with_name("pit.book.head").rmdir()
    with Journal.read(pit.book) as journal:
        assert last_day(journal).sealed


def test_a_night_without_a_cent_is_sealed(dark):
    dark.begin(drawer=0)
    dark.closing()
    entry = dark.desk.close_day(0, dark.by("pia", "jo"))
    assert (entry.fact.deposit_cents, entry.postings) == (0, ())


# The next day


def test_the_next_day_starts_where_this_one_ended(pit):
    ready(pit)
    pit.desk.close_day(400_000, pit.by("pia", "jo"))
    carried = pit.journal.balances()
    pit.later(days=1)
    entry = pit.desk.open_day(NIGHT + timedelta(days=1), pit.by("sam", "cleo"))
    assert (entry.day, entry.fact.carried) == (2, carried)
    assert pit.desk.today.duty == {"sam": "shift manager", "cleo": "cashier"}
    assert pit.desk.today.tables == {}
    assert pit.desk.today.slips == {}


def test_numbers_go_on_over_the_days(pit):
    ready(pit)
    pit.desk.close_day(400_000, pit.by("pia", "jo"))
    pit.begin(Chips.named(pit.journal.balances()["chip bank"]))
    pit.open("2", Chips.named(pit.journal.balances()["tray 2"]))
    assert (pit.fill("2", "1x$5"), pit.credit("2", "1x$5")) == (2, 2)


def test_a_slip_of_yesterday_is_not_todays(pit):
    ready(pit)
    pit.desk.close_day(400_000, pit.by("pia", "jo"))
    pit.begin(Chips.named(pit.journal.balances()["chip bank"]))
    with pit.refused("nd.08-05.2", words="There is no fill 000001 today"):
        pit.desk.void("fill", 1, "too late", pit.by("pia"))


def test_a_tray_stays_locked_over_the_day(pit):
    tray = pit.desk.today.tables["2"].known
    ready(pit)
    pit.desk.close_day(400_000, pit.by("pia", "jo"))
    locked = Chips.named(pit.journal.balances()["tray 2"])
    assert locked == tray + Chips.read("10x$5") - Chips.read("2x$25 20x$5")
    pit.begin(Chips.named(pit.journal.balances()["chip bank"]))
    with pit.refused("pd.state"):
        pit.desk.fill("2", FIVE, pit.by("jo"))
    pit.open("2", locked)
    assert pit.desk.day.unexplained == []
    assert pit.desk.today.tables["2"].opener == locked


def test_open_loans_are_carried_and_paid_back_on_a_later_day(pit):
    lent = pit.desk.iou(30_000, pit.lender(), "drawer", pit.by("jo"))
    paid = pit.desk.iou(5_000, pit.lender(), "drawer", pit.by("jo"))
    pit.desk.payback(paid.number.number, pit.by("jo"))
    ready(pit)
    pit.desk.close_day(430_000, pit.by("pia", "jo"))
    pit.later(days=1)
    pit.begin(Chips.named(pit.journal.balances()["chip bank"]), 430_000)
    (loan,) = pit.desk.today.loans
    assert (loan.number, loan.source, loan.destination) == (1, "Bingo bank", "drawer")
    assert (loan.cents, loan.lent, loan.initials, loan.repaid) == (30_000, "2026-11-20", "JO", None)
    entry = pit.desk.payback(lent.number.number, pit.by("jo"))
    assert entry.day == 2
    assert pit.desk.today.loans[0].repaid == "2026-11-21"
    pit.closing()
    entry = pit.desk.close_day(400_000, pit.by("pia", "jo"))
    assert entry.fact.cash_profit_cents == 0
    assert entry.fact.deposit_cents == 0
    pit.begin(Chips.named(pit.journal.balances()["chip bank"]))
    assert pit.desk.today.loans == []


SMALL = """
person  pia   "Pia Olsen"     PO  pin 481906  shift manager
person  jo    "Jo Sandvik"    JS  pin 2741    cashier
person  kari  "Kari Lund"     KL  pin 9053    dealer
person  kim   "Kim Berg"      KB  pin 3817    count team
person  lee   "Lee Aune"      LA  pin 6204    count team
organization  Dakota Lions
site   Riverside Lounge ; zone America/Chicago
chips  50c $1 $5
table  1 21

night 2026-11-20
16:02  open day            by pia(shift manager) jo(cashier)
16:05  bank has 100x$1 ; drawer $500.00        by pia(shift manager) jo(cashier)
16:06  on duty             by kari(dealer)
16:07  open 1 nothing ; limits $1-$2 ; deals no-peek  by kari(dealer)
22:00  close 1 nothing     by kari(dealer)
22:01  remove box 1 to safe  by pia(shift manager) jo(cashier)
22:02  team ; keys kim     by kim(count team) lee(count team)
22:03  drop count 1 $0.00  by kim(count team)
22:03  drop count 1 $0.00  by lee(count team)
22:03  drop 1 $0.00        by kim(count team) lee(count team)
22:05  closing count bank 100x$1 ; drawer $500.00  by pia(shift manager) jo(cashier)
"""


def test_a_small_site_without_video_is_asked_three_things_at_most(tmp_path):
    """However far the night has come: the table, its box, the closing count."""
    lines = SMALL.strip().splitlines()
    opened = next(at for at, line in enumerate(lines) if "open 1" in line)
    asked = []
    for upto in range(opened + 1, len(lines) + 1):
        folder = tmp_path / f"{upto}"
        folder.mkdir()
        (folder / "small.shift").write_text("\n".join(lines[:upto]) + "\n")
        desks = played(folder / "small.shift", folder)
        asked += [{blocker.rule for blocker in desk.blockers(500_00)} for desk in desks]
    assert max(map(len, asked)) <= 3
    assert asked[-1] == set()
    assert set().union(*asked) <= {"nd.08-14.1", "nd.03-06.2"}
