"""What comes late or twice: answers to a page that was left, a board that changed, a day that passed."""

import threading
from contextlib import suppress
from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pitdesk.chips import Chips
from pitdesk.errors import Trouble
from printers.devices.paper import Paper
from tests.ui.evening import Quick, copied, key, proven, signed
from tests.ui.offices import counter
from tests.ui.work.test_form import freed, full

FILL = {"table": "2", "chips": "20x$5"}
JO, KARI = "jo:cashier", "kari:dealer"


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


@pytest.fixture
def desk(hands):
    """The desk is busy until this is set."""
    gate = threading.Event()
    yield lambda: (hands.window.station.runner.ask(lambda _: gate.wait(20)), gate)[1]
    gate.set()


class Waiting(Paper):
    """A printer that is waited for, until it is let go."""

    def __init__(self, gate: threading.Event) -> None:
        super().__init__()
        self.waits, self.gate = True, gate

    def print(self, job):
        assert self.gate.wait(20)
        return super().print(job)


def on_paper(hands: Quick) -> threading.Event:
    """Print on one that is waited for."""
    gate, told = threading.Event(), []
    hands.window.station.printing.use(lambda: Waiting(gate), told.append, told.append)
    hands.qtbot.waitUntil(lambda: bool(told))
    return gate


# Answers to a page that was left


def test_an_answer_that_comes_late_pays_nobody_twice(hands, desk):
    """The next form has the keys, whatever is answered behind it."""
    form = hands.fill_in("redeem", {"chips": "4x$5"})
    gate = desk()
    form.primary.click()
    hands.go("fill")
    hands.choose(hands.form.table, "2")
    hands.into(hands.form.chips.quick)
    before = hands.seen
    gate.set()
    hands.settle()
    hands.type("20*5")
    hands.key(Qt.Key.Key_Return)
    hands.settle()
    assert hands.form.chips.quick.text() == "20*5"
    assert hands.kinds(before) == ["redeem"]


def test_what_is_refused_behind_another_page_is_told_and_waits_there(hands, desk):
    form = hands.fill_in("fill", FILL, signed(KARI))
    gate = desk()
    form.primary.click()
    hands.go("redeem")
    hands.into(hands.form.chips.quick)
    gate.set()
    hands.settle()
    assert QApplication.focusWidget() is hands.form.chips.quick
    assert hands.told().startswith("Not done: Fill. It waits where it was typed. ")
    hands.go("fill")
    hands.settle()
    assert hands.form.chips.value() == Chips.read("20x$5")
    assert "may not prepare" in hands.form.signers.notice.text


def test_a_seal_that_is_refused_elsewhere_types_into_no_hidden_line(qtbot, open_window, tmp_path):
    hands = Quick.at(qtbot, open_window(*copied(tmp_path)), "pia")
    form = hands.fill_in("close day", {"next start": "4000"}, signed("pia:shift manager"))
    gate = threading.Event()
    hands.window.station.runner.ask(lambda _: gate.wait(20))
    form.primary.click()
    hands.go("redeem")
    hands.into(hands.form.chips.quick)
    gate.set()
    hands.settle()
    hands.settle()
    hands.type("412")
    assert form.next_start.typed() == "4000"
    assert hands.form.chips.quick.text() == "412"


def test_keys_pressed_while_it_is_under_way_go_nowhere(hands, desk):
    form = hands.fill_in("redeem", {"chips": "4x$5"})
    form.chips.quick.setFocus()
    gate = desk()
    form.primary.click()
    hands.type("99*5")
    assert form.chips.value() == Chips.read("4x$5")
    gate.set()
    hands.settle()
    assert form.chips.quick.text() == ""


def test_what_was_refused_stays_told_while_the_board_changes(hands):
    form = hands.fill_in("fill", FILL, signed(KARI))
    hands.post(form)
    said = (form.signers.notice.text, form.notice.text)
    assert any(said)
    hands.at_desk(lambda desk: desk.review_camera("2", proven("bo:pit boss"), "clear", ""))
    hands.settle()
    assert (form.signers.notice.text, form.notice.text) == said
    hands.write(form.chips.quick, "1*5")
    assert form.notice.text == ""


def test_a_pin_of_one_is_never_tried_as_anothers(hands):
    """The dealer who is proposed changes under what was typed."""
    hands.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven(JO)))
    hands.at_desk(lambda desk: desk.verify("fill", 1, proven("bo:pit boss")))
    hands.go("waiting")
    (place, *_) = hands.form.signers.places
    was = place.person.value()
    hands.into(place.pin.edit)
    hands.type("90")
    hands.at_desk(lambda desk: desk.change_dealer("2", None, proven(f"{was}:dealer")))
    hands.settle()
    assert place.person.value() != was
    assert place.pin.edit.text() == ""


# Keys


def test_the_key_of_a_page_pressed_twice_is_the_page(hands):
    for _ in range(2):
        key(Qt.Key.Key_F5, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        hands.settle()
        assert hands.form.name == "agree"


@pytest.mark.parametrize(("verb", "again"), [("fill", Qt.Key.Key_F2), ("count tray", Qt.Key.Key_F8)])
def test_chips_that_are_typed_stay_with_their_table(hands, verb, again):
    hands.go("floor")
    pointed = hands.window.screens["floor"].pointed
    hands.go(verb)
    other = "4" if pointed != "4" else "1"
    hands.choose(hands.form.table, other)
    hands.write(hands.form.chips.quick, "20*5")
    hands.key(Qt.Key.Key_Escape)
    assert hands.window.place == "floor"
    hands.key(again)
    assert (hands.form.table.typed(), hands.form.chips.value()) == (other, Chips.read("20x$5"))


# A disk that is full while a sheet is at the printer


def test_a_full_disk_while_it_prints_is_told_and_the_desk_goes_on(hands):
    gate = on_paper(hands)
    form = hands.fill_in("fill", FILL, signed(JO))
    form.primary.click()
    hands.qtbot.waitUntil(lambda: not form.busy and hands.window.frame.top.watch.printing)

    def fill_up(desk) -> None:
        full(desk)
        with suppress(Trouble):
            while True:
                desk.review_camera("2", proven("bo:pit boss"), "clear", "")

    hands.at_desk(fill_up)
    gate.set()
    hands.qtbot.waitUntil(lambda: not hands.window.frame.top.watch.printing)
    hands.at_desk(freed)
    before = hands.seen
    hands.post(hands.fill_in("redeem", {"chips": "1x$5"}))
    assert hands.kinds(before)[0] == "redeem"
    assert hands.window.station.board.questions  # nothing proves the sheet: it is asked about


# A day that passed


def test_a_date_that_stands_there_by_itself_is_todays(qtbot, tmp_path):
    hands = counter(qtbot, tmp_path)
    hands.go("deposit")
    form = hands.form
    hands.until(lambda: form.dates.boxes)
    assert form.made.value() == hands.station.now().date()
    hands.go("floor")
    hands.pit.clock.at += timedelta(days=6, hours=14)
    hands.go("deposit")
    assert form.made.value() == hands.station.now().date()
    hands.write(form.made.edit, "11/25/2026")
    hands.go("floor")
    hands.go("deposit")
    assert form.made.value() == date(2026, 11, 25)  # what was typed stays


def test_the_next_day_is_opened_on_its_own_date(qtbot, open_window, tmp_path):
    hands = Quick.at(qtbot, open_window(*copied(tmp_path, (2, 30))), "pia")
    hands.go("open day")
    first = hands.form.date.value()
    hands.key(Qt.Key.Key_Escape)
    hands.pit.clock.at += timedelta(days=1, hours=14)
    hands.go("open day")
    assert hands.form.date.value() == first + timedelta(1) == hands.window.station.now().date()


# What fails while somebody looks at something else


def test_figures_that_could_not_be_read_leave_no_others_standing(qtbot, tmp_path, monkeypatch):
    hands = counter(qtbot, tmp_path)
    hands.go("summary")
    page = hands.form
    hands.until(lambda: page.shown is not None)
    monkeypatch.setattr("ui.office.summaries.worked_out", lambda *_: refused())
    page.step(-1)
    hands.until(lambda: page.shown is None)
    assert page.pages.isHidden()
    assert page.sum.text() == ""
    monkeypatch.undo()
    page.step(1)
    hands.until(lambda: page.shown is not None)
    assert not page.pages.isHidden()


def test_days_that_could_not_be_read_are_read_the_next_time(qtbot, tmp_path, monkeypatch):
    hands = counter(qtbot, tmp_path)
    monkeypatch.setattr("ui.past.screen.past_days", lambda _: refused())
    hands.go("days")
    hands.until(lambda: "cannot be read" in hands.told())
    monkeypatch.undo()
    hands.go("floor")
    hands.go("days")
    hands.until(lambda: bool(hands.form.model.rows))


def refused():
    raise Trouble("The book cannot be read just now.")


# More than anybody types


def test_a_number_as_long_as_a_novel_is_no_chips_and_no_slip(hands):
    hands.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven(JO)))
    hands.go("fill")
    for text in ("1*" + "9" * 5000, "9" * 5000 + "*5"):
        hands.form.chips.quick.setText(text)
        with pytest.raises(ValueError, match="cannot be read"):
            hands.form.chips.value()
    hands.go("slips")
    hands.qtbot.waitUntil(lambda: len(hands.form.model.rows) == 1)
    hands.form.line.setText("9" * 5000)
    hands.qtbot.waitUntil(lambda: not hands.form.model.rows)
    hands.form.line.setText("000001")
    hands.qtbot.waitUntil(lambda: len(hands.form.model.rows) == 1)


def test_a_setting_that_was_written_by_hand_is_offered_and_kept(hands):
    hands.go("station")
    settings = hands.form.settings
    settings.lock_min, settings.size = 3, 115
    hands.go("floor")
    hands.go("station")
    assert (hands.form.lock_min.value(), hands.form.letters.value()) == ("3", "115")
    hands.form.appearance.choose("light")
    assert (settings.lock_min, settings.size) == (3, 115)
