"""The slips on their way: the oldest first, verified and received by whoever may, named as they are."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QWidget

from pitdesk.book.people import Signer
from pitdesk.chips import Chips
from pitdesk.kinds import Role
from tests.ui.night import PINS, Quick, copied, proven, signed
from tests.ui.stand import stands
from ui.floor.waiting import Pointed
from ui.widgets import theme
from ui.work.readback import Numeral

pytestmark = pytest.mark.long

BO, PIA, KARI, SARA = (
    signed(one) for one in ("bo:pit boss", "pia:shift manager", "kari:dealer", "sara:dealer")
)


@stands("waiting")
def user(qtbot, open_window, tmp_path) -> Quick:
    """A fill for table 2 and, a minute later, one for table 1 are prepared by jo."""
    user = Quick.at(qtbot, open_window(*copied(tmp_path)))
    for table, chips in (("2", "20x$5"), ("1", "10x$5")):
        user.at_desk(lambda desk, t=table, c=chips: desk.fill(t, Chips.read(c), proven("jo:cashier")))
        user.pit.clock.at = user.pit.clock.at.replace(minute=40)
    return user


def texts(widget: QWidget) -> list[str]:
    return [one.text() for one in widget.findChildren(QLabel) if one.isVisible()]


def test_the_oldest_waits_first_and_says_what_it_is(user):
    user.go("waiting")
    form = user.form
    assert form.slip.value() == "fill 000001"
    assert [form.slip.button(key).text() for key in ("fill 000001", "fill 000002")] == [
        *("Fill 000001 · 2", "Fill 000002 · 1")
    ]
    told = form.large.told
    assert (told.head, told.number) == ("FILL to TABLE", "2")
    assert told.words == ("Twenty-one · $3–$25", "Dealer Sara Vik · box 2")
    assert told.since == "Its tray, counted 16:21"
    assert told.becomes == ("$5: 100 → 120",)
    assert (form.counter.number.text(), form.counter.total.words) == ("000001", "$100.00")
    assert "1 stack" in texts(form.counter)
    assert form.by.text() == "Jo Sandvik"
    assert form.at.text() == "16:34 · chip bank to table 2"
    assert form.many.text() == "2 wait · F10 next"
    assert form.primary.text() == "Verify fill 000001"
    assert form.signers.places[0].person.value() == "bo"
    assert QApplication.focusWidget() is form.signers.places[0].pin.edit


def test_a_fill_is_verified_and_received_and_both_times_named(user):
    form = user.fill_in("waiting", {"slip": "fill 000001"}, BO)
    user.post(form)
    assert user.told() == "Fill 000001 is verified."
    user.go("waiting", Pointed("fill", 1))
    assert form.primary.text() == "Receive fill 000001"
    assert form.signers.places[0].who.words == "Received by"
    assert form.signers.places[0].person.value() == "sara"  # who deals at table 2
    user.sign(form.signers, SARA)
    user.post(form)
    assert user.told() == "Fill 000001 is received."  # and not the one that waits now
    assert [one.name for one in user.window.station.board.waiting] == ["fill 000002"]
    spot = user.window.station.board.spot("2")
    assert spot.known == spot.par + Chips.read("20x$5")


def test_whoever_prepared_it_does_not_verify_it(user):
    user.at_desk(lambda desk: desk.fill("3", Chips.read("5x$5"), proven("bo:pit boss", "jo:cashier")))
    form = user.fill_in("waiting", {"slip": "fill 000003"}, BO)
    user.post(form)
    assert user.refused(form) == {"initials": {"pd.own"}}
    assert form.slip.value() == "fill 000003"


def test_where_nobody_is_free_the_dealer_receives_it_as_it_is(user):
    shifts = [Role(role, date(2020, 1, 1)) for role in ("shift manager", "dealer")]
    by = proven("gro:gaming manager")
    sara = user.window.station.board.site.people["sara"]
    pin = "731652"
    user.at_desk(lambda desk: desk.set_person(replace(sara, roles=tuple(shifts)), pin=pin, by=by))
    over = [*proven("pia:shift manager"), Signer("sara", "shift manager", pin=pin)]
    user.at_desk(lambda desk: desk.hand_over("sara", over))
    for gone, role in (("pia", "shift manager"), ("bo", "pit boss")):
        user.at_desk(lambda desk, g=gone, r=role: desk.off_duty(g, proven(f"{g}:{r}")[0]))
    form = user.fill_in("waiting", {"slip": "fill 000001"}, [("sara", "dealer", pin)])
    assert form.primary.text() == "Receive fill 000001"
    user.post(form)
    assert user.told() == "Fill 000001 is received."


def test_who_prepared_it_is_asked_last(user):
    user.at_desk(lambda desk: desk.off_duty("bo", proven("bo:pit boss")[0]))
    user.at_desk(
        lambda desk: desk.fill("3", Chips.read("5x$5"), proven("pia:shift manager", "jo:cashier"))
    )
    form = user.fill_in("waiting", {"slip": "fill 000003"}, PIA)
    user.post(form)
    assert user.told() == "Fill 000003 is verified."


def test_the_dealer_of_another_table_does_not_receive_it(user):
    user.at_desk(lambda desk: desk.verify("fill", 1, proven("bo:pit boss")))
    form = user.fill_in("waiting", {"slip": "fill 000001"}, KARI)
    user.post(form)
    assert user.refused(form) == {"initials": {"nd.08-05.6"}}
    assert "Kari Lund is not at table 2. Ask its dealer." in form.signers.notice.text


def test_who_verified_last_is_asked_first_the_next_time(user):
    form = user.fill_in("waiting", {"slip": "fill 000001"}, PIA)
    user.post(form)
    user.go("waiting", Pointed("fill", 2))
    assert form.signers.places[0].person.value() == "pia"


def test_a_slip_that_was_voided_meanwhile_is_not_verified_any_more(user):
    form = user.fill_in("waiting", {"slip": "fill 000001"}, BO)
    call = form.read()
    user.at_desk(lambda desk: desk.void("fill", 1, "wrong table", proven("jo:cashier")))
    assert form.slip.value() == "fill 000002"  # what waits is offered anew
    user.window.station.post(call, form._done, form._refused, verb="waiting")
    user.settle()
    assert user.refused(form) == {"below": {"pd.state"}}
    assert "fill 000001 is void already" in form.notice.text


def test_with_nothing_on_the_way_there_is_nothing_to_press(user):
    for number in (1, 2):
        user.at_desk(lambda desk, n=number: desk.void("fill", n, "wrong", proven("jo:cashier")))
    user.go("waiting")
    form = user.form
    assert form.counter.series.text() == "Nothing is on the way."
    assert form.counter.total.words == ""
    assert not any(one.isVisible() for one in (form.large, form.vow, form.back))
    assert not form.primary.isEnabled()


def test_a_slip_is_taken_from_the_floor_by_its_own_button(user):
    user.go("floor")
    buttons = [one for one in user.form.findChildren(QPushButton) if one.isVisible()]
    user.press(next(one for one in buttons if one.accessibleName().startswith("Verify fill 000002,")))
    assert user.form.name == "waiting"
    assert user.form.slip.value() == "fill 000002"


def test_how_long_it_waits_is_live(user):
    user.go("waiting")
    since = user.form.counter.since
    user.pit.clock.at = user.window.station.board.waiting[0].at + timedelta(seconds=98)
    user.form.counter.tick.timeout.emit()
    assert since.text() == "1:38"
    user.pit.clock.at += timedelta(minutes=70)
    user.form.counter.tick.timeout.emit()
    assert since.text() == "1 h 11 m"


def test_a_credit_is_told_from_a_fill_and_takes_from_the_tray(user):
    user.at_desk(lambda desk: desk.credit("2", Chips.read("25x$1"), proven("sara:dealer")))
    user.go("waiting", Pointed("credit", 1))
    told = user.form.large.told
    assert (told.head, told.number, told.tone) == ("CREDIT from TABLE", "2", "way")
    assert told.becomes == ("$1: 200 → 175",)
    assert "1 stack + 5" in texts(user.form.counter)


def test_the_next_of_two_is_verified_with_a_pin_and_one_key(user):
    user.go("waiting")
    pin = PINS["bo"]
    for name in ("fill 000001", "fill 000002"):
        assert user.form.slip.value() == name
        user.type(pin)
        user.key(Qt.Key.Key_Return)
        user.settle()
        assert user.told() == f"{name.capitalize()} is verified."
    assert [one.waits for one in user.window.station.board.waiting] == ["receive", "receive"]
    assert user.window.place == "floor"  # both are carried now


def test_its_key_once_more_goes_on_to_what_waits_behind_it(user):
    user.go("waiting")
    shown = []
    for _ in range(3):
        shown.append(user.form.slip.value())
        user.key(Qt.Key.Key_F10)
    assert shown == ["fill 000001", "fill 000002", "fill 000001"]
    assert QApplication.focusWidget() is user.form.signers.places[0].pin.edit


def test_what_is_not_right_goes_back_by_one_key_and_is_this_slip(user):
    user.go("waiting")
    user.key(Qt.Key.Key_F9)
    assert user.form.name == "void"
    assert user.form.slip.value() == "fill 000001"  # not the newest, as everywhere else
    told = user.form.large.told
    assert (told.number, told.void, user.form.large.number.across) == ("2", True, "VOID")
    assert told.said.startswith("Void: FILL to TABLE 2")


def test_who_may_not_is_told_before_the_pin_with_the_section(user):
    user.go("waiting")
    form = user.form
    assert form.vow.isVisible()
    user.pick(form.signers.places[0].person.box, "jo")
    user.qtbot.waitUntil(lambda: bool(form.signers.notice.reasons))
    told = form.signers.notice.text
    assert "A cashier does not verify slips." in told
    assert "99-01.3-08-05(5)" in told
    assert form.foot.property("tone") == "stop"
    assert not form.vow.isVisible()
    user.pick(form.signers.places[0].person.box, "bo")
    assert form.signers.notice.reasons == ()
    assert form.foot.property("tone") == ""
    assert form.vow.isVisible()


def test_nothing_scrolls_in_the_small_window_whatever_is_on_the_slip(user):
    user.at_desk(
        lambda desk: desk.fill(
            "3", Chips.read("41x50c 130x$1 20x$2 47x$5 5x$25 3x$100"), proven("jo:cashier")
        )
    )
    user.window.resize(1366, 768)
    for number in (1, 3):
        user.go("waiting", Pointed("fill", number))
        user.qtbot.wait(20)
        bars = [area.verticalScrollBar() for area in user.form.findChildren(QScrollArea)]
        assert [bar.maximum() for bar in bars if bar.isVisible()] == []


def test_in_the_least_room_table_and_total_are_in_sight_whatever_is_on_the_slip(user):
    chips = Chips.read("40x50c 100x$1 20x$5 5x$25")
    user.at_desk(lambda desk: desk.credit("1", chips, proven("kari:dealer")))
    user.window.resize(683, 384)
    user.go("waiting", Pointed("credit", 1))
    user.qtbot.waitUntil(lambda: theme.size() == theme.Size.TINY)
    user.qtbot.wait(30)
    form = user.form
    for one in (form.counter.total, form.counter.pieces, form.large.number, form.large.head):
        assert one.visibleRegion().boundingRect().size() == one.size()
    assert form.large.head.heightForWidth(form.large.head.width()) <= form.large.head.height()


def test_beside_the_keys_to_touch_no_amount_of_a_slip_is_cut(user):
    user.at_desk(lambda desk: desk.fill("3", Chips.read("20x$25 7x$5"), proven("jo:cashier")))
    user.go("waiting", Pointed("fill", 3))
    for _ in range(2):
        user.window.resize(1024, 600)
        user.window.show_pad(True)
        user.qtbot.wait(20)
    values = user.form.counter.findChild(QScrollArea)
    assert values.horizontalScrollBar().maximum() == 0
    assert "$500.00" in [one.text() for one in values.findChildren(QLabel)]


def test_a_void_leaves_a_small_number_to_be_read(qtbot):
    number = Numeral(Qt.AlignmentFlag.AlignHCenter, least=26)
    qtbot.addWidget(number)
    number.say("1")

    def bright() -> int:
        image = number.grab().toImage()
        return sum(
            image.pixelColor(x, y).lightness() > 200
            for x in range(image.width())
            for y in range(image.height())
        )

    number.resize(number.minimumSizeHint())
    plain = bright()
    number.across = "VOID"
    assert plain > bright() > plain // 2
