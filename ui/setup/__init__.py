"""Set-up, the first run, backup and restore.

screen   organization, tables, this station
rules    the rulebook, and what the law asks row by row
first    the first run: from nothing to an open day
stations  other machines that work on this book: taken in, changed, taken away
join     this machine becomes a station of a cage
letterhead  what stands above and below each slip, and how it prints
house    house rules of twenty-one, their poster
event    a special event, and the tables that are here for it
nobook   the book could not be opened: why, and the ways on
step     one step of it
steps    its steps in order
printer  the card of the receipt printer
recorder  a device that no model fits: what it sends, a profile made of it
ports    what is plugged in, and which model it is
devices  what stands beside the cashier: cash drawer, scanner, counter, scale, displays
backup   copies of the book and its keys
witness  a new witness beside the book, by a manager
restore  a backup becomes the book
nocage   a station's line to the cage: why it is not open, and the ways on
promote  a station's copy becomes the book, where the cage's machine is dead
"""
