"""The register: found while somebody types, read off the window's thread, a thousand as quick as ten."""

import threading
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QApplication, QPushButton

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from printers.devices.paper import Paper
from tests.bench import books
from tests.ui.night import Quick, copied, proven
from tests.ui.stand import stands
from ui.floor.waiting import Pointed
from ui.slips import register
from ui.slips.register import FOUND, INITIALS, PAPER, STATE, look
from ui.widgets import theme

pytestmark = pytest.mark.long

LATE = (22, 9)  # fill 7 is verified, its first original came out as nothing
NIGHTS = 50


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path, LATE)))


@pytest.fixture(scope="session")
def months(tmp_path_factory):
    """A book of two months: more than a thousand slips."""
    folder = tmp_path_factory.mktemp("months")
    book = books.made(folder, NIGHTS)
    book.with_name(book.name + ".pepper").write_bytes(bytes(32))
    return book


def shown(user: Quick) -> register.Register:
    user.go("slips")
    here = user.window.shown("slips").register
    user.qtbot.waitUntil(lambda: read(here))
    return here


def read(here: register.Register) -> bool:
    """Whether everything asked for is shown."""
    asked = [here.reader.busy(topic) for topic in ("search", "numbers", "slip", "traces")]
    timers = (here._typing, here._changed, here._scrolled)
    return not any(asked) and not any(timer.isActive() for timer in timers)


def typed(user: Quick, here: register.Register, text: str) -> list[str]:
    """Type into the line; the slips found."""
    user.write(here.line, text)
    user.qtbot.waitUntil(lambda: read(here))
    return [here.model.words(one, 0) for one in here.model.rows]


def cell(here: register.Register, row: int, column: int) -> str:
    return here.model.index(row, column).data()


def choose(user: Quick, here: register.Register, name: str) -> None:
    at = next(i for i, one in enumerate(here.model.rows) if one.name == name)
    here.table.selectRow(at)
    user.qtbot.waitUntil(lambda: read(here))


def steps(here: register.Register) -> list[str]:
    lines = here.full.steps
    return [lines.itemAt(i).layout().itemAt(1).widget().text() for i in range(lines.count())]


def buttons(here: register.Register) -> dict[str, QPushButton]:
    found = (here.full.buttons.itemAt(i).widget() for i in range(here.full.buttons.count()))
    return {one.text(): one for one in found if one}


def test_every_slip_is_there_newest_first_with_what_became_of_it(user):
    here = shown(user)
    names = [here.model.words(one, 0) for one in here.model.rows]
    assert names == [
        *("Fill 000007", "Fill 000006", "Fill 000005", "Credit 000001", "Fill 000004"),
        *("Fill 000003", "Fill 000002", "Fill 000001"),
    ]
    assert here.count.text() == "8 slips"
    row = [cell(here, 0, at) for at in range(10)]
    first = ["Fill 000007", "2", "Nov 21", "22:06", "$500.00", "20", "Verified", "BD JS PO"]
    assert row == [*first, "Both", "–"]
    assert cell(here, 6, STATE) == "Void"


def test_the_numbers_of_both_series_are_told_with_their_gaps(user):
    here = shown(user)
    assert here.numbers.text() == (
        "Fill 000001 to 000007: 7 used, 1 void, no gaps\nCredit 000001: 1 used, none void, no gaps"
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1", ["Credit 000001", "Fill 000001"]),
        ("fill 1", ["Fill 000001"]),
        ("table A", ["Fill 000004"]),
        ("void", ["Fill 000002"]),
        ("$600", ["Fill 000001"]),
        ("nina", ["Fill 000004"]),
        ("2026-11-21 credit", ["Credit 000001"]),
        ("2026-11-20", []),
        ("zebra", []),
    ],
)
def test_what_is_typed_is_found(user, text, names):
    here = shown(user)
    assert typed(user, here, text) == names
    assert here.count.text() == f"{len(names)} slip{'s' * (len(names) != 1)}"
    if not names:
        assert here.full.facts.text() == "No slip fits."


def test_it_says_so_while_it_searches(user):
    here = shown(user)
    here.line.setText("void")
    assert here.count.text() == "searching …"
    user.qtbot.waitUntil(lambda: here.count.text() == "1 slip")


def test_a_search_is_never_done_in_the_windows_thread(user):
    path = user.at_desk(lambda desk: desk.journal.path)
    with Journal.read(path) as journal, pytest.raises(AssertionError, match="off the window's thread"):
        look(journal, "")


def test_a_book_nobody_can_read_is_trouble_and_no_more(user):
    here = shown(user)
    path = user.at_desk(lambda desk: desk.journal.path)
    moved = path.with_name("gone.db")
    path.rename(moved)
    user.write(here.line, "1")
    user.qtbot.waitUntil(lambda: "night.db is gone" in user.told())
    moved.rename(path)
    assert typed(user, here, "fill 1") == ["Fill 000001"]


# One of them


def test_a_slip_is_shown_as_it_was_printed_and_told_from_the_start(user):
    here = shown(user)
    choose(user, here, "fill 000001")
    printed = user.at_desk(_first_print)
    assert here.full.paper.lines == tuple(printed)
    assert here.full.title.text() == "Fill 000001"
    assert here.full.state.text() == "Received"
    assert here.full.facts.text() == "Table 2 · $600.00 · 240 chips"
    assert steps(here) == [
        "Prepared by Jo Sandvik (cashier)",
        "Original sent to paper: whole",
        "Copy sent to paper: whole",
        "Verified by Bo Dahl (pit boss)",
        "Received by Sara Vik (dealer)",
    ]


def _first_print(desk):
    return next(e.fact.lines for e in desk.journal.entries() if e.kind == "print")


def test_the_other_part_is_shown_when_it_is_asked_for(user):
    here = shown(user)
    choose(user, here, "fill 000001")
    user.press(here.full.part.button("copy"))
    assert any("000001 COPY" in line for line in here.full.paper.lines)
    choose(user, here, "fill 000003")
    assert any("000003 COPY" in line for line in here.full.paper.lines)  # it stays chosen


def test_only_what_can_be_done_with_it_is_offered(user):
    here = shown(user)
    assert [*buttons(here)] == ["Receive", "Void", "Print again"]  # fill 7 is on its way
    choose(user, here, "fill 000001")
    assert [*buttons(here)] == ["Print again"]


def test_no_button_is_cut_where_there_is_least_room(user):
    user.window.resize(683, 384)
    here = shown(user)
    for words, one in buttons(here).items():
        assert one.width() >= one.minimumSizeHint().width(), words


@pytest.mark.parametrize(
    ("words", "page", "field"), [("Receive", "waiting", "slip"), ("Void", "void", "slip")]
)
def test_a_button_leads_to_its_verb_with_the_slip(user, words, page, field):
    here = shown(user)
    user.press(buttons(here)[words])
    assert user.form.name == page
    assert getattr(user.form, field).typed() == "fill 000007"


def test_the_verbs_key_takes_the_slip_that_is_chosen(user):
    here = shown(user)
    choose(user, here, "fill 000003")
    user.go("reprint")
    user.settle()
    assert user.form.slip.value() == "fill 000003"


def test_a_slip_of_a_sealed_day_is_looked_at_and_left_alone(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (2, 30))))
    here = shown(user)
    choose(user, here, "fill 000003")
    assert buttons(here) == {}
    assert cell(here, here.table.currentIndex().row(), FOUND) == "Copy missing"
    assert "torn in the plunger" in steps(here)[-1]


def test_a_slip_that_is_not_on_paper_yet_is_shown_as_it_will_print(user):
    for chips in ("1x$5", "2x$5"):
        user.pit.paper.jam()
        user.at_desk(lambda desk, chips=chips: desk.fill("2", Chips.read(chips), proven("jo:cashier")))
    here = shown(user)
    assert cell(here, 0, PAPER) == "Not yet"
    assert cell(here, 1, PAPER) == "Both unknown"
    assert here.full.note.text() == "Not on paper yet. So it will print."
    assert any("000009 ORIGINAL" in line for line in here.full.paper.lines)
    choose(user, here, "fill 000008")
    assert "Is it complete?" in buttons(here)


def test_paper_that_is_not_well_is_amber_and_a_state_is_a_pill(user):
    user.at_desk(lambda desk: desk.fill("2", Chips.read("1x$5"), proven("jo:cashier")))
    user.pit.paper.jam()
    user.at_desk(lambda desk: desk.fill("2", Chips.read("1x$5"), proven("jo:cashier")))
    here = shown(user)
    here.table.clearSelection()
    image = here.table.viewport().grab().toImage()

    def inks(row: int, column: int) -> set[str]:
        box = here.table.visualRect(here.model.index(row, column))
        return {
            image.pixelColor(x, y).name().upper()
            for x in range(box.left(), box.right())
            for y in range(box.top(), box.bottom())
        }

    now = theme.current()
    assert (now.amber in inks(0, PAPER), now.amber in inks(1, PAPER)) == (True, False)
    assert now.amber_ground in inks(0, STATE)  # prepared: somebody must look at it


def test_a_part_that_is_not_on_paper_yet_is_said_so(user):
    user.pit.paper.jam()
    user.at_desk(lambda desk: desk.fill("2", Chips.read("1x$5"), proven("jo:cashier")))
    here = shown(user)
    assert cell(here, 0, PAPER) == "Original unknown, copy not sent"
    user.press(here.full.part.button("copy"))
    assert here.full.note.text() == "The copy is not on paper yet."
    assert here.full.paper.lines == ()


# Coming and going


def test_it_follows_the_night(user):
    here = shown(user)
    user.at_desk(lambda desk: desk.void("fill", 7, "wrong table", proven("bo:pit boss")))
    user.qtbot.waitUntil(lambda: read(here) and cell(here, 0, STATE) == "Void")
    assert here.full.state.text() == "Void"
    assert "Void by Bo Dahl (pit boss): wrong table" in steps(here)
    assert "2 void" in here.numbers.text()


def test_what_changes_nothing_of_slips_is_not_searched_for(user):
    here = shown(user)
    before = here._found
    user.at_desk(lambda desk: desk.redeem(Chips.read("1x$1"), proven("jo:cashier")))
    user.qtbot.wait(register.CHANGED_MS * 2)
    assert here._found is before


def test_it_catches_up_when_it_comes_to_the_front_again(user):
    shown(user)
    user.go("floor")
    user.at_desk(lambda desk: desk.fill("1", Chips.read("1x$5"), proven("jo:cashier")))
    here = shown(user)
    assert cell(here, 0, 0) == "Fill 000008"


def test_the_slip_that_was_chosen_stays_so(user):
    here = shown(user)
    choose(user, here, "fill 000003")
    user.at_desk(lambda desk: desk.fill("1", Chips.read("1x$5"), proven("jo:cashier")))
    user.qtbot.waitUntil(lambda: read(here) and len(here.model.rows) == 9)
    assert here.pointed == Pointed("fill", 3)


@pytest.mark.parametrize("what", ["fill 3", Pointed("fill", 3)])
def test_a_number_or_a_slip_can_be_gone_to(user, what):
    shown(user)
    user.go("floor")
    user.go("slips", what)
    here = user.window.shown("slips").register
    user.qtbot.waitUntil(lambda: here.count.text() == "1 slip" and read(here))
    assert here.line.text() == "fill 3"
    assert here.pointed == Pointed("fill", 3)


def test_from_another_page_the_place_comes_back_to_the_register(user):
    shown(user)
    user.go("void")
    user.go("floor")
    user.go("slips")
    assert user.form.name == "slips"


def test_keys_alone_lead_through_it(user):
    here = shown(user)
    assert QApplication.focusWidget() is here.line
    user.key(Qt.Key.Key_Down)
    assert QApplication.focusWidget() is here.table
    user.key(Qt.Key.Key_Down)
    assert here.pointed == Pointed("fill", 6)
    user.key(Qt.Key.Key_Up)
    user.qtbot.waitUntil(lambda: read(here))
    user.key(Qt.Key.Key_Return)
    assert user.form.name == "waiting"  # what is likely to be done with it


def test_tab_leaves_the_table(user):
    here = shown(user)
    here.table.setFocus()
    user.key(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is not here.table


# Thousands of them


@pytest.fixture
def many(qtbot, open_window, months, tmp_path) -> Quick:
    book = tmp_path / "book.db"
    for suffix in ("", ".head", ".pepper"):
        book.with_name(book.name + suffix).write_bytes(
            months.with_name(months.name + suffix).read_bytes()
        )
    with Journal.read(book) as journal:
        at = journal.entry(journal.head.seq).at
    user = Quick(qtbot, open_window(book, SetClock(at + timedelta(minutes=1))).window)
    user.window.session.signin.pick("jo")
    user.type(books.PIN)
    user.key(Qt.Key.Key_Return)
    user.settle()
    return user


def test_more_than_a_thousand_are_found_and_counted(many):
    here = shown(many)
    assert len(here.model.rows) == here.model.rowCount() > 1_000
    assert here.count.text() == f"{len(here.model.rows):,} slips"
    assert len(typed(many, here, "fill 412")) == 1
    assert "no gaps" in here.numbers.text()


def test_the_window_goes_on_while_so_many_are_searched(many):
    here = shown(many)
    turns = 0
    here.line.setText("jo")
    while not read(here):
        QApplication.processEvents()
        turns += 1
    assert turns > 2  # it took its turns while another thread searched


def test_of_a_hundred_thousand_rows_only_those_in_sight_are_worked_out(many, monkeypatch):
    here = shown(many)
    rows = (list(here.model.rows) * 100)[:100_000]
    here.model.show_rows(rows)
    assert here.model.rowCount() == 100_000
    drawn, words = [], here.model.words
    monkeypatch.setattr(here.model, "words", lambda one, at: drawn.append(at) or words(one, at))
    bar = here.table.verticalScrollBar()
    in_sight = here.table.viewport().height() // theme.LEAST_PX + 2
    for at in range(50):
        drawn.clear()
        bar.setValue(bar.maximum() * at // 50)
        here.table.viewport().repaint()
        assert 0 < len(drawn) <= 4 * in_sight * here.model.columnCount()  # each part asks for its own


def test_where_old_paper_is_comes_as_it_comes_into_sight(many):
    here = shown(many)
    last = len(here.model.rows) - 1
    assert here.model.trace(here.model.rows[last]) is None
    here.table.verticalScrollBar().setValue(here.table.verticalScrollBar().maximum())
    many.qtbot.waitUntil(lambda: here.model.trace(here.model.rows[last]) is not None)
    assert cell(here, last, PAPER) == "Both"
    assert len(here.model.traces) < 12


def test_other_years_are_told_by_their_year(many):
    here = shown(many)
    here.model.year += 1
    assert cell(here, 0, 2).count("/") == 2


def test_no_desk_waits_for_a_search(many):
    here = shown(many)
    here.line.setText("jo")
    here.search()
    assert many.at_desk(lambda _: threading.current_thread().name) == "desk"
    assert isinstance(here.model, register.SlipRows)
    assert not isinstance(here.model, QStandardItemModel)


def test_columns_share_the_room_and_none_goes_sideways(user):
    here = shown(user)
    table = here.table
    for size in ((1366, 768), (2560, 1440)):
        user.window.resize(*size)
        user.qtbot.waitUntil(lambda: here.table.columnWidth(INITIALS) > 0)
        QApplication.processEvents()
        wide = sum(table.columnWidth(at) for at in range(10))
        assert wide <= table.viewport().width()
    assert table.columnWidth(FOUND) > 100


def test_where_there_is_least_room_what_is_shown_of_a_slip_is_whole(user):
    here = shown(user)
    for _ in range(2):
        user.window.resize(683, 384)
        user.qtbot.wait(1)
    table = here.table
    assert sum(table.columnWidth(at) for at in range(10)) <= table.viewport().width()
    state = table.sizeHintForIndex(here.model.index(0, STATE))
    assert table.fontMetrics().horizontalAdvance("Prepared") < state.width() <= table.columnWidth(STATE)


def test_a_new_book_says_where_slips_come_from(qtbot, open_window, night):
    fresh = night("busy", "fresh")
    user = Quick.at(qtbot, open_window(fresh.book, fresh.clock))
    here = shown(user)
    assert here.count.text() == "0 slips"
    assert here.full.facts.text() == "No slip was made yet: F2 fills a table."
    assert here.numbers.text() == "No number was used yet."


def test_the_bench_book_is_real(months):
    with Journal.open(months) as journal:
        desk = Desk(journal, Pepper(bytes(32), PLAIN))
        assert desk.day.number == NIGHTS
        assert Paper().width == 42
