"""Facts about the cash banks over the months: ideal amounts, reconciliations, audits; and the rent."""

from datetime import date as Date

from pitdesk.kinds.fact import OFFICE, Fact


class IdealBank(Fact, group=OFFICE, section="08-16(3)"):
    """What a cash bank should hold is set, or changed.

    bank    a drawer or the cash reserve;  cents: from now on
    method  how the money came or went, such as "check 5501"
    """

    bank: str
    on: Date
    cents: int
    method: str
    reason: str


class ReconcileBank(Fact, group=OFFICE, section="08-16(6)"):
    """A cash bank is counted and reconciled by two.

    cents             counted, checks among them
    ideal_cents       what it should hold;  lent, borrowed: on IOUs that are open
    undeposited_cents profit of days whose deposit is not made
    """

    bank: str
    on: Date
    cents: int
    ideal_cents: int
    lent_cents: int
    borrowed_cents: int
    undeposited_cents: int
    reason: str = ""

    @property
    def expected_cents(self) -> int:
        """Ideal, less what is lent, plus what is borrowed and what is not deposited."""
        return self.ideal_cents - self.lent_cents + self.borrowed_cents + self.undeposited_cents

    @property
    def off_cents(self) -> int:
        """Over (+) or short (-)."""
        return self.cents - self.expected_cents


class AuditDay(Fact, group=OFFICE, section="08-16(5)"):
    """The activity of a sealed day is audited.

    steps   what was looked at → what was found, "" for nothing
    again   whether the day was audited before
    """

    date: Date
    on: Date
    steps: dict[str, str]
    again: bool = False


class Rent(Fact, group=OFFICE, section="08-01(4)"):
    """The monthly rent of the site is noted; besides: what pull tabs add to its limit, cents."""

    cents: int
    on: Date
    besides_cents: int = 0


class FileReturn(Fact, group=OFFICE):
    """The tax return of a quarter is filed, or filed again with what was wrong put right.

    filed   the day it went to the state;  tax_cents: paid with it;  paper: its number or the payment's
    held    game → gross and adjusted gross proceeds, cents, as the book had them
    """

    quarter: str
    on: Date
    filed: Date
    tax_cents: int
    paper: str
    held: dict[str, tuple[int, int]]
