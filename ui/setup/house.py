"""House rules of twenty-one: what the house has chosen, its poster, and that it hangs up."""

from PySide6.QtWidgets import QWidget

from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.rules.book import Rulebook
from pitdesk.tonight.board import Board
from ui.people.person import level
from ui.people.screen import BY_MANAGER, halves
from ui.widgets.fields import Field, Line, Pick, Tick, none_or_money
from ui.widgets.parts import button, column, holder, label, row, show_words
from ui.work.form import Call, Form, bound
from ui.work.outlet import Outlet
from ui.work.reader import Reader
from ui.work.signers import Who

WHAT = (
    "They change between gaming days. The poster has all of them; so has the handout, in small letters."
)
METHODS = [
    ("", "Choose …"),
    ("no-peek", "No peek"),
    ("no-hole-card", "No hole card"),
    ("card-reader", "Card reader"),
]
NUMBERS = ("tip_cents", "idle_minutes")


class HouseRules(Form):
    """Set the house rules, print them."""

    name = "options"
    post_words = "Keep"
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """How it deals, what is offered, what the house has written."""
        self.method = Pick("method", "How the house deals", METHODS)
        self.ticks = [
            Tick("soft17", "The dealer draws on a soft seventeen"),
            Tick("insurance", "Insurance is offered"),
            Tick("even_money", "Even money is offered"),
            Tick("double_less", "A double may be for less"),
            Tick("tips", "Tips for the dealer are bet"),
            Tick("tip_doubles", "Tip bets are doubled"),
            Tick("tip_less", "Tip bets are doubled for less"),
        ]
        self.lines = [
            Line("tip_cents", "Highest tip", hint="the table's highest", read=none_or_money),
            Line("idle_minutes", "Minutes after which idle cards are shuffled", read=_minutes),
            Line("shuffle", "Ways to shuffle and cut"),
            Line("shuffler", "Shuffling machine (99-01.3-16-09.3)", hint="maker and model"),
            Line("mistakes", "Own policy on mistakes", hint="its title and date"),
            Line("redeeming", "Own procedure of redeeming", hint="its title and date"),
            Line("checks", "Own policy on bad checks", hint="its title and date"),
        ]
        for one in self.lines:
            one.seldom = True
        return [self.method, *self.ticks, *self.lines]

    def body(self) -> QWidget:
        """What is chosen at the left, what is written at the right; below, the paper."""
        self.state = label("", "muted", wrap=True)
        self.outlet = Outlet(self.station, Reader(self.station, self))
        papers = [
            button("Poster …", self._print, says="Print the poster", to="poster"),
            button("Handout …", self._print, says="Print the handout", to="handout"),
            button("It hangs up …", self.station.go, to="posted"),
        ]
        ticks = holder(column(*self.ticks, gap=0))
        chosen = column(label(WHAT, "muted", wrap=True), self.method, ticks, None, gap=10)
        pairs = (self.lines[at : at + 2] for at in range(0, len(self.lines), 2))
        written = [level(row(*pair, gap=12)) for pair in pairs]
        paper = (self.state, row(*papers, None, gap=8), self.outlet)
        return holder(halves(chosen, column(*written, *paper, None, gap=10)))

    def refresh(self, board: Board) -> None:
        """Show what the book says, unless somebody has typed over it."""
        super().refresh(board)
        site = board.site
        if not self._shown or not self.typed_anything():
            for one in self.inputs:
                value = getattr(site.options, one.name)
                shown = "" if value is None and not isinstance(one, Tick) else value
                one.take_up(_typed(one.name, shown) if one in self.lines else shown)
            self.shown()
        version, posted = site.options_version, site.posted == site.options_version
        words = f"Version {version} {'hangs up' if posted else 'does not hang up yet'}."
        show_words(self.state, words if version else "No house rules are set yet.")

    def clear(self) -> None:
        """Show again what the book says."""
        super().clear()
        if self.station.ready:
            self.refresh(self.station.board)

    def call(self) -> Call:
        """What is changed of them."""
        options, found = self.station.board.site.options, {}
        for one in self.inputs:
            value, kept = one.value(), getattr(options, one.name)
            if value != kept and not (kept is None and not value and not isinstance(one, Tick)):
                found[one.name] = value
        if not found:
            raise ValueError("Nothing is changed.")
        return bound(Desk.set_options, found, self.signers.value())

    def done(self, entry: Entry) -> str:
        """That they are kept, and what comes next."""
        return "Kept. Print the house rules, hang them up, and note that."

    def _print(self, how: str) -> None:
        """Ask where the paper goes, once it is made."""
        site, now = self.station.board.site, self.station.clock.now().at
        spots = self.station.board.spots
        posted = {one.table: one.limits for one in spots if one.limits and one.game == "21"}

        def make(_: Journal) -> bytes:
            from printers.reports.poster import poster_pdf  # noqa: PLC0415

            return poster_pdf(site, posted, Rulebook.load(), now, how)

        self.outlet.offer(f"house-rules-{how}", f"the {how}", make)


class Posted(Form):
    """Note that the house rules hang up, or lie there."""

    name = "posted"
    post_words = "Note it"
    after = "due"
    said = "Version {fact.version} of the house rules is posted: {fact.how}, {fact.place}."
    who = (Who("Posted by", ("gaming manager", "shift manager")),)

    def fields(self) -> list[Field]:
        """Which paper, and where."""
        papers = [("poster", "Poster"), ("handout", "Handout")]
        self.how = Pick("how", "What players see", papers)
        self.place = Line("place", "Where it hangs, or lies", hint="at the bar")
        return [self.how, self.place]

    def typed_anything(self) -> bool:
        """Which paper stands there by itself."""
        return self.place.begun

    def call(self) -> Call:
        """That they are posted."""
        return bound(Desk.say_posted, self.how.value(), self.place.value(), self.signers.value())


def _typed(name: str, value: object) -> object:
    """A value of the book as it is typed."""
    if name == "tip_cents" and isinstance(value, int):
        return dollars(value) if value else ""
    return str(value) if isinstance(value, int) else value


def _minutes(text: str) -> int | None:
    if not text:
        return None
    if not text.isdecimal():
        raise ValueError(f"'{text}' is no number of minutes. Write one such as 10.")
    return int(text)
