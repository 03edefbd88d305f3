"""Paper at other stations: what comes out where, and a slip that is printed here in their place."""

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from pitdesk import kinds
from pitdesk.book.people import Signer
from pitdesk.errors import Refusal
from pitdesk.tonight.elsewhere import Elsewhere
from ui.work.message import Way
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.book.entries import Entry

ROLES = ("cashier", "shift manager", "gaming manager", "pit boss")  # as whom a slip is printed here
PRINT_HERE = "Print here"
LONG = timedelta(minutes=1)  # that a slip waits for the paper of a station, before it is offered here


def late_elsewhere(station: Station) -> tuple[Elsewhere, ...]:
    """The slips that have waited too long for the paper of a station; at the cage alone."""
    now = station.clock.now().at
    owed = () if station.place else station.board.elsewhere
    return tuple(one for one in owed if one.station and now - one.at >= LONG)


def waiting(slip: str) -> str:
    """The subject of what is said of a slip, by its name, that waits for the paper of a station."""
    return f"paper {slip}"


def offer(station: Station, one: Elsewhere, *, on_line: bool) -> None:
    """Offer to print a slip here that has waited too long for the paper of its station."""
    why = "which does not print it" if on_line else "which is not on the line"
    words = f"{one.name.capitalize()} waits for the printer at {one.station}, {why}."
    way = Way(PRINT_HERE, partial(print_here, station, one))
    station.say(words, "look", about=waiting(one.name), way=way)


def print_here(station: Station, one: Elsewhere) -> None:
    """Have a slip come out at the cage, by whoever is signed in here."""
    if operator := station.operator:
        held = [role.name for role in operator.roles]
        role = next((name for name in ROLES if name in held), held[0] if held else "")
        by = [Signer(operator.id, role)]

        def done(_: "Entry") -> None:
            station.settle(waiting(one.name))
            station.say(f"{one.name.capitalize()} prints here.")

        def refused(reasons: list[Refusal]) -> None:
            station.say(" ".join(map(str, reasons)), "stop")

        call = lambda desk: desk.print_here(one.series, one.number, by)  # noqa: E731
        station.post(call, done, refused, verb="print here")


def parts_in_words(one: kinds.Station) -> str:
    """What a station may do, and what prints there."""
    prints = [
        *([f"fills of {listed(one.fills)}"] if one.fills else []),
        *([f"credits of {listed(one.credits)}"] if one.credits else []),
        *(["what it asks for itself"] if one.own else []),
    ]
    return f"{', '.join(one.parts)} · prints {', '.join(prints) or 'nothing'}"


def listed(tables: tuple[str, ...]) -> str:
    """Tables in words: table 1; tables 1, 2, 3."""
    return f"table{'s' * (len(tables) != 1)} {', '.join(tables)}"
