"""The verbs in groups, and how names are listed in a refusal."""

from collections.abc import Iterable, Iterator

from pitdesk.people import Person

Words = Iterator[str]  # what a check yields: whole sentences

SLIPS = ("fill", "credit")
PARTS_OF_A_SLIP = (*SLIPS, "verify", "receive", "void")
SETUP = ("site", "table", "chip", "person", "tie", "forms")
CAGE = ("redeem", "refuse", "redeem tips", "check", "exchange")
AT_TABLES = ("open table", "dealer", "count tray", "close table")
TIPS = ("declare tips", "pool tips", "exchange tips", "redeem tips")
MONEY = ("iou", "payback", "withdraw", "stock")
COUNTING = ("team", "drop count", "drop", "found")
NIGHT = (
    *("count", *AT_TABLES, *PARTS_OF_A_SLIP, "transfer", "print answer", "by hand"),
    *(*CAGE, "declare tips", "pool tips", "exchange tips", *MONEY),
    *("camera", "remove box", *COUNTING, "explain", "close day"),
)
ALL = ("open day", "duty", *NIGHT)


def known(people: list[Person]) -> str:
    """The ids of people."""
    return ", ".join(person.id for person in people) or "nobody here"


def listed(names: Iterable[object]) -> str:
    """Names in order, separated by commas."""
    return ", ".join(sorted(map(str, names))) or "none"
