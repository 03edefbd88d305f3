"""The bank's statement: files as banks give them out, and deposits that are there, or not, or late."""

import re
from datetime import date, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.banking import deposit_due
from pitdesk.book.site import Deposit
from pitdesk.chips import dollars
from pitdesk.documents.statement import Credit, match, read
from pitdesk.errors import Trouble

FRIDAY, MONDAY = date(2026, 11, 20), date(2026, 11, 23)


def csv(text: str) -> list[tuple[date, int, str]]:
    return [(one.date, one.cents, one.words) for one in read(text.encode(), "november.csv")]


# CSV


@pytest.mark.parametrize(
    "text",
    [
        'Date,Description,Amount\n11/23/2026,DEPOSIT 1001,"1,234.56"\n11/24/2026,FEE,-12.00\n',
        "Posted;Memo;Amount\n2026-11-23;DEPOSIT 1001;$1,234.56\n2026-11-24;FEE;(12.00)\n",
        "Posted;Memo;Amount\n2026-11-23;DEPOSIT 1001;$1,234.56\n2026-11-24;FEE;$(12.00)\n",
        "Type,Date,Memo,Amount\nCredit,11/23/2026,DEPOSIT 1001,1234.56\nDebit,11/24/2026,FEE,12.00\n",
        "Type,Date,Memo,Amount,Dr/Cr\nD,11/23/2026,DEPOSIT 1001,1234.56,CR\nFEE,11/24/2026,FEE,12,DR\n",
        "Type,Date,Memo,Amount\nCREDIT,11/23/2026,DEPOSIT 1001,1234.56\nDEBIT,11/24/2026,FEE,-12.00\n",
        "\ufeffPosting Date,Description,Debit,Credit\n11/23/26,DEPOSIT 1001,,1234.56\n11/24/26,FEE,12\n",
        "Date,Description,Debit,Credit\r\n11/23/2026,DEPOSIT 1001,,1234.56\r\n11/24/2026,FEE,-12,\r\n",
        "Account 4411\n\nDate\tDetails\tAmount\tBalance\nNov 23, 2026\tDEPOSIT 1001\t$1,234.56 CR\t\n"
        "24-Nov-2026\tFEE\t12.00 DR\t99\n",
        'Date;Description;Amount\n23-Nov-2026;DEPOSIT 1001;1.234,56\n20261124;FEE;"12,00-"\n',
        "Transaction Date,Post Date,Description,Amount\n11/20/2026,11/23/2026,DEPOSIT 1001,+1234.56\n"
        "11/20/2026,11/24/2026 00:00:00,FEE,\N{MINUS SIGN}$12.00\n\n",
        '"Date","Description","Amount"\n"11/23/2026 9:15 AM","DEPOSIT  1001"," $1,234.56 "\n'
        '"2026-11-24T00:00:00","FEE","$-12"\n"","Ending balance",""\n',
    ],
)
def test_statements_of_several_banks_say_the_same(text):
    assert csv(text) == [(MONDAY, 123456, "DEPOSIT 1001"), (MONDAY + timedelta(1), -1200, "FEE")]


def test_other_encodings_and_the_banks_number():
    text = "Date,Payee,Reference Number,Amount\n11/23/2026,Caf\u00e9,000771,5\n"
    for data in (text.encode("cp1252"), text.encode("utf-16"), text.encode("utf-8-sig")):
        (one,) = read(data, "x.csv")
        assert (one.words, one.reference, one.where) == ("Caf\u00e9", "000771", "x.csv, line 2")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "november.csv: no line names a Date and an Amount"),
        ("a,b\n1,2\n", "november.csv: no line names a Date and an Amount"),
        ("Date,Amount\n13/23/2026,5\n", "line 2: '13/23/2026' is no date"),
        ("Date,Amount\n,5\n", "line 2: '' is no date"),
        ("Date,Amount\n11/23/2026,12.345\n", "line 2: '12.345' is not money"),
        ("Date,Amount\n\n11/23/2026,1e3\n", "line 3: '1e3' is not money"),
        ("Date,Amount\n11/23/2026,(5\n", "line 2: '(5' is not money"),
        ("Date,Amount\n11/23/2026,(-5)\n", "it has two signs"),
        ('Date,Amount\n11/23/2026,"1,23,456.00"\n', "is not money"),
        ("Date,Amount\n11/23/2026,.\n", "is not money"),
        ("Date,Description,Credit\n11/23/2026,x,nan\n", "'nan' is not money"),
        ("x\nDate,Amount,Balance, amount\n", "line 2: 'Amount' heads columns 2 and 4: which one holds?"),
        ("Date,Date,Amount\n", "line 1: 'Date' heads columns 1 and 2"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text, words):
    with pytest.raises(Trouble) as caught:
        csv(text)
    assert words in str(caught.value)
    assert "Get the statement from the bank again" in str(caught.value)


@given(st.integers(-(10**12), 10**12), st.integers(0, 5))
def test_money_comes_back_to_the_cent(cents, style):
    """Amounts that binary fractions cannot hold are read as they are written."""
    plain = dollars(abs(cents))
    ways = [f"{plain}", f"${plain}", plain.replace(",", ""), f"{plain} CR", f"+{plain}", f" {plain} "]
    owed = [f"-{plain}", f"({plain})", f"-${plain}", f"{plain} DR", f"$-{plain}", f"{plain}-"]
    written = (owed if cents < 0 else ways)[style]
    assert csv(f'Date,Amount\n2026-11-23,"{written}"\n')[0][1] == cents


# OFX

OFX = """OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261201
<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>091300010<ACCTID>4411<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
{}</BANKTRANLIST><LEDGERBAL><BALAMT>9000.00<DTASOF>20261130</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
"""
LINE = "<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>{}<TRNAMT>{}<FITID>{}<NAME>{}<MEMO>counter</STMTTRN>\n"
LINES = (
    LINE.format("20261123233000[-6:CST]", "1234.56", "A1", "Dakota Lions 1001")
    + LINE.format("20261124", "-12.00", "A2", "FEE")
    + LINE.format("20261123120000.000[0:GMT]", "0.29", "A3", "Caf\u00e9")
)
FOUND = [
    (MONDAY, 123456, "Dakota Lions 1001 counter", "A1"),
    (MONDAY + timedelta(1), -1200, "FEE counter", "A2"),
    (MONDAY, 29, "Caf\u00e9 counter", "A3"),
]


def told(credits: list[Credit]) -> list[tuple[date, int, str, str]]:
    return [(one.date, one.cents, one.words, one.reference) for one in credits]


def test_ofx_has_the_dates_that_the_bank_wrote():
    """Half past eleven in the evening is not the next day, whatever it is in Greenwich."""
    assert told(read(OFX.format(LINES).encode("cp1252"), "november.qfx")) == FOUND


def test_ofx_in_xml_and_in_a_file_of_another_name():
    body = OFX.format(LINES).partition("<OFX>")[2]
    header = '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n<OFX>'
    assert told(read((header + body).encode(), "november.txt")) == FOUND


def test_a_line_that_stands_twice_in_an_ofx_is_one():
    assert told(read(OFX.format(LINES + LINES).encode("cp1252"), "november.ofx")) == FOUND


def test_two_lines_of_one_number_that_differ_are_told():
    other = LINE.format("20261124", "99.00", "A1", "Dakota Lions 1001")
    words = "transaction 1 and transaction 4 have one number, A1, and differ: 1,234.56 of 2026-11-23,"
    with pytest.raises(Trouble, match=re.escape(words)):
        read(OFX.format(LINES + other).encode("cp1252"), "november.ofx")


def test_a_line_that_says_its_amount_twice_is_told():
    line = LINE.format("20261124", "99.00<TRNAMT>9900.00", "A9", "x")
    words = "transaction 4 has more than one TRNAMT: '99.00' and '9900.00'"
    with pytest.raises(Trouble, match=re.escape(words)):
        read(OFX.format(LINES + line).encode("cp1252"), "november.ofx")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<html>Please sign in</html>",
        OFX.format("<STMTTRN><TRNTYPE>CREDIT<TRNAMT>5<FITID>1</STMTTRN>").encode(),
        OFX.format(LINE.format("20261145", "5", "1", "x")).encode(),
        OFX.format(LINE.format("20261123", "5.005", "1", "x")).encode(),
        OFX.format(LINE.format("20261123", "five", "1", "x")).encode(),
        OFX.format(LINE.format("00000000", "5", "1", "x")).encode(),
        b"OFXHEADER\n" + OFX.format(LINES).encode("cp1252"),
    ],
)
def test_a_bad_ofx_is_told(data):
    with pytest.raises(Trouble, match=r"november\.ofx: it cannot be read as OFX"):
        read(data, "november.ofx")


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_in_words(data):
    for name in ("x.csv", "x.ofx"):
        try:
            found = read(data, name)
        except Trouble as trouble:
            found, words = [], str(trouble)
        else:
            words = name
        assert name in words
        assert all(type(one.cents) is int for one in found)


# Deposits


def deposit(made: date, cents: int, slip: str = "1001", of: date | None = None) -> Deposit:
    return Deposit((of or made - timedelta(1),), made, cents, 0, "Prairie Bank", slip)


def credit(on: date, cents: int, words: str = "DEPOSIT", where: str = "line 2") -> Credit:
    return Credit(on, cents, words, "", where)


STILL = (credit(date(2026, 11, 1), -1, "x"), credit(date(2026, 12, 31), -1, "x"))  # how far it reaches


def test_a_month_by_hand():
    deposits = [
        deposit(MONDAY, 1_000_00, "1001"),
        deposit(MONDAY, 1_000_00, "1002"),
        deposit(MONDAY + timedelta(7), 700_00, "1003"),
        deposit(MONDAY + timedelta(8), 650_00, "1004"),
        deposit(MONDAY + timedelta(9), 900_00, "1005", of=FRIDAY),
        deposit(date(2026, 12, 31), 55_00, "1006", of=date(2026, 12, 30)),
    ]
    credits = [
        *STILL,
        credit(MONDAY + timedelta(1), 1_000_00, "BRANCH DEPOSIT 0001002"),
        credit(MONDAY, 1_000_00, where="line 4"),
        credit(MONDAY + timedelta(8), 695_00, "DEPOSIT 1003 CORRECTED"),
        credit(MONDAY + timedelta(14), 44_00, "INTEREST"),
    ]
    found = match(deposits, credits)
    assert [(pair.deposit.slip, pair.credit.where, pair.why) for pair in found.pairs] == [
        ("1002", "line 2", "the slip's number and the amount"),
        ("1001", "line 4", "the same amount"),
    ]
    assert [(pair.deposit.slip, pair.why) for pair in found.proposals] == [
        ("1003", "the slip's number, 5.00 less than noted")
    ]
    assert [one.slip for one in found.missing] == ["1004", "1005"]
    assert [one.slip for one in found.beyond] == ["1006"]
    assert [one.words for one in found.unknown] == ["INTEREST"]
    assert [(one.slip, due) for one, due in found.late] == [("1005", date(2026, 11, 25))]
    assert not found.agrees


def test_the_third_banking_day_is_in_time():
    in_time, late = (deposit(date(2026, 11, day), 5_00, of=FRIDAY) for day in (25, 27))
    assert match([in_time], []).late == ()
    assert match([late], []).late == ((late, date(2026, 11, 25)),)
    assert match([in_time], [], banking_days=2).late == ((in_time, date(2026, 11, 24)),)


def test_amounts_that_repeat_are_matched_in_order_and_all_of_them():
    """The night's deposit is often the same: the first must not take the only line of the second."""
    days = [MONDAY, MONDAY + timedelta(1), MONDAY + timedelta(2)]
    posted = [MONDAY + timedelta(1), MONDAY + timedelta(2), MONDAY + timedelta(4)]
    for order in permutations(posted):
        found = match([deposit(on, 5_00, f"{on}") for on in days], [credit(on, 5_00) for on in order])
        assert [(pair.deposit.made, pair.credit.date) for pair in found.pairs] == [
            *zip(days, posted, strict=True)
        ]
        assert found.agrees


def test_a_line_of_a_deposit_that_was_taken_back_says_so_unless_another_is_that_line():
    gone = Deposit((FRIDAY,), MONDAY, 100_00, 0, "First", "88", reason="twice")
    line = Credit(MONDAY, 100_00, "DEPOSIT", where="line 2")
    found = match([], [line], gone=[gone])
    assert [(one.deposit, one.credit) for one in found.gone] == [(gone, line)]
    assert (found.unknown, found.agrees) == ((), False)
    anew = Deposit((FRIDAY,), MONDAY, 100_00, 0, "First", "89")
    assert match([anew], [line], gone=[gone]).agrees


def test_another_amount_is_proposed_up_to_a_tenth_of_it():
    near, far = (match([deposit(MONDAY, 500_00)], [credit(MONDAY, cents)]) for cents in (450_00, 449_99))
    assert [pair.why for pair in near.proposals] == [
        "about the same time and amount, 50.00 less than noted"
    ]
    assert (far.proposals, len(far.unknown)) == ((), 1)


def test_a_line_far_off_is_proposed_and_what_the_bank_took_is_not():
    found = match([deposit(MONDAY, 5_00)], [credit(MONDAY + timedelta(20), 5_00), credit(MONDAY, -5_00)])
    (pair,) = found.proposals
    assert pair.why == "the same amount, at another time"
    assert not match([deposit(MONDAY, 5_00)], [credit(MONDAY, -5_00)]).pairs
    assert match([], [credit(MONDAY, -5_00)]).agrees


days = st.dates(date(2026, 11, 1), date(2026, 11, 30))
money = st.sampled_from([100_00, 200_00, 250_00, 300_00])
slips = st.sampled_from(["1001", "1002", "0", ""])


@given(
    st.lists(st.builds(deposit, days, money, slips), max_size=8),
    st.lists(st.builds(credit, days, money | st.just(-100_00), slips), max_size=8),
)
def test_nothing_is_matched_twice_and_nothing_is_lost(deposits, credits):
    """Each stands in exactly one list; equal amounts that fit are never left lying side by side."""
    credits = [
        Credit(one.date, one.cents, one.words, "", f"line {at}") for at, one in enumerate(credits)
    ]
    found = match(deposits, credits)
    pairs = [*found.pairs, *found.proposals]
    used = [pair.credit for pair in pairs] + [*found.unknown]
    assert sorted(one.where for one in used) == sorted(one.where for one in credits if one.cents > 0)
    kept = [pair.deposit for pair in pairs] + [*found.missing, *found.beyond]
    assert sorted(map(repr, kept)) == sorted(map(repr, deposits))
    for pair in found.pairs:
        assert pair.deposit.cents == pair.credit.cents
    for one in (*found.missing, *found.beyond):
        for line in found.unknown:
            soon = one.made <= line.date <= deposit_due(one.made, 3)
            assert not (soon and one.cents == line.cents)
