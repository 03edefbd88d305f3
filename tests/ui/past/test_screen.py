"""Past days: the very report that prints, made off the window's thread, and nothing that writes."""

import os
import threading
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from pitdesk.book.journal import Journal
from pitdesk.book.past import Past, day_of, site_of
from pitdesk.clock import SetClock
from pitdesk.errors import Trouble
from pitdesk.reports.disputes import disputes
from pitdesk.rules.book import Rulebook
from printers.reports.day import build
from printers.reports.letter import report_pdf
from printers.reports.strip import report_strip
from printers.reports.tables.dispute import dispute_report
from tests.files import NIGHTS
from tests.pitdesk.records.play import played
from tests.ui.night import Quick, copied, proven
from tests.ui.stand import stands
from ui.past import screen as days
from ui.past.calendar import off
from ui.past.screen import Days, day_report, words
from ui.widgets.sums import figure
from ui.work.reader import STOPPED

pytestmark = pytest.mark.long

SEALED = (2, 30)
NIGHT = date(2026, 11, 21)


@stands("days")
def user(qtbot, open_window, tmp_path) -> Quick:
    """The busy night is sealed, and the next day is open."""
    user = Quick.at(qtbot, open_window(*copied(tmp_path, SEALED)))
    user.pit.clock.at += timedelta(hours=14)
    by = proven("pia:shift manager", "jo:cashier")
    user.at_desk(lambda desk: desk.open_day(date(2026, 11, 22), by))
    return user


def shown(user: Quick) -> Days:
    user.go("days")
    here = user.window.shown("days")
    user.qtbot.waitUntil(lambda: read(here))
    return here


def read(here: Days) -> bool:
    return not here.reader.busy("days") and not here.reader.busy("report")


def choose(user: Quick, here: Days, row: int) -> None:
    here.look.choose("list")
    here.table.selectRow(row)
    user.qtbot.waitUntil(lambda: read(here))


def made(user: Quick):
    """The report of the first day, made here and now."""

    def make(desk):
        day = day_of(desk.journal, 1)
        return build(day, site_of(desk.journal, day), Rulebook.load())

    return user.at_desk(make)


def test_every_day_is_listed_newest_first(user):
    here = shown(user)
    rows = [*here.model.rows]
    assert here.count.text() == "2 days"
    assert rows[0] == ("Sun Nov 22, 2026", "Open", *["–"] * 6)
    assert rows[1][:7] == (
        "Sat Nov 21, 2026",
        "Sealed",
        *("5,180.00", "1,092.00", "short 2.00", "3,136.00", "Wed Nov 25"),
    )
    seal = user.at_desk(lambda desk: day_of(desk.journal, 1).sealed.hash)
    assert rows[1][7] == f"{seal[:4].hex()} {seal[4:8].hex()}"


def test_the_newest_sealed_day_is_shown_to_the_byte_as_it_prints(user):
    here = shown(user)
    assert here.card.title.text() == "Sat Nov 21, 2026 · day 1"
    assert here.card.state.text() == "Short 2.00"
    report = made(user)
    assert here.report.shown.pdf == report_pdf(report)
    user.qtbot.waitUntil(lambda: here.report.paper.view.pages > 0)
    user.press(here.report.view.button("strip"))
    strip = "\n".join(report_strip(report, user.window.station.width))
    assert here.report.strip.toPlainText() == strip
    assert here.report.strip.isReadOnly()


def test_its_figures_are_there_in_one_sum(user):
    here = shown(user)
    user.press(here.report.view.button("sum"))
    assert here.report.tables.isVisible()
    terms = {term.words: term.cents for term in here.report.shown.close.terms}
    assert terms["Bank deposit, due by Wed Nov 25"] == 313_600


def test_the_answer_stands_before_the_report(user):
    here = shown(user)
    card = here.card
    told = [one.told.text() for one in (card.profit, card.agp, card.deposited)]
    assert told == ["1,436.00", "1,092.00", "3,136.00"]
    seal = user.at_desk(lambda desk: day_of(desk.journal, 1).sealed.hash)
    assert card.facts.text() == (
        "Gross 5,180.00 · deposit due Wed Nov 25, not noted yet · 6 exceptions"
        f" · sealed 02:00 by PO and JS · seal {seal[:4].hex()} {seal[4:8].hex()}"
    )
    user.press(card.deposit)
    assert user.form.name == "deposit"


def test_a_deposit_that_is_noted_takes_the_ring_away_and_reads_nothing_again(user):
    here = shown(user)
    assert here.calendar.weeks.states[NIGHT].owes
    assert here.legend.said == ["1 to look at", "1 not finished", "1 deposit not noted"]
    by = proven("pia:shift manager")
    user.pit.clock.at += timedelta(days=1)
    user.at_desk(
        lambda desk: desk.deposit([NIGHT], date(2026, 11, 22), 313600, by, bank="Prairie", slip="7")
    )
    user.qtbot.waitUntil(lambda: not here.calendar.weeks.states[NIGHT].owes)
    assert "deposit due Wed Nov 25, noted · 6 exceptions" in here.card.facts.text()
    assert not here.card.deposit.isVisible()


def test_enter_gives_the_report_the_room_and_escape_takes_it_back(user):
    here = shown(user)
    assert QApplication.focusWidget() is here.calendar
    user.key(Qt.Key.Key_Return)
    assert not here.left.isVisible()
    assert here.report.paper.view.hasFocus()
    user.key(Qt.Key.Key_Escape)
    assert here.left.isVisible()
    assert QApplication.focusWidget() is here.calendar
    assert user.window.place == "days"
    user.press(here.card.open)
    user.press(here.card.back)
    assert here.left.isVisible()


def test_a_report_is_never_made_in_the_windows_thread(user):
    path = user.at_desk(lambda desk: desk.journal.path)
    with Journal.read(path) as journal, pytest.raises(AssertionError, match="off the window's thread"):
        day_report(journal, 1, 42)


def test_while_it_is_made_there_is_progress_and_it_can_be_left(user):
    here = shown(user)
    here.report.show_day(1)
    assert here.report.wait.isVisible()
    assert not here.report.save.isVisible()
    user.go("floor")
    user.qtbot.waitUntil(lambda: read(here))
    assert here.report.wait.isHidden()


def test_a_report_that_is_stopped_is_made_again_when_its_day_is_opened(user):
    here = shown(user)
    here.report._last = None
    here.report.show_day(1)
    user.press(here.report.wait.stop)
    assert (here.report.busy.text(), here.report.save.isVisible()) == (STOPPED, False)
    here.open_report()
    user.qtbot.waitUntil(lambda: read(here))
    assert here.report.save.isVisible()


def test_in_the_least_window_nothing_is_cut_while_the_report_is_made(user, monkeypatch):
    gate, real = threading.Event(), days.day_report
    monkeypatch.setattr(days, "day_report", lambda *day: (gate.wait(20), real(*day))[1])
    for _ in range(2):
        user.window.resize(683, 384)
        user.qtbot.wait(1)
    user.go("days")
    here: Days = user.window.screens["days"]
    here.report._last = None
    here.report.show_day(1)
    user.qtbot.waitUntil(here.report.wait.isVisible)
    QApplication.processEvents()
    wide = here._inside.minimumSizeHint().width(), here.right.viewport().width()
    stop = here.report.wait.stop
    seen = stop.visibleRegion().boundingRect() == stop.rect()
    gate.set()
    assert wide[0] <= wide[1]
    assert seen, "the way to stop it is out of sight"
    assert (here.report.wait.words.isVisible(), here.report.wait.stop.isVisible()) == (True, True)


@pytest.mark.parametrize("room", [(1024, 600), (1093, 614), (1366, 768), (1920, 1080)])
def test_the_bar_of_a_report_keeps_no_row_for_what_is_not_waited_for(user, room):
    for _ in range(2):
        user.window.resize(*room)
        user.qtbot.wait(1)
    report = shown(user).report
    report.show_day(1)
    user.qtbot.waitUntil(lambda: report.shown is not None)
    user.qtbot.wait(1)
    rows = {one.mapTo(report, QPoint()).y() for one in (report.view, report.print, report.save)}
    assert report.pages.y() <= len(rows) * (report.save.height() + 12) + 12


def test_an_open_day_shows_no_figure_and_has_no_report(user):
    here = shown(user)
    choose(user, here, 0)
    assert here.card.state.text() == "Open"
    assert "the seal makes its report" in here.card.facts.text()
    assert here.report.shown is None
    assert not here.report.isEnabled()
    choose(user, here, 1)
    assert here.report.isEnabled()
    assert here.report.shown is not None


def test_a_day_can_be_gone_to(user):
    user.go("days", 2)
    here = user.window.shown("days")
    user.qtbot.waitUntil(lambda: read(here) and here.card.title.text().startswith("Sun Nov 22"))


def test_it_follows_the_seal(user):
    here = shown(user)
    count = {"chip bank": {}, "drawer": {}}

    def seal(desk):
        by = proven("pia:shift manager", "jo:cashier")
        held = desk.journal.balances()
        counted = {place: dict(held.get(place, {})) for place in (*count, "cash reserve")}
        desk.count("opening", counted, by)
        desk.count("closing", counted, by)
        return desk.close_day(500_000, by)

    user.at_desk(seal)
    user.qtbot.waitUntil(lambda: read(here) and here.days[0].sealed)
    choose(user, here, 0)
    assert here.report.shown.number == 2


# A file of it


def test_the_report_is_saved_as_it_is_shown(user, tmp_path):
    here, asked = shown(user), []

    def choose_file(name: str) -> str:
        asked.append(name)
        return str(tmp_path / "mine")

    here.report.choose_file = choose_file
    user.press(here.report.save)
    target = tmp_path / "mine.pdf"
    user.qtbot.waitUntil(lambda: "saved as" in user.told())
    assert asked == ["day-2026-11-21.pdf"]
    assert target.read_bytes() == here.report.shown.pdf


def test_a_file_that_cannot_be_written_is_said_so(user, tmp_path):
    here = shown(user)
    here.report.choose_file = lambda _: str(tmp_path / "no such folder" / "mine.pdf")
    user.press(here.report.save)
    user.qtbot.waitUntil(lambda: "cannot be written" in user.told())
    assert user.window.frame.messages.tone.text() == "Trouble"


def test_no_file_is_written_where_nobody_chose_one(user, tmp_path):
    here = shown(user)
    here.report.choose_file = lambda _: ""
    before = sorted(tmp_path.iterdir())
    user.press(here.report.save)
    user.qtbot.wait(50)
    assert sorted(tmp_path.iterdir()) == before


# On paper

LPSTAT = """#!/bin/sh
case "$1" in
  -e) echo "office"; echo "upstairs" ;;
  *) echo "printer office is idle.  enabled since today"; echo "office accepting requests since today" ;;
esac
"""
LP = """#!/bin/sh
for last; do :; done
cp "$last" "$PRINTED"
echo "request id is office-1 (1 file(s))"
"""


@pytest.fixture
def spooler(tmp_path, monkeypatch) -> Path:
    """Commands in the place of CUPS's: what was printed lies in a file."""
    folder = tmp_path / "commands"
    folder.mkdir()
    for name, text in (("lpstat", LPSTAT), ("lp", LP)):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setenv("PRINTED", str(tmp_path / "printed.pdf"))
    return tmp_path / "printed.pdf"


def test_the_report_is_printed_on_a_printer_of_the_system(user, spooler):
    here, asked = shown(user), []
    here.report.choose_queue = lambda names: asked.extend(names) or "office"
    user.press(here.report.print)
    user.qtbot.waitUntil(lambda: "was handed to office" in user.told())
    assert asked == ["office", "upstairs"]
    assert spooler.read_bytes() == here.report.shown.pdf


def test_nothing_is_printed_where_nobody_chose_a_printer(user, spooler):
    here, asked = shown(user), []
    here.report.choose_queue = lambda names: asked.append(names) or ""
    user.press(here.report.print)
    user.qtbot.waitUntil(lambda: bool(asked))
    user.qtbot.wait(50)
    assert not spooler.exists()


def test_a_system_without_printers_is_told(user, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    here = shown(user)
    user.press(here.report.print)
    user.qtbot.waitUntil(lambda: "no command lpstat" in user.told())


# Bad news


def test_no_report_is_made_of_a_book_that_was_cut_off(user):
    here = shown(user)
    path: Path = user.at_desk(lambda desk: desk.journal.path)
    head = path.with_name(path.name + ".head")
    kept = head.read_bytes()
    head.write_text(f"9999 {'ab' * 32}\n")
    here.report._last = None
    here.report.show_day(1)
    user.qtbot.waitUntil(lambda: "is damaged" in user.told())
    assert here.report.busy.text() == "No report is made of this book."
    assert not here.report.save.isVisible()
    head.write_bytes(kept)


def test_what_was_found_whole_is_not_read_again(user):
    here = shown(user)
    path: Path = user.at_desk(lambda desk: desk.journal.path)
    head = path.with_name(path.name + ".head")
    kept = head.read_bytes()
    head.write_text(f"9999 {'ab' * 32}\n")  # it would be seen if the book were read once more
    here.report.show_day(1)
    user.qtbot.waitUntil(lambda: read(here))
    assert here.report.shown is not None
    head.write_bytes(kept)


def test_a_day_that_is_not_there_is_said_so(user):
    here = shown(user)
    here.report.show_day(9)
    user.qtbot.waitUntil(lambda: "has no day 9" in user.told())
    here.report.show_day(1)
    assert user.told() == ""  # that one is of no matter any more
    here.report.show_day(9)
    user.qtbot.waitUntil(lambda: "has no day 9" in user.told())
    here.report.leave()
    assert user.told() == ""


def test_a_new_book_has_no_days(qtbot, open_window, night):
    fresh = night("busy", "fresh")
    user = Quick.at(qtbot, open_window(fresh.book, fresh.clock))
    here = shown(user)
    assert here.count.text() == "0 days"
    assert not here.right.isVisible()


# How it looks


@pytest.mark.parametrize(
    ("cents", "told"), [(None, "–"), (0, "balanced"), (250, "over 2.50"), (-200, "short 2.00")]
)
def test_over_and_short_are_words(cents, told):
    assert off(cents) == told


def test_a_small_window_shows_what_matters_and_a_large_one_all(user):
    here = shown(user)
    here.look.choose("list")
    QApplication.processEvents()
    hidden = [at for at in range(8) if here.table.isColumnHidden(at)]
    assert hidden == [2, 3, 4, 6, 7]
    assert here.right.width() >= 790
    user.window.resize(2560, 1440)
    QApplication.processEvents()
    assert not any(here.table.isColumnHidden(at) for at in range(8))
    wide = sum(here.table.columnWidth(at) for at in range(8))
    assert wide <= here.table.viewport().width()


def test_keys_choose_a_day(user):
    here = shown(user)
    user.key(Qt.Key.Key_Right)
    assert here.card.title.text().startswith("Sun Nov 22")
    assert here.days[here.table.currentIndex().row()].date == date(2026, 11, 22)  # the list follows
    user.key(Qt.Key.Key_Left)
    user.press(here.look.button("list"))
    user.into(here.table)
    assert here.calendar.chosen == NIGHT
    user.key(Qt.Key.Key_Up)
    assert here.card.title.text().startswith("Sun Nov 22")


def test_a_past_day_has_a_row_of_words():
    one = Past(1, date(2026, 11, 21), True, 100, 50, 0, 70, date(2026, 11, 25), "ab cd")
    assert words(one)[2:6] == (figure(100), figure(50), "balanced", figure(70))


def test_nothing_here_is_written(user):
    before = user.seen
    here = shown(user)
    for key in ("sum", "strip", "report"):
        user.press(here.report.view.button(key))
    assert user.seen == before
    assert user.kinds(before) == []
    assert isinstance(here.report, days.ReportView)
    with pytest.raises(Trouble):
        days.write_pdf(Path("/no/such/folder/x.pdf"), b"")


def test_the_sheet_of_a_past_dispute_is_shown_and_saved(qtbot, open_window, tmp_path):
    for _ in played(NIGHTS["mistakes"], tmp_path):
        pass
    user = Quick.at(
        qtbot, open_window(tmp_path / "book.db", SetClock(datetime(2026, 12, 24, tzinfo=UTC))), "pia"
    )
    here = shown(user)
    sheets = here.report.shown.sheets
    assert [words for words, _ in sheets.values()] == [
        "Dispute 23:11, table 1, seat 3",
        "Dispute 23:12, table 1",
    ]
    with Journal.read(tmp_path / "book.db") as journal:
        day = day_of(journal, here.report.shown.number)
        first, second = (report_pdf(dispute_report(one, site_of(journal, day))) for one in disputes(day))
    assert [pdf for _, pdf in sheets.values()] == [first, second]
    name = [*sheets][1]
    here.report.view.choose(name)
    assert here.report.pdf == second
    here.report.choose_file = lambda proposed: f"{tmp_path / proposed}"
    user.press(here.report.save)
    user.settle()
    user.qtbot.waitUntil((tmp_path / f"{name}.pdf").exists)
    assert (tmp_path / f"{name}.pdf").read_bytes() == second
    user.qtbot.waitUntil(lambda: "The sheet of the dispute is saved" in user.told())
