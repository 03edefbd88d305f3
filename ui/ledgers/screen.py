"""The place of records: which pages it has, and below which heading each stands."""

from ui.ledgers import contests
from ui.ledgers.banks import AuditDay, FileReturn, IdealBank, ReconcileBank, Rent
from ui.ledgers.hold import Hold
from ui.ledgers.inspect import Inspect
from ui.ledgers.video import DealerWeek, DetermineHold, HoldReason, ReviewVideo, TellDivision
from ui.work.tabs import PageClass

HOLD: tuple[PageClass, ...] = (
    *(Hold, DetermineHold, ReviewVideo),
    *(HoldReason, TellDivision, DealerWeek),
)
BANKS: tuple[PageClass, ...] = (IdealBank, ReconcileBank, AuditDay, Rent, FileReturn)
TOURNAMENTS: tuple[PageClass, ...] = (
    *(contests.SetTournament, contests.Fee, contests.Stand, contests.Prize, contests.Leave),
    contests.ContestDeposit,
)
POKER: tuple[PageClass, ...] = (
    *(contests.Occasion, contests.PokerDeck, contests.PokerFee, contests.ClosePoker),
)
PAGES: dict[str, tuple[PageClass, ...]] = {
    "Hold and video": HOLD,
    "Cash banks and taxes": BANKS,
    "Tournaments": TOURNAMENTS,
    "Poker": POKER,
    "Inspection": (Inspect,),
}
FORMS = tuple(page for pages in PAGES.values() for page in pages)
PARTS = {heading: [page.name for page in pages] for heading, pages in PAGES.items()}
