"""Editions of a day: how its report and slips are printed, and by which reading of the law it is judged.

A day keeps the edition that it was opened with, so an old night prints the same bytes for ever. What
is new on paper bears the edition that it came with: `Column("Hold", since=2)` and a line here.

From edition 3 on a day is judged by the second reading of the law. Days before it keep the first, with
what it allowed and refused: `rules/README.md`.
"""

EDITIONS = {
    1: "as first printed",
    2: "overnight over/short",
    3: "the law, read again",
    4: "mistakes taken back, the answer first",
    5: "the records of the chapter",
}
LATEST = max(EDITIONS)
REREAD = 3  # the edition since which the second reading of the law holds
TAKEN_BACK = 4  # that since which an entry is reversed, and an opener counted again
OPENED = 4  # that since which paper says how often a drawer was opened with no cash due
HANDED_OVER = 4  # that since which paper and documents say who had each drawer
READ_BACK = 4  # that since which a slip says how its table stood
ANSWERED = 4  # that since which a report begins with its answer
RECORDS = 5  # that since which a day knows which deposits are owed as it opens
