"""The letters of the program: IBM Plex as it came with us, under names that no system has.

A system may have other Plex fonts installed, and Qt would take the letters of a weight from whichever
it finds. It may ask for other edges of letters, too: ours are drawn as we say.
"""

from functools import cache
from pathlib import Path
from types import ModuleType

import fontpkg_ibm_plex_mono
import fontpkg_ibm_plex_sans
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
