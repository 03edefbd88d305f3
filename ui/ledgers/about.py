"""What forms share that are about something the book knows: a quarter, a bank, a tournament."""

from pitdesk.tonight.board import Board
from ui.widgets.fields import Options, Pick
from ui.work.form import Form


class PickKnown(Pick):
    """One of what the book knows; where that is nothing, words say so, and are refused as a value.

    none   the words
    """

    def __init__(self, name: str, caption: str, none: str) -> None:
        self._none = none
        super().__init__(name, caption)

    def offer(self, options: Options) -> None:
        """Offer these; what was chosen stays if it is among them."""
        super().offer(options or [("", self._none)] * bool(self._none))

    def value(self) -> str:
        """The key of what was chosen; ValueError where there is nothing to choose."""
        if self._none and self.box.currentText() == self._none:
            raise ValueError(self._none)
        return super().value()


class About(Form):
    """A form that begins with what it is about.

    of    that it is asked for
    none  what is said where there is none yet
    """

    stays = True
    caption = none = ""

    def known(self, board: Board) -> list[str]:
        """What can be chosen, in order."""
        raise NotImplementedError

    def asked(self) -> Pick:
        """The field of it."""
        self.of = PickKnown("of", self.caption, self.none)
        return self.of

    def refresh(self, board: Board) -> None:
        """Offer what is known."""
        super().refresh(board)
        self.of.offer([(name, name[:1].upper() + name[1:]) for name in self.known(board)])

    def take(self, what: object) -> None:
        """Begin with one of them."""
        self.of.take_up(str(what))
