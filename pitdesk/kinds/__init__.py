"""The kinds of facts: what an entry can say, each declared once, with types and units.

fact       how a kind is declared, read and written
setup      the site, its tables, chip types and people
day        the gaming day: open, duty, counts, reasons, the seal
tables     at a table: opener, dealers, counts, camera, closer, drop box
slips      fill and credit slips, and their paper
cage       chips redeemed and exchanged, tips, checks, IOUs, withdrawals
countroom  two blind counts, the slips found
chips      the house's chips: received, moved, counted by two, foreign
invoice    a supplier's invoice, as it lies beside a delivery
office     documents, corrections, deposits, keys
records    what is done by whom, recorders, video equipment, papers, house options
hold       hold of a quarter, reviews of video, what the division is told
editions   of what is printed of a day
contests   tournaments and poker occasions
treasury   ideal cash banks, reconciliations, audits, rent
"""

from pitdesk.kinds.cage import *
from pitdesk.kinds.chips import *
from pitdesk.kinds.contests import *
from pitdesk.kinds.countroom import *
from pitdesk.kinds.day import *
from pitdesk.kinds.fact import (
    CAGE,
    CHIPS,
    COUNT_ROOM,
    DAY,
    KINDS,
    MONEY,
    OFFICE,
    PRINTER,
    SETUP,
    SLIPS,
    TABLES,
    TIPS,
    UPKEEP,
    Declared,
    Fact,
    of,
)
from pitdesk.kinds.hold import *
from pitdesk.kinds.invoice import Invoice, Line
from pitdesk.kinds.office import *
from pitdesk.kinds.records import *
from pitdesk.kinds.setup import *
from pitdesk.kinds.slips import *
from pitdesk.kinds.tables import *
from pitdesk.kinds.treasury import *
