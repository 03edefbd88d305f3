"""The bank's page: what is coming and its ways out, where every chip is, and what players hold."""

import subprocess
import sys
from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from pitdesk.chips import Chip, Chips
from pitdesk.reports.outstanding import NightHeld
from pitdesk.tonight.board import Board
from pitdesk.tonight.outlook import outlook
from tests.ui import fits
from tests.ui.night import Quick, copied, key, proven
from tests.ui.stand import stands
from ui.chips.holdings import ROOMS, SHUT, SOON, WELL, HoldingsRoom, called, columns
from ui.widgets import theme

pytestmark = pytest.mark.long

JO, PIA, SARA = "jo:cashier", "pia:shift manager", "sara:dealer"


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    made = Quick.at(qtbot, open_window(*copied(tmp_path)))
    made.go("bank")
    return made


@pytest.fixture
def worn(qapp):
    yield
    theme.apply(qapp, "dark")


def board(user: Quick) -> Board:
    return user.window.station.board


def cells(user: Quick) -> dict[tuple[str, str], str]:
    """(chip, place) → what stands there."""
    rows = user.form.table.rows
    names = rows.columns[0].cells
    return {
        (name, one.heading): one.cells[down]
        for one in rows.columns[1:]
        for down, name in enumerate(names)
    }


def ahead(user: Quick) -> str:
    user.qtbot.wait(1)
    return " ".join(one.text() for one in user.form.ahead.findChildren(QLabel) if one.isVisible())


def ways(user: Quick) -> list[QPushButton]:
    return [one for one in user.form.ahead.findChildren(QPushButton) if one.isVisible()]


# What is coming


def test_while_nothing_lacks_one_quiet_line_says_so(user):
    assert ahead(user).strip() == WELL
    assert ways(user) == []


def test_what_lacks_stands_there_with_its_ways_which_take_along_what_is_needed(user):
    do = user.at_desk
    do(lambda desk: desk.set_par("tray 2", -1, Chips.read("640x$25"), proven("gro:gaming manager")))
    do(lambda desk: desk.set_par("tray 1", -1, Chips.read("5x$25"), proven("gro:gaming manager")))
    told = outlook(board(user), user.window.station.today)
    assert [one.key for one in told] == ["fill 2"]
    assert told[0].words in ahead(user)
    assert WELL not in ahead(user)
    words = [way.words for way in told[0].ways]
    assert words == ["Credit 15x$25 from table 1", "Fill 100x$5 in place of 20x$25"]
    assert [one.text() for one in ways(user)] == words
    assert all(told[0].words in one.accessibleName() for one in ways(user))
    user.press(ways(user)[0])
    assert (user.form.name, user.form.table.value()) == ("credit", "1")
    user.go("bank")
    user.press(ways(user)[1])
    assert (user.form.name, user.form.table.value()) == ("fill", "2")
    do(lambda desk: desk.set_par("tray 2", -1, Chips.read("20x$25"), proven("gro:gaming manager")))
    user.go("bank")
    assert ahead(user).strip() == WELL


def test_a_drawer_that_could_not_pay_leads_to_the_account(user):
    two = proven(JO, PIA)
    user.at_desk(lambda desk: desk.count("check", {"drawer": {"cash": 10_00}}, two))
    user.at_desk(lambda desk: desk.count_tray("2", Chips.read("20x$25"), proven(SARA), "hot"))
    assert "Players and tips hold $720.00 in chips, and the drawer has $10.00" in ahead(user)
    user.press(ways(user)[-1])
    assert user.form.name == "withdraw"


def test_what_is_coming_is_told_by_sign_and_words_and_not_by_color_alone(user):
    user.at_desk(
        lambda desk: desk.set_par("chip bank", -1, Chips.read("900x$25"), proven("gro:gaming manager"))
    )
    sign, words = (one for one in user.form.ahead.findChildren(QLabel) if one.isVisible())
    assert not sign.pixmap().isNull()
    assert sign.accessibleName() == "Ahead"
    assert words.text() == "The chip bank is 300x$25 below its par."


# Where every chip is


def test_every_chip_stands_somewhere_and_the_last_column_is_the_sum_of_the_others(user):
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven(JO)))
    shown = cells(user)
    assert shown["$5", "Bank"] == "1,980"
    assert shown["$5", "On the way"] == "20"
    assert [shown["$5", f"Tray {name}"] for name in "1234A"] == ["100", "100", "50", "–", "50"]
    assert shown["$5", "Owned"] == "2,300"
    assert shown["$100", "Tray 1"] == "–"
    assert shown["Value", "Owned"] == "$42,080"
    headings = [one.heading for one in user.form.table.rows.columns]
    assert headings[-1] == "Owned"
    for name in ("$100", "$25", "$5", "$2", "$1", "50¢", "pw $1", "pw $2"):
        told = [shown[name, place] for place in headings[1:] if place not in ("In the bank", "Worth")]
        pieces = [int(words.replace(",", "").replace("−", "-").replace("–", "0")) for words in told]
        assert sum(pieces[:-1]) == pieces[-1] > 0, name


def test_the_bank_is_shown_in_racks_stacks_pieces_and_worth_and_where_nothing_is_no_column_is(user):
    shown = cells(user)
    assert shown["$25", "In the bank"] == "6 racks"
    assert shown["$25", "Worth"] == "$15,000.00"
    empty = {"Reserve", "Damaged", "Jar bar", "Tips", "Unaccounted", "On the way"}
    assert not empty & {place for _, place in shown}
    user.at_desk(
        lambda desk: desk.stock(Chips.read("20x$5"), "chip bank", "chip reserve", proven(PIA), "x")
    )
    assert cells(user)["$5", "Reserve"] == "20"
    assert cells(user)["Value", "Reserve"] == "$100"


def test_an_open_table_keeps_its_column_when_its_tray_is_empty(user):
    user.at_desk(lambda desk: desk.count_tray("2", Chips(), proven(SARA), "all gone"))
    assert cells(user)["Value", "Tray 2"] == "$0"
    assert cells(user)["$5", "Players"] == "100"


def test_with_less_room_the_trays_fold_together_and_owned_stays_the_sum(user):
    chips = sorted(board(user).site.chips)
    found = {room: columns(board(user), chips, room) for room in ROOMS}
    wide = [one.heading for one in found[HoldingsRoom()]]
    assert wide == [
        *("", "In the bank", "Bank", "Worth"),
        *(f"Tray {name}" for name in "1234A"),
        *("Players", "Owned"),
    ]
    narrow = [one.heading for one in found[ROOMS[-1]]]
    assert narrow == ["", "Bank", "Trays", "Players", "Owned"]
    assert {one[-1].cells for one in found.values()} == {found[HoldingsRoom()][-1].cells}


def test_chips_of_another_set_and_out_of_play_are_told_apart(user):
    seen = board(user)
    new, old = Chip.named("$5-b"), Chip.named("$5")
    seen.site.chips[new] = dict(seen.site.chips[old])
    seen.site.retired[old] = seen.date
    assert (called(new, seen), called(old, seen)) == ("$5 set b", "$5 out of play")
    assert called(Chip.named("$25"), seen) == "$25"
    user.form.refresh(seen)
    assert cells(user)["$5 set b", "Owned"] == "–"
    assert cells(user)["$5 out of play", "Bank"] == "2,000"


def test_arrows_move_along_and_enter_on_a_tray_goes_to_its_fill(user):
    table = user.form.table
    assert QApplication.focusWidget() is table
    at = [one.heading for one in table.rows.columns].index("Tray 3")
    table.setCurrentIndex(table.rows.index(0, at - 1))
    key(Qt.Key.Key_Right)
    key(Qt.Key.Key_Down)
    chosen = table.currentIndex()
    assert (chosen.row(), chosen.column()) == (1, at)
    said = table.rows.data(chosen, Qt.ItemDataRole.AccessibleTextRole)
    assert said == "$25, Tray 3: 10"
    key(Qt.Key.Key_Return)
    assert (user.form.name, user.form.table.value()) == ("fill", "3")


def test_enter_elsewhere_goes_nowhere_and_tab_leaves_the_table(user):
    table = user.form.table
    table.setCurrentIndex(table.rows.index(1, 2))
    key(Qt.Key.Key_Return)
    assert user.form.name == "bank"
    key(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is not table


def test_what_is_chosen_stays_chosen_as_the_night_goes_on(user):
    table = user.form.table
    table.setCurrentIndex(table.rows.index(2, 5))
    user.at_desk(lambda desk: desk.redeem(Chips.read("1x$5"), proven(JO)))
    assert (table.currentIndex().row(), table.currentIndex().column()) == (2, 5)


def test_the_bar_is_as_full_as_the_bank_is_against_par_and_marked_when_below(user):
    def bar():
        user.qtbot.wait(1)
        rows = user.form.table.rows
        down = rows.chips.index(Chip.named("$5"))
        return rows.picture(down, 1).toImage()

    def red(picture) -> int:
        y = picture.height() // 2 - 8
        row = [QColor(picture.pixel(x, y)) for x in range(picture.width())]
        return sum(one.red() > 120 and one.green() < 110 for one in row)

    def amber(picture) -> bool:
        return QColor(picture.pixel(picture.width() // 2, 6)).red() > 180

    seen, fills = [], []
    for par in (20_000, 4_000, 2_000, 1_000):
        chips = Chips({Chip.named("$5"): par})
        user.at_desk(lambda desk: desk.set_par("chip bank", -1, chips, proven("gro:gaming manager")))  # noqa: B023
        picture = bar()
        seen.append(amber(picture))
        fills.append(red(picture))
    assert fills == sorted(fills)
    assert fills[0] * 4 < fills[2] < fills[3]
    assert seen == [True, True, False, False]


@pytest.mark.usefixtures("worn")
def test_large_letters_fold_and_nothing_scrolls_sideways(qapp, user):
    widths = []
    for percent in (100, 150, 200):
        theme.apply(qapp, "dark", percent)
        user.qtbot.wait(20)
        table = user.form.table
        assert table.horizontalScrollBar().maximum() == 0, percent
        assert table.verticalScrollBar().maximum() == 0, percent
        widths.append(len(table.rows.columns))
    assert widths[0] == 11
    assert widths[0] > widths[1] >= widths[2]


def test_a_usual_night_is_seen_whole_without_scrolling(user):
    user.qtbot.wait(50)
    area = user.form.layout().itemAt(0).widget()
    assert area.verticalScrollBar().maximum() == 0
    assert len(board(user).site.chips) == 8
    assert board(user).tables_open == 5


@pytest.mark.usefixtures("worn")
@pytest.mark.parametrize(
    ("percent", "width", "height"), [(100, 1366, 768), (150, 1366, 768), (200, 1920, 1080)]
)
def test_bad_news_and_many_nights_fit_with_letters_of_every_size(qapp, user, percent, width, height):
    do, gro = user.at_desk, proven("gro:gaming manager")
    for place, par in (("tray 1", "5x$25"), ("tray 2", "640x$25 900x$100"), ("chip bank", "999x$25")):
        do(lambda desk: desk.set_par(place, -1, Chips.read(par), gro))  # noqa: B023
    do(lambda desk: desk.stock(Chips.read("9x$25"), "chip bank", "chip reserve", proven(PIA), "x"))
    theme.apply(qapp, "dark", percent)
    window = user.window
    window.resize(width, height)
    user.go("bank")
    story = [
        NightHeld(
            day, date(2026, 11, day), Chips.read(f"{9 * day}x$100 {99 * day}x$25 {700 + day}x$5 40x$2")
        )
        for day in range(1, 22)
    ]
    user.form._took(story)
    user.qtbot.wait(20)
    assert len(ways(user)) >= 3
    user.qtbot.waitUntil(lambda: not fits.findings(window.frame.stack))
    assert (window.width(), window.height()) == (width, height)
    window.show_pad(percent == 100)
    user.qtbot.waitUntil(lambda: not fits.findings(window.frame.stack))


# IOUs


def test_open_ious_stand_there_until_they_are_paid_back(user):
    def loans() -> str:
        found = [user.form.loans.itemAt(at).widget() for at in range(user.form.loans.count())]
        return " ".join(one.text() for one in found if one)

    assert loans() == "None."
    user.at_desk(lambda desk: desk.set_lender("Bingo bank", "game", proven("gro:gaming manager")))
    user.at_desk(lambda desk: desk.iou(500_00, "Bingo bank", "drawer", proven(JO)))
    assert "IOU 1: $500.00 from Bingo bank to drawer" in loans()
    user.at_desk(lambda desk: desk.payback(1, proven(JO)))
    assert loans() == "None."


# Over time


def test_with_one_night_it_says_what_will_stand_there(user):
    user.qtbot.waitUntil(lambda: not user.form.reader.busy("nights"))
    assert user.form.soon.isVisible()
    assert user.form.soon.text() == SOON
    assert user.form.chart is None


def test_before_the_first_day_it_says_that_none_is_open(qtbot, open_window, tmp_path, night):
    set_up = night("busy", "blank")
    pit = open_window(set_up.book, set_up.clock)
    user = Quick(qtbot, pit.window)
    user.sign_in("jo", "2741")
    user.go("bank")
    assert ahead(user).strip() == SHUT
    assert cells(user)["$5", "Owned"] == "–"
    assert user.form.soon.isVisible()


def test_from_the_second_night_on_the_chart_stands_there_read_in_the_readers_thread(
    qtbot, open_window, tmp_path
):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (3, 0))), "pia")
    assert board(user).state == "sealed"
    held = board(user).outstanding
    user.go("bank")
    page = user.form
    qtbot.waitUntil(lambda: not page.reader.busy("nights"))
    assert page.chart is None
    user.pit.clock.at += timedelta(hours=20)
    tomorrow = board(user).next_date(board(user).date)
    user.at_desk(lambda desk: desk.open_day(tomorrow, proven(PIA, JO)))
    qtbot.waitUntil(lambda: page.chart is not None)
    assert [night.chips for night in page.chart.nights] == [held, held]
    assert page.chart.open
    assert page.chart.isVisible()


def test_what_draws_the_chart_is_not_loaded_before_there_is_one():
    code = "import sys, ui.chips.holdings, ui.chips.bank; print('pyqtgraph' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_book_that_cannot_be_read_is_told(user):
    user.form._failed("The book cannot be read.")
    assert user.told() == "The book cannot be read."
    assert user.form._asked is None  # so that the next board asks again
