"""Chips outstanding over time, against the entries themselves; and which values go home in pockets."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pitdesk import places
from pitdesk.book.journal import Journal
from pitdesk.chips import Chip, Chips
from pitdesk.reports.outstanding import LAST, NightHeld, change, going_home, nights
from pitdesk.tonight.board import Board
from tests.pitdesk.conftest import NIGHT, TRAY


def brute(journal: Journal) -> dict[int, Chips]:
    """What players held after each day, entry by entry."""
    held, after = Chips(), {}
    for entry in journal.entries():
        for place, instrument, amount in entry.postings:
            if place == places.PATRONS and instrument not in ("cash", "checks"):
                held += Chips({Chip.named(instrument): amount})
        if entry.day:
            after[entry.day] = held
    return after


def night(pit, out: str, back: str = "") -> None:
    """A night after which chips walked out of table 2, and some came to the cage."""
    if pit.desk.day.sealed:
        pit.clock.at += timedelta(hours=23)
        held = pit.journal.balances()
        bank = Chips.named(held["chip bank"])
        pit.begin(bank, held["drawer"]["cash"])
        pit.open("2", Chips.named(held["tray 2"]))
    known = pit.desk.today.tables["2"].known
    pit.desk.count_tray("2", known - Chips.read(out), pit.by("kari"), "a hot table")
    if back:
        pit.desk.redeem(Chips.read(back), pit.by("jo"))


def test_a_book_without_a_night_has_none(dark):
    assert nights(dark.journal) == []


def test_three_nights_with_chips_walking_out_are_as_their_entries_say(pit):
    for out, back in (("30x$5 3x$25", "20x$5"), ("12x$5 4x$25", "2x$5 1x$25"), ("9x$25 5x$1", "10x$5")):
        night(pit, out, back)
        told = nights(pit.journal)
        assert told[-1].chips == Board.of(pit.desk).outstanding
        pit.end(next_start=pit.journal.balances()["drawer"]["cash"])
    told = nights(pit.journal)
    assert [(one.day, one.date) for one in told] == [
        (n, NIGHT + timedelta(days=n - 1)) for n in (1, 2, 3)
    ]
    assert {one.day: one.chips for one in told} == brute(pit.journal)
    assert [one.chips for one in told] == [
        Chips.read("10x$5 3x$25"),
        Chips.read("20x$5 6x$25"),
        Chips.read("10x$5 15x$25 5x$1"),
    ]
    assert going_home(told) == [Chip.named("$25")]  # $300 more of it, and $5 of the ones
    assert change(told) == (Chips.read("12x$25 5x$1"), 2)


def test_the_open_night_is_told_as_it_stands(pit):
    assert [(one.day, one.chips) for one in nights(pit.journal)] == [(1, Chips())]
    night(pit, "30x$5")
    assert nights(pit.journal)[0].chips == Chips.read("30x$5")
    assert brute(pit.journal) == {1: Chips.read("30x$5")}
    assert TRAY[Chip.named("$5")] == 100


def test_cash_and_checks_of_players_are_no_chips(pit):
    pit.desk.check(100_00, "2209", "Ole Hagen", pit.by("jo"))
    assert "cash" in pit.journal.balances()["patrons"]
    assert nights(pit.journal)[0].chips == Chips()


# Going home, by hand


def told(*chips: str) -> list[NightHeld]:
    days = [NIGHT + timedelta(days=at) for at in range(len(chips))]
    return [
        NightHeld(at + 1, on, Chips.read(text))
        for at, (on, text) in enumerate(zip(days, chips, strict=True))
    ]


def names(chips: list[Chip]) -> list[str]:
    return [chip.name for chip in chips]


def test_a_value_stands_out_with_a_quarter_of_all_that_went_home():
    assert names(going_home(told("", "3x$25 5x$5"))) == ["$25", "$5"]  # 75 and 25 of 100
    assert names(going_home(told("", "3x$25 4x$5"))) == ["$25"]  # 20 of 95
    assert names(going_home(told("", "1x$100 1x$25 1x$5"))) == ["$100"]
    assert names(going_home(told("", "5x$5 1x$25 25x$1 50x50c"))) == ["$25", "$5", "$1", "50c"]


def test_what_came_back_or_stayed_does_not_stand_out():
    assert going_home(told("4x$25 9x$5", "4x$25 2x$5")) == []
    assert names(going_home(told("4x$100 9x$5", "10x$5"))) == ["$5"]
    assert going_home([]) == going_home(told("5x$5")) == []
    assert change([]) == change(told("5x$5")) == (Chips(), 0)


def test_chips_without_value_never_stand_out():
    assert going_home(told("", "40xnv$5")) == []


def test_only_the_last_nights_count():
    many = told("", *["40x$5"] * 3, *["40x$5 2x$1"] * LAST)
    assert names(going_home(many)) == ["$1"]
    assert names(going_home(many, last=LAST + 3)) == ["$5"]
    assert change(many) == (Chips.read("2x$1"), LAST)
    assert change(many, last=99)[1] == LAST + 3


# And whatever the nights

some = st.fixed_dictionaries(dict.fromkeys(("50c", "$1", "$5", "$25", "nv$5"), st.integers(-5, 60)))
stories = st.lists(some.map(Chips.named), max_size=20).map(
    lambda held: [
        NightHeld(at, date(2026, 1, 1) + timedelta(days=at), chips) for at, chips in enumerate(held, 1)
    ]
)


@given(stories, st.integers(1, 20))
def test_those_that_stand_out_grew_are_at_most_four_and_no_other_grew_more(story, last):
    home = going_home(story, last)
    more, count = change(story, last)
    assert len(home) <= 4
    assert count == max(0, min(last, len(story) - 1))
    worth = {chip: chip.cents * more[chip] for chip in more if more[chip] > 0 and chip.cents}
    assert [worth[chip] for chip in home] == sorted((worth[chip] for chip in home), reverse=True)
    assert all(worth[chip] * 4 < sum(worth.values()) for chip in worth.keys() - {*home})
    assert all(worth[chip] * 4 >= sum(worth.values()) for chip in home)
