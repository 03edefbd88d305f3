"""What prints at a station: the cage makes each sheet and notes it, the station has it printed."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from pitdesk.book.entries import Entry
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble
from pitdesk.stations.wire import Begins, Begun, Came, FromCage, Sheet, Stands, Wants

NO_PAPER = "No sheets are made here: the cage has no window open. Open PitDesk there; slips wait for it."


class Paper(Protocol):
    """Who makes sheets for stations, in the desk's turn; `printers.devices.spool` does."""

    def sheet(self, desk: Desk, station: str, said: Wants) -> Sheet | None:
        """What is to be printed there next; None for nothing."""

    def note(self, desk: Desk, station: str, said: Begins) -> Sequence[int]:
        """Note that it is about to be sent; the entries, none where it is to be printed no more."""


@runtime_checkable
class Far(Protocol):
    """The desk of a station: its paper is made and noted at the cage."""

    def sheet(self, wants: Wants) -> Sheet | None:
        """What is to be printed here next, as the cage makes it; None for nothing, or unreached."""

    def begin_sheet(self, begins: Begins) -> list[Entry]:
        """Have it noted that a sheet is about to be sent; none if it is to be printed no more."""

    def came(self, attempts: Sequence[int], outcome: str) -> None:
        """Have it noted what is proven of prints."""


def printing(desk: Desk, station: str, paper: Paper | None, said: Wants | Begins | Came) -> FromCage:
    """What the cage does about the paper of a station that says so, and answers.

    Raises:
        Trouble: nothing prints at this station, or no sheets are made here.
        Refused: nobody is signed in there to have a part printed once more.
    """
    if isinstance(said, Came):
        _came(desk, station, said)
        return Stands(0)
    if paper is None:
        raise Trouble(NO_PAPER)
    if not desk.site.prints(station):
        raise Trouble(f"Nothing prints at {station}. A manager says so at the cage: Set-up, Stations.")
    again = said.again if isinstance(said, Wants) else said.wants.again
    if again and desk.signed_in is None:
        words = f"Nobody is signed in at {station}. Sign in there, then print it again."
        raise Refused([desk.rules.refusal("pd.print", words)])
    if isinstance(said, Wants):
        return paper.sheet(desk, station, said) or Stands(0)
    return Begun(tuple(paper.note(desk, station, said)))


def named(printer: str, station: str) -> str:
    """What the book calls the printer of a station."""
    return f"{printer} at {station}"


def _came(desk: Desk, station: str, said: Came) -> None:
    """Note what is proven of prints at this very station that wait for an outcome; of no other."""
    day = desk.today
    prints = [*day.prints, *(one for one, _ in day.readings.prints)]
    theirs = {
        one.entry for one in prints if one.outcome is None and one.printer.endswith(named("", station))
    }
    for attempt in said.attempts:
        if attempt in theirs:
            desk.printed(attempt, said.outcome)
