"""Checks of what is written down beside the night, from edition 5 on.

banks  ideal cash banks, reconciliations, audits, rent
contests  tournaments and poker occasions
hold   hold of a quarter, reviews of video, what the gaming division is told
"""

from pitdesk.rules.checks.ledgers import banks, contests, hold  # noqa: F401  (each registers its own)
