"""Drop boxes: uses of one day, and a day that was closed before its boxes were counted."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from pitdesk.__main__ import main
from pitdesk.book.boxes import AT_COUNT, COUNTED, ON_TABLE, STORED, Boxes, Use
from pitdesk.book.figures import added, figures
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of, past_days, pending_days, quarters, site_of
from pitdesk.book.site import Site
from pitdesk.documents.deposits import dues
from pitdesk.documents.document import kept
from pitdesk.documents.evidence import verify
from pitdesk.reports.days import of_book
from pitdesk.reports.summaries import span_of, summary
from pitdesk.rules.book import Rulebook
from printers.reports.day import build
from printers.reports.strip import report_strip
from tests.files import NIGHTS

SATURDAY, SUNDAY = date(2026, 11, 21), date(2026, 11, 22)
TUESDAY = date(2026, 11, 24)
CLOSED = "# The next day opens; neither box may be put on a table, another of its number may"


SHIFT = NIGHTS["boxes"].read_text("utf-8")
PEOPLE = "".join(line for line in SHIFT.splitlines(keepends=True) if line.startswith("person"))


def play(folder: Path, lines: str) -> Path:
    """The book of a folder, after these lines are played in it."""
    shift, book = folder / "boxes.shift", folder / "boxes.db"
    shift.write_text(lines, "utf-8")
    assert main(["replay", str(shift), "--book", str(book), "--out", str(folder)]) == 0
    return book


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book just after Saturday was closed with two boxes to be counted."""
    return play(tmp_path_factory.mktemp("closed"), SHIFT.partition(CLOSED)[0])


@pytest.fixture(scope="module")
def whole(closed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same book after both were counted and the day was finished, and another is never counted."""
    folder = tmp_path_factory.mktemp("whole")
    shutil.copytree(closed.parent, folder, dirs_exist_ok=True)
    return play(folder, f"{PEOPLE}# {SHIFT.partition(CLOSED)[2]}".partition("# W29, W30")[0])


def printed(journal: Journal, number: int, issue: int | None = None) -> list[str]:
    day = day_of(journal, number)
    day = day.issue(issue) if issue else day
    return report_strip(build(day, site_of(journal, day), Rulebook.load()), 48)


# A day's uses


def test_a_count_is_of_the_first_box_that_waits():
    boxes = Boxes([Use("2", COUNTED, cents=10), Use("2/2", STORED), Use("2", ON_TABLE)])
    assert (boxes.box, boxes.box_state, boxes.boxes) == ("2", STORED, ["2", "2/2"])
    assert boxes.use() is boxes.uses[1]
    assert boxes.use("2") is boxes.uses[2]
    assert boxes.use("2", agreed=True) is boxes.uses[0]
    assert boxes.drop_cents == 10
    boxes.uses[1].state = COUNTED
    assert boxes.use() is boxes.uses[2]
    assert boxes.use(agreed=True) is boxes.uses[1]


def test_a_box_that_never_left_its_table_is_no_other_use():
    boxes = Boxes([Use("2")])
    boxes.put("2")
    assert len(boxes.uses) == 1
    assert boxes.drop_cents is None
    boxes.here.state = AT_COUNT
    assert [use.box for use in boxes.waiting] == ["2"]


# A day whose boxes are counted later


def test_the_first_issue_prints_as_it_did(closed, whole):
    with Journal.read(closed) as then, Journal.read(whole) as now:
        before = printed(then, 2)
        assert "DROP PENDING: box 1, 2 waits to be counted" in " ".join(" ".join(before).split())
        assert printed(now, 2, issue=1) == before
        after = printed(now, 2)
        assert after == printed(now, 2, issue=2)
        assert "2ND ISSUE" in after[1]
        assert any("2nd issue: what changed" in line for line in after)
        assert not any("pending" in line for line in after)
        with pytest.raises(ValueError, match="has no issue 2"):
            printed(now, 1, issue=2)


def test_every_figure_that_needs_the_drop_is_pending_and_no_other(closed):
    with Journal.read(closed) as journal:
        day = day_of(journal, 2)
        lines = printed(journal, 2)
    assert day.pending
    starts = [at for at, line in enumerate(lines) if line in ("1 THE DAY", "2 TABLES")]
    parts = [lines[: starts[0]], lines[slice(*starts)]]
    assert [[line.split("  ")[0] for line in part if line.endswith("pending")] for part in parts] == [
        ["Cash profit", "Adjusted gross proceeds", "Bank deposit"],
        [
            *("Gross proceeds", "= Adjusted gross proceeds", "Percent of hold"),
            *("Cash profit", "Bank deposit"),
        ],
    ]
    result = figures(day)
    assert result.cash_profit_cents == result.cash_profit_booked_cents == -100_00


def test_what_the_count_adds_makes_the_whole(whole):
    with Journal.read(whole) as journal:
        day = day_of(journal, 2)
        assert added(day) == day.finished.fact.changes
        result, first = figures(day), figures(day.issue(1))
        assert result.cash_profit_cents == result.cash_profit_booked_cents == 430_00
        assert result.gross_cents - first.gross_cents == added(day)["gross"] == 530_00
        assert result.deposit_cents(day.seal.cents) == 930_00
        assert day.seal.deposit_due == date(2026, 11, 25)
        assert verify(journal).ok


def test_the_banks_of_two_games_add_up_in_the_second_issue(tmp_path):
    with Journal.read(play(tmp_path, WHEEL_LATER)) as journal:
        first, second = (banks_printed(journal, issue) for issue in (1, 2))
        assert figures(day_of(journal, 1)).deposit_cents(4_000_00) == 2_127_12
    assert first == ["1,118.00", "984.12", "2,102.12"]
    assert second == ["1,118.00", "1,009.12", "2,127.12"]


def banks_printed(journal: Journal, issue: int) -> list[str]:
    """The deposits of twenty-one, of paddlewheels and of both, as the strip has them."""
    strip = "\n".join(printed(journal, 1, issue)).partition("-- Cash banks --")[2]
    banks = strip.partition("\n-- Bank deposit")[0]
    return [line.split()[-1] for line in banks.splitlines() if line.startswith("= Bank deposit")]


LATER = ("found in box A", "drop count A", "drop A")  # begin what is done once the box is counted
NIGHT = NIGHTS["banks"].read_text("utf-8").partition("\n# 21: ")[0]
WHEEL_LATER = f"""
{"".join(x for x in NIGHT.splitlines(keepends=True) if not any(x[7:].startswith(one) for one in LATER))}
night 2026-11-23
10:00  team ; keys mia ola ; of 2026-11-20             by mia(count team) ola(count team)
10:01  drop count A $25.00 ; of 2026-11-20             by mia(count team)
10:02  drop count A $25.00 ; of 2026-11-20             by ola(count team)
10:03  drop A $25.00 ; of 2026-11-20                   by mia(count team) ola(count team)
10:04  found in box A: fill 1 copy ; of 2026-11-20     by mia(count team) ola(count team)
10:05  finish day 2026-11-20                           by gro(gaming manager)
expect day deposit $2,127.12 ; of 2026-11-20
"""


def test_the_days_know_it(closed, whole):
    with Journal.read(closed) as journal:
        past = past_days(journal)[0]
        assert (past.date, past.pending, past.gross_cents) == (SATURDAY, ("1", "2"), 0)
        assert [*pending_days(journal, day_of(journal, 2))] == [SATURDAY]
    with Journal.read(whole) as journal:
        by_date = {past.date: past for past in past_days(journal)}
        one = by_date[SATURDAY]
        assert (one.pending, one.gross_cents, one.agp_cents, one.deposit_cents) == (
            *((), 530_00, 430_00, 930_00),
        )
        assert by_date[TUESDAY].pending == ("1",)
        assert quarters(journal, Site.of(journal.setup()), date(2027, 1, 5)) == {"2026Q4": 1_230_00}


def test_head_office_gets_the_day_and_then_what_was_missing(whole):
    with Journal.read(whole) as journal:
        told = [kept(fact) for fact in journal.documents()]
        records = of_book(journal)
    assert [one.name for one in told] == [
        *("day 2026-11-20", "day 2026-11-21", "day 2026-11-22"),
        *("correction of 2026-11-21", "day 2026-11-24"),
    ]
    assert [one.said.get("summary", {}).get("pending") for one in told] == [None, 2, None, None, 1]
    late = told[3].said
    assert late["about"] == told[1].sha256
    assert late["changes"] == {
        "1.drop": 450_00,
        "1.win": 450_00,
        "2.drop": 80_00,
        "2.win": 80_00,
        "agp": 530_00,
        "cash_profit": 530_00,
        "deposit": 530_00,
        "gross": 530_00,
        "pending": -2,
    }
    days = {day.date: day for day in records.days}
    assert (days[SATURDAY].pending, days[SATURDAY].due_cents) == (0, 930_00)
    assert days[TUESDAY].pending == 1
    assert days[TUESDAY].late(date(2026, 12, 1))
    found = summary(records, span_of("month", SATURDAY), today=SUNDAY)
    assert "the drop of 2026-11-24 is PENDING, a drop box waits" in " ".join(found.notices)
    assert "2026-11-21 is PENDING" not in " ".join(found.notices)
    assert found.total.sums.gross_cents == 1_230_00
    assert found.total.sums.due_cents == sum(day.due_cents for day in records.days)


def test_a_deposit_made_before_the_count_leaves_what_the_count_adds(closed, tmp_path):
    shutil.copytree(closed.parent, tmp_path, dirs_exist_ok=True)
    book = play(tmp_path, DEPOSITED)
    with Journal.read(book) as journal:
        owed = [one for one in dues(journal, Site.of(journal.setup())) if one.date == SATURDAY]
        assert [(one.cents, one.made and one.made.slip) for one in owed] == [
            *((530_00, "8802"), (400_00, "8801")),
        ]
        assert past_days(journal)[0].later_cents == 530_00


DEPOSITED = f"""
{PEOPLE}
night 2026-11-23
10:00  deposit 2026-11-21 $400.00 ; made 2026-11-23 ; bank First ; slip 8801  by gro(gaming manager)
11:00  team ; keys kim ; of 2026-11-21         by kim(count team) mia(count team)
11:01  drop count 1 $450.00 ; of 2026-11-21    by kim(count team)
11:02  drop count 1 $450.00 ; of 2026-11-21    by mia(count team)
11:03  drop 1 $450.00 ; of 2026-11-21          by kim(count team) mia(count team)
11:04  drop 1 $440.00 ; of 2026-11-21   by kim(count team) mia(count team) because "a torn note"
11:05  drop 1 $450.00 ; of 2026-11-21   by kim(count team) mia(count team) because "it counts"
11:06  drop count 2 $80.00 ; of 2026-11-21     by kim(count team)
11:07  drop count 2 $80.00 ; of 2026-11-21     by mia(count team)
11:08  drop 2 $80.00 ; of 2026-11-21           by kim(count team) mia(count team)
11:09  found in box 2: fill 2 copy ; of 2026-11-21   by kim(count team) mia(count team)
11:10  explain box 2 ; of 2026-11-21    by gro(gaming manager) because "no"  -> refused pd.explain
11:11  finish day 2026-11-21                   by gro(gaming manager)
11:30  deposit 2026-11-21 $530.00 ; made 2026-11-23 ; bank First ; slip 8802  by gro(gaming manager)
"""
