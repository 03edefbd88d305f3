"""The log of a whole night: what happened is in it; who, how much and every secret are not."""

import logging
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitdesk import __version__
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Signer
from pitdesk.clock import SetClock
from pitdesk.errors import Refused, Trouble
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from pitdesk.upkeep.log import (
    FILES,
    LOG,
    ROOM,
    LoggedDesk,
    LoggedJournal,
    begin,
    end,
    log_of,
    logs,
    plain,
)
from printers.devices.paper import Paper
from printers.devices.spool import drain
from tests.files import BUSY

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    end()


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Journal]:
    """The log of the busy night, everybody of which first gave a PIN that is not theirs; its book."""
    book = tmp_path_factory.mktemp("night") / "book.db"
    clock, paper = SetClock(datetime(2026, 11, 21, 18, tzinfo=UTC)), Paper()
    Journal.create(book).close()
    begin(book, "6.11")
    with LoggedJournal.open(book) as journal:
        desk = LoggedDesk(journal, Pepper.kept(book.with_name("pepper"), PLAIN), clock=clock)
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        tried = set()
        for _ in replay.play(read_shift(BUSY)):
            for person in {*desk.site.people} - tried:
                tried.add(person)
                with pytest.raises(Refused):
                    desk.sign_in(Signer(person, "dealer", pin="918273"))
        assert not replay.misses
        assert len(tried) == 12
    LOG.warning("printer: %s", "the printer has no paper")
    end()
    return log_of(book).read_text("utf-8"), Journal.read(book)


def said(text: str, words: str) -> bool:
    """Whether the words stand in the text by themselves, however they are spelt."""
    return bool(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, flags=re.IGNORECASE))


# What is in it


def test_it_begins_and_ends_with_what_runs_and_where_the_book_stands(night):
    text, journal = night
    lines = [line.partition(" INFO ")[2] for line in text.splitlines()]
    assert lines[0].startswith(f"start: PitDesk {__version__}, Python 3.")
    assert re.search(r", SQLite 3\.\d+\.\d+, Qt 6\.11, \w+ ", lines[0])
    assert lines[1] == "opened book.db at entry 0, head 00000000"
    head = journal.head
    assert lines[-3:] == [f"closed book.db at entry {head.seq}, head {head.hash.hex()[:8]}", "", "end"]
    assert " WARNING printer: the printer has no paper\n" in text


def test_every_entry_is_in_it_by_number_and_kind_once(night):
    text, journal = night
    found = re.findall(r" entry (\d+) (.+)$", text, flags=re.MULTILINE)
    assert found == [(str(entry.seq), entry.kind) for entry in journal.entries()]


def test_every_refusal_is_in_it_by_its_rules(night):
    text, _ = night
    refused = re.findall(r"INFO refused: (.*)", text)
    expected = re.findall(r"-> refused (.*?)(?: *#.*)?$", BUSY.read_text("utf-8"), flags=re.MULTILINE)
    assert [{*one.split()} for one in refused] == [{*one.split()} for one in expected]
    assert text.count("INFO sign-in refused: pd.initials\n") == 12


# What is not


def test_no_name_no_pin_and_no_badge_is_in_it(night):
    text, journal = night
    shift = BUSY.read_text("utf-8")
    people = re.findall(r'^person +(\w+) +"(\w+) (\w+)" .*(?:pin|badge) ([\w:]+)', shift, re.MULTILINE)
    secrets = {word for person in people for word in person} | {"918273", "Hagen", "Ole Hagen"}
    assert len(secrets) > 40
    assert [secret for secret in sorted(secrets) if said(text, secret)] == []
    assert journal.numbered("fill", 1)


def test_no_amount_is_in_it(night):
    text, journal = night
    amounts = {*re.findall(r"\$(\d[\d,]*(?:\.\d\d)?)", BUSY.read_text("utf-8"))}
    amounts |= {f"{abs(one[2]) // 100:,}.00" for one in journal.moves("cash")}
    assert len(amounts) > 30
    assert "$" not in text
    for amount in amounts:
        dollars, _, cents = amount.replace(",", "").partition(".")
        whole = f"{dollars}{cents or '00'}"
        forms = {amount, f"{dollars}.{cents}", whole} if int(whole) > journal.head.seq else {amount}
        long_enough = [form for form in forms if len(form) > 3]
        assert [form for form in long_enough if said(text, form)] == [], amount


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("postgresql://lounge:s3:cret@office.example/pit", "postgresql://lounge:…@office.example/pit"),
        ("postgresql://lounge@office.example/pit", "postgresql://lounge@office.example/pit"),
        ("host=office password='s3 cret' user=x", "host=office password=… user=x"),
        ("office?user=x&password=s3cret&sslmode=require", "office?user=x&password=…&sslmode=require"),
        ("the drawer held $4,000.00.", "the drawer held $…."),
        (f"{Path.home()}/pit/book.db is full", "~/pit/book.db is full"),
    ],
)
def test_words_are_made_plain(words, left):
    assert plain(words) == left


def test_an_error_is_in_it_by_kind_and_place_but_not_in_its_words(tmp_path):
    begin(tmp_path / "book.db")

    def typed(pin: str) -> None:
        try:
            raise Trouble(f"no PIN {pin}")
        except Trouble as first:
            raise KeyError(f"Gro Moen {pin}") from first

    try:
        typed("".join("730251"))
    except KeyError as error:
        LOG.error("stopped", exc_info=error)
    text = log_of(tmp_path / "book.db").read_text("utf-8")
    assert "ERROR stopped\nKeyError\n  File" in text
    assert "\nTrouble\n  File" in text
    assert "in typed" in text
    assert "Gro Moen 7" not in text
    assert "no PIN 7" not in text


# The files


def test_there_are_three_files_at_most_none_over_its_size(tmp_path):
    book = tmp_path / "book.db"
    begin(book)
    for number in range(4_000):
        LOG.info("entry %d %s", number, "a kind that fills the files soon " * 30)
    end()
    found = logs(book)
    assert [one.name for one in found] == ["book.db.log", "book.db.log.1", "book.db.log.2"]
    assert len(found) == FILES
    assert all(one.stat().st_size <= ROOM for one in found)
    assert {*tmp_path.iterdir()} == {*found}
    assert " entry 3999 " in found[0].read_text("utf-8")


def test_a_log_goes_on_where_it_was_and_another_book_has_its_own(tmp_path):
    for name in ("one.db", "two.db", "one.db"):
        begin(tmp_path / name)
    end()
    lines = log_of(tmp_path / "one.db").read_text().splitlines()
    told = [line.split()[2].rstrip(":") for line in lines]
    assert told == ["start", "end", "start", "end"]
    assert log_of(tmp_path / "two.db").read_text().count("start:") == 1


def test_a_log_that_cannot_be_written_stops_nobody(tmp_path, capsys):
    book = tmp_path / "book.db"
    log_of(book).mkdir()
    Journal.create(book).close()
    begin(book)
    LoggedJournal.open(book).close()
    end()
    assert capsys.readouterr() == ("", "")
    assert logs(book) == []


def test_times_are_utc_wherever_the_machine_is(tmp_path, monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        begin(tmp_path / "book.db")
        LOG.handle(
            logging.makeLogRecord({"created": 0, "levelname": "INFO", "levelno": 20, "msg": "long ago"})
        )
    finally:
        monkeypatch.undo()
        time.tzset()
    assert "1970-01-01T00:00:00Z INFO long ago\n" in log_of(tmp_path / "book.db").read_text()


def test_importing_writes_nothing(tmp_path):
    code = (
        "import logging, pitdesk.upkeep.log as l; l.LOG.error('to nobody'); print(logging.root.handlers)"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")
    assert not [*tmp_path.iterdir()]
