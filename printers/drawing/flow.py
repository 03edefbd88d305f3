"""The night as a flow: where each band and node stands in a box, for paper and the window alike.

All lengths are in the unit of the box: points on paper, pixels in the window.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitdesk.chips import dollars
from pitdesk.reports.flow import (
    BANK,
    ELSEWHERE,
    ON_THE_WAY,
    OUTSIDE,
    PLAYERS,
    TRAYS,
    UNKNOWN,
    Flow,
    Node,
    Stream,
)

COLUMNS = ("start", "table", "players", "end")
AT = (0.0, 0.36, 0.66, 1.0)  # where the columns stand, of the width
NODE, GAP, LEAST = 9.0, 12.0, 1.5  # how wide a node is, between two, the thinnest band
LINES = 26.0  # of the words beside a node: two nodes are as far apart
WORDS = {
    ("start", BANK): "Chip bank, trays locked in it",
    ("start", PLAYERS): "Players had before",
    ("start", ELSEWHERE): "Elsewhere",
    ("start", OUTSIDE): "Came in",
    ("start", UNKNOWN): "Not counted yet",
    ("players", PLAYERS): "Players",
    ("end", TRAYS): "Trays",
    ("end", PLAYERS): "With players",
    ("end", ON_THE_WAY): "On the way",
    ("end", BANK): "Chip bank",
    ("end", ELSEWHERE): "Elsewhere",
    ("end", OUTSIDE): "Gone",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """A node's place: x, y of its top left corner, its height; from the top left."""

    node: Node
    x: float
    y: float
    height: float
    cents: int


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A band's place: where its upper edge leaves and arrives, and how thick it is."""

    band: Stream
    x: float
    y: float
    to_x: float
    to_y: float
    thick: float

    @property
    def shows(self) -> str:
        """What the band is painted as: one of the names of what chips come to or come from."""
        if not self.band.known:
            return UNKNOWN
        if PLAYERS in (self.band.target.column, self.band.source.column):
            return PLAYERS
        return self.band.target.name if self.band.target.column == "end" else BANK


def words_of(node: Node) -> str:
    """What a node is called."""
    return WORDS.get((node.column, node.name)) or f"Table {node.name}"


def still(flow: Flow) -> str:
    """What is not drawn, in words; nothing where all is."""
    cents = flow.still_cents
    return f" ${dollars(cents)} stayed in the chip bank and is not drawn." if cents else ""


def lay_out(
    flow: Flow, width: float, height: float, lines: float = LINES
) -> tuple[list[Bar], list[Ribbon]]:
    """Where everything stands in a box, so that the fullest column fills its height.

    lines   of the words beside a node: two nodes are as far apart
    """
    columns = [[node for node in flow.nodes if node.column == column] for column in COLUMNS]
    scale = _scale([[flow.through(node) for node in column] for column in columns], height, lines)
    bars: dict[Node, Bar] = {}
    for at, column in zip(AT, columns, strict=True):
        y = 0.0
        for node in column:
            cents = flow.through(node)
            bars[node] = Bar(node, at * (width - NODE), y, max(LEAST, cents * scale), cents)
            y += max(cents * scale + GAP, lines)
    return [*bars.values()], [*_ribbons(flow.bands, bars, scale)]


def _scale(columns: Sequence[Sequence[int]], height: float, lines: float) -> float:
    """The height of a cent with which the fullest column just fits: halved until it is near enough."""

    def needed(column: Sequence[int], scale: float) -> float:
        return sum(max(cents * scale + GAP, lines) for cents in column[:-1]) + column[-1] * scale

    full = [column for column in columns if column]
    low, high = 0.0, height / max(map(sum, full), default=1)
    for _ in range(20):
        middle = (low + high) / 2
        if all(needed(column, middle) <= height for column in full):
            low = middle
        else:
            high = middle
    return low


def _ribbons(bands: Sequence[Stream], bars: dict[Node, Bar], scale: float) -> Iterator[Ribbon]:
    """Bands leave and arrive in the order of the columns: what stays in the bank lies at the bottom."""
    leaves = {node: bar.y for node, bar in bars.items()}
    comes, starts = dict(leaves), {}

    def column(node: Node) -> int:
        return COLUMNS.index(node.column)

    for band in sorted(bands, key=lambda band: (column(band.target), bars[band.target].y)):
        starts[band] = leaves[band.source]
        leaves[band.source] += band.cents * scale
    for band in sorted(bands, key=lambda band: (-column(band.source), bars[band.source].y)):
        source, target = bars[band.source], bars[band.target]
        ends = (source.x + NODE, starts[band], target.x, comes[band.target])
        comes[band.target] += band.cents * scale
        yield Ribbon(band, *ends, max(LEAST, band.cents * scale))


def rows_of(flow: Flow) -> list[tuple[str, str, str]]:
    """The same as a table: from, to, dollars."""
    return [(words_of(band.source), words_of(band.target), dollars(band.cents)) for band in flow.bands]
