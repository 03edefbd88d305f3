"""The one table of verbs and places: menus, keys, buttons, Ctrl K and the cheat sheet are made of it."""

from dataclasses import dataclass
from typing import Literal

Group = Literal[
    "place", "slip", "cage", "table", "bank", "chips", "count", "day", "office", "setup", "window"
]

GROUPS: dict[str, str] = {
    "place": "Places",
    "slip": "Slips",
    "cage": "Cage window",
    "table": "Tables",
    "bank": "Banks and money",
    "chips": "Inventory",
    "count": "Count room",
    "day": "The day",
    "office": "Head office",
    "setup": "Set up",
    "window": "The window",
}

PICTURES = {  # the icon of each place, and of what helps
    "floor": "table",
    "bank": "chips",
    "inventory": "shelf",
    "slips": "slip",
    "cage": "cage",
    "tables": "chip",
    "countroom": "box",
    "close": "seal",
    "days": "calendar",
    "office": "outbox",
    "people": "person",
    "setup": "gear",
    "find": "search",
    "manual": "info",
    "keypad": "keyboard",
}


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that can be done.

    name     what the program calls it, such as "fill" or "floor"
    key      its keys, as Qt writes them: "F2", "Ctrl+F7"
    words    what its button says
    does     a line for Ctrl K and for screen readers
    screen   the place it is found in
    manual   the page of the manual that F1 opens on it; that of its place unless said
    bar      whether it stands in the bar at the bottom
    """

    name: str
    key: str
    words: str
    group: Group
    does: str
    screen: str
    manual: str = ""
    bar: bool = False

    def __post_init__(self) -> None:
        """The page of its place, where it has none of its own."""
        object.__setattr__(self, "manual", self.manual or self.screen)


ACTIONS: tuple[Action, ...] = (
    Action(
        "floor", "Ctrl+1", "Floor", "place", "The tables, what waits, the bank and the drawer", "floor"
    ),
    Action("bank", "Ctrl+2", "Chip bank", "place", "What the bank holds and will be asked for", "bank"),
    Action(
        "inventory",
        "Ctrl+I",
        "Inventory",
        "place",
        "Every chip of the house, from delivery on",
        "inventory",
    ),
    Action("slips", "Ctrl+3", "Slips", "place", "Every slip and what became of it", "slips"),
    Action("cage", "Ctrl+4", "Cage window", "place", "Redeem, tips, exchange, checks", "cage"),
    Action(
        "tables", "Ctrl+5", "Tables", "place", "Open, dealers, tray counts, closers, cameras", "tables"
    ),
    Action(
        "countroom",
        "Ctrl+6",
        "Count room",
        "place",
        "Drop boxes, two blind counts, slips found",
        "countroom",
        "count-room",
    ),
    Action(
        "close",
        "Ctrl+7",
        "Close of day",
        "place",
        "What still stands open, the day in one sum, the seal",
        "close",
    ),
    Action("days", "Ctrl+8", "Past days", "place", "Sealed days and their reports", "days"),
    Action(
        "office",
        "Ctrl+O",
        "Head office",
        "place",
        "What was sent, deposits, summaries",
        "office",
        "head-office",
    ),
    Action("people", "Ctrl+9", "People", "place", "Who works here, their roles and PINs", "people"),
    Action(
        "setup",
        "Ctrl+0",
        "Set-up",
        "place",
        "Organization, tables, chip set, this station, backup",
        "setup",
    ),
    Action("fill", "F2", "Fill", "slip", "Chips from the bank to a table", "fill", bar=True),
    Action(
        "credit", "F3", "Credit", "slip", "Chips from a table to the bank", "fill", "credit", bar=True
    ),
    Action("redeem", "F4", "Redeem", "cage", "Pay a player for chips", "cage", bar=True),
    Action("tips", "F5", "Tips", "cage", "Declare, pool, redeem or exchange tips", "cage", bar=True),
    Action("exchange", "F6", "Exchange", "cage", "A player's chips for others", "cage", bar=True),
    Action("check", "F7", "Cash a check", "cage", "Cash a player's check", "cage", bar=True),
    Action("count tray", "F8", "Count a tray", "table", "Count a table's tray", "tables", bar=True),
    Action("void", "F9", "Void slip", "slip", "Void a slip; its number stays used", "slips", bar=True),
    Action(
        "waiting",
        "F10",
        "Next waiting",
        "slip",
        "Verify or receive the slip that waits longest",
        "slips",
        bar=True,
    ),
    Action("open table", "Shift+F2", "Open a table", "table", "The opener count", "tables"),
    Action(
        "dealer", "Shift+F3", "Change dealer", "table", "Relieve a dealer, or lock the tray", "tables"
    ),
    Action("camera", "Shift+F4", "Camera", "table", "Note the look at a table's camera", "tables"),
    Action("close table", "Shift+F5", "Close a table", "table", "The closer count", "tables"),
    Action("transfer", "Shift+F6", "Table to table", "slip", "Why chips go by the bank", "fill"),
    Action("refuse", "Shift+F7", "Refuse chips", "cage", "Note chips that were not redeemed", "cage"),
    Action("foreign", "Ctrl+Shift+F8", "Foreign chips", "cage", "Note chips that are not ours", "cage"),
    Action("answer", "Shift+F8", "Is it whole?", "slip", "Say how a print came out", "slips"),
    Action("reprint", "Shift+F9", "Print again", "slip", "A marked DUPLICATE of a slip", "slips"),
    Action(
        "by hand",
        "Shift+F11",
        "By hand",
        "slip",
        "Note a slip on a paper form, as nothing prints",
        "slips",
        "printer",
    ),
    Action(
        "check slip",
        "Shift+F12",
        "Check a slip",
        "slip",
        "Scan or type the code of a slip: is it ours?",
        "slips",
        "forms",
    ),
    Action(
        "count banks", "Ctrl+F2", "Count banks", "bank", "Chip bank, drawer and reserves, by two", "bank"
    ),
    Action("iou", "Ctrl+F3", "IOU", "bank", "Lend to the drawer or the reserve", "bank"),
    Action("payback", "Ctrl+F5", "Pay back", "bank", "Pay an IOU back whole", "bank"),
    Action("withdraw", "Ctrl+F6", "Withdrawal", "bank", "Cash from the gaming account", "bank"),
    Action(
        "delivery",
        "Ctrl+Shift+F2",
        "Delivery",
        "chips",
        "Chips from a supplier, against the invoice",
        "inventory",
    ),
    Action(
        "stock",
        "Ctrl+F7",
        "Move stock",
        "chips",
        "Chips between reserve, bank and other sites",
        "inventory",
    ),
    Action(
        "tally",
        "Ctrl+Shift+F3",
        "Count alone",
        "chips",
        "Your own count, which nobody sees yet",
        "inventory",
        "counts",
    ),
    Action(
        "agree",
        "Ctrl+Shift+F5",
        "Agree a count",
        "chips",
        "Two counts side by side, and what is off",
        "inventory",
        "counts",
    ),
    Action(
        "par",
        "Ctrl+Shift+F6",
        "Par levels",
        "chips",
        "What the bank and each tray should hold, by weekday",
        "inventory",
        "bank",
    ),
    Action(
        "play",
        "Ctrl+Shift+F7",
        "Out of play",
        "chips",
        "Chips that are replaced, and games that end",
        "inventory",
    ),
    Action(
        "stray",
        "Ctrl+Shift+F9",
        "Chips astray",
        "table",
        "Chips of ours in a tray where they do not belong",
        "tables",
    ),
    Action(
        "remove box",
        "Ctrl+F8",
        "Remove a box",
        "count",
        "Carry a drop box to the safe",
        "countroom",
        "count-room",
    ),
    Action(
        "team",
        "Ctrl+F9",
        "Name the team",
        "count",
        "The two who count, and the keys",
        "countroom",
        "count-room",
    ),
    Action(
        "drop count",
        "Ctrl+F10",
        "Count a drop",
        "count",
        "One member's own count",
        "countroom",
        "count-room",
    ),
    Action(
        "drop",
        "Ctrl+F11",
        "Agree a drop",
        "count",
        "Both initial a box's cash",
        "countroom",
        "count-room",
    ),
    Action(
        "found",
        "Ctrl+F12",
        "Slips found",
        "count",
        "Slips found in boxes and records",
        "countroom",
        "count-room",
    ),
    Action("open day", "Alt+F2", "Open the day", "day", "Open the gaming day", "close", "first-evening"),
    Action("on duty", "Alt+F3", "Come on duty", "day", "Note who has arrived, as what", "people"),
    Action("off duty", "Alt+F5", "Go off duty", "day", "Note who leaves", "people"),
    Action("explain", "Alt+F6", "Give a reason", "day", "Explain what the report must show", "close"),
    Action("close day", "Alt+F7", "Seal the day", "day", "Reconcile, seal and print", "close"),
    Action(
        "deposit",
        "Ctrl+Shift+F10",
        "Deposits",
        "office",
        "What the bank is owed, and a deposit made",
        "office",
        "deposits",
    ),
    Action(
        "summary",
        "Ctrl+Shift+F11",
        "Summaries",
        "office",
        "Days, weeks and quarters in figures and charts",
        "office",
        "summaries",
    ),
    Action(
        "correction",
        "Ctrl+Shift+F12",
        "Correct a day",
        "office",
        "Tell head office what a sealed day has wrong",
        "office",
        "head-office",
    ),
    Action(
        "key",
        "Alt+Shift+F7",
        "New key",
        "office",
        "Replace the key that signs slips and documents",
        "office",
        "head-office",
    ),
    Action(
        "person", "Alt+F8", "Add or change", "setup", "Somebody's name, roles, PIN and badge", "people"
    ),
    Action("tie", "Alt+F9", "Note a tie", "setup", "Who may not count together", "people"),
    Action(
        "unlock",
        "Alt+F10",
        "Unlock",
        "setup",
        "End the wait of somebody who mistyped a PIN too often",
        "people",
    ),
    Action("site", "Alt+F11", "Site", "setup", "Organization, site and house rules", "setup"),
    Action("table", "Alt+F12", "Table", "setup", "Add or change a table and its drop box", "setup"),
    Action(
        "chip",
        "Alt+Shift+F8",
        "Chip set",
        "setup",
        "The chips of the house, their looks and colors",
        "setup",
        "chip-set",
    ),
    Action(
        "mark",
        "Alt+Shift+F12",
        "Other marks",
        "setup",
        "Names and marks on other organizations' chips",
        "setup",
        "chip-set",
    ),
    Action("rules", "Alt+Shift+F9", "Rules", "setup", "The rulebook, in our words", "setup"),
    Action(
        "station",
        "Alt+Shift+F10",
        "This station",
        "setup",
        "Receipt printer, looks, size of the letters, lock",
        "setup",
    ),
    Action(
        "backup",
        "Alt+Shift+F6",
        "Backup",
        "setup",
        "Copies of the book, whether one would do, and the keys",
        "setup",
        "backup",
    ),
    Action(
        "forms",
        "Alt+Shift+F11",
        "Blank forms",
        "setup",
        "A numbered pack, for when the machine is down",
        "setup",
        "forms",
    ),
    Action("manual", "F1", "Manual", "window", "The page about what is in front", "", "index"),
    Action("find", "Ctrl+K", "Find", "window", "A slip, a table, a person, a verb", "", "keys"),
    Action("keypad", "F11", "Keypad", "window", "Show or hide the keys to touch", "", "keys"),
    Action(
        "lock",
        "F12",
        "Lock",
        "window",
        "Lock this station; what was typed stays",
        "",
        "sign-in",
        bar=True,
    ),
)
BY_NAME = {action.name: action for action in ACTIONS}


def action(name: str) -> Action:
    """An action by its name; KeyError for none."""
    return BY_NAME[name]


def keys_table() -> list[tuple[str, str, str]]:
    """(group, keys, words and what it does) of every action: the cheat sheet."""
    return [(GROUPS[action.group], action.key, f"{action.words}: {action.does}") for action in ACTIONS]
