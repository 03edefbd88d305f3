"""Stations: other machines that work on the cage's book. The cage decides, every station follows.

keys      what a machine proves itself with, and how two come to trust each other
verbs     which verbs a station may ask for, and how their arguments travel
words     what is said where two books do not go together
wire      what the cage and a station say to each other
turns     the desk's turns where there is no window
copies    what the stations' copies have, and the wait for one of them
attended  one station at the cage: what it asks is done, its copy of the book is fed
door      where the cage lets lines in
cage      the cage's end: lets paired stations in, and machines that want to be paired
paper     what prints at a station: made and noted at the cage
home      a station's own folder
line      a station's end of the line, and what feeds its copy
remote    the desk of a station
succession   a station's copy becomes the book, where the cage's machine is dead

A station holds no key and no pepper. It reads a copy of the book, held link by link against the chain,
and asks the cage for verbs. The cage proves the PINs, asks the rules and writes, and answers with the
number of an entry, which then arrives in the copy. So nothing that a station keeps can forge anything.
"""
