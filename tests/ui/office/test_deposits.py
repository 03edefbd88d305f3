"""Deposits: the days that owe, a deposit noted from its slip, the bank's statement held against it."""

from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from pitdesk.documents.deposits import Due
from tests.ui.night import proven, signed
from tests.ui.offices import NIGHT, Counter, counter
from ui.office.deposits import MOST_DAYS, Deposit, Owed

BANK = "Prairie Bank 4411"
BY = signed("pia:shift manager")


@pytest.fixture
def user(qtbot, tmp_path) -> Counter:
    return counter(qtbot, tmp_path)


def shown(user: Counter) -> Deposit:
    user.go("deposit")
    user.until(lambda: not user.form.reader.busy("dues"))
    return user.form


def fill_in(
    user: Counter, form: Deposit, amount: str, *, on: str = "11/24/2026", reason: str = ""
) -> None:
    user.tick(form.dates.boxes[str(NIGHT)], on=True)
    for line, text in ((form.amount, amount), (form.slip, "1001"), (form.bank, BANK)):
        user.write(line.edit, text)
    form.made.edit.setText(on)
    if reason:
        user.write(form.reason.edit, reason)
    user.sign(form.signers, BY)


def note(user: Counter, made: date = date(2026, 11, 24), cents: int = 313600) -> None:
    by = proven("pia:shift manager")
    user.pit.clock.at = max(user.pit.clock.at, datetime.combine(made, time(20), UTC))
    user.at_desk(lambda desk: desk.deposit([NIGHT], made, cents, by, bank=BANK, slip="1001"))


def statement(folder: Path, *lines: str) -> str:
    path = folder / "statement.csv"
    path.write_text("\n".join(("Date,Description,Amount", "11/20/2026,Fee,-5.00", *lines)), "utf-8")
    return str(path)


def told(user: Counter, form: Deposit) -> str:
    user.until(lambda: not form.reader.busy("statement"))
    found = [form.matched.itemAt(at) for at in range(form.matched.count())]
    widgets = [one.widget() or one.layout().itemAt(0).widget() for one in found]
    return "\n".join(one.text() for one in widgets if isinstance(one, QLabel))


def test_a_day_that_owes_stands_there_with_its_amount_and_its_date(user):
    form = shown(user)
    assert [*form.dates.boxes] == [str(NIGHT)]
    assert form.dates.boxes[str(NIGHT)].accessibleName() == "Nov 21, 2026, $3,136.00, by Wed Nov 25"
    assert form.amount.typed() == ""  # it is read from the receipt
    assert form.owes.text() == "Tick the days that it is of."
    user.tick(form.dates.boxes[str(NIGHT)], on=True)
    assert form.owes.text() == "The ticked day owes $3,136.00."
    assert form.made.edit.text() == "11/22/2026"


def test_what_is_past_its_date_is_marked(user):
    user.pit.clock.at += timedelta(days=10)
    form = shown(user)
    assert form.dates.boxes[str(NIGHT)].accessibleName().endswith("late")
    assert "Late" in [one.text() for one in form.dates.findChildren(QLabel)]


def test_a_deposit_is_noted_by_keys_alone(user):
    form = shown(user)
    user.until(form.dates.boxes[str(NIGHT)].hasFocus)
    user.key(Qt.Key.Key_Space)
    user.key(Qt.Key.Key_Return)
    user.type("3136")
    user.key(Qt.Key.Key_Return)
    user.key(Qt.Key.Key_Return)  # made on: today stands there
    user.type("1001")
    user.key(Qt.Key.Key_Return)
    user.type("36")
    form.bank.edit.setText(BANK)
    user.sign(form.signers, BY)
    user.post(form)
    assert user.told() == "Deposit 1001 of $3,136.00 is noted."
    [fact] = [e.fact for e in user.entries() if e.kind == "deposit"]
    assert (fact.dates, fact.checks_cents, fact.bank) == ((date(2026, 11, 21),), 3600, BANK)
    form = shown(user)
    assert form.dates.boxes == {}
    assert form.bank.typed() == BANK  # as the last time
    assert form.past.text() == "Nov 22, 2026 · slip 1001 · $3,136.00"


def test_another_amount_needs_a_reason_and_a_late_one_is_noted_as_late(user):
    user.pit.clock.at += timedelta(days=10)
    form = shown(user)
    fill_in(user, form, "3,100", on="11/30/2026")
    user.post(form)
    assert user.refused(form) == {"below": {"pd.deposit"}}
    user.write(form.reason.edit, "36.00 was counterfeit")
    user.sign(form.signers, BY)
    user.post(form)
    assert user.told().startswith("Deposit 1001 of $3,100.00 is noted. It was late")


def test_a_deposit_of_no_day_without_its_slip_is_refused(user):
    form = shown(user)
    user.write(form.amount.edit, "100")
    user.sign(form.signers, BY)
    user.post(form)
    assert "nd.03-10.2" in user.refused(form)["below"]
    assert "deposit" not in user.kinds()


def test_many_days_are_offered_oldest_first_and_no_more_than_can_be_seen(qtbot):
    owed = Owed()
    qtbot.addWidget(owed)
    first = date(2026, 1, 1)
    days = [
        Due(n + 1, first + timedelta(n), 1000, first + timedelta(n + 3)) for n in range(MOST_DAYS + 5)
    ]
    owed.offer(days, date(2026, 1, 10))
    assert [*owed.boxes] == [due.date.isoformat() for due in days[:MOST_DAYS]]
    assert owed._more.text() == "And 5 newer days, once these are noted."
    owed.take_up(["2026-01-02", "2026-01-03"])
    assert owed.cents == 2000
    owed.offer(days[1:], date(2026, 1, 10))
    assert owed.typed() == ["2026-01-02", "2026-01-03"]


def test_the_statement_has_the_deposit(user, tmp_path):
    note(user)
    form = shown(user)
    path = statement(tmp_path, "11/24/2026,Deposit 1001,3136.00", "12/10/2026,Fee,-5.00")
    form.choose_file = lambda: path
    user.press(form.check)
    assert told(user, form).startswith("Matched\nNov 24, 2026 · slip 1001 · $3,136.00. Posted Nov 24")


def test_the_statement_misses_it_has_it_otherwise_or_has_another(user, tmp_path):
    note(user)
    form = shown(user)
    form.choose_file = lambda: statement(tmp_path, "12/10/2026,Fee,-5.00")
    user.press(form.check)
    assert "Missing\n" in told(user, form)
    form.choose_file = lambda: statement(
        tmp_path, "11/24/2026,Deposit 1001,3100.00", "12/10/2026,Fee,-5"
    )
    user.press(form.check)
    assert "Differs\n" in told(user, form)
    assert "36.00 less than noted" in told(user, form)
    form.choose_file = lambda: statement(
        tmp_path, "11/24/2026,Deposit 1001,3136.00", "11/25/2026,Gift,7.00", "12/10/2026,Fee,-5"
    )
    user.press(form.check)
    assert "Unknown\n$7.00 of Nov 25, 2026" in told(user, form)


def test_what_is_no_statement_is_told_and_nothing_is_shown(user, tmp_path):
    form = shown(user)
    form.choose_file = lambda: ""
    user.press(form.check)
    (tmp_path / "letter.csv").write_text("Dear Sir", "utf-8")
    for name in ("letter.csv", "gone.csv"):
        form.choose_file = lambda name=name: str(tmp_path / name)
        user.press(form.check)
        user.until(lambda name=name: name in user.told())
    assert told(user, form) == ""
