"""The count room.

screen  boxes off the tables, two blind counts, the slips found
"""
