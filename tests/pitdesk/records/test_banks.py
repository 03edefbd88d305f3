"""Cash banks over the months: IOUs by age and in parts, reconciliations to the cent and to the day."""

from collections.abc import Iterator
from datetime import date

import pytest

from pitdesk import kinds
from pitdesk.desk import Desk
from pitdesk.records.banks import aged, borrowed_cents, ideal, lent_cents, month_end, reconciliations
from pitdesk.records.kept import Kept
from tests.files import NIGHTS
from tests.pitdesk.records.play import played


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    yield from played(NIGHTS["treasury"], tmp_path_factory.mktemp("treasury"))


def owed(number: int, cents: int, lent: str, repaid: str | None = None) -> kinds.Owed:
    return kinds.Owed(number, "drawer PW", "drawer", cents, lent, "JS", repaid)


def test_the_example_of_a_reconciliation(desk: Desk) -> None:
    (one,) = desk.kept.reconciled
    terms = (one.ideal_cents, one.lent_cents, one.borrowed_cents, one.undeposited_cents)
    assert terms == (4_000_00, 0, 200_00, 115_00)
    assert (one.expected_cents, one.cents, one.off_cents) == (4_315_00, 4_313_00, -2_00)


def test_a_part_paid_back_is_a_line_and_the_rest_stays_open(desk: Desk) -> None:
    first = desk.journal.numbered("day", 1)
    assert first
    lines = [(one.number, one.cents, one.repaid) for one in desk.day.loans] if desk.day else []
    assert lines == [(3, 200_00, None)]  # what is paid back is not carried on


def test_open_ious_by_age() -> None:
    loans = [
        owed(1, 50_00, "2026-11-20"),
        owed(2, 10_00, "2026-11-01"),
        owed(3, 5_00, "2026-10-01", "2026-10-02"),
    ]
    found = aged(loans, date(2026, 11, 30))
    assert [(one.loan.number, one.days) for one in found] == [(2, 29), (1, 10)]
    assert (lent_cents(loans, "drawer PW"), borrowed_cents(loans, "drawer")) == (60_00, 60_00)


def test_each_month_asks_for_a_reconciliation() -> None:
    said = {"bank": "drawer", "cents": 4_000_00, "method": "check 1", "reason": "two weekends"}
    kept = Kept(ideal={"drawer": [kinds.IdealBank(on=date(2027, 12, 15), **said)]})
    done = {"ideal_cents": 0, "lent_cents": 0, "borrowed_cents": 0, "undeposited_cents": 0}
    on = date(2028, 1, 31)
    kept.reconciled.append(kinds.ReconcileBank(bank="drawer", on=on, cents=0, **done))
    found = list(reconciliations(kept, date(2028, 2, 29)))
    assert [(one.since, one.by, one.done) for one in found] == [
        (date(2027, 12, 15), date(2027, 12, 31), None),
        (date(2028, 1, 1), on, on),
        (date(2028, 2, 1), date(2028, 2, 29), None),  # a leap day
    ]
    assert [one.late(date(2028, 2, 29)) for one in found] == [True, False, False]
    assert ideal(kept) == {"drawer": 4_000_00}
    assert month_end(date(2026, 2, 1)) == date(2026, 2, 28)
