"""The floor: tables, fills and credits, slips on their way.

screen   the floor at a glance
cards    the tables as cards: their trays, and what happens there
now      who waits for whom, and where every chip is
fill     fill and credit slips, shown as they will print
ask      what the pit asks of the cage
tables   opener, dealers, counts, camera, closer
checklist  what is looked over before a table opens
recorder  the log of the recorders
waiting  slips on their way: verify and receive
pit      the pit's own screen, at a station
asking   what the pit asks for, by touch
kept     asks that wait at a station for the line to the cage
track    how far a request is; what works while the cage is not reached
counter  a slip's chips in stacks, as they lie on the counter
"""
