"""The count room.

screen  boxes off the tables, two blind counts, the slips found
boxes   every box: where it is, who has counted it
sides   the two counts of a box, one side each
"""
