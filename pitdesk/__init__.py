"""PitDesk: the chip bank, the slips and the day of a charity's twenty-one and paddlewheel tables."""

__version__ = "0.2.0"
