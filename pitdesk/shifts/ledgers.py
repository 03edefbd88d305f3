"""The lines of shift files about records beside the night."""

from datetime import date

from pitdesk.book.entries import Entry
from pitdesk.chips import cents
from pitdesk.shifts.verb import Event, Verbs


def _review(it: Event) -> Entry:
    times, on = (it[3], it[4]), date.fromisoformat(it[2])
    return it.desk.review_video(it[1], on, times, it.clause("seen"), it.by, opened=it.clause("opened"))


def _audit(it: Event) -> Entry:
    """What was looked at, and what was found at one of the steps."""
    steps = dict.fromkeys(it[2].split(), "")
    if found := it.clause("found"):
        step, _, words = found.partition(" ")
        steps[step] = words
    return it.desk.audit(it.date(1), steps, it.by)


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
    "ideal BANK MONEY by METHOD": (
        r"ideal (.+?) (\$?[\d,.]+) by (.+)",
        lambda it: it.desk.set_ideal(it[1], it.cents(2), it[3], it.reason, it.by),
    ),
    "reconcile BANK MONEY": (
        r"reconcile (.+) (\$?[\d,.]+)",
        lambda it: it.desk.reconcile(it[1], it.cents(2), it.by, it.reason),
    ),
    "audit YYYY-MM-DD STEP … [; found STEP WORDS]": (r"audit (\S+) (.+)", _audit),
    "rent MONEY [; pull tabs MONEY]": lambda it: it.desk.set_rent(
        it.cents(1), it.by, cents(it.clause("pull tabs", "0"))
    ),
    "tell division YYYYQN WHAT": lambda it: it.desk.tell_division(it[1], it[2], it.by),
}
