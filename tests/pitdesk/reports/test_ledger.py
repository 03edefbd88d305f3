"""The book in a stranger's hands: hledger adds it up to the piece and the cent and sees every change."""

import csv
import random
import re
import shutil
import subprocess
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from sqlite_utils.db import sqlite3

from pitdesk import places
from pitdesk.book.entries import Draft, Posting
from pitdesk.book.faults import BelowZero
from pitdesk.book.journal import Journal
from pitdesk.chips import cents
from pitdesk.errors import Trouble
from pitdesk.reports.ledger import export
from tests.facts import fact
from tests.storm import seeds

PLACES = [
    *(places.CHIP_BANK, places.DRAWER, places.tray("2"), places.tray("A 1"), places.tips("kari")),
    *(places.PATRONS, places.SUPPLIER, places.ACCOUNT, places.OVER_SHORT, places.LENDERS),
    *(places.site("Blue Goose Bar Minot"), places.site("Blue Goose Bar; Minot")),  # two, not one
]
THINGS = ["cash", "checks", "$5", "50c", "pw$2", "$5-b", "coin50c", "nv$25"]

needs_hledger = pytest.mark.skipif(not shutil.which("hledger"), reason="hledger is not installed")


@pytest.fixture(scope="module")
def played(busy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book of the busy night."""
    return shutil.copytree(busy, tmp_path_factory.mktemp("ledger") / "busy") / "book.db"


def hledger(path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["hledger", "-f", str(path), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def added_up(path: Path) -> dict[tuple[str, str], int]:
    """Account and commodity → pieces or cents, as hledger has them."""
    done = hledger(path, "bal", "-O", "csv", "--layout=bare", "--flat", "-N")
    assert done.returncode == 0, done.stderr
    found = {}
    for account, unit, amount in [*csv.reader(StringIO(done.stdout))][1:]:
        found[account, unit] = cents(amount) if unit == "USD" else int(amount)
    return {key: amount for key, amount in found.items() if amount}


def expected(balances: dict[str, dict[str, int]]) -> dict[tuple[str, str], int]:
    """What the journal keeps, under the names of the export."""
    found = {}
    equity = (places.PATRONS, places.SUPPLIER, places.OVER_SHORT, places.DESTROYED)
    for place, held in balances.items():
        group = "equity" if place in equity or place.startswith("site ") else "assets"
        group = "liabilities" if place == places.LENDERS else group
        for name, amount in held.items():
            money = name in ("cash", "checks")
            account = f"{group}:{place.replace(';', '-x3b-')}" + f":{name}" * money
            found[account, "USD" if money else name] = amount
    return {key: amount for key, amount in found.items() if amount}


def written(journal: Journal, path: Path, form: str = "hledger", **dates: date) -> Path:
    path.write_text(export(journal, form, **dates), "utf-8")
    return path


@needs_hledger
def test_hledger_comes_to_the_balances_of_the_busy_night(played, tmp_path):
    with Journal.read(played) as journal:
        path, kept = written(journal, tmp_path / "book.hledger"), journal.balances()
    checked = hledger(path, "check", "--strict")
    assert checked.returncode == 0, checked.stderr
    found = added_up(path)
    assert found == expected(kept)
    assert found["equity:patrons", "$5"] == 39
    assert found["assets:drawer:cash", "USD"] == 4_000_00


@needs_hledger
def test_hledger_finds_every_changed_line(played, tmp_path):
    with Journal.read(played) as journal:
        lines = export(journal, "hledger").splitlines()
    posting = [at for at, line in enumerate(lines) if re.match(r"    \S.*  -?[1-9]", line)]
    asserted = [at for at, line in enumerate(lines) if " = " in line]
    assert len(posting) > 300
    assert len(asserted) > 40
    chosen = random.Random(7).sample(posting, 6) + random.Random(7).sample(asserted, 6)
    for at in chosen:
        changed = [*lines]
        other = lambda digit: str((int(digit[0]) + 1) % 10)  # noqa: E731
        changed[at] = re.sub(r'\d(?= (USD|"[^"]+")$)', other, changed[at])
        assert changed[at] != lines[at]
        (tmp_path / "x").write_text("\n".join(changed))
        assert hledger(tmp_path / "x", "check").returncode != 0, lines[at]


@needs_hledger
def test_hledger_finds_a_transaction_that_was_taken_out_or_made_up(played, tmp_path):
    with Journal.read(played) as journal:
        blocks = export(journal, "hledger").split("\n\n")
    moves = [at for at, block in enumerate(blocks) if "; entry:" in block and " = " not in block]
    for at in moves[3:40:12]:
        for some in ([*blocks[:at], *blocks[at + 1 :]], [*blocks[:at], blocks[at], *blocks[at:]]):
            (tmp_path / "x").write_text("\n\n".join(some))
            assert hledger(tmp_path / "x", "check").returncode != 0, blocks[at]


def random_book(path: Path, seed: int) -> Journal:
    """Days with deliveries between them, sealed or not, at any hour, chips and money anywhere."""
    dice = random.Random(seed)
    journal, at, on = Journal.create(path), datetime(2026, 12, 28, 22, 0, tzinfo=UTC), date(2026, 12, 28)
    named = fact("site", organization='Sons "of"; Norway', name="x")
    journal.append(Draft(fact=named, at=at))
    days = dice.randint(0, 4)
    for number in range(1, days + 1):
        moves(journal, dice, at - timedelta(hours=dice.randint(0, 30)), 0)
        journal.append(Draft(fact=fact("open day", date=on), at=at, day=number))
        moves(journal, dice, at, number)
        moves(journal, dice, at + timedelta(hours=9), 0)  # set-up while the day is open
        if number < days or dice.random() < 0.5:
            seal = fact("close day", verified=journal.head.seq, head=journal.head.hash.hex())
            journal.append(Draft(fact=seal, at=at + timedelta(hours=10), day=number))
        step = dice.randint(1, 3)
        at, on = at + timedelta(days=step), on + timedelta(days=step)
    moves(journal, dice, at, 0)
    return journal


def moves(journal: Journal, dice: random.Random, at: datetime, day: int) -> None:
    for _ in range(dice.randint(0, 6)):
        source, target = dice.sample(PLACES, 2)
        name, amount = dice.choice(THINGS), dice.randint(1, 99_999)
        postings = (Posting(source, name, -amount), Posting(target, name, amount))
        try:
            journal.append(Draft(fact=fact("stock"), at=at, day=day, postings=postings))
        except BelowZero:
            continue


@needs_hledger
@pytest.mark.storm
@pytest.mark.parametrize("seed", seeds(4))
def test_hledger_comes_to_the_balances_of_any_book(seed, tmp_path):
    with random_book(tmp_path / "book.db", seed) as journal:
        kept = journal.balances()
        path = written(journal, tmp_path / "book.hledger")
        assert hledger(path, "check", "--strict").returncode == 0
        assert added_up(path) == expected(kept)
        later = written(journal, tmp_path / "later.hledger", first=date(2026, 12, 30))
        checked = hledger(later, "check", "--strict")
        assert checked.returncode == 0, checked.stderr
        found = {key: n for key, n in added_up(later).items() if key[0] != "equity:carried forward"}
        assert found in ({}, expected(kept))  # nothing at all where the book ends before
        until = export(journal, "hledger", last=date(2026, 12, 29))
        assert set(re.findall(r"^20\S+", until, re.MULTILINE)) <= {
            "2026-12-27",
            "2026-12-28",
            "2026-12-29",
        }


def test_the_random_books_are_not_empty(tmp_path):
    sizes = []
    for seed in range(12):
        with random_book(tmp_path / f"{seed}.db", seed) as journal:
            sizes.append((journal.last_number("day"), export(journal, "hledger").count(" = ")))
    assert max(sizes) >= (4, 60)
    assert sum(asserted > 10 for _, asserted in sizes) >= 9


# beancount: its syntax as documented; what it would check, checked by the test itself


def test_beancount_has_every_posting_and_every_balance(played):
    with Journal.read(played) as journal:
        text, kept = export(journal, "beancount"), journal.balances()
    account = r"(?:Assets|Liabilities|Equity)(?::[A-Z0-9][A-Za-z0-9-]*)+"
    number, currency = r"-?\d+(?:\.\d\d)?", r"[A-Z][A-Z0-9'._-]{0,22}[A-Z0-9]"
    forms = [
        r'option "[a-z_]+" "[^"\\]*"',
        rf"\d{{4}}-\d\d-\d\d commodity {currency}",
        r'  name: "[^"\\]+"',
        rf"\d{{4}}-\d\d-\d\d open {account}",
        r'\d{4}-\d\d-\d\d \* "[^"\\]+"',
        r"  entry: \d+",
        rf"  {account}  {number} {currency}",
        rf"\d{{4}}-\d\d-\d\d balance {account}  {number}(?: ~ 0\.00)? {currency}",
    ]
    for line in text.splitlines():
        assert not line or any(re.fullmatch(form, line) for form in forms), line
    held: dict[tuple[str, str], int] = {}
    for name, amount, unit in re.findall(
        rf"^  ({account})  ({number}) ({currency})$", text, re.MULTILINE
    ):
        value = cents(amount) if unit == "USD" else int(amount)
        held[name, unit] = held.get((name, unit), 0) + value
    asserted = re.findall(
        rf"^2026-11-22 balance ({account})  ({number})(?: ~ 0.00)? ({currency})", text, re.M
    )
    assert {(a, u): cents(n) if u == "USD" else int(n) for a, n, u in asserted} == held
    assert held["Equity:Patrons", "CHIP-5"] == kept["patrons"]["$5"] == 39
    opened = re.findall(rf"open ({account})$", text, re.MULTILINE)
    assert sorted({name for name, _ in held}) == opened


def test_names_of_places_and_chips_stay_apart(tmp_path):
    with random_book(tmp_path / "book.db", 0) as journal:
        for name in THINGS:
            moved = (Posting(places.SUPPLIER, name, -5), Posting(PLACES[-1], name, 5))
            at = datetime(2027, 1, 9, tzinfo=UTC)
            journal.append(Draft(fact=fact("stock"), at=at, postings=moved))
        text = export(journal, "beancount")
    assert 'option "title" "Sons of Norway, x"' in text
    assert "  Equity:Site-Blue-Goose-Bar-x2d-x3b-x2d--Minot:Checks  0.05 USD" in text
    names = re.findall(r"commodity (\S+)", text)
    assert sorted(names) == sorted(["CHIP-5", "CHIP-50C", "PW-2", "CHIP-5-B", "COIN-50C", "NV-25"])


def test_a_book_that_does_not_add_up_is_not_exported(played, tmp_path):
    for name in ("book.db", "book.db.head"):
        shutil.copy(played.with_name(name), tmp_path)
    with sqlite3.connect(tmp_path / "book.db") as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE balance SET amount = amount + 1 WHERE place = 'drawer'")
    connection.close()
    with Journal.read(tmp_path / "book.db") as journal, pytest.raises(Trouble, match="does not add up"):
        export(journal, "hledger")
