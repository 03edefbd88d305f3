"""The appearance: every color, size and shape of the screens, as three themes made of the same tokens.

Nothing else names a color. What paints by itself asks `current()` and listens to `changed`, and what
measures to `fitted`. A widget says what it is by `kind` and `tone`, and is then given to `dress`.
"""

import locale
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import IntEnum
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Annotated, get_args, get_type_hints

from PySide6.QtCore import QEvent, QLocale, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPalette, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from shiboken6 import isValid

from ui.beside.timers import timer
from ui.widgets import faces

SYSTEM = "system"  # the name under which the system's own choice is followed
SIZES = {  # pixels of text at 100 %
    "caption": 13,
    "body": 15,
    "h2": 17,
    "brand": 19,
    "figure": 18,
    "big": 22,
    "title": 24,
    "key": 26,
    "number": 38,
    "huge": 54,
}
_HEAVY = "title h2 brand big huge strong smallstrong pill initials practice act key keyact"
REGULAR = 400
WEIGHTS = dict.fromkeys(_HEAVY.split(), 600) | {"wrong": 500, "button": 500}  # of what is not regular
STEP = 60  # widgets that are dressed between two things that the user does
LEAST_PX, KEY_PX = 44, 76  # a target for a finger; a key of a keypad (20 mm)


class Size(IntEnum):
    """The layouts, by the room there is, measured at letters of 100 %: twice as large ones leave half.

    TINY    a Menu button, the keys as a sheet, low targets, one column
    SMALL   a Menu button, low targets, what stands beside a form as a tab
    NORMAL  the places at the left, the keys below
    LARGE   and beside each screen what waits
    """

    TINY = 0
    SMALL = 1
    NORMAL = 2
    LARGE = 3


FROM = {Size.LARGE: (1800, 950), Size.NORMAL: (1280, 700), Size.SMALL: (1000, 560)}  # the least room
GROWN = {200: (3600, 1900), 150: (3000, 1500), 125: (2400, 1050)}  # percent by which all is larger

ROWS = {Size.TINY: 35, Size.SMALL: 38, Size.NORMAL: 46, Size.LARGE: 58}  # pixels of a row of chips


def size_of(wide: int, high: int, percent: int) -> Size:
    """The layout for a window of so many pixels, with letters of so many percent."""
    return next((size for size, least in FROM.items() if _holds(wide, high, percent, least)), Size.TINY)


def grown(wide: int, high: int, percent: int) -> int:
    """The percent of what its letters are that a window of so many pixels shows them in."""
    return next((more for more, least in GROWN.items() if _holds(wide, high, percent, least)), 100)


def _holds(wide: int, high: int, percent: int, least: tuple[int, int]) -> bool:
    return wide * 100 >= least[0] * percent and high * 100 >= least[1] * percent


@dataclass(frozen=True, slots=True)
class Theme:
    """The tokens of one theme: colors as #RRGGBB (`shade` as #AARRGGBB), widths in pixels.

    Beside each color stands what it is in the dark, in the light, and in the high-contrast theme.
    """

    name: str
    dark: bool
    stroke: int  # width of borders of controls
    ring: int  # width of the focus ring
    ground: Annotated[str, "#10151A", "#EDF0F3", "#000000"]  # the window
    panel: Annotated[str, "#171E25", "#FFFFFF", "#000000"]  # cards
    raised: Annotated[str, "#1E2730", "#F5F7F9", "#0F0F0F"]  # buttons, rows on a card
    hover: Annotated[str, "#26313C", "#E6EBEF", "#2B2B2B"]  # what the mouse is over
    line: Annotated[str, "#2B3641", "#D5DCE2", "#C8C8C8"]  # around cards, between rows
    rim: Annotated[str, "#3A4855", "#B4BFC9", "#FFFFFF"]  # around buttons
    edge: Annotated[str, "#667685", "#7A8792", "#FFFFFF"]  # around what is typed into or ticked: 3:1
    field: Annotated[str, "#10151A", "#FFFFFF", "#000000"]  # inside of what is typed into
    text: Annotated[str, "#E8EDF1", "#16202A", "#FFFFFF"]
    muted: Annotated[str, "#93A1AE", "#55636F", "#D0D0D0"]
    faint: Annotated[str, "#758491", "#7A8792", "#A6A6A6"]  # what is disabled: 3:1
    felt: Annotated[str, "#3FA56F", "#1A7746", "#52F29B"]  # good, in words and marks
    felt_ground: Annotated[str, "#10261B", "#DFF3E7", "#00230F"]
    felt_line: Annotated[str, "#2F8759", "#2A9259", "#52F29B"]
    act: Annotated[str, "#2C7D52", "#1F7F4D", "#00713C"]  # the one primary button
    act_hover: Annotated[str, "#2F8457", "#1A7145", "#008145"]
    act_line: Annotated[str, "#3FA56F", "#17693F", "#FFFFFF"]
    act_ring: Annotated[str, "#E8EDF1", "#16202A", "#FFF000"]  # its focus ring
    on_act: Annotated[str, "#FFFFFF", "#FFFFFF", "#FFFFFF"]
    amber: Annotated[str, "#E0A63C", "#875A00", "#FFCC33"]  # look
    amber_ground: Annotated[str, "#2E2410", "#FFF1CF", "#2A1E00"]
    amber_line: Annotated[str, "#94701F", "#AA7A0C", "#FFCC33"]
    red: Annotated[str, "#E96C61", "#B5271D", "#FF8F85"]  # stop
    red_ground: Annotated[str, "#351816", "#FDE7E4", "#330500"]
    red_line: Annotated[str, "#B5503F", "#D0574C", "#FF8F85"]
    blue: Annotated[str, "#5AA2E6", "#1B5EA8", "#8CC8FF"]  # under way
    blue_ground: Annotated[str, "#12263A", "#E1EEFB", "#001B36"]
    blue_line: Annotated[str, "#3F76AB", "#3F82C9", "#8CC8FF"]
    violet: Annotated[str, "#B794E8", "#6B3FA8", "#E0B8FF"]  # chips with players
    focus: Annotated[str, "#3FA56F", "#1A7746", "#FFF000"]
    select: Annotated[str, "#1D4A36", "#CBEBD8", "#FFF000"]  # selected rows and text
    on_select: Annotated[str, "#FFFFFF", "#16202A", "#000000"]
    practice: Annotated[str, "#E0A63C", "#F2B93B", "#FFCC33"]  # the band that says so
    on_practice: Annotated[str, "#10151A", "#16202A", "#000000"]
    well: Annotated[str, "#0B0F13", "#26303A", "#000000"]  # of a tray
    par: Annotated[str, "#93A1AE", "#C3CCD4", "#FFFFFF"]  # the mark in it
    low: Annotated[str, "#E0A63C", "#F2B93B", "#FFCC33"]  # and the sign that there is too little
    paper: Annotated[str, "#FBFBF6", "#FFFFFF", "#FFFFFF"]
    ink: Annotated[str, "#14171A", "#14171A", "#000000"]
    suit: Annotated[str, "#B5271D", "#B5271D", "#9B0F00"]  # red cards on paper
    shade: Annotated[str, "#B3080B0E", "#99333D47", "#D9000000"]  # over a window that waits


_COLORS = [
    one.__metadata__ for one in get_type_hints(Theme, include_extras=True).values() if get_args(one)
]
_WIDTHS = (("dark", True, 1, 3), ("light", False, 1, 3), ("contrast", True, 2, 4))
THEMES = {
    name: Theme(name, dark, stroke, ring, *[colors[at] for colors in _COLORS])
    for at, (name, dark, stroke, ring) in enumerate(_WIDTHS)
}

# Marks that Qt's style sheets can only show as pictures: strokes in a square of 24.
_GLYPHS = {
    "check": ("on_act", "M5.5 12.5 10 17 18.5 7.5"),
    "check-off": ("faint", "M5.5 12.5 10 17 18.5 7.5"),
    "some": ("on_act", "M6 12H18"),
    "tick": ("text", "M5.5 12.5 10 17 18.5 7.5"),
    "down": ("muted", "M6 9.5 12 15.5 18 9.5"),
    "up": ("muted", "M6 14.5 12 8.5 18 14.5"),
    "down-off": ("faint", "M6 9.5 12 15.5 18 9.5"),
    "open": ("text", "M6 9.5 12 15.5 18 9.5"),
    "open-on": ("on_select", "M6 9.5 12 15.5 18 9.5"),
    "closed": ("text", "M9.5 6 15.5 12 9.5 18"),
    "closed-on": ("on_select", "M9.5 6 15.5 12 9.5 18"),
}

QSS = Path(__file__).parents[2] / "resources" / "pitdesk.qss"
_TOKEN = re.compile(r"\{(\w+)\}")  # the blocks of a style sheet have spaces after their braces


def style_sheet(
    theme: Theme, scale_percent: int = 100, size: Size = Size.NORMAL, *, low: bool = False
) -> str:
    """The style sheet of the program; `scale_percent` makes text larger, and what holds it.

    size  the layout: where there is little room, keys to touch are smaller
    low   whether targets are as low as letters allow: for the least room, where nobody touches them
    """
    words = {**asdict(theme), **_sizes(theme, scale_percent, size, low=low)}
    return _TOKEN.sub(lambda match: str(words[match[1]]), QSS.read_text("utf-8"))


def _target(body_px: int, *, low: bool) -> int:
    """How high a button and a line are, in pixels."""
    return 2 * body_px + 4 if low else max(LEAST_PX, 2 * body_px + 14)


def _key(key_px: int, size: Size) -> int:
    """How high a key of the keypad is, in pixels."""
    if size == Size.TINY:
        return max(LEAST_PX, key_px + 16)
    return max(KEY_PX if size > Size.SMALL else 56, 2 * key_px)


def _sizes(theme: Theme, scale_percent: int, size: Size, *, low: bool) -> dict[str, int | str]:
    """Pixels. Heights in a style sheet are those inside the border, so `_ring` is that much lower."""
    text = {f"{role}_px": _scaled(pixels, scale_percent) for role, pixels in SIZES.items()}
    target = _target(text["body_px"], low=low)
    act = target + 4
    rail = max(LEAST_PX, text["body_px"] + 22)  # ten of them stand below each other
    key = _key(text["key_px"], size)
    icon = text["body_px"] + 1
    pill, mark = text["caption_px"] + (3 if low else 7), text["body_px"] + 7
    initials = target + 2
    wider = theme.ring - theme.stroke
    person = max(key, (text["h2_px"] + text["body_px"]) * 7 // 5 + 10)  # two lines stand in it
    heights = {"target": target, "act": act, "key": key, "person": person, "letter": LEAST_PX}
    pads = {"pad": 16, "act_pad": 24, "verb_pad": 12, "person_pad": 16, "link_pad": 8, "field_pad": 10}
    edge = 6  # at the left of what is wrong: told from the focus ring by its shape
    return {
        **text,
        "key_font_px": text["key_px"],
        **{f"{name}_px": height - 2 * theme.stroke for name, height in heights.items()},
        **{f"{name}_ring_px": height - 2 * theme.ring for name, height in heights.items()},
        **{f"{name}_px": pad for name, pad in pads.items()},
        **{f"{name}_ring_px": pad - wider for name, pad in pads.items()},
        "wrong_edge_px": edge,
        "wrong_pad_px": pads["field_pad"] + theme.stroke - edge,
        "chosen_px": target - theme.stroke - 3 - 2,  # its lower edge, and what its words stand lower
        "chosen_ring_px": target - theme.ring - 4 - 2,
        "wider_px": wider,
        "rail_px": rail,  # it has a border only where the focus is
        "rail_ring_px": rail - 2 * theme.ring,
        "page_px": 2 * text["body_px"],  # twenty of them, under headings
        "page_ring_px": 2 * text["body_px"] - 2 * theme.ring,
        "rail_pad_ring_px": 16 - theme.ring,
        "page_pad_ring_px": 10 - theme.ring,
        "text_pad_ring": f"{6 - wider}px {8 - wider}px",
        "pill_px": pill,
        "pill_radius_px": (pill + 6) // 2,
        "box_px": target - 2 * theme.ring,
        "icon_px": icon,
        "mark_px": mark,
        "mark_radius_px": mark // 2 + 2,
        "initials_px": initials,
        "initials_radius_px": initials // 2 + 1,
        "head_px": text["caption_px"] + 19,
    }


def _scaled(pixels: int, scale_percent: int) -> int:
    return (pixels * scale_percent + 50) // 100


class _Worn(QObject):
    """The theme that is in use. `system` is whether it follows the system's settings."""

    changed, fitted = Signal(), Signal()

    def __init__(self) -> None:
        super().__init__()
        self.theme = THEMES["dark"]
        self.letters_percent = 100  # as large as the user wants them
        self.scale_percent = 100  # and with what the window's room adds
        self.room = (FROM[Size.NORMAL], False)  # of the window, in pixels; whether it is touched
        self.size = Size.NORMAL
        self.low = False  # whether targets are low
        self.system = False
        self.listening = False
        self.waiting: dict[QWidget, None] | None = {}  # not dressed yet; None: not looked for yet
        self.dressed: set[QWidget] = set()  # meanwhile
        self.steps = timer(self, 0)
        self.steps.timeout.connect(self.step)
        self.turn = timer(None, 0, once=True)  # of a theme that is about to be put on

    def measure(self) -> bool:
        """See which layout the room asks for; whether it is another."""
        (wide, high), touched = self.room
        before = self.scale_percent, self.size, self.low
        self.scale_percent = self.letters_percent * grown(wide, high, self.letters_percent) // 100
        self.size = size_of(wide, high, self.scale_percent)
        self.low = self.size <= Size.SMALL and not touched
        return before != (self.scale_percent, self.size, self.low)

    def step(self) -> None:
        """Look for what waits, then dress some of it; go on soon, between what the user does."""
        if self.waiting is None:
            every = (one for top in _tops() for one in (top, *top.findChildren(QWidget)))
            self.waiting = dict.fromkeys(one for one in every if one not in self.dressed)
            self.dressed = set()
        _wear([*islice(self.waiting, STEP)])
        (self.steps.start if self.waiting else self.steps.stop)()

    def takes(self, one: QWidget) -> bool:
        """Whether a widget is not dressed yet; from now on it is."""
        if self.waiting is not None:
            return one in self.waiting and self.waiting.pop(one) is None
        new = one not in self.dressed
        self.dressed.add(one)
        return new

    def follow(self) -> None:
        """Change to the theme that the system's settings ask for, if they are followed."""
        app = QApplication.instance()
        if self.system and isinstance(app, QApplication) and THEMES[of_system(app)] is not self.theme:
            change(app, SYSTEM, self.letters_percent)


_worn = _Worn()
changed, fitted = _worn.changed, _worn.fitted  # the second comes first, where not only colors change


def current() -> Theme:
    """The theme that is in use, for those who paint."""
    return _worn.theme


def of_system(app: QApplication) -> str:
    """The name of the theme that the system's settings ask for; dark where they ask for none."""
    hints = app.styleHints()
    if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
        return "contrast"
    return "light" if hints.colorScheme() == Qt.ColorScheme.Light else "dark"


def apply(app: QApplication, name: str = SYSTEM, scale_percent: int = 100) -> Theme:
    """Dress the program in a theme, or as the system's settings say, now and whenever they change."""
    hints = app.styleHints()
    _worn.turn.stop()  # this is newer
    _worn.system = name == SYSTEM
    if not _worn.listening:
        _worn.listening = True
        _speak()
        app.setStyle("Fusion")
        hints.colorSchemeChanged.connect(_worn.follow)
        hints.accessibility().contrastPreferenceChanged.connect(_worn.follow)
    if _worn.system:
        hints.unsetColorScheme()
    before, theme = _worn.theme, THEMES[of_system(app) if _worn.system else name]
    _worn.theme, _worn.letters_percent = theme, scale_percent
    refit = _worn.measure() or theme.stroke != before.stroke
    if not _worn.system:  # frames and dialogs of the system's own
        hints.setColorScheme(Qt.ColorScheme.Dark if theme.dark else Qt.ColorScheme.Light)
    load()
    app.setPalette(palette(theme))
    _restyle(app, refit=refit)
    return theme


def change(app: QApplication, name: str, scale_percent: int) -> None:
    """Dress the program otherwise while somebody works with it: soon, and not all at one blow.

    To forget who wears what takes Qt as long as all the rest.
    """
    app.style().unpolish(app)
    _worn.turn = timer(None, 0, once=True)  # one that still waits is none any more
    _worn.turn.timeout.connect(lambda: apply(app, name, scale_percent))
    _worn.turn.start()


def size() -> Size:
    """The layout that the window's room asks for."""
    return _worn.size


def touched() -> bool:
    """Whether fingers touch the window."""
    return _worn.room[1]


def cramped() -> bool:
    """Whether there is least room, and keys to touch stand in it."""
    return size() is Size.TINY and touched()


def fit(width: int, height: int, *, touched: bool = False) -> None:
    """Fit everything to a window of so many pixels; `touched`, where fingers touch it."""
    _worn.room = (width, height), touched
    app = QApplication.instance()
    if _worn.measure() and isinstance(app, QApplication) and _worn.listening:
        _restyle(app, refit=True)


class Alone(QWidget):
    """A window in which everything fits itself to the room there is.

    touched   whether fingers touch it
    """

    touched = False

    def fit(self) -> None:
        """Fit everything to the room of now."""
        fit(self.width(), self.height(), touched=self.touched)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit it to other room."""
        super().resizeEvent(event)
        self.fit()


def _restyle(app: QApplication, *, refit: bool) -> None:
    """Give the program its style sheet; what is in sight wears it at once, the rest soon.

    Qt would dress each widget as often as it has others around it, seconds for a window with all its
    screens. So its memory of who wears what is emptied first, and each widget is dressed here, once.
    """
    app.setFont(font())
    app.style().unpolish(app)
    app.setStyleSheet(style_sheet(_worn.theme, _worn.scale_percent, _worn.size, low=_worn.low))
    _worn.waiting, _worn.dressed = None, set()
    _worn.steps.start()
    _wear(_in_sight(_tops()))
    if refit:
        _worn.fitted.emit()
    _worn.changed.emit()
    _wear(_in_sight(_tops()))  # what came into sight by that


def _tops() -> list[QWidget]:
    """Every window that is in no other."""
    return [one for one in QApplication.topLevelWidgets() if not one.parentWidget()]


def _in_sight(widgets: Iterable[QObject]) -> list[QWidget]:
    """Those that are in sight, and what is in sight in them; behind a page nothing is looked for."""
    found = [one for one in widgets if isinstance(one, QWidget) and one.isVisible()]
    return [seen for one in found for seen in (one, *_in_sight(one.children()))]


def waits() -> bool:
    """Whether some of what nobody sees is not dressed yet."""
    return _worn.waiting != {}


def freshen(widget: QWidget) -> None:
    """Have a widget that comes into sight wear what the rest wears already; what it hides can wait."""
    if waits():
        seen = {widget, *(one for one in widget.findChildren(QWidget) if one.isVisibleTo(widget))}
        _wear(
            [widget, *(one for one in widget.findChildren(QWidget) if {one, one.parentWidget()} & seen)]
        )


def _wear(widgets: Iterable[QWidget]) -> None:
    """Dress widgets that are not dressed yet; those around others first."""
    style, changes = QApplication.style(), QEvent(QEvent.Type.StyleChange)
    for one in widgets:
        if _worn.takes(one) and isValid(one):  # else it is gone, and nobody waits for it
            style.polish(one)
            QApplication.sendEvent(one, changes)


def _speak() -> None:
    """Name days, figures and failures as all our words do, in English.

    Qt makes the language of the user that of the whole program, and Python's dates follow: a backup
    that is named by its weekday would have another name in another language.
    """
    for part in ("LC_TIME", "LC_NUMERIC", "LC_MONETARY", "LC_COLLATE", "LC_MESSAGES"):
        if hasattr(locale, part):  # Windows has no LC_MESSAGES
            locale.setlocale(getattr(locale, part), "C")
    QLocale.setDefault(QLocale("en_US"))


def palette(theme: Theme) -> QPalette:
    """The theme for what no style sheet reaches."""
    made = QPalette()
    role = QPalette.ColorRole
    for roles, token in (
        ((role.Window,), theme.ground),
        ((role.Base, role.AlternateBase), theme.field),
        ((role.Button, role.ToolTipBase, role.Midlight), theme.raised),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText), theme.text),
        ((role.PlaceholderText,), theme.muted),
        ((role.Mid, role.Dark), theme.edge),
        ((role.Light,), theme.hover),
        ((role.Highlight,), theme.select),
        ((role.HighlightedText,), theme.on_select),
        ((role.Accent,), theme.felt),
        ((role.Link, role.LinkVisited, role.BrightText), theme.blue),
    ):
        for one in roles:
            made.setColor(one, QColor(token))
    for one in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, one, QColor(theme.faint))
    return made


def pixels(role: str = "body") -> int:
    """The size of text in this role (see SIZES), as large as the user wants it."""
    return _scaled(SIZES[role], _worn.scale_percent)


def target() -> int:
    """How high a button is, in pixels."""
    return _target(pixels(), low=_worn.low)


def row() -> int:
    """How high a row with a chip in it is, in pixels; its chip is somewhat less."""
    return max(sized(ROWS[_worn.size]), target() + 2)


def sized(hundred: int) -> int:
    """Pixels at letters of 100 %, at letters of now."""
    return hundred * pixels() // SIZES["body"]


def font(role: str = "body", weight: int = 400, *, mono: bool = False) -> QFont:
    """A font for those who paint, and for a model's FontRole. Its digits are of equal width."""
    return QFont(_font(pixels(role), weight, mono))


@cache
def _font(size_px: int, weight: int, mono: bool) -> QFont:
    made = faces.face(mono=mono)
    made.setPixelSize(size_px)
    made.setWeight(QFont.Weight(min(weight, 600)))  # see `dress`
    if not mono:
        made.setVariableAxis(QFont.Tag("wght"), weight)
    return made


def heavy(size_px: int) -> QFont:
    """The heavy font of a figure that fills its room, so many pixels high."""
    return QFont(_font(size_px, 600, False))


def color(token: str, alpha: int = 255) -> QColor:
    """A token as a color; `alpha` as in QColor, 255 for all of it."""
    made = QColor(token)
    made.setAlpha(made.alpha() * alpha // 255)
    return made


def pen(token: str, width: int = 1) -> QPen:
    """A token as a pen of so many pixels."""
    return QPen(color(token), width)


def blank(width: int, height: int, ratio: float = 1) -> QPixmap:
    """A picture with nothing on it, so many logical pixels large, for a screen of that ratio."""
    made = QPixmap(QSize(width, height) * ratio)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    return made


def inks(tone: str) -> tuple[str, str, str]:
    """The tokens of a tone: words, the ground below them, the line around both."""
    look = _worn.theme
    return {
        "good": (look.felt, look.felt_ground, look.felt_line),
        "look": (look.amber, look.amber_ground, look.amber_line),
        "stop": (look.red, look.red_ground, look.red_line),
        "way": (look.blue, look.blue_ground, look.blue_line),
        "plain": (look.muted, look.raised, look.edge),
    }[tone]


def paint_pill(painter: QPainter, box: QRect, words: str, tone: str = "plain") -> QRect:
    """Paint a pill into the upper right corner of a box, looking as the labels of that kind do."""
    ink, ground, line = inks(tone)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font("caption", 600))
    wide, high = painter.fontMetrics().horizontalAdvance(words) + 28, pixels("caption") + 13
    where = QRect(box.x() + box.width() - wide, box.y(), wide, high)
    painter.setPen(pen(line))
    painter.setBrush(color(ground))
    painter.drawRoundedRect(QRectF(where).adjusted(1 / 2, 1 / 2, -1 / 2, -1 / 2), high / 2, high / 2)
    painter.setPen(color(ink))
    painter.drawText(where, Qt.AlignmentFlag.AlignCenter, words)
    painter.restore()
    return where


def dress(widget: QWidget) -> None:
    """Let a widget look like its properties; call it after each change of `kind`, `tone` or `wrong`.

    Plex Sans is one file with an axis of weights, which neither QSS nor QFont.setWeight reaches: at 600
    they change nothing, at 700 they smear. Family and size still come from the style sheet.
    """
    usual = WEIGHTS["button"] if isinstance(widget, QPushButton) else REGULAR
    weight = WEIGHTS.get(widget.property("kind"), usual)
    if weight != REGULAR or widget.testAttribute(Qt.WidgetAttribute.WA_SetFont):
        widget.setProperty("_q_styleSheetWidgetFont", None)  # the font that Qt would put back instead
        widget.setFont(_weighing(weight))
    style = widget.style()
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):  # else Qt does so before it is seen
        style.unpolish(widget)
        widget.update()
        style.polish(widget)


@cache
def _weighing(weight: int) -> QFont:
    """A font that says nothing but its weight."""
    made = QFont()
    made.setVariableAxis(QFont.Tag("wght"), weight)
    made.setWeight(QFont.Weight(min(weight, 600)))  # two fonts that differ in axes alone are one to Qt
    return made


@cache
def load() -> tuple[bytes, bytes, bytes]:
    """Make the letters and the marks known to Qt, once; gives what Qt goes on reading of the marks."""
    faces.load()
    return faces.add_marks(
        {
            f"{theme.name}-{name}.svg": (getattr(theme, token), strokes)
            for theme in THEMES.values()
            for name, (token, strokes) in _GLYPHS.items()
        }
    )
