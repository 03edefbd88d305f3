"""PitDesk: the chip bank, the slips and the day of a charity's twenty-one and paddlewheel tables.

chips      whole pieces by type, and the one way money is read and written
places     where chips or cash can be
subjects   the things that a finding can be about
errors     the three kinds of bad news
clock      the one place that reads the machine's
banking    banking days
disk       files that outlast a power cut
given      files that somebody else gives us, read through one door
games      the rules of the games: who is paid what in a round
kinds      what an entry can say, each kind declared once
book       what is written once, and what follows from the entries alone
chipset    what the house owns, how it looks, where it came from
codes      what is signed, and how it is written on paper
records    what the law wants beside the night, from the book alone
rules      what the law says and since when, and what checks it
documents  what leaves the site for head office and the bank
due        what the law and the house want by a date
desk       the verbs, and the only place that decides
reports    figures over many days, and the audit pack
tonight    what the screens see of the open night
shifts     a night in plain text, read and played
upkeep     what keeps a book whole for years
stations   other machines that work on the cage's book
office     head office, which takes in the documents of many sites
commands   everything a script or an auditor needs, with no screen

From the bottom up: a room imports only from those below it, as pyproject.toml says and a test holds.
"""

__version__ = "0.3.0"
