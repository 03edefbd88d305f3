"""Flushes: write some slips at a desk, so that strace can count what reaches the disk.

python flushes.py BOOK SLIPS [later]: a book whose day is open; three slips to warm up, then so many.
With `later` the noted head does not wait for the disk.
"""

import sys
from pathlib import Path

from books import SLIP, House, signers

if __name__ == "__main__":
    with House(Path(sys.argv[1])) as house:
        house.journal.witness.flushed = "later" not in sys.argv
        for _ in range(3 + int(sys.argv[2])):
            house.desk.fill("1", SLIP, signers("jo"))
