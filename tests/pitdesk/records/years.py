"""Weeks of a site as a shift file: three tables, five nights a week, luck as it comes.

Every chip is back in the bank after a night: what a tray does not give back, players redeem.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import count
from random import Random

HOUSE = """\
person  gro   "Gro Moen"      GM  pin 730251  gaming manager
person  pia   "Pia Olsen"     PO  pin 481906  shift manager
person  jo    "Jo Sandvik"    JS  pin 2741    cashier
person  kari  "Kari Lund"     KL  pin 9053    dealer
person  tor   "Tor Haugen"    TH  pin 4482    dealer
person  sara  "Sara Berg"     SB  pin 6120    dealer
person  mia   "Mia Dahl"      MD  pin 5093    dealer
person  kim   "Kim Berg"      KB  pin 3817    bookkeeper, count team
person  lee   "Lee Aune"      LA  pin 6204    count team
person  aud   "Aud Lien"      AL  pin 9418    auditor ; of Lien and Sons
organization  Dakota Lions
site   Riverside Lounge ; zone America/Chicago ; video required
chips  $5
table  1 21 ; video
table  2 21 ; video
table  3 21 ; video
"""
BANK, DRAWER, FILL = 3_000, 10_000, 400  # pieces of $5, dollars, pieces
DEALERS = ("kari", "tor", "sara", "mia")
BY, TEAM = "by pia(shift manager) jo(cashier)", "by kim(count team) lee(count team)"
NIGHTS = (1, 2, 3, 4, 5)  # of the week, Monday 0


def site(first: date, weeks: int, *, seed: int = 7, unlucky: str = "", since: date = date.max) -> str:
    """So many weeks from a Monday on; one table keeps little from a date on."""
    dice, slips = Random(seed), count(1)
    nights = (first + timedelta(weeks=week, days=day) for week in range(weeks) for day in NIGHTS)
    lines, drawer = [HOUSE], DRAWER
    for on in nights:
        night = [*_night(on, dice, slips, unlucky if on >= since else "", drawer)]
        lines, drawer = [*lines, *night], int(night[-1].split("$")[1].split()[0])
    return "\n".join(lines) + "\n"


def _night(on: date, dice: Random, slips: Iterator[int], unlucky: str, drawer: int) -> Iterator[str]:
    yield f"night {on}"
    yield f"16:00 open day {BY}"
    yield from (f"16:01 on duty by {who}(dealer)" for who in DEALERS)
    yield f"16:05 opening count bank {BANK}x$5 ; drawer ${drawer} {BY}"
    seats, kept, found = dice.sample(DEALERS, 4), 0, dict[str, tuple[int, int, int]]()
    for table, who in zip("123", seats, strict=False):
        drop, number = 5 * dice.randrange(80, 180), next(slips)
        hold = int(dice.gauss(-6 if table == unlucky else 20, 14))
        back = max(1, min(FILL, FILL - drop * (100 - hold) // 500))
        kept += FILL - back
        found[table] = (drop, number, back)
        yield from _table(table, who, seats[3] if table == "1" else "", number, back)
    yield f"23:50 redeem {kept}x$5 by jo(cashier)"
    yield f"23:51 team ; keys kim {TEAM}"
    for table, (drop, number, back) in found.items():
        yield from (f"23:52 drop count {table} ${drop} by {who}(count team)" for who in ("kim", "lee"))
        yield f"23:52 drop {table} ${drop} {TEAM}"
        slip = f"fill {number} copy ${5 * FILL}, credit {number} original ${5 * back}"
        yield f"23:52 found in box {table}: {slip} {TEAM}"
        yield f"23:52 found in records: fill {number} original, credit {number} copy {BY}"
    yield f"23:56 closing count bank {BANK}x$5 ; drawer ${drawer - 5 * kept} {BY}"
    kept = sum(drop for drop, _, _ in found.values()) - 5 * kept
    yield f"23:58 close day next start ${min(DRAWER, drawer + kept)} {BY}"


def _table(table: str, who: str, relief: str, number: int, back: int) -> Iterator[str]:
    yield f"16:10 open {table} nothing ; limits $1-$5 ; deals no-peek by {who}(dealer)"
    yield f"16:11 camera {table} clear by pia(shift manager)"
    yield from _slip(f"fill {table} {FILL}x$5 by jo(cashier)", f"fill {number}", f"{who}(dealer)")
    if relief:
        yield f"20:00 dealer {table} {relief} by {relief}(dealer)"
        who = relief
    yield from _slip(f"credit {table} {back}x$5 by {who}(dealer)", f"credit {number}", "jo(cashier)")
    yield f"23:30 close {table} nothing by {who}(dealer)"
    yield f"23:40 remove box {table} to safe by pia(shift manager) jo(cashier)"


def _slip(line: str, slip: str, receives: str) -> Iterator[str]:
    at = "16:12" if slip.startswith("fill") else "23:20"
    yield f"{at} {line}"
    yield f"{at} verify {slip} by pia(shift manager)"
    yield f"{at} receive {slip} by {receives}"
