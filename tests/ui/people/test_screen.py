"""People: the list, coming and going, adding and changing, ties, and the end of a wait."""

from datetime import date

import pytest
from PySide6.QtCore import Qt

from pitdesk.book.people import Person, Role, Signer
from tests.ui.evening import PINS, Quick, copied, signed
from ui.people.everybody import waiting_words
from ui.people.person import id_of, initials_of, roles_from
from ui.widgets.dates import read_day, typed_day

GRO = signed("gro:gaming manager")


@pytest.fixture
def hands(qtbot, open_window, tmp_path):
    """Gro at the window, while the tables are open."""
    return Quick.at(qtbot, open_window(*copied(tmp_path)), "gro")


def board(hands):
    hands.settle()
    return hands.window.station.board


def told(form):
    """All that a form says is wrong."""
    said = [form.notice.text, form.signers.notice.text, *(one.told for one in form.inputs)]
    return "\n".join(filter(None, said))


def post(hands, by):
    hands.sign(hands.form.signers, by)
    hands.press(hands.form.primary)
    hands.settle()
    hands.settle()


# The list


def shown(page):
    """The list as it is seen."""
    return [
        [page.found.index(down, across).data() for across in range(page.found.columnCount())]
        for down in range(page.found.rowCount())
    ]


def test_the_list_says_everything_of_everybody(hands):
    hands.go("people")
    hands.settle()
    page = hands.form
    rows = {row[0]: row[1:] for row in shown(page)}
    assert len(rows) == 12
    assert rows["Jo Sandvik"][0] == "JS"
    assert rows["Jo Sandvik"][1].startswith("Cashier since ")
    assert rows["Jo Sandvik"][2:] == ["Cashier since 16:02", "PIN", ""]
    assert rows["Kim Berg"][1].count("since") == 2
    assert rows["Kim Berg"][2] == ""
    assert rows["Aud Lien"][3] == "Badge"
    assert page.sums.text() == "12 people · 8 on duty"


def test_the_list_is_searched_by_any_word_and_led_on_from(hands):
    hands.go("people")
    hands.settle()
    page = hands.form
    hands.type("count team")
    assert [row[0] for row in shown(page)] == ["Kim Berg", "Mia Fossum"]
    hands.key(Qt.Key.Key_Down)
    assert page.table.hasFocus()
    hands.key(Qt.Key.Key_Down)
    assert page.pointed == "mia"
    hands.key(Qt.Key.Key_Return)
    form = hands.form
    assert form.name == "person"
    assert form.called.typed() == "Mia Fossum"
    assert form.roles.typed() == ["count team"]


def test_whoever_was_found_is_chosen_in_the_list(hands):
    hands.window.go("people", "kari")
    hands.settle()
    assert hands.form.pointed == "kari"


# Coming and going


def test_somebody_comes_on_duty_by_touching_a_name(hands):
    hands.go("on duty")
    hands.settle()
    form = hands.form
    assert [p.id for p in form.away(board(hands))] == ["aud", "gro", "kim", "mia"]
    form.pick("mia")
    hands.type(PINS["mia"])
    hands.key(Qt.Key.Key_Return)
    hands.settle()
    assert board(hands).duty["mia"] == "count team"
    assert hands.form is form, "the next may come at once"
    assert "mia" not in [p.id for p in form.away(board(hands))]
    assert hands.told() == "Mia Fossum is on duty as count team."


def test_a_wrong_pin_is_told_beside_the_initials(hands):
    hands.go("on duty")
    hands.form.pick("mia")
    hands.type("0000")
    hands.key(Qt.Key.Key_Return)
    hands.settle()
    assert "not the PIN or badge of Mia" in hands.form.signers.notice.text
    assert "mia" not in board(hands).duty
    assert hands.form.signers.places[0].person.value() == "mia"


def test_somebody_goes_off_duty(hands):
    hands.go("off duty")
    hands.choose(hands.form.person, "bo")
    assert hands.form.signers.places[0].person.value() == "bo"
    post(hands, signed("bo:pit boss"))
    assert "bo" not in board(hands).duty
    assert hands.told() == "Bo Dahl is off duty."


def test_a_dealer_at_a_table_does_not_leave(hands):
    hands.go("off duty")
    hands.choose(hands.form.person, "kari")
    post(hands, signed("kari:dealer"))
    assert "Kari Lund is dealing at table 1" in told(hands.form)
    assert "99-01.3-08-07(1)" in told(hands.form)
    assert "kari" in board(hands).duty
    assert hands.form.person.typed() == "kari"


# A person


def tick(hands, *roles):
    for role, box in hands.form.roles.boxes.items():
        hands.tick(box, role in roles)


def newcomer(hands, name, roles, pin, again=None):
    """Type somebody new, by keys alone."""
    hands.go("person", "")
    assert hands.window.focusWidget() is hands.form.called.edit
    hands.type(name)
    tick(hands, *roles)
    hands.into(hands.form.proof.pin.edit)
    hands.type(pin)
    hands.key(Qt.Key.Key_Return)
    hands.type(pin if again is None else again)


def test_somebody_new_is_added_with_initials_of_their_own(hands):
    newcomer(hands, "Jo Sandvik", ["dealer", "cashier"], "2846")
    assert hands.form.initials.typed() == "JSA", "JS are Jo Sandvik's"
    post(hands, GRO)
    new = board(hands).site.people["jo2"]
    assert (new.name, new.initials) == ("Jo Sandvik", "JSA")
    day = date(2026, 11, 21)
    assert new.roles == (Role("cashier", day), Role("dealer", day))
    assert hands.form.called.typed() == ""
    hands.window.station.sign_in(Signer("jo2", "", pin="2846"), lambda _: None, lambda no: 1 / 0)
    hands.settle()


def test_a_weak_pin_is_refused_live_and_nothing_typed_is_lost(hands, qtbot):
    newcomer(hands, "Ole Hagen", ["pit boss"], "1234")
    qtbot.waitUntil(lambda: "is not 6 to 12 digits" in hands.form.notice.text)
    seen = board(hands).seen
    post(hands, GRO)
    assert "The PIN for ole is not 6 to 12 digits. Choose another. [House rule: PINs]" in told(
        hands.form
    )
    assert board(hands).seen == seen
    form = hands.form
    assert (form.called.typed(), form.initials.typed()) == ("Ole Hagen", "OH")
    assert form.roles.typed() == ["pit boss"]
    assert form.proof.pin.edit.text() == "1234"
    assert form.proof.pin.edit.hasFocus()


def test_two_pins_that_differ_and_no_pin_at_all_are_told(hands):
    newcomer(hands, "Ole Hagen", ["dealer"], "2846", "2847")
    post(hands, GRO)
    assert "The two PINs are not the same" in told(hands.form)
    hands.form.proof.clear()
    post(hands, GRO)
    assert "Let Ole Hagen type a PIN" in told(hands.form)


def test_a_role_ends_and_another_begins_on_a_day(hands):
    hands.go("person", "jo")
    assert hands.form.roles.typed() == ["cashier"]
    tick(hands, "pit boss")
    hands.write(hands.form.day.edit, "11/25/2026")
    hands.write(hands.form.proof.pin.edit, "902817")
    hands.write(hands.form.proof.again.edit, "902817")
    post(hands, GRO)
    cashier, boss = board(hands).site.people["jo"].roles
    assert (cashier.name, cashier.until) == ("cashier", date(2026, 11, 25))
    assert boss == Role("pit boss", date(2026, 11, 25))


def test_a_shift_manager_gives_no_one_a_new_pin_without_them(hands):
    hands.go("person", "kari")
    hands.write(hands.form.proof.pin.edit, "5128")
    hands.write(hands.form.proof.again.edit, "5128")
    post(hands, signed("pia:shift manager"))
    assert "A new PIN or badge for kari" in told(hands.form)
    post(hands, signed("pia:shift manager", "kari:dealer"))
    assert told(hands.form) == ""
    hands.window.station.sign_in(Signer("kari", "", pin="5128"), lambda _: None, lambda no: 1 / 0)
    hands.settle()


def test_nothing_changed_is_said_and_a_date_that_is_none(hands):
    hands.go("person", "jo")
    post(hands, GRO)
    assert "Nothing is changed of Jo Sandvik." in told(hands.form)
    hands.write(hands.form.day.edit, "31/12/2026")
    post(hands, GRO)
    assert "'31/12/2026' is no date" in told(hands.form)


def test_there_is_one_gaming_manager(hands):
    newcomer(hands, "Ole Hagen", ["gaming manager"], "902817")
    post(hands, GRO)
    assert "gro is the gaming manager; there is exactly one" in told(hands.form)
    assert "99-01.3-02-07" in told(hands.form)


# Ties and waits


def test_a_tie_is_noted(hands):
    hands.do("tie", {"one": "kim", "tie": "household", "other": "mia"}, GRO)
    assert board(hands).site.tied("kim", "mia").kind == "household"
    assert hands.told() == "Noted: Kim Berg shares a household with Mia Fossum."


def test_a_tie_with_oneself_is_refused(hands):
    hands.go("tie", "kim")
    form = hands.form
    assert form.one.value() == "kim"
    hands.choose(form.tie, "family")
    post(hands, GRO)
    assert "Choose both people." in told(form)
    hands.pick(form.other.box, "kim")
    post(hands, GRO)
    assert "House rule: ties between people" in told(form)
    assert form.one.value() == "kim"


def lock_out(hands, person):
    for _ in range(4):
        hands.window.station.sign_in(Signer(person, "", pin="0000"), lambda _: None, lambda _: None)
    hands.settle()


def test_somebody_who_must_wait_is_shown_and_unlocked(hands):
    lock_out(hands, "kari")
    hands.go("people")
    hands.settle()
    assert {row[0]: row[5] for row in shown(hands.form)}["Kari Lund"].startswith("Locked, ")
    hands.go("unlock")
    hands.settle()
    form = hands.form
    assert form.waiting.text().startswith("Kari Lund must wait ")
    assert form.person.value() == "kari"
    post(hands, GRO)
    assert hands.told() == "Kari Lund may try again now."
    assert form.waiting.text() == "Nobody has to wait."
    hands.window.station.sign_in(Signer("kari", "", pin=PINS["kari"]), lambda _: None, lambda no: 1 / 0)
    hands.settle()


def test_nobody_unlocks_who_is_no_manager(hands):
    lock_out(hands, "kari")
    hands.go("unlock", "kari")
    post(hands, signed("bo:pit boss"))
    assert "Bo Dahl (pit boss) cannot unlock Kari Lund. Ask another manager." in told(hands.form)
    assert hands.form.person.value() == "kari"


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
    assert (waiting_words(40), waiting_words(1800)) == ("40 seconds", "30 minutes")
