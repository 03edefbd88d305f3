"""Tonight's disputes: the sheet of each, on paper or as a PDF; a ruling that is overruled."""

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.desk import Desk
from pitdesk.reports.disputes import Ruled, ruled
from pitdesk.tonight.board import Board
from printers import Job, Printer
from ui.widgets.fields import Choice, Field, Line
from ui.widgets.flow import Flow
from ui.widgets.parts import button, card, column, holder, label, row, show_words
from ui.work.form import Call, Form, bound
from ui.work.outlet import Outlet
from ui.work.reader import Reader
from ui.work.signers import Who

RULERS = ("shift manager", "gaming manager")
NONE = "No dispute is written down tonight."
SENT = "The dispute's sheet was sent; the printer proves nothing. Look whether it came out."


class Overrule(Form):
    """Overrule a ruling of tonight, or print its sheet."""

    name = "overrule"
    post_words = "Overrule it"
    who = (Who("Overruled by", RULERS),)
    stays = True

    def fields(self) -> list[Field]:
        """Which dispute, why, what is ruled now."""
        self.dispute = Choice("dispute", "Dispute", none=NONE, buttons=0)
        self.dispute.changed.connect(self.another)
        self.ruling = Line("ruling", "New ruling", hint="the tie stands")
        self.under = Line("under", "Section", hint="empty where the text is silent")
        self.reason = Line("reason", "Why it is overruled", hint="equal hands tie")
        return [self.dispute, self.ruling, self.under, self.reason]

    def body(self) -> QWidget:
        """The dispute with its rulings and its papers, then the new ruling."""
        self.facts, self.rulings = label("", wrap=True), label("", "strong", wrap=True)
        self.outlet = Outlet(self.station, Reader(self.station, self))
        self.strip = button("Print on receipt paper", self.print_strip)
        self.sheet = button("The sheet as a PDF …", self.print_sheet)
        papers = row(self.strip, self.sheet, self.outlet, None, gap=12)
        self.card = card(self.facts, self.rulings, papers, gap=10, edge=12)
        now = Flow(self.ruling, self.under, self.reason, across=3, gap=12)
        return holder(column(self.dispute, self.card, holder(now), None, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer tonight's disputes, the newest first."""
        super().refresh(board)
        at = board.site.local
        self.dispute.offer(
            [
                (
                    f"{one.entry.seq}",
                    f"{at(one.entry.at):%H:%M}, {one.where}{', overruled' * bool(one.over)}",
                )
                for one in reversed(board.disputes)
            ]
        )
        self.redraw()

    def redraw(self) -> None:
        """Show the dispute that is chosen."""
        one = self._chosen
        self.card.setVisible(one is not None)
        if one:
            show_words(self.facts, f"Entry {one.entry.seq}: {one.dispute.reason}")
            show_words(self.rulings, "\n".join(self._rulings(one)))

    def _rulings(self, one: Ruled) -> list[str]:
        said = [f"Ruled: {ruled(one.entry)}, {_initials(one.entry)}"]
        if one.over:
            over = one.over
            said += [f"Overruled: {ruled(over)}, {_initials(over)}. Why: {over.fact.reason}"]
        return said

    @property
    def _chosen(self) -> Ruled | None:
        wanted = self.dispute.typed()
        return next((one for one in self.station.board.disputes if f"{one.entry.seq}" == wanted), None)

    def print_strip(self) -> None:
        """The sheet on receipt paper."""
        one, site = self._chosen, self.station.board.site
        if one is None:
            return

        def job(paper: Printer) -> Job:
            from printers.reports.tables.dispute import dispute_job  # noqa: PLC0415

            return dispute_job(one, site, paper.width)

        printed = f"The sheet of the dispute at {one.where} is printed."
        done = lambda how: self.station.say(*((printed,) if how == "whole" else (SENT, "look")))  # noqa: E731
        self.station.printing.try_out(job, done, self.station.trouble)

    def print_sheet(self) -> None:
        """The sheet on Letter."""
        one, site = self._chosen, self.station.board.site
        if one is None:
            return

        def make(_: Journal) -> bytes:
            from printers.reports.letter import report_pdf  # noqa: PLC0415
            from printers.reports.tables.dispute import dispute_report  # noqa: PLC0415

            return report_pdf(dispute_report(one, site))

        self.outlet.offer(f"dispute-{one.entry.seq}", "the sheet of the dispute", make)

    def call(self) -> Call:
        """The new ruling."""
        said = (int(self.dispute.value()), self.reason.value(), self.ruling.value())
        return bound(Desk.overrule, *said, self.signers.value(), under=self.under.value())

    def done(self, entry: Entry) -> str:
        """That both stand."""
        fact = entry.of(kinds.Overrule)
        return f"The ruling at table {fact.table} is overruled, entry {entry.seq}. Both rulings stand."


def _initials(entry: Entry) -> str:
    return " ".join(signature.initials for signature in entry.signatures)
