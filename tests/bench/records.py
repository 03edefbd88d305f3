"""The figures of records that grow for years: the Due board, and the sheets of hold."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from books import FIRST, MONTH, PIN, House, made, signers
from rounds import Figure, ratios, side_by_side

from pitdesk.book.journal import Journal
from pitdesk.book.past import quarter_of
from pitdesk.book.people import Signer
from pitdesk.book.site import Site
from pitdesk.desk import Desk
from pitdesk.documents.deposits import dues
from pitdesk.due.board import settled, tasks
from pitdesk.due.task import SAID, Scene
from pitdesk.records.banks import STEPS
from pitdesk.reports.holds import Sheet, hold_sheet
from pitdesk.reports.summaries import Span
from pitdesk.rules.book import Rulebook

if TYPE_CHECKING:
    from figures import Rig

BOARDS = 400  # made in a round: one takes a tenth of a millisecond
REST = 61  # days, after which nothing was done lately


def board(rig: Rig) -> Iterator[Figure]:
    """The Due board of an open day and of a book, with five years that are settled and with a month."""
    with House(_settled(rig, rig.five)) as years, House(_settled(rig, rig.month)) as month:
        assert {task.way for task in years.desk.due()} <= {task.way for task in month.desk.due()}
        many, few = side_by_side(
            rig.short, lambda: _due(years.desk), lambda: _due(month.desk), clock=time.process_time
        )
        yield Figure("Due board of an open day, five years / a month", ratios(many, few), most=1.20)
        cold_many, cold_few = side_by_side(
            rig.rounds, lambda: _cold(years), lambda: _cold(month), clock=time.process_time
        )
    yield Figure("Due board of a book just opened, five years / a month", ratios(cold_many, cold_few))


def sheets(rig: Rig) -> Iterator[Figure]:
    """The sheet of hold of the book's first month, with five years after it and with none."""
    with (
        Journal.read(_settled(rig, rig.five)) as years,
        Journal.read(_settled(rig, rig.month)) as month,
    ):
        many, few = side_by_side(
            rig.rounds, lambda: _sheet(years), lambda: _sheet(month), clock=time.process_time
        )
    yield Figure("sheet of hold of a month, five years / that month", ratios(many, few), most=1.20)


def _due(desk: Desk) -> None:
    for _ in range(BOARDS):
        desk.due()
        desk.done_lately()


def _cold(house: House) -> None:
    scene = Scene.of(house.journal, house.clock.now().at)
    tasks(scene)
    settled(scene)


def _sheet(journal: Journal) -> Sheet:
    span, rules = Span("a month", FIRST, FIRST + timedelta(days=MONTH - 1)), Rulebook.load()
    value = lambda rule, name: rules.value(rule, name, span.last)  # noqa: E731
    return hold_sheet(journal, Site.of(journal.setup()), span, value)


def _settled(rig: Rig, days: int) -> Path:
    """A book of so many nights, all that they asked for done, and a night begun later on."""
    book = rig.folder / f"settled-{days}.db"
    if not book.exists():
        whole = made(rig.folder, days)
        for suffix in ("", ".head"):
            shutil.copyfile(f"{whole}{suffix}", f"{book}{suffix}")
        with House(book) as house:
            _settle(house, days)
            house.begin(REST)
    return book


def _settle(house: House, days: int) -> None:
    """Deposits and audits of all days, and what each quarter asks for."""
    desk, gro = house.desk, [Signer("gro", "gaming manager", pin=PIN)]
    nights = [FIRST + timedelta(days=day) for day in range(days)]
    owed = {due.date: due.cents for due in dues(house.journal, desk.site)}
    house.clock.at += timedelta(hours=12)
    on = desk.site.local(house.clock.at).date()
    quarters: dict[str, list[date]] = {}
    for night in nights:
        quarters.setdefault(quarter_of(night), []).append(night)
        desk.audit_day(night, dict.fromkeys(STEPS, ""), signers("ada"))
    for quarter, dates in quarters.items():
        desk.deposit(dates, on, sum(map(owed.__getitem__, dates)), gro, bank="First, 1234", slip=quarter)
        if quarter != quarter_of(on):
            desk.determine_hold(quarter, gro)
    for task in desk.due():
        if task.way == SAID:
            desk.say_done(task.key, on, "", gro)
