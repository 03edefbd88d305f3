"""What the rulebook says of a set: what would be refused, what is advice, which chips look alike."""

from datetime import date

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from pitdesk import kinds
from pitdesk.book.site import Site
from pitdesk.chips import Chip
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.law import CHIP_SET, Binding
from ui.chips.findings import LAWFUL, NO_CHIP, Findings, verdict
from ui.work.lessons import rulebook

LOOKS = {Chip.named(name): Look.of(look) for name, look in CHIP_SET.items()}
FIVE, TEN = Chip.named("$5"), Chip.named("$10")
BINDS = Binding(True, "The colors bind here: video watches table 1.")


def judged(looks, *, binds: bool = True):
    site = Site(kinds.Site(organization="Dakota Lions"))
    on = date(2026, 11, 21)
    return verdict(looks, site, lambda rule, name: rulebook().value(rule, name, on), binds=binds)


@pytest.fixture
def findings(qtbot) -> Findings:
    made = Findings()
    qtbot.addWidget(made)
    made.show()
    return made


def told(findings: Findings) -> str:
    """Every word that stands there, once it is laid out."""
    QApplication.processEvents()
    return "\n".join(one.text() for one in findings.findChildren(QLabel) if one.isVisible())


def test_the_usual_set_is_lawful(findings):
    found = judged(LOOKS)
    assert (found.wrong, found.advice) == ((), ())
    findings.show_verdict(found, BINDS, LOOKS)
    assert LAWFUL in told(findings)
    assert BINDS.words in told(findings)
    assert "$25 and $1 look alike without blue" in told(findings)
    assert found.of(FIVE) == ""


def test_a_color_is_refused_where_colors_bind_and_else_advised():
    looks = {**LOOKS, FIVE: Look.of({**CHIP_SET["$5"], "color": "lime"})}
    assert {one.chip for one in judged(looks).wrong} == {FIVE}
    assert judged(looks).of(FIVE) == "stop"
    assert judged(looks, binds=False).wrong == ()
    assert judged(looks, binds=False).of(FIVE) == "look"


def test_values_and_what_cannot_be_are_refused_wherever_it_is():
    looks = {TEN: Look(color="red"), FIVE: Look(color="red", spots=40, kind="solid", second="yellow")}
    found = judged(looks, binds=False)
    assert {(one.rule, one.chip) for one in found.wrong} == {("nd.08-03.1", TEN), ("pd.look", FIVE)}


def test_each_is_told_with_its_section_and_in_its_tone(findings):
    looks = {**LOOKS, TEN: Look(color="red", measured={"color": "#1d7a43"})}
    findings.show_verdict(judged(looks), BINDS, looks)
    assert "$10 is not a lawful casino chip." in told(findings)
    assert "N.D.A.C. 99-01.3-08-03(1)" in told(findings)
    assert "The red of $10 measures" in told(findings)
    assert LAWFUL not in told(findings)
    assert "[N.D.A.C. 99-01.3-08-03(1)]" in findings.accessibleName()


def test_of_many_pairs_the_first_are_shown(findings):
    looks = {chip: Look(color="red") for chip in LOOKS}
    findings.show_verdict(judged(looks, binds=False), None, looks)
    assert len(findings.verdict.pairs) == 15
    assert "9 more pairs look alike." in told(findings)
    assert "being looked up" in told(findings)


def test_no_chip_is_no_lawful_set(findings):
    findings.show_verdict(judged({}), BINDS, {})
    assert NO_CHIP in told(findings)
    assert LAWFUL not in told(findings)
