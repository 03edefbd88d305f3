"""Codes: what is signed, and how it is written on paper.

labels  on boxes, racks and bags
slips   the code on a slip, by which anybody can check the paper
keys    the key of a site, in a file outside the book
own     the two keys of a book, told from those of another
base32  bytes as letters without look-alikes
"""
