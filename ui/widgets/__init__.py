"""Widgets: what is drawn and typed. They know neither desk nor place.

theme    the tokens of the three themes, and the four layouts
faces    the letters of the program, whatever the system has, and the marks of its style sheet
parts    labels, cards, rows, buttons
fields   a line, a list, a choice, a tick
dates    dates as they are typed and shown
dots     a PIN, shown as dots and kept outside every text field
written  a line with a list of what is usual
grid     chips: stacks and loose pieces per value
cash     notes and coins, or one total
notice   why something was refused, where a count is from
flow     columns of one width
tile     a large button with parts in it
pad      on-screen keys
columns  how wide the columns of a listing are, and which are shown
listing  rows of words of which one is chosen
files    which file: the system's own dialogs
pages    the pages of a PDF
paper    a slip, and a report from the bytes that print
icons    signs as paths
art      chips, painted
tray     a table's tray from above
swatch   colors side by side
chart    chips outstanding, a line for each value
bars     gross and adjusted gross proceeds, night by night
sums     the tables of a day, and the day in one sum
"""
