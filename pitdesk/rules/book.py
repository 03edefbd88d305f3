"""The rulebook: what the law says and since when (data), asked with the checks that judge it.

A rule is looked up by the gaming day, so that last year's book verifies under last year's law. How we
read the law is looked up by the day's edition: what was allowed when a day was played stays allowed.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Self

from pitdesk.errors import Refusal
from pitdesk.kinds import Fact
from pitdesk.kinds.editions import LATEST, REREAD
from pitdesk.rules.check import Act, Finding, Scene, checks_of
from pitdesk.rules.checks import (  # noqa: F401  (each registers its own)
    amounts,
    authorized,
    banks,
    cage,
    chips,
    closing,
    drop,
    first,
    initials,
    inventory,
    ledgers,
    letterhead,
    limits,
    night,
    office,
    order,
    outsiders,
    records,
    reversals,
    second,
    setup,
    slips,
    tables,
    video,
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
    values: Mapping[str, tuple[tuple[date, object], ...]]

    def value(self, name: str, day: date) -> Any:
        """The value in force on that day; KeyError before the first."""
        held = [value for since, value in self.values[name] if since <= day]
        if not held:
            raise KeyError(f"{self.id} has no {name} for {day}")
        return held[-1]


@cache
def _read(raw: bytes, file: str) -> tuple[Mapping[str, Rule], str]:
    """A file's rules by their ids, and its SHA-256; read once, however many desks ask."""
    rules = [_rule(table) for table in tomllib.loads(raw.decode())["rule"]]
    if twice := [one for one, times in Counter(rule.id for rule in rules).items() if times > 1]:
        raise ValueError(f"rule {', '.join(twice)} stands twice in {file}")
    return MappingProxyType({rule.id: rule for rule in rules}), sha256(raw).hexdigest()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one regulator, with the house's own, as days of an edition are judged by them."""

    name: str
    edition: int
    rules: Mapping[str, Rule]
    sha256: str

    @classmethod
    def load(cls, name: str = "north-dakota", edition: int = LATEST) -> Self:
        """Read `rules/<name>.toml`; for the editions of the first reading `rules/<name>-1.toml`.

        Raises:
            ValueError: names the rule and what is missing from it, or that it stands twice.
        """
        file = f"{name}.toml" if edition >= REREAD else f"{name}-1.toml"
        rules, digest = _read(files("pitdesk").joinpath("rules", file).read_bytes(), file)
        return cls(name, edition, rules, digest)

    def of(self, edition: int) -> Self:
        """The rulebook by which days of an edition are judged: this one, if it is."""
        same = (edition >= REREAD) == (self.edition >= REREAD)
        return self if same else type(self).load(self.name, edition)

    def judge(self, act: Act[Fact], scene: Scene) -> tuple[list[Refusal], list[Refusal]]:
        """All that speaks against an act: (refusals, warnings), in the order of the rulebook."""
        refusals: list[Refusal] = []
        warnings: list[Refusal] = []
        for rule, found in self.asked(act, scene):
            (warnings if rule.warns else refusals).extend(found)
        return refusals, warnings

    def asked(self, act: Act[Fact], scene: Scene) -> Iterator[tuple[Rule, list[Refusal]]]:
        """Each rule in force that has a check for this fact, with what it found wrong."""
        checks = checks_of(self.edition, type(act.fact))
        for rule in self.rules.values():
            for code, function in checks.get(rule.id, ()):
                if rule.since <= scene.on:
                    yield rule, [_refusal(rule, code, one) for one in function(act, scene)]

    def value(self, rule: str, name: str, day: date) -> Any:
        """A rule's value on a day."""
        return self.rules[rule].value(name, day)

    def refusal(self, rule: str, words: str, *, code: str = "") -> Refusal:
        """A refusal under this rule, for what only the desk or the journal can see."""
        return Refusal(rule, self.rules[rule].section, words, code=code)


def _refusal(rule: Rule, code: str, found: str | Finding) -> Refusal:
    words, about = found if isinstance(found, Finding) else (found, None)
    return Refusal(rule.id, rule.section, words, code=code, about=about)


def _rule(table: dict[str, Any]) -> Rule:
    missing = {"id", "section", "words", "since", "text", "by"} - table.keys()
    if missing:
        raise ValueError(f"rule {table.get('id', '?')} lacks {', '.join(sorted(missing))}")
    values = {
        name: tuple(sorted(((one["since"], one["is"]) for one in dated), key=lambda one: one[0]))
        for name, dated in table.get("values", {}).items()
    }
    return Rule(**{"warns": False} | table | {"values": MappingProxyType(values)})
