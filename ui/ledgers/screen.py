"""The place of records: which pages it has."""

from ui.ledgers import contests
from ui.ledgers.banks import AuditDay, FileReturn, IdealBank, ReconcileBank, Rent
from ui.ledgers.hold import Hold
from ui.ledgers.inspect import Inspect
from ui.ledgers.video import DealerWeek, DetermineHold, HoldReason, ReviewVideo, TellDivision
from ui.work.tabs import PageClass

FORMS: tuple[PageClass, ...] = (
    *(Hold, DetermineHold, ReviewVideo, HoldReason, TellDivision, DealerWeek),
    *(IdealBank, ReconcileBank, AuditDay, Rent, FileReturn),
    *(contests.SetTournament, contests.Fee, contests.Stand, contests.Prize, contests.Leave),
    contests.ContestDeposit,
    *(contests.Occasion, contests.PokerDeck, contests.PokerFee, contests.ClosePoker),
    Inspect,
)
