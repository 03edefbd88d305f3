"""Odds by exact count: what a wager brings in the long run, as fractions, never by trying.

chance     what a wager of one unit brings: its mean, the house edge, its deviation
hands      how many poker hands there are of each kind
baccarat   minibaccarat by every order of six cards
war        casino war by what is left of the decks
bonus      the bonus of Three Card 21 by every three cards
sides      the side wagers of blackjack by every two or three cards
fastaction  fast action hold'em with the board shown
twentyone  twenty-one by the best play against each card of an endless shoe
blackjack  blackjack likewise, with the options of its table
threecard  the first wager of Three Card 21 likewise

Each takes what is paid from the module that settles the game, so a table and its odds cannot differ. The
modules say their method and how long they take; the tests hold them to published figures, or to a second
way where none was found.
"""
