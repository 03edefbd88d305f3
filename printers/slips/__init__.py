"""Slips: an entry as lines, and lines as bytes.

labels   of boxes, racks and bags
layout   a slip as lines of text: 99-01.3-08-05(3)
reading  the night so far as lines of text
letterhead  what stands above and below: lines and a logo
bytes    lines as bytes for an ESC/POS printer
forms    blank numbered forms for a night without the machine
"""
