"""Facts about tournaments and poker occasions: players, fees, stands, prizes. Their cash lies apart."""

from datetime import date as Date

from msgspec import field

from pitdesk.kinds.fact import OFFICE, Fact
from pitdesk.kinds.office import Deposit, TakeBackDeposit


class Tournament(Fact, group=OFFICE, section="08-15"):
    """A tournament is set: what players are told of it before they pay.

    game            "21" or "poker";  occasion: the poker occasion that it belongs to
    fee, rebuy, addon_cents   what each costs; 0 where there is none
    chips, rebuy_chips, addon_chips   chips without value that a player gets for it
    spaces          betting spaces of a player;  length: minutes, shoes or hands, in words
    least, most     bet in chips; most is 0 where there is none
    """

    name: str
    game: str
    date: Date
    fee_cents: int
    chips_each: int
    rebuy_cents: int = 0
    rebuy_chips: int = 0
    addon_cents: int = 0
    addon_chips: int = 0
    spaces: int = 1
    length: str
    least: int
    most: int = 0
    rounds: int = 1
    occasion: str = ""


class TournamentFee(Fact, group=OFFICE, section="08-15(1)"):
    """A player pays for a tournament and gets chips: what is "entry", "rebuy", "add-on" or "bounty"."""

    tournament: str
    player: str
    what: str
    cents: int
    on: Date
    chips_given: int = 0
    address: str = ""


class LeaveTournament(Fact, group=OFFICE, section="08-15(3)"):
    """A player withdraws from a tournament and gives the chips back; nothing is refunded."""

    tournament: str
    player: str
    chips_back: int


class TournamentStand(Fact, group=OFFICE, section="08-15(4)"):
    """What each player has at the end of a round: player → table and chips."""

    tournament: str
    round: int
    stands: dict[str, tuple[str, int]]


class TournamentPrize(Fact, group=OFFICE, section="08-15(4)"):
    """A prize is awarded, in cash, or in goods that cost so much; split: the last two agreed to share.

    round   0 for the tournament itself
    """

    tournament: str
    player: str
    round: int
    cents: int
    on: Date
    goods: str = ""
    split: bool = False


class PokerOccasion(Fact, group=OFFICE, section="09-01"):
    """A poker occasion is set: from when to when, local times; restricted: by a permit for one event.

    burn         when a card is burned: after each "round" of bets, or before each "deal" of more cards
    ante_cents   what each player puts in before a hand; 0 where there is no ante
    """

    name: str
    since: str
    until: str
    restricted: bool = False
    burn: str = ""
    ante_cents: int = 0


class PokerDeck(Fact, group=OFFICE, section="09-04(4)"):
    """The deck of a poker table is looked over before it is dealt, and again with each new deck.

    looked   the items that were looked at;  faults: of them, item → what is wrong
    """

    occasion: str
    table: str
    looked: tuple[str, ...]
    faults: dict[str, str] = field(default_factory=dict)


class PokerFee(Fact, group=OFFICE, section="09-07(1)(b)"):
    """A table of an occasion pays for the next half hour, in advance."""

    occasion: str
    table: str
    time: str
    players: int
    cents: int
    on: Date


class ClosePoker(Fact, group=OFFICE, section="09-07(1)"):
    """An occasion's own cash bank is counted by two: what it began and ended with."""

    occasion: str
    start_cents: int
    end_cents: int
    prizes_cents: int
    on: Date

    @property
    def brought_cents(self) -> int:
        """What is there beyond what it began with."""
        return self.end_cents - self.start_cents


class ContestDeposit(Fact, group=OFFICE, section="03-10(2)"):
    """What a tournament or a poker occasion brought is deposited by itself.

    date   that counts for its deadline;  made: when the bank took it
    bank   which bank and account;  slip: the number on the deposit slip
    """

    contest: str
    date: Date
    made: Date
    cents: int
    bank: str
    slip: str
    reason: str = ""

    @property
    def dates(self) -> tuple[Date]:
        """The date that counts, as a deposit of days has several."""
        return (self.date,)

    @property
    def checks_cents(self) -> int:
        """Fees are paid in cash."""
        return 0

    @property
    def games(self) -> tuple[str, ...]:
        """It is of no table's game."""
        return ()


BankSlip = Deposit | ContestDeposit | TakeBackDeposit
"""What has a deposit slip: a deposit, or what takes one back."""
