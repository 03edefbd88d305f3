"""The message bar: one thing at a time, for as long as it matters."""

import pytest

from tests.ui.evening import Quick, copied


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def test_it_says_one_thing_with_its_tone_until_it_is_put_away(hands):
    bar, station = hands.window.frame.messages, hands.window.station
    for tone, word in (("good", "Done"), ("look", "Look"), ("stop", "Trouble")):
        station.say(f"Something is {word}.", tone)
        assert (bar.tone.text(), bar.words.text()) == (word, f"Something is {word}.")
        assert bar.accessibleName() == bar.words.text()
    station.say("")
    assert bar.isHidden()


def test_what_is_done_goes_with_the_next_verb_and_trouble_stays(hands):
    hands.window.station.say("Kept.")
    hands.go("redeem")
    assert hands.told() == ""
    hands.window.station.say("The disk is full.", "stop")
    hands.go("fill")
    assert hands.told() == "The disk is full."


def test_what_is_the_matter_with_the_printer_is_said_again(hands):
    window = hands.window
    window.frame.top.watch.printer_said("The printer is off.")
    window.station.say("Kept.")
    hands.go("fill")
    assert hands.told() == "The printer is off."
    assert window.frame.top.watch.again.isVisible()
    window.frame.top.watch.printer_said("")
    assert hands.told().startswith("The printer is back")


def test_trouble_of_the_desk_is_said(hands):
    hands.window.station.runner.trouble.emit("The book cannot be read.")
    assert hands.told() == "The book cannot be read."
