"""Hold of a quarter and what follows: reviews, their reason, the division, the dealers' weeks."""

from datetime import date

from PySide6.QtWidgets import QBoxLayout, QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.site import GAMES
from pitdesk.desk import Desk
from pitdesk.records.duties import weeks_over
from pitdesk.tonight.board import Board
from ui.ledgers.about import About
from ui.widgets.dates import read_day, shown_day
from ui.widgets.fields import Choice, Field, Line, Pick
from ui.widgets.parts import column, label, row
from ui.work.form import Call, Form, bound
from ui.work.signers import Who

BOOKS = ("gaming manager", "bookkeeper")
REVIEWERS = (
    "shift manager",
    "gaming manager",
    "auditor",
    "bookkeeper",
    "count team",
    "outside count team",
)
QUARTERS = 8  # of the past that can be chosen
DETERMINED = (
    "PitDesk works out the hold of both games. Where video is required and a game held too little,"
    " reviews begin on the next day: an hour a week of each table that plays, for six weeks."
)
KEPT = (
    "PitDesk works out each dealer's hold in the week, and keeps it. If it is missing at the end of"
    " the week after, the count begins again behind it."
)
REVIEWED = "An hour at least. Whoever worked in the games that day may not review it."


def quarters(on: date) -> list[str]:
    """The quarters that are over on a day, the latest first.

    >>> quarters(date(2026, 11, 20))[:2]
    ['2026Q3', '2026Q2']
    """
    whole = on.year * 4 + (on.month - 1) // 3
    return [f"{one // 4}Q{one % 4 + 1}" for one in range(whole - 1, whole - 1 - QUARTERS, -1)]


class Quarterly(About):
    """A form about a quarter that is over."""

    caption = "Quarter"

    def known(self, board: Board) -> list[str]:
        """The last of them, and older ones that the Due board asks for."""
        asked = {str(one.about) for one in board.due if one.way == self.name}
        last = quarters(self.station.today)
        return [*last, *sorted(asked.difference(last), reverse=True)]


class DetermineHold(Quarterly):
    """Determine the hold of a quarter that is over."""

    name = "determine hold"
    post_words = "Determine"
    who = (Who("Initialed by", BOOKS),)
    live = False  # a try reads a whole quarter

    def fields(self) -> list[Field]:
        """Which quarter."""
        return [self.asked()]

    def body(self) -> QWidget | QBoxLayout:
        """What is done, before it is."""
        return column(label(DETERMINED, "muted", wrap=True), self.of, gap=12)

    def call(self) -> Call:
        """The hold of a quarter."""
        return bound(Desk.determine_hold, self.of.value(), self.signers.value())

    def done(self, entry: Entry) -> str:
        """What it came to, and what it asks for."""
        return determined(entry)


def determined(entry: Entry) -> str:
    """What a quarter's hold asks for, in words."""
    fact = entry.of(kinds.DetermineHold)
    low = [GAMES[game] for game in fact.low]
    asks = [f"Low at {' and '.join(low)}: reviews begin tomorrow."] if low else []
    asks += ["More prizes than proceeds: tell the gaming division."] if fact.beyond else []
    words = " ".join(asks) or "It asks for nothing."
    return f"The hold of {fact.quarter} is determined. {words}"


class ReviewVideo(Form):
    """Write down a review of video."""

    name = "review video"
    post_words = "Keep the review"
    stays = True
    said = "The review of table {fact.table} is kept: {fact.minutes} minutes."
    who = (Who("Reviewed by", REVIEWERS),)

    def fields(self) -> list[Field]:
        """Which table and day, from when to when, what was seen, who opened the video."""
        self.table = Pick("table", "Table")
        self.on = Line("on", "Gaming day", hint="11/20/2026", read=read_day)
        self.since = Line("since", "From", hint="21:00")
        self.until = Line("until", "To", hint="22:00")
        self.seen = Line("seen", "What was seen")
        self.opened = Pick("opened", "Who opened the video")
        return [self.table, self.on, self.since, self.until, self.seen, self.opened]

    def body(self) -> QWidget | QBoxLayout:
        """Times side by side."""
        when = row(self.on, self.since, self.until, gap=12)
        fields = (self.table, when, self.seen, self.opened)
        return column(label(REVIEWED, "muted", wrap=True), *fields, gap=12)

    def refresh(self, board: Board) -> None:
        """Offer the tables, and the managers who may open stored video."""
        super().refresh(board)
        self.table.offer([(name, f"Table {name}") for name in board.site.tables])
        roles = frozenset(("gaming manager", "shift manager"))
        today = self.station.today
        managers = [one for one in board.site.people.values() if one.holds_any(roles, today)]
        self.opened.offer([("", "The reviewer"), *((one.id, one.name) for one in managers)])

    def call(self) -> Call:
        """A review."""
        times = (self.since.value(), self.until.value())
        said = (self.table.value(), self.on.value(), times, self.seen.value(), self.signers.value())
        return bound(Desk.review_video, *said, opened=self.opened.value())


class HoldReason(Quarterly):
    """Write down why a quarter held too little: its reviews end."""

    name = "hold reason"
    post_words = "Keep the reason"
    said = "The reason is kept. The reviews of {fact.quarter} end."
    who = (Who("Initialed by", ("gaming manager",)),)

    def fields(self) -> list[Field]:
        """Which quarter and game, and why."""
        self.game = Choice("game", "Game", [(game, words.capitalize()) for game, words in GAMES.items()])
        self.why = Line("why", "The reason that was found")
        return [self.asked(), self.game, self.why]

    def call(self) -> Call:
        """A reason."""
        said = (self.of.value(), self.game.value(), self.why.value())
        return bound(Desk.hold_reason, *said, self.signers.value())


class TellDivision(Quarterly):
    """Write down that the gaming division was told of a quarter with more prizes than proceeds."""

    name = "tell division"
    post_words = "Keep"
    said = "It is kept: the division was told of {fact.quarter}."
    who = (Who("Initialed by", BOOKS),)

    def fields(self) -> list[Field]:
        """Which quarter, and who was told."""
        self.told = Line("told", "Who was told, and how", hint="Ms. Berg, by telephone")
        return [self.asked(), self.told]

    def call(self) -> Call:
        """That it was told."""
        return bound(Desk.tell_division, self.of.value(), self.told.value(), self.signers.value())


class DealerWeek(Quarterly):
    """Keep the sheet of hold by dealer of a week, after a quarter with more prizes than proceeds."""

    name = "dealer week"
    post_words = "Keep the sheet"
    who = (Who("Initialed by", BOOKS),)

    def fields(self) -> list[Field]:
        """Which quarter, and which of its weeks."""
        self.first_day = Pick("first", "Week from")
        of = self.asked()
        of.changed.connect(self._offer_weeks)
        return [of, self.first_day]

    def body(self) -> QWidget | QBoxLayout:
        """What is kept, before it is."""
        return column(label(KEPT, "muted", wrap=True), self.of, self.first_day, gap=12)

    def known(self, board: Board) -> list[str]:
        """The quarters that asked for it, the latest first."""
        return sorted((name for name, of in board.kept.determined.items() if of.beyond), reverse=True)

    def refresh(self, board: Board) -> None:
        """Offer the quarters, and the weeks of the one that is chosen."""
        super().refresh(board)
        self._offer_weeks()

    def take(self, what: object) -> None:
        """Begin with a quarter, and the first of its weeks that has no sheet."""
        super().take(what)
        self._offer_weeks()

    def _offer_weeks(self) -> None:
        weeks = weeks_over(self.station.board.kept, self.of.value(), self.station.today)
        self.first_day.offer([(f"{first}", shown_day(first)) for first in weeks])

    def call(self) -> Call:
        """The sheet of a week."""
        if not self.first_day.value():
            raise ValueError("No week is over that has no sheet. Keep the next one once it is over.")
        first = date.fromisoformat(self.first_day.value())
        return bound(Desk.dealer_week, self.of.value(), first, self.signers.value())

    def done(self, entry: Entry) -> str:
        """Of how many dealers."""
        fact = entry.of(kinds.DealerWeek)
        many = len(fact.held)
        return f"The sheet of the week from {fact.first} is kept: {many} dealer{'s' * (many != 1)}."
