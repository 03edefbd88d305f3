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
from tests.ui.night import PINS, Quick, copied, proven, signed
from tests.ui.stand import stands
from ui.chips.registry import NOT_KEPT
from ui.manual.screen import FOLDER, Manual, Page
from ui.work.actions import keys_table

pytestmark = pytest.mark.long

GRO = signed("gro:gaming manager")
MOST_KEYS = 25  # keys and clicks from an empty book to a lawful set with one color changed
BLUE = Look.of({**CHIP_SET["$5"], "second": "blue"})


@stands("chip")
def user(qtbot, open_window, tmp_path) -> Quick:
    """Gro at the window, while the tables are open."""
    return Quick.at(qtbot, open_window(*copied(tmp_path)), "gro")


@stands("chip")
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


def chips(user):
    return user.window.station.board.site.chips


def post(user, by=GRO):
    user.sign(user.form.signers, by)
    user.press(user.form.primary)
    user.settle()


def told(form) -> str:
    """What is said at the form itself."""
    said = [form.notice.text, form.signers.notice.text, *(one.told for one in form.inputs)]
    return "\n".join(filter(None, said))


def choose(user, name: str):
    user.press(user.form.tiles.tiles[name])
    user.settle()


def write(user, part: str, text: str):
    """Write into a line with a list."""
    field = user.form.record.colors.get(part) or user.form.record.spots
    user.into(field.box)
    user.type(text)
    assert field.typed() == text


def says(user) -> str:
    """What stands beside the form."""
    user.settle()
    return user.form.findings.text


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


def test_an_unlawful_chip_is_told_while_it_is_typed_and_refused_when_posted(user):
    user.go("chip", "$5")
    write(user, "color", "green")
    write(user, "spots", "5 split")
    law = "[N.D.A.C. 99-01.3-08-03(3)]"
    assert f"A $5 chip is red, not green. Choose red, or keep it out of play. {law}" in says(user)
    spots = "A $5 chip carries 6 solid edge spots, not 5 yellow split edge spots. Change the spots."
    assert f"{spots} {law}" in says(user)
    assert user.form.tiles.tiles["$5"].sign.property("tone") == "stop"
    assert "unlawful" in user.form.tiles.tiles["$5"].accessibleName()
    assert user.form.notice.reasons == (), "it is told once"
    post(user)
    assert told(user.form) == f"{NOT_KEPT} {law}", "one sentence: the reasons stand beside it"
    assert chips(user)[Chip.named("$5")]["color"] == "red"
    write(user, "color", "red")
    write(user, "spots", "6 solid")
    assert "A $5 chip" not in says(user)
    assert user.form.tiles.tiles["$5"].sign.isHidden()
    assert user.form.drafts == {}, "as it was"


def test_where_the_keypad_takes_its_place_the_form_itself_tells_it(user):
    user.window.show_pad(True)
    user.go("chip", "$5")
    assert not user.form.findings.isVisible()
    write(user, "color", "green")
    user.qtbot.waitUntil(lambda: "A $5 chip is red, not green." in told(user.form))
    user.window.show_pad(False)
    assert user.form.findings.isVisible()
    assert not user.form.live


def test_reversed_pairs_are_told_on_both_chips(user):
    user.go("chip", "$5")
    write(user, "second", "green")
    user.settle()
    choose(user, "$25")
    write(user, "second", "red")
    assert "$5 and $25 would be reversed pairs" in says(user)
    for name in ("$5", "$25"):
        assert user.form.tiles.tiles[name].sign.property("tone") == "stop"
    assert user.form.tiles.tiles["$1"].sign.isHidden()


def test_a_color_that_nobody_knows_can_be_written(user):
    """Also in the core: chips whose second color has no name that is known are compared all the same."""
    user.go("chip", "$5")
    write(user, "second", "gold leaf")
    assert "Nobody knows the color gold leaf of the $5 chip." in says(user)
    assert user.form.drafts[Chip.named("$5")].second == "gold leaf"


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
    user = Quick.at(qtbot, open_window(*new_book(tmp_path, video=True)), "gro")
    user.go("chip")
    user.press(user.form.usual)
    choose(user, "$5")
    write(user, "color", "lime")
    assert "A $5 chip is red, not lime." in says(user)
    assert [one.chip.name for one in user.form.findings.verdict.wrong] == ["$5"]
    assert "video watches table 7" in user.form._binding.words


def test_a_chip_without_a_name_or_a_value_and_anothers_mark(user):
    user.at_desk(
        lambda desk: desk.set_mark("Prairie Chance", "Prairie Club", proven("gro:gaming manager"))
    )
    user.go("chip", "$5")
    form = user.form
    user.choose(form.record.view, "origin")
    user.tick(form.record.value_side.box, False)
    assert "$5 bears no value. One side has the name, the other the value." in says(user)
    user.write(form.record.mark.edit, "Prairie Chance")
    assert "is on file for Prairie Club" in says(user)
    assert "[N.D.A.C. 99-01.3-08-03(2)]" in says(user)
    post(user)
    assert told(form) == f"{NOT_KEPT} [N.D.A.C. 99-01.3-08-03(2)]"


def test_ten_dollars_are_no_chip(user):
    user.go("chip")
    form = user.form
    user.press(form.more)
    user.write(form.other.edit, "ten")
    user.press(form.add_other)
    assert "'ten' is not a chip" in form.other.told
    user.write(form.other.edit, "$10")
    user.press(form.add_other)
    assert "$10 is not a lawful casino chip." in says(user)
    assert "99-01.3-08-03(1)" in says(user)
    user.press(form.undo)
    assert "$10" not in form.tiles.tiles
    assert "$10" not in says(user)


def test_a_measure_that_is_off_is_advice(user):
    user.go("chip", "$5")
    form = user.form
    user.choose(form.record.view, "measured")
    line = form.record.measured["color"]
    user.write(line.edit, "#1D7A43")
    assert "from red: another color" in line.words.text()
    assert "The red of $5 measures" in says(user)
    assert form.tiles.tiles["$5"].sign.property("tone") == "look"
    user.write(line.edit, "lab(43 58 35)")
    assert "the same color" in line.words.text()
    assert "measures" not in says(user)
    post(user)
    assert chips(user)[Chip.named("$5")]["measured"] == {"color": "lab(43 58 35)"}


def test_what_cannot_be_read_is_mended_before_another_chip_is_chosen_or_anything_kept(user):
    user.go("chip", "$5")
    form = user.form
    user.choose(form.record.view, "measured")
    user.write(form.record.measured["color"].edit, "reddish")
    user.choose(form.record.view, "look")
    post(user)
    assert form.record.view.value() == "measured"
    assert "'reddish' is no color" in form.record.measured["color"].told
    choose(user, "$1")
    assert form.chip.name == "$5"
    assert form.tiles.typed() == ["$5"]
    user.wipe(form.record.measured["color"].edit)
    choose(user, "$1")
    assert form.chip.name == "$1"


# More chips


def test_another_type_and_a_second_set(user):
    user.go("chip")
    form = user.form
    user.press(form.more)
    user.write(form.other.edit, "nv$5")
    user.key(Qt.Key.Key_Return)
    assert form.tiles.typed() == ["nv$5"]
    user.press(form.more)
    user.write(form.letter.edit, "b")
    user.press(form.add_set)
    own = {chip.name for chip in chips(user) if not chip.set}
    assert {chip.name for chip in form.drafts} == {"nv$5", "nv$5-b", *(f"{name}-b" for name in own)}
    assert form.tiles.tiles["$5-b"].note.text() == "new"
    post(user)
    assert chips(user)[Chip.named("$5-b")] == chips(user)[Chip.named("$5")]
    user.press(form.more)
    user.write(form.letter.edit, "b")
    user.press(form.add_set)
    assert "There is a set b already." in form.letter.told


def test_a_chip_that_was_pointed_at_is_added_and_nothing_changed_writes_nothing(user):
    user.go("chip", "coin50c")
    assert user.form.tiles.typed() == ["coin50c"]
    assert user.form.add.isVisible()
    seen = user.seen
    post(user)
    assert "Nothing is changed." in told(user.form)
    assert user.seen == seen
    user.press(user.form.add)
    post(user)
    assert Chip.named("coin50c") in chips(user)


def test_a_chip_out_of_play_says_so(user):
    coin, by = Chip.named("coin50c"), proven("gro:gaming manager")
    user.at_desk(lambda desk: desk.set_chip(coin, by=by))
    user.at_desk(lambda desk: desk.set_play(coin, by, "replaced", on=False))
    user.go("chip", "coin50c")
    assert user.form.tiles.tiles["coin50c"].note.text() == "out of play"
    assert coin not in user.form.looks()


def test_what_is_typed_outlives_another_operator(user):
    user.go("chip", "$5")
    write(user, "second", "blue")
    user.sign_in("pia", PINS["pia"])
    user.go("chip")
    assert user.form.drafts == {}
    user.sign_in("gro", PINS["gro"])
    user.press(user.window.frame.messages.way)
    assert user.form.drafts == {Chip.named("$5"): BLUE}
    assert user.form.record.colors["second"].typed() == "blue"


def test_a_shift_manager_may_and_a_cashier_may_not(user):
    user.go("chip", "$5")
    write(user, "second", "blue")
    post(user, signed("jo:cashier"))
    assert "Set-up is initialed by the gaming or a shift manager" in told(user.form)
    assert user.form.record.colors["second"].typed() == "blue"
    post(user, signed("pia:shift manager"))
    assert chips(user)[Chip.named("$5")]["second"] == "blue"


# Pictures and paper


def test_a_picture_of_a_side_is_kept_with_initials_and_shown(user, tmp_path):
    path = tmp_path / "chip.png"
    Image.new("RGB", (640, 480), "#C3252D").save(path)
    user.go("chip", "$5")
    form = user.form
    user.choose(form.record.view, "pictures")
    asked: list[str] = []
    form.pictures.choose_file = lambda words: asked.append(words) or str(path)
    user.press(form.pictures.buttons["name"])
    assert "Gro Moen gives a PIN or a badge first." in told(form)
    assert asked == []
    user.sign(form.signers, GRO)
    user.press(form.pictures.buttons["name"])
    site = user.window.station.board.site
    five = Chip.named("$5")
    user.qtbot.waitUntil(lambda: (five, "name") in user.window.station.board.site.pictures)
    assert site is not user.window.station.board.site
    assert user.told() == "The name side of $5 is kept."
    face = form.pictures.faces["name"]
    user.qtbot.waitUntil(lambda: not face.pixmap().isNull())
    assert face.pixmap().toImage().pixelColor(20, 20).red() > 180
    assert form.signers.pins()[0].secret == ""
    assert form.pictures.faces["value"].text() == "No picture yet"


def test_a_picture_that_is_none_is_refused(user, tmp_path):
    path = tmp_path / "chip.png"
    path.write_text("no picture")
    user.go("chip", "$5")
    form = user.form
    user.choose(form.record.view, "pictures")
    form.pictures.choose_file = lambda _: str(path)
    user.sign(form.signers, GRO)
    user.press(form.pictures.buttons["value"])
    user.qtbot.waitUntil(lambda: bool(form.notice.reasons))
    assert "no picture that can be read" in told(form)
    form.pictures.choose_file = lambda _: str(tmp_path / "gone.png")
    user.sign(form.signers, GRO)
    user.press(form.pictures.buttons["value"])
    user.qtbot.waitUntil(lambda: "gone.png cannot be read" in user.told())


def test_a_photo_gives_a_measured_color(user, tmp_path):
    path = tmp_path / "photo.png"
    photo = Image.new("RGB", (560, 280), "#767676")
    photo.paste("#C3252D", (0, 0, 280, 280))
    photo.save(path)
    user.go("chip", "$5")
    form = user.form
    user.choose(form.record.view, "measured")
    form.choose_photo = lambda: str(path)
    user.press(form.record.measured["color"].from_photo)
    user.qtbot.waitUntil(form.photo.isVisible)
    for way in (Qt.Key.Key_Left, Qt.Key.Key_Right):
        for _ in range(16):
            user.key(way)
        if way == Qt.Key.Key_Left:
            user.key(Qt.Key.Key_Return)
    user.qtbot.waitUntil(lambda: form.photo.found is not None)
    user.key(Qt.Key.Key_Return)
    assert form.photo.isHidden()
    assert "the same color" in form.record.measured["color"].words.text()
    assert form.drafts[Chip.named("$5")].measured["color"].startswith("#c")


def test_the_chip_set_is_saved_to_be_printed(user, tmp_path):
    user.go("chip")
    user.form.choose_file = lambda name: str(tmp_path / name)
    user.press(user.form.print)
    user.qtbot.waitUntil(lambda: "The chip set is saved as" in user.told())
    text = "".join(page.extract_text() for page in PdfReader(tmp_path / "chip-set.pdf").pages)
    assert "$25" in text
    user.form.choose_file = lambda name: str(tmp_path / "nowhere" / name)
    user.press(user.form.print)
    user.qtbot.waitUntil(lambda: "cannot be written" in user.told())


# Other marks


def test_other_marks_are_put_on_file(user):
    user.go("mark")
    form = user.form
    assert form.known.text() == "None yet."
    user.write(form.organization.edit, "Prairie Club")
    user.write(form.mark.edit, "Prairie Chance")
    post(user)
    assert user.window.station.board.site.marks == {"Prairie Chance": "Prairie Club"}
    assert form.known.text() == "Prairie Club: Prairie Chance"
    user.write(form.mark.edit, "PC")
    post(user)
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
    manual.open_page("chip-set")
    for name in CHIP_SET:
        picture = manual.browser.loadResource(
            QTextDocument.ResourceType.ImageResource.value, QUrl(f"chip:{name}")
        )
        assert isinstance(picture, QPixmap)
        assert not picture.isNull()
