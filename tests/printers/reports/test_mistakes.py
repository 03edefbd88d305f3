"""Corrections in the report: both lines of each, and sums that still add up."""

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from printers.drawing.sheets import Report
from printers.reports.day import build
from tests.printers.nights import Night, grids, replayed


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return report_of(tmp_path_factory.mktemp("mistakes"), "mistakes")


def report_of(folder: Path, night: str) -> Report:
    desk = replayed(folder, night)
    desk.journal.close()
    return build(desk.day, desk.site, desk.rules)


def cells(report: Report, title: str) -> list[list[str]]:
    return [[getattr(cell, "text", cell) for cell in row.cells] for row in grids(report)[title].rows]


def test_what_was_taken_back_stands_with_what_took_it_back(report: Report) -> None:
    rows = cells(report, "Taken back")
    assert len(rows) == 20
    assert [row[2:] for row in rows[:2]] == [
        ["redeemed 12x$5", "", "JS", "60.00"],
        ["entry 27 undone", "", "JS", "-60.00"],
    ]
    assert [row[2:] for row in rows[8:10]] == [
        ["redeemed 2x$5", "", "JS", "10.00"],
        ["entry 29 reversed", "it was one $5 and one $25", "JS PO", "-10.00"],
    ]
    section = next(one for one in report.sections if one.title.endswith("Corrections"))
    assert [grid.title for grid in section.grids] == ["Taken back", "Counted again"]


def test_what_was_counted_again_stands_with_every_count(report: Report) -> None:
    rows = [(row[2], row[4]) for row in cells(report, "Counted again")]
    assert ("opener of table 1", "770.00") in rows
    assert ("opener of table 1, again", "1,220.00") in rows
    assert ("box 1, own count of Kim Berg, again", "20.00") in rows
    assert ("box 1, drop, again", "40.00") in rows
    assert ("closing count of the drawer, again", "2,142.00") in rows


def test_sums_are_less_what_was_taken_back(report: Report) -> None:
    redeemed = cells(report, "Chips redeemed")
    assert redeemed[-3][2:] == ["Players, in cash", "", "50.00"]
    assert any(row[2] == "player, 27 taken back" and row[4] == "-60.00" for row in redeemed)
    cash = {row[0]: row[-1] for row in cells(report, "Cash on hand")}
    assert cash["- Chips redeemed for players"] == "50.00"
    assert cash["+ IOU 1 from Bingo bank, taken back"] == "-300.00"
    assert cash["+ Over/short"] == "0.00"
    assert cells(report, "Checks cashed")[-1][-1] == "0.00"
    assert [row[5] for row in cells(report, "IOUs")] == ["reversed", "open"]
    columns = [column.head for column in grids(report)["Chip bank, pieces"].columns]
    assert "+ Other" not in columns


def test_a_night_without_mistakes_says_so(tmp_path: Path) -> None:
    report = report_of(tmp_path, "quiet")
    section = next(one for one in report.sections if one.title.endswith("Corrections"))
    assert section.grids == ()
    assert section.notes == ("Nothing was taken back or counted again.",)


def test_a_deposit_that_was_taken_back_stands_on_that_days_report(
    house: Desk, clock: SetClock, by: Callable[..., list]
) -> None:
    night, pia = Night.at(house, clock, by, t2="21"), by("pia:shift manager")
    night.open()
    owed = night.end(next_start=1_000_00).seal.deposit_cents
    said = {"bank": "First, 1234", "slip": "88"}
    noted = house.deposit([date(2026, 11, 20)], date(2026, 11, 20), owed, pia, **said)
    clock.at += timedelta(days=1)
    night.open(cash=1_000_00, on=date(2026, 11, 21))
    house.take_back_deposit(noted.seq, "the slip says 89", pia)
    night.end(next_start=1_000_00)
    assert "Deposits taken back" not in grids(night.report(1))
    one, other = cells(night.report(), "Deposits taken back")
    amount = f"{owed // 100:,}.{owed % 100:02}"
    assert [one[2], one[-1]] == ["slip 88, made Fri Nov 20, 2026, of Fri Nov 20, 2026", amount]
    assert other[2:] == [f"entry {noted.seq} taken back", "the slip says 89", "PI", f"-{amount}"]


def test_a_deposit_that_was_taken_back_on_a_date_without_a_day_stands_on_the_next_days_report(
    house: Desk, clock: SetClock, by: Callable[..., list]
) -> None:
    night, pia = Night.at(house, clock, by, t2="21"), by("pia:shift manager")
    night.open()
    owed = night.end(next_start=1_000_00).seal.deposit_cents
    said = {"bank": "First, 1234", "slip": "88"}
    noted = house.deposit([date(2026, 11, 20)], date(2026, 11, 20), owed, pia, **said)
    house.take_back_deposit(noted.seq, "on the date of a day that is sealed", pia)
    clock.at += timedelta(days=1)
    again = house.deposit([date(2026, 11, 20)], date(2026, 11, 20), owed, pia, **said)
    house.take_back_deposit(again.seq, "on a date that has no day", pia)
    for later in (1, 2):
        clock.at += timedelta(days=1)
        night.open(cash=1_000_00, on=date(2026, 11, 21) + timedelta(days=later))
        night.end(next_start=1_000_00)
    assert "Deposits taken back" not in grids(night.report(1))
    lines = cells(night.report(2), "Deposits taken back")
    assert [line[3] for line in lines] == [
        *("", "on the date of a day that is sealed"),
        *("", "on a date that has no day"),
    ]
    assert "Deposits taken back" not in grids(night.report(3))
