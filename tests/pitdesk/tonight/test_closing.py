"""The close of day as it is seen: what is shown, what is not shown yet, and what is in the way."""

from datetime import date

import pytest

from pitdesk import kinds
from pitdesk.book.site import Layout
from pitdesk.chips import Chips
from pitdesk.errors import Refusal, Refused
from pitdesk.rules.check import CHECKS
from pitdesk.rules.checks.banks import NO_OPENING
from pitdesk.rules.checks.closing import BOX_NOT_COUNTED, BOX_ON_TABLE, TABLE_OPEN
from pitdesk.tonight.board import Board
from pitdesk.tonight.closing import (
    BANKS,
    DROP,
    OVERNIGHT,
    RECONCILE,
    SEAL,
    SLIPS,
    STEPS,
    TABLES,
    Closing,
    TableSum,
    Term,
    owed,
    step_of,
)

NEXT = 400_000
TRAY = Chips.read("40x50c 200x$1 100x$5 20x$25")


def terms(close):
    return {term.words: term.cents for term in close.terms}


def proofs(close):
    return {proof.words: (proof.detail, proof.holds) for proof in close.proofs}


def owes(pit):
    return owed(Board.of(pit.desk))


def states(close):
    return [stage.state for stage in close.stages]


@pytest.fixture
def counted(pit):
    """All is done but the seal: the drawer is two dollars short, and nobody has said why."""
    pit.fill("2", "20x$5")
    pit.desk.close_table("2", TRAY - Chips.read("10x$1"), pit.by("kari"))
    pit.look()
    pit.boxes()
    pit.drops({"2": 52_000})
    pit.find()
    pit.paper()
    pit.closing(cash=-200)
    return pit


# The steps


def test_a_book_without_a_day_has_nothing_to_close(dark):
    close = Closing.of(dark.desk)
    assert close == Closing()
    assert states(close) == ["now", *["later"] * 5]


def test_an_open_night_has_its_first_step_to_do(pit):
    close = Closing.of(pit.desk)
    assert close.state == "open"
    assert states(close) == ["now", "done", *["later"] * 4]
    assert [stage.words for stage in close.stages] == [*STEPS]
    assert [stage.left for stage in close.stages] == [
        3,
        0,
        0,
        2,
        1,
        0,
    ]  # table and two cameras; two banks


def test_the_last_step_is_the_seal(counted):
    counted.desk.explain("drawer", "a payout too many", counted.by("pia"))
    close = Closing.of(counted.desk, NEXT)
    assert close.blockers == ()
    assert states(close) == ["done"] * 5 + ["now"]
    counted.desk.close_day(NEXT, counted.by("pia", "jo"))
    close = Closing.of(counted.desk)
    assert states(close) == ["done"] * 6
    assert close.state == "sealed"


@pytest.mark.parametrize(
    ("rule", "code", "step"),
    [
        ("nd.08-14.1", TABLE_OPEN, TABLES),
        ("nd.08-14.1", BOX_ON_TABLE, DROP),
        ("nd.08-14.1", BOX_NOT_COUNTED, DROP),
        ("nd.08-04.7", "", TABLES),
        ("nd.08-05.2", "", SLIPS),
        ("nd.03-06.2", NO_OPENING, BANKS),
        ("nd.03-06.2", "", BANKS),
        ("pd.explained", "", RECONCILE),
        ("pd.of the year 2040", "something new", RECONCILE),
    ],
)
def test_every_blocker_belongs_to_a_step(rule, code, step):
    assert step_of(Refusal(rule, "a section", "words", code=code)) == step


def test_no_rule_is_left_without_a_step():
    asked = [
        Refusal(rule, "", "words", code=code)
        for rule, checks in CHECKS.items()
        for judged, code, _ in checks
        if issubclass(kinds.CloseDay, judged)
    ]
    assert {TABLE_OPEN, BOX_ON_TABLE, NO_OPENING} <= {one.code for one in asked}
    assert all(step_of(one) < SEAL for one in asked)


def test_blockers_stand_in_the_order_of_the_steps(pit):
    steps = [step_of(blocker) for blocker in Closing.of(pit.desk).blockers]
    assert steps == sorted(steps)


# The next start


def test_the_next_start_is_asked_for_once_and_named(counted):
    counted.desk.explain("drawer", "a payout too many", counted.by("pia"))
    (blocker,) = Closing.of(counted.desk).blockers
    assert blocker.rule == "nd.03-10.1"
    assert "what cash stays here" in blocker.words
    assert blocker.section


def test_a_next_start_beyond_the_cash_in_hand_is_in_the_way(counted):
    (blocker,) = [b for b in Closing.of(counted.desk, 99_999_900).blockers if b.rule == "nd.03-10.1"]
    assert "more than the cash in hand" in blocker.words


# The sum


def test_the_sum_is_that_of_the_seal(counted):
    counted.desk.explain("drawer", "a payout too many", counted.by("pia"))
    close = Closing.of(counted.desk, NEXT)
    seal = counted.desk.close_day(NEXT, counted.by("pia", "jo")).fact
    by_words = terms(close)
    assert by_words["Gross proceeds, the drop cash of every table"] == seal.gross_cents == 52_000
    assert by_words["Prizes"] == -seal.prizes_cents
    assert by_words["Adjusted gross proceeds"] == seal.agp_cents
    assert by_words["Cash and chip bank short"] == seal.over_short_cents == -200
    assert by_words["Cash profit"] == seal.cash_profit_cents
    assert close.deposit == seal.deposit_cents == by_words["Bank deposit, due by Wed Nov 25"]
    assert close.due == seal.deposit_due


def test_the_sum_of_a_sealed_day_is_as_it_was(counted):
    counted.desk.explain("drawer", "a payout too many", counted.by("pia"))
    before = Closing.of(counted.desk, NEXT)
    counted.desk.close_day(NEXT, counted.by("pia", "jo"))
    after = Closing.of(counted.desk)
    assert (after.terms, after.tables, after.total) == (before.terms, before.tables, before.total)
    assert (after.deposit, after.due, after.next_start) == (before.deposit, before.due, NEXT)
    assert after.head == f"{counted.desk.day.sealed.hash[:4].hex()} {after.head[9:]}"


@pytest.mark.parametrize("next_start", [100_000, NEXT, 450_000])
def test_each_total_is_the_sum_of_what_stands_above_it(counted, next_start):
    added = 0
    for term in Closing.of(counted.desk, next_start).terms:
        if term.total:
            assert term.cents == added, term.words
        else:
            added += term.cents


@pytest.mark.parametrize(
    ("next_start", "words", "cents"),
    [
        (NEXT, "Next start is what today was supplied with", 0),
        (300_000, "Next start is less than today was supplied with", 100_000),
        (450_000, "Next start is more than today was supplied with", -50_000),
    ],
)
def test_the_next_start_says_which_way_it_goes(counted, next_start, words, cents):
    assert Term(words, cents) in Closing.of(counted.desk, next_start).terms


def test_prizes_paid_by_check_come_back_into_the_deposit(pit):
    assert "Prizes paid by check" not in terms(Closing.of(pit.desk))
    pit.fill("2", "20x$5")
    pit.desk.count_tray("2", TRAY, pit.by("kari"))
    pit.desk.redeem(Chips.read("4x$5"), pit.by("jo"), check="5501")
    assert terms(Closing.of(pit.desk))["Prizes paid by check"] == 2_000


def test_a_day_that_is_balanced_says_so(pit):
    pit.end(t2=52_000)
    close = Closing.of(pit.desk)
    assert Term("Cash and chip bank balanced", 0) in close.terms
    assert proofs(close)["Cash and chips counted against the book"] == ("balanced", True)


def test_tables_are_in_order_and_their_wins_add_up(pit):
    pit.desk.set_table(Layout("10", "21", "10", video=False), pit.by("gus"))
    pit.open("10", dealer="uma:dealer")
    pit.open("3", dealer="dan")
    pit.desk.close_table("10", Chips(), pit.by("pia"))
    pit.end(t2=52_000, t3=30_000, t10=10_000)
    close = Closing.of(pit.desk)
    assert [line.name for line in close.tables] == ["2", "3", "10"]
    assert close.total.win == sum(line.win for line in close.tables)
    for line in close.tables:
        drop, closer, credits_, opener, fills, win = line.cents
        assert win == drop + closer + credits_ - opener - fills


# What is not shown yet


def test_nothing_that_is_still_counted_blind_is_shown(pit):
    pit.shut("2")
    pit.boxes()
    pit.team()
    pit.desk.drop_count("2", 52_000, pit.by("kim"))
    pit.desk.drop_count("2", 52_000, pit.by("lee"))
    close = Closing.of(pit.desk, NEXT)
    assert close.tables[0].drop is None
    assert close.tables[0].win is None
    assert close.total.drop is None
    assert {term.cents for term in close.terms if term.total} == {None}
    assert "52" not in str(close.proofs)


def test_no_cash_is_shown_before_the_closing_counts_are_in(counted):
    counted.desk.iou(10_000, counted.lender(), "drawer", counted.by("jo"))  # the drawer has moved since
    close = Closing.of(counted.desk, NEXT)
    by_words = terms(close)
    assert not close.counted
    assert by_words["Adjusted gross proceeds"] is not None
    assert by_words["Cash and chip bank, over or short"] is None
    assert by_words["Chips gone out to players, or come back"] is None
    assert by_words["Cash profit"] is None
    assert close.deposit is None
    assert proofs(close)["Cash and chips counted against the book"][1] is None
    assert "Cash profit, counted and booked" not in proofs(close)


def test_a_table_that_is_open_shows_no_win(pit):
    (line,) = Closing.of(pit.desk).tables
    assert line == TableSum("2", None, None, 0, 122_000, 0, None, "")


# The proofs


def test_the_proofs_of_a_night_that_adds_up(counted):
    counted.desk.explain("drawer", "a payout too many", counted.by("pia"))
    found = proofs(Closing.of(counted.desk, NEXT))
    assert found == {
        "Fill slips 000001 to 000001": ("1 used, none void, none missing", True),
        "Credit slips": ("none tonight", True),
        "Slips found against the book": ("all 2 parts where they belong", True),
        "Cash and chips counted against the book": ("short $2.00, explained", True),
        "Cash profit, counted and booked": found["Cash profit, counted and booked"],
        "Closing count initialed": ("PI and JO", True),
    }
    both, holds = found["Cash profit, counted and booked"]
    assert holds
    assert both.partition(" and ")[0] == both.partition(" and ")[2]


def test_a_reason_that_is_owed_is_looked_at(counted):
    found = proofs(Closing.of(counted.desk, NEXT))
    assert found["Cash and chips counted against the book"] == ("short $2.00, a reason is owed", False)


def test_slips_on_the_way_and_not_found_are_looked_at(pit):
    pit.fill("2", "20x$5")
    pit.desk.fill("2", Chips.read("20x$5"), pit.by("jo"))
    found = proofs(Closing.of(pit.desk))
    assert found["Fill slips 000001 to 000002"] == ("2 used, none void, 1 on the way", False)
    words, holds = found["Slips found against the book"]
    assert words == "2 of 4 parts found, 2 neither found nor explained"
    assert holds is False


def test_a_part_that_is_lost_and_explained_holds(pit):
    pit.fill("2", "20x$5")
    pit.desk.found("records", [("fill", 1, "original", None)], pit.by("pia"))
    pit.desk.explain("fill 000001 copy", "torn", pit.by("pia"))
    words, holds = proofs(Closing.of(pit.desk))["Slips found against the book"]
    assert (words, holds) == ("1 of 2 parts found, fill 000001 copy explained", True)


# Reasons owed


def test_what_is_owed_may_be_explained_and_is_then_owed_no_more(counted):
    counted.desk.declare_tips("kari", Chips.read("2x$1"), counted.by("jo"))
    must = [one.key for one in owes(counted) if one.must]
    assert must == ["drawer", "tips kari"]
    for key in must:
        counted.desk.explain(key, "so it was", counted.by("pia"))
    assert [one.key for one in owes(counted) if one.must] == []


def test_what_the_seal_does_not_wait_for_may_be_explained_too(pit):
    pit.desk.print(_fill(pit), "original", ["a line"], void=False, printer="test")
    pit.desk.print_answer("fill", 1, "original", "damaged", pit.by("jo"))
    (one,) = [one for one in owes(pit) if not one.must]
    assert "came out as damaged" in one.words
    pit.desk.explain(one.key, "the paper ran out", pit.by("jo"))
    assert one not in owes(pit)


def _fill(pit):
    pit.desk.fill("2", Chips.read("20x$5"), pit.by("jo"))
    return pit.desk.slip("fill", 1)


def test_a_recount_that_differs_again_owes_a_reason_again(counted):
    counted.desk.explain("drawer", "a payout too many", counted.by("pia"))
    counted.closing(cash=-300)
    assert [one.key for one in owes(counted) if one.must] == ["drawer"]


def test_every_key_that_is_owed_is_taken_by_the_desk(counted):
    counted.desk.declare_tips("kari", Chips.read("2x$1"), counted.by("jo"))
    for one in owes(counted):
        try:
            counted.desk.explain(one.key, "so it was", counted.by("pia"))
        except Refused as refused:
            raise AssertionError(one) from refused


def test_chips_that_the_house_never_owned_are_owed_a_reason(pit):
    more = Chips.read("40x50c 200x$1 100x$5 30x$25")
    pit.desk.count_tray("2", more, pit.by("kari"), reason="ten more than can be")
    assert "chips $25" in [one.key for one in owes(pit) if one.must]


def test_a_sealed_day_owes_nothing(counted):
    counted.desk.explain("drawer", "a payout too many", counted.by("pia"))
    counted.desk.close_day(NEXT, counted.by("pia", "jo"))
    assert owes(counted) == ()


def test_what_the_night_took_is_a_proof_that_waits_for_its_reason(pit):
    pit.end(t2=50_000)
    pit.later(days=1)
    pit.desk.open_day(date(2026, 11, 21), pit.by("pia", "jo"))
    counted = {"chip bank": pit.held("chip bank").names, "drawer": {"cash": 399_000}}
    pit.desk.count("opening", counted, pit.by("pia", "jo"))

    def proof():
        return next(one for one in Closing.of(pit.desk).proofs if one.words == OVERNIGHT)

    assert (proof().detail, proof().holds) == ("short $10.00, a reason is owed", False)
    pit.desk.explain("drawer at opening", "a roll fell behind the safe", pit.by("pia"))
    assert (proof().detail, proof().holds) == ("short $10.00, explained", True)
