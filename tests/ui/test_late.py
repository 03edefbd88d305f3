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
from tests.ui.night import Quick, copied, key, proven, signed
from tests.ui.offices import counter
from tests.ui.stand import stands
from tests.ui.work.test_form import freed, full

pytestmark = pytest.mark.long

FILL = {"table": "2", "chips": "20x$5"}
LONG = "9" * 30_000  # digits, nearly what a line of text can hold
JO, KARI = "jo:cashier", "kari:dealer"


@stands("fill", "redeem")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


@pytest.fixture
def desk(user):
    """The desk is busy until this is set."""
    gate = threading.Event()
    yield lambda: (user.window.station.runner.ask(lambda _: gate.wait(20)), gate)[1]
    gate.set()


class Waiting(Paper):
    """A printer that is waited for, until it is let go."""

    def __init__(self, gate: threading.Event) -> None:
        super().__init__()
        self.waits, self.gate = True, gate

    def print(self, job):
        assert self.gate.wait(20)
        return super().print(job)


def on_paper(user: Quick) -> threading.Event:
    """Print on one that is waited for."""
    gate, told = threading.Event(), []
    user.window.station.printing.use(lambda: Waiting(gate), told.append, told.append)
    user.qtbot.waitUntil(lambda: bool(told))
    return gate


# Answers to a page that was left


def test_an_answer_that_comes_late_pays_nobody_twice(user, desk):
    """The next form has the keys, whatever is answered behind it."""
    form = user.fill_in("redeem", {"chips": "4x$5"})
    gate = desk()
    form.primary.click()
    user.go("fill")
    user.choose(user.form.table, "2")
    user.into(user.form.chips.quick)
    before = user.seen
    gate.set()
    user.settle()
    user.type("20*5")
    user.key(Qt.Key.Key_Return)
    user.settle()
    assert user.form.chips.quick.text() == "20*5"
    assert user.kinds(before) == ["redeem"]


def test_what_is_refused_behind_another_page_is_told_and_waits_there(user, desk):
    form = user.fill_in("fill", FILL, signed(KARI))
    gate = desk()
    form.primary.click()
    user.go("redeem")
    user.into(user.form.chips.quick)
    gate.set()
    user.settle()
    assert QApplication.focusWidget() is user.form.chips.quick
    assert user.told().startswith("Not done: Fill. It waits where it was typed. ")
    user.go("fill")
    user.settle()
    assert user.form.chips.value() == Chips.read("20x$5")
    assert "may not prepare" in user.form.signers.notice.text


def test_a_seal_that_is_refused_elsewhere_types_into_no_hidden_line(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path)), "pia")
    form = user.fill_in("close day", {"next start": "4000"}, signed("pia:shift manager"))
    gate = threading.Event()
    user.window.station.runner.ask(lambda _: gate.wait(20))
    form.primary.click()
    user.go("redeem")
    user.into(user.form.chips.quick)
    gate.set()
    user.settle()
    user.settle()
    user.type("412")
    assert form.next_start.typed() == "4000"
    assert user.form.chips.quick.text() == "412"


def test_keys_pressed_while_it_is_under_way_go_nowhere(user, desk):
    form = user.fill_in("redeem", {"chips": "4x$5"})
    form.chips.quick.setFocus()
    gate = desk()
    form.primary.click()
    user.type("99*5")
    assert form.chips.value() == Chips.read("4x$5")
    gate.set()
    user.settle()
    assert form.chips.quick.text() == ""


def test_what_was_refused_stays_told_while_the_board_changes(user):
    form = user.fill_in("fill", FILL, signed(KARI))
    user.post(form)
    said = (form.signers.notice.text, form.notice.text)
    assert any(said)
    user.at_desk(lambda desk: desk.camera("2", proven("bo:pit boss"), "clear", ""))
    user.settle()
    assert (form.signers.notice.text, form.notice.text) == said
    user.write(form.chips.quick, "1*5")
    assert form.notice.text == ""


def test_a_pin_of_one_is_never_tried_as_anothers(user):
    """The dealer who is proposed changes under what was typed."""
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven(JO)))
    user.at_desk(lambda desk: desk.verify("fill", 1, proven("bo:pit boss")))
    user.go("waiting")
    (place, *_) = user.form.signers.places
    was = place.person.value()
    user.into(place.pin.edit)
    user.type("90")
    user.at_desk(lambda desk: desk.dealer("2", None, proven(f"{was}:dealer")))
    user.settle()
    assert place.person.value() != was
    assert place.pin.typed() == ""


# Keys


def test_the_key_of_a_page_pressed_twice_is_the_page(user):
    for _ in range(2):
        key(Qt.Key.Key_F5, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        user.settle()
        assert user.form.name == "agree"


@pytest.mark.parametrize(("verb", "again"), [("fill", Qt.Key.Key_F2), ("count tray", Qt.Key.Key_F8)])
def test_chips_that_are_typed_stay_with_their_table(user, verb, again):
    user.go("floor")
    pointed = user.window.screens["floor"].pointed
    user.go(verb)
    other = "4" if pointed != "4" else "1"
    user.choose(user.form.table, other)
    user.write(user.form.chips.quick, "20*5")
    user.key(Qt.Key.Key_Escape)
    assert user.window.place == "floor"
    user.key(again)
    assert (user.form.table.typed(), user.form.chips.value()) == (other, Chips.read("20x$5"))


# A disk that is full while a sheet is at the printer


def test_a_full_disk_while_it_prints_is_told_and_the_desk_goes_on(user):
    gate = on_paper(user)
    form = user.fill_in("fill", FILL, signed(JO))
    form.primary.click()
    user.qtbot.waitUntil(lambda: not form.busy and user.window.frame.top.watch.printing)

    def fill_up(desk) -> None:
        full(desk)
        with suppress(Trouble):
            while True:
                desk.camera("2", proven("bo:pit boss"), "clear", "")

    user.at_desk(fill_up)
    gate.set()
    user.qtbot.waitUntil(lambda: not user.window.frame.top.watch.printing)
    user.at_desk(freed)
    before = user.seen
    user.post(user.fill_in("redeem", {"chips": "1x$5"}))
    assert user.kinds(before)[0] == "redeem"
    assert user.window.station.board.questions  # nothing proves the sheet: it is asked about


# A day that passed


def test_a_date_that_stands_there_by_itself_is_todays(qtbot, tmp_path):
    user = counter(qtbot, tmp_path)
    user.go("deposit")
    form = user.form
    user.until(lambda: form.dates.list.topLevelItemCount() > 0)
    assert form.made.value() == user.station.now().date()
    user.go("floor")
    user.pit.clock.at += timedelta(days=6, hours=14)
    user.go("deposit")
    assert form.made.value() == user.station.now().date()
    user.write(form.made.edit, "11/25/2026")
    user.go("floor")
    user.go("deposit")
    assert form.made.value() == date(2026, 11, 25)  # what was typed stays


def test_the_next_day_is_opened_on_its_own_date(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (2, 30))), "pia")
    user.go("open day")
    first = user.form.date.value()
    user.key(Qt.Key.Key_Escape)
    user.pit.clock.at += timedelta(days=1, hours=14)
    user.go("open day")
    assert user.form.date.value() == first + timedelta(1) == user.window.station.now().date()


# What fails while somebody looks at something else


def test_figures_that_could_not_be_read_leave_no_others_standing(qtbot, tmp_path, monkeypatch):
    user = counter(qtbot, tmp_path)
    user.go("summary")
    page = user.form
    user.until(lambda: page.shown is not None)
    monkeypatch.setattr("ui.office.summaries.worked_out", lambda *_: refused())
    page.step(-1)
    user.until(lambda: page.shown is None)
    assert page.pages.isHidden()
    assert page.sum.text() == ""
    monkeypatch.undo()
    page.step(1)
    user.until(lambda: page.shown is not None)
    assert not page.pages.isHidden()


def test_days_that_could_not_be_read_are_read_the_next_time(qtbot, tmp_path, monkeypatch):
    user = counter(qtbot, tmp_path)
    monkeypatch.setattr("ui.past.screen.past_days", lambda _: refused())
    user.go("days")
    user.until(lambda: "cannot be read" in user.told())
    monkeypatch.undo()
    user.go("floor")
    user.go("days")
    user.until(lambda: bool(user.form.model.rows))


def refused():
    raise Trouble("The book cannot be read just now.")


# More than anybody types


def test_a_number_as_long_as_a_novel_is_no_chips_and_no_slip(user):
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven(JO)))
    user.go("fill")
    for text in ("1*" + LONG, LONG + "*5"):
        user.form.chips.quick.setText(text)
        with pytest.raises(ValueError, match=r"cannot be read|Was that your PIN"):
            user.form.chips.value()
    user.go("slips")
    user.qtbot.waitUntil(lambda: len(user.form.model.rows) == 1)
    user.form.line.setText(LONG)
    user.qtbot.waitUntil(lambda: not user.form.model.rows)
    user.form.line.setText("000001")
    user.qtbot.waitUntil(lambda: len(user.form.model.rows) == 1)


def test_a_setting_that_was_written_by_hand_is_offered_and_kept(user):
    user.go("station")
    settings = user.form.settings
    settings.lock_min, settings.size = 3, 115
    user.go("floor")
    user.go("station")
    assert (user.form.lock_min.value(), user.form.letters.value()) == ("3", "115")
    user.form.appearance.choose("light")
    assert (settings.lock_min, settings.size) == (3, 115)
