import stat
from datetime import UTC, date, datetime, timedelta

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlite_utils.db import sqlite3

from pitdesk.book.journal import Attempt
from pitdesk.book.people import (
    ACTING_CASHIER,
    GAMING,
    LOCK_S,
    PLAIN,
    ROLES,
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
    [(0, 0), (1, 0), (2, 0), (3, 2), (4, 4), (5, 8), (6, 16), (7, 32), (8, 1800), (9, 1800), (99, 1800)],
)
def test_the_wait_doubles_from_the_third_wrong_try_and_locks_at_the_eighth(tries, wait):
    assert wait_s(wrong(tries), now(1000)) == wait


@pytest.mark.parametrize(("passed", "left"), [(0, 1800), (1, 1799), (1799, 1), (1800, 0), (9999, 0)])
def test_the_wait_runs_down_on_ticks(passed, left):
    assert wait_s(wrong(8), now(1000 + passed)) == left


@pytest.mark.parametrize("days", [-400, -1, 1, 400])
def test_setting_the_clock_within_a_boot_changes_no_wait(days):
    assert wait_s(wrong(8), now(1000, days=days)) == LOCK_S


def test_after_a_boot_the_wait_runs_on_the_clock():
    assert wait_s(wrong(8), now(3, boot="another", minutes=10)) == LOCK_S - 600
    assert wait_s(wrong(8), now(3, boot="another", minutes=31)) == 0
    assert wait_s(wrong(8), now(3, boot="another", days=-9)) == LOCK_S  # set back: no sooner


def test_a_day_of_guessing_is_few_guesses():
    attempts, ticks, tries = [], 0, 0
    while ticks < 86_400:
        ticks += wait_s(attempts, now(ticks)) or 1
        attempts = [*attempts, wrong(1, ticks)[0]]
        tries += 1
    assert tries <= 8 + 48


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
    """Eight wrong tries."""
    guess(pit, 8, signer, desk, pause=40)


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


def test_eight_wrong_tries_lock_for_half_an_hour(pit, ticking):
    lock(pit)
    with pit.refused("pd.initials", words="wait 1760 seconds"):
        pit.desk.redeem(FIVE, pit.by("jo"))
    ticking.pass_(1760)
    pit.desk.redeem(FIVE, pit.by("jo"))


def test_a_person_is_locked_at_every_station(pit, ticking):
    for station in ("desk 1", "desk 2", "desk 3", "desk 4"):
        guess(pit, 2, desk=pit.another(station), pause=40)
    with pit.refused("pd.initials", words="Too many wrong PINs for Jo"):
        pit.another("desk 5").redeem(FIVE, pit.by("jo"))


def test_a_locked_person_locks_nobody_else_at_another_station(pit, ticking):
    lock(pit)
    desk = pit.another("desk 2")
    desk.on_duty(pit.one("cleo"))
    desk.redeem(FIVE, pit.by("cleo"))


def test_a_station_waits_after_wrong_tries_for_several_people(pit, ticking):
    for signer in ("jo", "pia", "kari", "sam"):
        guess(pit, 2, signer, pause=40)
    with pit.refused("pd.initials", words="Too many wrong PINs for desk 1"):
        pit.desk.on_duty(pit.one("cleo"))
    pit.another("desk 2").on_duty(pit.one("cleo"))


def test_starting_the_program_again_unlocks_nobody(pit, ticking):
    lock(pit)
    pit.journal.close()
    pit.journal = type(pit.journal).open(pit.book)
    for station in ("desk 1", "desk 2"):
        with pit.refused("pd.initials", words="Too many wrong PINs"):
            pit.another(station).redeem(FIVE, pit.by("jo"))


@pytest.mark.parametrize("days", [-30, -1, 1, 30, 400])
def test_setting_the_clock_unlocks_nobody(pit, ticking, days):
    lock(pit)
    ticking.at += timedelta(days=days)
    with pit.refused("pd.initials", words="wait 1760 seconds"):
        pit.another().redeem(FIVE, pit.by("jo"))


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
