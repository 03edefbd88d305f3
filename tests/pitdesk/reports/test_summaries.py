"""Summaries: every way of adding the days up comes to the same, and nothing is left out silently."""

import sys
from collections.abc import Callable
from datetime import date, timedelta
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.chips import cents as cents_of
from pitdesk.chips import percent
from pitdesk.reports.days import Records, records
from pitdesk.reports.summaries import BY, FIGURES, Span, Sums, pieces, quarter, span_of, summary, table
from tests.pitdesk.quarters import Book, busy

FRIDAY = date(2026, 11, 20)
TODAY = date(2027, 1, 15)
Q4 = span_of("quarter", FRIDAY)


def work(act: Callable[[], object]) -> int:
    """How many steps of Python's own machine something takes: the same on every computer."""
    steps = 0

    def count(frame: FrameType, event: str, _: object) -> Callable[..., object]:
        nonlocal steps
        frame.f_trace_opcodes = True
        steps += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        act()
    finally:
        sys.settrace(before)
    return steps


def of(book: Book, *more: Book) -> Records:
    return records(document for one in (book, *more) for document in one.documents)


# By hand


def test_a_week_by_hand():
    """Two days of two sites; every figure worked out on paper."""
    lounge, bar = Book("Riverside Lounge"), Book("Blue Goose Bar")
    lounge.day(
        FRIDAY, [("1", "21", 520_00, 115_00), ("A", "PW", 250_00, 50_00)], off=-2_00, deposit=163_00
    )
    lounge.day(FRIDAY + timedelta(1), [("1", "21", 300_00, -40_00)], deposit=95_50, outstanding=30_00)
    bar.day(FRIDAY, [("1", "21", 100_00, 10_00)], deposit=0)
    lounge.correct(FRIDAY, {"1.drop": 20_00}, "a $20 in the hinge")
    lounge.pay([FRIDAY, FRIDAY + timedelta(1)], date(2026, 11, 25), 258_50)
    told = of(lounge, bar)
    week = summary(told, span_of("week", FRIDAY), "game", today=TODAY)
    assert (week.span.first, week.span.last) == (date(2026, 11, 16), date(2026, 11, 22))
    total = week.total.sums
    assert total.gross_cents == 520_00 + 250_00 + 300_00 + 100_00 + 20_00
    assert total.agp_cents == 115_00 + 50_00 - 40_00 + 10_00 + 20_00
    assert total.prizes_cents == 1190_00 - 155_00
    assert total.hold == percent(155, 1190) == "13.03"
    assert (total.over_short_cents, total.due_cents, total.made_cents) == (-2_00, 258_50, 258_50)
    twenty_one, wheel, none = week.lines
    assert (twenty_one.name, wheel.name, none.name) == ("21", "PW", "not at a table")
    assert twenty_one.sealed == Sums(920_00, 85_00, -2_00)  # the combined bank's short is twenty-one's
    assert [fix.sums for fix in twenty_one.fixes] == [Sums(20_00, 20_00)]
    assert twenty_one.fixes[0].words == "Correction 3 of 2026-11-20: a $20 in the hinge"
    assert twenty_one.sums == Sums(940_00, 105_00, -2_00)
    assert wheel.sums == Sums(250_00, 50_00)
    assert none.sums == Sums(due_cents=258_50, made_cents=258_50)
    assert week.outstanding_cents == 30_00  # of the lounge's Saturday, and of the bar's Friday
    assert week.late == ()  # Friday's and Saturday's deposit is due on the Wednesday


def test_lines_by_table_name_the_site_where_there_are_several():
    told = of(busy(FRIDAY, 2), busy(FRIDAY, 1, "Blue Goose Bar"))
    names = [line.name for line in summary(told, Q4, "table", today=TODAY).lines]
    lodge = "Dakota Lions, Blue Goose Bar: "
    tables = ("1 (21)", "2 (21)", "3 (21)", "10 (21)", "A (PW)", "not at a table")
    assert names[:6] == [f"{lodge}{name}" for name in tables]
    alone = summary(of(busy(FRIDAY, 2)), Q4, "table", today=TODAY)
    assert [line.name for line in alone.lines][:2] == ["1 (21)", "2 (21)"]


def test_a_correction_of_parts_moves_the_win_by_the_formula():
    """Win = drop + closer + credits - opener - fills, so 20 more fills take 20 away."""
    book = Book()
    book.day(FRIDAY, [("1", "21", 500_00, 100_00), ("2", "21", 0, 0)])
    book.correct(FRIDAY, {"1.fills": 20_00, "1.closer": 5_00, "1.win": -15_00})
    book.correct(FRIDAY, {"2.win": 3_00})
    line = summary(of(book), Q4, "table", today=TODAY).lines
    assert [fix.sums for fix in line[0].fixes] == [Sums(0, -15_00)]
    assert [fix.sums for fix in line[1].fixes] == [Sums(0, 3_00)]


@pytest.mark.parametrize(
    ("changes", "gross", "agp"),
    [
        ({"gross": 10_00}, 10_00, 10_00),
        ({"prizes": 10_00}, 0, -10_00),
        ({"gross": 10_00, "agp": 4_00}, 10_00, 4_00),
        ({"gross": 10_00, "prizes": 6_00, "agp": 4_00}, 10_00, 4_00),
        ({"1.drop": 10_00, "gross": 10_00, "agp": 10_00}, 10_00, 10_00),
        ({"1.drop": 10_00, "gross": 12_00}, 12_00, 12_00),
        ({"1.drop": 10_00, "1.closer": -25_00, "gross": 10_00}, 10_00, -15_00),
        ({"1.drop": 10_00, "1.closer": -25_00, "gross": 12_00}, 12_00, -13_00),
        ({"outstanding": 10_00}, 0, 0),
        ({"start_cash": 10_00}, 0, 0),
    ],
)
def test_a_correction_of_the_sum_is_counted_once(changes, gross, agp):
    book = Book()
    book.day(FRIDAY, [("1", "21", 500_00, 100_00)])
    book.correct(FRIDAY, changes)
    found = summary(of(book), Q4, "table", today=TODAY)
    assert found.total.sums.gross_cents == 500_00 + gross
    assert found.total.sums.agp_cents == 100_00 + agp
    assert found.days[0].corrections[0].changes == changes  # told even where no sum changes


def test_prizes_by_redemptions_stand_at_no_table():
    book = Book()
    book.day(FRIDAY, [("1", "21", 500_00, 100_00)], redeemed=370_00, basis="redemptions")
    found = summary(of(book), Q4, "table", today=TODAY)
    assert [line.sums.agp_cents for line in found.lines] == [100_00, 30_00]
    assert found.total.sums.prizes_cents == 370_00


# What is not there


def test_days_that_are_missing_are_told_apart_from_days_without_play():
    book = Book()
    for on in (date(2026, 10, 2), date(2026, 10, 5), date(2026, 10, 6), date(2026, 10, 12)):
        book.day(on, [("1", "21", 100_00, 10_00)])
    book.day(date(2026, 10, 13), [])
    told = records([one for one in book.documents if one.number != 3])
    found = summary(told, Q4, today=date(2026, 10, 20))
    assert [(gap.first.day, gap.last.day, gap.words) for gap in found.absent] == [
        (1, 1, "before the first day of its book"),
        (3, 4, "no day was opened"),
        (6, 11, "day 3 is not here"),
        (14, 20, "nothing is here after day 5"),
    ]
    assert found.notices == ("Dakota Lions, Riverside Lounge: document 3 is not here",)
    assert found.lines[-1].days == 1  # the day without a table is a line all the same
    assert found.lines[-1].sums == Sums()


def test_what_belongs_to_no_day_is_told():
    book = Book()
    book.day(FRIDAY, [("1", "21", 100_00, 10_00)], deposit=0)
    book.correct(FRIDAY - timedelta(7), {"gross": 1_00})
    book.pay([FRIDAY - timedelta(7)], FRIDAY, 9_00, "77")
    told = of(book)
    assert [words.partition(": ")[2] for words in told.astray] == [
        "correction 2 is of 2026-11-13, which is not here",
        "deposit 77 is of 2026-11-13, which is not here",
    ]
    assert summary(told, Q4, today=TODAY).notices == told.astray


def test_a_document_that_comes_twice_counts_once():
    book = busy(FRIDAY, 3)
    once, twice = records(book.documents), records([*book.documents, *reversed(book.documents)])
    assert once == twice


def test_deposits_late_and_overdue():
    book = Book()
    for turn in range(4):
        book.day(FRIDAY + timedelta(turn * 7), [("1", "21", 100_00, 10_00)])
    book.pay([FRIDAY], date(2026, 11, 25), 100_00)  # Wednesday: the third banking day
    book.pay([FRIDAY + timedelta(7)], date(2026, 12, 3), 100_00)  # a Thursday: the fourth
    found = summary(of(book), Q4, today=date(2026, 12, 11))
    assert [day.date.day for day in found.late] == [27, 4]
    assert summary(of(book), Q4, today=date(2026, 12, 9)).late[-1].date.day == 27


def test_what_a_late_count_adds_after_the_deposit_is_late_by_itself():
    """Boxes counted after the deposit of their day was made: what they held is deposited besides."""
    book = Book()
    book.day(FRIDAY, [("1", "21", 100_00, 10_00)], overnight={"pending": 1})
    book.pay([FRIDAY], date(2026, 11, 23), 100_00)
    book.correct(FRIDAY, {"pending": -1, "1.drop": 60_00, "deposit": 60_00}, "Counted after the seal")
    intime, after = date(2026, 11, 25), date(2026, 11, 26)
    assert of(book).days[0].owing_cents == 60_00
    assert summary(of(book), Q4, today=intime).late == ()
    assert [day.date for day in summary(of(book), Q4, today=after).late] == [FRIDAY]
    book.day(FRIDAY + timedelta(1), [("1", "21", 50_00, 10_00)])
    book.pay([FRIDAY, FRIDAY + timedelta(1)], after, 110_00, "1002")
    paid = summary(of(book), Q4, today=after)
    assert [day.date.day for day in paid.late] == [20, 21]
    assert [[one.cents for one in day.paid] for day in paid.days] == [[100_00, 60_00], [50_00]]
    assert {day.owing_cents for day in paid.days} == {0}


def test_what_a_late_count_adds_before_the_deposit_is_in_it():
    book = Book()
    book.day(FRIDAY, [("1", "21", 100_00, 10_00)], overnight={"pending": 1})
    book.correct(FRIDAY, {"pending": -1, "1.drop": 60_00, "deposit": 60_00}, "Counted after the seal")
    book.pay([FRIDAY], date(2026, 11, 25), 160_00)
    found = summary(of(book), Q4, today=date(2026, 12, 1))
    assert found.late == ()
    assert found.days[0].owing_cents == 0


def test_the_share_of_a_deposit_is_what_a_day_owes_and_the_rest_is_with_the_last():
    book = Book()
    dates = [date(2026, 12, 31), date(2027, 1, 1)]
    for on in dates:
        book.day(on, [("1", "21", 100_00, 10_00)])
    book.pay(dates, date(2027, 1, 5), 199_00)
    told = of(book)
    assert [
        summary(told, span_of("quarter", on), today=TODAY).total.sums.made_cents for on in dates
    ] == [
        100_00,
        99_00,
    ]


# Spans


@given(st.dates(date(1999, 1, 1), date(2200, 1, 1)))
def test_spans_hold_their_dates_and_touch(on):
    for kind in ("day", "week", "month", "quarter"):
        span = span_of(kind, on)
        assert on in span
        assert on - timedelta(1) in span_of(kind, on - timedelta(1))
        assert span_of(kind, span.last + timedelta(1)).first == span.last + timedelta(1)
    assert span_of("week", on).first.weekday() == 0
    assert span_of("week", on).last - span_of("week", on).first == timedelta(6)
    assert quarter(span_of("quarter", on).name) == span_of("quarter", on)
    assert (span_of("quarter", on).first.month, span_of("month", on).first.day) in {
        (month, 1) for month in (1, 4, 7, 10)
    }


@pytest.mark.parametrize(
    "name", ["2026", "2026Q5", "2026Q", "26Q4", "Q4", "0000Q1", "2026Q44", "\u0662026Q4"]
)
def test_a_quarter_that_is_none(name):
    with pytest.raises(ValueError, match="is no quarter; write 2026Q4"):
        quarter(name)
    assert quarter("2026q4") == Q4


# However it is added up

cents = st.integers(-300_00, 900_00)
tables = st.lists(
    st.tuples(st.sampled_from(["1", "2", "A"]), st.sampled_from(["21", "PW"]), cents, cents),
    max_size=3,
    unique_by=lambda one: one[0],
)
fields = st.sampled_from(["gross", "prizes", "agp", "over_short_cash", "1.drop", "A.win", "2.fills"])


@st.composite
def books(draw: st.DrawFn) -> Book:
    """A site over some weeks, with whatever corrections and deposits."""
    book, on = Book(draw(st.sampled_from(["Lounge", "Bar"]))), date(2026, 9, 20)
    dates = []
    for _ in range(draw(st.integers(1, 9))):
        on += timedelta(draw(st.integers(1, 20)))
        basis = draw(st.sampled_from(["tables", "redemptions"]))
        book.day(on, draw(tables), off=draw(cents), redeemed=draw(cents), basis=basis)
        dates.append(on)
        if draw(st.booleans()):
            changes = draw(st.dictionaries(fields, cents, min_size=1, max_size=3))
            book.correct(draw(st.sampled_from(dates)), changes)
        if draw(st.booleans()):
            book.pay(
                draw(st.lists(st.sampled_from(dates), min_size=1, max_size=3, unique=True)), on, 50_00
            )
    return book


def same(sums: list[Sums], total: Sums) -> bool:
    return Sums.total(sums) == total


@given(st.lists(books(), min_size=1, max_size=2, unique_by=lambda book: book.site))
def test_days_weeks_months_quarters_tables_games_and_sites_come_to_the_same(some):
    told = of(*some)
    year = [piece.sums for day in told.days for piece in pieces(day)]
    for kind in ("day", "week", "month", "quarter"):
        spans = {span_of(kind, day.date) for day in told.days}
        assert same([summary(told, span, today=TODAY).total.sums for span in spans], Sums.total(year))
    for span in {span_of("quarter", day.date) for day in told.days}:
        for by in BY:
            found = summary(told, span, by, today=TODAY)
            assert same([line.sums for line in found.lines], found.total.sums)
            assert same([line.sealed for line in found.lines], found.total.sealed)
            for line in (*found.lines, found.total):
                assert same([line.sealed, *(fix.sums for fix in line.fixes)], line.sums)
                assert line.sums.gross_cents - line.sums.prizes_cents == line.sums.agp_cents
    made = sum(
        document.said["cents"]
        for one in some
        for document in one.documents
        if document.kind == "deposit"
    )
    assert sum(sums.made_cents for sums in year) == made


def test_as_rows_every_line_and_gap_is_written():
    found = summary(of(busy(date(2026, 10, 1), 20)), Q4, "game", today=date(2026, 11, 1))
    head, rows = table(found)
    assert head == ["what", "of", "days", *FIGURES, "outstanding"]
    assert {len(row) for row in rows} == {len(head)}
    sealed, *corrected = [row for row in rows if row[0] == "All"]
    assert sealed[1] == "sealed"
    assert corrected[-1][1] == "as corrected"
    assert cents_of(corrected[-1][3]) == found.total.sums.gross_cents
    assert "," not in corrected[-1][3]  # a spreadsheet takes it for a number
    assert rows[-2][1].endswith("nothing is here after day 20")
    assert rows[-1][:2] == [
        "chips outstanding",
        "Dakota Lions, Riverside Lounge: at the seal of 2026-10-23",
    ]
    assert cents_of(rows[-1][-1]) == found.outstanding_cents > 0


def test_overnight_is_a_figure_of_its_own_and_is_corrected_by_itself():
    book, on = Book(), date(2026, 11, 20)
    book.day(on, [("2", "21", 50_000, 20_000)], off=-2_00)
    night = {"overnight_cash": -20_00, "overnight_chips": 5_00}
    book.day(on + timedelta(1), [("A", "PW", 9_000, 1_000), ("2", "21", 0, 0)], overnight=night)
    for by in BY:
        found = summary(records(book.documents), span_of("month", on), by, today=on)
        assert (found.total.sums.over_short_cents, found.total.sums.overnight_cents) == (-2_00, -15_00)
        assert sum(line.sums.overnight_cents for line in found.lines) == -15_00
    games = summary(records(book.documents), span_of("month", on), "game", today=on).lines
    assert {line.name: line.sums.overnight_cents for line in games if any(line.sums)}["21"] == -15_00
    book.correct(on + timedelta(1), {"overnight_cash": 20_00}, "found in the safe")
    found = summary(records(book.documents), span_of("month", on), today=on)
    assert (found.total.sums.overnight_cents, found.any_overnight) == (5_00, True)
    first = summary(records(book.documents), span_of("day", on), today=on)
    assert not first.any_overnight


def test_a_day_of_a_wrong_clock_is_told_and_no_gap_is_made_of_it():
    book, on = Book(), date(2026, 11, 19)
    for at in (on, date(2036, 11, 20), on + timedelta(1), on + timedelta(4)):
        book.day(at, [("2", "21", 10_000, 5_000)])
    found = summary(records(book.documents), span_of("month", on), today=on + timedelta(4))
    assert [day.day for day in found.days] == [1, 3, 4]
    assert [(gap.first, gap.last, gap.words) for gap in found.absent][1:] == [
        (on + timedelta(2), on + timedelta(3), "no day was opened")
    ]
    assert found.notices == (
        "Dakota Lions, Riverside Lounge: day 2 was sealed as 2036-11-20, by a wrong clock: the days"
        " after it are earlier. Its figures stand under that date",
    )


# What it costs


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("what", ["days", "sites"])
def test_five_times_the_days_or_the_sites_cost_five_times_the_work(by, what):
    """Once every line went through every day again: five years took 25 times what one took."""
    cost = []
    for many in (20, 100):
        sites, days = (1, many) if what == "days" else (many, 1)
        books = [Book(f"Site {at}") for at in range(sites)]
        for book in books:
            for at in range(days):
                book.day(FRIDAY + timedelta(at), [("1", "21", 100_00, 10_00)])
        told, span = of(*books), Span("all", FRIDAY, FRIDAY + timedelta(days))
        cost.append(work(lambda told=told, span=span: summary(told, span, by, today=TODAY)))
    assert cost[1] < 6 * cost[0]


def test_what_a_bank_of_their_own_was_off_is_the_paddlewheels():
    book, on = Book(), date(2026, 11, 20)
    tables = [("A", "PW", 9_000, 1_000), ("2", "21", 50_000, 20_000)]
    book.day(
        on,
        tables,
        off=-1_50,
        overnight={"over_short_pw": 50, "overnight_cash": 3_00, "overnight_pw": 1_00},
    )
    for by in BY:
        found = summary(records(book.documents), span_of("month", on), by, today=on)
        assert (found.total.sums.over_short_cents, found.total.sums.overnight_cents) == (-1_50, 3_00)
        assert sum(line.sums.over_short_cents for line in found.lines) == -1_50
    games = summary(records(book.documents), span_of("month", on), "game", today=on).lines
    off = {line.name: (line.sums.over_short_cents, line.sums.overnight_cents) for line in games}
    assert (off["21"], off["PW"]) == ((-2_00, 2_00), (50, 1_00))
    book.correct(on, {"over_short_cash": 50, "over_short_pw": 50}, "one coin more")
    games = summary(records(book.documents), span_of("month", on), "game", today=on).lines
    assert {line.name: line.sums.over_short_cents for line in games}["PW"] == 1_00


def test_what_a_combined_bank_is_off_is_all_of_twenty_one():
    """08-16(4): -2.00 and +0.50 in one bank are -1.50 of twenty-one, and nothing of the wheels."""
    book, on = Book(), date(2026, 11, 21)
    book.day(on, [("2", "21", 500_00, 200_00), ("A", "PW", 90_00, 10_00)], off=-1_50)
    found = summary(records(book.documents), span_of("month", on), "game", today=on)
    off = {line.name: line.sums.over_short_cents for line in found.lines}
    assert (off["21"], off["PW"], sum(off.values())) == (-1_50, 0, -1_50)
