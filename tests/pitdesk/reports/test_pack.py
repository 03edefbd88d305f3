"""The audit pack: whole or not at all, the same every time, and checked by what is in it."""

import csv
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from pypdf import PdfReader
from sqlite_utils.db import sqlite3

from pitdesk.__main__ import main
from pitdesk.book.journal import Journal
from pitdesk.chips import Chips, cents
from pitdesk.codes.keys import SiteKey
from pitdesk.desk import Desk
from pitdesk.documents.document import Document
from pitdesk.errors import Trouble
from pitdesk.reports import sheet
from pitdesk.reports.pack import Papers, _chain, write_pack
from pitdesk.reports.summaries import quarter
from pitdesk.rules.book import Rulebook
from tests.pitdesk.conftest import NIGHT
from tests.pitdesk.quarters import KEY, Book, busy

ROOT = Path(__file__).parents[3]
CHECKER = ROOT / "resources" / "check_documents.py"


@pytest.fixture(scope="module")
def played(busy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The busy night, played; its day is signed for head office at the seal."""
    return shutil.copytree(busy, tmp_path_factory.mktemp("pack") / "busy")


@pytest.fixture(scope="module")
def packed(played: Path) -> Path:
    """Its pack."""
    out = played / "pack"
    assert main(["pack", "2026Q4", "--book", str(played / "book.db"), "--out", str(out)]) == 0
    return out


def checked(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def test_a_pack_has_everything_and_its_sums(packed, played):
    names = sorted(path.relative_to(packed).as_posix() for path in packed.rglob("*") if path.is_file())
    assert names == sorted(
        [
            *("README.txt", "SHA256SUMS", "public-key.txt", "check_slip.py", "check_documents.py"),
            *("days/day-2026-11-21.pdf", "documents/000001-day-2026-11-21.pitdesk"),
            *("quarter.pdf", "quarter.csv", "tax.csv", "slips.csv", "codes.csv", "deposits.csv"),
            *("inventory.pdf", "inventory.csv", "book.hledger", "book.beancount"),
        ]
    )
    sums = dict(reversed(line.split("  ")) for line in (packed / "SHA256SUMS").read_text().splitlines())
    assert sorted([*sums, "SHA256SUMS"]) == names
    for name, sum_ in sums.items():
        assert sha256((packed / name).read_bytes()).hexdigest() == sum_
    assert (packed / "days/day-2026-11-21.pdf").read_bytes() == (
        played / "day-2026-11-21.pdf"
    ).read_bytes()
    assert [path.name for path in played.iterdir() if path.name.startswith(".")] == []


def test_its_figures_are_those_of_the_day(packed):
    every = {(row["by"], row["what"]): row for row in rows(packed / "quarter.csv")}
    assert every["game", "All"]["gross"] == every["table", "All"]["gross"] == "5180.00"
    assert every["table", "2 (21)"]["hold"] == "22.35"
    assert every["day", "2026-11-21"]["agp"] == "1092.00"
    tax = {row["line"]: row["dollars"] for row in rows(packed / "tax.csv")}
    assert tax["'= Gaming tax"] == "10.92"
    (owed,) = rows(packed / "deposits.csv")
    assert (owed["due"], owed["by"], owed["made"]) == ("3136.00", "2026-11-25", "0.00")
    slips = rows(packed / "slips.csv")
    assert [row["fate"] for row in slips].count("void") == 2
    assert (
        sum(cents(row["dollars"]) for row in slips if row["fate"] == "received")
        == 1_915_00 + 600_00 + 815_00
    )
    chips = {row["chip"]: row for row in rows(packed / "inventory.csv")}
    assert (chips["$5"]["players"], chips["$5"]["owned"]) == ("39", "2300")
    words = " ".join(page.extract_text() for page in PdfReader(packed / "quarter.pdf").pages)
    assert "Tax summary of 2026Q4" in words
    assert "1,092.00" in words


def test_the_tools_in_it_check_what_is_in_it(packed):
    key = (packed / "public-key.txt").read_text().strip()
    done = checked(packed / "check_documents.py", key, packed / "documents")
    assert done.returncode == 0
    assert done.stdout == "all right: Dakota Lions, Riverside Lounge: 1 documents, numbers 1 to 1\n"
    code = rows(packed / "codes.csv")[0]["code"]
    done = checked(packed / "check_slip.py", key, code, "--list", packed / "codes.csv")
    assert done.stdout.startswith("genuine: ")
    if shutil.which("hledger"):
        done = subprocess.run(["hledger", "-f", packed / "book.hledger", "check", "-s"], check=False)
        assert done.returncode == 0
    if shutil.which("sha256sum"):
        assert (
            subprocess.run(
                ["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=packed, check=False
            ).returncode
            == 0
        )


def test_the_same_book_gives_the_same_pack(packed, played, tmp_path):
    assert main(["pack", "2026Q4", "--book", str(played / "book.db"), "--out", str(tmp_path / "x")]) == 0
    assert (tmp_path / "x" / "SHA256SUMS").read_bytes() == (packed / "SHA256SUMS").read_bytes()


def test_a_quarter_with_a_correction_a_deposit_and_an_open_day(pit, tmp_path):
    """Two sealed days, what came after them, and the third, which is not in it."""
    desk = Desk(pit.journal, pit.pepper, clock=pit.clock, rules=pit.rules, key=KEY)
    pit.desk = desk
    pit.end(t2=520_00)
    pit.clock.at += timedelta(days=1)
    pit.begin(pit.held("chip bank"))
    pit.open("2", pit.held("tray 2"))
    pit.end(t2=300_50)
    kim = pit.by("kim:bookkeeper")
    desk.correction(NIGHT, {"2.drop": 20_00}, "a $20 in the hinge", kim)
    on = [NIGHT, NIGHT + timedelta(1)]
    desk.deposit(on, date(2026, 11, 21), 820_50, kim, bank="Prairie Bank", slip="1001")
    desk.write_documents()
    pit.clock.at += timedelta(days=1)
    pit.begin(pit.held("chip bank"))
    make(pit.book, tmp_path / "pack")
    assert "2026-11-22 is not sealed yet" in (tmp_path / "pack" / "README.txt").read_text()
    kinds = [path.name[7:10] for path in sorted((tmp_path / "pack" / "documents").iterdir())]
    assert kinds == ["day", "day", "cor", "dep"]
    assert verdict(tmp_path / "pack")[0] == 0
    owed = [
        (row["activity"], row["due"], row["made"]) for row in rows(tmp_path / "pack" / "deposits.csv")
    ]
    assert owed == [("2026-11-20", "520.00", "520.00"), ("2026-11-21", "300.50", "300.50")]
    games = {
        row["of"]: row["gross"] for row in rows(tmp_path / "pack" / "quarter.csv") if row["by"] == "game"
    }
    assert games["Correction 3 of 2026-11-20: a $20 in the hinge"] == "20.00"
    assert games["as corrected"] == "840.50"


def test_the_sheet_of_each_dispute_is_in_it_with_both_rulings(pit, packed, tmp_path):
    assert not (packed / "disputes").exists()
    assert "disputes/" not in (packed / "README.txt").read_text()
    pit.desk = Desk(pit.journal, pit.pepper, clock=pit.clock, rules=pit.rules, key=KEY)
    pit.arrive("bob")
    one = pit.desk.dispute("2", "19 against 19", "the hand loses", pit.by("bob"), seat=3)
    pit.desk.overrule(one.seq, "equal hands tie", "the tie stands", pit.by("pia"))
    pit.end()
    pit.desk.write_documents()
    out = f"{tmp_path / 'pack'}"
    assert main(["pack", "2026Q4", "--book", f"{pit.book}", "--out", out]) == 0
    text = PdfReader(tmp_path / "pack" / "disputes" / f"dispute-{one.seq}.pdf").pages[0].extract_text()
    assert "the hand loses" in text
    assert "the tie stands" in text
    assert "disputes/" in (tmp_path / "pack" / "README.txt").read_text()


def test_no_words_of_anybody_are_run_by_a_spreadsheet(pit, tmp_path):
    reason, bank = '=HYPERLINK("http://x.example")', "  @Prairie; +Bank"
    pit.desk = Desk(pit.journal, pit.pepper, clock=pit.clock, rules=pit.rules, key=KEY)
    pit.desk.fill("2", Chips.read("1x$5"), pit.by("jo"))
    pit.desk.void("fill", 1, reason, pit.by("jo"))
    pit.end(t2=520_00)
    kim = pit.by("kim:bookkeeper")
    pit.desk.correction(NIGHT, {"2.drop": -20_00}, "-20, @Kari", kim)
    pit.desk.deposit([NIGHT], NIGHT, 500_00, kim, bank=bank, slip="'1001", reason="later")
    pit.desk.write_documents()
    make(pit.book, tmp_path / "pack")
    text = {path.name: path.read_text("utf-8") for path in (tmp_path / "pack").glob("*.csv")}
    assert "'=HYPERLINK" in text["slips.csv"]
    assert reason in {cell for row in sheet.read(text["slips.csv"]) for cell in row}
    assert "'  @Prairie;' +Bank,''1001" in text["deposits.csv"]
    assert [bank, "'1001"] in [row[5:7] for row in sheet.read(text["deposits.csv"])]
    assert ",-20.00," in text["quarter.csv"]  # a number stays one
    for name, listed in text.items():
        for row in csv.reader(listed.splitlines()):
            assert not [cell for cell in row if re.match(r"\s*[=+@-](?![0-9.]+$)", cell)], (name, row)


# Whole or not at all


def papers(day: Callable[..., bytes] = lambda *_: b"%PDF") -> Papers:
    return Papers(day, lambda _: b"%PDF", lambda *_: b"%PDF", lambda *_: b"%PDF")


def make(book: Path, out: Path, name: str = "2026Q4", **drawn: Callable[..., bytes]) -> list[str]:
    with Journal.read(book) as journal:
        return write_pack(journal, quarter(name), out, papers(**drawn), rules=Rulebook.load())


def test_what_goes_wrong_half_way_leaves_nothing(played, tmp_path):
    def full(*_: object) -> bytes:
        raise OSError("no space left on the disk")

    with pytest.raises(OSError, match="no space"):
        make(played / "book.db", tmp_path / "pack", day=full)
    assert [*tmp_path.iterdir()] == []
    assert "codes.csv" not in make(played / "book.db", tmp_path / "pack")
    assert [path.name for path in tmp_path.iterdir()] == ["pack"]


def test_what_is_there_is_never_replaced(played, tmp_path):
    (tmp_path / "pack").mkdir()
    with pytest.raises(Trouble, match="is there already"):
        make(played / "book.db", tmp_path / "pack")
    assert [*(tmp_path / "pack").iterdir()] == []


def test_a_quarter_without_a_day_gives_no_pack(played, tmp_path):
    with pytest.raises(Trouble, match="no sealed day in 2026Q3"):
        make(played / "book.db", tmp_path / "pack", "2026Q3")


def test_a_day_without_a_signed_document_gives_no_pack(pit, tmp_path):
    pit.end()  # at a desk that has no key
    with pytest.raises(Trouble, match=r"Day 1 of .* has no signed document"):
        make(pit.book, tmp_path / "pack")
    assert not (tmp_path / "pack").exists()


def test_a_damaged_book_gives_no_pack(played, tmp_path):
    for name in ("book.db", "book.db.head"):
        shutil.copy(played / name, tmp_path)
    with sqlite3.connect(tmp_path / "book.db") as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE posting SET amount = amount + 1 WHERE entry = 60")
    connection.close()
    with pytest.raises(Trouble, match="is damaged"):
        make(tmp_path / "book.db", tmp_path / "pack")
    assert not (tmp_path / "pack").exists()


# The checker of documents, which shares nothing with PitDesk


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The documents of a site over three weeks."""
    return left(tmp_path / "in", *busy(date(2026, 11, 2), 18).documents)


def left(folder: Path, *documents: Document) -> Path:
    folder.mkdir(exist_ok=True)
    for document in documents:
        (folder / document.file_name).write_bytes(document.data)
    return folder


def verdict(*what: object, key: SiteKey = KEY) -> tuple[int, str]:
    done = checked(CHECKER, key.public, *what)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def test_genuine_documents_are_all_right(folder):
    count = len([*folder.iterdir()])
    assert verdict(folder) == (
        0,
        f"all right: Dakota Lions, Riverside Lounge: {count} documents, numbers 1 to {count}\n",
    )
    assert checked(CHECKER, f"{KEY.public[:20]}-{KEY.public[20:]}".lower(), folder).returncode == 0


def test_a_part_of_the_chain_is_all_right_and_says_which(folder):
    for path in sorted(folder.iterdir())[:5]:
        path.unlink()
    code, words = verdict(folder)
    assert code == 0
    assert "numbers 6 to " in words


def test_every_changed_byte_is_found(folder, tmp_path):
    path = sorted(folder.iterdir())[3]
    data = path.read_bytes()
    files = []
    for at in range(0, len(data), 37):
        changed = bytearray(data)
        changed[at] ^= 1
        files.append(tmp_path / f"{at:05}.pitdesk")
        files[-1].write_bytes(changed)
    files += [tmp_path / "cut.pitdesk", tmp_path / "more.pitdesk", tmp_path / "none.pitdesk"]
    for file, text in zip(files[-3:], (data[:-1], data + b"\n", b""), strict=True):
        file.write_bytes(text)
    code, words = verdict(*files)
    assert code == 1
    assert [line.partition(": ")[0] for line in words.splitlines()] == [str(file) for file in files]


def test_a_missing_document_is_found(folder):
    sorted(folder.iterdir())[4].unlink()
    code, words = verdict(folder)
    assert code == 1
    assert "numbers 5 to 5 are missing" in words


def test_a_day_that_was_signed_again_is_found(folder):
    """Whoever has the key can sign another day 2; the chain after it does not follow."""
    other = Book()
    other.documents = busy(date(2026, 11, 2), 18).documents[:2]
    other.days = 1
    forged = other.day(date(2026, 11, 3), [("1", "21", 1_00, 0)])
    (folder / "000003-day-2026-11-03.pitdesk").write_bytes(forged.data)
    code, words = verdict(folder)
    assert code == 1
    assert "it does not follow 000003-day-2026-11-03.pitdesk" in words
    left(folder, busy(date(2026, 11, 2), 18).documents[2])
    (folder / "again.pitdesk").write_bytes(forged.data)
    assert "number 3 has another content" in verdict(folder)[1]
    (folder / "again.pitdesk").write_bytes(busy(date(2026, 11, 2), 18).documents[2].data)
    assert "number 3 is here twice" in verdict(folder)[1]


def test_days_out_of_order_are_found(tmp_path):
    book, on = Book(), date(2026, 11, 2)
    book.day(on, [])
    book.days = 4
    book.day(on + timedelta(1), [])
    assert "day 5 does not follow day 1" in verdict(left(tmp_path / "in", *book.documents))[1]
    book = Book()
    book.day(on, [])
    book.day(on, [])
    assert "its date is not after that of" in verdict(left(tmp_path / "on", *book.documents))[1]


def test_another_key_is_found_and_a_change_of_key_is_followed(tmp_path):
    new, book = SiteKey(bytes(32)), Book()
    book.day(date(2026, 11, 2), [])
    book.change(new)
    book.day(date(2026, 11, 3), [])
    folder = left(tmp_path / "in", *book.documents)
    assert verdict(folder)[0] == 0
    code, words = verdict(folder, key=new)
    assert (code, words.splitlines()) == (
        1,
        ["000001-day-2026-11-02.pitdesk: it is signed by a key that was not given"],
    )
    book = Book()
    book.day(date(2026, 11, 2), [])
    book.key = new
    book.day(date(2026, 11, 3), [])
    assert "another key signed it" in verdict(left(tmp_path / "on", *book.documents))[1]


def test_several_sites_each_with_its_key(tmp_path):
    other = Book("Blue Goose Bar", SiteKey(bytes(32)))
    other.day(date(2026, 11, 2), [])
    folder = left(tmp_path / "in", *busy(date(2026, 11, 2), 3).documents)
    left(folder / "bar", *other.documents)
    assert checked(CHECKER, KEY.public, other.key.public, folder).returncode == 0
    assert verdict(folder)[0] == 1


def test_what_is_no_command_line(tmp_path):
    for words in (
        [KEY.public],
        [KEY.public, tmp_path],
        [tmp_path],
        ["no key", CHECKER],
        [KEY.public[:-1], CHECKER],
    ):
        assert checked(CHECKER, *words).returncode == 2, words


def test_the_checker_shares_no_code(folder, tmp_path):
    text = CHECKER.read_text("utf-8")
    assert not [line for line in text.splitlines() if line.startswith(("import pit", "from pit"))]
    copy = tmp_path / "alone" / "check_documents.py"
    copy.parent.mkdir()
    shutil.copy(CHECKER, copy)
    done = subprocess.run(
        [sys.executable, "-I", copy, KEY.public, folder],
        cwd=copy.parent,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0


def test_a_deposit_of_two_quarters_is_in_the_pack_of_both():
    book = Book()
    book.day(date(2026, 12, 31), [("2", "21", 500_00, 100_00)])
    book.day(date(2027, 1, 2), [("2", "21", 300_00, 100_00)])
    book.pay([date(2026, 12, 31), date(2027, 1, 2)], date(2027, 1, 5), 800_00)
    book.change(SiteKey(bytes(32)))  # which has no date
    names = [one.name for one in _chain(book.documents, quarter("2026Q4"))]
    assert names[-1].startswith("deposit")
    assert len(_chain(book.documents, quarter("2027Q1"))) == 2
