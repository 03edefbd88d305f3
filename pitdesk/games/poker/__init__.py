"""North Dakota poker (99-01.3-09-04): hands, pots, what is ruled at its tables.

ranks     what a hand is, and which of two is higher
pots      side pots, and how a pot is divided into whole chips
calls     what is ruled, event by event
showdown  whose hands are live, and who wins which pot
"""
