"""Tournaments and poker occasions: set, paid for, stood, won; their cash lies apart from the day's."""

import re

from PySide6.QtWidgets import QBoxLayout, QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.records.contests import WHAT
from pitdesk.rules.checklist import POKER
from pitdesk.tonight.board import Board
from ui.ledgers.about import About, PickKnown
from ui.people.person import level
from ui.widgets.dates import read_day, typed_day
from ui.widgets.fields import Choice, Field, Line, Pick, Reason, Tick, none_or_money
from ui.widgets.fields import money as read_money
from ui.widgets.flow import Folding
from ui.widgets.parts import column, holder, label, row
from ui.work.actions import action
from ui.work.form import Call, Form, bound
from ui.work.signers import Who

MANAGERS = (Who("Initialed by", ("gaming manager", "shift manager")),)
COLLECTORS = (Who("Collected by", ("cashier", "dealer", "shift manager", "gaming manager")),)
BOTH = (
    Who("Counted by", ("shift manager", "gaming manager")),
    Who("And by", ("cashier", "gaming manager", "shift manager"), operator=False),
)
DEALERS = (Who("Looked over by", ("dealer", "pit boss", "shift manager", "gaming manager")),)
BURNS = [
    ("", "Choose …"),
    ("round", "After each round of bets"),
    ("deal", "Before more cards are dealt"),
]
APART = (
    "The money of a tournament or of poker has a cash box of its own, and is deposited by itself by the"
    " third banking day."
)


def number(text: str) -> int:
    """A whole number; 0 where nothing is typed."""
    if not text:
        return 0
    if not re.fullmatch(r"\d{1,6}", text):
        raise ValueError(f"'{text}' is not a number. Enter digits.")
    return int(text)


def stands(text: str) -> dict[str, tuple[str, int]]:
    """Players, chips and tables as they are typed: Ann Lee 1200 at 1, Bo Ness 900 at 2."""
    found = {}
    for part in filter(None, (one.strip() for one in text.split(","))):
        match = re.fullmatch(r"(.+?) (\d+) at (\S+)", part)
        if not match:
            raise ValueError(f"'{part}' is not a player. Write Ann Lee 1200 at 1.")
        found[match[1]] = (match[3], int(match[2]))
    if not found:
        raise ValueError("Enter the players: Ann Lee 1200 at 1, Bo Ness 900 at 2.")
    return found


class OfContest(About):
    """A form about a tournament that was set."""

    caption = "Tournament"
    none = f"No tournament is set. Set one first: {action('tournament').key}."
    who = MANAGERS

    def known(self, board: Board) -> list[str]:
        """The tournaments, the newest first."""
        return [*reversed(board.kept.contests)]

    def asked(self) -> Pick:
        """The field of the tournament, which says who its players are."""
        self.player = PickKnown("player", "Player", "Nobody has paid an entry yet.")
        of = super().asked()
        of.changed.connect(self._offer_players)
        return of

    def refresh(self, board: Board) -> None:
        """Offer the tournaments, and the players of the one that is chosen."""
        super().refresh(board)
        self._offer_players()

    def _offer_players(self) -> None:
        if not self.station.ready:
            return
        contest = self.station.board.kept.contests.get(self.of.typed())
        names = contest.playing if contest else []
        self.player.offer([(name, name) for name in names])


class SetTournament(Form):
    """Set a tournament."""

    name = "tournament"
    post_words = "Set the tournament"
    stays = True
    who = MANAGERS
    said = "{fact.name} is set. Print what players are told, and let them read it before they pay."

    def fields(self) -> list[Field]:
        """Its name, day, fees, chips, bets, and how it goes."""
        self.game = Choice("game", "Game", (("21", "Twenty-one"), ("poker", "Poker")), usual="21")
        self.called = Line("called", "Name", hint="Fall tournament")
        self.on = Line("on", "Day", hint="11/20/2026", read=read_day)
        self.fee, self.chips = (
            Line("fee", "Entry fee", read=read_money),
            Line("chips", "Chips", read=number),
        )
        self.rebuy = Line("rebuy", "Rebuy", hint="none", read=none_or_money)
        self.rebuy_chips = Line("rebuy chips", "Chips of a rebuy", read=number)
        self.addon = Line("addon", "Add-on", hint="none", read=none_or_money)
        self.addon_chips = Line("addon chips", "Chips of an add-on", read=number)
        self.length = Line("length", "Length", hint="20 hands")
        self.least = Line("least", "Lowest bet, chips", read=number)
        self.most = Line("most", "Highest bet, chips", hint="none", read=number)
        self.spaces = Choice("spaces", "Betting spaces", (("1", "One"), ("2", "Two")), usual="1")
        self.rounds = Line("rounds", "Rounds", hint="1", read=number)
        self.occasion = Pick("occasion", "Poker occasion")
        return [
            *(self.game, self.called, self.on, self.fee, self.chips, self.rebuy, self.rebuy_chips),
            *(
                self.addon,
                self.addon_chips,
                self.length,
                self.least,
                self.most,
                self.spaces,
                self.rounds,
            ),
            self.occasion,
        ]

    def body(self) -> QWidget | QBoxLayout:
        """Fees beside their chips."""
        lines = (
            (self.game, self.spaces),
            (self.called, self.on),
            (self.fee, self.chips),
            (self.rebuy, self.rebuy_chips),
            (self.addon, self.addon_chips),
            (self.length, self.rounds),
            (self.least, self.most),
        )
        rows = (level(row(*both, gap=12)) for both in lines)
        return column(label(APART, "muted", wrap=True), *rows, self.occasion, gap=12)

    def refresh(self, board: Board) -> None:
        """Offer the poker occasions that are not over."""
        super().refresh(board)
        open_ = [name for name, one in board.kept.occasions.items() if not one.closed]
        self.occasion.offer([("", "None"), *((name, name) for name in open_)])

    def call(self) -> Call:
        """A tournament."""
        fact = kinds.Tournament(
            name=self.called.value(),
            game=self.game.value(),
            date=self.on.value(),
            fee_cents=self.fee.value(),
            chips_each=self.chips.value(),
            rebuy_cents=self.rebuy.value(),
            rebuy_chips=self.rebuy_chips.value(),
            addon_cents=self.addon.value(),
            addon_chips=self.addon_chips.value(),
            spaces=int(self.spaces.value()),
            length=self.length.value(),
            least=self.least.value(),
            most=self.most.value(),
            rounds=self.rounds.value() or 1,
            occasion=self.occasion.value(),
        )
        return bound(Desk.tournament, fact, self.signers.value())


class Fee(OfContest):
    """A player pays and gets chips."""

    name = "tournament fee"
    post_words = "Collect"
    who = COLLECTORS
    said = "{fact.player}: ${worth}, {fact.chips_given} chips."

    def fields(self) -> list[Field]:
        """Which tournament, who, what for, how much."""
        self.what = Choice("what", "What", [(one, one.capitalize()) for one in WHAT], usual=WHAT[0])
        self.name_ = Line("player", "Player")
        self.amount = Line("amount", "Amount", read=read_money)
        self.address = Line("address", "Address, for poker")
        return [self.asked(), self.what, self.name_, self.amount, self.address]

    def call(self) -> Call:
        """A fee."""
        said = (self.of.value(), self.name_.value(), self.what.value(), self.amount.value())
        return bound(Desk.tournament_fee, *said, self.signers.value(), self.address.value())


class Stand(OfContest):
    """The end of a round: who has how many chips, at which table."""

    name = "tournament stand"
    post_words = "Keep the stand"
    said = "Round {fact.round} of {fact.tournament} is kept."

    def fields(self) -> list[Field]:
        """Which round, and the players."""
        self.round = Line("round", "Round", read=number)
        self.players = Line(
            "players", "Players", hint="Ann Lee 1200 at 1, Bo Ness 900 at 2", read=stands
        )
        return [self.asked(), self.round, self.players]

    def call(self) -> Call:
        """A stand."""
        said = (self.of.value(), self.round.value(), self.players.value())
        return bound(Desk.tournament_stand, *said, self.signers.value())


class Prize(OfContest):
    """Award a prize."""

    name = "tournament prize"
    post_words = "Award"
    said = "{fact.player} gets ${worth}."

    def fields(self) -> list[Field]:
        """To whom, of which round, how much, in goods or cash."""
        self.round = Line("round", "Of round", hint="the whole tournament", read=number)
        self.amount = Line("amount", "Cash, or what the goods cost", read=read_money)
        self.goods = Line("goods", "Goods", hint="cash")
        self.split = Tick("split", "The last two agreed to split the prize")
        return [self.asked(), self.player, self.round, self.amount, self.goods, self.split]

    def call(self) -> Call:
        """A prize."""
        return bound(
            Desk.tournament_prize,
            *(self.of.value(), self.player.value(), self.amount.value(), self.signers.value()),
            round_=self.round.value(),
            goods=self.goods.value(),
            split=self.split.value(),
        )


class ContestDeposit(About):
    """Note the deposit of what a tournament or an occasion brought."""

    name = "contest deposit"
    caption = "Tournament or occasion"
    post_words = "Note the deposit"
    who = (Who("Initialed by", ("gaming manager", "shift manager", "cashier", "bookkeeper")),)

    def fields(self) -> list[Field]:
        """Of which, then what stands on the deposit slip."""
        self.amount = Line("amount", "Amount the bank took", read=read_money)
        self.made = Line("made", "Made on", hint="11/27/2026", read=read_day)
        self.slip = Line("slip", "Number of the deposit slip", number=True)
        self.bank = Line("bank", "Bank and account", seldom=True)
        self.why = Reason("Reason, if it brought another amount", ("The bank counted otherwise",))
        return [self.asked(), self.amount, self.made, self.slip, self.bank, self.why]

    def body(self) -> QBoxLayout:
        """That it goes by itself, then the slip."""
        when = level(row(self.made, self.slip, gap=12))
        rest = (self.amount, when, self.bank, self.why)
        return column(label(APART, "muted", wrap=True), self.of, *rest, None, gap=12)

    def known(self, board: Board) -> list[str]:
        """Those that owe a deposit."""
        every = {**board.kept.contests, **board.kept.occasions}
        return [name for name, one in every.items() if one.owed_cents]

    def refresh(self, board: Board) -> None:
        """Begin with the bank of the last deposit, and with today."""
        super().refresh(board)
        made = board.site.banked
        if made and not self.bank.typed():
            self.bank.take_up(made[-1].bank)
        self.made.propose(typed_day(self.station.today))

    def call(self) -> Call:
        """A deposit."""
        said = (self.of.value(), self.made.value(), self.amount.value(), self.signers.value())
        more = {"bank": self.bank.value(), "slip": self.slip.value(), "reason": self.why.value()}
        return bound(Desk.contest_deposit, *said, **more)

    def done(self, entry: Entry) -> str:
        """How much, and whether it came too late."""
        fact = entry.of(kinds.ContestDeposit)
        late = " It was late: the rule is in the book with it." if fact.warnings else ""
        return f"The deposit of {fact.contest}, ${dollars(fact.cents)}, is noted.{late}"


class Leave(OfContest):
    """A player withdraws; nothing is refunded."""

    name = "leave tournament"
    post_words = "Withdraw"
    who = COLLECTORS
    said = "{fact.player} withdrew; {fact.chips_back} chips are back."

    def fields(self) -> list[Field]:
        """Who, and how many chips come back."""
        self.back = Line("back", "Chips given back", read=number)
        return [self.asked(), self.player, self.back]

    def call(self) -> Call:
        """A player who withdraws."""
        said = (self.of.value(), self.player.value(), self.back.value())
        return bound(Desk.leave_tournament, *said, self.signers.value())


# Poker


class Occasion(Form):
    """Set a poker occasion."""

    name = "poker occasion"
    post_words = "Set the occasion"
    stays = True
    who = (Who("Initialed by", ("gaming manager",)),)
    said = "{fact.name} is set, from {fact.since} to {fact.until}."

    def fields(self) -> list[Field]:
        """Its name, from when to when, how it is played, by which permit."""
        self.called = Line("called", "Name", hint="Fair")
        self.since = Line("since", "Begins", hint="2026-11-27 18:00")
        self.until = Line("until", "Ends", hint="2026-11-30 18:00")
        self.burn = Pick("burn", "A card is burned", BURNS)
        self.ante = Line("ante", "Ante of each player", hint="none", read=none_or_money)
        self.restricted = Tick("restricted", "By a restricted permit: one event a year")
        return [self.called, self.since, self.until, self.burn, self.ante, self.restricted]

    def body(self) -> QBoxLayout:
        """When it is, and how it is played."""
        lines = ((self.since, self.until), (self.burn, self.ante))
        rows = (level(row(*both, gap=12)) for both in lines)
        return column(self.called, *rows, self.restricted, None, gap=12)

    def call(self) -> Call:
        """An occasion."""
        said = (self.called.value(), self.since.value(), self.until.value(), self.signers.value())
        more = {"burn": self.burn.value(), "ante_cents": self.ante.value()}
        return bound(Desk.poker_occasion, *said, **more, restricted=self.restricted.value())


class OfOccasion(About):
    """A form about a poker occasion."""

    caption = "Poker occasion"
    none = f"No poker occasion is open. Set one first: {action('poker occasion').key}."

    def known(self, board: Board) -> list[str]:
        """Those whose cash bank is not counted."""
        return [name for name, one in board.kept.occasions.items() if not one.closed]


class PokerDeck(OfOccasion):
    """A deck that comes to a table: each item is fine, or what is wrong with it."""

    name = "poker deck"
    post_words = "Looked over"
    who = DEALERS

    def fields(self) -> list[Field]:
        """Which table, what of its deck is fine, what is wrong with the rest."""
        self.table = Line("table", "Table", number=True)
        self.items = {item: Tick(item, words, on=True) for item, words in POKER.items()}
        self.wrong = Line("wrong", "What is wrong with what is not ticked", seldom=True)
        return [self.asked(), self.table, *self.items.values(), self.wrong]

    def body(self) -> QBoxLayout:
        """The table, then the items."""
        of = Folding(self.of, self.table, gap=12, top=True)
        return column(of, holder(column(*self.items.values(), gap=0)), self.wrong, None, gap=12)

    def call(self) -> Call:
        """A look at a deck."""
        words = self.wrong.value()
        faults = {item: words for item, tick in self.items.items() if not tick.value()}
        said = (self.of.value(), self.table.value(), self.signers.value())
        return bound(Desk.poker_deck, *said, tuple(POKER), faults)

    def done(self, entry: Entry) -> str:
        """Whether it may be dealt."""
        fact = entry.of(kinds.PokerDeck)
        if fact.faults:
            return f"Table {fact.table}: bring another deck. Wrong: {', '.join(fact.faults)}."
        return (
            f"The deck of table {fact.table} is approved. Spread and shuffle it again if it is changed."
        )


class PokerFee(OfOccasion):
    """A table pays for the next half hour."""

    name = "poker fee"
    post_words = "Collect"
    who = COLLECTORS
    said = "Table {fact.table}, {fact.time}: ${worth} of {fact.players} players."

    def fields(self) -> list[Field]:
        """Which table, when it begins, how many players, how much."""
        self.table = Line("table", "Table", number=True)
        self.time = Line("time", "Half hour from", hint="18:00")
        self.players = Line("players", "Players", read=number)
        self.amount = Line("amount", "Fee, $2.00 a player at most", read=read_money)
        return [self.asked(), self.table, self.time, self.players, self.amount]

    def call(self) -> Call:
        """The fees of a table."""
        said = (self.of.value(), self.table.value(), self.time.value(), self.players.value())
        return bound(Desk.poker_fee, *said, self.amount.value(), self.signers.value())


class ClosePoker(OfOccasion):
    """Count the cash bank of an occasion, by two."""

    name = "close poker"
    post_words = "Keep the count"
    who = BOTH

    def fields(self) -> list[Field]:
        """What it began with, what it ends with, and the prizes."""
        self.start = Line("start", "It began with", read=none_or_money)
        self.end = Line("end", "It ends with", read=none_or_money)
        self.prizes = Line("prizes", "Prizes paid", hint="0.00", read=none_or_money)
        return [self.asked(), self.start, self.end, self.prizes]

    def call(self) -> Call:
        """A count."""
        money = (self.start.value(), self.end.value(), self.prizes.value())
        return bound(Desk.close_poker, self.of.value(), *money, self.signers.value())

    def done(self, entry: Entry) -> str:
        """What it brought."""
        brought = dollars(entry.of(kinds.ClosePoker).brought_cents)
        return f"The cash bank is counted; it brought ${brought}. Deposit that by itself."
