"""Restore: a backup becomes the book, on a new machine or in the place of a bad one."""

import getpass
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFileDialog, QFrame

from pitdesk import kinds
from pitdesk.clock import Clock
from pitdesk.disk import own_folder
from pitdesk.errors import Trouble
from pitdesk.upkeep.backup import (
    KEYS,
    SERIES,
    SLIPS,
    Contents,
    check_keys,
    held,
    keys_near,
    last_told,
    on_paper,
    restore,
)
from ui.beside.lane import Lane, Say
from ui.setup.backup import held_words
from ui.widgets.fields import Line
from ui.widgets.flow import Flow
from ui.widgets.parts import (
    State,
    button,
    card,
    column,
    holder,
    into_sight,
    label,
    middle,
    progress,
    row,
    scrolled,
)
from ui.widgets.theme import Alone
from ui.work.reader import STOP

NEEDED = (
    "You need the newest copy, the two keys that you locked away, and the last slips on paper. If there"
    " is a book here already, PitDesk keeps it under another name. The copy does not change."
)
KEPT: Mapping[str, tuple[str, str]] = {  # of each key its name, and what is missing without it
    ".pepper": ("The key of the PINs", "Without it nobody can sign in."),
    ".key": ("The key of the codes", "Without it no slip can be signed."),
}
Brought = tuple[kinds.Restore, Path | None]  # and where the book of before is kept
T = TypeVar("T")
U = TypeVar("U")
PAPER = (
    "Slips printed after the copy was made are only on paper. Go through them and type the highest"
    " number of each kind, so that no number is used twice. If there are none, leave it empty."
)
UNWITNESSED = (
    "The witness of the book is not here, so PitDesk does not know these either. Look for them on paper"
    " and at head office."
)
NEXT = (
    "Sign in and count the banks and the trays. What moved since the copy is over or short; give the"
    " restore as the reason. Then set up the printer, the backup and head office: no copy holds them."
)


def whole_number(text: str) -> int:
    """The number of a slip as it is typed: 000412 or 412; 0 for nothing."""
    if text and not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ValueError(f"'{text}' is no slip number. Type its digits, such as 412, or leave it empty.")
    return int(text or 0)


class Restore(Alone):
    """The window: which copy, which keys, the last numbers on paper; then it stands in its place.

    called, needed, act, done, again   what this window says of it: its title, what must be at hand,
        what its button does, that it is done, what to do where reading was stopped
    names   of each key that is asked for its name, and what is missing without it

    Attributes:
        choose_file: asks for a file, with a title and what may be chosen; "" for none.
    """

    called, needed, act = "Go on from a backup", NEEDED, "Put it in place"
    done = "The book is restored"
    again = "Choose it again, or another."
    names = KEPT

    def __init__(
        self, book: Path, clock: Clock, back: Callable[[], object], go_on: Callable[[], object]
    ) -> None:
        """book   where it is put; back and go_on   what follows: leaving it, or opening the book"""
        super().__init__()
        self.setWindowTitle(f"PitDesk: {self.called.lower()}")
        self.book, self.clock = book, clock
        self.choose_file: Callable[[str, str], str] = lambda title, names: QFileDialog.getOpenFileName(
            self, title, "", names
        )[0]
        self.held: Contents | None = None
        self.keys: dict[str, Path] = {}
        self._lane = Lane("restore", self)
        self.back = button("Back", lambda: back())
        self.primary = button(self.act, self.put, "act")
        self.go_on = button("Open the book", lambda: go_on(), "act")
        self._lay_out()
        self._may()
        self.choose.setFocus()

    # How it looks

    def _lay_out(self) -> None:
        self.cards = holder(column(label(self.needed, "muted", wrap=True), *self.steps(), gap=12))
        self.outcome = State()
        self.then = label("", wrap=True)
        self.after = card(label(self.done, "h2"), self.outcome, self.then, gap=12)
        self.bar = progress("The copy is read or put in place")
        self.stop = button(STOP, self.stop_reading, says="Stop reading the copy")
        self.trouble = label("", "wrong", wrap=True)
        for later in (self.after, self.trouble, self.go_on):
            later.hide()
        title = label(self.called, "title")
        page = scrolled(middle(column(title, self.cards, self.after, None, gap=12)))
        ways = row(self.back, None, self.bar, self.stop, self.primary, self.go_on, gap=12)
        whole = column(page, self.trouble, middle(ways), gap=12)
        whole.setContentsMargins(48, 24, 48, 24)
        whole.setStretch(0, 1)
        self.setLayout(whole)

    def steps(self) -> list[QFrame]:
        """The cards, in order."""
        return [self._copy(), self.two_keys(), self.numbers()]

    def _copy(self) -> QFrame:
        self.choose = button("Choose the copy …", self.pick_copy)
        self.found = State()
        return card(row(label("1 · The copy", "h2"), None, self.choose), self.found, gap=10)

    def two_keys(self) -> QFrame:
        """Which keys there are, each with the way to its file."""
        self.kept, self.choose_key = {}, {}
        lines = []
        for ending, (name, _) in self.names.items():
            self.kept[ending] = State()
            says = f"Choose the file of {name.lower()}"
            self.choose_key[ending] = button("Choose …", self.pick_key, says=says, to=ending)
            line = row(column(label(name, "strong"), self.kept[ending], gap=2), self.choose_key[ending])
            line.setStretch(0, 1)
            lines.append(line)
        return card(label("2 · The keys", "h2"), *lines, gap=10)

    def numbers(self) -> QFrame:
        """The highest number of each kind on paper."""
        self.last = {
            series: Line(series, f"Highest {on_paper(series)}", read=whole_number) for series in SERIES
        }
        words = label(PAPER, "muted", wrap=True)
        slips = holder(Flow(*(self.last[series] for series in SLIPS), across=2))
        others = (line for series, line in self.last.items() if series not in SLIPS)
        more = holder(Flow(*others, across=3))
        self.unwitnessed = holder(column(label(UNWITNESSED, "muted", wrap=True), more, gap=10))
        self.unwitnessed.hide()
        return card(label("3 · The last numbers", "h2"), words, slips, self.unwitnessed, gap=10)

    # What is chosen

    def begin(self, copy: Path | None, numbers: Mapping[str, int]) -> None:
        """Begin with a copy and with the last numbers, where they are known; both can be changed."""
        for series, line in self.last.items():
            if number := numbers.get(series):
                line.edit.setText(f"{number:06}")
        if copy:
            self.look_at(copy)

    def pick_copy(self) -> None:
        """Choose the copy; it is verified, and its keys are looked for."""
        if chosen := self.choose_file("Which copy", "Copies (*.db);;All files (*)"):
            self.look_at(Path(chosen))

    def look_at(self, copy: Path) -> None:
        """Verify a copy and say what it holds."""
        self.held, self.keys, self.copy = None, {}, copy
        self.found.tell("Reading", "way", f"{copy} is verified …")
        awaited, near = self._lane.awaited, partial(keys_near, copy, self.book)
        self._do("copy", lambda: (held(copy, awaited), near()), self.looked, self._no_copy)
        into_sight(self.found)  # what has the keys now may lie below

    def stop_reading(self) -> None:
        """Read the copy no longer."""
        self._lane.forget("copy")
        self.found.tell("Stopped", "plain", f"{self.copy} was not read to its end. {self.again}")
        self._may()
        self.choose.setFocus()
        into_sight(self.found)

    def looked(self, found: tuple[Contents, Mapping[str, Path]]) -> None:
        """Say what the copy holds, and which of its keys lie near."""
        one, keys = found
        try:
            told = last_told(self.book)
        except Trouble as trouble:
            self._no_copy(str(trouble))
            return
        if one.site.practice:
            self._no_copy(
                f"{self.copy} is a copy of the practice book. Practice is begun with one click; choose a"
                " copy of your own book."
            )
            return
        self.held = one
        self.found.tell("Intact", "good", f"{self.copy.name}: {held_words(one)}")
        self.unwitnessed.setVisible(not told)
        for series, line in self.last.items():
            known, here = one.numbers[series], told.get(series, 0)
            words = (
                f"the book here went to {here:06}" if here > known else f"the copy ends at {known:06}"
            )
            line.edit.setPlaceholderText(words)
        for ending, (_, without) in self.names.items():
            if ending in keys:
                self.take_key(ending, keys[ending])
            else:
                self.kept[ending].tell("Not found", "look", f"{without} Choose its file.")

    def _no_copy(self, words: str) -> None:
        self.found.tell("Not that one", "stop", words)

    def pick_key(self, ending: str) -> None:
        """Choose the file of a key."""
        if chosen := self.choose_file(self.names[ending][0], f"Keys (*{ending});;All files (*)"):
            self.take_key(ending, Path(chosen))

    def take_key(self, ending: str, path: Path) -> None:
        """Look whether a file is that key of the copy's book, and take it."""
        copy = self.copy

        def checked() -> Path:
            self.check_key(copy, ending, path)
            return path

        wrong = lambda words: self.kept[ending].tell("Not that one", "stop", words)  # noqa: E731
        self._do(ending, checked, lambda _: self._took(ending, path), wrong)

    def check_key(self, copy: Path, ending: str, path: Path) -> None:
        """Raises Trouble where a file is not that key of the copy's book. Not in the window's thread."""
        check_keys(copy, {ending: path})

    def _took(self, ending: str, path: Path) -> None:
        self.keys[ending] = path
        self.kept[ending].tell("Found", "good", f"{path}")

    # Putting it in place

    def put(self) -> None:
        """Put the copy in place."""
        numbers: dict[str, int] = {}
        for series, line in self.last.items():
            try:
                numbers[series] = line.value()
            except ValueError as error:
                line.tell(str(error))
        if len(numbers) < len(self.last):
            return
        bring = self.bring({series: number for series, number in numbers.items() if number})
        self.trouble.hide()
        self._do("put", bring, self._stands, self.not_put)

    def bring(self, last: Mapping[str, int]) -> Callable[[], Brought]:
        """What puts the copy in place, with the last number on paper of each series."""
        copy, book, keys, clock = self.copy, self.book, self.keys, self.clock

        def bring() -> Brought:
            own_folder(book.parent)
            user = getpass.getuser()
            return restore(copy, book, last_numbers=last, operator=user, clock=clock, keys=keys)

        return bring

    def _stands(self, found: Brought) -> None:
        restored, before = found
        words = [f"{self.book} ends with entry {restored.backup_head:,}, as in the copy."]
        words += [f"The book that was there is kept as {before}."] if before else []
        words += [
            f"{series.capitalize()} {first:06} to {last:06} are noted as lost and never used again."
            for series, (first, last) in restored.lost.items()
        ]
        self.outcome.tell("Restored", "good", " ".join(words))
        self.then.setText(self.following())
        for one in (self.cards, self.primary, self.back, self.after, self.go_on):
            one.setVisible(one in (self.after, self.go_on))
        self.go_on.setFocus()

    def following(self) -> str:
        """What comes next, once it is in place."""
        return NEXT

    def not_put(self, words: str) -> None:
        """Say why not; what was typed stays."""
        self.trouble.setText(words)
        self.trouble.show()

    # The work, off the window's thread

    def _do(self, what: str, work: Callable[[], T], done: Callable[[T], object], wrong: Say) -> None:
        def in_words() -> T:
            try:
                return work()
            except OSError as error:
                raise Trouble(str(error)) from error

        def answered(tell: Callable[[U], object], what: U) -> None:
            tell(what)
            self._may()

        self._lane.ask(what, in_words, partial(answered, done), partial(answered, wrong))
        self._may()

    @property
    def working(self) -> bool:
        """Whether something is being read or put in place."""
        return self._lane.busy()

    def _may(self) -> None:
        working = self.working
        ready = self.held is not None and not working
        self.bar.setVisible(working)
        self.primary.setEnabled(ready and {*KEYS} <= self.keys.keys())
        self.stop.setVisible(self._lane.busy("copy"))
        self.choose.setEnabled(not working)
        self.back.setEnabled(not working)
        for one in self.choose_key.values():
            one.setEnabled(ready)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Not while something is being read or put in place: it is done in a moment."""
        event.setAccepted(not self.working)
