"""Set-up: site, tables, chip set, the rulebook, and this station's own looks."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pitdesk.chips import Chip
from pitdesk.site import Layout
from tests.ui.evening import Quick, copied, proven, signed
from ui import theme
from ui.chipset import look_words, patterns
from ui.settings import Settings
from ui.setup import zones

GRO = signed("gro:gaming manager")


@pytest.fixture
def hands(qtbot, open_window, tmp_path):
    """Gro at the window, while the tables are open."""
    return Quick.at(qtbot, open_window(*copied(tmp_path)), "gro")


def site(hands):
    hands.settle()
    return hands.window.station.board.site


def told(form):
    """All that a form says is wrong."""
    said = [form.notice.text, form.signers.notice.text, *(one.told for one in form.inputs)]
    return "\n".join(filter(None, said))


def post(hands, by=GRO):
    hands.sign(hands.form.signers, by)
    hands.press(hands.form.primary)
    hands.settle()


# The site


def test_the_site_shows_what_the_book_says_and_posts_what_is_changed(hands):
    hands.go("site")
    form = hands.form
    assert form.organization.typed() == "Dakota Lions"
    assert form.zone.value() == "America/Chicago"
    assert form.combined.typed() == "AG-2026-114"
    assert form.video.value()
    hands.write(form.site.edit, "Riverside Lounge, Minot")
    hands.tick(form.color_up.box, False)
    post(hands)
    assert told(form) == ""
    assert site(hands).settings["name"] == "Riverside Lounge, Minot"
    assert site(hands).settings["color_up"] is False
    last = hands.entries()[-1]
    assert {**last.detail} == {"name": "Riverside Lounge, Minot", "color_up": False}
    assert form.site.typed() == "Riverside Lounge, Minot"


def test_nothing_changed_writes_nothing(hands):
    hands.go("site")
    seen = hands.seen
    post(hands)
    assert "Nothing is changed." in told(hands.form)
    assert hands.seen == seen


def test_a_number_that_cannot_be_is_refused_and_stays_typed(hands):
    hands.go("site")
    form = hands.form
    hands.press(form.came)
    hands.write(form.numbers[0].edit, "0")
    post(hands)
    assert "The first fill number is a whole number from 1 to 999999, not 0." in told(form)
    assert "House rule: set-up" in told(form)
    assert form.numbers[0].typed() == "0"
    hands.write(form.numbers[0].edit, "twelve")
    post(hands)
    assert "'twelve' is no number" in form.numbers[0].told


def test_set_up_is_the_managers(hands):
    hands.go("site")
    hands.write(hands.form.site.edit, "Elsewhere")
    post(hands, signed("jo:cashier"))
    assert "Set-up is initialed by the gaming or a shift manager" in told(hands.form)
    assert hands.form.site.typed() == "Elsewhere"


def test_what_is_typed_outlives_another_entry_and_another_operator(hands):
    hands.go("site")
    form = hands.form
    hands.write(form.site.edit, "Half typed")
    hands.at_desk(
        lambda desk: desk.set_table(Layout("9", "21", "9", False), proven("gro:gaming manager"))
    )
    assert form.site.typed() == "Half typed"
    hands.sign_in("pia", "481906")
    hands.go("site")
    assert form.site.typed() == "Riverside Lounge"
    hands.sign_in("gro", "730251")
    assert form.site.typed() == "Half typed"


def test_a_zone_is_found_by_any_part_of_its_name(hands):
    hands.go("site")
    zone = hands.form.zone
    assert zones()[0][0] == "America/Chicago"
    hands.into(zone.box)
    hands.wipe(zone.line)
    hands.type("denver")
    found = zone.box.completer()
    assert found.currentCompletion() == "America/Denver · Mountain"
    zone.take_up("America/Denver")
    assert zone.value() == "America/Denver"
    zone.take_up("Atlantis")
    with pytest.raises(ValueError, match="'Atlantis' is no time zone"):
        zone.value()


# Tables


def test_a_table_is_added_its_box_as_its_number(hands):
    hands.go("table", "")
    hands.write(hands.form.number.edit, "b")
    hands.choose(hands.form.game, "PW")
    hands.tick(hands.form.video.box, False)
    post(hands)
    assert site(hands).tables["B"] == Layout("B", "PW", "B", False)
    assert hands.window.told.text() == "Table B is kept."
    assert hands.form.number.typed() == ""


def test_a_box_of_another_table_is_refused(hands):
    hands.go("table", "3")
    form = hands.form
    assert (form.number.typed(), form.box.typed(), form.video.value()) == ("3", "3", True)
    hands.write(form.box.edit, "2")
    post(hands)
    assert "Box 2 belongs to table 2." in told(form)
    assert "99-01.3-08-02(1)" in told(form)
    assert form.box.typed() == "2"
    hands.write(form.box.edit, "3B")
    post(hands)
    assert site(hands).tables["3"] == Layout("3", "21", "3B", True)


def test_a_number_that_is_taken_or_none_is_told(hands):
    hands.go("table", "")
    post(hands)
    assert "Type the table's number or letter" in told(hands.form)
    hands.write(hands.form.number.edit, "2")
    post(hands)
    assert "There is a table 2 already." in told(hands.form)
    hands.go("table", "2")
    post(hands)
    assert "Nothing is changed of table 2." in told(hands.form)


# The chip set


def test_a_chip_is_added_with_its_lawful_look(hands):
    hands.go("chip", "coin50c")
    assert hands.form.tiles.typed() == ["coin50c"]
    post(hands)
    assert Chip.named("coin50c") in site(hands).chips


def test_the_edge_spots_of_a_chip_are_changed(hands):
    hands.go("chip", "$5")
    form = hands.form
    assert (form.color.value(), form.spots.value(), form.second.value()) == ("red", "6 solid", "yellow")
    hands.pick(form.second.box, "blue")
    post(hands)
    assert site(hands).chips[Chip.named("$5")]["second"] == "blue"
    hands.go("chip", "$25")
    assert form.spots.value() == "8 solid"
    assert form.spots.box.count() == 2


def test_an_unlawful_look_or_value_is_refused(hands):
    hands.go("chip", "$5")
    form = hands.form
    hands.pick(form.color.box, "blue")
    post(hands)
    assert "A $5 chip is red, not blue." in told(form)
    assert "99-01.3-08-03(3)" in told(form)
    hands.write(form.other.edit, "$10")
    post(hands)
    assert "$10 is no lawful casino chip" in told(form)
    hands.write(form.other.edit, "ten")
    post(hands)
    assert "'ten' is not a chip" in told(form)
    assert form.other.typed() == "ten"


def test_the_same_look_again_is_no_change_and_none_chosen_is_told(hands):
    hands.go("chip")
    post(hands)
    assert "Choose a chip." in told(hands.form)
    hands.press(hands.form.tiles.tiles["$1"])
    post(hands)
    assert "Nothing is changed of the $1 chip." in told(hands.form)


def test_looks_in_words(hands):
    red = {"color": "red", "spots": 6, "kind": "solid", "second": "blue"}
    assert look_words(red) == "red, 6 blue spots"
    assert look_words({**red, "kind": "split"}) == "red, 6 split blue spots"
    assert look_words({}) == "its own look"
    today = hands.window.station.today
    assert patterns(Chip.named("$25"), today) == [(8, "solid", "white"), (3, "solid", "white")]
    assert patterns(Chip.named("pw$2"), today) == []


# The rulebook


def test_the_rulebook_is_searched(hands):
    hands.go("rules")
    page = hands.form
    every = page.model.rowCount()
    assert page.sums.text() == f"{every} of {every} rules"
    hands.type("gaming manager")
    words = [page.found.index(at, 1).data() for at in range(page.found.rowCount())]
    assert "An organization has exactly one gaming manager." in words
    assert page.found.rowCount() < every
    hands.key(Qt.Key.Key_Down)
    assert page.table.hasFocus()
    hands.go("rules", "nd.08-03.3")
    assert page.found.index(0, 0).data() == "N.D.A.C. 99-01.3-08-03(3)\nnd.08-03.3"
    assert page.found.index(0, 3).data() == "PitDesk refuses"
    hands.go("rules", "2")
    assert page.search.typed() == "", "a table is no rule"


# This station


@pytest.fixture
def dark():
    """The looks of the other tests, afterwards."""
    yield
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, "dark")


def test_the_looks_of_the_station_are_kept_and_put_on_at_once(hands, dark, tmp_path):
    hands.go("station")
    hands.settle()
    page = hands.form
    hands.choose(page.look, "light")
    hands.choose(page.letters, "125")
    hands.choose(page.lock_min, "10")
    assert theme.current().name == "light"
    assert theme.pixels() == 19
    kept = Settings(tmp_path / "station" / "station.ini")
    assert (kept.look, kept.size, kept.lock_min) == ("light", 125, 10)
    assert page.restart.isHidden()
    assert page.lies["Book"].text() == str(hands.pit.book)
    assert page.lies["Key of the PINs"].text() == f"{hands.pit.book}.pepper"


def test_its_name_holds_from_the_next_start_on(hands, tmp_path):
    hands.go("station")
    page = hands.form
    hands.write(page.called.edit, "cage 2")
    assert page.restart.isVisible()
    kept = Settings(tmp_path / "station" / "station.ini")
    assert kept.station == "cage 2"
    hands.wipe(page.called.edit)
    assert "Give this station a name" in page.called.told
    assert kept.station == "cage 2"
