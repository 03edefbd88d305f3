"""Drawing: what every sheet is put together of.

cells    words, figures and codes in a grid
chip     a chip as flat shapes: the same in the window and on paper
columns  typeface, breaks and the widths of columns, in points
flow     the night as a flow: where its bands and nodes stand
grids    makers of columns, rows and grids
pen      a PDF file on Letter pages, written to
sheets   a report as data: sections, grids, rows
"""
