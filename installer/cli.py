"""`pitdesk-cli`: the commands, as a program that needs no Python."""

import sys

from pitdesk.errors import Trouble
from pitdesk.upkeep.shipped import AGAIN, check_program

TROUBLE = 3


def start() -> int:
    """Check what is shipped, then run the command."""
    try:
        check_program({})
        from pitdesk.__main__ import main
    except Trouble as trouble:
        words = str(trouble)
    except ImportError as error:
        words = f"A part of PitDesk does not load: {error}. {AGAIN}"
    else:
        return main()
    print(words, file=sys.stderr)
    return TROUBLE


sys.exit(start())
