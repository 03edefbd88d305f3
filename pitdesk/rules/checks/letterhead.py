"""What stands above and below a slip: it fits every paper, and passes for no part of the slip."""

import re
from collections.abc import Iterator

from pitdesk import kinds
from pitdesk.rules.check import Act, Found, Scene, check

MOST_HEADING, MOST_FOOTER = 3, 2  # lines
LONGEST = 32  # letters: columns of the narrowest paper
_PRINTS = re.compile(r"[ -~]*")
_LOOKS = str.maketrans("015|!$", "OISIIS")  # what looks like a letter
_MARKS = re.compile(
    r"\b(VOID|VOIDED|DUPLICATE|PRACTICE|COPY|ORIGINAL|DROP BOX|DAILY RECORDS|GAMING DAY"
    r"|(?:FILL|CREDIT|A) SLIP|(?:PREPARED|VERIFIED|RECEIVED|READ) BY|CLOSES NOTHING|PAPER ABOVE)\b"
)
_TITLES = re.compile(
    r"(TABLE|TOTAL|CODE|KEEP WITH|PUT IN|END (?:FILL|CREDIT|READING)|21 TWENTY|PW PADDLE|THE NIGHT SO)\b"
)
_FACTS = re.compile(
    r"(ENTRY|READING|CASHIER|DEALER|SECOND|BOX|FILL|CREDIT|VALUE|TRAY|ORGANIZATION|SITE|DATE|TIME"
    r"|FROM|TO)\b"
)
_LABEL = re.compile(r"[A-Z]+(?: ?:| +[$0-9])")  # a word as it names a fact: DATE: Nov 20
_LINE = re.compile(r"([-_=*])\1\1")


@check("pd.letterhead", kinds.Letterhead)
def it_passes_for_nothing_else(act: Act[kinds.Letterhead], now: Scene) -> Found:
    if act.known.wrong:
        yield f"The logo cannot be used: {act.known.wrong}."
    parts = (("heading", act.fact.heading, MOST_HEADING), ("footer", act.fact.footer, MOST_FOOTER))
    for what, lines, most in parts:
        if len(lines) > most:
            yield f"A {what} has {most} lines at most, not {len(lines)}. Leave some out."
        for line in lines:
            for why in _unfit(line):
                shown = "".join(one if _PRINTS.fullmatch(one) else "?" for one in line)
                yield f"'{shown[:LONGEST]}' cannot stand in a {what}: {why}"


def _unfit(line: str) -> Iterator[str]:
    """Why a line is not printed above or below a slip."""
    if not _PRINTS.fullmatch(line):
        yield "receipt printers set plain letters, digits and signs alone. Write it without others."
    if len(line) > LONGEST:
        yield f"it has {len(line)} letters, and the narrowest paper {LONGEST} columns. Shorten it."
    if _LINE.search(line):
        yield "a row of dashes parts a slip, and a line is there to be initialed. Leave it out."
    if re.search(r"\d{6}", line):
        yield "six digits in a row could be taken for a slip's number. Write them in groups."
    if mark := _mark(line):
        yield f"'{mark}' could be taken for a part of the slip itself. Say it in other words."


def _mark(line: str) -> str:
    """What in a line could be taken for a mark or a fact of a slip, however it is spaced; or ""."""
    words = " ".join(re.findall(r"[A-Z0-9]+", line.upper()))
    joined = re.sub(r"\b(\w) (?=\w\b)", r"\1", words)  # V O I D
    for read in (words, joined, *(one.translate(_LOOKS) for one in (words, joined))):
        if found := _MARKS.search(read):
            return found[1]
    found = _TITLES.match(words) or (_LABEL.match(line.upper()) and _FACTS.match(words))
    return found[1] if found else ""
