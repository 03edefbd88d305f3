"""One step of the first run: a form with its reason; or a list, kept all at once with one PIN."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QWidget

from pitdesk.book.entries import Entry
from pitdesk.book.people import Person, Signer
from pitdesk.desk import Desk
from pitdesk.errors import Refusal
from pitdesk.tonight.board import Board
from ui.people.screen import ask_all
from ui.widgets import theme
from ui.widgets.fields import Field
from ui.widgets.flow import Folding
from ui.widgets.notice import INITIALS, Told
from ui.widgets.parts import (
    button,
    card,
    column,
    emptied,
    framed,
    holder,
    keep_wide,
    kind,
    label,
    pill,
    row,
    scrolled,
)
from ui.widgets.tile import Tile
from ui.work.form import Call, Form
from ui.work.signers import Who
from ui.work.station import Station

MANAGER = "gaming manager"
SIDE = 352  # pixels of the list beside a form
LARGE = 20  # pixels of letters beyond which a list has no room beside them
T_co = TypeVar("T_co", covariant=True)


class Step(Form):
    """A step: what it is for, its form, and the gaming manager's initials once there is one.

    Signals:
        finished        what the step asks for stands in the book
        progressed(str) how far it has come, from any thread
    """

    title = ""
    why = ""
    about = ""  # the field that most refusals are about; the first unless named
    post_words = "Keep and go on"
    stays = True
    who = (Who("Initialed by", (MANAGER,), operator=False),)
    finished = Signal()
    progressed = Signal(str)

    def _lay_out(self) -> None:
        """Put it together from the outside in, as every form."""
        self.progress = label("", "muted", wrap=True)
        self.progressed.connect(self.progress.setText)
        inner, fields, below = QWidget(), QFrame(), QFrame()
        for one in (fields, below):
            kind(one, "card")
        middle = row(scrolled(inner), gap=12)
        why = label(self.why, "muted", wrap=True)
        told = Told(self.signers.notice, self.notice)
        parts = column(label(self.title, "title"), why, middle, below, told, gap=12)
        parts.setStretch(2, 3)
        parts.setStretch(4, 1)
        self.setLayout(parts)
        inner.setLayout(column(fields, None))
        framed(fields, column(self.body()), "card", 16, 12)
        if side := self.side():
            keep_wide(side, SIDE, most=True)
            middle.addWidget(side, 4)
        middle.setStretch(0, 5)
        self.primary.setMinimumWidth(200)
        go_on = row(self.progress, self.primary, gap=16, grow=0)
        go_on.setAlignment(self.primary, Qt.AlignmentFlag.AlignBottom)
        foot = Folding(self._signing, holder(go_on), gap=8, stretch=(2, 1))
        framed(below, column(foot), "card", 16, 12)

    def refresh(self, board: Board) -> None:
        """Ask for initials once there is somebody to give them."""
        super().refresh(board)
        self._signing.setVisible(self.manager is not None)

    @property
    def manager(self) -> Person | None:
        """The gaming manager, once there is one."""
        people = self.station.board.site.people.values() if self.station.ready else ()
        return next(
            (p for p in people if any(r.name == MANAGER and r.until is None for r in p.roles)), None
        )

    def preferred(self, at: int) -> str | None:
        """The gaming manager."""
        return self.manager.id if self.manager else None

    def proven(self) -> bool:
        """Whether a proof is given where one is asked for; if not, it says so there."""
        missing = self.signers.isVisibleTo(self) and not any(edit.secret for edit in self.signers.pins())
        words = "Type the PIN, or scan the badge, of whoever initials." if missing else ""
        self.signers.places[0].tell(words)
        if missing:
            self.signers.notice.tell([])
            self.signers.first().setFocus()
        return not missing

    def complete(self) -> bool:
        """Whether the book has all that the step asks for, and nothing else is typed."""
        return False

    def post(self) -> None:
        """Have it kept, once there is a proof; with nothing to keep, go on."""
        if self.complete():
            self.finished.emit()
        elif self.proven():
            super().post()

    def finish(self) -> None:
        """All is kept: go on."""
        self._busy(False)
        self.progress.setText("")
        self.signers.forget_pins()
        self.notice.tell([])
        self.finished.emit()

    def _done(self, entry: Entry) -> None:
        self.finish()

    def _refused(self, reasons: list[Refusal]) -> None:
        self.progress.setText("")
        super()._refused(reasons)
        if left := [reason for reason in reasons if reason.rule not in INITIALS]:
            self.wrong(left).first().setFocus()

    def wrong(self, reasons: list[Refusal]) -> Field:
        """The field that these reasons are about: the proof where it is about a PIN."""
        name = "proof" if any(reason.rule == "pd.pin" for reason in reasons) else self.about
        return next((one for one in self.inputs if one.name == name), self.inputs[0])


@dataclass(frozen=True, slots=True, eq=False)
class Listed(Generic[T_co]):
    """One of a list: in the book already, or to be kept.

    key    what may be in the list only once
    name   what the list calls it, with more beside it
    what   what stands in the fields for it
    write  has it kept
    """

    key: str
    name: str
    more: str
    what: T_co
    write: Callable[[Desk, Sequence[Signer]], Entry]


class ListStep(Step, Generic[T_co]):
    """A step with a list: several are typed first, then all are kept with one PIN.

    What one refuses stays in the list, and so does all that came after it; what was written is not
    written again.
    """

    live = False
    add_words = "Add to the list"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        self.drafts: list[Listed[T_co]] = []
        self._editing: Listed[T_co] | None = None
        self._twin = ""  # the key of one in the list that stands in the fields as well
        self._adding = False
        self._written: list[Listed[object]] = []
        super().__init__(station, parent)
        for at, entered in ((-1, self.add), (0, self._first_entered)):
            self.inputs[at].entered.disconnect()
            self.inputs[at].entered.connect(entered)

    def side(self) -> QWidget:
        """What is in the list."""
        self._rows = column(gap=8)
        self.needs = column(gap=6)
        inner = column(card(self.needs, self._rows, gap=12, edge=8), *self.below(), None, gap=12)
        return scrolled(holder(inner))

    def below(self) -> list[QWidget]:
        """What stands below the list."""
        return []

    def add_line(self, words: str = "") -> QWidget:
        """A hint, and the buttons that add what stands in the fields, or leave it."""
        self._off = button("Take off the list", self.remove, "link")
        self._leave = button("Leave it as it was", self.leave, "link")
        self._add = button(self.add_words, self.add)
        self._mark()
        line = row(label(words, "caption", wrap=True), self._off, self._leave, self._add, gap=4)
        line.setStretch(0, 1)
        return holder(line)

    def _mark(self) -> None:
        """Offer what can be done with the one that was taken back into the fields."""
        self._off.setVisible(self._editing in self.drafts)
        self._leave.setVisible(self._editing is not None)
        self._add.setText("Change it" if self._editing else self.add_words)
        self._add.setAccessibleName(self._add.text())

    # What a list is made of

    def one(self) -> Listed[T_co]:
        """What stands in the fields; ValueError says what is wrong."""
        raise NotImplementedError

    def show_one(self, draft: Listed[T_co]) -> None:
        """Put one back into the fields."""
        raise NotImplementedError

    def kept(self, board: Board) -> Sequence[Listed[T_co]]:
        """What the book has already."""
        raise NotImplementedError

    def lacks(self) -> str:
        """Why the step is not finished, in words; "" when it is."""
        raise NotImplementedError

    def show_needs(self, into: QBoxLayout) -> None:
        """Say above the list what is still needed."""
        raise NotImplementedError

    def typed_anything(self) -> bool:
        """Also what is in the list and not kept."""
        return self.typed_one() or bool(self.tasks())

    # How it goes

    def _first_entered(self) -> None:
        """Enter on an empty first line: the list is complete, on to the initials."""
        if self.typed_one():
            self.go_on(0)
        elif not self.to_initials():
            self.primary.click()

    def typed_one(self) -> bool:
        """Whether something stands in the fields that is not in the list yet."""
        return bool(str(self.inputs[0].typed() or "").strip())

    def read_one(self) -> Listed[T_co]:
        """What stands in the fields; ValueError, and it is shown, if anything is wrong."""
        self.read_fields()
        try:
            draft = self.one()
            same = self._editing is not None and self._editing.key == draft.key
            if not same and draft.key in [one.key for one in self.everything()]:
                self._twin = draft.key
                raise ValueError(f"{draft.name} is in the list already. Change it there.")
        except ValueError as error:
            self.say_wrong(str(error))
            raise
        return draft

    def everything(self) -> list[Listed[T_co]]:
        """What the book has and nobody changed, then what is to be kept."""
        drafted = {draft.key for draft in self.drafts}
        kept = [one for one in self.kept(self.station.board) if one.key not in drafted]
        return [*kept, *self.drafts]

    def add(self, then: Callable[[], object] | None = None) -> None:
        """Ask the rules about what stands in the fields, and put it into the list."""
        if self._adding or self.busy:
            return
        try:
            draft = self.read_one()
        except ValueError:
            return
        self._adding = True
        by = [Signer(self.manager.id, MANAGER)] if self.manager else []

        def answered(reasons: list[Refusal]) -> None:
            self._adding = False
            if left := [reason for reason in reasons if reason.rule not in INITIALS]:
                self.notice.tell(left)
                self.wrong(left).first().setFocus()
                return
            self._keep(draft)
            (then or self.to_first)()

        trouble = lambda words: answered([Refusal("", "", words)])  # noqa: E731
        asked = lambda desk: desk.trial(lambda desk: draft.write(desk, by))  # noqa: E731
        self.station.runner.ask(asked, answered, trouble=trouble)

    def _keep(self, draft: Listed[T_co]) -> None:
        self.signers.notice.tell([])
        self.signers.places[0].tell("")
        taken = (self._editing.key if self._editing else "", draft.key)
        self.drafts = [*(d for d in self.drafts if d.key not in taken), draft]
        self.leave()

    def change(self, draft: Listed[T_co]) -> None:
        """Take one back into the fields, where nothing stands in them that is not in the list."""
        if self._editing is None and self.typed_one() and draft.key == self._twin:
            self._editing = draft  # what is typed is to take its place
            self.notice.tell([])
            self._mark()
        elif self._editing is None and self.typed_one():
            self.say_wrong("What you typed is not in the list yet. Add it, or clear its first line.")
        else:
            self._editing = draft
            self.show_one(draft)
            self._mark()
        self.to_first()

    def leave(self) -> None:
        """Empty the fields; the list stays as it is."""
        self._editing, self._twin = None, ""
        for one in self.inputs:
            one.clear()
        self.notice.tell([])
        self._mark()
        self._show()
        self.to_first()

    def remove(self) -> None:
        """Take the one that stands in the fields off the list; it is not in the book yet."""
        self.drafts = [draft for draft in self.drafts if draft is not self._editing]
        self.leave()

    def refresh(self, board: Board) -> None:
        """Show the list."""
        super().refresh(board)
        self._show()

    def _show(self) -> None:
        emptied(self._rows)
        kept = [one for one in self.everything() if one not in self.drafts]
        for draft in (*reversed(self.drafts), *kept):  # the newest in sight
            self._rows.addWidget(self._row(draft))
        if not self._rows.count():
            self._rows.addWidget(label("Nothing in the list yet.", "muted"))
        emptied(self.needs)
        self.show_needs(self.needs)

    def _row(self, draft: Listed[T_co]) -> QWidget:
        """One of the list, to be touched to change it."""
        made = Tile(self.change, f"Change {draft.name}, {draft.more}", draft)
        name, more = label(draft.name, "strong", wrap=True), label(draft.more, "caption", wrap=True)
        words = column(name, more, gap=0)
        state = pill("New", "way") if draft in self.drafts else pill("Kept", "good")
        line = column(words, state) if theme.pixels() > LARGE else row(words, state, gap=8)
        line.setStretch(0, 1)
        line.setContentsMargins(12, 8, 12, 8)
        made.wear(line)
        made.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)  # its words wrap
        return made

    def tasks(self) -> list[Listed[object]]:
        """What is to be written, in order."""
        return [*self.drafts]

    def post(self) -> None:
        """Have all in the list kept, one after another, in one go."""
        if self.busy or self._adding:
            return
        if self.typed_one():
            self.add(self.post)
        elif lacks := self.lacks():
            self.say_wrong(lacks)
            self.to_first()
        elif not (tasks := self.tasks()):
            self.finished.emit()
        elif self.proven():
            self._busy(True)
            write = partial(self._write, tasks, self.signers.value())
            ask_all(self.station, write, lambda _: self.finish(), self._refused)

    def _write(self, tasks: Sequence[Listed[object]], by: Sequence[Signer], desk: Desk) -> None:
        """Write all, in the desk's thread."""
        for at, draft in enumerate(tasks, 1):
            self.progressed.emit(f"{at} of {len(tasks)}: {draft.name} …")
            draft.write(desk, by)
            self._written.append(draft)

    def _settle(self) -> None:
        """Take off the list what stands in the book now."""
        self.drafts = [draft for draft in self.drafts if draft not in self._written]
        self._written.clear()
        self._show()

    def finish(self) -> None:
        """All is kept: go on."""
        self._settle()
        super().finish()

    def _refused(self, reasons: list[Refusal]) -> None:
        self._settle()
        super()._refused(reasons)

    def call(self) -> Call:
        """Nothing: a list is many entries."""
        raise NotImplementedError
