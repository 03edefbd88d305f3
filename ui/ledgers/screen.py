"""The place of records: which pages it has, and below which heading each stands."""

from ui.ledgers import contests
from ui.ledgers.banks import AuditDay, IdealBank, ReconcileBank, Rent
from ui.ledgers.hold import Hold
from ui.ledgers.inspect import Inspect
from ui.ledgers.video import DetermineHold, HoldReason, ReviewVideo, TellDivision
from ui.work.tabs import PageClass

FORMS: tuple[PageClass, ...] = (
    *(Hold, DetermineHold, ReviewVideo, HoldReason, TellDivision),
    *(IdealBank, ReconcileBank, AuditDay, Rent),
    *contests.OF_TOURNAMENTS,
    *contests.OF_POKER,
    Inspect,
)

PARTS = {
    "Hold and video": [one.name for one in (Hold, DetermineHold, ReviewVideo, HoldReason, TellDivision)],
    "Cash banks": [one.name for one in (IdealBank, ReconcileBank, AuditDay, Rent)],
    "Tournaments": [one.name for one in contests.OF_TOURNAMENTS],
    "Poker": [one.name for one in contests.OF_POKER],
    "Inspection": [Inspect.name],
}
