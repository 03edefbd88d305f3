"""Drawing: what every sheet is put together of.

chip     a chip as flat shapes: the same in the window and on paper
columns  typeface, breaks and the widths of columns, in points
sheets   a report as data: sections, grids, rows
"""
