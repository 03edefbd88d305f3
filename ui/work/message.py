"""A message: what the window says to the operator, what it is about, and the way on."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Way:
    """A way on from a message: what its button says, and what it does.

    until   UTC; a way back ends then, a way on does not
    """

    words: str
    go: Callable[[], object]
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """What happened, to what; "" for nothing.

    tone    good, look or stop
    then    its number in the book, and what comes next
    about   its subject, such as the printer: it stands until that is settled; "" for no longer
            than the next message
    way     the way on, or back, in a button
    out     what putting it away does; None for nothing else
    aside   whether it is news that nobody waits for: what was done keeps its place before it
    deed    whether it changed something: then what was done before has no way back any more
    """

    words: str
    tone: str = "good"
    then: str = ""
    about: str = ""
    way: Way | None = None
    out: Way | None = None
    aside: bool = False
    deed: bool = False


DESK, READER, PRINTER, PAPER, DRAFT = "desk", "reader", "printer", "paper", "draft"  # subjects
REPORT = "report"  # of the day that is shown


def left(verb: str) -> str:
    """The subject of a form of that verb, refused while it was not in front."""
    return f"left {verb}"
