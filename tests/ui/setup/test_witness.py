"""A book without its witness: it opens, says so, does nothing, until a manager takes a new one."""

from datetime import UTC, date, datetime

import pytest
from PySide6.QtCore import Qt

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Person, Role
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from tests.ui.night import PINS, Quick, copied
from ui.setup.backup import Backup

pytestmark = pytest.mark.long


@pytest.fixture(params=["missing", "unreadable"])
def user(qtbot, open_window, tmp_path, request) -> Quick:
    book, clock = copied(tmp_path)
    witness = book.with_name("night.db.head")
    witness.unlink() if request.param == "missing" else witness.write_text("garbled")
    return Quick.at(qtbot, open_window(book, clock), "gro")


def test_a_manager_takes_a_new_witness_and_work_goes_on(user):
    frame = user.window.frame
    assert frame.banner.isVisible()
    assert "the witness beside the book is " in frame.banner.words.text()
    before = user.seen
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5"}, (("jo", "cashier", PINS["jo"]),))
    user.post(form)
    assert "a manager takes a new witness in Set-up, Backup" in form.notice.text
    assert user.seen == before

    user.press(frame.banner.way)
    user.settle()
    page = user.form
    assert isinstance(page, Backup)
    card = page.witness
    assert card.isVisible()
    assert f"Entry {before:,}" in card.ends.text()
    assert "no fill" in card.ends.text()
    user.type("Held against slip 1")
    user.key(Qt.Key.Key_Return)
    pin = card.signers.pins()[0]
    user.qtbot.waitUntil(lambda: pin.visibleRegion().boundingRect() == pin.rect())
    user.type(PINS["gro"])
    user.key(Qt.Key.Key_Return)
    user.settle()
    assert user.entries()[-1].kind == "witness"
    assert user.entries()[-1].fact.reason == "Held against slip 1"
    assert user.told().startswith("A new witness lies beside the book")
    assert not card.isVisible()
    assert not frame.banner.isVisible()
    assert user.at_desk(lambda desk: desk.unwitnessed) == ""
    user.post(user.fill_in("fill", {"table": "2", "chips": "20x$5"}, (("jo", "cashier", PINS["jo"]),)))
    assert user.entries()[-1].kind != "witness"


def test_a_wrong_pin_and_another_role_take_none(user):
    user.go("backup")
    card = user.form.witness
    user.write(card.reason.edit, "held against the report")
    user.sign(card.signers, (("jo", "cashier", PINS["jo"]),))
    user.press(card.primary)
    user.settle()
    assert "Set-up is initialed by" in card.signers.notice.text
    user.sign(card.signers, (("gro", "gaming manager", "000000"),))
    user.press(card.primary)
    user.settle()
    assert card.signers.notice.reasons
    assert card.isVisible()
    assert user.window.frame.banner.isVisible()


def test_a_book_with_its_witness_shows_nothing_of_it(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path)))
    user.go("backup")
    assert not user.window.frame.banner.isVisible()
    assert not user.form.witness.isVisible()
    assert user.at_desk(lambda desk: desk.fill("2", Chips.read("1x$5"), ())) is not None


def test_a_house_that_is_half_set_up_is_mended_first_and_then_goes_on(qtbot, open_window, tmp_path):
    book, clock = tmp_path / "new.db", SetClock(datetime(2026, 11, 21, 18, tzinfo=UTC))
    with Journal.create(book) as journal:
        desk = Desk(journal, Pepper.kept(tmp_path / "new.db.pepper", PLAIN), clock=clock)
        desk.set_site({"name": "Riverside", "organization": "Dakota Lions"})
        role = Role("gaming manager", date(2026, 1, 1))
        desk.set_person(Person("gro", "Gro Moen", "GM", (role,)), pin=PINS["gro"])
    book.with_name("new.db.head").unlink()
    user = Quick.at(qtbot, open_window(book, clock), "gro")
    assert user.window.session.first is None
    user.press(user.window.frame.banner.way)
    user.settle()
    user.type("Deleted by mistake")
    user.key(Qt.Key.Key_Return)
    user.type(PINS["gro"])
    user.key(Qt.Key.Key_Return)
    user.settle()
    assert user.window.session.first is not None
