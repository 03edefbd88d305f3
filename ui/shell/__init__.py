"""The shell: the program and its window.

app       which book, which appearance, which window; what happens when we are wrong
window    puts session, frame and keys together, and brings screens to the front
session   who is signed in, the lock, change of operator
frame     what stands around the screens: the top, places, verbs
third     what waits, beside every screen where there is the most room
monitor   keeps the window within its monitor
sheet     places and verbs over the screens, where there is no room beside them
messages  the message bar: what the program says to the operator
keys      those of every action, and those on the screen
meant     keys as they were meant: digits, and a held Enter
screens   which screen stands in which place
signin    pick the name, then the PIN
find      Ctrl K: anything by a few letters
offers    what a counter or a scale says, offered to the count that is open
scans     what is scanned, led to its next step
wedge     scanners that type like a keyboard, told from people
customer  the second screen, for the player
speech    what is said aloud without being asked, and the total
watch     the state of the printer, and the question after a print
reading   a book that is only read
inspecting  a book that an agent reads for a while
broken    when we are wrong
ending    Ctrl+C in a terminal and the system's word to end
garbage   collects in the window's thread alone
"""
