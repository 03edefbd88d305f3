"""Reports: figures over many days, as plain rows, and the audit pack.

days         sealed days with what was corrected and deposited
summaries    days, weeks, months and quarters, of one site or of all
holds        hold by table, dealer and week, beside what luck explains
tax          the quarter's summary for the tax return, line by line
flow         the night as a flow: where every chip came from, and where it is
mistakes     what was taken back, and what was counted again
disputes     disputes of a day, and what overruled their rulings
outstanding  chips outstanding, night by night
ledger       the book as plain-text accounting for hledger and beancount
sheet        rows for a spreadsheet, and back
pack         a quarter's audit pack: one folder with all that an auditor asks for
"""
