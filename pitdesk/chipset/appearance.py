"""How a chip looks, as the registry of chips keeps it: colors, edge spots, marks, who made it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Self

from msgspec import convert

from pitdesk.kinds import Look as KeptLook

KINDS = ("no", "solid", "split", "triple split")  # of edge spots
PARTS = {"no": 0, "solid": 1, "split": 2, "triple split": 3}  # of one spot in its second color
SIDES = ("name", "value")  # of a chip


@dataclass(frozen=True, slots=True)
class Look:
    """One chip type's own record: 99-01.3-08-03(2) and (3). "" is what nobody has said.

    color, second, third, middle   colors by name, such as "mustard yellow"
    second      color of the edge spots
    third       color of every other edge spot, where the spots have two
    middle      color between the two parts of a split spot, where it is not the primary
    kind        of the edge spots, as in KINDS
    mark        what is on the one side in place of the organization's name: its own identification
    value_side  whether the value stands on the other side
    everywhere  whether it is of the whole organization rather than of this site alone
    since       ISO date of its first use, where that was before this book
    measured    what was measured of "color", "second", "third" or "middle": "#c3252d" or "lab(43 58 35)"
    """

    color: str = ""
    spots: int = 0
    kind: str = "no"
    second: str = ""
    third: str = ""
    middle: str = ""
    mark: str = ""
    value_side: bool = True
    maker: str = ""
    mould: str = ""
    everywhere: bool = False
    since: str = ""
    measured: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, kept: Mapping[str, object]) -> Self:
        """Read what a book keeps; what it does not know is not said."""
        return convert({name: said for name, said in kept.items() if said is not None}, cls)

    @property
    def kept(self) -> KeptLook:
        """As a book keeps it: what is said, with color, spots, kind and second always."""
        plain = Look()
        always = ("color", "spots", "kind", "second")
        said = {
            name: value
            for name, value in asdict(self).items()
            if name in always or value != getattr(plain, name)
        }
        return said | {"second": self.second or None}

    @property
    def seconds(self) -> tuple[str, ...]:
        """The secondary colors, each once: of the spots, and between the parts of a split one."""
        middle = self.middle if self.middle != self.color else ""
        return tuple(dict.fromkeys(c for c in (self.second, self.third, middle) if c))

    @property
    def words(self) -> str:
        """In words: red, 6 solid yellow and blue spots."""
        if not self.spots:
            return f"{self.color}, no spots" if self.color else "its own look"
        kind = "" if self.kind == "solid" else f"{self.kind} "
        colors = " and ".join(filter(None, (self.second, self.third)))
        middle = f" with {self.middle} between" if self.middle else ""
        return f"{self.color}, {self.spots} {kind}{colors} spots{middle}"
