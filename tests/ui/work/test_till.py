"""The cash drawer at the window: opened once an entry stands, never before, and said where it is not."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from pitdesk import kinds
from pitdesk.chips import Chips
from printers.devices.profiles import PROFILES
from printers.devices.receipt import Receipt
from printers.devices.serialport import SerialPort
from printers.devices.sim import Cable, Drawer, plugged
from tests.ui.night import Quick, copied, proven, signed
from tests.ui.stand import stands
from ui.shell.app import Program
from ui.shell.window import Window
from ui.work.settings import Settings
from ui.work.till import NO_PLUG, NONE, PRACTICE

pytestmark = pytest.mark.long

JO = signed("jo:cashier")
EPSON = PROFILES["Epson TM-T88V"]


@stands("open drawer", "cage")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


@pytest.fixture
def cable() -> Iterator[Cable]:
    with plugged(Drawer(0)) as cable:
        yield cable


def settings(user: Quick) -> Settings:
    return user.window.settings


def connect(user: Quick, cable: Cable, shut: str = "") -> None:
    """Print on a printer with a drawer at its plug, from now on."""
    used: list[object] = []
    printer = Receipt(SerialPort(cable.path, 9600), EPSON, "bar", answer_s=2)
    user.window.station.printing.use(lambda: printer, used.append, used.append)
    user.qtbot.waitUntil(lambda: used == [printer])
    settings(user).drawer, settings(user).drawer_shut = "printer:2", shut
    user.window.till.changed()
    assert user.window.station.no_drawer == ""


def played(user: Quick) -> None:
    """Players have chips of table 2."""

    def counted(desk):
        left = desk.today.tables["2"].known - Chips.read("40x$5")
        return desk.count_tray("2", left, proven("kari:dealer"))

    user.at_desk(counted)


def kicked(user: Quick, cable: Cable, times: int) -> None:
    user.qtbot.waitUntil(lambda: len(cable.sim.kicks) == times)


def quiet(user: Quick) -> None:
    """Let whatever waits for the printer be done."""
    heard: list[str] = []
    user.window.station.printing.borrow(lambda _: "", heard.append)
    user.qtbot.waitUntil(lambda: heard == [""])


def test_it_opens_once_the_redemption_stands(user, cable):
    connect(user, cable)
    played(user)
    assert cable.sim.kicks == []
    user.do("redeem", {"chips": Chips.read("10x$5")}, JO)
    kicked(user, cable, 1)
    assert isinstance(user.entries()[-1].fact, kinds.Redeem)
    assert user.told().startswith("Paid $50.00")


def test_it_stays_shut_where_it_was_refused_or_no_cash_is_due(user, cable):
    connect(user, cable)
    told = user.do("open drawer", {"reason": "change"}, signed("kari:dealer"))
    assert told.startswith("A dealer does not open a drawer.")
    played(user)
    user.do("redeem", {"chips": Chips.read("10x$5"), "check": "1077"}, JO)
    user.do("exchange", {"where": "cage", "chips": Chips.read("1x$5"), "other": Chips.read("5x$1")}, JO)
    quiet(user)
    assert cable.sim.kicks == []


def test_with_no_cash_due_it_opens_by_an_entry(user, cable):
    connect(user, cable)
    user.do("open drawer", {"reason": "change for a $20 bill"}, JO)
    kicked(user, cable, 1)
    fact = user.entries()[-1].fact
    assert isinstance(fact, kinds.OpenDrawer)
    assert (fact.reason, fact.by_key) == ("change for a $20 bill", False)
    assert user.told() == "Noted: the drawer is opened, change for a $20 bill."


def test_opened_by_its_key_it_is_noted_and_no_pulse_is_sent(user, cable):
    connect(user, cable)
    user.do("open drawer", {"reason": "printer off", "by key": True}, JO)
    quiet(user)
    assert cable.sim.kicks == []
    assert user.entries()[-1].fact.by_key


def test_the_drawer_of_another_bank_stays_shut(user, cable):
    connect(user, cable)
    settings(user).drawer_bank = "drawer PW"
    user.do("open drawer", {"reason": "change"}, JO)
    quiet(user)
    assert cable.sim.kicks == []


def test_what_keeps_it_shut_is_said_and_the_entry_stands(user, cable):
    connect(user, cable)
    cable.do("cover")
    user.do("open drawer", {"reason": "change"}, JO)
    station = user.window.station
    user.qtbot.waitUntil(lambda: "The cash drawer was not opened" in user.told())
    assert "its cover is open" in user.told()
    assert "Open the drawer by its key" in user.told()
    assert any(isinstance(one.fact, kinds.OpenDrawer) for one in user.entries()[-2:])
    heard: list[str] = []
    user.window.till.look(heard.append)
    user.qtbot.waitUntil(lambda: bool(heard))
    assert "The cash drawer was not opened" in user.told(), "a look at its switch settles nothing"
    cable.do("ready")
    assert station.board.hands[0].opened == 1


def test_where_no_drawer_opens_it_says_so(user):
    station = user.window.station
    assert station.no_drawer == NONE
    user.do("open drawer", {"reason": "change"}, JO)
    assert station.board.hands[0].opened == 1
    assert user.entries()[-1].fact.by_key, "nothing else opens it here"
    assert NONE in user.window.frame.messages.then.text()
    settings(user).drawer = "printer:2"
    user.window.till.changed()
    assert station.no_drawer == NO_PLUG, "slips are kept as files here"
    form = user.fill_in("open drawer", {"reason": "change"})
    assert form.primary.text() == "Note it"
    assert NO_PLUG in form.told.text()


def test_its_switch_shows_whether_it_is_open_and_who_opened_it(user, cable):
    connect(user, cable, shut="0")
    till, states = user.window.till, []
    till.seen.connect(states.append)
    till.look()
    user.qtbot.waitUntil(lambda: states == ["closed"])
    cable.do("open")
    till.look()
    user.qtbot.waitUntil(lambda: states == ["closed", "open"])
    assert "was opened at" in user.told()
    assert user.window.frame.messages.way.text() == "Note why"
    assert "not by PitDesk" in user.told()
    cable.do("shut")
    till.look()
    user.qtbot.waitUntil(lambda: states[-1] == "closed")
    user.do("open drawer", {"reason": "change"}, JO)
    user.qtbot.waitUntil(lambda: states[-1] == "open")
    assert "not by PitDesk" not in user.told()


def test_it_warns_once_when_it_stands_open(user, cable):
    connect(user, cable, shut="0")
    till, states = user.window.till, []
    till.look(states.append)
    user.qtbot.waitUntil(lambda: states == ["closed"])
    user.do("open drawer", {"reason": "change"}, JO)
    user.qtbot.waitUntil(lambda: till.watch.state == "open")
    user.pit.clock.at += timedelta(seconds=61)
    till.look()
    user.qtbot.waitUntil(lambda: "stands open since" in user.told())


def test_in_practice_no_drawer_opens(qtbot, tmp_path, cable):
    program = Program(tmp_path)
    program.settings.drawer = "printer:2"
    program.practice()
    window = program.window
    assert isinstance(window, Window)
    qtbot.waitUntil(lambda: window.station.ready, timeout=60_000)
    qtbot.waitUntil(lambda: window.station.no_drawer == PRACTICE)
    window.close()


def test_what_came_of_the_pulse_is_noted_with_the_entry(user, cable):
    """As its switch proved it, beside the entry that opened it."""
    connect(user, cable, shut="0")
    before = user.seen
    user.do("open drawer", {"reason": "change"}, JO)
    user.qtbot.waitUntil(lambda: user.kinds(before) == ["open drawer", "pulse"])
    opening, pulse = user.entries()[-2:]
    assert (pulse.fact.outcome, pulse.about) == ("opened", opening.seq)


def test_a_pulse_that_could_not_be_sent_is_noted_as_failed(user, cable):
    connect(user, cable)
    cable.do("paper")
    before = user.seen
    user.do("open drawer", {"reason": "change"}, JO)
    user.qtbot.waitUntil(lambda: user.kinds(before) == ["open drawer", "pulse"])
    assert user.entries()[-1].fact.outcome == "failed"


def test_a_pulse_is_noted_once_and_only_of_a_drawer_that_was_to_open(user):
    entry = user.at_desk(lambda desk: desk.open_drawer("change", proven("jo:cashier"), by_key=True))
    refused = lambda desk: desk.trial(lambda desk: desk.pulsed(entry.seq, "opened"))  # noqa: E731
    assert [one.rule for one in user.at_desk(refused)] == ["pd.open"]
