"""The count room.

screen  boxes off the tables, two blind counts, the slips found
sides   the two counts of a box, one side each
"""
