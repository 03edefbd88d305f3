import random
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from sqlite_utils.db import sqlite3

from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble
from pitdesk.journal import Journal

ROOT = Path(__file__).parents[3]
FIVE = Chips.read("1x$5")

# Before any day, and after it


def every_verb(pit):
    """Each verb of a night, as it would be asked for."""
    desk, by = pit.desk, pit.by
    return {
        "come_on_duty": lambda: desk.come_on_duty(pit.one("cleo")),
        "go_off_duty": lambda: desk.go_off_duty("jo", pit.one("jo")),
        "count": lambda: desk.count("check", {"drawer": {"cash": 1}}, by("pia", "jo")),
        "explain": lambda: desk.explain("drawer", "reason", by("pia")),
        "close_day": lambda: desk.close_day(0, by("pia")),
        "open_table": lambda: desk.open_table("2", FIVE, by("kari"), limits=(100, 500)),
        "change_dealer": lambda: desk.change_dealer("2", "dan", by("dan")),
        "count_tray": lambda: desk.count_tray("2", FIVE, by("kari")),
        "close_table": lambda: desk.close_table("2", FIVE, by("kari")),
        "review_camera": lambda: desk.review_camera("2", by("pia")),
        "fill": lambda: desk.fill("2", FIVE, by("jo")),
        "credit": lambda: desk.credit("2", FIVE, by("kari")),
        "transfer": lambda: desk.transfer("2", "3", FIVE, by("kari")),
        "verify": lambda: desk.verify("fill", 1, by("pia")),
        "receive": lambda: desk.receive("fill", 1, by("kari")),
        "void": lambda: desk.void("fill", 1, "reason", by("jo")),
        "answer": lambda: desk.answer("fill", 1, "copy", "whole", by("jo")),
        "redeem": lambda: desk.redeem(FIVE, by("jo")),
        "refuse": lambda: desk.refuse(FIVE, "reason", by("jo")),
        "exchange": lambda: desk.exchange(FIVE, Chips.read("5x$1"), by("jo")),
        "cash_check": lambda: desk.cash_check(1000, "1", "A", by("jo")),
        "declare_tips": lambda: desk.declare_tips("kari", FIVE, by("kari")),
        "pool_tips": lambda: desk.pool_tips("kari", FIVE, by("kari")),
        "redeem_tips": lambda: desk.redeem_tips("kari", FIVE, by("jo")),
        "exchange_tips": lambda: desk.exchange_tips("2", "kari", FIVE, Chips.read("5x$1"), by("kari")),
        "lend": lambda: desk.lend(1000, "lenders", "drawer", by("jo")),
        "pay_back": lambda: desk.pay_back(1, by("jo")),
        "withdraw": lambda: desk.withdraw(1000, "check 1", by("jo")),
        "stock": lambda: desk.stock(FIVE, "supplier", "chip bank", by("jo")),
        "remove_box": lambda: desk.remove_box("2", "safe", by("pia", "jo")),
        "name_team": lambda: desk.name_team(by("kim", "lee"), ["kim"]),
        "count_drop": lambda: desk.count_drop("2", 1000, by("kim")),
        "agree_drop": lambda: desk.agree_drop("2", 1000, by("kim", "lee")),
        "find_slips": lambda: desk.find_slips("records", [], by("kim")),
    }


OUTSIDE = {"open_day", "blockers", "set_site", "set_table", "set_chip", "set_person", "set_tie"}
OUTSIDE |= {"unlock", "slip", "date_of", "today", "printing", "printed"}


def test_no_verb_is_forgotten_here(dark):
    public = {name for name in dir(Desk) if not name.startswith("_")}
    assert public == {*every_verb(dark)} | OUTSIDE


VERBS = [
    *("come_on_duty", "go_off_duty", "count", "explain", "close_day", "open_table"),
    *("change_dealer", "count_tray", "close_table", "review_camera", "fill", "credit", "transfer"),
    *("verify", "receive", "void", "answer", "redeem", "refuse", "exchange", "cash_check"),
    *("declare_tips", "pool_tips", "redeem_tips", "exchange_tips", "lend", "pay_back", "withdraw"),
    *("stock", "remove_box", "name_team", "count_drop", "agree_drop", "find_slips"),
]


@pytest.mark.parametrize("verb", VERBS)
def test_without_a_day_nothing_is_done(dark, verb):
    with dark.refused("nd.02-01.6", words="No day is open. Open the day first."):
        every_verb(dark)[verb]()


@pytest.mark.parametrize("verb", VERBS)
def test_a_sealed_day_takes_nothing_more(pit, verb):
    pit.fill("2", "1x$5")
    pit.end()
    with pit.refused("nd.02-01.6"):
        every_verb(pit)[verb]()
    assert pit.desk.day.entries[-1].kind == "close day"


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
        "pia. Try again.",
        "jo. Try again.",
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
    with pit.refused("pd.role", words="kari may not act as cashier; holds count team, dealer"):
        pit.desk.redeem(FIVE, [*pit.by("kari:cashier")])


def test_a_role_that_has_ended_is_held_no_more(pit):
    with pit.refused("pd.role", "pd.initials", words="rob may not act as dealer; holds none"):
        pit.desk.come_on_duty(pit.one("rob:dealer"))


def test_nobody_signs_off_duty(pit):
    with pit.refused("pd.duty", words="cleo is not on duty"):
        pit.desk.redeem(FIVE, pit.by("cleo"))
    pit.arrive("cleo")
    pit.desk.redeem(FIVE, pit.by("cleo"))
    pit.desk.go_off_duty("cleo", pit.one("cleo"))
    with pit.refused("pd.duty"):
        pit.desk.redeem(FIVE, pit.by("cleo"))


def test_nobody_signs_twice(pit):
    with pit.refused("pd.twice", words="jo initials this count twice"):
        pit.desk.count("check", {"drawer": {"cash": 400_000}}, pit.by("jo", "jo"))


def test_somebody_signs(pit):
    with pit.refused("pd.signed", words="Nobody initials this redeem"):
        pit.desk.redeem(FIVE, [])


# Asked twice


def test_asked_twice_is_done_once(pit):
    before = pit.journal.at("chip bank")["$5"]
    first = pit.desk.fill("2", FIVE, pit.by("jo"), request="click")
    head = pit.journal.head
    assert pit.desk.fill("2", FIVE, pit.by("jo"), request="click") == first
    assert pit.desk.fill("2", Chips.read("9x$25"), pit.by("jo"), request="click") == first
    assert pit.journal.head == head
    assert pit.journal.at("chip bank")["$5"] == before - 1
    assert [*pit.desk.day.slips] == [("fill", 1)]


def test_asked_again_after_the_program_was_started_again(pit):
    first = pit.desk.redeem(FIVE, pit.by("jo"), request="click")
    pit.journal.close()
    pit.journal = Journal.open(pit.book)
    pit.desk = pit.another()
    assert pit.desk.redeem(FIVE, pit.by("jo"), request="click") == first


def test_a_request_that_was_refused_may_be_asked_again(pit):
    with pit.refused("pd.initials"):
        pit.desk.redeem(FIVE, [pit.one("jo", pin="0")], request="click")
    assert pit.desk.redeem(FIVE, pit.by("jo"), request="click").request == "click"


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
    head = pit.book.with_name("pit.book.head")
    head.write_text(head.read_text().replace(str(pit.journal.head.seq), "999", 1))
    journal = Journal.open(pit.book)
    with pytest.raises(Trouble, match=r"damaged.*once reached entry 999"):
        Desk(journal, pit.pepper, clock=pit.clock, rules=pit.rules)
    journal.note_head()
    pit.journal = journal


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
    pit.journal = Journal.open(pit.book)
    with pytest.raises(Trouble, match=r"is damaged: entry \d+"):
        pit.another()


@pytest.mark.parametrize("batch", range(4))
def test_a_desk_starts_on_a_damaged_book_right_or_not_at_all(pit, batch):
    """One bit flipped anywhere: the desk knows site and day as they were, or says that it is damaged."""
    pit.fill("2", "1x$5")
    site, day = repr(pit.desk.site), repr(pit.desk.day)
    pit.journal.close()
    whole = pit.book.read_bytes()
    stopped = 0
    for seed in range(batch * 60, batch * 60 + 60):
        damaged = bytearray(whole)
        choose = random.Random(seed)
        damaged[choose.randrange(len(damaged))] ^= 1 << choose.randrange(8)
        pit.book.write_bytes(damaged)
        try:
            with Journal.open(pit.book) as pit.journal:
                pit.desk = pit.another()
                assert (repr(pit.desk.site), repr(pit.desk.day)) == (site, day), seed
        except Trouble:
            stopped += 1
    assert 0 < stopped < 60


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
    (warning,) = entry.detail["warnings"]
    assert warning.startswith("the clock went back by 10800 seconds")
    assert [note.words for note in pit.desk.day.notes] == [warning]
    assert pit.journal.verify().ok
    pit.later(minutes=1)
    assert "warnings" not in pit.desk.redeem(FIVE, pit.by("jo")).detail


def test_the_second_that_a_clock_is_corrected_by_is_nothing(pit):
    pit.desk.redeem(FIVE, pit.by("jo"))
    pit.later(seconds=-1)
    assert "warnings" not in pit.desk.redeem(FIVE, pit.by("jo")).detail


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
            raise sqlite3.OperationalError("database or disk is full")
        return self._connection.execute(sql, *args)

    def __getattr__(self, name):
        return getattr(self._connection, name)


def test_a_full_disk_is_trouble_and_the_desk_goes_on_after_it(pit):
    whole, before = pit.journal._db.conn, pit.state()
    pit.journal._db.conn = Full(whole)
    with pytest.raises(Trouble, match=r"database or disk is full\. Nothing was written"):
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
    assert pit.journal.entry(entry.seq).detail["reason"] == reason
    assert pit.journal.verify().ok


@pytest.mark.parametrize("days", [-300, -2, 2, 4000])
def test_a_mistyped_date_opens_no_day(dark, days):
    dark.clock.at += timedelta(days=days)
    with dark.refused("nd.02-01.6", words="is not about today"):
        dark.begin()
