"""What should be where, and what is in play: par levels, chips out of play, games that end."""

from datetime import date

from PySide6.QtWidgets import QWidget

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.book.site import EVERY_DAY, GAMES
from pitdesk.chips import Chip, Chips, dollars
from pitdesk.desk import Desk
from pitdesk.tonight.board import Board
from ui.people.screen import BY_MANAGER
from ui.widgets.dates import read_day, shown_day, typed_day
from ui.widgets.fields import Choice, Field, Line, Pick
from ui.widgets.flow import Folding
from ui.widgets.grid import ChipGrid
from ui.widgets.parts import card, column, emptied, holder, label, row
from ui.work.form import Call, Form, bound

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKDAYS = ((str(EVERY_DAY), "Every day"), *((str(at), day) for at, day in enumerate(DAYS)))


class Par(Form):
    """What the chip bank or a tray should hold on a day of the week, or on every day."""

    name = "par"
    beside_words = "Now"
    post_words = "Keep the par"
    stays = True
    who = (BY_MANAGER,)

    def fields(self) -> list[Field]:
        """Which place, which day, how many of each value."""
        self.place = Pick("place", "Place")
        self.weekday = Choice("weekday", "Holds on", WEEKDAYS, across=2, usual=str(EVERY_DAY))
        self.chips = ChipGrid(count=True)
        for one in (self.place, self.weekday):
            one.changed.connect(self.another)
        return [self.place, self.weekday, self.chips]

    def body(self) -> QWidget:
        """Where and when at the left, the chips at the right."""
        note = label("A 0 alone takes the par away.", "caption", wrap=True)
        when = holder(column(row(self.place, None), self.weekday, note, None, gap=12))
        return Folding(when, self.chips, gap=24, stretch=(0, 1), top=True)

    def side(self) -> QWidget:
        """What holds at this place now, day by day."""
        self.now = column(gap=6)
        return holder(column(card(label("What holds now", "h2"), self.now), None))

    def refresh(self, board: Board) -> None:
        """Offer the places and the chips that are in play."""
        trays = [(places.tray(spot.table), f"Tray {spot.table}") for spot in board.spots]
        self.place.offer([(places.CHIP_BANK, "Chip bank"), *trays])
        self.chips.offer(board.site.playing, board.site.stack)

    def take(self, what: object) -> None:
        """Begin with a table."""
        self.place.take_up(places.tray(str(what)))

    def redraw(self) -> None:
        """Show what holds at this place."""
        emptied(self.now)
        pars, place = self.station.board.site.pars, self.place.value()
        for key, words in WEEKDAYS:
            if level := pars.get((place, int(key))):
                told = f"${dollars(level.cents)} · {level.pieces:,} chips"
                self.now.addWidget(label(f"{words}: {told}", wrap=True))
                self.now.addWidget(label(_told(level), "muted", wrap=True))
        if not self.now.count():
            usual = "Nothing: its opener is its par." if place != places.CHIP_BANK else "Nothing."
            self.now.addWidget(label(usual, "muted", wrap=True))

    def call(self) -> Call:
        """A par."""
        par = (self.place.value(), int(self.weekday.value()), self.chips.value())
        return bound(Desk.set_par, *par, self.signers.value())

    def done(self, entry: Entry) -> str:
        """What holds where, and when."""
        par = entry.of(kinds.Par)
        on = dict(WEEKDAYS)[str(par.weekday)]
        when = f"on {on}s" if par.weekday != EVERY_DAY else on.lower()
        level = f"${dollars(entry.chips.cents)}" if entry.chips else "nothing any more"
        return f"The par of the {par.place} {when} is {level}."


def _told(level: Chips) -> str:
    """A level in words: 600 × $25, 2,000 × $5."""
    tied = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
    return ", ".join(f"{pieces:,}{tied}{chip.name}" for chip, pieces in level.items())


class Play(Form):
    """Chips that leave play, as when a set is replaced, and games that end; and the way back."""

    name = "play"
    beside_words = "Now"
    post_words = "Note it"
    stays = True
    who = (BY_MANAGER,)
    ways = {  # noqa: RUF012  (never changed)
        "out": (
            "Take a chip out of play",
            "From now on it goes to no table and no player. The cage still redeems it. First bring"
            " back what is in the trays, by credit slips.",
        ),
        "in": ("Put a chip back", "It goes to tables and players again."),
        "end": (
            "End a game",
            "No table of it opens from that day on. Its chips are redeemed for thirty days, at the"
            " place you name. Print the notice for players in the inventory.",
        ),
        "resume": ("Play a game again", "Its tables open again, and nothing runs out."),
    }

    def fields(self) -> list[Field]:
        """What is done, with which chip or game; for a game, from when on and where it is redeemed."""
        ways = [(way, words) for way, (words, _) in self.ways.items()]
        self.way = Choice("way", "", ways, usual="out", across=2)
        self.chip = Pick("chip", "Chip")
        self.game = Pick("game", "Game")
        self.on = Line("on", "Ends on", hint="11/20/2026", read=read_day)
        self.where = Line("where", "Redeemed where", hint="business office, 12 Main St, Minot")
        self.reason = Line("reason", "Reason")
        for one in (self.way, self.chip):
            one.changed.connect(self.another)
        return [self.way, self.chip, self.game, self.on, self.where, self.reason]

    def body(self) -> QWidget:
        """What follows stands below what is asked."""
        self.follow = label("", "muted", wrap=True)
        what = row(self.chip, self.game, self.on, None, gap=12)
        return holder(column(self.way, what, self.where, self.reason, self.follow, gap=12))

    def side(self) -> QWidget:
        """What is out of play, and the games that ended."""
        self.out = column(gap=6)
        return holder(column(card(label("Out of play now", "h2"), self.out), None))

    def refresh(self, board: Board) -> None:
        """Offer what can be taken out, or put back."""
        emptied(self.out)
        site = board.site
        told = [f"{chip.name} since {shown_day(since)}" for chip, since in sorted(site.retired.items())]
        for one in site.ended.values():
            what, until = GAMES[one.game].capitalize(), f"redeemed until {shown_day(one.until)}"
            told.append(f"{what} since {shown_day(one.on)}; {until}: {one.where}")
        for words in told or ["Nothing."]:
            self.out.addWidget(label(words, "" if told else "muted", wrap=True))

    def redraw(self) -> None:
        """Ask what this way needs, and say what follows from it."""
        way, site = self.way.typed() or "out", self.station.board.site
        of_chip, ends = way in ("out", "in"), way == "end"
        for one, on in ((self.chip, of_chip), (self.reason, of_chip), (self.game, not of_chip)):
            one.setVisible(on)
        self.on.setVisible(ends)
        self.where.setVisible(ends)
        chips = site.playing if way == "out" else site.retired
        self.chip.offer([(chip.name, chip.name) for chip in sorted(chips)])
        games = [game for game in GAMES if (game in site.ended) == (way == "resume")]
        self.game.offer([(game, GAMES[game].capitalize()) for game in games])
        if ends and not self.on.typed():
            self.on.edit.setPlaceholderText(typed_day(self.station.today))
        _, told = self.ways[way]
        if way == "out" and self.chip.value():
            chip = Chip.named(self.chip.value())
            *some, _ = self.station.board.exposure(each=True)
            lying = [f"{where} {held[chip]:,}" for where, held in some if held[chip]]
            told = f"{told} Now: {', '.join(lying)}." if lying else told
        self.follow.setText(told)

    def typed_anything(self) -> bool:
        """Which way it goes is chosen by itself."""
        return any(one.begun for one in (self.on, self.where, self.reason))

    def call(self) -> Call:
        """Out of play, back, or the end of a game."""
        way, by = self.way.value(), self.signers.value()
        if way in ("out", "in"):
            if not self.chip.value():
                raise ValueError("There is no such chip. Choose what else is done.")
            chip, reason = Chip.named(self.chip.value()), self.reason.value()
            return bound(Desk.set_play, chip, by, reason, on=way == "in")
        game = self.game.value()
        if not game:
            raise ValueError("There is no such game. Choose what else is done.")
        if way == "resume":
            return bound(Desk.resume_game, game, by)
        return bound(Desk.end_game, game, self.on.value(), self.where.value(), by)

    def done(self, entry: Entry) -> str:
        """What follows from it."""
        if isinstance(entry.fact, kinds.Play):
            back, name = entry.fact.on, entry.fact.chip.name
            return f"{name} is {'in play again' if back else 'out of play. It is redeemed still'}."
        game = entry.of(kinds.Game)
        what = GAMES[game.game].capitalize()
        if not game.on:
            return f"{what} is played again."
        until = shown_day(date.fromisoformat(game.until))
        on = shown_day(date.fromisoformat(game.on))
        return f"{what} ends on {on}. Its chips are redeemed until {until}."
