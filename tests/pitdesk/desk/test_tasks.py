"""The Due board at the desk: what a seal keeps of it, and the day's report prints, from edition 5 on."""

from datetime import UTC, date, datetime

from pitdesk.book.past import day_of, site_of
from pitdesk.kinds.editions import LATEST, RECORDS
from printers.reports.day import build


def due_of(pit, number: int = 1):
    """The section of a day's report, as rows of text; None where it has none."""
    day = day_of(pit.journal, number)
    report = build(day, site_of(pit.journal, day), pit.rules)
    found = [part for part in report.sections if part.title.endswith("What is due")]
    return [(part.notes, [one.cells for grid in part.grids for one in grid.rows]) for part in found]


def test_the_report_says_what_is_late_and_what_comes_in_two_weeks(pit):
    gus = pit.by("gus")
    for on, table in ((date(2026, 11, 1), "2"), (date(2026, 11, 6), "7"), (date(2026, 11, 20), "7")):
        pit.desk.equipment(table, "moved", on, gus)
    assert due_of(pit) == [(("Known at the seal.",), [])]
    pit.end()
    ((_, rows),) = due_of(pit)
    assert [(by, late, section) for by, _, late, section in rows] == [
        ("Sun Nov 15, 2026", "LATE", "99-01.3-08-04(11)"),
        ("Fri Nov 20, 2026", "today", "99-01.3-08-04(11)"),
        ("Fri Dec 4, 2026", "", "99-01.3-08-04(11)"),
    ]
    assert "table 2" in rows[0][1]


def test_what_is_done_later_changes_no_report(pit):
    pit.desk.equipment("2", "moved", date(2026, 11, 20), pit.by("gus"))
    pit.end()
    before = due_of(pit)
    key = next(one.key for one in pit.desk.due() if one.key.startswith("sample"))
    pit.clock.at = datetime(2026, 11, 21, 18, tzinfo=UTC)
    pit.desk.say_done(key, date(2026, 11, 21), "SFN 19857", pit.by("gus"))
    assert due_of(pit) == before


def test_a_day_without_tasks_says_so_and_an_earlier_edition_has_no_such_section(dark):
    for number, edition in ((1, LATEST), (2, RECORDS - 1)):
        dark.desk.edition = edition
        dark.begin()
        dark.desk.equipment("2", "moved", date(2026, 11, 20), dark.by("gus")) if number == 2 else None
        dark.end()
    assert due_of(dark, 1) == [(("Nothing is due in the next two weeks.",), [])]
    assert due_of(dark, 2) == []
    assert "due" not in day_of(dark.journal, 2).seal.detail
