"""The chip set: every chip with its record, what the rulebook says of it, and one PIN for all of it."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.site import Site
from pitdesk.chips import Chip
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.law import CHIP_SET, MEASURED, Binding
from pitdesk.errors import Refusal
from pitdesk.rules.checks.verbs import listed
from pitdesk.tonight.board import Board
from ui.chips.findings import Findings, verdict
from ui.chips.photo import PhotoView
from ui.chips.pictures import FILES, Pictures
from ui.chips.record import Record
from ui.chips.types import ChipTiles, chip_types, patterns, rulebook
from ui.people.person import level
from ui.people.screen import BY_MANAGER, halves
from ui.widgets.fields import Field, Line
from ui.widgets.files import to_open, to_save
from ui.widgets.parts import Folding, button, card, column, holder, label, row
from ui.widgets.swatch import Measured
from ui.work.form import Call, Form
from ui.work.outlet import write_pdf
from ui.work.reader import Reader
from ui.work.station import Station

ACROSS = 2  # tiles in a row
NOT_KEPT = "Nothing is kept. Correct what is red beside this, then keep the set."


class Registry(Form):
    """The chip set of the house: what is changed of it is kept at once, with one manager's initials.

    Attributes:
        drafts: the chips that are added or changed, with their looks, until they are kept.
    """

    name = "chip"
    post_words = "Keep the chip set"
    stays = True
    who = (BY_MANAGER,)
    live = False  # what stands beside the form says it all

    def __init__(self, station: Station) -> None:
        self.drafts: dict[Chip, Look] = {}
        self._kept: dict[Chip, Look] = {}
        self._binding: Binding | None = None
        self._showing = False
        self.choose_photo = to_open(self, "A photo of the chip beside a gray card", FILES)
        self.choose_file = to_save(self, "Save the chip set")
        super().__init__(station)

    def fields(self) -> list[Field]:
        """Which chip, and its record."""
        self.reader = Reader(self.station, self)
        self.tiles = ChipTiles("chips", single=True, across=ACROSS)
        self.tiles.changed.connect(self._choose)
        self.pictures = Pictures(self.reader, self._proven, self._post_picture, self.station.trouble)
        self.record = Record(self._open_photo, self.pictures)
        return [self.tiles, *self.record.fields]

    def body(self) -> QWidget:
        """The chips at the left, the record of the one that is chosen at the right."""
        self.usual = button("Take the usual set", self.take_usual)
        self.more = button(
            "Add others …", self._ask_more, "link", says="Add another type or a second set"
        )
        self.print = button("Print the chip set …", self.save_sheet, "link")
        self.other = Line("other", "", hint="Another type, such as nv$5", read=_chip)
        self.letter = Line("letter", "", hint="Letter of a second set", read=_letter)
        self.add_other = button("Add it", self.add_type, says="Add this type")
        self.add_set = button("Copy all designs", self.copy_set, says="Copy all designs to a second set")
        self.other.entered.connect(self.add_type)
        self.letter.entered.connect(self.copy_set)
        types = holder(level(row(self.other, self.add_other)))
        sets = holder(level(row(self.letter, self.add_set)))
        self.asked = card(Folding(types, sets, gap=24, top=True), look="inset")
        self.asked.hide()
        head = Folding(self.usual, self.more, self.print, gap=8, stretch=(0, 0, 1))
        left = holder(column(self.tiles, None))
        self.add = button("Add it to the set", self.add_chosen)
        self.undo = button("As it was", self.as_it_was, "link", says="Leave this chip as it was")
        self.record.state.addWidget(self.add)
        self.record.state.addWidget(self.undo)
        self.record.state.addStretch(1)
        self.photo = PhotoView(self.reader)
        self.photo.taken.connect(self._photo_taken)
        self.photo.left.connect(self._leave_photo)
        self.photo.opened.connect(self.record.hide)
        right = holder(column(self.record, self.photo, None, gap=10))
        self._photo_for: Measured | None = None
        both = Folding(left, right, gap=20, stretch=(0, 1), top=True)
        return holder(column(head, self.asked, both, gap=10))

    def side(self) -> QWidget:
        """What the rulebook says."""
        self.findings = Findings()
        return self.findings

    def narrow(self, on: bool) -> None:
        """Without what stands beside it, the form itself tells what would be refused."""
        super().narrow(on)
        self.live = on

    # What there is

    @property
    def chip(self) -> Chip:
        """The chip that is chosen."""
        return self.record.chip

    def looks(self) -> dict[Chip, Look]:
        """The set as it would be: what may be in play, and what is added and changed."""
        playing = self.station.board.site.playing
        return {chip: look for chip, look in self._kept.items() if chip in playing} | self.drafts

    def _base(self, chip: Chip) -> Look:
        """A chip's look before anything was typed: the book's, else the usual one."""
        usual = Look.of(CHIP_SET.get(chip.name.partition("-")[0], {}))
        return self._kept.get(chip, usual)

    def refresh(self, board: Board) -> None:
        """Draw the set as the book has it, with what was typed over it."""
        self._kept = {chip: Look.of(look) for chip, look in board.site.chips.items()}
        self.drafts = {chip: look for chip, look in self.drafts.items() if self._kept.get(chip) != look}
        self.station.ask(lambda desk: desk.binding, self._bound)
        self._offer()
        if self.chip.name not in self.tiles.typed():
            self.take(next(iter(self.tiles.tiles)))
        elif self.chip not in self.drafts and self.record.before != self._base(self.chip):
            self._show_record(self.chip)
        self._show()

    def _bound(self, found: Binding) -> None:
        self._binding = found
        self._show()

    def _value(self, rule: str, name: str) -> Any:
        return rulebook().value(rule, name, self.station.today)

    def _offer(self) -> None:
        """A tile for every type that there may be or is, with what is to be said of it."""
        site = self.station.board.site
        of_house = sorted({*self._kept, *self.drafts}, key=lambda chip: (chip.set, chip))
        names = [*dict.fromkeys([*chip_types(), *(chip.name for chip in of_house)])]
        chips = {name: Chip.named(name) for name in names}
        looks = {name: self.drafts.get(chip) or self._base(chip) for name, chip in chips.items()}
        notes = {name: self._note(chip, site) for name, chip in chips.items()}
        tones = {name: self.findings.verdict.of(chip) for name, chip in chips.items()}
        self.tiles.offer({name: look.kept for name, look in looks.items()}, notes, tones)

    def _note(self, chip: Chip, site: Site) -> str:
        if chip in self.drafts:
            return "changed" if chip in self._kept else "new"
        if chip in site.retired:
            return "out of play"
        return "in the set" if chip in self._kept else "not here"

    def _show(self) -> None:
        """Say everywhere what follows from the set as it now is."""
        site, looks = self.station.board.site, self.looks()
        binds = self._binding is None or self._binding.binds
        self.findings.show_verdict(verdict(looks, site, self._value, binds=binds), self._binding, looks)
        self._offer()
        look = self.drafts.get(self.chip) or self._base(self.chip)
        tolerance = self._value(MEASURED, "tolerance")
        self.record.draw(look, site.organization, tolerance)
        self.add.setVisible(self.chip not in self._kept and self.chip not in self.drafts)
        self.undo.setVisible(self.chip in self.drafts)
        seqs = {side: seq for (chip, side), seq in site.pictures.items() if chip == self.chip}
        self.pictures.show_chip(self.chip, seqs, kept=self.chip in self._kept)

    # What is pressed

    def take(self, what: object) -> None:
        """Begin with a chip type; one that is not here yet is added."""
        chip = Chip.named(str(what))
        if chip.name not in self.tiles.tiles:
            self.drafts[chip] = self._base(chip)
            self._offer()
        self.tiles.take_up([chip.name])

    def _choose(self) -> None:
        """Another chip is chosen; but what cannot be read is mended first."""
        name = next(iter(self.tiles.typed()), "")
        if self._showing or not name or Chip.named(name) == self.chip:
            return
        if self.record.wrong():
            self._tick(self.chip)
            return
        self._leave_photo()
        self._show_record(Chip.named(name))
        self._show()

    def _tick(self, chip: Chip) -> None:
        self._showing = True
        self.tiles.take_up([chip.name])
        self._showing = False

    def _show_record(self, chip: Chip) -> None:
        self._showing = True
        look = self.drafts.get(chip) or self._base(chip)
        self.record.show_look(chip, look, patterns(chip, self.station.today))
        self._showing = False

    def changed(self) -> None:
        """Something is typed of the chip's record: it is to be kept, and the rulebook speaks."""
        super().changed()
        if self._showing or self.chip.name not in self.tiles.typed():
            return
        look, base = self.record.look(), self._base(self.chip)
        if look == base and (self.chip in self._kept or self.chip not in self.drafts):
            self.drafts.pop(self.chip, None)
        else:
            self.drafts[self.chip] = look
        self._show()

    def _draft(self, looks: Mapping[Chip, Look]) -> None:
        """Add these to what is to be kept, and go to the first of them."""
        self.drafts |= looks
        self._offer()
        if looks:
            chip = next(iter(looks))
            self._tick(chip)
            self._show_record(chip)
        self._show()
        self.notice.tell([])

    def take_usual(self) -> None:
        """Add all of a usual set that is not here yet."""
        usual = {Chip.named(name): Look.of(look) for name, look in CHIP_SET.items()}
        self._draft({chip: look for chip, look in usual.items() if chip not in self.looks()})
        self.tiles.first().setFocus()

    def add_chosen(self) -> None:
        """Add the chip that is chosen, as it is shown."""
        self._draft({self.chip: self.record.look()})
        self.record.fields[1].first().setFocus()

    def as_it_was(self) -> None:
        """Leave the chosen chip as the book has it, or out of the set."""
        self.drafts.pop(self.chip, None)
        chip = self.chip if self.chip.name in (*chip_types(), *self._names()) else None
        self._offer()
        if chip is None:
            chip = Chip.named(next(iter(self.tiles.tiles)))
            self._tick(chip)
        self._show_record(chip)
        self._show()
        self.tiles.first().setFocus()

    def _names(self) -> list[str]:
        return [chip.name for chip in self._kept]

    def _ask_more(self) -> None:
        self.asked.setVisible(self.asked.isHidden())
        if not self.asked.isHidden():
            self.other.first().setFocus()

    def add_type(self) -> None:
        """Add a type that is not offered."""
        if (name := _read(self.other)) is None:
            return
        chip = Chip.named(name)
        if chip in self.looks():
            self.other.tell(f"{name} is in the set already. Choose it above.")
            return
        self.other.clear()
        self.asked.hide()
        self._draft({chip: self._base(chip)})
        self.tiles.first().setFocus()

    def copy_set(self) -> None:
        """Copy the looks of the first set under the letter of a second one."""
        if (letter := _read(self.letter)) is None:
            return
        own = {chip: look for chip, look in self.looks().items() if not chip.set}
        second = {Chip(chip.kind, chip.face_cents, letter): look for chip, look in own.items()}
        second = {chip: look for chip, look in second.items() if chip not in self._kept}
        if not second:
            self.letter.tell(
                f"There is a set {letter} already. Choose another letter."
                if own
                else "There is no set to copy yet. Take the usual set first."
            )
            return
        self.letter.clear()
        self.asked.hide()
        self._draft(second)
        self.tiles.first().setFocus()

    # Keeping it

    def read(self) -> Call:
        """The call, once everything can be read, whichever part of the record is in front."""
        if self.record.wrong():
            raise ValueError("something in the record cannot be read")
        return super().read()

    def call(self) -> Call:
        """All that is changed, at once."""
        looks = [(chip, self.drafts[chip].kept) for chip in sorted(self.drafts)]
        by = self.signers.value()
        if not looks:
            raise ValueError("Nothing is changed. Take the usual set, or choose a chip and change it.")
        return lambda desk: desk.set_chips(looks, by)

    def _refused(self, reasons: list[Refusal]) -> None:
        """What stands beside the form already is not told again."""
        beside = {one.words for one in self.findings.verdict.wrong if self.findings.isVisible()}
        left = [one for one in reasons if one.words not in beside]
        if told := [one for one in reasons if one.words in beside]:
            left.insert(0, Refusal(told[0].rule, told[0].section, NOT_KEPT))
        super()._refused(left)

    def done(self, entry: Entry) -> str:
        """Which chips it was."""
        return f"Kept: {listed(chip.name for chip, _ in entry.of(kinds.ChipSet).looks)}."

    def typed_anything(self) -> bool:
        """Whether anything is to be kept."""
        return bool(self.drafts)

    def clear(self) -> None:
        """Leave everything as the book has it."""
        self.drafts = {}
        for one in (self.signers, self.other, self.letter):
            one.clear()
        self.asked.hide()
        self._leave_photo()
        self.notice.tell([])
        if self.station.ready:
            self._offer()
            self._show_record(self.chip)
            self._show()

    def typed(self) -> dict[str, Any]:
        """What is to be kept, what stands in the record, and who initials; no PINs."""
        return {
            "chip": self.chip.name,
            "drafts": {chip.name: look.kept for chip, look in self.drafts.items()},
            "record": {one.name: one.typed() for one in self.record.fields},
            self.signers.name: self.signers.typed(),
        }

    def take_up(self, typed: dict[str, Any]) -> None:
        """Put it back."""
        if not typed:
            return
        looks = typed["drafts"].items()
        self.drafts = {Chip.named(name): Look.of(look) for name, look in looks}
        self._offer()
        chip = Chip.named(typed["chip"])
        if chip.name in self.tiles.tiles:
            self._tick(chip)
            self._show_record(chip)
            for one in self.record.fields:
                one.take_up(typed["record"][one.name])
        self.signers.take_up(typed[self.signers.name])
        self._show()

    # Pictures and photos

    def _proven(self) -> bool:
        return not self.signers.unproven()

    def _post_picture(self, chip: Chip, side: str, data: bytes) -> None:
        by = self.signers.value()
        self.station.post(
            lambda desk: desk.set_picture(chip, side, data, by),
            self._picture_kept,
            self._refused,
            verb="picture",
        )

    def _picture_kept(self, entry: Entry) -> None:
        self.signers.forget_pins()
        self.notice.tell([])
        kept = entry.of(kinds.Picture)
        self.station.say(f"The {kept.side} side of {kept.chip.name} is kept.")

    def _open_photo(self, field: Measured) -> None:
        if chosen := self.choose_photo():
            self._photo_for = field
            self.photo.open_photo(Path(chosen), self.station.trouble)

    def _photo_taken(self, found: str) -> None:
        field = self._photo_for
        self._leave_photo()
        if field:
            field.take_up(found)
            field.first().setFocus()

    def _leave_photo(self) -> None:
        self._photo_for = None
        self.photo.forget()
        self.record.show()

    # On paper

    def save_sheet(self) -> None:
        """Save the chip set as the book has it, to be printed."""
        if chosen := self.choose_file("chip-set.pdf"):
            path, stamp = Path(chosen), self.station.now()
            self.reader.read("sheet", lambda book: _sheet(book, path, stamp), self._saved)

    def _saved(self, path: Path) -> None:
        self.station.say(f"The chip set is saved as {path}. Print it in its true size.")


def _sheet(journal: Journal, path: Path, stamp: datetime) -> Path:
    from printers.reports.chipset import chipset_pdf  # noqa: PLC0415  (only where a sheet is made)

    return write_pdf(path, chipset_pdf(Site.of(journal.setup()), stamp=stamp))


def _read(line: Line) -> str | None:
    """What a line says; None where it is told what is wrong with it."""
    try:
        return str(line.value())
    except ValueError as error:
        line.tell(str(error))
        line.first().setFocus()
        return None


def _chip(text: str) -> str:
    return Chip.named(text.lower()).name


def _letter(text: str) -> str:
    plain = text.lower()
    Chip.named(f"$1-{plain}")
    return plain


class MarkForm(Form):
    """Put another organization's name or mark on file: our chips must not look like theirs."""

    name = "mark"
    post_words = "Keep"
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """Whose, and what stands on them."""
        self.organization = Line("organization", "Organization", hint="Whose chips they are")
        self.mark = Line("mark", "Name or mark", hint="As it appears on their chips")
        return [self.organization, self.mark]

    def body(self) -> QWidget:
        """The two lines; beside them what is on file."""
        words = "Chips bear the organization's name, or a mark that tells them from all others' chips."
        asked = column(label(words, "muted", wrap=True), *self.inputs, None, gap=12)
        self.known = label("", wrap=True)
        file = column(card(label("On file", "h2"), self.known, look="inset"), None)
        return holder(halves(asked, file))

    def refresh(self, board: Board) -> None:
        """Show what is on file."""
        marks = sorted(board.site.marks.items(), key=lambda one: one[::-1])
        self.known.setText("\n".join(f"{whose}: {mark}" for mark, whose in marks) or "None yet.")

    def call(self) -> Call:
        """A mark."""
        mark, organization, by = self.mark.value(), self.organization.value(), self.signers.value()
        return lambda desk: desk.set_mark(mark, organization, by)

    def done(self, entry: Entry) -> str:
        """Whose it was."""
        return f"The mark of {entry.of(kinds.Mark).organization} is on file."
