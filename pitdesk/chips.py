"""Chips: whole pieces by type, worth whole cents. And the one way money is read and written."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Self

KINDS = {"": "casino", "pw": "betting", "coin": "coin", "nv": "tournament"}
STACK, RACK = 20, 100  # pieces, unless the site says otherwise
MONEY = ("cash", "checks")  # the instruments that are no chips; counted in cents
_PREFIX = {kind: prefix for prefix, kind in KINDS.items()}
_CHIP = re.compile(r"(pw|coin|nv)?(?:\$(\d{1,6})|(\d{1,2})c)(?:-([a-z0-9]{1,8}))?")
_CENTS = re.compile(r"(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d\d))?")
_PIECES = re.compile(r"(\d+)x(\S+)")


class Chip:
    """A type of chip: its kind (casino, betting, coin, tournament), face value in cents, and set.

    set   "" for the house's first set; a second one, that replaces it or lies ready, has a short name

    No dataclass, which `kinds` would read and write field by field: it is stored by its name.
    """

    __slots__ = ("face_cents", "kind", "set")
    kind: str
    face_cents: int
    set: str

    def __init__(self, kind: str, face_cents: int, set: str = "") -> None:
        for name, said in zip(("kind", "face_cents", "set"), (kind, face_cents, set), strict=True):
            object.__setattr__(self, name, said)

    def __setattr__(self, name: str, said: object) -> None:
        raise AttributeError(f"the {name} of a chip cannot be changed")  # everybody shares it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chip) and _key(self) == _key(other)

    def __hash__(self) -> int:
        return hash(_key(self))

    def __repr__(self) -> str:
        return f"Chip({self.name})"

    @property
    def name(self) -> str:
        """The short name, which is also the instrument in a posting: $5, 50c, pw$2, nv$5, $5-b."""
        return _name(self.kind, self.face_cents, self.set)

    @property
    def cents(self) -> int:
        """What one piece is worth in cents; a tournament chip is worth nothing."""
        return 0 if self.kind == "tournament" else self.face_cents

    @classmethod
    @cache
    def named(cls, name: str) -> "Chip":
        """Read a short name.

        Raises:
            ValueError: says what a chip's name looks like.
        """
        match = _CHIP.fullmatch(name)
        if not match:
            raise ValueError(
                f"'{name}' is not a chip; write $5, 50c, pw$2 (betting), coin50c or nv$5 (no value),"
                " and $5-b for one of set b"
            )
        kind, dollars, cents_, of = match.groups()
        return cls(KINDS[kind or ""], int(dollars) * 100 if dollars else int(cents_), of or "")

    def __lt__(self, other: "Chip") -> bool:
        """Highest value first, casino before the other kinds: the order of every slip."""
        return _order(self) < _order(other)


def _key(chip: Chip) -> tuple[str, int, str]:
    return chip.kind, chip.face_cents, chip.set


def _order(chip: Chip) -> tuple[int, bool, str, str]:
    return (-chip.face_cents, chip.kind != "casino", chip.kind, chip.set)


@cache
def _name(kind: str, face_cents: int, of: str) -> str:
    whole, rest = divmod(face_cents, 100)
    value = f"${whole}" if rest == 0 else f"{face_cents}c"
    return _PREFIX[kind] + value + (f"-{of}" if of else "")


class Chips(Mapping[Chip, int]):
    """Pieces by chip type, highest value first. Immutable; a type with no pieces is not held."""

    __slots__ = ("_pieces",)

    def __init__(self, pieces: Mapping[Chip, int] | Iterable[tuple[Chip, int]] = ()) -> None:
        items = dict(pieces)
        self._pieces = {chip: items[chip] for chip in sorted(items) if items[chip]}

    @classmethod
    def read(cls, text: str) -> Self:
        """Read "80x50c 60x$1"; types may stand in any order, each once.

        Raises:
            ValueError: names the word that is not pieces of a chip.
        """
        pieces: dict[Chip, int] = {}
        for word in text.split():
            match = _PIECES.fullmatch(word)
            if not match:
                raise ValueError(f"'{word}' is not pieces of a chip; write 80x50c or 60x$1")
            chip = Chip.named(match[2])
            if chip in pieces:
                raise ValueError(f"{chip.name} stands twice; write each chip type once")
            pieces[chip] = int(match[1])
        return cls(pieces)

    @classmethod
    def named(cls, pieces: Mapping[str, int]) -> Self:
        """From short names to pieces, as an entry's detail keeps them."""
        return cls({Chip.named(name): count for name, count in pieces.items()})

    @classmethod
    def among(cls, held: Mapping[str, int]) -> Self:
        """The chips among what a place holds; its money left out."""
        return cls.named({name: count for name, count in held.items() if name not in MONEY})

    @property
    def names(self) -> dict[str, int]:
        """Short names to pieces, as an entry's detail keeps them."""
        return {chip.name: count for chip, count in self._pieces.items()}

    @property
    def cents(self) -> int:
        """The value of all pieces, in cents."""
        return sum(chip.cents * count for chip, count in self._pieces.items())

    @property
    def pieces(self) -> int:
        """How many pieces in all."""
        return sum(self._pieces.values())

    def __getitem__(self, chip: Chip) -> int:
        return self._pieces.get(chip, 0)

    def __iter__(self) -> Iterator[Chip]:
        return iter(self._pieces)

    def __len__(self) -> int:
        return len(self._pieces)

    def __contains__(self, chip: object) -> bool:
        return chip in self._pieces

    def __add__(self, other: "Chips") -> "Chips":
        return Chips({chip: self[chip] + other[chip] for chip in {*self, *other}})

    def __sub__(self, other: "Chips") -> "Chips":
        return Chips({chip: self[chip] - other[chip] for chip in {*self, *other}})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chips) and self._pieces == other._pieces

    def __hash__(self) -> int:
        return hash(tuple(self._pieces.items()))

    def __str__(self) -> str:
        return " ".join(f"{count}x{chip.name}" for chip, count in self._pieces.items()) or "nothing"

    __repr__ = __str__


def stacked(pieces: int, stack: int = STACK, rack: int = RACK) -> str:
    """Pieces as they stand in the bank: full racks, else full stacks, and those beside; "" for none.

    >>> stacked(47), stacked(947)
    ('2 stacks + 7', '9 racks + 47')
    """
    size, name = (rack, "rack") if pieces >= rack else (stack, "stack")
    full, loose = divmod(pieces, size)
    words = [f"{full:,} {name}{'s' * (full != 1)}"] * bool(full) + [f"{loose}"] * bool(loose)
    return " + ".join(words)


def value_cents(instrument: str, amount: int) -> int:
    """What `amount` of a posting's instrument is worth in cents; cash and checks are cents already."""
    return amount if instrument in MONEY else amount * Chip.named(instrument).cents


def difference(off: Mapping[str, int]) -> str:
    """What was found off by instrument, in words: +$5.00 cash -3x$5."""
    return " ".join(
        ("+" if amount > 0 else "-")
        + (f"${dollars(abs(amount))} {name}" if name in MONEY else f"{abs(amount)}x{name}")
        for name, amount in off.items()
    )


def cents(text: str) -> int:
    """Read money: "$4,000.00", "912", "-$2.00" → cents.

    Raises:
        ValueError: says how money is written.
    """
    match = _CENTS.fullmatch(text)
    if not match:
        raise ValueError(f"'{text}' is not money; write $4,000.00 or 912")
    sign, whole, rest = match.groups()
    value = int(whole.replace(",", "")) * 100 + int(rest or 0)
    return -value if sign else value


def dollars(amount_cents: int) -> str:
    """Write cents as 4,000.00; a shortage as -2.00."""
    sign = "-" if amount_cents < 0 else ""
    whole, rest = divmod(abs(amount_cents), 100)
    return f"{sign}{whole:,}.{rest:02}"


def brief(cents: int) -> str:
    """Cents as dollars in few letters, for a screen: cents only where there are some.

    >>> brief(128500), brief(-50)
    ('$1,285', '−$0.50')
    """
    words = dollars(abs(cents)).removesuffix(".00")
    return f"−${words}" if cents < 0 else f"${words}"


def percent(part_cents: int, whole_cents: int) -> str:
    """`part` of `whole` in percent, two places, halves away from zero; "-" where there is no whole.

    >>> percent(11500, 52000)
    '22.12'
    """
    if whole_cents == 0:
        return "-"
    hundredths = (abs(part_cents) * 20_000 + abs(whole_cents)) // (2 * abs(whole_cents))
    sign = "-" if hundredths and (part_cents < 0) != (whole_cents < 0) else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"
