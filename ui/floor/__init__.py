"""The floor: tables, fills and credits, slips on their way.

screen   the tables as trays, and what waits for whom
fill     fill and credit slips, shown as they will print
tables   opener, dealers, counts, camera, closer
waiting  slips on their way: verify and receive
counter  a slip's chips in stacks, as they lie on the counter
"""
