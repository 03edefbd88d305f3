"""The place of records: which pages it has."""

from ui.ledgers import contests
from ui.ledgers.banks import AuditDay, IdealBank, ReconcileBank, Rent
from ui.ledgers.hold import Hold
from ui.ledgers.inspect import Inspect
from ui.ledgers.video import DetermineHold, HoldReason, ReviewVideo, TellDivision
from ui.work.tabs import PageClass

FORMS: tuple[PageClass, ...] = (
    *(Hold, DetermineHold, ReviewVideo, HoldReason, TellDivision),
    *(IdealBank, ReconcileBank, AuditDay, Rent),
    *(contests.SetTournament, contests.Fee, contests.Stand, contests.Prize, contests.Leave),
    *(contests.Occasion, contests.PokerDeck, contests.PokerFee, contests.ClosePoker),
    Inspect,
)
