"""Slips: the register, paper in question, slips by hand.

screen    void, answer for a print, print again
register  every slip of the book, and one in full
byhand    what the printer owes, written on a form
check     a slip's code, looked up
forms     packs of blank forms
"""
