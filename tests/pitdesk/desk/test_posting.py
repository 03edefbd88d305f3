import random
import subprocess
import sys
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from sqlite_utils.db import sqlite3

from pitdesk import kinds
from pitdesk.book.chain import Head
from pitdesk.book.journal import Journal
from pitdesk.book.people import Person, Role, Signer
from pitdesk.book.witness import Noted, Witness
from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble
from pitdesk.kinds import KINDS
from tests.storm import seeds, some

ROOT = Path(__file__).parents[3]
FIVE = Chips.read("1x$5")
NIGHT, SINCE = date(2026, 11, 20), date(2020, 1, 1)
DRAWER = 400_000


def person(name, *roles):
    """Somebody as a cashier, or in these roles."""
    return Person(name, name.title(), name[:2].upper(), roles or (Role("cashier", SINCE),))


# Before any day, and after it


def every_verb(pit):
    """Each verb of a night, as it would be asked for."""
    desk, by = pit.desk, pit.by
    return {
        "on_duty": lambda: desk.on_duty(pit.one("cleo")),
        "off_duty": lambda: desk.off_duty("jo", pit.one("jo")),
        "hand_over": lambda: desk.hand_over("sam", by("pia", "sam")),
        "count": lambda: desk.count("check", {"drawer": {"cash": 1}}, by("pia", "jo")),
        "own_count": lambda: desk.own_count("drawer", {"drawer": {"cash": 1}}, pit.one("jo")),
        "pass_drawer": lambda: desk.pass_drawer("drawer", "cleo", by("jo", "cleo")),
        "reading": lambda: desk.reading(pit.one("jo")),
        "answer_reading": lambda: desk.answer_reading("whole", pit.one("jo")),
        "explain": lambda: desk.explain("drawer", "reason", by("pia")),
        "violation": lambda: desk.violation("a marked deck", by("pia")),
        "close_day": lambda: desk.close_day(0, by("pia")),
        "open_table": lambda: desk.open_table("2", FIVE, by("kari"), limits=(100, 500)),
        "dealer": lambda: desk.dealer("2", "dan", by("dan")),
        "count_tray": lambda: desk.count_tray("2", FIVE, by("kari")),
        "close_table": lambda: desk.close_table("2", FIVE, by("kari")),
        "camera": lambda: desk.camera("2", by("pia")),
        "fault": lambda: desk.fault("2", "recorder", by("pia")),
        "limits": lambda: desk.limits("2", (200, 2500), by("pia")),
        "method": lambda: desk.method("2", "card-reader", "reason", by("pia")),
        "plaque": lambda: desk.plaque("2", by("pia")),
        "fill": lambda: desk.fill("2", FIVE, by("jo")),
        "credit": lambda: desk.credit("2", FIVE, by("kari")),
        "transfer": lambda: desk.transfer("2", "3", FIVE, by("kari")),
        "print_here": lambda: desk.print_here("fill", 1, by("jo")),
        "ask": lambda: desk.ask("fill", "2", FIVE, by("kari")),
        "withdraw_ask": lambda: desk.withdraw_ask("fill", "2", by("kari")),
        "dispute": lambda: desk.dispute("2", "a push", "it pushes", by("pia")),
        "overrule": lambda: desk.overrule(1, "reason", "the player is paid", by("pia")),
        "checklist": lambda: desk.checklist("2", by("pia")),
        "verify": lambda: desk.verify("fill", 1, by("pia")),
        "receive": lambda: desk.receive("fill", 1, by("kari")),
        "void": lambda: desk.void("fill", 1, "reason", by("jo")),
        "by_hand": lambda: desk.by_hand("fill", 1, "copy", "0173", "no power", by("jo")),
        "print_answer": lambda: desk.print_answer("fill", 1, "copy", "whole", by("jo")),
        "redeem": lambda: desk.redeem(FIVE, by("jo")),
        "refuse": lambda: desk.refuse(FIVE, "reason", by("jo")),
        "exchange": lambda: desk.exchange(FIVE, Chips.read("5x$1"), by("jo")),
        "check": lambda: desk.check(1000, "1", "A", by("jo")),
        "declare_tips": lambda: desk.declare_tips("kari", FIVE, by("kari")),
        "pool_tips": lambda: desk.pool_tips("kari", FIVE, by("kari")),
        "redeem_tips": lambda: desk.redeem_tips("kari", FIVE, by("jo")),
        "exchange_tips": lambda: desk.exchange_tips("2", "kari", FIVE, Chips.read("5x$1"), by("kari")),
        "iou": lambda: desk.iou(1000, "drawer", "cash reserve", by("jo")),
        "payback": lambda: desk.payback(1, by("jo")),
        "withdraw": lambda: desk.withdraw(1000, "check 1", by("jo")),
        "open_drawer": lambda: desk.open_drawer("reason", by("jo")),
        "undo": lambda: desk.undo(1, by("jo")),
        "reverse": lambda: desk.reverse(1, "reason", by("jo", "pia")),
        "count_opener": lambda: desk.count_opener("2", FIVE, by("kari")),
        "stray": lambda: desk.stray("2", FIVE, "reason", by("kari")),
        "foreign": lambda: desk.foreign(1, 500, "blue", "a club", "given back", by("jo")),
        "remove_box": lambda: desk.remove_box("2", "safe", by("pia", "jo")),
        "team": lambda: desk.team(by("kim", "lee"), ["kim"]),
        "drop_count": lambda: desk.drop_count("2", 1000, by("kim")),
        "drop": lambda: desk.drop("2", 1000, by("kim", "lee")),
        "found": lambda: desk.found("records", [], by("kim")),
    }


def at_any_time(pit):
    """Each verb that is done while no day is open too."""
    desk, by = pit.desk, pit.by
    off = FIVE + FIVE
    return {
        "delivery": lambda: desk.delivery(pit.invoice(FIVE), FIVE, by("pia", "jo")),
        "stock": lambda: desk.stock(FIVE, "chip bank", "site Minot", by("jo"), "lent"),
        "tally": lambda: desk.tally("chip bank", FIVE, pit.one("jo")),
        "inventory": lambda: desk.inventory("chip bank", off, by("pia", "jo"), "reason"),
    }


OUTSIDE = {
    "open_day",
    "blockers",
    "set_site",
    "set_table",
    "set_chip",
    "set_bank",
    "set_lender",
    "set_letterhead",
    "drawer_for",
    "place",
    "unprinted",
    "set_person",
    "set_tie",
    "forms",
}
OUTSIDE |= {
    "unlock",
    "slip",
    "date_of",
    "today",
    "print",
    "printed",
    "pool",
    "code",
    "signs",
    "check_slip",
    "scan",
}
OUTSIDE |= {"once", "trial", "sign_in", "sign_out", "witness", "unwitnessed", "check_witness"}
OUTSIDE |= {"edition", "rules"}
OUTSIDE |= {"set_chip_set", "set_picture", "set_play", "end_game", "resume_game", "set_par", "set_mark"}
OUTSIDE |= {"set_weight", "pulsed"}
OUTSIDE |= {"agreed", "tallies", "binding", "hold", "video", "event", "notice_minutes", "undo_seconds"}
OUTSIDE |= {"correction", "deposit", "take_back_deposit", "key", "replace_key"}
OUTSIDE |= {"documents", "write_documents", "sent", "owing"}
OUTSIDE |= {"due", "done_lately", "say_done", "say_undone", "put_away", "destroy", "kept_until"}
OUTSIDE |= {"set_options", "say_posted", "equipment", "release", "recording", "last_recording", "owed"}
OUTSIDE |= {"at", "mine", "signed_in", "recorder", "pair_station", "end_station"}
OUTSIDE |= {"tries", "tries_of", "prove", "proven", "prints", "two_managers", "halt", "halted"}
OUTSIDE |= {"determine_hold", "review_video", "hold_reason", "tell_division", "inspect"}
OUTSIDE |= {"dealer_week", "file_return", "contest_deposit"}
OUTSIDE |= {"ideal_bank", "reconcile_bank", "audit_day", "rent", "tournament", "tournament_fee"}
OUTSIDE |= {"leave_tournament", "tournament_stand", "tournament_prize"}
OUTSIDE |= {"poker_occasion", "poker_deck", "poker_fee", "close_poker"}
OUTSIDE |= {"passes_with", "print_reading", "day_at", "finish_day", "finish_blockers"}


def test_no_verb_is_forgotten_here(dark):
    public = {name for name in dir(Desk) if not name.startswith("_")}
    assert public == {*every_verb(dark)} | {*at_any_time(dark)} | OUTSIDE
    assert {*VERBS} == {*every_verb(dark)}


VERBS = [
    *("on_duty", "off_duty", "hand_over", "count", "explain", "violation", "close_day", "open_table"),
    *("dealer", "count_tray", "close_table", "camera", "fill", "credit", "transfer"),
    *("fault", "limits", "method", "plaque"),
    *("verify", "receive", "void", "print_answer", "by_hand", "redeem", "refuse", "exchange", "check"),
    *("declare_tips", "pool_tips", "redeem_tips", "exchange_tips", "iou", "payback", "withdraw"),
    *("stray", "foreign", "own_count", "pass_drawer", "reading", "undo", "reverse", "count_opener"),
    *("open_drawer", "ask", "withdraw_ask", "answer_reading", "dispute", "checklist", "print_here"),
    "overrule",
    *("remove_box", "team", "drop_count", "drop", "found"),
]


@pytest.mark.parametrize("verb", VERBS)
def test_without_a_day_nothing_is_done(dark, verb):
    with dark.refused("pd.day", words="No day is open. Open the day first."):
        every_verb(dark)[verb]()


@pytest.mark.parametrize("verb", VERBS)
def test_a_sealed_day_takes_nothing_more(pit, verb):
    pit.fill("2", "1x$5")
    pit.end()
    with pit.refused("pd.day"):
        every_verb(pit)[verb]()
    assert pit.desk.day.entries[-1].kind == "close day"


INVENTORY = ["delivery", "stock", "tally", "inventory"]


@pytest.fixture(params=["before", "open", "sealed"])
def at(request, pit, dark):
    """The house before its first day, with a day open, and after that is sealed; bank counted."""
    if request.param == "before":
        dark.deliver("20x$5", to="chip bank")
        return dark
    if request.param == "sealed":
        pit.end()
    return pit


@pytest.mark.parametrize("verb", INVENTORY)
def test_chips_come_and_move_and_are_counted_at_any_time(at, verb):
    if verb == "inventory":
        for who in ("pia", "jo"):
            at.desk.tally("chip bank", FIVE + FIVE, at.one(who))
    day, number = at.desk.day, at.journal.last_number("day")
    before = len(day.entries) if day else 0
    entry = at_any_time(at)[verb]()
    is_open = day is not None and not day.sealed
    assert entry.day == (number if is_open else 0)
    assert (len(at.desk.day.entries) if at.desk.day else 0) == before + is_open
    assert at.journal.last_number("day") == number
    again = at.another()
    assert repr(again.site) == repr(at.desk.site)
    assert again.day == at.desk.day
    assert at.journal.verify().ok


def test_a_day_without_a_box_that_waits_is_not_finished(at):
    is_open = at.desk.day is not None and not at.desk.day.sealed
    with at.refused("pd.finish" if is_open else "nd.08-14.1"):
        at.desk.finish_day(NIGHT, at.by("gus"))


@pytest.mark.parametrize("verb", INVENTORY)
def test_what_is_done_at_any_time_can_be_tried(at, verb):
    before = at.state()
    told = at.desk.trial(lambda _: at_any_time(at)[verb]())
    assert [refusal.rule for refusal in told] == ["pd.tally"] * 2 * (verb == "inventory")
    assert at.state() == before


# Reasons and what a refusal leaves


def test_every_reason_is_told_at_once(pit):
    """Wrong person, off duty, no such table, no such chips, a wrong PIN: five things in one answer."""
    with pit.refused(
        *("nd.08-05.3", "nd.08-05.3c", "pd.duty", "pd.table", "pd.below", "pd.amount", "pd.initials")
    ):
        pit.desk.fill("9", Chips.read("99999x$100"), [pit.one("dan", pin="0000")])


def test_every_wrong_proof_of_one_entry_is_told(pit):
    with pytest.raises(Refused) as caught:
        pit.desk.count(
            "check",
            {"drawer": {"cash": 400_000}},
            [pit.one("pia", pin="1"), pit.one("jo", pin="2")],
        )
    assert [reason.words.split(" of ")[1] for reason in caught.value.reasons] == [
        "Pia. Try again.",
        "Jo. Try again.",
    ]


def test_a_refused_verb_writes_nothing_and_takes_no_number(pit):
    first = pit.fill("2", "1x$5")
    for _ in range(3):
        with pit.refused("pd.below"):
            pit.desk.fill("2", Chips.read("901x$5"), pit.by("jo"))
    assert pit.fill("2", "1x$5") == first + 1


def test_people_who_are_not_there_sign_nothing(pit):
    with pit.refused("pd.person", words="Nobody called zed is set up"):
        pit.desk.redeem(FIVE, pit.by("zed:cashier"))


def test_nobody_signs_in_a_role_they_do_not_hold(pit):
    with pit.refused(
        "pd.role",
        words="Kari may not act as cashier. Ask somebody who does; Kari holds: count team, dealer",
    ):
        pit.desk.redeem(FIVE, [*pit.by("kari:cashier")])


def test_a_role_that_has_ended_is_held_no_more(pit):
    with pit.refused(
        "pd.role",
        "pd.initials",
        words="Rob may not act as dealer. Ask somebody who does; Rob holds: none",
    ):
        pit.desk.on_duty(pit.one("rob:dealer"))


def test_nobody_signs_off_duty(pit):
    with pit.refused("pd.duty", words="Cleo is not on duty"):
        pit.desk.redeem(FIVE, pit.by("cleo"))
    pit.arrive("cleo")
    pit.desk.redeem(FIVE, pit.by("cleo"))
    pit.desk.off_duty("cleo", pit.one("cleo"))
    with pit.refused("pd.duty"):
        pit.desk.redeem(FIVE, pit.by("cleo"))


def test_nobody_signs_twice(pit):
    with pit.refused("pd.twice", words="Jo initials this count twice"):
        pit.desk.count("check", {"drawer": {"cash": 400_000}}, pit.by("jo", "jo"))


def test_somebody_signs(pit):
    with pit.refused("pd.signed", words="Nobody initials this redeem"):
        pit.desk.redeem(FIVE, [])


# Asked twice


def test_asked_twice_is_done_once(pit):
    before, seen = pit.journal.at("chip bank")["$5"], pit.journal.head.seq
    first = pit.desk.once(seen, lambda desk: desk.fill("2", FIVE, pit.by("jo")))
    assert first.request == f"desk 1 after {seen}"
    pit.paper()
    state = pit.state()
    assert pit.desk.once(seen, lambda desk: desk.fill("2", FIVE, pit.by("jo"))) == first
    assert pit.desk.once(seen, lambda desk: desk.redeem(FIVE, [])) == first
    assert pit.state() == state
    assert pit.journal.at("chip bank")["$5"] == before - 1
    assert [*pit.desk.day.slips] == [("fill", 1)]


def test_asked_again_after_looking_again_is_another_request(pit):
    one = pit.desk.once(pit.journal.head.seq, lambda desk: desk.fill("2", FIVE, pit.by("jo")))
    two = pit.desk.once(pit.journal.head.seq, lambda desk: desk.fill("2", FIVE, pit.by("jo")))
    assert (one.number.number, two.number.number) == (1, 2)


def test_asked_at_another_station_is_another_request(pit):
    seen = pit.journal.head.seq
    other = pit.another("desk 2")
    entry = pit.desk.once(seen, lambda desk: desk.redeem(FIVE, pit.by("jo")))
    second = other.once(seen, lambda desk: desk.redeem(FIVE, pit.by("jo")))
    assert second.seq == entry.seq + 1
    assert second.request == f"desk 2 after {seen}"


def test_asked_again_after_the_program_was_started_again(pit):
    seen = pit.journal.head.seq
    first = pit.desk.once(seen, lambda desk: desk.redeem(FIVE, pit.by("jo")))
    pit.journal.close()
    pit.journal = Journal.open(pit.book)
    pit.desk = pit.another()
    assert pit.desk.once(seen, lambda desk: desk.redeem(FIVE, pit.by("jo"))) == first


def test_what_was_refused_may_be_asked_again(pit):
    seen = pit.journal.head.seq
    with pit.refused("pd.initials"):
        pit.desk.once(seen, lambda desk: desk.redeem(FIVE, [pit.one("jo", pin="0")]))
    entry = pit.desk.once(seen, lambda desk: desk.redeem(FIVE, pit.by("jo")))
    assert entry.request == f"desk 1 after {seen}"


@pytest.mark.parametrize("error", [Trouble("the disk"), KeyError("we are wrong")])
def test_a_request_ends_with_its_call(pit, error):
    """Whatever happens, the next entry is not taken for the one that was asked for."""

    def fail(_):
        raise error

    with pytest.raises(type(error)):
        pit.desk.once(pit.journal.head.seq, fail)
    assert pit.desk.redeem(FIVE, pit.by("jo")).request is None


def test_asked_twice_before_the_first_entry_of_a_book(tmp_path, pit):
    with Journal.create(tmp_path / "new.book") as journal:
        desk = Desk(journal, pit.pepper, clock=pit.clock, rules=pit.rules)
        first = desk.once(0, lambda desk: desk.set_site({"name": "Lounge"}))
        assert desk.once(0, lambda desk: desk.set_site({"name": "Bar"})) == first
        assert desk.site.settings == kinds.Site(name="Lounge")


def test_two_entries_are_not_one_request(pit):
    def both(desk):
        desk.redeem(FIVE, pit.by("jo"))
        return desk.redeem(FIVE, pit.by("jo"))

    with pytest.raises(AssertionError, match="single entry"):
        pit.desk.once(pit.journal.head.seq, both)
    assert [entry.kind for entry in pit.desk.day.entries].count("redeem") == 1


def test_a_print_is_no_request(pit):
    """What the spool notes while a request runs is not taken for the entry that was asked for."""
    pit.desk.fill("2", FIVE, pit.by("jo"))
    seen = pit.journal.head.seq

    def paper_first(desk):
        pit.paper()
        return desk.redeem(FIVE, pit.by("jo"))

    assert pit.desk.once(seen, paper_first).kind == "redeem"
    asked = [entry.kind for entry in pit.journal.entries(seen + 1) if entry.request]
    assert asked == ["redeem"]


# Signed in


def cage_records(pit, who):
    """The records that need no more than being signed in, by one person as cashier."""
    desk, by = pit.desk, [Signer(who, "cashier")]

    def answered():
        read = desk.today.readings.entries or [desk.reading(pit.one(who))]
        desk.print_reading(read[-1], ["THE NIGHT SO FAR"], printer="test")
        return desk.answer_reading("whole", by[0])

    return {
        "redeem": lambda: desk.redeem(FIVE, by),
        "refuse": lambda: desk.refuse(FIVE, "reason", by),
        "exchange": lambda: desk.exchange(FIVE, Chips.read("5x$1"), by),
        "check": lambda: desk.check(1000, "1", "A", by),
        "declare tips": lambda: desk.declare_tips("kari", FIVE, by),
        "pool tips": lambda: desk.pool_tips("kari", FIVE, by),
        "redeem tips": lambda: desk.redeem_tips("pool", FIVE, by),
        "reverse": lambda: desk.undo(pit.journal.head.seq, by),
        "reading": lambda: desk.reading(by[0]),
        "print here": lambda: desk.print_here("fill", 1, by),
        "answer reading": answered,
    }


def waits_elsewhere(pit):
    """A fill whose paper waits at a station."""
    pit.desk.pair_station("pit 1", "of a machine", ("pit",), pit.by("gus"), fills=("2",))
    pit.desk.fill("2", FIVE, pit.by("jo"))


CAGE_RECORDS = ["redeem", "refuse", "exchange", "check", "declare tips", "pool tips", "redeem tips"]
CAGE_RECORDS += ["reverse"]
CAGE_RECORDS += ["reading", "print here", "answer reading"]


def test_the_rulebook_names_the_records_of_the_cage(pit):
    assert pit.rules.value("pd.initials", "signed_in", pit.desk.today.date) == CAGE_RECORDS
    assert [*cage_records(pit, "jo")] == CAGE_RECORDS


def test_whoever_is_signed_in_initials_the_records_of_the_cage(pit):
    waits_elsewhere(pit)
    head = pit.journal.head.seq
    pit.desk.sign_in(pit.one("jo"))
    assert pit.desk.signed_in == "jo"
    assert pit.journal.head.seq == head
    for verb, record in cage_records(pit, "jo").items():
        entry = record()
        assert (entry.kind, entry.signatures[0].proof) == (verb, "signed in")
    assert pit.journal.verify().ok
    kept = pit.journal.entries(head + 1)
    assert {signature.proof for entry in kept for signature in entry.signatures} == {"signed in"}


def test_a_pin_is_still_a_pin_when_signed_in(pit):
    pit.desk.sign_in(pit.one("jo"))
    assert pit.desk.redeem(FIVE, pit.by("jo")).signatures[0].proof == "pin"
    with pit.refused("pd.initials", words="That is not the PIN or badge of Jo"):
        pit.desk.redeem(FIVE, [pit.one("jo", pin="0000")])


@pytest.mark.parametrize("verb", CAGE_RECORDS[:-1])  # the last one needs paper, which is written
def test_nobody_initials_unproven_where_nobody_is_signed_in(pit, verb):
    waits_elsewhere(pit)
    pit.desk.declare_tips("kari", Chips.read("2x$5"), pit.by("kari"))
    pit.desk.pool_tips("kari", FIVE, pit.by("jo"))
    words = "Nobody is signed in at desk 1. Sign Jo in, or give Jo's PIN or badge."
    with pit.refused("pd.initials", words=words):
        cage_records(pit, "jo")[verb]()
    assert pit.journal.attempts("person", "jo") == []  # nobody guessed


def test_nobody_initials_by_another_who_is_signed_in(pit):
    pit.arrive("cleo")
    pit.desk.sign_in(pit.one("cleo"))
    words = "Cleo is signed in at desk 1, not Jo. Sign Jo in, or give Jo's PIN or badge."
    with pit.refused("pd.initials", words=words):
        pit.desk.redeem(FIVE, [Signer("jo", "cashier")])
    pit.desk.sign_in(pit.one("jo"))
    pit.desk.redeem(FIVE, [Signer("jo", "cashier")])
    with pit.refused("pd.initials", words="Jo is signed in at desk 1, not Cleo"):
        pit.desk.redeem(FIVE, [Signer("cleo", "cashier")])


def test_signed_out_is_signed_out(pit):
    pit.desk.sign_in(pit.one("jo"))
    pit.desk.sign_out()
    assert pit.desk.signed_in is None
    with pit.refused("pd.initials", words="Nobody is signed in"):
        pit.desk.redeem(FIVE, [Signer("jo", "cashier")])


def test_signed_in_is_at_one_station_and_until_the_program_ends(pit):
    pit.desk.sign_in(pit.one("jo"))
    other = pit.another("desk 2")
    assert other.signed_in is None
    with pit.refused("pd.initials", words="Nobody is signed in at desk 2"):
        other.redeem(FIVE, [Signer("jo", "cashier")])


@pytest.mark.parametrize(
    "verb",
    [
        lambda desk, by: desk.fill("2", FIVE, by),
        lambda desk, by: desk.iou(1000, "drawer", "cash reserve", by),
        lambda desk, by: desk.withdraw(1000, "check 1", by),
        lambda desk, by: desk.stock(FIVE, "chip bank", "chip reserve", by, "quiet night"),
        lambda desk, by: desk.tally("chip bank", FIVE, by[0]),
    ],
    ids=["fill", "iou", "withdraw", "stock", "tally"],
)
def test_everything_else_asks_for_the_pin(pit, verb):
    pit.desk.sign_in(pit.one("jo"))
    with pit.refused("pd.initials", words="That is not the PIN or badge of Jo"):
        verb(pit.desk, [Signer("jo", "cashier")])


def test_at_a_table_the_pin_is_asked_for(pit):
    pit.desk.sign_in(pit.one("kari"))
    pit.desk.count_tray("2", pit.desk.today.tables["2"].known - FIVE, pit.by("kari"))
    dealer = Signer("kari", "dealer")
    with pit.refused("pd.initials", words="That is not the PIN or badge of Kari"):
        pit.desk.exchange(FIVE, Chips.read("5x$1"), [dealer], table="2")
    assert pit.desk.exchange(FIVE, Chips.read("5x$1"), pit.by("kari"), table="2")


def test_a_second_person_at_the_window_gives_a_pin(pit):
    pit.desk.sign_in(pit.one("jo"))
    entry = pit.desk.refuse(FIVE, "reason", [Signer("jo", "cashier"), pit.one("pia")])
    assert [signature.proof for signature in entry.signatures] == ["signed in", "pin"]


def test_being_signed_in_gives_no_role_and_no_duty(pit):
    pit.desk.sign_in(pit.one("cleo"))
    with pit.refused("pd.duty"):
        pit.desk.redeem(FIVE, [Signer("cleo", "cashier")])
    with pit.refused("pd.duty", "pd.role", "pd.redeem"):
        pit.desk.redeem(FIVE, [Signer("cleo", "dealer")])


def test_signing_in_is_guarded_as_initials_are(pit):
    pit.desk.sign_in(pit.one("jo"))
    for then in ("Try again.", "Try again.", "Too many wrong PINs at desk 1: wait 2 seconds,"):
        with pit.refused("pd.initials", words=f"That is not the PIN or badge of Cleo. {then}"):
            pit.desk.sign_in(pit.one("cleo", pin="0000"))
    with pit.refused("pd.initials", words="wait 2 seconds"):
        pit.desk.sign_in(pit.one("cleo"))
    assert len(pit.journal.attempts("person", "cleo")) == 3
    assert pit.desk.signed_in == "jo"
    with pit.refused("pd.initials", words="Too many wrong PINs"):
        pit.desk.fill("2", FIVE, pit.by("jo"))  # the station waits for everybody
    pit.later(seconds=2)
    pit.desk.sign_in(pit.one("cleo"))
    assert pit.journal.attempts("person", "cleo") == []


def test_nobody_signs_in_by_a_badge_that_is_not_theirs_or_by_nothing(pit):
    for signer in (pit.one("jo", badge="04:A2:19:7F"), Signer("jo", "cashier")):
        with pit.refused("pd.initials"):
            pit.desk.sign_in(signer)
    with pit.refused("pd.person", words="Nobody called zed is set up. Known: ann,"):
        pit.desk.sign_in(Signer("zed", "cashier", pin="1234"))
    assert pit.desk.signed_in is None


def test_nobody_stays_proven_by_being_signed_in_already(pit):
    pit.desk.sign_in(pit.one("jo"))
    with pit.refused("pd.initials"):
        pit.desk.sign_in(Signer("jo", "cashier"))


def test_somebody_signs_in_by_badge(pit):
    pit.desk.set_person(person("jo"), badge="04:A2:19:7F", by=pit.by("gus"))
    pit.desk.sign_in(pit.one("jo", badge="04:A2:19:7F"))
    assert pit.desk.signed_in == "jo"


# Tried


def test_a_trial_says_what_would_be_refused_and_does_nothing(pit):
    before = pit.state()
    assert pit.desk.trial(lambda desk: desk.fill("2", FIVE, pit.by("jo"))) == []
    told = pit.desk.trial(lambda desk: desk.fill("9", Chips.read("99999x$100"), pit.by("kari")))
    assert {refusal.rule for refusal in told} == {
        *("nd.08-05.3", "nd.08-05.3c", "pd.table", "pd.below", "pd.amount")
    }
    assert pit.state() == before
    assert pit.desk.day.slips == {}


def test_a_trial_asks_for_no_pin_and_notes_no_try(pit):
    for signer in (Signer("jo", "cashier"), pit.one("jo", pin="0000")):
        for _ in range(9):
            assert pit.desk.trial(lambda desk, one=signer: desk.redeem(FIVE, [one])) == []
    assert pit.journal.attempts("person", "jo") == []
    assert pit.journal.attempts("station", "desk 1") == []


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_can_be_tried(pit, dark, verb):
    before = pit.state()
    pit.desk.trial(lambda _: every_verb(pit)[verb]())
    assert pit.state() == before
    (told,) = dark.desk.trial(lambda _: every_verb(dark)[verb]())
    assert told.words == "No day is open. Open the day first."


def test_opening_and_setting_up_can_be_tried(dark):
    before, people = dark.state(), dict(dark.desk.site.people)
    assert dark.desk.trial(lambda desk: desk.open_day(NIGHT, dark.by("pia", "jo"))) == []
    assert dark.desk.trial(lambda desk: desk.set_site({"name": "Bar"}, dark.by("gus"))) == []
    new = person("zoe", Role("cashier", SINCE))
    assert dark.desk.trial(lambda desk: desk.set_person(new, pin="4821", by=dark.by("gus"))) == []
    told = dark.desk.trial(lambda desk: desk.set_person(new, pin="1234", by=dark.by("gus")))
    assert [refusal.rule for refusal in told] == ["pd.pin"]
    assert dark.state() == before
    assert dark.desk.site.people == people
    assert dark.desk.day is None


def test_a_trial_hears_of_text_that_is_no_text(pit):
    told = pit.desk.trial(lambda desk: desk.refuse(FIVE, "bad \ud800 text", pit.by("jo")))
    assert [refusal.rule for refusal in told] == ["pd.reason"]


def test_a_trial_of_the_seal_does_not_read_the_whole_book(pit, monkeypatch):
    monkeypatch.setattr(Journal, "verify", lambda *_: pytest.fail("read"))
    told = pit.desk.trial(lambda desk: desk.close_day(DRAWER, pit.by("pia")))
    assert told == pit.desk.blockers(DRAWER) != []


@pytest.mark.parametrize("error", [Trouble("the disk"), KeyError("we are wrong")])
def test_trouble_passes_through_a_trial_and_ends_it(pit, error):
    def fail(_):
        raise error

    with pytest.raises(type(error)):
        pit.desk.trial(fail)
    assert pit.desk.redeem(FIVE, pit.by("jo")).kind == "redeem"


def test_paper_is_not_tried(pit):
    pit.desk.fill("2", FIVE, pit.by("jo"))
    before, slip = pit.state(), pit.desk.slip("fill", 1)
    with pytest.raises(AssertionError, match="not tried"):
        pit.desk.trial(lambda desk: desk.print(slip, "copy", ["x"], void=False, printer="test"))
    assert pit.state() == before


# Started again


def test_a_desk_that_is_started_again_knows_the_night(pit):
    pit.fill("2", "10x$5")
    pit.desk.fill("2", FIVE, pit.by("jo"))
    before = pit.desk
    pit.journal.close()
    pit.journal = Journal.open(pit.book)
    pit.desk = pit.another()
    assert pit.desk.day.duty == before.day.duty
    assert pit.desk.day.tables["2"].known == before.day.tables["2"].known
    assert pit.desk.day.slips.keys() == before.day.slips.keys()
    assert pit.desk.site.people == before.site.people
    pit.desk.verify("fill", 2, pit.by("pia"))
    pit.desk.receive("fill", 2, pit.by("kari"))


def test_a_desk_does_not_open_on_a_book_that_was_cut(pit):
    pit.journal.close()
    witness = Witness(pit.book)
    witness.begin(Noted(Head(999, pit.journal.head.hash), {}))
    witness.close()
    journal = Journal.open(pit.book)
    with pytest.raises(Trouble, match=r"damaged.*once reached entry 999"):
        Desk(journal, pit.pepper, clock=pit.clock, rules=pit.rules)
    journal.note_head()
    pit.journal = journal


@pytest.mark.parametrize("state", ["missing", "unreadable"])
def test_without_its_witness_nothing_is_done_until_a_manager_takes_a_new_one(pit, state):
    number = pit.fill("2", "1x$5")
    pit.journal.close()
    head = pit.book.with_name("pit.book.head")
    head.unlink() if state == "missing" else head.write_text("garbled")
    pit.journal = journal = Journal.open(pit.book)
    desk = pit.desk = Desk(journal, pit.pepper, clock=pit.clock, rules=pit.rules)
    before, slip = journal.head, desk.slip("fill", number)
    for _ in range(2):
        with pytest.raises(Trouble, match=rf"pit.book.head, is {state}.*a manager takes a new"):
            desk.fill("2", Chips.read("1x$5"), pit.by("jo"))
    with pytest.raises(Trouble, match="a manager takes a new"):  # nor is what needs no initials
        desk.print(slip, "original", ["FILL"], void=False, printer="bar")
    with pit.refused("pd.setup"):
        desk.witness("held against slip 1", pit.by("jo"))
    assert journal.head == before
    assert head.exists() is (state == "unreadable")
    entry = desk.witness("held against slip 1", pit.by("gus"))
    assert (entry.fact.state, entry.fact.reason) == (state, "held against slip 1")
    assert journal.noted_head() == journal.head
    assert pit.fill("2", "1x$5")
    with pit.refused("pd.state", words="is there and right"):
        desk.witness("again", pit.by("gus"))


def test_a_house_that_nobody_manages_yet_begins_its_witness_by_itself(tmp_path, pit):
    book = tmp_path / "new.book"
    with Journal.create(book) as journal:
        Desk(journal, pit.pepper, clock=pit.clock, rules=pit.rules).set_site({"name": "Riverside"})
    book.with_name("new.book.head").unlink()
    with Journal.open(book) as journal:
        Desk(journal, pit.pepper, clock=pit.clock, rules=pit.rules).set_site({"name": "Oak Hall"})
        assert journal.noted_head() == journal.head


@pytest.mark.parametrize("table", ["posting", "signature", "number"])
def test_a_desk_does_not_open_on_a_night_that_was_changed(pit, table):
    pit.fill("2", "1x$5")
    pit.journal.close()
    raw = sqlite3.connect(pit.book, isolation_level=None)
    (sql,) = raw.execute("SELECT sql FROM sqlite_schema WHERE name = ?", [f"{table}_stays"]).fetchone()
    raw.execute(f"DROP TRIGGER {table}_stays")
    raw.execute(f"DELETE FROM {table} WHERE entry = (SELECT max(entry) FROM {table})")
    raw.execute(sql)
    raw.close()
    damaged = pytest.raises(Trouble, match=r"is damaged: (entry \d+|its table of numbers)")
    with damaged, Journal.open(pit.book) as pit.journal:
        pit.another()


def starts(pit, book: bytes, known: str) -> bool:
    """Whether a desk starts on a book of these bytes; then it knows site and day."""
    pit.book.write_bytes(book)
    try:
        with Journal.open(pit.book) as pit.journal:
            pit.desk = pit.another()
            assert repr((pit.desk.site, pit.desk.day)) == known
    except Trouble:
        return False
    return True


@pytest.mark.storm
@pytest.mark.parametrize("batch", range(4))
def test_a_desk_starts_on_a_damaged_book_right_or_not_at_all(pit, batch):
    """One bit flipped anywhere: the desk knows site and day as they were, or says that it is damaged."""
    pit.fill("2", "1x$5")
    known = repr((pit.desk.site, pit.desk.day))
    pit.journal.close()
    whole = pit.book.read_bytes()
    stopped = 0
    for seed in (tried := seeds(80)[batch::4]):
        damaged = bytearray(whole)
        choose = random.Random(seed)
        damaged[choose.randrange(len(damaged))] ^= 1 << choose.randrange(8)
        stopped += not starts(pit, damaged, known)
    assert 0 < stopped < len(tried)


@pytest.mark.parametrize("bit", some([3, 5], range(8)))
def test_no_bit_of_the_index_of_set_up_hides_an_entry(pit, bit):
    """The index still has every row; a key of it that is damaged ended the reading there."""
    known = repr((pit.desk.site, pit.desk.day))
    pit.journal.close()
    with closing(sqlite3.connect(pit.book)) as raw:
        ((root,),) = raw.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entry_setup'")
        ((size,),) = raw.execute("PRAGMA page_size")
    whole, stopped = pit.book.read_bytes(), 0
    for at in range((root - 1) * size, root * size):
        if not whole[at]:
            continue
        damaged = whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :]
        stopped += not starts(pit, damaged, known)
    assert stopped


def test_a_person_who_was_changed_behind_the_desks_back_is_noticed_at_the_start(pit):
    """Guards off, a cashier made shift manager in the stored bytes, guards back on."""
    pit.journal.close()
    raw = sqlite3.connect(pit.book, isolation_level=None)
    (sql,) = raw.execute("SELECT sql FROM sqlite_schema WHERE name = 'entry_stands'").fetchone()
    raw.execute("DROP TRIGGER entry_stands")
    changed = raw.execute(
        "UPDATE entry SET body = CAST(replace(body, '[\"cashier\"', '[\"shift manager\"') AS BLOB)"
        " WHERE kind = 'person' AND instr(body, 'cleo')"
    )
    assert changed.rowcount == 1
    raw.execute(sql)
    raw.close()
    pit.journal = Journal.open(pit.book)
    with pytest.raises(Trouble, match="damaged"):
        pit.another()


def test_a_desk_to_look_at_opens_on_a_held_book(pit):
    with Journal.read(pit.book) as journal:
        desk = Desk(journal, pit.pepper, clock=pit.clock, rules=pit.rules)
        assert desk.day.tables["2"].dealer == "kari"
        with pytest.raises(Trouble, match="read-only"):
            desk.redeem(FIVE, pit.by("jo"))


def test_python_without_its_checks_is_refused():
    code = (
        "from pitdesk.desk import Desk\nfrom pitdesk.errors import Trouble\n"
        "try:\n    Desk(None, None)\nexcept Trouble as trouble:\n    print(trouble)"
    )
    run = subprocess.run(
        [sys.executable, "-O", "-c", code], cwd=ROOT, text=True, capture_output=True, check=True
    )
    assert run.stdout.startswith("PitDesk does not run without its own checks")


# The clock


def test_a_clock_that_goes_back_is_noted_and_stops_nobody(pit):
    pit.desk.redeem(FIVE, pit.by("jo"))
    pit.later(hours=-3)
    entry = pit.desk.redeem(FIVE, pit.by("jo"))
    (warning,) = entry.fact.warnings
    assert warning.startswith("the clock went back by 10800 seconds")
    assert [note.words for note in pit.desk.day.notes] == [warning]
    assert pit.journal.verify().ok
    pit.later(minutes=1)
    assert not pit.desk.redeem(FIVE, pit.by("jo")).fact.warnings


def test_the_second_that_a_clock_is_corrected_by_is_nothing(pit):
    pit.desk.redeem(FIVE, pit.by("jo"))
    pit.later(seconds=-1)
    assert not pit.desk.redeem(FIVE, pit.by("jo")).fact.warnings


def test_past_midnight_it_is_still_the_day_it_began_on(pit):
    pit.later(hours=9)
    entry = pit.desk.redeem(FIVE, pit.by("jo"))
    assert entry.day == 1
    assert pit.desk.date_of(pit.clock.now()).isoformat() == "2026-11-20"


def test_without_a_day_the_date_is_the_sites_own(dark):
    dark.later(hours=7)  # five in the morning UTC, eleven in the evening at the site
    assert dark.desk.date_of(dark.clock.now()).isoformat() == "2026-11-20"
    dark.later(hours=2)
    assert dark.desk.date_of(dark.clock.now()).isoformat() == "2026-11-21"


# The disk


class Full:
    """A connection on a disk that is full."""

    def __init__(self, connection):
        self._connection = connection

    def execute(self, sql, *args):
        if sql.startswith("INSERT"):
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise full
        return self._connection.execute(sql, *args)

    def __getattr__(self, name):
        return getattr(self._connection, name)


def test_a_full_disk_is_trouble_and_the_desk_goes_on_after_it(pit):
    whole, before = pit.journal._db.conn, pit.state()
    pit.journal._db.conn = Full(whole)
    with pytest.raises(Trouble, match=r"has no room left on its disk\..*Nothing was written"):
        pit.desk.fill("2", FIVE, pit.by("jo"))
    pit.journal._db.conn = whole
    assert pit.state() == before
    assert pit.desk.day.slips == {}
    assert pit.fill("2", "1x$5") == 1
    assert pit.journal.verify().ok


def test_a_place_that_the_rules_missed_is_still_never_below_zero(pit, monkeypatch):
    """With every check silent the book itself refuses."""
    monkeypatch.setattr(type(pit.rules), "judge", lambda *_: ([], []))
    with pit.refused("pd.below", words="A place would go below zero"):
        pit.desk.fill("2", Chips.read("901x$5"), pit.by("jo"))


def test_text_that_is_no_text_is_refused(pit):
    with pit.refused("pd.reason"):
        pit.desk.refuse(FIVE, "bad \ud800 text", pit.by("jo"))


@pytest.mark.parametrize("reason", ["Fußball ♠ 🎲", "\x1bp\x00", "line\nline", "x" * 5000, "'; --"])
def test_text_is_kept_as_it_was_written(pit, reason):
    entry = pit.desk.refuse(FIVE, reason, pit.by("jo"))
    assert pit.journal.entry(entry.seq).fact.reason == reason
    assert pit.journal.verify().ok


@pytest.mark.parametrize("days", [-300, -2, 2, 4000])
def test_a_mistyped_date_opens_no_day(dark, days):
    dark.clock.at += timedelta(days=days)
    with dark.refused("nd.02-01.6", words="is not today"):
        dark.desk.open_day(NIGHT, dark.by("pia", "jo"))


# One name for a verb


def test_a_verb_has_the_name_of_its_kind():
    """Set-up says set_ before it. A kind with two ways has a method for each."""
    two_ways = {
        "duty": {"on_duty", "off_duty"},
        "game": {"end_game", "resume_game"},
        "done": {"say_done", "say_undone"},
        "posted": {"say_posted"},
        "batch": {"put_away"},
        "pulse": {"pulsed"},
        "document": {"write_documents"},
        "station": {"pair_station"},
        "station off": {"end_station"},
        "restore": set(),  # written by the restore itself, with no desk
        "own keys": set(),  # written as a book is begun, or with the first PIN that is proven
    }
    for kind in KINDS:
        name = kind.replace(" ", "_")
        found = {one for one in (name, f"set_{name}") if hasattr(Desk, one)}
        assert found or two_ways[kind] <= {*dir(Desk)}, kind
        assert len(found) <= 1, kind
