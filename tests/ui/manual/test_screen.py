"""The manual: its pages are whole, linked and true to keys and rules; it opens, searches and closes."""

import argparse
import re
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QImage, QKeyEvent, QTextDocument
from PySide6.QtWidgets import QApplication, QWidget

from pitdesk.__main__ import command_line
from pitdesk.clock import SetClock
from pitdesk.rules.book import Rulebook
from pitdesk.shifts.practice import open_practice
from printers.reports.keysheet import keys_pdf
from printers.reports.pages import FIRST, FOLDER, keys_markdown, pages, written_keys
from ui.manual.screen import NAME, Manual
from ui.setup.rules import rule_cells
from ui.setup.screen import SiteForm, TableSetup
from ui.widgets import theme
from ui.work.actions import ACTIONS, BY_NAME, keys_table
from ui.work.settings import Setting, Settings

PAGES = pages(FOLDER)
OTHER_KEYS = {  # that are no verb's
    *("Enter", "Esc", "Tab", "Shift+Tab", "PageUp", "PageDown", "Home", "End", "Fn"),
    *("Left", "Right", "Up", "Down"),
    *("Alt+Left", "Alt+Right", "Ctrl+F", "Ctrl++", "Ctrl+-", "Ctrl+0"),
}
TYPED = re.compile(r"pitdesk|--|CREATE |\d+\*\d")  # commands, options, what a server is told, chips
READ_ELSEWHERE = {  # cited by the manual, of no rule in the rulebook
    *("99-01.3-08-04(8)", "99-01.3-08-16", "99-01.3-11-07", "53-06.1-06(3)"),
}


def commands_of(parser):
    """Word → what goes on behind it."""
    kinds = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    return next(kinds).choices


COMMANDS = commands_of(command_line())
OFFICE = commands_of(COMMANDS["office"])
SETTINGS = {  # what Set-up asks for, and the manual's words for it
    "serve": "the address that you chose",
    "organization": "organization",
    "name": "two names on every slip",
    "zone": "time zone",
    "combined": "share one cash bank",
    "faces": "approval of faces that are not large",
    "seasonal": "seasonal",
    "acquired": "taken over",
    "notice_minutes": "notice of limits",
    "undo_seconds": "seconds to undo",
    "wager_cents": "an average wager",
    "keeps": "records kept here, not on paper",
    "pin_digits": "digits of a new pin",
    "video_required": "whether video is required",
    "color_up": "whether dealers color up",
    "managers_redeem_tips": "whether a shift manager redeems tips",
    "stack": "size of stacks and racks",
    "rack": "size of stacks and racks",
    "first_fill": "first slip numbers",
    "first_credit": "first slip numbers",
    "quarters": "gross proceeds of the last quarters",
    "lower_activity": "whether that level goes on",
    "head_later": "whether no slip waits for the witness",
    "sure": "whether a station has each slip first",
    "second_cents": "when a second person initials",
    "second_pieces": "when a second person initials",
    "serves": "hours in which alcohol is served",
    "authorized_games": "games",
    "authorized_tables": "tables of twenty-one",
    "authorized_days": "days of the week",
    "number": "a number or a letter",
    "game": "the game (21 or pw)",
    "box": "the drop box",
    "video": "whether a camera watches it",
    "look": "the appearance",
    "size": "size of the letters",
    "lock_min": "minutes it locks itself",
    "slow_min": "a wait on the floor is slow",
    "late_min": "and when late",
    "pad": "keys to touch",
    "sound": "whether a sound",
    "printer": "the printer",
    "profile": "its model",
    "columns": "columns of slips kept as files",
    "drawer": "receipt printer, pin 2",
    "drawer_shut": "learn its switch",
    "drawer_bank": "which drawer",
    "scanner": "a scanner",
    "counter": "a counter",
    "scale": "a scale",
    "display": "a display",
    "badge": "a badge reader",
    "wedge": "types like a keyboard",
    "rack_mg": "empty rack",
    "facing": "second screen",
    "station": "what the book calls this station",
    "office": "where documents go",
    "copies": "a folder on another disk",
    "copied": "no copy since",
}
WORDS = (
    *(
        "par",
        "stray",
        "foreign",
        "retired",
        "opener",
        "closer",
        "drop",
        "hold",
        "outstanding",
        "jar bar",
    ),
    *("tally", "document", "conflict", "correction", "seal", "key", "pepper", "backup", "put aside"),
)
MOST = {FIRST: 530, "commands": 470, "due": 460}  # words of a page that lists
GAMES = {name for name in PAGES if name.startswith("game-")} | {"payoffs", "trainee"}  # nothing is done
NO_REFUSALS = GAMES | {
    "keystrokes",
    FIRST,
    "glossary",
    "glossary-program",
    "keys",
    "commands",
    "law",
    "night",
    "hold",
}


# What is written


def test_every_page_is_in_the_index_once():
    written = {path.stem for path in FOLDER.glob("*.md")}
    assert {*PAGES} == written
    listed = re.findall(r"^- \[.*?\]\((.+?)\.md\)", PAGES[FIRST].text, flags=re.MULTILINE)
    assert len(listed) == len({*listed}) == len(written) - 1


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_every_link_has_its_page(page):
    for link in page.links:
        assert link.removesuffix(".md") in PAGES, link
    assert "http" not in page.text


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_no_page_is_empty_or_endless(page):
    assert page.text.startswith("# ")
    assert page.title
    assert 150 <= len(page.plain.split()) <= MOST.get(page.name, 370)
    assert max(map(len, page.text.splitlines())) <= 120
    assert not re.search(r"\d\*\d", re.sub(r"`[^`]*`", "", page.text)), "two stars would be emphasis"


@pytest.mark.parametrize("name", sorted({*PAGES} - NO_REFUSALS))
def test_a_page_about_doing_has_steps_and_says_what_to_do_after_a_no(name):
    text = PAGES[name].text
    assert "\n## If it says no\n" in text
    assert re.search(r"^1\. ", text, flags=re.MULTILINE)
    assert re.search(r"\((?:99-01\.3-|53-06\.1-|House rule)", text.partition("## If it says no")[2])


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_the_sections_it_names_are_those_of_the_rulebook(page):
    sections = [rule.section for rule in Rulebook.load().rules.values()]
    known = {one for section in sections for one in re.sub(r"N\.D\.[AC]\.C\. ", "", section).split(", ")}
    flat = " ".join(page.text.split())
    for cited in re.findall(r"(?:99-01\.3|53-06\.1)-[\d.-]+\d(?:\(\w+\))*(?:-\(\w+\))?", flat):
        assert cited in known | READ_ELSEWHERE, cited
    for cited in re.findall(r"House rule: [\w\s,-]+(?=\))", flat):
        assert any(section.startswith(cited) for section in sections), cited


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_the_keys_it_names_exist(page):
    known = {action.key for action in ACTIONS} | OTHER_KEYS | {*COMMANDS}
    found = [key for key in re.findall(r"`([^`]+)`", page.text) if not TYPED.match(key)]
    assert [key for key in found if key not in known] == []


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_the_commands_it_types_can_be_typed(page):
    for typed in re.findall(r"`pitdesk ([^`]+)`", page.text):
        command, *words = typed.split()
        parser = COMMANDS[command]
        if command == "office" and words:
            parser = OFFICE[words[0]]
        options = {word for action in parser._actions for word in action.option_strings}
        assert {word for word in words if word.startswith("--")} <= options, typed


def test_every_command_has_its_line_and_every_line_its_command():
    lines = re.findall(r"^\| `([a-z-]+)` \| ", PAGES["commands"].text, flags=re.MULTILINE)
    assert sorted(lines) == sorted(COMMANDS)


def test_every_command_of_head_office_is_told():
    text = PAGES["office"].text + PAGES["office-begin"].text
    assert [name for name in OFFICE if f"`pitdesk office {name}" not in text] == []


def test_every_action_is_named_by_its_key_on_its_own_page():
    missing = [a.name for a in ACTIONS if f"`{a.key}`" not in PAGES[a.manual].text]
    assert missing == []


def test_the_keys_on_paper_are_those_of_the_window():
    """Changed an action? Write its line in resources/manual/keys.tsv too."""
    assert written_keys(FOLDER) == keys_table()


def test_the_words_that_are_used_are_explained():
    told = (PAGES["glossary"].text + PAGES["glossary-program"].text).casefold()
    assert [word for word in WORDS if not re.search(rf"^\*\*{word}", told, flags=re.MULTILINE)] == []


def test_every_rule_has_its_place():
    """In the list of all rules, which a page leads to."""
    listed = {rule_cells(rule)[0].partition("\n")[2] for rule in Rulebook.load().rules.values()}
    assert listed == {*Rulebook.load().rules}
    assert f"`{BY_NAME['rules'].key}`" in PAGES["setup"].text


def test_every_setting_is_named(open_window, tmp_path):
    """All that Set-up asks for the house, its tables and this station."""
    clock = SetClock(datetime(2026, 11, 21, 1, tzinfo=UTC))
    station = open_window(open_practice(tmp_path, clock), clock).station
    asked = [one.name for form in (SiteForm, TableSetup) for one in form(station).inputs]
    kept = [name for name, one in vars(Settings).items() if isinstance(one, Setting)]
    assert {*SETTINGS} == {*asked, *kept} - {"table"}
    told = ("setup", "head-office", "backup", "devices", "counters", "weights", "connect", "stations")
    said = " ".join(PAGES[name].plain for name in told).casefold()
    assert [word for word in SETTINGS.values() if word not in said] == []


def test_the_keys_are_named_for_what_they_do():
    """A key and the words near it, as the table of actions has them."""
    named = {
        "fill": ["F2"],
        "credit": ["F3"],
        "cage": ["F4", "F5", "F6", "F7", "Shift+F7", "Ctrl+Shift+F8"],
        "tables": ["F8", "Shift+F2", "Shift+F3", "Shift+F4", "Shift+F5", "Ctrl+Shift+F9"],
        "slips": ["F9", "F10", "Shift+F8", "Shift+F9"],
        "bank": ["Ctrl+B", "Ctrl+Shift+O", "Ctrl+Shift+M", "Ctrl+W"],
        "inventory": ["Ctrl+I", "Ctrl+Shift+F2", "Ctrl+M", "Ctrl+Shift+F7"],
        "counts": ["Ctrl+Shift+F3", "Ctrl+Shift+F5"],
        "count-room": ["Ctrl+Shift+X", "Ctrl+Shift+T", "Ctrl+Shift+N", "Ctrl+Shift+G", "Ctrl+Shift+F"],
        "close": ["Ctrl+R", "Ctrl+L"],
        "sign-in": ["F12"],
    }
    for page, keys in named.items():
        for key in keys:
            assert f"`{key}`" in PAGES[page].text, (page, key)
            assert next(action for action in ACTIONS if action.key == key).manual == page, key


def test_whatever_opens_the_manual_has_its_page():
    assert [action.name for action in ACTIONS if action.manual not in PAGES] == []


def test_the_keys_stand_in_tables_by_group():
    keys = [("Slips", "F2", "Fill: a | b"), ("Slips", "F3", "Credit"), ("The day", "F4", "Close")]
    text = keys_markdown(keys)
    assert text.count("| Keys |") == 2
    assert "### Slips" in text
    assert "| `F2` | Fill: a / b |" in text
    assert text.index("F3") < text.index("### The day")


# What is shown


@pytest.fixture
def manual(qtbot) -> Manual:
    made = Manual(keys_table)
    qtbot.addWidget(made)
    made.resize(1100, 640)
    with qtbot.waitExposed(made):
        made.show()
    return made


def shown(manual: Manual) -> str:
    return manual.browser.toPlainText().replace("\u00a0", "")


def test_it_opens_at_the_index_and_lists_every_page(manual):
    assert manual.page == FIRST
    listed = [manual.contents.item(turn).data(NAME) for turn in range(manual.contents.count())]
    assert [name for name in listed if name] == [*PAGES]
    assert listed.count("") == 6


def test_every_page_opens(manual):
    for name, page in PAGES.items():
        manual.open_page(name)
        assert manual.page == name
        assert shown(manual).startswith(page.title)
        assert manual.browser.accessibleName() == page.title
        assert manual.contents.currentItem().data(NAME) == name
        assert "](" not in shown(manual), name
    assert "`" not in shown(manual)
    assert manual.browser.horizontalScrollBar().maximum() == 0


def test_a_page_that_is_not_there_is_the_index(manual):
    manual.open_page("fill")
    manual.open_page("no such page")
    assert manual.page == FIRST


def test_the_keys_are_those_of_the_program(qtbot):
    made = Manual(lambda: [("Slips", "Ctrl+F99", "Do nothing at all")])
    qtbot.addWidget(made)
    made.open_page("keys")
    assert "Ctrl+F99" in shown(made)
    assert "Do nothing at all" in shown(made)
    assert "{keys}" not in shown(made)


def test_links_lead_from_page_to_page_and_nowhere_else(manual):
    manual.browser.anchorClicked.emit(QUrl("credit.md"))
    assert manual.page == "credit"
    for elsewhere in ("https://example.org/fill.md", "nothing.md", "file:///etc/passwd", "#top"):
        manual.browser.anchorClicked.emit(QUrl(elsewhere))
        assert manual.page == "credit"


def test_back_and_forward_remember_where_one_was(qtbot, manual):
    manual.resize(800, 300)
    manual.open_page("close")
    bar = manual.browser.verticalScrollBar()
    bar.setValue(200)
    manual.browser.anchorClicked.emit(QUrl("count-room.md"))
    assert bar.value() == 0
    qtbot.keyClick(manual.browser, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert (manual.page, bar.value()) == ("close", 200)
    qtbot.keyClick(manual.search, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert manual.page == "count-room"
    manual.forward()
    assert manual.page == "count-room"
    for _ in range(5):
        manual.back()
    assert manual.page == FIRST
    manual.open_page("fill")
    manual.forward()
    assert manual.page == "fill"


def test_the_contents_are_chosen_by_hand_and_by_key(qtbot, manual):
    item = next(
        i
        for i in (manual.contents.item(t) for t in range(manual.contents.count()))
        if i.data(NAME) == "fill"
    )
    spot = manual.contents.visualItemRect(item).center()
    qtbot.mouseClick(manual.contents.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert manual.page == "fill"
    manual.contents.setFocus()
    qtbot.keyClick(manual.contents, Qt.Key.Key_Down)
    qtbot.keyClick(manual.contents, Qt.Key.Key_Return)
    assert manual.page == "credit"
    manual.back()
    manual.back()
    assert manual.page == FIRST
    assert not manual.browser.isBackwardAvailable()


# Pictures


def widths(manual: Manual) -> list[tuple[float, float]]:
    """How wide each picture of the page is: as it is shown, and in pixels."""
    document = manual.browser.document()
    drawn = [
        document.resource(QTextDocument.ResourceType.ImageResource.value, QUrl(file))
        for file in PAGES[manual.page].pictures
    ]
    return [(one.deviceIndependentSize().width(), one.width()) for one in drawn]


def test_a_picture_is_as_wide_as_the_lines_and_follows_them(manual):
    manual.open_page("fill")
    ((wide, _),) = widths(manual)
    for across in (700, 1100):
        manual.resize(across, 640)
        ((now, _),) = widths(manual)
        lines = manual.browser.lineWrapColumnOrWidth()
        assert lines - 20 < now < lines <= manual.browser.viewport().width()
        assert manual.browser.document().size().width() <= lines
        assert manual.browser.horizontalScrollBar().maximum() == 0
    assert now == wide


def test_a_picture_is_never_wider_than_it_was_drawn_and_as_sharp_as_the_screen(manual, monkeypatch):
    drawn = QImage(str(FOLDER / "pictures" / "fill.png")).width()
    manual.open_page("fill")
    manual.resize(3000, 700)
    ((wide, _),) = widths(manual)
    assert wide < drawn
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, "dark", 200)
    try:
        assert widths(manual) == [(drawn, drawn)]
    finally:
        theme.apply(app, "dark")
    monkeypatch.setattr(manual.browser, "devicePixelRatioF", lambda: 1.5)
    manual.open_page("credit")
    ((wide, pixels),) = widths(manual)
    assert pixels == pytest.approx(wide * 1.5, abs=1)


def test_a_picture_that_is_gone_leaves_the_page(manual, monkeypatch, tmp_path):
    monkeypatch.setattr("ui.manual.screen.FOLDER", tmp_path)
    manual.open_page("fill")
    assert "Carry the chips" in shown(manual)
    manual.resize(700, 640)
    manual.grab()


def test_what_a_picture_shows_is_told_to_who_does_not_see_it(manual):
    manual.open_page("fill")
    (words,) = PAGES["fill"].pictures.values()
    assert manual.browser.accessibleDescription() == words
    assert words not in PAGES["fill"].plain, "it is not searched: no line of the page has it"
    manual.open_page("glossary")
    assert manual.browser.accessibleDescription() == ""


# Search


def found(manual: Manual) -> list[str]:
    listed = [manual.contents.item(turn).data(NAME) for turn in range(manual.contents.count())]
    return [name for name in listed if name]


def test_words_are_found_on_all_pages_and_marked(qtbot, manual):
    qtbot.keyClicks(manual.search, "jar bar")
    assert {*found(manual)} >= {"credit", "glossary"}
    assert "fill" not in found(manual)
    qtbot.keyClick(manual.search, Qt.Key.Key_Return)
    assert manual.page == found(manual)[0]
    assert manual.hits >= 1
    marks = manual.browser.extraSelections()
    assert len(marks) == manual.hits
    assert {mark.cursor.selectedText().casefold() for mark in marks} == {"jar bar"}
    assert marks[0].format.background().color().name() == theme.current().practice.lower()


def test_enter_goes_from_hit_to_hit_and_round_all_pages(qtbot, manual):
    qtbot.keyClicks(manual.search, "opener")
    seen = []
    for _ in range(60):
        qtbot.keyClick(manual.search, Qt.Key.Key_Return)
        assert 0 <= manual._hit < manual.hits
        seen.append((manual.page, manual._hit))
    assert {page for page, _ in seen} == {*found(manual)}
    assert seen[0] in seen[1:]


def test_a_hit_is_scrolled_into_sight(qtbot, manual):
    manual.resize(800, 260)
    qtbot.keyClicks(manual.search, "receptacle")
    qtbot.keyClick(manual.search, Qt.Key.Key_Return)
    assert manual.page == "glossary"
    place = manual.browser.cursorRect(manual._hits[0])
    assert manual.browser.viewport().rect().contains(place.center())


def test_the_page_named_like_the_word_comes_first_and_the_index_last(manual):
    manual.search.setText("people")
    assert found(manual)[0] == "people"
    assert found(manual)[-1] == FIRST


def test_what_is_nowhere_is_said(manual):
    manual.search.setText("roulette")
    assert found(manual) == []
    assert manual.contents.item(0).text() == "No page has these words"
    manual.next_hit()
    assert manual.page == FIRST
    manual.search.setText("roulette fill")
    assert found(manual) == []
    manual.search.clear()
    assert found(manual) == [*PAGES]
    assert manual.hits == 0
    assert manual.browser.extraSelections() == []


def test_opening_a_page_ends_the_search(manual):
    manual.search.setText("fill")
    manual.open_page("cage")
    assert manual.search.text() == ""
    assert found(manual) == [*PAGES]


def test_down_leads_from_the_search_to_what_was_found(qtbot, manual):
    qtbot.keyClick(manual, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert manual.search.hasFocus()
    qtbot.keyClicks(manual.search, "void")
    qtbot.keyClick(manual.search, Qt.Key.Key_Down)
    assert manual.contents.hasFocus()
    manual.grab()


# Leaving, and how it looks


@pytest.mark.parametrize("where", ["browser", "search", "contents"])
def test_escape_closes_it_once(qtbot, manual, where):
    told = []
    manual.closed.connect(lambda: told.append(where))
    qtbot.keyClick(getattr(manual, where), Qt.Key.Key_Escape)
    assert told == [where]
    assert not manual.isVisible()


def test_inside_a_window_escape_only_says_so(qtbot):
    holder = QWidget()
    qtbot.addWidget(holder)
    manual = Manual(keys_table, holder)
    with qtbot.waitExposed(holder):
        holder.show()
    with qtbot.waitSignal(manual.closed):
        qtbot.keyClick(manual.browser, Qt.Key.Key_Escape)
    assert manual.isVisible()
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    manual.event(event)
    assert not event.isAccepted(), "a window with an Escape of its own has it"


def test_it_begins_at_a_page_or_where_it_was_left(manual):
    manual.begin("tables")
    assert manual.page == "tables"
    manual.begin()
    assert manual.page == "tables"
    assert manual.browser.hasFocus()


def test_its_keys_are_its_own_even_where_the_window_has_them_too(manual):
    none, alt = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier
    for key, modifiers, mine in (
        (Qt.Key.Key_Escape, none, True),
        (Qt.Key.Key_Left, alt, True),
        (Qt.Key.Key_Left, none, False),
        (Qt.Key.Key_F2, none, False),
    ):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers)
        event.ignore()
        manual.event(event)
        assert event.isAccepted() is mine


def test_lines_stay_readable_and_follow_the_letters(qtbot, manual):
    manual.open_page("fill")
    manual.resize(2000, 700)
    measure = manual.browser.lineWrapColumnOrWidth()
    assert measure < 1000
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, "dark", 200)
    try:
        assert manual.page == "fill"
        assert manual.browser.lineWrapColumnOrWidth() > measure
    finally:
        theme.apply(app, "dark")
    manual.resize(700, 400)
    assert manual.browser.lineWrapColumnOrWidth() == manual.browser.viewport().width()


def test_the_page_of_the_keys_saves_them_on_one_sheet(qtbot, tmp_path):
    manual = Manual(keys_table)
    qtbot.addWidget(manual)
    manual.open_page("fill")
    assert manual.sheet.isHidden()
    manual.open_page("keys")
    assert not manual.sheet.isHidden()
    manual.choose_file = lambda name: str(tmp_path / name)
    manual.sheet.click()
    assert (tmp_path / "pitdesk-keys.pdf").read_bytes() == keys_pdf()
    assert manual.said.text() == f"Saved: {tmp_path / 'pitdesk-keys.pdf'}"
    manual.choose_file = lambda name: str(tmp_path / "no" / name)
    manual.sheet.click()
    assert "cannot be written" in manual.said.text()
