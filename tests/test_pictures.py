"""The pictures of the manual: each on its page, in words too, and as the screens look now."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from printers.reports.pages import FIRST, FOLDER, pages
from tests.machine import strange
from ui.work.actions import ACTIONS

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
PAGES = pages(FOLDER)
PICTURES = sorted((FOLDER / "pictures").iterdir())
LEVELS, PIXELS = 32, 40  # another machine may draw the edges of so many pixels otherwise by so much
LARGEST_BYTES, ALL_BYTES = 120_000, 2_000_000


def test_every_picture_stands_once_on_a_page_and_no_other_does():
    placed = [file for page in PAGES.values() for file in page.pictures]
    assert sorted(placed) == [f"pictures/{path.name}" for path in PICTURES]
    assert sum(page.text.count("](pictures/") for page in PAGES.values()) == len(PICTURES)


def test_every_page_about_a_screen_has_a_picture():
    about = {action.manual for action in ACTIONS} - {FIRST, "keys", "listening"}
    assert [name for name in sorted(about) if not PAGES[name].pictures] == []


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_every_picture_is_told_in_words(page):
    told = page.pictures.values()
    assert all(len(words.split()) > 4 for words in told)
    assert len({*told}) == len(told)


def test_the_pictures_are_small():
    sizes = {path.name: path.stat().st_size for path in PICTURES}
    assert {name: size for name, size in sizes.items() if size > LARGEST_BYTES} == {}
    assert sum(sizes.values()) < ALL_BYTES


def apart(one: Path, other: Path) -> int:
    """How many pixels of two pictures are not the same; -1 if their sizes are not."""
    first, second = (Image.open(path).convert("RGB") for path in (one, other))
    if first.size != second.size:
        return -1
    red, green, blue = ImageChops.difference(first, second).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[LEVELS + 1 :])


@pytest.mark.long(0)
def test_the_screens_look_like_their_pictures_on_a_strange_machine(tmp_path):
    drawn = tmp_path / "drawn"
    command = [sys.executable, str(ROOT / "installer" / "screens.py"), str(drawn), "--manual"]
    known = os.environ | {"PYTHONPATH": str(ROOT)} | strange(tmp_path / "machine")
    done = subprocess.run(command, env=known, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in drawn.iterdir()) == [path.name for path in PICTURES]
    found = {path.name: apart(path, drawn / path.name) for path in PICTURES}
    old = {name: pixels for name, pixels in found.items() if not 0 <= pixels <= PIXELS}
    assert not old, f"These screens look otherwise now: run make screens, look at them, keep them: {old}"
