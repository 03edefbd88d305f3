"""Editions of what is printed of a day: its report and its slips.

A day keeps the edition that it was opened with, so an old night prints the same bytes for ever. What
is new on paper bears the edition that it came with: `Column("Hold", since=2)` and a line here.
"""

EDITIONS = {1: "as first printed", 2: "overnight over/short"}
LATEST = max(EDITIONS)
