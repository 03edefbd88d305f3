"""What the first reading of the law judged otherwise: days of editions 1 and 2, as they were judged.

Each check stands in a module of the name that it had, with `until=2`; the check of today has `since=3`.

cage    redeeming
chips   games that have ended
night   the day and its date
"""

from pitdesk.rules.checks.first import cage, chips, night  # noqa: F401  (each registers its own)
