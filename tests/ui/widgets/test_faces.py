"""The letters: ours, whatever the system has, and every sign that we say is among them."""

from pathlib import Path

import fontpkg_ibm_plex_sans
import pytest
from PySide6.QtGui import QFontDatabase, QFontInfo, QRawFont

from tests.files import ROOT
from ui.widgets import faces

SAID = [
    path
    for folder in ("ui", "pitdesk", "printers", "resources")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in {".py", ".md", ".toml", ".shift", ".qss"}
]


@pytest.mark.parametrize("mono", [False, True])
def test_our_letters_have_names_that_no_system_has(qapp, mono):
    faces.load()
    made = faces.face(mono=mono)
    assert QFontInfo(made).family() == (faces.MONO if mono else faces.SANS)
    assert "Plex" not in made.family()
    assert QFontDatabase.isFixedPitch(made.family()) == mono


def test_every_sign_that_we_say_is_among_our_letters(qapp):
    file = Path(fontpkg_ibm_plex_sans.ROOT) / "files" / "IBMPlexSans[wdth,wght].ttf"
    ours = QRawFont(str(file), 15)
    missing = {
        (path.name, sign)
        for path in SAID
        for sign in {*path.read_text("utf-8")}
        if sign.isprintable() and not ours.supportsCharacter(ord(sign))
    }
    assert missing == set()
