"""The lines about records beside the night: the Due board, recorders, video equipment, recordings."""

import re
from datetime import date

from pitdesk.book.entries import Entry
from pitdesk.rules.checklist import ITEMS
from pitdesk.shifts.verb import Event, Verbs


def _record(it: Event) -> Entry:
    return it.desk.recorder(it[2], it[1], it.by, recorder=it.clause("recorder"), reason=it.reason)


def faults(it: Event) -> dict[str, str]:
    """What is wrong with an item of a checklist."""
    fault = re.fullmatch(r'(\w+) "([^"]*)"', it.clause("fault")) if it.clause("fault") else None
    return {fault[1]: fault[2]} if fault else {}


def _checklist(it: Event) -> Entry:
    """All items that are looked at before a table opens, or those named; cards that are taken away."""
    looked = it[2].split() or (() if it.clause("away") else tuple(ITEMS))
    return it.desk.checklist(it[1], it.by, looked, faults(it), away=it.clause("away"))


def _house(it: Event) -> Entry | None:
    """House rules by name: method=no-peek soft17=yes tip_cents=500 mistakes="Our policy, 2026"."""
    said: dict[str, object] = {}
    for name, quoted, plain in re.findall(r'(\w+)=(?:"([^"]*)"|(\S+))', it[1]):
        value = quoted or plain
        said[name] = value == "yes" if value in ("yes", "no") else value
        if plain.isdecimal():
            said[name] = int(plain)
    known = it.desk.site.options
    same = all(getattr(known, name, None) == value for name, value in said.items())
    return None if same and not it.line.expected else it.desk.set_options(said, it.manager)


def _expect_due(it: Event) -> str:
    """That a task stands on the board, with its last day; or that it does not."""
    found = {task.key: task.by for task in it.desk.due()}
    key, _, by = it[1].partition(" on ")
    if key.startswith("not "):
        return f"{key[4:]} is due by {found[key[4:]]}" if key[4:] in found else ""
    if key not in found:
        return f"no task '{key}'; there are {', '.join(found) or 'none'}"
    return "" if not by or found[key] == date.fromisoformat(by) else f"{key} is due by {found[key]}"


RECORDS: Verbs[Entry | None] = {
    "done WHAT on YYYY-MM-DD [; paper PAPER]": lambda it: it.desk.say_done(
        it[1], it.date(2), it.clause("paper"), it.by
    ),
    "not done WHAT": lambda it: it.desk.say_undone(it[1], it.reason, it.by),
    "record start|stop|change|access TABLE [; recorder NAME]": (r"record (\S+) (\S+)", _record),
    "equipment TABLE installed|acquired|moved|changed|approved on YYYY-MM-DD": (
        r"equipment (\S+) (\S+) on (\S+)",
        lambda it: it.desk.equipment(it[1], it[2], it.date(3), it.by, it.reason),
    ),
    'put away BATCH records|hold|tickets|accounts of YYYYQN in "PLACE"': (
        r'put away (\S+) (\S+) of (\S+) in "([^"]*)"',
        lambda it: it.desk.put_away(it[1], it[2], it[3], it[4], it.by),
    ),
    'checklist TABLE [ITEM …] [; fault ITEM "WHAT"] [; away PLACE]': (
        r"checklist (\S+)((?: \w+)*)",
        _checklist,
    ),
    "posted poster|handout at PLACE": lambda it: it.desk.say_posted(it[1], it[2], it.by),
    "destroyed BATCH": lambda it: it.desk.destroy(it[1], it.by, it.reason),
    "video released YYYY-MM-DD": lambda it: it.desk.release(it.date(1), it.by, it.reason),
}
HOUSE: Verbs[Entry | None] = {
    "house rules NAME=VALUE …": (r"house rules (.+)", _house),
}
DUE: Verbs[str] = {"expect due [not] WHAT [on YYYY-MM-DD]": (r"expect due (.+)", _expect_due)}
