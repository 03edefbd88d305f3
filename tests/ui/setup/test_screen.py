"""Set-up: site, tables, chip set, and this station's own looks."""

import pytest
from PySide6.QtWidgets import QApplication

from pitdesk.book.site import Layout
from pitdesk.kinds import Site
from tests.ui.night import Quick, copied, proven, signed
from tests.ui.stand import stands
from ui.aloud.voice import bell
from ui.setup.screen import zones
from ui.widgets import theme
from ui.work.settings import Settings

pytestmark = pytest.mark.long

GRO = signed("gro:gaming manager")


@stands("site")
def user(qtbot, open_window, tmp_path):
    """Gro at the window, while the tables are open."""
    return Quick.at(qtbot, open_window(*copied(tmp_path)), "gro")


def site(user):
    user.settle()
    return user.window.station.board.site


def told(form):
    """All that a form says is wrong."""
    said = [form.notice.text, form.signers.notice.text, *(one.told for one in form.inputs)]
    return "\n".join(filter(None, said))


def post(user, by=GRO):
    user.sign(user.form.signers, by)
    user.press(user.form.primary)
    user.settle()


# The site


def test_the_site_shows_what_the_book_says_and_posts_what_is_changed(user):
    user.go("site")
    form = user.form
    assert form.organization.typed() == "Dakota Lions"
    assert form.zone.value() == "America/Chicago"
    assert form.combined.typed() == "AG-2026-114"
    assert not form.video.value()
    user.write(form.site.edit, "Riverside Lounge, Minot")
    user.tick(form.color_up.box, False)
    user.tick(form.later.box, True)
    post(user)
    assert told(form) == ""
    assert site(user).name == "Riverside Lounge, Minot"
    assert site(user).settings.color_up is False
    said = user.entries()[-1].fact
    assert said == Site(name="Riverside Lounge, Minot", color_up=False, head_later=True)
    assert form.site.typed() == "Riverside Lounge, Minot"


def test_what_the_authorization_allows_is_kept_and_can_be_taken_back(user):
    user.go("site")
    form = user.form
    user.press(form.limited)
    serves, games, tables, days = form.restricted
    user.write(serves.edit, "late")
    post(user)
    assert "are no hours. Enter them as 11:00-01:00" in told(form)
    user.write(serves.edit, "11:00-01:00")
    user.write(tables.edit, "6")
    post(user)
    assert user.entries()[-1].fact == Site(serves="11:00-01:00", authorized_tables=6)
    user.write(serves.edit, "")
    user.write(tables.edit, "0")
    post(user)
    assert not any((site(user).settings.serves, site(user).settings.authorized_tables))
    assert games.typed() == days.typed() == ""


def test_limits_above_which_two_initial_are_kept_and_can_be_taken_back(user):
    user.go("site")
    form = user.form
    user.press(form.two)
    amount, number = form.alone
    user.write(amount.edit, "500")
    post(user)
    assert told(form) == ""
    assert user.entries()[-1].fact == Site(second_cents=500_00)
    assert (amount.typed(), number.typed()) == ("500.00", "")
    user.write(amount.edit, "")
    user.write(number.edit, "200")
    post(user)
    assert user.entries()[-1].fact == Site(second_cents=0, second_pieces=200)
    assert (amount.typed(), number.typed()) == ("", "200")


def test_nothing_changed_writes_nothing(user):
    user.go("site")
    seen = user.seen
    post(user)
    assert "Nothing is changed." in told(user.form)
    assert user.seen == seen


def test_stacks_and_racks_of_another_size_hold_in_every_grid(user):
    user.go("site")
    form = user.form
    user.write(form.stack.edit, "25")
    user.write(form.rack.edit, "120")
    post(user)
    assert "A rack of 120 chips does not hold whole stacks of 25." in told(form)
    user.write(form.rack.edit, "125")
    post(user)
    assert user.entries()[-1].fact.detail == {"stack": 25, "rack": 125}
    user.go("fill")
    grid = user.form.chips
    user.write(grid.edit(next(iter(grid._rows)), "stacks"), "2")
    assert grid.value().pieces == 50


def test_a_number_that_cannot_be_is_refused_and_stays_typed(user):
    user.go("site")
    form = user.form
    user.press(form.came)
    user.write(form.numbers[0].edit, "0")
    post(user)
    assert "The first fill number is a whole number from 1 to 999999, not 0." in told(form)
    assert "House rule: set-up" in told(form)
    assert form.numbers[0].typed() == "0"
    user.write(form.numbers[0].edit, "twelve")
    post(user)
    assert "'twelve' is no number" in form.numbers[0].told


def test_quarters_before_this_book_make_the_colors_bind_until_it_is_said_that_they_do_not(
    qtbot, open_window, tmp_path
):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (16, 15))), "gro")  # no table was used yet
    user.at_desk(_without_video)
    user.go("site")
    form = user.form
    user.press(form.came)
    lines = form.quarters.lines
    user.write(lines[0][0].edit, "2026q1")
    user.write(lines[0][1].edit, "12,000")
    user.write(lines[1][0].edit, "2026Q2")
    post(user)
    assert "Type the amount" in told(form)
    user.write(lines[1][0].edit, "spring")
    post(user)
    assert "'spring' is no quarter. Write 2026Q2." in told(form)
    user.write(lines[1][0].edit, "2026Q2")
    user.write(lines[1][1].edit, "9,500.50")
    post(user)
    assert told(form) == ""
    quarters = {"2026Q1": 1_200_000, "2026Q2": 950_050}
    assert site(user).settings.quarters == quarters
    assert user.entries()[-1].fact == Site(quarters=quarters)
    assert form.quarters.typed() == ["2026Q1", "12,000.00", "2026Q2", "9,500.50"]
    assert "2026Q1 and 2026Q2 averaged $10,750.25" in user.at_desk(lambda desk: desk.binding).words
    user.tick(form.lower_level.box, True)
    post(user)
    assert site(user).settings.lower_activity is True
    assert not user.at_desk(lambda desk: desk.binding).binds
    for edit in (one.edit for line in lines for one in line):
        user.into(edit)
        user.wipe(edit)
    post(user)
    assert site(user).settings.quarters == {}


def _without_video(desk):
    by = proven("gro:gaming manager")
    for table in [*desk.site.tables.values()]:
        desk.set_table(Layout(table.table, table.game, table.box, False), by)
    return desk.set_site({"video_required": False}, by)


def test_set_up_is_the_managers(user):
    user.go("site")
    user.write(user.form.site.edit, "Elsewhere")
    post(user, signed("jo:cashier"))
    assert "Set-up is initialed by the gaming or a shift manager" in told(user.form)
    assert user.form.site.typed() == "Elsewhere"


def test_what_is_typed_outlives_another_entry_and_another_operator(user):
    user.go("site")
    form = user.form
    user.write(form.site.edit, "Half typed")
    user.at_desk(
        lambda desk: desk.set_table(Layout("9", "21", "9", False), proven("gro:gaming manager"))
    )
    assert form.site.typed() == "Half typed"
    user.sign_in("pia", "481906")
    user.go("site")
    assert form.site.typed() == "Riverside Lounge"
    user.sign_in("gro", "730251")
    assert "Draft of Gro" in user.told()
    user.press(user.window.frame.messages.way)
    assert form.site.typed() == "Half typed"


def test_a_zone_is_found_by_any_part_of_its_name(user):
    user.go("site")
    zone = user.form.zone
    assert zones()[0][0] == "America/Chicago"
    user.into(zone.box)
    user.wipe(zone.line)
    user.type("denver")
    found = zone.box.completer()
    assert found.currentCompletion() == "America/Denver · Mountain"
    zone.take_up("America/Denver")
    assert zone.value() == "America/Denver"
    zone.take_up("Atlantis")
    with pytest.raises(ValueError, match="'Atlantis' is no time zone"):
        zone.value()


# Tables


def test_a_table_is_added_its_box_as_its_number(user):
    user.go("table", "")
    user.write(user.form.number.edit, "b")
    user.choose(user.form.game, "PW")
    user.tick(user.form.video.box, False)
    post(user)
    assert site(user).tables["B"] == Layout("B", "PW", "B", False)
    assert user.told() == "Table B is kept."
    assert user.form.number.typed() == ""


def test_a_box_of_another_table_is_refused(user):
    user.go("table", "3")
    form = user.form
    assert (form.number.typed(), form.box.typed(), form.video.value()) == ("3", "3", True)
    user.write(form.box.edit, "2")
    post(user)
    assert "Box 2 belongs to table 2." in told(form)
    assert "99-01.3-08-02(1)" in told(form)
    assert form.box.typed() == "2"
    user.write(form.box.edit, "3/2")
    post(user)
    assert site(user).tables["3"] == Layout("3", "21", "3/2", True)


def test_a_number_that_is_taken_or_none_is_told(user):
    user.go("table", "")
    post(user)
    assert "Type the table's number or letter" in told(user.form)
    user.write(user.form.number.edit, "2")
    post(user)
    assert "There is a table 2 already." in told(user.form)
    user.go("table", "2")
    post(user)
    assert "Nothing is changed of table 2." in told(user.form)


# This station


@pytest.fixture
def dark():
    """The looks of the other tests, afterwards."""
    yield
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, "dark")


def test_the_looks_of_the_station_are_kept_and_put_on_at_once(user, dark):
    user.go("station")
    user.settle()
    page = user.form
    user.choose(page.appearance, "light")
    user.choose(page.letters, "125")
    user.choose(page.lock_min, "10")
    user.qtbot.waitUntil(lambda: theme.current().name == "light")
    user.qtbot.waitUntil(lambda: theme.pixels() == 19)
    kept = Settings(user.pit.book.with_name("station.ini"))
    assert (kept.look, kept.size, kept.lock_min) == ("light", 125, 10)
    assert page.restart.isHidden()
    assert page.lies["Book"].text() == str(user.pit.book)
    assert page.lies["Key of the PINs"].text() == f"{user.pit.book}.pepper"


def test_what_is_refused_has_a_sound_until_the_station_wants_none(user):
    rang = []
    bell.rang.connect(lambda: rang.append(1))
    user.go("fill")
    user.window.station.say("Kept.")
    user.qtbot.wait(5)
    assert rang == []
    user.window.station.trouble("The scale is off.", "scale")
    user.qtbot.waitUntil(lambda: rang == [1])
    user.form.say_wrong("Chips of another table.")
    user.qtbot.waitUntil(lambda: rang == [1, 1])
    user.go("station")
    user.tick(user.form.sound.box, on=False)
    assert not Settings(user.pit.book.with_name("station.ini")).sound
    user.window.station.trouble("The scale is off again.", "scale")
    user.qtbot.wait(5)
    assert rang == [1, 1]
    user.tick(user.form.sound.box, on=True)


def test_its_name_holds_from_the_next_start_on(user):
    user.go("station")
    page = user.form
    user.write(page.called.edit, "cage 2")
    assert page.restart.isVisible()
    kept = Settings(user.pit.book.with_name("station.ini"))
    assert kept.station == "cage 2"
    user.wipe(page.called.edit)
    assert "Give this station a name" in page.called.told
    assert kept.station == "cage 2"
