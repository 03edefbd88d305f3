"""The night so far is read at any moment; it closes nothing and changes no figure."""

import json

import pytest

from pitdesk import kinds
from pitdesk.__main__ import main
from pitdesk.book.day import Day
from pitdesk.book.figures import figures
from pitdesk.chips import Chips
from pitdesk.desk.readings import compared
from pitdesk.errors import Refused
from tests.pitdesk.conftest import BANK, DRAWER, TRAY


def read(pit) -> kinds.Reading:
    return pit.desk.reading(pit.one("jo")).of(kinds.Reading)


def test_it_has_every_drawer_the_bank_the_tables_and_the_players(pit):
    number = pit.fill("2", "20x$5")
    pit.desk.count_tray("2", TRAY + Chips.read("10x$5"), pit.by("kari"))
    pit.desk.redeem(Chips.read("4x$5"), pit.by("jo"))
    pit.desk.fill("2", Chips.read("1x$25"), pit.by("jo"))
    said = read(pit)
    assert said.number == number == 1
    assert said.figures["drawer"] == DRAWER - 2000
    assert said.figures["chip bank"] == BANK.cents - 10_000 + 2000 - 2500
    assert said.figures["table 2"] == TRAY.cents + 5000
    assert said.figures["on the way"] == 2500
    assert said.figures["players"] == 5000 - 2000
    assert said.figures["fills"] == 10_000
    assert said.figures["redeemed"] == 2000
    assert said.slips == (("fill", 2, "2", 2500),)


def test_it_changes_nothing_but_the_number_of_entries(pit):
    pit.fill("2", "20x$5")
    before, balances = figures(pit.desk.today), pit.journal.balances()
    assert [read(pit).number for _ in range(3)] == [1, 2, 3]
    assert figures(pit.desk.today) == before
    assert pit.journal.balances() == balances
    assert pit.another().today == pit.desk.today
    assert not pit.desk.today.notes
    pit.end()
    assert pit.journal.verify().ok


def test_what_changed_is_told_since_the_reading_before(pit):
    first = read(pit)
    pit.desk.redeem(Chips.read("4x$5"), pit.by("jo"), reason="from Saturday")
    lines = {one.what: one for one in compared(read(pit).figures, (), first)}
    assert lines["drawer"].change == -2000
    assert lines["chip bank"].change == 2000
    assert lines["table 2"].change == 0
    assert {one.change for one in compared(first.figures, (), None)} == {None}


def test_what_was_taken_back_was_not_redeemed(pit):
    paid = pit.desk.redeem(Chips.read("4x$5"), pit.by("jo"), reason="from Saturday")
    pit.desk.undo(paid.seq, pit.by("jo"))
    said = read(pit).figures
    assert (said["redeemed"], said["drawer"]) == (0, DRAWER)


def test_a_drawer_that_is_counted_alone_is_left_out(pit):
    first = read(pit)
    pit.desk.own_count("drawer", {"drawer": {"cash": 1}}, pit.one("jo"))
    blind = read(pit)
    assert blind.blind == ("drawer",)
    assert "drawer" not in blind.figures
    assert "drawer" in first.figures
    pit.arrive("cleo")
    pit.desk.own_count("drawer", {"drawer": {"cash": 1}}, pit.one("cleo"))
    lines = {one.what: one for one in compared(read(pit).figures, (), blind)}
    assert lines["drawer"].cents == DRAWER
    assert lines["drawer"].change is None  # not known then


def test_whoever_is_signed_in_needs_no_pin_and_anybody_is_on_duty(pit):
    pit.desk.sign_in(pit.one("jo"))
    assert pit.desk.reading(pit.one("jo", pin=None))
    with pit.refused("pd.duty"):
        pit.desk.reading(pit.one("cleo"))


def test_its_paper_has_a_known_fate(pit):
    entry = pit.desk.reading(pit.one("jo"))
    readings = pit.desk.today.readings
    assert readings.on_paper(entry.seq) == "not sent"
    assert readings.unprinted() == entry
    sent = pit.desk.print_reading(entry, ["THE NIGHT SO FAR"], printer="test")
    assert readings.on_paper(entry.seq) == "unknown"
    assert readings.unprinted() is None  # it may be on paper: never sent again by itself
    pit.desk.printed(sent.seq, "nothing")
    assert readings.unprinted() == entry
    again = pit.desk.print_reading(entry, ["THE NIGHT SO FAR"], printer="test")
    pit.desk.printed(again.seq, "whole")
    assert readings.on_paper(entry.seq) == "whole"
    assert not pit.desk.today.unproven()
    assert Day.of(pit.journal.entries(day=1)).readings == readings


def test_somebody_says_how_paper_that_nothing_proved_came_out(pit):
    entry, jo = pit.desk.reading(pit.one("jo")), pit.one("jo")
    readings = pit.desk.today.readings
    with pytest.raises(Refused, match="No paper of a reading needs such an answer"):
        pit.desk.answer_reading("whole", jo)
    pit.desk.print_reading(entry, ["THE NIGHT SO FAR"], printer="test")
    for outcome in ("nothing", "perfect"):
        with pytest.raises(Refused, match="No paper of a reading"):
            pit.desk.answer_reading(outcome, jo)
    pit.desk.answer_reading("damaged", jo)
    assert readings.on_paper(entry.seq) == "damaged"
    assert readings.unprinted() is None  # another reading is printed, never this one again
    with pytest.raises(Refused, match="No paper of a reading"):
        pit.desk.answer_reading("whole", jo)
    assert Day.of(pit.journal.entries(day=1)).readings == readings


def test_the_command_shows_the_night_and_writes_nothing(pit, capsys):
    read(pit)
    pit.desk.redeem(Chips.read("4x$5"), pit.by("jo"), reason="from Saturday")
    pit.desk.fill("2", Chips.read("1x$25"), pit.by("jo"))
    before = pit.journal.head
    book = str(pit.book)
    assert main(["day", "--book", book, "--now", "--json"]) == 0
    told = {line["what"]: line for line in json.loads(capsys.readouterr().out)}
    assert told["drawer"] == {"what": "drawer", "cents": DRAWER - 2000, "change": -2000}
    assert main(["day", "--book", book, "--now"]) == 0
    said = capsys.readouterr().out
    assert "since reading 1" in said
    assert "fill 000001 table 2 is open: 25.00" in said
    assert pit.journal.head == before


def test_a_sealed_day_has_no_night_so_far(pit, capsys):
    pit.end()
    assert main(["day", "--book", str(pit.book), "--now"]) == 3
    assert "is sealed" in capsys.readouterr().err
