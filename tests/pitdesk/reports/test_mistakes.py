"""What was taken back, wherever a day is told: the command line, its document, the ledger, the pack."""

import csv
import json
from pathlib import Path

import pytest

from pitdesk.__main__ import main
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of
from pitdesk.documents.document import kept
from pitdesk.reports.ledger import export
from pitdesk.reports.mistakes import counted_again, taken_back, told
from tests.files import NIGHTS


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mistakes")
    book = folder / "book.db"
    assert main(["replay", str(NIGHTS["mistakes"]), "--book", str(book), "--out", str(folder)]) == 0
    return book


def test_the_day_lists_it(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["day", "--book", str(book)]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "27, undone by 28 redeemed 12x$5 60.00 JS" in lines
    assert "29, reversed by 36 redeemed 2x$5 10.00 JS PO it was one $5 and one $25" in lines
    assert main(["day", "--book", str(book), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["reversals"]
    assert said[0] == {
        "entry": 27,
        "kind": "redeem",
        "cents": 6_000,
        "by": 28,
        "how": "undone",
        "reason": "",
    }
    assert len(said) == 10


def test_the_days_document_says_it(book: Path) -> None:
    with Journal.read(book) as journal:
        document = kept(next(iter(journal.documents())))
    assert document.said["reversals"][:2] == [
        [27, "redeem", 6_000, 28, True],
        [30, "check", 5_000, 31, True],
    ]
    assert document.said["summary"]["redeemed"] == 5_800


def test_the_ledger_names_it(book: Path) -> None:
    with Journal.read(book) as journal:
        assert "2026-11-20 reverse redeem, entry 27  ; entry:28" in export(journal, "hledger")


def test_the_pack_has_a_list_of_it(book: Path, tmp_path: Path) -> None:
    assert main(["pack", "2026Q4", "--book", str(book), "--out", str(tmp_path / "pack")]) == 0
    assert "reversals.csv" in (tmp_path / "pack" / "README.txt").read_text("utf-8")
    with (tmp_path / "pack" / "reversals.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    assert len(rows) == 10
    assert rows[4] | {"at": "", "on": ""} == {
        "date": "2026-11-20",
        "entry": "29",
        "at": "",
        "what": "redeemed 2x$5",
        "dollars": "10.00",
        "initials": "JS",
        "taken back by": "36",
        "on": "",
        "how": "reversed",
        "reason": "it was one $5 and one $25",
        "initialed": "JS PO",
    }


def test_every_kind_that_is_taken_back_has_words(book: Path) -> None:
    with Journal.read(book) as journal:
        day = day_of(journal, 1)
    assert day
    said = [told(one.entry, str.title) for one in taken_back(day)]
    assert said == [
        "redeemed 12x$5",
        "cashed check 1044 of Ole Berg",
        "tips of Kari: 5x$1",
        "exchanged 5x$1 for 1x$5",
        "redeemed 2x$5",
        "IOU 1 paid back",
        "IOU 1 from Bingo bank to drawer",
        "withdrawal by check 5501 to drawer",
        "tips of Kari into the pool: 4x$1",
        "redeemed 6x$5",
    ]
    again = {what: [count.cents for count in counts] for what, counts in counted_again(day, str.title)}
    assert again["opening count of the drawer"] == [20_000, 200_000]
    assert again["box 1, own count of Kim"] == [20_000, 2_000]
    assert again["box 1, drop"] == [2_000, 4_000]
