"""A fact: what one entry says, typed. How kinds of facts are declared, read and written.

    class Fill(Slip, group=SLIPS, series="fill", section="08-05(3)"):
        \"\"\"A fill slip is prepared: chips leave the chip bank for a table.\"\"\"

declares the kind "fill": its fields are the keys of the entry's detail, in the order in which they are
stored. A field with a default may be absent, and is where it has that value. Reading is strict.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, TypeVar, dataclass_transform

import msgspec
from msgspec import Struct, StructMeta

from pitdesk.chips import Chip, Chips

# The parts of the house.
SETUP = "set-up"  # outside any gaming day
DAY = "day"
TABLES = "tables"
SLIPS = "slips"
CAGE = "cage"
TIPS = "tips"
MONEY = "money"
COUNT_ROOM = "count room"
CHIPS = "chips"  # in the open day, or outside one where none is open
OFFICE = "office"  # outside any gaming day
PRINTER = "printer"  # what the spool notes, and nobody initials
UPKEEP = "upkeep"  # what the program notes outside any gaming day, and nobody initials


@dataclass(frozen=True)
class Declared:
    """A kind as it was declared.

    group    the part of the house it belongs to
    series   the gapless series that its entries take a number of, or None
    section  of 99-01.3 where it stands; "" for the house's own
    """

    name: str
    fact: "type[Fact]"
    group: str
    series: str | None
    section: str

    @property
    def words(self) -> str:
        """What happened, in a sentence."""
        return (self.fact.__doc__ or "").partition("\n")[0]

    @cached_property
    def read(self) -> "Callable[[bytes], Fact]":
        """Read a detail's bytes; msgspec.ValidationError says what is wrong with which key."""
        return msgspec.json.Decoder(self.fact, dec_hook=_read).decode

    @cached_property
    def check(self) -> "Callable[[bytes], Fact]":
        """Read it as strictly, but keep no chips: for whoever only asks whether it can be read."""
        return msgspec.json.Decoder(self.fact, dec_hook=_check).decode


T = TypeVar("T")
KINDS: dict[str, Declared] = {}
"""Every kind by its name, which is what entries are stored under."""


class Declaring(StructMeta):
    """Declares each fact that names its group."""

    def __new__(  # noqa: D102
        cls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, object],
        *,
        group: str = "",
        series: str | None = None,
        section: str = "",
    ) -> Any:
        fact: Any = super().__new__(
            cls,
            name,
            bases,
            namespace,
            frozen=True,
            kw_only=True,
            omit_defaults=True,
            forbid_unknown_fields=True,
        )
        if group:
            fact.kind = re.sub(r"(?<!^)([A-Z])", r" \1", name).lower()
            fact.series = series
            KINDS[fact.kind] = Declared(fact.kind, fact, group, series, section)
        return fact


_NAMES = (  # fields and properties that name what a fact is about
    *("name", "table", "box", "person", "one", "other", "tournament", "occasion", "player", "bank"),
    *("drawer", "chip", "mark", "batch", "quarter", "date", "agent", "iou", "paper", "role"),
)
_PEOPLE = ("person", "one", "other")


@dataclass_transform(kw_only_default=True, field_specifiers=(msgspec.field,))
class Fact(Struct, metaclass=Declaring):
    """What an entry says. What a kind has no use for stays empty."""

    kind: ClassVar[str]
    series: ClassVar[str | None] = None

    warnings: tuple[str, ...] = ()

    @property
    def table(self) -> str | None:
        """The table that it happened at."""
        return None

    @property
    def chips(self) -> Chips:
        """The chips that it is about."""
        return _NONE

    @property
    def cents(self) -> int | None:
        """The money that it is about."""
        return None

    @property
    def reason(self) -> str:
        """Why, in the words of whoever signed."""
        return ""

    @property
    def person(self) -> str | None:
        """Whom it is about."""
        return None

    @property
    def named(self) -> list[tuple[str, object]]:
        """What it is about, each as "table", "person" and so on; nothing counted, nothing secret."""
        found = [(name, getattr(self, name, None)) for name in _NAMES]
        return [("person" if name in _PEOPLE else name, value) for name, value in found if value]

    @property
    def first_number(self) -> int:
        """The first number of its series, where paper came before or numbers were lost."""
        return 1

    @property
    def detail(self) -> dict[str, object]:
        """As it is stored: plain values, the keys in their order, warnings last."""
        said: dict[str, object] = msgspec.to_builtins(self, enc_hook=_write)
        if self.warnings:
            said["warnings"] = said.pop("warnings")
        return said


_NONE = Chips()


def of(*groups: str) -> Iterator[type[Fact]]:
    """The kinds of some parts of the house, in the order in which they are declared."""
    return (kind.fact for kind in KINDS.values() if kind.group in groups)


def _read(wanted: type, said: object) -> object:
    if wanted is Chips:
        return Chips.named(_as(dict[str, int], said))
    if wanted is Chip:
        return Chip.named(_as(str, said))
    raise NotImplementedError(wanted)


def _check(wanted: type, said: object) -> object:
    if wanted is Chips and isinstance(said, dict) and all(type(count) is int for count in said.values()):
        for name in said:
            Chip.named(name)
        return _NONE
    return _read(wanted, said)


def _as(wanted: type[T], said: object) -> T:
    """msgspec says under which key it was of every ValueError but its own."""
    try:
        return msgspec.convert(said, wanted)
    except msgspec.ValidationError as error:
        raise ValueError(error) from None


def _write(value: object) -> object:
    if isinstance(value, Chips):
        return value.names
    if isinstance(value, Chip):
        return value.name
    raise NotImplementedError(type(value))
