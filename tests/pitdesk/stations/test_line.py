"""A station's end of the line: its disk is full, and what the cage says is not what it should be."""

import shutil
import subprocess
import time
from random import Random

import pytest
from msgspec import DecodeError

from pitdesk.book.journal import Journal
from pitdesk.chips import Chips
from pitdesk.errors import Trouble
from pitdesk.stations import line
from pitdesk.stations.remote import RemoteDesk
from pitdesk.stations.verbs import unpacked
from pitdesk.stations.wire import Hello, News, No, encode, from_station
from pitdesk.upkeep.backup import check
from tests import storm
from tests.pitdesk.stations.cable import Cable
from tests.pitdesk.stations.conftest import WORK, heard
from tests.storm import seeds

FIVE = Chips.read("5x$5")


@pytest.fixture
def small(tmp_path):
    """A folder on a small disk of its own."""
    folder = tmp_path / "small"
    folder.mkdir()
    size = ["-t", "tmpfs", "-o", "size=900k", "none", folder]
    if subprocess.run(["mount", *size], check=False, capture_output=True).returncode:
        pytest.skip("a disk of its own takes a superuser")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


@pytest.mark.storm
@pytest.mark.parametrize("seed", seeds(2))
def test_a_station_whose_disk_is_full_says_so_and_goes_on_once_it_is_free(
    served, pit, small, monkeypatch, seed
):
    monkeypatch.setattr(line, "FULL_S", 0)
    home = served.paired(small / "pit 1", "pit 1", pit.by("gus"), WORK)
    desk = RemoteDesk.open(home, pit.clock)
    free = shutil.disk_usage(small).free
    (ballast := small / "photos").write_bytes(b"x" * (free - Random(seed).randrange(2_000, 60_000)))

    def write() -> None:
        for _ in range(30):
            served.do(lambda it: it.refuse(FIVE, "x" * 3000, pit.by("jo")))
            heard(desk, lambda: desk.journal.head.seq == served.do(lambda it: it.journal.head.seq))

    with pytest.raises(Trouble, match=r"[Ff]ree") as full:
        write()
    assert desk.line.why == f"This station's copy stopped: {full.value}"
    with pytest.raises(Trouble):
        desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo")))
    reached = desk.journal.head.seq
    assert desk.trial(lambda it: it.fill("99", FIVE, pit.by("jo")))  # reading goes on

    ballast.unlink()
    for _ in range(100):
        try:
            heard(desk, lambda: desk.line.reached)
            break
        except Trouble:
            pass
    heard(desk, lambda: desk.journal.head.seq > reached)
    assert desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo"))).kind == "fill"
    head = desk.journal.head
    desk.close()
    assert check(home.book).ok
    assert served.do(lambda it: it.journal.head) == head


def test_a_copy_that_is_opened_on_a_full_disk_says_so(served, pit, small):
    """SQLite says that the disk fails; nobody is to change a disk that is only full."""
    home = served.paired(small / "pit 1", "pit 1", pit.by("gus"), WORK)
    RemoteDesk.open(home, pit.clock).close()
    (ballast := small / "photos").write_bytes(b"x" * (shutil.disk_usage(small).free - 8192))
    with pytest.raises(Trouble, match=r"has no room left on its disk\. Free some"):
        RemoteDesk.open(home, pit.clock)
    ballast.unlink()
    desk = RemoteDesk.open(home, pit.clock)
    assert desk.line.reached
    desk.close()


@pytest.mark.storm
@pytest.mark.parametrize("seed", seeds(2))
def test_what_is_asked_while_the_disk_is_full_is_there_once_it_is_free(
    served, pit, small, monkeypatch, seed
):
    monkeypatch.setattr(line, "FULL_S", 0)
    home = served.paired(small / "pit 1", "pit 1", pit.by("gus"), WORK)
    desk = RemoteDesk.open(home, pit.clock)
    free = shutil.disk_usage(small).free
    (ballast := small / "photos").write_bytes(b"x" * (free - Random(seed).randrange(2_000, 60_000)))
    asked = 0

    def ask() -> None:
        nonlocal asked
        while asked < 30:
            asked += 1
            desk.once(desk.mine, lambda it: it.refuse(FIVE, "x" * 3000, pit.by("jo")))

    with pytest.raises(Trouble, match=r"Nobody here knows yet|It stands at the cage"):
        ask()
    ballast.unlink()
    for _ in range(100):
        try:
            heard(desk, lambda: desk.journal.head == served.do(lambda it: it.journal.head))
            break
        except Trouble:
            pass
    assert desk.told == "" or "What you asked last was done: entry" in desk.told
    desk.close()
    assert served.do(lambda it: len([*it.journal.entries()])) >= asked
    with Journal.read(home.book) as copy:
        asked_here = [one for one in copy.entries() if (one.request or "").startswith("pit 1 after")]
    assert len(asked_here) == asked


def test_another_version_is_understood_as_far_as_it_is_needed(served, station, pit):
    """A later one says more, an earlier one less: each is told in words, not cut off."""
    later = b'{"type":"Hello","same":"9.0.0 x","seq":1,"first":"","link":"","term":0,"more":[1]}'
    assert from_station(later) == Hello("9.0.0 x", 1)
    assert from_station(b'{"type":"Hello","same":"0.1.0 x"}') == Hello("0.1.0 x")
    desk = station()
    desk.close()
    known = line.Home.of(desk.journal.path.parent)
    end = line._connected("127.0.0.1", served.port, line.station_end(known.key, known.cage.certificate))
    with end:
        end.send(later)
        answer = line.from_cage(end.recv(10))
    assert isinstance(answer, No)
    assert answer.code == "version"
    assert "The cage runs PitDesk 0.3.0 and this station 9.0.0" in answer.words


@pytest.mark.storm
@pytest.mark.parametrize("way", ["up", "down"])
def test_a_line_that_is_cut_as_it_is_opened_is_away_and_not_turned_away(served, station, way):
    """At any byte of TLS, of its messages, of what is said first: the station dials again."""
    desk = station()
    desk.close()
    cable, home = Cable(served.port), line.Home.of(desk.journal.path.parent)
    there = home.moved("127.0.0.1", cable.port)
    for at in range(0, 2400, storm.step(150)):
        setattr(cable, way, at)
        end, answer = line.dialed(there, Hello(line.SAME))
        assert isinstance(answer, line.Welcome) or answer.code == line.AWAY, (at, answer)
        if end:
            end.close()
    cable.stop()
    home.moved("127.0.0.1", served.port)


@pytest.mark.parametrize("said", [b"\xff", b'{"type":"\xff"}', b'{"type":"Stands","seq":"\xff"}', b"[]"])
def test_what_is_no_message_is_told_as_such(said):
    for read in (from_station, line.from_cage, lambda data: unpacked("fill", data)):
        with pytest.raises(DecodeError):
            read(said)


@pytest.mark.parametrize("how", ["flipped", "skipped", "doubled", "turned around"])
def test_entries_that_do_not_follow_are_not_taken_in(served, station, pit, how):
    desk = station()
    for _ in range(2):
        served.do(lambda it: it.fill("2", FIVE, pit.by("jo")))
    seq = desk.journal.head.seq
    one, other = served.do(lambda it: it.journal.rows(seq, 2))
    body, link = one
    sent = {
        "flipped": ((bytes([*body[:-9], body[-9] ^ 1, *body[-8:]]), link),),
        "skipped": (other,),
        "doubled": (one, one),
        "turned around": (other, one),
    }[how]
    with pytest.raises(Trouble, match=r"is not what follows|damaged"):
        desk.line._take(line.from_cage(encode(News(sent))))
    assert desk.journal.head.seq == seq
    assert "This station's copy stopped" in desk.line.why
    desk.line._next = 0
    heard(desk, lambda: desk.journal.head.seq == seq + 2)  # the right ones are


def test_somebody_has_the_cage_called_at_once_whatever_is_waited_for(served, station, monkeypatch):
    monkeypatch.setattr(line, "AGAIN_S", 1000)
    desk = station()
    served.cage.close()
    desk.hear()
    heard(desk, lambda: not desk.line.reached)
    tried = desk.line.tried
    served._let_in()
    desk.hear()
    assert (desk.line.reached, desk.line.tried) == (False, tried)
    desk.line.again()
    heard(desk, lambda: desk.line.reached)
    assert desk.line.tried == tried + 1


def test_a_cage_that_answers_and_lets_nobody_in_is_called_less_and_less_often(served, station, pit):
    desk, pauses = station(), []
    served.do(lambda it: it.end_station("pit 1", pit.by("gus"), "lost"))
    heard(desk, lambda: desk.line.code == "unknown")
    for _ in range(7):
        pauses.append(desk.line._pause_s)
        before = desk.line.tried
        desk.line.again()  # somebody has it called at once: the pause grows all the same
        heard(desk, lambda tried=before: desk.line.tried > tried)
    assert pauses == [2, 4, 8, 16, 32, 60, 60]
    assert "taken away, or never paired" in desk.line.why


def test_a_line_that_is_there_only_after_it_was_hung_up_is_ended(served, station):
    desk = station()
    served.end()
    heard(desk, lambda: not desk.line.reached)
    served.begin()
    desk.line.again()
    desk.hear()  # dials, and does not look what comes of it
    until(lambda: [*served.cage.reached] == ["pit 1"])
    desk.line.close()
    until(lambda: not served.cage.reached)


def until(so):
    """Wait until something is so."""
    for _ in range(400):
        if so():
            return
        time.sleep(0.05)
    raise AssertionError("it never is")
