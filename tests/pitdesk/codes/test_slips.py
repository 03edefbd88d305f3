"""Codes of slips: what was signed is read again, what was changed never verifies, the book decides."""

import csv
import io
import json
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils.db import sqlite3

from pitdesk import kinds
from pitdesk.__main__ import main
from pitdesk.book.journal import Journal
from pitdesk.book.site import Site
from pitdesk.chips import Chips
from pitdesk.codes.base32 import ALPHABET, base32, checked, cleaned, grouped, remainder, unbase32
from pitdesk.codes.keys import SiteKey
from pitdesk.codes.slips import (
    ALL_PARTS,
    PREFIX,
    SERIES,
    Claim,
    Code,
    check,
    codes,
    genuine,
    read,
    short_name,
    station_of,
)
from pitdesk.errors import Trouble

ROOT = Path(__file__).parents[3]
CHECKER = ROOT / "resources" / "check_slip.py"
KEY, OTHER = SiteKey(bytes(range(32))), SiteKey(bytes(32))
AT = datetime(2026, 11, 21, 3, 38, tzinfo=UTC)
CLAIM = Claim(
    "Blue Goose Bar", "desk 1", "fill", 412, "original", False, AT, 1_040_00, 1204, b"\x3f\xa9" * 4
)
CODE = CLAIM.signed(KEY)

names = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)
claims = st.builds(
    Claim,
    site=names,
    station=names,
    series=st.sampled_from(SERIES),
    number=st.integers(0, 10**9),
    part=st.sampled_from(ALL_PARTS),
    void=st.booleans(),
    at=st.datetimes(datetime(1970, 1, 2), datetime(2106, 1, 1), timezones=st.just(UTC)).map(
        lambda at: at.replace(microsecond=0)
    ),
    cents=st.integers(0, 10**11),
    entry=st.integers(0, 10**9),
    chain=st.binary(min_size=8, max_size=8),
)


# Signing and reading


@given(claims)
def test_what_was_signed_is_read_again(claim):
    code = claim.signed(KEY)
    again = read(code.qr)
    assert again == code
    assert again.claim == claim
    assert genuine(code.qr, KEY.public).claim == claim
    assert read(code.short) == Code("", code.short)


def test_the_same_claim_has_the_same_codes_for_ever():
    assert CLAIM.signed(KEY) == CODE
    assert CODE.short == "X520 MYKE VJMZ"  # as it stands on paper already
    assert replace(CLAIM, void=True).signed(KEY).short != CODE.short
    assert CLAIM.signed(OTHER).short != CODE.short


def test_every_field_is_in_the_signature():
    changed = {
        "site": "Blue Goose",
        "station": "desk 2",
        "series": "credit",
        "number": 413,
        "part": "copy",
        "void": True,
        "at": AT + timedelta(seconds=1),
        "cents": 1_040_01,
        "entry": 1205,
        "chain": bytes(8),
    }
    assert set(changed) == {field.name for field in fields(Claim)}
    signature = CODE._bytes[-64:]
    for name, value in changed.items():
        other = replace(CLAIM, **{name: value}).signed(KEY)
        forged = other._bytes[:-64] + signature
        verdict = genuine(PREFIX + base32(forged), KEY)
        assert (verdict.kind, verdict.claim) == ("not signed", other.claim), name


def test_a_qr_is_small_and_of_capitals_and_digits():
    longest = replace(CLAIM, site="W" * 16, station="W" * 12, number=10**6, entry=10**7, cents=10**8)
    assert len(CODE.qr) <= 180
    assert len(longest.signed(KEY).qr) <= 200
    assert set(CODE.qr) <= set(ALPHABET)


@given(claims, st.data())
def test_any_flipped_character_never_verifies(claim, data):
    qr = claim.signed(KEY).qr
    at = data.draw(st.integers(0, len(qr) - 1))
    other = data.draw(st.sampled_from([char for char in ALPHABET if char != qr[at]]))
    try:
        verdict = genuine(qr[:at] + other + qr[at + 1 :], KEY)
    except ValueError:
        return
    assert verdict.kind in ("not signed", "other key")


def test_no_character_of_a_qr_can_be_another_be_lost_or_stand_twice():
    for at, char in enumerate(CODE.qr):
        others = [one for one in ALPHABET if one != char]
        for new in ["", char * 2, *others]:
            text = CODE.qr[:at] + new + CODE.qr[at + 1 :]
            with suppress(ValueError):
                assert not genuine(text, KEY).ok, (at, new)


typing = st.sampled_from(["", " ", "-", " - ", "\t", "\u2011", "/", "\u00a0", "'"])


@given(st.sampled_from([replace(CLAIM, number=n).signed(KEY) for n in range(50)]), st.data())
def test_typing_is_forgiven_case_spaces_dashes_and_look_alikes(code, data):
    for wanted in (code.short, code.qr):
        text = ""
        for char in wanted.replace(" ", ""):
            alike = {"0": "0Oo", "1": "1IiLl"}.get(char, char + char.lower())
            text += data.draw(st.sampled_from(alike)) + data.draw(typing)
        assert read(text).short == code.short
    assert read(f"CODE {code.short}") == read(f"code{code.short}\r\n") == Code("", code.short)
    assert read(f"]Q1{code.qr}\n") == code


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "There is no code"),
        (" - ", "There is no code"),
        ("7K3M 2QXV", "has 8 characters"),
        ("7K3M 2QXV 9T4B 1", "has 13 characters"),
        ("UUUU 2QXV 9T4B", "'U' stands in no code"),
        ("7K3M 2QXV 9T4\u00e9", "'\u00e9' stands in no code"),
        ("7K3M 2QXV \uff19T4B", "stands in no code"),
        ("X" * 180, "begin with PD1"),
        ("PD1" + "0" * 177, "damaged"),
        ("PD1" + "Z" * 176, "damaged"),
        (CODE.qr[:-1], "damaged"),
        (CODE.qr[:120], "damaged"),
    ],
)
def test_what_is_no_code_says_why(text, words):
    with pytest.raises(ValueError, match=words):
        read(text)


@given(st.text(max_size=300) | st.text(ALPHABET, max_size=300).map(PREFIX.__add__))
def test_no_text_breaks_the_reader(text):
    try:
        code = read(text)
    except ValueError:
        return
    assert not code.qr or not genuine(text, KEY).ok


# The check character


@given(st.integers(0, 32**11 - 1))
def test_the_check_character_catches_every_wrong_one_and_every_swap(bits):
    chars = checked("".join(ALPHABET[bits >> 5 * at & 31] for at in range(11)))
    assert remainder(chars) == 0
    for at, right in enumerate(chars):
        for wrong in ALPHABET:
            assert (remainder(chars[:at] + wrong + chars[at + 1 :]) == 0) == (wrong == right)
    for at, (one, other) in enumerate(pairwise(chars)):
        swapped = chars[:at] + other + one + chars[at + 2 :]
        assert (remainder(swapped) == 0) == (one == other)


def test_a_mistyped_code_is_told_from_one_that_is_unknown():
    wrong = ("A" if CODE.short[0] != "A" else "B") + CODE.short[1:]
    with pytest.raises(ValueError, match="mistyped: its check character is wrong"):
        read(wrong)


@given(st.binary(max_size=150))
def test_base32_and_back(data):
    assert unbase32(base32(data)) == data
    assert cleaned(grouped(base32(data)).lower()) == base32(data)


def test_no_other_characters_mean_the_same_bytes():
    with pytest.raises(ValueError, match="whole bytes"):
        unbase32(base32(b"a")[:-1] + "1")
    with pytest.raises(ValueError, match="whole bytes"):
        unbase32("000")


# Keys


def test_a_key_is_made_once_and_only_its_owner_can_read_it(tmp_path):
    path = tmp_path / "house" / "book.db.key"
    made = SiteKey.kept(path)
    assert SiteKey.kept(path).public == made.public == SiteKey.read(path).public
    assert len(made.public) == 52
    assert [one.name for one in path.parent.iterdir()] == ["book.db.key"]
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert SiteKey.kept(tmp_path / "other.key").public != made.public


def test_a_key_that_is_missing_or_no_key_says_what_to_do(tmp_path):
    with pytest.raises(Trouble, match="in no backup"):
        SiteKey.read(tmp_path / "none.key")
    (tmp_path / "bad.key").write_bytes(b"short")
    for reading in (SiteKey.read, SiteKey.kept):
        with pytest.raises(Trouble, match="holds no key: 5 bytes"):
            reading(tmp_path / "bad.key")


def test_another_sites_key_is_told_from_a_forgery():
    assert genuine(CODE.qr, OTHER.public).kind == "other key"
    assert "'Blue Goose Bar'" in genuine(CODE.qr, OTHER).words
    data = bytearray(CODE._bytes)
    data[-1] ^= 1
    assert genuine(PREFIX + base32(bytes(data)), KEY).kind == "not signed"


@pytest.mark.parametrize("public", ["", "hello", "0" * 51, "1" * 52])
def test_what_is_no_public_key_is_not_checked_with(public):
    with pytest.raises(ValueError, match="52 characters"):
        genuine(CODE.qr, public)


def test_the_window_does_not_wait_for_the_signatures():
    """The library is loaded when something is signed or checked, not before."""
    program = (
        "import sys; from pitdesk.codes.keys import SiteKey; SiteKey(bytes(32));"
        "sys.exit('cryptography' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


# Claims


@pytest.mark.parametrize(
    "wrong",
    [
        {"site": "W" * 17},
        {"station": "caf\u00e9"},
        {"series": "iou"},
        {"part": "third"},
        {"cents": -1},
        {"chain": b"short"},
        {"at": datetime(2026, 11, 21)},
        {"at": AT.replace(microsecond=1)},
        {"at": datetime(1969, 1, 1, tzinfo=UTC)},
    ],
)
def test_what_no_slip_says_cannot_be_claimed(wrong):
    with pytest.raises(ValueError, match=r"is not|there is no|cannot be"):
        replace(CLAIM, **wrong)


def test_a_claim_of_a_slip(desk, by):
    desk.once(
        desk.journal.head.seq,
        lambda d: d.fill("2", Chips.read("60x$5"), by("bo:pit boss", "jo:cashier")),
    )
    slip = desk.slip("fill", 1)
    assert station_of(slip.entry) == "desk 1"
    claim = Claim.of(slip.entry, "copy", short_name(desk.site), void=False)
    assert claim.words(desk.site.zone) == (
        f"fill 000001 copy, $300.00, 2026-11-20 16:00:00 UTC-06:00, entry {slip.entry.seq}"
        f" check {slip.entry.hash.hex(' ', 2)[:9]}, desk 1, Blue Goose Bar"
    )
    assert claim.chain == slip.entry.hash[:8]
    assert claim.signed(KEY) in [code for code, _ in codes(desk.journal, KEY)]


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({}, ""),
        ({"organization": "Prairie Lodge No. 12"}, "Prairie Lodge No"),
        ({"organization": "P", "name": "Caf\u00e9 \u201cGoose\u201d"}, "Cafe ?Goose?"),
        ({"name": "Goose", "practice": True}, "PRACTICE Goose"),
    ],
)
def test_the_short_name_of_a_site(settings, name):
    assert short_name(Site(kinds.Site(**settings))) == name


# Against a book


@pytest.fixture(scope="module")
def night(busy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book of the busy night, with a key beside it."""
    out = shutil.copytree(busy, tmp_path_factory.mktemp("codes") / "busy")
    SiteKey.kept(out / "book.db.key")
    return out / "book.db"


@pytest.fixture(scope="module")
def key(night: Path) -> SiteKey:
    return SiteKey.read(night.with_name("book.db.key"))


@pytest.fixture(scope="module")
def made(night: Path, key: SiteKey) -> list[tuple[Code, Claim]]:
    """Every code of the night, newest slip first."""
    with Journal.read(night) as journal:
        return list(codes(journal, key))


@pytest.fixture
def own(night: Path, tmp_path: Path) -> Path:
    """A copy of the book and its key, to do as one likes with."""
    for name in ("book.db", "book.db.head", "book.db.key"):
        shutil.copy(night.with_name(name), tmp_path)
    return tmp_path / "book.db"


@pytest.fixture
def kept(night: Path) -> Iterator[Journal]:
    with Journal.read(night) as journal:
        yield journal


def rewrite(own: Path, series: str, number: int, **said: object) -> None:
    """Change what an entry says, as somebody with a tool for databases would."""
    with sqlite3.connect(own) as connection:
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        where = "(SELECT entry FROM number WHERE series = ? AND number = ?)"
        sql = f"SELECT body FROM entry WHERE seq = {where}"
        body = json.loads(connection.execute(sql, (series, number)).fetchone()[0])
        link = said.pop("hash", None)
        body["detail"] |= said.pop("detail", {})
        data = json.dumps(body | said).encode()
        connection.execute(f"UPDATE entry SET body = ? WHERE seq = {where}", (data, series, number))
        if link:
            connection.execute(f"UPDATE entry SET hash = ? WHERE seq = {where}", (link, series, number))
    connection.close()


def test_every_slip_of_a_busy_night_checks_out(kept, made, key):
    slips = {(claim.series, claim.number) for _, claim in made}
    assert len(slips) == kept.last_number("fill") + kept.last_number("credit") > 8
    assert len({code.short for code, _ in made}) == len({code.qr for code, _ in made}) == len(made)
    void = {(claim.series, claim.number) for _, claim in made if claim.void}
    assert void
    for code, claim in made:
        wanted = "void since" if (claim.series, claim.number) in void and not claim.void else "equal"
        for text in (code.qr, code.short):
            verdict = check(kept, text, key)
            assert (verdict.kind, verdict.claim, verdict.ok) == (wanted, claim, wanted == "equal")
        assert check(kept, code.qr, key.public).kind == wanted


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("time", {"at": "2026-11-21T20:00:00+00:00"}),
        ("total", {"detail": {"chips": {"$5": 1}}}),
        ("entry", {"seq": 9}),
        ("check", {"hash": bytes(32)}),
    ],
)
def test_a_book_in_which_one_field_was_changed_does_not_check(own, made, key, field, said):
    code, claim = next(one for one in made if one[1].name == "fill 000003 original")
    rewrite(own, "fill", 3, **said)
    with Journal.read(own) as journal:
        verdict = check(journal, code.qr, key)
        assert verdict.kind == "differs"
        assert [one.field for one in verdict.differences] == [field]
        assert verdict.differences[0].paper != verdict.differences[0].book
        assert verdict.differences[0].paper in verdict.words
        assert verdict.differences[0].book in verdict.words
        assert check(journal, code.short, key).kind == "unknown"
        other = next(one for one in made if one[1].name == "fill 000004 original")[0]
        assert check(journal, other.qr, key).ok
    assert claim.cents


def test_a_book_whose_chips_cannot_be_read_is_said_to_be_damaged(own, made, key):
    code = next(code for code, claim in made if claim.name == "fill 000003 original")
    rewrite(own, "fill", 3, detail={"chips": {"$5": "many"}})
    with Journal.read(own) as journal, pytest.raises(Trouble, match="is damaged"):
        check(journal, code.qr, key)


def test_a_void_that_the_book_does_not_know(kept, made, key):
    claim = next(claim for _, claim in made if claim.name == "fill 000003 original")
    verdict = check(kept, replace(claim, void=True).signed(key).qr, key)
    assert [tuple(one) for one in verdict.differences] == [("state", "void", "not void")]


def test_a_slip_of_another_day_another_book_another_site(kept, made, key):
    code, claim = next(one for one in made if one[1].name == "fill 000003 copy")
    assert check(kept, code.qr, key, day=1).ok
    verdict = check(kept, code.qr, key, day=2)
    assert verdict.kind == "other day"
    assert "day 1 (2026-11-21), not of day 2" in verdict.words
    stranger = replace(claim, number=99_999).signed(key)
    assert check(kept, stranger.qr, key).kind == "not in book"
    assert check(kept, stranger.short, key).kind == "unknown"
    assert check(kept, claim.signed(OTHER).qr, key).kind == "other key"
    assert check(kept, claim.signed(OTHER).short, key).kind == "unknown"
    assert check(kept, code.short, key.public).kind == "cannot tell"


def test_a_site_that_was_renamed_still_knows_its_codes(desk, by):
    desk.fill("2", Chips.read("60x$5"), by("bo:pit boss", "jo:cashier"))
    slip = desk.slip("fill", 1)
    before = Claim.of(slip.entry, "original", short_name(desk.site), void=False).signed(KEY)
    desk.set_site({"name": "Gray Goose"}, by("gm:gaming manager"))
    after = Claim.of(slip.entry, "copy", short_name(desk.site), void=False).signed(KEY)
    assert check(desk.journal, before.short, KEY).ok
    assert check(desk.journal, after.short, KEY).ok


# The command


def run(capsys, *words):
    capsys.readouterr()
    status = main(["check-slip", *map(str, words)])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_the_command_says_the_verdict(own, made, key, capsys):
    good = next(code for code, claim in made if claim.name == "fill 000003 original")
    void = next(code for code, claim in made if claim.name == "fill 000002 original")
    for text in (good.qr, good.short, good.short.lower().replace(" ", "")):
        status, out, err = run(capsys, text, "--book", own)
        assert (status, err) == (0, "")
        assert out.startswith("equal: Genuine, and the book says the same.")
        assert "fill 000003 original, $" in out
    assert run(capsys, good.qr, "--public", key.public)[:1] == (0,)
    assert run(capsys, good.qr, "--public", key.public, "--book", own)[0] == 0
    assert run(capsys, good.qr, "--key", own.with_name("book.db.key"))[0] == 0
    assert run(capsys, good.short, "--public", key.public)[:2] == (
        1,
        "cannot tell: A typed code cannot be checked with the public key alone. Scan the QR or give the"
        " list.\n",
    )
    status, out, _ = run(capsys, void.short, "--book", own)
    assert (status, out.partition(":")[0]) == (1, "void since")
    assert run(capsys, good.qr, "--book", own, "--date", "2026-11-21")[0] == 0
    assert run(capsys, good.qr, "--book", own, "--day", "7")[0] == 3
    assert run(capsys, good.qr, "--public", OTHER.public)[0] == 1
    status, _, err = run(capsys, "7K3M", "--book", own)
    assert (status, "has 4 characters" in err) == (1, True)
    status, _, err = run(capsys, good.qr, "--public", "nonsense")
    assert (status, "52 characters" in err) == (1, True)


def test_the_command_says_what_it_lacks(own, tmp_path, capsys):
    assert run(capsys, CODE.qr)[0] == 2
    own.with_name("book.db.key").unlink()
    status, _, err = run(capsys, CODE.qr, "--book", own)
    assert (status, "There is no key" in err) == (3, True)
    assert not own.with_name("book.db.key").exists()
    assert run(capsys, "--list", "--public", KEY.public)[0] == 3
    assert run(capsys, "--show-public", "--public", KEY.public)[0] == 3
    for words in ([], ["--list", "--show-public"], [CODE.qr, "--list"]):
        with pytest.raises(SystemExit) as done:
            main(["check-slip", *words, "--book", str(own)])
        assert done.value.code == 2


def test_the_command_warns_of_a_damaged_book(own, made, capsys):
    good = next(code for code, claim in made if claim.name == "fill 000003 original")
    rewrite(own, "fill", 4, at="2026-11-21T20:00:00+00:00")
    status, out, err = run(capsys, good.qr, "--book", own)
    assert (status, out.partition(":")[0], "is damaged" in err) == (3, "equal", True)


def test_the_command_lists_the_codes_and_the_public_key(own, made, key, capsys):
    assert run(capsys, "--show-public", "--book", own) == (0, key.public + "\n", "")
    status, out, _ = run(capsys, "--list", "--book", own)
    rows = list(csv.DictReader(io.StringIO(out)))
    assert status == 0
    assert [(row["code"], row["qr"]) for row in rows] == [
        (code.short, code.qr) for code, _ in made[::-1]
    ]
    assert (rows[0]["slip"], rows[0]["part"], rows[0]["void"]) in (
        ("fill 000001", "both", ""),
        ("credit 000001", "both", ""),
    )
    assert run(capsys, "--list", "--book", own, "--day", 1)[1] == out


# The stand-alone checker


def stand_alone(words: list[str], typed: str = "", folder: Path | None = None) -> tuple[int, list[str]]:
    """The checker as somebody without PitDesk runs it: another folder, nothing but its own file."""
    command = [sys.executable, "-I", str(CHECKER), *words]
    done = subprocess.run(
        command, input=typed, capture_output=True, text=True, check=False, cwd=folder, encoding="utf-8"
    )
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout.splitlines()


def answered(text: str, public: str, listed: dict[str, str] | None = None) -> str:
    """What the checker should say."""
    try:
        verdict = genuine(text, public, listed)
    except ValueError as error:
        return f"unreadable: {error}"
    return f"{verdict.kind}: {verdict.words}"


def test_the_stand_alone_checker_knows_nothing_of_pitdesk(tmp_path):
    assert "import pitdesk" not in CHECKER.read_text("utf-8")
    assert "from pitdesk" not in CHECKER.read_text("utf-8")
    copy = tmp_path / "check_slip.py"
    shutil.copy(CHECKER, copy)
    program = f"import runpy, sys; sys.argv = ['x', {KEY.public!r}, {CODE.qr!r}]\n"
    program += f"try: runpy.run_path({str(copy)!r}, run_name='__main__')\n"
    program += "except SystemExit as done: sys.exit(done.code or 'pitdesk' in sys.modules)"
    command = [sys.executable, "-I", "-c", program]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:9]) == (0, "genuine: ")


def test_the_stand_alone_checker_refuses_every_flipped_bit(tmp_path):
    data = CODE._bytes
    flipped = []
    for bit in range(len(data) * 8):
        wrong = bytearray(data)
        wrong[bit // 8] ^= 1 << bit % 8
        flipped.append(PREFIX + base32(bytes(wrong)))
    status, lines = stand_alone([KEY.public], "\n".join(flipped), tmp_path)
    assert status == 1
    assert len(lines) == len(flipped)
    assert {line.partition(":")[0] for line in lines} == {"not signed", "other key", "unreadable"}
    assert lines == [answered(text, KEY.public) for text in flipped]


def test_the_stand_alone_checker_answers_as_pitdesk_does(tmp_path):
    """Thousands of codes: genuine, of another site, altered, cut, typed, mistyped, nonsense."""
    texts = []
    for n in range(700):
        claim = replace(
            CLAIM,
            series=SERIES[n % 2],
            part=ALL_PARTS[n % 3],
            void=n % 5 == 0,
            number=n * 37,
            cents=n * n * 50,
            entry=n * 1009,
            at=AT + timedelta(seconds=n * 7919),
            chain=n.to_bytes(8),
            site="Goose Bar No. 12"[: n % 17],
            station="Window 12345"[: n % 13],
        )
        code = claim.signed(KEY)
        at, char = n % len(code.qr), ALPHABET[n % 32]
        texts += [code.qr.lower(), claim.signed(OTHER).qr, code.short.replace(" ", "-")]
        texts += [code.qr[:at] + char + code.qr[at + 1 :], code.qr[:at], "]Q1" + code.qr]
        texts += [code.short[: n % 15] + char + code.short[n % 15 + 1 :], f"code {code.short}"]
    texts += ["hello", "caf\u00e9", "---", "PD1" + "0" * 180, "0" * 12, "C0DE" * 4, "\u0661" * 12]
    texts = [text for text in texts if text]
    status, lines = stand_alone([KEY.public], "\n".join(texts) + "\n\n", tmp_path)
    assert status == 1
    assert len(texts) > 5000
    assert lines == [answered(text, KEY.public) for text in texts]
    kinds = {line.partition(":")[0] for line in lines}
    assert kinds == {"genuine", "not signed", "other key", "cannot tell", "unreadable"}


def test_the_stand_alone_checker_knows_typed_codes_from_the_list(own, made, key, tmp_path, capsys):
    _, out, _ = run(capsys, "--list", "--book", own)
    listed = {code.short: code.qr for code, _ in made}
    whole = tmp_path / "codes.csv"
    whole.write_text(out, "utf-8")
    texts = [code.short.lower() for code, _ in made] + [code.qr for code, _ in made]
    status, lines = stand_alone([key.public, "--list", str(whole)], "\n".join(texts))
    assert (status, len(lines)) == (0, len(texts))
    assert lines == [answered(text, key.public, listed) for text in texts]
    for words in (made[0][0].short.split(), [made[0][0].short]):
        assert stand_alone([key.public, *words, "--list", str(whole)])[0] == 0
    # A row that was put under another code, one of another site, one that is no code at all.
    (first, _), (second, _) = made[:2]
    bad = {first.short: second.qr, CODE.short: CODE.qr, second.short: "nonsense"}
    altered = tmp_path / "altered.csv"
    altered.write_text("code,qr\n" + "".join(f"{a},{b}\n" for a, b in bad.items()), "utf-8")
    texts = [*bad, made[5][0].short]
    status, lines = stand_alone([key.public, "--list", str(altered)], "\n".join(texts))
    assert status == 1
    assert lines == [answered(text, key.public, bad) for text in texts]
    assert {line.partition(":")[0] for line in lines} == {"unknown"}


def test_the_stand_alone_checker_says_what_it_cannot_read(tmp_path):
    for words in (
        ["nonsense", CODE.qr],
        [KEY.public, CODE.qr, "--list", str(tmp_path / "none.csv")],
        [],
    ):
        command = [sys.executable, "-I", str(CHECKER), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
