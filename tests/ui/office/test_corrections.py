"""A figure of a sealed day is corrected, and a new key signs from then on."""

from datetime import date

import pytest

from tests.ui.night import signed
from tests.ui.offices import Counter, counter
from ui.office.corrections import added, signed_money

pytestmark = pytest.mark.long


@pytest.fixture
def user(qtbot, tmp_path) -> Counter:
    user = counter(qtbot, tmp_path, operator="gro")
    user.at_desk(lambda desk: desk.write_documents())
    return user


def shown(user: Counter, name: str):
    user.go(name)
    user.until(lambda: not user.form.reader.busy("days") and user.form.days)
    return user.form


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


def test_the_document_is_shown_and_its_figures_are_offered(user):
    form = shown(user, "correction")
    assert form.day.box.currentText() == "Sat Nov 21, 2026 · day 1"
    offered = [form.figure.box.itemData(at) for at in range(form.figure.box.count())]
    assert {"gross", "prizes", "outstanding", "2.drop", "2.win"} <= {*offered}
    assert "prize_basis" not in offered
    user.pick(form.figure.box, "gross")
    assert form.now.text() == "The document says 5,180.00."
    assert form.before.text() == "Nothing."


def test_a_correction_is_posted_and_stands_beside_the_next(user):
    form = shown(user, "correction")
    user.pick(form.figure.box, "gross")
    user.write(form.amount.edit, "-12.50")
    user.write(form.reason.edit, "miscounted")
    user.sign(form.signers, signed("gro:gaming manager"))
    user.post(form)
    assert user.told() == "Sat Nov 21, 2026 is corrected; head office gets it."
    [fact] = [e.fact for e in user.entries() if e.kind == "correction"]
    assert fact.changes == {"gross": -1250}
    assert fact.date == date(2026, 11, 21)
    form = shown(user, "correction")
    user.until(lambda: form.before.text() != "Nothing.")
    assert form.before.text() == "Gross proceeds −12.50: miscounted (GM)"
    assert form.now.text().startswith("The document says")


def test_a_correction_of_nothing_without_a_reason_is_refused(user):
    form = shown(user, "correction")
    user.write(form.amount.edit, "0")
    user.sign(form.signers, signed("gro:gaming manager"))
    user.post(form)
    assert user.refused(form).keys() == {"below", "reason"}
    assert "pd.correction" in user.refused(form)["below"]
    assert "correction" not in user.kinds()


def test_with_no_document_there_is_nothing_to_correct(qtbot, tmp_path):
    user = counter(qtbot, tmp_path, operator="gro", signs=False)
    user.go("correction")
    form = user.form
    user.until(lambda: not form.reader.busy("days"))
    assert form.now.text() == "No sealed day has a document yet."
    user.write(form.amount.edit, "1")
    user.post(form)
    assert "Only a sealed day" in form.notice.text


def test_a_new_key_is_named_by_the_old_one_and_signs_what_follows(user):
    user.go("key")
    form = user.form
    before = user.at_desk(lambda desk: desk.documents()[-1].public)
    user.write(form.reason.edit, "a new computer")
    user.sign(form.signers, signed("gro:gaming manager"))
    assert not [*user.pit.book.parent.glob("*.next")]  # nothing is made by typing alone
    user.post(form)
    assert "A new key signs from now on" in user.told()
    named = user.at_desk(lambda desk: desk.documents()[-1])
    assert (named.kind, named.public, named.wrong) == ("key", before, "")
    assert user.pit.book.with_name(f"{user.pit.book.name}.key.1").exists()


def test_a_new_key_needs_a_reason_and_the_gaming_manager(user):
    user.go("key")
    form = user.form
    user.sign(form.signers, signed("pia:shift manager"))
    user.post(form)
    assert {"initials", "reason"} <= user.refused(form).keys()
    assert "key" not in user.kinds()
