"""A figure of a sealed day is corrected, and a new key signs from then on."""

import pytest

from tests.ui.evening import signed
from tests.ui.offices import Counter, counter
from ui.office.corrections import added, signed_money


@pytest.fixture
def hands(qtbot, tmp_path) -> Counter:
    hands = counter(qtbot, tmp_path, operator="gro")
    hands.at_desk(lambda desk: desk.write_documents())
    return hands


def shown(hands: Counter, name: str):
    hands.go(name)
    hands.until(lambda: not hands.form.reader.busy("days") and hands.form.days)
    return hands.form


def test_money_has_a_sign():
    assert [signed_money(text) for text in ("12.50", "-12.50", "− 3", "1,000")] == [
        1250,
        -1250,
        -300,
        100000,
    ]
    assert (added(1250), added(-1250)) == ("+12.50", "−12.50")
    with pytest.raises(ValueError, match="no amount"):
        signed_money("--3")


def test_the_document_is_shown_and_its_figures_are_offered(hands):
    form = shown(hands, "correction")
    assert form.day.box.currentText() == "Sat Nov 21, 2026 · day 1"
    offered = [form.figure.box.itemData(at) for at in range(form.figure.box.count())]
    assert {"gross", "prizes", "outstanding", "2.drop", "2.win"} <= {*offered}
    assert "prize_basis" not in offered
    hands.pick(form.figure.box, "gross")
    assert form.now.text() == "The document says 5,180.00."
    assert form.before.text() == "Nothing."


def test_a_correction_is_posted_and_stands_beside_the_next(hands):
    form = shown(hands, "correction")
    hands.pick(form.figure.box, "gross")
    hands.write(form.amount.edit, "-12.50")
    hands.write(form.reason.edit, "miscounted")
    hands.sign(form.signers, signed("gro:gaming manager"))
    hands.post(form)
    assert hands.told() == "Sat Nov 21, 2026 is corrected; head office is told."
    [fact] = [e for e in hands.entries() if e.kind == "correction"]
    assert fact.detail["changes"] == {"gross": -1250}
    assert fact.detail["date"] == "2026-11-21"
    form = shown(hands, "correction")
    hands.until(lambda: form.before.text() != "Nothing.")
    assert form.before.text() == "Gross proceeds −12.50: miscounted (GM)"
    assert form.now.text().startswith("The document says")


def test_a_correction_of_nothing_without_a_reason_is_refused(hands):
    form = shown(hands, "correction")
    hands.write(form.amount.edit, "0")
    hands.sign(form.signers, signed("gro:gaming manager"))
    hands.post(form)
    assert hands.refused(form).keys() == {"below", "reason"}
    assert "pd.correction" in hands.refused(form)["below"]
    assert "correction" not in hands.kinds()


def test_with_no_document_there_is_nothing_to_correct(qtbot, tmp_path):
    hands = counter(qtbot, tmp_path, operator="gro", signs=False)
    hands.go("correction")
    form = hands.form
    hands.until(lambda: not form.reader.busy("days"))
    assert form.now.text() == "No sealed day has a document yet."
    hands.write(form.amount.edit, "1")
    hands.post(form)
    assert "Only a sealed day" in form.notice.text


def test_a_new_key_is_named_by_the_old_one_and_signs_what_follows(hands):
    hands.go("key")
    form = hands.form
    before = hands.at_desk(lambda desk: desk.documents()[-1].public)
    hands.write(form.reason.edit, "a new computer")
    hands.sign(form.signers, signed("gro:gaming manager"))
    assert not [*hands.pit.book.parent.glob("*.next")]  # nothing is made by typing alone
    hands.post(form)
    assert "A new key signs from now on" in hands.told()
    named = hands.at_desk(lambda desk: desk.documents()[-1])
    assert (named.kind, named.public, named.wrong) == ("key", before, "")
    assert hands.pit.book.with_name(f"{hands.pit.book.name}.key.1").exists()


def test_a_new_key_needs_a_reason_and_the_gaming_manager(hands):
    hands.go("key")
    form = hands.form
    hands.sign(form.signers, signed("pia:shift manager"))
    hands.post(form)
    assert {"initials", "reason"} <= hands.refused(form).keys()
    assert "key" not in hands.kinds()
