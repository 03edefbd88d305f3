"""Records that the law wants beside the night, as they follow from the book alone; it writes nothing.

nights  the gaming days by their dates, which tables were open
kept    what was written down: hold determined, reviews, ideal banks, audits, rent, tournaments, poker
hold    what of each table's day fell to whoever sat there; sheets by table, dealer and week
luck    the band that luck alone explains
banks   open IOUs by age, and when a cash bank is to be reconciled
rent    how often each table was used, and what rent may come to
contests  tournaments and poker occasions: who paid and won what
duties  what these records ask for by a date, and whether it is done
"""
