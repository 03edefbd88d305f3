"""The Due board: what the law and the house want by a date, and who did what of it.

screen  what is due, by how soon, with the way out of each; what was done lately
weeks   the next five weeks, with a dot for what is due each day
forms   say that a task is done, or is not after all; video equipment; recordings that are let go; papers
"""
