"""Where the text is unclear, the rulebook holds a reading; the other one is a value away, and works."""

from datetime import date

import pytest

from pitdesk.rules.book import Rulebook
from pitdesk.rules.retention import RECORDS, TICKETS, kept_until
from tests.otherwise import read_otherwise
from tests.pitdesk.conftest import POSTED, TRAY, Pit

SMALL = POSTED | {"limits": (100, 200)}
WHEEL = {"limits": (100, 200)}


def read(pit: Pit, **values: object) -> Pit:
    """The same pit under another reading: nd_08_04_7__first="later"."""
    named = {
        f"{rule.replace('nd_', 'nd.').replace('_', '-', 1).replace('_', '.')} {name}": value
        for rule, _, name, value in ((*one.partition("__"), value) for one, value in values.items())
    }
    pit.rules = read_otherwise(named)
    pit.desk = pit.another()
    return pit


def days_on(pit: Pit, days: int, table: str) -> None:
    """Let days pass, one after another, with the camera of a table still failing."""
    for _ in range(days):
        pit.desk.camera(table, pit.by("pia"), "dark", "still")
        pit.end()
        pit.later(days=1)
        pit.begin(pit.held("chip bank"), 400_000)
    pit.arrive("kari")


def test_the_later_of_both_ends_a_fault_where_it_is_read_so(pit: Pit) -> None:
    read(pit, nd_08_04_7__first="later")
    days_on(pit, 5, "2")
    pit.desk.open_table("2", pit.held("tray 2"), pit.by("kari"), **POSTED)  # four days, and no play
    pit.later(hours=48)
    (warned,) = pit.desk.camera("2", pit.by("pia"), "dark", "still").fact.warnings
    assert warned.startswith("nd.08-04.7w: Table 2: picture dark since ")


def test_forty_eight_hours_alone_are_not_the_later_of_both(pit: Pit) -> None:
    read(pit, nd_08_04_7__first="later")
    pit.desk.fault("2", "recorder", pit.by("pia"))
    pit.later(hours=60)
    assert not pit.desk.camera("2", pit.by("pia"), "dark", "still").fact.warnings


@pytest.mark.parametrize(("reading", "closes"), [("close", True), ("limit", False)])
def test_a_wheel_whose_camera_fails_is_closed_or_takes_two_dollars(
    pit: Pit, reading: str, closes: bool
) -> None:
    read(pit, nd_08_04_7__wheel=reading)
    pit.desk.fault("7", "camera", pit.by("pia"))
    days_on(pit, 5, "7")
    pit.wheels()
    pit.arrive("wes")
    with pit.refused("nd.08-04.7"):
        pit.desk.open_table("7", TRAY, pit.by("wes"), limits=(100, 300))
    if closes:
        with pit.refused("nd.08-04.7", words="Leave it closed"):
            pit.desk.open_table("7", TRAY, pit.by("wes"), **WHEEL)
    else:
        pit.desk.open_table("7", TRAY, pit.by("wes"), **WHEEL)


@pytest.mark.parametrize(("reading", "warned"), [("close", 1), ("limit", 0)])
def test_a_wheel_that_plays_on_is_warned_about_where_it_should_be_closed(
    pit: Pit, reading: str, warned: int
) -> None:
    read(pit, nd_08_04_7__wheel=reading)
    pit.wheels()
    pit.arrive("wes")
    pit.desk.open_table("7", TRAY, pit.by("wes"), **WHEEL)
    pit.desk.fault("7", "camera", pit.by("pia"))
    pit.later(hours=48)
    found = pit.desk.camera("7", pit.by("pia"), "dark", "still").fact.warnings
    assert len(found) == warned
    if warned:
        assert "48 h of play. Close it now." in found[0]


@pytest.mark.parametrize("reading", ["warned", "refused"])
def test_a_gaming_and_a_nongaming_employee_count_together_or_not(pit: Pit, reading: str) -> None:
    read(pit, nd_08_14_2__gaming_and_nongaming=reading)
    if reading == "refused":
        with pit.refused("nd.08-14.2", words="Choose two of either kind"):
            pit.desk.team(pit.by("kim:count team", "dan:count team"), ["kim"])
    else:
        named = pit.desk.team(pit.by("kim:count team", "dan:count team"), ["kim"])
        assert [one.split(":")[0] for one in named.fact.warnings] == ["nd.08-14.2n"]


def test_a_dealer_as_the_cashier_prepares_a_fill_or_does_not(pit: Pit) -> None:
    pit.arrive("dan:dealer as cashier")
    pit.desk.fill("2", TRAY, pit.by("dan:dealer as cashier"))
    read(pit, nd_08_05_3__fill=["cashier", "pit boss", "shift manager"])
    with pit.refused("nd.08-05.3"):
        pit.desk.fill("2", TRAY, pit.by("dan:dealer as cashier"))


def test_papers_are_reported_with_the_quarter_of_the_return_or_their_own() -> None:
    on = date(2026, 12, 1)
    for reported, ends in (("next", date(2030, 3, 31)), ("own", date(2029, 12, 31))):
        book: Rulebook = read_otherwise({"nd.08-16.k reported": reported})

        def value(rule: str, name: str, book: Rulebook = book) -> object:
            return book.value(rule, name, on)

        assert kept_until(RECORDS, "2026Q4", video=True, value=value) == ends
    assert kept_until(TICKETS, "2026Q4", video=True, value=value) == date(2027, 12, 31)


def test_an_occasion_owes_its_deposit_by_its_first_day_or_by_its_last(pit: Pit) -> None:
    found = []
    for reading in ("first", "last"):
        read(pit, nd_03_10_1__occasion=reading)
        if reading == "first":
            name, since, until = "Fair", "2026-11-20 18:00", "2026-11-23 12:00"
            pit.desk.poker_occasion(name, since, until, pit.by("gus"), burn="deal")
            pit.later(days=3)
            pit.desk.close_poker(name, 500_00, 900_00, 0, pit.by("pia", "jo"))
        (task,) = (one for one in pit.desk.due() if one.key == "deposit of occasion Fair")
        found.append((task.by, task.ask))
    (first, by_first), (last, by_last) = found
    assert (first, last) == (date(2026, 11, 25), date(2026, 11, 27))
    assert "first" in by_first
    assert "last" in by_last
