"""The trace: what each subsection of the chapter asks, in our words, and what of PitDesk does it.

The rows are data, one file a section, in `pitdesk/rules/trace/`; README.md says how one is written.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

Toml: TypeAlias = dict[str, Any]  # a table of a file, read
STATES = {  # what each state means
    "enforced": "PitDesk refuses what breaks it, or says so and writes it down.",
    "assisted": "A screen, a report or a date helps; people see to it.",
    "printed": "What the text wants on paper stands on a slip or a report.",
    "absent": "PitDesk does nothing about it; people keep it without PitDesk.",
    "not the software's": "No program for pit and cage can do it.",
}
WHYS = {  # reasons that many rows share, by the word that stands for them
    "felt": "Hands, cards and bets on the felt: a program does not see them.",
    "looked": "Somebody has to look at the thing itself.",
    "game": "Another game, which PitDesk does not run.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a subsection, or a sentence of it, asks for, and what does it.

    part      the section that it belongs to
    section   where it stands, as refusals cite it
    words     ours
    state     one of STATES
    rules     that judge it, by id;  their nights prove it
    verbs     that it is about, by kind;  screens: of the window, by action;  commands
    reports   parts of reports and other papers
    night     what shows it where no rule does: the name of a shift file, or a rule that has nights
    line      of that shift file, as it begins
    round     what shows how hands are settled: a round worked by hand, by the reason beside it
    why       in words, why PitDesk does no more
    """

    part: str
    section: str
    words: str
    state: str
    rules: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    screens: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    night: str = ""
    line: str = ""
    round: str = ""
    why: str = ""

    @property
    def at(self) -> str:
        """Where in its section it stands: "(3)(a)", "beginning, sentence 2"."""
        return self.section.removeprefix(self.part).removeprefix(", ")

    @property
    def does(self) -> str:
        """What of PitDesk does it, in one line; "" for nothing."""
        told = (
            ", ".join(self.verbs),
            f"on paper: {', '.join(self.reports)}" if self.reports else "",
            ", ".join(f"pitdesk {command}" for command in self.commands),
            f"in the window: {', '.join(self.screens)}" if self.screens and not self.verbs else "",
        )
        return "; ".join(filter(None, told))

    @property
    def proof(self) -> str:
        """What shows it: the rules whose nights can be tried, else a night and its line, or a round."""
        if self.state == "enforced":
            return ", ".join(self.rules)
        if self.round:
            return f"a round worked by hand: {self.round}"
        return f"{self.night} at {self.line}" if self.line else self.night

    @property
    def shown(self) -> str:
        """Which night or round shows it, in words; "" where rules do, or nothing."""
        return f"Shown by {'the night ' * bool(self.night)}{self.proof}" * bool(self.night or self.round)


@dataclass(frozen=True, slots=True)
class SectionRows:
    """A section with its rows.

    text   the version of it that was read
    """

    section: str
    title: str
    text: str
    rows: tuple[Row, ...]

    @property
    def name(self) -> str:
        """Its section and title; sections that others cite have a title alone."""
        return self.title if self.section == self.title else f"{self.section}  {self.title}"


@cache
def trace() -> tuple[SectionRows, ...]:
    """Every section, in the order of the chapter; those that others cite come last.

    Raises:
        ValueError: names the row and what is wrong with it.
    """
    folder = files("pitdesk").joinpath("rules", "trace")
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(".toml"))
    return tuple(_part(tomllib.loads(folder.joinpath(name).read_text("utf-8"))) for name in names)


def rows() -> tuple[Row, ...]:
    """The rows of all sections."""
    return tuple(row for part in trace() for row in part.rows)


def rows_of(rule: str) -> tuple[Row, ...]:
    """The rows that a rule judges, or belongs to."""
    return tuple(row for row in rows() if rule in row.rules)


def within(section: str, found: Iterable[Row]) -> tuple[Row, ...]:
    """The rows of a section that is named in full or from its number on: "08-05", "08-05(3)"."""
    return tuple(row for row in found if _is_in(row.section, section.strip()))


def counted(found: Iterable[Row]) -> dict[str, int]:
    """How many rows have each state."""
    count = Counter(row.state for row in found)
    return {state: count[state] for state in STATES}


def _is_in(section: str, asked: str) -> bool:
    """Whether a section is the one asked for, or within it; 08-1 is not 08-10."""
    return bool(re.search(rf"(?<![\w.(]){re.escape(asked)}(?![\w.])", section))


def _part(table: Toml) -> SectionRows:
    section, title = table["section"], table["title"]
    made = (_row(section or title, section, one) for one in table["row"])
    return SectionRows(section or title, title, table["text"], tuple(made))


def _row(part: str, section: str, table: Toml) -> Row:
    said: Toml = {name: tuple(one) if isinstance(one, list) else one for name, one in table.items()}
    where = section + (said.pop("at") or ", beginning")
    if sentence := said.pop("sentence", 0):
        where += f", sentence {sentence}"
    unknown = said.keys() - {one.name for one in fields(Row)}
    if unknown or said.get("state") not in STATES:
        raise ValueError(f"the row {where} has no known state, or says {', '.join(unknown)}")
    said["why"] = WHYS.get(said.get("why", ""), said.get("why", ""))
    return Row(part=part, section=where, **said)
