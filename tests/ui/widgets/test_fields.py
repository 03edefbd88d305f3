"""Fields: what is typed stays, what is wrong is told beside it, and letters choose."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from tests.ui.night import held_down, key, types
from ui.widgets import theme
from ui.widgets.fields import LONGEST_QUOTE, Choice, Field, Line, Pick, Tick, money

TABLES = [(table, table) for table in ("1", "2", "10", "11", "12", "A")]
MANY = [(str(table), f"Table {table}") for table in (*range(1, 13), "A")]
PEOPLE = [("", "Nobody"), ("jo", "Jo Sandvik"), ("kari", "Kari Lund"), ("kim", "Kim Berg")]
# Pasted, mistyped, of another keyboard, or of no size at all
RUBBISH = [
    "twelve",
    "1e5",
    "12.5x",
    "-5",
    "5-",
    "0x10",
    "\uff19\uff11\uff12",  # full-width digits
    "\u0966\u0967\u0968",  # Devanagari digits
    "½",
    "🎰🎰",
    "1,25",
    "1.250,00",
    "1 000",
    "9" * 5000,
    "Dear Jo,\nplease pay 912.\nThank you",
]


@pytest.fixture
def stand(qtbot):
    """Put fields into a window, one below the other."""

    windows: list[QWidget] = []

    def stood(*fields: Field) -> QWidget:
        window = QWidget()
        windows.append(window)
        column = QVBoxLayout(window)
        for one in fields:
            column.addWidget(one)
        qtbot.addWidget(window)
        window.resize(600, 400)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        return window

    return stood


def wrong_of(field: Field) -> str:
    with pytest.raises(ValueError, match=r"\w") as caught:
        field.value()
    return str(caught.value)


# Lines and money


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("912", 912_00),
        ("1,250.00", 1_250_00),
        ("$4,000.00", 4_000_00),
        (" 12.50 ", 12_50),
        ("0", 0),
        ("1000000000", 100_000_000_000),  # beyond any cage: the rules say so, with their section
    ],
)
def test_money_is_read_as_people_write_it(typed, cents):
    line = Line("amount", "Amount", read=money)
    line.take_up(typed)
    assert line.value() == cents


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_what_is_no_money_is_told_in_words_and_stays(rubbish):
    line = Line("amount", "Amount", read=money)
    line.take_up(rubbish)
    words = wrong_of(line)
    assert words.endswith("is no amount. Write 912 or 1,250.00.")
    assert "\n" not in words
    assert len(words) < LONGEST_QUOTE + 60
    line.tell(words)
    assert line.told == words
    assert line.edit.text() == rubbish


def test_an_amount_that_is_not_there_is_asked_for():
    line = Line("amount", "Amount", read=money)
    for nothing in ("", "   "):
        line.take_up(nothing)
        assert wrong_of(line) == "Type the amount, such as 912 or 1,250.00."


def test_cents_come_in_twos():
    line = Line("amount", "Amount", read=money)
    for typed in ("12.5", "12.505", ".50", "12."):
        line.take_up(typed)
        assert f"'{typed}' is no amount." in wrong_of(line)


def test_what_was_pasted_in_lines_is_one_line_of_text(stand):
    line = Line("reason", "Reason")
    stand(line)
    QGuiApplication.clipboard().setText("stamped for\n  another\torganization\r\n")
    line.edit.setFocus()
    line.edit.paste()
    assert line.value() == "stamped for another organization"


def test_what_is_told_goes_away_when_somebody_types(stand):
    line = Line("amount", "Amount", read=money)
    stand(line)
    line.tell("'x' is no amount.")
    assert line.edit.property("wrong") == "true"
    line.edit.setFocus()
    types("9")
    assert line.told == ""
    assert line.edit.property("wrong") == ""


def test_a_line_says_what_it_is_to_whoever_cannot_see(stand):
    assert Line("amount", "Amount").edit.accessibleName() == "Amount"
    assert Line("search", "", hint="Search …").edit.accessibleName() == "Search …"
    assert Line("store", "").edit.accessibleName() == "store"


def test_enter_goes_on_and_a_held_enter_does_so_once(stand):
    line = Line("amount", "Amount")
    stand(line)
    entered = []
    line.entered.connect(lambda: entered.append("on"))
    line.edit.setFocus()
    held_down(line.edit)
    assert entered == ["on"]
    key(Qt.Key.Key_Enter)  # the one of the number pad
    assert entered == ["on", "on"]


# A choice of a few


def test_a_letter_chooses_what_begins_with_it(stand):
    choice = Choice("table", "Table", TABLES)
    stand(choice)
    choice.first().setFocus()
    types("a")
    assert choice.value() == "A"
    assert QApplication.focusWidget() is choice.button("A")


@pytest.mark.parametrize("typed", ["1", "2", "10", "11", "12", "A"])
@pytest.mark.parametrize("options", [TABLES, MANY], ids=["buttons", "list"])
def test_tables_1_and_10_to_12_are_told_apart_by_what_is_typed(stand, options, typed):
    choice = Choice("table", "Table", options)
    stand(choice)
    choice.first().setFocus()
    types(typed)
    assert choice.value() == typed


def test_table_1_is_chosen_though_10_stands_before_it(stand):
    choice = Choice("table", "Table", [("10", "10"), ("12", "12"), ("1", "1")])
    stand(choice)
    choice.first().setFocus()
    types("1")
    assert choice.value() == "1"
    types("2")
    assert choice.value() == "12"


def test_letters_that_fit_nothing_begin_anew(stand):
    choice = Choice("table", "Table", TABLES)
    stand(choice)
    choice.first().setFocus()
    types("x12")
    assert choice.value() == "12"
    types("A")
    assert choice.value() == "A"


def test_after_a_pause_letters_begin_anew(stand):
    choice = Choice("table", "Table", TABLES)
    stand(choice)
    choice.first().setFocus()
    types("1")
    choice._since.invalidate()
    types("2")
    assert choice.value() == "2"


@pytest.mark.parametrize("options", [TABLES, MANY], ids=["buttons", "list"])
def test_what_stands_is_changed_by_no_letter_but_by_arrows(stand, options):
    choice = Choice("table", "Table", options)
    choice.stands = lambda: True
    stand(choice)
    choice.first().setFocus()
    types("1")
    assert choice.value() == "1"  # nothing was chosen yet
    types("2a")
    assert choice.value() == "1"
    assert "use the arrows" in choice.told
    key(Qt.Key.Key_Down if options is MANY else Qt.Key.Key_Right)
    assert (choice.value(), choice.told) == ("2", "")


def test_words_choose_as_well_as_names(stand):
    ends = [("chip bank", "From the chip bank"), ("jar bar", "From the jar bar")]
    choice = Choice("end", "From", ends)
    stand(choice)
    choice.first().setFocus()
    types("j")
    assert choice.value() == "jar bar"


def test_a_choice_of_many_is_a_list_and_of_few_are_buttons(stand):
    choice = Choice("table", "Table", TABLES)
    stand(choice)
    assert choice.button("2").isVisible()
    assert not choice._list.isVisible()
    choice.choose("2")
    choice.offer(MANY)
    assert choice._list.isVisible()
    assert choice.button("2") is None
    assert choice.value() == "2"
    choice.offer([])
    assert choice.typed() == ""
    assert choice._none.isVisible()


def test_nothing_chosen_is_told_and_what_is_gone_is_not_chosen():
    choice = Choice("table", "Table", TABLES)
    assert wrong_of(choice) == "Choose table first."
    choice.choose("2")
    choice.offer(TABLES[2:])
    assert choice.typed() == ""
    assert wrong_of(choice) == "Choose table first."


def test_the_usual_is_chosen_until_somebody_chooses():
    choice = Choice("end", "", [("bank", "Bank"), ("bar", "Bar")], usual="bank")
    assert choice.value() == "bank"
    assert not choice.begun
    choice.choose("bar")
    assert choice.begun
    choice.clear()
    assert choice.value() == "bank"


def test_one_button_at_a_time_is_pressed_and_arrows_move_between_them(stand):
    choice = Choice("table", "Table", TABLES)
    stand(choice)
    for table in ("2", "11"):
        QTest.mouseClick(choice.button(table), Qt.MouseButton.LeftButton)
        assert [k for k, _ in TABLES if choice.button(k).isChecked()] == [table]
    key(Qt.Key.Key_Right)
    assert choice.value() == "12"


def test_what_is_offered_is_in_sight_when_the_wait_for_it_is_over(stand, qtbot):
    choice = Choice("table", "Table", TABLES[:2])
    stand(choice)

    def offered() -> bool:
        choice.offer(TABLES[:3])
        return True

    qtbot.waitUntil(offered)
    assert choice.button("10").isVisible()


def test_a_choice_says_once_that_it_changed():
    choice = Choice("table", "Table", TABLES)
    changed = []
    choice.changed.connect(lambda: changed.append(choice.typed()))
    for table in ("2", "2", "11", ""):
        choice.choose(table)
    assert changed == ["2", "11", ""]


# Lists and ticks


def test_in_a_list_letters_and_arrows_choose(stand):
    pick = Pick("person", "Who", PEOPLE)
    stand(pick)
    pick.box.setFocus()
    types("ka")
    assert pick.value() == "kari"
    key(Qt.Key.Key_Down)
    assert pick.value() == "kim"


def test_a_list_keeps_what_was_chosen_when_others_are_offered():
    pick = Pick("person", "Who", PEOPLE)
    changed = []
    pick.take_up("kim")
    pick.changed.connect(lambda: changed.append(pick.value()))
    pick.offer([*PEOPLE, ("bo", "Bo Dahl")])
    assert pick.value() == "kim"
    assert changed == []
    pick.offer(PEOPLE[:2])
    assert pick.value() == ""


def test_an_empty_list_is_no_error():
    pick = Pick("person", "Who")
    pick.take_up("jo")
    assert (pick.value(), pick.begun) == ("", False)


def test_the_wheel_scrolls_past_a_list_and_changes_nothing(stand):
    pick, choice = Pick("person", "Who", PEOPLE), Choice("table", "Table", MANY)
    stand(pick, choice)
    choice.choose("2")
    for box in (pick.box, choice._list):
        box.setFocus()
        turn = QWheelEvent(
            QPointF(5, 5),
            QPointF(5, 5),
            QPoint(0, -120),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(box, turn)
        assert not turn.isAccepted()
    assert (pick.value(), choice.value()) == ("", "2")


def test_a_tick_begins_as_it_was_made_and_goes_back_to_it(stand):
    tick = Tick("drawer", "Cash drawer", on=True)
    stand(tick)
    assert (tick.value(), tick.begun) == (True, False)
    tick.box.setFocus()
    key(Qt.Key.Key_Space)
    assert (tick.value(), tick.begun) == (False, True)
    tick.clear()
    assert tick.value()


# Put aside and taken up


@pytest.mark.parametrize(
    ("make", "typed"),
    [
        (lambda: Line("reason", "Reason"), "½ of it 🎰"),
        (lambda: Pick("person", "Who", PEOPLE), "kim"),
        (lambda: Choice("table", "Table", TABLES), "11"),
        (lambda: Choice("table", "Table", MANY), "11"),
        (lambda: Tick("drawer", "Cash drawer", on=True), False),
    ],
    ids=["line", "pick", "buttons", "list", "tick"],
)
def test_what_was_typed_is_put_aside_and_taken_up_again(make, typed):
    field = make()
    empty = field.typed()
    assert not field.begun
    field.take_up(typed)
    assert field.begun
    kept = field.typed()
    field.clear()
    assert field.typed() == empty
    field.take_up(kept)
    assert field.typed() == kept == typed


def test_a_list_is_as_narrow_whatever_stood_in_it_when_it_was_first_seen(qtbot):
    """Qt keeps the least width that it found first."""
    people = [("kari", "Kari Lund · KL"), ("ole", "Ole Berg · OB")]
    found = []
    for first in ((), people):
        one = Pick("who", "Who")
        one.offer(first)
        qtbot.addWidget(one)
        one.show()
        one.box.minimumSizeHint()
        one.offer(people)
        found.append((one.box.minimumSizeHint(), one.box.sizeHint()))
    assert found[0] == found[1]
    assert found[0][0].width() < found[0][1].width()
    assert Pick("who", "Who", people).box.minimumSizeHint() == found[0][1]  # offered at once: never cut


def test_long_words_beside_a_box_wrap_where_fingers_touch_the_least_window(qtbot):
    words = "One full deck of fifty-two; backs alike, with nothing on them that gives a card away"
    tick = Tick("deck", words)
    qtbot.addWidget(tick)
    tick.show()
    assert tick.box.text() == words
    theme.fit(683, 384, touched=True)
    QApplication.processEvents()  # the layout of before does not let it be so narrow
    tick.resize(320, 60)
    QApplication.processEvents()
    assert " ".join(tick.box.text().split("\n")) == words
    assert "\n" in tick.box.text()
    assert tick.box.minimumSizeHint().width() <= tick.box.width() == 320
    tick.say("Short")
    assert tick.box.text() == "Short"
    theme.fit(1366, 768)
    assert tick.box.text() == "Short"
