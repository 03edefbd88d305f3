"""The chip set: every chip with its record, what the rulebook says of it, and one PIN for all of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.site import Site
from pitdesk.chips import Chip
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.law import CHIP_SET, MEASURED, Binding
from pitdesk.desk import Desk
from pitdesk.errors import Refusal
from pitdesk.rules.checks.verbs import listed
from pitdesk.tonight.board import Board
from ui.chips.findings import Findings, verdict
from ui.chips.photo import PhotoView
from ui.chips.pictures import FILES, Pictures
from ui.chips.record import Record
from ui.chips.types import ChipTiles, chip_types, patterns
from ui.people.person import level
from ui.people.screen import BY_MANAGER, halves
from ui.widgets.fields import Field, Line
from ui.widgets.files import to_open, to_save
from ui.widgets.flow import Folding
from ui.widgets.parts import button, card, column, holder, label, row
from ui.widgets.swatch import Measured
from ui.work.form import Call, Form, bound
from ui.work.lessons import rulebook
from ui.work.outlet import write_pdf
from ui.work.reader import Reader

NOT_KEPT = "Nothing is kept. Correct what is red beside this, then keep the set."


@dataclass(frozen=True, slots=True)
class Aside:
    """What was typed into the chip set and not kept: drafts, the record in front, who initials."""

    chip: Chip
    drafts: Mapping[Chip, Look]
    record: Mapping[str, object]
    signers: Sequence[Mapping[str, str]]


class Registry(Form):
    """The chip set of the house: what is changed of it is kept at once, with one manager's initials.

    Attributes:
        drafts: the chips that are added or changed, with their looks, until they are kept.
    """

    name = "chip"
    beside_words = "Findings"
    post_words = "Keep the chip set"
    stays = True
    who = (BY_MANAGER,)
    live = False  # what stands beside the form says it all

    def fields(self) -> list[Field]:
        """Which chip, and its record."""
        self.drafts: dict[Chip, Look] = {}
        self._kept: dict[Chip, Look] = {}
        self._binding: Binding | None = None
        self._showing = False
        self._photo_for: Measured | None = None
        self.choose_photo = to_open(self, "A photo of the chip beside a gray card", FILES)
        self.choose_file = to_save(self, "Save the chip set")
        self.reader = Reader(self.station, self)
        self.tiles = ChipTiles("chips", single=True)
        self.tiles.changed.connect(self._choose)
        self.pictures = Pictures(self.reader, self.signers, self._post_picture, self.station.trouble)
        self.record = Record(self._open_photo, self.pictures)
        return [self.tiles, *self.record.fields]

    def body(self) -> QWidget:
        """The chips at the left, the record of the one that is chosen at the right."""
        self.usual = button("Take the usual set", self.take_usual)
        says = "Add another type or a second set"
        self.more = button("Add others …", self._ask_more, "link", says=says)
        self.print = button("Print the chip set …", self.save_sheet, "link")
        self.other = Line("other", "", hint="Another type, such as nv$5", read=_chip)
        self.letter = Line("letter", "", hint="Letter of a second set", read=_letter)
        self.add_other = button("Add it", self.add_type, says="Add this type")
        self.add_set = button("Copy all designs", self.copy_set, says="Copy all designs to a second set")
        self.other.entered.connect(self.add_type)
        self.letter.entered.connect(self.copy_set)
        pairs = ((self.other, self.add_other), (self.letter, self.add_set))
        lines = [holder(level(row(line, add))) for line, add in pairs]
        self.asked = card(Folding(*lines, gap=24, top=True), look="inset")
        self.asked.hide()
        head = Folding(self.usual, self.more, self.print, gap=8, stretch=(0, 0, 1))
        self.add = button("Add it to the set", self.add_chosen)
        self.undo = button("As it was", self.as_it_was, "link", says="Leave this chip as it was")
        for one in (self.add, self.undo):
            self.record.state.addWidget(one)
        self.record.state.addStretch(1)
        self.photo = PhotoView(self.reader)
        self.photo.taken.connect(self._photo_taken)
        self.photo.left.connect(self._leave_photo)
        self.photo.opened.connect(self.record.hide)
        right = holder(column(self.record, self.photo, None, gap=10))
        both = Folding(holder(column(self.tiles, None)), right, gap=20, stretch=(0, 1), top=True)
        return holder(column(head, self.asked, both, gap=10))

    def side(self) -> QWidget:
        """What the rulebook says."""
        self.findings = Findings()
        return self.findings

    def narrow(self, on: bool) -> None:
        """Without what stands beside it, the form itself says what would be refused."""
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

    def _look(self, chip: Chip) -> Look:
        """A chip's look, as far as it is typed."""
        return self.drafts.get(chip) or self._base(chip)

    def refresh(self, board: Board) -> None:
        """Draw the set as the book has it, with what was typed over it."""
        self._kept = {chip: Look.of(look) for chip, look in board.site.chips.items()}
        self.drafts = {chip: look for chip, look in self.drafts.items() if self._kept.get(chip) != look}
        self.station.ask(lambda desk: desk.binding, self._bound)
        self._offer()
        if self.chip.name not in self.tiles.typed():
            self.take(next(iter(self.tiles.tiles)))
        elif self.chip not in self.drafts and self.record.before != self._base(self.chip):
            self._bring(self.chip)

    def _bound(self, found: Binding) -> None:
        self._binding = found
        self.redraw()

    def _value(self, rule: str, name: str) -> object:
        return rulebook().value(rule, name, self.station.today)

    def _offer(self) -> None:
        """A tile for every type that there may be or is, with what is to be said of it."""
        site = self.station.board.site
        of_house = sorted({*self._kept, *self.drafts}, key=lambda chip: (chip.set, chip))
        names = [*dict.fromkeys([*chip_types(), *(chip.name for chip in of_house)])]
        chips = {name: Chip.named(name) for name in names}
        looks = {name: self._look(chip) for name, chip in chips.items()}
        notes = {name: self._note(chip, site) for name, chip in chips.items()}
        tones = {name: self.findings.verdict.of(chip) for name, chip in chips.items()}
        self.tiles.offer({name: look.kept for name, look in looks.items()}, notes, tones)

    def _note(self, chip: Chip, site: Site) -> str:
        if chip in self.drafts:
            return "changed" if chip in self._kept else "new"
        if chip in site.retired:
            return "out of play"
        return "in the set" if chip in self._kept else "not here"

    def redraw(self) -> None:
        """Say everywhere what follows from the set as it now is."""
        site, looks = self.station.board.site, self.looks()
        binds = self._binding is None or self._binding.binds
        self.findings.show_verdict(verdict(looks, site, self._value, binds=binds), self._binding, looks)
        self._offer()
        tolerance: int = rulebook().value(MEASURED, "tolerance", self.station.today)
        self.record.draw(self._look(self.chip), site.organization, tolerance)
        self.add.setVisible(self.chip not in self._kept and self.chip not in self.drafts)
        self.undo.setVisible(self.chip in self.drafts)
        seqs = {side: seq for (chip, side), seq in site.pictures.items() if chip == self.chip}
        self.pictures.show_chip(self.chip, seqs, kept=self.chip in self._kept)

    # What the buttons do

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
            self._bring(self.chip, record=False)
            return
        self._leave_photo()
        self._bring(Chip.named(name))
        self.redraw()

    def _bring(self, chip: Chip, *, record: bool = True) -> None:
        """Tick a chip's tile, and show its record."""
        self._showing = True
        self.tiles.take_up([chip.name])
        if record:
            self.record.show_look(chip, self._look(chip), patterns(chip, self.station.today))
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
        self.redraw()

    def _draft(self, looks: Mapping[Chip, Look]) -> None:
        """Add these to what is to be kept, and go to the first of them."""
        self.drafts |= looks
        self._offer()
        if looks:
            self._bring(next(iter(looks)))
        self.redraw()
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
        self._offer()
        stays = self.chip.name in (*chip_types(), *(chip.name for chip in self._kept))
        self._bring(self.chip if stays else Chip.named(next(iter(self.tiles.tiles))))
        self.redraw()
        self.tiles.first().setFocus()

    def _ask_more(self) -> None:
        self.asked.setVisible(self.asked.isHidden())
        if not self.asked.isHidden():
            self.other.first().setFocus()

    def add_type(self) -> None:
        """Add a type that is not offered."""
        if _reads(self.other):
            chip = Chip.named(self.other.value())
            if chip in self.looks():
                self.other.tell(f"{chip.name} is in the set already. Choose it above.")
            else:
                self._add_from(self.other, {chip: self._base(chip)})

    def copy_set(self) -> None:
        """Copy the looks of the first set under the letter of a second one."""
        if not _reads(self.letter):
            return
        letter: str = self.letter.value()
        own = {chip: look for chip, look in self.looks().items() if not chip.set}
        second = {Chip(chip.kind, chip.face_cents, letter): look for chip, look in own.items()}
        second = {chip: look for chip, look in second.items() if chip not in self._kept}
        if second:
            self._add_from(self.letter, second)
        elif own:
            self.letter.tell(f"There is a set {letter} already. Choose another letter.")
        else:
            self.letter.tell("There is no set to copy yet. Take the usual set first.")

    def _add_from(self, line: Line, looks: Mapping[Chip, Look]) -> None:
        """Add what a line asked for."""
        line.clear()
        self.asked.hide()
        self._draft(looks)
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
        if not looks:
            raise ValueError("Nothing is changed. Take the usual set, or choose a chip and change it.")
        return bound(Desk.set_chip_set, looks, self.signers.value())

    def _refused(self, reasons: list[Refusal]) -> None:
        """Do not repeat what stands beside the form."""
        beside = {one.words for one in self.findings.verdict.wrong if self.findings.isVisible()}
        left = [one for one in reasons if one.words not in beside]
        if shown := next((one for one in reasons if one.words in beside), None):
            left.insert(0, Refusal(shown.rule, shown.section, NOT_KEPT))
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
            self._bring(self.chip)
            self.redraw()

    def typed(self) -> dict[str, object]:
        """What is to be kept, what stands in the record, and who initials; no PINs."""
        record = {one.name: one.typed() for one in self.record.fields}
        return {"aside": Aside(self.chip, dict(self.drafts), record, self.signers.typed())}

    def take_up(self, typed: dict[str, object]) -> None:
        """Put it back."""
        if not isinstance(left := typed.get("aside"), Aside):
            return
        self.drafts = dict(left.drafts)
        self._offer()
        if left.chip.name in self.tiles.tiles:
            self._bring(left.chip)
            for one in self.record.fields:
                one.take_up(left.record[one.name])
        self.signers.take_up(left.signers)
        self.redraw()

    # Pictures and photos

    def _post_picture(self, chip: Chip, side: str, data: bytes) -> None:
        keep = bound(Desk.set_picture, chip, side, data, self.signers.value())
        self.station.post(keep, self._picture_kept, self._refused, verb="picture")

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
            saved = "The chip set is saved as {}. Print it in its true size."
            done = lambda at: self.station.say(saved.format(at))  # noqa: E731
            self.reader.read("sheet", lambda book: _sheet(book, path, stamp), done)


def _sheet(journal: Journal, path: Path, stamp: datetime) -> Path:
    from printers.reports.chipset import chipset_pdf  # noqa: PLC0415  (only where a sheet is made)

    return write_pdf(path, chipset_pdf(Site.of(journal.setup()), stamp=stamp))


def _reads(line: Line) -> bool:
    """Whether a line can be read; else what is wrong stands there, and the cursor."""
    readable = line.readable()
    if not readable:
        line.first().setFocus()
    return readable


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
    said = "The mark of {fact.organization} is on file."
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
        return bound(Desk.set_mark, self.mark.value(), self.organization.value(), self.signers.value())
