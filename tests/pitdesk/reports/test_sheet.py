"""CSV files: no spreadsheet runs what somebody wrote, and reading gives back what it was."""

import csv
import re
import unicodedata
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitdesk.reports.sheet import cell, read, written
from tests.files import ROOT

RUN = "=+-@\N{MINUS SIGN}\N{FULLWIDTH EQUALS SIGN}\N{SMALL PLUS SIGN}\N{FULLWIDTH COMMERCIAL AT}"
UNSEEN = "\N{NO-BREAK SPACE}\N{ZERO WIDTH SPACE}\ufeff\x00\x1b"
PIECES = [*RUN, *UNSEEN, *"';,\t\r\n\"| a1."]
WORDS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=20),
    st.from_regex(r"-?[0-9]{1,6}(\.[0-9]{2})?", fullmatch=True),
)
ROWS = st.lists(st.lists(WORDS, min_size=1, max_size=5), max_size=5)


def begins(words: str) -> str:
    """What a spreadsheet takes for the first character: behind all that it cannot show, half as wide."""
    seen = (char for char in words if char != '"' and unicodedata.category(char)[0] not in "ZC")
    return unicodedata.normalize("NFKC", next(seen, ""))[:1]


def runs(words: str) -> bool:
    """Whether a spreadsheet would run it: a text with a dangerous beginning."""
    if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", words):
        return False
    return begins(words) in {*"=+-@\N{MINUS SIGN}"} or words[:1] in {*"\t\r\n"}


@settings(max_examples=400)
@given(ROWS)
def test_what_is_written_is_read_back_and_nothing_is_run(rows):
    text = written(rows)
    assert read(text) == rows
    for row in csv.reader(StringIO(text, newline="")):
        assert not any(map(runs, row))


def test_line_ends_are_as_asked_for():
    assert written([["a", -5], ["=b", ""]]) == "a,-5\r\n'=b,\r\n"
    assert written([["a"], ["b"]], end="\n") == "a\nb\n"


@settings(max_examples=400)
@given(WORDS)
def test_nothing_is_run_where_a_spreadsheet_breaks_a_cell(words):
    """One that is set to semicolons or tabs, or takes a line end in quotes for the end of a row."""
    kept = cell(words)
    assert kept == words or not any(map(runs, re.split(r"[;\t\r\n]", kept)))


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("=HYPERLINK(A1)", "'=HYPERLINK(A1)"),
        ("  +1", "'  +1"),
        ("@SUM", "'@SUM"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("\tx", "'\tx"),
        ("-5.00", "-5.00"),
        (-5, "-5"),
        ("-5.00 short", "'-5.00 short"),
        ("--5", "'--5"),
        ("'tis", "''tis"),
        ("", ""),
        ("Ole; =1+1", "Ole;' =1+1"),
        ("2 - 3, = 5", "2 - 3, = 5"),
        ("O'Brien", "O'Brien"),
    ],
)
def test_an_apostrophe_stands_before_what_would_be_run(words, kept):
    assert cell(words) == kept


def test_nothing_else_writes_such_files():
    sources = [path for room in ("pitdesk", "ui", "printers") for path in (ROOT / room).rglob("*.py")]
    writing = [path.name for path in sources if re.search(r"csv\.(Dict)?[Ww]riter", path.read_text())]
    assert writing == ["sheet.py"]
