"""What stands above and below a slip as paper has it: the organization's lines, and its logo in dots."""

from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass

from pitdesk import kinds
from pitdesk.book.site import Site
from printers import THERMAL_58, THERMAL_512, THERMAL_576

DOTS = {THERMAL_58: 384, THERMAL_512: 512, THERMAL_576: 576}
"""Columns → dots across. A TM-U220 sets letters alone, and leaves a logo out."""


@dataclass(frozen=True, slots=True)
class Logo:
    """A logo for one paper.

    across   its dots, those of the paper;  rows: of all its dots, a bit each, black set
    entry    of the letterhead that it is of; 0 where none is kept yet
    """

    across: int
    rows: bytes
    entry: int = 0

    @property
    def down(self) -> int:
        """How many rows of dots it has."""
        return len(self.rows) * 8 // self.across


def logo_of(letterhead: kinds.Letterhead, width: int, entry: int = 0) -> Logo | None:
    """The logo for paper of so many columns; None where there is none, or the paper takes none."""
    across = DOTS.get(width, 0)
    kept = letterhead.logo.get(str(across))
    return Logo(across, b64decode(kept), entry) if kept else None


def heading(site: Site, width: int) -> list[str]:
    """The site's own lines above a slip, and an empty one; nothing where it has none."""
    lines = _centered(site.letterhead.heading, width)
    return [*lines, ""] if lines else []


def footer(site: Site, width: int) -> list[str]:
    """The site's own lines below a slip, after an empty one; nothing where it has none."""
    lines = _centered(site.letterhead.footer, width)
    return ["", *lines] if lines else []


def _centered(lines: Sequence[str], width: int) -> list[str]:
    return [line[:width].center(width).rstrip() for line in lines]
