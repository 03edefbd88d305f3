'''The rules of the games: who is paid what in a round that somebody wrote down.

cards       the faces, what they count, and how many of each a round can hold
odds        what a wager pays, in whole cents or not at all
results     what became of each wager, what was ruled, or why nothing can be settled
facts       what every round says, however it was played
fates       what becomes of a wager, before anybody looks at its amount
mistakes    what goes wrong at a table, and what is done about it
counts      hands that count to twenty-one, and when a dealer stays
twentyone   twenty-one as North Dakota plays it
blackjack   blackjack as New Jersey plays it, with its options
threecard   Three Card 21 "N" Done
war         casino war
poker       North Dakota poker: hands, pots, what is ruled at its tables
minibac     minibaccarat
vigorish    vigorish that is owed at its tables
houseways   how the dealer of fast action hold'em keeps two cards of four
fastaction  fast action hold'em
shooter     who shoots next at craps
tray        payment in chips from a tray
chances     odds by exact count
rulings     a round typed, told in words, practiced, posted
rounds      every game by its code; a line in, a line out

Facts go in, frozen; a result comes out. Nothing here knows the book, the desk or a screen, and no round
changes the book. Where the text leaves room, the round has an option, or is refused (`needs_ruling`).

A game is one module. It declares what a round says, a function, and one line that names both:

    class Round(Facts):
        """A round of casino war."""

        dealer: Dealer
        players: tuple[Player, ...] = ()

    def settle(played: Round) -> Settled:
        """Settle each wager by 19:47-22.8 and 22.9."""

    GAME = Game("nj-war", "Casino war", Round, settle)

Then it stands in `rounds.GAMES`. `settle` raises `results.Impossible` with every fault that it found; so
does `odds` for a part of a cent. Money is `facts.Cents`. What pays what is a table at the head of the
module, with its section.
'''
