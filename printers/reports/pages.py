"""The manual as it is written: its pages in their order, for the window and for paper."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "resources" / "manual"
FIRST = "index"
PICTURE = re.compile(r"^!\[(?P<words>[^\]]*)\]\((?P<file>pictures/[^)]*)\)$", flags=re.MULTILINE)
KEYS = "keys.tsv"  # every key as the window's table of actions has it, for those who have no window


@dataclass(frozen=True)
class Page:
    """A page of the manual, as it is written.

    group  the heading under which the index lists it
    """

    name: str
    group: str
    text: str

    @property
    def title(self) -> str:
        """Its first heading."""
        return self.text.partition("\n")[0].removeprefix("# ")

    @cached_property
    def plain(self) -> str:
        """Its words without marks and pictures, in one line."""
        marks = r"\]\([^)]*\)|!?\[|[`*#]|^\s*(?:-|\d\.) |-{3,}"
        text = re.sub(marks, "", PICTURE.sub("", self.text), flags=re.MULTILINE)
        return " ".join(text.replace("|", " ").split())

    @property
    def pictures(self) -> dict[str, str]:
        """File → what is seen on it, in words; of the pictures that stand on a line of their own."""
        return {found["file"]: found["words"] for found in PICTURE.finditer(self.text)}

    @property
    def links(self) -> list[str]:
        """Where its links lead, as they are written."""
        return re.findall(r"(?<!!)\[[^\]]*\]\(([^)]*)\)", self.text)


def pages(folder: Path) -> dict[str, Page]:
    """Every page by its name: the index, then as the index lists them."""
    index = (folder / f"{FIRST}.md").read_text("utf-8")
    found = {FIRST: Page(FIRST, "", index)}
    group = ""
    for line in index.splitlines():
        if line.startswith("## "):
            group = line.removeprefix("## ")
        elif match := re.match(r"- \[.*?\]\((.+?)\.md\)", line):
            text = (folder / f"{match[1]}.md").read_text("utf-8")
            found[match[1]] = Page(match[1], group, text)
    return found


def written_keys(folder: Path) -> list[tuple[str, str, str]]:
    """(group, keys, words) of every action, as the folder has them."""
    lines = (folder / KEYS).read_text("utf-8").splitlines()
    return [(group, key, words) for group, key, words in (line.split("\t") for line in lines)]


def keys_markdown(keys: Iterable[tuple[str, str, str]]) -> str:
    """Tables of (group, keys, words), one for each group."""
    groups: dict[str, list[str]] = {}
    for group, key, words in keys:
        groups.setdefault(group, []).append(f"| `{key}` | {words.replace('|', '/')} |")
    head = ["", "| Keys | What they do |", "|---|---|"]
    return "\n\n".join("\n".join((f"### {group}", *head, *rows)) for group, rows in groups.items())
