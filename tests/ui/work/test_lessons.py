"""Lessons: a refusal says what its rule asks, and leads to the rule and to the way out."""

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from pitdesk.rules.book import Rulebook
from pitdesk.rules.check import CHECKS_OF
from tests.ui.night import Quick, copied, signed
from tests.ui.stand import stands
from ui.widgets.notice import Notice
from ui.work.actions import BY_NAME
from ui.work.lessons import WAYS

pytestmark = pytest.mark.long


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def buttons(notice: Notice) -> dict[str, QPushButton]:
    return {one.text(): one for one in notice.findChildren(QPushButton) if one.isVisible()}


def said(notice: Notice) -> list[str]:
    return [one.text() for one in notice.findChildren(QLabel) if one.isVisible()]


def test_every_way_out_is_of_a_rule_and_an_action():
    known = {rule for checks in CHECKS_OF.values() for rule in checks}
    assert {*WAYS} <= known
    assert {*WAYS.values()} <= {*BY_NAME}


def test_a_refusal_says_what_its_rule_asks_when_asked(user):
    form = user.fill_in("exchange", {"chips": "1x$25", "other": "4x$5"}, signed("jo:cashier"))
    user.post(form)
    asks = f"pd.equal: {Rulebook.load().rules['pd.equal'].words}"
    assert asks not in said(form.notice)
    user.press(buttons(form.notice)["Why?"])
    assert asks in said(form.notice)
    user.press(buttons(form.notice)["Why?"])
    assert asks not in said(form.notice)


def test_a_refusal_leads_to_its_rule(user):
    form = user.fill_in("exchange", {"chips": "1x$25", "other": "4x$5"}, signed("jo:cashier"))
    user.post(form)
    user.press(buttons(form.notice)["The rule"])
    user.settle()
    assert user.form.name == "rules"
    assert user.form.search.typed() == "pd.equal"
    user.go("exchange")
    assert form.chips.typed() is not None, "what was typed stays"


def test_a_refusal_about_initials_leads_to_the_way_out(user):
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("kim:bookkeeper"))
    user.post(form)
    found = buttons(form.signers.notice)
    assert BY_NAME["on duty"].words in found
    user.press(found[BY_NAME["on duty"].words])
    user.settle()
    assert user.form.name == "on duty"
