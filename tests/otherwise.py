"""The rulebook with other values: how the law would be read otherwise."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from pitdesk.rules.book import Rulebook


def read_otherwise(values: Mapping[str, object]) -> Rulebook:
    """Today's rulebook with these values from each rule's first day on: {"nd.08-04 reading": "each"}."""
    book = Rulebook.load()
    rules = dict(book.rules)
    for named, value in values.items():
        rule, _, name = named.partition(" ")
        before = rules[rule]
        assert name in before.values, named
        rules[rule] = replace(before, values={**before.values, name: ((before.since, value),)})
    return replace(book, rules=MappingProxyType(rules))
