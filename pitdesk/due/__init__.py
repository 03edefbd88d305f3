"""The Due board: what the law and the house want by a date, worked out from the book alone. Read-only.

task      a task: what, by when, by whom, its section, how its date was worked out
money     deposits that are owed, boxes that wait to be counted
cameras   faults, the daily look, recorders, samples for the state, when video has to work
papers    a new gaming manager, house rules to post, violations to tell of, papers to destroy
banks     what cash banks should hold, their reconciliation each month
contests  tournaments and poker occasions: who won, banks to count, deposits
quarters  hold and reviews, the tax return, audits, the rent
board     every task of a book, what was done lately
calendar  tasks as a file that a phone's calendar takes
"""
