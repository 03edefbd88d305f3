"""Which verbs a station may ask for, and how their arguments travel: as the verbs themselves are typed.

Nothing travels that is not in this list. Set-up, documents, keys and paper stay at the cage.
"""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from pitdesk import kinds
from pitdesk.chips import Chip, Chips
from pitdesk.desk import Desk
from pitdesk.stations.wire import decoded

_PIT = """
    ask withdraw_ask verify receive open_table count_opener count_tray close_table dealer limits method
    camera fault plaque dispute checklist stray remove_box declare_tips pool_tips exchange
"""
_CAGE = """
    ask withdraw_ask fill credit transfer verify receive void print_answer by_hand redeem refuse exchange
    check declare_tips pool_tips redeem_tips exchange_tips iou payback withdraw open_drawer undo reverse
    own_count pass_drawer foreign stray tally inventory stock delivery tournament_fee leave_tournament
    tournament_stand tournament_prize poker_fee
"""
_COUNT_ROOM = "team drop_count drop found remove_box"
_DAY = """
    open_day count hand_over explain violation close_day finish_day reading answer_reading recorder
    release equipment say_done say_undone tournament poker_occasion close_poker
"""
_ALL = {"on_duty", "off_duty"}
PARTS = {
    part: frozenset({*verbs.split(), *_ALL})
    for part, verbs in zip(kinds.WORK, (_PIT, _CAGE, _COUNT_ROOM, _DAY), strict=True)
}
VERBS = frozenset().union(*PARTS.values())


def may(parts: Iterable[str], verb: str) -> bool:
    """Whether a station with these parts of the work may ask for a verb."""
    return any(verb in PARTS.get(part, ()) for part in parts)


@cache
def form(verb: str) -> type[Struct]:
    """The arguments of a verb as one message. What the desk has a default for may be left out."""
    function = getattr(Desk, verb)
    hints = get_type_hints(function)
    fields: list[tuple[str, type] | tuple[str, type, object]] = []
    for name, said in [*inspect.signature(function).parameters.items()][1:]:
        optional = said.default is not inspect.Parameter.empty
        fields.append((name, hints[name] | UnsetType, UNSET) if optional else (name, hints[name]))
    return msgspec.defstruct(verb, fields, forbid_unknown_fields=True, kw_only=True)


def packed(verb: str, *given: object, **named: object) -> bytes:
    """The arguments of a verb, as bytes."""
    function = getattr(Desk, verb)
    bound = inspect.signature(function).bind(None, *given, **named)
    arguments = dict([*bound.arguments.items()][1:])
    return msgspec.json.encode(form(verb)(**arguments), enc_hook=_write)


def unpacked(verb: str, data: bytes) -> dict[str, object]:
    """The arguments from bytes that anybody may have sent.

    Raises:
        msgspec.DecodeError: they are not what this verb takes.
    """
    decoder = msgspec.json.Decoder(form(verb), dec_hook=_read)
    said = decoded(data, decoder.decode)
    found = {name: getattr(said, name) for name in said.__struct_fields__}
    return {name: value for name, value in found.items() if value is not UNSET}


def _write(value: object) -> object:
    if isinstance(value, Chips):
        return value.names
    if isinstance(value, Chip):
        return value.name
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise NotImplementedError(type(value))


def _read(wanted: type, said: object) -> object:
    """ValueError where it is no chip; msgspec says so as its own."""
    if wanted is Chips:
        return Chips.named(msgspec.convert(said, dict[str, int]))
    if wanted is Chip:
        return Chip.named(msgspec.convert(said, str))
    raise NotImplementedError(wanted)
