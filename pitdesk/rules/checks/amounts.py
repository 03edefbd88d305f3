"""Things and amounts: what is set up, whole, sane, and where it leaves from."""

from pitdesk import places
from pitdesk.chips import Chips, dollars
from pitdesk.rules.check import Act, Scene, check
from pitdesk.rules.checks.verbs import (
    AT_TABLES,
    CAGE,
    INVENTORY,
    MONEY,
    SLIPS,
    TIPS,
    Words,
    listed,
)


@check("pd.table", *AT_TABLES, *SLIPS, "exchange tips", "camera", "remove box", "drop count", "drop")
@check("pd.table", "stray")
def the_table_is_set_up(act: Act, now: Scene) -> Words:
    if act.table not in now.site.tables:
        yield f"There is no table {act.table}. Known: {listed(now.site.tables)}."


@check("pd.chips", *AT_TABLES, *SLIPS, *CAGE, *TIPS, "count", *INVENTORY, "stray")
def the_chips_are_in_the_set(act: Act, now: Scene) -> Words:
    named = (*act.chips, *act.detail.get("other", Chips()), *act.detail.get("said", Chips()))
    unknown = [chip for chip in dict.fromkeys(named) if chip not in now.site.chips]
    if unknown:
        known = " ".join(chip.name for chip in sorted(now.site.chips))
        yield f"The site has no {' '.join(c.name for c in unknown)} chip. Known: {known or 'none'}."


@check("pd.amount", *AT_TABLES, *SLIPS, *CAGE, *TIPS, *MONEY, *INVENTORY, "stray")
@check("pd.amount", "drop count", "drop", "count")
def amounts_are_whole_and_sane(act: Act, now: Scene) -> Words:
    moved = act.verb in (*SLIPS, *CAGE, *TIPS, "stock", "delivery", "stray")
    if moved and act.cents is None and not act.chips:
        yield f"A {act.verb} of nothing. Say how many pieces of which chip."
    most = now.value("pd.amount", "most_pieces")
    for chip, count in act.chips.items():
        if not 0 <= count <= most:
            yield f"{count} pieces of {chip.name} cannot be: between 0 and {most:,}. Count again."
    if act.cents is None:
        return
    counted = act.verb in ("drop count", "drop", "count")
    if act.cents < 0 or (act.cents == 0 and not counted):
        yield f"${dollars(act.cents)} cannot be a {act.verb}: it must be above zero."
    if act.cents > now.value("pd.amount", "most_cents"):
        yield f"${dollars(act.cents)} is beyond anything this cage handles. Check the amount."
    if act.cents % now.value("pd.amount", "step_cents") and not counted:
        yield f"${dollars(act.cents)} is not in half dollars, as all twenty-one money is."


@check("pd.below", *SLIPS, "exchange", "exchange tips", "pool tips", "stock")
def chips_are_where_they_leave_from(act: Act, now: Scene) -> Words:
    source = act.detail.get("source")
    if not source or source in places.BELOW_ZERO or source.startswith(places.site("")):
        return
    held, wanted = now.held(source), act.detail.get("other", act.chips)
    for chip, count in wanted.items():
        if count > held[chip]:
            way = " Count the tray first." if source.startswith("tray ") else ""
            yield f"The {source} is short {count - held[chip]} chips of {chip.name}.{way}"


@check("pd.cash", "redeem", "redeem tips", "check", "payback", "iou")
def cash_is_where_it_leaves_from(act: Act, now: Scene) -> Words:
    source, wanted = act.detail.get("pays"), act.detail.get("pays_cents", 0)
    if not source or source in places.BELOW_ZERO:
        return
    held = now.balances.get(source, {}).get("cash", 0)
    if wanted > held:
        yield (
            f"The {source} holds ${dollars(held)} and cannot pay ${dollars(wanted)}."
            " Replenish it by an IOU or a withdrawal first."
        )


@check("pd.floor", "redeem", "redeem tips", "count tray", "close table", "exchange", "declare tips")
def chips_come_from_the_floor(act: Act, now: Scene) -> Words:
    if act.reason:
        return
    own = places.tray(act.table) if act.table else ""
    trays = {places.tray(table.table) for table in now.today.open_tables} | {own}
    counted = now.held(places.tips(act.detail["person"])) if act.verb in TIPS else Chips()
    for chip, count in (act.chips - counted).items():
        floor = sum(now.held(place)[chip] for place in {places.PATRONS, *trays})
        if count > floor:
            yield (
                f"{count} pieces of {chip.name}, but only {max(floor, 0)} are on the floor by the"
                " book: foreign or counterfeit chips, or a wrong count. Look again; if it is so,"
                " give the reason."
            )


@check("pd.equal", "exchange", "exchange tips")
def exchanges_are_of_equal_value(act: Act, now: Scene) -> Words:
    other: Chips = act.detail["other"]
    if act.chips.cents != other.cents or not other:
        yield (
            f"${dollars(act.chips.cents)} in chips against ${dollars(other.cents)}:"
            " an exchange is of equal value. Count both sides again."
        )
