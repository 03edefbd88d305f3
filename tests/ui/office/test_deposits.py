"""Deposits: the days that owe, a deposit noted from its slip, the bank's statement held against it."""

from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from pitdesk.documents.deposits import Due
from tests.ui.night import proven, signed
from tests.ui.offices import NIGHT, Counter, counter
from ui.office.deposits import Deposit, OwedDays
from ui.widgets.listing import Groups

pytestmark = pytest.mark.long

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
    tick(user, form)
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
    return "\n".join(rows(form.matched))


def rows(groups: Groups) -> list[str]:
    """Every line of the groups, each below its group."""
    tops = [groups.topLevelItem(at) for at in range(groups.topLevelItemCount())]
    return [
        line
        for top in tops
        for line in (top.text(0), *(top.child(at).text(0) for at in range(top.childCount())))
    ]


def tick(user: Counter, form: Deposit) -> None:
    """Tick the night, by keys: down from its group, then Space."""
    form.dates.list.setFocus()
    user.key(Qt.Key.Key_Home)
    user.key(Qt.Key.Key_Down)
    user.key(Qt.Key.Key_Space)
    assert form.dates.typed() == [str(NIGHT)]


def test_a_day_that_owes_stands_there_with_its_amount_and_its_date(user):
    form = shown(user)
    assert rows(form.dates.list) == ["1 not due yet", "Sat Nov 21 · by Wed Nov 25"]
    assert form.amount.typed() == ""  # it is read from the receipt
    assert form.owes.text() == "Tick the days that it is of."
    tick(user, form)
    assert form.owes.text() == "The ticked day owes $3,136.00."
    assert form.made.edit.text() == "11/22/2026"


def test_what_is_past_its_date_is_marked(user):
    user.pit.clock.at += timedelta(days=10)
    form = shown(user)
    assert rows(form.dates.list)[0] == "1 late"


def test_a_deposit_is_noted_by_keys_alone(user):
    form = shown(user)
    user.until(form.dates.list.hasFocus)
    user.key(Qt.Key.Key_Down)
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
    assert rows(form.dates.list) == []
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
    assert user.told().startswith(
        "Deposit 1001 of $3,100.00 is noted. The deposit of 2026-11-21 was made after the third"
    )


def test_a_deposit_of_no_day_without_its_slip_is_refused(user):
    form = shown(user)
    user.write(form.amount.edit, "100")
    user.sign(form.signers, BY)
    user.post(form)
    assert "nd.03-10.2" in user.refused(form)["below"]
    assert "deposit" not in user.kinds()


@pytest.mark.parametrize(("many", "groups"), [(0, 0), (1, 1), (37, 1), (370, 1)])
def test_days_that_owe_are_groups_however_many(qtbot, many, groups):
    owed = OwedDays()
    qtbot.addWidget(owed)
    first = date(2026, 1, 1)
    days = [Due(n + 1, first + timedelta(n), 1000, first + timedelta(n + 3)) for n in range(many)]
    owed.offer(days, date(2028, 1, 10))
    assert owed.list.topLevelItemCount() == groups
    assert len(rows(owed.list)) == many + groups


def test_days_are_ticked_one_by_one_or_all_of_a_group_and_stay_so(qtbot):
    owed = OwedDays()
    qtbot.addWidget(owed)
    owed.show()
    first = date(2026, 1, 1)
    days = [Due(n + 1, first + timedelta(n), 1000, first + timedelta(n + 3)) for n in range(1000)]
    owed.offer(days, date(2026, 1, 10))
    late, in_time = owed.list.topLevelItem(0), owed.list.topLevelItem(1)
    assert (late.text(0), late.text(1)) == ("6 late", "$60.00")
    assert in_time.text(0) == "994 not due yet"
    assert (late.isExpanded(), in_time.isExpanded()) == (True, False)
    assert len(owed.findChildren(QWidget)) < 30  # no line is a widget
    owed.take_up(["2026-01-02", "2026-01-03"])
    assert owed.cents == 2000
    owed.offer(days[1:], date(2026, 1, 10))
    assert owed.typed() == ["2026-01-02", "2026-01-03"]
    owed.list.setCurrentItem(owed.list.topLevelItem(1))
    QTest.keyClick(owed.list, Qt.Key.Key_Space)
    assert len(owed.value()) == 996
    QTest.keyClick(owed.list, Qt.Key.Key_Return)
    assert owed.list.topLevelItem(1).isExpanded()


def test_the_statement_has_the_deposit(user, tmp_path):
    note(user)
    form = shown(user)
    path = statement(tmp_path, "11/24/2026,Deposit 1001,3136.00", "12/10/2026,Fee,-5.00")
    form.choose_file = lambda: path
    user.press(form.check)
    assert told(user, form).startswith("1 matched\nNov 24, 2026 · slip 1001 · $3,136.00\nPosted Nov 24")


def test_the_statement_misses_it_has_it_otherwise_or_has_another(user, tmp_path):
    note(user)
    form = shown(user)
    form.choose_file = lambda: statement(tmp_path, "12/10/2026,Fee,-5.00")
    user.press(form.check)
    assert "1 missing\n" in told(user, form)
    form.choose_file = lambda: statement(
        tmp_path, "11/24/2026,Deposit 1001,3100.00", "12/10/2026,Fee,-5"
    )
    user.press(form.check)
    assert "1 that differ\n" in told(user, form)
    assert "36.00 less than noted" in told(user, form)
    form.choose_file = lambda: statement(
        tmp_path, "11/24/2026,Deposit 1001,3136.00", "11/25/2026,Gift,7.00", "12/10/2026,Fee,-5"
    )
    user.press(form.check)
    assert "1 unknown\n$7.00 of Nov 25, 2026" in told(user, form)


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


# One is taken back


def test_a_deposit_that_was_noted_wrong_is_taken_back_and_noted_again(user):
    user.go("take back deposit")
    assert user.form.which.box.currentText() == "No deposit is noted."
    note(user)
    user.go("take back deposit")
    form = user.form
    assert form.which.box.currentText() == "Nov 24, 2026 · slip 1001 · $3,136.00"
    user.sign(form.signers, BY)
    user.post(form)
    assert "needs a reason" in user.refused(form)["reason"]
    user.write(form.reason.edit, "Wrong slip number")
    user.sign(form.signers, BY)
    user.post(form)
    assert user.told() == "Deposit 1001 of $3,136.00 is taken back; what it was of is owed again."
    assert rows(shown(user).dates.list)[0].startswith("1 ")
    user.go("take back deposit")
    assert user.form.gone.text() == "Nov 24, 2026 · slip 1001 · $3,136.00 · Wrong slip number"


def test_a_deposit_that_was_taken_back_is_told_beside_the_banks_line(user, tmp_path):
    note(user)
    by = proven("pia:shift manager")
    (made,) = [entry.seq for entry in user.entries() if entry.kind == "deposit"]
    user.at_desk(lambda desk: desk.take_back_deposit(made, "wrong day", by))
    form = shown(user)
    form.choose_file = lambda: statement(tmp_path, "11/24/2026,Deposit,3136.00")
    form.check_statement()
    assert "1 taken back" in told(user, form)
    assert "Taken back, but posted Nov 24, 2026: note it anew." in told(user, form)
