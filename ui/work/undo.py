"""Undo: the way back from what was just done, for whoever did it and is signed in here."""

from datetime import timedelta
from functools import partial

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import Signer
from pitdesk.errors import Refusal
from pitdesk.reports.mistakes import told
from ui.work.actions import action
from ui.work.message import Way
from ui.work.station import Station


def undoing(station: Station, entry: Entry) -> Way | None:
    """The way back from an entry; None where whoever is here cannot undo it."""
    operator, seconds = station.operator, station.board.undo_seconds
    if not seconds or entry.number or not isinstance(entry.fact, kinds.REVERSIBLE):
        return None
    made = [one for one in entry.signatures if operator and one.person == operator.id]
    if not made:
        return None
    by = Signer(made[0].person, made[0].role)
    until = entry.at + timedelta(seconds=seconds)
    return Way(action("undo").words, partial(_undo, station, entry, by), until)


def _undo(station: Station, entry: Entry, by: Signer) -> None:
    """Have it undone; where that is refused, say why, with the way that is left."""
    words = told(entry, station.board.name_of)

    def done(back: Entry) -> None:
        station.say(f"Undone: {words}.", then=f"Entry {back.seq} · Both stand")

    def refused(reasons: list[Refusal]) -> None:
        reverse = Way(action("reverse").words, partial(station.go, "reverse", entry.seq))
        station.say(" ".join(map(str, reasons)), "stop", way=reverse)

    station.post(lambda desk: desk.undo(entry.seq, [by]), done, refused, verb="undo")
