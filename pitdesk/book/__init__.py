"""The book: what is written once, and what follows from the entries alone.

entries      immutable, numbered, signed facts: what the journal keeps and the chain covers
chain        the links that hold the entries together
schema       the tables and guards of a book, and whether it still has them
verify       read a whole book and name its first bad record
faults       the disk, the file, or who has it: what goes wrong under a book
connection   which SQLite, how it is set, what it may never do
sqlite       SQLite as sqlite-utils has it, without numpy
journal      append; with reading, connection, verify and schema, all that speaks SQL
reading      what a book can be asked
staging      a book takes its place in one rename, or not at all
witness      the file beside a book that knows how far it once reached
lock         the hold that one program has on a book
site         what was set up outside any gaming day
people       who they are, what they may act as, how they prove it
seats        who had a post from when to when: a table's seat, the shift
slip         a fill or credit slip on its day, with its parts on paper; what tables ask for
cameras      what was looked at, what fails and for how long
limits       active tables, limits that differ, plaques that lack
boxes        drop boxes on their day, from the table to the count, use by use
day          the gaming day, built entry by entry
banks        which drawer each game has, and what each bank brings
figures      the arithmetic that must hold to the cent, both ways
past         the days of a book, and the site as it was then
register     every fill and credit of a book, searched
fate         what became of each slip and of the numbers
"""
