"""Papers of a table.

plaque    the plaques with the limits of tables
dispute   the sheet of a dispute with its rulings
"""
