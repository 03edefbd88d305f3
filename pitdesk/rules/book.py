"""The rulebook: what the law says and since when (data), and what the checks say of an act.

A rule is looked up by the gaming day, so that last year's book verifies under last year's law.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from importlib.resources import files
from typing import Any, Self

from pitdesk.errors import Refusal
from pitdesk.rules.check import CHECKS, Act, Scene
from pitdesk.rules.checks import (  # noqa: F401  (each registers its own)
    amounts,
    banks,
    cage,
    chips,
    closing,
    drop,
    initials,
    inventory,
    night,
    office,
    order,
    setup,
    slips,
    tables,
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: where it stands, what it says in our words, its values by date.

    by      "check" when code judges it, else why a procedure must keep it
    warns   whether breaking it is written down rather than refused
    text    the newest text of the section that was read, as a date or a supplement
    """

    id: str
    section: str
    words: str
    since: date
    by: str
    warns: bool
    text: str
    values: dict[str, tuple[tuple[date, Any], ...]]

    def value(self, name: str, day: date) -> Any:
        """The value in force on that day; KeyError before the first."""
        held = [value for since, value in self.values[name] if since <= day]
        if not held:
            raise KeyError(f"{self.id} has no {name} for {day}")
        return held[-1]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one regulator, with the house's own."""

    name: str
    rules: dict[str, Rule]
    sha256: str

    @classmethod
    def load(cls, name: str = "north-dakota") -> Self:
        """Read `rules/<name>.toml`.

        Raises:
            ValueError: names the rule and what is missing from it.
        """
        raw = files("pitdesk").joinpath("rules", f"{name}.toml").read_bytes()
        rules = [_rule(table) for table in tomllib.loads(raw.decode())["rule"]]
        return cls(name, {rule.id: rule for rule in rules}, sha256(raw).hexdigest())

    def judge(self, act: Act, scene: Scene) -> tuple[list[Refusal], list[Refusal]]:
        """All that speaks against an act: (refusals, warnings), in the order of the rulebook."""
        refusals: list[Refusal] = []
        warnings: list[Refusal] = []
        for rule, words in self.asked(act, scene):
            found = [Refusal(rule.id, rule.section, text) for text in words]
            (warnings if rule.warns else refusals).extend(found)
        return refusals, warnings

    def asked(self, act: Act, scene: Scene) -> Iterator[tuple[Rule, list[str]]]:
        """Each rule in force that has a check for this verb, with what it found wrong."""
        for rule in self.rules.values():
            for verbs, function in CHECKS.get(rule.id, ()):
                if act.verb in verbs and rule.since <= scene.on:
                    yield rule, list(function(act, scene))

    def value(self, rule: str, name: str, day: date) -> Any:
        """A rule's value on a day."""
        return self.rules[rule].value(name, day)

    def refusal(self, rule: str, words: str) -> Refusal:
        """A refusal under this rule, for what only the desk or the journal can see."""
        return Refusal(rule, self.rules[rule].section, words)


def _rule(table: dict[str, Any]) -> Rule:
    missing = {"id", "section", "words", "since", "text", "by"} - table.keys()
    if missing:
        raise ValueError(f"rule {table.get('id', '?')} lacks {', '.join(sorted(missing))}")
    values = {
        name: tuple(sorted(((one["since"], one["is"]) for one in dated), key=lambda one: one[0]))
        for name, dated in table.get("values", {}).items()
    }
    return Rule(
        table["id"],
        table["section"],
        table["words"],
        table["since"],
        table["by"],
        table.get("warns", False),
        table["text"],
        values,
    )
