"""The second face, as scripts and auditors use it: real processes, exit codes, JSON, plain words."""

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Thread
from types import FrameType

import pytest
from sqlite_utils.db import sqlite3

from pitdesk import kinds
from pitdesk.__main__ import _run, main
from pitdesk.book.entries import Draft
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Signer
from pitdesk.chips import Chip
from pitdesk.clock import SetClock
from pitdesk.commands.answers import end_politely, stop
from pitdesk.commands.shifts import DEMO
from pitdesk.desk import Desk
from pitdesk.rules.rows import rows
from pitdesk.shifts import nights
from tests.files import NIGHTS

pytestmark = pytest.mark.long

WATCHED = kinds.Table(table="2", game="21", box="2", video=True)
QUIET = NIGHTS["quiet"]


@pytest.fixture
def played(busy: Path) -> Path:
    """The busy night, played into a folder."""
    return busy


@pytest.fixture
def book(played: Path, tmp_path: Path) -> Path:
    """A copy of its book, to do as one likes with."""
    for name in ("book.db", "book.db.head"):
        shutil.copy(played / name, tmp_path)
    return tmp_path / "book.db"


def tamper(book: Path, *statements: str) -> None:
    with sqlite3.connect(book) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_replay_leaves_slips_as_text_and_bytes_and_the_report(played):
    slips = {path.name for path in (played / "slips").iterdir()}
    assert {"fill-000001-original.txt", "fill-000001-original.escpos"} <= slips
    assert {"fill-000002-copy-void.txt", "fill-000007-original-duplicate-1.txt"} <= slips
    assert (played / "day-2026-11-21.pdf").read_bytes().startswith(b"%PDF")
    assert "3,136.00" in (played / "day-2026-11-21.txt").read_text()


def test_replay_fails_when_one_expectation_fails(tmp_path, capsys):
    wrong = tmp_path / "wrong.shift"
    wrong.write_text(QUIET.read_text("utf-8").replace("agp $115.00", "agp $115.50"), "utf-8")
    out = ["--book", str(tmp_path / "b.db"), "--out", str(tmp_path / "out")]
    assert main(["replay", str(wrong), *out]) == 1
    assert "agp is 115.00, not $115.50" in capsys.readouterr().err


@pytest.mark.parametrize(("ending", "many"), [(".pepper", 31), (".key", 32)])
def test_replay_goes_on_with_a_books_own_keys_alone(tmp_path, capsys, ending, many):
    book = tmp_path / "book.db"
    play = ["replay", "--book", str(book), "--out", str(tmp_path)]
    assert main([*play, str(QUIET)]) == 0
    before = book.read_bytes()
    right = book.with_name(f"book.db{ending}")
    right.rename(tmp_path / "right")
    right.write_bytes(b"k" * many)
    assert main([*play, str(QUIET)]) == 3
    assert f"book.db{ending} is not the key of this book" in capsys.readouterr().err
    assert book.read_bytes() == before


def test_replay_names_a_malformed_line(tmp_path, capsys):
    wrong = tmp_path / "wrong.shift"
    wrong.write_text("night 2026-11-20\n16:00 dance\n", "utf-8")
    out = ["--book", str(tmp_path / "b.db"), "--out", str(tmp_path / "out")]
    assert main(["replay", str(wrong), *out]) == 2
    assert capsys.readouterr().err.startswith("wrong.shift:2: cannot read '16:00 dance'. Expected")


def test_day_gives_the_figures_in_cents(book, capsys):
    assert main(["day", "--book", str(book), "--json"]) == 0
    day = json.loads(capsys.readouterr().out)
    # By hand, from the busy night: 5,180 dropped; trays gave 4,088 net; 3,742 came back.
    assert day["gross"] == 5_180_00
    assert day["prizes"] == 4_088_00
    assert day["agp"] == 1_092_00
    assert day["outstanding_change"] == 4_088_00 - 3_742_00
    assert day["over_short"] == -2_00
    assert (day["overnight"], day["overnight_cash"], day["overnight_chips"]) == (0, 0, 0)
    # 5,180 + 2,956 counted - 6,200 supplied - 500 paid by check; 1,092 + 346 - 2
    assert day["cash_profit"] == day["cash_profit_the_other_way"] == 1_436_00
    assert day["deposit"] == (5_180 + 2_956 - 5_000) * 100
    assert day["deposit_due"] == "2026-11-25"
    (shift,) = day["shifts"]
    assert (shift["person"], shift["from"]) == ("pia", "2026-11-21T22:02:00+00:00")
    tables = {row["table"]: row for row in day["tables"]}
    assert tables["2"].pop("seats")[0]["person"] == "sara"
    assert tables["2"] == {
        "table": "2",
        "game": "21",
        "drop": 2_130_00,
        "opener": 1_220_00,
        "fills": 1_100_00,
        "credits": 0,
        "closer": 666_00,
        "win": (2_130 + 666 - 1_220 - 1_100) * 100,
        "hold": "22.35",
    }


def test_day_is_found_by_date_and_number(book, capsys):
    assert main(["day", "--book", str(book), "--date", "2026-11-21"]) == 0
    first = capsys.readouterr().out
    assert main(["day", "--book", str(book), "--day", "1"]) == 0
    assert capsys.readouterr().out == first
    assert "1,092.00" in first
    assert main(["day", "--book", str(book), "--date", "2026-11-22"]) == 3
    assert "no day on 2026-11-22" in capsys.readouterr().err


def test_balance_and_slips(book, capsys):
    assert main(["balance", "--book", str(book), "--json"]) == 0
    balances = json.loads(capsys.readouterr().out)
    assert balances["patrons"]["$5"] == 39
    assert balances["drawer"] == {"cash": 400_000}
    sums: dict[str, int] = {}
    for held in balances.values():
        for name, amount in held.items():
            sums[name] = sums.get(name, 0) + amount
    assert set(sums.values()) == {0}
    assert main(["balance", "--book", str(book), "--place", "attic"]) == 3
    assert "Known: cash reserve, chip bank" in capsys.readouterr().err
    assert main(["slips", "--book", str(book), "--json"]) == 0
    slips = {slip["slip"]: slip for slip in json.loads(capsys.readouterr().out)}
    assert slips["fill 000002"]["state"] == "void"
    assert slips["fill 000003"]["found"] == {"original": "records", "copy": None}
    assert main(["slips", "--book", str(book)]) == 0
    assert "fill 000007" in capsys.readouterr().out


def test_the_report_is_the_same_bytes_again(book, played, tmp_path, capsys):
    again = tmp_path / "again.pdf"
    assert main(["report", "--book", str(book), "--out", str(again)]) == 0
    assert again.read_bytes() == (played / "day-2026-11-21.pdf").read_bytes()
    capsys.readouterr()
    assert main(["report", "--book", str(book), "--strip", "42"]) == 0
    assert capsys.readouterr().out == (played / "day-2026-11-21.txt").read_text()


def test_verify_says_whole_or_names_the_first_bad_record(book, capsys):
    assert main(["verify", "--book", str(book)]) == 0
    assert "intact" in capsys.readouterr().out
    tamper(book, "UPDATE posting SET amount = amount + 1 WHERE entry = 60 AND line = 0")
    assert main(["verify", "--book", str(book), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False


def test_a_tampered_book_is_only_read_and_the_way_out_is_said(book, tmp_path, capsys):
    tamper(book, "DELETE FROM entry WHERE seq > 190")
    before = book.read_bytes()
    out = ["--book", str(book), "--out", str(tmp_path / "out")]
    assert main(["replay", str(QUIET), *out]) == 3
    words = capsys.readouterr().err
    assert "is damaged" in words
    assert "pitdesk restore BACKUP" in words
    assert book.read_bytes() == before


@pytest.fixture
def keyed(played, book):
    """The book with its keys beside it."""
    for ending in (".pepper", ".key"):
        shutil.copy(played / f"book.db{ending}", book.parent)
    return book


@pytest.fixture
def lost(keyed, tmp_path):
    """A good backup, then a damaged book whose witness knows of seven fills and as many credits."""
    good = tmp_path / "stick" / "backup.db"
    good.parent.mkdir()
    assert main(["backup", "--book", str(keyed), str(good)]) == 0
    keyed.write_bytes(keyed.read_bytes()[:50_000])
    return good


def test_a_restore_asks_for_what_nobody_knows(lost, keyed, capsys):
    """Neither a terminal nor a witness: all numbers and both keys are required, and nothing is done."""
    keyed.with_name("book.db.head").unlink()
    before = keyed.read_bytes()
    command = ["restore", str(lost), "--book", str(keyed)]
    slips = ["--last-fill", "9", "--last-credit", "0"]
    for given, lacks in (
        ([], "--last-fill, --last-credit, --last-day, --last-iou, --last-document"),
        (slips, "--last-day, --last-iou, --last-document"),
    ):
        assert main([*command, *given]) == 3
        assert f"with each of {lacks}, 0 for none" in capsys.readouterr().err
    keyed.with_name("book.db.pepper").rename(lost.parent / "away")
    numbers = [*slips, "--last-day", "1", "--last-iou", "4", "--last-document", "6"]
    assert main([*command, *numbers]) == 3
    assert "One file *.pepper is needed" in capsys.readouterr().err
    keyed.with_name("book.db.key").write_bytes(bytes(32))
    (lost.parent / "away").rename(keyed.with_name("book.db.pepper"))
    assert main([*command, *numbers]) == 3
    assert "book.db.key is not the key of this book" in capsys.readouterr().err
    assert keyed.read_bytes() == before


def test_a_restore_takes_what_the_witness_knows(lost, keyed, tmp_path, capsys):
    older = tmp_path / "older.db"
    shutil.copy(lost, older)
    assert main(["restore", str(older), "--book", str(keyed)]) == 0
    assert "lost" not in capsys.readouterr().out
    assert main(["verify", "--book", str(keyed)]) == 0


def test_a_restore_asks_on_a_terminal(lost, keyed):
    """At a real terminal: the numbers are typed, and the folder of the keys."""
    safe = keyed.parent / "safe"
    safe.mkdir()
    for ending in (".pepper", ".key"):
        keyed.with_name(f"book.db{ending}").rename(safe / f"any{ending}")
    keyed.with_name("book.db.head").unlink()
    said, ours = pty.openpty()
    command = [sys.executable, "-m", "pitdesk", "restore", str(lost), "--book", str(keyed)]
    os.write(said, f"{safe}\n9\n\n\n4\n\n".encode())
    done = subprocess.run(command, stdin=ours, capture_output=True, text=True, check=False)
    os.close(said)
    os.close(ours)
    assert done.returncode == 0, done.stderr
    assert "Folder that the two keys of the book are kept in" in done.stdout
    assert "Highest fill slip on paper, or Enter for none after 000007" in done.stdout
    assert "fill 000008 to 000009: lost, never" in done.stdout
    assert "credit 0" not in done.stdout
    assert "iou 000003 to 000004: lost, never" in done.stdout
    assert keyed.with_name("book.db.key").read_bytes() == (safe / "any.key").read_bytes()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (b"9" * 20_000 + b"\n", "longer than 10000 letters, and no answer"),
        (b"9\n\x04", "The input ended before its last answer. Nothing was changed"),
    ],
)
def test_a_restore_takes_no_answer_without_end_and_no_end_for_one(lost, keyed, typed, words):
    keyed.with_name("book.db.head").unlink()
    before = keyed.read_bytes()
    said, ours = pty.openpty()
    if b"\x04" not in typed:  # a terminal that hands on lines of any length, as a program may be
        tty.setraw(ours)
    command = [sys.executable, "-m", "pitdesk", "restore", str(lost), "--book", str(keyed)]
    with subprocess.Popen(
        command, stdin=ours, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as restoring:
        Thread(target=os.write, args=(said, typed), daemon=True).start()
        _, told = restoring.communicate(timeout=60)
    os.close(said)
    os.close(ours)
    assert restoring.returncode == 3
    assert words in told
    assert keyed.read_bytes() == before


def test_backup_and_restore(keyed, tmp_path, capsys):
    book = keyed
    good = tmp_path / "backup.db"
    assert main(["backup", "--book", str(book), str(good)]) == 0
    book.write_bytes(book.read_bytes()[:50_000])
    assert main(["verify", "--book", str(book)]) in (1, 3)
    capsys.readouterr()
    restore = ["restore", str(good), "--book", str(book), "--last-fill", "9", "--last-credit", "4"]
    assert main(restore) == 0
    words = capsys.readouterr().out
    assert "fill 000008 to 000009: lost, never" in words
    assert "credit" not in words
    assert book.with_name("book.db.damaged-1").exists()
    assert main(["verify", "--book", str(book)]) == 0
    assert main(["restore", str(book.with_name("book.db.damaged-1")), "--book", str(book)]) == 3


@pytest.mark.parametrize(
    "command", ["verify", "balance", "day", "summary day 2026-11-21", "backup", "recover"]
)
def test_a_newer_book_is_refused_with_the_way_on(command, book, tmp_path, capsys):
    with closing(sqlite3.connect(book, isolation_level=None)) as database:
        database.execute("PRAGMA user_version = 99")
    before = book.read_bytes()
    copy = [str(tmp_path / "copy.db")] * (command == "backup")
    assert main([*command.split(), *copy, "--book", str(book)]) == 3
    said = capsys.readouterr().err
    assert "was written by a newer PitDesk (schema 99, this one reads 2). Update this PitDesk" in said
    assert "damaged" not in said
    assert book.read_bytes() == before


def test_rules(book, capsys):
    assert main(["rules", "nd.08-05.3"]) == 0
    assert "99-01.3-08-05(3)" in capsys.readouterr().out
    assert main(["rules", "--json"]) == 0
    rules = {rule["id"]: rule for rule in json.loads(capsys.readouterr().out)}
    assert rules["nd.03-10.1"]["values"] == {
        "banking_days": [["1998-05-01", 3]],
        "occasion": [["1998-05-01", "first"]],
    }
    assert main(["rules", "nd.99"]) == 3
    assert "There is no rule nd.99" in capsys.readouterr().err
    assert main(["rules", "--book", str(book)]) == 0
    assert "day 1  2026-11-21  north-dakota: the one here" in capsys.readouterr().out


def test_a_rule_is_tried(capsys):
    assert main(["rules", "--try", "nd.08-05.5"]) == 0
    said = capsys.readouterr().out
    kept, broken = said.split("\nBroken\n")
    assert "\n+ 17:01  verify fill 1" in kept
    assert "\n- 17:01  receive fill 1" in broken
    assert "nd.08-05.5: fill 000001 is not verified" in broken
    assert broken.endswith("Both nights went as they say.\n")
    assert main(["rules", "--try", "nd.99"]) == 3
    assert "There is no rule nd.99" in capsys.readouterr().err


def test_a_night_that_goes_otherwise_is_told(tmp_path, monkeypatch, capsys):
    for name in ("house", "evening"):
        (tmp_path / f"{name}.shift").write_bytes((nights.FOLDER / f"{name}.shift").read_bytes())
    text = (nights.FOLDER / "nd.08-05.5.shift").read_text("utf-8")
    verified = "verify fill 1    by pia(shift manager)"
    assert verified in text
    wrong = text.replace(verified, "receive fill 1   by kari(dealer)")
    (tmp_path / "nd.08-05.5.shift").write_text(wrong, "utf-8")
    monkeypatch.setattr(nights, "FOLDER", tmp_path)
    assert main(["rules", "--try", "nd.08-05.5"]) == 1
    said = capsys.readouterr().out
    assert "expected done, but refused: fill 000001 is not verified" in " ".join(said.split())
    assert said.endswith("Not every line went as it says.\n")


def test_a_rule_is_shown_with_its_rows(capsys):
    assert main(["rules", "nd.08-05.5"]) == 0
    said = capsys.readouterr().out
    assert "In the trace:\n N.D.A.C. 99-01.3-08-05\n  (5): enforced\n" in said
    assert "shown by nd.08-05.5" in said


def test_the_trace_is_shown_whole_and_in_part(tmp_path, capsys):
    assert main(["rules", "--trace"]) == 0
    said = capsys.readouterr().out
    assert "N.D.A.C. 99-01.3-08-05  Chips to and from a table\n" in said
    assert said.splitlines()[-1].startswith(f"{len(rows())} rows: ")
    assert main(["rules", "--trace", "--section", "08-05", "--state", "printed", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {row["part"] for row in found} == {"N.D.A.C. 99-01.3-08-05"}
    assert {row["state"] for row in found} == {"printed"}
    assert main(["rules", "--trace", "--section", "77"]) == 3
    assert "No row of 77 is there. Sections are written as 08-05" in capsys.readouterr().err
    booklet = tmp_path / "trace.pdf"
    assert main(["rules", "--trace", "--section", "08-05", "--pdf", str(booklet)]) == 0
    assert booklet.read_bytes().startswith(b"%PDF")


# Chips


def test_chips_says_where_every_type_is(book, capsys):
    assert main(["chips", "--book", str(book)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].split("  ")[0] == "chip"
    (five,) = [line.split() for line in out if line.startswith("$5 ")]
    assert five == ["$5", "yes", "2,151", "110", "39", "0", "2,300"]
    assert main(["chips", "--book", str(book), "--json"]) == 0
    held = json.loads(capsys.readouterr().out)
    assert held["$5"]["patrons"] == 39
    assert sum(held["$5"].values()) == 2_300


def test_the_history_of_a_chip(book, capsys):
    assert main(["chips", "--book", str(book), "--history", "$5"]) == 0
    told = capsys.readouterr().out
    assert "fill prepared" in told
    assert "fill 000001" in told
    assert main(["chips", "--book", str(book), "--history", "$5", "--json"]) == 0
    moves = json.loads(capsys.readouterr().out)
    assert len(moves) == len(told.splitlines()) - 1
    assert moves[0]["chip"] == {"kind": "casino", "face_cents": 500, "set": ""}
    assert main(["chips", "--book", str(book), "--history", "$5-z"]) == 3
    assert "has no $5-z. Known: $100" in capsys.readouterr().err
    with pytest.raises(SystemExit) as done:
        main(["chips", "--book", str(book), "--history", "five"])
    assert done.value.code == 2
    assert "'five' is not a chip" in capsys.readouterr().err


def test_the_inventory_log_to_read_and_on_paper(book, tmp_path, capsys):
    assert main(["inventory", "--book", str(book)]) == 0
    told = capsys.readouterr().out
    assert "CASINO CHIPS INVENTORY LOG" in told
    assert max(map(len, told.splitlines())) <= 48
    pdf = tmp_path / "log.pdf"
    assert main(["inventory", "--book", str(book), "--pdf", str(pdf)]) == 0
    assert pdf.read_bytes().startswith(b"%PDF")
    assert capsys.readouterr().out == f"{pdf}\n"


def test_the_inventory_log_is_made_of_no_two_copies_and_of_no_damaged_book(book, tmp_path, capsys):
    copy = tmp_path / "copy.db"
    assert main(["backup", "--book", str(book), str(copy)]) == 0
    assert main(["inventory", "--book", str(book), str(copy)]) == 3
    assert "are the same book" in capsys.readouterr().err
    tamper(copy, "UPDATE posting SET amount = amount + 1 WHERE entry = 60 AND line = 0")
    assert main(["inventory", "--book", str(copy), "--pdf", str(tmp_path / "x.pdf")]) == 3
    assert "is damaged" in capsys.readouterr().err
    assert not (tmp_path / "x.pdf").exists()


def test_a_notice_of_a_game_that_ended(book, played, tmp_path, capsys):
    pdf = tmp_path / "notice.pdf"
    assert main(["notice", "21", "--book", str(book), "--pdf", str(pdf)]) == 3
    assert "does not say that twenty-one has ended. Note it under Inventory" in capsys.readouterr().err
    manage(book, played, lambda desk, gus: desk.end_game("21", date(2026, 11, 23), "the office", gus))
    assert main(["notice", "21", "--book", str(book), "--pdf", str(pdf)]) == 0
    assert pdf.read_bytes().startswith(b"%PDF")
    assert main(["notice", "PW", "--book", str(book), "--pdf", str(pdf)]) == 3


def manage(book: Path, played: Path, act: Callable[[Desk, list[Signer]], object]) -> None:
    """What the gaming manager does at a desk, the day after the busy night."""
    pepper = Pepper.kept(played / "book.db.pepper", PLAIN)
    clock = SetClock(datetime(2026, 11, 22, 18, tzinfo=UTC))
    with Journal.open(book) as journal:
        act(Desk(journal, pepper, clock=clock), [Signer("gro", "gaming manager", pin="730251")])


def test_the_chip_set_and_what_speaks_against_it(book, played, tmp_path, capsys):
    assert main(["chip-set", "--book", str(book)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("The colors bind here: video watches table")
    pdf = tmp_path / "set.pdf"
    assert main(["chip-set", "--book", str(book), "--pdf", str(pdf)]) == 0
    assert pdf.read_bytes().startswith(b"%PDF")


def test_a_chip_set_with_the_wrong_colors_is_unlawful_where_they_bind(tmp_path, capsys):
    """Without video anything goes, until a table is watched."""
    book = tmp_path / "plain.db"
    with Journal.create(book) as journal:
        desk = Desk(journal, Pepper.kept(tmp_path / "pepper", PLAIN))
        desk.set_site({"organization": "Dakota Lions", "name": "Bar 9"})
        desk.set_chip(Chip.named("$5"), {"color": "green", "spots": 0, "kind": "no", "second": None})
    assert main(["chip-set", "--book", str(book)]) == 0
    told = capsys.readouterr().out
    assert "The colors do not bind here" in told
    right = "Choose red, or keep it out of play. [N.D.A.C. 99-01.3-08-03(3)]"
    assert f"A $5 chip is red, not green. {right}" in told
    with Journal.open(book) as journal:
        entry = Draft(fact=WATCHED, at=datetime(2026, 11, 22, tzinfo=UTC))
        journal.append(entry)  # as a book from before the colors were looked at
    assert main(["chip-set", "--book", str(book)]) == 1
    assert "The colors bind here: video watches table 2" in capsys.readouterr().out


def test_a_chip_without_a_name_is_unlawful_wherever_it_is(tmp_path, capsys):
    book = tmp_path / "nameless.db"
    with Journal.create(book) as journal:
        look = {"color": "red", "spots": 6, "kind": "solid", "second": "yellow"}
        at = datetime(2026, 11, 22, tzinfo=UTC)
        journal.append(Draft(fact=kinds.Chip(chip=Chip.named("$5"), look=look), at=at))
    assert main(["chip-set", "--book", str(book)]) == 1
    assert "$5 bears no organization's name" in capsys.readouterr().out


def test_an_empty_book_has_no_chip_set(tmp_path, capsys):
    book = tmp_path / "new.db"
    Journal.create(book).close()
    assert main(["chip-set", "--book", str(book)]) == 3
    assert main(["inventory", "--book", str(book)]) == 3
    assert capsys.readouterr().err.count("is empty") == 2


def test_help_is_a_manual(capsys):
    assert main([]) == 0
    top = capsys.readouterr().out
    for command in [
        "replay",
        "demo",
        "day",
        "balance",
        "slips",
        "report",
        "verify",
        "backup",
        "restore",
        "rules",
        "chips",
        "inventory",
        "notice",
        "chip-set",
    ]:
        assert command in top
        with pytest.raises(SystemExit) as done:
            main([command, "--help"])
        assert done.value.code == 0
        assert "exit status:" in capsys.readouterr().out


def test_a_command_line_that_cannot_be_read_says_where_to_look(capsys):
    with pytest.raises(SystemExit) as done:
        main(["day"])
    assert done.value.code == 2
    assert "See 'pitdesk day --help'" in capsys.readouterr().err


def test_the_demo_is_played_again_and_never_over_something_else(tmp_path, capsys):
    out = tmp_path / "demo"
    for _ in range(2):
        assert main(["demo", "--out", str(out)]) == 0
    assert (out / "book.db").exists()
    capsys.readouterr()
    (tmp_path / "letters.txt").write_text("dear")
    assert main(["demo", "--out", str(tmp_path)]) == 3
    assert "holds something else" in capsys.readouterr().err


def test_the_core_runs_with_no_display_and_no_printer(book):
    """Reading a book loads neither Qt nor any printer, in a process that has no display."""
    code = (
        "import sys; from pitdesk.__main__ import main;"
        f"status = main(['day', '--book', {str(book)!r}]);"
        "bad = {'PySide6', 'escpos', 'reportlab', 'printers'} & {m.split('.')[0] for m in sys.modules};"
        "print(bad, file=sys.stderr); sys.exit(status or len(bad))"
    )
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_same_as_a_process(book):
    command = [sys.executable, "-m", "pitdesk", "verify", "--book", str(book)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "every balance as rebuilt" in done.stdout


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Ctrl+C so long after now, unless what is done is done before: then there is nothing to stop."""

    def stop_at_work(number: int, frame: FrameType | None) -> None:
        around = frame
        while around and around.f_code is not _run.__code__:
            around = around.f_back
        if around:
            stop(number, frame)

    signal.signal(signal.SIGALRM, stop_at_work)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)  # one that `stop` put off may come yet


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a file just opened
def test_whatever_is_stopped_leaves_nothing_half_written(keyed, tmp_path, capsys):
    """What is there is there whole; it may have been stopped after its last file."""
    out, before = tmp_path / "out", keyed.read_bytes()
    out.mkdir()
    whole = tmp_path / "whole.journal"
    assert main(["export", "hledger", "--out", str(whole), "--book", str(keyed)]) == 0
    commands = {
        "export": ("export", "hledger", "--out", str(out / "book.journal")),
        "pack": ("pack", "2026Q4", "--out", str(out / "pack")),
        "backup": ("backup", str(out / "backup.db")),
        "verify": ("verify",),
    }
    statuses = []
    for at in range(12):
        for name, command in commands.items():
            with stopped_after(0.004 + 0.013 * at):
                status = main([*command, "--book", str(keyed)])
            statuses.append(status)
            if status == 130:
                said = capsys.readouterr().err
                assert "Stopped. Nothing is left half-written; run it again." in said, name
            for path in out.iterdir():
                if path.name == "pack":
                    assert path.joinpath("SHA256SUMS").exists()
                    shutil.rmtree(path)
                elif path.name == "backup.db":
                    with Journal.read(path) as journal:
                        assert journal.verify().ok
                    path.unlink()
                else:
                    assert path.name == "book.journal"
                    assert path.read_bytes() == whole.read_bytes()
                    path.unlink()
    assert 130 in statuses
    assert keyed.read_bytes() == before
    assert main(["verify", "--book", str(keyed)]) == 0


def test_a_night_that_is_stopped_stands_as_far_as_it_was_played(tmp_path):
    book, out = tmp_path / "book.db", tmp_path / "out"
    command = [sys.executable, "-m", "pitdesk", "replay", str(DEMO), "--book", str(book)]
    with subprocess.Popen(
        [*command, "--out", str(out)], stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as playing:
        while not [*out.glob("slips/*")] and playing.poll() is None:
            time.sleep(0.01)
        os.killpg(playing.pid, signal.SIGINT)
        _, said = playing.communicate(timeout=60)
    assert playing.returncode == 130
    assert said.strip() == (
        f"Stopped. What was played stands in {book}: begin the night again with another book."
    )
    assert main(["verify", "--book", str(book)]) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_as_an_object_ends_is_not_lost(number, monkeypatch, capsys):
    """Python tells what is raised there, and drops it: the command would go on to its end."""

    class Ends:
        def __del__(self):
            signal.raise_signal(number)
            time.sleep(0)  # here at the latest it is raised

    def runs(_):
        end_politely()
        Ends()
        time.sleep(60)

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr("pitdesk.__main__._run", runs)
    try:
        assert main(["verify"]) == 130
    finally:
        signal.signal(signal.SIGTERM, before)
    assert capsys.readouterr().err == "\nStopped. Nothing is left half-written; run it again.\n"


def test_looking_at_a_cut_book_does_not_erase_its_witness(played, book, tmp_path, capsys):
    """Opened twice: the second try is refused as the first was, and the noted head stays."""
    noted = book.with_name("book.db.head").read_bytes()
    tamper(book, "DELETE FROM entry WHERE seq > 190")
    out = ["--book", str(book), "--out", str(tmp_path / "out")]
    for _ in range(2):
        assert main(["replay", str(QUIET), *out]) == 3
        assert main(["verify", "--book", str(book)]) == 1
        assert book.with_name("book.db.head").read_bytes() == noted
    book.unlink()
    assert main(["replay", str(QUIET), *out]) == 3
    assert "A book once stood at" in capsys.readouterr().err
    assert not book.exists()


def test_a_cut_book_does_not_replace_the_last_good_backup(book, tmp_path, capsys):
    good = tmp_path / "good.db"
    assert main(["backup", "--book", str(book), str(good)]) == 0
    before = good.read_bytes()
    tamper(book, "DELETE FROM entry WHERE seq > 190")
    assert main(["backup", "--book", str(book), str(good)]) == 3
    assert good.read_bytes() == before
    assert "was left as it was" in capsys.readouterr().err


def test_a_backup_never_lands_on_the_book_and_can_be_read_like_one(book, tmp_path, capsys, monkeypatch):
    for target in (book, book.with_name("book.db.head")):
        assert main(["backup", "--book", str(book), str(target)]) == 3
    monkeypatch.chdir(tmp_path)
    assert main(["backup", "--book", "book.db", "book.db"]) == 3
    assert main(["backup", "--book", "book.db", "./book.db.head"]) == 3
    good = tmp_path / "good.db"
    assert main(["backup", "--book", str(book), str(good)]) == 0
    for command in ("verify", "day", "slips", "balance"):
        assert main([command, "--book", str(good)]) == 0
    assert main(["restore", str(book), "--book", str(book)]) == 3
    assert main(["verify", "--book", str(book)]) == 0
    assert "is the book itself" in capsys.readouterr().err


def test_a_damaged_book_is_read_with_a_warning_and_makes_no_report(book, tmp_path, capsys):
    tamper(book, "UPDATE signature SET initials = 'XX' WHERE entry = 60")
    assert main(["day", "--book", str(book)]) == 3
    told = capsys.readouterr()
    assert "1,092.00" in told.out
    assert "is damaged" in told.err
    assert main(["report", "--book", str(book), "--out", str(tmp_path / "r.pdf")]) == 3
    assert not (tmp_path / "r.pdf").exists()


def test_verify_shows_what_to_hold_against_paper(book, played, capsys):
    assert main(["verify", "--book", str(book)]) == 0
    out = capsys.readouterr().out
    seal = next(line for line in out.splitlines() if line.startswith("day 1 of 2026-11-21"))
    head = seal.rpartition(", ")[2]
    paper = "".join((played / "day-2026-11-21.txt").read_text().split())
    assert head.replace(" ", "") in paper
    book.with_name("book.db.head").unlink()
    assert main(["verify", "--book", str(book)]) == 0
    assert "the witness book.db.head is missing" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        ["report", "--out", "/nonexistent/x.pdf"],
        ["day", "--day", "999"],
        ["day", "--date", "1999-01-01"],
    ],
)
def test_trouble_is_told_in_words(book, capsys, command):
    assert main([command[0], "--book", str(book), *command[1:]]) == 3
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "Traceback" not in told


def test_balance_leaves_out_what_is_counted_blind(pit, capsys):
    pit.desk.own_count("drawer", {"drawer": {"cash": 1}}, pit.one("jo"))
    book = str(pit.book)
    assert main(["balance", "--book", book, "--json"]) == 0
    assert "drawer" not in json.loads(capsys.readouterr().out)
    assert main(["balance", "--book", book]) == 0
    assert "drawer is being counted, each alone" in capsys.readouterr().out
    assert main(["balance", "--book", book, "--place", "drawer"]) == 3
    assert "Ask again once both have" in capsys.readouterr().err
    pit.arrive("cleo")
    pit.desk.own_count("drawer", {"drawer": {"cash": 1}}, pit.one("cleo"))
    assert main(["balance", "--book", book, "--place", "drawer"]) == 0
    assert "4,000.00" in capsys.readouterr().out


def adds():
    raise KeyboardInterrupt("encoding with 'extpdfdoc' codec failed")


def takes_it_for_its_own():
    raise KeyError("forward reference to 'F1+0' not resolved")


@pytest.mark.parametrize("library", [adds, takes_it_for_its_own])
def test_what_a_library_makes_of_ctrl_c_is_not_told(library, monkeypatch, capsys):
    def stopped(_):
        try:
            raise KeyboardInterrupt
        except:  # noqa: E722  (as the library has it)
            library()

    monkeypatch.setattr("pitdesk.__main__._run", stopped)
    assert main(["verify"]) == 130
    assert capsys.readouterr().err == "\nStopped. Nothing is left half-written; run it again.\n"
