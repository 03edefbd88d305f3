"""What devices say, at the window: offered, taken by a press, and never by itself."""

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest

from pitdesk.chips import Chips
from pitdesk.codes.keys import SiteKey
from printers.devices.sim import FAULTS, Counter, Display, Faulty, Scale, Scanner, plugged, report
from tests import storm
from tests.ui.night import PINS, Quick, copied, proven, signed
from ui.shell.offers import NO_FIELD

TAPE, SCANS = "Counter that prints a report", "Scanner on a serial or USB-serial line"
EPSON = "Epson DM-D and others with ESC/POS"


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


def played(desk):
    """Players have chips of table 2."""
    left = desk.today.tables["2"].known - Chips.read("40x$5")
    return desk.count_tray("2", left, proven("kari:dealer"))


def told(user: Quick, words: str) -> None:
    user.qtbot.waitUntil(lambda: words in user.told())


def test_a_count_is_offered_and_typed_in_by_a_press(user, plug):
    cable = plug("counter", TAPE, Counter())
    before = user.seen
    user.go("own count")
    grid = user.form.cash
    cable.do("20x$20 3x$5")
    told(user, "The counter says $415.00, 23 pieces.")
    assert grid.typed() == {}, "nothing is taken by itself"
    user.press(user.window.frame.messages.way)
    assert grid.pieces() == {2000: 20, 500: 3}
    assert grid.origin.text() == f"Counted by {TAPE}."
    grid.edits[500].setText("4")
    grid._took()
    assert grid.origin.text() == f"Counted by {TAPE}, corrected by hand."
    assert user.seen == before, "nothing is posted"
    user.sign(user.form.signers, signed("jo:cashier"))
    user.post(user.form)
    fact = user.entries()[-1].fact
    assert fact.cents == 420_00, "as it was corrected"
    (machine,) = fact.machine
    assert (machine.model, machine.version, machine.cents) == (TAPE, 1, 415_00)
    assert bytes.fromhex(machine.raw) in report("20x$20 3x$5")


def test_one_that_came_before_is_said(user, plug):
    cable = plug("counter", TAPE, Counter())
    user.go("own count")
    cable.do("20x$20")
    told(user, "The counter says")
    cable.do("again")
    then = user.window.frame.messages.then
    user.qtbot.waitUntil(lambda: "It came before" in then.text())


def test_without_a_field_for_it_a_count_goes_nowhere(user, plug):
    cable = plug("counter", TAPE, Counter())
    user.go("floor")
    cable.do("20x$20")
    told(user, "The counter says")
    assert user.window.frame.messages.then.text() == NO_FIELD
    assert not user.window.frame.messages.way.isVisible()


def test_the_next_person_does_not_see_what_the_first_counted(user, plug):
    cable = plug("counter", TAPE, Counter())
    user.go("own count")
    cable.do("20x$20")
    told(user, "The counter says $400.00")
    user.window.session.lock()
    cable.do("5x$100")
    user.sign_in("pia", PINS["pia"])
    user.settle()
    assert "The counter says" not in user.told()
    assert not user.window.frame.messages.way.isVisible()


def test_a_count_that_was_offered_to_another_form_is_not_taken(user, plug):
    cable = plug("counter", TAPE, Counter())
    user.go("own count")
    grid = user.form.cash
    cable.do("20x$20")
    told(user, "The counter says")
    way = user.window.frame.messages.message.way
    user.go("floor")
    way.go()
    told(user, "Nothing was taken.")
    assert grid.typed() == {}


def test_a_report_that_does_not_add_up_is_said(user, plug):
    cable = plug("counter", TAPE, Counter())
    user.go("own count")
    cable.do("2x$3")
    told(user, "Nothing was taken from the counter.")
    assert user.form.cash.typed() == {}


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


def test_the_display_shows_what_is_redeemed_and_is_blank_after_that(user, plug):
    cable = plug("display", EPSON, Display())
    display = cable.sim
    form = user.fill_in("redeem", {"chips": "2x$5"})
    user.qtbot.waitUntil(lambda: display.lines == ("Chips redeemed      ", "              $10.00"))
    user.at_desk(played)
    user.sign(form.signers, signed("jo:cashier"))
    user.post(form)
    user.qtbot.waitUntil(lambda: display.lines == ("Thank you           ", "              $10.00"))
    user.window.session.lock()
    user.qtbot.waitUntil(lambda: display.lines == (" " * 20, " " * 20))


def test_unplugged_it_is_said_once_and_its_return_quietly(user):
    devices = user.window.devices
    with plugged(Scanner()) as cable:
        devices.use("scanner", f"{SCANS}@{cable.path}")
        user.qtbot.waitUntil(lambda: devices.state.get("scanner") == "")
    told(user, "The scanner is gone.")
    devices.use("scanner", "")
    assert "gone" not in user.told()


@pytest.mark.storm
def test_a_storm_of_faults_changes_nothing_that_nobody_confirmed(user, qtbot):
    """Unplugged, garbled, doubled, late, cut, flooded: the book stays; a count that is taken was one."""
    chance, devices, ran = Random(storm.seed), user.window.devices, set()
    user.go("own count")
    grid, before, faults = user.form.cash, user.seen, 0
    kinds = {
        "counter": (
            TAPE,
            Counter,
            lambda: f"{chance.randrange(1, 60)}x$20 {chance.randrange(1, 60)}x$5",
        ),
        "scanner": (SCANS, Scanner, lambda: f"PITDESK BAG {chance.randrange(99)}"),
        "scale": ("Mettler Toledo, MT-SICS", Scale, lambda: f"{chance.randrange(2_000)}"),
    }
    while faults < storm.many(20):
        with ExitStack() as stack:
            cables = {}
            for kind, (model, sim, _) in kinds.items():
                faulty = Faulty(sim(), chance, FAULTS, one_in=2)
                cables[kind] = stack.enter_context(plugged(faulty))
                devices.use(kind, f"{model}@{cables[kind].path}")
            for _ in range(12):
                kind = chance.choice([*kinds])
                words = kinds[kind][2]()
                ran |= {words} if kind == "counter" else set()
                cables[kind].do(words)
                qtbot.wait(5)
                way = user.window.frame.messages.message.way
                assert grid.typed() == {}
                if way and way.words == "Take it":
                    way.go()
                    taken = " ".join(
                        f"{count}x${value // 100}" for value, count in grid.pieces().items()
                    )
                    assert taken in ran
                    grid.clear()
                    user.window.frame.messages.clear()
            faults += sum(len(cable.sim.done) for cable in cables.values())
    for kind in kinds:
        devices.use(kind, "")
    assert user.seen == before
    user.do("own count", {"cash": "4000"}, signed("jo:cashier"))
    assert user.kinds(before) == ["own count"]
