"""The pit's own screen: by touch, at 1280 by 800; asked, verified, received; the line lost and back."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from itertools import product

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.exceptions import TimeoutError as NeverSo

from pitdesk.chips import Chips
from tests.ui.fits import faint, findings
from tests.ui.night import PINS, Quick, proven, signed
from tests.ui.setup.machines import Both, shown
from ui.floor.pit import Pit
from ui.shell.app import Program
from ui.widgets import theme
from ui.widgets.parts import Button
from ui.work.lines import CALLED

pytestmark = pytest.mark.long


@pytest.fixture
def both(qtbot, tmp_path):
    made = Both(qtbot, tmp_path)
    yield made
    made.close()


@pytest.fixture
def user(qtbot, both) -> Quick:
    """A pit boss at the window of the pit's station, with keys to touch."""
    user = both.paired()
    window = user.window
    window.resize(1280, 800)
    both.at(window)
    user.sign_in("pia", PINS["pia"])
    assert window.settings.pad
    assert window.frame.dock("digits").isVisible()
    qtbot.waitUntil(lambda: findings(window, touched=True) == [])
    return user


@pytest.fixture
def pit(user) -> Pit:
    screen = user.window.frame.stack.currentWidget()
    assert isinstance(screen, Pit)
    return screen


def touch(pit: Pit, table: str) -> None:
    """A touch on the tray of a table."""
    row = [spot.table for spot in pit.model.rows].index(table)
    where = pit.tables.visualRect(pit.model.index(row, 0)).center()
    QTest.mouseClick(pit.tables.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(where))


def press(pit: Pit, says: str) -> None:
    button = next(one for one in pit.findChildren(Button) if one.accessibleName() == says)
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def ask(user: Quick, pit: Pit) -> None:
    user.sign(pit.asking.signers, signed("pia:shift manager"))
    user.press(pit.asking.primary)


def settled(qtbot, found: Callable[[], list[str]]) -> list[str]:
    """What is found once the window is laid out anew, however slow this machine is.

    Nothing, if there is nothing twice, a moment apart: new looks and sizes come in steps.
    """
    looks = []

    def none() -> bool:
        qtbot.wait(50)
        looks.append(found())
        return looks[-2:] == [[], []]

    with suppress(NeverSo):
        qtbot.waitUntil(none, timeout=5_000)
    return looks[-1]


def at_cage(qtbot, both, *calls) -> None:
    """What somebody does at the cage."""
    runner = both.cage.window.station.runner
    refused = []
    for call in calls:
        runner.ask(call, refused=refused.extend)
    both.here.settle()
    assert refused == []


def shown_steps(pit: Pit) -> tuple[list[str], tuple[str, ...]]:
    track = pit.newest._track
    return ([one.what for one in track.steps], track.left) if track else ([], ())


def test_in_touches_a_fill_is_asked_for_and_its_answer_grows(qtbot, both, user, pit):
    touch(pit, "3")
    for _ in range(3):
        press(pit, "Add a stack of $5")
    press(pit, "Take off a stack of $5")
    assert pit.asking.sum.text() == "$200.00"
    assert pit.asking.primary.text() == "Ask for table 3"
    ask(user, pit)
    qtbot.waitUntil(lambda: both.cage.window.station.board.asked != ())
    (asked,) = both.cage.window.station.board.asked
    assert (asked.table, asked.chips, asked.par, asked.by) == ("3", Chips.read("40x$5"), False, "pia")
    qtbot.waitUntil(lambda: shown_steps(pit) == (["asked"], ("prepared", "verified", "received")))
    assert pit.newest.withdraw.isVisible()
    at_cage(qtbot, both, lambda desk: desk.fill("3", Chips.read("40x$5"), proven("jo:cashier")))
    qtbot.waitUntil(lambda: shown_steps(pit) == (["asked", "prepared"], ("verified", "received")))
    assert pit.newest.go.text() == "Verify it"
    user.press(pit.newest.go)
    assert user.form.name == "waiting"
    user.sign(user.form.signers, signed("pia:shift manager"))
    user.press(user.form.primary)
    qtbot.waitUntil(lambda: both.cage.window.station.board.waiting[0].waits == "receive")
    user.go("floor", "3")
    qtbot.waitUntil(lambda: pit.newest.go.text() == "Receive it")
    at_cage(qtbot, both, lambda desk: desk.receive("fill", 1, proven("tor:dealer")))
    qtbot.waitUntil(lambda: shown_steps(pit)[0][-1] == "received")
    assert not pit.newest.go.isVisible()


def test_two_touches_ask_for_par(qtbot, both, user, pit):
    touch(pit, "2")
    press(pit, "Ask for par: nothing but the table")
    ask(user, pit)
    qtbot.waitUntil(lambda: both.cage.window.station.board.asked != ())
    (asked,) = both.cage.window.station.board.asked
    assert (asked.table, asked.what, asked.par) == ("2", "fill", True)


def test_what_the_cage_refuses_stands_beside_the_ask(qtbot, both, user, pit):
    at_cage(
        qtbot, both, lambda desk: desk.ask("fill", "2", Chips.read("20x$5"), proven("pia:shift manager"))
    )
    qtbot.waitUntil(lambda: user.window.station.board.asked != ())
    touch(pit, "2")
    press(pit, "Add a stack of $5")
    ask(user, pit)
    qtbot.waitUntil(lambda: bool(pit.asking.notice.text))
    assert len(both.cage.window.station.board.asked) == 1


def test_the_keys_of_fill_and_credit_ask_the_cage_here(qtbot, user, pit):
    for name in ("fill", "credit"):
        user.go(name, "2")
        assert user.form.name == "ask"
        assert user.form.table.typed() == "2"


def test_the_bar_has_the_verbs_of_the_pit_and_each_leads_to_its_form(qtbot, user, pit):
    verbs = user.window.frame.bar.verbs
    for name in ("dealer", "limits", "remove box", "camera", "count tray"):
        touch(pit, "2")
        assert verbs[name].isVisible(), name
        user.press(verbs[name])
        assert user.form.name == name
        user.go("floor")
    assert not verbs["redeem"].isVisible()


@pytest.mark.parametrize("pad", [True, False], ids=["keypad", "none"])
def test_nothing_is_cut_off_and_everything_is_large_enough_for_a_finger(
    qapp, qtbot, both, user, pit, pad
):
    window = user.window
    window.show_pad(pad)
    at_cage(
        qtbot,
        both,
        lambda desk: desk.ask("fill", "2", Chips.read("100x$5"), proven("pia:shift manager")),
        lambda desk: desk.fill("2", Chips.read("100x$5"), proven("jo:cashier")),
    )
    touch(pit, "2")
    qtbot.waitUntil(lambda: shown_steps(pit)[0] == ["asked", "prepared"])
    assert (window.width(), window.height()) == (1280, 800)
    assert findings(window, touched=True) == []
    both.cage.window.close()
    both.cage.window = None
    qtbot.waitUntil(pit.away.isVisible)
    both.clock.at += timedelta(minutes=2)
    qtbot.waitUntil(lambda: window.frame.messages.way.text() == "Form for fills")
    for look, percent in product(("light", "dark"), (100, 125)):
        theme.apply(qapp, look, percent)
        assert settled(qtbot, lambda: findings(window, touched=True)) == [], (look, percent)
        assert faint(window) == [], (look, percent)


VERBS = ("ask", "waiting", "count tray", "dealer", "limits", "remove box", "camera", "open table")


def test_each_form_of_the_bar_is_seen_whole_at_the_pit_and_hit_by_a_finger(qapp, qtbot, both, user):
    window, found = user.window, {}
    at_cage(qtbot, both, lambda desk: desk.fill("2", Chips.read("100x$5"), proven("jo:cashier")))
    qtbot.waitUntil(lambda: bool(window.station.board.waiting))
    for look, percent in (("light", 125), ("dark", 100)):
        theme.apply(qapp, look, percent)
        for name in VERBS:
            user.go("floor", "2")
            user.go(name)
            assert user.form.name == name
            found[look, percent, name] = settled(qtbot, lambda: findings(window, touched=True))
            found[look, percent, name] += faint(window)
    assert (window.width(), window.height()) == (1280, 800)
    assert {where: what for where, what in found.items() if what} == {}


def test_while_the_cage_is_lost_an_ask_is_kept_and_somebody_confirms_it_once_it_is_back(
    qtbot, both, user, pit, tmp_path
):
    touch(pit, "2")
    both.cage.window.close()
    qtbot.waitUntil(pit.away.isVisible)
    assert pit.away.since.text() == "Reading as of 16:34:00"
    assert pit.asking.primary.text() == "Keep it for table 2"
    qtbot.waitUntil(lambda: "is not reached at" in pit.asking.primary.toolTip())
    bar, messages = user.window.frame.bar, user.window.frame.messages
    open_to = {known.name for known, entry in bar._entries if entry.isEnabled()}
    assert not bar.verbs["waiting"].isEnabled()
    assert {"ask", "lock", "settle", "floor"} <= open_to
    assert not {"fill", "redeem", "waiting", "close day"} & open_to
    user.go("dealer", "2")  # its key says so at once, rather than once all is typed
    assert messages.message.words == "Change dealer: this waits until the cage is reached."
    assert user.window.frame.stack.currentWidget() is pit

    # What is asked now is kept, without a PIN, and can be taken back
    for table in ("3", "2"):
        touch(pit, table)
        press(pit, "Add a stack of $5")
        ask(user, pit)
        assert pit.newest.wanted.text().endswith(f"for table {table} waits for the line, since 16:34.")
    assert "Nothing was sent." in messages.message.words
    assert not pit.newest.now.isEnabled()
    touch(pit, "3")
    user.press(pit.newest.back)
    assert not pit.newest.kept.isVisible()
    press(pit, "Try now")
    assert messages.message.words == CALLED
    qtbot.waitUntil(lambda: messages.then.text().startswith("Tried at "))
    assert [spot.table for spot in pit.model.rows]  # nothing disappears
    both.cage = Program(tmp_path / "cage", both.clock)
    both.cage.begin(both.book)
    both.here = Quick(qtbot, shown(qtbot, both.cage))
    qtbot.waitUntil(lambda: not pit.away.isVisible())
    both.at(user.window)
    assert pit.asking.primary.text() == "Ask for table 3"
    assert pit.asking.primary.toolTip() == ""
    assert all(entry.isEnabled() for _, entry in bar._entries)

    # Nothing goes out by itself: somebody looks, and asks with a PIN
    qtbot.waitUntil(lambda: "waits for you since 16:34" in messages.message.words)
    assert both.cage.window.station.board.asked == ()
    messages.way.click()
    assert pit.pointed == "2"
    user.press(pit.newest.now)
    assert pit.asking.sum.text() == "$100.00"
    ask(user, pit)
    qtbot.waitUntil(lambda: both.cage.window.station.board.asked != ())
    (asked,) = both.cage.window.station.board.asked
    assert (asked.table, asked.chips) == ("2", Chips.read("20x$5"))
    qtbot.waitUntil(lambda: not pit.newest.kept.isVisible())
    assert "waits for you" not in messages.message.words


def test_a_station_for_the_cage_has_the_floor(qtbot, both):
    user = both.paired(**{"part cage": True})
    user.window.resize(1280, 800)
    both.at(user.window)
    user.sign_in("jo", PINS["jo"])
    verbs = user.window.frame.bar.verbs
    qtbot.waitUntil(verbs["redeem"].isVisible)
    assert not verbs["dealer"].isVisible()
    assert not isinstance(user.window.frame.stack.currentWidget(), Pit)
    user.go("fill", "2")
    assert user.form.name == "fill"
