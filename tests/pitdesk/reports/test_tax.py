"""The quarter's tax summary: worked examples, exact thresholds, lines that add up."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.reports.days import records
from pitdesk.reports.summaries import quarter
from pitdesk.reports.tax import Quarter, quarter_summary, table
from pitdesk.rules.book import Rulebook
from tests.pitdesk.quarters import Book, busy

RULES = Rulebook.load()
Q4, TODAY = quarter("2026Q4"), date(2027, 1, 15)
DAY = date(2026, 11, 20)
LOUNGE = "Dakota Lions, Riverside Lounge"


def taxed(*tables, corrections=(), video=None, site="Riverside Lounge") -> Quarter:
    book = Book(site)
    book.day(DAY, tables)
    for changes in corrections:
        book.correct(DAY, changes)
    video = {LOUNGE: True} if video is None else video
    return quarter_summary(records(book.documents), Q4, RULES, video, today=TODAY)


def line(found: Quarter, label: str) -> int:
    (cents,) = [one.cents for one in found.lines if one.label == label]
    return cents


@pytest.mark.parametrize(
    ("agp", "tax"),
    [
        (40_000_00, 400_00),
        (50_000_00, 500_00),
        (80_000_00, 4_100_00),
        (50_000_01, 500_00),  # twelve hundredths of a cent
        (50_000_05, 500_01),  # six tenths of one
        (49, 0),
        (50, 1),  # half a cent is rounded up
        (149, 1),
        (0, 0),
        (-7_000_00, 0),
    ],
)
def test_the_tax_at_its_rates(agp, tax):
    found = taxed(("1", "21", 90_000_00, agp))
    assert found.tax_cents == line(found, "= Gaming tax") == tax


@given(st.integers(-10_000_00, 400_000_00))
def test_the_tax_is_the_formula_to_the_cent(agp):
    found = taxed(("1", "21", 500_000_00, agp))
    exact = Fraction(max(0, min(agp, 50_000_00)), 100) + Fraction(max(0, agp - 50_000_00) * 12, 100)
    assert abs(found.tax_cents - exact) <= Fraction(1, 2)
    assert found.lines[-1].cents == max(0, agp) * 60 // 100  # never a cent above sixty percent


def test_a_quarter_by_hand():
    """Two games, one correction; every line as it would be written on the return."""
    found = taxed(
        ("1", "21", 52_000_00, 11_500_00),
        ("A", "PW", 60_000_00, 44_000_00),
        corrections=[{"1.drop": 100_00}],
    )
    head, rows = table(found)
    assert head == ["line", "dollars", "section"]
    assert [row[:2] for row in rows] == [
        ["Twenty-one", ""],
        ["Gross proceeds as sealed", "52000.00"],
        ["+ Correction 2 of 2026-11-20: miscounted", "100.00"],
        ["Gross proceeds, twenty-one", "52100.00"],
        ["- Prizes, twenty-one", "40500.00"],
        ["= Adjusted gross proceeds, twenty-one", "11600.00"],
        ["Paddlewheel", ""],
        ["Gross proceeds, paddlewheel", "60000.00"],
        ["- Prizes, paddlewheel", "16000.00"],
        ["= Adjusted gross proceeds, paddlewheel", "44000.00"],
        ["All games", ""],
        ["Gross proceeds, all games", "112100.00"],
        ["- Prizes, all games", "56500.00"],
        ["= Adjusted gross proceeds, all games", "55600.00"],
        ["Gaming tax", ""],
        ["1 % of adjusted gross proceeds up to 50,000.00: of 50,000.00", "500.00"],
        ["+ 12 % of what is above: of 5,600.00", "672.00"],
        ["= Gaming tax", "1172.00"],
        ["Expenses at most, 60 % of adjusted gross proceeds", "33360.00"],
    ]
    assert all(row[2] for row in rows)
    assert {"N.D.C.C. 53-06.1-12", "N.D.C.C. 53-06.1-11(2)"} <= {row[2] for row in rows}


@pytest.mark.parametrize(
    ("off", "fixed", "label", "cents"),
    [
        (-2_00, 0, "Net cash short, an expense", 2_00),
        (-2_00, 50, "Net cash short, an expense", 1_50),
        (-2_00, 2_50, "Net cash long, other income", 50),
        (-2_00, 2_00, "", 0),
    ],
)
def test_net_cash_short_is_an_expense_and_net_cash_long_other_income(off, fixed, label, cents):
    book = Book("Riverside Lounge")
    book.day(DAY, [("1", "21", 500_00, 100_00)], off=off)
    if fixed:
        book.correct(DAY, {"over_short_cash": fixed})
    found = quarter_summary(records(book.documents), Q4, RULES, {}, today=TODAY)
    told = [one for one in found.lines if one.label.startswith("Net cash")]
    assert [(one.label, one.cents) for one in told] == [(label, cents)] * bool(label)
    assert {one.section for one in told} <= {"N.D.A.C. 99-01.3-03-04(7)"}


def test_every_block_of_lines_adds_up_and_all_games_are_their_sum():
    told = records(
        one for book in (busy(date(2026, 10, 1), 60), busy(DAY, 9, "Bar")) for one in book.documents
    )
    found = quarter_summary(told, Q4, RULES, {}, today=TODAY)
    running, at_line = 0, {}
    for one in found.lines[:-1]:
        sign = -1 if one.label.startswith("- ") else 1
        if one.rank == "head":
            running, part = 0, 0
        elif one.label.endswith("as sealed"):
            part = one.cents
        elif one.label.startswith("+ Correction"):
            part += one.cents
        elif one.rank == "sum" and not one.label.startswith("= "):
            assert one.cents == part, one.label
            running += sign * one.cents
        elif one.rank == "sum":
            assert one.cents == running, one.label
        else:
            running += sign * one.cents
        at_line[one.label] = one.cents
    for what in ("Gross proceeds, {}", "- Prizes, {}", "= Adjusted gross proceeds, {}"):
        parts = [
            at_line.get(what.format(game), 0) for game in ("twenty-one", "paddlewheel", "not at a table")
        ]
        assert sum(parts) == at_line[what.format("all games")]
        assert all(parts[:2])
    assert (
        found.games.total.sums.gross_cents
        == sum(
            sum(row["drop"] for row in one.said["tables"])
            for book in (busy(date(2026, 10, 1), 60), busy(DAY, 9, "Bar"))
            for one in book.documents
            if one.kind == "day"
        )
        + 20_00 * 8
        - 4_00 * 4
    )


# What the figures ask for


def test_more_prizes_than_gross_is_told_to_the_state_within_thirty_days():
    assert not taxed(("1", "21", 12_000_00, 0), video={LOUNGE: False}).findings
    (found,) = taxed(("1", "21", 12_000_00, -50), video={LOUNGE: False}).findings
    assert found.by == date(2027, 1, 30)
    assert "prizes of twenty-one, 12,000.50, are more than its gross proceeds, 12,000.00" in found.words
    assert found.section == "N.D.A.C. 99-01.3-08-01(3)"
    assert not taxed(("A", "PW", 12_000_00, -50), video={LOUNGE: False}).findings


@pytest.mark.parametrize(
    ("game", "gross", "agp", "review"),
    [
        ("21", 60_000_00, 6_000_00, False),
        ("21", 60_000_00, 5_999_50, True),  # 9.999 %, which is printed as 10.00
        ("PW", 20_000_00, 3_000_00, False),
        ("PW", 20_000_00, 2_999_50, True),
        ("21", 0, 0, False),
    ],
)
def test_a_low_hold_has_its_video_reviewed(game, gross, agp, review):
    tables = [("1", game, gross, agp)]
    assert [one.rule for one in taxed(*tables).findings] == ["nd.08-04.9"] * review
    free = taxed(*tables, video={LOUNGE: False})
    assert not free.findings
    assert any(note.startswith(f"Advice, {LOUNGE}: ") for note in free.notes) == review
    for one in taxed(*tables, video={}).findings:
        assert one.words.startswith("if this site requires video: ")


def test_thresholds_are_each_sites_own():
    good, bad = Book("Good"), Book("Bad")
    good.day(DAY, [("1", "21", 10_000_00, 5_000_00)])
    bad.day(DAY, [("1", "21", 1_000_00, -10_00)])
    told = records([*good.documents, *bad.documents])
    found = quarter_summary(told, Q4, RULES, dict.fromkeys(told.sites, True), today=TODAY)
    assert [(one.rule, one.site) for one in found.findings] == [
        ("nd.08-01.3q", "Dakota Lions, Bad"),
        ("nd.08-04.9", "Dakota Lions, Bad"),
    ]


def test_a_correction_can_take_a_threshold_away():
    low = ("1", "21", 60_000_00, 5_999_50)
    assert taxed(low).findings
    assert not taxed(low, corrections=[{"1.closer": 50}]).findings


def test_until_when_papers_are_kept():
    found = taxed(("1", "21", 100_00, 50_00))
    assert [keep.until for keep in found.keep] == [date(2029, 12, 31), date(2027, 12, 31)]
    assert all(keep.section for keep in found.keep)


def test_the_rates_are_those_of_the_quarters_end():
    with pytest.raises(KeyError, match=r"nd\.53-06\.1-12 has no up_to_cents for 2021-12-31"):
        quarter_summary(records([]), quarter("2021Q4"), RULES, {}, today=TODAY)


def test_what_is_not_of_a_game_is_on_a_line_of_its_own():
    found = taxed(("1", "21", 100_00, 50_00), corrections=[{"gross": 7_00}])
    assert line(found, "Gross proceeds, not at a table") == 7_00
    assert line(found, "Gross proceeds, all games") == 107_00


def test_a_day_of_a_wrong_clock_is_a_finding_of_both_quarters():
    """Sealed as 2036, played between two days of 2026Q4: it stays where it is, and both say so."""
    book, q4_of_2036 = Book(), quarter("2036Q4")
    for at in (DAY, date(2036, 11, 20), DAY + timedelta(2)):
        book.day(at, [("2", "21", 10_000, 5_000)])
    told = {}
    for span in (Q4, q4_of_2036, quarter("2027Q1")):
        found = quarter_summary(records(book.documents), span, RULES, {LOUNGE: True}, today=TODAY)
        told[span.name] = [one.words for one in found.findings if one.rule == "nd.02-01.6"]
    played = (
        "day 2 was sealed as 2036-11-20, by a wrong clock, and played between 2026-11-20 and 2026-11-22."
        " Its gross proceeds, 100.00, and adjusted gross proceeds, 50.00, are "
    )
    ask = " Ask the gaming division in which return they belong."
    assert told == {
        "2026Q4": [f"{played}in those of 2036Q4, not here.{ask}"],
        "2036Q4": [f"{played}in these figures.{ask}"],
        "2027Q1": [],
    }
    assert line(found, "= Gaming tax") == 0
