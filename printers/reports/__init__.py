"""Reports on paper: one file a report, and the two kinds of paper they come out on.

letter     Letter pages, the same bytes each time
strip      a receipt strip of 33 to 48 columns
day        the end-of-day reconciliation: 99-01.3-08-16(1)
answer     its answer, before all else
night      the night that it is about, and its sums
floor      its tables
banks      its chips and cash, each rolled forward
sums       its day in one sum
shifts     its shift managers, and who dealt where
mistakes   what was taken back and what was counted again
flow       the night as a flow, a page or a picture
trail      its slips, exceptions, what is due, initials and seal
summaries  summaries of days to quarters, and the tax
holds      hold by table, dealer and week, beside what luck explains
contests   a tournament or a poker occasion
inventory  the chips inventory log
notice     the notice to hang up where a game has ended
labels     labels for boxes, racks and bags
poster     the house rules of twenty-one, to hang up or to hand out
tables     papers of a table: plaques, disputes, practice
chipset    the chip set in true size
trace      the trace of the law as a booklet
manual     the manual on paper
keysheet   every key on one sheet
pages      the manual's pages in their order
"""
