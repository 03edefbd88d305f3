"""The desk: the trade's verbs, and the only place that decides. One file for each corner of the room."""

from pitdesk.desk.cage import Cage
from pitdesk.desk.countroom import CountRoom
from pitdesk.desk.inventory import Inventory
from pitdesk.desk.night import Night
from pitdesk.desk.setup import Setup
from pitdesk.desk.slips import Slips
from pitdesk.desk.tables import Tables


class Desk(Setup, Night, Tables, Slips, Cage, CountRoom, Inventory):
    """Everything that can be done at a site, each verb asked of the rulebook and signed."""
