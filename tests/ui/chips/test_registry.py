"""The chip set of Set-up: a lawful one in two minutes, an unlawful one told for the right reasons."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QPixmap, QTextDocument

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Person, Role
from pitdesk.book.site import Layout
from pitdesk.chips import Chip
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.law import CHIP_SET
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.rules.book import Rulebook
from tests.ui.evening import PINS, Quick, copied, proven, signed
from ui.chips.registry import NOT_KEPT
from ui.manual.screen import FOLDER, Manual, Page
from ui.work.actions import keys_table

GRO = signed("gro:gaming manager")
MOST_KEYS = 25  # keys and clicks from an empty book to a lawful set with one color changed
BLUE = Look.of({**CHIP_SET["$5"], "second": "blue"})


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    """Gro at the window, while the tables are open."""
    return Quick.at(qtbot, open_window(*copied(tmp_path)), "gro")


@pytest.fixture
def fresh(qtbot, open_window, tmp_path) -> Quick:
    """Gro at the window of a new book for practice: a table without video, and betting chips alone."""
    return Quick.at(qtbot, open_window(*new_book(tmp_path)), "gro")


def new_book(folder: Path, *, video: bool = False) -> tuple[Path, SetClock]:
    book, clock = folder / "fresh.db", SetClock(datetime(2026, 11, 21, 18, tzinfo=UTC))
    with Journal.create(book) as journal:
        pepper = Pepper.kept(book.with_name(book.name + ".pepper"), PLAIN)
        desk = Desk(journal, pepper, clock=clock)
        desk.set_site({"organization": "Dakota Lions", "practice": True})
        day = datetime(2026, 1, 1, tzinfo=UTC).date()
        roles = ("shift manager", "cashier", "dealer")
        by = proven("gro:gaming manager")
        gro = Person("gro", "Gro Moen", "GM", (Role("gaming manager", day),))
        desk.set_person(gro, pin=PINS["gro"])
        jo = Person("jo", "Jo Strand", "JS", tuple(Role(role, day) for role in roles))
        desk.set_person(jo, pin=PINS["pia"], by=by)
        desk.set_table(Layout("7", "21", "7", video), by)
        desk.set_chip(Chip.named("pw$2"), by=by)
    return book, clock


def chips(hands):
    return hands.window.station.board.site.chips


def post(hands, by=GRO):
    hands.sign(hands.form.signers, by)
    hands.press(hands.form.primary)
    hands.settle()


def told(form) -> str:
    """What is said at the form itself."""
    said = [form.notice.text, form.signers.notice.text, *(one.told for one in form.inputs)]
    return "\n".join(filter(None, said))


def choose(hands, name: str):
    hands.press(hands.form.tiles.tiles[name])
    hands.settle()


def write(hands, part: str, text: str):
    """Write into a line with a list."""
    field = hands.form.record.colors.get(part) or hands.form.record.spots
    hands.into(field.box)
    hands.type(text)
    assert field.typed() == text


def says(hands) -> str:
    """What stands beside the form."""
    hands.settle()
    return hands.form.findings.text


# In two minutes


def test_a_lawful_set_takes_few_keys(fresh):
    keys = 1
    fresh.go("chip")
    fresh.settle()
    form = fresh.form
    for button in (form.usual, form.tiles.tiles["$5"]):
        fresh.press(button)
        keys += 1
    for _ in range(3):  # primary color, edge spots, their color
        fresh.key(Qt.Key.Key_Return)
        keys += 1
    fresh.type("blue")
    keys += len("blue")
    for _ in range(2):  # the third color, the PIN
        fresh.key(Qt.Key.Key_Return)
        keys += 1
    fresh.type(PINS["gro"])
    fresh.key(Qt.Key.Key_Return)
    keys += len(PINS["gro"]) + 1
    fresh.settle()
    assert told(form) == ""
    assert {chip.name for chip in chips(fresh)} == {*CHIP_SET, "pw$2"}
    assert chips(fresh)[Chip.named("$5")] == BLUE.kept
    assert fresh.entries()[-1].kind == "chip set"
    assert fresh.kinds(5) == ["chip set"], "one entry for all of it"
    assert says(fresh).startswith("$25 and $1 look alike without blue")
    assert not form.findings.verdict.wrong
    assert keys <= MOST_KEYS, keys


def test_nothing_is_kept_until_it_is_initialed(fresh):
    fresh.go("chip")
    fresh.press(fresh.form.usual)
    assert fresh.form.tiles.tiles["$5"].note.text() == "new"
    fresh.press(fresh.form.primary)
    fresh.settle()
    assert "Gro Moen gives a PIN or a badge first." in told(fresh.form)
    assert len(chips(fresh)) == 1
    fresh.press(fresh.form.empty)
    assert fresh.form.drafts == {}
    assert fresh.form.tiles.tiles["$5"].note.text() == "not here"


# What is wrong, and where it stands


def test_an_unlawful_chip_is_told_while_it_is_typed_and_refused_when_posted(hands):
    hands.go("chip", "$5")
    write(hands, "color", "green")
    write(hands, "spots", "5 split")
    law = "[N.D.A.C. 99-01.3-08-03(3)]"
    assert f"A $5 chip is red, not green. Choose red, or keep it out of play. {law}" in says(hands)
    spots = "A $5 chip carries 6 solid edge spots, not 5 yellow split edge spots. Change the spots."
    assert f"{spots} {law}" in says(hands)
    assert hands.form.tiles.tiles["$5"].sign.property("tone") == "stop"
    assert "unlawful" in hands.form.tiles.tiles["$5"].accessibleName()
    assert hands.form.notice.reasons == (), "it is told once"
    post(hands)
    assert told(hands.form) == f"{NOT_KEPT} {law}", "one sentence: the reasons stand beside it"
    assert chips(hands)[Chip.named("$5")]["color"] == "red"
    write(hands, "color", "red")
    write(hands, "spots", "6 solid")
    assert "A $5 chip" not in says(hands)
    assert hands.form.tiles.tiles["$5"].sign.isHidden()
    assert hands.form.drafts == {}, "as it was"


def test_where_the_keypad_takes_its_place_the_form_itself_tells_it(hands):
    hands.window.show_pad(True)
    hands.go("chip", "$5")
    assert not hands.form.findings.isVisible()
    write(hands, "color", "green")
    hands.qtbot.waitUntil(lambda: "A $5 chip is red, not green." in told(hands.form))
    hands.window.show_pad(False)
    assert hands.form.findings.isVisible()
    assert not hands.form.live


def test_reversed_pairs_are_told_on_both_chips(hands):
    hands.go("chip", "$5")
    write(hands, "second", "green")
    hands.settle()
    choose(hands, "$25")
    write(hands, "second", "red")
    assert "$5 and $25 would be reversed pairs" in says(hands)
    for name in ("$5", "$25"):
        assert hands.form.tiles.tiles[name].sign.property("tone") == "stop"
    assert hands.form.tiles.tiles["$1"].sign.isHidden()


def test_a_color_that_nobody_knows_can_be_written(hands):
    """Also in the core: chips whose second color has no name that is known are compared all the same."""
    hands.go("chip", "$5")
    write(hands, "second", "gold leaf")
    assert "Nobody knows the color gold leaf of the $5 chip." in says(hands)
    assert hands.form.drafts[Chip.named("$5")].second == "gold leaf"


def test_where_the_colors_do_not_bind_the_same_is_advice_and_kept(fresh):
    fresh.go("chip")
    fresh.press(fresh.form.usual)
    choose(fresh, "$5")
    write(fresh, "color", "lime")
    assert "A $5 chip is red, not lime." in says(fresh)
    verdict = fresh.form.findings.verdict
    assert not verdict.wrong
    assert [one.chip.name for one in verdict.advice] == ["$5"]
    assert fresh.form.tiles.tiles["$5"].sign.property("tone") == "look"
    assert "The colors do not bind here" in fresh.form._binding.words
    post(fresh)
    assert chips(fresh)[Chip.named("$5")]["color"] == "lime"


def test_with_video_the_colors_bind(qtbot, open_window, tmp_path):
    hands = Quick.at(qtbot, open_window(*new_book(tmp_path, video=True)), "gro")
    hands.go("chip")
    hands.press(hands.form.usual)
    choose(hands, "$5")
    write(hands, "color", "lime")
    assert "A $5 chip is red, not lime." in says(hands)
    assert [one.chip.name for one in hands.form.findings.verdict.wrong] == ["$5"]
    assert "video watches table 7" in hands.form._binding.words


def test_a_chip_without_a_name_or_a_value_and_anothers_mark(hands):
    hands.at_desk(
        lambda desk: desk.set_mark("Prairie Chance", "Prairie Club", proven("gro:gaming manager"))
    )
    hands.go("chip", "$5")
    form = hands.form
    hands.choose(form.record.view, "origin")
    hands.tick(form.record.value_side.box, False)
    assert "$5 bears no value. One side has the name, the other the value." in says(hands)
    hands.write(form.record.mark.edit, "Prairie Chance")
    assert "is on file for Prairie Club" in says(hands)
    assert "[N.D.A.C. 99-01.3-08-03(2)]" in says(hands)
    post(hands)
    assert told(form) == f"{NOT_KEPT} [N.D.A.C. 99-01.3-08-03(2)]"


def test_ten_dollars_are_no_chip(hands):
    hands.go("chip")
    form = hands.form
    hands.press(form.more)
    hands.write(form.other.edit, "ten")
    hands.press(form.add_other)
    assert "'ten' is not a chip" in form.other.told
    hands.write(form.other.edit, "$10")
    hands.press(form.add_other)
    assert "$10 is no lawful casino chip." in says(hands)
    assert "99-01.3-08-03(1)" in says(hands)
    hands.press(form.undo)
    assert "$10" not in form.tiles.tiles
    assert "$10" not in says(hands)


def test_a_measure_that_is_off_is_advice(hands):
    hands.go("chip", "$5")
    form = hands.form
    hands.choose(form.record.view, "measured")
    line = form.record.measured["color"]
    hands.write(line.edit, "#1D7A43")
    assert "from red: another color" in line.words.text()
    assert "The red of $5 measures" in says(hands)
    assert form.tiles.tiles["$5"].sign.property("tone") == "look"
    hands.write(line.edit, "lab(43 58 35)")
    assert "the same color" in line.words.text()
    assert "measures" not in says(hands)
    post(hands)
    assert chips(hands)[Chip.named("$5")]["measured"] == {"color": "lab(43 58 35)"}


def test_what_cannot_be_read_is_mended_before_another_chip_is_chosen_or_anything_kept(hands):
    hands.go("chip", "$5")
    form = hands.form
    hands.choose(form.record.view, "measured")
    hands.write(form.record.measured["color"].edit, "reddish")
    hands.choose(form.record.view, "look")
    post(hands)
    assert form.record.view.value() == "measured"
    assert "'reddish' is no color" in form.record.measured["color"].told
    choose(hands, "$1")
    assert form.chip.name == "$5"
    assert form.tiles.typed() == ["$5"]
    hands.wipe(form.record.measured["color"].edit)
    choose(hands, "$1")
    assert form.chip.name == "$1"


# More chips


def test_another_type_and_a_second_set(hands):
    hands.go("chip")
    form = hands.form
    hands.press(form.more)
    hands.write(form.other.edit, "nv$5")
    hands.key(Qt.Key.Key_Return)
    assert form.tiles.typed() == ["nv$5"]
    hands.press(form.more)
    hands.write(form.letter.edit, "b")
    hands.press(form.add_set)
    own = {chip.name for chip in chips(hands) if not chip.set}
    assert {chip.name for chip in form.drafts} == {"nv$5", "nv$5-b", *(f"{name}-b" for name in own)}
    assert form.tiles.tiles["$5-b"].note.text() == "new"
    post(hands)
    assert chips(hands)[Chip.named("$5-b")] == chips(hands)[Chip.named("$5")]
    hands.press(form.more)
    hands.write(form.letter.edit, "b")
    hands.press(form.add_set)
    assert "There is a set b already." in form.letter.told


def test_a_chip_that_was_pointed_at_is_added_and_nothing_changed_writes_nothing(hands):
    hands.go("chip", "coin50c")
    assert hands.form.tiles.typed() == ["coin50c"]
    assert hands.form.add.isVisible()
    seen = hands.seen
    post(hands)
    assert "Nothing is changed." in told(hands.form)
    assert hands.seen == seen
    hands.press(hands.form.add)
    post(hands)
    assert Chip.named("coin50c") in chips(hands)


def test_a_chip_out_of_play_says_so(hands):
    coin, by = Chip.named("coin50c"), proven("gro:gaming manager")
    hands.at_desk(lambda desk: desk.set_chip(coin, by=by))
    hands.at_desk(lambda desk: desk.set_in_play(coin, by, "replaced", on=False))
    hands.go("chip", "coin50c")
    assert hands.form.tiles.tiles["coin50c"].note.text() == "out of play"
    assert coin not in hands.form.looks()


def test_what_is_typed_outlives_another_operator(hands):
    hands.go("chip", "$5")
    write(hands, "second", "blue")
    hands.sign_in("pia", PINS["pia"])
    hands.go("chip")
    assert hands.form.drafts == {}
    hands.sign_in("gro", PINS["gro"])
    hands.go("chip")
    assert hands.form.drafts == {Chip.named("$5"): BLUE}
    assert hands.form.record.colors["second"].typed() == "blue"


def test_a_shift_manager_may_and_a_cashier_may_not(hands):
    hands.go("chip", "$5")
    write(hands, "second", "blue")
    post(hands, signed("jo:cashier"))
    assert "Set-up is initialed by the gaming or a shift manager" in told(hands.form)
    assert hands.form.record.colors["second"].typed() == "blue"
    post(hands, signed("pia:shift manager"))
    assert chips(hands)[Chip.named("$5")]["second"] == "blue"


# Pictures and paper


def test_a_picture_of_a_side_is_kept_with_initials_and_shown(hands, tmp_path):
    path = tmp_path / "chip.png"
    Image.new("RGB", (640, 480), "#C3252D").save(path)
    hands.go("chip", "$5")
    form = hands.form
    hands.choose(form.record.view, "pictures")
    asked: list[str] = []
    form.pictures.choose_file = lambda words: asked.append(words) or str(path)
    hands.press(form.pictures.buttons["name"])
    assert "Gro Moen gives a PIN or a badge first." in told(form)
    assert asked == []
    hands.sign(form.signers, GRO)
    hands.press(form.pictures.buttons["name"])
    site = hands.window.station.board.site
    five = Chip.named("$5")
    hands.qtbot.waitUntil(lambda: (five, "name") in hands.window.station.board.site.pictures)
    assert site is not hands.window.station.board.site
    assert hands.told() == "The name side of $5 is kept."
    face = form.pictures.faces["name"]
    hands.qtbot.waitUntil(lambda: not face.pixmap().isNull())
    assert face.pixmap().toImage().pixelColor(20, 20).red() > 180
    assert form.signers.pins()[0].text() == ""
    assert form.pictures.faces["value"].text() == "No picture yet"


def test_a_picture_that_is_none_is_refused(hands, tmp_path):
    path = tmp_path / "chip.png"
    path.write_text("no picture")
    hands.go("chip", "$5")
    form = hands.form
    hands.choose(form.record.view, "pictures")
    form.pictures.choose_file = lambda _: str(path)
    hands.sign(form.signers, GRO)
    hands.press(form.pictures.buttons["value"])
    hands.qtbot.waitUntil(lambda: bool(form.notice.reasons))
    assert "no picture that can be read" in told(form)
    form.pictures.choose_file = lambda _: str(tmp_path / "gone.png")
    hands.sign(form.signers, GRO)
    hands.press(form.pictures.buttons["value"])
    hands.qtbot.waitUntil(lambda: "gone.png cannot be read" in hands.told())


def test_a_photo_gives_a_measured_color(hands, tmp_path):
    path = tmp_path / "photo.png"
    photo = Image.new("RGB", (560, 280), "#767676")
    photo.paste("#C3252D", (0, 0, 280, 280))
    photo.save(path)
    hands.go("chip", "$5")
    form = hands.form
    hands.choose(form.record.view, "measured")
    form.choose_photo = lambda: str(path)
    hands.press(form.record.measured["color"].from_photo)
    hands.qtbot.waitUntil(form.photo.isVisible)
    for way in (Qt.Key.Key_Left, Qt.Key.Key_Right):
        for _ in range(16):
            hands.key(way)
        if way == Qt.Key.Key_Left:
            hands.key(Qt.Key.Key_Return)
    hands.qtbot.waitUntil(lambda: form.photo.found is not None)
    hands.key(Qt.Key.Key_Return)
    assert form.photo.isHidden()
    assert "the same color" in form.record.measured["color"].words.text()
    assert form.drafts[Chip.named("$5")].measured["color"].startswith("#c")


def test_the_chip_set_is_saved_to_be_printed(hands, tmp_path):
    hands.go("chip")
    hands.form.choose_file = lambda name: str(tmp_path / name)
    hands.press(hands.form.print)
    hands.qtbot.waitUntil(lambda: "The chip set is saved as" in hands.told())
    text = "".join(page.extract_text() for page in PdfReader(tmp_path / "chip-set.pdf").pages)
    assert "$25" in text
    hands.form.choose_file = lambda name: str(tmp_path / "nowhere" / name)
    hands.press(hands.form.print)
    hands.qtbot.waitUntil(lambda: "cannot be written" in hands.told())


# Other marks


def test_other_marks_are_put_on_file(hands):
    hands.go("mark")
    form = hands.form
    assert form.known.text() == "None yet."
    hands.write(form.organization.edit, "Prairie Club")
    hands.write(form.mark.edit, "Prairie Chance")
    post(hands)
    assert hands.window.station.board.site.marks == {"Prairie Chance": "Prairie Club"}
    assert form.known.text() == "Prairie Club: Prairie Chance"
    hands.write(form.mark.edit, "PC")
    post(hands)
    assert "Write whose chips they are" in told(form)


# What the manual says of it


def test_the_manual_draws_the_values_and_says_what_the_rulebook_says(qtbot):
    page = Page("chip-set", "", (FOLDER / "chip-set.md").read_text("utf-8"))
    assert page.plain.startswith("The chip set $100 $25 $5 $2 $1 50c Six values")
    assert page.links == []
    rules = Rulebook.load()
    day = datetime(2026, 11, 21, tzinfo=UTC).date()
    for cents in rules.value("nd.08-03.1", "casino", day):
        color, *_ = rules.value("nd.08-03.3", str(cents), day)
        assert f"| {color} |" in page.text
    manual = Manual(keys_table)
    qtbot.addWidget(manual)
    manual.browser.read(page.text)
    for name in CHIP_SET:
        picture = manual.browser.loadResource(
            QTextDocument.ResourceType.ImageResource.value, QUrl(f"chip:{name}")
        )
        assert isinstance(picture, QPixmap)
        assert not picture.isNull()
