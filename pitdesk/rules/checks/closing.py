"""What stands between a night and its seal: each names the way out."""

from datetime import timedelta

from pitdesk import kinds, places
from pitdesk.book.banks import drawers, left_over
from pitdesk.book.boxes import AT_COUNT, ON_TABLE
from pitdesk.chips import Chips, dollars
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Finding, Found, Scene, check
from pitdesk.rules.checks.verbs import a
from pitdesk.subjects import Box, Note, Part, Place, Slip, Table

TABLE_OPEN, BOX_ON_TABLE, BOX_NOT_COUNTED = "table open", "box on table", "box not counted"
BEYOND_CASH, NOBODY_KNOWS = "next start beyond the cash", "print not known"


@check("nd.08-16.1", kinds.CloseDay, until=2)
@check("pd.close", kinds.CloseDay, since=3)
def there_is_a_day_to_close(act: Act[kinds.CloseDay], now: Scene) -> Found:
    if act.signers and act.signers[0].role not in ("shift manager", "gaming manager"):
        yield f"{a(act.signers[0].role)} does not close the day. Ask the shift manager."


@check("nd.03-06.2", kinds.CloseDay)
def cash_is_counted_last(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for place in (*drawers(now.today), places.CASH_RESERVE, places.CHIP_BANK):
        counted = now.today.ending.get(place)
        held = {k: v for k, v in now.balances.get(place, {}).items() if v}
        if counted is None and (held or place != places.CASH_RESERVE):
            yield Finding(f"The {place} has no closing count. Count it with two people.", Place(place))
        elif counted is not None and {k: v for k, v in counted.items() if v} != held:
            yield Finding(
                f"The {place} has moved since its closing count. Count it again.", Place(place)
            )


@check("nd.03-10.1", kinds.CloseDay)
def the_next_start_can_be(act: Act[kinds.CloseDay], now: Scene) -> Found:
    if act.fact.cents < 0:
        yield f"The next start cannot be ${dollars(act.fact.cents)}. Enter the cash that stays here."
    others = drawers(now.today)[1:]
    for place in others:
        if place not in act.fact.kept:
            yield f"Say what cash stays in the {place}, of the next start in all."
    for place, cents in act.fact.kept.items():
        if place not in others:
            yield f"There is no {place} to keep cash in. Leave it out."
        elif not 0 <= cents <= act.fact.cents:
            yield f"The {place} cannot keep ${dollars(cents)} of ${dollars(act.fact.cents)} in all."


@check("nd.03-10.1", kinds.CloseDay, code=BEYOND_CASH)
def the_next_start_is_there(act: Act[kinds.CloseDay], now: Scene) -> Found:
    banks = left_over(now.today, now.balances, act.fact.cents, act.fact.kept)
    for bank in banks:
        if bank.cash_cents < 0:
            where = "the cash in hand" if len(banks) == 1 else f"the cash of the {bank.drawer}"
            yield (
                f"The next start of ${dollars(bank.next_cents)} is"
                f" ${dollars(-bank.cash_cents)} more than {where}."
                " Lower it, or withdraw from the gaming account first."
            )


@check("nd.08-05.2", kinds.CloseDay)
def every_number_has_its_fate(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for slip in now.today.slips.values():
        if slip.on_the_way:
            words = f"{slip.name} is {slip.state}, its chips in transit. Receive or void it."
            yield Finding(words, Slip(slip.series, slip.number))


@check("nd.08-14.1", kinds.CloseDay, code=TABLE_OPEN)
def tables_are_closed(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for table in now.today.open_tables:
        words = f"Table {table.table} is open. Count its tray and close it."
        yield Finding(words, Table(table.table))


@check("nd.08-14.1", kinds.CloseDay, code=BOX_ON_TABLE)
def boxes_are_off_the_tables(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for table in now.today.tables.values():
        if table.state != "open" and table.uses[-1].state == ON_TABLE:
            words = f"Box {table.box} is still on table {table.table}. Remove it to the safe."
            yield Finding(words, Box(table.box, table.table))


@check("nd.08-14.1", kinds.CloseDay, code=BOX_NOT_COUNTED, since=3)
def a_box_not_counted_is_in_a_safe_place(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for table in now.today.tables.values():
        for use in table.waiting:
            if use.state == AT_COUNT:
                words = f"Box {use.box} was opened at its table. Count it, or carry it to the safe."
                yield Finding(words, Box(use.box, table.table))


@check("nd.08-14.1", kinds.FinishDay, code=BOX_NOT_COUNTED, since=3)
def every_box_is_counted(act: Act[kinds.FinishDay], now: Scene) -> Found:
    for where, table in now.today.waiting.items():
        box = where.removeprefix("box ")
        yield Finding(f"Box {box} is not counted. Count it with two people.", Box(box, table.table))


@check("pd.finish", kinds.FinishDay, since=3)
def a_manager_finishes_a_day(act: Act[kinds.FinishDay], now: Scene) -> Found:
    allowed = now.value("pd.finish", "managers")
    if not now.today.pending:
        yield f"The day of {act.fact.date} has no box that was to be counted later. Close it."
    elif act.signers and act.signers[0].role not in allowed:
        yield f"{a(act.signers[0].role)} does not finish a day. Ask a {' or '.join(allowed)}."


@check("nd.03-10.1p", kinds.OpenDay, kinds.CloseDay, since=3)
def the_deposit_of_a_pending_day_comes_due(act: Act[Fact], now: Scene) -> Found:
    for on, day in now.pending.items():
        due = day.seal.deposit_due if day.seal else None
        if due and due <= act.at.date() + timedelta(days=1):
            boxes = ", ".join(where.removeprefix("box ") for where in day.waiting) or "none"
            yield f"The deposit of {on} is due by {due}; its drop is pending. Boxes to count: {boxes}."


@check("nd.08-05.4", kinds.CloseDay, kinds.FinishDay)
def every_part_is_where_it_belongs(act: Act[Fact], now: Scene) -> Found:
    for slip, part, wanted in now.today.missing():
        if f"{slip.name} {part}" not in now.today.reasons:
            words = (
                f"{slip.name}, the {part}: not found in {wanted}. Enter it when it is found"
                " there, or explain it."
            )
            yield Finding(words, Part(slip.series, slip.number, part, wanted))


@check("pd.transit", kinds.CloseDay)
def nothing_is_left_on_the_way(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for place in (places.TRANSIT, places.JAR_BAR):
        if held := now.held(place):
            where = "on the way" if place == places.TRANSIT else f"at the {place}"
            words = f"Chips are still {where}: {held}. Bring them back by a slip first."
            yield Finding(words, Place(place))


@check("pd.transit", kinds.CloseTable)
def the_lent_tray_comes_back_first(act: Act[kinds.CloseTable], now: Scene) -> Found:
    if now.held(places.JAR_BAR) and [t.table for t in now.today.open_tables] == [act.fact.table]:
        yield (
            f"Table {act.fact.table} is the last one open, and the jar bar still has"
            f" {now.held(places.JAR_BAR)}. Bring the tray back by a fill slip first."
        )


@check("pd.tips", kinds.CloseDay)
def tips_are_settled(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for place in sorted(now.balances):
        held = now.held(place) if place.startswith("tips ") else Chips()
        if held and not now.today.excused(place):
            yield Finding(f"{place}: {held} not redeemed. Redeem them, or explain it.", Place(place))


@check("pd.outstanding", kinds.CloseDay)
def no_more_chips_than_owned(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for chip, count in now.held(places.PATRONS).items():
        key = f"chips {chip.name}"
        if count < 0 and not now.today.excused(key):
            words = (
                f"{-count} more pieces of {chip.name} were counted than the book owns."
                f" Count again, or explain '{key}'."
            )
            yield Finding(words, Note(key))


@check("pd.print", kinds.CloseDay, code=NOBODY_KNOWS)
def every_print_is_known(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for slip, one in now.today.unproven():
        again = f", DUPLICATE {one.copy}" if one.copy else ""
        words = (
            f"{slip.name}, the {one.part}{again}: nobody knows if it printed. Look at it, and answer."
        )
        yield Finding(words, Part(slip.series, slip.number, one.part))


@check("pd.print", kinds.CloseDay)
def every_part_is_on_paper(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for slip, part, void in now.today.unprinted():
        words = f"{slip.name}, the {part}{' of its VOID' if void else ''}, is not on paper. Print it."
        yield Finding(words, Part(slip.series, slip.number, part))


@check("pd.explained", kinds.CloseDay, kinds.FinishDay)
def every_exception_has_its_reason(act: Act[Fact], now: Scene) -> Found:
    for note in now.today.unexplained:
        yield Finding(f"{note.words}. Explain '{note.key}'.", Note(note.key))
