"""The commands: everything a script or an auditor needs, with no screen. They alone call the printers.

arguments  what several commands are given alike
book       replay, verify, backup and the questions to a book
reports    summaries, tax, deposits, export, audit pack, manual
sending    documents to head office
office     head office itself
"""
