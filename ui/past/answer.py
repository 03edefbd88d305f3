"""The answer of a day, before its report: balanced or not, the figures everybody asks for, the rest."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QFrame, QWidget

from pitdesk.book.past import Past
from printers.slips.layout import calendar_date
from ui.past.calendar import PENDING, DayState
from ui.widgets.flow import Flow, Folding
from ui.widgets.parts import button, card, column, holder, kind, label, pill, row
from ui.widgets.sums import figure

OPEN_WORDS = "Still open: Close of day has its figures; the seal makes its report."
NO_REPORT = "It was not sealed, so it has no report. Its slips are under Slips."


@dataclass(frozen=True, slots=True)
class DayFacts:
    """What only the day itself says: its cash profit, how much is out of the ordinary, who sealed it."""

    cash_profit_cents: int | None
    things: int
    sealed: str


class Figure(QWidget):
    """A figure with what it is above it."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words, self.told = words, label("", "big")
        self.setLayout(column(label(words, "caption"), self.told, gap=0))

    def tell(self, cents: int | None) -> None:
        """Show another."""
        self.told.setText(figure(cents))
        self.told.setAccessibleName(f"{self.words}: {self.told.text()}")


class DayCard(QFrame):
    """The day that is chosen.

    flow, deposit, back   ways to its night, to its deposit, and from its report back to the days
    """

    def __init__(
        self,
        flow: Callable[[], object],
        deposit: Callable[[], object],
        report: Callable[[], object],
        back: Callable[[], object],
    ) -> None:
        super().__init__()
        self.title, self.state = label("", "h2"), pill("")
        self.flow = button("As a flow", flow, "link", says="Show the night as a flow")
        self.deposit = button("Note the deposit", deposit, "link")
        self.open = button("Report", report, says="The report alone, over the room of the days: Enter")
        self.back = button("All days", back, says="Back to all days: Escape")
        self.profit, self.agp = Figure("Cash profit"), Figure("AGP")
        self.deposited = Figure("Deposit")
        self.figures = holder(Flow(self.profit, self.agp, self.deposited, across=3, gap=16, down=4))
        self.facts = label("", wrap=True)
        named = holder(row(self.title, self.state, None, gap=12))
        head = Folding(named, self.open, self.back, gap=12, stretch=(1, 0, 0))
        ways = Folding(self.flow, self.deposit, QWidget(), gap=4, stretch=(0, 0, 1))
        self.rest = holder(column(self.figures, self.facts, ways, gap=6))
        self.setLayout(column(card(head, self.rest, gap=6, edge=14)))

    def alone(self, *, alone: bool) -> None:
        """Leave the room to the report, or show everything."""
        self.rest.setVisible(not alone)
        self.back.setVisible(alone)
        self.open.setVisible(not alone)

    def show_day(self, past: Past, state: DayState, known: DayFacts | None, *, read_only: bool) -> None:
        """Show a day by what the list knows of it; by more, once the day itself is read."""
        self.title.setText(f"{calendar_date(past.date)} · day {past.day}")
        self.state.setText(state.word)
        kind(self.state, "pill", tone=state.tone)
        self.figures.setVisible(past.sealed)
        unread = state.code == PENDING
        self.profit.tell(known.cash_profit_cents if known and not unread else None)
        self.agp.tell(None if unread else past.agp_cents)
        self.deposited.tell(None if unread else past.deposit_cents)
        self.deposit.setVisible(state.owes and not read_only)
        self.flow.setVisible(not read_only)
        if not past.sealed:
            self.facts.setText(NO_REPORT if read_only else OPEN_WORDS)
            return
        self.facts.setText(" · ".join(_facts(past, state, known)))


def _facts(past: Past, state: DayState, known: DayFacts | None) -> list[str]:
    due = f"{past.due:%a %b} {past.due.day}" if past.due else ""
    noted = "not noted yet" if state.owes else "noted" if past.deposit_cents else "nothing to deposit"
    boxes = [f"box {', '.join(past.pending)} to count"] if past.pending else []
    more = []
    if known:
        many = known.things
        more = [f"{many or 'no'} exception{'s' * (many != 1)}", known.sealed]
    deposit = f"deposit due {due}, {noted}" if due and past.deposit_cents else f"deposit {noted}"
    gross = [] if past.pending else [f"Gross {figure(past.gross_cents)}"]
    return [*gross, *boxes, deposit, *more, f"seal {past.head}"]
