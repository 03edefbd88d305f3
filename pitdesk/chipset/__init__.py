"""The chip set: what the house owns, how it looks, where it came from.

law         the set held against 99-01.3-08-03
appearance  how a chip looks: colors, edge spots, marks
color       colors by name or as measured, and how far apart they are
photo       a color taken from a photo beside a gray card
logo        a picture as receipt printers print it
weight      how many chips a weight is, and whether it can tell
inventory   the chips inventory log of one book or several
moves       what an entry does to chips, in the trade's words
"""
