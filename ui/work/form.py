"""A form: one verb of the desk. Fields in, one call, a number or the reasons."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Concatenate, ParamSpec

from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QHBoxLayout, QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import Signer
from pitdesk.chips import Chips, dollars
from pitdesk.desk import Desk
from pitdesk.errors import Refusal
from pitdesk.reports import mistakes
from pitdesk.tonight.board import Board
from ui.beside.timers import timer
from ui.widgets import theme
from ui.widgets.fields import Choice, Field
from ui.widgets.flow import Folding
from ui.widgets.grid import ChipGrid, lacking, spill, wiped
from ui.widgets.notice import INITIALS, REASON, Footed, Notice, Told, beside
from ui.widgets.parts import (
    ANY,
    BAR,
    Beside,
    Spare,
    button,
    column,
    framed,
    holder,
    kind,
    label,
    plain,
    row,
    scrolled,
)
from ui.work.actions import action
from ui.work.before import LEAST, Before
from ui.work.drafts import Draft
from ui.work.lessons import lessons
from ui.work.message import Way, left
from ui.work.signers import Signers, Signing, Who
from ui.work.station import Station

Call = Callable[[Desk], Entry]
P = ParamSpec("P")
TRIAL_MS = 200  # after the last key, before the rules are asked
SIDE = 340  # pixels of the column beside the form, at letters of 100 %
ROOMY, TIGHT = (12, 16), (4, 6)  # pixels between its parts, and around what is at its foot
WIDEST, ALONE = 1180, 1700  # and of the form itself, with something beside it and without


def bound(verb: Callable[Concatenate[Desk, P], Entry], *args: P.args, **more: P.kwargs) -> Call:
    """A call of one of the desk's verbs, with what the fields say now: its thread reads no field."""
    return lambda desk: getattr(desk, verb.__name__)(*args, **more)  # as that desk does it


class Form(QWidget):
    """What every form does: Enter goes on, from the last field to the initials, and from there posts.

    A form is made of `fields()`, and posts what `call()` gives back. `side()` is shown beside it.

    Attributes:
        name: the action it does.
        post_words: what its one primary button says.
        who: the places for initials.
        stays: whether the form stays in front once it is done, rather than going to `after`.
        after: the place that is gone to once it is done.
        about_initials: the rules whose refusals show beside the initials.
        beside_words: what stands beside it, in a word.
        given: whether it begins past its first field where something was pointed at.
        itself: whether it begins past it wherever it can: that is chosen by itself, not typed.
        deed: whether it changes anything; then what was done before is not undone by itself.
        said: what to say once it is done, of {entry}, its {fact}, what it is {worth}; or `done`.
    """

    name = ""
    post_words = "Post"
    who: Sequence[Who] = ()
    stays = False
    after = "floor"
    about_initials = INITIALS
    said = ""
    beside_words = "Slip"
    given = itself = False
    deed = True
    live = True  # whether the rules are asked while somebody types

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.busy = False
        self._shown: dict[str, object] = {}  # what stands in the fields by itself
        self._asked = 0
        self._refused_so = self._refreshing = self._alone = self._turned = False
        self.beside: QWidget | None = None
        self.setAccessibleName(action(self.name).words if self.name else "")
        self.signers = Signers(station, self.who, self.preferred)
        self._signing = Signing(self.signers)
        self.inputs = self.fields()
        self.notice = Notice()
        if self.name:  # a step of the first run has none, and no place to go to
            self.notice.teach = self.signers.notice.teach = lessons(station, self.name)
        self.comes_to = label("", "strong")  # and of what, where no table is read back
        self.primary = button(self.post_words, self.post, "act")
        self.empty = button("Clear", self.start_over, "link", says="Empty the form")
        self._trial = timer(self, TRIAL_MS, once=True)
        self._trial.timeout.connect(self.try_out)
        for at, one in enumerate(self.inputs):
            one.changed.connect(self.changed)
            one.entered.connect(lambda at=at: self.go_on(at))
            if isinstance(one, Choice):
                one.stands = partial(self._stands, at)
            if any(isinstance(later, ChipGrid) for later in self.inputs[at + 1 :]):
                one.spill = partial(spill, self.inputs[at + 1 :])
        self.signers.changed.connect(self.changed)
        self.signers.entered.connect(self.primary.click)
        self._lay_out()
        for one in self.inputs:
            one.needed = not one.may_be_empty
            one.describe()
        self._hasten()
        station.follow(self, self._refresh)

    def _hasten(self) -> None:
        """Have Tab lead from the last chips to the button, unless something must be typed between."""
        grids = [at for at, one in enumerate(self.inputs) if isinstance(one, ChipGrid)]
        later = self.inputs[grids[-1] + 1 :] if grids else []
        typed = [one for one in later if not isinstance(one, Choice) and not one.seldom]
        if grids and not any(one.figures or one.needed for one in typed):
            last = self.inputs[grids[-1]]
            assert isinstance(last, ChipGrid)
            last.after = self.primary

    # What a form says of itself

    def fields(self) -> list[Field]:
        """The fields, in the order in which Enter goes through them."""
        raise NotImplementedError

    def call(self) -> Call:
        """What the desk is to do, made of the fields' values; ValueError says what is wrong."""
        raise NotImplementedError

    def done(self, entry: Entry) -> str:
        """What to say once it is done."""
        words = self.said or f"{action(self.name).words}: done, entry {entry.seq}."
        return words.format(entry=entry, fact=entry.fact, worth=dollars(_cents(entry)))

    def then(self, entry: Entry) -> str:
        """What comes next, now that it is done."""
        return ""

    def way_back(self, entry: Entry) -> Way | None:
        """The way back, or on, that stands in the message bar once it is done."""
        return undoing(self.station, entry)

    def preferred(self, at: int) -> str | None:
        """Who should initial at this place, where the form knows."""
        return None

    def refresh(self, board: Board) -> None:
        """Offer what the board now has; every grid has all chips of the set unless a form says so."""
        for one in self.inputs:
            if isinstance(one, ChipGrid):
                one.offer(board.site.chips, board.site.stack)

    def redraw(self) -> None:
        """Show what follows from the board and from what is chosen."""

    def another(self) -> None:
        """Something else is chosen: show what follows, and offer who should initial it."""
        if self.station.ready:
            self.redraw()
            self.signers.refresh()

    def take(self, what: object) -> None:
        """Begin with something that was pointed at: a table, a slip."""

    def side(self) -> QWidget | None:
        """What stands beside the form."""
        return None

    def spare(self) -> Callable[[], QWidget] | None:
        """What makes that which stands below the form, where there would be nothing."""
        if not self.name:  # a step of the first run: nothing was done yet
            return None
        return partial(Before, self.station, action(self.name).screen)

    def read_back(self) -> QWidget | None:
        """What stands before the initials, for whoever initials to read."""
        return None

    def body(self) -> QWidget | QBoxLayout:
        """The fields, laid out; one below the other unless a form does it better."""
        return column(*self.inputs, gap=12)

    # How it looks

    def _lay_out(self) -> None:
        """Put it together from the outside in: Qt dresses anew all that stands in what is moved."""
        self._inner, fields, self._below = Footed(), QFrame(), QFrame()
        for one in (fields, self._below):
            kind(one, "card")  # before they have their places: then each knows its edge
        line = row(self._inner, gap=16, grow=0)
        self.setLayout(line)
        self._above = scrolled(fields)
        self._inner.put(self._above, self._below)
        framed(fields, column(self.body()), "card", 14, 10)
        last = holder(row(self.comes_to, None, self.empty, self.primary, gap=12))
        buttons = column(None, Folding(self.signers.links, last, gap=8, stretch=(1, 0)))
        foot = Folding(self._signing, holder(buttons), stretch=(1, 0), gap=8, parent=self._below)
        self._read_back = self.read_back()
        if self._read_back:
            foot = Folding(self._read_back, foot, stretch=(0, 3), gap=8, parent=self._below)
        self._foot = column(foot)
        framed(self._below, self._foot, "card", 16, 12)
        spare = self.spare()
        below = Spare(spare, LEAST) if spare else None
        self._inner.put_said(Told(self.signers.notice, self.notice, below=below))
        if side := self.side():
            self.beside = plain(Beside(), side)
            line.addWidget(self.beside)
        line.addStretch(0)
        self._stand()
        theme.fitted.connect(self._stand)

    def _stand(self) -> None:
        """The form and what is beside it; where there is no room for both, one of them."""
        tiny = theme.size() == theme.Size.TINY
        for part in (self._above, self._below):
            part.setMaximumWidth(theme.sized(WIDEST if self.beside else ALONE))
        self._inner.setHidden(self._turned)
        self._show_sum()
        self._pin(tiny=tiny)
        if self.beside:
            self.beside.setFixedWidth(theme.sized(SIDE) + BAR)
            self.beside.setHidden(self._alone and not self._turned)

    def _show_sum(self) -> None:
        self.comes_to.setVisible(theme.size() <= theme.Size.SMALL and self.comes_to.text() != "")

    def _pin(self, *, tiny: bool) -> None:
        """Where there is least room, the fields scroll: what is at its foot stays in sight."""
        air, edge = TIGHT if tiny else ROOMY
        self._inner.breathe(air)
        self._foot.setContentsMargins(edge, edge - 4, edge, edge - 4)
        self._above.setMinimumHeight(theme.target() if tiny else 0)

    def give_way(self, on: bool) -> None:
        """Leave room to letters, where there is least: nobody initials while words are typed."""
        for one in (self._signing, self.signers.links):
            one.setMaximumHeight(0 if on else ANY)

    def narrow(self, on: bool) -> None:
        """Do without what stands beside the form, where there is no room for it."""
        self._alone, self._turned = on, self._turned and on
        if self.beside:
            self._stand()

    @property
    def turned(self) -> bool:
        """Whether what stands beside it is shown in its place."""
        return self._turned

    def turn(self, over: bool) -> None:
        """Show what stands beside the form in its place, or the form again."""
        if self.beside:
            self._turned = over and self._alone
            self._stand()
        if not over:
            self.to_first()

    # What it does

    def begin(self, what: object = None) -> None:
        """Come to the front; PINs of before are not kept."""
        self.signers.forget_pins()
        self.station.settle(left(self.name))
        self._refresh(self.station.board)
        if what is not None:
            if self.is_of_another(what):
                self.set_aside()
            self.take(what)
        self.setFocus()
        for one in self.inputs:
            one.run = ""
        first = self.inputs[0] if self.inputs else None
        past = first and first.typed() and (self.itself or (self.given and what is not None))
        self.to_first(past=bool(past))

    def to_first(self, *, past: bool = False) -> None:
        """Go to the first field that is shown, or past the very first; else to the initials."""
        shown = [one for one in self.inputs[past:] if one.isVisibleTo(self)]
        [*shown, self.signers][0].first().setFocus()

    def to_initials(self) -> bool:
        """Go to the initials, if a proof is asked for; returns whether it is."""
        if asked := self.signers.asked:
            self.signers.first().setFocus()
        return asked

    def again(self) -> None:
        """Its key once more: on from chips to those that lack, then to the initials; else begin."""
        if wiped(self.inputs):
            return
        if not self.chips_typed:
            self.begin()
        elif grid := lacking(self.inputs):
            grid.first().setFocus()
        elif not self.to_initials():
            self.primary.setFocus()

    @property
    def chips_typed(self) -> bool:
        """Whether chips are typed: they are of the table that is chosen."""
        return any(isinstance(one, ChipGrid) and one.begun for one in self.inputs)

    def _stands(self, at: int) -> bool:
        """Whether no key changes a choice: figures were typed for it, or it was refused as it is.

        Whoever comes back to it may be typing a PIN, which chooses nothing.
        """
        return self._refused_so or self.typed_after(at)

    def typed_after(self, at: int) -> bool:
        """Whether figures are typed in a field behind this one."""
        return any(one.figures and one.begun for one in self.inputs[at + 1 :])

    def hideEvent(self, event: QHideEvent) -> None:
        """What was typed stays when another screen comes to the front; a PIN does not."""
        super().hideEvent(event)
        self.signers.forget_pins()

    def go_on(self, at: int) -> None:
        """From a field to the next that is shown, then to the initials, then to the button."""
        here = self.inputs[at]
        try:
            here.value()
        except ValueError as error:
            if here.typed():  # what is wrong is mended where it stands; a PIN is not typed after it
                here.refuse(str(error))
                return
        for following in self.inputs[at + 1 :]:
            if following.isVisibleTo(self) and following.isEnabled() and not following.seldom:
                following.first().setFocus()
                return
        if not self.to_initials() and self.typed_anything():
            self.primary.click()

    def changed(self) -> None:
        """Something was typed: ask the rules soon. What was refused stays in sight until then."""
        self.comes_to.setText(self.gist() if self.chips_typed and not self._read_back else "")
        self._show_sum()
        if self._refreshing and self._refused_so:
            return
        self._refused_so = False
        self._asked += 1
        self.notice.tell([])
        if self.live:
            self._trial.start()

    def try_out(self) -> None:
        """Ask the rules what they would say, leaving out who initials."""
        asked = self._asked
        try:
            call = self.call()
        except ValueError:
            return
        if not self.typed_anything() or self.busy:
            return

        def show(reasons: list[Refusal]) -> None:
            if asked == self._asked and not self.busy:
                left = [r for r in reasons if r.rule not in self.about_initials | REASON]
                self.notice.tell(left, live=True)

        self.station.trial(call, show)

    def in_words(self) -> str:
        """What stands in it and what it comes to, as it is said."""
        shown = [one for one in self.inputs if one.isVisible() and one.in_words()]
        return " ".join(f"{one.caption or one.name.capitalize()}: {one.in_words()}." for one in shown)

    def typed_anything(self) -> bool:
        """Whether there is anything to ask the rules about, or to lose."""
        if self._shown:
            return self._now() != self._shown
        return any(one.begun for one in self.inputs[self.itself :])

    def shown(self) -> None:
        """What stands in the fields now is the book's or the program's: nobody typed it."""
        self._shown = self._now()

    def _now(self) -> dict[str, object]:
        return {one.name: one.typed() for one in self.inputs}

    def post(self) -> None:
        """Have it done, once; show every reason if it is refused."""
        if self.busy:
            return
        try:
            call = self.read()
        except ValueError:
            return
        self._busy(True)
        self.station.post(call, self._done, self._refused, verb=self.name)

    def read_fields(self) -> None:
        """Show in each field what is wrong with it; ValueError if anything is."""
        wrong: list[Field] = []
        for one in self.inputs:
            one.tell("")
            try:
                if one.isVisibleTo(self):
                    one.value()
            except ValueError as error:
                one.refuse(str(error))
                wrong.append(one)
        if wrong:
            wrong[0].first().setFocus()
            raise ValueError(wrong[0].told)

    def say_wrong(self, words: str) -> None:
        """Show what is wrong with the form, whichever field it is."""
        self.notice.tell([Refusal("", "", words)])

    def read(self) -> Call:
        """The call; ValueError, and it is shown, if anything is wrong."""
        self.read_fields()
        try:
            call = self.call()
        except ValueError as error:
            self.say_wrong(str(error))
            raise
        if who := self.signers.unproven():
            raise ValueError(f"{who} has given no proof")
        return call

    def _busy(self, busy: bool) -> None:
        self.busy = busy
        if busy and self.isAncestorOf(QApplication.focusWidget() or self):
            self.setFocus()  # a key that bounces presses no other button; what is typed now goes nowhere
        self.primary.setEnabled(not busy)
        self.primary.setText("One moment …" if busy else self.post_words)

    def _done(self, entry: Entry) -> None:
        words = self.done(entry)
        self._busy(False)
        self.clear()
        if self.isVisible() and self.stays:
            self.begin()
        elif self.isVisible():
            self.station.go(self.after)
        if words:
            then = " · ".join(filter(None, (self._number(entry), self.then(entry))))
            self.station.say(words, then=then, way=self.way_back(entry), deed=self.deed)

    def _number(self, entry: Entry) -> str:
        """The number of an entry, where what is said of it has none."""
        return "" if entry.number else f"Entry {entry.seq}"

    def _refused(self, reasons: list[Refusal]) -> None:
        self._busy(False)
        self._asked += 1
        self.signers.forget_pins()
        self._refused_so = True
        self.signers.notice.tell(beside(reasons, self.about_initials))
        about = self.about_initials
        if why := next((f for f in self.inputs if f.name == "reason" and f.isVisibleTo(self)), None):
            about = about | REASON
            if told := " ".join(map(str, beside(reasons, REASON))):
                why.refuse(told)
        self.notice.tell([r for r in reasons if r.rule not in about])
        self._trial.stop()  # emptying the PINs began one; what was refused stays in sight
        if self.isVisible():
            only = all(reason.rule in self.about_initials for reason in reasons)
            (self.signers.first().setFocus if only else self.to_first)()
        elif self.name:  # a step of the first run has none: it waits there, with no message bar
            words = f"Not done: {action(self.name).words}. It waits where it was typed."
            self.station.trouble(" ".join([words, *map(str, reasons)]), left(self.name))

    def clear(self) -> None:
        """Empty everything, ready for the next."""
        self._shown = {}
        for one in (*self.inputs, self.signers):
            one.clear()
        self.notice.tell([])
        self._refused_so = False
        self._asked += 1
        self._trial.stop()

    def start_over(self) -> None:
        """Empty everything and begin again."""
        self.clear()
        self.begin()

    def _refresh(self, board: Board) -> None:
        self._refreshing = True
        try:
            self.refresh(board)
            self.redraw()
            self.signers.refresh()
        finally:
            self._refreshing = False

    # What was typed, put aside and taken up again

    def is_of_another(self, what: object) -> bool:
        """Whether what stands in the form is of something else than what is pointed at."""
        return False

    def set_aside(self) -> None:
        """Empty the form; what was typed is offered to whoever typed it."""
        draft = self.draft()
        self.clear()
        self.station.put_aside.emit(draft)

    def draft(self) -> Draft:
        """What stands in the form, as a draft."""
        return Draft(self.name, self.gist(), self.station.now(), self.station.board.day, self.typed())

    def gist(self) -> str:
        """What stands in the form, in a few words."""
        worth = self.so_far().cents
        return action(self.name).words + (f", ${dollars(worth)}" if worth else "")

    def so_far(self) -> Chips:
        """The chips that are typed by now."""
        return sum((one.so_far() for one in self.inputs if isinstance(one, ChipGrid)), Chips())

    def typed(self) -> dict[str, object]:
        """What stands in the form; no PINs."""
        return {one.name: one.typed() for one in (*self.inputs, self.signers)}

    def take_up(self, typed: dict[str, object]) -> None:
        """Put it back."""
        for one in (*self.inputs, self.signers):
            one.take_up(typed.get(one.name))


def _cents(entry: Entry) -> int:
    """What an entry is worth."""
    return entry.chips.cents if entry.fact.cents is None else entry.fact.cents


def undoing(station: Station, entry: Entry) -> Way | None:
    """The way back from an entry; None where whoever is here cannot undo it."""
    operator, seconds = station.operator, station.board.undo_seconds
    if not seconds or entry.number or not isinstance(entry.fact, kinds.REVERSIBLE):
        return None
    made = [one for one in entry.signatures if operator and one.person == operator.id]
    if not made:
        return None
    by = Signer(made[0].person, made[0].role)
    until = entry.at + timedelta(seconds=seconds)
    return Way(action("undo").words, partial(_undo, station, entry, by), until)


def _undo(station: Station, entry: Entry, by: Signer) -> None:
    """Have it undone; where that is refused, say why, with the way that is left."""
    words = f"{mistakes.told(entry, station.board.name_of)}, ${dollars(_cents(entry))}"

    def done(back: Entry) -> None:
        station.say(f"Undone: {words}.", then=f"Entry {back.seq} · Both stand", deed=True)

    def refused(reasons: list[Refusal]) -> None:
        reverse = Way(action("reverse").words, partial(station.go, "reverse", entry.seq))
        station.say(" ".join(map(str, reasons)), "stop", way=reverse)

    station.post(lambda desk: desk.undo(entry.seq, [by]), done, refused, verb="undo")


def titled(title: str, *right: QWidget) -> QHBoxLayout:
    """The head of a screen: its title, and what stands at the right of it."""
    head = label(title, "title")
    head.setAccessibleName(title)
    line = row(head, None, *right, gap=12)
    line.setContentsMargins(0, 0, 0, 4)
    return line
