"""A settled round in words, for people."""

import re
from collections.abc import Iterator

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
    return f"{ruling.event.replace('_', ' ').capitalize()}: {done}"


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
