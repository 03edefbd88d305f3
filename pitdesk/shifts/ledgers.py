"""The lines of shift files about records beside the night."""

import re
from datetime import date

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.chips import cents
from pitdesk.rules.checklist import POKER
from pitdesk.shifts.records import faults
from pitdesk.shifts.verb import Event, Verbs


def _review(it: Event) -> Entry:
    times, on = (it[3], it[4]), date.fromisoformat(it[2])
    return it.desk.review_video(it[1], on, times, it.clause("seen"), it.by, opened=it.clause("opened"))


def _audit(it: Event) -> Entry:
    """What was looked at, and what was found at one of the steps."""
    steps = dict.fromkeys(it[2].split(), "")
    if found := it.clause("found"):
        step, _, words = found.partition(" ")
        steps[step] = words
    return it.desk.audit_day(it.date(1), steps, it.by)


def _tournament(it: Event) -> Entry:
    """A tournament: its fee and chips, what rebuys and add-ons cost and give, how it goes."""
    (rebuy, for_rebuy), (addon, for_addon) = _price(it, "rebuy"), _price(it, "addon")
    least, _, most = it.clause("bets").partition("-")
    fact = kinds.Tournament(
        name=it[2],
        game=it[1],
        date=it.date(3),
        fee_cents=it.cents(4),
        chips_each=it.number(5),
        spaces=int(it.clause("spaces", "1")),
        length=it.clause("length"),
        least=int(least or 0),
        most=int(most or 0),
        rounds=int(it.clause("rounds", "1")),
        occasion=it.clause("occasion"),
        rebuy_cents=rebuy,
        rebuy_chips=for_rebuy,
        addon_cents=addon,
        addon_chips=for_addon,
    )
    return it.desk.tournament(fact, it.by)


def _price(it: Event, name: str) -> tuple[int, int]:
    """What one costs, in cents, and how many chips it gives; nothing where none is sold."""
    money, _, chips = it.clause(name, "0 0").partition(" ")
    return cents(money), int(chips)


def _stand(it: Event) -> Entry:
    """Who has how many chips at which table: `"Ann" 1200 at 1`."""
    found = re.findall(r'"([^"]+)" (\d+) at ([^\s,]+)', it.clause("players"))
    stands = {name: (table, int(chips)) for name, chips, table in found}
    return it.desk.tournament_stand(it[1], it.number(2), stands, it.by)


LEDGERS: Verbs[Entry | None] = {
    "determine hold YYYYQN": lambda it: it.desk.determine_hold(it[1], it.by),
    "review TABLE YYYY-MM-DD from HH:MM to HH:MM ; seen WHAT [; opened ID]": (
        r"review (\S+) (\d{4}-\d\d-\d\d) from (\S+) to (\S+)",
        _review,
    ),
    "reason found YYYYQN 21|PW": (
        r"reason found (\S+) (\S+)",
        lambda it: it.desk.hold_reason(it[1], it[2], it.reason, it.by),
    ),
    "ideal BANK MONEY by METHOD": (
        r"ideal (.+?) (\$?[\d,.]+) by (.+)",
        lambda it: it.desk.ideal_bank(it[1], it.cents(2), it[3], it.reason, it.by),
    ),
    "reconcile BANK MONEY": (
        r"reconcile (.+) (\$?[\d,.]+)",
        lambda it: it.desk.reconcile_bank(it[1], it.cents(2), it.by, it.reason),
    ),
    "audit YYYY-MM-DD STEP … [; found STEP WORDS]": (r"audit (\S+) (.+)", _audit),
    "rent MONEY [; pull tabs MONEY]": lambda it: it.desk.rent(
        it.cents(1), it.by, cents(it.clause("pull tabs", "0"))
    ),
    (
        'tournament 21|poker "NAME" YYYY-MM-DD MONEY for CHIPS ; length WORDS ; bets N-N'
        " [; rebuy MONEY N] [; addon MONEY N] [; spaces N] [; rounds N] [; occasion NAME]"
    ): (r'tournament (\S+) "([^"]+)" (\S+) (\S+) for (\d+)', _tournament),
    'enter|rebuy|add-on|bounty "TOURNAMENT" "PLAYER" MONEY [; address WORDS]': (
        r'(enter|rebuy|add-on|bounty) "([^"]+)" "([^"]*)" (\S+)',
        lambda it: it.desk.tournament_fee(
            it[2],
            it[3],
            "entry" if it[1] == "enter" else it[1],
            it.cents(4),
            it.by,
            it.clause("address"),
        ),
    ),
    'leave "TOURNAMENT" "PLAYER" CHIPS': (
        r'leave "([^"]+)" "([^"]+)" (\d+)',
        lambda it: it.desk.leave_tournament(it[1], it[2], it.number(3), it.by),
    ),
    'stand "TOURNAMENT" ROUND ; players NAMES CHIPS at TABLE …': (
        r'stand "([^"]+)" (\d+)',
        _stand,
    ),
    'prize "TOURNAMENT" "PLAYER" MONEY [; round N] [; goods WORDS] [; split]': (
        r'prize "([^"]+)" "([^"]+)" (\S+)',
        lambda it: it.desk.tournament_prize(
            it[1],
            it[2],
            it.cents(3),
            it.by,
            round_=int(it.clause("round", "0")),
            goods=it.clause("goods"),
            split="split" in it.line.clauses,
        ),
    ),
    'poker "OCCASION" from YYYY-MM-DD HH:MM to YYYY-MM-DD HH:MM [; burn WHEN] [; ante MONEY]'
    " [; restricted]": (
        r'poker "([^"]+)" from (\S+ \S+) to (\S+ \S+)',
        lambda it: it.desk.poker_occasion(
            it[1],
            it[2],
            it[3],
            it.by,
            burn=it.clause("burn"),
            ante_cents=cents(it.clause("ante", "0")),
            restricted="restricted" in it.line.clauses,
        ),
    ),
    'poker deck "OCCASION" TABLE [ITEM …] [; fault ITEM "WHAT"]': (
        r'poker deck "([^"]+)" (\S+)((?: \w+)*)',
        lambda it: it.desk.poker_deck(it[1], it[2], it.by, it[3].split() or tuple(POKER), faults(it)),
    ),
    'poker fee "OCCASION" TABLE HH:MM players N MONEY': (
        r'poker fee "([^"]+)" (\S+) (\d\d:\d\d) players (\d+) (\S+)',
        lambda it: it.desk.poker_fee(it[1], it[2], it[3], it.number(4), it.cents(5), it.by),
    ),
    'poker closed "OCCASION" MONEY to MONEY [; prizes MONEY]': (
        r'poker closed "([^"]+)" (\S+) to (\S+)',
        lambda it: it.desk.close_poker(
            it[1], it.cents(2), it.cents(3), cents(it.clause("prizes", "0")), it.by
        ),
    ),
    "inspect NAME ; minutes N": lambda it: it.desk.inspect(it[1], int(it.clause("minutes")), it.by),
    "dealer week YYYYQN YYYY-MM-DD": lambda it: it.desk.dealer_week(it[1], it.date(2), it.by),
    "file return YYYYQN on YYYY-MM-DD tax MONEY ; paper NUMBER": (
        r"file return (\S+) on (\S+) tax (\S+)",
        lambda it: it.desk.file_return(it[1], it.date(2), it.cents(3), it.clause("paper"), it.by),
    ),
    'deposit of "TOURNAMENT" MONEY ; made YYYY-MM-DD ; bank NAME ; slip NUMBER': (
        r'deposit of "([^"]+)" (\S+)',
        lambda it: it.desk.contest_deposit(
            it[1],
            date.fromisoformat(it.clause("made")),
            it.cents(2),
            it.by,
            bank=it.clause("bank"),
            slip=it.clause("slip"),
            reason=it.reason,
        ),
    ),
    "tell division YYYYQN WHAT": lambda it: it.desk.tell_division(it[1], it[2], it.by),
}
