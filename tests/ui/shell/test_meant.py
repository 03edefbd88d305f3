"""Keys for digits: the number pad without Num Lock, and the row of a French keyboard."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from pitdesk.chips import Chips
from tests.ui.night import PINS, Quick, copied, key
from tests.ui.stand import stands
from ui.shell.meant import FRENCH, LINUX, NUMBER_PAD, ROW
from ui.widgets.fields import Secret

ON_PAD = {digit: which for which, digit in NUMBER_PAD.items()}
FRENCH_SIGN = {digit: sign for sign, digit in FRENCH.items()}
PAD, NONE = Qt.KeyboardModifier.KeypadModifier, Qt.KeyboardModifier.NoModifier


@stands("fill", "redeem")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def press(which: int, text: str = "", held: Qt.KeyboardModifier = NONE, code: int = 0) -> None:
    """A key as the system tells of it, where the focus is."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, which, held, code, 0, 0, text)
        QCoreApplication.sendEvent(QApplication.focusWidget(), event)


def timed(
    kind: QEvent.Type,
    at_ms: int,
    which: Qt.Key = Qt.Key.Key_Return,
    held: Qt.KeyboardModifier = NONE,
) -> bool:
    """A key goes down or up at a time, as an X server tells of it; whether the focus takes it."""
    event = QKeyEvent(kind, which, held)
    event.setTimestamp(at_ms)
    event.setAccepted(kind != QEvent.Type.ShortcutOverride)
    QCoreApplication.sendEvent(QApplication.focusWidget(), event)
    return event.isAccepted()


def on_pad(digits: str) -> None:
    """On the number pad, with Num Lock off."""
    for digit in digits:
        press(ON_PAD[digit], held=PAD)


def in_french(digits: str, *, row: bool = True) -> None:
    """On the row above the letters of a French keyboard; without `row`, as a program types it."""
    for digit in digits:
        sign = FRENCH_SIGN[digit]
        press(ord(sign.upper()), sign, code=LINUX + ROW.index(digit) if row else 0)


@pytest.mark.parametrize("typed", [on_pad, in_french])
@pytest.mark.parametrize("person", ["jo", "kari", "bo"])
def test_at_the_sign_in_they_are_the_pin_and_choose_nobody_else(user, typed, person):
    user.window.session.lock()
    signin = user.window.session.signin
    signin.pick(person)
    typed(PINS[person])
    assert signin._person == person
    assert len(signin.dots.text()) == len(PINS[person])
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.window.station.board.signed_in == person


def test_the_arrows_that_are_no_digits_still_lead_to_a_name(user):
    user.window.session.lock()
    signin = user.window.session.signin
    signin.pick("jo")
    press(Qt.Key.Key_Down)
    assert signin._person not in ("jo", "")


@pytest.mark.parametrize("typed", [on_pad, in_french])
def test_among_chips_they_are_digits(user, typed):
    user.go("redeem")
    typed("16")
    user.type("*")
    typed("25")
    assert user.form.chips.value() == Chips.read("16x$25")
    user.into(user.form.chips.edit(next(iter(Chips.read("1x$5")))))
    typed("7")
    assert user.form.chips.value() == Chips.read("16x$25 7x$5")


@pytest.mark.parametrize("typed", [on_pad, in_french])
def test_at_the_tables_and_under_a_slip_too(user, typed):
    user.go("fill")
    typed("2")
    assert user.form.table.value() == "2"
    user.into(user.form.signers.first())
    typed(PINS["jo"])
    assert user.form.signers.places[0].pin.typed() == PINS["jo"]


def test_signs_that_a_program_types_are_digits_of_a_pin(user):
    user.go("fill", "2")
    user.into(user.form.signers.first())
    in_french("274", row=False)
    assert user.form.signers.places[0].pin.typed() == "274"


def test_in_words_a_letter_stays_a_letter(user):
    form = user.fill_in("redeem", {})
    user.into(form.reason.edit)
    in_french("27")
    assert form.reason.edit.text() == "éè"
    on_pad("27")
    assert form.reason.edit.text() == "éè27"


def test_what_is_held_with_another_key_is_no_digit(user):
    user.go("redeem")
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit)
    press(Qt.Key.Key_Asterisk, "*", Qt.KeyboardModifier.ShiftModifier, LINUX + 7)  # above the 8
    press(Qt.Key.Key_Asterisk, "*", code=LINUX + 7)
    assert line.text() == "**"
    press(Qt.Key.Key_2, "2", code=LINUX + 1)
    assert line.text() == "**2"


def test_a_password_is_taken_as_it_is_typed(user):
    secret = Secret("password", "Password", pastes=True)
    secret.setParent(user.window)
    secret.show()
    secret.edit.setFocus()
    in_french("27")
    assert secret.edit.secret == "éè"


def test_an_enter_that_is_up_and_down_at_once_was_held(user):
    """An X server tells of each repeat as that; Qt does not always see that the two belong together."""
    down, up = QEvent.Type.KeyPress, QEvent.Type.KeyRelease
    user.go("floor")
    timed(up, 500)
    timed(down, 500)
    assert user.window.place == "floor"
    timed(up, 540)
    timed(down, 547)  # as fast as a driver that types
    assert user.window.place == "fill"


@pytest.mark.parametrize(
    ("which", "held"),
    [
        (Qt.Key.Key_F2, NONE),
        (Qt.Key.Key_F7, NONE),
        (Qt.Key.Key_Escape, NONE),
        (Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_D, Qt.KeyboardModifier.AltModifier),
    ],
)
def test_no_verb_takes_a_key_that_is_up_and_down_at_once(user, which, held):
    """Before a shortcut gets a key, who has the focus is asked whether it is theirs."""
    asks, up = QEvent.Type.ShortcutOverride, QEvent.Type.KeyRelease
    user.go("floor")
    assert not timed(asks, 400, which, held)
    timed(up, 500, which, held)
    assert timed(asks, 500, which, held)
    timed(up, 540, which, held)
    assert not timed(asks, 547, which, held)
    assert not timed(asks, 540, Qt.Key.Key_F12)  # another key


def test_a_held_space_presses_a_button_once(user):
    pressed: list[bool] = []
    button = QPushButton("Go", user.window)
    button.show()
    button.setFocus()
    button.clicked.connect(lambda: pressed.append(True))
    for at in range(3):
        timed(QEvent.Type.KeyPress, 500 + 30 * at, Qt.Key.Key_Space)
        timed(QEvent.Type.KeyRelease, 530 + 30 * at, Qt.Key.Key_Space)
    assert len(pressed) == 1
