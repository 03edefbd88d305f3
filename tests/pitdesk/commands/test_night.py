"""`pitdesk night`: on the screen, as files, for a script."""

import json

import pytest

from pitdesk.__main__ import main


@pytest.fixture
def book(busy):
    return ["--book", f"{busy / 'book.db'}"]


def test_it_shows_where_every_chip_came_from(book, capsys):
    assert main(["night", *book]) == 0
    told = capsys.readouterr().out
    assert told.startswith("The night as a flow: ")
    rows = [line.split("  ") for line in told.splitlines()]
    assert ["Players", "Chip bank"] in [[cell.strip() for cell in row if cell][:2] for row in rows]
    assert "The house owns $42,080.00 of them." in told


def test_a_time_of_the_night_shows_that_minute(book, capsys):
    assert main(["night", *book, "--at", "20:00", "--json"]) == 0
    early = json.loads(capsys.readouterr().out)
    assert main(["night", *book, "--json"]) == 0
    late = json.loads(capsys.readouterr().out)
    assert early["entry"] < late["entry"]
    assert early["owned"] == late["owned"] == sum(late["lies"].values())
    assert [*early["trays"]] == [*late["trays"]] == ["1", "2", "3", "4", "A"]
    assert len(early["trays"]["2"]) < len(late["trays"]["2"])


def test_files_are_written_and_named(book, tmp_path, capsys):
    svg, pdf = tmp_path / "night.svg", tmp_path / "night.pdf"
    assert main(["night", *book, "--svg", f"{svg}", "--pdf", f"{pdf}"]) == 0
    assert capsys.readouterr().out.split() == [f"{svg}", f"{pdf}"]
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert svg.read_text("utf-8").startswith("<svg ")


def test_a_time_before_the_day_or_no_time_is_refused(book, capsys):
    assert main(["night", *book, "--at", "15:59"]) == 3
    assert "Give a time between them." in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["night", *book, "--at", "late"])
    assert "is not a time; write 21:40" in capsys.readouterr().err


def test_the_day_says_when_a_drawer_was_opened_with_no_cash_due(pit, capsys):
    pit.desk.open_drawer("change for a $20 bill", pit.by("jo"))
    pit.journal.close()
    assert main(["day", "--book", f"{pit.book}"]) == 0
    assert "opened, no cash due" in capsys.readouterr().out
    assert main(["day", "--book", f"{pit.book}", "--json"]) == 0
    (opened,) = json.loads(capsys.readouterr().out)["opened"]
    assert opened["by"] == "JO"
    assert (opened["drawer"], opened["reason"]) == ("drawer", "change for a $20 bill")
