"""A settled round in words, for people."""

import re
from collections.abc import Iterator

from pitdesk.games import threecard, twentyone, war
from pitdesk.games.mistakes import WORDS, Ask, Do, Table
from pitdesk.games.results import Fault, Line, Ruling, Settled

WAGERS = {
    "original": "original wager",
    "wager": "wager",
    "initial": "initial wager",
    "main": "Three Card 21 wager",
    "bonus": "bonus wager",
    "tie": "tie wager",
    "player": "Player",
    "banker": "Banker",
    "second": "second wager",
    "share": "pots, in for",
    "war": "war wager",
    "war_tie": "tie wager of the war",
    "tip": "tip bet",
    "tip_double": "double of the tip bet",
    "insurance": "insurance",
    "excess": "above the maximum",
    "improper": "no whole dollar",
    "over13": "over 13",
    "under13": "under 13",
    "same_suit": "same suit",
    "seven": "sevens",
    "split": "split, hand {}",
    "double": "double, hand {}",
}
RESULTS = {
    "win": "wins",
    "lose": "loses",
    "push": "ties",
    "void": "is returned",
    "surrender": "is given up",
}
TABLES = {  # of the mistakes that a game rules
    "nd-21": twentyone.MISTAKES,
    "nj-3c21": threecard.MISTAKES,
    "nj-war": war.MISTAKES,
}
EVENTS = {  # what went wrong, in words; where it is missing, its name says it
    "face_up_in_shoe": "A card lies face up in the shoe",
    "no_cards_to_space": "No card to a space with a wager",
    "one_card_to_space": "One card to a space with a wager",
    "card_to_inactive_space": "A card to an empty space",
    "dealer_card_missed": "The dealer's own card was missed",
    "insurance_not_offered": "Insurance was not offered",
    "dropped": "A card fell off the table",
    "drawn_in_error": "A card was drawn in error",
    "drawn_in_error_unseen": "A card was drawn in error, unseen",
    "not_enough_cards": "The shoe has too few cards",
    "miscount_suspected": "The dealer may have miscounted",
    "no_burn_at_start": "No card was burned at the start",
    "hole_card_exposed": "The hole card was seen too early",
    "hit_missed": "A player's hit was missed",
    "dealer_overdrew": "The dealer drew on 17 or more",
    "fifty_cent_wager": "A fifty-cent wager was dealt to",
    "card_refused": "A player refuses the card",
    "no_cards": "No cards to a wager",
    "card_short": "A hand is one or two cards short",
    "shuffler_jam": "The shuffler jams",
    "reader_wrong_upcard": "The reader was used with a wrong card up",
    "reader_malfunction": "The reader fails",
}
TURNS = {  # what a ruling turns on: if so, if not
    "wants_second": ("the player wants the second", "the player does not"),
    "wants_cards": ("the player wants the cards", "the player does not"),
    "exposed": ("seen", "not seen"),
    "after_first_two_cards": ("all have two cards", "not all have two"),
    "count": ("more than one card", "one card"),
    "refused_by_all": ("all refuse it", "somebody takes it"),
    "dealer_can_use": ("the dealer can use it", "the dealer cannot"),
    "hole_card_could_be_known": ("the hole card could be known", "it could not"),
}
OPEN = "The text does not say. The shift manager decides."
LISTED = re.compile(r"(\w+?)s?\[(\d+)\]")  # "hands[0]" is "hand 1"
PLACE = re.compile(r"([sp])(\d+)\.(\w*?)(\d?)$")


def dollars(cents: int) -> str:
    """An amount with its sign: +$7.50, −$5.00, $0.00."""
    sign = "" if not cents else "+" if cents > 0 else "−"
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def change(line: Line) -> int:
    """What the player, or the tip box, has more or less."""
    return line.paid - line.collected - line.commission


def seat_of(wager: str) -> int | None:
    """The seat or space of a wager."""
    found = PLACE.match(wager)
    return int(found[2]) if found else None


def named(wager: str) -> str:
    """What a wager is called: "s3.split2" is "split, hand 2"."""
    found = PLACE.match(wager)
    if not found:
        return wager
    name, number = found[3], found[4]
    whole = f"{name}{number}"
    return WAGERS.get(whole) or WAGERS.get(name, name).format(number)


def line_told(line: Line) -> str:
    """A wager, what becomes of it, and why."""
    paid = f" {line.odds.replace(':', ' to ')}" if line.odds and line.result == "win" else ""
    tips = " Into the tip box." if line.to == "tips" else ""
    less = f" {dollars(line.commission).lstrip('+')} vigorish." if line.commission else ""
    return f"{line.reason[:1].upper()}{line.reason[1:]}: {RESULTS[line.result]}{paid}.{less}{tips}"


def house_told(field: str, settled: Settled | None) -> str:
    """What the cards before the dealer come to, by their place in the round: Dealer 18, Banker 7."""
    more, name = settled.more if settled else {}, field.capitalize()
    points, dealer = more.get("points"), more.get("dealer")
    if isinstance(points, dict):
        return f"{name} {points[field]}"
    if field != "dealer" or not isinstance(dealer, dict):
        return name
    if "total" in dealer:
        return f"{name} {dealer['total']}"
    category = "natural" if dealer["natural"] else dealer["category"]
    return f"{name}: {category.replace('_', ' ')}" if category else name


def ruled_told(line: Line) -> str:
    """What is ruled of a wager, as a dispute is written down."""
    return f"{named(line.wager).capitalize()} {RESULTS[line.result]}: {line.reason}"


def ruling_told(ruling: Ruling) -> str:
    """What is done about a mistake."""
    done = ruling.text or ruling.action.replace("_", " ")
    return f"{_said(ruling.event)}: {done}"


def fault_told(fault: Fault) -> str:
    """Why nothing can be settled, and where that is."""
    seat = seat_of(fault.at)
    at = f"seat {seat}, {named(fault.at)}" if seat else fault.at
    place = LISTED.sub(lambda one: f" {one[1]} {int(one[2]) + 1}", at)
    place = place.replace(".", ", ").replace("_", " ").replace(",  ", ", ")
    return f"{place[:1].upper()}{place[1:]}: {fault.text or fault.code.replace('_', ' ')}."


def told(settled: Settled) -> Iterator[str]:
    """The round, a line for each wager and ruling, the sum last."""
    for line in settled.lines or ():
        stake = dollars(line.stake).lstrip("+")
        yield f"Seat {seat_of(line.wager)}, {named(line.wager)} {stake}: {dollars(change(line))}"
        yield f"    {line_told(line)} [{', '.join(line.section)}]"
    for ruling in settled.rulings:
        yield f"{ruling_told(ruling)} [{', '.join(ruling.section)}]"
    yield f"The tray: {dollars(-sum(map(change, settled.lines or ())))}"


def mistakes_of(table: Table) -> Iterator[tuple[str, str, str, str]]:
    """Every mistake of a game: what went wrong, what it turns on, what is done, the section."""
    for event, answer in table.items():
        for turns, done in _ways(answer, ""):
            words = WORDS.get(done.action, done.action.replace("_", " ")) if done else OPEN
            yield _said(event), turns, words, done.section if done else ""


def _ways(answer: Do | Ask | None, turns: str) -> Iterator[tuple[str, Do | None]]:
    """Every way through the questions to what is done."""
    if not isinstance(answer, Ask):
        yield turns, answer
        return
    fact = answer.fact.replace("_", " ")
    yes, no = TURNS.get(answer.fact, (fact, f"not {fact}"))
    for way, words in ((answer.yes, yes), (answer.no, no)):
        yield from _ways(way, f"{turns}, {words}" if turns else words)


def _said(event: str) -> str:
    return EVENTS.get(event) or event.replace("_", " ").capitalize()
