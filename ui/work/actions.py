"""The one table of verbs and places: menus, keys, buttons, Ctrl K and the cheat sheet are made of it."""

from dataclasses import dataclass

_GROUPS = (  # a group, its words, the place of its verbs but for some
    ("place", "Places", ""),
    ("slip", "Slips", "slips"),
    ("cage", "Cage window", "cage"),
    ("table", "Tables", "tables"),
    ("ruling", "Rulings", "rulings"),
    ("bank", "Banks and money", "bank"),
    ("chips", "Inventory", "inventory"),
    ("count", "Count room", "countroom"),
    ("day", "The day", "close"),
    ("ledger", "Records", "ledgers"),
    ("office", "Head office", "office"),
    ("due", "Due", "due"),
    ("setup", "Set up", "setup"),
    ("window", "The window", ""),
)
GROUPS = {group: words for group, words, _ in _GROUPS}
HOME = {group: place for group, _, place in _GROUPS}

PICTURES = {  # the icon of each place, and of what helps
    "floor": "table",
    "bank": "chips",
    "inventory": "shelf",
    "slips": "slip",
    "cage": "cage",
    "tables": "chip",
    "rulings": "cards",
    "countroom": "box",
    "close": "seal",
    "days": "calendar",
    "ledgers": "bars",
    "office": "outbox",
    "due": "clock",
    "people": "person",
    "setup": "gear",
    "more": "more",
    "find": "search",
    "manual": "info",
    "keypad": "keyboard",
}

PAGES = {
    "countroom": "count-room",
    "office": "head-office",
    "ledgers": "hold",
}  # of the manual, where not named as the place


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that can be done.

    group    of verbs, or "place"
    name     what the program calls it, such as "fill" or "floor"
    key      its keys, as Qt writes them: "F2", "Ctrl+M"
    words    what its button says
    does     a line for Ctrl K and for screen readers
    more     "in PLACE" if it is found in another than its group's, "F1 PAGE" if the manual has a page on
             it alone, "bar" if it stands in the bar at the bottom
    """

    group: str
    name: str
    key: str
    words: str
    does: str
    more: tuple[str, ...]

    @property
    def screen(self) -> str:
        """The place it is found in."""
        return self._more("in ") or (self.name if self.group == "place" else HOME[self.group])

    @property
    def manual(self) -> str:
        """The page of the manual that F1 opens on it: that of its place, if it has none of its own."""
        return self._more("F1 ") or PAGES.get(self.screen, self.screen)

    def _more(self, what: str) -> str:
        return next((one.removeprefix(what) for one in self.more if one.startswith(what)), "")

    @property
    def bar(self) -> bool:
        """Whether it stands in the bar at the bottom."""
        return "bar" in self.more


TABLE = """
place | floor | Ctrl+1 | Floor | The tables, what waits, the bank and the drawer
place | bank | Ctrl+2 | Chip bank | What the bank holds and will be asked for
place | slips | Ctrl+3 | Slips | Every slip and what became of it
place | cage | Ctrl+4 | Cage window | Redeem, tips, exchange, checks
place | tables | Ctrl+5 | Tables | Open, dealers, tray counts, closers, cameras
place | countroom | Ctrl+6 | Count room | Drop boxes, two blind counts, slips found
place | close | Ctrl+7 | Close of day | What still stands open, the day in one sum, the seal
place | days | Ctrl+8 | Past days | Sealed days and their reports
place | people | Ctrl+9 | People | Who works here, their roles and PINs
place | setup | Ctrl+0 | Set-up | Organization, tables, chip set, this station, backup
place | due | Alt+D | Due | What the law and the house want by a date
place | inventory | Ctrl+I | Inventory | Every chip of the house, from delivery on
place | rulings | Alt+R | Rulings | Settle a hand, dealing mistakes, disputes
place | ledgers | Alt+L | Records | Hold, and what the law wants written down beside the night
place | office | Ctrl+O | Head office | What was sent, deposits, summaries
slip | fill | F2 | Fill | Chips from the bank to a table | in fill | bar
slip | credit | F3 | Credit | Chips from a table to the bank | in fill | bar | F1 credit
cage | redeem | F4 | Redeem | Pay a player for chips | bar
cage | tips | F5 | Tips | Declare, pool, redeem or exchange tips | bar
cage | exchange | F6 | Exchange | A player's chips for others | bar
cage | check | F7 | Cash a check | Cash a player's check | bar
table | count tray | F8 | Count a tray | Count a table's tray | bar
slip | void | F9 | Void slip | Void a slip; its number stays used | bar
slip | waiting | F10 | Next waiting | Verify or receive the slip that waits longest | bar
table | open table | Shift+F2 | Open a table | The opener count
table | count opener | Ctrl+Shift+F4 | Opener again | Count an opener again before its tray moves | F1 mistakes
table | dealer | Shift+F3 | Change dealer | Relieve a dealer, or lock the tray
table | limits | Alt+Shift+F2 | Change limits | Other limits, announced to the players
table | method | Alt+Shift+F5 | Card reader | A table whose card reader fails deals another way
table | plaque | Ctrl+Shift+P | Plaque | A plaque with the limits stands on the table
table | camera | Shift+F4 | Camera | Note the review of a table's camera
table | fault | Ctrl+Shift+R | Fault | A recorder or camera that does not work
table | checklist | Alt+C | Checklist | Look a table over before it opens | F1 checklist
table | recorder | Alt+V | Recorder | Note that a recorder was started, stopped, changed or looked at | F1 video
table | close table | Shift+F5 | Close a table | The closer count
slip | transfer | Shift+F6 | Table to table | Why chips go by the bank | in fill
slip | ask | Alt+Shift+U | Ask the cage | The pit asks for a fill or a credit | in fill | F1 ask
slip | withdraw ask | Alt+U | Withdraw ask | Take an ask back, or say why it is not prepared | in fill | F1 ask
cage | own count | Ctrl+Shift+J | Count my drawer | Your own count, which nobody sees yet | F1 drawer
cage | pass drawer | Ctrl+Shift+H | Pass the drawer | Two counts side by side; another has it then | F1 drawer
cage | reverse | Ctrl+Shift+E | Reverse | Take back an entry of tonight, with a second person | F1 mistakes
cage | open drawer | Ctrl+Shift+Q | Open drawer | The cash drawer, with no cash due: why, and who | F1 devices
cage | refuse | Shift+F7 | Refuse chips | Note chips that were not redeemed
cage | foreign | Ctrl+Shift+F8 | Foreign chips | Note chips that are not ours
cage | check chip | Alt+Y | Check a chip | A chip photographed beside a gray card, against the set | F1 camera
slip | answer | Shift+F8 | Is it complete? | Say how a print came out
slip | reprint | Shift+F9 | Print again | A marked DUPLICATE of a slip
slip | by hand | Shift+F11 | By hand | Note a slip on a paper form, as nothing prints | F1 printer
slip | check slip | Shift+F12 | Check a slip | Scan or type the code of a slip: is it ours? | F1 forms
ruling | settle | Alt+Shift+R | Settle a hand | Who is paid what, and by which section
ruling | pot | Alt+Shift+P | Split a pot | Poker: whose hand wins, who gets how much | F1 game-poker
ruling | dispute | Alt+Shift+D | Record a dispute | What lay there, the ruling, its section, who ruled | F1 disputes
ruling | overrule | Alt+J | Disputes | Tonight's disputes: print a sheet, overrule a ruling | F1 disputes
ruling | mistakes | Alt+Shift+M | Dealing mistakes | What is done about each, and its section
ruling | trainee | Alt+T | Practice | Rounds dealt by chance: who is paid what; nothing is posted | F1 trainee
bank | count banks | Ctrl+B | Count banks | Chip bank, drawer and reserves, by two
bank | iou | Ctrl+Shift+O | IOU | Lend to a drawer or the reserve
bank | payback | Ctrl+Shift+M | Pay back | Pay back an IOU, in full or a part of it
bank | withdraw | Ctrl+W | Withdrawal | Cash from the gaming account
chips | delivery | Ctrl+Shift+F2 | Delivery | Chips from a supplier, against the invoice
chips | stock | Ctrl+M | Move stock | Chips between reserve, bank and other sites
chips | tally | Ctrl+Shift+F3 | Count alone | Your own count, which nobody sees yet | F1 counts
chips | agree | Ctrl+Shift+F5 | Agree a count | Two counts side by side, and what is off | F1 counts
chips | par | Ctrl+Shift+F6 | Par levels | What the bank and each tray should hold, by weekday | F1 bank
chips | play | Ctrl+Shift+F7 | Out of play | Chips that are replaced, and games that end
table | stray | Ctrl+Shift+F9 | Chips astray | Chips of ours in a tray where they do not belong
count | remove box | Ctrl+Shift+X | Remove a box | Carry a drop box to the safe
count | team | Ctrl+Shift+T | Name the team | The two who count, and the keys
count | drop count | Ctrl+Shift+N | Count a drop | One member's own count
count | drop | Ctrl+Shift+G | Agree a drop | Both initial a box's cash
count | found | Ctrl+Shift+F | Slips found | Slips found in boxes and records
day | open day | Ctrl+N | Open the day | Open the gaming day | F1 first-night
day | on duty | Ctrl+Shift+I | Come on duty | Note who has arrived, as what | in people
day | hand over | Alt+Shift+F3 | Hand over | End the shift; another shift manager begins one | in people
day | off duty | Ctrl+G | Go off duty | Note who leaves | in people
day | reading | Alt+Shift+F1 | So far | Drawer, bank, tables, slips open: shown and printed | F1 reading
day | explain | Ctrl+R | Give a reason | Explain what the report must show
day | violation | Ctrl+Shift+V | Report a violation | Write down a violation or a crime, and who was told
day | night | Ctrl+J | The night as a flow | Where every chip came from and is, at any moment | in night | F1 night
day | close day | Ctrl+L | Seal the day | Reconcile, seal and print
day | finish day | Ctrl+Shift+D | Finish a day | A day whose boxes were counted after its seal | F1 count-room
ledger | hold | Alt+Shift+H | Hold | Hold by table and dealer, beside what luck explains
ledger | determine hold | Alt+Shift+Q | Determine hold | The hold of a quarter that is over, and what it asks for | F1 hold-low
ledger | review video | Alt+Shift+V | Review video | An hour of a table's video that somebody watched | F1 hold-low
ledger | hold reason | Alt+Shift+W | Reason of a hold | Why a quarter held too little | F1 hold-low
ledger | tell division | Alt+Shift+T | Tell the division | A quarter that paid more prizes than it took | F1 hold-low
ledger | dealer week | Alt+Q | Dealers' week | The sheet of a week, when prizes were above proceeds | F1 hold-low
ledger | ideal bank | Alt+Shift+I | Ideal bank | What a cash bank should hold, and why | F1 banks
ledger | reconcile bank | Alt+Shift+C | Reconcile | A cash bank that two counted, against what it should hold | F1 banks
ledger | audit day | Alt+Shift+A | Audit a day | A sealed day, gone through by somebody who counted no box | F1 banks
ledger | rent | Alt+Shift+K | Rent | The monthly rent, and the tables that may raise it | F1 banks
ledger | file return | Alt+F | Tax return | The return of a quarter that was filed, and its tax | F1 banks
ledger | tournament | Alt+Shift+N | Tournament | Set a tournament: what players are told before they pay | F1 tournaments
ledger | tournament fee | Alt+Shift+E | Tournament fee | An entry, a rebuy, an add-on or a bounty of a player | F1 tournaments
ledger | tournament stand | Alt+Shift+S | End of a round | Who has how many chips at which table | F1 tournaments
ledger | tournament prize | Alt+Shift+Z | Prize | Cash or goods for the winner of a round or of all | F1 tournaments
ledger | leave tournament | Alt+Shift+L | Withdraw a player | A player leaves a tournament and gives the chips back | F1 tournaments
ledger | contest deposit | Alt+B | Its deposit | What a tournament or poker brought, deposited by itself | F1 tournaments
ledger | poker occasion | Alt+Shift+O | Poker occasion | One of two in a fiscal year, of 72 hours at most | F1 tournaments
ledger | poker deck | Alt+Z | Poker deck | The deck that comes to a poker table is looked over | F1 tournaments
ledger | poker fee | Alt+Shift+F | Poker fee | What a table pays for the next half hour | F1 tournaments
ledger | close poker | Alt+Shift+B | Poker cash bank | What an occasion began and ended with, by two | F1 tournaments
ledger | inspect | Alt+Shift+G | Inspector | An agent reads the book for a while; nothing can be changed | F1 inspector
office | deposit | Ctrl+Shift+F10 | Deposits | What the bank is owed, and a deposit made | F1 deposits
office | take back deposit | Alt+G | Deposit back | A deposit that was noted wrong is taken back; both stand | F1 deposits
office | summary | Ctrl+Shift+F11 | Summaries | Days, weeks and quarters in figures and charts | F1 summaries
office | correction | Ctrl+Shift+F12 | Correct a day | Tell head office what a sealed day has wrong
office | key | Alt+Shift+F7 | New key | Replace the key that signs slips and documents
due | done | Alt+Shift+J | Done by | Say that a task of the Due board is done
due | undone | Alt+Shift+X | Not done | A task that was said to be done is not, after all
due | equipment | Alt+E | Video equipment | What came, moved or changed, and a sample for the state | F1 video
due | release | Alt+Shift+Y | Recordings | Recordings of a day that are no longer kept | F1 video
due | put away | Alt+P | Put papers away | A batch of papers of a quarter, and where it lies | F1 papers
due | destroy | Alt+X | Destroy papers | A batch of papers is destroyed; two people see it | F1 papers
setup | person | Ctrl+P | Add or change | Somebody's name, roles, PIN and badge | in people
setup | tie | Ctrl+Shift+K | Note a tie | Who may not count together | in people
setup | unlock | Ctrl+Shift+W | Unlock | End the wait of somebody who mistyped a PIN too often | in people
setup | site | Ctrl+Shift+A | Site | Organization, site and house rules
setup | table | Ctrl+T | Table | Add or change a table and its drop box
setup | letterhead | Ctrl+Shift+F1 | Letterhead | Heading, footer and logo of every slip | F1 letterhead
setup | event | Ctrl+Shift+S | Event | A special event, and the tables that are here for it
setup | options | Alt+H | House rules | What players are told, and its poster | F1 house-rules
setup | posted | Alt+O | Rules hang up | Note that the house rules are posted, and where | F1 house-rules
setup | chip | Alt+Shift+F8 | Chip set | The chips of the house, their designs and colors | F1 chip-set
setup | weight | Alt+W | Chip weight | What a chip of each type weighs, for counts by a scale | F1 weights
setup | mark | Alt+Shift+F12 | Other marks | Names and marks on other organizations' chips | F1 chip-set
setup | cash banks | Ctrl+Shift+B | Cash banks | A cash bank for each game, or one for both | in bank
setup | lender | Ctrl+Shift+L | Lenders | Who lends to the cash banks on IOUs | in bank
setup | rules | Alt+Shift+F9 | Rules | The rulebook, and the law row by row | F1 law
setup | station | Alt+Shift+F10 | This station | Receipt printer, appearance, size of the letters, lock
setup | stations | Alt+N | Stations | Other machines that work on this book, and what prints there | F1 stations
setup | devices | Alt+Shift+F4 | Devices | Cash drawer and what else stands beside the cashier | F1 devices
setup | backup | Ctrl+Shift+Y | Backup | Copies of the book, whether one would do, and the keys | F1 backup
setup | forms | Alt+Shift+F11 | Blank forms | A numbered pack, for when the machine is down | F1 forms
window | manual | F1 | Manual | The page about what is in front | F1 index
window | find | Ctrl+K | Find | A slip, a table, a person, a verb | F1 keys
window | undo | Ctrl+H | Undo | Take back what you just did | F1 mistakes
window | beside | Alt+S | Beside | What stands beside a form, where there is no room for it | F1 keys
window | menu | Alt+M | Menu | The places, where there is no room for them at the left | F1 keys
window | verbs | Alt+K | Keys | The verbs that are needed most, and all of them | F1 keys
window | keypad | F11 | Keypad | Show or hide the keys to touch | F1 keys
window | total | Ctrl+S | Say the total | A screen reader says what stands here and what it comes to | F1 listening
window | lock | F12 | Lock | Lock this station; what was typed stays | bar | F1 sign-in
"""  # noqa: E501  (a few rows are a little wider)


def _action(line: str) -> Action:
    group, name, key, words, does, *more = line.split(" | ")
    return Action(group, name, key, words, does, tuple(more))


ACTIONS = tuple(map(_action, TABLE.strip().splitlines()))
BY_NAME = {action.name: action for action in ACTIONS}


def action(name: str) -> Action:
    """An action by its name; KeyError for none."""
    return BY_NAME[name]


def keys_table() -> list[tuple[str, str, str]]:
    """(group, keys, words and what it does) of every action: the cheat sheet."""
    return [(GROUPS[action.group], action.key, f"{action.words}: {action.does}") for action in ACTIONS]
