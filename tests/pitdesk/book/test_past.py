"""Past days, read from the book as their seals keep them."""

from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta

import pytest
from sqlite_utils.db import sqlite3

from pitdesk.book.figures import figures
from pitdesk.book.journal import Journal
from pitdesk.book.past import (
    check_day,
    check_since,
    day_of,
    past_days,
    quarter_of,
    quarters,
    short,
    site_of,
)
from pitdesk.errors import Trouble
from tests.pitdesk.conftest import spoil


@pytest.fixture
def two_nights(pit):
    """A sealed night with a table, a sealed one without, and a third that is open."""
    pit.fill("2", "20x$5")
    pit.end(t2=52_000)
    for _ in range(2):
        pit.later(days=1)
        if pit.desk.day.sealed is None:
            pit.closing()
            pit.desk.close_day(300_000, pit.by("pia"))
        pit.later(minutes=5)
        number = pit.journal.last_number("day")
        pit.desk.open_day(date(2026, 11, 20) + timedelta(days=number), pit.by("pia", "jo"))
        pit.desk.count("opening", _held(pit), pit.by("pia", "jo"))
    return pit


def _held(pit):
    held = pit.journal.balances()
    return {place: dict(held.get(place, {})) for place in ("chip bank", "drawer")}


def test_days_are_listed_newest_first_as_their_seals_say(two_nights):
    days = past_days(two_nights.journal)
    assert [(day.day, day.sealed) for day in days] == [(3, False), (2, True), (1, True)]
    first = days[-1]
    day = day_of(two_nights.journal, 1)
    result = figures(day)
    assert (first.gross_cents, first.agp_cents, first.over_short_cents) == (
        result.gross_cents,
        result.agp_cents,
        result.over_short_cents,
    )
    assert first.deposit_cents == result.deposit_cents(400_000)
    assert first.due == date(2026, 11, 25)
    assert first.head == short(day.sealed.hash)
    assert first.date == date(2026, 11, 20)


def test_a_day_that_is_open_shows_no_figure(two_nights):
    now = past_days(two_nights.journal)[0]
    assert (
        now.gross_cents,
        now.agp_cents,
        now.over_short_cents,
        now.deposit_cents,
        now.due,
        now.head,
    ) == (None,) * 5 + ("",)


def test_set_up_after_a_seal_hides_nothing(pit):
    pit.end(t2=52_000)
    pit.desk.set_site({"name": "Another Lounge"}, by=pit.by("gus"))
    (day,) = past_days(pit.journal)
    assert day.sealed
    assert day.gross_cents == 52_000


def test_a_new_book_has_no_days(dark):
    assert past_days(dark.journal) == []


def test_an_old_report_does_not_learn_new_names(pit):
    pit.end(t2=52_000)
    day = pit.desk.day
    jo = pit.desk.site.people["jo"]
    pit.desk.set_person(replace(jo, name="Jo Newname"), by=pit.by("gus"))
    assert site_of(pit.journal, day).people["jo"].name == "Jo"
    assert pit.desk.site.people["jo"].name == "Jo Newname"


def test_an_open_day_has_the_site_as_it_is(pit):
    pit.desk.set_site({"name": "Another Lounge"}, by=pit.by("gus"))
    assert site_of(pit.journal, pit.desk.day).settings.name == "Another Lounge"


def test_a_whole_book_passes(pit):
    pit.end(t2=52_000)
    check_since(pit.journal, pit.desk.day.opened.seq)


def test_no_report_is_made_of_a_book_that_was_cut_off(pit):
    pit.end(t2=52_000)
    head = pit.book.with_name(pit.book.name + ".head")
    head.write_text(f"{pit.journal.head.seq + 9} {'ab' * 32}\n")
    with Journal.read(pit.book) as journal, pytest.raises(Trouble, match="once reached entry"):
        check_since(journal, pit.desk.day.opened.seq)


def test_no_report_is_made_of_a_book_that_was_changed(pit):
    pit.end(t2=52_000)
    with closing(sqlite3.connect(pit.book, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            connection.execute(f"DROP TRIGGER {name}")
        seal = pit.desk.day.sealed.seq
        connection.execute("UPDATE signature SET initials = 'XX' WHERE entry = ?", [seal - 1])
    with Journal.read(pit.book) as journal, pytest.raises(Trouble, match="changed since it was created"):
        check_since(journal, pit.desk.day.opened.seq)


def test_a_seal_that_says_what_cannot_be_is_damage(pit):
    pit.end(t2=52_000)
    seal = pit.desk.day.sealed.seq
    bent = """CAST(replace(CAST(body AS TEXT), '_due":"2026', '_due":"some') AS BLOB)"""
    spoil(pit.book, f"UPDATE entry SET body = {bent} WHERE seq = {seal}", "entry_stands")
    with pytest.raises(Trouble, match=rf"entry {seal} \(close day\): .*`\$\.deposit_due`"):
        past_days(pit.journal)


# Quarters


@pytest.mark.parametrize(
    ("on", "name"),
    [
        (date(2026, 1, 1), "2026Q1"),
        (date(2026, 3, 31), "2026Q1"),
        (date(2026, 4, 1), "2026Q2"),
        (date(2026, 9, 30), "2026Q3"),
        (date(2026, 12, 31), "2026Q4"),
    ],
)
def test_the_quarter_of_a_date(on, name):
    assert quarter_of(on) == name


def known(pit, *on):
    return quarters(pit.journal, pit.desk.site, date(*on))


def test_whole_quarters_of_the_book_and_of_before_it(pit):
    pit.end(t2=52_000)
    assert known(pit, 2026, 12, 31) == {}  # not over yet
    assert known(pit, 2027, 1, 1) == {"2026Q4": 52_000}
    before = {"2026Q3": 900_000, "2026Q4": 1_000}
    pit.desk.set_site({"quarters": before}, by=pit.by("gus"))
    assert known(pit, 2026, 12, 31) == {"2026Q3": 900_000}
    assert known(pit, 2027, 1, 1) == {"2026Q3": 900_000, "2026Q4": 53_000}
    assert known(pit, 2027, 12, 31)["2026Q4"] == 53_000
    assert known(pit, 2028, 1, 1) == before  # of the book itself the last four are looked at
    assert pit.desk.site.settings.quarters == before


def test_a_drop_that_was_corrected_counts_once(pit):
    pit.shut("2")
    pit.boxes()
    pit.drops({"2": 52_000})
    pit.desk.drop("2", 51_000, pit.by("kim", "lee"), "two twenties were fives")
    assert known(pit, 2027, 1, 1) == {"2026Q4": 51_000}


def test_a_new_book_has_no_quarters(dark):
    assert known(dark, 2026, 11, 20) == {}


# A book that is damaged


def without(journal, *seqs):
    """A lenient look at the book, with entries of it made unreadable."""
    for seq in seqs:
        spoil(
            journal.path,
            f"UPDATE entry SET body = CAST('{{}}' AS BLOB) WHERE seq = {seq}",
            "entry_stands",
        )
    return Journal.read(journal.path, lenient=True)


def test_a_lenient_look_leaves_out_what_cannot_be_read_and_nothing_else(two_nights):
    opened = two_nights.journal.numbered("day", 2).seq
    whole = past_days(two_nights.journal)
    with without(two_nights.journal, opened, two_nights.journal.head.seq) as damaged:
        assert past_days(damaged) == [whole[0], whole[2]]
    with Journal.read(two_nights.book) as strict, pytest.raises(Trouble, match="is damaged"):
        past_days(strict)


def test_a_day_is_whole_by_itself_whatever_came_after_it(two_nights):
    first = day_of(two_nights.journal, 1)
    with without(two_nights.journal, two_nights.journal.head.seq) as damaged:
        check_day(damaged, first)
        with pytest.raises(Trouble, match="is damaged"):
            check_since(damaged, first.opened.seq)
    with (
        without(two_nights.journal, first.opened.seq + 3) as damaged,
        pytest.raises(Trouble, match=f"entry {first.opened.seq + 3}"),
    ):
        check_day(damaged, first)


def test_an_old_report_waits_for_no_set_up_that_cannot_be_read(pit):
    pit.end()
    day = pit.desk.day
    with without(pit.journal, 1) as damaged:
        assert damaged.setup()[0].seq == 2
        with pytest.raises(Trouble, match="is damaged"):
            site_of(damaged, day)
