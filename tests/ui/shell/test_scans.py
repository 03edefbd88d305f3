"""What is scanned at the window: it leads to its next step, and confirms nothing."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from pitdesk.chips import Chips
from pitdesk.codes.keys import SiteKey
from printers.devices.sim import Scanner, plugged
from tests.ui.night import Quick, copied, proven

SCANS = "Scanner on a serial or USB-serial line"


@pytest.fixture
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


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


def test_while_it_is_locked_nothing_is_taken(user, plug):
    cable = plug("scanner", SCANS, Scanner())
    before = user.told()
    user.window.session.lock()
    heard = []
    user.window.devices.heard.connect(lambda *said: heard.append(said))
    cable.do("PITDESK RACK $5")
    user.qtbot.waitUntil(lambda: bool(heard))
    assert user.told() == before
