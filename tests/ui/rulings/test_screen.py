"""Settle a hand in the window, by keys: each wager with its amount, chips, section; nothing posted."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pitdesk import kinds
from tests.ui.heard import captions, reading, tree, unsaid, wrong
from tests.ui.night import Quick, copied, key, signed, types
from tests.ui.shell.test_screens import controls, cut_at_rest, grouped, named, stops
from tests.ui.stand import stands
from ui.rulings.screen import Rulings

pytestmark = pytest.mark.long

TEN = (22, 8)


@stands("settle")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path, TEN)))


@pytest.fixture
def page(user) -> Rulings:
    user.go("settle")
    return user.form


def line(page, text):
    """Type a line in place of what stands there, and press Enter."""
    page.typed.edit.setFocus()
    page.typed.edit.selectAll()
    types(text)
    key(Qt.Key.Key_Return)


def test_a_table_is_typed_seat_by_seat_and_settled(user, page):
    before = user.window.station.board.seen
    assert QApplication.focusWidget() is page.typed.edit
    assert page.typed.edit.text() == "d: "
    types("8d ks")
    key(Qt.Key.Key_Return)
    assert page.typed.edit.text() == "1: "
    types("5 10h 9c")
    key(Qt.Key.Key_Return)
    line(page, "2: 7 as kd")
    line(page, "6 5 tip 1 6h 5d 9s dbl")
    assert page.rows.rows == [
        ("1 · original wager", "+$5.00", "1 x $5"),
        ("2 · original wager", "+$10.50", "2 x $5, 1 x 50c"),
        ("6 · original wager", "+$5.00", "1 x $5"),
        ("6 · double, hand 1", "+$5.00", "1 x $5"),
        ("6 · tip bet", "+$1.00", "1 x $1"),
    ]
    assert page.total.text() == "The tray: −$26.50"
    assert page.why.text() == "Player 19, dealer 18: wins 1 to 1. [99-01.3-08-11(12)]"
    page.list.selectRow(1)
    assert page.why.text() == "Natural: wins 3 to 2. [99-01.3-08-11(11)]"
    assert "Dealer 18: 8D KS; seat 1: $5.00, Wins +$5.00" in page.felt.accessibleDescription()
    user.settle()
    assert user.window.station.board.seen == before


def test_what_cannot_be_read_is_said_and_what_the_rules_refuse_too(page):
    line(page, "d: zz")
    assert page.trouble.text().startswith("'zz' is no card")
    line(page, "hello")
    assert page.trouble.text().startswith("Begin with a letter")
    line(page, "d: 9s 8d")
    assert not page.trouble.isVisible()
    line(page, "1: 5 9c 2d kh dbl 4")
    assert page.words.text() == "Space 1, hand 1, double: a double is as much as the original wager."
    assert page.words.property("kind") == "wrong"
    assert page.rows.rows == []
    line(page, "o: double=up_to")
    assert page.total.text() == "The tray: −$9.00"
    line(page, "1:")
    assert page.lines == {"d": "9s 8d", "o": "double=up_to"}


def test_the_table_brings_its_limits_and_its_tray(user, page):
    limits = {spot.table: spot.limits for spot in user.window.station.board.spots}
    user.pick(page.table.box, "2")
    assert page.options["table_max"] == limits["2"][1]
    line(page, "d: 9s 8d")
    line(page, f"1: {limits['2'][1] // 100 + 5} kc qc")
    assert ("1 · above the maximum", "$0.00", "") in page.rows.rows


def test_a_seat_is_pointed_at_and_the_next_hand_begins_empty(page):
    line(page, "d: 9s 8d")
    line(page, "1: 5 kc qc")
    place = page.felt._place(1).toPoint()
    QTest.mouseClick(page.felt, Qt.MouseButton.LeftButton, pos=place)
    assert page.typed.edit.text() == "1: 5 kc qc"
    QTest.mouseClick(page.felt, Qt.MouseButton.LeftButton, pos=QPoint(page.felt.width() // 2, 8))
    assert page.typed.edit.text() == "d: 9s 8d"
    page.next.click()
    assert (page.lines, page.rows.rows, page.typed.edit.text()) == ({}, [], "d: ")


@pytest.mark.parametrize(
    ("game", "lines", "total"),
    [
        ("nj-blackjack", ("d: ks ad", "1: 10 8h 3c kd / 8d 10c"), "The tray: +$10.00"),
        ("nj-3c21", ("d: 5s td 9c", "1: 5 4h 9d 5c stand"), "The tray: $0.00"),
        ("nj-war", ("d: 9s kc", "1: 5 tie 1 9h war kd"), "The tray: −$20.00"),
        ("nj-minibac", ("p: 6h kc", "b: 7d ks", "1: banker 10 tie 1"), "The tray: −$8.50"),
        (
            "nj-fah",
            ("d: as ah 7d 4c", "b: 2s 2d 9h jc 5s", "1: 10 ks qs 3d 4h split ks qs"),
            "The tray: +$20.00",
        ),
    ],
)
def test_every_game_is_settled_here(user, page, game, lines, total):
    user.choose(page.game, game)
    for text in lines:
        line(page, text)
    assert page.total.text() == total


def test_each_game_asks_for_the_cards_before_its_dealer(user, page):
    user.choose(page.game, "nj-minibac")
    assert page.typed.edit.text() == "p: "
    line(page, "p: 9h 10c")
    assert page.typed.edit.text() == "b: "
    types("7d ks")
    key(Qt.Key.Key_Return)
    assert page.typed.edit.text() == "1: "
    types("player 5 banker 10")
    key(Qt.Key.Key_Return)
    assert page.rows.rows == [("1 · Player", "+$5.00", "1 x $5"), ("1 · Banker", "−$10.00", "")]
    assert "Player 9: 9H TC; Banker 7: 7D KS; seat 1" in page.felt.accessibleDescription()
    QTest.mouseClick(page.felt, Qt.MouseButton.LeftButton, pos=QPoint(page.felt.width() * 2 // 3, 8))
    assert page.typed.edit.text() == "b: 7d ks"
    user.choose(page.game, "nj-fah")
    assert (page.lines, page.typed.edit.text()) == ({}, "d: ")


@pytest.mark.parametrize("size", [(683, 384), (1024, 600), (1366, 768)])
def test_nothing_is_cut_off_in_any_room(user, page, size):
    line(page, "d: as 6d")
    for seat in range(1, 8):
        line(page, f"{seat}: 5.50 tip 1 ins 2.50 8h 3c kd dbl / 8d 10c / 8c 8s 2d")
    user.window.resize(*size)
    assert cut_at_rest(user) == []
    assert page.typed.edit.isVisible()


def test_every_dealing_mistake_is_listed_with_its_section(user):
    user.go("mistakes")
    page = user.form
    rows = {row[3] for row in page.rows.rows}
    assert {f"99-01.3-08-12({number})" for number in (*range(1, 10), 12, 13, 14, 15)} <= rows
    open_ = [row for row in page.rows.rows if not row[3]]
    assert [row[2] for row in open_] == ["The text does not say. The shift manager decides."]
    user.choose(page.game, "nj-war")
    assert ("The shuffler jams", "", "Reshuffle.", "19:47-22.10(d)") in page.rows.rows


def test_a_hand_becomes_a_dispute_in_the_book(user, page):
    user.pick(page.table.box, "2")
    line(page, "d: 9s 8d")
    line(page, "3: 5 kc 7c")
    before = user.window.station.board.balances
    user.press(page.dispute)
    form = user.form
    assert form.name == "dispute"
    assert (form.table.value(), form.seat.value()) == ("2", 3)
    assert form.reason.value() == "d: 9s 8d; 3: 5 kc 7c"
    assert form.ruling.value() == "Original wager ties: player 17, dealer 17"
    assert form.under.value() == "99-01.3-08-11(12)"
    user.write(form.ruling.edit, "the tie stands")
    user.sign(form.signers, signed("bo:pit boss"))
    user.press(form.primary)
    user.settle()
    fact = user.entries()[-1].fact
    assert isinstance(fact, kinds.Dispute)
    assert (fact.table, fact.seat, fact.ruling, fact.under) == (
        *("2", 3, "the tie stands"),
        "99-01.3-08-11(12)",
    )
    assert user.window.station.board.balances == before


def test_a_ruling_is_shown_printed_and_overruled_by_another(user, tmp_path):
    said = {"table": "2", "reason": "19 against 19", "ruling": "the hand loses"}
    user.post(user.fill_in("dispute", said, signed("bo:pit boss")))
    first = user.entries()[-1]
    user.go("overrule")
    form = user.form
    assert form.dispute.value() == f"{first.seq}"
    assert form.facts.text() == f"Entry {first.seq}: 19 against 19"
    assert form.rulings.text() == "Ruled: the hand loses, BD"
    said = {"ruling": "the tie stands", "under": "99-01.3-08-11(12)", "reason": "equal hands tie"}
    user.post(user.fill_in("overrule", said, signed("pia:shift manager")))
    fact = user.entries()[-1].fact
    assert isinstance(fact, kinds.Overrule)
    assert (fact.table, fact.ruling, fact.reason) == ("2", "the tie stands", "equal hands tie")
    assert (
        "Overruled: the tie stands [99-01.3-08-11(12)], PO. Why: equal hands tie" in form.rulings.text()
    )
    form.outlet.choose_way, form.outlet.choose_file = (
        lambda words: words[0],
        lambda name: f"{tmp_path / name}",
    )
    user.press(form.sheet)
    user.settle()
    user.qtbot.waitUntil((tmp_path / f"dispute-{first.seq}.pdf").exists, timeout=20_000)


@pytest.mark.parametrize("name", ["settle", "pot", "dispute", "overrule", "mistakes"])
def test_every_page_is_read_aloud_and_reached_by_tab(user, name):
    with reading():
        user.go(name)
        page = user.form
        if name == "settle":
            line(page, "d: 9s 8d")
            line(page, "3: 5 kc 7c")
        assert [(one.role.name, one.said) for one in tree(user.window) if wrong(one)] == []
        if name in ("dispute", "overrule"):
            assert [*unsaid(page), *captions(page)] == []
    reached = stops(user.window)
    for one in controls(page):
        inner = one.focusProxy() or one
        assert inner in reached or grouped(one, reached), (type(one).__name__, named(one))
