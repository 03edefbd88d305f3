"""The commands of head office, as they are typed."""

import json

import pytest

from pitdesk.__main__ import main
from pitdesk.office.store import VERSION
from tests.pitdesk.office.days import House, key


@pytest.fixture
def pitdesk(url, monkeypatch, capsys):
    """Type a command: pitdesk("status", "--json") gives status, what was said, and what went wrong."""
    monkeypatch.setenv("PITDESK_OFFICE", url)

    def typed(*words: object) -> tuple[int, str, str]:
        status = main(["office", *map(str, words)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return typed


def test_a_head_office_from_its_beginning(pitdesk, office, house, tmp_path):
    password = tmp_path / "password"
    password.write_text("sesame\nmore\n")
    enroll = ("enroll", "--site", house.name, "--public", house.key.public, "--role", "riverside")
    status, said, _ = pitdesk(*enroll, "--password-file", password)
    assert (status, said) == (0, f"{house.name} is enrolled; it logs in as riverside\n")
    stick = office.stick(house.documents)
    assert pitdesk("receive", stick) == (
        0,
        "from folders: 8 new, 0 known before\n8 more documents are right and stand\n",
        "",
    )
    assert pitdesk("verify") == (0, "8 documents, all intact\n", "")
    status, said, _ = pitdesk("status", "--json")
    (found,) = json.loads(said)
    assert (status, found["document"], found["last"], found["findings"].get("chain")) == (
        1 if found["findings"] else 0,
        8,
        "2026-01-07",
        None,
    )
    status, said, _ = pitdesk("report", "quarter", "2026-02-01")
    assert status == 0
    assert len(said.splitlines()) >= 2
    days = [it.said for it in house.documents if it.kind == "day"]
    gross = sum(it["summary"]["gross"] for it in days)
    assert f"{gross // 100}.{gross % 100:02}" in said.replace(",", "").replace("$", "")


def test_init_says_what_it_did(pitdesk, bare):
    status, said, _ = pitdesk("init", "--database", bare)
    assert status == 0
    steps = [f"brought the schema from {number} to {number + 1}" for number in range(VERSION)]
    assert said.startswith("\n".join([*steps, "prepared 2026q1 to "]))
    assert pitdesk("init", "--database", bare)[1].startswith("nothing to do")


def test_bad_news_has_status_1_and_is_printed(pitdesk, office, house):
    office.enroll(house)
    office.receive(*house.documents)
    again = house.copy(5)
    again.run(12)
    status, said, _ = pitdesk("receive", office.stick([*again.documents[5:], House("Elks, B").day()]))
    assert status == 1
    assert "Elks, B, which is not enrolled" in said
    assert f"CONFLICT: {house.name}, document 6: " in said
    status, said, _ = pitdesk("status", "--site", house.name)
    assert status == 1
    assert said.startswith(f"{house.name}: last day 2026-01-07, ")
    assert "conflicts: document 6 is there twice" in said
    assert "  documents: missing: " not in said
    office.run("UPDATE pitdesk.day SET gross = 1 WHERE number = 2")
    status, said, _ = pitdesk("verify", "--site", house.name)
    assert status == 1
    assert said.startswith(f"{house.name}, document 2: a row of day derived from it, of 2026-01-03")


def test_status_ends_when_nothing_is_left_to_do(pitdesk, office, house):
    office.enroll(house)
    house.correction(house.documents[0], gross=500)
    house.slips["fill"] += 3
    day = house.day()
    house.deposit(days=1, late=30)
    office.receive(*house.documents)
    assert pitdesk("status")[0] == 1
    first = day.said["slips"]["fill"][0]["first"] - 3
    words = ("--site", house.name, "--series", "fill", "--first", first, "--reason", "the pad burned")
    assert pitdesk("explain", *words) == (0, f"written down: fill {first} to {first + 2}\n", "")
    status, said, _ = pitdesk("status")
    assert (status, said.count("  past: "), said.count("  settled: ")) == (0, 2, 1)
    status, said, _ = pitdesk("status", "--json")
    assert (status, len(json.loads(said)[0]["past"])) == (0, 2)
    status, _, error = pitdesk("explain", *words)
    assert status == 3
    assert "no gap that begins with fill" in error


def test_receive_as_json(pitdesk, office, house):
    office.enroll(house)
    office.receive(*house.documents[:3])
    again = house.copy(2)
    again.day()
    status, said, _ = pitdesk(
        "receive", "--json", office.stick([again.documents[2], House("Elks, B").day()])
    )
    found = json.loads(said)
    assert (status, found["new"], found["stands"]) == (1, 1, 0)
    assert found["conflicts"][0]["number"] == 3
    assert "not enrolled" in found["turned"][0]["words"]


def test_the_limits_are_shown_and_set(pitdesk, office):
    first = "a document: 1,000,000 bytes; a site's day: 100,000,000; in all: 1,000,000,000\n"
    assert pitdesk("limits")[:2] == (0, first)
    assert pitdesk("limits", "--day", 5_000_000)[1] == first.replace("100,000,000", "5,000,000", 1)
    assert "at least 1 byte" in pitdesk("limits", "--all", 0)[2]
    assert pitdesk("limits", "--day", 100_000_000)[:2] == (0, first)


def test_what_head_office_decides_is_judged_at_once(pitdesk, office, house):
    office.enroll(house)
    again = house.copy(6)
    again.run(2)
    office.receive(*house.documents)
    office.receive(*again.documents[6:])
    sha256 = again.documents[6].sha256
    choose = (
        "settle",
        "--site",
        house.name,
        "--number",
        7,
        "--sha256",
        sha256,
        "--reason",
        "disk replaced",
    )
    status, said, _ = pitdesk(*choose)
    assert (status, said) == (
        0,
        f"written down; 3 documents of {house.name} stand now that did not before\n",
    )
    status, said, _ = pitdesk("status")
    assert ("  settled: document 7: " in said, "conflicts:" in said) == (True, False)
    assert pitdesk("verify")[:2] == (0, "11 documents, all intact\n")
    revoke = (
        "revoke",
        "--site",
        house.name,
        "--from",
        8,
        "--successor",
        key("n").public,
        "--reason",
        "stolen",
    )
    status, said, _ = pitdesk(*revoke)
    assert (status, said.partition(";")[2]) == (
        0,
        f" 0 documents of {house.name} stand now that did not before\n",
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["status", "--site", "Nobody, Here"], "No site 'Nobody, Here' is enrolled. Known: none."),
        (["status", "--database", "postgresql://r@localhost:1/x"], "cannot be reached"),
        (["receive", "no-such-folder"], "The folder no-such-folder is not there"),
        (["enroll", "--site", "x", "--public", "y", "--role", "z"], "names no site"),
    ],
)
def test_trouble_has_status_3_and_words(pitdesk, words, told):
    status, said, wrong = pitdesk(*words)
    assert (status, said) == (3, "")
    assert told in wrong


def test_without_an_address_it_asks_for_one(pitdesk, monkeypatch):
    monkeypatch.delenv("PITDESK_OFFICE")
    assert pitdesk("status")[0::2] == (
        3,
        "Which head office? Give --database postgresql://…, or set PITDESK_OFFICE.\n",
    )


def test_office_alone_says_what_there_is(pitdesk):
    status, said, _ = pitdesk()
    assert status == 0
    assert "receive" in said


def test_a_date_that_is_none_is_a_usage_error(pitdesk):
    with pytest.raises(SystemExit) as left:
        pitdesk("report", "day", "soon")
    assert left.value.code == 2
