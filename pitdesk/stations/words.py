"""What is said where two books do not go together: what happened, to which, what to do now."""

from pitdesk.stations.wire import No

UNKNOWN = "The cage knows no such station: it was taken away, or never paired. Pair it at the cage."
REPLACED = (
    "What answers is not the cage any more: this station's copy follows a book that went on elsewhere,"
    " and this one stayed behind. Give the station the address of the new cage: 'What now' in its"
    " window, or 'pitdesk station FOLDER --cage HOST'."
)


def halted_by(station: str, head: int) -> str:
    """What the machine says at which nothing is written any more: another is the cage by now."""
    return (
        f"Nothing more is written here: the copy of {station} follows a book that went on at another"
        f" machine, and this book stayed behind, at entry {head}. Close PitDesk here and work"
        " there; write by hand there what only this book has. If no other machine became the cage,"
        f" {station} is wrong: take it away (House rule: set-up), and this book goes on."
    )


def older(station: str, seq: int) -> str:
    """What both ends say: the copy has what the book should have."""
    return (
        f"The copy of {station} has entry {seq}, and the cage's book does not have that one: an older"
        " copy was put in its place, or two machines went on as the cage. Nothing more is written at the"
        " cage. Verify both, and restore the one that has more. If the cage's book is right,"
        f" take {station} away (House rule: set-up), and pair it again in a new folder."
    )


def lost(station: str, first: int, last: int) -> No:
    """What a station is told whose copy has entries that the cage's book went on without."""
    return No(
        "lost",
        f"The copy of {station} has entries {first} to {last} of a book that the cage went on without:"
        " it was restored, or another machine became the cage. Look in the copy for what is to be"
        " written by hand. Then 'What now' in its window, or 'pitdesk station FOLDER --afresh', keeps it"
        " under another name and takes the cage's book.",
    )


def another_book(station: str) -> No:
    """What a station is told whose copy is of another book."""
    return No(
        "book",
        f"The copy of {station} is of another book than the cage's. If this is the right cage, 'What"
        " now' in the station's window, or 'pitdesk station FOLDER --afresh', keeps the copy under"
        " another name and takes the cage's book.",
    )
