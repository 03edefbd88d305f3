import stat
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlite_utils.db import sqlite3

from pitdesk.book.journal import Attempt, Journal
from pitdesk.book.people import (
    ACTING_CASHIER,
    ALONE_S,
    AWAY_S,
    FREE_TRIES,
    GAMING,
    LOCK_TRIES,
    PLAIN,
    ROLES,
    Hold,
    Now,
    Pepper,
    Person,
    Role,
    Signer,
    hashed_badge,
    wait_s,
    weak_pin,
)
from pitdesk.chips import Chips
from pitdesk.errors import Refused
from pitdesk.upkeep.upgrade import upgrade
from tests.files import ROOT
from tests.pitdesk.conftest import PEOPLE

DAY = date(2026, 11, 20)
FIVE = Chips.read("1x$5")

# Roles


@pytest.mark.parametrize(
    ("day", "holds"),
    [
        (date(2025, 12, 31), False),
        (date(2026, 1, 1), True),
        (date(2026, 6, 30), True),
        (date(2026, 7, 1), False),
    ],
)
def test_a_role_is_held_from_its_day_until_before_its_end(day, holds):
    role = Role("dealer", date(2026, 1, 1), date(2026, 7, 1))
    kari = Person("kari", "Kari Lund", "KL", (role,))
    assert kari.holds("dealer", day) is holds
    assert kari.holds(ACTING_CASHIER, day) is holds
    assert kari.holds_any(GAMING, day) is holds


@pytest.mark.parametrize("role", ROLES)
def test_only_dealers_and_wheel_operators_act_as_the_cashier(role):
    someone = Person("x", "X", "X", (Role(role, DAY),))
    assert someone.holds(role, DAY)
    assert someone.holds(ACTING_CASHIER, DAY) is (role in ("dealer", "wheel operator"))
    assert not any(someone.holds(other, DAY) for other in ROLES if other != role)


def test_those_who_conduct_games_are_not_those_who_only_count_or_read():
    assert set(ROLES) - GAMING == {
        *("count team", "outside count team", "bookkeeper", "auditor", "head-office reader"),
    }


def test_a_person_is_kept_whole_in_an_entry():
    roles = (Role("dealer", DAY), Role("count team", DAY, date(2027, 1, 1)))
    kari = Person("kari", "Kari Lund", "KL", roles, pin="kept", badge="hashed", company="Bank")
    assert Person.of(kari.fact) == kari


# PINs and the pepper


@pytest.mark.parametrize(
    "pin", ["", "123", "12a4", "12 34", "1234567890123", "٣٤٥٦", "-123", "1.25", "4711\n"]
)
def test_a_pin_is_four_to_twelve_digits(pin):
    assert weak_pin(pin, ["dealer"]) == "is not 4 to 12 digits"


@pytest.mark.parametrize("role", ROLES)
def test_those_who_approve_have_six_digits(role):
    approves = role in ("gaming manager", "shift manager", "pit boss")
    why = "is not 6 to 12 digits" if approves else None
    assert weak_pin("47119", ["bookkeeper", role]) == why
    assert weak_pin("471196", ["bookkeeper", role]) is None


@pytest.mark.parametrize(
    ("pin", "why"),
    [
        ("0000", "is one digit repeated"),
        ("77777777", "is one digit repeated"),
        ("1234", "is a run of digits"),
        ("456789", "is a run of digits"),
        ("9876", "is a run of digits"),
        ("1925", "looks like a year"),
        ("1984", "looks like a year"),
        ("2030", "looks like a year"),
    ],
)
def test_a_pin_that_is_guessed_at_once_will_not_do(pin, why):
    assert weak_pin(pin, ["dealer"]) == why


@pytest.mark.parametrize("pin", ["4711", "1924", "2031", "1357", "198400", "730251", "123456789013"])
def test_other_pins_will_do(pin):
    assert weak_pin(pin, ["dealer"]) is None


def test_the_pepper_is_made_once_for_its_owner_alone(tmp_path):
    path = tmp_path / "keys" / "pepper"
    kept = Pepper.kept(path, PLAIN).hashed("4711")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(path.read_bytes()) == 32
    assert [*path.parent.iterdir()] == [path]
    assert Pepper.kept(path, PLAIN).matches(kept, "4711")


def test_two_sites_have_two_peppers(tmp_path):
    one, other = (Pepper.kept(tmp_path / name, PLAIN) for name in ("one", "other"))
    assert (tmp_path / "one").read_bytes() != (tmp_path / "other").read_bytes()
    assert not other.matches(one.hashed("4711"), "4711")


def test_one_pin_is_kept_differently_each_time():
    pepper = Pepper(b"k" * 32, PLAIN)
    assert pepper.hashed("4711") != pepper.hashed("4711")


def test_at_a_real_desk_a_pin_costs_64_mib():
    kept = Pepper(b"k" * 32).hashed("4711")
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=1$")


def test_without_the_pepper_no_pin_can_be_confirmed(dark):
    """A stolen book: whoever has it tries the right PIN, bare and under guessed keys."""
    for name, person in dark.desk.site.people.items():
        pin = dark.one(name).pin or "7203"
        assert dark.pepper.matches(person.pin, pin)
        with pytest.raises(VerificationError):
            PasswordHasher().verify(person.pin, pin)
        for key in (b"", bytes(32), pin.encode(), name.encode()):
            assert not Pepper(key, PLAIN).matches(person.pin, pin)


def test_no_pin_and_no_pepper_stands_in_the_book(dark):
    dark.desk.set_person(
        dark.desk.site.people["kari"], badge="badge-of-kari-0123456789", by=dark.by("gus")
    )
    dark.journal.close()
    stored = dark.book.read_bytes()
    assert b'"pin":"$argon2id$' in stored
    assert (dark.folder / "pepper").read_bytes() not in stored
    assert b"badge-of-kari" not in stored
    assert hashed_badge("badge-of-kari-0123456789").encode() in stored
    assert b"730251" not in stored  # six digits that stand nowhere by chance


def test_a_hash_that_was_tampered_with_matches_nothing():
    pepper = Pepper(b"k" * 32, PLAIN)
    head, salt, _ = pepper.hashed("4711").rsplit("$", 2)
    _, _, other = pepper.hashed("4711").rsplit("$", 2)
    assert not pepper.matches("$".join((head, salt, other)), "4711")


# Proving initials at the desk


def test_the_entry_says_who_signed_as_what_and_how_it_was_proven(pit):
    entry = pit.desk.redeem(FIVE, pit.by("jo"))
    (signature,) = entry.signatures
    assert signature == ("jo", "cashier", "record", "JO", "pin")


def test_a_badge_proves_as_well_as_a_pin(pit):
    pit.desk.set_person(pit.desk.site.people["jo"], badge="0f1e2d", by=pit.by("gus"))
    entry = pit.desk.redeem(FIVE, [pit.one("jo", badge="0f1e2d")])
    assert entry.signatures[0].proof == "badge"
    with pit.refused("pd.initials", words="not the PIN or badge of Jo"):
        pit.desk.redeem(FIVE, [pit.one("jo", badge="0f1e2e")])
    pit.later(seconds=60)
    assert pit.desk.redeem(FIVE, pit.by("jo")).signatures[0].proof == "pin"  # the PIN stayed


def test_who_has_no_badge_proves_nothing_with_one(pit):
    with pit.refused("pd.initials"):
        pit.desk.redeem(FIVE, [pit.one("jo", badge="0f1e2d")])


def test_who_has_no_pin_proves_nothing_with_one(pit):
    pit.desk.set_person(Person("new", "New", "NW", (Role("cashier", DAY),)), by=pit.by("gus"))
    with pit.refused("pd.initials"):
        pit.desk.on_duty(Signer("new", "cashier", pin=""))


def test_the_pin_of_another_proves_nothing(pit):
    with pit.refused("pd.initials", words="not the PIN or badge of Jo"):
        pit.desk.redeem(FIVE, [pit.one("jo", pin=pit.one("kari").pin)])


def test_each_signer_of_an_entry_proves_it(pit):
    with pit.refused("pd.initials", words="PIN or badge of Jo"):
        pit.desk.count("check", {"drawer": {"cash": 400_000}}, [*pit.by("pia"), pit.one("jo", pin="1")])


def test_a_new_pin_takes_the_place_of_the_old(pit):
    pit.desk.set_person(pit.desk.site.people["jo"], pin="8130", by=pit.by("gus"))
    with pit.refused("pd.initials"):
        pit.desk.redeem(FIVE, pit.by("jo"))
    pit.desk.redeem(FIVE, [pit.one("jo", pin="8130")])


# Throttle: the table


def wrong(times, ticks=1000, boot="boot"):
    at = datetime(2026, 11, 20, 22, tzinfo=UTC).isoformat()
    return [Attempt("jo", "desk 1", at, boot, ticks, "wrong")] * times


def now(ticks, boot="boot", **later):
    return Now(datetime(2026, 11, 20, 22, tzinfo=UTC) + timedelta(**later), boot, ticks)


@pytest.mark.parametrize(
    ("tries", "wait"),
    [(0, 0), (1, 0), (2, 0), (3, 2), (4, 4), (5, 8), (9, 128), (10, 256), (12, 1024), (13, 1800)],
)
def test_the_wait_doubles_from_the_third_wrong_try_up_to_half_an_hour(tries, wait):
    assert wait_s(wrong(tries), now(1000)) == wait
    assert wait_s(wrong(tries), now(1000), ALONE_S) == min(wait, 300)
    assert wait_s(wrong(tries + 99_999), now(1000)) == AWAY_S


@pytest.mark.parametrize(("passed", "left"), [(0, 1800), (1, 1799), (1799, 1), (1800, 0), (9999, 0)])
def test_the_wait_runs_down_on_ticks(passed, left):
    assert wait_s(wrong(20), now(1000 + passed)) == left


@pytest.mark.parametrize("days", [-400, -1, 1, 400])
@pytest.mark.parametrize("boot", ["boot", "another"])
def test_setting_the_clock_changes_no_wait(days, boot):
    assert wait_s(wrong(20), now(1000, boot, days=days)) == wait_s(wrong(20), now(1000, boot))


def test_after_a_start_of_the_machine_the_wait_begins_again():
    assert wait_s(wrong(20), now(3, boot="another", minutes=31)) == AWAY_S - 3
    assert wait_s(wrong(20), now(1800, boot="another")) == 0


def test_where_starts_have_no_name_fewer_ticks_are_another_start():
    unnamed = wrong(20, boot="unknown")
    assert wait_s(unnamed, now(999, "unknown")) == AWAY_S - 999
    assert wait_s(unnamed, now(1000, "unknown")) == AWAY_S  # no sooner than it must be


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "1 second"),
        (40, "40 seconds"),
        (119, "119 seconds"),
        (120, "2 minutes"),
        (1741, "30 minutes"),
    ],
)
def test_a_wait_is_told_no_shorter_than_it_is(seconds, words):
    assert Hold(seconds).time == words


# Throttle: at the desk


class Ticking:
    """A clock whose time of day can be set without its ticks, as an operator can."""

    def __init__(self):
        self.at, self.boot, self.ticks = datetime(2026, 11, 20, 23, tzinfo=UTC), "boot 1", 5000

    def now(self):
        return Now(self.at, self.boot, self.ticks)

    def pass_(self, seconds):
        self.at += timedelta(seconds=seconds)
        self.ticks += seconds


@pytest.fixture
def ticking(pit):
    pit.clock = Ticking()
    pit.desk = pit.another()
    return pit.clock


def guess(pit, times, signer="jo", desk=None, pause=0):
    """Wrong tries, each as soon as it may be made."""
    desk = desk or pit.desk
    for _ in range(times):
        with pytest.raises(Refused, match="not the PIN or badge"):
            desk.redeem(FIVE, [pit.one(signer, pin="0001")])
        pit.clock.pass_(pause)


def lock(pit, signer="jo", desk=None):
    """Ten wrong tries."""
    guess(pit, LOCK_TRIES, signer, desk, pause=130)


def attack(pit, signer, times=2 * LOCK_TRIES, pause=ALONE_S):
    """More wrong tries than lock, of somebody whom nobody can unlock, and one just now."""
    guess(pit, times, signer, pit.another(f"{signer}'s"), pause=pause)
    guess(pit, 1, signer, pit.another(f"{signer}'s"))


def test_two_wrong_tries_are_free(pit, ticking):
    guess(pit, 2)
    pit.desk.redeem(FIVE, pit.by("jo"))


def test_from_the_third_on_even_the_right_pin_waits(pit, ticking):
    guess(pit, 3)
    with pit.refused("pd.initials", words="wait 2 seconds"):
        pit.desk.redeem(FIVE, pit.by("jo"))
    ticking.pass_(1)
    with pit.refused("pd.initials", words="wait 1 second,"):
        pit.desk.redeem(FIVE, pit.by("jo"))
    ticking.pass_(1)
    pit.desk.redeem(FIVE, pit.by("jo"))


def test_a_try_while_waiting_is_no_try(pit, ticking):
    guess(pit, 3)
    for _ in range(5):
        with pit.refused("pd.initials", words="wait 2 seconds"):
            pit.desk.redeem(FIVE, [pit.one("jo", pin="0002")])
    assert len(pit.journal.attempts("person", "jo")) == 3


def test_the_right_pin_ends_the_count(pit, ticking):
    guess(pit, 2)
    pit.desk.redeem(FIVE, pit.by("jo"))
    assert pit.journal.attempts("person", "jo") == []
    assert pit.journal.attempts("station", "desk 1") == []
    guess(pit, 2)
    pit.desk.redeem(FIVE, pit.by("jo"))


def test_ten_wrong_tries_lock_until_a_manager_opens(pit, ticking):
    lock(pit)
    ticking.pass_(30 * 86_400)
    words = "Too many wrong PINs for Jo: waiting does not help any more, have Pia unlock it."
    with pit.refused("pd.initials", words=words):
        pit.another("desk 2").redeem(FIVE, pit.by("jo"))
    assert pit.desk.hold("jo") == Hold(0, locked=True)


def test_who_has_a_badge_is_never_locked(pit, ticking):
    pit.desk.set_person(pit.desk.site.people["jo"], badge="04:A2:19:7F", by=pit.by("gus"))
    lock(pit)
    desk = pit.another("desk 2")
    with pit.refused("pd.initials", words="have Pia unlock it. A badge works after 5 minutes."):
        desk.redeem(FIVE, pit.by("jo"))
    ticking.pass_(ALONE_S - 130)
    desk.redeem(FIVE, [pit.one("jo", badge="04:A2:19:7F")])
    desk.redeem(FIVE, pit.by("jo"))


def test_a_manager_alone_waits_a_few_minutes(pit, ticking):
    attack(pit, "pia")
    assert pit.desk.hold("pia") == Hold(ALONE_S)
    ticking.pass_(1)
    words = "for Pia: wait 5 minutes, or have a manager unlock it. Leave this machine on"
    with pit.refused("pd.initials", words=words):
        pit.another("desk 2").sign_in(pit.one("pia"))
    ticking.pass_(ALONE_S - 1)
    pit.another("desk 2").sign_in(pit.one("pia"))
    assert pit.desk.hold("pia") is None


def test_managers_who_are_locked_open_nothing(pit, ticking):
    lock(pit)
    attack(pit, "pia")
    assert pit.desk.hold("jo") is None  # nobody can open: the wait was over long ago
    guess(pit, 1, desk=pit.another("desk 3"))
    assert pit.desk.hold("jo") == Hold(ALONE_S)


def test_short_pins_wait_half_an_hour_while_their_owners_are_away(pit, ticking):
    attack(pit, "pia")
    attack(pit, "cleo", pause=AWAY_S)
    assert pit.desk.hold("cleo") == Hold(AWAY_S)
    attack(pit, "gus")
    assert pit.desk.hold("gus") == Hold(ALONE_S)  # six digits: the manager who opens the house


def test_a_person_is_locked_at_every_station(pit, ticking):
    for station in ("desk 1", "desk 2", "desk 3", "desk 4", "desk 5"):
        guess(pit, 2, desk=pit.another(station), pause=130)
    with pit.refused("pd.initials", words="Too many wrong PINs for Jo"):
        pit.another("desk 6").redeem(FIVE, pit.by("jo"))


def test_a_locked_person_locks_nobody_else_at_another_station(pit, ticking):
    lock(pit)
    desk = pit.another("desk 2")
    desk.on_duty(pit.one("cleo"))
    desk.redeem(FIVE, pit.by("cleo"))


def test_a_station_is_locked_after_wrong_tries_for_several_people(pit, ticking):
    pit.arrive("cleo")
    for signer in ("jo", "kari", "dan", "wes", "ann"):
        guess(pit, 2, signer, pause=130)
    ticking.pass_(86_400)
    words = "Too many wrong PINs at desk 1: waiting does not help any more, have Pia sign in here."
    with pit.refused("pd.initials", words=words):
        pit.desk.redeem(FIVE, pit.by("cleo"))
    pit.another("desk 2").redeem(FIVE, pit.by("cleo"))
    pit.desk.sign_in(pit.one("pia"))
    pit.desk.redeem(FIVE, pit.by("cleo"))


def test_starting_the_program_again_unlocks_nobody(pit, ticking):
    lock(pit)
    pit.journal.close()
    pit.journal = type(pit.journal).open(pit.book)
    for station in ("desk 1", "desk 2"):
        with pit.refused("pd.initials", words="Too many wrong PINs"):
            pit.another(station).redeem(FIVE, pit.by("jo"))


@pytest.mark.parametrize("days", [-30, -1, 1, 30, 400])
@pytest.mark.parametrize("boot", ["boot 1", "boot 2"])
def test_neither_a_clock_nor_a_start_of_the_machine_unlocks_anybody(pit, ticking, days, boot):
    attack(pit, "pia")
    ticking.at += timedelta(days=days)
    ticking.boot, ticking.ticks = boot, ticking.ticks if boot == "boot 1" else 10
    with pit.refused("pd.initials", words="wait 5 minutes, or have a manager"):
        pit.another().sign_in(pit.one("pia"))


def test_a_try_is_on_disk_before_the_answer(pit, ticking, monkeypatch):
    """Another program sees the try at the moment the answer is made up."""
    seen = []
    refusal = pit.rules.refusal

    def looking(rules, rule, words):
        raw = sqlite3.connect(pit.book)
        seen.extend(raw.execute("SELECT person, station, outcome FROM attempt").fetchall())
        raw.close()
        return refusal(rule, words)

    monkeypatch.setattr(type(pit.rules), "refusal", looking)
    with pytest.raises(Refused):
        pit.desk.redeem(FIVE, [pit.one("jo", pin="0001")])
    assert seen == [("jo", "desk 1", "wrong")]


def test_tries_stand_for_good(pit, ticking):
    guess(pit, 2)
    raw = sqlite3.connect(pit.book)
    for sql in ("DELETE FROM attempt", "UPDATE attempt SET outcome = 'right'"):
        with pytest.raises(sqlite3.IntegrityError, match="written once"):
            raw.execute(sql)
    raw.close()


def test_a_right_pin_leaves_no_trace_where_there_was_no_wrong_one(pit):
    raw = sqlite3.connect(pit.book)
    pit.desk.redeem(FIVE, pit.by("jo"))
    assert raw.execute("SELECT count(*) FROM attempt").fetchone() == (0,)
    raw.close()


# Throttle: whatever an attacker does


MOVES = st.lists(
    st.one_of(
        st.just(("guess", 0)),
        st.tuples(st.just("stay on"), st.integers(1, 4000)),
        st.tuples(st.just("set the clock"), st.integers(-400, 400)),
        st.tuples(st.just("start the machine"), st.integers(0, 200)),
        st.just(("start the program", 0)),
    ),
    max_size=60,
)


@settings(max_examples=60, deadline=None)
@given(moves=MOVES, named=st.booleans(), most=st.sampled_from([ALONE_S, AWAY_S]))
def test_guesses_are_bounded_by_the_time_that_the_machine_was_on(moves, named, most):
    """No clock and no start of machine or program buys a guess; whoever waits it out may try."""
    tries, on_s, clock = [], 0, Ticking()
    clock.boot = "boot 1" if named else "unknown"
    for move, how in moves:
        if move == "guess":
            while not wait_s(tries, clock.now(), most):
                tries.append(Attempt("jo", "desk 1", clock.at.isoformat(), *clock.now()[1:], "wrong"))
        elif move == "stay on":
            clock.pass_(how)
            on_s += how
        elif move == "set the clock":
            clock.at += timedelta(days=how)
        elif move == "start the machine":
            clock.boot, clock.ticks = f"{clock.boot}'" if named else "unknown", how
            on_s += how
    free = next(n for n in range(99) if 2 ** (n - FREE_TRIES) >= most)
    assert len(tries) <= free + on_s // most
    last = wait_s(tries, clock.now(), most)
    clock.pass_(last)
    assert (last, wait_s(tries, clock.now(), most)) <= (most, 0)


RESTARTED = """
import os
import sys
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

from pitdesk import clock
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Signer
from pitdesk.desk import Desk
from pitdesk.errors import Refused

def start(folder, boot, ticks, days, *pins):
    Path(folder, "boot").write_text(boot)
    clock._BOOT = Path(folder, "boot")
    clock.time = SimpleNamespace(monotonic=lambda: int(ticks))
    machine = clock.MachineClock()
    told = machine.now
    machine.now = lambda: told()._replace(at=told().at + timedelta(days=int(days)))
    with Journal.open(Path(folder, "pit.book")) as journal:
        desk = Desk(journal, Pepper.kept(Path(folder, "pepper"), PLAIN), clock=machine)
        for pin in pins:
            try:
                desk.sign_in(Signer("pia", "shift manager", pin=pin))
                print("in", flush=True)
            except Refused as refused:
                print(refused, flush=True)

for line in sys.stdin:
    if not os.fork():
        start(sys.argv[1], *line.split())
        os._exit(0)
    os.wait()
    print("ended", flush=True)
"""


def test_a_machine_that_was_started_again_with_its_clock_set_forward_still_waits(pit):
    """Each try in a program of its own, the machine started before it: no guess is won."""
    pin, guess = PEOPLE["pia"][0], "000000"
    starts, awaited = [("a", 90, guess, guess, guess)], [3 * ["not the PIN"]]
    for tries in range(3, 12):
        wait = min(ALONE_S, 2 ** (tries - 2))
        starts += [(f"b{tries}", wait - 1, pin), (f"c{tries}", wait, guess)]
        awaited += [["Too many wrong PINs for Pia: wait 1 second, or have a manager unlock it."]]
        awaited += [["not the PIN"]]
    starts.append(("d", ALONE_S, pin))
    awaited.append(["in"])
    pit.journal.close()
    lines = "\n".join(f"{boot} {ticks} 400 {' '.join(pins)}" for boot, ticks, *pins in starts)
    asked = [sys.executable, "-c", RESTARTED, str(pit.folder)]
    done = subprocess.run(asked, input=lines, capture_output=True, text=True, check=True)
    *said, rest = done.stdout.split("ended\n")
    assert rest == ""
    for start, heard, words in zip(starts, said, awaited, strict=True):
        for line, word in zip(heard.splitlines(), words, strict=True):
            assert word in line, start


def test_wrong_tries_of_an_older_release_still_count(tmp_path):
    """A book of 0.2.0, with tries of a start that is long over."""
    book = tmp_path / "book.db"
    book.write_bytes((ROOT / "tests/books/0.2.0/book.db").read_bytes())
    at = datetime(2026, 11, 20, 22, tzinfo=UTC).isoformat()
    raw = sqlite3.connect(book)
    raw.executemany(
        "INSERT INTO attempt (person, station, at, boot, ticks, outcome) VALUES (?,?,?,?,?,?)",
        [("jo", "desk 1", at, "then", 7, "wrong")] * 20,
    )
    raw.commit()
    raw.close()
    upgrade(book)
    with Journal.open(book) as journal:
        tries = journal.attempts("person", "jo")
    assert len(tries) == 20
    assert wait_s(tries, now(0, "today", days=400)) == AWAY_S


# Unlocking


@pytest.mark.parametrize("manager", ["gus", "pia", "sam"])
def test_a_manager_unlocks_at_another_station(pit, ticking, manager):
    lock(pit)
    desk = pit.another("desk 2")
    desk.unlock("jo", pit.one(manager))
    desk.redeem(FIVE, pit.by("jo"))


def test_a_manager_unlocks_where_the_tries_were_made(pit, ticking):
    lock(pit)
    pit.desk.unlock("jo", pit.one("pia"))
    pit.desk.redeem(FIVE, pit.by("jo"))


@pytest.mark.parametrize(
    ("by", "rule"),
    [
        ("jo", "pd.initials"),  # oneself, and not a manager
        ("kari", "pd.initials"),
        ("gus:cashier", "pd.initials"),
        ("kari:shift manager", "pd.role"),
        ("jo:gaming manager", "pd.initials"),
        ("nobody:gaming manager", "pd.person"),
    ],
)
def test_others_unlock_nobody(pit, ticking, by, rule):
    lock(pit)
    desk = pit.another("desk 2")
    with pytest.raises(Refused) as caught:
        desk.unlock("jo", pit.one(by))
    assert rule in caught.value.rules
    with pit.refused("pd.initials", words="Too many wrong PINs for Jo"):
        desk.redeem(FIVE, pit.by("jo"))


def test_nobody_unlocks_themselves(pit, ticking):
    lock(pit, "pia", desk=pit.another("desk 3"))
    with pit.refused("pd.initials"):
        pit.desk.unlock("pia", pit.one("pia"))
    pit.desk.unlock("pia", pit.one("sam"))
    pit.arrive("sam")


def test_unlocking_takes_the_managers_own_pin(pit, ticking):
    lock(pit)
    desk = pit.another("desk 2")
    with pit.refused("pd.initials", words="not the PIN or badge of Pia"):
        desk.unlock("jo", pit.one("pia", pin="0001"))
    with pit.refused("pd.initials", words="Too many wrong PINs for Jo"):
        desk.redeem(FIVE, pit.by("jo"))
    assert len(pit.journal.attempts("person", "pia")) == 1


def test_somebody_who_is_not_there_is_not_unlocked(pit):
    with pit.refused("pd.person"):
        pit.desk.unlock("nobody", pit.one("pia"))
