"""A form: one press is one slip, whatever keys and fingers do; and nothing that was typed is lost."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pitdesk.book.journal import Journal
from pitdesk.chips import Chip, Chips
from pitdesk.desk import Desk
from pitdesk.errors import Trouble
from pitdesk.places import CASH_RESERVE
from tests.ui.night import PINS, Quick, copied, held_down, key, proven, signed
from tests.ui.stand import stands
from ui.widgets.fields import Choice, Line, Tick
from ui.work.form import Form
from ui.work.tabs import Tabs

pytestmark = pytest.mark.long

FILL = {"table": "2", "chips": "20x$5"}
JO, BO, KARI = "jo:cashier", "bo:pit boss", "kari:dealer"
FIVES = Chip.named("$5")


@stands("fill", "redeem")
def user(qtbot, open_window, tmp_path) -> Quick:
    """Quick user at the window, with jo signed in."""
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


# One press


def double_click(form: Form) -> None:
    for _ in range(2):
        QTest.mouseClick(form.primary, Qt.MouseButton.LeftButton)
    QTest.mouseDClick(form.primary, Qt.MouseButton.LeftButton)


def hold_enter(form: Form) -> None:
    form.primary.setFocus()
    held_down(form.primary)


def hold_space(form: Form) -> None:
    form.primary.setFocus()
    held_down(form.primary, Qt.Key.Key_Space)


def bounce(form: Form) -> None:
    form.primary.setFocus()
    for _ in range(3):
        QTest.keyClick(QApplication.focusWidget() or form, Qt.Key.Key_Return)


def bounce_in_the_last_field(form: Form) -> None:
    last = form.signers if form.signers.asked else form.inputs[0]
    last.first().setFocus()
    for _ in range(3):
        QTest.keyClick(QApplication.focusWidget() or form, Qt.Key.Key_Return)


def hold_in_the_last_field(form: Form) -> None:
    last = form.signers if form.signers.asked else form.inputs[0]
    last.first().setFocus()
    held_down(form)


WAYS = [double_click, hold_enter, hold_space, bounce, bounce_in_the_last_field, hold_in_the_last_field]


@pytest.mark.parametrize("press", WAYS)
def test_however_the_button_is_pressed_there_is_one_slip(user, press: Callable[[Form], None]):
    before = user.seen
    form = user.fill_in("fill", FILL, signed(JO))
    press(form)
    user.settle()
    assert user.kinds(before) == ["fill"]
    assert user.told() == "Fill 000001 for table 2, $100.00, is prepared."
    assert not user.window.session.locked  # and no other button was pressed by it
    assert user.window.place == "floor"


@pytest.mark.parametrize("press", WAYS)
def test_however_the_cages_button_is_pressed_a_player_is_paid_once(user, press: Callable[[Form], None]):
    """No PIN is asked of whoever is signed in, and the form stays in front for the next player."""
    before = user.seen
    form = user.fill_in("redeem", {"chips": "2x$5"})
    press(form)
    user.settle()
    assert user.kinds(before) == ["redeem"]
    assert user.told() == "Paid $10.00."
    assert (user.window.session.locked, user.window.place) == (False, "cage")
    assert user.form is form
    assert form.notice.text == ""


def test_a_key_that_bounces_late_pays_nobody_nothing(user):
    before = user.seen
    form = user.fill_in("redeem", {"chips": "2x$5"})
    user.post(form)
    for _ in range(3):
        user.key(Qt.Key.Key_Return)
        user.settle()
    assert user.kinds(before) == ["redeem"]
    assert form.notice.text == ""


def test_two_forms_posted_one_right_after_the_other_are_two_entries(user):
    before = user.seen
    redeem = user.fill_in("redeem", {"chips": "2x$5"})
    fill = user.fill_in("fill", FILL, signed(JO))
    fill.post()
    user.window.go("redeem")
    redeem.post()  # before the fill is answered
    assert fill.busy
    user.settle()
    user.settle()
    assert user.kinds(before) == ["fill", "redeem"]
    assert user.told() == "Paid $10.00."


def test_while_it_is_under_way_the_button_says_so_and_the_form_is_whole(user):
    form = user.fill_in("fill", FILL, signed(JO))
    user.press(form.primary)
    assert (form.primary.text(), form.primary.isEnabled()) == ("One moment …", False)
    assert form.chips.value() == Chips.read("20x$5")
    user.settle()
    assert (form.primary.text(), form.primary.isEnabled()) == ("Prepare and print", True)
    assert form.chips.typed() == {}


# Bad news


def full(desk: Desk) -> None:
    """The book's disk takes not one page more."""
    database = desk.journal._db.conn
    database.set_authorizer(None)
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count = {pages}")


def freed(desk: Desk) -> None:
    desk.journal._db.conn.execute("PRAGMA max_page_count = 1000000")


def test_a_full_disk_is_told_in_the_form_nothing_is_lost_and_the_next_try_goes_well(user):
    user.at_desk(full)
    before = user.seen
    for _ in range(200):  # until the last page is full too
        form = user.fill_in("fill", FILL, signed(JO))
        user.post(form)
        if form.notice.text:
            break
    assert "has no room left on its disk. Free some, then do it again." in form.notice.text
    assert "Nothing was written." in form.notice.text
    assert user.told() == form.notice.reasons[0].words
    assert user.window.frame.messages.tone.text() == "Trouble"
    assert form.chips.value() == Chips.read("20x$5")
    assert form.table.value() == "2"
    assert form.signers.places[0].person.value() == "jo"
    made = user.kinds(before).count("fill")
    said: list[str] = []
    user.window.station.said.connect(lambda message: said.append(message.words))
    user.at_desk(freed)
    user.sign(form.signers, signed(JO))
    user.post(form)
    assert user.kinds(before).count("fill") == made + 1
    assert f"Fill {made + 1:06} for table 2, $100.00, is prepared." in said


def test_a_book_that_is_gone_says_so_however_often_it_is_tried(user):
    user.at_desk(lambda desk: desk.journal.close())
    form = user.fill_in("fill", FILL, signed(JO))
    for _ in range(2):
        user.sign(form.signers, signed(JO))
        user.post(form)
        assert "is closed. Open it again." in form.notice.text
        assert form.chips.value() == Chips.read("20x$5")
        assert form.primary.isEnabled()


def test_every_reason_is_told_at_once_each_where_it_belongs_with_its_section(user):
    form = user.fill_in("fill", {"table": "2", "chips": "3000x$5"}, signed(KARI))
    user.post(form)
    assert {one.rule for one in form.signers.notice.reasons} == {"nd.08-05.3", "nd.08-05.3c"}
    assert [one.rule for one in form.notice.reasons] == ["pd.below"]
    for reason in (*form.signers.notice.reasons, *form.notice.reasons):
        assert reason.section
        assert f"[{reason.section}]" in form.signers.notice.text + form.notice.text
    assert form.notice.isVisible()
    assert form.signers.notice.isVisible()
    assert form.chips.value() == Chips.read("3000x$5")
    assert form.signers.places[0].person.value() == "kari"
    assert form.signers.places[0].pin.typed() == ""  # a PIN is never kept


def test_where_only_the_initials_are_wrong_the_hands_are_led_there(user):
    form = user.fill_in("fill", FILL, [("jo", "cashier", "9999")])
    user.post(form)
    assert form.signers.notice.text.startswith("That is not the PIN or badge of Jo Sandvik.")
    assert form.notice.text == ""
    assert QApplication.focusWidget() is form.signers.places[0].pin.edit
    user.type(PINS["jo"])
    assert form.signers.notice.text == ""
    user.key(Qt.Key.Key_Return)
    user.settle()
    assert user.told() == "Fill 000001 for table 2, $100.00, is prepared."


def test_a_pin_that_is_locked_is_told_in_words_and_may_be_tried_after_the_wait(user):
    form = user.fill_in("fill", FILL, [("jo", "cashier", "9999")])
    for _ in range(3):
        user.sign(form.signers, [("jo", "cashier", "9999")])
        user.post(form)
    user.sign(form.signers, signed(JO))
    user.post(form)
    assert "Too many wrong PINs at desk 1" in form.signers.notice.text
    assert "wait 2 seconds, or have Pia Olsen sign in here." in form.signers.notice.text
    assert form.chips.value() == Chips.read("20x$5")
    user.pit.clock.at = user.pit.clock.at.replace(second=30)
    user.sign(form.signers, signed(JO))
    user.post(form)
    assert user.told() == "Fill 000001 for table 2, $100.00, is prepared."


def test_a_reason_that_is_wanted_is_told_beside_it(user):
    form = user.fill_in("refuse", {"chips": "3x$100"})
    user.post(form)
    assert form.reason.told.startswith("A refuse needs a reason. Give it in a few words.")
    assert "[House rule: reasons]" in form.reason.told
    assert form.notice.text == form.signers.notice.text == ""


def test_a_table_that_closed_meanwhile_is_told_and_the_chips_stay_typed(user):
    form = user.fill_in("fill", {"table": "4", "chips": "20x$2"}, signed(JO))
    tray = Chips.read("40x50c 150x$1 100x$2")
    form.busy = True  # the board comes while the press is on its way
    call = form.read()
    user.at_desk(lambda desk: desk.close_table("4", tray, proven("olav:dealer")))
    form.busy = False
    user.window.station.post(call, form._done, form._refused, verb="fill")
    user.settle()
    assert "Table 4 is not open." in form.notice.text
    assert form.chips.value() == Chips.read("20x$2")


def test_a_table_that_closed_while_somebody_types_is_not_offered_any_longer(user):
    form = user.fill_in("fill", {"table": "4", "chips": "20x$2"}, signed(JO))
    tray = Chips.read("40x50c 150x$1 100x$2")
    user.at_desk(lambda desk: desk.close_table("4", tray, proven("olav:dealer")))
    assert form.table.typed() == ""
    assert form.table.button("4") is None
    assert form.chips.value() == Chips.read("20x$2")
    user.sign(form.signers, signed(JO))
    user.post(form)
    assert form.table.told == "Choose one first."
    assert form.chips.value() == Chips.read("20x$2")


# While somebody types


def live(user: Quick, form: Form) -> None:
    """Wait until the rules were asked of what stands there."""
    user.qtbot.waitUntil(lambda: not form._trial.isActive(), timeout=5_000)
    user.settle()


def test_more_than_the_bank_holds_is_said_before_it_is_posted(user):
    form = user.fill_in("fill", {"table": "2", "chips": "2001x$5"})
    live(user, form)
    assert [one.rule for one in form.notice.reasons] == ["pd.below"]
    assert form.notice._live
    user.chips(form.chips, Chips.read("20x$5"))
    assert form.notice.text == ""
    live(user, form)
    assert form.notice.text == ""
    assert "fill" not in user.kinds()


def test_what_was_a_warning_is_a_refusal_once_it_is_posted(user):
    form = user.fill_in("fill", {"table": "2", "chips": "2001x$5"}, signed(JO))
    live(user, form)
    frame = form.notice.layout().itemAt(0).widget()
    assert frame.property("tone") == "look"
    user.post(form)
    frame = form.notice.layout().itemAt(0).widget()
    assert frame.property("tone") == "stop"
    live(user, form)
    assert form.notice.layout().itemAt(0).widget().property("tone") == "stop"


def test_an_answer_that_comes_after_more_was_typed_is_not_shown(user):
    form = user.fill_in("fill", {"table": "2", "chips": "2001x$5"})
    form.try_out()
    user.chips(form.chips, Chips.read("20x$5"))  # before the answer is there
    user.settle()
    assert form.notice.text == ""


def test_who_initials_is_not_judged_while_somebody_types(user):
    form = user.fill_in("fill", FILL, [("kari", "dealer", "")])
    live(user, form)
    assert form.notice.text == form.signers.notice.text == ""


# Enter


def test_enter_leads_through_the_fields_to_the_initials_and_the_button(user):
    user.go("fill", "2")
    form = user.form
    assert QApplication.focusWidget() is form.table.button("2")
    user.key(Qt.Key.Key_Return)
    assert QApplication.focusWidget() is form.chips.quick
    user.type("20*5")
    user.key(Qt.Key.Key_Return)  # past where the chips come from, which is seldom another
    assert QApplication.focusWidget() is form.signers.places[0].pin.edit
    user.type(PINS["jo"])
    user.key(Qt.Key.Key_Return)
    user.settle()
    assert user.told() == "Fill 000001 for table 2, $100.00, is prepared."


def test_enter_on_the_table_that_has_the_focus_chooses_it_and_goes_on(user):
    user.go("fill")
    form = user.form
    assert QApplication.focusWidget() is form.table.button("1")
    user.key(Qt.Key.Key_Right)
    user.key(Qt.Key.Key_Return)
    assert form.table.value() == "2"
    assert QApplication.focusWidget() is form.chips.quick


def test_enter_stops_at_each_of_two_who_initial(user):
    form = user.fill_in("count banks", {"when": "check", "bank": "1x$5", "cash reserve?": False})
    user.write(form.drawer.total, "4000")
    user.pick(form.signers.places[1].person.box, "pia")
    form.signers.first().setFocus()
    assert QApplication.focusWidget() is form.signers.places[0].pin.edit
    user.type(PINS["jo"])
    user.key(Qt.Key.Key_Return)
    assert QApplication.focusWidget() is form.signers.places[1].pin.edit
    user.type(PINS["pia"])
    user.key(Qt.Key.Key_Return)
    user.settle()
    assert "count" in user.kinds()[-1:]


def test_a_wrong_field_has_the_focus_and_says_what_is_wrong(user):
    form = user.fill_in("check", {"amount": "a lot", "number": "2209", "drawer": "Ole Hagen"})
    user.press(form.primary)
    assert form.amount.told == "'a lot' is no amount. Write 912 or 1,250.00."
    assert QApplication.focusWidget() is form.amount.edit
    assert form.amount.edit.text() == "a lot"
    assert not form.busy


def test_tab_goes_the_way_the_eye_does(user):
    user.go("fill", "2")
    form = user.form
    form.table.first().setFocus()
    rows = [form.chips.edit(c, which) for c in form.chips._chips for which in ("stacks", "loose")]
    place = form.signers.places[0]
    wanted = [form.chips.quick, *rows, form.primary, form.usual, form.end.button("chip bank")]
    wanted += [form.from_form, place.person.box]
    for stop in (*wanted, place.pin.edit, *form.signers.more, form.empty):
        key(Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is stop, stop.accessibleName()


# Put aside and taken up


def filled(user: Quick) -> Form:
    form = user.fill_in("fill", {"table": "3", "chips": "20x$5 3x$25"}, signed(JO))
    user.choose(form.end, "jar bar")
    return form


def test_a_form_can_be_put_aside_and_taken_up_again(user):
    form = filled(user)
    kept = form.typed()
    form.clear()
    assert not form.typed_anything()
    form.take_up(kept)
    assert form.table.value() == "3"
    assert form.chips.value() == Chips.read("20x$5 3x$25")
    assert form.end.value() == "jar bar"
    assert form.signers.places[0].person.value() == "jo"
    assert form.signers.places[0].pin.typed() == ""
    assert PINS["jo"] not in repr(kept)


def test_every_form_of_the_window_gives_back_what_was_put_aside(tour):
    """Whatever was typed into any of them, right or wrong."""
    user = tour
    for place in ("fill", "cage", "tables", "bank", "countroom"):
        user.go(place)
        screen = user.window.frame.stack.currentWidget()
        assert isinstance(screen, Tabs)
        for form in [one for one in screen.forms.values() if isinstance(one, Form)]:
            screen.show_form(form.name)
            for one in form.inputs:
                scribble(one)
            kept = form.typed()
            form.clear()
            form.take_up(kept)
            assert form.typed() == kept, form.name


def scribble(one) -> None:
    """Put something into a field, as wrong as may be."""
    if isinstance(one, Choice):
        keys = [key for key, _ in one._options]
        one.choose(keys[-1] if keys else "")
    elif isinstance(one, Tick):
        one.box.toggle()
    elif isinstance(one, Line):
        one.edit.setText(f"½ {one.name}")
    elif hasattr(one, "quick"):
        one.edit(FIVES).setText("twelve")
    elif hasattr(one, "edits"):
        one.total.setText("a lot")


def test_clear_empties_the_form_and_nothing_else(user):
    form = filled(user)
    redeem = user.fill_in("redeem", {"chips": "2x$5"})
    user.go("fill")
    user.press(form.empty)
    assert not form.typed_anything()
    assert form.end.value() == "chip bank"
    assert redeem.chips.value() == Chips.read("2x$5")


def test_a_place_comes_back_at_the_form_that_was_left_half_done(user):
    user.fill_in("iou", {"amount": "200"})
    user.go("floor")
    user.go("bank")
    assert user.form.name == "iou"
    user.form.clear()
    user.go("floor")
    user.go("bank")
    assert user.form.name == "bank"


def test_trouble_is_no_error_of_ours(user):
    form = user.fill_in("iou", {"source": CASH_RESERVE, "amount": "200"}, signed(JO))

    def stuck(_: Desk):
        raise Trouble("The disk is full. Free it, then try again.")

    form.call = lambda: stuck
    user.post(form)
    assert form.notice.reasons[0].section == ""
    assert form.amount.typed() == "200"


def test_the_slip_that_was_posted_stands_in_the_book_and_on_paper(user):
    user.post(user.fill_in("fill", FILL, signed(JO)))
    user.window.close()
    with Journal.read(user.pit.book) as journal:
        assert journal.verify().ok
        assert journal.last_number("fill") == 1
    assert [job.name for job in user.pit.paper.jobs] == ["fill-000001-original", "fill-000001-copy"]


@pytest.mark.parametrize(
    ("verb", "again"),
    [("count tray", Qt.Key.Key_F8), ("fill", Qt.Key.Key_F2), ("credit", Qt.Key.Key_F3)],
)
def test_its_key_once_more_leads_from_the_chips_to_the_initials(user, verb, again):
    user.go("floor", "3")
    user.key(again)
    user.type("4*5")
    user.key(again)
    assert user.form.name == verb
    assert QApplication.focusWidget() is user.form.signers.first()
    user.type("2741")
    assert (user.form.table.value(), user.form.chips.value()) == ("3", Chips.read("4x$5"))


def test_where_no_initials_are_asked_its_key_once_more_leads_to_the_button(user):
    user.key(Qt.Key.Key_F4)
    user.type("4*5")
    user.key(Qt.Key.Key_F4)
    user.type("2741")
    assert user.form.chips.quick.text() == "4*5"
    assert user.form.primary.hasFocus()


def test_an_amount_stays_with_what_was_chosen_for_it(user):
    form = user.fill_in("iou", {"source": "cash reserve", "amount": "100"})
    form.source.first().setFocus()
    user.type("d")
    assert form.source.value() == "cash reserve"
    form.amount.clear()
    form.source.first().setFocus()
    user.type("d")
    assert form.source.value() == "drawer"
