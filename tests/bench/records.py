"""The figures of records that grow for years: the Due board, and the sheets of hold."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from books import FIRST, MONTH, PIN, Again, House, signers
from rounds import Figure, ratios, side_by_side

from pitdesk.book.journal import Journal
from pitdesk.book.past import quarter_of
from pitdesk.book.people import Signer
from pitdesk.book.site import Site
from pitdesk.desk import Desk
from pitdesk.documents.deposits import dues
from pitdesk.due.board import beside, settled, tasks
from pitdesk.due.task import SAID, DueScene
from pitdesk.records.banks import STEPS
from pitdesk.reports.holds import HoldSheet, hold_sheet
from pitdesk.reports.summaries import Span
from pitdesk.rules.book import Rulebook

if TYPE_CHECKING:
    from figures import Rig

BOARDS = 400  # made in a round: one takes a tenth of a millisecond
REST = 62  # days, after which nothing was done lately and the quarter of the last night is over


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
    yield Figure(
        "Due board of a book just opened, five years / a month", ratios(cold_many, cold_few), most=1.20
    )


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
    scene = DueScene.of(house.journal, house.clock.now().at)
    known = beside(scene)
    tasks(scene, known)
    settled(scene, known)


def _sheet(journal: Journal) -> HoldSheet:
    span, rules = Span("a month", FIRST, FIRST + timedelta(days=MONTH - 1)), Rulebook.load()
    value = lambda rule, name: rules.value(rule, name, span.last)  # noqa: E731
    return hold_sheet(journal, Site.of(journal.setup()), span, value)


def _settled(rig: Rig, days: int) -> Path:
    """A book of so many nights, all that they asked for done by quarter, and a night begun later on."""
    book = rig.folder / f"settled-{days}.db"
    if not book.exists():
        last = FIRST + timedelta(days=days - 1)
        with House(book) as house:
            house.night()
            house.night()
        for _, dates in groupby((FIRST + timedelta(days=day) for day in range(days)), quarter_of):
            nights = [*dates]
            with House(book) as house:
                again = Again(house)
                for _ in nights if nights[0] != FIRST else nights[2:]:
                    again.night()
            with House(book) as house:
                _settle(house, nights)
                if nights[-1] == last:
                    house.begin(REST)
    return book


def _settle(house: House, nights: Sequence[date]) -> None:
    """Deposits and audits of some nights, and what their quarter asks for once it is over."""
    desk, gro = house.desk, [Signer("gro", "gaming manager", pin=PIN)]
    owed = sum(due.cents for due in dues(house.journal, desk.site, nights[0]))
    house.clock.at += timedelta(hours=12)
    on, quarter = desk.site.local(house.clock.at).date(), quarter_of(nights[0])
    desk.deposit(nights, on, owed, gro, bank="First, 1234", slip=quarter)
    for night in nights:
        desk.audit_day(night, dict.fromkeys(STEPS, ""), signers("ada"))
    if quarter != quarter_of(on):
        desk.determine_hold(quarter, gro)
        desk.file_return(quarter, on, 100_00, quarter, gro)
    for task in desk.due():
        if task.way == SAID:
            desk.say_done(task.key, on, "", gro)
