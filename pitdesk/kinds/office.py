"""Facts for head office: documents, what became of them, corrections, deposits, keys."""

from datetime import date as Date

from msgspec import field

from pitdesk.kinds.fact import OFFICE, UPKEEP, Fact


class Correction(Fact, group=OFFICE):
    """A sealed day's document has something wrong; changes: figure → cents to add."""

    reason: str
    date: Date
    changes: dict[str, int]


class Deposit(Fact, group=OFFICE, section="03-10(2)"):
    """A deposit was made, of the activity of some dates.

    cents    in all, the checks among them
    bank     which bank and account;  slip: the number on the deposit slip
    """

    cents: int
    reason: str = ""
    dates: tuple[Date, ...]
    made: Date
    checks_cents: int = field(name="checks")
    games: tuple[str, ...]
    bank: str
    slip: str

    @property
    def contest(self) -> str:
        """It is of days, and of no tournament."""
        return ""


class TakeBackDeposit(Fact, group=OFFICE, section="03-10(2)"):
    """A deposit was noted wrong and is taken back: both entries stand, what it was of is owed again.

    cents, checks, games, bank, dates, made, slip   as it was noted
    contest   the tournament or poker occasion that it was of; "" where it was of days
    days      the numbers of the gaming days that owe again
    audited   those of its dates that were audited before: an auditor looks at them again
    """

    cents: int
    reason: str
    dates: tuple[Date, ...]
    made: Date
    checks_cents: int = field(name="checks", default=0)
    games: tuple[str, ...] = ()
    bank: str
    slip: str
    contest: str = ""
    days: tuple[int, ...] = ()
    audited: tuple[Date, ...] = ()


class Inspect(Fact, group=OFFICE):
    """An agent of the attorney general is let read the book for some minutes."""

    agent: str
    minutes: int


class Key(Fact, group=OFFICE):
    """The key that signs from now on is named: 52 characters of base32."""

    reason: str
    successor: str


class Document(Fact, group=UPKEEP):
    """A document was signed.

    of      its kind: day, correction, deposit, key
    date    ISO date of what it is of, "" of a key
    days    number of the last gaming day that has a document
    """

    number: int
    of: str = field(name="kind")
    date: str
    days: int
    sha256: str
    text: str
    public: str
    signature: str


class Sent(Fact, group=UPKEEP):
    """A target of documents answered: "stored", "already there", "conflict", "settled" or "lost".

    words  of what was settled: which one stands, why, who said so and when
    """

    target: str
    number: int
    sha256: str
    answer: str
    words: str = ""
