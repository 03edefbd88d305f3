"""The cash banks of the site: one for each game or one for both, and who lends to them."""

from PySide6.QtWidgets import QWidget

from pitdesk.book.banks import kept_drawer
from pitdesk.book.site import GAMES
from pitdesk.desk import Desk
from pitdesk.desk.cage import COMBINED
from pitdesk.tonight.board import Board
from ui.people.screen import BY_MANAGER, halves
from ui.widgets.fields import Choice, Field, Line
from ui.widgets.parts import card, column, holder, label
from ui.work.form import Call, Form, bound

WORDS = (
    "Each game has a cash bank and a drawer of its own. One bank for twenty-one and paddlewheels takes"
    " the attorney general's approval: N.D.A.C. 99-01.3-03-06(1). A change holds from the next day on."
)
LENT = "Money for a cash bank comes on an IOU that says who lends: N.D.A.C. 99-01.3-03-06(1)(a)."
LENDERS = {
    "game": "Another game's bank",
    "board": "A board game, with a gaming stamp",
    "reserve": "Another cash reserve",
    "nongaming": "Funds from outside gaming",
}


class BankForm(Form):
    """Which cash banks there are: the first drawer is a game's, or that of the combined bank."""

    name = "cash banks"
    post_words = "Keep"
    said = "Kept. It holds from the next day on."
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """Whose the first drawer is, and the approval of a combined bank."""
        self.game = Choice("game", "The first drawer is the cash bank of", across=2)
        self.approval = Line("approval", "Number of the attorney general's approval", number=True)
        self.game.changed.connect(self.another)
        return [self.game, self.approval]

    def body(self) -> QWidget:
        """What it asks; beside it the banks as they are."""
        asked = column(label(WORDS, "muted", wrap=True), *self.inputs, None, gap=12)
        self.known = label("", wrap=True)
        return holder(halves(asked, column(card(label("Now", "h2"), self.known, look="inset"), None)))

    def refresh(self, board: Board) -> None:
        """Offer the games that have tables, and one bank for all; show what holds."""
        super().refresh(board)
        games = [(game, words.capitalize()) for game, words in GAMES.items() if game in board.site.games]
        self.game.offer([*games, (COMBINED, "Both games, approved")])
        self.known.setText(_now(board))

    def redraw(self) -> None:
        """Only a combined bank has an approval."""
        self.approval.setVisible(self.game.typed() == COMBINED)

    def call(self) -> Call:
        """The banks from the next day on."""
        approval = self.approval.value() if self.game.typed() == COMBINED else ""
        return bound(Desk.set_bank, self.game.value(), approval, self.signers.value())


def _now(board: Board) -> str:
    """The cash banks of the next day, in words."""
    site = board.site
    if site.settings.combined:
        return f"One bank for all games, approval {site.settings.combined}."
    keeper = site.keeper(board.keeper)
    said = (
        f"{words.capitalize()}: {kept_drawer(keeper, game)}"
        for game, words in GAMES.items()
        if game in site.games
    )
    return "\n".join(said) or "No table is set up yet."


class LenderForm(Form):
    """Who lends to the cash banks on IOUs."""

    name = "lender"
    post_words = "Keep"
    said = "{fact.name} is on file."
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """Its name, and what it is."""
        self.lender = Line("name", "Who lends", hint="Pull-tab bank")
        self.what = Choice("what", "What it is", [*LENDERS.items()], across=1)
        return [self.lender, self.what]

    def body(self) -> QWidget:
        """What it asks; beside it the lenders on file."""
        asked = column(label(LENT, "muted", wrap=True), *self.inputs, None, gap=12)
        self.known = label("", wrap=True)
        return holder(
            halves(asked, column(card(label("On file", "h2"), self.known, look="inset"), None))
        )

    def refresh(self, board: Board) -> None:
        """Show who is on file."""
        super().refresh(board)
        on_file = sorted(board.site.lenders.items())
        self.known.setText(
            "\n".join(f"{name}: {LENDERS[what]}" for name, what in on_file) or "None yet."
        )

    def call(self) -> Call:
        """A lender."""
        return bound(Desk.set_lender, self.lender.value(), self.what.value(), self.signers.value())


FORMS = (BankForm, LenderForm)
