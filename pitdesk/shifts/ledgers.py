"""The lines of shift files about records beside the night."""

from datetime import date

from pitdesk.book.entries import Entry
from pitdesk.shifts.verb import Event, Verbs


def _review(it: Event) -> Entry:
    times, on = (it[3], it[4]), date.fromisoformat(it[2])
    return it.desk.review_video(it[1], on, times, it.clause("seen"), it.by, opened=it.clause("opened"))


LEDGERS: Verbs[Entry | None] = {
    "determine hold YYYYQN": lambda it: it.desk.determine_hold(it[1], it.by),
    "review TABLE YYYY-MM-DD from HH:MM to HH:MM ; seen WHAT [; opened ID]": (
        r"review (\S+) (\d{4}-\d\d-\d\d) from (\S+) to (\S+)",
        _review,
    ),
    "reason found YYYYQN 21|PW": (
        r"reason found (\S+) (\S+)",
        lambda it: it.desk.hold_reason(it[1], it[2], it.reason, it.by),
    ),
    "tell division YYYYQN WHAT": lambda it: it.desk.tell_division(it[1], it[2], it.by),
}
