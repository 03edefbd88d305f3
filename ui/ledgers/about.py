"""What forms share that are about something the book knows: a quarter, a bank, a tournament."""

from pitdesk.tonight.board import Board
from ui.widgets.fields import Pick
from ui.work.form import Form


class About(Form):
    """A form that begins with what it is about.

    of   that it is asked for
    """

    stays = True
    caption = ""

    def known(self, board: Board) -> list[str]:
        """What can be chosen, in order."""
        raise NotImplementedError

    def asked(self) -> Pick:
        """The field of it."""
        self.of = Pick("of", self.caption)
        return self.of

    def refresh(self, board: Board) -> None:
        """Offer what is known."""
        super().refresh(board)
        self.of.offer([(name, name[:1].upper() + name[1:]) for name in self.known(board)])

    def take(self, what: object) -> None:
        """Begin with one of them."""
        self.of.take_up(str(what))
