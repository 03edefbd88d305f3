"""A count put aside: kept for one person on one station, over a restart, and gone once it is posted."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit

from pitdesk.chips import Chips
from tests.ui.night import PINS, Quick, copied, signed
from ui.work.aside import KeptForm, Shelf

pytestmark = pytest.mark.long

JO, PIA = signed("jo:cashier"), signed("pia:shift manager")
COUNTED = "1987x$5 12x$25"
AT = datetime(2026, 11, 21, 22, 10, tzinfo=UTC)


@pytest.fixture
def pit(open_window, tmp_path):
    return open_window(*copied(tmp_path))


@pytest.fixture
def user(qtbot, pit) -> Quick:
    return Quick.at(qtbot, pit)


def begun(user: Quick):
    """A count of the reserve, half typed."""
    return user.fill_in("tally", {"place": "chip reserve", "chips": COUNTED})


def put_aside(user: Quick):
    form = begun(user)
    user.press(form.put_aside)
    user.settle()
    return form


def as_(user: Quick, person: str) -> None:
    """Somebody else signs in."""
    user.sign_in(person, PINS[person])
    user.go("tally")


def shelf(user: Quick) -> Shelf:
    return Shelf(user.pit.book)


# The file


@pytest.mark.parametrize("what", ["a pipe", "noise", "nested", "too big"])
def test_what_is_no_shelf_holds_nothing_up(tmp_path, what):
    """A pipe would hold the window up for ever."""
    here = Shelf(tmp_path / "book.db")
    if what == "a pipe":
        os.mkfifo(here.path)
    else:
        data = {"noise": b"\xff\0", "nested": b"[" * 100_000, "too big": b" " * (2 << 20)}[what]
        here.path.write_bytes(data)
    assert here.of("jo", "tally") is None
    here.keep("jo", "tally", KeptForm(AT, {}))
    assert here.of("jo", "tally") == KeptForm(AT, {})


def test_what_is_kept_is_there_for_who_kept_it_in_that_form_alone(tmp_path):
    here = Shelf(tmp_path / "book.db")
    here.keep("jo", "tally", KeptForm(AT, {"chips": {"$5": ["2", ""]}}))
    again = Shelf(tmp_path / "book.db")
    assert again.of("jo", "tally") == KeptForm(AT, {"chips": {"$5": ["2", ""]}})
    assert again.of("pia", "tally") is None
    assert again.of("jo", "count banks") is None
    again.keep("pia", "tally", KeptForm(AT, {}))
    again.drop("jo", "tally")
    assert here.of("jo", "tally") is None
    assert here.of("pia", "tally") == KeptForm(AT, {})


def test_only_its_owner_can_read_it_and_nothing_is_left_when_it_is_empty(tmp_path):
    here = Shelf(tmp_path / "book.db")
    here.keep("jo", "tally", KeptForm(AT, {}))
    assert here.path.stat().st_mode & 0o777 == 0o600
    here.drop("jo", "tally")
    assert [*tmp_path.iterdir()] == []
    here.drop("jo", "tally")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"jo": 3}', '{"jo": {"tally": {"at": "?"}}}', "\xff"]
)
def test_a_damaged_file_is_as_if_it_were_not_there_and_is_written_anew(tmp_path, text):
    here = Shelf(tmp_path / "book.db")
    here.path.write_bytes(text.encode("latin-1"))
    assert here.of("jo", "tally") is None
    here.keep("jo", "tally", KeptForm(AT, {"chips": {}}))
    assert here.of("jo", "tally") == KeptForm(AT, {"chips": {}})


# On the forms


def test_a_count_put_aside_leaves_an_empty_form_and_is_in_no_book(user):
    seen = user.seen
    form = put_aside(user)
    assert user.told() == "The count is put aside. It waits here for you alone."
    assert not form.chips.typed()
    assert user.seen == seen
    assert COUNTED not in user.pit.book.read_bytes().decode("latin-1")


def test_nothing_typed_is_nothing_to_put_aside(user):
    user.go("tally")
    assert not user.form.put_aside.isEnabled()
    user.choose(user.form.place, "chip bank")
    assert not user.form.put_aside.isEnabled()
    assert not user.form.offer.isVisible()


def test_it_is_taken_up_as_it_was_and_gone_once_posted(user):
    form = put_aside(user)
    assert form.offer.isVisible()
    at = user.window.station.now()
    assert form.resume.text() == f"Take up the count put aside at {at:%H:%M}"
    user.press(form.resume)
    assert form.place.value() == "chip reserve"
    assert form.chips.value() == Chips.read(COUNTED)
    assert not form.offer.isVisible()
    assert shelf(user).of("jo", "tally")  # until it is posted
    user.sign(form.signers, JO)
    user.post(form)
    assert "Jo Sandvik's count of the chip reserve is kept." in user.told()
    assert shelf(user).of("jo", "tally") is None
    user.go("tally")
    assert not form.offer.isVisible()


def test_it_can_be_put_aside_again_with_more_in_it(user):
    form = put_aside(user)
    user.press(form.resume)
    user.write(form.chips.quick, "7*1")
    user.press(form.put_aside)
    user.press(form.resume)
    assert form.chips.value() == Chips.read(f"{COUNTED} 7x$1")


def test_it_can_be_thrown_away(user):
    form = put_aside(user)
    user.press(form.throw)
    assert not form.offer.isVisible()
    assert shelf(user).of("jo", "tally") is None


def test_another_count_does_not_take_its_place_unseen(user):
    form = put_aside(user)
    user.write(form.chips.quick, "20*5")
    assert not form.resume.isEnabled()  # it would take the place of what was just typed
    assert not form.put_aside.isEnabled()
    user.press(form.throw)
    assert form.put_aside.isEnabled()


def test_somebody_else_gets_an_empty_form_and_no_hint(user):
    put_aside(user)
    as_(user, "pia")
    form = user.form
    assert not form.offer.isVisible()
    assert not form.chips.typed()
    words = [one.text() for one in form.findChildren(QLabel) + form.findChildren(QLineEdit)]
    assert not any("1,987" in word or "1987" in word for word in words)
    user.sign(form.signers, PIA)
    user.chips(form.chips, Chips.read("20x$5"))
    user.choose(form.place, "chip reserve")
    user.post(form)
    assert "Pia Olsen's count" in user.told()
    as_(user, "jo")
    assert user.form.offer.isVisible()  # hers is posted; his waits still


def test_it_waits_over_a_restart(qtbot, user, open_window):
    put_aside(user)
    user.window.close()
    user.window.station.runner.stop()
    again = Quick.at(qtbot, open_window(user.pit.book, user.pit.clock))
    again.go("tally")
    again.settle()
    again.press(again.form.resume)
    assert again.form.chips.value() == Chips.read(COUNTED)


def test_a_count_of_the_banks_is_put_aside_with_its_cash(user):
    form = user.fill_in("count banks", {"when": "check", "bank": COUNTED})
    user.write(form.drawer.edits[20_00], "31")
    user.press(form.put_aside)
    assert not form.drawer.typed()
    user.press(form.resume)
    assert form.bank.value() == Chips.read(COUNTED)
    assert form.drawer.value() == 31 * 20_00


def test_a_disk_that_takes_nothing_leaves_what_was_typed(user, monkeypatch):
    form = begun(user)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    user.press(form.put_aside)
    assert user.told() == "It cannot be put aside: No space left on device. Enter it, or note it."
    assert form.chips.value() == Chips.read(COUNTED)
