"""What is scanned at the window: it leads to its next step, and confirms nothing."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pitdesk.chips import Chip, Chips
from pitdesk.codes.keys import SiteKey
from printers.devices.sim import SIMS, Scanner, plugged
from tests.ui.night import Quick, copied, key, proven
from tests.ui.stand import stands
from ui.shell.scans import ROW
from ui.widgets.grid import ChipGrid

pytestmark = pytest.mark.long

SCANS = "Scanner on a serial or USB-serial line"


@stands("open drawer", "slips", "waiting")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


BADGE, TOR = "06008E6D5D", "tor"
READER = "Badge reader on a serial line"


def badged(user: Quick, person: str = TOR) -> None:
    """Somebody has a badge."""

    def give(desk):
        desk.set_person(desk.site.people[person], badge=BADGE, by=proven("gro:gaming manager"))

    user.at_desk(give)
    user.settle()


def scan(text: str, sign: str = "~") -> None:
    """A scanner types, as fast as it does, wherever the focus is."""
    focus = QApplication.focusWidget()
    QTest.keyClicks(focus, f"{sign}{text}")
    QTest.keyClick(QApplication.focusWidget() or focus, Qt.Key.Key_Return)


@pytest.fixture
def plug(user) -> Iterator:
    """Plug a simulated device in, and use it."""
    with ExitStack() as stack:

        def plug(kind, model, sim):
            cable = stack.enter_context(plugged(sim))
            devices = user.window.devices
            devices.use(kind, f"{model}@{cable.path}")
            user.qtbot.waitUntil(lambda: devices.state.get(kind) == "")
            return cable

        yield plug


def told(user: Quick, words: str) -> None:
    user.qtbot.waitUntil(lambda: words in user.told())


def keyed(user: Quick) -> None:
    key = SiteKey.kept(user.pit.book.with_name("key"))
    user.at_desk(lambda desk: setattr(desk, "_key", key))


def test_a_scanned_slip_leads_to_its_next_step_and_confirms_nothing(user, plug):
    cable = plug("scanner", SCANS, Scanner())
    keyed(user)
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    code = user.at_desk(lambda desk: desk.code(desk.slip("fill", 1), "copy", void=False)).qr
    user.go("own count")
    cash, seen = user.form.cash, user.seen
    cable.do("NOTHING OF OURS")
    told(user, "Scanned, and not known here.")
    cable.do(code)
    user.qtbot.waitUntil(lambda: user.form.name == "waiting")
    assert cash.typed() == {}, "a scan is typed into no field"
    assert user.form.slip.typed() == "fill 000001"
    assert user.seen == seen, "a scan posts nothing"


def test_a_label_is_named_and_a_code_goes_to_the_line_for_codes(user, plug):
    cable = plug("scanner", SCANS, Scanner())
    keyed(user)
    user.go("floor")
    cable.do("PITDESK RACK $5")
    told(user, "Scanned: rack $5.")
    user.go("check slip")
    line = user.form.code
    cable.do("PD-NOT-A-CODE")
    user.qtbot.waitUntil(lambda: bool(line.told))
    assert line.typed() == "PD-NOT-A-CODE"


def test_a_rack_that_is_scanned_in_a_count_offers_its_row(user, plug):
    cable = plug("scanner", SCANS, Scanner())
    user.go("count banks")
    grid = next(one for one in user.form.findChildren(ChipGrid) if one.isVisible())
    before, way = grid.typed(), user.window.frame.messages.way
    user.into(grid.quick)
    for name in ("$25", "50c", "$5"):
        cable.do(f"PITDESK RACK {name.upper()}")
        told(user, f"Scanned: rack {name.upper()}.")
        assert not grid.edit(Chip.named(name), "stacks").hasFocus(), "the cursor stays with who types"
        assert way.text() == ROW
        user.press(way)
        assert grid.edit(Chip.named(name), "stacks").hasFocus()
    assert grid.typed() == before, "nothing is typed by it"
    user.go("fill")
    cable.do("PITDESK RACK $25")
    told(user, "Scanned: rack $25.")
    assert not way.isVisible()


def test_what_is_not_known_is_never_shown(user, plug):
    cable = plug("scanner", SCANS, Scanner())
    keyed(user)
    user.go("floor")
    cable.do("06008E6D5DAA")
    told(user, "Scanned, and not known here. It is no slip, no label and no badge of this site.")


# Badges


def test_a_badge_signs_in_and_nothing_else_does(user, plug):
    badged(user)
    cable = plug("badge", READER, SIMS["badge"]())
    user.window.session.lock()
    signin = user.window.session.signin
    cable.do("0000000001")
    user.qtbot.waitUntil(lambda: "nobody's badge" in signin.notice.text)
    cable.do(BADGE)
    user.qtbot.waitUntil(lambda: not user.window.session.locked)
    assert user.window.station.operator.id == TOR


def test_a_badge_initials_where_its_owner_is_asked_for_and_posts_nothing(user, plug):
    badged(user, "jo")
    cable = plug("badge", READER, SIMS["badge"]())
    user.go("own count")
    form, seen = user.form, user.seen
    user.write(form.cash.total, "4000")
    cable.do(BADGE)
    (place,) = form.signers.places
    user.qtbot.waitUntil(lambda: place.pin.edit.secret == BADGE)
    assert (place.person.value(), user.seen) == ("jo", seen)
    user.post(form)
    assert user.kinds(seen) == ["own count"]


def test_a_badge_that_nothing_asks_for_is_named(user, plug):
    badged(user)
    cable = plug("badge", READER, SIMS["badge"]())
    user.go("floor")
    cable.do(BADGE)
    told(user, f"That is the badge of {user.window.station.board.name_of(TOR)}.")


def test_a_new_badge_goes_where_one_is_kept(user, plug):
    cable = plug("badge", READER, SIMS["badge"]())
    user.go("person")
    badge = user.form.proof.badge
    badge.edit.setFocus()
    cable.do(BADGE)
    user.qtbot.waitUntil(lambda: badge.edit.secret == BADGE)


# Scanners that type like a keyboard


@pytest.mark.parametrize("how", ["~", "speed"])
def test_a_scan_that_is_typed_lands_in_no_field(user, how):
    keyed(user)
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    code = user.at_desk(lambda desk: desk.code(desk.slip("fill", 1), "copy", void=False)).qr
    user.window.settings.wedge = how
    user.go("open drawer")
    reason, seen = user.form.reason, user.seen
    reason.first().setFocus()
    scan(code, how if how == "~" else "")
    user.qtbot.waitUntil(lambda: user.form.name == "waiting")
    assert reason.typed() == ""
    assert user.form.slip.typed() == "fill 000001"
    assert user.seen == seen, "a scan posts nothing"


@pytest.mark.parametrize("how", ["~", "speed"])
def test_what_a_person_types_goes_where_it_was_meant(user, how):
    user.window.settings.wedge = how
    user.go("open drawer")
    edit = user.form.reason.edit
    edit.setFocus()
    for letter in "change ~5":
        QTest.keyClick(edit, letter)
        user.qtbot.wait(150 if letter == "~" else 60)
    assert edit.text() == "change ~5"
    key(Qt.Key.Key_Backspace)
    assert edit.text() == "change ~"


def test_a_scan_that_ends_in_silence_is_one(user):
    user.go("fill")
    user.window.settings.wedge = "~"
    user.go("floor")
    QTest.keyClicks(QApplication.focusWidget(), "~PITDESK RACK $5")
    told(user, "Scanned: rack $5.")


def test_a_typed_badge_signs_in_while_it_is_locked(user):
    badged(user)
    user.window.settings.wedge = "~"
    user.window.session.lock()
    scan("PITDESK RACK $5")
    signin = user.window.session.signin
    assert "nobody's badge" in signin.notice.text
    scan(BADGE)
    user.qtbot.waitUntil(lambda: not user.window.session.locked)
    assert user.window.station.operator.id == TOR


def test_while_it_is_locked_nothing_is_taken(user, plug):
    cable = plug("scanner", SCANS, Scanner())
    before = user.told()
    user.window.session.lock()
    heard = []
    user.window.devices.heard.connect(lambda *said: heard.append(said))
    cable.do("PITDESK RACK $5")
    user.qtbot.waitUntil(lambda: bool(heard))
    assert user.told() == before
