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

HOME = {  # the place of a group of verbs, but for some
    "cage": "cage",
    "table": "tables",
    "bank": "bank",
    "chips": "inventory",
    "count": "countroom",
    "office": "office",
    "day": "close",
    "setup": "setup",
    "slip": "slips",
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
    screen   the place it is found in; that of its group unless said
    manual   the page of the manual that F1 opens on it; that of its place unless said
    bar      whether it stands in the bar at the bottom
    """

    name: str
    key: str
    words: str
    group: Group
    does: str
    screen: str = ""
    manual: str = ""
    bar: bool = False

    def __post_init__(self) -> None:
        """Its place and its page, where they are not said."""
        place = self.name if self.group == "place" else HOME.get(self.group, "")
        object.__setattr__(self, "screen", self.screen or place)
        object.__setattr__(self, "manual", self.manual or self.screen)


ACTIONS: tuple[Action, ...] = (
    Action("floor", "Ctrl+1", "Floor", "place", "The tables, what waits, the bank and the drawer"),
    Action("bank", "Ctrl+2", "Chip bank", "place", "What the bank holds and will be asked for"),
    Action("inventory", "Ctrl+I", "Inventory", "place", "Every chip of the house, from delivery on"),
    Action("slips", "Ctrl+3", "Slips", "place", "Every slip and what became of it"),
    Action("cage", "Ctrl+4", "Cage window", "place", "Redeem, tips, exchange, checks"),
    Action("tables", "Ctrl+5", "Tables", "place", "Open, dealers, tray counts, closers, cameras"),
    Action(
        "countroom",
        "Ctrl+6",
        "Count room",
        "place",
        "Drop boxes, two blind counts, slips found",
        manual="count-room",
    ),
    Action(
        "close",
        "Ctrl+7",
        "Close of day",
        "place",
        "What still stands open, the day in one sum, the seal",
    ),
    Action("days", "Ctrl+8", "Past days", "place", "Sealed days and their reports"),
    Action(
        "office",
        "Ctrl+O",
        "Head office",
        "place",
        "What was sent, deposits, summaries",
        manual="head-office",
    ),
    Action("people", "Ctrl+9", "People", "place", "Who works here, their roles and PINs"),
    Action("setup", "Ctrl+0", "Set-up", "place", "Organization, tables, chip set, this station, backup"),
    Action("fill", "F2", "Fill", "slip", "Chips from the bank to a table", "fill", bar=True),
    Action(
        "credit", "F3", "Credit", "slip", "Chips from a table to the bank", "fill", "credit", bar=True
    ),
    Action("redeem", "F4", "Redeem", "cage", "Pay a player for chips", bar=True),
    Action("tips", "F5", "Tips", "cage", "Declare, pool, redeem or exchange tips", bar=True),
    Action("exchange", "F6", "Exchange", "cage", "A player's chips for others", bar=True),
    Action("check", "F7", "Cash a check", "cage", "Cash a player's check", bar=True),
    Action("count tray", "F8", "Count a tray", "table", "Count a table's tray", bar=True),
    Action("void", "F9", "Void slip", "slip", "Void a slip; its number stays used", bar=True),
    Action(
        "waiting",
        "F10",
        "Next waiting",
        "slip",
        "Verify or receive the slip that waits longest",
        bar=True,
    ),
    Action("open table", "Shift+F2", "Open a table", "table", "The opener count"),
    Action("dealer", "Shift+F3", "Change dealer", "table", "Relieve a dealer, or lock the tray"),
    Action("camera", "Shift+F4", "Camera", "table", "Note the review of a table's camera"),
    Action("close table", "Shift+F5", "Close a table", "table", "The closer count"),
    Action("transfer", "Shift+F6", "Table to table", "slip", "Why chips go by the bank", "fill"),
    Action("refuse", "Shift+F7", "Refuse chips", "cage", "Note chips that were not redeemed"),
    Action("foreign", "Ctrl+Shift+F8", "Foreign chips", "cage", "Note chips that are not ours"),
    Action("answer", "Shift+F8", "Is it complete?", "slip", "Say how a print came out"),
    Action("reprint", "Shift+F9", "Print again", "slip", "A marked DUPLICATE of a slip"),
    Action(
        "by hand",
        "Shift+F11",
        "By hand",
        "slip",
        "Note a slip on a paper form, as nothing prints",
        manual="printer",
    ),
    Action(
        "check slip",
        "Shift+F12",
        "Check a slip",
        "slip",
        "Scan or type the code of a slip: is it ours?",
        manual="forms",
    ),
    Action("count banks", "Ctrl+F2", "Count banks", "bank", "Chip bank, drawer and reserves, by two"),
    Action("iou", "Ctrl+F3", "IOU", "bank", "Lend to the drawer or the reserve"),
    Action("payback", "Ctrl+F5", "Pay back", "bank", "Pay back an IOU in full"),
    Action("withdraw", "Ctrl+F6", "Withdrawal", "bank", "Cash from the gaming account"),
    Action(
        "delivery", "Ctrl+Shift+F2", "Delivery", "chips", "Chips from a supplier, against the invoice"
    ),
    Action("stock", "Ctrl+F7", "Move stock", "chips", "Chips between reserve, bank and other sites"),
    Action(
        "tally",
        "Ctrl+Shift+F3",
        "Count alone",
        "chips",
        "Your own count, which nobody sees yet",
        manual="counts",
    ),
    Action(
        "agree",
        "Ctrl+Shift+F5",
        "Agree a count",
        "chips",
        "Two counts side by side, and what is off",
        manual="counts",
    ),
    Action(
        "par",
        "Ctrl+Shift+F6",
        "Par levels",
        "chips",
        "What the bank and each tray should hold, by weekday",
        manual="bank",
    ),
    Action(
        "play", "Ctrl+Shift+F7", "Out of play", "chips", "Chips that are replaced, and games that end"
    ),
    Action(
        "stray",
        "Ctrl+Shift+F9",
        "Chips astray",
        "table",
        "Chips of ours in a tray where they do not belong",
    ),
    Action(
        "remove box",
        "Ctrl+F8",
        "Remove a box",
        "count",
        "Carry a drop box to the safe",
        manual="count-room",
    ),
    Action(
        "team",
        "Ctrl+F9",
        "Name the team",
        "count",
        "The two who count, and the keys",
        manual="count-room",
    ),
    Action(
        "drop count", "Ctrl+F10", "Count a drop", "count", "One member's own count", manual="count-room"
    ),
    Action(
        "drop", "Ctrl+F11", "Agree a drop", "count", "Both initial a box's cash", manual="count-room"
    ),
    Action(
        "found",
        "Ctrl+F12",
        "Slips found",
        "count",
        "Slips found in boxes and records",
        manual="count-room",
    ),
    Action("open day", "Alt+F2", "Open the day", "day", "Open the gaming day", manual="first-night"),
    Action("on duty", "Alt+F3", "Come on duty", "day", "Note who has arrived, as what", "people"),
    Action("off duty", "Alt+F5", "Go off duty", "day", "Note who leaves", "people"),
    Action("explain", "Alt+F6", "Give a reason", "day", "Explain what the report must show"),
    Action("close day", "Alt+F7", "Seal the day", "day", "Reconcile, seal and print"),
    Action(
        "deposit",
        "Ctrl+Shift+F10",
        "Deposits",
        "office",
        "What the bank is owed, and a deposit made",
        manual="deposits",
    ),
    Action(
        "summary",
        "Ctrl+Shift+F11",
        "Summaries",
        "office",
        "Days, weeks and quarters in figures and charts",
        manual="summaries",
    ),
    Action(
        "correction",
        "Ctrl+Shift+F12",
        "Correct a day",
        "office",
        "Tell head office what a sealed day has wrong",
        manual="head-office",
    ),
    Action(
        "key",
        "Alt+Shift+F7",
        "New key",
        "office",
        "Replace the key that signs slips and documents",
        manual="head-office",
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
    Action("site", "Alt+F11", "Site", "setup", "Organization, site and house rules"),
    Action("table", "Alt+F12", "Table", "setup", "Add or change a table and its drop box"),
    Action(
        "chip",
        "Alt+Shift+F8",
        "Chip set",
        "setup",
        "The chips of the house, their designs and colors",
        manual="chip-set",
    ),
    Action(
        "mark",
        "Alt+Shift+F12",
        "Other marks",
        "setup",
        "Names and marks on other organizations' chips",
        manual="chip-set",
    ),
    Action("rules", "Alt+Shift+F9", "Rules", "setup", "The rulebook, in our words"),
    Action(
        "station",
        "Alt+Shift+F10",
        "This station",
        "setup",
        "Receipt printer, appearance, size of the letters, lock",
    ),
    Action(
        "backup",
        "Alt+Shift+F6",
        "Backup",
        "setup",
        "Copies of the book, whether one would do, and the keys",
        manual="backup",
    ),
    Action(
        "forms",
        "Alt+Shift+F11",
        "Blank forms",
        "setup",
        "A numbered pack, for when the machine is down",
        manual="forms",
    ),
    Action("manual", "F1", "Manual", "window", "The page about what is in front", manual="index"),
    Action("find", "Ctrl+K", "Find", "window", "A slip, a table, a person, a verb", manual="keys"),
    Action("keypad", "F11", "Keypad", "window", "Show or hide the keys to touch", manual="keys"),
    Action(
        "lock",
        "F12",
        "Lock",
        "window",
        "Lock this station; what was typed stays",
        manual="sign-in",
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
