"""The checks: one short pure function per rule, registered under its id for the verbs it judges.

Each yields what is wrong in whole sentences: what happened, to which thing, what to do now.
"""

from pitdesk.rules.checks import (
    amounts,
    banks,
    cage,
    chips,
    closing,
    drop,
    initials,
    inventory,
    night,
    office,
    order,
    setup,
    slips,
    tables,
)

__all__ = [
    "amounts",
    "banks",
    "cage",
    "chips",
    "closing",
    "drop",
    "initials",
    "inventory",
    "night",
    "office",
    "order",
    "setup",
    "slips",
    "tables",
]
