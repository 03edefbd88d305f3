"""Sign-in and lock: by letters, by touch, by badge; the work stays behind it, everybody's own."""

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from pitdesk.book.people import Person, Role, Signer
from pitdesk.clock import SetClock
from pitdesk.shifts.practice import open_practice, pins
from printers.devices.paper import Paper
from tests.ui.night import PINS, Quick, copied, held_down, key, proven, types
from tests.ui.pit import Pit
from ui.shell.app import Program
from ui.shell.signin import SignIn
from ui.work.runner import Runner
from ui.work.station import Station

pytestmark = pytest.mark.long


@pytest.fixture
def pit(qtbot, open_window, tmp_path) -> Pit:
    """The night's window, locked."""
    return open_window(*copied(tmp_path))


@pytest.fixture
def user(qtbot, pit) -> Quick:
    """User at it, with nobody signed in yet."""
    made = Quick(qtbot, pit.window)
    made.pit = pit
    return made


def touch(user: Quick, words: str) -> None:
    """Touch a key of the sign-in's pad."""
    keys = user.window.session.signin.pad.findChildren(QPushButton)
    user.press(next(one for one in keys if one.accessibleName() == words))


def here(user: Quick) -> str | None:
    user.settle()
    return user.window.station.board.signed_in


def words(user: Quick) -> str:
    return user.window.session.signin.notice.text


# The ways in


def test_the_letters_of_a_name_and_a_pin(user):
    types("jo")
    assert user.window.session.signin.chosen.text() == "Jo Sandvik"
    types(PINS["jo"])
    assert user.window.session.signin.dots.text() == "••••"
    key(Qt.Key.Key_Return)
    assert here(user) == "jo"
    assert not user.window.session.locked
    assert user.window.frame.top.operator.text() == "Jo Sandvik · cashier"


def test_letters_go_on_until_one_name_is_left(user):
    signin = user.window.session.signin
    types("k")
    assert signin.chosen.text() == "Pick your name"  # Kari and Kim
    types("i")
    assert signin.chosen.text() == "Kim Berg"
    types("m berg")  # whoever types on does no harm
    types(PINS["kim"])
    key(Qt.Key.Key_Return)
    assert here(user) == "kim"


def test_a_wrong_letter_is_no_dead_end(user):
    for typed in ("xqjo", "kj", "zzjo"):
        types(typed)
        assert user.window.session.signin.chosen.text() == "Jo Sandvik", typed
        key(Qt.Key.Key_Escape)
        assert user.window.session.signin.chosen.text() == "Pick your name"


def test_a_touch_on_the_name_and_the_pad(user):
    user.press(user.window.session.signin.tiles["bo"])
    assert user.window.session.signin.tiles["bo"].isChecked()
    for digit in PINS["bo"]:
        touch(user, digit)
    touch(user, "Backspace")
    touch(user, PINS["bo"][-1])
    touch(user, "Enter")
    assert here(user) == "bo"


def test_a_name_that_is_picked_stays_picked_while_others_come(user):
    user.press(user.window.session.signin.tiles["jo"])
    tor = Person("tor", "Tor Haugen", "TH", (Role("dealer", user.window.station.today.replace(2020)),))
    user.at_desk(lambda desk: desk.set_person(tor, by=proven("gro:gaming manager")))
    tiles = user.window.session.signin.tiles
    assert "tor" in tiles
    assert [who for who, tile in tiles.items() if tile.isChecked()] == ["jo"]


def test_arrows_lead_to_a_name(user):
    first, second, third = [*user.window.session.signin.tiles][:3]
    chosen = user.window.session.signin
    for step, expected in (
        ("Down", first),
        ("Right", second),
        ("Left", first),
        ("Down", third),
        ("Up", first),
    ):
        key(getattr(Qt.Key, f"Key_{step}"))
        assert chosen._person == expected, step
    types(PINS[first])
    key(Qt.Key.Key_Enter)
    assert here(user) == first


def test_tab_reaches_a_name_and_enter_picks_it(user):
    key(Qt.Key.Key_Tab)
    tile = QApplication.focusWidget()
    assert tile in user.window.session.signin.tiles.values()
    key(Qt.Key.Key_Return)
    person = user.window.session.signin._person
    assert user.window.session.signin.tiles[person] is tile
    types(PINS[person])
    key(Qt.Key.Key_Return)
    assert here(user) == person


@pytest.mark.parametrize("before", ["", "jo", "x", "12"])
def test_a_badge_that_is_scanned_whatever_was_typed_before(user, before):
    """Its letters pick a name on the way and its digits look like a PIN: it is a badge all the same."""
    types(before)
    if before in ("x", "12"):
        user.window.session.signin._since.invalidate()  # a key that was leant on long ago
    if before == "jo":
        key(Qt.Key.Key_Escape)
    types("04:A2:19:7F")
    key(Qt.Key.Key_Return)
    assert here(user) == "aud"


@pytest.mark.parametrize("badge", ["a2197f04e1b8c3d5a2197f04e1b8c3d5", "JO-77", "0123456789012345"])
def test_badges_of_letters_and_badges_of_digits(user, badge):
    tor = Person("tor", "Tor Haugen", "TH", (Role("dealer", user.window.station.today.replace(2020)),))
    user.at_desk(lambda desk: desk.set_person(tor, badge=badge, by=proven("gro:gaming manager")))
    types(badge)
    key(Qt.Key.Key_Return)
    assert here(user) == "tor"


def test_a_badge_is_whose_it_is_though_another_name_was_picked(user):
    user.press(user.window.session.signin.tiles["jo"])
    types("04:A2:19:7F")
    key(Qt.Key.Key_Return)
    assert here(user) == "aud"


# No way in


def test_a_wrong_pin_is_told_and_the_name_stays_picked(user):
    types("jo9999")
    key(Qt.Key.Key_Return)
    assert here(user) is None
    assert user.window.session.locked
    assert words(user).startswith("That is not the PIN or badge of Jo Sandvik.")
    assert user.window.session.signin.chosen.text() == "Jo Sandvik"
    assert user.window.session.signin.dots.text().strip() == ""
    types(PINS["jo"])
    key(Qt.Key.Key_Return)
    assert here(user) == "jo"


def test_too_many_wrong_pins_make_everybody_wait_and_say_how_long(user):
    user.press(user.window.session.signin.tiles["jo"])
    for _ in range(3):
        types("9999")
        key(Qt.Key.Key_Return)
        user.settle()
    types(PINS["jo"])
    key(Qt.Key.Key_Return)
    assert here(user) is None
    assert "wait 2 seconds, or have Pia Olsen sign in here." in words(user)
    user.pit.clock.at += timedelta(seconds=2)
    types(PINS["jo"])
    key(Qt.Key.Key_Return)
    assert here(user) == "jo"


def test_a_pin_without_a_name_asks_for_the_name(user):
    key(Qt.Key.Key_Return)
    assert words(user) == "Pick your name first, or scan your badge."
    types("04:99")
    key(Qt.Key.Key_Return)
    assert words(user) == (
        "That badge is nobody's here. Scan it again, or pick your name and type your PIN."
    )
    assert here(user) is None


def test_a_held_enter_is_one_try(user):
    types("jo9999")
    held_down(user.window.session.signin)
    user.settle()
    assert len(user.at_desk(lambda desk: desk.journal.attempts("person", "jo"))) == 1


def test_two_quick_enters_are_one_try(user):
    types("jo9999")
    for _ in range(2):
        key(Qt.Key.Key_Return)
    user.settle()
    assert len(user.at_desk(lambda desk: desk.journal.attempts("person", "jo"))) == 1


def test_the_names_stand_below_their_question_however_high_the_window_is(user):
    user.window.resize(1920, 1080)
    user.qtbot.wait(20)
    door = user.window.session.signin
    first = next(iter(door.tiles.values()))
    apart = first.mapTo(door, first.rect().topLeft()).y() - door.who.y()
    assert 0 < apart < 2 * door.who.sizeHint().height()


def test_a_book_that_cannot_be_asked_lets_nobody_in_and_says_why(user):
    user.window.station.runner.ask(lambda desk: desk.journal.close())
    types("jo2741")
    key(Qt.Key.Key_Return)
    user.settle()
    assert "is closed. Open it again." in words(user)
    assert user.window.session.signin.hint.text() == ""
    assert user.window.session.locked


def test_no_pin_is_shown_or_kept_anywhere(user):
    types("jo2741")
    shown = " ".join(one.text() for one in user.window.findChildren(QLabel))
    assert "2741" not in shown
    key(Qt.Key.Key_Return)
    user.settle()
    assert "2741" not in repr(vars(user.window.session.signin))


# Who stands there


def test_who_is_on_duty_stands_first_each_with_what_they_are_tonight(user):
    tiles = user.window.session.signin.tiles
    board = user.window.station.board
    assert [*tiles][: len(board.duty)] == sorted(board.duty, key=lambda who: board.site.people[who].name)
    assert tiles["jo"].accessibleName() == "Jo Sandvik, cashier"
    assert tiles["kim"].accessibleName() == "Kim Berg, bookkeeper, count team"


def test_a_tile_says_what_somebody_is_now(user):
    user.at_desk(lambda desk: desk.off_duty("bo", proven("bo:pit boss")[0]))
    user.at_desk(lambda desk: desk.on_duty(Signer("kim", "count team", pin=PINS["kim"])))
    tiles = user.window.session.signin.tiles
    assert [*tiles].index("kim") < [*tiles].index("bo")
    assert tiles["kim"].accessibleName() == "Kim Berg, count team"
    named = Person("jo", "Joanna Sandvik", "JS", user.window.station.board.site.people["jo"].roles)
    user.at_desk(lambda desk: desk.set_person(named, by=proven("gro:gaming manager")))
    assert user.window.session.signin.tiles["jo"].accessibleName() == "Joanna Sandvik, cashier"


# Practice


def test_practice_says_so_on_every_screen_and_slip_and_shows_all_pins(qtbot, tmp_path):
    clock = SetClock(copied(tmp_path)[1].at)
    book = open_practice(tmp_path / "practice", clock)
    program = Program(tmp_path, clock)
    window = program.begin(practice=True)
    qtbot.addWidget(window)
    qtbot.waitUntil(lambda: window.station.ready)
    try:
        assert program.folder / "practice" / "practice.db" == book
        assert window.practice.isVisible()
        assert "PRACTICE" in window.practice.text()
        shown = " ".join(one.text() for one in window.session.signin.findChildren(QLabel))
        assert all(f"PIN {pin}" in shown for pin in pins().values())
        user = Quick(qtbot, window)
        user.sign_in("cora", pins()["cora"])
        form = user.fill_in("fill", {"table": "2", "chips": "20x$5"}, [("cora", "cashier", "1122")])
        assert window.practice.isVisible()
        assert "PRACTICE" in form.paper.lines[0]
        user.post(form)
        slips = sorted((tmp_path / "practice" / "practice-slips").glob("*.txt"))
        assert [slip.name for slip in slips] == ["fill-000001-copy.txt", "fill-000001-original.txt"]
        assert all("PRACTICE" in slip.read_text() for slip in slips)
    finally:
        window.close()


def test_a_real_book_shows_no_pin_and_no_practice(user):
    assert not user.window.practice.isVisible()
    shown = " ".join(one.text() for one in user.window.session.signin.findChildren(QLabel))
    assert "PIN 2741" not in shown


def test_keys_that_come_before_the_book_is_open_go_nowhere(qtbot, tmp_path):
    book, clock = copied(tmp_path)
    station = Station(Runner(lambda: 1 / 0, Paper), clock, book, width=42)  # and nobody opens it
    door = SignIn(station)
    qtbot.addWidget(door)
    door.show()
    for one in (Qt.Key.Key_J, Qt.Key.Key_1, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Escape):
        QTest.keyClick(door, one)
    assert door.chosen.text() == "Pick your name"
