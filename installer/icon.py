"""Draws pitdesk.svg, 256 pixels wide: python installer/icon.py FILE… (.png, .ico)."""

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

image = QImage(256, 256, QImage.Format.Format_ARGB32)
image.fill(Qt.GlobalColor.transparent)
painter = QPainter(image)
QSvgRenderer(str(Path(__file__).with_name("pitdesk.svg"))).render(painter)
painter.end()
for name in sys.argv[1:]:
    if not image.save(name):
        sys.exit(f"{name} could not be written.")
