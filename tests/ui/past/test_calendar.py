"""The calendar of days: states by color, sign and word; keys by day and month; three years at once."""

import random
from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from pitdesk.book.past import Past
from tests.ui.widgets.test_theme import contrast
from ui.past import calendar
from ui.past.calendar import DEPTHS, Calendar, state_of
from ui.widgets.listing import ROLE
from ui.widgets.theme import THEMES

LAST = date(2026, 11, 21)


def sealed(on: date, agp: int = 100_000, *, off: int = 0, pending: tuple[str, ...] = ()) -> Past:
    due = on + timedelta(days=4)
    return Past(on.toordinal(), on, True, 4 * agp, agp, off, agp, due, "ab cd", pending)


def years(many: int) -> list[Past]:
    """So many nights, Wednesday to Saturday, newest first."""
    odd = random.Random(1)
    every = (LAST - timedelta(days=n) for n in range(2 * many))
    played = [on for on in every if on.isoweekday() in (3, 4, 5, 6)][:many]
    return [sealed(on, odd.randrange(50_000, 200_000)) for on in played]


@pytest.fixture
def shown(qtbot) -> Calendar:
    made = Calendar()
    qtbot.addWidget(made)
    made.resize(520, 400)
    made.show()
    return made


@pytest.mark.parametrize(
    ("past", "noted", "told"),
    [
        (Past(1, LAST, sealed=False), False, ("Open", "way", False)),
        (sealed(LAST, pending=("2",)), False, ("Drop pending", "way", True)),
        (sealed(LAST, off=-200), True, ("Short 2.00", "look", False)),
        (sealed(LAST), False, ("Balanced", "good", True)),
        (sealed(LAST), True, ("Balanced", "good", False)),
        (sealed(LAST - timedelta(days=9)), False, ("Deposit late", "look", True)),
    ],
)
def test_a_day_has_a_state_in_a_word(past, noted, told):
    state = state_of(past, {past.date} if noted else (), LAST + timedelta(days=1))
    assert (state.word, state.tone, state.owes) == told
    assert state.sign


def test_three_years_are_there_without_a_widget_for_each(shown):
    shown.show_days(years(624), (), LAST)
    shown.choose(LAST)
    assert shown.weeks.rowCount() > 150
    assert len(shown.findChildren(QWidget)) < 30
    assert shown.viewport().rect().contains(shown.visualRect(shown.currentIndex()))


def test_keys_go_by_day_and_by_month_and_never_stop_where_nothing_was(shown):
    shown.show_days(years(300), (), LAST)
    shown.choose(LAST)
    picked = []
    shown.picked.connect(picked.append)
    for key in (
        "Left",
        "Left",
        "Left",
        "Left",
        "Up",
        "Down",
        "PageUp",
        "PageDown",
        "Right",
        "Home",
        "End",
    ):
        QTest.keyClick(shown, getattr(Qt.Key, f"Key_{key}"))
    days = [f"{on:%a %b} {on.day}" for on in picked]
    first = shown.weeks.dates[0]
    assert days == [
        *("Fri Nov 20", "Thu Nov 19", "Wed Nov 18", "Sat Nov 14"),  # over three days without games
        *("Sat Nov 7", "Sat Nov 14", "Wed Oct 14", "Sat Nov 14", "Wed Nov 18"),
        *(f"{first:%a %b} {first.day}", "Sat Nov 21"),
    ]
    QTest.keyClick(shown, Qt.Key.Key_Right)  # there is no later one
    assert shown.chosen == LAST


def test_what_is_chosen_stays_when_the_days_are_read_again(shown):
    days = years(40)
    shown.show_days(days, (), LAST)
    shown.choose(days[7].date)
    shown.show_days([sealed(LAST + timedelta(days=4)), *days], (), LAST)
    assert shown.chosen == days[7].date


def test_a_reader_hears_each_day_in_a_sentence(shown):
    shown.show_days([sealed(LAST, 109_250, off=-200)], (), LAST)
    said = [shown.weeks.data(shown.weeks.index(0, at), ROLE.AccessibleTextRole) for at in (5, 6)]
    assert said == [
        "Fri Nov 20, 2026: no gaming day",
        "Sat Nov 21, 2026: Short 2.00, AGP $1,092.50, deposit not noted",
    ]


def test_weekdays_without_games_are_narrow(shown):
    shown.show_days(years(40), (), LAST)
    assert shown.columnWidth(1) < shown.columnWidth(3)
    assert sum(shown.columnWidth(at) for at in range(7)) <= shown.viewport().width()


def test_the_greener_the_more_was_won(shown):
    days = [sealed(LAST - timedelta(days=n), 1000 * (n + 1)) for n in range(8)]
    shown.show_days(days, (), LAST)
    depths = [shown.weeks.depth(day) for day in days]
    assert depths == sorted(depths)
    assert set(depths) == {*DEPTHS}


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("depth", DEPTHS)
def test_words_can_be_read_on_every_green(name, depth):
    look = THEMES[name]
    felt, panel = QColor(look.felt), QColor(look.panel)
    mixed = QColor(
        *(
            (ink * depth + ground * (255 - depth)) // 255
            for ink, ground in zip(felt.getRgb()[:3], panel.getRgb()[:3], strict=True)
        )
    )
    assert contrast(look.text, mixed.name()) >= 4.5


def test_a_month_back_from_its_last_day():
    assert calendar._month(date(2026, 3, 31), -1) == date(2026, 2, 28)
