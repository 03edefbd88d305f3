"""The letters and the marks of the program, made known to Qt.

The letters are IBM Plex as it came with us, under names that no system has. A system may have other Plex
fonts installed, and Qt would take the letters of a weight from whichever it finds. It may ask for other
edges of letters, too: ours are drawn as we say.
"""

import struct
from functools import cache
from pathlib import Path
from types import ModuleType

import fontpkg_ibm_plex_mono
import fontpkg_ibm_plex_sans
from PySide6.QtCore import qRegisterResourceData
from PySide6.QtGui import QFont, QFontDatabase

THEIRS, OURS = (name.encode("utf-16-be") for name in ("IBM Plex", "Pit Desk"))  # of one length
SANS, MONO = "Pit Desk Sans", "Pit Desk Mono"


@cache
def load() -> None:
    """Make the letters of the screens known to Qt, once."""
    _add(fontpkg_ibm_plex_sans, "IBMPlexSans[wdth,wght].ttf")
    _add(fontpkg_ibm_plex_mono, "IBMPlexMono-Regular.ttf")
    _add(fontpkg_ibm_plex_mono, "IBMPlexMono-SemiBold.ttf")


@cache
def load_medium() -> None:
    """The weight of Mono that looks as a printer sets it, once."""
    _add(fontpkg_ibm_plex_mono, "IBMPlexMono-Medium.ttf")


def _add(package: ModuleType, name: str) -> None:
    file = (Path(package.ROOT) / "files" / name).read_bytes()
    assert QFontDatabase.addApplicationFontFromData(file.replace(THEIRS, OURS)) >= 0, name


def face(*, mono: bool = False) -> QFont:
    """Our letters, drawn alike on every machine; their size and weight are still to be said."""
    made = QFont(MONO if mono else SANS)
    made.setStyleHint(QFont.StyleHint.Monospace if mono else QFont.StyleHint.SansSerif)
    made.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    strategy = QFont.StyleStrategy
    made.setStyleStrategy(strategy.PreferAntialias | strategy.NoSubpixelAntialias)
    return made


def add_marks(marks: dict[str, tuple[str, str]]) -> tuple[bytes, bytes, bytes]:
    """Make drawn marks known to Qt, for the style sheet: name → color, strokes in a square of 24.

    Returns what Qt goes on reading.
    """
    kept = _resources({name: _svg(color, strokes) for name, (color, strokes) in marks.items()})
    assert qRegisterResourceData(1, *kept)
    return kept


def _svg(color: str, strokes: str) -> bytes:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">'
        f'<path d="{strokes}" fill="none" stroke="{color}" stroke-width="2.5" '
        'stroke-linecap="round" stroke-linejoin="round"/></svg>'
    ).encode()


def _resources(files: dict[str, bytes]) -> tuple[bytes, bytes, bytes]:
    """Qt's own format of compiled resources, one flat folder: style sheets take pictures from there."""
    tree = struct.pack(">IHII", 0, 2, len(files), 1)  # the root: a folder, how many, the first
    names = struct.pack(">HI", 0, 0)
    data = b""
    for name in sorted(files, key=_hash):
        tree += struct.pack(">IHHHI", len(names), 0, 0, 1, len(data))
        names += struct.pack(">HI", len(name), _hash(name)) + name.encode("utf-16-be")
        data += struct.pack(">I", len(files[name])) + files[name]
    return tree, names, data


def _hash(name: str) -> int:
    """Qt's own sum of a name, by which it searches."""
    found = 0
    for letter in name:
        found = (found << 4) + ord(letter)
        found ^= (found & 0xF0000000) >> 23
        found &= 0x0FFFFFFF
    return found
