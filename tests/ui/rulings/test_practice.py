"""Practice on the screen: each wager asked, judged and told; in a practice book alone."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pitdesk.clock import SetClock
from pitdesk.games.rulings.dealt import DEALT
from pitdesk.games.rulings.trainee import TRAY, asked, outcome, rounds
from pitdesk.games.tray import pay
from pitdesk.shifts.practice import open_practice, pins
from tests.ui.heard import reading, tree, wrong
from tests.ui.night import Quick, copied, key, types
from tests.ui.shell.test_screens import cut_at_rest
from tests.ui.stand import stands
from ui.rulings.practice import ELSEWHERE, ROUNDS, Practice

pytestmark = pytest.mark.long

LETTERS = {"win": "w", "lose": "l", "push": "t", "surrender": "h"}


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    clock = SetClock(datetime(2026, 11, 21, 1, tzinfo=UTC))
    user = Quick(qtbot, open_window(open_practice(tmp_path, clock), clock).window)
    user.sign_in("cora", pins()["cora"])
    user.go("trainee")
    return user


def lines(page: Practice):
    return [line for dealt in rounds(page.game.value(), 1, ROUNDS) for line in dealt.lines]


def right_answer(line) -> str:
    if outcome(line) != "win":
        return LETTERS[outcome(line)]
    laid = " ".join(f"{count}x{value}c" for value, count in pay(line.paid, TRAY).items())
    return f"w {line.paid // 100}.{line.paid % 100:02} {laid}"


def enter(page: Practice, text: str) -> None:
    page.typed.edit.setFocus()
    page.typed.edit.selectAll()
    types(text)
    key(Qt.Key.Key_Return)


@pytest.mark.parametrize("game", DEALT)
def test_who_answers_all_rightly_is_told_so(user, game):
    page, before = user.form, user.seen
    user.choose(page.game, game)
    wagers = lines(page)
    for line in wagers:
        assert asked(line) in page.typed.caption_label.text()
        enter(page, right_answer(line))
        assert page.words.text().startswith("Right: "), page.words.text()
    assert page.total.text() == f"{len(wagers)} of {len(wagers)} right"
    assert page.why.text().startswith(f"{len(wagers)} of {len(wagers)} right, ")
    assert [row[2] for row in page.rows.rows] == ["right"] * len(wagers)
    enter(page, "l")
    assert page.total.text() == f"{len(wagers)} of {len(wagers)} right"
    user.settle()
    assert user.seen == before


def test_a_mistake_is_told_with_what_is_right_and_a_slip_of_the_key_is_not_one(user):
    page = user.form
    first = lines(page)[0]
    enter(page, "x")
    assert page.trouble.text().startswith("Begin with w")
    enter(page, "w")
    assert page.trouble.text().startswith("What wins is paid")
    enter(page, "w 1,5")
    assert page.trouble.isVisible()
    assert page.rows.rows == []
    enter(page, "h")
    assert page.words.text().startswith("No, who wins: ")
    assert first.section[0] in page.words.text()
    assert page.rows.rows == [(asked(first), "h", "wrong")]
    assert page.total.text() == "0 of 1 right"


def test_the_next_sheet_has_other_rounds_and_the_same_number_the_same(user):
    page = user.form
    shown = page.felt.accessibleDescription()
    user.press(page.next)
    assert page.number.value() == 2
    assert page.felt.accessibleDescription() != shown
    assert QApplication.focusWidget() is page.typed.edit
    user.write(page.number.edit, "1")
    assert page.felt.accessibleDescription() == shown


def test_the_sheet_is_saved(user, tmp_path):
    page = user.form
    page.outlet.choose_way = lambda words: words[0]
    page.outlet.choose_file = lambda name: f"{tmp_path / name}"
    user.press(page.sheet)
    user.settle()
    user.qtbot.waitUntil((tmp_path / "practice-nd-21-1.pdf").exists, timeout=20_000)


def test_it_is_read_aloud_and_nothing_is_cut_off(user):
    with reading():
        enter(user.form, "l")
        assert [(one.role.name, one.said) for one in tree(user.window) if wrong(one)] == []
    for size in ((683, 384), (1024, 600), (1366, 768)):
        user.window.resize(*size)
        assert cut_at_rest(user) == []


def test_a_book_that_is_no_practice_asks_nothing(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (22, 8))))
    user.go("trainee")
    page = user.form
    assert page.words.text() == ELSEWHERE
    assert [one.isEnabled() for one in (page.typed, page.next, page.sheet)] == [False] * 3
    assert page.dealt == []


@pytest.mark.parametrize("game", DEALT)
def test_what_decides_a_round_stands_there_in_words_where_no_felt_has_room(user, game):
    page = user.form
    user.choose(page.game, game)
    user.window.resize(683, 384)
    first, *_ = rounds(game, 1, ROUNDS)
    for line in first.lines:
        assert page.lies.isVisible()
        assert page.lies.text() == "; ".join(first.shown)
        enter(page, right_answer(line))
    assert page.lies.text() != "; ".join(first.shown)
