"""Rulings: a round as it lies on the table, what the rules of its game say, a dispute written down.

felt      the table as the dealer has it: cards, wagers, what each seat wins or loses
screen    settle a hand: typed seat by seat, each wager with its amount, chips and section
page      what the pages with a round on them share
pot       poker: whose hand wins, and how the pots are divided
dispute   a dispute with its ruling, written down
overrule  tonight's disputes: their sheets, and a ruling overruled
practice  rounds dealt by chance, to practice settling
mistakes  what is done about each dealing mistake
"""
