"""Mistakes taken back: every refusal, and that a reversal leaves every place as it was."""

from datetime import date

import pytest

from pitdesk import places
from pitdesk.book.figures import figures
from pitdesk.book.past import day_of
from pitdesk.chips import Chips
from pitdesk.errors import Refused

FIVES = Chips.read("10x$5")
MADE = {  # what can be reversed, each after which nothing else stands in its way
    "redeem": lambda pit: pit.desk.redeem(FIVES, pit.by("jo")),
    "redeem by check": lambda pit: pit.desk.redeem(FIVES, pit.by("jo"), check="1077"),
    "exchange": lambda pit: pit.desk.exchange(Chips.read("5x$5"), Chips.read("25x$1"), pit.by("jo")),
    "exchange at a table": lambda pit: pit.desk.exchange(
        Chips.read("1x$5"), Chips.read("5x$1"), pit.by("kari"), table="2"
    ),
    "check": lambda pit: pit.desk.check(5_000, "1044", "Ole Berg", pit.by("jo")),
    "declare tips": lambda pit: pit.desk.declare_tips("kari", Chips.read("2x$5"), pit.by("jo")),
    "pool tips": lambda pit: pit.desk.pool_tips("kari", Chips.read("1x$5"), pit.by("jo")),
    "redeem tips": lambda pit: pit.desk.redeem_tips("kari", Chips.read("3x$5"), pit.by("jo")),
    "exchange tips": lambda pit: pit.desk.exchange_tips(
        "2", "kari", Chips.read("1x$5"), Chips.read("5x$1"), pit.by("kari")
    ),
    "iou": lambda pit: pit.desk.iou(30_000, pit.lender(), "drawer", pit.by("jo")),
    "withdraw": lambda pit: pit.desk.withdraw(10_000, "check 5501", pit.by("pia")),
}


@pytest.fixture
def floor(pit):
    """Players hold chips of table 2, kari has declared tips, and jo is the cashier."""
    pit.desk.count_tray(
        "2", pit.desk.today.tables["2"].known - Chips.read("40x$5 40x$1"), pit.by("kari")
    )
    pit.desk.declare_tips("kari", Chips.read("1x$5"), pit.by("kari"))
    pit.lender()
    return pit


def sealed(pit):
    pit.desk.explain("tips kari", "kept until tomorrow", pit.by("pia"))
    pit.end(next_start=300_000)


@pytest.mark.parametrize("what", MADE)
@pytest.mark.parametrize("late", [False, True], ids=["undone", "reversed"])
def test_what_is_taken_back_leaves_every_place_and_figure_as_it_was(floor, what, late):
    desk, before = floor.desk, (floor.journal.balances(), figures(floor.desk.today))
    made = MADE[what](floor)
    assert floor.journal.balances() != before[0]
    maker = made.signatures[0]
    floor.later(minutes=5 if late else 0)
    if late or what == "iou":
        back = desk.reverse(made.seq, "mistyped", floor.by("jo", "pia"))
    else:
        back = desk.undo(made.seq, [floor.one(f"{maker.person}:{maker.role}")])
    assert (back.kind, back.about, back.fact.what) == ("reverse", made.seq, made.kind)
    assert (floor.journal.balances(), figures(desk.today)) == before
    assert desk.today.reversals.by == {made.seq: back}
    assert day_of(floor.journal, desk.today.number) == desk.today
    assert not [loan for loan in desk.today.loans if not loan.repaid]
    with floor.refused("pd.reverse", words=f"was taken back by entry {back.seq} already"):
        desk.reverse(made.seq, "mistyped", floor.by("jo", "pia"))
    sealed(floor)
    assert floor.journal.verify().ok


def test_an_iou_that_is_paid_back_is_open_again_when_that_is_undone(floor):
    desk = floor.desk
    desk.iou(30_000, floor.lender(), "drawer", floor.by("jo"))
    paid = desk.payback(1, floor.by("jo"))
    desk.undo(paid.seq, floor.by("jo"))
    (loan,) = desk.today.loans
    assert (loan.repaid, loan.repaid_initials) == (None, "")
    desk.payback(1, floor.by("jo"))
    assert figures(desk.today).paybacks_cents == figures(desk.today).loans_cents == 30_000


# An undo


def test_nobody_undoes_what_somebody_else_did(floor):
    floor.arrive("cleo")
    made = MADE["redeem"](floor)
    with floor.refused("pd.undo", words="Jo made entry"):
        floor.desk.undo(made.seq, floor.by("cleo"))


def test_an_undo_works_for_a_minute(floor):
    made = MADE["redeem"](floor)
    floor.later(seconds=61)
    with floor.refused("pd.undo", words="is more than 60 seconds old. Reverse it, with a second"):
        floor.desk.undo(made.seq, floor.by("jo"))
    floor.later(seconds=-2)
    floor.desk.undo(made.seq, floor.by("jo"))


def test_a_clock_that_is_set_back_gives_no_more_time(floor):
    made = MADE["redeem"](floor)
    floor.later(hours=-1)
    with floor.refused("pd.undo", words="seconds old"):
        floor.desk.undo(made.seq, floor.by("jo"))


def test_the_site_says_for_how_long(floor):
    desk = floor.desk
    assert desk.undo_seconds == 60
    for seconds in (9, 601):
        with floor.refused("pd.setup", words=f"for {seconds} seconds"):
            desk.set_site({"undo_seconds": seconds}, floor.by("gus"))
    desk.set_site({"undo_seconds": 180}, floor.by("gus"))
    assert desk.undo_seconds == 180
    made = MADE["redeem"](floor)
    floor.later(seconds=170)
    desk.undo(made.seq, floor.by("jo"))


@pytest.mark.parametrize("by_whom", ["count", "own count", "tally"])
def test_what_was_counted_since_is_not_undone(floor, by_whom):
    desk, made = floor.desk, MADE["redeem"](floor)
    drawer, bank = floor.journal.at("drawer"), floor.held("chip bank")
    if by_whom == "count":
        desk.count("check", {"drawer": drawer}, floor.by("jo"))
    elif by_whom == "own count":
        desk.own_count("drawer", {"drawer": drawer}, floor.one("jo"))
    else:
        desk.tally("chip bank", bank, floor.one("jo"))
    with floor.refused("pd.undo", words="was counted since. Reverse it"):
        desk.undo(made.seq, floor.by("jo"))
    desk.reverse(made.seq, "mistyped", floor.by("jo", "pia"))


# By two


@pytest.mark.parametrize("signers", [["jo"], ["pia", "kari"]])
def test_a_cashier_and_a_second_person_reverse(floor, signers):
    made = MADE["redeem"](floor)
    with floor.refused("pd.reverse", words="A cashier and a second person"):
        floor.desk.reverse(made.seq, "mistyped", floor.by(*signers))


def test_a_reversal_needs_a_reason_and_an_undo_none(floor):
    made = MADE["redeem"](floor)
    with floor.refused("pd.reason", words="A reverse needs a reason"):
        floor.desk.reverse(made.seq, " ", floor.by("jo", "pia"))
    assert floor.desk.undo(made.seq, floor.by("jo")).fact.reason == ""


# What is settled, or has another way


def test_what_left_a_place_below_zero_stays(floor):
    desk = floor.desk
    lent = desk.withdraw(10_000, "check 5501", floor.by("pia"))
    desk.redeem(Chips.read("30x$5"), floor.by("jo"))
    cash = floor.journal.at("drawer")["cash"]
    desk.iou(cash, "drawer", "cash reserve", floor.by("jo"))
    with floor.refused("pd.below", words="The drawer would be short $100.00 of cash"):
        desk.reverse(lent.seq, "mistyped", floor.by("jo", "pia"))
    declared = desk.declare_tips("kari", Chips.read("6x$1"), floor.by("jo"))
    desk.pool_tips("kari", Chips.read("4x$1"), floor.by("jo"))
    with floor.refused("pd.below", words="would be short 4 chips of $1"):
        desk.reverse(declared.seq, "mistyped", floor.by("jo", "pia"))


def test_a_count_of_the_tray_settles_an_exchange(floor):
    made = MADE["exchange at a table"](floor)
    floor.desk.count_tray("2", floor.desk.today.tables["2"].known, floor.by("kari"))
    with floor.refused("pd.reverse", words="The tray of table 2 was counted at"):
        floor.desk.reverse(made.seq, "mistyped", floor.by("jo", "pia"))


def test_a_count_of_the_tips_settles_those_before(floor):
    made = MADE["declare tips"](floor)
    floor.desk.declare_tips("kari", Chips.read("4x$5"), floor.by("jo"))
    with floor.refused("pd.reverse", words="These tips were counted again at"):
        floor.desk.reverse(made.seq, "mistyped", floor.by("jo", "pia"))


def test_what_was_wrong_before_a_hand_over_is_over_or_short_of_whoever_went(floor):
    floor.arrive("cleo")
    desk, made, by_check = floor.desk, MADE["redeem"](floor), MADE["redeem by check"](floor)
    for who in ("jo", "cleo"):
        desk.own_count("drawer", {"drawer": floor.journal.at("drawer")}, floor.one(who))
    desk.pass_drawer("drawer", "cleo", floor.by("jo", "cleo"))
    with floor.refused("pd.reverse", words="is over or short of Jo. Explain that"):
        desk.reverse(made.seq, "mistyped", floor.by("cleo", "pia"))
    desk.reverse(by_check.seq, "mistyped", floor.by("cleo", "pia"))  # no drawer paid it


def test_an_iou_is_reversed_while_it_is_open(floor):
    desk, lent = floor.desk, MADE["iou"](floor)
    with floor.refused("pd.undo", words="iou 000001 is on paper under its number"):
        desk.undo(lent.seq, floor.by("jo"))
    desk.payback(1, floor.by("jo"))
    with floor.refused("pd.reverse", words="IOU 1 was paid back. Reverse that first"):
        desk.reverse(lent.seq, "mistyped", floor.by("jo", "pia"))


def test_what_is_not_reversed_says_how_it_is_put_right(floor):
    desk, by = floor.desk, floor.by("jo", "pia")
    fill = desk.fill("2", FIVES, floor.by("jo"))
    words = {
        fill.seq: "Void the slip",
        desk.void("fill", 1, "the wrong table", floor.by("jo")).seq: "Bring the chips back",
        desk.count("check", {"drawer": {"cash": 400_000}}, floor.by("jo")).seq: "both counts are kept",
        desk.dealer("2", None, floor.by("pia")).seq: "Enter it again as it is right",
        desk.undo(MADE["redeem"](floor).seq, floor.by("jo")).seq: "Enter again what was taken back",
        desk.today.opened.seq: "Enter it again",
    }
    for seq, said in words.items():
        with floor.refused("pd.reverse", words=said):
            desk.reverse(seq, "mistyped", by)


def test_what_is_sealed_is_sealed(floor):
    made = MADE["redeem"](floor)
    sealed(floor)
    floor.begin(floor.held("chip bank"), 300_000)
    with floor.refused("pd.reverse", words="is not of this day. A sealed day is corrected"):
        floor.desk.reverse(made.seq, "mistyped", floor.by("jo", "pia"))
    with floor.refused("pd.reverse", words="There is no such entry tonight"):
        floor.desk.reverse(99_999, "mistyped", floor.by("jo", "pia"))


def test_a_day_of_the_third_edition_knows_no_reversal(dark):
    dark.desk.edition = 3
    dark.begin()
    dark.open("2", Chips.read("10x$5"))
    with pytest.raises(Refused, match="before PitDesk knew 'reverse'"):
        dark.desk.undo(dark.journal.head.seq, dark.by("kari"))
    with dark.refused("pd.day", words="before PitDesk knew 'count opener'"):
        dark.desk.count_opener("2", Chips.read("20x$5"), dark.by("kari"))


# Openers and first counts are counted again


def test_an_opener_is_counted_again_until_the_tray_moves(pit):
    pit.end(t2=10_000)
    pit.begin(pit.held("chip bank"))
    tray = pit.held(places.tray("2"))
    pit.open("2", tray - Chips.read("3x$25"))
    desk = pit.desk
    assert [note.key for note in desk.today.unexplained] == ["tray 2 at opening"]
    desk.count_opener("2", tray, pit.by("kari"))
    assert desk.today.unexplained == []
    assert desk.today.tables["2"].opener == desk.today.tables["2"].known == tray
    assert figures(desk.today).overnight_cents == 0
    pit.fill("2", "5x$5")
    with pit.refused("pd.state", words="The tray of table 2 has moved since its opener"):
        desk.count_opener("2", tray, pit.by("kari"))
    pit.end(t2=10_000)


def test_an_opener_is_counted_again_by_those_at_the_tables_and_of_an_open_table(pit):
    tray = Chips.read("40x$5")
    with pit.refused("pd.who", words="A cashier does not count openers"):
        pit.desk.count_opener("2", tray, pit.by("jo"))
    with pit.refused("pd.state", words="Table 3 is not open"):
        pit.desk.count_opener("3", tray, pit.by("kari"))


def test_the_first_day_begins_anew_when_it_is_counted_again(dark):
    """Neither the bank nor a tray is over or short by what was mistyped on the book's first day."""
    dark.desk.open_day(date(2026, 11, 20), dark.by("pia", "jo"))
    for five in (90, 900):
        found = {"chip bank": {"$5": five, "$1": 500, "$25": 50}, "drawer": {"cash": five * 1_000}}
        dark.desk.count("opening", found, dark.by("pia", "jo"))
    dark.open("2", Chips.read("400x$5"))
    dark.desk.count_opener("2", Chips.read("40x$5"), dark.by("kari"))
    assert dark.journal.at(places.SUPPLIER) == {"$5": -940, "$1": -500, "$25": -50}
    assert dark.journal.at(places.OVER_SHORT) == {}
    assert dark.desk.today.unexplained == []
    found = figures(dark.desk.today)
    assert (found.start_cash_cents, found.overnight_cents) == (900_000, 0)
    dark.end(next_start=900_000)
