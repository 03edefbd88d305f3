"""Places: where chips or cash can be. A closed list; the first group may never go below zero."""

from sys import intern

CHIP_BANK = "chip bank"
CHIP_RESERVE = "chip reserve"  # chips in the vault, not in use
TRANSIT = "in transit"  # between bank and tray, on the arm of whoever carries the slip
JAR_BAR = "jar bar"
DRAWER = "drawer"  # the combined cash bank, or that of the game that keeps it
CASH_RESERVE = "cash reserve"
DROP = "drop cash"  # counted out of the boxes, kept apart until the deposit
DAMAGED = "damaged chips"  # taken out of use, kept until they are destroyed
DESTROYED = "destroyed"

PATRONS = "patrons"  # their chips are the chips outstanding
ACCOUNT = "gaming account"
LENDERS = "lenders"  # other games' banks and funds from outside gaming
OVER_SHORT = "over/short"
SUPPLIER = "supplier"

BELOW_ZERO = frozenset({PATRONS, ACCOUNT, LENDERS, OVER_SHORT, SUPPLIER})
CHIP_STORES = (CHIP_BANK, CHIP_RESERVE, DAMAGED)


def tray(table: str) -> str:
    """The chip tray (the float) of a table."""
    return intern(f"tray {table}")  # every slip has it


def drawer(game: str) -> str:
    """The drawer of a game's own cash bank, where the first drawer is another game's."""
    return f"{DRAWER} {game}"


def is_drawer(place: str) -> bool:
    """Whether it is the drawer of a cash bank."""
    return place == DRAWER or place.startswith(f"{DRAWER} ")


def holds_cash(place: str) -> bool:
    """Whether it is cash on hand: a drawer or the cash reserve."""
    return place == CASH_RESERVE or is_drawer(place)


def tips(person: str) -> str:
    """A dealer's tip receptacle, or "pool" for tips that are shared."""
    return f"tips {person}"


def site(name: str) -> str:
    """Another site of the organization: the chips sent there. What comes from it comes from outside."""
    return f"site {name}"


def is_place(name: str) -> bool:
    """Whether the closed list has this place."""
    fixed = {CHIP_BANK, CHIP_RESERVE, TRANSIT, JAR_BAR, DRAWER, CASH_RESERVE, DROP, DAMAGED, DESTROYED}
    return name in fixed | BELOW_ZERO or name.startswith(("tray ", "tips ", "site ", "drawer "))
