"""What stands between a night and its seal: each names the way out."""

from pitdesk import places
from pitdesk.chips import Chips, dollars
from pitdesk.rules.check import Act, Scene, check
from pitdesk.rules.checks.verbs import Words


@check("nd.08-16.1", "close day")
def there_is_a_day_to_close(act: Act, now: Scene) -> Words:
    if act.signers and act.signers[0].role not in ("shift manager", "gaming manager"):
        yield f"A {act.signers[0].role} does not close the day. Ask the shift manager."


@check("nd.03-06.2", "close day")
def cash_is_counted_last(act: Act, now: Scene) -> Words:
    for place in (*places.CASH_ON_HAND, places.CHIP_BANK):
        counted = now.today.ending.get(place)
        held = {k: v for k, v in now.balances.get(place, {}).items() if v}
        if counted is None and (held or place != places.CASH_RESERVE):
            yield f"The {place} has no closing count. Count it with two people."
        elif counted is not None and {k: v for k, v in counted.items() if v} != held:
            yield f"The {place} has moved since its closing count. Count it again."


@check("nd.03-10.1", "close day")
def the_next_start_is_there(act: Act, now: Scene) -> Words:
    if (act.cents or 0) < 0:
        yield f"A next start of ${dollars(act.cents or 0)} cannot be. Say what cash stays here."
    if act.detail["cash_left"] < 0:
        yield (
            f"The next start of ${dollars(act.cents or 0)} is"
            f" ${dollars(-act.detail['cash_left'])} more than the cash in hand."
            " Lower it, or withdraw from the gaming account first."
        )


@check("nd.08-04.7", "close day")
def cameras_were_looked_at(act: Act, now: Scene) -> Words:
    for table in now.today.tables.values():
        layout = now.layout(table.table)
        if layout and layout.video and table.camera is None:
            yield f"The camera of table {table.table} was not reviewed today. Review and note it."


@check("nd.08-05.2", "close day")
def every_number_has_its_fate(act: Act, now: Scene) -> Words:
    for slip in now.today.slips.values():
        if slip.on_the_way:
            yield f"{slip.name} is {slip.state}, its chips in transit. Receive or void it."


@check("nd.08-14.1", "close day")
def boxes_are_off_the_tables(act: Act, now: Scene) -> Words:
    for table in now.today.tables.values():
        if table.state == "open":
            yield f"Table {table.table} is open. Count its tray and close it."
        elif table.box_state == "on table":
            yield f"Box {table.box} is still on table {table.table}. Remove it to the safe."
        elif table.box_state == "stored":
            yield f"Box {table.box} is not counted. Count it with two people."


@check("nd.08-05.4", "close day")
def every_part_is_where_it_belongs(act: Act, now: Scene) -> Words:
    for slip, part, wanted in now.today.missing():
        if f"{slip.name} {part}" not in now.today.reasons:
            yield (
                f"{slip.name}, the {part}: not found in {wanted}. Enter it when it is found"
                " there, or explain it."
            )


@check("pd.transit", "close day")
def nothing_is_left_on_the_way(act: Act, now: Scene) -> Words:
    for place in (places.TRANSIT, places.JAR_BAR):
        if held := now.held(place):
            where = "on the way" if place == places.TRANSIT else f"at the {place}"
            yield f"Chips are still {where}: {held}. Bring them back by slip first."


@check("pd.transit", "close table")
def the_lent_tray_comes_back_first(act: Act, now: Scene) -> Words:
    if now.held(places.JAR_BAR) and [t.table for t in now.today.open_tables] == [act.table]:
        yield (
            f"Table {act.table} is the last one open, and the jar bar still has"
            f" {now.held(places.JAR_BAR)}. Bring the tray back by a fill slip first."
        )


@check("pd.tips", "close day")
def tips_are_settled(act: Act, now: Scene) -> Words:
    for place in sorted(now.balances):
        held = now.held(place) if place.startswith("tips ") else Chips()
        if held and not now.today.excused(place):
            yield f"{place}: {held} not redeemed. Redeem them, or explain it."


@check("pd.outstanding", "close day")
def no_more_chips_than_owned(act: Act, now: Scene) -> Words:
    for chip, count in now.held(places.PATRONS).items():
        if count < 0 and not now.today.excused(f"chips {chip.name}"):
            yield (
                f"{-count} more pieces of {chip.name} were counted than the book owns."
                f" Count again, or explain 'chips {chip.name}'."
            )


@check("pd.print", "close day")
def every_part_is_on_paper(act: Act, now: Scene) -> Words:
    for slip, one in now.today.unproven():
        yield f"{slip.name}, the {one.part}: nobody knows if it printed. Look, and answer."
    for slip, part, void in now.today.unprinted():
        yield f"{slip.name}, the {part}{' of its VOID' if void else ''}: not on paper. Print it."


@check("pd.explained", "close day")
def every_exception_has_its_reason(act: Act, now: Scene) -> Words:
    for note in now.today.unexplained:
        yield f"{note.words}. Explain '{note.key}'."
