"""What devices say, at the window: offered, taken by a press, and never by itself."""

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest

from pitdesk.chips import Chip, Chips
from printers.devices.sim import (
    FAULTS,
    Counter,
    Display,
    Drawer,
    Faulty,
    Scale,
    Scanner,
    plugged,
    report,
)
from tests import storm
from tests.ui.night import PINS, Quick, copied, proven, signed
from tests.ui.stand import stands
from tests.ui.work.test_till import connect
from ui.shell.offers import NO_FIELD

pytestmark = pytest.mark.long

TAPE, SCANS = "Counter that prints a report", "Scanner on a serial or USB-serial line"
EPSON = "Epson DM-D and others with ESC/POS"


@stands("own count", "tally")
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
    assert grid.origin._words.text() == f"Counted by {TAPE}."
    grid.edits[500].setText("4")
    grid._took()
    assert grid.origin._words.text() == f"Counted by {TAPE}, corrected by hand."
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
    heard = []
    user.window.devices.heard.connect(lambda *said: heard.append(said))
    cable.do("5x$100")
    user.qtbot.waitUntil(lambda: bool(heard))
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


def take(user: Quick, words: str) -> None:
    """Press the way that is offered."""
    way = user.window.frame.messages.way
    user.qtbot.waitUntil(lambda: way.isVisible() and way.text() == words)
    user.press(way)


def test_a_second_run_is_added_and_the_same_report_is_not(user, plug):
    cable = plug("counter", TAPE, Counter())
    user.go("own count")
    grid = user.form.cash
    cable.do("20x$20 3x$5")
    take(user, "Take it")
    cable.do("5x$5")
    take(user, "Add it")
    assert grid.pieces() == {2000: 20, 500: 8}
    assert "corrected" not in grid.origin._words.text()
    cable.do("again")
    take(user, "Add it")
    told(user, "Nothing was taken.")
    assert grid.pieces() == {2000: 20, 500: 8}


def test_pieces_that_were_put_aside_are_asked_about(user, plug):
    cable = plug("counter", TAPE, Counter())
    user.go("own count")
    grid = user.form.cash
    cable.do("20x$20 rejects 3")
    take(user, "Take it")
    assert grid.sum.text() == "$400.00"
    user.sign(user.form.signers, signed("jo:cashier"))
    before = user.seen
    user.press(user.form.primary)
    assert grid.told.startswith("The machine put pieces aside.")
    assert user.seen == before
    grid.edits[2000].setText("23")
    grid._took()
    user.tick(grid.origin.aside.box, on=True)
    user.sign(user.form.signers, signed("jo:cashier"))
    user.post(user.form)
    fact = user.entries()[-1].fact
    assert (fact.cents, fact.machine[0].cents, fact.machine[0].rejects) == (460_00, 400_00, 3)


def test_each_bank_keeps_what_a_machine_counted_of_it(user, plug):
    """The cursor says which of several counts it goes to, and each keeps its own machine."""
    cable = plug("counter", TAPE, Counter())
    user.go("count banks")
    form = user.form
    form.which["chip bank"].take_up(False)
    form.which["cash reserve"].take_up(True)
    form.reserve.first().setFocus()
    cable.do("50x$20")
    take(user, "Take it: Cash reserve")
    form.drawer.first().setFocus()
    cable.do("30x$100")
    take(user, "Take it: Cash drawer")
    user.press(form.put_aside)
    user.settle()
    assert form.drawer.typed() == {}
    user.press(form.resume)
    form.when.choose("check")
    user.sign(form.signers, signed("jo:cashier", "pia:shift manager"))
    user.post(form)
    fact = user.entries()[-1].fact
    assert {place: [one.cents for one in found] for place, found in fact.machine.items()} == {
        "cash reserve": [1_000_00],
        "drawer": [3_000_00],
    }
    assert fact.counted["drawer"] == {"cash": 3_000_00}


def test_the_second_to_count_a_box_sees_nothing_of_the_first(user, plug):
    """A blind count stays blind: what the first one's machine said is gone once it is posted."""
    cable = plug("counter", TAPE, Counter())
    user.go("own count")
    cable.do("20x$20")
    take(user, "Take it")
    cable.do("7x$5")
    told(user, "The counter says $35.00")
    user.sign(user.form.signers, signed("jo:cashier"))
    user.post(user.form)
    user.go("floor")
    user.go("own count")
    user.settle()
    assert "35.00" not in user.told()
    assert not user.window.frame.messages.way.isVisible()
    assert (user.form.cash.typed(), user.form.cash.origin._words.text()) == ({}, "")


# Chips by weight

MTSICS = "Mettler Toledo, MT-SICS"
FIVE = Chip.named("$5")


def put_on(user: Quick, cable, grams: str) -> None:
    """Put a load on the scale, once it was seen empty."""
    cable.do("0")
    loads = user.window.devices._loads
    user.qtbot.waitUntil(lambda: loads._settled._zero and loads._told == 0)
    cable.do(grams)


def weigh(user: Quick, plug, *, rack: int = 0):
    """A scale, with the $5 chip learned at 10 g, and somebody who counts alone."""
    user.at_desk(lambda desk: desk.set_weight(FIVE, 1_000_000, 100, 10_000, proven("pia:shift manager")))
    user.settle()
    user.window.devices.use_rack(rack)
    cable = plug("scale", MTSICS, Scale())
    user.go("tally")
    user.form.place.choose("chip bank")
    user.form.chips.edit(FIVE).setFocus()
    return cable


def test_chips_on_the_scale_are_offered_to_the_row_with_the_cursor(user, plug):
    cable = weigh(user, plug)
    put_on(user, cable, "600")
    told(user, "600.0 g of $5: 60 pieces.")
    grid = user.form.chips
    assert grid.typed() == {}
    take(user, "Take it")
    assert grid.value() == Chips({FIVE: 60})
    put_on(user, cable, "430")
    take(user, "Add it")
    assert grid.value() == Chips({FIVE: 103})
    user.sign(user.form.signers, signed("jo:cashier"))
    user.post(user.form)
    fact = user.entries()[-1].fact
    assert [(one.chip, one.cents) for one in fact.machine] == [("$5", 300_00), ("$5", 215_00)]
    assert b"600.00 g" in bytes.fromhex(fact.machine[0].raw)


def test_what_weight_cannot_tell_is_only_a_check(user, plug):
    cable = weigh(user, plug)
    user.write(user.form.chips.edit(FIVE), "12")
    put_on(user, cable, "1500")
    told(user, "1,500.0 g of $5: 150 pieces, could be 149 to 151: count by hand.")
    assert user.window.frame.messages.then.text() == (
        "Your count of 12 does not fit: 149 to 151 could lie there."
    )
    assert not user.window.frame.messages.way.isVisible()


def test_a_chip_whose_weight_nobody_learned_is_not_guessed(user, plug):
    cable = weigh(user, plug)
    other = next(chip for chip in user.form.chips._chips if chip != FIVE)
    user.form.chips.edit(other).setFocus()
    put_on(user, cable, "600")
    told(user, "what one weighs is not known yet.")
    take(user, "Chip weight")
    assert user.form.name == "weight"
    assert user.form.chip.value() == other.name


def test_the_cursor_may_come_after_the_chips(user, plug):
    cable = weigh(user, plug)
    user.form.chips.quick.setFocus()
    put_on(user, cable, "600")
    told(user, "The scale shows 600.0 g.")
    user.form.chips.edit(FIVE, "stacks").setFocus()
    told(user, "600.0 g of $5: 60 pieces.")


def test_a_rack_is_taken_off_once_it_was_seen_empty(user, plug):
    cable = weigh(user, plug, rack=85_200)
    put_on(user, cable, "685.2")
    told(user, "the empty rack was not on it first.")
    assert not user.window.frame.messages.way.isVisible()
    put_on(user, cable, "85.2")
    user.qtbot.waitUntil(lambda: user.window.devices._loads._rack == 85_200)
    cable.do("685.2")
    told(user, "600.0 g of $5: 60 pieces.")
    assert "Without the rack, 85.2 g." in user.window.frame.messages.then.text()


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


class Pole(Drawer):
    """A printer whose line goes through a display."""

    def __init__(self) -> None:
        super().__init__()
        self.display = Display()

    def hear(self, data: bytes) -> bytes:
        before = len(self.display.passed)
        self.display.hear(data)
        return super().hear(bytes(self.display.passed[before:]))


def test_a_display_may_stand_on_the_printers_line(user):
    with plugged(Pole()) as cable:
        connect(user, cable)
        display = cable.sim.display
        user.window.devices.use("display", f"{EPSON}@printer")
        assert user.window.devices.state["display"] == ""
        user.fill_in("redeem", {"chips": "2x$5"})
        shows = ("Chips redeemed      ", "              $10.00")
        user.qtbot.waitUntil(lambda: display.lines == shows)
        assert not display.mine, "the next slip goes to paper"
        assert cable.sim.paper == b""
        user.window.devices.use("display", "Logic Controls PD3000, LD9000@printer")
        assert "cannot share" in user.window.devices.state["display"]


def test_what_came_before_is_not_looked_up_on_the_page_of_devices(user, plug):
    """A blind count: the second to count finds nothing of the first one's report there."""
    cable = plug("counter", TAPE, Counter())
    user.go("own count")
    cable.do("20x$20")
    told(user, "The counter says $400.00")
    user.go("devices")
    assert user.window.devices.last("counter") == b""


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
