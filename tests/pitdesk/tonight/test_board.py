"""The board: what can be seen of the night, and what must not be seen yet."""

from dataclasses import FrozenInstanceError, replace
from datetime import UTC, datetime

import pytest

from pitdesk import kinds, places
from pitdesk.book.day import Day
from pitdesk.book.entries import Signature
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Person, Role
from pitdesk.book.site import Layout
from pitdesk.chips import Chip, Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.errors import Refused
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from pitdesk.tonight.board import Board, Question, Waiting
from pitdesk.tonight.outlook import outlook
from pitdesk.tonight.preview import preview
from printers.devices.paper import Paper
from printers.devices.spool import drain
from tests.files import BUSY
from tests.pitdesk.conftest import NIGHT, TRAY

FIVE = Chips.read("20x$5")


def board(pit) -> Board:
    return Board.of(pit.desk)


def chip(name: str) -> Chip:
    return Chip.named(name)


# New, open, sealed


def test_a_new_book_has_a_board_without_a_day(dark):
    seen = board(dark)
    assert seen.state == "new"
    assert (seen.day, seen.date, seen.opened_at) == (0, None, None)
    assert [(spot.table, spot.state, spot.known) for spot in seen.spots] == [
        (table, "not open", Chips()) for table in "237"
    ]
    assert (seen.waiting, seen.questions, seen.loans, seen.notes) == ((), (), (), ())
    assert (seen.cash.lines, seen.cash.should) == ((), 0)
    assert seen.outstanding == Chips()
    assert (seen.tables_open, seen.on_tables, seen.slips) == (0, 0, 0)
    assert seen.exposure()[-1] == ("Owned", Chips())
    assert seen.seen == dark.journal.head.seq


def test_a_book_of_nothing_at_all_has_a_board(tmp_path, rules):
    with Journal.create(tmp_path / "blank.db") as journal:
        desk = Desk(journal, Pepper.kept(tmp_path / "pepper", PLAIN), rules=rules)
        seen = Board.of(desk)
    assert (seen.seen, seen.state, seen.spots) == (0, "new", ())
    assert not seen.site.practice


def test_an_open_day_shows_who_is_here_where_and_what_was_counted(pit):
    seen = board(pit)
    assert seen.state == "open"
    assert (seen.day, f"{seen.date}") == (1, "2026-11-20")
    assert seen.opened_at == pit.desk.today.opened.at
    assert seen.duty == {"pia": "shift manager", "jo": "cashier", "kari": "dealer"}
    assert seen.dealing == {"kari": "2"}
    assert seen.opened == {"chip bank", "drawer"}
    assert seen.ended == frozenset()
    assert seen.tables_open == 1
    assert seen.on_tables == 1_220_00
    assert seen.methods == ("no-peek", "no-hole-card", "card-reader")
    assert seen.next_number == {"fill": 1, "credit": 1}
    spot = seen.spot("2")
    assert (spot.dealer, spot.state, spot.limits) == ("kari", "open", (3_00, 25_00))
    assert spot.dealer_since == spot.since == pit.clock.at
    assert spot.box_state == "on table"
    assert seen.spot("9") is None


def test_the_first_number_is_the_one_the_site_was_set_up_with(dark):
    dark.desk.set_site({"first_fill": 1001}, by=dark.by("gus"))
    dark.begin()
    dark.open("2")
    assert board(dark).next_number == {"fill": 1001, "credit": 1}
    dark.desk.fill("2", FIVE, dark.by("jo"))
    assert board(dark).next_number == {"fill": 1002, "credit": 1}


def test_a_sealed_day_stays_in_sight_until_the_next_is_opened(pit):
    pit.end(t2=0)
    seen = board(pit)
    assert seen.state == "sealed"
    assert (seen.tables_open, seen.on_tables, seen.waiting) == (0, 0, ())
    assert seen.spot("2").state == "closed"
    assert seen.spot("2").drop_cents == 0
    assert seen.ended == {"chip bank", "drawer"}
    pit.clock.at = pit.clock.at.replace(day=21)
    pit.desk.open_day(pit.desk.day.date.replace(day=21), pit.by("pia", "jo"))
    seen = board(pit)
    assert (seen.state, seen.day, seen.slips, seen.duty.keys()) == ("open", 2, 0, {"pia", "jo"})
    assert seen.spot("2").state == "not open"
    assert seen.held(places.CHIP_BANK).cents == 12_500_00


def test_tables_stand_in_the_order_of_their_numbers_and_lettered_ones_last(dark):
    for table in ("10", "1", "B", "A", "11"):
        dark.desk.set_table(Layout(table, "21", f"{table}", False), dark.by("gus"))
    assert [spot.table for spot in board(dark).spots] == ["1", "2", "3", "7", "10", "11", "A", "B"]


def test_who_is_signed_in_is_on_the_board(pit):
    assert board(pit).signed_in is None
    pit.desk.sign_in(pit.one("jo"))
    assert board(pit).signed_in == "jo"
    pit.desk.sign_out()
    assert board(pit).signed_in is None


# What is known of a tray


def test_a_tray_is_its_last_count_and_what_came_and_went_by_slip(pit):
    known = board(pit).spot("2").known
    fill = pit.desk.fill("2", FIVE, pit.by("jo")).number.number
    assert board(pit).spot("2").known == known  # on the way is not there
    pit.desk.verify("fill", fill, pit.by("pia"))
    pit.desk.receive("fill", fill, pit.by("kari"))
    assert board(pit).spot("2").known == known + FIVE
    pit.desk.credit("2", FIVE, pit.by("kari"))
    assert board(pit).spot("2").known == known
    counted_before = board(pit).spot("2").since
    pit.later(minutes=7)
    pit.desk.count_tray("2", Chips.read("5x$5"), pit.by("kari"))
    assert board(pit).spot("2").known == Chips.read("5x$5")
    assert (board(pit).spot("2").since - counted_before).total_seconds() == 7 * 60


def test_a_value_is_low_below_a_third_of_par_and_not_at_it(pit):
    assert board(pit).spot("2").low == ()
    pit.desk.count_tray("2", Chips.read("40x50c 67x$1 33x$5 7x$25"), pit.by("kari"))
    assert board(pit).spot("2").low == (chip("$5"),)  # 33 of 100; 67 of 200 and 7 of 20 are enough
    pit.desk.count_tray("2", Chips.read("13x50c 66x$1 33x$5"), pit.by("kari"))
    assert board(pit).spot("2").low == (chip("$25"), chip("$5"), chip("$1"), chip("50c"))


def test_a_value_that_the_opener_did_not_have_is_never_low(pit):
    assert pit.desk.site.chips.keys() > {chip("$100")}
    assert chip("$100") not in board(pit).spot("2").par
    pit.desk.count_tray("2", Chips(), pit.by("kari"))
    assert chip("$100") not in board(pit).spot("2").low


def test_a_closed_table_has_nothing_low(pit):
    pit.desk.count_tray("2", Chips.read("1x$5"), pit.by("kari"))
    pit.desk.close_table("2", Chips.read("1x$5"), pit.by("kari"))
    assert board(pit).spot("2").low == ()
    assert board(pit).spot("2").state == "closed"


def test_a_fill_to_par_brings_what_is_missing_and_a_credit_takes_what_is_over(pit):
    seen = board(pit).spot("2")
    assert (seen.to_par, seen.above_par) == (Chips(), Chips())
    pit.desk.count_tray("2", Chips.read("40x50c 250x$1 60x$5 25x$25"), pit.by("kari"), "a hot table")
    seen = board(pit).spot("2")
    assert seen.to_par == Chips.read("40x$5")
    assert seen.above_par == Chips.read("50x$1 5x$25")
    assert seen.known + seen.to_par - seen.above_par == seen.par


# Blindness


def test_one_drop_count_is_on_the_board_without_its_figure(pit):
    pit.shut("2")
    pit.boxes()
    pit.team()
    assert board(pit).spot("2").counted_by == ()
    pit.desk.drop_count("2", 777_50, pit.by("kim"))
    seen = board(pit)
    assert seen.spot("2").counted_by == ("kim",)
    assert seen.spot("2").counts == {}
    assert seen.spot("2").drop_cents is None
    assert "777" not in repr(replace(seen, site=None))


def test_both_drop_counts_are_shown_once_there_are_two(pit):
    pit.shut("2")
    pit.boxes()
    pit.team()
    pit.desk.drop_count("2", 777_50, pit.by("kim"))
    pit.desk.drop_count("2", 770_50, pit.by("lee"))
    assert board(pit).spot("2").counts == {"kim": 777_50, "lee": 770_50}
    assert board(pit).spot("2").box_state == "stored"
    pit.desk.drop("2", 777_50, pit.by("kim", "lee"), "counted again together")
    assert board(pit).spot("2").drop_cents == 777_50
    assert board(pit).spot("2").box_state == "counted"


def test_a_new_team_is_as_blind_as_the_old_one_was(pit):
    pit.shut("2")
    pit.boxes()
    pit.team()
    pit.desk.drop_count("2", 777_50, pit.by("kim"))
    pit.desk.drop_count("2", 770_50, pit.by("lee"))
    pit.desk.team(pit.by("kim", "kari:count team"), ["kim"])
    seen = board(pit).spot("2")
    assert (seen.counted_by, seen.counts) == (("kim",), {})


# What waits


def test_what_waits_says_for_what_and_disappears_when_it_is_done(pit):
    pit.open("3", dealer="dan")
    pit.desk.fill("2", FIVE, pit.by("jo"))
    pit.later(minutes=1)
    pit.desk.credit("2", Chips.read("1x$25"), pit.by("kari"))
    pit.later(minutes=1)
    pit.desk.fill("3", Chips.read("2x$25"), pit.by("jo"))
    waiting = board(pit).waiting
    assert [(one.name, one.waits, one.table) for one in waiting] == [
        ("fill 000001", "verify", "2"),
        ("credit 000001", "verify", "2"),
        ("fill 000002", "verify", "3"),
    ]
    assert [one.at for one in waiting] == sorted(one.at for one in waiting)
    assert waiting[0] == Waiting(
        "fill", 1, "2", FIVE, waiting[0].at, "jo", "verify", "chip bank", "tray 2"
    )
    assert (waiting[1].source, waiting[1].destination) == ("tray 2", "chip bank")
    assert [one.name for one in board(pit).spot("2").waiting] == ["fill 000001", "credit 000001"]
    pit.desk.verify("fill", 1, pit.by("pia"))
    assert [one.waits for one in board(pit).waiting] == ["receive", "verify", "verify"]
    pit.desk.receive("fill", 1, pit.by("kari"))
    pit.desk.void("credit", 1, "wrong table", pit.by("kari"))
    assert [one.name for one in board(pit).waiting] == ["fill 000002"]
    assert board(pit).spot("2").waiting == ()
    assert board(pit).slips == 3


def test_a_print_that_nobody_has_proven_is_a_question(pit):
    entry = pit.desk.fill("2", FIVE, pit.by("jo"))
    assert board(pit).unprinted == 2
    slip = pit.desk.today.by_entry[entry.seq]
    sent = pit.desk.print(slip, "original", ["a line"], void=False, printer="test")
    assert board(pit).questions == (Question("fill", 1, "original", False, 0, (sent.seq,)),)
    assert board(pit).questions[0].name == "fill 000001"
    assert board(pit).unprinted == 1
    pit.desk.printed(sent.seq, "whole")
    assert board(pit).questions == ()
    pit.desk.void("fill", 1, "wrong table", pit.by("jo"))
    assert board(pit).unprinted == 2  # both parts of its VOID
    sent = pit.desk.print(slip, "copy", ["VOID"], void=True, printer="test")
    assert board(pit).questions == (Question("fill", 1, "copy", True, 0, (sent.seq,)),)


def test_both_parts_are_one_question_and_a_duplicate_another(pit):
    entry = pit.desk.fill("2", FIVE, pit.by("jo"))
    slip = pit.desk.today.by_entry[entry.seq]
    send = lambda part: pit.desk.print(slip, part, ["a line"], void=False, printer="test").seq  # noqa: E731
    copy, original, again = send("copy"), send("original"), send("copy")
    assert board(pit).questions == (
        Question("fill", 1, "both", False, 0, (original, copy)),
        Question("fill", 1, "copy", False, 1, (again,)),
    )
    pit.desk.print_answer("fill", 1, "copy", "nothing", pit.by("jo"), attempt=copy)
    assert board(pit).late == (Question("fill", 1, "copy", False, 0, (copy,)),)
    pit.desk.print_answer("fill", 1, "copy", "whole", pit.by("jo"), attempt=copy)
    assert board(pit).late == ()
    assert "came out late" in board(pit).notes[-1].words
    with pytest.raises(Refused, match="needs no answer of this kind"):
        pit.desk.print_answer("fill", 1, "copy", "nothing", pit.by("jo"), attempt=copy)
    assert pit.desk.journal.verify().ok


def test_paper_that_comes_no_more_is_asked_about_no_more(pit):
    entry = pit.desk.fill("2", FIVE, pit.by("jo"))
    slip = pit.desk.today.by_entry[entry.seq]
    first, _ = [
        pit.desk.print(slip, "original", ["a line"], void=False, printer="test").seq for _ in range(2)
    ]
    answer = lambda said: pit.desk.print_answer(  # noqa: E731
        "fill", 1, "original", said, pit.by("jo"), attempt=first
    )
    answer("nothing")
    assert board(pit).late == (Question("fill", 1, "original", False, 0, (first,)),)
    notes = board(pit).notes
    answer("nothing")
    assert (board(pit).late, board(pit).notes) == ((), notes)
    for said in ("nothing", "whole"):
        with pytest.raises(Refused, match="needs no answer of this kind"):
            answer(said)
    assert pit.desk.journal.verify().ok


# The drawer


def lines(seen: Board) -> dict[str, int]:
    return dict(seen.cash.lines)


def test_the_drawers_lines_say_why_it_should_hold_what_it_should(pit):
    assert lines(board(pit)) == {"Starting cash": 4_000_00}
    pit.desk.redeem(Chips.read("3x$5"), pit.by("jo"))
    pit.desk.check(100_00, "2209", "Ole Hagen", pit.by("jo"))
    pit.desk.withdraw(500_00, "check 5501", pit.by("pia"))
    pit.desk.iou(200_00, pit.lender(), places.DRAWER, pit.by("pia"))
    pit.desk.iou(50_00, pit.lender(), places.DRAWER, pit.by("pia"))
    pit.desk.payback(2, pit.by("pia"))
    pit.desk.redeem_tips("kari", Chips.read("2x$1"), pit.by("jo"))
    assert lines(board(pit)) == {
        "Starting cash": 4_000_00,
        "Chips redeemed": -15_00,
        "Checks cashed": -100_00,
        "From the gaming account": 500_00,
        "IOUs in": 250_00,
        "IOUs paid back": -50_00,
        "Dealer tips redeemed": -2_00,
    }
    assert board(pit).cash.should == 4_583_00
    assert board(pit).money("drawer") == 4_583_00
    assert board(pit).money("drawer", "checks") == 100_00
    assert [loan.repaid is None for loan in board(pit).loans] == [True, False]


def test_a_check_count_that_is_short_is_a_line_of_its_own(pit):
    pit.desk.count("check", {"drawer": {"cash": 3_998_00}}, pit.by("pia", "jo"))
    assert lines(board(pit)) == {"Starting cash": 4_000_00, "Over or short at a count": -2_00}
    assert board(pit).cash.should == 3_998_00
    assert [note.key for note in board(pit).unexplained] == ["drawer"]


def test_a_new_day_begins_with_the_cash_that_was_left_before_and_after_it_is_counted(pit):
    pit.end(next_start=3_000_00, t2=0)
    assert sum(cents for _, cents in board(pit).cash.lines) == board(pit).cash.should == 3_000_00
    pit.clock.at = pit.clock.at.replace(day=21)
    pit.desk.open_day(pit.desk.day.date.replace(day=21), pit.by("pia", "jo"))
    assert lines(board(pit)) == {"Starting cash": 3_000_00}
    assert board(pit).cash.should == 3_000_00
    counted = {"chip bank": board(pit).held("chip bank").names, "drawer": {"cash": 2_999_00}}
    pit.desk.count("opening", counted, pit.by("pia", "jo"))
    assert lines(board(pit)) == {"Starting cash": 2_999_00}
    assert board(pit).cash.should == 2_999_00


def test_a_payout_says_what_it_is_paid_with_and_what_it_leaves(pit):
    paid = board(pit).payout(Chips.read("40x$5 20x$25 1x50c"))
    assert paid.cents == 700_50
    assert sum(value * pieces for value, pieces in paid.notes) == 700_50
    assert paid.notes == ((100_00, 7), (50, 1))
    assert (paid.drawer, paid.drawer_after) == (4_000_00, 3_299_50)
    pit.desk.count_tray("2", Chips(), pit.by("kari"))
    assert board(pit).outstanding == Chips.read("40x50c 200x$1 100x$5 20x$25")
    assert board(pit).payout(FIVE).still_out == Chips.read("40x50c 200x$1 80x$5 20x$25")


# Every line of the busy night


@pytest.fixture
def busy(tmp_path, rules):
    """The desk of the busy night, and its lines to be played one by one."""
    clock = SetClock(datetime(2026, 11, 21, 18, tzinfo=UTC))
    with Journal.create(tmp_path / "busy.db") as journal:
        desk = Desk(journal, Pepper.kept(tmp_path / "pepper", PLAIN), clock=clock, rules=rules)
        paper = Paper()
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        yield desk, replay.play(read_shift(BUSY))
        assert replay.misses == []


def owned(desk: Desk) -> Chips:
    """What came from the supplier and is not destroyed, by the book."""
    held = desk.journal.balances()
    bought = {name: -count for name, count in held.get(places.SUPPLIER, {}).items()}
    return Chips.named(bought) - Chips.named(held.get(places.DESTROYED, {}))


def test_on_every_line_of_the_busy_night_chips_and_cash_add_up(busy):
    desk, night = busy
    boards = []
    for line in night:
        seen = Board.of(desk)
        rows = seen.exposure()
        assert rows[-1] == ("Owned", owned(desk)), line.text
        assert sum((chips for _, chips in rows[:-1]), Chips()) == rows[-1][1], line.text
        assert sum(cents for _, cents in seen.cash.lines) == seen.cash.should, line.text
        assert seen.cash.should == desk.journal.at(places.DRAWER).get("cash", 0), line.text
        assert seen.outstanding == seen.held(places.PATRONS), line.text
        for spot in seen.spots:
            assert spot.known == seen.held(places.tray(spot.table)), line.text
            if spot.par:
                assert spot.known + spot.to_par - spot.above_par == spot.par, line.text
        assert {one.name for one in seen.waiting} == {
            one.name for spot in seen.spots for one in spot.waiting
        }
        transit = sum((one.chips for one in seen.waiting), Chips())
        assert transit == seen.held(places.TRANSIT), line.text
        boards.append(seen)
    assert max(one.tables_open for one in boards) == 5
    assert max(one.slips for one in boards) == 11
    assert any(one.held(places.JAR_BAR) for one in boards)
    assert boards[-1].ended == {"chip bank", "drawer", "cash reserve"}
    assert (boards[0].state, boards[-1].state) == ("new", "sealed")
    assert [question.name for one in boards for question in one.questions][:1] == ["fill 000007"]


# Where every chip is, and what should be there


def test_each_tray_may_be_told_on_its_own_under_the_name_of_its_table(dark):
    gus = dark.by("gus")
    dark.desk.set_table(Layout("A", "PW", "A", True), gus)
    dark.desk.set_site({"combined": "AG-2026-114"}, by=gus)
    dark.begin()
    dark.open("2", Chips.read("20x$5"))
    dark.arrive("wes")
    dark.desk.open_table("A", Chips.read("30xpw$1"), dark.by("wes"), limits=(1_00, 20_00))
    seen = board(dark)
    together, each = dict(seen.exposure()), dict(seen.exposure(each=True))
    assert [*each] == [
        *("Bank", "Reserve", "Damaged", "Tray 2", "Tray 3", "Tray 7", "Tray A", "On the way"),
        *("Jar bar", "Players", "Tips", "Unaccounted", "Owned"),
    ]
    assert (each["Tray 2"], each["Tray A"]) == (Chips.read("20x$5"), Chips.read("30xpw$1"))
    assert each["Tray 3"] == Chips()
    assert together["Trays"] == Chips.read("20x$5 30xpw$1")
    assert together["Owned"] == each["Owned"]


def test_the_exposure_of_each_tray_adds_up_on_every_line_of_the_busy_night(busy):
    desk, night = busy
    for line in night:
        seen = Board.of(desk)
        *rows, (name, sum_) = seen.exposure(each=True)
        assert (name, sum_) == ("Owned", owned(desk)), line.text
        assert sum((chips for _, chips in rows), Chips()) == sum_, line.text
        for spot in seen.spots:
            assert dict(rows)[f"Tray {spot.table}"] == seen.held(places.tray(spot.table)), line.text


def test_par_is_of_the_weekday_else_of_every_day_else_what_a_tray_opened_with(pit):
    desk, pia = pit.desk, pit.by("pia")
    friday, saturday = NIGHT.weekday(), NIGHT.weekday() + 1
    assert board(pit).par(places.CHIP_BANK) == Chips()
    assert board(pit).spot("2").par == TRAY
    for weekday, wanted in ((saturday, "90x$5"), (-1, "60x$5"), (friday, "40x$5")):
        desk.set_par("chip bank", weekday, Chips.read(wanted), pia)
        desk.set_par("tray 2", weekday, Chips.read(wanted), pia)
        expected = {saturday: ("", f"{TRAY}")}.get(weekday, (wanted, wanted))
        seen = board(pit)
        assert (seen.par(places.CHIP_BANK), seen.spot("2").par) == tuple(map(Chips.read, expected))
    for weekday in (friday, -1):
        desk.set_par("tray 2", weekday, Chips(), pia)
    assert board(pit).spot("2").par == TRAY
    assert board(pit).spot("3").par == Chips()


def test_a_count_alone_shows_who_and_only_two_show_what(pit):
    bank = board(pit).held(places.CHIP_BANK)
    pit.desk.tally("chip bank", bank - FIVE, pit.one("jo"))
    seen = board(pit)
    assert (seen.counted, seen.counts, seen.agreed) == ({"chip bank": ("jo",)}, {}, {})
    assert f"{bank - FIVE}" not in repr(seen)
    pit.desk.tally("chip bank", bank, pit.one("pia"))
    seen = board(pit)
    assert seen.counted == {"chip bank": ("jo", "pia")}
    assert {who: one.counted for who, one in seen.counts["chip bank"].items()} == {
        "jo": bank - FIVE,
        "pia": bank,
    }
    assert seen.agreed == {}
    pit.desk.tally("chip bank", bank - FIVE, pit.one("pia"))
    assert board(pit).agreed == {"chip bank": bank - FIVE}


def told(seen: Board) -> str:
    """Everything that stands on a board."""
    return repr(seen)


def test_a_board_does_not_change_when_the_desk_goes_on(busy):
    desk, night = busy
    kept = []
    for at, _ in enumerate(night):
        if at % 9 == 0:
            seen = Board.of(desk)
            kept.append((seen, told(seen)))
    assert len({words for _, words in kept}) == len(kept) > 10
    assert [told(seen) for seen, _ in kept] == [words for _, words in kept]


def test_a_board_does_not_change_when_the_house_is_set_up_anew(pit):
    seen = board(pit)
    before = told(seen)
    gus = pit.by("gus")
    pit.desk.set_site({"name": "Elsewhere"}, by=gus)
    pit.desk.set_table(Layout("9", "21", "9", False), gus)
    pit.desk.set_chip(chip("coin50c"), by=gus)
    pit.desk.set_person(
        Person("new", "New", "NN", (Role("dealer", datetime(2026, 1, 1).date()),)), by=gus
    )
    pit.desk.set_tie("kim", "family", "lee", by=gus)
    pit.desk.site.lost.append(kinds.Lost("fill", 1, 2, 3))
    assert told(seen) == before
    assert told(board(pit)) != before


def test_nobody_writes_on_a_board(pit):
    seen = board(pit)
    with pytest.raises(FrozenInstanceError):
        seen.state = "sealed"
    with pytest.raises(FrozenInstanceError):
        seen.spot("2").dealer = "jo"


# Slips before they are made


def by_jo() -> tuple[Signature, ...]:
    return (Signature("jo", "cashier", "both", "JO", "pin"),)


def test_a_fill_can_be_looked_at_before_it_is_made(pit):
    seen = board(pit)
    slip = preview(seen, "fill", "2", FIVE, by_jo(), pit.clock.at)
    made = pit.desk.fill("2", FIVE, pit.by("jo"))
    real = pit.desk.today.by_entry[made.seq]
    assert slip.entry.seq == 0
    for name in ("name", "table", "source", "destination", "chips", "state"):
        assert getattr(slip, name) == getattr(real, name), name
    assert slip.signed["prepared"][:3] == real.signed["prepared"][:3]
    assert slip.signed["initialed"].person == "jo"
    assert slip.entry.at == real.entry.at
    assert slip.entry.fact.game == real.entry.fact.game


def test_a_credit_goes_the_other_way_and_nobody_has_initialed_it_yet(pit):
    slip = preview(board(pit), "credit", "7", FIVE, (), pit.clock.at)
    assert (slip.source, slip.destination) == ("tray 7", "chip bank")
    assert slip.signed == {}
    assert slip.entry.fact.game == "PW"


def test_looking_at_a_slip_that_is_not_made_leaves_no_trace(pit):
    before = pit.state()
    for series in ("fill", "credit"):
        preview(board(pit), series, "2", FIVE, by_jo(), pit.clock.at)
    assert pit.state() == before
    assert isinstance(pit.desk.day, Day)
    assert pit.desk.day.slips == {}


# A drawer that changes hands


def test_the_board_hides_what_two_count_alone_until_both_have(pit):
    pit.arrive("cleo")
    (spot,) = board(pit).hands
    assert (spot.drawer, spot.holder, spot.places, spot.counted) == ("drawer", "jo", ("drawer",), {})
    pit.desk.own_count("drawer", {"drawer": {"cash": 1}}, pit.one("jo"))
    hidden = board(pit)
    assert hidden.blind == {"drawer"}
    assert [(one.counted, one.offs) for one in hidden.hands] == [({"jo": 1}, {})]
    pit.desk.own_count("drawer", {"drawer": {"cash": 1}}, pit.one("cleo"))
    shown = board(pit)
    assert shown.blind == frozenset()
    (spot,) = shown.hands
    assert {*spot.offs} == {"jo", "cleo"}
    assert not spot.differs
    pit.desk.pass_drawer("drawer", "cleo", pit.by("jo", "cleo"))
    (spot,) = board(pit).hands
    assert (spot.holder, spot.counted, spot.offs) == ("cleo", {}, {})


def test_nothing_is_foretold_of_a_drawer_that_is_being_counted(pit):
    pit.desk.count("check", {"drawer": {"cash": 100}}, pit.by("jo"))
    pit.desk.count_tray("2", TRAY - Chips.read("20x$5"), pit.by("kari"))
    drawer = lambda: [one for one in outlook(board(pit), NIGHT) if one.key == "drawer"]  # noqa: E731
    assert drawer()
    pit.desk.own_count("drawer", {"drawer": {"cash": 100}}, pit.one("jo"))
    assert not drawer()


# What can be taken back


def test_the_lines_of_tonight_and_what_took_them_back(pit):
    desk = pit.desk
    assert (Board.of(desk).lines, Board.of(desk).undo_seconds) == ((), 60)
    swapped = desk.exchange(Chips.read("1x$5"), Chips.read("5x$1"), pit.by("jo"))
    back = desk.undo(swapped.seq, pit.by("jo"))
    assert Board.of(desk).lines == ((swapped, back, None), (back, None, swapped))
    assert Board.of(desk).cash.lines == (("Starting cash", 400_000),)


def test_a_drawer_that_was_paid_by_mistake_has_no_line_of_it(pit):
    pit.desk.count_tray("2", TRAY - Chips.read("10x$5"), pit.by("kari"))
    paid = pit.desk.redeem(Chips.read("4x$5"), pit.by("jo"))
    assert ("Chips redeemed", -2_000) in Board.of(pit.desk).cash.lines
    pit.desk.undo(paid.seq, pit.by("jo"))
    assert Board.of(pit.desk).cash.lines == (("Starting cash", 400_000),)


def test_an_opener_stands_until_its_tray_moves(pit):
    assert Board.of(pit.desk).spot("2").opener_stands
    pit.fill("2", "5x$5")
    assert not Board.of(pit.desk).spot("2").opener_stands
    assert not Board.of(pit.desk).spot("3").opener_stands


def test_a_day_of_the_third_edition_offers_no_undo(dark):
    dark.desk.edition = 3
    dark.begin()
    assert Board.of(dark.desk).undo_seconds == 0
