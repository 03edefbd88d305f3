"""The bookkeeper's commands, as scripts use them: exit codes, files, plain words."""

import json
import shutil
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from icalendar import Calendar
from pypdf import PdfReader

from pitdesk.__main__ import main
from pitdesk.clock import Now
from pitdesk.reports import sheet
from tests.files import NIGHTS


@pytest.fixture
def played(busy: Path) -> Path:
    """The book of the busy night."""
    return busy / "book.db"


@pytest.fixture
def late(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The book, long after its deposit was due."""
    now = Now(datetime(2026, 12, 24, 18, 0, tzinfo=UTC), "boot", 0)
    monkeypatch.setattr("pitdesk.commands.reports.MachineClock.now", lambda _: now)
    return played


def rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return sheet.read(file.read())


def test_a_summary_to_read(played, capsys):
    assert main(["summary", "week", "2026-11-18", "--book", str(played), "--by", "table"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("week of 2026-11-16: 2026-11-16 to 2026-11-22\n")
    assert "2 (21)             1  2,130.00  1,654.00      476.00   22.35" in said
    assert "All                1  5,180.00  4,088.00    1,092.00   21.08       -2.00" in said
    assert "2026-11-16 to 2026-11-20: before the first day of its book" in said
    assert "chips outstanding at the end: 346.00" in said


@pytest.mark.parametrize("span", ["day", "week", "month", "quarter"])
def test_a_summary_for_a_spreadsheet_and_on_paper(played, tmp_path, span):
    files = ["--csv", str(tmp_path / "x.csv"), "--pdf", str(tmp_path / "x.pdf")]
    assert main(["summary", span, "2026-11-21", "--book", str(played), *files]) == 0
    head, *lines = rows(tmp_path / "x.csv")
    assert dict(zip(head, lines[0], strict=True))["gross"] == "5180.00"
    words = PdfReader(tmp_path / "x.pdf").pages[0].extract_text()
    assert "Summary, " in words
    assert "5,180.00" in words


def test_the_tax_of_a_quarter(played, tmp_path, capsys):
    assert main(["tax", "2026Q4", "--book", str(played)]) == 0
    said = capsys.readouterr().out
    assert "= Gaming tax                                                               10.92" in said
    assert "keep until 2029-12-31" in said
    files = ["--csv", str(tmp_path / "x.csv"), "--pdf", str(tmp_path / "x.pdf")]
    assert main(["tax", "2026q4", "--book", str(played), *files]) == 0
    assert ["= Gaming tax", "10.92", "N.D.C.C. 53-06.1-12"] in rows(tmp_path / "x.csv")
    assert "For the tax return" in PdfReader(tmp_path / "x.pdf").pages[0].extract_text()


def test_what_cannot_be_asked(played, capsys):
    for words in (
        ["tax", "2026"],
        ["summary", "year", "2026-11-21"],
        ["export", "gnucash", "--out", "x"],
    ):
        with pytest.raises(SystemExit) as left:
            main([*words, "--book", str(played)])
        assert left.value.code == 2
    assert "'2026' is no quarter; write 2026Q4" in capsys.readouterr().err
    assert main(["tax", "2026Q3", "--book", str(played)]) == 3
    assert (
        "no sealed day in 2026Q3. It has days from 2026-11-21 to 2026-11-21." in capsys.readouterr().err
    )


def test_a_deposit_that_is_overdue(late, capsys):
    assert main(["deposits", "--book", str(late)]) == 1
    assert "2026-11-21  3,136.00  2026-11-25        not made        LATE" in capsys.readouterr().out


def test_a_deposit_in_time_is_no_matter(played, monkeypatch, capsys):
    monkeypatch.setattr("pitdesk.commands.reports._today", lambda _: date(2026, 11, 25))
    assert main(["deposits", "--book", str(played)]) == 0
    assert "LATE" not in capsys.readouterr().out


def test_the_statement_is_held_against_the_deposits(late, tmp_path, capsys):
    statement = tmp_path / "november.csv"
    statement.write_text("Date,Description,Amount\n11/25/2026,COUNTER DEPOSIT,3136.00\n")
    assert main(["deposits", "--book", str(late), "--statement", str(statement)]) == 1
    said = capsys.readouterr().out
    assert "november.csv, line 2: 3,136.00 of 2026-11-25 COUNTER DEPOSIT: NO DEPOSIT of the book" in said
    statement.write_text("Date,Description,Amount\nsoon,COUNTER DEPOSIT,3136.00\n")
    assert main(["deposits", "--book", str(late), "--statement", str(statement)]) == 3
    assert "november.csv, line 2: 'soon' is no date" in capsys.readouterr().err
    assert main(["deposits", "--book", str(late), "--statement", str(tmp_path / "none")]) == 3


def test_an_export(played, tmp_path, capsys):
    for form in ("hledger", "beancount"):
        out = tmp_path / form
        assert main(["export", form, "--book", str(played), "--out", str(out)]) == 0
        assert "Dakota Lions, Riverside Lounge" in out.read_text("utf-8").partition("\n")[0]
    assert (
        main(["export", "hledger", "--book", str(played), "--out", str(out), "--first", "2027-01-01"])
        == 0
    )
    assert "entry:" not in out.read_text("utf-8")


def test_a_pack_without_the_sites_key_says_so(played, tmp_path, capsys):
    book = tmp_path / "b.db"
    for suffix in ("", ".head"):
        shutil.copy(f"{played}{suffix}", f"{book}{suffix}")
    assert main(["pack", "2026Q4", "--book", str(book), "--out", str(tmp_path / "pack")]) == 0
    said = capsys.readouterr().out
    assert "16 files. Begin with README.txt." in said
    assert "The codes of slips are not in it" in said
    assert not (tmp_path / "pack" / "codes.csv").exists()
    assert main(["pack", "2026Q3", "--book", str(book), "--out", str(tmp_path / "q3")]) == 3


def test_what_is_due_to_read_for_a_script_and_for_a_calendar(late, tmp_path, capsys):
    """The busy night's deposit is late on Christmas Eve: status 1, however it is asked."""
    book, file = ["--book", str(late)], tmp_path / "due.ics"
    assert main(["due", *book]) == 1
    said = capsys.readouterr().out
    assert "29 days late" in said
    assert "Deposit of Sat Nov 21, $3,136.00" in said
    assert main(["due", *book, "--json"]) == 1
    (task,) = [one for one in json.loads(capsys.readouterr().out) if one["key"].startswith("deposit")]
    assert (task["by"], task["late"], task["section"]) == ("2026-11-25", True, "99-01.3-03-10(1)")
    assert main(["due", *book, "--ics", str(file)]) == 1
    events = Calendar.from_ical(file.read_bytes()).walk("VEVENT")
    (event,) = [one for one in events if one["UID"].startswith("deposit")]
    assert event.decoded("DTSTART") == date(2026, 11, 25)


def test_the_batches_of_papers_and_their_labels(tmp_path, capsys):
    """The spec's dates: records of 2026Q4, hold of 2026Q4 and of 2027Q1, tickets of 2026Q4."""
    book, file = tmp_path / "records.db", tmp_path / "labels.pdf"
    given = ["--book", str(book)]
    out = ["--out", str(tmp_path / "out")]
    assert main(["replay", str(NIGHTS["records"]), *given, *out]) == 0
    capsys.readouterr()
    assert main(["retention", *given, "--json"]) == 0
    found = {one["batch"]: one["kept through"] for one in json.loads(capsys.readouterr().out)}
    assert [found[f"R-{at}"] for at in range(1, 5)] == [
        *("2030-03-31", "2027-12-31", "2028-03-31", "2028-03-31"),
    ]
    assert main(["retention", *given]) == 0
    assert (
        "R-5    accounts  2023Q2   2026-09-30    office, shelf 4  2026-12-22" in capsys.readouterr().out
    )
    assert main(["retention", *given, "--pdf", str(file)]) == 0
    words = PdfReader(file).pages[0].extract_text()
    assert "R-1" in words
    assert "2026Q4, keep to Mar 31, 2030" in words
    assert "R-5" not in words
