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
OPEN = "The text does not say. The shift manager decides."
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
    return f"{line.reason[:1].upper()}{line.reason[1:]}: {RESULTS[line.result]}{paid}.{tips}"


def ruling_told(ruling: Ruling) -> str:
    """What is done about a mistake."""
    done = ruling.text or ruling.action.replace("_", " ")
    return f"{_said(ruling.event)}: {done}"


def fault_told(fault: Fault) -> str:
    """Why nothing can be settled, and where that is."""
    place = fault.at.replace("[", " ").replace("]", "").replace(".", ", ").replace("_", " ")
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
        yield turns or "always", answer
        return
    fact = answer.fact.replace("_", " ")
    more = f"{fact} over {answer.over}" if answer.over else fact
    for way, words in ((answer.yes, more), (answer.no, f"not {more}")):
        yield from _ways(way, f"{turns}, {words}" if turns else words)


def _said(event: str) -> str:
    return event.replace("_", " ").capitalize()
