"""Replaying: bad input is named, nothing that went before is lost, and a book may be continued."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.journal import Journal
from pitdesk.people import PLAIN, Pepper
from pitdesk.replay import Replay
from pitdesk.shift import Malformed, read_shift

HEAD = """\
person  gro  "Gro Moen"    GM  pin 730251  gaming manager
person  pia  "Pia Olsen"   PO  pin 481906  shift manager
person  jo   "Jo Sandvik"  JS  pin 2741    cashier
person  kari "Kari Lund"   KL  pin 9053    dealer
organization  Dakota Lions
site  Riverside Lounge ; zone America/Chicago
chips  50c $1 $5
table  1 21 ; video
night 2026-11-20
16:00  open day  by pia(shift manager) jo(cashier)
16:01  on duty   by kari(dealer)
16:02  bank has 400x50c 100x$1 100x$5 ; drawer $2,000.00  by pia(shift manager) jo(cashier)
16:03  open 1 nothing ; limits $1-$5 ; deals no-peek  by kari(dealer)
"""


@pytest.fixture
def play(tmp_path: Path):
    """Play a text on the one book of the test; returns the replay, whose desk is closed again."""

    def played(text: str) -> Replay:
        shift = tmp_path / "night.shift"
        shift.write_text(text, "utf-8")
        book = tmp_path / "book.db"
        with Journal.open(book) if book.exists() else Journal.create(book) as journal:
            clock = SetClock(datetime(2026, 1, 1, tzinfo=UTC))
            desk = Desk(journal, Pepper.kept(tmp_path / "pepper", PLAIN), clock=clock)
            replay = Replay(desk, clock)
            for _ in replay.play(read_shift(shift)):
                pass
            return replay

    return played


def entries(tmp_path: Path) -> int:
    with Journal.read(tmp_path / "book.db") as journal:
        assert journal.verify().ok
        return journal.head.seq


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("16:10  sing 1", "a verb: answer, bank, camera"),
        ("16:10  fill 1 80 50c  by jo(cashier)", "'80' is not pieces of a chip"),
        ("16:10  fill 1 80x$7.50  by jo(cashier)", "'$7.50' is not a chip"),
        ("16:10  fill 1 5x$5 6x$5  by jo(cashier)", "$5 stands twice"),
        ("16:10  iou lots from lenders to drawer  by jo(cashier)", "'lots' is not money"),
        ("16:10  open 1 nothing  by kari(dealer)", "limits MONEY-MONEY"),
        ("16:10  found in box 1: fell 1 copy  by jo(cashier)", "not 'fell 1 copy'"),
        ("16:10  check count purse $5  by jo(cashier)", "'purse $5' is no bank"),
        ("expect day weather fine", "not 'weather fine'; one of gross|prizes"),
        ('person x "X" XX pin 4821 king', "'king' is no role"),
        ("table", "set-up, a time with a verb, or expect"),
    ],
)
def test_a_malformed_line_is_named_and_what_went_before_stands(play, tmp_path, line, expected):
    with pytest.raises(Malformed) as malformed:
        play(HEAD + line)
    assert str(malformed.value).startswith("night.shift:14: cannot read")
    assert expected in str(malformed.value)
    assert entries(tmp_path) == 14


def test_unknown_things_are_refused_by_name_with_the_known_ones(play, tmp_path):
    replay = play(
        HEAD
        + "16:10  fill 9 5x$5   by jo(cashier)\n"
        + "16:11  fill 1 5x$25  by jo(cashier)\n"
        + "16:12  fill 1 5x$5   by joe(cashier)\n"
        + "16:13  receive fill 7  by kari(dealer)\n"
    )
    assert len(replay.misses) == 4
    for miss, words in zip(
        replay.misses,
        (
            "There is no table 9. Known: 1.",
            "The site has no $25 chip. Known: $5 $1 50c.",
            "Nobody called joe is set up. Known: gro, jo, kari, pia.",
            "There is no fill 000007 today. Known: none yet.",
        ),
        strict=True,
    ):
        assert words in miss
    assert entries(tmp_path) == 14


@pytest.mark.parametrize("what", ["0x$5", "30000x$5", "nothing"], ids=["zero", "absurd", "nothing"])
def test_a_senseless_fill_takes_no_number(play, what):
    replay = play(HEAD + f"16:10  fill 1 {what}  by jo(cashier)\n16:11  fill 1 1x$5  by jo(cashier)\n")
    assert len(replay.misses) == 1
    assert list(replay.desk.today.slips) == [("fill", 1)]


@pytest.mark.parametrize("money", ["$0", "-$5.00", "$10.25", "$9,000,000"])
def test_senseless_money_takes_no_number(play, money):
    replay = play(HEAD + f"16:10  iou {money} from lenders to drawer  by jo(cashier)\n")
    assert "refused" in replay.misses[0]
    assert replay.desk.today.loans == []


def test_another_night_continues_the_book(play, tmp_path):
    play(HEAD)
    before = entries(tmp_path)
    replay = play(
        HEAD.partition("16:00")[0] + "16:30  fill 1 5x$5  by jo(cashier) -> fill 000001 prepared\n"
    )
    assert replay.misses == []
    assert entries(tmp_path) == before + 1
