"""What a wager pays: "3:2" is three for each two staked, and the stake comes back besides."""

from functools import lru_cache

from pitdesk.games.results import Fault, Impossible


@lru_cache
def parts(odds: str) -> tuple[int, int] | None:
    """Profit and stake of written odds; None if they are none."""
    profit, colon, stake = odds.partition(":")
    known = colon and all(
        part.isascii() and part.isdigit() and len(part) < 7 for part in (profit, stake)
    )
    return (int(profit), int(stake)) if known and int(stake) else None


def pays(odds: str, cents: int, at: str, *section: str) -> int:
    """The profit in whole cents."""
    known = parts(odds)
    if known is None:
        raise Impossible(Fault("bad_input", at, section, f"'{odds}' are no odds; write 3:2"))
    profit, rest = divmod(cents * known[0], known[1])
    if rest:
        raise Impossible(Fault("not_whole_cents", at, section, f"{odds} on {cents} cents"))
    return profit


def half(cents: int, at: str, *section: str) -> int:
    """Half of it, in whole cents."""
    return pays("1:2", cents, at, *section)
