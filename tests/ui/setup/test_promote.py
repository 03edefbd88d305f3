"""The cage's machine is dead: the station's window leads to a new cage, or to the one there is."""

import shutil
from pathlib import Path

import pytest

from pitdesk.book import people
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN
from pitdesk.book.staging import stage
from pitdesk.codes.keys import key_of
from pitdesk.stations.home import Home
from pitdesk.upkeep.backup import LINE_KEY, copy_keys
from tests.ports import free_port
from tests.ui.fits import findings
from tests.ui.night import PINS, Quick, signed
from tests.ui.setup.machines import Both, listens, shown
from ui.setup.nocage import NoCage
from ui.setup.promote import Promote
from ui.shell import app
from ui.shell.app import Program
from ui.work.lines import following_of

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def _quickly(monkeypatch):
    monkeypatch.setattr(people, "STRONG", PLAIN)


@pytest.fixture
def stick(both, tmp_path) -> Path:
    """The two of them paired; the cage's keys as they were copied and locked away."""
    both.paired()
    with Journal.read(both.book) as journal:
        key_of(journal)
    (tmp_path / "stick").mkdir()
    copy_keys(both.book, tmp_path / "stick")
    return tmp_path / "stick"


def no_cage(both: Both) -> NoCage:
    both.qtbot.waitUntil(lambda: isinstance(both.there.window, NoCage))
    here = both.there.window
    both.qtbot.waitUntil(lambda: here.reach.word.text() == "Its copy")
    return here


def initial(here: Promote, *who: tuple[str, str]) -> None:
    for (person, pin), (one, typed) in zip(here.managers, who, strict=True):
        person.take_up(one)
        pin.take_up(typed)


def put(both: Both, here: Promote) -> str:
    here.primary.click()
    both.qtbot.waitUntil(lambda: not here.working)
    return here.trouble.text() if here.trouble.isVisible() else ""


def test_the_window_of_a_station_becomes_that_of_the_cage(qtbot, both, stick, tmp_path):
    port, two = free_port(), (("gro", PINS["gro"]), ("pia", PINS["pia"]))
    following = following_of(both.there.window.station)
    qtbot.waitUntil(lambda: following.last is not None)
    following.stuck.emit()
    no_cage(both).dead.click()
    here = both.there.window
    assert isinstance(here, Promote)
    qtbot.waitUntil(lambda: here.held is not None and not here.working)
    assert "It ends with entry" in here.found.words.text()
    assert here.missing.text().startswith("The cage was last heard at ")
    other = tmp_path / "other.tls"
    other.write_bytes((both.there.folder / "station" / "station.pem").read_bytes())
    here.take_key(LINE_KEY, other)
    qtbot.waitUntil(lambda: not here.working)
    assert "is not the key by which this station knows its cage" in here.kept[LINE_KEY].words.text()
    here.choose_folder = lambda: str(stick)
    here.stick.click()
    qtbot.waitUntil(lambda: not here.working)
    assert [one.word.text() for one in here.kept.values()] == ["Found", "Found", "Found"]
    here.last["fill"].edit.setText("7")
    here.address.edit.setText(f"127.0.0.1:{port}")

    for room in ((1024, 600), (683, 384)):
        here.resize(*room)
        qtbot.wait(50)
        assert findings(here, touched=True) == []

    # Whatever is wrong is said, what was typed stays, and no PIN does
    assert put(both, here) == ""
    assert here.managers[0][0].told == "Choose a manager."
    initial(here, *two)
    assert "so it is not dead" in put(both, here)
    both.cage.window.close()
    both.cage.window = None
    for who, words in (
        ((("gro", PINS["gro"]), ("gro", PINS["gro"])), "Two managers initial this"),
        ((("gro", PINS["gro"]), ("pia", "999999")), "That is not the PIN"),
    ):
        initial(here, *who)
        said = put(both, here)
        assert words in said
        assert "[" in said, "the section"
        assert [pin.value() for _, pin in here.managers] == ["", ""]
        assert here.managers[0][0].value() == "gro"
        assert here.last["fill"].edit.text() == "7"
    assert not here.home.became.exists()

    initial(here, *two)
    assert put(both, here) == ""
    assert "Fill 000001 to 000007 are noted as lost" in here.outcome.words.text()
    assert f"type the address 127.0.0.1:{port}" in here.then.text()
    here.go_on.click()
    window = shown(qtbot, both.there)
    assert (window.station.place, window.station.book) == ("", here.home.became)
    qtbot.waitUntil(lambda: listens(port))
    user = Quick(qtbot, window)
    both.at(window)
    user.sign_in("jo", PINS["jo"])
    user.fill_in("fill", {"table": "3", "chips": "60x$5"}, signed("jo:cashier"))
    user.press(user.form.primary)
    qtbot.waitUntil(lambda: window.station.board.waiting != ())
    assert window.station.board.waiting[0].number == 8

    # And it starts as the cage from then on
    window.close()
    both.there = Program(both.there.folder, both.clock)
    both.there.begin()
    assert shown(qtbot, both.there).station.book == here.home.became


@pytest.mark.parametrize("complete", [True, False], ids=["complete", "begun"])
def test_a_promotion_that_was_cut_halfway_says_what_became_of_it(qtbot, both, complete):
    both.paired()
    home = Home.of(both.there.folder / "station")
    both.there.window.close()
    both.cage.window.close()
    both.cage.window = None
    home.became.parent.mkdir()
    made = stage(home.became)
    for ending in ("", ".head", ".pepper", ".key"):
        shutil.copy(f"{both.book}{ending}", f"{made}{ending}")
    if complete:
        made.parent.rename(made.parent.with_name(f"{home.became.name}.staged"))
    both.there = Program(both.there.folder, both.clock)
    both.there.begin()
    signin = shown(qtbot, both.there).session.signin
    qtbot.waitUntil(signin.said.isVisible)
    assert signin.said.text().startswith(app.CAGE_NOW if complete else app.STATION_STILL)
    assert home.became.exists() == complete
    if not complete:
        signin.way.click()
        qtbot.waitUntil(lambda: isinstance(both.there.window, NoCage))


def test_a_cage_that_moved_is_found_at_its_other_address(qtbot, both):
    """With nobody signed in, as after the station was started again."""
    both.paired()
    signin = both.there.window.session.signin
    both.cage.window.close()
    both.cage.window = None
    qtbot.waitUntil(signin.way.isVisible)
    signin.way.click()
    here = no_cage(both)
    here.afresh.click()
    qtbot.waitUntil(lambda: both.there.window is not here)
    here = no_cage(both)
    here.resize(1024, 600)
    qtbot.wait(50)
    assert findings(here, touched=True) == []
    assert "The copy was left as it is." in here.why.text()
    home = Home.of(both.there.folder / "station")
    assert home.book.exists()

    here.at.edit.setText("192.168.1.10:port")
    here.moved.click()
    assert here.at.told.startswith("Type the address")
    port = free_port()
    both.cage = Program(both.cage.folder, both.clock)
    both.cage.serve = ("127.0.0.1", port)
    both.cage.begin(both.book)
    shown(qtbot, both.cage)
    qtbot.waitUntil(lambda: listens(port))
    here.at.edit.setText(f"127.0.0.1:{port}")
    here.moved.click()
    window = shown(qtbot, both.there)
    qtbot.waitUntil(lambda: following_of(window.station).away == "")
    assert Home.of(home.folder).cage.port == port
    qtbot.waitUntil(window.session.signin.way.isHidden)
