"""Work: how a screen works with the desk.

station   what a screen is given: the board, the operator, the way to the desk
runner    the desk's own lane: calls go in, answers and boards come back
printing  what is at the printer, one sheet at a time
devices   what stands beside the cashier, each at a line of its own
till      the cash drawer: opened once an entry stands, and watched
message   what the window says, what it is about, the way on
drafts    what somebody left half typed, offered to them alone
reader    reads the book for a screen, on a connection of its own
actions   the one table of verbs and places: keys, buttons, menus
form      one verb: fields in, one call, a number or the reasons; the way back
second    a second person, asked for while the amount is typed
before    what was done lately in a place, below its forms
tabs      the pages of a place, one of them in front
more      a menu of what there is no room for
attable   a form about one table, or its box
readback  a table, read back large before somebody initials
signers   initials, taken in place
lessons   what a refusal teaches: its rule, the way out
aside     a count put aside until it is posted
settings  what this station remembers of itself
copies    the book copied after each sealed day
lines     to other stations: a cage lets them in, a station follows the cage
elsewhere  paper at other stations, and a slip printed here in their place
sending   documents to head office, with nobody waiting
outlet    a sheet that is asked for: kept as a file or printed
"""
