"""Slips: void, answer for a print, print again, write by hand; the place with the register."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.day import OWED, PARTS, Slip
from pitdesk.book.entries import Entry
from pitdesk.book.fate import trace
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.errors import Refusal
from pitdesk.tonight.board import Board, Question, Waiting
from printers.devices.spool import BOTH, Sheet, duplicate
from printers.slips.layout import slip_lines, unsigned
from ui.close.ways import Face
from ui.floor.waiting import Next, Pointed
from ui.slips.byhand import PREPARERS, ByHand, each, named
from ui.slips.check import CheckSlip
from ui.slips.register import Register
from ui.widgets.fields import Choice, Field, Pick, Reason
from ui.widgets.paper import SlipPaper
from ui.widgets.parts import column, holder, label
from ui.work.form import Call, Form, Tabs, makers
from ui.work.signers import Who
from ui.work.station import Station

VOIDS = ("wrong table", "wrong count", "made out twice", "chips no longer needed")
ANSWERS = (
    ("whole", "Complete, in my hand"),
    ("nothing", "Nothing came out"),
    ("damaged", "Damaged or cut off"),
)
CAME_OUT = {
    "not sent": "is not on paper yet",
    "unknown": "was sent; nobody has checked it yet",
    "whole": "is on paper, complete",
    "nothing": "did not come out",
    "damaged": "came out damaged",
    "by hand": "was written by hand",
}


class Void(Form):
    """Void a slip whose chips are still on the way: both parts print again, marked so."""

    name = "void"
    post_words = "Void the slip"
    who = (Who("Voided by", PREPARERS, operator=False),)

    def fields(self) -> list[Field]:
        """Which slip, and why."""
        self.slip = Choice("slip", "Slip on its way", across=3)
        self.reason = Reason("Reason", VOIDS)
        self._copy: Slip | None = None
        self._posted = ""  # by now the board may offer another slip
        self.slip.changed.connect(self._another)
        return [self.slip, self.reason]

    def body(self) -> QWidget:
        """What is voided, and what that does."""
        self.told = label("", "h2", wrap=True)
        self.effect = label("", "muted", wrap=True)
        return holder(column(self.slip, self.told, self.effect, self.reason, gap=12))

    def side(self) -> QWidget:
        """The slip as its void will print."""
        self.paper = SlipPaper()
        self.reason.changed.connect(self._draw)
        self.signers.changed.connect(self._draw)
        note = label(
            "Both parts print like this. The number stays used and is kept.", "caption", wrap=True
        )
        return holder(column(label("As it will print", "caption"), self.paper, note, None))

    def refresh(self, board: Board) -> None:
        """Offer what is on the way, the newest first: that is what mostly was a mistake."""
        waiting = sorted(board.waiting, key=lambda one: one.at, reverse=True)
        self.slip.offer([(one.name, f"{one.name.capitalize()} · table {one.table}") for one in waiting])
        if waiting and not self.slip.typed():
            self.slip.choose(waiting[0].name)
        self._show()

    def take(self, what: object) -> None:
        """Begin with a slip, or with a table's."""
        for one in self.station.board.waiting:
            pointed = isinstance(what, Pointed) and (what.series, what.number) == (
                one.series,
                one.number,
            )
            if pointed or what == one.table:
                self.slip.choose(one.name)
                return

    def begin(self, what: object = None) -> None:
        """Come to the front, at the reason."""
        super().begin(what)
        if self.slip.typed():
            self.reason.first().setFocus()

    @property
    def waiting(self) -> Waiting | None:
        """The slip that is chosen."""
        return next((o for o in self.station.board.waiting if o.name == self.slip.typed()), None)

    def typed_anything(self) -> bool:
        """A slip is chosen by itself; a reason is not."""
        return bool(self.reason.typed())

    def _another(self) -> None:
        if self.station.ready:
            self._show()
            self.signers.refresh()

    def _show(self) -> None:
        one = self.waiting
        self.primary.setEnabled(one is not None and not self.busy)
        self._copy = None
        self._draw()
        if one is None:
            self.told.setText("Nothing is on the way.")
            self.effect.setText("Only a slip whose chips are still on the way can be voided.")
            return
        way = f"{one.source} to {one.destination}".replace("tray", "table")
        self.told.setText(f"{one.name.capitalize()}: ${dollars(one.chips.cents)}, {way}")
        back = one.source.replace("tray", "table")
        site = self.station.board.site
        who = site.people[one.prepared_by].name if one.prepared_by in site.people else one.prepared_by
        self.effect.setText(
            f"Prepared {site.local(one.at):%H:%M} by {who}. The chips go back to the {back}; the number"
            " stays used."
        )
        self.station.ask(lambda desk: _copied(desk.slip(one.series, one.number)), self._took_copy)

    def _took_copy(self, slip: Slip) -> None:
        if slip.name == self.slip.typed():
            self._copy = slip
            self._draw()

    def _draw(self) -> None:
        """Draw the void as it would be now."""
        board, width = self.station.board, self.station.width
        by = self.signers.signatures()
        if self._copy is None or board.opening is None:
            self.paper.show_lines([], width)
            return
        slip = self._copy
        if by:
            signed = {**slip.signed, "voided": by[0]}
            slip = replace(slip, state="void", reason=self.reason.typed(), signed=signed)
        lines = slip_lines(
            slip,
            board.site,
            day=board.opening,
            part=PARTS[0],
            width=width,
            void=slip.state == "void",
            code=unsigned(board.signs),
        )
        self.paper.show_lines(lines, width)

    def preferred(self, at: int) -> str | None:
        """Whoever prepared it; a shift manager where they have left."""
        one, board = self.waiting, self.station.board
        if one is None or one.prepared_by in board.duty:
            return one.prepared_by if one else None
        return next((who for who, role in board.duty.items() if role == "shift manager"), None)

    def call(self) -> Call:
        """A void."""
        self.slip.value()
        one, reason, by = self.waiting, self.reason.value(), self.signers.value()
        if one is None:
            raise ValueError(f"{self.slip.typed()} is no longer on the way. Check the slips.")
        self._posted = one.name
        return lambda desk: desk.void(one.series, one.number, reason, by)

    def done(self, entry: Entry) -> str:
        """Which slip it was."""
        return f"{self._posted.capitalize()} is void. Both parts print again, marked VOID."


def _copied(slip: Slip) -> Slip:
    """A slip that the desk will not change."""
    return replace(slip, signed=dict(slip.signed), found=dict(slip.found))


class Answer(Form):
    """Say how a print came out that no printer proved."""

    name = "answer"
    post_words = "Answer"
    live = False
    who = (Who("Answered by", ("cashier", "pit boss", "shift manager", "dealer")),)

    def fields(self) -> list[Field]:
        """Which print, and how it came out."""
        self._one_sheet: frozenset[tuple[str, int, bool]] = frozenset()
        self.face = Choice("face", "Sent, but not proven", across=2)
        self.outcome = Choice("outcome", "How the paper came out", ANSWERS)
        self.face.changed.connect(self._another)
        return [self.face, self.outcome]

    def body(self) -> QWidget:
        """The question, in full."""
        self.asked = label("", "h2", wrap=True)
        note = (
            "Nothing and damaged print again by themselves, marked DUPLICATE. A complete one does not."
        )
        self.after_that = label(note, "caption", wrap=True)
        return holder(column(self.face, self.asked, self.outcome, self.after_that, gap=12))

    def side(self) -> QWidget:
        """The slip as it was sent."""
        self.paper = SlipPaper()
        return holder(column(label("It was sent like this", "caption"), self.paper, None))

    def refresh(self, board: Board) -> None:
        """Offer what is asked about."""
        self._offer(board)
        parts = [(one.series, one.number, one.void) for one in board.questions]
        if len(parts) > len(set(parts)):
            self.station.ask(_on_one_sheet, self._took)

    def _took(self, one_sheet: frozenset[tuple[str, int, bool]]) -> None:
        """Both parts of two-ply paper are one question."""
        if one_sheet != self._one_sheet:
            self._one_sheet = one_sheet
            self._offer(self.station.board)

    def _offer(self, board: Board) -> None:
        chosen = self.face.typed()
        self.questions = [self._joined(one) for one in board.questions]
        told = {_key(one): f"{one.name.capitalize()}, {_part(one)}" for one in self.questions}
        self.face.offer(list(told.items()))
        if told and not self.face.typed():
            self._point(*chosen.split()) if chosen else self.face.choose(next(iter(told)))
        self._show()

    def _joined(self, one: Question) -> Question:
        joined = (one.series, one.number, one.void) in self._one_sheet
        return replace(one, part=BOTH) if joined else one

    questions: Sequence[Question] = ()

    def take(self, what: object) -> None:
        """Begin with a part of a slip."""
        if isinstance(what, Pointed):
            part = what.part if isinstance(what, Face) else PARTS[0]
            self._point(what.series, str(what.number), part)

    def _point(self, series: str, number: str, part: str) -> None:
        """Choose a part, or the sheet that it is on; the first where there is neither."""
        keys = [_key(one) for one in self.questions]
        wanted = (f"{series} {number} {part}", f"{series} {number} {BOTH}")
        self.face.choose(next((key for key in (*wanted, *keys) if key in keys), ""))

    def begin(self, what: object = None) -> None:
        """Come to the front, at the answer."""
        super().begin(what)
        if self.face.typed():
            self.outcome.first().setFocus()

    @property
    def question(self) -> Question | None:
        """What is asked."""
        return next((q for q in self.questions if _key(q) == self.face.typed()), None)

    def typed_anything(self) -> bool:
        """A print is chosen by itself; an answer is not."""
        return bool(self.outcome.typed())

    def _another(self) -> None:
        if self.station.ready:
            self._show()

    def _show(self) -> None:
        one, width = self.question, self.station.width
        self.primary.setEnabled(one is not None and not self.busy)
        self.face.setVisible(one is not None)
        self.outcome.setVisible(one is not None)
        self.after_that.setVisible(one is not None)
        if one is None:
            self.asked.setText("Nothing to answer. Every print is known.")
            self.paper.show_lines([], width)
            return
        self.asked.setText(f"Is {one.name}, {_the(one)}, complete in your hand?")
        key = self.face.typed()
        self.station.ask(lambda desk: _sent(desk, one), lambda lines: self._draw(key, lines))

    def _draw(self, key: str, lines: Sequence[str]) -> None:
        if key == self.face.typed():
            self.paper.show_lines(lines, max(map(len, lines), default=self.station.width))

    def call(self) -> Call:
        """An answer."""
        self.face.value()
        one, outcome, by = self.question, self.outcome.value(), self.signers.value()
        if one is None:
            raise ValueError("That print was answered for already. Check the slips.")
        return each(one.part, lambda desk, part: desk.answer(one.series, one.number, part, outcome, by))

    def done(self, entry: Entry) -> str:
        """What is known now; the next question stays in front."""
        self.stays = bool(self.station.board.questions)
        how = {"whole": "is whole", "nothing": "did not come out", "damaged": "is damaged"}
        return f"Noted: it {how[entry.of(kinds.PrintAnswer).outcome]}."


def _key(one: Question) -> str:
    return f"{one.series} {one.number} {one.part}"


def _part(one: Question) -> str:
    return ("VOID, " if one.void else "") + ("both parts" if one.part == BOTH else one.part)


def _the(one: Question) -> str:
    return f"{named(one.part)}{' of its VOID' if one.void else ''}"


def _on_one_sheet(desk: Desk) -> frozenset[tuple[str, int, bool]]:
    """(series, number, void) of the slips of which both parts are asked about, sent as one sheet."""
    sent: dict[tuple[str, int, bool], list[list[str]]] = {}
    for slip, one in desk.today.unproven():
        key = (slip.series, slip.number, one in slip.void_prints)
        sent.setdefault(key, []).append(list(desk.journal.entry(one.entry).of(kinds.Print).lines))
    two = len(PARTS)
    return frozenset(
        key for key, lines in sent.items() if len(lines) == two and lines.count(lines[0]) == two
    )


def _sent(desk: Desk, asked: Question) -> list[str]:
    """The lines of the print that is asked about."""
    slip = desk.slip(asked.series, asked.number)
    prints = slip.void_prints if asked.void else slip.prints
    parts = PARTS if asked.part == BOTH else (asked.part,)
    seqs = [one.entry for one in prints if one.part in parts and one.outcome is None]
    return list(desk.journal.entry(seqs[0]).of(kinds.Print).lines) if seqs else []


@dataclass(frozen=True, slots=True)
class Kept:
    """A slip of the open day, and what became of its two parts on paper."""

    series: str
    number: int
    table: str
    state: str
    paper: tuple[str, str]

    @property
    def name(self) -> str:
        """As the trade says it: fill 000412."""
        return f"{self.series} {self.number:06}"


def _kept(desk: Desk) -> list[Kept]:
    """The slips of the open day, the newest first."""
    if desk.day is None or desk.day.sealed:
        return []
    slips = sorted(desk.day.slips.values(), key=lambda slip: -slip.entry.seq)
    papers = [trace(desk.day, slip).paper for slip in slips]
    return [
        Kept(slip.series, slip.number, slip.table, slip.state, paper)
        for slip, paper in zip(slips, papers, strict=True)
    ]


class Reprint(Form):
    """Print a part of a slip of today again, as it was; or what the printer still owes."""

    name = "reprint"
    post_words = "Print it again"
    live = False
    stays = True

    def fields(self) -> list[Field]:
        """Which slip, which part."""
        self.kept: list[Kept] = []
        self.slip = Pick("slip", "Slip of today")
        self.part = Choice("part", "Part", [(part, part.capitalize()) for part in PARTS])
        self.part.choose(PARTS[0])
        self.slip.changed.connect(self._show)
        self.part.changed.connect(self._show)
        return [self.slip, self.part]

    def body(self) -> QWidget:
        """What is on paper, and what printing it again does."""
        self.told = label("", "h2", wrap=True)
        note = "Line for line as it was first, with DUPLICATE and a count above. The report says so."
        return holder(column(self.slip, self.part, self.told, label(note, "caption", wrap=True), gap=12))

    def side(self) -> QWidget:
        """The slip as it will print."""
        self.paper = SlipPaper()
        return holder(column(label("As it will print", "caption"), self.paper, None))

    def refresh(self, board: Board) -> None:
        """Ask for the slips of today."""
        self.station.ask(_kept, self._took)

    def _took(self, kept: list[Kept]) -> None:
        self.kept = kept
        self.slip.offer(
            [(one.name, f"{one.name.capitalize()} · table {one.table} · {one.state}") for one in kept]
        )
        if self._wanted:
            self.slip.take_up(self._wanted)
            self._wanted = ""
        self._show()

    _wanted = ""

    def take(self, what: object) -> None:
        """Begin with a slip, or a part of one."""
        if isinstance(what, Pointed):
            self._wanted = f"{what.series} {what.number:06}"
            if isinstance(what, Face):
                self.part.choose(what.part)

    @property
    def chosen(self) -> Kept | None:
        """The slip that is chosen."""
        return next((one for one in self.kept if one.name == self.slip.value()), None)

    @property
    def owed(self) -> bool:
        """Whether the part that is chosen is not on paper: it is due, rather than printed again."""
        one, part = self.chosen, self.part.typed()
        return one is not None and dict(zip(PARTS, one.paper, strict=True)).get(part) in OWED

    def typed_anything(self) -> bool:
        """Nothing is lost by leaving."""
        return False

    def _show(self) -> None:
        one, part, width = self.chosen, self.part.typed(), self.station.width
        self.post_words = "Print what is due" if self.owed else Reprint.post_words
        self.primary.setText(self.post_words if not self.busy else "One moment …")
        self.primary.setEnabled(one is not None and not self.busy)
        self.paper.show_lines([], width)
        if one is None or not part:
            self.told.setText("No slip was made today yet.")
            return
        how = dict(zip(PARTS, one.paper, strict=True))[part]
        self.told.setText(f"The {part} of {one.name} {CAME_OUT[how]}.")
        key = (one.name, part)
        self.station.ask(
            lambda desk: _again(desk, one, part, width), lambda lines: self._draw(key, lines)
        )

    def _draw(self, key: tuple[str, str], lines: Sequence[str]) -> None:
        if key == (self.slip.value(), self.part.typed()):
            self.paper.show_lines(lines, max(map(len, lines), default=self.station.width))

    def call(self) -> Call:
        """Paper is no entry of its own: `post` asks the spool."""
        raise ValueError("Nothing of this is tried.")

    def post(self) -> None:
        """Have it printed, once."""
        one, part = self.chosen, self.part.typed()
        if self.busy or one is None or not part:
            return
        self.notice.tell([])
        self._busy(True)
        printing = self.station.printing
        if self.owed:
            printing.print_due(self._printed, self._trouble)
        else:
            printing.reprint(one.series, one.number, part, self._printed, self._trouble)

    def _printed(self, sent: list[Sheet]) -> None:
        self._busy(False)
        self._refresh(self.station.board)
        unknown = [one for one in sent if one.outcome == "unknown"]
        if unknown:
            part = named(unknown[0].part)
            words = f"Sent {unknown[0].slip.name}, {part}. Is it complete? Check, then Shift+F8."
            self.station.say(words, "look")
        elif sent:
            last = sent[-1]
            again = f", DUPLICATE {last.duplicate}" if last.duplicate else ""
            more = f" and {len(sent) - 1} more" if len(sent) > 1 else ""
            self.station.say(f"Printed {last.slip.name}, {named(last.part)}{again}{more}.")
        else:
            self.station.say("Nothing is due any more.")

    def _trouble(self, words: str) -> None:
        self._busy(False)
        self.notice.tell([Refusal("", "", words)])


def _short(desk: Desk, slip: Slip, part: str, *, void: bool) -> str:
    code = desk.code(slip, part, void=void)
    return code.short if code else ""


def _again(desk: Desk, one: Kept, part: str, width: int) -> list[str]:
    """The lines that would go to the printer."""
    slip, void = desk.slip(one.series, one.number), one.state == "void"
    if slip.on_paper(part, void=void) not in OWED:
        return duplicate(desk, slip, part)[0]
    before = sum(print_.part == part for print_ in (slip.void_prints if void else slip.prints))
    day, site = desk.today.opening, desk.site
    return slip_lines(
        slip,
        site,
        day=day,
        part=part,
        width=width,
        void=void,
        duplicate=before,
        code=_short(desk, slip, part, void=void),
    )


class Slips(Tabs):
    """The place: the register, and the verbs of a slip. A verb takes the slip that is chosen there."""

    def __init__(self, station: Station) -> None:
        super().__init__(
            "Slips", makers(station, Register, Next, Void, Answer, Reprint, ByHand, CheckSlip)
        )
        self.register = self.page(Register)
        self._station = station

    def show_form(self, name: str, what: object = None) -> None:
        """Bring a page to the front; from the register, with the slip that is chosen there."""
        if what is None and self.current == self.register.name and (pointed := self.register.pointed):
            waits = pointed in [(one.series, one.number) for one in self._station.board.waiting]
            if waits or name in (Reprint.name, ByHand.name):
                what = Pointed(*pointed)
        super().show_form(name, what)
