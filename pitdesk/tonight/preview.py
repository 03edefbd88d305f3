"""A slip as it would be, before it is one."""

from datetime import datetime

from pitdesk import kinds, places
from pitdesk.book.entries import Entry, Signature
from pitdesk.book.people import CASHIERS, DEALERS
from pitdesk.book.slip import Slip, Stood
from pitdesk.chips import Chips
from pitdesk.tonight.board import Board


def preview(
    board: Board, series: str, table: str, chips: Chips, by: tuple[Signature, ...], at: datetime
) -> Slip:
    """A slip as it would be at a time, with the number it would take; of no entry yet (seq 0)."""
    layout = board.site.tables.get(table)
    game = layout.game if layout else "21"
    tray, bank = places.tray(table), places.CHIP_BANK
    from_, to = (bank, tray) if series == "fill" else (tray, bank)
    kind = kinds.Fill if series == "fill" else kinds.Credit
    entry = Entry(
        seq=0,
        fact=kind(table=table, chips=chips, game=game, source=from_, destination=to, first_number=1),
        at=at,
        day=board.day,
        number=None,
        about=None,
        request=None,
        postings=(),
        signatures=by,
        hash=bytes(32),
    )
    slip = Slip(series, board.next_number.get(series, 1), entry, table, from_, to, chips)
    if (spot := board.spot(table)) and spot.limits:
        slip.box, slip.stood = spot.box, Stood(spot.limits, spot.dealer, spot.box, spot.known)
    for signature in by:
        slip.signed.setdefault("prepared", signature)
        if signature.role in (CASHIERS if series == "fill" else DEALERS):
            slip.signed["initialed"] = signature
    return slip
