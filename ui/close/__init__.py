"""The close of the day.

screen    open it, give reasons, seal it
overview  its steps, what is in the way, the sum, the report
reading   the night so far, shown and printed
ways      the ways out of what is in the way
"""
