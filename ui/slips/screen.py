"""Slips: void, answer for a print, print again, write by hand; the place with the register."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.fate import trace
from pitdesk.book.slip import BOTH, OWED, PARTS, Slip
from pitdesk.desk import Desk
from pitdesk.errors import Refusal
from pitdesk.tonight.board import Board, Question
from printers.devices.spool import Sheet, duplicate
from printers.slips.layout import slip_lines, unsigned
from printers.slips.letterhead import logo_of
from ui.close.ways import Face
from ui.floor.fill import OnPaper
from ui.floor.waiting import Next, OnTheWay, Pointed, moved, read_slip
from ui.slips.byhand import PREPARERS, ByHand, each, named
from ui.slips.check import CheckSlip
from ui.slips.register import Register
from ui.widgets.fields import Choice, Field, Pick, Reason
from ui.widgets.parts import column, holder, label
from ui.work.form import Call, bound
from ui.work.readback import ReadBack
from ui.work.signers import Who
from ui.work.station import Station
from ui.work.tabs import Tabs, makers

VOIDS = ("wrong table", "wrong count", "made out twice", "chips no longer needed")
ANSWERS = (
    ("whole", "Complete, in my hand"),
    ("nothing", "Nothing came out"),
    ("damaged", "Damaged or cut off"),
)
APART = "apart"  # no answer: the parts are asked about one by one
BOTH_ANSWERS = (
    ("whole", "Both complete, in my hand"),
    ("nothing", "Neither came out"),
    ("damaged", "Both damaged or cut off"),
    (APART, "Not alike: ask one by one"),
)
LATE_ANSWERS = (
    ("whole", "Yes, complete, with its DUPLICATE"),
    ("damaged", "Yes, damaged or cut off"),
    ("nothing", "No, nothing waits at the printer"),
)
ANSWERED = "Nothing and damaged print again by themselves, marked DUPLICATE. A complete one does not."
CAME_OUT = {
    "not sent": "is not on paper yet",
    "unknown": "was sent; nobody has checked it yet",
    "whole": "is on paper, complete",
    "nothing": "did not come out",
    "damaged": "came out damaged",
    "by hand": "was written by hand",
}


class Void(OnTheWay, OnPaper):
    """Void a slip whose chips are still on the way: both parts print again, marked so."""

    name = "void"
    post_words = "Void the slip"
    caption = "Slip on its way"
    where = "table "
    newest_first = True  # that is what mostly was a mistake
    paper_note = "Both parts print like this. The number stays used and is kept."
    who = (Who("Voided by", PREPARERS, operator=False),)

    def fields(self) -> list[Field]:
        """Which slip, and why."""
        self._copy: Slip | None = None
        self.reason = Reason("Reason", VOIDS)
        for one in (self.reason, self.signers):
            one.changed.connect(self._draw)
        return [*super().fields(), self.reason]

    def body(self) -> QWidget:
        """What is voided, and what that does."""
        self.told = label("", "h2", wrap=True)
        self.effect = label("", "muted", wrap=True)
        return holder(column(self.slip, self.told, self.effect, self.reason, gap=12))

    def read_back(self) -> QWidget | None:
        """The table of the slip, with VOID across its number."""
        self.large = ReadBack()
        return self.large

    def begin(self, what: object = None) -> None:
        """Come to the front: with the newest slip of now, unless a void was begun."""
        if not self.reason.begun:
            self.slip.choose("")
        super().begin(what)

    def take(self, what: object) -> None:
        """Begin with a slip, or with a table's."""
        name = what.name if isinstance(what, Pointed) else ""
        named = (o.name for o in self.station.board.waiting if what == o.table or name == o.name)
        self.slip.choose(next(named, self.slip.typed()))

    def redraw(self) -> None:
        """Say what is voided, and draw it."""
        one = self.waiting
        self.primary.setEnabled(one is not None and not self.busy)
        self.large.tell(
            replace(read_slip(one, self.station.board), becomes=(), tone="stop", void=bool(one))
        )
        self._copy = None
        self._draw()
        if one is None:
            self.told.setText("Nothing is on the way.")
            self.effect.setText("Only a slip whose chips are still on the way can be voided.")
            return
        self.told.setText(f"{one.name.capitalize()}: {moved(one)}")
        back = one.source.replace("tray", "table")
        effect = f"The chips go back to the {back}; the number stays used."
        self.effect.setText(f"{self.prepared(one)} {effect}")
        self.station.ask(lambda desk: _copied(desk.slip(one.series, one.number)), self._took_copy)

    def _took_copy(self, slip: Slip) -> None:
        if slip.name == self.slip.typed():
            self._copy = slip
            self._draw()

    def _draw(self) -> None:
        """Draw the void as it would be now."""
        board, width, slip = self.station.board, self.station.width, self._copy
        lines: list[str] = []
        if slip and board.opening:
            if by := self.signers.signatures():
                signed = {**slip.signed, "voided": by[0]}
                slip = replace(slip, state="void", reason=self.reason.typed(), signed=signed)
            void, code, on = slip.state == "void", unsigned(board.signs), board.opening
            lines = slip_lines(
                slip, board.site, day=on, part=PARTS[0], width=width, void=void, code=code
            )
        self.paper.show_lines(lines, width, logo_of(board.site.letterhead, width))

    def preferred(self, at: int) -> str | None:
        """Whoever prepared it; a shift manager where they have left."""
        one, board = self.waiting, self.station.board
        if one is None or one.prepared_by in board.duty:
            return one.prepared_by if one else None
        return next((who for who, role in board.duty.items() if role == "shift manager"), None)

    def call(self) -> Call:
        """A void."""
        one = self.asked_for()
        return bound(Desk.void, one.series, one.number, self.reason.value(), self.signers.value())

    def done(self, entry: Entry) -> str:
        """Which slip it was."""
        return f"{self._posted.capitalize()} is void. Both parts print again, marked VOID."


def _copied(slip: Slip) -> Slip:
    """A slip that the desk will not change."""
    return replace(slip, signed=dict(slip.signed), found=dict(slip.found))


class Answer(OnPaper):
    """Say how a print came out that no printer proved."""

    name = "answer"
    post_words = "Answer"
    paper_words = "It was sent like this"
    itself = True
    live = False
    who = (Who("Answered by", ("cashier", "pit boss", "shift manager", "dealer")),)

    def fields(self) -> list[Field]:
        """Which print, and how it came out."""
        self._apart: set[tuple[int, ...]] = set()  # pairs that did not come out alike
        self.questions: Sequence[Question] = ()
        self._late: Sequence[Question] = ()
        self._answered: Question | None = None  # the last one, while the page is in front
        self.face = Choice("face", "Sent, but not proven", across=2)
        self.outcome = Choice("outcome", "How the paper came out", ANSWERS, across=2)
        self.face.changed.connect(self._another)
        self.outcome.changed.connect(self._take_apart)
        return [self.face, self.outcome]

    def body(self) -> QWidget:
        """The question, in full."""
        self.asked = label("", "h2", wrap=True)
        self.after_that = label(ANSWERED, "caption", wrap=True)
        return holder(column(self.face, self.asked, self.outcome, self.after_that, gap=12))

    def begin(self, what: object = None) -> None:
        """Come to the front; at the initials, where how it came out is chosen already."""
        super().begin(what)
        if what is None and self.questions and (one := self.question) and self._is_late(one):
            self.face.choose(_key(self._before(self.station.board) or self.questions[0]))
        self._propose()
        if self.question and self.outcome.typed():
            self.signers.first().setFocus()

    def refresh(self, board: Board) -> None:
        """Offer what is asked about, then what may have come out late."""
        chosen = self.face.typed()
        self._late = board.late
        self.questions = [
            one
            for asked in (*board.questions, *board.late)
            for one in (_each(asked) if asked.entries in self._apart else (asked,))
        ]
        offered = {_key(one): f"{one.name.capitalize()}, {self._part(one)}" for one in self.questions}
        self.face.offer([*offered.items()])
        if board.questions and not self.face.typed():
            self._point(*chosen.split()[:3]) if chosen else self.face.choose(next(iter(offered)))
        elif (late := self._before(board)) and not self.face.typed():
            self.face.choose(_key(late))

    def _before(self, board: Board) -> Question | None:
        """What may come out late of the paper whose DUPLICATE was answered for just now."""
        one = self._answered
        if one is None or not one.copy:
            return None
        of = (late for late in board.late if _same_face(late, one))
        return next(
            (late for late in of if late.part == one.part or BOTH in (late.part, one.part)), None
        )

    def hideEvent(self, event: QHideEvent) -> None:
        """What is left open is asked about by itself no more."""
        self._answered = None
        super().hideEvent(event)

    def take(self, what: object) -> None:
        """Begin with a question, or a part of a slip."""
        if isinstance(what, Question):
            self.face.choose(_key(what))
        elif isinstance(what, Pointed):
            part = what.part if isinstance(what, Face) else PARTS[0]
            self._point(what.series, str(what.number), part)

    def _point(self, series: str, number: str, part: str) -> None:
        """Choose a part, or the question that it is in; the first where there is neither."""
        of = [one for one in self.questions if (one.series, str(one.number)) == (series, number)]
        fits = [one for one in of if one.part in (part, BOTH)]
        self.face.choose(next((_key(one) for one in (*fits, *of, *self.questions)), ""))

    @property
    def question(self) -> Question | None:
        """What is asked."""
        return next((q for q in self.questions if _key(q) == self.face.typed()), None)

    def _another(self) -> None:
        """Another print is asked about."""
        self.outcome.choose("")
        self._propose()
        self.another()

    def _propose(self) -> None:
        """Offer how it may have come out: both parts mostly did, else somebody says how."""
        one = self.question
        late = one is not None and self._is_late(one)
        both = one is not None and one.part == BOTH and not late
        self.outcome.offer(LATE_ANSWERS if late else BOTH_ANSWERS if both else ANSWERS)
        if both and not self.outcome.typed():
            self.outcome.choose("whole")

    def _take_apart(self) -> None:
        """Ask about each part of a pair alone."""
        if self.outcome.typed() == APART and (one := self.question):
            self._apart.add(one.entries)
            self.refresh(self.station.board)

    def redraw(self) -> None:
        """Ask about a print, and show it."""
        one, width = self.question, self.station.width
        self.primary.setEnabled(one is not None and not self.busy)
        for part in (self.face, self.outcome, self.after_that):
            part.setVisible(one is not None)
        if one is None:
            self.asked.setText("Nothing to answer. Every print is known.")
            self.paper.show_lines([], width)
            return
        self.asked.setText(self._words(one))
        key = self.face.typed()
        self.station.ask(lambda desk: _sent(desk, one), lambda lines: self._draw(key, lines))

    def _words(self, one: Question) -> str:
        """The question, in full."""
        again = f", DUPLICATE {one.copy}" if one.copy else ""
        which = f"{one.name}, {named(one.part)}{' of its VOID' if one.void else ''}{again}"
        if self._is_late(one):
            return f"Has {which}, come out after all? If it still may, leave this open."
        if not one.copy and any(_same_face(one, other) for other in self.questions):
            return f"Is {which}, complete in your hand? It does not say DUPLICATE."
        return f"Is {which}, complete in your hand?"

    def _part(self, one: Question) -> str:
        """Which paper of a slip it is, in a few words."""
        return one.face + (", late?" if self._is_late(one) else "")

    def _is_late(self, one: Question) -> bool:
        return any(one.entries[0] in late.entries for late in self._late)

    def _draw(self, key: str, lines: Sequence[str]) -> None:
        if key == self.face.typed():
            self.show_sent(lines)

    def call(self) -> Call:
        """An answer."""
        self.face.value()
        one, outcome, by = self.question, self.outcome.value(), self.signers.value()
        if one is None:
            raise ValueError("That print was answered for already. Check the slips.")
        self._answered = one
        slip, attempts = (one.series, one.number), {part.part: part.entries[0] for part in _each(one)}
        return each(
            one.part,
            lambda part, desk: desk.print_answer(*slip, part, outcome, by, attempt=attempts[part]),
        )

    def done(self, entry: Entry) -> str:
        """What is known now; the next question stays in front."""
        board = self.station.board
        self.stays = bool(board.questions or self._before(board))
        how = {"whole": "is whole", "nothing": "did not come out", "damaged": "is damaged"}
        return f"Noted: it {how[entry.of(kinds.PrintAnswer).outcome]}."


def _key(one: Question) -> str:
    key = f"{one.series} {one.number} {one.part}"
    return key + (" void" if one.void else "") + (f" {one.copy}" if one.copy else "")


def _each(one: Question) -> list[Question]:
    """A question about both parts as one about each."""
    parts = PARTS if one.part == BOTH else (one.part,)
    return [
        replace(one, part=part, entries=(entry,)) for part, entry in zip(parts, one.entries, strict=True)
    ]


def _same_face(one: Question, other: Question) -> bool:
    """Whether two questions are about different papers of the same part."""
    where = [(q.series, q.number, q.void) for q in (one, other)]
    return where[0] == where[1] and one.copy != other.copy


def _sent(desk: Desk, asked: Question) -> list[str]:
    """The lines of the print that is asked about."""
    return list(desk.journal.entry(asked.entries[0]).of(kinds.Print).lines)


@dataclass(frozen=True, slots=True)
class SlipOnPaper(Pointed):
    """A slip of the open day, and what became of its parts on paper."""

    table: str
    state: str
    paper: Mapping[str, str]


def _kept(desk: Desk) -> list[SlipOnPaper]:
    """The slips of the open day, the newest first."""
    day = desk.day
    if day is None or day.sealed:
        return []
    return [
        SlipOnPaper(
            *(slip.series, slip.number, slip.table, slip.state),
            dict(zip(PARTS, trace(day, slip).paper, strict=True)),
        )
        for slip in sorted(day.slips.values(), key=lambda slip: -slip.entry.seq)
    ]


class Reprint(OnPaper):
    """Print a part of a slip of today again, as it was; or what the printer still owes."""

    name = "reprint"
    post_words = "Print it again"
    live = False
    stays = True

    def fields(self) -> list[Field]:
        """Which slip, which part."""
        self.kept: list[SlipOnPaper] = []
        self._wanted = ""
        self.slip = Pick("slip", "Slip of today")
        self.part = Choice("part", "Part", [(part, part.capitalize()) for part in PARTS])
        self.part.choose(PARTS[0])
        for one in (self.slip, self.part):
            one.changed.connect(self._show)
        return [self.slip, self.part]

    def body(self) -> QWidget:
        """What is on paper, and what printing it again does."""
        self.told = label("", "h2", wrap=True)
        note = "Line for line as it was first, with DUPLICATE and a count above. The report says so."
        return holder(column(self.slip, self.part, self.told, label(note, "caption", wrap=True), gap=12))

    def refresh(self, board: Board) -> None:
        """Ask for the slips of today."""
        self.station.ask(_kept, self._took)

    def _took(self, kept: list[SlipOnPaper]) -> None:
        self.kept = kept
        words = [f"{one.name.capitalize()} · table {one.table} · {one.state}" for one in kept]
        self.slip.offer([(one.name, said) for one, said in zip(kept, words, strict=True)])
        if self._wanted:
            self.slip.take_up(self._wanted)
            self._wanted = ""
        self._show()

    def take(self, what: object) -> None:
        """Begin with a slip, or a part of one."""
        if isinstance(what, Pointed):
            self._wanted = what.name
            if isinstance(what, Face):
                self.part.choose(what.part)

    @property
    def chosen(self) -> SlipOnPaper | None:
        """The slip that is chosen."""
        return next((one for one in self.kept if one.name == self.slip.value()), None)

    @property
    def owed(self) -> bool:
        """Whether the part that is chosen is not on paper: it is due, rather than printed again."""
        one, part = self.chosen, self.part.typed()
        return one is not None and one.paper.get(part) in OWED

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
        self.told.setText(f"The {part} of {one.name} {CAME_OUT[one.paper[part]]}.")
        key = (one.name, part)
        again = lambda desk: _again(desk, one, part, width)  # noqa: E731
        self.station.ask(again, lambda lines: self._draw(key, lines))

    def _draw(self, key: tuple[str, str], lines: Sequence[str]) -> None:
        if key == (self.slip.value(), self.part.typed()):
            self.show_sent(lines)

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
        slips = [(one, one.slip.name) for one in sent if isinstance(one.slip, Slip)]
        if unknown := next((one for one in slips if one[0].outcome == "unknown"), None):
            sheet, name = unknown
            words = f"Sent {name}, {named(sheet.part)}. Is it complete?"
            self.station.say(f"{words} Check, then Shift+F8.", "look")
        elif slips:
            (last, name), more = slips[-1], len(slips) - 1
            words = f"Printed {name}, {named(last.part)}"
            words += f", DUPLICATE {last.duplicate}" if last.duplicate else ""
            self.station.say(words + (f" and {more} more." if more else "."))
        else:
            self.station.say("Nothing is due any more.")

    def _trouble(self, words: str) -> None:
        self._busy(False)
        self.notice.tell([Refusal("", "", words)])


def _again(desk: Desk, one: SlipOnPaper, part: str, width: int) -> list[str]:
    """The lines that would go to the printer."""
    slip, void = desk.slip(one.series, one.number), one.state == "void"
    if slip.on_paper(part, void=void) not in OWED:
        return duplicate(desk, slip, part)[0]
    before = len(slip.tries(part, void=void))
    code, day, site = desk.code(slip, part, void=void), desk.today.opening, desk.site
    lines = partial(slip_lines, slip, site, day=day, part=part, width=width, void=void)
    return lines(duplicate=before, code=code.short if code else "")


class Slips(Tabs):
    """The place: the register, and the verbs of a slip. A verb takes the slip that is chosen there."""

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        pages = (Register, Next, Void, Answer, Reprint, ByHand, CheckSlip)
        super().__init__("Slips", makers(station, *pages), parent=parent)
        self.register = self.page(Register)
        self._station = station

    def show_form(self, name: str, what: object = None) -> None:
        """Bring a page to the front; from the register, with the slip that is chosen there."""
        if what is None and self.current == self.register.name and (pointed := self.register.pointed):
            waits = pointed.name in [one.name for one in self._station.board.waiting]
            if waits or name in (Reprint.name, ByHand.name):
                what = pointed
        super().show_form(name, what)
