"""What was done lately in a place: who, when, about what; nothing that was counted, nothing twice."""

import re

import pytest

from pitdesk import kinds
from pitdesk.kinds import KINDS
from tests.ui.night import Quick, copied, signed
from tests.ui.pit import Pit
from tests.ui.stand import stands
from ui.work.actions import ACTIONS, action
from ui.work.before import ELSE, HERE, NAMED_OTHERWISE, Before, every_kind

pytestmark = pytest.mark.long

COUNTING = (1, 26)  # one of the team has counted box 2, the other has not


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    pit: Pit = open_window(*copied(tmp_path, COUNTING))
    pit.window.resize(2560, 1440)
    return Quick.at(qtbot, pit, "pia")


def shown(user: Quick, verb: str) -> Before:
    """What stands below a form."""
    user.go(verb)
    user.settle()
    (found,) = (one for one in user.form.findChildren(Before) if one.isVisible())
    return found


def lines(before: Before) -> list[str]:
    return [" | ".join(one) for one in before.model.rows]


def test_what_it_tells_of_is_in_the_book_and_done_in_a_place():
    assert every_kind().keys() <= KINDS.keys()
    places = {one.screen for one in ACTIONS}
    assert {where for where, _ in NAMED_OTHERWISE.values()} <= places


def test_it_says_who_did_what_and_when_the_newest_first(user):
    before = shown(user, "on duty")
    assert "Nov 22, 2026 01:06 | Came on duty | Olav Nygard, dealer | ON" in lines(before)
    assert "Nov 22, 2026 01:05 | Went off duty | Olav Nygard, dealer | ON" in lines(before)
    assert any(
        line.startswith("Nov 21, 2026 12:00 | Add or change | Kim Berg |") for line in lines(before)
    )


def test_what_is_about_a_slip_names_it(user):
    assert re.search(r"Void slip \| (fill|credit) \d{6}, table ", "\n".join(lines(shown(user, "void"))))


def test_it_follows_what_is_done(user):
    before = shown(user, "tie")
    many = len(before.model.rows)
    form = user.fill_in(
        "tie", {"one": "kim", "other": "mia", "tie": "family"}, signed("pia:shift manager")
    )
    user.post(form)
    user.qtbot.waitUntil(lambda: len(before.model.rows) > many)
    assert lines(before)[0].endswith("| Note a tie | Kim Berg, Mia Fossum | PO")
    assert len(before.model.rows) == many + 1


def test_a_count_that_the_other_must_not_see_is_told_without_its_figure(user):
    entries = user.entries()
    blind = [one.of(kinds.DropCount).cents for one in entries if isinstance(one.fact, kinds.DropCount)]
    assert len(blind) % 2, "one of the two has counted"
    told = "\n".join(lines(shown(user, "drop count")))
    assert "| Count a drop | table 2 | KB" in told
    assert not re.search(r"\$|\d+\.\d\d|\d,\d{3}", told)
    for cents in blind:
        assert f"{cents // 100}" not in re.sub(r"\w+ \d+, \d{4} \d\d:\d\d", "", told)


def test_what_is_due_in_a_place_stands_first(user):
    due = [one for one in user.window.station.board.due if action(one.way).screen == "tables"]
    assert due
    assert lines(shown(user, "count tray"))[0].split(" | ")[2] == due[0].words


def test_where_nothing_was_done_it_tells_what_was_done_elsewhere(user):
    before = shown(user, "poker fee")
    assert before.head.text() == ELSE
    assert lines(before)[0].startswith("Nov 22, 2026 01:2")
    assert not any("Note a tie" in line for line in lines(before))
    assert shown(user, "tie").head.text() == HERE
