"""What the first reading of the law judged otherwise: days of editions 1 and 2, as they were judged.

Each check stands in a module of the name that it had, with `until=2`; the check of today has `since=3`.

amounts  all money in half dollars
banks    lenders without names, two at every count
cage     redeeming and coloring up
chips    $25 chips, and games that have ended
closing  what stands between a night and its seal: cameras, boxes
drop     the drop box and its count
night    the day, its date, and who is in charge while a table is open
order    the look at a table that was not opened
slips    who verifies a slip before it is received
tables   boxes, limits of wagers, dealing, video
"""

from pitdesk.rules.checks.first import (  # noqa: F401  (each registers its own)
    amounts,
    banks,
    cage,
    chips,
    closing,
    drop,
    night,
    order,
    slips,
    tables,
)
