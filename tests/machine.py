"""A machine unlike ours: another Plex among its letters, other settings, places, people and hours."""

import shutil
import subprocess
from pathlib import Path

import fontpkg_ibm_plex_mono
import fontpkg_ibm_plex_sans

_CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  <match target="font">
    <edit name="hintstyle" mode="assign"><const>hintfull</const></edit>
    <edit name="autohint" mode="assign"><bool>true</bool></edit>
    <edit name="rgba" mode="assign"><const>rgb</const></edit>
  </match>
  <match target="pattern">
    <edit name="dpi" mode="assign"><double>144</double></edit>
    <edit name="rgba" mode="assign"><const>rgb</const></edit>
  </match>
</fontconfig>
"""


# What a user or a system may have set; no figure, no word and no picture of a test may hang on it.
SETTINGS = {
    "LC_ALL": "tr_TR.UTF-8",  # an I whose small letter is no i; days, months and failures in Turkish
    "LANGUAGE": "tr",
    "TZ": "Pacific/Kiritimati",
    "COLUMNS": "40",
    "LINES": "5",
    "PYTHONHASHSEED": "7",
    "PYTHONIOENCODING": "ascii",
    "PYTHONUTF8": "0",
    "QT_SCALE_FACTOR": "1.5",
    "QT_FONT_DPI": "144",
    "QT_AUTO_SCREEN_SCALE_FACTOR": "1",
    "QT_STYLE_OVERRIDE": "windows",
    "QT_QPA_PLATFORMTHEME": "gtk3",
}


def strange(folder: Path) -> dict[str, str]:
    """The environment of a machine where nothing is as here; its own files lie in that new folder."""
    folder.mkdir()
    return SETTINGS | letters(folder / "letters") | language(folder / "languages")


def language(folder: Path) -> dict[str, str]:
    """Turkish, made here if the system can make a language."""
    folder.mkdir()
    if shutil.which("localedef"):
        made = ["localedef", "-i", "tr_TR", "-f", "UTF-8", str(folder / "tr_TR.UTF-8")]
        subprocess.run(made, check=False, capture_output=True)
    return {"LOCPATH": str(folder)}


def letters(folder: Path) -> dict[str, str]:
    """A system whose IBM Plex Sans is Mono by its shapes, and which has no other letters."""
    folder.mkdir()
    files = Path(fontpkg_ibm_plex_mono.ROOT) / "files"
    for weight in ("Regular", "Medium", "SemiBold", "Bold"):
        data = (files / f"IBMPlexMono-{weight}.ttf").read_bytes()
        for sign in ("utf-16-be", "ascii"):
            data = data.replace("Plex Mono".encode(sign), "Plex Sans".encode(sign))
            data = data.replace("PlexMono".encode(sign), "PlexSans".encode(sign))
        (folder / f"{weight}.ttf").write_bytes(data)
    sans = Path(fontpkg_ibm_plex_sans.ROOT) / "files" / "IBMPlexSans[wdth,wght].ttf"
    shutil.copy(sans, folder / "Variable.ttf")
    config = folder / "fonts.conf"
    config.write_text(_CONFIG.format(folder=folder), "utf-8")
    return {"FONTCONFIG_FILE": str(config)}
