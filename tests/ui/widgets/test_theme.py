"""The looks: what can be read, what can be seen, what can be touched; in every theme."""

import re
from dataclasses import fields, replace
from itertools import product
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QFile, QIODevice, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton, QRadioButton, QWidget

from ui.beside.timers import timer
from ui.widgets import faces, theme
from ui.widgets.theme import THEMES, Theme

WGHT = QFont.Tag("wght")
READ, SEEN = 4.5, 3.0
GROUNDS = ("ground", "panel", "raised")
PAIRS = [  # (what, on what, how much) besides those that the style sheet itself puts together
    *[
        (ink, ground, READ)
        for ink in ("text", "muted", "felt", "amber", "red", "blue")
        for ground in GROUNDS
    ],
    *[(tone, f"{tone}_ground", READ) for tone in ("felt", "amber", "red", "blue")],
    *[("text", f"{tone}_ground", READ) for tone in ("felt", "amber", "red", "blue")],
    *[(f"{tone}_line", ground, SEEN) for tone in ("felt", "amber", "red") for ground in GROUNDS[:2]],
    ("blue_line", "panel", SEEN),
    ("violet", "panel", SEEN),
    ("muted", "field", READ),  # a hint in an empty field
    ("ink", "paper", READ),
    ("suit", "paper", READ),
    ("on_act", "act_hover", READ),
    *[("edge", ground, SEEN) for ground in (*GROUNDS, "field")],
    *[("focus", ground, SEEN) for ground in (*GROUNDS, "field", "red_ground", "felt_ground")],
    *[("act", ground, SEEN) for ground in ("ground", "panel")],
    ("act_ring", "act", SEEN),
    ("act_ring", "panel", SEEN),
    ("felt", "field", SEEN),
    ("red", "panel", SEEN),
    ("red", "field", SEEN),
    ("par", "well", SEEN),
    ("low", "well", SEEN),
    ("faint", "panel", SEEN),
    ("faint", "raised", SEEN),
]
NO_TEXT = ("indicator", "QScrollBar", "QSlider", "chunk", "QSplitter", 'kind="line"', "separator")


def luminance(color: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    parts = []
    for part in QColor(color).getRgb()[:3]:
        share = part / 255
        parts.append(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def blocks() -> list[tuple[str, dict[str, str]]]:
    """(selectors, what they say) of the style sheet; a token is written $token."""
    text = re.sub(r"/\*.*?\*/", "", theme.QSS.read_text("utf-8"), flags=re.DOTALL)
    text = re.sub(r"\{(\w+)\}", r"$\1", text)
    found = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        said = dict(part.split(":", 1) for part in body.replace("\n", " ").split(";") if ":" in part)
        found.append((" ".join(selectors.split()), {k.strip(): v.strip() for k, v in said.items()}))
    return found


def written() -> list[tuple[str, str, float]]:
    """The pairs of text and ground that the style sheet uses."""
    pairs = []
    for selectors, said in blocks():
        ink, ground = said.get("color", ""), said.get("background", "")
        if any(word in selectors for word in NO_TEXT) or not (ink + ground).count("$"):
            continue
        least = SEEN if "disabled" in selectors else READ
        inks = [ink[1:]] if ink.startswith("$") else ["on_act" if '"act"' in selectors else "text"]
        grounds = [ground[1:]] if ground.startswith("$") else GROUNDS[1:] if least == SEEN else GROUNDS
        pairs += [(one, other, least) for one in inks for other in grounds]
    return pairs


def too_faint(look: Theme) -> list[str]:
    """What cannot be read or seen, in words."""
    return [
        f"{look.name}: {ink} on {ground} is {found:.2f}, not {least}"
        for ink, ground, least in dict.fromkeys(PAIRS + written())
        if (found := contrast(getattr(look, ink), getattr(look, ground))) < least
    ]


@pytest.fixture(autouse=True)
def _dark_again(qapp):
    yield
    theme.apply(qapp, "dark")


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
def test_everything_can_be_read_and_seen(look):
    assert too_faint(look) == []


def test_what_cannot_be_read_is_noticed():
    dim = replace(THEMES["dark"], muted="#5A6670", focus="#2B3641", on_select="#1E2730")
    said = " ".join(too_faint(dim))
    assert "muted on panel" in said
    assert "focus on field" in said
    assert "on_select on select" in said


def test_the_pairs_of_the_style_sheet_are_found():
    found = written()
    assert ("on_act", "act", READ) in found
    assert ("faint", "panel", SEEN) in found
    assert ("red", "red_ground", READ) in found
    assert ("on_select", "select", READ) in found
    assert ("on_practice", "practice", READ) in found


def test_contrast_is_the_formula_everybody_uses():
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


def test_the_high_contrast_theme_is_high():
    look = THEMES["contrast"]
    for ink in ("text", "muted", "felt", "amber", "red", "blue", "focus", "edge", "line"):
        assert contrast(getattr(look, ink), look.ground) > 7, ink


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
def test_tokens_are_colors(look):
    assert THEMES[look.name] is look
    for one in fields(Theme):
        value = getattr(look, one.name)
        if one.name not in ("name", "dark", "stroke", "ring"):
            assert re.fullmatch(r"#[0-9A-F]{6}" if one.name != "shade" else r"#[0-9A-F]{8}", value), (
                one.name
            )


@pytest.mark.parametrize("scale", [100, 150, 200])
@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
def test_every_token_of_the_style_sheet_exists(look, scale):
    sheet = theme.style_sheet(look, scale)
    assert not re.search(r"\{\w+\}", sheet)
    assert sheet.count("{") == sheet.count("}")
    assert f"font-size: {54 * scale // 100}px" in sheet


def test_an_unknown_token_is_no_silence(monkeypatch, tmp_path):
    sheet = tmp_path / "wrong.qss"
    sheet.write_text("QLabel { color: {feltt}; }", "utf-8")
    monkeypatch.setattr(theme, "QSS", sheet)
    with pytest.raises(KeyError, match="feltt"):
        theme.style_sheet(THEMES["dark"])


def test_no_color_is_written_into_the_style_sheet():
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b|rgba?\(", theme.QSS.read_text("utf-8"))


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_is_put_on(qapp, qtbot, name):
    with qtbot.waitSignal(theme.changed):
        theme.apply(qapp, name)
    assert theme.current() is THEMES[name]
    assert qapp.palette().window().color() == QColor(THEMES[name].ground)
    assert qapp.font().family() == faces.SANS
    field = QLineEdit("4")
    qtbot.addWidget(field)
    field.resize(120, 44)
    assert field.grab().toImage().pixelColor(90, 20) == QColor(THEMES[name].field)


def test_what_measures_is_asked_again_where_more_than_colors_changes(qapp):
    theme.apply(qapp, "dark")
    asked: list[str] = []
    theme.fitted.connect(ask := lambda: asked.append(theme.current().name))
    try:
        theme.apply(qapp, "light")
        assert asked == []
        theme.apply(qapp, "contrast")  # its borders are wider
        theme.apply(qapp, "contrast", 150)
        theme.fit(2560, 1440)
        assert asked == ["contrast"] * 3
    finally:
        theme.fitted.disconnect(ask)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("scale", [100, 200])
def test_targets_are_large_enough_for_a_finger(qapp, qtbot, name, scale):
    theme.fit(1366 * scale // 100, 768 * scale // 100)
    theme.apply(qapp, name, scale)
    for made in (
        QPushButton("Fill"),
        QLineEdit("4"),
        QComboBox(),
        QCheckBox("Seen"),
        QRadioButton("Wheel"),
    ):
        qtbot.addWidget(made)
        theme.dress(made)
        assert made.sizeHint().height() >= 44, made
        assert made.sizeHint().height() >= QFontMetricsF(made.font()).height() + 4, made
    for kind, least in (
        ("act", 48),
        ("tab", 44),
        ("rail", 44),
        ("verb", 44),
        ("key", 76),
        ("keyact", 76),
        ("person", 76),
    ):
        made = QPushButton("4")
        made.setProperty("kind", kind)
        qtbot.addWidget(made)
        theme.dress(made)
        assert made.sizeHint().height() >= least, kind
        if kind in ("key", "keyact"):
            assert made.sizeHint().width() >= least


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("kind", ["", "act", "danger", "link", "page", "person", "rail", "tab", "verb"])
def test_a_button_is_as_high_whatever_is_chosen_and_wherever_the_focus_is(qtbot, qapp, name, kind):
    theme.apply(qapp, name)
    top = QWidget()
    made, other, heights = QPushButton(top), QLineEdit(top), {}
    made.setCheckable(True)
    made.setProperty("kind", kind)
    theme.dress(made)
    qtbot.addWidget(top)
    top.show()
    top.activateWindow()
    qtbot.waitUntil(top.isActiveWindow)
    for chosen, one in product((False, True), (made, other)):
        made.setChecked(chosen)
        one.setFocus()
        assert one.hasFocus()
        made.setText(f"{len(heights)}")  # measured anew, as with other looks or in another window
        heights[chosen, one is made] = made.sizeHint().height()
    theme.apply(qapp, "dark")
    assert len({*heights.values()}) == 1, heights


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(
    "kind",
    ["", "act", "tab", "rail", "verb", "key", "keyact", "tool", "letter", "person", "link", "danger"],
)
def test_the_focus_moves_nothing(qapp, qtbot, name, kind):
    theme.apply(qapp, name)
    made, other = QPushButton("Fill"), QPushButton("else")
    made.setProperty("kind", kind)
    for one in (made, other):
        qtbot.addWidget(one)
        theme.dress(one)
        one.show()
    before = made.sizeHint()
    bare = made.grab().toImage()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.hasFocus)
    assert made.sizeHint() == before
    assert made.grab().toImage() != bare


def axis(widget) -> float:
    return widget.font().variableAxisValue(WGHT) if widget.font().variableAxisTags() else 0


def test_semibold_is_the_axis_and_survives_another_theme(qapp, qtbot):
    theme.apply(qapp, "dark")
    title, plain, button = QLabel("Floor"), QLabel("Floor"), QPushButton("Fill")
    title.setProperty("kind", "title")
    for one in (title, plain, button):
        qtbot.addWidget(one)
        theme.dress(one)
        one.ensurePolished()
    assert (axis(title), axis(plain), axis(button)) == (600, 400, 500)
    assert title.font().pixelSize() == 24
    regular = QFont(title.font())
    regular.setVariableAxis(WGHT, 400)
    assert QFontMetricsF(title.font()).horizontalAdvance("Floor") > QFontMetricsF(
        regular
    ).horizontalAdvance("Floor")
    theme.apply(qapp, "light", 150)
    qtbot.waitUntil(lambda: not theme.waits())  # nobody sees them
    assert (axis(title), title.font().pixelSize()) == (600, 36)
    title.setProperty("kind", "")
    theme.dress(title)
    assert (axis(title), title.font().pixelSize()) == (400, 23)


@pytest.mark.parametrize("mono", [False, True])
@pytest.mark.parametrize("heavy", [400, 600])
def test_digits_are_of_equal_width(qapp, mono, heavy):
    theme.apply(qapp, "dark")
    face = theme.font("figure", heavy, mono=mono)
    assert QFontInfo(face).family() == (faces.MONO if mono else faces.SANS)
    assert len({QFontMetricsF(face).horizontalAdvance(digit) for digit in "0123456789"}) == 1


def test_a_font_that_somebody_changes_is_his_own(qapp):
    theme.apply(qapp, "dark", 150)
    theme.font("h2").setPixelSize(99)
    assert theme.font("h2").pixelSize() == theme.pixels("h2") == 26


@pytest.mark.parametrize("name", THEMES)
def test_a_tick_is_a_mark_and_no_color_alone(qapp, qtbot, name):
    theme.apply(qapp, name)
    box = QCheckBox("Seen by camera")
    qtbot.addWidget(box)
    box.setChecked(True)
    seen = box.grab().toImage()
    colors = {seen.pixelColor(x, y).name() for x in range(40) for y in range(seen.height())}
    assert {THEMES[name].act.lower(), THEMES[name].on_act.lower()} <= colors


@pytest.mark.parametrize("name", THEMES)
def test_the_marks_are_there_for_the_style_sheet(qapp, name):
    wanted = set(re.findall(r"url\((:/[^)]+)\)", theme.style_sheet(THEMES[name])))
    theme.load()
    assert len(wanted) >= 6
    for path in wanted:
        file = QFile(path)
        assert file.open(QIODevice.OpenModeFlag.ReadOnly), path
        assert bytes(file.readAll().data()).endswith(b"</svg>")


def system(scheme: Qt.ColorScheme, preference: Qt.ContrastPreference) -> SimpleNamespace:
    seen = SimpleNamespace(contrastPreference=lambda: preference)
    hints = SimpleNamespace(colorScheme=lambda: scheme, accessibility=lambda: seen)
    return SimpleNamespace(styleHints=lambda: hints)


def test_the_system_is_asked_for_its_scheme():
    none, high = Qt.ContrastPreference.NoPreference, Qt.ContrastPreference.HighContrast
    scheme = Qt.ColorScheme
    assert theme.of_system(system(scheme.Light, none)) == "light"
    assert theme.of_system(system(scheme.Dark, none)) == "dark"
    assert theme.of_system(system(scheme.Unknown, none)) == "dark"
    assert theme.of_system(system(scheme.Light, high)) == "contrast"


def test_a_change_of_looks_leaves_the_window_a_turn_between_its_two_steps(qapp, qtbot):
    theme.apply(qapp, "dark")
    turns = []
    beat = timer(None, 0)
    beat.timeout.connect(lambda: turns.append(theme.current().name))
    beat.start()
    theme.change(qapp, "contrast", 100)
    theme.change(qapp, "light", 125)  # chosen before the first was there
    qtbot.waitUntil(lambda: theme.current().name == "light")
    beat.stop()
    assert turns[:1] == ["dark"]
    assert "contrast" not in turns
    assert theme.pixels() == 19


def test_the_system_is_followed_until_somebody_chooses(qapp, qtbot, monkeypatch):
    hints = qapp.styleHints()
    theme.apply(qapp, theme.SYSTEM, 125)
    monkeypatch.setattr(theme, "of_system", lambda app: "light")
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
    qtbot.waitUntil(lambda: theme.current().name == "light")
    assert theme.pixels() == 19
    monkeypatch.setattr(theme, "of_system", lambda app: "contrast")
    hints.accessibility().contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
    qtbot.waitUntil(lambda: theme.current().name == "contrast")
    theme.apply(qapp, "dark")
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
    qtbot.wait(5)
    assert theme.current().name == "dark"


def test_a_token_becomes_a_color_and_a_pen(qapp):
    assert theme.color("#102030") == QColor(16, 32, 48)
    assert theme.color("#102030", 51).alpha() == 51
    assert theme.color(THEMES["dark"].shade).alpha() == 0xB3
    assert theme.pen("#102030", 2).width() == 2


@pytest.mark.parametrize("tone", ["good", "look", "stop", "way", "plain"])
def test_a_painted_pill_lies_in_its_corner(qapp, tone):
    theme.apply(qapp, "dark")
    picture = QImage(200, 60, QImage.Format.Format_RGB32)
    picture.fill(QColor(THEMES["dark"].panel))
    painter = QPainter(picture)
    where = theme.paint_pill(painter, QRect(10, 10, 180, 40), "Open", tone)
    painter.end()
    assert (where.right(), where.top()) == (189, 10)
    assert picture.pixelColor(where.center().x(), where.top() + 4) != QColor(THEMES["dark"].panel)
    assert picture.pixelColor(where.left() - 2, where.center().y()) == QColor(THEMES["dark"].panel)


def test_a_weight_that_changes_back_is_the_one_that_is_seen(qapp, qtbot):
    theme.apply(qapp, "dark")
    made = QLabel("Hamburg")
    qtbot.addWidget(made)
    seen = []
    for kind in ("strong", "", "strong", "title", ""):
        made.setProperty("kind", kind)
        theme.dress(made)
        made.ensurePolished()  # as Qt does before it is measured or seen
        seen.append((axis(made), made.font().pixelSize()))
    assert seen == [(600, 15), (400, 15), (600, 15), (600, 24), (400, 15)]
    theme.apply(qapp, "contrast", 200)
    qtbot.waitUntil(lambda: not theme.waits())
    assert (axis(made), made.font().pixelSize()) == (400, 30)
