"""The message bar: one thing at a time, for as long as it matters."""

import pytest

from tests.ui.night import Quick, copied


@pytest.fixture
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def test_it_says_one_thing_with_its_tone_until_it_is_put_away(user):
    bar, station = user.window.frame.messages, user.window.station
    for tone, word in (("good", "Done"), ("look", "Look"), ("stop", "Trouble")):
        station.say(f"Something is {word}.", tone)
        assert (bar.tone.text(), bar.words.text()) == (word, f"Something is {word}.")
        assert bar.accessibleName() == bar.words.text()
    station.say("")
    assert bar.isHidden()


def test_what_is_done_goes_with_the_next_verb_and_trouble_stays(user):
    user.window.station.say("Kept.")
    user.go("redeem")
    assert user.told() == ""
    user.window.station.say("The disk is full.", "stop")
    user.go("fill")
    assert user.told() == "The disk is full."


def test_what_is_the_matter_with_the_printer_is_said_again(user):
    window = user.window
    window.frame.top.watch.printer_said("The printer is off.")
    window.station.say("Kept.")
    user.go("fill")
    assert user.told() == "The printer is off."
    assert window.frame.top.watch.again.isVisible()
    window.frame.top.watch.printer_said("")
    assert user.told().startswith("The printer is back")


def test_trouble_of_the_desk_is_said(user):
    user.window.station.runner.trouble.emit("The book cannot be read.")
    assert user.told() == "The book cannot be read."
