"""Shift files: a night in plain text, read and played.

read      a file into lines
verb      a line's verb, and the shift that it is done in
grammar   how each line is written, and what it does at the desk
ledgers   the lines about records beside the night
stores    the lines about the house's chips and head office
records   the lines about the Due board and records beside the night
expect    the lines that say what must have come of it
replay    plays a file, line by line
nights    the two short nights of a rule
practice  a book to learn in, with its night just begun
"""
