"""Facts for tests that need one of a kind and care little what it says."""

import types
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import NODEFAULT, convert, structs

from pitdesk.chips import Chip, Chips
from pitdesk.kinds import KINDS, Fact
from pitdesk.kinds.editions import EDITIONS
from pitdesk.kinds.invoice import Invoice

_PLAIN = {
    str: "",
    int: 0,
    bool: False,
    date: date(2026, 11, 20),
    datetime: datetime(2026, 11, 20, 22, tzinfo=UTC),
    Chips: Chips(),
    Chip: Chip.named("$5"),
    Invoice: Invoice("", "", "", (), 0, 0),
}
_CHIPS = st.sampled_from([Chip.named(name) for name in ("50c", "$1", "$5", "$5-b", "pw$2", "nv$25")])
_WHOLE = st.integers(-(2**53), 2**53)
_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_ANY: dict[Any, st.SearchStrategy[Any]] = {
    str: _TEXT,
    int: _WHOLE,
    bool: st.booleans(),
    type(None): st.none(),
    date: st.dates(),
    datetime: st.datetimes(timezones=st.just(UTC)),
    Chip: _CHIPS,
    Chips: st.dictionaries(_CHIPS, _WHOLE, max_size=4).map(Chips),
}


def facts() -> st.SearchStrategy[Fact]:
    """Any fact of any kind, whatever its fields can say."""
    return st.sampled_from([*KINDS]).flatmap(facts_of)


def facts_of(kind: str) -> st.SearchStrategy[Fact]:
    """Any fact of one kind."""
    declared = KINDS[kind].fact
    fields = {one.name: _any(one.type) for one in structs.fields(declared)}
    if "edition" in fields:
        fields["edition"] = st.sampled_from([*EDITIONS])
    return st.builds(declared, **fields)


def fact(kind: str, **said: Any) -> Fact:
    """A fact of a kind; what is not said of it is empty."""
    declared = KINDS[kind].fact
    fields = structs.fields(declared)
    missing = {one.name: _empty(one.type) for one in fields if one.default is NODEFAULT}
    return declared(**(missing | said))


def of_detail(kind: str, detail: Mapping[str, Any]) -> Fact:
    """A fact as its stored detail has it; what that lacks is empty."""
    declared = KINDS[kind].fact
    empty = fact(kind).detail
    return convert({**empty, **detail}, declared, dec_hook=lambda wanted, said: wanted.named(said))


def _empty(kind: Any) -> Any:
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return None if type(None) in get_args(kind) else _empty(get_args(kind)[0])
    if origin is tuple:
        inner = get_args(kind)
        return () if inner[-1:] == (Ellipsis,) else tuple(map(_empty, inner))
    return {}


def _any(kind: Any) -> st.SearchStrategy[Any]:
    if kind in _ANY:
        return _ANY[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(_any, inner))
    if origin is tuple and inner[-1:] == (Ellipsis,):
        return st.lists(_any(inner[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(_any, inner))
    if origin:
        return st.dictionaries(_any(inner[0]), _any(inner[1]), max_size=3)
    return st.builds(kind, **{name: _any(hint) for name, hint in get_type_hints(kind).items()})
