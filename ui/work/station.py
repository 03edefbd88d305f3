"""The station: where an operator stands. What every screen is given, and all it may ask."""

from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from pitdesk.clock import Clock
from pitdesk.errors import Refusal
from ui.widgets.notice import TROUBLE
from ui.work.message import DESK, Message, Way
from ui.work.runner import Reasons, Runner

if TYPE_CHECKING:
    from pitdesk.book.entries import Entry
    from pitdesk.book.people import Person, Signer
    from pitdesk.desk import Desk
    from pitdesk.tonight.board import Board

    Verb = Callable[[Desk], Entry]
    Done = Callable[[Entry], object]

T = TypeVar("T")


class Station(QObject):
    """The board, the operator, and the way to the desk.

    Attributes:
        runner: the way to the desk.
        printing: what is at the printer.
        book: where the book lies.
        read_from: what screens read; once the book was moved away, the copy that was saved.
        width: columns of the receipt printer.
        place: by which name the cage knows this station; "" at the cage itself.
        no_drawer: why no cash drawer opens here by itself; "" where one does.
        read_only: whether there is no desk behind it, and the book may be damaged.

    Signals:
        changed(Board)      the board is another
        facing(Chips)       the chips that a player is being paid for; none for nothing to show
        inspected(Entry)    an agent is let read the book: lock this station behind it
        posted(Entry)       an entry was made here, and stands
        said(Message)       something for the message bar
        settled(str)        a subject of messages that nothing is the matter with any more
        put_aside(Draft)    what somebody left half typed, for something else
        wanted(str, object) a place or verb to go to, and what to take along (a table, a slip)
    """

    changed = Signal(object)
    posted = Signal(object)
    facing = Signal(object)
    inspected = Signal(object)
    said = Signal(object)
    settled = Signal(str)
    put_aside = Signal(object)
    wanted = Signal(str, object)

    def __init__(
        self, runner: Runner, clock: Clock, book: Path, *, width: int, read_only: bool = False
    ) -> None:
        super().__init__()
        self.runner, self.printing = runner, runner.printing
        self.clock = clock
        self.book = self.read_from = book
        self.width, self.read_only = width, read_only
        self.place = ""
        self.no_drawer = "No cash drawer is connected here. Open yours by its key."
        self._board: Board | None = None
        self._under_way: list[str] = []  # the verbs that are posted and not answered
        self._held: list[tuple[str, Callable[[], None]]] = []  # those that wait for them
        runner.changed.connect(self._take)
        runner.moved.connect(self._read_from)
        runner.trouble.connect(partial(self.trouble, about=DESK))

    @property
    def board(self) -> "Board":
        """What can be seen of the night just now."""
        assert self._board, "no screen is shown before the book is open"
        return self._board

    @property
    def ready(self) -> bool:
        """Whether the book is open."""
        return self._board is not None

    @property
    def operator(self) -> "Person | None":
        """Who is signed in here."""
        if self._board is None or self._board.signed_in is None:
            return None
        return self._board.site.people.get(self._board.signed_in)

    def now(self) -> datetime:
        """The time on the site's own clock."""
        return self.board.site.local(self.clock.now().at)

    @property
    def today(self) -> date:
        """The date whose rules hold, as the desk has it: of the open day, else of the calendar."""
        board = self.board
        return board.date if board.state == "open" and board.date else self.now().date()

    def follow(self, screen: QWidget, show: "Callable[[Board], object]") -> None:
        """Have a screen show every board while it is in sight; else it does when it begins again."""
        self.changed.connect(
            lambda board: show(board) if isValid(screen) and screen.isVisible() else None
        )

    def go(self, where: str, what: object = None) -> None:
        """Ask for another place or verb to be shown."""
        self.wanted.emit(where, what)

    def say(
        self,
        words: str,
        tone: str = "good",
        *,
        then: str = "",
        about: str = "",
        way: Way | None = None,
        out: Way | None = None,
        aside: bool = False,
        deed: bool = False,
    ) -> None:
        """Show words in the message bar; the rest as in `Message`."""
        self.said.emit(Message(words, tone, then, about, way, out, aside, deed))

    def trouble(self, words: str, about: str = "") -> None:
        """Show in the message bar what is wrong, until its subject is settled."""
        self.say(words, "stop", about=about)

    def settle(self, about: str) -> None:
        """Nothing is the matter with a subject any more: what was said of it goes."""
        self.settled.emit(about)

    def post(self, call: "Verb", done: "Done", refused: Reasons, *, verb: str = "") -> None:
        """Have a verb done, once however often it is asked with the board as it is.

        verb   what it is. Asked while another is under way, it waits for that one's answer: until
               then the board is the same, and the desk would take the two for one.
        """
        self._held.append((verb, partial(self._post, verb, call, done, refused)))
        self._post_held()

    def _post(self, verb: str, call: "Verb", done: "Done", refused: Reasons) -> None:
        mine = self.board.mine
        self._under_way.append(verb)

        def answered(tell: Callable[[T], object], what: T) -> None:
            self._under_way.remove(verb)
            try:
                tell(what)
            finally:
                self._post_held()

        def stands(entry: "Entry") -> None:
            done(entry)
            self.posted.emit(entry)

        def trouble(words: str) -> None:
            refused([Refusal(TROUBLE, "", words)])
            self.trouble(words, DESK)

        self.runner.ask(
            lambda desk: desk.once(mine, call),
            partial(answered, stands),
            partial(answered, refused),
            partial(answered, trouble),
            tries=lambda desk: desk.tries(call),
        )

    def _post_held(self) -> None:
        """Post what may be posted now: one verb at a time, however often it was asked."""
        now = (self._under_way or [verb for verb, _ in self._held] or [""])[0]
        posts = [post for verb, post in self._held if verb == now]
        self._held = [(verb, post) for verb, post in self._held if verb != now]
        for post in posts:
            post()

    def trial(self, call: "Callable[[Desk], object]", done: Reasons) -> None:
        """Ask what would be refused, while somebody is still typing."""
        self.runner.ask(lambda desk: desk.trial(call), done)

    def ask(
        self,
        call: "Callable[[Desk], T]",
        done: Callable[[T], object],
        refused: Reasons = lambda _: None,
    ) -> None:
        """Ask the desk anything that writes nothing."""
        self.runner.ask(call, done, refused)

    def sign_in(self, signer: "Signer", done: Callable[[None], object], refused: Reasons) -> None:
        """Sign somebody in at this station, in the place of whoever is."""
        trouble = lambda words: refused([Refusal("", "", words)])  # noqa: E731
        tries = lambda desk: desk.tries_of([signer])  # noqa: E731
        self.runner.ask(lambda desk: desk.sign_in(signer), done, refused, trouble, tries=tries)

    def sign_out(self) -> None:
        """Sign out; what was typed stays."""
        self.runner.ask(lambda desk: desk.sign_out())

    def _read_from(self, copy: Path) -> None:
        """Read the copy that was saved: the file of the book was moved away."""
        self.read_from = copy

    def _take(self, board: "Board") -> None:
        self._board = board
        self.changed.emit(board)
