"""The two short nights of a rule: one that obeys it, one that breaks it.

They stand in `pitdesk/rules/nights/ID.shift` under `# Obeyed` and `# Broken`, and are played in a new
book after `house.shift`, and after `evening.shift` where they do not open a day themselves. A part
that begins with people of its own is played after nothing.
"""

from collections.abc import Iterator
from importlib.resources import files
from typing import Literal

from pitdesk.errors import Trouble
from pitdesk.shifts.read import Line, shift_lines

Way = Literal["obeyed", "broken"]
FOLDER = files("pitdesk").joinpath("rules", "nights")
_BEFORE = ("house", "evening")


def ids() -> list[str]:
    """The rules that have nights."""
    named = (
        path.name.removesuffix(".shift") for path in FOLDER.iterdir() if path.name.endswith(".shift")
    )
    return sorted({*named} - {*_BEFORE})


def night(rule: str, way: Way) -> tuple[list[Line], list[Line]]:
    """The lines before a rule's night, and its own.

    Raises:
        Trouble: the rule has none, or its file lacks one of the two.
        Malformed: a line cannot be read.
    """
    if rule not in ids():
        raise Trouble(f"The rule {rule} has no night to play. Those that have one: {', '.join(ids())}.")
    text = FOLDER.joinpath(f"{rule}.shift").read_text("utf-8")
    head, found, rest = text.partition(f"# {way.capitalize()}\n")
    if not found:
        raise Trouble(f"The nights of rule {rule} have no line '# {way.capitalize()}'. Add it.")
    own = "\n" * head.count("\n") + rest.partition("\n# Broken\n")[0]
    lines = list(shift_lines(f"{rule}.shift", own))
    opens = any(line.words.split()[:2] == ["open", "day"] for line in lines)
    own_house = bool(lines) and lines[0].words.startswith("person ")
    before = () if own_house else _BEFORE[:1] if opens else _BEFORE
    return [line for name in before for line in _prelude(name)], lines


def _prelude(name: str) -> Iterator[Line]:
    return shift_lines(f"{name}.shift", FOLDER.joinpath(f"{name}.shift").read_text("utf-8"))
