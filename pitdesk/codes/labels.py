"""The codes on labels of boxes, racks, bags and papers, in words that no slip's code has."""

import re

BOX, RACK, BAG, PAPERS = "BOX", "RACK", "BAG", "PAPERS"
_LABEL = re.compile(rf"PITDESK ({BOX}|{RACK}|{BAG}|{PAPERS}) ([0-9A-Z $%*+./:-]{{1,24}})")


def label_code(what: str, name: str) -> str:
    """The text of the square code of a label: letters that a small one holds."""
    return f"PITDESK {what} {name.upper()}"


def read_label(text: str) -> tuple[str, str] | None:
    """What a label is on and its name, such as ("BOX", "2"); None where a code is no label's."""
    found = _LABEL.fullmatch(text.strip().upper())
    return (found[1], found[2]) if found else None
