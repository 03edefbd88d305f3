"""People: who is here, who may do what.

screen     on and off duty, ties, the end of a wait
everybody  everybody the book knows, as a list to search
person     a person, as one is asked for
"""
