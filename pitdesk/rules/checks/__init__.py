"""The checks: one short pure function per rule, registered under its id for the verbs it judges.

Each yields what is wrong in whole sentences: what happened, to which thing, what to do now.

verbs      the verbs in groups, and how names are listed
setup      people and tables
authorized  what the site bears, and what its authorization allows
amounts    things and amounts: what is set up, whole, sane, and where it leaves from
initials   who initials
night      the day and who is in charge
order      one thing after another
tables     boxes, dealing
limits     limits of wagers, plaques
video      who needs it, temporary tables, the daily look, faults
slips      fill and credit slips, and what a table asks for
cage       redeeming, changing, coloring up
banks      cash banks, IOUs, withdrawals, counts
chips      the chips of the house, and games that have ended
inventory  deliveries, moves, counts by two
drop       the drop box and its count
closing    what stands between a night and its seal
reversals  what is taken back, and openers counted again
letterhead  what stands above and below a slip
second     a second person, above what the house lets one do alone
outsiders  outsiders, and those who look at the books
records    what is done, recorders, video equipment, recordings
office     corrections, deposits, keys
ledgers    what is written down beside the night
first      what the first reading of the law judged otherwise
"""
