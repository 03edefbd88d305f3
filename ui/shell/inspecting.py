"""Inspector mode: an agent reads the book for a while, as a manager's PIN allowed; nothing changes.

Past days with their seals and reports, slips, the rules with the trace; the book is verified, and a
quarter's pack goes onto a stick. The desk stays as it was, and the station behind is locked.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from pitdesk.book.journal import Journal
from pitdesk.book.past import opening, quarter_of
from pitdesk.clock import Clock
from pitdesk.codes.keys import SiteKey
from pitdesk.documents import evidence
from pitdesk.reports.pack import Papers, write_pack
from pitdesk.reports.summaries import quarter
from pitdesk.rules.book import Rulebook
from pitdesk.tonight.board import Board
from ui.beside.timers import timer
from ui.setup.rules import Rules
from ui.shell.reading import ReadOnlyWindow
from ui.widgets.fields import Pick
from ui.widgets.parts import button, column, holder, label, row
from ui.work.reader import Reader

LAW, CHECK = "law", "check"
MORE = ((LAW, "The law"), (CHECK, "Check and take"))
VERIFIED = (
    "The book is whole: {} entries, each linked to the one before, and all that was signed agrees."
)


def quarters_of(journal: Journal) -> list[str]:
    """The quarters that a book has days of, the newest first."""
    dates = (opening(journal, number).date for number in reversed(journal.days()))
    return [*dict.fromkeys(map(quarter_of, dates))]


def checked(journal: Journal) -> str:
    """What verifying the entire book found, in words."""
    found = evidence.verify(journal)
    return VERIFIED.format(f"{found.seq:,}") if found.ok else f"Entry {found.seq}: {found.words}"


def packed(journal: Journal, name: str, folder: Path) -> str:
    """Write a quarter's pack into a folder; how much it has, in words."""
    from printers.reports.day import build  # noqa: PLC0415
    from printers.reports.inventory import log_report  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415
    from printers.reports.summaries import summary_report  # noqa: PLC0415
    from printers.reports.tables.dispute import dispute_report  # noqa: PLC0415

    rules, key = Rulebook.load(), journal.path.with_name(journal.path.name + ".key")
    papers = Papers(
        lambda day, site: report_pdf(build(day, site, rules)),
        lambda log: report_pdf(log_report(log)),
        lambda records, found, on: report_pdf(
            summary_report(records, found.games.span, today=on, quarter=found)
        ),
        lambda one, site: report_pdf(dispute_report(one, site)),
    )
    of = SiteKey.read(key) if key.exists() else None
    out = folder / f"pitdesk-{name}"
    names = write_pack(journal, quarter(name), out, papers, rules=rules, key=of)
    return f"{out}: {len(names)} files. Begin with README.txt."


class Inspecting(ReadOnlyWindow):
    """The window of inspector mode; it closes by itself when its time is over.

    Attributes:
        choose_folder: asks for the folder, such as a stick, that a pack goes into; "" for none.
    """

    def __init__(
        self,
        book: Path,
        why: str,
        clock: Clock,
        width: int,
        back: Callable[[], QWidget],
        until: datetime,
    ) -> None:
        """until   when it ends, UTC"""
        super().__init__(book, why, clock, width, back)
        self.setWindowTitle("PitDesk: inspector")
        self.until = until
        self.choose_folder: Callable[[], str] = lambda: QFileDialog.getExistingDirectory(
            self, "Where the pack goes"
        )
        self.back.setText("End the inspection")
        self._tick = timer(self, 1_000)
        self._tick.timeout.connect(self._end_in_time)
        self._tick.start()

    def _show(self, board: Board) -> None:
        super()._show(board)
        self.law = Rules(self.station)
        self.take = self._check_page()
        for page in (self.law, self.take):
            self.pages.addWidget(page)
        self.view.offer((*(("days", "Past days"), ("slips", "Slips")), *MORE))

    def _check_page(self) -> QWidget:
        """Verify the book, and take a quarter along."""
        self.verdict = label("Not verified yet in this inspection.", wrap=True)
        self.verify = button("Verify the book", self._verify)
        self.stop = button("Stop", self._stop, says="Stop what is under way")
        self.stop.hide()
        self.quarter = Pick("quarter", "Quarter")
        self.pack = button("Take its pack …", self._pack, "act")
        self.packs = Reader(self.station, self)
        self.packs.read("quarters", quarters_of, self._offer)
        words = (
            "A pack has the reports, seals, slips and signed documents of a quarter, and tools to check"
        )
        say = label(f"{words} them without PitDesk.", "muted", wrap=True)
        verified = row(self.verify, self.verdict, self.stop, gap=14, grow=1)
        return holder(column(verified, say, row(self.quarter, self.pack, None, gap=14), None, gap=18))

    def _offer(self, names: list[str]) -> None:
        self.quarter.offer([(name, name) for name in names])
        self.pack.setEnabled(bool(names))

    def _verify(self) -> None:
        self._begin("Reading every entry …", checked)

    def _pack(self) -> None:
        name: str = self.quarter.value()
        if folder := self.choose_folder():
            work = partial(packed, name=name, folder=Path(folder))
            self._begin("The pack is written …", work)

    def _begin(self, words: str, work: Callable[[Journal], str]) -> None:
        """Begin what takes long; one of them at a time, and it can be stopped."""
        self._working(words, on=True)
        self.packs.read("work", work, self._working, self._working)

    def _working(self, words: str, *, on: bool = False) -> None:
        self.verdict.setText(words)
        self.stop.setVisible(on)
        for way in (self.verify, self.pack):
            way.setEnabled(not on)

    def _stop(self) -> None:
        self.packs.forget("work")
        self._working("Stopped. Nothing was found out, and nothing written.")

    def _show_view(self) -> None:
        chosen = self.view.typed()
        if self.station.ready and chosen in (LAW, CHECK):
            self.pages.setCurrentWidget(self.law if chosen == LAW else self.take)
            if chosen == LAW:
                self.law.begin()
        else:
            super()._show_view()

    def _end_in_time(self) -> None:
        if self.station.clock.now().at >= self.until:
            self._tick.stop()
            self.back.click()
