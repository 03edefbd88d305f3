"""Chips: the chip bank, the chip set, the inventory.

bank       what is where, counts by two, IOUs, withdrawals
banks      which cash banks there are, and who lends to them
holdings   the chip bank at a glance
registry   the chip set, and what the rulebook says of it
types      which types a house may have, as tiles
record     the record of one chip
findings   what the rulebook says while a set is typed
weights    what a chip of each type weighs
photo      a photo to take a color from
camera     a camera, where Qt Multimedia is there
check      a chip at the counter, held against the colors of the set
pictures   pictures of a chip's two sides
inventory  every type, where its pieces are, what became of each
delivery   chips into the house and about it
counts     counts of a store, each of two alone
levels     what should be where, and what is in play
"""
