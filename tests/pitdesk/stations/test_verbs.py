"""What a station asks travels as the verbs are typed: it comes back equal, and nothing else comes in."""

from collections.abc import Mapping, Sequence
from datetime import date, time
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, DecodeError, Struct, UnsetType, json, structs

from pitdesk import kinds
from pitdesk.chips import Chip, Chips
from pitdesk.desk import Desk
from pitdesk.stations.verbs import PARTS, VERBS, form, may, packed, unpacked
from tests.storm import many

CHIPS = [Chip.named(name) for name in ("$25", "$5", "$1", "50c")]
SIMPLE: dict[object, st.SearchStrategy[Any]] = {
    str: st.text(max_size=12),
    int: st.integers(-(2**63), 2**63 - 1),
    bool: st.booleans(),
    date: st.dates(),
    time: st.times(),
    type(None): st.none(),
    Chips: st.builds(Chips, st.dictionaries(st.sampled_from(CHIPS), st.integers(1, 10**6))),
    Chip: st.sampled_from(CHIPS),
}


def said(wanted: Any) -> st.SearchStrategy[Any]:
    """Anything of a declared type."""
    if wanted in SIMPLE:
        return SIMPLE[wanted]
    of, parts = get_origin(wanted), get_args(wanted)
    if of is UnionType or str(of) == "typing.Union":
        return st.one_of(*(said(one) for one in parts if one is not UnsetType))
    if of is tuple:
        return st.tuples(*map(said, parts)) if ... not in parts else st.lists(said(parts[0])).map(tuple)
    if of in (list, Sequence):
        return st.lists(said(parts[0]), max_size=3)
    if of in (dict, Mapping):
        return st.dictionaries(said(parts[0]), said(parts[1]), max_size=3)
    return st.builds(wanted, **{name: said(one) for name, one in typed(wanted)})


def typed(wanted: Any) -> list[tuple[str, Any]]:
    """The fields of a record, and their types."""
    if issubclass(wanted, Struct):
        return [(one.name, one.type) for one in structs.fields(wanted)]
    return [*get_type_hints(wanted).items()]


def asked(verb: str) -> st.SearchStrategy[dict[str, Any]]:
    """Any arguments of a verb; what the desk has a default for may be left out."""
    optional: dict[str, st.SearchStrategy[Any]] = {}
    needed = {}
    for one in structs.fields(form(verb)):
        (needed if one.required else optional)[one.name] = said(one.type)
    return st.fixed_dictionaries(needed, optional=optional)


@pytest.mark.parametrize("verb", sorted(VERBS))
@settings(max_examples=many(10), deadline=None)
@given(data=st.data())
def test_any_arguments_of_the_declared_types_come_back_equal(verb, data):
    given_ = data.draw(asked(verb))
    back = unpacked(verb, packed(verb, **given_))
    assert back.keys() == given_.keys()
    for name, value in given_.items():
        assert back[name] == value, name
        assert bare(back[name]) == bare(value), name


def bare(value: Any) -> object:
    """What a value is made of, so that true is not 1 and chips are no plain table."""
    if isinstance(value, Mapping) and not isinstance(value, Chips):
        return {key: bare(one) for key, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [bare(one) for one in value]
    return type(value), value


@pytest.mark.parametrize("verb", sorted(VERBS))
@settings(max_examples=many(5), deadline=None)
@given(data=st.data())
def test_what_a_verb_does_not_take_is_refused(verb, data):
    given_ = json.decode(packed(verb, **data.draw(asked(verb))))
    one = data.draw(st.sampled_from(structs.fields(form(verb))))
    for wrong in ({**given_, "more": 1}, {**given_, one.name: OTHER}):
        with pytest.raises(DecodeError):
            unpacked(verb, json.encode(wrong))
    if one.required:
        del given_[one.name]
        with pytest.raises(DecodeError):
            unpacked(verb, json.encode(given_))


OTHER = 1.5  # of no declared type


@given(st.text(max_size=20).filter(lambda verb: verb not in VERBS))
def test_a_verb_that_is_not_in_the_list_is_nobodys(verb):
    assert not may(PARTS, verb)


@pytest.mark.parametrize("verb", sorted({one for one in dir(Desk) if one[0] != "_"} - VERBS))
def test_what_else_a_desk_does_is_no_stations(verb):
    assert not may(kinds.WORK, verb)


@given(st.binary(max_size=200))
def test_noise_is_no_arguments_of_a_verb(data):
    with pytest.raises(DecodeError):
        unpacked("fill", data)


class Foreign(Struct):
    """Of no verb."""


@pytest.mark.parametrize("value", [Foreign(), 1.5, {1.5}, object(), UNSET])
def test_a_value_of_another_type_does_not_go_out_and_come_in(value):
    with pytest.raises((DecodeError, TypeError, NotImplementedError)):
        unpacked("fill", packed("fill", value, Chips(), []))
