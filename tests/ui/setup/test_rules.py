"""The rules in the window: searched, filtered by state, opened from a refusal; each row whole."""

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from pitdesk.rules.rows import STATES, WHYS, counted, rows
from tests.ui.night import Quick, copied
from tests.ui.stand import stands
from ui.setup.rules import LAW, RULES, Rules

pytestmark = pytest.mark.long


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    """Gro at the rules, while the tables are open."""
    found = Quick.at(qtbot, open_window(*copied(tmp_path)), "gro")
    found.go("rules")
    return found


def words(page: Rules) -> list[str]:
    """What is said of the row that is chosen."""
    return [one.text() for one in page.pane.findChildren(QLabel) if one.isVisible()]


def ways(page: Rules) -> dict[str, QPushButton]:
    return {one.text(): one for one in page.pane.findChildren(QPushButton) if one.isVisible()}


def test_the_rulebook_is_searched(user):
    page = user.form
    every = page.model.rowCount()
    assert page.sums.text() == f"{every} of {every} rules"
    user.type("gaming manager")
    found = [page.found.index(at, 1).data() for at in range(page.found.rowCount())]
    assert (
        "An organization has exactly one gaming manager, who is no worker of a temporary agency."
        in found
    )
    assert page.found.rowCount() < every
    user.key(Qt.Key.Key_Down)
    assert page.table.hasFocus()
    user.go("rules", "2")
    assert page.search.typed() == "", "a table is no rule"
    assert not page.pane.isVisible()


def test_a_rule_is_opened_with_its_rows(user):
    page = user.form
    user.go("rules", "nd.08-05.5")
    assert page.found.index(0, 0).data() == "N.D.A.C. 99-01.3-08-05(5)\nnd.08-05.5"
    assert page.found.index(0, 3).data() == "PitDesk refuses"
    assert any(one.startswith("N.D.A.C. 99-01.3-08-05(5): enforced. ") for one in words(page))
    assert "To try it: pitdesk rules --try nd.08-05.5" in words(page)


def test_the_law_is_filtered_by_state(user):
    page = user.form
    there = {state: count for state, count in counted(rows()).items() if count}
    for state, count in there.items():
        user.pick(page.shown.box, state)
        assert page.sums.text() == f"{count} of {count} rows"
        assert {page.found.index(at, 2).data() for at in range(count)} == {state.capitalize()}
    user.pick(page.shown.box, LAW)
    user.write(page.search.edit, "08-05(3)(b)")
    assert page.sums.text() == f"1 of {len(rows())} rows"
    user.pick(page.shown.box, RULES)
    assert page.found.rowCount() == 0


def test_a_row_leads_to_its_verbs_and_its_rules(user):
    page = user.form
    user.pick(page.shown.box, "enforced")
    user.write(page.search.edit, "08-05(5)")
    page.table.selectRow(0)
    user.qtbot.wait(1)  # labels are shown by the event loop
    assert STATES["enforced"] in words(page)
    user.press(ways(page)["nd.08-05.5"])
    assert page.shown.value() == RULES
    assert page.search.typed() == "nd.08-05.5"
    user.pick(page.shown.box, "enforced")
    user.write(page.search.edit, "08-14(3), sentence 1")
    page.table.selectRow(0)
    user.qtbot.wait(1)  # labels are shown by the event loop
    user.press(ways(page)["Name the team"])
    assert user.form.name == "team"


def test_a_row_that_no_software_keeps_says_why(user):
    page = user.form
    user.pick(page.shown.box, "not the software's")
    user.write(page.search.edit, "Then the cards are shuffled")
    page.table.selectRow(0)
    user.qtbot.wait(1)  # labels are shown by the event loop
    not_ours = STATES["not the software's"]
    assert f"{not_ours} {WHYS['felt']}" in words(page)
    assert ways(page) == {}


def test_a_row_of_settled_hands_says_what_shows_it(user):
    page = user.form
    user.pick(page.shown.box, "assisted")
    user.write(page.search.edit, "08-11(10)(h)")
    page.table.selectRow(0)
    user.qtbot.wait(1)  # labels are shown by the event loop
    assert "Shown by a round worked by hand: the dealer busts, five wins" in words(page)
    user.press(ways(page)["Settle a hand"])
    assert user.form.name == "settle"


def test_the_booklet_is_kept_as_a_file(user, tmp_path, qtbot):
    page, kept = user.form, tmp_path / "law.pdf"
    page.outlet.choose_way = lambda words: words[0]
    page.outlet.choose_file = lambda name: str(kept)
    user.press(page.booklet)
    qtbot.waitUntil(lambda: "Saved: the booklet of the law" in user.told(), timeout=60_000)
    assert len(PdfReader(kept).pages) > 10
