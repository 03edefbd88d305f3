"""The desk: the trade's verbs, and the only place that decides. One file for each corner of the room.

posting    how every verb is done: ask the rulebook, prove the initials, append, take it in
holds      what wrong PINs put before the next one
proofs     whether a PIN is the right one, found out before the desk's turn
setup      organization and site, tables, chip set, people, ties
night      the day itself: open it, come and go, count the banks, close and seal
tables     opener, dealers, tray counts, closer, camera
slips      fill and credit slips
readings   the night so far, and its paper
cage       redeem and refuse, tips, exchange, checks, IOUs, withdrawals
countroom  drop boxes, two blind counts, the slips found
inventory  every chip the house owns: received, moved, counted, gone astray
documents  what goes to head office
tasks      the Due board: what is due, what somebody says is done
records    house rules, checklists, papers, recorders, video equipment, recordings
ledgers    what is written down beside the night: hold, reviews
"""

from pitdesk.desk.cage import CageVerbs
from pitdesk.desk.countroom import CountRoomVerbs
from pitdesk.desk.inventory import InventoryVerbs
from pitdesk.desk.ledgers import LedgerVerbs
from pitdesk.desk.night import NightVerbs
from pitdesk.desk.readings import ReadingVerbs
from pitdesk.desk.records import RecordVerbs
from pitdesk.desk.setup import SetupVerbs
from pitdesk.desk.tables import TableVerbs


class Desk(
    SetupVerbs,
    NightVerbs,
    TableVerbs,
    ReadingVerbs,
    CageVerbs,
    CountRoomVerbs,
    InventoryVerbs,
    RecordVerbs,
    LedgerVerbs,
):
    """Everything that can be done at a site, each verb asked of the rulebook and signed."""
