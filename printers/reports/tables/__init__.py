"""Papers of a table.

plaque    the plaques with the limits of tables
practice  rounds to settle on paper, with the answers
dispute   the sheet of a dispute with its rulings
"""
