"""The outlook: what the bank and the drawer will be asked for next, whether they can, and what helps.

Pure, made of a board. A likely fill brings a table back to its par.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date as Date

from pitdesk import places
from pitdesk.book.site import GAMES
from pitdesk.chips import Chip, Chips, dollars
from pitdesk.tonight.board import Board, Spot, above

NOTICE = 30  # days for which a note says that the chips of a game are no longer redeemed
QUARTER = 2500  # cents of the chip that a $25 wager wants


@dataclass(frozen=True, slots=True)
class Way:
    """A way out: the action that helps, what its button says, and what it begins with."""

    action: str
    words: str
    what: object = None


@dataclass(frozen=True, slots=True)
class Shortage:
    """Something the bank or the drawer could not do, or will soon lack.

    key    what it is about: "fill 2", "drawer", "deposits", "bank", "video", "game 21", "retired $5"
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
        return (*_deposits(board, today), *_video(board), *_ended(board, today), *_retired(board))
    found = [
        *_deposits(board, today),
        *_video(board),
        *_drawer(board),
        *_fills(board),
        *_quarters(board),
        *_bank(board),
    ]
    found += [*_ended(board, today), *_retired(board)]
    return tuple(sorted(found, key=lambda one: not one.sure))


def likely_fills(board: Board) -> list[tuple[Spot, Chips]]:
    """The fills that open tables will want, to their pars; where something runs low, first.

    What is on the way to a table already is not wanted again, nor what is out of play.
    """
    tables = [spot for spot in board.spots if spot.state == "open"]
    wanted = [(spot, _in_play(board, above(spot.to_par, _coming(spot)))) for spot in tables]
    found = [one for one in wanted if one[1]]
    return sorted(found, key=lambda one: (not one[0].low, -one[1].cents))


def _coming(spot: Spot) -> Chips:
    """What is on the way to a table."""
    return sum((one.chips for one in spot.waiting if one.series == "fill"), Chips())


# The bank


def _fills(board: Board) -> Iterator[Shortage]:
    """Fills that the bank could not make; each has what those before it leave."""
    bank = left = board.held(places.CHIP_BANK)
    for spot, wanted in likely_fills(board):
        short, ways = above(wanted, left), tuple(_ways(board, spot, wanted, left))
        left -= _both(wanted, left)
        if not short:
            continue
        alone = above(wanted, bank)
        what = (
            f"and the bank lacks {short}" if alone == short else f"and the others leave {short} too few"
        )
        low = not alone.keys().isdisjoint(spot.low)
        words = f"Table {spot.table} is {wanted} below par, {what}."
        yield Shortage(f"fill {spot.table}", words, sure=low, short=short, ways=ways)


def _ways(board: Board, spot: Spot, wanted: Chips, bank: Chips) -> Iterator[Way]:
    """What would bring the chips that lack: the reserve, a tray that has too many, other values."""
    short = above(wanted, bank)
    yield from _from_reserve(board, short)
    for other in board.spots:
        spare = _both(short, other.above_par) if other.state == "open" and other is not spot else Chips()
        if spare:
            yield Way("credit", f"Credit {spare} from table {other.table}", other.table)
    if instead := _instead(board, short, bank - wanted):
        whole = wanted - short + instead
        yield Way("fill", f"Fill {instead} in place of {short}", (spot.table, whole))


def _from_reserve(board: Board, short: Chips) -> Iterator[Way]:
    if there := _both(short, board.held(places.CHIP_RESERVE)):
        yield Way("stock", f"Move {there} from the reserve", there)


def _nearest(chip: Chip, board: Board) -> list[Chip]:
    """The other values in play of its kind and set, the next to it first; none without value."""
    playing = [other for other in board.site.playing if other.cents and other != chip]
    alike = [other for other in playing if (other.kind, other.set) == (chip.kind, chip.set)]
    return sorted(alike, key=lambda other: abs(other.face_cents - chip.face_cents))


def _instead(board: Board, short: Chips, spare: Chips) -> Chips:
    """Chips of equal value out of what the bank has to spare, each of a value next to one that lacks."""
    found = Chips()
    for chip, count in short.items():
        for other in _nearest(chip, board):
            pieces, rest = divmod(chip.cents * count, other.cents)
            if not rest and pieces <= spare[other] - found[other]:
                found += Chips({other: pieces})
                break
    return found if found.cents == short.cents else Chips()


def _bank(board: Board) -> Iterator[Shortage]:
    par = _in_play(board, board.par(places.CHIP_BANK))
    if short := above(par, board.held(places.CHIP_BANK)):
        ways = tuple(_from_reserve(board, short))
        yield Shortage("bank", f"The chip bank is {short} below its par.", short=short, ways=ways)


def _quarters(board: Board) -> Iterator[Shortage]:
    """Tables that take a $25 wager while nobody could be given a $25 chip: 08-03(1)."""
    bank = _quarter(_in_play(board, board.held(places.CHIP_BANK)))
    for spot in board.spots:
        high = spot.limits[1] if spot.state == "open" and spot.limits and spot.game == "21" else 0
        if high >= QUARTER and not bank and not _quarter(spot.known):
            words = f"Table {spot.table} takes a $25 wager, and neither it nor the bank has a $25 chip."
            yield Shortage("quarters", words, sure=True)


def _quarter(chips: Chips) -> bool:
    """Whether a $25 chip is among them."""
    return any(chip.face_cents == QUARTER and chip.kind == "casino" for chip in chips)


# The drawer


def _drawer(board: Board) -> Iterator[Shortage]:
    drawers = [place for place in board.balances if places.is_drawer(place)]
    if board.blind.intersection(drawers):
        return  # what should be there is not said while somebody counts it alone
    cash, out = sum(map(board.money, drawers)), board.outstanding.cents
    tips = sum(board.held(p).cents for p in board.balances if p.startswith(places.tips("")))
    if out + tips <= cash:
        return
    ways = [Way("withdraw", "Withdraw cash from the gaming account")]
    if reserve := board.money(places.CASH_RESERVE):
        ways.insert(0, Way("iou", f"Lend from the cash reserve, which has ${dollars(reserve)}"))
    have = "the drawers have" if len(drawers) > 1 else "the drawer has"
    words = (
        f"Players and tips hold ${dollars(out + tips)} in chips, and {have} ${dollars(cash)}:"
        f" ${dollars(out + tips - cash)} short if all of it comes."
    )
    yield Shortage("drawer", words, ways=tuple(ways))


def _deposits(board: Board, today: Date) -> Iterator[Shortage]:
    """Deposits that the bank should have by the third banking day: 99-01.3-03-10(1)."""
    if not board.owing:
        return
    late = sum(today > due.by for due in board.owing)
    first, many = board.owing[0], len(board.owing)
    cents = dollars(sum(due.cents for due in board.owing))
    if many == 1:
        words = f"The deposit of {first.date}, ${cents}, {'was' if late else 'is'} due {first.by}."
    else:
        words = f"{many} deposits are not noted, ${cents} in all, the oldest of {first.date}"
        words += f"; {late} of them late." if late else "."
    way = Way("deposit", "Note the deposit" if many == 1 else "Note deposits")
    yield Shortage("deposits", words, sure=bool(late), ways=(way,))


def _video(board: Board) -> Iterator[Shortage]:
    """Video that the site's quarters ask for, while a regular table has none: 99-01.3-08-04."""
    on, needed = board.date, board.video
    lacking = [
        spot.table
        for spot in board.spots
        if spot.game == "21" and not spot.video and not (on and board.site.temporary(spot.table, on))
    ]
    if needed.words and needed.by and lacking:
        words = f"Table {', '.join(lacking)} needs video that works by {needed.by}. {needed.words}"
        way = Way("site", "Confirm it, or say that this level will not go on")
        yield Shortage("video", words, ways=(way,))


# What is on its way out


def _ended(board: Board, today: Date) -> Iterator[Shortage]:
    for ended in board.site.ended.values():
        game = GAMES[ended.game].capitalize()
        left = (ended.until - today).days
        if left < -NOTICE:
            continue
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


def _in_play(board: Board, chips: Chips) -> Chips:
    """Those of them that may go to tables and players."""
    return Chips({chip: count for chip, count in chips.items() if board.site.in_play(chip)})


def _both(one: Chips, other: Chips) -> Chips:
    """As many of each as both have."""
    return Chips({chip: max(0, min(count, other[chip])) for chip, count in one.items()})
