"""Checks of what is written down beside the night, from edition 5 on.

hold   hold of a quarter, reviews of video, what the gaming division is told
"""

from pitdesk.rules.checks.ledgers import hold  # noqa: F401  (each registers its own)
