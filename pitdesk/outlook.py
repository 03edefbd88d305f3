"""The outlook: what the bank and the drawer will be asked for next, whether they can, and what helps.

Pure, made of a board. A likely fill brings a table back to its par.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date as Date

from pitdesk import places
from pitdesk.board import Board, Spot
from pitdesk.chips import Chip, Chips, dollars
from pitdesk.site import GAMES

QUARTER = 2500  # cents of the chip that a $25 wager wants


@dataclass(frozen=True, slots=True)
class Way:
    """Something that would help: in words, the action that does it, and what to take along to it."""

    words: str
    action: str
    what: object = None


@dataclass(frozen=True, slots=True)
class Shortage:
    """Something the bank or the drawer could not do, or will soon lack.

    key    what it is about: "fill 2", "drawer", "bank", "quarters", "game 21", "retired $5"
    sure   whether it stands so now, rather than might come
    short  the chips that are missing
    """

    key: str
    words: str
    sure: bool = False
    short: Chips = field(default_factory=Chips)
    ways: tuple[Way, ...] = ()


def outlook(board: Board, today: Date) -> tuple[Shortage, ...]:
    """All that somebody at the cage should know before it happens, the most pressing first."""
    if board.state != "open":
        return (*_ended(board, today), *_retired(board))
    found = [*_drawer(board), *_fills(board), *_quarters(board), *_bank(board)]
    found += [*_ended(board, today), *_retired(board)]
    return tuple(sorted(found, key=lambda one: not one.sure))


def likely_fills(board: Board) -> list[tuple[Spot, Chips]]:
    """The fills that open tables will want, to their pars; where something runs low, first."""
    wanted = [(spot, spot.to_par) for spot in board.spots if spot.state == "open" and spot.to_par]
    return sorted(wanted, key=lambda one: (not one[0].low, -one[1].cents))


# The bank


def _fills(board: Board) -> Iterator[Shortage]:
    bank = board.held(places.CHIP_BANK)
    for spot, wanted in likely_fills(board):
        short = _above(wanted, bank)
        if not short:
            continue
        words = f"Table {spot.table} is {wanted} below par, and the bank lacks {short}."
        low = not short.keys().isdisjoint(spot.low)
        ways = tuple(_ways(board, spot, short))
        yield Shortage(f"fill {spot.table}", words, sure=low, short=short, ways=ways)


def _ways(board: Board, spot: Spot, short: Chips) -> Iterator[Way]:
    """What would bring these chips: the reserve, a tray that has too many, other values instead."""
    yield from _from_reserve(board, short)
    for other in board.spots:
        spare = _both(short, other.above_par) if other.state == "open" and other is not spot else Chips()
        if spare:
            yield Way(f"Credit {spare} from table {other.table}", "credit", other.table)
    if instead := _instead(board, spot, short):
        yield Way(f"Fill {instead} in place of {short}", "fill", spot.table)


def _from_reserve(board: Board, short: Chips) -> Iterator[Way]:
    if there := _both(short, board.held(places.CHIP_RESERVE)):
        yield Way(f"Move {there} from the reserve", "stock", there)


def _nearest(chip: Chip, board: Board) -> list[Chip]:
    """The other values in play of its kind and set, those next to it first."""
    alike = [c for c in board.site.playing if (c.kind, c.set) == (chip.kind, chip.set) and c != chip]
    return sorted(alike, key=lambda other: abs(other.face_cents - chip.face_cents))


def _instead(board: Board, spot: Spot, short: Chips) -> Chips:
    """Chips of equal value that the bank has beyond the fill, of a value next to the one that lacks."""
    bank = board.held(places.CHIP_BANK) - spot.to_par
    found = Chips()
    for chip, count in short.items():
        for other in _nearest(chip, board):
            pieces, rest = divmod(chip.cents * count, other.cents)
            if not rest and pieces <= bank[other] - found[other]:
                found += Chips({other: pieces})
                break
    return found if found.cents == short.cents else Chips()


def _bank(board: Board) -> Iterator[Shortage]:
    bank, par = board.held(places.CHIP_BANK), board.par(places.CHIP_BANK)
    short = _above(par, bank)
    if short:
        ways = tuple(_from_reserve(board, short))
        yield Shortage("bank", f"The chip bank is {short} below its par.", short=short, ways=ways)


def _quarters(board: Board) -> Iterator[Shortage]:
    """Tables that take a $25 wager while nobody could be given a $25 chip: 08-03(1)."""
    bank = any(c.face_cents == QUARTER and c.kind == "casino" for c in board.held(places.CHIP_BANK))
    for spot in board.spots:
        high = spot.limits[1] if spot.state == "open" and spot.limits and spot.game == "21" else 0
        if high >= QUARTER and not bank and not any(c.face_cents == QUARTER for c in spot.known):
            words = f"Table {spot.table} takes a $25 wager, and neither it nor the bank has a $25 chip."
            yield Shortage("quarters", words, sure=True)


# The drawer


def _drawer(board: Board) -> Iterator[Shortage]:
    cash, out = board.money(places.DRAWER), board.outstanding.cents
    tips = sum(board.held(p).cents for p in board.balances if p.startswith(places.tips("")))
    if out + tips <= cash:
        return
    ways = [Way("Withdraw cash from the gaming account", "withdraw")]
    if reserve := board.money(places.CASH_RESERVE):
        ways.insert(0, Way(f"Lend from the cash reserve, which has ${dollars(reserve)}", "iou"))
    words = (
        f"Players and tips hold ${dollars(out + tips)} in chips, and the drawer has ${dollars(cash)}:"
        f" ${dollars(out + tips - cash)} short if all of it comes."
    )
    yield Shortage("drawer", words, ways=tuple(ways))


# What is on its way out


def _ended(board: Board, today: Date) -> Iterator[Shortage]:
    for ended in board.site.ended.values():
        game = GAMES[ended.game].capitalize()
        left = (ended.until - today).days
        if today < ended.on:
            words = f"{game} ends on {ended.on}; its chips are then redeemed until {ended.until}."
        elif left >= 0:
            words = f"{game} ended on {ended.on}: its chips are redeemed at {ended.where} until"
            words += f" {ended.until}, {left} more day{'s' * (left != 1)}."
        else:
            words = f"{game} ended on {ended.on}; the time to redeem its chips is over."
        yield Shortage(f"game {ended.game}", words, sure=left >= 0)


def _retired(board: Board) -> Iterator[Shortage]:
    for chip in sorted(board.site.retired):
        if (count := board.outstanding[chip]) > 0:
            words = f"{count} {chip.name} that are out of play since {board.site.retired[chip]} are out."
            yield Shortage(f"retired {chip.name}", words)


def _above(wanted: Chips, held: Chips) -> Chips:
    """What is wanted beyond what is held, by value."""
    return Chips({chip: max(0, count - held[chip]) for chip, count in wanted.items()})


def _both(one: Chips, other: Chips) -> Chips:
    """As many of each as both have."""
    return Chips({chip: max(0, min(count, other[chip])) for chip, count in one.items()})
