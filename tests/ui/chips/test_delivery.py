"""Deliveries against their invoice, and moves of stock."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pitdesk.chips import Chip, Chips
from tests.ui.night import Quick, copied, key, signed
from tests.ui.stand import stands
from ui.chips.delivery import price

pytestmark = pytest.mark.long

JO, PIA = signed("jo:cashier"), signed("pia:shift manager")
BOTH = signed("jo:cashier", "pia:shift manager")
FIVE, QUARTER = Chip.named("$5"), Chip.named("$25")


@stands("delivery")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def board(user: Quick):
    return user.window.station.board


def line(user: Quick, form, chip: Chip, pieces: str, each: str, amount: str) -> None:
    for cell, text in zip(("pieces", "each", "amount"), (pieces, each, amount), strict=True):
        user.write(form.lines.edits[chip][cell], text)


def invoice(user: Quick, total: str = "1,377.50"):
    """The paper, as it is written down: 1,000 $5 and 500 $25 at 0.895, freight 35.00."""
    fields = {"supplier": "Midwest Game Supply", "number": "90210", "dated": "11/20/2026"}
    form = user.fill_in("delivery", fields | {"other": "35.00", "total": total})
    line(user, form, FIVE, "1000", "0.895", "895.00")
    line(user, form, QUARTER, "500", "0.895", "447.50")
    return form


@pytest.mark.parametrize(
    ("text", "mills"), [("0.895", 895), ("1.25", 1250), ("2", 2000), ("$0.9", 900), ("12.050", 12050)]
)
def test_a_price_is_read_to_a_tenth_of_a_cent(text, mills):
    assert price(text) == mills


@pytest.mark.parametrize("text", ["", "0.8955", "-1", ".5", "1,2", "one", "٣"])
def test_what_is_no_price_is_told(text):
    with pytest.raises(ValueError, match=r"is no price\. Write 0\.895 or 1\.25\."):
        price(text)


# A delivery


def test_what_two_count_comes_in(user):
    form = invoice(user)
    assert form.sum.text() == "$1,377.50: the invoice adds up."
    assert not form.chips.typed()
    user.chips(form.chips, Chips.read("1000x$5 500x$25"))
    user.sign(form.signers, BOTH)
    user.post(form)
    assert user.told() == "1,500 chips of invoice 90210 are in the chip reserve."
    assert board(user).held("chip reserve") == Chips.read("1000x$5 500x$25")
    kept = user.entries()[-1].fact.invoice
    assert kept.lines == ((QUARTER, 500, 895, 44750), (FIVE, 1000, 895, 89500))
    assert (kept.date, kept.other, kept.total) == ("2026-11-20", 3500, 137750)
    assert user.window.place == "inventory"


def test_it_may_go_to_the_bank(user):
    form = invoice(user)
    user.chips(form.chips, Chips.read("1000x$5 500x$25"))
    user.choose(form.to, "chip bank")
    user.sign(form.signers, BOTH)
    user.post(form)
    assert user.told() == "1,500 chips of invoice 90210 are in the chip bank."


def test_a_line_that_does_not_add_up_is_told_while_it_is_typed_with_both_figures(user):
    form = invoice(user)
    user.write(form.lines.edits[QUARTER]["amount"], "450.00")
    assert form.wrong.text() == "500 $25 at $0.895 are $447.50, and the invoice says $450.00."
    assert form.lines.edits[QUARTER]["amount"].property("wrong") == "true"
    assert form.lines.edits[FIVE]["amount"].property("wrong") == ""
    assert form.sum.text() == "They come to $1,380.00, and the invoice says $1,377.50: $2.50 less."
    user.write(form.lines.edits[QUARTER]["amount"], "447.50")
    assert not form.wrong.isVisible()


def test_the_total_that_is_not_the_sum_is_told_in_words_and_refused(user):
    form = invoice(user, total="1,400.00")
    assert form.sum.text() == "They come to $1,377.50, and the invoice says $1,400.00: $22.50 more."
    user.chips(form.chips, Chips.read("1000x$5 500x$25"))
    user.sign(form.signers, BOTH)
    user.post(form)
    assert user.refused(form) == {"below": {"pd.invoice"}}
    assert "come to $1,377.50, and the invoice's total is $1,400.00" in form.notice.text
    assert form.chips.value() == Chips.read("1000x$5 500x$25")


def test_what_differs_is_shown_only_once_it_is_counted(user):
    form = invoice(user)
    user.chips(form.chips, Chips.read("1000x$5"))
    assert not form.off.isVisible()
    assert not form._trial.isActive()  # the rules, which would tell it, are not asked
    user.write(form.chips.quick, "1000*5 498*25")
    assert not form.off.isVisible()
    user.into(form.chips.quick)
    key(Qt.Key.Key_Return)
    user.qtbot.waitUntil(form.reason.edit.hasFocus)
    assert form.off.text() == "Counted: 2 fewer of $25 than the invoice says. Count again, or say why."
    user.sign(form.signers, BOTH)
    user.post(form)
    assert user.refused(form) == {"below": {"pd.invoice"}}
    user.write(form.reason.edit, "supplier sends two more")
    user.sign(form.signers, BOTH)
    user.post(form)
    assert board(user).held("chip reserve") == Chips.read("1000x$5 498x$25")


def test_compare_says_that_it_is_right_and_forgets_it_when_more_is_typed(user):
    form = invoice(user)
    user.chips(form.chips, Chips.read("1000x$5 500x$25"))
    user.press(form.match)
    assert form.off.text() == "The count is what the invoice says."
    user.write(form.chips.quick, "1000*5")
    assert not form.off.isVisible()


def test_compare_before_anything_is_counted_says_what_is_missing(user):
    form = invoice(user)
    user.press(form.match)
    assert "Nothing is counted yet" in form.chips.told
    assert not form.off.isVisible()


def test_a_line_that_is_half_written_is_told_and_stays(user):
    form = invoice(user)
    user.write(form.lines.edits[FIVE]["each"], "")
    user.chips(form.chips, Chips.read("1000x$5 500x$25"))
    user.sign(form.signers, BOTH)
    user.press(form.primary)
    assert form.lines.told == "The line of $5 is incomplete: write its price and its amount."
    assert form.lines.typed()["$5"] == ["1000", "", "895.00"]


def test_one_alone_takes_nothing_in(user):
    form = invoice(user)
    user.chips(form.chips, Chips.read("1000x$5 500x$25"))
    user.sign(form.signers, signed("jo:cashier", "jo:cashier"))
    user.post(form)
    assert user.refused(form) == {"initials": {"pd.twice"}}


def test_enter_goes_through_a_line_and_past_those_that_are_empty(user):
    form = invoice(user)
    user.into(form.lines.edits[FIVE]["pieces"])
    for cell in ("each", "amount"):
        key(Qt.Key.Key_Return)
        assert QApplication.focusWidget() is form.lines.edits[FIVE][cell]
    below = [chip for chip in form.lines.edits if chip > FIVE]
    for _ in range(1 + len(below)):
        key(Qt.Key.Key_Return)
    assert QApplication.focusWidget() is form.chips.quick
    user.into(form.lines.edits[FIVE]["each"])
    key(Qt.Key.Key_Up)
    assert QApplication.focusWidget() is form.lines.edits[QUARTER]["each"]


# Stock


def test_stock_goes_to_the_vault_with_a_reason(user):
    fields = {"source": "chip bank", "to": "chip reserve", "chips": "200x$5"}
    form = user.fill_in("stock", fields, PIA)
    user.post(form)
    assert "reason" in user.refused(form)
    user.write(form.reason.edit, "too many in the bank")
    user.sign(form.signers, PIA)
    user.post(form)
    assert user.told() == "200x$5 from chip bank to chip reserve."
    assert board(user).held("chip reserve") == Chips.read("200x$5")


def test_chips_go_to_another_site_by_its_name(user):
    fields = {"source": "chip bank", "to": "site", "chips": "40x$25", "reason": "they open a table"}
    form = user.fill_in("stock", fields)
    assert form.site.isVisible()
    user.sign(form.signers, PIA)
    user.press(form.primary)
    assert "Write the name of the site, as on its slips." in form.notice.text
    user.write(form.site.edit, "Elgin Legion")
    user.sign(form.signers, PIA)
    user.post(form)
    assert user.told() == "40x$25 from chip bank to site Elgin Legion."


def test_chips_come_from_another_site(user):
    fields = {"source": "site", "to": "chip reserve", "site": "Elgin Legion", "chips": "40x$25"}
    user.post(user.fill_in("stock", fields | {"reason": "came back"}, PIA))
    assert board(user).held("chip reserve") == Chips.read("40x$25")


def test_two_see_chips_destroyed(user):
    fields = {"source": "chip bank", "to": "destroyed", "chips": "4x$5", "reason": "cut through"}
    form = user.fill_in("stock", fields, PIA)
    assert form.note.text() == "Two people see chips destroyed, and both initial it."
    user.post(form)
    assert user.refused(form) == {"below": {"pd.destroy"}}
    user.sign(form.signers, signed("pia:shift manager", "jo:cashier"))
    user.post(form)
    assert user.told() == "4x$5 from chip bank to destroyed."


def test_stock_from_a_place_to_itself_or_more_than_there_is_goes_nowhere(user):
    for fields, rule in (
        ({"source": "chip bank", "to": "chip bank", "chips": "20x$5"}, "pd.state"),
        ({"source": "chip reserve", "to": "chip bank", "chips": "20x$5"}, "pd.below"),
    ):
        form = user.fill_in("stock", fields | {"reason": "tidying"}, PIA)
        user.post(form)
        assert user.refused(form) == {"below": {rule}}, fields
        assert form.chips.value() == Chips.read("20x$5")
        user.press(form.empty)
