"""What is looked over at a table before it is dealt at: 99-01.3-08-02, 08-07; of poker 09-04."""

from pitdesk import kinds
from pitdesk.book.day import Day

SORTED, SHOE, SPREAD = "sorted", "shoe", "spread"
ITEMS = {  # item → in words
    "decks": "Four, six or eight decks; the shoe is at the dealer's left and holds four",
    "cards": "Cards alike, large faces, black, and red or maroon",
    "backs": "Backs of one main color, or half of the decks one and half another",
    SORTED: "Each deck sorted; no card missing, marked, bent or cut",
    SHOE: "The shoe is whole",
    "felt": "Felt green, seven spaces or fewer, its words as the house deals",
    "numbers": "Table and box bear the same number; the plunger is in its slot",
}
POKER = {  # what is looked over of the deck of a poker table: item → in words
    "deck": "One full deck of fifty-two; backs alike, with nothing on them that gives a card away",
    "spare": "Spare decks at hand, whose backs have another main color",
    "inspected": "Sorted by suit, each back looked at; no card missing, taped, cut, marked or bent",
    SPREAD: "Spread face up in order before the players, then shuffled",
}
SHOWN = {SPREAD: "Spread face up, deck by deck in order, before the first player"}
CARDS = ("decks", "cards", "backs", SORTED)  # of ITEMS, what is looked over again as cards come back
DEALERS = (*CARDS, SPREAD)  # what a dealer looks over, and nobody else
SECURED = {  # what is done at an open table that nobody deals at
    "tray": "The tray is locked, or taken away",
    "cards": "The cards are off the table, or covered",
    "shoe": "The shoe is covered, or taken away",
}


def looked_over(day: Day, table: str) -> dict[str, str]:
    """What was last said of each item of a table that day: "" for fine, else what is wrong.

    Of cards that were taken away, only what was said since they came back.
    """
    found: dict[str, str] = {}
    for fact, _ in day.facts(kinds.Checklist):
        if fact.table != table:
            continue
        if fact.away:
            found = {item: words for item, words in found.items() if item not in DEALERS}
        found |= {item: fact.faults.get(item, "") for item in fact.looked}
    return found


def away(day: Day, table: str) -> str:
    """Where the cards of a table were taken that day; "" once all of them is looked over again."""
    places = [fact.away for fact, _ in day.facts(kinds.Checklist) if fact.table == table and fact.away]
    back = {*CARDS} <= {*looked_over(day, table)}
    return "" if back or not places else places[-1]
