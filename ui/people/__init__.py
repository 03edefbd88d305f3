"""People: who is here, who may do what.

screen     on and off duty, ties, the end of a wait
everybody  everybody the book knows, as a list to search
person     what a form asks about a person
"""
