"""The commands of records: what they print, what they write, and the status they end with."""

import io
import shutil
from pathlib import Path

import pytest

from pitdesk.__main__ import main
from pitdesk.book.journal import Journal
from tests.files import NIGHTS
from tests.pitdesk.records.play import played


def book_of(name: str, folder: Path) -> Path:
    for desk in played(NIGHTS[name], folder):
        desk.journal.verify()
    return folder / "book.db"


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    names = ("holds", "treasury", "contests", "mistakes")
    return {name: book_of(name, tmp_path_factory.mktemp(name)) for name in names}


def test_hold_as_text_csv_and_pdf(books: dict[str, Path], tmp_path: Path, capsys) -> None:
    given = ["hold", "quarter", "2026-11-20", "--book", str(books["holds"])]
    assert main(given) == 0
    told = capsys.readouterr().out
    assert "Kari Lund" in told
    assert "too little played" in told
    csv, pdf = tmp_path / "hold.csv", tmp_path / "hold.pdf"
    assert main([*given, "--csv", str(csv), "--pdf", str(pdf), "--by", "dealer"]) == 0
    rows = csv.read_text("utf-8").splitlines()
    assert rows[0].startswith("what,name,game")
    assert {row.split(",")[0].strip('"') for row in rows[1:]} == {"dealer"}
    assert pdf.read_bytes().startswith(b"%PDF")
    assert main(["hold", "week", "2030-01-01", "--book", str(books["holds"])]) == 3


def test_banks_and_rent(books: dict[str, Path], tmp_path: Path, capsys) -> None:
    assert main(["banks", "--book", str(books["treasury"])]) in (0, 1)
    told = capsys.readouterr().out
    assert "4,315.00" in told
    assert "all banks: 4,000.00" in told
    csv = tmp_path / "rent.csv"
    assert main(["rent", "2026Q4", "--book", str(books["treasury"])]) == 0
    assert "limit of the monthly rent: 375.00" in capsys.readouterr().out
    assert main(["rent", "2026Q4", "--book", str(books["treasury"]), "--csv", str(csv)]) == 0
    assert (
        csv.read_text("utf-8").splitlines()[0]
        == "table,2026Q1,2026Q2,2026Q3,2026Q4,counts,highest wager"
    )


def test_tournaments(books: dict[str, Path], tmp_path: Path, capsys) -> None:
    given = ["tournament", "--book", str(books["contests"])]
    assert main(given) == 0
    assert "350.00" in capsys.readouterr().out
    assert main([*given, "Fall"]) == 0
    assert "add-on" in capsys.readouterr().out
    for name in ("Fall", "Fair"):
        pdf = tmp_path / f"{name}.pdf"
        assert main([*given, name, "--pdf", str(pdf)]) == 0
        assert pdf.read_bytes().startswith(b"%PDF")
    assert main([*given, "Spring"]) == 3


def test_an_inspection_writes_its_entry_and_nothing_else(
    books: dict[str, Path], tmp_path: Path, capsys, monkeypatch
) -> None:
    for path in books["holds"].parent.glob("book.db*"):
        shutil.copy(path, tmp_path)
    book = tmp_path / "book.db"
    with Journal.read(book) as journal:
        before = journal.head.seq
    given = ["inspect", "--book", str(book), "--agent", "Dana Roe", "--by", "gro"]
    monkeypatch.setattr("sys.stdin", io.StringIO("111111\n"))
    assert main(given) == 1
    monkeypatch.setattr("sys.stdin", io.StringIO("730251\n"))
    assert main(given) == 0
    told = capsys.readouterr().out
    assert "opened for Dana Roe, 60 minutes" in told
    assert "whole: entry" in told
    with Journal.read(book) as journal:
        added = journal.entries(before + 1)
    assert [one.kind for one in added if one.kind != "own keys"] == ["inspect"]


def test_the_tax_return_has_the_tournaments_by_themselves(books: dict[str, Path], capsys) -> None:
    main(["tax", "2026Q4", "--book", str(books["contests"])])
    told = capsys.readouterr().out
    assert "Tournaments, to be added to the figures above" in told
    assert "Gross proceeds, Fall, twenty-one" in told
    assert "350.00" in told
    main(["tax", "2026Q4", "--book", str(books["holds"])])
    assert "Tournaments" not in capsys.readouterr().out


def test_what_was_filed_and_deposited_is_told(books: dict[str, Path], capsys) -> None:
    main(["tax", "2027Q1", "--book", str(books["holds"])])
    assert "Filed on 2027-04-10, number 52184, with 0.00 of tax." in capsys.readouterr().out
    main(["tax", "2026Q4", "--book", str(books["holds"])])
    assert "Filed" not in capsys.readouterr().out
    main(["tournament", "--book", str(books["contests"])])
    told = {line.split()[0]: line.split()[-1] for line in capsys.readouterr().out.splitlines() if line}
    assert (told["Fall"], told["Fair"], told["Big"], told["Lent"]) == (
        *("2026-11-30", "2026-12-02", "-", "-"),
    )


def test_the_sheet_of_a_past_dispute_is_printed_again(
    books: dict[str, Path], tmp_path: Path, capsys
) -> None:
    given = ["report", "--book", str(books["mistakes"]), "--date", "2026-11-20", "--dispute"]
    with Journal.read(books["mistakes"]) as journal:
        first, second = [entry.seq for entry in journal.entries() if entry.kind == "dispute"]
    paper = tmp_path / "sheet.pdf"
    assert main([*given, str(second), "--out", str(paper)]) == 0
    assert paper.read_bytes().startswith(b"%PDF")
    capsys.readouterr()
    assert main([*given, str(second), "--strip", "42"]) == 0
    told = capsys.readouterr().out
    assert "cards mixed up" in told
    assert "all wagers come back" in told
    assert main([*given, "1"]) == 3
    assert f"that day has those of entries {first}, {second}" in capsys.readouterr().err
