"""What is looked over at a table of twenty-one before it opens: 99-01.3-08-02, 08-07."""

from pitdesk import kinds
from pitdesk.book.day import Day

SORTED, SHOE = "sorted", "shoe"
ITEMS = {  # item → in words
    "decks": "Four, six or eight decks; the shoe is at the dealer's left and holds four",
    "cards": "Cards alike, large faces, black, and red or maroon",
    "backs": "Backs of one main color, or half of the decks one and half another",
    SORTED: "Each deck sorted; no card missing, marked, bent or cut",
    SHOE: "The shoe is whole",
    "felt": "Felt green, seven spaces or fewer, its words as the house deals",
    "numbers": "Table and box bear the same number; the plunger is in its slot",
}
DEALERS = ("decks", "cards", "backs", SORTED)  # what a dealer looks over, and nobody else
SECURED = {  # what is done at an open table that nobody deals at
    "tray": "The tray is locked, or taken away",
    "cards": "The cards are off the table, or covered",
    "shoe": "The shoe is covered, or taken away",
}


def looked_over(day: Day, table: str) -> dict[str, str]:
    """What was last said of each item of a table that day: "" for fine, else what is wrong."""
    found: dict[str, str] = {}
    for fact, _ in day.facts(kinds.Checklist):
        if fact.table == table:
            found |= {item: fact.faults.get(item, "") for item in fact.looked}
    return found
