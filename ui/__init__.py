"""The screens: what people see and touch. They hold no arithmetic, no SQL and no rules.

aloud       what those hear who work with a screen reader
beside      work that the window does not wait for
widgets     what is drawn and typed, knowing neither desk nor place
work        how a screen works with the desk
rulings     a round as it lies, and who is paid what
floor       tables, fills and credits, slips on their way
people      who is here, who may do what
count_room  boxes off the tables, two blind counts
rulings     a hand settled by the rules of its game, a dispute written down
past        each day with its report as it prints
cage        what players bring to the window and take away
chips       the chip bank, the chip set, the inventory
close       the close of the day
office      head office, as a site sees it
due         what the law and the house want by a date
setup       set-up, the first run, backup and restore
slips       the register, paper in question, slips by hand
ledgers     records beside the night
manual      contents, a page, a search over all
shell       the program and its window
"""

import builtins

from PySide6 import QtCore as _  # noqa: F401  (it puts its own import in the place of Python's)

# PySide's import reads the source of every module, to see whether it wants other names for what Qt has,
# and keeps all that it read: 10 MB, and much of the start. Ours want nothing of that.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
