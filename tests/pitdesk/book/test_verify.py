import random
import re
import shutil
from datetime import UTC, datetime

import pytest
from sqlite_utils.db import sqlite3

from pitdesk.book import verify as module
from pitdesk.book.chain import chain
from pitdesk.book.entries import Draft, Signature, move, pay
from pitdesk.book.journal import Journal
from pitdesk.chips import Chips
from pitdesk.errors import Trouble
from tests.facts import fact
from tests.storm import seeds

AT = datetime(2026, 11, 20, 22, tzinfo=UTC)
JO = Signature("jo", "cashier", "both", "JO", "pin")
PIA = Signature("pia", "shift manager", "original", "PO", "badge")
TABLES = {  # table: its columns, how many of them are its key, the one that names its entry
    "entry": (["seq", "formula", "kind", "at", "day", "about", "request", "body", "hash"], 1, "seq"),
    "posting": (["entry", "line", "place", "instrument", "amount"], 2, "entry"),
    "signature": (["entry", "line", "person", "role", "part", "initials", "proof"], 2, "entry"),
    "number": (["series", "number", "entry"], 2, "entry"),
    "balance": (["place", "instrument", "amount"], 2, None),
}


def drafts():
    """A short night with something in every column."""
    five = Chips.read("5x$5 2x50c")
    yield Draft(fact=fact("site", name="Riverside"), at=AT, signatures=(PIA,))
    bought = move(Chips.read("90x$5 40x50c"), "supplier", "chip bank")
    yield Draft(fact=fact("stock"), at=AT, postings=bought)
    yield Draft(fact=fact("open day"), at=AT, day=1, signatures=(PIA, JO))
    for number in range(3):
        yield Draft(
            fact=fact("fill", table="2", first_number=412),
            at=AT,
            day=1,
            request=f"click {number}",
            postings=move(five, "chip bank", "in transit"),
            signatures=(JO,),
        )
    yield Draft(
        fact=fact("receive"),
        at=AT,
        day=1,
        about=4,
        postings=move(five, "in transit", "tray 2"),
        signatures=(Signature("kari", "dealer", "copy", "KL", "pin"),),
    )
    for about in (5, 6):
        back = move(five, "in transit", "chip bank")
        yield Draft(fact=fact("void"), at=AT, day=1, about=about, postings=back)
    yield Draft(fact=fact("credit"), at=AT, day=1, signatures=(JO, PIA))
    yield Draft(fact=fact("redeem"), at=AT, day=1, postings=pay(0, "drawer", "patrons"))


def close(journal):
    """Seal the day of it as it stands."""
    sealed = fact("close day", verified=journal.head.seq, head=journal.head.hash.hex())
    banked = pay(5000, "gaming account", "drawer")
    journal.append(Draft(fact=sealed, at=AT, day=1, postings=banked))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A closed book of twelve entries, with its head beside it."""
    book = tmp_path_factory.mktemp("verify") / "pit.book"
    with Journal.create(book) as journal:
        for draft in drafts():
            journal.append(draft)
        close(journal)
    return book


@pytest.fixture
def book(made, tmp_path):
    shutil.copy(made, tmp_path / "pit.book")
    shutil.copy(f"{made}.head", tmp_path / "pit.book.head")
    return tmp_path / "pit.book"


class Attacker:
    """Somebody with the file and a SQLite of their own: takes the guards off and puts them back."""

    def __init__(self, book):
        self.connection = sqlite3.connect(book, isolation_level=None)
        self.connection.execute("PRAGMA synchronous = off")
        self.connection.execute("PRAGMA ignore_check_constraints = on")
        self.guards = self.connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"
        ).fetchall()

    def __call__(self, *statements):
        for name, _ in self.guards:
            self.connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            self.connection.execute(*([statement] if isinstance(statement, str) else statement))
        for _, sql in self.guards:
            self.connection.execute(sql)

    def rows(self, table):
        """The rows of a table, each a column → value."""
        columns = TABLES[table][0]
        found = self.connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
        return [dict(zip(columns, row, strict=True)) for row in found]

    def update(self, table, row, column, value):
        """Change one field of one row."""
        key = TABLES[table][0][: TABLES[table][1]]
        where = " AND ".join(f"{name} = ?" for name in key)
        values = (value, *(row[name] for name in key))
        self((f"UPDATE {table} SET {column} = ? WHERE {where}", values))


@pytest.fixture
def attack(book):
    attacker = Attacker(book)
    yield attacker
    attacker.connection.close()


@pytest.fixture
def verdict(book):
    def read():
        with Journal.read(book) as journal:
            return journal.verify()

    return read


def test_an_untouched_book_is_whole(verdict):
    assert verdict()[:3] == (True, 12, "12 entries, the chain whole, every balance as rebuilt")


def test_taking_the_guards_off_and_putting_them_back_is_nothing(attack, verdict):
    attack()
    assert verdict().ok


def test_an_empty_book_is_whole(tmp_path):
    with Journal.create(tmp_path / "new.book") as journal:
        assert journal.verify()[:2] == (True, 0)


@pytest.mark.parametrize("portion", [1, 2, 3, 5, 11, 12, 13])
def test_reading_in_portions_finds_the_same(book, attack, verdict, monkeypatch, portion):
    monkeypatch.setattr(module, "PORTION", portion)
    assert verdict().ok
    attack("UPDATE posting SET amount = amount + 1 WHERE entry = 7 AND line = 1")
    assert verdict()[:2] == (False, 7)
    attack("UPDATE entry SET kind = 'fold' WHERE seq = 5")
    assert verdict()[:2] == (False, 5)


def test_a_book_that_is_written_meanwhile_is_verified_as_it_stood(book, monkeypatch):
    """Another program reads the whole book, portion by portion; the desk goes on writing."""
    monkeypatch.setattr(module, "PORTION", 2)
    look = module._Reading._portion
    with Journal.open(book) as desk, Journal.read(book) as reader:

        def slow(self, first, last):
            tip = pay(100, "patrons", "drawer")
            desk.append(Draft(fact=fact("declare tips"), at=AT, day=1, postings=tip))
            look(self, first, last)

        monkeypatch.setattr(module._Reading, "_portion", slow)
        assert reader.verify()[:2] == (True, 12)
        assert desk.head.seq > 12


# Every field of every table, one by one


def flips(value, *, key):
    """Other values for a field of the same type; of a key, such as no other row has."""
    if value is None:
        return [1, "x"]
    if isinstance(value, int):
        return [value + 100] if key else [value + 1, -value or 7]
    if isinstance(value, bytes):
        bits = [(at, 1 << bit) for at, bit in ((0, 0), (len(value) // 2, 3), (len(value) - 1, 7))]
        return [bytes(b ^ bit if i == at else b for i, b in enumerate(value)) for at, bit in bits]
    return [value + " ", "x" + value, None] if not key else [value + " "]


FIELDS = [(table, column) for table, (columns, _, _) in TABLES.items() for column in columns]


@pytest.mark.parametrize(("table", "column"), FIELDS)
def test_a_changed_field_is_found_and_its_entry_named(made, tmp_path, table, column):
    columns, keys, owner = TABLES[table]
    book = tmp_path / "pit.book"
    shutil.copy(made, book)
    attack = Attacker(book)
    rows = attack.rows(table)
    attack.connection.close()
    changed = 0
    for row in rows:
        for other in flips(row[column], key=column in columns[:keys]):
            shutil.copy(made, book)
            attack = Attacker(book)
            try:
                attack.update(table, row, column, other)
            except sqlite3.IntegrityError:  # the column takes no such value, whoever writes it
                assert other is None or isinstance(other, str)
                continue
            finally:
                attack.connection.close()
            with Journal.read(book) as journal:
                found = journal.verify()
            assert not found.ok, (row, other)
            if owner:
                assert found.seq == row[owner], (row, other, found)
            else:
                assert row["place"] in found.words
            changed += 1
    assert changed >= len(rows)


OTHER_TYPES = [
    (table, column, value)
    for table, column in FIELDS
    for value in (None, "text", 1.5)
    if table != "balance" and column != "seq"
    if value is not None or column not in (*TABLES[table][0][: TABLES[table][1]], "about", "request")
]


@pytest.mark.parametrize("since", [1, 4])
@pytest.mark.parametrize(("table", "column", "value"), OTHER_TYPES)
def test_a_value_of_another_type_is_found(book, table, column, value, since):
    """As a flipped bit in a record's own header makes it: no constraint has a say."""
    sql = redefine(book, table, lambda sql: sql.replace(" STRICT,", "").replace(" STRICT", ""))
    redefine(book, table, lambda sql: sql.replace("NOT NULL", "").replace(", WITHOUT", " WITHOUT"))
    attack = Attacker(book)
    row = attack.rows(table)[-1]
    attack.update(table, row, column, value)
    attack.connection.close()
    redefine(book, table, lambda _: sql)
    with Journal.read(book) as journal:
        found = journal.verify(since)
    assert not found.ok
    assert since > 1 or found.seq in (0, row[TABLES[table][2]])


def redefine(book, table, change):
    """Write over what the file says a table is; what it said before."""
    connection = sqlite3.connect(book, isolation_level=None)
    connection.execute("PRAGMA writable_schema = on")
    where = "WHERE type = 'table' AND name = ?"
    (sql,) = connection.execute(f"SELECT sql FROM sqlite_schema {where}", [table]).fetchone()
    connection.execute(f"UPDATE sqlite_schema SET sql = ? {where}", [change(sql), table])
    connection.close()
    return sql


# Whole rows


@pytest.mark.parametrize("seq", range(1, 13))
@pytest.mark.parametrize("table", ["entry", "posting", "signature", "number"])
def test_a_deleted_row_is_found_and_its_entry_named(attack, verdict, table, seq):
    owner = TABLES[table][2]
    rows = [row for row in attack.rows(table) if row[owner] == seq]
    attack(f"DELETE FROM {table} WHERE {owner} = {seq}")
    assert verdict()[:2] == ((False, seq) if rows else (True, 12))


@pytest.mark.parametrize(
    ("sql", "seq"),
    [
        ("INSERT INTO posting VALUES (1, 0, 'drawer', 'cash', 5)", 1),
        ("INSERT INTO posting VALUES (7, 4, 'drawer', 'cash', 5)", 7),
        ("INSERT INTO posting VALUES (7, -1, 'drawer', 'cash', 5)", 7),
        ("INSERT INTO posting VALUES (13, 0, 'drawer', 'cash', 5)", 13),
        ("INSERT INTO posting VALUES (0, 0, 'drawer', 'cash', 5)", 13),
        ("INSERT INTO signature VALUES (2, 0, 'jo', 'cashier', 'record', 'JO', 'pin')", 2),
        ("INSERT INTO signature VALUES (4, 1, 'pia', 'shift manager', 'both', 'PO', 'pin')", 4),
        ("INSERT INTO signature VALUES (99, 0, 'jo', 'cashier', 'record', 'JO', 'pin')", 13),
        ("INSERT INTO number VALUES ('fill', 415, 11)", 11),
        ("INSERT INTO number VALUES ('fill', 500, 4)", 4),
        ("INSERT INTO number VALUES ('credit', 500, 4)", 4),
        ("INSERT INTO number VALUES ('fill', 411, 1)", 1),
        ("INSERT INTO number VALUES ('iou', 1, 7)", 7),
        ("INSERT INTO number VALUES ('iou', 1, 13)", 13),
        ("INSERT INTO balance VALUES ('tray 3', '$5', 9)", 12),
        ("INSERT INTO balance VALUES ('tray 3', '$5', 0)", 12),
        ("UPDATE posting SET line = -1 WHERE entry = 7 AND line = 0", 7),
        ("UPDATE signature SET line = -1 WHERE entry = 3 AND line = 0", 3),
        ("DELETE FROM balance WHERE place = 'in transit'", 12),
        ("DELETE FROM balance", 12),
    ],
)
def test_a_row_too_many_or_too_few_is_found(attack, verdict, sql, seq):
    attack(sql)
    assert verdict()[:2] == (False, seq)


def test_a_pair_of_postings_with_the_balances_made_to_fit_is_found(attack, verdict):
    """What passes every sum is still not what the hashed bytes say."""
    attack(
        "UPDATE posting SET amount = amount * 2 WHERE entry = 7 AND instrument = '$5'",
        "UPDATE balance SET amount = amount + 5 WHERE place = 'tray 2' AND instrument = '$5'",
        "UPDATE balance SET amount = amount - 5 WHERE place = 'in transit' AND instrument = '$5'",
    )
    assert verdict()[:3] == (False, 7, "its postings in the table are not what its bytes say")


@pytest.mark.parametrize(("one", "other"), [(1, 2), (5, 6), (8, 9), (4, 12)])
def test_swapped_entries_are_found(attack, verdict, one, other):
    attack(
        f"UPDATE entry SET seq = 99 WHERE seq = {one}",
        f"UPDATE entry SET seq = {one} WHERE seq = {other}",
        f"UPDATE entry SET seq = {other} WHERE seq = 99",
    )
    assert verdict()[:2] == (False, one)


def test_entries_that_are_closed_up_after_one_is_taken_out_are_found(attack, verdict):
    attack(
        *(f"DELETE FROM {table} WHERE {TABLES[table][2]} = 8" for table in ("entry", "posting")),
        "UPDATE entry SET seq = seq - 1 WHERE seq > 8",
        *(f"UPDATE {table} SET entry = entry - 1 WHERE entry > 8" for table in ("posting", "number")),
        "UPDATE signature SET entry = entry - 1 WHERE entry > 8",
    )
    assert verdict()[:2] == (False, 8)


@pytest.mark.parametrize("last", [0, 1, 4, 7, 11])
def test_a_tail_that_was_cut_off_everywhere_is_found_by_the_noted_head(book, attack, verdict, last):
    attack(*cut(attack, last))
    assert verdict()[:2] == (False, last + 1)
    book.with_name("pit.book.head").unlink()
    assert verdict()[:2] == (True, last)  # nothing but a head kept elsewhere can see it


def cut(attack, last):
    """Statements that take away all after an entry and make the balances fit."""
    kept = {}
    for row in attack.rows("posting"):
        if row["entry"] <= last:
            key = row["place"], row["instrument"]
            kept[key] = kept.get(key, 0) + row["amount"]
    for table in ("entry", "posting", "signature", "number"):
        yield f"DELETE FROM {table} WHERE {TABLES[table][2]} > {last}"
    yield "DELETE FROM balance"
    for (place, instrument), amount in kept.items():
        yield "INSERT INTO balance VALUES (?, ?, ?)", (place, instrument, amount)


@pytest.mark.parametrize("seq", [1, 4, 7, 12])
def test_a_chain_that_was_computed_anew_is_found_by_the_noted_head(book, attack, verdict, seq):
    def rewrite(*, seal):
        changed, links = [], [bytes(32)]
        for row in attack.rows("entry"):
            body = row["body"]
            if row["seq"] == seq and b"forged" not in body:
                forged = b'"detail":{"warnings":["forged"],'
                body = body.replace(b'"detail":{', forged).replace(b",}", b"}")
            if row["seq"] == 12 and seal:
                body = re.sub(rb'"head":"[0-9a-f]*"', b'"head":"%b"' % links[-1].hex().encode(), body)
            links.append(chain(links[-1], body))
            values = (body, links[-1], row["seq"])
            changed.append(("UPDATE entry SET body = ?, hash = ? WHERE seq = ?", values))
        attack(*changed)

    rewrite(seal=False)
    found = verdict()
    assert found[:2] == (False, 12)
    assert found.code == "head"
    book.with_name("pit.book.head").unlink()
    assert verdict().code == ("" if seq == 12 else "seal")
    rewrite(seal=True)
    assert verdict().ok  # nothing but what was signed or printed of it can see it


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        (b'"detail":{', b'"detail":{"forged":true,', "Object contains unknown field `forged`"),
        (b'"table":"2"', b'"table":2', "Expected `str`, got `int` - at `$.table`"),
        (b'"table":"2",', b"", "Object missing required field `table`"),
        (b'"chips":{}', b'"chips":{"$5":"1"}', "got `str` - at `$[...]` - at `$.chips`"),
        (b'"chips":{}', b'"chips":{"five":1}', "'five' is not a chip; write $5"),
    ],
)
def test_an_entry_that_cannot_be_read_is_found_in_a_chain_computed_anew(
    attack, verdict, was, now, words
):
    changed, link = [], bytes(32)
    for row in attack.rows("entry"):
        body = row["body"].replace(was, now) if row["seq"] == 5 else row["body"]
        link = chain(link, body)
        changed.append(("UPDATE entry SET body = ?, hash = ? WHERE seq = ?", (body, link, row["seq"])))
    attack(*changed)
    found = verdict()
    assert found[:2] == (False, 5)
    assert found.words.startswith("it cannot be read: entry 5 (fill): ")
    assert words in found.words


@pytest.mark.parametrize("end", ["fill", "tail"])
def test_numbers_that_do_not_follow_are_found_even_in_a_chain_computed_anew(attack, verdict, end):
    """Fill 413 becomes 999 in every place that says so."""
    changed, link = [], bytes(32)
    for row in attack.rows("entry"):
        body = row["body"].replace(b'"number":["fill",413]', b'"number":["fill",999]')
        link = chain(link, body)
        changed.append(("UPDATE entry SET body = ?, hash = ? WHERE seq = ?", (body, link, row["seq"])))
    attack(*changed, "UPDATE number SET number = 999 WHERE entry = 5")
    assert verdict()[:3] == (False, 5, "fill 000999 does not follow 000412")


def test_postings_that_do_not_sum_to_zero_are_found_even_in_a_chain_computed_anew(attack, verdict):
    changed, link = [], bytes(32)
    for row in attack.rows("entry"):
        body = row["body"].replace(b'["supplier","$5",-90]', b'["supplier","$5",-80]')
        link = chain(link, body)
        changed.append(("UPDATE entry SET body = ?, hash = ? WHERE seq = ?", (body, link, row["seq"])))
    attack(*changed, "UPDATE posting SET amount = -80 WHERE entry = 2 AND amount = -90")
    assert verdict()[:3] == (False, 2, "its postings do not sum to zero")


# A quick look from the middle


@pytest.mark.parametrize("since", range(1, 13))
def test_a_look_from_an_entry_on_finds_what_lies_after_it(attack, book, since):
    def look():
        with Journal.read(book) as journal:
            return journal.verify(since)[:2]

    assert look() == (True, 12)
    attack("UPDATE entry SET kind = 'fold' WHERE seq = 3")
    assert look() == ((False, 3) if since <= 3 else (True, 12))
    attack("UPDATE signature SET person = 'dan' WHERE entry = 7")
    assert look() == ((False, 3) if since <= 3 else (False, 7) if since <= 7 else (True, 12))
    attack("UPDATE entry SET hash = zeroblob(32) WHERE seq = 12")
    assert look() == ((False, 3) if since <= 3 else (False, 7) if since <= 7 else (False, 12))


def test_a_look_from_the_middle_names_a_body_that_is_no_bytes(attack, book, monkeypatch):
    """As a flipped bit in the header of a row makes it."""
    setup = module._SETUP.replace("entry.body", "CAST(entry.body AS TEXT)")
    monkeypatch.setattr(module, "_SETUP", setup)
    with Journal.read(book) as journal:
        assert journal.verify(7)[:2] == (False, 1)


def test_a_look_from_the_middle_takes_the_numbers_before_as_they_stand(attack, book):
    attack("UPDATE number SET number = 420 WHERE entry = 5")
    with Journal.read(book) as journal:
        assert journal.verify(7).ok
        assert journal.verify(6)[:2] == (False, 6)
        assert journal.verify(5)[:2] == (False, 5)


def test_a_look_from_beyond_the_end(book):
    with Journal.read(book) as journal:
        assert journal.verify(13)[:2] == (True, 12)
        assert not journal.verify(15).ok


# Guards and schema


@pytest.mark.parametrize(
    "sql",
    [
        "DROP TRIGGER entry_stays",
        "DROP TRIGGER posting_balance",
        "DROP INDEX entry_setup",
        "CREATE TABLE extra (a)",
        "CREATE TRIGGER quiet AFTER INSERT ON entry BEGIN DELETE FROM attempt; END",
        "ALTER TABLE attempt ADD COLUMN note TEXT",
        "CREATE VIEW v AS SELECT 1",
    ],
)
def test_a_changed_schema_is_found(attack, verdict, sql):
    attack.connection.execute(sql)
    found = verdict()
    assert found[:2] == (False, 0)
    assert "changed since it was created" in found.words


# What opens for writing, and is not verified first


@pytest.mark.parametrize("noted", [True, False])
def test_an_index_that_lost_set_up_does_not_open_to_write(book, attack, noted):
    """Made anew over a part of the entries, and declared as before."""
    connection = attack.connection
    connection.execute("PRAGMA writable_schema = on")
    for was, now in (("day = 0", "day = 1"), ("day = 1", "day = 0")):
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'entry_setup'", (was, now)
        )
        version = connection.execute("PRAGMA schema_version").fetchone()[0]
        connection.execute(f"PRAGMA schema_version = {version + 1}")
        connection.close()
        connection = sqlite3.connect(book, isolation_level=None)
        if now == "day = 1":
            connection.execute("REINDEX entry_setup")
            connection.execute("PRAGMA writable_schema = on")
    connection.close()
    if not noted:
        book.with_name("pit.book.head").unlink()
    with pytest.raises(Trouble, match="its index of people and set-up does not have what was written"):
        Journal.open(book)


def test_a_number_too_many_does_not_open_to_write(book, attack):
    """The next fill would be 000501."""
    attack("INSERT INTO number VALUES ('fill', 500, 4)")
    with pytest.raises(Trouble, match="its table of numbers does not have what was written"):
        Journal.open(book)


def test_a_balance_that_was_changed_does_not_open_to_write(book, attack):
    attack("UPDATE balance SET amount = amount + 1 WHERE place = 'tray 2' AND instrument = '$5'")
    with pytest.raises(Trouble, match=r"its balances of \$5 do not sum to zero"):
        Journal.open(book)


# Bits that flip


def stored(book):
    """Every stored value, read from the tables themselves, and what a journal answers from them."""
    connection = sqlite3.connect(f"file:{book}?mode=ro", uri=True)
    try:
        tables = [
            connection.execute(f"SELECT {', '.join(columns)} FROM {table} NOT INDEXED").fetchall()
            for table, (columns, _, _) in TABLES.items()
        ]
    finally:
        connection.close()
    with Journal.read(book) as journal:
        answers = [
            journal.head,
            journal.setup(),
            journal.entries(),
            journal.balances(),
            [journal.numbered("fill", number) for number in range(410, 420)],
            [journal.requested(f"click {number}") for number in range(3)],
            [journal.last_number(series) for series in ("fill", "credit", "iou", "day")],
        ]
    return tables, answers


def flipped(data, seed, bits=1):
    changed = bytearray(data)
    choose = random.Random(seed)
    for _ in range(bits):
        changed[choose.randrange(len(changed))] ^= 1 << choose.randrange(8)
    return bytes(changed)


@pytest.mark.storm
@pytest.mark.parametrize("batch", range(10))
def test_a_flipped_bit_that_changes_a_value_is_never_called_whole(made, book, batch):
    data, before = made.read_bytes(), stored(made)
    found = 0
    for seed in (tried := seeds(300)[batch::10]):
        book.write_bytes(flipped(data, seed))
        try:
            with Journal.read(book) as journal:
                ok = journal.verify().ok
        except Trouble:
            ok = False
        if ok:
            assert stored(book) == before, seed
        found += not ok
    assert 0 < found < len(tried)


@pytest.mark.storm
@pytest.mark.parametrize("bits", [1, 4, 30, 200])
def test_a_book_full_of_noise_is_never_a_crash(made, book, bits):
    data = made.read_bytes()
    for seed in seeds(10):
        book.write_bytes(flipped(data, seed, bits))
        for way in (Journal.read, Journal.open):
            for since in (1, 4):
                try:
                    with way(book) as journal:
                        journal.verify(since)
                except Trouble:
                    pass


def test_no_false_alarm_when_a_whole_book_is_read_again_and_again(book):
    for _ in range(50):
        with Journal.open(book) as journal:
            assert journal.verify().ok
            assert journal.broken_promise() is None
