"""Columns of a listing: as wide as what is usual in them, and hidden where there is no room."""

from collections.abc import Collection, Sequence

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QTableView

from ui.widgets import theme


def usual_widths(columns: Sequence[tuple[str, str]], edges: int, beside_head: int = 0) -> list[int]:
    """How many pixels wide columns are, each by its heading and the widest words that are usual in it.

    edges        pixels beside the words of a cell
    beside_head  pixels that a heading needs beyond these
    """
    words, heads = QFontMetrics(theme.font()), QFontMetrics(theme.font("caption"))
    return [
        max(words.horizontalAdvance(usual), heads.horizontalAdvance(heading) + beside_head) + edges
        for heading, usual in columns
    ]


def show_columns(view: QTableView, widths: Sequence[int], shown: Collection[int]) -> None:
    """Give each column its width, and hide those that are not shown."""
    for at, wide in enumerate(widths):
        view.setColumnWidth(at, wide)
        view.setColumnHidden(at, at not in shown)
