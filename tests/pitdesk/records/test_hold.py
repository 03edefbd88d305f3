"""What of a table's day fell to whom: counted with the dealer to the cent, else shared by minutes."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.book.figures import figures
from pitdesk.book.journal import Journal
from pitdesk.desk import Desk
from pitdesk.records.hold import NOBODY, days_between, of_games, shared, shares, shares_of, total
from tests.files import BUSY, NIGHTS
from tests.pitdesk.records.play import played

FIRST, SECOND = date(2026, 11, 20), date(2026, 11, 21)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    yield from played(NIGHTS["holds"], tmp_path_factory.mktemp("holds"))


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    yield from played(BUSY, tmp_path_factory.mktemp("busy"))


def test_a_box_and_a_tray_counted_with_the_dealer_are_exact(desk: Desk) -> None:
    kari, tor = shares_of(desk.journal, FIRST, FIRST)
    assert (kari.person, kari.drop_cents, kari.win_cents, kari.basis) == (
        "kari",
        640_00,
        70_00,
        "counted",
    )
    assert (tor.person, tor.drop_cents, tor.win_cents, tor.basis) == ("tor", 600_00, 166_00, "counted")
    assert [total("", [one]).hold for one in (kari, tor)] == ["10.94", "27.67"]
    table = total("1", [kari, tor])
    assert (table.drop_cents, table.win_cents, table.hold) == (1_240_00, 236_00, "19.03")


def test_one_box_is_shared_by_minutes_and_says_so(desk: Desk) -> None:
    kari, tor = shares_of(desk.journal, SECOND, SECOND)
    assert {one.basis for one in (kari, tor)} == {"apportioned"}
    assert (kari.seconds, tor.seconds) == (220 * 60, 180 * 60)
    assert (kari.drop_cents, tor.drop_cents) == (990_00, 810_00)  # 1,800 by 220 and 180 minutes
    assert kari.win_cents + tor.win_cents == 34_00


def test_the_example_of_the_law_s_silence() -> None:
    """One box of 1,240 by 220 of 510 minutes: 534.90 of drop, and 35.10 less than nothing kept."""
    drop, _ = shared(1_240_00, [220, 290])
    assert drop == 534_90
    assert drop + 1_100_00 - 1_220_00 - 450_00 == -35_10


@pytest.mark.parametrize("night", ["desk", "busy"])
def test_shares_add_up_to_their_tables(night: str, request: pytest.FixtureRequest) -> None:
    journal: Journal = request.getfixturevalue(night).journal
    days = days_between(journal, date(2000, 1, 1), date(2100, 1, 1))
    assert days
    for day in days:
        found = shares(day)
        for table in figures(day).tables:
            of = total(table.name, [one for one in found if one.table == table.name])
            assert (of.drop_cents, of.win_cents) == (table.drop_cents, table.win_cents)


def test_nobody_gets_what_came_while_nobody_sat(busy: Desk) -> None:
    found = shares_of(busy.journal, date(2000, 1, 1), date(2100, 1, 1))
    assert all(one.seconds > 0 for one in found if one.person != NOBODY)


@given(cents=st.integers(-10_000_000, 10_000_000), weights=st.lists(st.integers(0, 40_000), min_size=1))
def test_what_is_shared_adds_up(cents: int, weights: list[int]) -> None:
    assert sum(shared(cents, weights)) == cents


def test_a_quarter_s_games_take_in_what_was_corrected(desk: Desk) -> None:
    span = (date(2026, 10, 1), date(2026, 12, 31))
    assert of_games(desk.journal, *span) == {"21": (3_040_00, 270_00)}
    gro = desk.kept.determined["2026Q4"]
    assert gro.held == {"21": (3_040_00, 270_00)}
    assert gro.low == ("21",)


def test_a_day_out_of_the_span_is_not_read(desk: Desk) -> None:
    assert shares_of(desk.journal, date(2026, 11, 22), date(2027, 1, 1)) == []
    assert [day.date for day in days_between(desk.journal, SECOND, SECOND)] == [SECOND]


def test_the_book_of_a_day_that_is_open_has_no_hold_yet(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "empty.db") as journal:
        assert shares_of(journal, FIRST, SECOND) == []
