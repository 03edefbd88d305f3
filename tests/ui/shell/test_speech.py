"""Speech: a night's work by ear alone; what is said, once, and how urgently."""

import re

import pytest
from PySide6.QtCore import Qt

from pitdesk.chips import Chips
from tests.ui.blind import CONTROL, ENTER, Blind, blind
from tests.ui.ear import by_ear
from tests.ui.night import PINS, Quick, copied, proven, types
from tests.ui.stand import stands
from ui.aloud.voice import bell

pytestmark = pytest.mark.long

LATE = (1, 51)  # two reasons are in the way of the seal


def sign_in(one: Blind, letters: str, pin: str, name: str) -> None:
    """Sign in, as a name by its first letters."""
    one.type(letters)
    one.hear(f"{name}. Type your PIN.", "polite")
    one.type(pin)
    one.press(ENTER)
    one.hear(f"{name} is signed in.", "polite")


def test_a_fill_by_ear(qtbot, open_window, tmp_path):
    with blind(qtbot, open_window(*copied(tmp_path))) as one:
        sign_in(one, "jo", PINS["jo"], "Jo Sandvik")
        one.press(Qt.Key.Key_F2)
        one.hear("Fill", "focus")
        one.type("3")
        one.hear("^3", "focus")
        one.press(ENTER)
        one.hear("Chips, typed as pieces times value, Required", "focus")
        one.type("60*5")
        one.press(Qt.Key.Key_S, CONTROL)
        one.hear(r"Fill: Table: 3. Chips: \$300.00 · 60 chips. .*Jo Sandvik.", "urgent")
        one.press(ENTER)
        one.hear("PIN or badge, .*Prepared by", "focus")
        one.type("9999")
        one.press(ENTER)
        one.hear("That is not the PIN or badge of Jo Sandvik", "urgent")
        one.type(PINS["jo"])
        one.press(ENTER)
        one.hear(r"Fill 000001 for table 3, \$300.00, is prepared.", "polite")


def test_a_redemption_by_ear(qtbot, open_window, tmp_path):
    with blind(qtbot, open_window(*copied(tmp_path))) as one:
        sign_in(one, "jo", PINS["jo"], "Jo Sandvik")
        one.press(Qt.Key.Key_F4)
        one.hear("Chips, typed as pieces times value", "focus")
        one.type("6*25+7*")
        one.press(ENTER)
        one.hear("'6.25.7.' cannot be read", "urgent")
        one.press(Qt.Key.Key_End)
        one.type("5")
        one.press(Qt.Key.Key_S, CONTROL)
        one.hear(r"Redeem: Chips: \$185.00 · 13 chips.", "urgent")
        one.press(ENTER)
        one.hear(r"Paid \$185.00.", "polite")
        one.hear("Chips, typed as pieces times value", "focus")


def test_a_close_by_ear(qtbot, open_window, tmp_path):
    with blind(qtbot, open_window(*copied(tmp_path, LATE))) as one:
        sign_in(one, "pia", PINS["pia"], "Pia Olsen")
        for matter, why in (
            (r"Drawer: short, -\$2.00 cash", "one payout too many"),
            ("Fill 000003 copy", "torn in the plunger"),
        ):
            one.press(Qt.Key.Key_R, CONTROL)
            one.hear(matter, "focus")
            one.hear("^Reason", "focus")
            one.type(why)
            one.press(ENTER)
            one.hear("PIN or badge, Explained by Pia Olsen", "focus")
            one.type(PINS["pia"])
            one.press(ENTER)
            one.hear("is explained", "polite")
        one.press(Qt.Key.Key_L, CONTROL)
        one.hear("Next starting cash", "focus")
        one.type("5000x")
        one.press(ENTER)
        one.hear("'5000x' is no amount", "urgent")
        one.press(Qt.Key.Key_Backspace)
        one.press(ENTER)
        one.hear("PIN or badge, Sealed by Pia Olsen", "focus")
        one.type(PINS["pia"])
        one.press(ENTER)
        one.hear("PIN or badge, .* Jo Sandvik", "focus")
        one.type(PINS["jo"])
        one.press(ENTER)
        one.hear(r"sealed.*\$[\d,]+\.\d\d", "polite")


@stands("fill")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def said(heard: list[tuple[str, str]], words: str) -> list[tuple[str, str]]:
    """The announcements in which these words are."""
    return [(how, one) for how, one in heard if how != "focus" and re.search(words, one)]


def test_each_payment_is_said_once_and_the_same_payment_again(user):
    with by_ear() as heard:
        for times in (1, 2):
            user.post(user.fill_in("redeem", {"chips": "1x$5"}))
            user.qtbot.wait(5)
            assert len(said(heard, r"Paid \$5\.00\.")) == times


def test_what_is_refused_is_said_once_at_once_with_its_section(user):
    form = user.fill_in("fill", {"table": "3", "chips": "9000x$5"}, [("jo", "cashier", PINS["jo"])])
    with by_ear() as heard:
        user.post(form)
        user.qtbot.wait(5)
    (told,) = [one for how, one in heard if how == "urgent"]
    assert told.count("The chip bank is short") == 1
    assert "99-01.3" in told or "House rule" in told


def test_trouble_that_stands_is_said_once_however_often_it_is_reported(user):
    with by_ear() as heard:
        for _ in range(3):
            user.window.station.trouble("The printer has no paper.", "printer")
            user.qtbot.wait(5)
        assert said(heard, "no paper") == [("urgent", "The printer has no paper.")]
        user.window.station.settle("printer")
        user.window.station.trouble("The printer has no paper.", "printer")
        user.qtbot.wait(5)
        assert len(said(heard, "no paper")) == 2


def test_a_total_is_said_on_every_screen_and_of_no_secret(user):
    with by_ear() as heard:
        for name in user.window._make:
            user.go(name)
            heard.clear()
            user.go("total")
            user.qtbot.wait(5)
            ((how, words),) = [one for one in heard if one[0] != "focus"]
            assert (how, words.endswith("Jo Sandvik.")) == ("urgent", True), name
        user.go("fill", "3")
        types("12*5")
        user.into(user.form.signers.places[0].pin.edit)
        types(PINS["jo"])
        heard.clear()
        user.go("total")
        user.qtbot.wait(5)
        assert said(heard, "60.00")
        assert not said(heard, PINS["jo"])


def test_a_bell_rings_for_what_another_station_asks_and_not_for_what_is_asked_here(
    qtbot, open_window, tmp_path
):
    user, rang, said = Quick.at(qtbot, open_window(*copied(tmp_path))), [], []
    bell.rang.connect(lambda: rang.append(1))
    user.window.station.said.connect(lambda message: said.append(message.words))
    ask, runner = proven("bo:pit boss"), user.window.station.runner

    def here(desk):
        return desk.once(desk.mine, lambda it: it.ask("fill", "3", Chips.read("20x$5"), ask))

    def at_the_pit(desk):
        with desk.at("pit 1"):
            return desk.once(desk.mine, lambda it: it.ask("credit", "3", Chips.read("20x$5"), ask))

    runner.ask(here)
    user.settle()
    assert rang == []
    runner.ask(at_the_pit)
    qtbot.waitUntil(lambda: rang == [1])
    assert said[-1] == "Table 3 asks for a credit. It stands under Now."
