"""Rows for a spreadsheet: the one way that PitDesk writes a CSV file, and reads it back.

A spreadsheet runs a cell that begins with = + - @, also behind spaces and in full-width forms. It may
break cells at semicolons, tabs and line ends. An apostrophe is put before words that begin so, and
before an apostrophe, so that taking one away there gives back what was written. A number such as -5.00
stays as it is.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from unicodedata import category, normalize

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_BEGIN = r"(?:\A|(?<=[;\t\r\n]))"  # of a cell, wherever a spreadsheet breaks them
_MARKED = "'\t\r\n"
_RUN = "=+-@\N{MINUS SIGN}"


def written(rows: Iterable[Sequence[object]], end: str = "\r\n") -> str:
    """Rows as the text of a CSV file: nothing in it is run."""
    target = StringIO(newline="")
    csv.writer(target, lineterminator=end).writerows(map(cell, row) for row in rows)
    return target.getvalue()


def read(text: str) -> list[list[str]]:
    """The rows of a file that `written` wrote, each cell as it was before."""
    rows = csv.reader(StringIO(text, newline=""))
    return [[re.sub(f"{_BEGIN}'", "", one) for one in row] for row in rows]


def cell(value: object) -> str:
    """A cell as it is written: a number as it is, words so that no spreadsheet runs them."""
    words = str(value)
    if _NUMBER.fullmatch(words):
        return words
    return re.sub(_BEGIN, lambda at: "'" * _risky(words[at.end() :]), words)


def _risky(words: str) -> bool:
    """Whether they begin with an apostrophe, a line end, or, as far as can be seen, what is run."""
    if not words or words[0] in _MARKED:
        return bool(words)
    seen = (char for char in words if char != '"' and category(char)[0] not in "ZC")
    return any(char in _RUN for char in normalize("NFKC", next(seen, ""))[:1])
