"""People: the list, coming and going, adding and changing, ties, and the end of a wait."""

from datetime import date, timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from pitdesk.book.people import Person, Role, Signer
from tests.ui.night import PINS, Quick, copied, key, signed
from tests.ui.stand import stands
from ui.people.everybody import LEAST
from ui.people.person import id_of, initials_of, roles_from
from ui.people.screen import Arrival
from ui.widgets import theme
from ui.widgets.dates import read_day, typed_day

pytestmark = pytest.mark.long

GRO = signed("gro:gaming manager")


@stands("person", "people")
def user(qtbot, open_window, tmp_path):
    """Gro at the window, while the tables are open."""
    return Quick.at(qtbot, open_window(*copied(tmp_path)), "gro")


def board(user):
    user.settle()
    return user.window.station.board


def told(form):
    """All that a form says is wrong."""
    said = [form.notice.text, form.signers.notice.text, *(one.told for one in form.inputs)]
    return "\n".join(filter(None, said))


def post(user, by):
    user.sign(user.form.signers, by)
    user.press(user.form.primary)
    user.settle()
    user.settle()


# The list


def shown(page):
    """The list as it is seen."""
    return [
        [page.found.index(down, across).data() for across in range(page.found.columnCount())]
        for down in range(page.found.rowCount())
    ]


def test_the_list_says_everything_of_everybody(user):
    user.go("people")
    user.settle()
    page = user.form
    rows = {row[0]: row[1:] for row in shown(page)}
    assert len(rows) == 12
    assert rows["Jo Sandvik"][0] == "JS"
    assert rows["Jo Sandvik"][1].startswith("Cashier since ")
    assert rows["Jo Sandvik"][2:] == ["Cashier since 16:02", "PIN", ""]
    assert rows["Kim Berg"][1].count("since") == 2
    assert rows["Kim Berg"][2] == ""
    assert rows["Aud Lien"][3] == "Badge"
    assert page.sums.text() == "12 people · 8 on duty"


def test_in_a_small_window_columns_go_before_words_are_a_letter_wide(user, qtbot):
    user.go("people")
    user.settle()
    table = user.form.table
    assert not any(map(table.isColumnHidden, range(6)))
    user.window.resize(683, 384)
    qtbot.waitUntil(lambda: table.isColumnHidden(5))
    assert not any(map(table.isColumnHidden, (0, 2, 3)))
    assert table.columnWidth(2) >= LEAST * theme.pixels() // 2


def test_the_list_is_searched_by_any_word_and_led_on_from(user):
    user.go("people")
    user.settle()
    page = user.form
    user.type("count team")
    assert [row[0] for row in shown(page)] == ["Kim Berg", "Mia Fossum"]
    user.key(Qt.Key.Key_Down)
    assert page.table.hasFocus()
    user.key(Qt.Key.Key_Down)
    assert page.pointed == "mia"
    user.key(Qt.Key.Key_Return)
    form = user.form
    assert form.name == "person"
    assert form.called.typed() == "Mia Fossum"
    assert form.roles.typed() == ["count team"]


def test_whoever_was_found_is_chosen_in_the_list(user):
    user.window.go("people", "kari")
    user.settle()
    assert user.form.pointed == "kari"


# Coming and going


def test_somebody_comes_on_duty_by_touching_a_name(user):
    user.go("on duty")
    user.settle()
    form = user.form
    arrivals = {arrival.accessibleName(): arrival for arrival in form.findChildren(Arrival)}
    away = [name.partition(",")[0] for name, arrival in arrivals.items() if arrival.isEnabled()]
    names = board(user).name_of
    assert away == sorted(map(names, ("aud", "gro", "kim", "mia")))
    where = {arrival: arrival.geometry() for arrival in arrivals.values()}
    user.press(arrivals["Mia Fossum, Not here yet"])
    user.type(PINS["mia"])
    user.key(Qt.Key.Key_Return)
    user.settle()
    assert board(user).duty["mia"] == "count team"
    assert user.form is form, "the next may come at once"
    assert user.told() == "Mia Fossum is on duty as count team."
    mia = arrivals["Mia Fossum, Not here yet"]
    user.qtbot.waitUntil(lambda: mia.accessibleName() == "Mia Fossum, Count team since 16:34")
    assert not mia.isEnabled()
    assert {arrival: arrival.geometry() for arrival in where} == where, "nobody's place moves"


def test_a_wrong_pin_is_told_beside_the_initials(user):
    user.go("on duty")
    user.form.pick("mia")
    user.type("0000")
    user.key(Qt.Key.Key_Return)
    user.settle()
    assert "not the PIN or badge of Mia" in user.form.signers.notice.text
    assert "mia" not in board(user).duty
    assert user.form.signers.places[0].person.value() == "mia"


def test_somebody_goes_off_duty(user):
    user.go("off duty")
    user.choose(user.form.person, "bo")
    assert user.form.signers.places[0].person.value() == "bo"
    post(user, signed("bo:pit boss"))
    assert "bo" not in board(user).duty
    assert user.told() == "Bo Dahl is off duty."


def test_a_dealer_at_a_table_does_not_leave(user):
    user.go("off duty")
    user.choose(user.form.person, "kari")
    post(user, signed("kari:dealer"))
    assert "Kari Lund is dealing at table 1" in told(user.form)
    assert "99-01.3-08-07(1)" in told(user.form)
    assert "kari" in board(user).duty
    assert user.form.person.typed() == "kari"


# The shift


SAM = ("sam", "shift manager", "915062")


@pytest.fixture
def sam(user):
    """Sam, another shift manager, has come on duty."""
    someone = Person("sam", "Sam Ruud", "SR", (Role("shift manager", date(2020, 1, 1)),))
    by = [Signer(person, role, pin=pin) for person, role, pin in GRO]
    user.at_desk(lambda desk: desk.set_person(someone, pin=SAM[2], by=by))
    user.at_desk(lambda desk: desk.on_duty(Signer("sam", "shift manager", pin=SAM[2])))
    return user


def test_whoever_has_the_shift_is_led_from_going_home_to_handing_over(sam):
    sam.go("off duty")
    sam.choose(sam.form.person, "bo")
    assert sam.form._over.isHidden()
    sam.choose(sam.form.person, "pia")
    post(sam, signed("pia:shift manager"))
    assert "Hand over to sam first." in told(sam.form)
    assert "99-01.3-02-07(2)" in told(sam.form)
    sam.press(sam.form._over)
    assert sam.form.name == "hand over"
    assert sam.form._whose.text() == "Pia Olsen has had the shift since 16:02."


def test_both_give_their_pins_and_the_shift_is_handed_over(sam):
    sam.go("hand over")
    assert [place.person.value() for place in sam.form.signers.places] == ["sam", "pia"]
    post(sam, [SAM, *signed("pia:shift manager")])
    assert sam.told() == "Sam Ruud has the shift now."
    assert board(sam).shift == "sam"
    sam.go("off duty")
    sam.choose(sam.form.person, "pia")
    assert sam.form._over.isHidden()
    post(sam, signed("pia:shift manager"))
    assert "pia" not in board(sam).duty


def test_a_shift_that_nobody_has_is_begun_by_one_alone(sam):
    for table, dealer in (("1", "kari"), ("2", "sara"), ("3", "tor"), ("4", "olav"), ("A", "nina")):
        role = "wheel operator" if dealer == "nina" else "dealer"
        tray = board(sam).spot(table).known
        by = [Signer(dealer, role, pin=PINS[dealer])]
        sam.at_desk(lambda desk, table=table, tray=tray, by=by: desk.close_table(table, tray, by))
    sam.at_desk(lambda desk: desk.off_duty("pia", Signer("pia", "shift manager", pin=PINS["pia"])))
    sam.go("hand over")
    assert sam.form._whose.text() == "Nobody has the shift."
    assert sam.form.signers.places[1].isHidden()
    post(sam, [SAM])
    assert board(sam).shift == "sam"


# Who is of another company, and who is sent by an agency


def test_a_temporary_worker_manages_no_shift(user):
    user.go("person", "kari")
    form = user.form
    assert form.company.isHidden()
    user.write(form.agency.edit, "Red River Staffing")
    post(user, GRO)
    assert board(user).site.people["kari"].agency == "Red River Staffing"
    user.go("person", "kari")
    tick(user, "dealer", "shift manager")
    post(user, GRO)
    assert "Kari Lund is a temporary worker of Red River Staffing" in told(user.form)


def test_an_auditor_may_be_of_another_company(user):
    user.go("person", "aud")
    form = user.form
    assert form.agency.isHidden()
    user.write(form.company.edit, "Lund and Parr")
    post(user, GRO)
    assert board(user).site.people["aud"].company == "Lund and Parr"


# A person


def tick(user, *roles):
    for role, box in user.form.roles.boxes.items():
        user.tick(box, role in roles)


def newarrival(user, name, roles, pin, again=None):
    """Type somebody new, by keys alone."""
    user.go("person", "")
    assert user.window.focusWidget() is user.form.called.edit
    user.type(name)
    tick(user, *roles)
    user.into(user.form.proof.pin.edit)
    user.type(pin)
    user.key(Qt.Key.Key_Return)
    user.type(pin if again is None else again)


def test_somebody_new_is_added_with_initials_of_their_own(user):
    newarrival(user, "Jo Sandvik", ["dealer", "cashier"], "2846")
    assert user.form.initials.typed() == "JSA", "JS are Jo Sandvik's"
    post(user, GRO)
    new = board(user).site.people["jo2"]
    assert (new.name, new.initials) == ("Jo Sandvik", "JSA")
    day = date(2026, 11, 21)
    assert new.roles == (Role("cashier", day), Role("dealer", day))
    assert user.form.called.typed() == ""
    user.window.station.sign_in(Signer("jo2", "", pin="2846"), lambda _: None, lambda no: 1 / 0)
    user.settle()


def test_a_weak_pin_is_refused_live_and_nothing_typed_is_lost(user, qtbot):
    newarrival(user, "Ole Hagen", ["pit boss"], "1234")
    qtbot.waitUntil(lambda: "is not 6 to 12 digits" in user.form.notice.text)
    seen = board(user).seen
    post(user, GRO)
    assert "The PIN for Ole Hagen is not 6 to 12 digits. Choose another. [House rule: PINs]" in told(
        user.form
    )
    assert board(user).seen == seen
    form = user.form
    assert (form.called.typed(), form.initials.typed()) == ("Ole Hagen", "OH")
    assert form.roles.typed() == ["pit boss"]
    assert form.proof.pin.typed() == "1234"
    assert form.proof.pin.edit.hasFocus()


def test_two_pins_that_differ_and_no_pin_at_all_are_told(user):
    newarrival(user, "Ole Hagen", ["dealer"], "2846", "2847")
    post(user, GRO)
    assert "The two PINs are not the same" in told(user.form)
    user.form.proof.clear()
    post(user, GRO)
    assert "Let Ole Hagen type a PIN" in told(user.form)


def test_a_role_ends_and_another_begins_on_a_day(user):
    user.go("person", "jo")
    assert user.form.roles.typed() == ["cashier"]
    tick(user, "pit boss")
    user.write(user.form.day.edit, "11/25/2026")
    user.write(user.form.proof.pin.edit, "902817")
    user.write(user.form.proof.again.edit, "902817")
    post(user, GRO)
    cashier, boss = board(user).site.people["jo"].roles
    assert (cashier.name, cashier.until) == ("cashier", date(2026, 11, 25))
    assert boss == Role("pit boss", date(2026, 11, 25))


def test_a_shift_manager_gives_no_one_a_new_pin_without_them(user):
    user.go("person", "kari")
    user.write(user.form.proof.pin.edit, "5128")
    user.write(user.form.proof.again.edit, "5128")
    post(user, signed("pia:shift manager"))
    assert "initial a new PIN or badge for kari" in told(user.form)
    post(user, signed("pia:shift manager", "kari:dealer"))
    assert told(user.form) == ""
    user.window.station.sign_in(Signer("kari", "", pin="5128"), lambda _: None, lambda no: 1 / 0)
    user.settle()


def test_nothing_changed_is_said_and_a_date_that_is_none(user):
    user.go("person", "jo")
    post(user, GRO)
    assert "Nothing is changed of Jo Sandvik." in told(user.form)
    user.write(user.form.day.edit, "31/12/2026")
    post(user, GRO)
    assert "'31/12/2026' is no date" in told(user.form)


def test_there_is_one_gaming_manager(user):
    newarrival(user, "Ole Hagen", ["gaming manager"], "902817")
    post(user, GRO)
    assert "gro is the gaming manager; there is exactly one" in told(user.form)
    assert "99-01.3-02-07" in told(user.form)


# Ties and waits


def test_a_tie_is_noted(user):
    user.do("tie", {"one": "kim", "tie": "household", "other": "mia"}, GRO)
    assert board(user).site.tied("kim", "mia").kind == "household"
    assert user.told() == "Noted: Kim Berg shares a household with Mia Fossum."


def test_a_tie_with_oneself_is_refused(user):
    user.go("tie", "kim")
    form = user.form
    assert form.person.value() == "kim"
    user.choose(form.tie, "family")
    post(user, GRO)
    assert "Choose both people." in told(form)
    user.pick(form.other.box, "kim")
    post(user, GRO)
    assert "House rule: ties between people" in told(form)
    assert form.person.value() == "kim"


def lock_out(user, person, times=4, pause=0):
    for _ in range(times):
        user.window.station.sign_in(Signer(person, "", pin="0000"), lambda _: None, lambda _: None)
        user.settle()
        user.pit.clock.at += timedelta(seconds=pause)


def test_somebody_who_must_wait_is_shown_and_unlocked(user):
    lock_out(user, "kari")
    user.go("people")
    user.settle()
    assert {row[0]: row[5] for row in shown(user.form)}["Kari Lund"].startswith("Must wait ")
    user.go("unlock")
    user.settle()
    form = user.form
    assert form.waiting.text().startswith("Kari Lund must wait ")
    assert form.person.value() == "kari"
    post(user, GRO)
    assert user.told() == "Kari Lund may try again now."
    assert form.waiting.text() == "Nobody has to wait."
    user.window.station.sign_in(Signer("kari", "", pin=PINS["kari"]), lambda _: None, lambda no: 1 / 0)
    user.settle()


def test_somebody_who_is_locked_is_shown_so(user):
    lock_out(user, "kari", times=10, pause=130)
    user.go("people")
    user.settle()
    assert {row[0]: row[5] for row in shown(user.form)}["Kari Lund"] == "Locked"
    user.go("unlock")
    user.settle()
    assert user.form.waiting.text() == "Kari Lund is locked."
    post(user, GRO)
    assert user.form.waiting.text() == "Nobody has to wait."


def test_nobody_unlocks_who_is_no_manager(user):
    lock_out(user, "kari")
    user.go("unlock", "kari")
    post(user, signed("bo:pit boss"))
    assert "Bo Dahl (pit boss) cannot unlock Kari Lund. Ask another manager." in told(user.form)
    assert user.form.person.value() == "kari"


# What is pure


def test_roles_from_a_day_on():
    old, day = date(2026, 1, 1), date(2026, 11, 20)
    before = (Role("dealer", old), Role("cashier", day), Role("auditor", old, date(2026, 2, 1)))
    ended = Role("auditor", old, date(2026, 2, 1))
    assert roles_from(before, {"dealer", "cashier"}, day) == before
    assert roles_from(before, set(), day) == (Role("dealer", old, day), ended)
    again = roles_from(before, {"dealer", "auditor"}, day)
    assert again == (Role("dealer", old), ended, Role("auditor", day))
    assert Person("x", "X", "X", again).holds("auditor", day)


@pytest.mark.parametrize(
    ("name", "taken", "initials"),
    [("Jo Sandvik", (), "JS"), ("Jo", {"J"}, "JO"), ("", (), ""), ("Anne-Lise Vik", (), "AV")],
)
def test_initials_are_suggested(name, taken, initials):
    assert initials_of(name, taken) == initials


@pytest.mark.parametrize(
    ("name", "taken", "short"),
    [
        ("Åse Øye", (), "ase"),
        ("Pool Boy", (), "pool2"),
        ("Jo", {"jo", "jo2"}, "jo3"),
        ("7", (), "person"),
    ],
)
def test_ids_are_made_of_names(name, taken, short):
    assert id_of(name, taken) == short


def test_days_are_read_as_they_are_written():
    assert read_day(typed_day(date(2026, 11, 5))) == read_day("2026-11-05") == date(2026, 11, 5)


def test_arrows_lead_to_the_box_that_they_point_to(user):
    user.go("person")
    boxes = user.form.roles.boxes
    first = next(iter(boxes.values()))
    user.into(first)
    way = [Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Left]
    found = []
    for step in way:
        key(step)
        found.append(QApplication.focusWidget())
    below, beside, above, back = (one.mapTo(user.window, QPoint()) for one in found)
    here = first.mapTo(user.window, QPoint())
    assert back == here
    assert (below.x(), beside.y(), above.y()) == (here.x(), below.y(), here.y())
    assert below.y() > here.y()
    assert beside.x() > here.x()
