"""Upkeep: what keeps a book intact for years.

upgrade   a book of an earlier version, brought to today's schema
backup    verified copies, and a copy in the place of a book
follower  a second copy on another disk, entry by entry
recovery  what a damaged log still holds, in a copy
private   what only its owner may read
log       what the program did and what went wrong
support   a file for whoever maintains the program
shipped   whether a built PitDesk has what it was built with
"""
