"""Subjects: the things that a finding can be about. Programs look at these, people read the words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A table by its number."""

    table: str


@dataclass(frozen=True, slots=True)
class Box:
    """A drop box, and the table it belongs to."""

    box: str
    table: str


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip by its series and number."""

    series: str
    number: int

    @property
    def name(self) -> str:
        """As the trade says it: fill 000412."""
        return f"{self.series} {self.number:06}"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a slip, or of its void; `where` it belongs, such as "box 2", if that is asked."""

    series: str
    number: int
    part: str
    where: str = ""

    @property
    def name(self) -> str:
        """What a reason calls it: fill 000405 copy."""
        return f"{self.series} {self.number:06} {self.part}"


@dataclass(frozen=True, slots=True)
class Place:
    """A place where chips or cash can be."""

    place: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the day shows, by the key that a reason is given under."""

    key: str


Subject = Table | Box | Slip | Part | Place | Note
