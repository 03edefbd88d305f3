"""The trace and the program keep together: what a row names is there, and what is there has a row."""

import ast
import json
import re
from functools import cache

import pytest

from pitdesk.__main__ import command_line
from pitdesk.games.poker.ranks import HIGH
from pitdesk.kinds import KINDS
from pitdesk.rules import rows as trace
from pitdesk.rules.book import Rulebook
from pitdesk.rules.check import CHECKS
from pitdesk.rules.rows import WHYS, SectionRows, counted, rows, rows_of, within
from pitdesk.shifts.nights import ids
from tests.files import NIGHTS, ROOT
from tests.pitdesk.games.poker import test_calls, test_showdown
from tests.pitdesk.games.sheets import SHEETS, settled
from ui.work.actions import BY_NAME

CHECKED = {*CHECKS} | {"pd.initials"}  # the one that is judged where PINs are proven
SECTIONS = {f"99-01.3-08-{number:02}" for number in range(1, 17)}
SECTIONS |= {f"99-01.3-{section}" for section in ("03-06", "03-09", "03-10", "09-04")}
PAPERS = {"slip", "notice", "chip set", "House rules of twenty-one"}
TITLED = ("Section", "Grid", "facts", "steps", "_grid")


@cache
def titles() -> set[str]:
    """The titles of all parts and grids of reports, as they stand in the source."""
    found: set[str] = set()
    for path in (ROOT / "printers" / "reports").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in TITLED and node.args:
                found |= {one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)}
    return found | PAPERS


@cache
def commands() -> set[str]:
    """Every command of the command line."""
    choices = next(one.choices for one in command_line()._actions if one.dest == "command")
    return {*(choices or ())}


@pytest.mark.parametrize("part", trace.trace(), ids=lambda part: part.section)
def test_a_row_is_whole(part: SectionRows) -> None:
    rulebook = Rulebook.load()
    for row in part.rows:
        assert row.section.startswith(("N.D.A.C. 99-01.3-", "N.D.C.C. 53-06.1-"))
        assert row.words.endswith("."), row.section
        assert len(row.words) <= 260, row.section
        assert {*row.rules} <= {*rulebook.rules}, row.section
        gone = row.state in ("absent", "not the software's")
        assert bool(row.why) == gone, row.section
        assert row.why.endswith("." if gone else ""), row.section
        assert bool(row.does) != gone, row.section


@pytest.mark.parametrize("part", trace.trace(), ids=lambda part: part.section)
def test_what_a_row_names_is_there(part: SectionRows) -> None:
    for row in part.rows:
        assert {*row.verbs} <= {*KINDS}, row.section
        assert {*row.screens} <= {*BY_NAME}, row.section
        assert {*row.reports} <= titles(), row.section
        assert {*row.commands} <= commands(), row.section
        assert row.night in {"", *NIGHTS, *ids()}, row.section


@pytest.mark.parametrize("night", sorted(NIGHTS))
def test_a_row_names_one_line_of_its_night(night: str) -> None:
    said = [" ".join(line.split()) for line in NIGHTS[night].read_text("utf-8").splitlines()]
    for row in rows():
        if row.night == night:
            assert row.line, row.section
            found = [line for line in said if line.startswith(f"{row.line} ")]
            assert len(found) == 1, (row.section, row.line)
            assert " -> refused" not in found[0], row.section
        assert row.night in NIGHTS or not row.line, row.section


@cache
def worked() -> dict[str, list[tuple[str, str]]]:
    """Rounds of twenty-one and poker by their reason: what PitDesk answers, and the sections by hand."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in SHEETS.with_name("twentyone.jsonl").read_text("utf-8").splitlines():
        one = json.loads(line)
        found.setdefault(one["why"], []).append((json.dumps(settled(one["round"])), str(one["section"])))
    for name in ("poker", "calls"):
        for line in (SHEETS / f"{name}.tsv").read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                *given, _, section, why = (part.strip() for part in line.split(" | "))
                facts = test_showdown.facts(*given) if name == "poker" else _event(*given)
                by_hand = f"'99-01.3-09-04{section}'"
                found.setdefault(why, []).append((json.dumps(settled(facts)), by_hand))
    return found


def _event(words: str) -> dict[str, object]:
    return {"id": "r", "game": "nd-poker", "events": [test_calls.event(words)]}


@pytest.mark.parametrize(
    "row", [row for row in rows() if row.round], ids=lambda row: row.section.rpartition("-")[2]
)
def test_a_round_that_shows_a_row_relies_on_its_section(row: trace.Row) -> None:
    ((answer, by_hand),) = worked()[row.round]
    section = row.section.removeprefix("N.D.A.C. ").partition(",")[0]
    ranked = re.fullmatch(r"99-01\.3-09-04\(1\)\((.)\)", section)
    if ranked:  # what the hands are is said by name
        names = dict(zip("abcdefghij", reversed(HIGH.names), strict=True))
        assert f'"category": "{names[ranked[1]]}"' in answer
        return
    cited = re.findall(r"99-01\.3-\d\d-\d\d\([^\"', ]*", answer + by_hand)
    assert [one for one in cited if one.startswith(section) or section.startswith(one)], cited


def test_a_row_that_helps_says_what_shows_it() -> None:
    for row in rows():
        assert bool(row.proof) or row.state in ("absent", "not the software's"), row.section


def test_an_enforced_row_has_checks_and_both_their_nights() -> None:
    for row in rows():
        if row.state == "enforced":
            assert row.rules, row.section
            assert {*row.rules} <= CHECKED & {*ids()}, row.section


@pytest.mark.parametrize("rule", sorted(rule for rule in CHECKED if rule.startswith("nd.")))
def test_a_checked_rule_of_the_state_has_a_row(rule: str) -> None:
    states = {row.state for row in rows_of(rule)}
    assert states & {"enforced", "assisted", "printed"}


@pytest.mark.parametrize("kind", sorted(kind for kind, told in KINDS.items() if told.section))
def test_a_kind_stands_where_a_row_of_its_section_names_it(kind: str) -> None:
    section = within(f"99-01.3-{KINDS[kind].section}", rows())
    assert [row for row in section if kind in row.verbs], KINDS[kind].section


def test_every_section_is_traced() -> None:
    there = {match[1] for row in rows() if (match := re.search(r"(99-01\.3-\d\d-\d\d)", row.section))}
    assert there >= SECTIONS
    named = [row.section for row in rows()]
    assert len(named) == len({*named})


def test_every_reason_and_every_state_is_used() -> None:
    assert {*WHYS.values()} <= {row.why for row in rows()}
    assert all(count for state, count in counted(rows()).items() if state != "absent")
    assert sum(counted(rows()).values()) == len(rows())


def test_rows_are_found_by_section() -> None:
    assert [row.section for row in within("08-05(3)", rows())][-1] == "N.D.A.C. 99-01.3-08-05(3)(c)"
    assert {row.part for row in within("08-1", rows())} == set()
    assert {row.part for row in within("99-01.3-08-10", rows())} == {"N.D.A.C. 99-01.3-08-10"}
    assert within("53-06.1-10", rows())[0].rules == ("nd.53-06.1-10",)


def test_a_row_that_says_what_no_row_can_is_told() -> None:
    with pytest.raises(
        ValueError, match=r"the row N\.D\.A\.C\. 1\(2\) has no known state, or says color"
    ):
        trace._row("part", "N.D.A.C. 1", {"at": "(2)", "words": "x.", "state": "absent", "color": "red"})
    with pytest.raises(ValueError, match="has no known state"):
        trace._row("part", "N.D.A.C. 1", {"at": "", "words": "x.", "state": "kept"})
