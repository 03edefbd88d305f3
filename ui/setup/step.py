"""One step of the first run: a form with its reason; or a list, kept whole with one PIN."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from pitdesk.book.people import Person, Signer
from pitdesk.desk import Desk
from pitdesk.errors import Refusal
from pitdesk.tonight.board import Board
from ui.people.screen import ask_all
from ui.widgets import theme
from ui.widgets.fields import Field
from ui.widgets.notice import INITIALS
from ui.widgets.parts import button, card, column, emptied, holder, label, pill, row, scrolled
from ui.widgets.tile import Tile
from ui.work.form import Call, Form
from ui.work.signers import Who
from ui.work.station import Station

MANAGER = "gaming manager"
SIDE = 352  # pixels of the list beside a form
LARGE = 20  # pixels of letters beyond which a list has no room beside them


class Step(Form):
    """A step: what it is for, its form, and the gaming manager's initials once there is one.

    Signals:
        finished    what the step asks for stands in the book
        told(str)   how far it has come, from any thread
    """

    title = ""
    why = ""
    post_words = "Keep and go on"
    stays = True
    who = (Who("Initialed by", (MANAGER,), operator=False),)
    finished = Signal()
    told = Signal(str)

    def _lay_out(self) -> None:
        self.progress = label("", "muted", wrap=True)
        self.told.connect(self.progress.setText)
        why = label(self.why, "muted", wrap=True)
        inner = holder(column(card(self.body()), self.notice, None, gap=12))
        middle = row(scrolled(inner), gap=16)
        if side := self.side():
            side.setFixedWidth(SIDE)
            middle.addWidget(side)
        self.primary.setMinimumWidth(200)
        foot = row(self.signers, self.progress, self.primary, gap=16)
        foot.setStretch(1, 1)
        foot.setAlignment(self.primary, Qt.AlignmentFlag.AlignBottom)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(12)
        whole.addWidget(label(self.title, "title"))
        whole.addWidget(why)
        whole.addLayout(middle, 1)
        whole.addWidget(card(foot))

    def refresh(self, board: Board) -> None:
        """Ask for initials once there is somebody to give them."""
        super().refresh(board)
        self.signers.setVisible(self.manager is not None)

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
        """Whether a proof is given where one is asked for; if not, says so there."""
        if self.signers.isVisibleTo(self) and not any(edit.secret for edit in self.signers.pins()):
            self.signers.places[0].tell("Type the PIN, or scan the badge, of whoever initials.")
            self.signers.first().setFocus()
            return False
        self.signers.places[0].tell("")
        return True

    def post(self) -> None:
        """Have it done, once there is a proof."""
        if self.proven():
            super().post()

    def _done(self, entry: Any) -> None:
        self._busy(False)
        self.progress.setText("")
        self.signers.forget_pins()
        self.notice.tell([])
        self.finished.emit()

    def _refused(self, reasons: list[Refusal]) -> None:
        self.progress.setText("")
        super()._refused(reasons)
        if told := [reason for reason in reasons if reason.rule not in INITIALS]:
            self.wrong(told).first().setFocus()

    def wrong(self, reasons: list[Refusal]) -> Field:
        """The field that these reasons are about."""
        return self.inputs[0]


class ListStep(Step):
    """A step with a list: several are typed first, then all are kept with one PIN.

    What one refuses stays in the list, and so does all that came after it; what was written is not
    written again.
    """

    live = False
    add_words = "Add to the list"
    one_words = "one"

    def __init__(self, station: Station) -> None:
        self.drafts: list[Any] = []
        self._editing: Any = None
        self._adding = False
        self._written: list[Any] = []
        super().__init__(station)
        self.inputs[-1].entered.disconnect()
        self.inputs[-1].entered.connect(self.add)
        self.inputs[0].entered.disconnect()
        self.inputs[0].entered.connect(self._first_entered)

    def side(self) -> QWidget:
        """What is in the list."""
        self._rows = column(gap=8)
        self.needs = column(gap=6)
        inner = column(card(self.needs, self._rows, gap=12), *self.below(), None, gap=12)
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
        hint = label(words, "caption", wrap=True)
        line = row(hint, self._off, self._leave, self._add, gap=4)
        line.setStretch(0, 1)
        return holder(line)

    def _mark(self) -> None:
        """Offer what can be done with the one that was taken back into the fields."""
        editing = self._editing
        self._off.setVisible(editing is not None and editing in self.drafts)
        self._leave.setVisible(editing is not None)
        self._add.setText(self.add_words if editing is None else "Change it")
        self._add.setAccessibleName(self._add.text())

    # What a list is made of

    def one(self) -> Any:
        """What stands in the fields; ValueError says what is wrong."""
        raise NotImplementedError

    def show_one(self, draft: Any) -> None:
        """Put one back into the fields."""
        raise NotImplementedError

    def kept(self, board: Board) -> Sequence[Any]:
        """What the book has already."""
        raise NotImplementedError

    def key(self, draft: Any) -> str:
        """What may be in the list only once."""
        raise NotImplementedError

    def words(self, draft: Any) -> tuple[str, str]:
        """What the list says of one: a name, and more."""
        raise NotImplementedError

    def write(self, desk: Desk, draft: Any, by: Sequence[Signer]) -> None:
        """Have one kept."""
        raise NotImplementedError

    def lacks(self) -> str:
        """Why the step is not finished, in words; "" when it is."""
        return ""

    # How it goes

    def _first_entered(self) -> None:
        """Enter on an empty first line: the list is complete, on to the initials."""
        if self.typed_one():
            self.go_on(0)
        elif self.signers.asked:
            self.signers.first().setFocus()
        else:
            self.primary.click()

    def typed_one(self) -> bool:
        """Whether something stands in the fields that is not in the list yet."""
        return bool(str(self.inputs[0].typed() or "").strip())

    def read_one(self) -> Any:
        """What stands in the fields, with each field told what is wrong with it."""
        wrong: list[Field] = []
        for one in self.inputs:
            one.tell("")
            if one.isVisibleTo(self):
                try:
                    one.value()
                except ValueError as error:
                    one.tell(str(error))
                    wrong.append(one)
        if wrong:
            wrong[0].first().setFocus()
            raise ValueError(wrong[0].told)
        try:
            draft = self.one()
            before = self._editing
            others = [d for d in self._everything() if self.key(d) != (before and self.key(before))]
            if any(self.key(other) == self.key(draft) for other in others):
                raise ValueError(f"{self.words(draft)[0]} is in the list already. Change it there.")
        except ValueError as error:
            self.notice.tell([Refusal("", "", str(error))])
            raise
        return draft

    def _everything(self) -> list[Any]:
        drafted = {self.key(draft) for draft in self.drafts}
        kept = [one for one in self.kept(self.station.board) if self.key(one) not in drafted]
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

        def told(reasons: list[Refusal]) -> None:
            self._adding = False
            if left := [reason for reason in reasons if reason.rule not in INITIALS]:
                self.notice.tell(left)
                self.wrong(left).first().setFocus()
                return
            self._keep(draft)
            (then or self._next)()

        trial: Callable[[Desk], Any] = lambda desk: self.write(desk, draft, by)  # noqa: E731
        trouble = lambda words: told([Refusal("", "", words)])  # noqa: E731
        self.station.runner.ask(lambda desk: desk.trial(trial), told, trouble=trouble)

    def _keep(self, draft: Any) -> None:
        taken = self.key(self._editing) if self._editing else None
        self.drafts = [d for d in self.drafts if self.key(d) not in (taken, self.key(draft))] + [draft]
        self.leave()

    def _next(self) -> None:
        self.inputs[0].first().setFocus()

    def change(self, draft: Any) -> None:
        """Take one back into the fields, where nothing stands in them that is not in the list."""
        if self._editing is None and self.typed_one():
            words = "What you typed is not in the list yet. Add it, or clear its first line."
            self.notice.tell([Refusal("", "", words)])
            self._next()
            return
        self._editing = draft
        self.show_one(draft)
        self._mark()
        self._next()

    def leave(self) -> None:
        """Empty the fields; the list stays as it is."""
        self._editing = None
        for one in self.inputs:
            one.clear()
        self.notice.tell([])
        self._mark()
        self._show()
        self._next()

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
        everything = self._everything()
        kept = [one for one in everything if one not in self.drafts]
        for draft in (*reversed(self.drafts), *kept):  # the newest in sight
            self._rows.addWidget(self._row(draft))
        if not self._rows.count():
            self._rows.addWidget(label("Nothing in the list yet.", "muted"))
        self.show_needs(emptied(self.needs))

    def _row(self, draft: Any) -> QWidget:
        """One of the list, to be touched to change it."""
        name, more = self.words(draft)
        fresh = draft in self.drafts
        made = Tile(self.change, f"Change {name}, {more}", draft)
        words = column(label(name, "strong", wrap=True), label(more, "caption", wrap=True), gap=0)
        state = pill("New", "way") if fresh else pill("Kept", "good")
        line = column(words, state) if theme.pixels() > LARGE else row(words, state, gap=8)
        line.setStretch(0, 1)
        line.setContentsMargins(12, 8, 12, 8)
        made.wear(line)
        return made

    def show_needs(self, into: Any) -> None:
        """Say above the list what is still needed."""

    def post(self) -> None:
        """Have the whole list kept, one after another, in one go."""
        if self.busy or self._adding:
            return
        if self.typed_one():
            self.add(self.post)
            return
        if lacks := self.lacks():
            self.notice.tell([Refusal("", "", lacks)])
            self.inputs[0].first().setFocus()
            return
        tasks = self.tasks()
        if not tasks:
            self.finished.emit()
        elif self.proven():
            self._busy(True)
            ask_all(self.station, self._all(tasks), self._done, self._refused)

    def tasks(self) -> list[tuple[str, Any, Callable[..., Any]]]:
        """What is to be written, in order: words, the draft, how."""
        return [(self.words(draft)[0], draft, self.write) for draft in self.drafts]

    def _all(self, tasks: Sequence[tuple[str, Any, Callable[..., Any]]]) -> Callable[[Desk], None]:
        by, written, told = self.signers.value(), self._written, self.told.emit

        def write(desk: Desk) -> None:
            for at, (words, draft, how) in enumerate(tasks, 1):
                told(f"{at} of {len(tasks)}: {words} …")
                how(desk, draft, by)
                written.append(draft)

        return write

    def _settle(self) -> None:
        """Take off the list what stands in the book now."""
        self.drafts = [draft for draft in self.drafts if draft not in self._written]
        self._written.clear()
        self._show()

    def _done(self, entry: Any) -> None:
        self._settle()
        super()._done(entry)

    def _refused(self, reasons: list[Refusal]) -> None:
        self._settle()
        super()._refused(reasons)

    def call(self) -> Call:
        """Nothing: a list is many entries."""
        raise NotImplementedError
