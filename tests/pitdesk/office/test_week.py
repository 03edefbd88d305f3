"""Three sites close a week and send it, one of them offline for half of it; then somebody tampers."""

import json
import re
import shutil
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from pitdesk.__main__ import main
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.clock import SetClock
from pitdesk.codes.keys import key_of
from pitdesk.desk import Desk
from pitdesk.documents.document import kept
from pitdesk.office.append import Postgres
from pitdesk.reports.sheet import read
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from printers.devices.paper import Paper
from printers.devices.spool import drain
from tests.files import NIGHTS

pytestmark = pytest.mark.long

MONDAY, DAYS = date(2026, 11, 16), 7
SITES = {"Riverside Lounge": "riverside", "Main Street Bar": "main_street", "Lake View Inn": "lake_view"}


def night(site: str, number: int) -> str:
    """The quiet night as the site's `number`-th."""
    text = NIGHTS["quiet"].read_text("utf-8").replace("Riverside Lounge", site)
    text = text.replace("night 2026-11-20", f"night {MONDAY + timedelta(number - 1)}")
    text = re.sub(r"\b((?:verify|receive) (?:fill|credit)) 1\b", rf"\1 {number}", text)
    text = re.sub(r"\b(fill|credit) 1 (original|copy)", rf"\1 {number} \2", text)
    text = text.replace(" 000001 prepared", f" {number:06} prepared")
    text = text.replace("-> day 1", f"-> day {number}")
    return re.sub(r"(?m)^expect .*$", "", text)


class House:
    """A site on this machine: its book, and its program."""

    def __init__(self, folder: Path, site: str) -> None:
        self.site, self.folder = site, folder
        self.book = folder / "book.db"
        self.nights = 0

    def live(self) -> None:
        """One more night, from the first count to the seal."""
        self.nights += 1
        shift = self.folder / "night.shift"
        shift.write_text(night(self.site, self.nights), "utf-8")
        with Journal.open(self.book) if self.book.exists() else Journal.create(self.book) as journal:
            clock = SetClock(datetime(2026, 1, 1, tzinfo=UTC))
            pepper, paper = Pepper.kept(self.folder / "pepper", PLAIN), Paper(width=42)
            desk = Desk(journal, pepper, clock=clock, key=key_of(journal))
            replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
            list(replay.play(read_shift(shift)))
            assert replay.misses == []

    def send(self, where: object) -> int:
        """Send what waits, as its treasurer does."""
        return main(["send", "--book", str(self.book), "--to", str(where)])

    @property
    def public(self) -> str:
        """Its public key."""
        with Journal.read(self.book) as journal:
            return key_of(journal).public


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """The week as three sites lived it."""
    folder = tmp_path_factory.mktemp("week")
    for site, role in SITES.items():
        (folder / role).mkdir()
        house = House(folder / role, site)
        for _ in range(DAYS):
            house.live()
    return folder


@pytest.fixture
def week(lived, url, tmp_path, capsys):
    """The sites and head office's address; one site was offline from the fourth night on."""
    houses = []
    for site, role in SITES.items():
        shutil.copytree(lived / role, tmp_path / role)
        house = House(tmp_path / role, site)
        named = ["--site", f"Dakota Lions, {site}", "--public", house.public, "--role", role]
        assert main(["office", "enroll", "--database", url, *named]) == 0
        houses.append(house)
    near, nearer, far = houses
    for house, role in ((near, "riverside"), (nearer, "main_street")):
        assert house.send(url.replace("postgres@", f"{role}@")) == 0
    with Journal.read(far.book) as journal:
        for entry in journal.documents()[:3]:
            line = Postgres(url.replace("postgres@", "lake_view@"))
            assert line.deliver(kept(entry)).kind == "stored"
    (tmp_path / "stick").mkdir()
    assert far.send(tmp_path / "stick") == 0  # all of it, also what head office has
    assert main(["office", "receive", "--database", url, str(tmp_path / "stick")]) == 0
    capsys.readouterr()
    return houses, url


def told(capsys, *words: str) -> str:
    """What a command of head office says, whatever its status."""
    main(["office", *words])
    return capsys.readouterr().out


def sheet(capsys, *words: str) -> list[list[str]]:
    """What a command of head office writes for a spreadsheet."""
    path = Path(told(capsys, *words[:-1], "--csv", words[-1]).strip())
    return read(path.read_text("utf-8"))


def test_head_office_has_the_quarter_to_the_cent(week, capsys, tmp_path):
    houses, url = week
    asked = ("report", "quarter", "2026-11-20", "--database", url)
    lines = {name: rest for name, *rest in sheet(capsys, *asked, str(tmp_path / "quarter.csv"))}
    week = ["sealed", "7", "3640.00", "2835.00", "805.00", "22.12", "0.00", "0.00", "805.00", "0.00", ""]
    for house in houses:  # gross, prizes, AGP, hold, over/short, overnight, deposits due and made
        assert lines[f"Dakota Lions, {house.site}"] == week
    assert lines["All"] == [
        *(
            "sealed",
            "21",
            "10920.00",
            "8505.00",
            "2415.00",
            "22.12",
            "0.00",
            "0.00",
            "2415.00",
            "0.00",
            "",
        )
    ]


def test_the_tax_is_on_what_all_sites_made(week, capsys, tmp_path):
    _, url = week
    rows = sheet(capsys, "tax", "2026Q4", "--database", url, str(tmp_path / "tax.csv"))
    dollars = {line: amount for line, amount, _ in rows}
    assert dollars["= Adjusted gross proceeds, all games"] == "2415.00"
    assert dollars["= Gaming tax"] == "24.15"
    assert told(capsys, "tax", "2026Q4", "--database", url).count("2,415.00") > 1


def test_the_databases_own_sums_are_the_same(week, capsys, tmp_path):
    houses, url = week
    asked = ("report", "quarter", "2026-11-20", "--by", "sums", "--database", url)
    head, *rows = sheet(capsys, *asked, str(tmp_path / "sums.csv"))
    for row in rows:
        line = dict(zip(head, row, strict=True))
        assert (line["days"], line["gross"], line["agp"]) == ("7", "3640.00", "805.00")
    assert len(rows) == len(houses)
    assert len(told(capsys, *asked).splitlines()) == 1 + len(houses)


def test_every_site_is_whole_and_nothing_is_missing(week, capsys):
    _, url = week
    for state in json.loads(told(capsys, "status", "--json", "--database", url)):
        assert state["last"] == f"{MONDAY + timedelta(DAYS - 1)}"
        assert {*state["findings"]} <= {"deposits"}  # none is made yet
    assert main(["office", "verify", "--database", url]) == 0


def test_a_tampered_day_is_pointed_at(week, capsys):
    _, url = week
    with psycopg.connect(url) as server:  # by somebody who owns the server
        (text,) = server.execute(
            "SELECT text FROM pitdesk.document WHERE number = 5 AND site ="
            " (SELECT id FROM pitdesk.site WHERE role = 'main_street')"
        ).fetchone()
        changed = text.replace(b'"gross":52000', b'"gross":50000')
        assert changed != text
        server.execute(
            "UPDATE pitdesk.document SET text = %s, sha256 = encode(sha256(%s), 'hex') WHERE text = %s",
            (changed, changed, text),
        )
    assert main(["office", "verify", "--database", url]) == 1
    said = capsys.readouterr()
    words = said.out + said.err
    assert "Main Street Bar" in words
    assert "5" in words
    assert "Riverside Lounge" not in words


def test_what_was_lost_is_sent_again_and_a_forgery_beside_it_is_named(week, capsys):
    houses, url = week
    with psycopg.connect(url) as server:
        server.execute(
            "UPDATE pitdesk.document SET text = %s, sha256 = encode(sha256(%s), 'hex')"
            " WHERE number = 5 AND site = (SELECT id FROM pitdesk.site WHERE role = 'main_street')",
            (b"{}", b"{}"),
        )
    again = ["send", "--again", "--book", str(houses[1].book)]
    assert main([*again, "--to", url.replace("postgres@", "main_street@")]) == 1  # and says why
    assert main(["office", "receive", "--database", url]) == 0
    assert main(["office", "verify", "--database", url]) == 1
    said = capsys.readouterr().out
    assert "Dakota Lions, Main Street Bar, document 5: does not stand" in said
    assert "1 that do not stand" in said


def test_a_changed_row_is_found_and_derived_anew(week, capsys):
    _, url = week
    with psycopg.connect(url) as server:
        server.execute("UPDATE pitdesk.day SET gross = gross + 100000 WHERE day = 2")
    assert main(["office", "verify", "--database", url]) == 1
    assert main(["office", "derive", "--database", url]) == 0
    assert main(["office", "verify", "--database", url]) == 0
    assert "21 documents stand" not in capsys.readouterr().err
    assert "3,640.00" in told(capsys, "report", "quarter", "2026-11-20", "--database", url)
