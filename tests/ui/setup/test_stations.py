"""Set-up, Stations: a machine is taken in by letters on two screens, changed, and taken away at once."""

import pytest
from PySide6.QtWidgets import QLabel

from pitdesk.book.journal import Journal
from pitdesk.stations.home import cage_key, machine_key
from tests.ui.night import PINS, signed
from tests.ui.setup.machines import Both, listens, shown
from ui.setup.stations import Stations
from ui.shell.app import Program
from ui.work.lines import following_of, serving_of
from ui.work.settings import Settings

pytestmark = pytest.mark.long


def test_nothing_listens_until_a_machine_may_ask_and_nothing_does_when_none_came(qtbot, both):
    assert not listens(both.port)
    both.let()
    assert listens(both.port)
    both.here.press(both.form.stop)
    qtbot.waitUntil(lambda: not listens(both.port))
    assert both.form.letters.text() == ""


def test_a_machine_is_taken_in_by_letters_on_two_screens(qtbot, both):
    both.let()
    assert both.form.letters.text() == cage_key(both.book).code
    join = both.ask()
    assert join.letters.text() == machine_key(both.there.folder / "station").code
    qtbot.waitUntil(lambda: bool(both.form.theirs.text()))
    assert both.form.theirs.text() == join.letters.text()
    assert both.take_in() == ""
    window = shown(qtbot, both.there)
    assert window.station.place == "pit 1"
    site = both.cage.window.station.board.site
    assert site.stations["pit 1"].parts == ("pit",)
    qtbot.waitUntil(lambda: "On the line" in words_of(both))
    assert not both.form.serving.pairing
    assert window.station.board.site.stations.keys() == {"pit 1"}


def words_of(both: Both) -> str:
    return " ".join(one.text() for one in both.form.findChildren(QLabel) if one.isVisible())


def test_the_letters_are_compared_before_a_machine_is_taken_in(qtbot, both):
    both.let()
    both.ask()
    assert "Compare the letters on both screens" in both.take_in(same=False)
    assert not both.cage.window.station.board.site.stations


def test_wrong_letters_of_the_cage_lead_nowhere(qtbot, both):
    both.let()
    join = both.ask("AAAA AAAA AAAA AAAA")
    qtbot.waitUntil(lambda: join.said.text().startswith("The code aaaaaaaaaaaaaaaa is not that"))
    assert join.join.isEnabled()
    assert both.form.theirs.text() == ""
    both.fill_in(join)
    assert both.take_in() == ""
    shown(qtbot, both.there)


def test_a_station_that_was_paired_starts_as_one_and_the_cage_lets_it_in_again(qtbot, both, tmp_path):
    both.paired()
    both.close()
    both.cage = Program(tmp_path / "cage", both.clock)
    both.cage.begin(both.book)
    cage = shown(qtbot, both.cage)
    serving = serving_of(cage.station, cage.settings)
    qtbot.waitUntil(lambda: serving.port == both.port)
    both.there = Program(tmp_path / "pit", both.clock)
    both.there.begin()
    window = shown(qtbot, both.there)
    qtbot.waitUntil(lambda: serving.seen["pit 1"].on_line)
    both.clock.at = both.clock.at.replace(minute=59)
    window.close()
    both.there.window = None
    qtbot.waitUntil(lambda: not serving.seen["pit 1"].on_line)
    assert serving.seen["pit 1"].at == both.clock.at


def test_what_prints_there_and_what_it_may_do_is_changed(qtbot, both):
    both.paired(fills="1 2", own=True)
    one = both.cage.window.station.board.site.stations["pit 1"]
    assert (one.fills, one.credits, one.own) == (("1", "2"), (), True)
    both.here.go("stations")
    named = {one.name: one for one in both.form.inputs}
    both.here.enter(named["what"], "change")
    assert both.form.fills.typed() == "1 2"
    both.here.enter(named["fills"], "2")
    both.here.enter(named["credits"], "3")
    both.here.enter(named["part cage"], True)
    both.here.sign(both.form.signers, signed("pia:shift manager"))
    both.here.press(both.form.primary)
    both.here.settle()
    one = both.cage.window.station.board.site.stations["pit 1"]
    assert (one.parts, one.fills, one.credits) == (("pit", "cage"), ("2",), ("3",))


def test_a_station_is_taken_away_at_once_and_then_nothing_listens(qtbot, both):
    both.paired()
    following = following_of(both.there.window.station)
    both.here.go("stations")
    named = {one.name: one for one in both.form.inputs}
    both.here.enter(named["what"], "away")
    both.here.enter(named["reason"], "stolen")
    both.here.sign(both.form.signers, signed("pia:shift manager"))
    both.here.press(both.form.primary)
    qtbot.waitUntil(lambda: not both.cage.window.station.board.site.stations)
    qtbot.waitUntil(lambda: bool(following.away))
    qtbot.waitUntil(lambda: not listens(both.port))
    with Journal.read(both.book) as journal:
        assert journal.entry(journal.head.seq).fact.reason == "stolen"


def test_an_address_that_is_none_of_this_machine_is_told(qtbot, both):
    both.at(both.cage.window)
    both.here.go("stations")
    both.here.write(both.form.at.edit, "192.0.2.77")
    both.here.press(both.form.let)
    qtbot.waitUntil(lambda: both.form.state.text().startswith("Stations cannot be let in at 192.0.2.77"))
    for text in ("192.0.2.77:port", "0.0.0.0"):
        both.here.write(both.form.at.edit, text)
        both.here.press(both.form.let)
        assert both.form.at.told.startswith("Type one address of this machine")
    assert not both.form.serving.pairing


def test_a_station_takes_no_other_in(qtbot, both):
    user = both.paired()
    both.at(user.window)
    user.sign_in("pia", PINS["pia"])
    user.go("stations")
    assert isinstance(user.form, Stations)
    user.enter({one.name: one for one in user.form.inputs}["what"], "away")
    user.sign(user.form.signers, signed("pia:shift manager"))
    user.press(user.form.primary)
    assert "taken in at the cage" in user.form.notice.text
    assert user.form.here.isVisible()  # with the ways on from a station
    assert not user.form.let.isVisible()


def test_a_window_with_no_station_has_no_address_and_no_key(qtbot, both):
    assert Settings(both.cage.folder / "station.ini").serve == ""
    assert not both.book.with_name(both.book.name + ".tls").exists()
