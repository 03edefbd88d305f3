"""A drawer opened with no cash due: who may, why, and which entries have a drawer opened at all."""

import pytest

from pitdesk.book.banks import opened_by
from pitdesk.book.figures import figures
from pitdesk.chips import Chips
from pitdesk.tonight.board import Board


def test_a_drawer_is_opened_for_a_reason_and_moves_nothing(pit):
    before = (pit.journal.balances(), figures(pit.desk.today))
    made = pit.desk.open_drawer("change for a $20 bill", pit.by("jo"))
    assert (made.kind, made.postings) == ("open drawer", ())
    assert (pit.journal.balances(), figures(pit.desk.today)) == before
    assert Board.of(pit.desk).hands[0].opened == 1


@pytest.mark.parametrize(
    ("who", "reason", "drawer", "rule"),
    [
        ("jo", " ", "", "pd.reason"),
        ("kari", "change", "", "pd.open"),
        ("bob", "change", "", "pd.open"),
        ("jo", "change", "drawer PW", "pd.open"),
        ("cleo", "change", "", "pd.duty"),
    ],
)
def test_nobody_else_opens_it_and_nobody_without_a_reason(pit, who, reason, drawer, rule):
    if who in ("bob",):
        pit.arrive(who)
    with pit.refused(rule):
        pit.desk.open_drawer(reason, pit.by(who), drawer=drawer)


def test_with_no_day_open_it_is_refused(dark):
    with dark.refused("pd.day"):
        dark.desk.open_drawer("change", dark.by("pia"))


def test_a_drawer_opens_where_its_cash_changes_hands(pit):
    desk, jo = pit.desk, pit.by("jo")
    desk.count_tray("2", desk.today.tables["2"].known - Chips.read("40x$5"), pit.by("kari"))
    paid = desk.redeem(Chips.read("10x$5"), jo)
    checked = desk.check(5_000, "1044", "Ole Berg", jo)
    lent = desk.iou(30_000, pit.lender(), "drawer", jo)
    counted = desk.count("check", {"drawer": {"cash": 100_00}}, jo)
    looked = desk.open_drawer("the coin tray was stuck", jo)
    for entry in (paid, checked, lent, counted, looked):
        assert opened_by(entry) == {"drawer"}, entry.kind
    by_check = desk.redeem(Chips.read("1x$5"), jo, check="1077")
    swapped = desk.exchange(Chips.read("1x$5"), Chips.read("5x$1"), jo)
    by_key = desk.open_drawer("printer off", jo, by_key=True)
    for entry in (by_check, swapped, by_key):
        assert opened_by(entry) == frozenset(), entry.kind
