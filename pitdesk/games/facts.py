"""What every round says, however it was played. What is left out takes its default."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from pitdesk.games.results import Settled

MOST = 1_000_000_000_000  # cents; more than any table ever saw
Cents: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]
Decks: TypeAlias = Annotated[int, Meta(ge=1)]
Seat: TypeAlias = int


class Fields(Struct, frozen=True, kw_only=True, gc=False):
    """A part of a round."""


class Facts(Fields, frozen=True, kw_only=True, gc=False):
    """A round. Names that it does not know are passed over."""

    id: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its code, its name for people, what a round says, and what settles one."""

    code: str
    name: str
    facts: type[Facts]
    settle: Callable[..., Settled]
