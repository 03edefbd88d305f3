"""The verbs in groups, and how names are listed in a refusal."""

from collections.abc import Iterable, Iterator

from pitdesk import places
from pitdesk.book.people import Person
from pitdesk.chips import Chips
from pitdesk.rules.check import Act, Scene

Words = Iterator[str]  # what a check yields: whole sentences

OFFICE = ("correction", "deposit", "key")  # what head office is told; outside any gaming day
SLIPS = ("fill", "credit")
PARTS_OF_A_SLIP = (*SLIPS, "verify", "receive", "void")
SETUP = (  # outside any gaming day
    *("site", "table", "person", "tie", "forms"),
    *("chip", "chip set", "picture", "play", "game", "par", "mark"),
)
CAGE = ("redeem", "refuse", "redeem tips", "check", "exchange")
AT_TABLES = ("open table", "dealer", "count tray", "close table")
TIPS = ("declare tips", "pool tips", "exchange tips", "redeem tips")
MONEY = ("iou", "payback", "withdraw")
INVENTORY = ("delivery", "stock", "tally", "inventory")  # outside one, where none is open
COUNTING = ("team", "drop count", "drop", "found")
NIGHT = (
    *("count", *AT_TABLES, *PARTS_OF_A_SLIP, "transfer", "print answer", "by hand"),
    *(*CAGE, "declare tips", "pool tips", "exchange tips", *MONEY, *INVENTORY, "stray", "foreign"),
    *("camera", "remove box", *COUNTING, "explain", "close day"),
)
ALL = ("open day", "duty", *NIGHT, *OFFICE)


def brought(act: Act, now: Scene) -> Chips:
    """The chips that a verb brings; to a table that opens, those that did not lie in its tray."""
    if act.verb != "open table":
        return act.chips
    there = now.held(places.tray(act.table or ""))
    return Chips({chip: count for chip, count in act.chips.items() if count > there[chip]})


def known(people: list[Person]) -> str:
    """The ids of people."""
    return ", ".join(person.id for person in people) or "nobody here"


def listed(names: Iterable[object]) -> str:
    """Names in order, separated by commas."""
    return ", ".join(sorted(map(str, names))) or "none"
