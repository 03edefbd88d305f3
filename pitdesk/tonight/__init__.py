"""Tonight: what the screens see of the open night.

asks     what tables ask of the cage just now
board    a frozen picture of the night
boxes    the drop boxes that somebody must see to, of tonight and of earlier days
closing  the close of the day: its steps, what stands open, the proofs
currency  notes and coins, as a cage counts them and hands them out
drawers  who has each drawer, and how far its next hand-over is
elsewhere  slips that wait for the printer of another station
lines    what was done at the cage and can be taken back
now      what is happening now at each table, and where every chip is
outlook  what the bank and the drawer will be asked for next
track    how far a table's newest request is
preview  a slip as it would be, before it is one
"""
