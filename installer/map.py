"""The map of the rooms, drawn from the imports: each room on its floor, above all that it imports.

Run by `make map`. A room's floor is the length of its longest way down. An arrow is left out where a
longer way leads to the same room. An import that closes a circle is red and runs upward.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from pathlib import Path
from textwrap import wrap

import grimp

ROOT = Path(__file__).parents[1]
PACKAGES = ("pitdesk", "printers", "ui")  # from the ground up
COMMANDS = "pitdesk.commands"  # the one room of the trade that stands above the printers
WIDE, TALL, GAP, FLOOR, EDGE = 156, 66, 16, 112, 24  # a box, between boxes, between floors, around all
LANE = 12  # how much room an arrow takes on a floor that it passes
COLORS = {"pitdesk": "#3f6b57", "printers": "#8a6a2f", "ui": "#3d5f8f"}
STYLE = (
    "text{font-family:'IBM Plex Sans','Helvetica Neue',Arial,sans-serif;fill:#22282b}"
    ".name{font-size:15px;font-weight:600}.what{font-size:10.5px;fill:#5c666b}"
    ".package{font-size:19px;font-weight:600}.arrow{fill:none;stroke:#8b969b;stroke-width:1.3}"
    ".up{fill:none;stroke:#c23b32;stroke-width:1.8;stroke-dasharray:5 3}"
)

Arrows = dict[str, set[str]]


@dataclass
class Spot:
    """A box, or the lane of an arrow on a floor that it passes."""

    name: str
    floor: int
    wide: int = WIDE
    x: float = 0
    near: list["Spot"] = field(default_factory=list)


def imports() -> dict[tuple[str, str], int]:
    """How many imports lead from one room to another."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    found: dict[tuple[str, str], int] = {}
    for module in sorted(graph.modules):
        for other in sorted(graph.find_modules_directly_imported_by(module)):
            way = room(module), room(other)
            if way[0] != way[1] and not module.endswith("__main__"):
                found[way] = found.get(way, 0) + 1
    return found


def room(module: str) -> str:
    """The room that a module is in: a folder of a package, or the package itself."""
    package, _, rest = module.partition(".")
    first = rest.partition(".")[0]
    return f"{package}.{first}" if first and (ROOT / package / first).is_dir() else package


def package(name: str) -> str:
    """The package of a room."""
    return name.partition(".")[0]


def reached(arrows: Arrows, start: str) -> set[str]:
    """Every room that a way leads to."""
    found: set[str] = set()
    ahead = [start]
    while ahead:
        new = arrows[ahead.pop()] - found
        found |= new
        ahead += new
    return found


def opened(ways: dict[tuple[str, str], int]) -> tuple[Arrows, list[tuple[str, str]]]:
    """The arrows without circles, and the ways that closed one: those with the fewest imports."""
    arrows: Arrows = {name: set() for way in ways for name in way}
    upward = []
    for (start, end), _ in sorted(ways.items(), key=lambda way: (-way[1], way[0])):
        if start in reached(arrows, end):
            upward.append((start, end))
        else:
            arrows[start].add(end)
    return arrows, upward


def floors(arrows: Arrows) -> dict[str, int]:
    """The floor of each room; all of one package below the next, and the commands above the printers."""
    found: dict[str, int] = {}

    def floor(name: str, least: int) -> int:
        if name not in found:
            below = [floor(other, least) for other in sorted(arrows[name])]
            found[name] = max([least, *(one + 1 for one in below)])
        return found[name]

    for each in PACKAGES:
        least = max(found.values(), default=-1) + 1
        for name in sorted(arrows):
            if package(name) == each and name != COMMANDS:
                floor(name, least)
        if each == "printers":
            floor(COMMANDS, max(found.values()) + 1)
    return found


def shortest(arrows: Arrows) -> Iterator[tuple[str, str]]:
    """The arrows that no longer way replaces."""
    for start in sorted(arrows):
        beyond = {far for other in arrows[start] for far in reached(arrows, other)}
        yield from ((start, end) for end in sorted(arrows[start] - beyond))


def laid(arrows: Arrows, on: dict[str, int]) -> tuple[list[list[Spot]], list[list[Spot]]]:
    """Boxes and lanes floor by floor, each with its place; and every arrow as the spots it passes."""
    spots = {name: Spot(name, on[name]) for name in sorted(arrows)}
    rows: list[list[Spot]] = [[] for _ in range(max(on.values()) + 1)]
    for spot in spots.values():
        rows[spot.floor].append(spot)
    lines = []
    for start, end in shortest(arrows):
        lanes = [Spot("", floor, LANE) for floor in range(on[start] - 1, on[end], -1)]
        line = [spots[start], *lanes, spots[end]]
        for lane in lanes:
            rows[lane.floor].append(lane)
        for one, other in pairwise(line):
            one.near.append(other)
            other.near.append(one)
        lines.append(line)
    for row in rows:
        spread(row, [float(at) for at in range(len(row))])
    for turn in range(60):
        for row in rows if turn % 2 else reversed(rows):
            wanted = [pulled(spot) for spot in row]
            if turn < 40:
                order = sorted(range(len(row)), key=lambda at: (wanted[at], row[at].name))
                row[:], wanted = [row[at] for at in order], [wanted[at] for at in order]
            spread(row, wanted)
    return rows, lines


def pulled(spot: Spot) -> float:
    """Where its arrows pull a spot: lanes the most, so that long ones are straight; all inward."""
    pulls = [(near.x, 1.0 if spot.name or near.name else 6.0) for near in spot.near]
    return sum(x * pull for x, pull in pulls) / (sum(pull for _, pull in pulls) + 0.25)


def spread(row: list[Spot], wanted: list[float]) -> None:
    """Put a row where it wants to be, in its order: midway between pushed right and pushed left."""
    right, left = wanted[:], wanted[:]
    for at in range(1, len(row)):
        right[at] = max(right[at], right[at - 1] + apart(row[at - 1], row[at]))
    for at in range(len(row) - 1, 0, -1):
        left[at - 1] = min(left[at - 1], left[at] - apart(row[at - 1], row[at]))
    for spot, one, other in zip(row, right, left, strict=True):
        spot.x = (one + other) / 2


def apart(one: Spot, other: Spot) -> float:
    """How far the middles of two neighbors are apart at least."""
    return (one.wide + other.wide) / 2 + GAP


def words(name: str) -> str:
    """What a room is for, as it says itself; the words of the trade by their names."""
    folder = ROOT / name.replace(".", "/")
    if loose := sorted(path.stem for path in folder.glob("[!_]*.py") if name in PACKAGES):
        return ", ".join(loose)
    said = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or name
    first, *files = said.splitlines()
    what = first.partition(": ")[2].partition(". ")[0]
    screen = (line.split(maxsplit=1)[1] for line in files if line.startswith("screen "))
    return (what or next(screen, first)).rstrip(".")


def drawn(ways: dict[tuple[str, str], int]) -> str:
    """The map as SVG."""
    arrows, upward = opened(ways)
    on = floors(arrows)
    rows, lines = laid(arrows, on)
    left = min(spot.x - spot.wide / 2 for row in rows for spot in row) - EDGE - 110
    right = max(spot.x + spot.wide / 2 for row in rows for spot in row) + EDGE
    top = {floor: EDGE + (len(rows) - 1 - floor) * FLOOR for floor in range(len(rows))}
    for row in rows:
        for spot in row:
            spot.x = round(spot.x - left)
    wide, tall = round(right - left), len(rows) * FLOOR - (FLOOR - TALL) + 2 * EDGE
    boxes = {spot.name: spot for row in rows for spot in row if spot.name}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}">',
        f"<style>{STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
        ' orient="auto"><path d="M0 0L8 4L0 8z" fill="#8b969b"/></marker></defs>',
        f'<rect width="{wide}" height="{tall}" fill="#fff"/>',
        *bands(on, top, wide),
        *(f'<path class="arrow" marker-end="url(#tip)" d="{curve(line, top)}"/>' for line in lines),
        *(f'<path class="up" d="{rise(boxes[a], boxes[b], top)}"/>' for a, b in sorted(upward)),
        *(box(boxes[name], top[on[name]]) for name in sorted(boxes)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def bands(on: dict[str, int], top: dict[int, int], wide: int) -> Iterator[str]:
    """The ground behind the floors of each package, with its name."""
    for each in (*PACKAGES, COMMANDS):
        members = [on[name] for name in on if each in (name, name != COMMANDS and package(name))]
        high, low = top[max(members)] - GAP, top[min(members)] + TALL + GAP
        color, title = COLORS[package(each)], package(each)
        size = f'y="{high}" width="{wide}" height="{low - high}"'
        yield f'<rect {size} fill="{color}" opacity=".09"/>'
        yield f'<text class="package" x="{EDGE}" y="{high + 34}" style="fill:{color}">{title}/</text>'


def curve(line: list[Spot], top: dict[int, int]) -> str:
    """An arrow from the bottom of one box to the top of another, in a curve past what is between."""
    start = line[0]
    y = top[start.floor] + TALL
    path = [f"M{start.x} {y}"]
    x = start.x
    for spot in line[1:]:
        down, last = top[spot.floor], spot is line[-1]
        path.append(f"C{x} {(y + down) // 2} {spot.x} {(y + down) // 2} {spot.x} {down}")
        x, y = spot.x, down
        if not last:
            y += TALL
            path.append(f"V{y}")
    return "".join(path)


def rise(start: Spot, end: Spot, top: dict[int, int]) -> str:
    """An import that runs upward: from the side of one box to the side of another."""
    x, y = start.x + WIDE // 2, top[start.floor] + TALL // 2
    left, up = end.x + WIDE // 2, top[end.floor] + TALL // 2
    far = max(x, left) + 40
    return f"M{x} {y}C{far} {y} {far} {up} {left} {up}"


def box(spot: Spot, top: int) -> str:
    """A room, and what it is for."""
    left, color = spot.x - WIDE // 2, COLORS[package(spot.name)]
    name = spot.name.rpartition(".")[2]
    lines = wrap(words(spot.name), 26, max_lines=3, placeholder=" …")
    down = top + 19 + (3 - len(lines)) * 5
    text = [f'<text class="name" x="{spot.x}" y="{down}">{escape(name)}</text>']
    text += [
        f'<text class="what" x="{spot.x}" y="{down + 15 + 12 * at}">{escape(line)}</text>'
        for at, line in enumerate(lines)
    ]
    return (
        f'<g text-anchor="middle"><rect x="{left}" y="{top}" width="{WIDE}" height="{TALL}" rx="7"'
        f' fill="#fff" stroke="{color}" stroke-width="1.5"/>{"".join(text)}</g>'
    )


def main(targets: Iterable[str]) -> None:
    """Draw it into each file."""
    picture = drawn(imports())
    for target in targets:
        Path(target).write_text(picture, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
