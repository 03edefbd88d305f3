"""The message bar: the one place where the window says what happened, to what, and what comes next.

It is always there and always as high, so that nothing moves under the hand when it has something to say.
"""

from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame

from ui.beside.timers import timer
from ui.shell.watch import Watch
from ui.widgets import theme
from ui.widgets.parts import Cut, button, column, framed, holder, kind, pill, row
from ui.work.actions import action
from ui.work.message import DESK, Message, Way

if TYPE_CHECKING:
    from pitdesk.tonight.board import Board

NAMES = {"good": "Done", "look": "Look", "stop": "Trouble"}
DISMISS = "Dismiss the message"
AIR = 4  # pixels above and below what it says
TICK_MS = 500  # between two looks at how long a way back is open
NO_WAY = (
    "Nothing that you just did can be undone. What was done before is reversed, with a second person."
)
RANK = ("stop", "look", "good")


class MessageBar(QFrame):
    """Shows what was said last; then what still stands, the worst first; then, quietly, what was last.

    Attributes:
        tone: what kind it is, in a word; the time of what was said before.
        words, then: what happened, and what comes next.
        way: the way on, or back, of the message that is in front; its slot is the last at the right.
        away: puts a message away.
    """

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._station = watch.station
        self._standing: dict[str, Message] = {}  # subject → what is the matter with it
        self._front: Message | None = None  # said last, and neither settled nor left behind
        self._before, self._at = Message(""), ""  # what was said last of all, and when
        self._done, self._done_at = Message(""), ""  # what was done last: it outlasts what goes wrong
        self._deed = Message("")  # what was done last that changed anything: it may be undone
        self._aside: Message | None = None  # what is said beside what was done
        self._seen = 0  # the entry that the board had reached when the desk was in trouble
        self.tone, self.words, self.then = pill("", "good"), Cut("strong"), Cut("caption")
        self._tick = timer(self, TICK_MS)
        self._tick.timeout.connect(self._show_way)
        self.away = button("Dismiss", self.dismiss, "link", says=DISMISS)
        self.way = button("", self._go)
        said = column(self.words, self.then, gap=0)
        line = row(self.tone, holder(said), *watch.ways, self.away, self.way, gap=12, grow=1)
        self._line = line
        framed(self, line, "messages", 20, AIR)
        self._stand()
        theme.fitted.connect(self._stand)
        self._station.said.connect(self.say)
        self._station.settled.connect(self.settle)
        self._station.changed.connect(self._board)
        self._show()

    def _stand(self) -> None:
        """Be as high as a button, and no higher whatever is said."""
        air = 1 if theme.size() <= theme.Size.SMALL else AIR
        self._line.setContentsMargins(20, air, 20, air)
        self.setFixedHeight(theme.target() + 2 * air)

    @property
    def message(self) -> Message:
        """What it says; no words for nothing."""
        worst = sorted(self._standing.values(), key=lambda one: RANK.index(one.tone))
        return self._front or next(iter(worst), None) or self._before

    @property
    def _leads(self) -> Message:
        """The message whose way is offered."""
        return self.message if self.message.way else self._deed

    def say(self, message: Message) -> None:
        """Show a message, and keep it until its subject is settled."""
        beside = message.aside and self._done.words and self.message is self._done
        self._aside = message if beside else None
        if message.about:
            self._standing[message.about] = message
        if self._aside:
            self._show()
            return
        self._front = self._before = message
        self._at = f"{self._station.now():%H:%M}" if self._station.ready else ""
        if message.tone == "good" and not message.aside:
            self._done, self._done_at = message, self._at
            if message.way or message.deed:
                self._deed = message
        if message.about == DESK and self._station.ready:
            self._seen = self._station.board.seen
        self._show()

    def settle(self, about: str) -> None:
        """Say no more about a subject."""
        if not about or about not in self._standing:
            return
        if self._standing.pop(about) is self._aside:
            self._aside = None
        if self._front and self._front.about == about:
            self._front = None
        if self._before.about == about:
            self._before, self._at = self._done, self._done_at
        self._show()

    def dismiss(self) -> None:
        """Put away what it says."""
        out = self.message.out
        self._standing.pop(self.message.about, None)
        self.clear()
        if out:
            out.go()

    def clear(self) -> None:
        """Somebody else begins: say only what still stands."""
        self._front = self._aside = None
        self._before = self._done = self._deed = Message("")
        self._show()

    def go_on(self) -> None:
        """Something else begins: what was said of what was in front stays, quietly."""
        self._front = None
        self._show()

    def _board(self, board: "Board") -> None:
        """What the desk writes after a trouble ends it."""
        if DESK in self._standing and board.seen > self._seen:
            self.settle(DESK)

    def _go(self) -> None:
        if (way := self._leads.way) is not None:
            way.go()

    def undo(self) -> None:
        """Take the way back that is open, whatever was said since."""
        way = self._deed.way
        if way and self._left(way):
            way.go()
        else:
            reverse = Way(action("reverse").words, partial(self._station.go, "reverse"))
            self._station.say(NO_WAY, "look", way=reverse)

    def _left(self, way: Way) -> int:
        """For how many seconds a way back is open yet."""
        if way.until is None:
            return 0
        return max(0, ceil((way.until - self._station.clock.now().at).total_seconds()))

    def _show_way(self) -> None:
        """Offer the way of the message in front, or back from what was done, as long as it is open."""
        leads = self._leads
        way = leads.way
        left = self._left(way) if way else 0
        open_ = way is not None and (way.until is None or left > 0)
        self.way.setVisible(open_)
        if way and open_:
            says = f"{way.words}: {leads.words}"
            words = way.words if leads is self.message else says  # beside other words, of what it is
            self.way.setText(f"{words}  {left}" if left else words)
            self.way.setAccessibleName(says)
        if left > 0 and not self._tick.isActive():
            self._tick.start()
        elif left <= 0:
            self._tick.stop()

    def _show(self) -> None:
        message = self.message
        stands = message is self._front or message in self._standing.values()
        quiet = bool(message.words) and not stands
        self.tone.setText(self._at if quiet else NAMES[message.tone] if message.words else "")
        kind(self.tone, "pill", tone="plain" if quiet else message.tone)
        self.tone.setVisible(bool(message.words))
        self.words.say(message.words)
        aside = self._aside.words if self._aside and self._aside is not message else ""
        then = " · ".join(filter(None, (message.then, aside)))
        self.then.say(then)
        self.then.setVisible(bool(then))
        self.away.setVisible(bool(message.words))
        self.away.setText(message.out.words if message.out else "Dismiss")
        self.away.setAccessibleName(f"{message.out.words}: {message.words}" if message.out else DISMISS)
        self._show_way()
        self.setAccessibleName(" ".join(filter(None, (message.words, then))))
