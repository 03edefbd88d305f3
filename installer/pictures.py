"""Two pictures of the README, drawn from the demonstration: a slip, and the first page of the report.

Run by `make pictures`, which plays the demonstration first.
"""

import subprocess
import sys
from pathlib import Path

import fontpkg_ibm_plex_mono
from PIL import Image, ImageDraw, ImageFont

from printers.slips.layout import size

WIDTH, CELL, LINE, EDGE = 42, 11, 24, 28
FONT = fontpkg_ibm_plex_mono.ROOT / "files" / "IBMPlexMono-Medium.ttf"
SCALES = {"plain": (1, 1), "tall": (1, 2), "big": (2, 2)}


def slip(lines: list[str], target: Path) -> None:
    """A slip as the printer sets it, on white paper."""
    scales = [SCALES[size(line, WIDTH)] for line in lines]
    height = sum(LINE * tall for _, tall in scales)
    paper = Image.new("L", (WIDTH * CELL + 2 * EDGE, height + 2 * EDGE), 255)
    top = EDGE
    for line, (wide, tall) in zip(lines, scales, strict=True):
        strip = Image.new("L", (max(1, len(line)) * CELL, LINE), 255)
        draw = ImageDraw.Draw(strip)
        draw.fontmode = "L"
        for column, char in enumerate(line):
            draw.text((column * CELL, 1), char, font=ImageFont.truetype(FONT, 17), fill=20)
        paper.paste(strip.resize((strip.width * wide, LINE * tall)), (EDGE, top))
        top += LINE * tall
    paper.save(target)


def main() -> None:
    """Draw both from the folder that the demonstration left."""
    demo, pictures = Path(sys.argv[1]), Path(sys.argv[2])
    text = (demo / "slips" / "fill-000001-original.txt").read_text("ascii")
    slip(text.splitlines(), pictures / "slip.png")
    (report,) = demo.glob("day-*.pdf")
    command = ["pdftoppm", "-png", "-r", "80", "-f", "1", "-l", "1", "-singlefile"]
    subprocess.run([*command, str(report), str(pictures / "report")], check=True)  # noqa: S603


if __name__ == "__main__":
    main()
