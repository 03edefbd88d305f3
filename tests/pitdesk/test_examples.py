"""Examples of the chapter that no other test plays with the same dates and cents."""

from datetime import UTC, date, datetime

import pytest

from pitdesk import kinds
from pitdesk.reports.days import records
from pitdesk.reports.summaries import span_of, summary
from pitdesk.rules.book import Rulebook
from printers.reports.poster import lines
from tests.pitdesk.quarters import Book

ON = date(2026, 11, 21)


@pytest.mark.parametrize(("minute", "warned"), [((23, 0), False), ((22, 59), True)])
def test_two_recorders_overlap_by_ten_minutes(pit, minute, warned):
    """08-04(5)(c): B from 22:50, with A until 23:00, or until 22:59."""
    pit.desk.recorder("2", "start", pit.by("pia"), recorder="A")
    for recorder, what, (hour, at) in (("B", "start", (22, 50)), ("A", "stop", minute)):
        pit.clock.at = datetime(2026, 11, 21, hour + 6 - 24, at, tzinfo=UTC)
        entry = pit.desk.recorder("2", what, pit.by("pia"), recorder=recorder)
    assert [words.partition(":")[0] for words in entry.fact.warnings] == ["nd.08-04.5c"] * warned


def test_recordings_that_end_after_midnight_are_kept_from_that_date_on(pit):
    """08-04(6): closed at 00:50 on 11-22 → kept through 12-22, let go from 12-23 on."""
    pit.end()
    pit.later(days=1)
    pit.begin(pit.held("chip bank"))
    pit.clock.at = datetime(2026, 11, 22, 6, 50, tzinfo=UTC)
    pit.end()
    pit.clock.at = datetime(2026, 12, 22, 18, tzinfo=UTC)
    with pit.refused("nd.08-04.6"):
        pit.desk.release(ON, pit.by("gus"))
    pit.desk.release(date(2026, 11, 20), pit.by("gus"))  # that of the day before ended on its date
    pit.later(days=1)
    assert pit.desk.release(ON, pit.by("gus")).fact.ended == date(2026, 11, 22)


def contest(pit, fee_cents: int, **said: object) -> None:
    more = {"chips_each": 1000, "length": "20 hands", "least": 10, "most": 500, **said}
    pit.desk.tournament(kinds.Tournament(date=ON, fee_cents=fee_cents, **more), pit.by("gus"))


def test_prizes_of_a_tournament_up_to_ninety_percent_are_not_warned_of(dark):
    """08-15: 24 × 50 + 10 × 50 + 8 × 25 = 1,900.00; 90 % are 1,710.00."""
    contest(dark, 50_00, name="Fall", game="21", rebuy_cents=50_00, addon_cents=25_00)
    fees = [("entry", 50_00, 24), ("rebuy", 50_00, 10), ("add-on", 25_00, 8)]
    for what, cents, many in fees:
        for at in range(many):
            dark.desk.tournament_fee("Fall", f"P{at}", what, cents, dark.by("jo"))
    stands = {f"P{at}": ("1", 2000 - at) for at in range(24)}
    dark.desk.tournament_stand("Fall", 1, stands, dark.by("pia"))
    held = dark.desk.kept.contests["Fall"]
    assert held.gross_cents == 1_900_00
    found = []
    for cents, goods in ((900_00, ""), (300_00, "a grill"), (510_00, ""), (50, "")):
        prize = dark.desk.tournament_prize("Fall", "P0", cents, dark.by("pia"), goods=goods)
        found.append([words.partition(":")[0] for words in prize.fact.warnings])
        if goods:
            assert (held.prizes_cents, held.agp_cents) == (1_200_00, 700_00)
    assert found == [[], [], [], ["nd.53-06.1-07.2w"]]
    assert held.prizes_cents == 1_710_00 + 50


def test_prizes_of_poker_are_ninety_percent_at_most(dark):
    """09-04, 53-06.1-07.2: of 2,000.00 gross 1,800.00 are given, and 1,800.50 are not."""
    times = ("2026-11-20 12:00", "2026-11-23 12:00")
    dark.desk.poker_occasion("Fair", *times, dark.by("gus"), burn="round")
    dark.desk.poker_deck("Fair", "1", dark.by("kari"))
    contest(dark, 200_00, name="Big", game="poker", occasion="Fair")
    for at in range(10):
        dark.desk.tournament_fee("Big", f"P{at}", "entry", 200_00, dark.by("jo"), f"{at} Elm St, Minot")
    dark.desk.tournament_stand("Big", 1, {"P0": ("1", 10_000)}, dark.by("pia"))
    with dark.refused("nd.53-06.1-07.2"):
        dark.desk.tournament_prize("Big", "P0", 1_800_50, dark.by("pia"))
    assert dark.desk.tournament_prize("Big", "P0", 1_800_00, dark.by("pia")).seq


def test_tables_of_other_limits_are_two_lines_of_the_poster(pit):
    """08-13: $3-$25 at table 1, $1-$2 at table 2."""
    posted = {"1": (3_00, 25_00), "2": (1_00, 2_00)}
    said = [words for words, _ in lines(pit.desk.site, posted, Rulebook.load(), pit.clock.at)]
    assert said[1:3] == ["Bets from $3 to $25 at table 1.", "Bets from $1 to $2 at table 2."]


def test_what_a_combined_bank_is_off_is_all_of_twenty_one():
    """08-16(4): -2.00 and +0.50 in one bank are -1.50 of twenty-one, and nothing of the wheels."""
    book = Book()
    book.day(ON, [("2", "21", 500_00, 200_00), ("A", "PW", 90_00, 10_00)], off=-1_50)
    found = summary(records(book.documents), span_of("month", ON), "game", today=ON)
    off = {line.name: line.sums.over_short_cents for line in found.lines}
    assert (off["21"], off["PW"], sum(off.values())) == (-1_50, 0, -1_50)
