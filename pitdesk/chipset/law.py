"""The chip set against the rulebook: 99-01.3-08-03. What is wrong, with which chip, what would be right.

Pure. The checks of the rulebook refuse what is found here; a screen shows it while somebody still types.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from typing import Any

from pitdesk.book.site import Site
from pitdesk.chips import Chip, dollars
from pitdesk.chipset.appearance import KINDS, PARTS, Look
from pitdesk.chipset.color import CONDITIONS, apart, apart_seen, hex_of, hex_shown
from pitdesk.kinds import Look as KeptLook

Value = Callable[[str, str], Any]  # a rule's value in force: (rule, name)
Looks = Mapping[Chip, Look]

# A chip set as the rules prescribe it, with second colors that make no reversed pairs.
CHIP_SET: dict[str, KeptLook] = {
    "50c": {"color": "mustard yellow", "spots": 0, "kind": "no", "second": None},
    "$1": {"color": "white", "spots": 4, "kind": "solid", "second": "blue"},
    "$2": {"color": "pink", "spots": 4, "kind": "split", "second": "purple"},
    "$5": {"color": "red", "spots": 6, "kind": "solid", "second": "yellow"},
    "$25": {"color": "green", "spots": 8, "kind": "solid", "second": "white"},
    "$100": {"color": "black", "spots": 4, "kind": "triple split", "second": "white"},
}

VALUES, MARKS, COLORS, APART, MEASURED = "nd.08-03.1", "nd.08-03.2", "nd.08-03.3", "pd.apart", "pd.color"
_SEEN = {
    "plain": "in plain light",
    "dim": "in dim light",
    "protan": "without red (protanopia)",
    "deutan": "without green (deuteranopia)",
    "tritan": "without blue (tritanopia)",
}


@dataclass(frozen=True, slots=True)
class ChipFinding:
    """Something about a chip of the set: under which rule, and in words what is wrong and what is right.

    other   the chip that it clashes with
    """

    rule: str
    chip: Chip
    words: str
    other: Chip | None = None


def unlawful(
    given: Sequence[tuple[Chip, Look]], others: Looks, site: Site, value: Value
) -> Iterator[ChipFinding]:
    """All that speaks against these chips beside `others`, whether or not the colors bind here."""
    looks = dict(given)
    yield from twice(given)
    yield from unlawful_values(looks, value)
    yield from unmarked(looks, site, value)
    yield from miscolored(looks, others, value)


# Values


def twice(given: Iterable[tuple[Chip, Look]]) -> Iterator[ChipFinding]:
    """Values that stand more than once in a set: 08-03(1)."""
    seen: dict[Chip, Look] = {}
    for chip, look in given:
        if chip in seen:
            words = (
                f"{chip.name} stands twice in the set: {seen[chip].words}; {look.words}."
                " Keep one of them, or name the other's set."
            )
            yield ChipFinding(VALUES, chip, words)
        seen[chip] = look


def unlawful_values(looks: Looks, value: Value) -> Iterator[ChipFinding]:
    """Values that no chip of the kind may have: 08-03(1)."""
    for chip in looks:
        lawful = value(VALUES, chip.kind)
        if lawful and chip.face_cents not in lawful:
            told = ", ".join(f"${dollars(cents)}" for cents in lawful)
            yield ChipFinding(
                VALUES, chip, f"{chip.name} is not a lawful {chip.kind} chip. Values: {told}."
            )


# Names


def unmarked(looks: Looks, site: Site, value: Value) -> Iterator[ChipFinding]:
    """Chips whose name side or value side would not do: 08-03(2)."""
    for chip, look in looks.items():
        if chip.kind == "coin" or look == Look():
            continue
        mark = look.mark or site.organization
        if not _plain(mark):
            words = (
                f"{chip.name} bears no organization's name. Note the organization in Set-up, or the"
                " identification that stands on the chip."
            )
            yield ChipFinding(MARKS, chip, words)
        elif alike := next((m for m in site.marks if _alike(mark, m, value(MARKS, "alike"))), None):
            words = (
                f"{chip.name} is marked {mark}, and {alike} is on file for {site.marks[alike]}."
                " Use a mark that tells your chips from theirs."
            )
            yield ChipFinding(MARKS, chip, words)
        if not look.value_side:
            words = f"{chip.name} bears no value. One side has the name, the other the value."
            yield ChipFinding(MARKS, chip, words)


def _plain(mark: str) -> str:
    """The letters and digits of a mark, which is what tells it from another."""
    return "".join(sign for sign in mark.casefold() if sign.isalnum())


def _alike(one: str, other: str, percent: int) -> bool:
    one, other = _plain(one), _plain(other)
    return one == other or SequenceMatcher(None, one, other).ratio() * 100 > percent


# Colors


def miscolored(looks: Looks, others: Looks, value: Value) -> Iterator[ChipFinding]:
    """Casino chips that are not as prescribed, in a set with `others`: 08-03(3)."""
    together = {**others, **looks}
    for chip, look in looks.items():
        if chip.kind != "casino" or chip.face_cents not in value(VALUES, "casino"):
            continue
        if look == Look():
            words = f"Nobody has said how a {chip.name} chip looks. Note its colors and edge spots."
            yield ChipFinding(COLORS, chip, words)
            continue
        found = [*_colors(chip, look, value), *_spots(chip, look, value)]
        yield from (ChipFinding(COLORS, chip, words) for words in found)
        yield from _reversed(chip, look, together, value)


def _colors(chip: Chip, look: Look, value: Value) -> Iterator[str]:
    primary, *_ = value(COLORS, str(chip.face_cents))
    if look.color != primary:
        color = look.color or "of no color"
        yield f"A {chip.name} chip is {primary}, not {color}. Choose {primary}, or keep it out of play."
    contrast = value(COLORS, "contrast")
    for second in look.seconds:
        if not hex_of(second):
            yield f"Nobody knows the color {second} of the {chip.name} chip. Choose one of the list."
        elif hex_of(primary) and apart(primary, second) < contrast:
            yield (
                f"{second.capitalize()} does not contrast with the {primary} of a {chip.name} chip."
                " Choose a second color that does."
            )
    if len(look.seconds) > value(COLORS, "most_seconds"):
        yield (
            f"A {chip.name} chip has one or two second colors, not {len(look.seconds)}:"
            f" {', '.join(look.seconds)}. Leave one out."
        )


def _spots(chip: Chip, look: Look, value: Value) -> Iterator[str]:
    _, *patterns = value(COLORS, str(chip.face_cents))
    told = " or ".join(_pattern(*one) for one in patterns)
    if [look.spots, look.kind] not in [one[:2] for one in patterns]:
        pattern = _pattern(look.spots, look.kind, look.second)
        yield f"A {chip.name} chip carries {told}, not {pattern}. Change the spots."
    required = {one[2] for one in patterns if one[2]}
    wrong = [second for second in look.seconds if required and second not in required]
    if wrong or (required and not look.second):
        words = ", ".join(wrong) or "of no color"
        right = ", ".join(required)
        yield f"The edge spots of a {chip.name} chip are {right}, not {words}. Choose {right}."
    elif look.spots and not look.second:
        yield f"The edge spots of the {chip.name} chip have no color. Choose one that contrasts."
    if look.middle and look.kind != "split":
        words = f"those of the {chip.name} chip have none"
        yield f"Only a split edge spot has a middle; {words}. Leave out the middle."


def _pattern(spots: int, kind: str, second: str) -> str:
    if not spots:
        return "no edge spots"
    return " ".join(filter(None, (str(spots), second, kind, "edge spots")))


def _reversed(chip: Chip, look: Look, together: Looks, value: Value) -> Iterator[ChipFinding]:
    """Pairs that carry each other's colors; a value not in the set counts as its rule makes it."""
    lawful = value(VALUES, "casino")
    prescribed = {Chip("casino", cents, chip.set) for cents in lawful}
    beside = {other for other in together if other.kind == "casino" and other.face_cents in lawful}
    for other in sorted(o for o in prescribed | beside if o.face_cents != chip.face_cents):
        theirs = together.get(other, Look())
        color, seconds = theirs.color, theirs.seconds
        if not color:
            color, *patterns = value(COLORS, str(other.face_cents))
            seconds = tuple(dict.fromkeys(one[2] for one in patterns if one[2]))
        if color in look.seconds and look.color in seconds:
            owned = "" if theirs.color else f", as a {other.name} chip must be"
            words = (
                f"{chip.name} and {other.name} would be reversed pairs: {look.color} with {color} spots"
                f" and {color} with {look.color} spots{owned}. Choose another second color."
            )
            yield ChipFinding(COLORS, chip, words, other if other in together else None)


# Measured against named, and alike


def mismeasured(looks: Looks, value: Value) -> Iterator[ChipFinding]:
    """Colors that were measured and are far from what they are called."""
    most = value(MEASURED, "tolerance")
    for chip, look in looks.items():
        for part, measured in look.measured.items():
            name = getattr(look, part)
            readable = hex_of(name) and hex_of(measured)
            if readable and (off := apart(name, measured)) > most:
                words = (
                    f"The {name} of {chip.name} measures {_hundredths(off)} from {name}; up to"
                    f" {_hundredths(most)} is the same color. Measure it again, or name it otherwise."
                )
                yield ChipFinding(MEASURED, chip, words)


@dataclass(frozen=True, slots=True)
class Near:
    """A color of the set beside one that was measured.

    part     "color", or of the edge spots "second", "third", "middle"
    name     what it is called;  apart: how far, by CIEDE2000 in hundredths
    """

    chip: Chip
    part: str
    name: str
    apart: int


def nearest(looks: Looks, measured: str) -> list[Near]:
    """Each color of the set that can be read, the nearest to a measured one first.

    What was measured of a chip counts before what it is called.

    Raises:
        ValueError: nobody knows the measured color.
    """
    hex_shown(measured)
    found = []
    for chip, look in looks.items():
        for part in ("color", "second", "third", "middle"):
            name = getattr(look, part)
            known = look.measured.get(part, "") or name
            if name and hex_of(known):
                found.append(Near(chip, part, name, apart(known, measured)))
    return sorted(found, key=lambda one: (one.apart, one.chip, one.part))


def confusable(looks: Looks, value: Value) -> Iterator[ChipFinding]:
    """Pairs of values that are hard to tell apart, edge-on, in dim light or by the color-blind.

    Each pair is named once, under the first condition in which it is.
    """
    drawn = {chip: look for chip, look in looks.items() if hex_of(look.color) and chip.kind != "coin"}
    for one, other in combinations(sorted(drawn), 2):
        if one.face_cents == other.face_cents and one.kind == other.kind:
            continue
        how = next((c for c in CONDITIONS if _apart(drawn[one], drawn[other], c) < value(APART, c)), "")
        if how:
            words = (
                f"{one.name} and {other.name} look alike {_SEEN[how]}, seen from the edge. Keep them in"
                " tubes apart, and look at the value."
            )
            yield ChipFinding(APART, one, words, other)


def _apart(one: Look, other: Look, how: str) -> int:
    """How far two chips are apart from the edge: by their colors, or by color and spots exchanged."""
    plain = apart_seen(one.color, other.color, how)
    if not (hex_of(one.second) and hex_of(other.second)):
        return plain
    crossed = (apart_seen(one.color, other.second, how), apart_seen(one.second, other.color, how))
    return min(plain, max(crossed))


def _hundredths(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"


# Whether the colors bind


@dataclass(frozen=True, slots=True)
class Binding:
    """Whether the prescribed colors bind a site, and why: 08-03(2)."""

    binds: bool
    words: str


def binding(site: Site, quarters: Mapping[str, int], value: Value) -> Binding:
    """Whether the site's chips must have the prescribed colors.

    quarters   "2026Q3" → gross proceeds of twenty-one in cents, as far as they are known
    """
    if watched := [table.table for table in site.tables.values() if table.video]:
        words = f"The colors bind here: video watches table {', '.join(sorted(watched))}."
        return Binding(True, words)
    if site.settings.video_required:
        return Binding(True, "The colors bind here: the site's activity requires video.")
    least = value("nd.08-03.2c", "average_cents")
    for before, after in following(sorted(quarters)):
        average = (quarters[before] + quarters[after]) // 2
        if average >= least and not site.settings.lower_activity:
            words = (
                f"The colors bind here: {before} and {after} averaged ${dollars(average)} of gross"
                f" proceeds, ${dollars(least)} or more."
            )
            return Binding(True, words)
    return Binding(
        False,
        f"The colors do not bind here: no video, and no two quarters that average ${dollars(least)}.",
    )


def following(quarters: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pairs of quarters of which one follows the other, the newest first."""
    known = set(quarters)
    for name in reversed(quarters):
        year, number = int(name[:4]), int(name[5:])
        before = f"{year}Q{number - 1}" if number > 1 else f"{year - 1}Q4"
        if before in known:
            yield before, name


def sane(look: Look) -> Iterator[str]:
    """What no look can be, whatever the law: spots of no kind, more than go round a chip."""
    if look.kind not in KINDS or bool(look.spots) != bool(PARTS[look.kind]):
        yield f"{look.spots} edge spots of the kind '{look.kind}' cannot be. Kinds: {', '.join(KINDS)}."
    if not 0 <= look.spots <= 24:
        yield f"{look.spots} edge spots do not go round a chip. Write how many there are."
