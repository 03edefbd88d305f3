"""Replaying: bad input is named, nothing that went before is lost, and a book may be continued."""

import re
import shutil
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Signer
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.shifts.grammar import SETUP, VERBS
from pitdesk.shifts.read import Malformed, ShiftLine, read_shift
from pitdesk.shifts.replay import Replay
from pitdesk.shifts.stores import CHIPS, STORES
from pitdesk.shifts.verb import Event

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


JO = "by jo(cashier)"
TWICE = [  # what a line says of one thing twice → the words that name both
    (
        "16:10  open 1 nothing ; limits $1-$5 ; deals no-peek ; limits $3-$25  by kari(dealer)",
        "'limits' stands twice, as 'limits $1-$5' and 'limits $3-$25'",
    ),
    (
        f"16:10  check count bank 5x$5 ; drawer $1.00 ; drawer $2.00  {JO}",
        "'drawer' stands twice, as 'drawer $1.00' and 'drawer $2.00'",
    ),
    (
        f"16:10  check count drawer $1.00 ; drawer $2.00  {JO}",
        "'drawer' stands twice, as 'drawer $1.00' and 'drawer $2.00'",
    ),
    ("site X ; zone UTC ; zone America/Denver", "as 'zone UTC' and 'zone America/Denver'"),
    ("table 2 21 ; video ; video", "'video' stands twice"),
    (f"16:10  fill 1 5x$5 ; from a ; from a  {JO}", "'from' stands twice, as 'from a' and 'from a'"),
    (
        "chip $5 red ; measured second #111111 ; measured second #222222",
        "'measured second' stands twice",
    ),
    (f"16:10  drop count 1 $7.00 ; notes 2x1 1x5 7x1  {JO}", "'1' stands twice, as '2x1' and '7x1'"),
    ('person x "X" XX pin 4821 dealer, cashier, dealer', "'dealer' stands twice"),
    ('person jo "Jo Sandvik" JS pin 8130 cashier', "'jo' stands above with another PIN or badge"),
    ("expect day gross $1 due 2026-11-20 due 2026-11-21", "'due' stands twice, as 'due 2026-11-20' and"),
    ("expect day gross $1 agp $2 gross $3", "'gross' stands twice, as 'gross $1' and 'gross $3'"),
]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("16:10  sing 1", "a verb: answer, ask, audit"),
        ("16:10  fill 1 80 50c  by jo(cashier)", "'80' is not pieces of a chip"),
        ("16:10  fill 1 80x$7.50  by jo(cashier)", "'$7.50' is not a chip"),
        ("16:10  fill 1 5x$5 6x$5  by jo(cashier)", "$5 stands twice"),
        ("16:10  iou lots from lenders to drawer  by jo(cashier)", "'lots' is not money"),
        ("16:10  open 1 nothing  by kari(dealer)", "limits MONEY-MONEY"),
        ("16:10  found in box 1: fell 1 copy  by jo(cashier)", "cannot read 'fell 1 copy'"),
        ("16:10  check count purse $5  by jo(cashier)", "'purse $5' is not a bank"),
        ("expect day weather fine", "cannot read 'weather fine'; write one of gross|prizes"),
        ('person x "X" XX pin 4821 king', "'king' is not a role"),
        ("table", "set-up, a time with a verb, or expect"),
        *TWICE,
    ],
)
def test_a_malformed_line_is_named_and_what_went_before_stands(play, tmp_path, line, expected):
    with pytest.raises(Malformed) as malformed:
        play(HEAD + line)
    assert str(malformed.value).startswith("night.shift:14: cannot read")
    assert expected in str(malformed.value)
    assert entries(tmp_path) == 14


VERBS_OF_ALL = SETUP | CHIPS | VERBS | STORES
CLAUSES = [  # usage, a clause of it as a line may write it, and its name
    (usage, clause + " 1" * bool(value), clause)
    for usage in VERBS_OF_ALL
    for clause, value in re.findall(r"; ([a-z ]+?(?: 21| PW)?)( [A-Z]\S*.*?)?(?=\]| ;| \[|$)", usage)
]


@pytest.mark.parametrize(("usage", "clause", "name"), CLAUSES)
def test_no_clause_of_any_verb_may_stand_twice(usage, clause, name):
    line = ShiftLine("x:1", "", None, "", (clause, clause), (), "", "")
    with pytest.raises(ValueError, match=f"'{name}' stands twice, as '{clause}' and '{clause}'"):
        Event(None, line, usage, None).check_clauses()


def test_a_new_witness_is_taken_for_a_reason_of_several_words(play, tmp_path):
    first = HEAD.partition("night")[0]
    play(first)
    (tmp_path / "book.db.head").unlink()
    assert play(first + "witness the disk was changed").misses == []
    with Journal.read(tmp_path / "book.db") as journal:
        assert journal.entry(journal.head.seq).fact.reason == "the disk was changed"


def requests(tmp_path: Path) -> list[str | None]:
    with Journal.read(tmp_path / "book.db") as journal:
        return [entry.request for entry in journal.entries() if entry.day]


def test_every_verb_is_asked_for_once_by_what_was_seen(play, tmp_path):
    """As a window does it; set-up and refusals ask for nothing."""
    play(HEAD + "16:10  fill 1 500x$5  by jo(cashier)\n16:11  fill 1 1x$5  by jo(cashier)\n")
    assert requests(tmp_path) == [f"desk 1 after {seen}" for seen in range(10, 15)]


CAGE = """\
16:10  fill 1 20x$5 20x$1  by jo(cashier)
16:11  verify fill 1    by pia(shift manager)
16:11  receive fill 1   by kari(dealer)
16:12  count tray 1 10x$5 10x$1  by kari(dealer)
16:13  redeem 2x$5      by jo(cashier)
16:14  refuse 1x$5      because "not ours"  by jo(cashier)
16:15  exchange 1x$5 for 5x$1  by jo(cashier)
16:16  check $20.00 77 from Ole Hagen  by jo(cashier)
16:17  tips kari 2x$1   by kari(dealer)
16:18  pool tips kari 1x$1  by kari(dealer)
16:19  redeem tips pool 1x$1  by jo(cashier)
16:20  exchange 1x$5 for 5x$1 ; at 1  by kari(dealer)
16:21  redeem 1x$5      by jo(cashier pin 2741)
"""


def proofs(tmp_path: Path) -> list[str]:
    with Journal.read(tmp_path / "book.db") as journal:
        assert journal.verify().ok
        return [f"{e.kind}: {e.signatures[0].proof}" for e in journal.entries(15)]


def test_the_records_of_the_cage_are_initialed_by_whoever_is_signed_in(play, tmp_path):
    replay = play(HEAD + CAGE)
    assert replay.misses == []
    assert proofs(tmp_path) == [
        "fill: pin",
        "verify: pin",
        "receive: pin",
        "count tray: pin",
        *(f"{verb}: signed in" for verb in ("redeem", "refuse", "exchange", "check")),
        *(f"{verb}: signed in" for verb in ("declare tips", "pool tips", "redeem tips")),
        "exchange: pin",
        "redeem: pin",
    ]
    assert replay.desk.signed_in == "jo"


def test_a_wrong_proof_in_the_line_is_refused_whoever_is_signed_in(play):
    replay = play(
        HEAD.partition("16:03")[0]
        + '16:10  refuse 1x$5 because "not ours"  by jo(cashier)\n'
        + '16:11  refuse 1x$5 because "not ours"  by jo(cashier pin 9999) -> refused pd.initials\n'
        + '16:12  refuse 1x$5 because "not ours"  by joe(cashier) -> refused pd.person\n'
        + '16:13  refuse 1x$5 because "not ours"                   -> refused pd.signed\n'
    )
    assert replay.misses == []


def test_a_night_played_is_the_night_at_a_window(play, tmp_path):
    """From the same set-up the same bytes, head for head."""
    setup, opening, rest = HEAD.partition("16:00")
    play(setup)
    for name in ("book.db", "book.db.head"):
        shutil.copyfile(tmp_path / name, tmp_path / f"window-{name}")
    book, pepper = tmp_path / "window-book.db", Pepper.kept(tmp_path / "pepper", PLAIN)
    with Journal.open(book) as journal:
        clock = SetClock(datetime(2026, 11, 20, 22, tzinfo=UTC))
        desk = Desk(journal, pepper, clock=clock)
        at_the_window(desk, clock)
        head = journal.head
    play(setup + opening + rest + "16:04  check $20.00 77 from Ole Hagen  by jo(cashier)\n")
    with Journal.read(tmp_path / "book.db") as journal:
        assert journal.head == head


def at_the_window(desk: Desk, clock: SetClock) -> None:
    """The same as HEAD, each verb asked for twice."""
    pia, jo = Signer("pia", "shift manager", pin="481906"), Signer("jo", "cashier", pin="2741")
    kari = Signer("kari", "dealer", pin="9053")
    chips = Chips.read("400x50c 100x$1 100x$5")
    bank = {"chip bank": chips.names, "drawer": {"cash": 200_000}}
    posted = {"limits": (100, 500), "options": {"method": "no-peek"}}
    desk.sign_in(jo)
    for verb in (
        lambda desk: desk.open_day(date(2026, 11, 20), [pia, jo]),
        lambda desk: desk.on_duty(kari),
        lambda desk: desk.count("opening", bank, [pia, jo]),
        lambda desk: desk.open_table("1", Chips(), [kari], **posted),
        lambda desk: desk.check(2000, "77", "Ole Hagen", [Signer("jo", "cashier")]),
    ):
        seen = desk.journal.head.seq
        assert desk.trial(verb) == []
        assert desk.once(seen, verb) == desk.once(seen, verb)
        clock.at += timedelta(minutes=1)


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


@pytest.mark.parametrize("money", ["$0", "-$5.00", "$9,000,000"])
def test_senseless_money_takes_no_number(play, money):
    replay = play(HEAD + f"16:10  iou {money} from drawer to cash reserve  by jo(cashier)\n")
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
