from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.chips import Chips
from pitdesk.codes.keys import SiteKey
from pitdesk.documents.document import CONTEXT, SCHEMA, Document, DocumentHead, day_document

KEY, OTHER = SiteKey(bytes(range(32))), SiteKey(bytes(32))
SAID = {
    "schema": SCHEMA,
    "kind": "day",
    "number": 12,
    "previous": "ab" * 32,
    "organization": "Dakota Lions",
    "site": "Riverside Lounge",
    "date": "2026-11-20",
    "summary": {"gross": 52_000},
}
DOCUMENT = Document.signed(SAID, KEY)


def test_a_document_is_a_line_of_json_with_its_keys_in_order():
    assert b"\n" not in DOCUMENT.text
    assert DOCUMENT.text.startswith(b'{"date":"2026-11-20","kind":"day"')
    assert DOCUMENT.said == SAID | {"public": KEY.public}


def test_a_file_of_it_reads_back():
    again = Document.read(DOCUMENT.data)
    assert again == DOCUMENT
    assert again.wrong == ""
    assert again.sha256 == DOCUMENT.sha256


def test_it_says_what_it_is():
    assert (DOCUMENT.number, DOCUMENT.kind, DOCUMENT.site) == (
        12,
        "day",
        "Dakota Lions, Riverside Lounge",
    )
    assert DOCUMENT.name == "day 2026-11-20"
    assert DOCUMENT.file_name == "000012-day-2026-11-20.pitdesk"


@given(st.integers(0, len(DOCUMENT.text) - 1), st.integers(1, 255))
def test_no_byte_of_it_can_be_changed(at, by):
    text = bytearray(DOCUMENT.text)
    text[at] ^= by
    assert Document(bytes(text), DOCUMENT.public, DOCUMENT.signature).wrong


@given(st.integers(0, 127), st.sampled_from("0123456789abcdef"))
def test_no_digit_of_its_signature_can_be_changed(at, digit):
    signature = DOCUMENT.signature[:at] + digit + DOCUMENT.signature[at + 1 :]
    wrong = Document(DOCUMENT.text, DOCUMENT.public, signature).wrong
    assert bool(wrong) == (signature != DOCUMENT.signature)


def test_another_key_does_not_pass_for_the_one_it_names():
    forged = Document(DOCUMENT.text, OTHER.public, OTHER.sign(CONTEXT + DOCUMENT.text).hex())
    assert "the key it names" in forged.wrong
    assert (
        Document.signed(SAID, OTHER).wrong == ""
    )  # genuine in itself: whose key it is, head office knows


def test_a_slips_signature_is_none_of_a_document():
    assert Document(DOCUMENT.text, KEY.public, KEY.sign(DOCUMENT.text).hex()).wrong


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"[]", "cannot be read"),
        (b"{", "cannot be read"),
        (DOCUMENT.text.replace(b"document/1", b"document/2"), "schema"),
        (DOCUMENT.text.replace(b'"day","number"', b'"day", "number"'), "not written as documents are"),
        (DOCUMENT.text.replace(b'"number"', b'"number":7,"number"'), "not written as documents are"),
    ],
)
def test_what_is_no_document_of_this_schema(text, words):
    signature = KEY.sign(CONTEXT + text).hex()
    assert words in Document(text, KEY.public, signature).wrong


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        DOCUMENT.text,
        DOCUMENT.text + b"\n",
        DOCUMENT.text + b"\ned25519 only\n",
        DOCUMENT.data + b"more\n",
        DOCUMENT.data.replace(b"ed25519", b"rsa"),
        b"{}\ned25519 a b\n",
        b"\x89PNG\r\n\x1a\n",
        DOCUMENT.data.replace(KEY.public[:4].encode(), b"\xff\xfe\xfd\xfc"),
    ],
)
def test_a_file_that_is_no_document(data):
    try:
        document = Document.read(data)
    except ValueError as error:
        assert str(error).startswith("no document")  # noqa: PT017  (either of two ways)
    else:
        assert document.wrong


@pytest.mark.parametrize("edition", [1, 2])
def test_a_day_says_what_was_off_overnight_from_its_second_edition_on(pit, edition):
    pit.desk.edition = edition
    pit.end(t2=50_000)
    pit.later(days=1)
    pit.desk.open_day(date(2026, 11, 21), pit.by("pia", "jo"))
    counted = {"chip bank": pit.held("chip bank").names, "drawer": {"cash": 399_000}}
    pit.desk.count("opening", counted, pit.by("pia", "jo"))
    pit.desk.explain("drawer at opening", "nobody knows", pit.by("pia"))
    pit.open("2", pit.held("tray 2"))
    pit.end(390_000)
    said = day_document(DocumentHead(2, "", "", {}, practice=False), pit.desk.day)["summary"]
    assert said.get("overnight_cash") == (-1_000 if edition == 2 else None)
    assert ("overnight_chips" in said) == (edition == 2)


@pytest.mark.parametrize("edition", [2, 3])
def test_a_day_says_who_had_its_shifts_from_the_third_edition_on(dark, edition):
    dark.desk.edition = edition
    dark.begin()
    dark.arrive("sam")
    dark.later(hours=2)
    dark.desk.hand_over("sam", dark.by("pia", "sam"))
    dark.later(hours=1)
    dark.closing()
    sealed = dark.desk.close_day(400_000, dark.by("sam"))
    said = day_document(
        DocumentHead(1, "", "2026-11-20T22:00:00+00:00", {}, practice=False), dark.desk.day
    )
    ends = ["2026-11-20T22:00:00+00:00", "2026-11-21T00:00:00+00:00", sealed.at.isoformat()]
    shifts = [["PI", *ends[:2]], ["SA", *ends[1:]]]
    assert said.get("shifts") == (shifts if edition == 3 else None)


def test_a_day_says_what_each_cash_bank_is_of_it_where_there_are_several(pit):
    head = DocumentHead(1, "", "", {}, practice=False)
    pit.wheels()
    pit.arrive("wes")
    pit.desk.open_table("7", Chips.read("50xpw$1"), pit.by("wes"), limits=(100, 200))
    pit.desk.close_table("7", Chips.read("40xpw$1"), pit.by("wes"))
    pit.desk.redeem(Chips.read("4xpw$1"), pit.by("jo"))
    pit.desk.count("check", {"drawer PW": {"cash": 99_650}}, pit.by("jo"))
    pit.desk.explain("drawer PW", "a coin too many", pit.by("pia"))
    pit.end(t2=50_000, t7=2_000)
    said = day_document(head, pit.desk.day)
    one, wheel = said["banks"]
    assert (one["bank"], one["drawer"], wheel["bank"], wheel["drawer"]) == (
        "21",
        "drawer",
        "PW",
        "drawer PW",
    )
    assert (wheel["gross"], wheel["cash_profit"], wheel["over_short"]) == (2_000, 2_000 - 400 + 50, 50)
    assert one["deposit"] + wheel["deposit"] == said["deposit"]["cents"]
    assert (said["summary"]["over_short_pw"], said["summary"]["overnight_pw"]) == (50, 0)


def test_a_day_of_one_cash_bank_says_nothing_of_banks(pit):
    pit.end(t2=50_000)
    said = day_document(DocumentHead(1, "", "", {}, practice=False), pit.desk.day)
    assert "banks" not in said
    assert "over_short_pw" not in said["summary"]
