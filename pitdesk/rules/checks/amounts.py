"""Things and amounts: what is set up, whole, sane, and where it leaves from."""

from pitdesk import kinds, places
from pitdesk.chips import Chips, dollars
from pitdesk.kinds import CHIPS, MONEY, TABLES, TIPS, Fact, of
from pitdesk.rules.check import Act, Facts, Found, Scene, check
from pitdesk.rules.checks.verbs import AT_TABLES, PLAYERS, given, listed

MOVING: Facts = (kinds.Slip, *PLAYERS, *of(TIPS), kinds.Stock, kinds.Delivery, kinds.Stray)
COUNTING: Facts = (kinds.DropCount, kinds.Drop, kinds.Count, kinds.OwnCount)


@check("pd.table", *of(TABLES), kinds.Slip, kinds.Ask, kinds.ExchangeTips, kinds.DropCount, kinds.Drop)
def the_table_is_set_up(act: Act[Fact], now: Scene) -> Found:
    if act.fact.table not in now.site.tables:
        yield f"There is no table {act.fact.table}. Known: {listed(now.site.tables)}."


@check("pd.chips", *AT_TABLES, *MOVING, kinds.Ask, kinds.Count, kinds.OwnCount, *of(CHIPS))
def the_chips_are_in_the_set(act: Act[Fact], now: Scene) -> Found:
    said = act.fact.invoice.chips if isinstance(act.fact, kinds.Delivery) else Chips()
    named = (*act.fact.chips, *given(act.fact), *said)
    unknown = [chip for chip in dict.fromkeys(named) if chip not in now.site.chips]
    if unknown:
        known = " ".join(chip.name for chip in sorted(now.site.chips))
        yield f"The site has no {' '.join(c.name for c in unknown)} chip. Known: {known or 'none'}."


@check("pd.amount", *AT_TABLES, *MOVING, kinds.Ask, *COUNTING, *of(MONEY, CHIPS))
def amounts_are_whole_and_sane(act: Act[Fact], now: Scene) -> Found:
    if isinstance(act.fact, MOVING) and act.fact.cents is None and not act.fact.chips:
        yield "No chips are entered. Enter how many pieces of which chip."
    most = now.value("pd.amount", "most_pieces")
    for chip, count in act.fact.chips.items():
        if not 0 <= count <= most:
            yield f"{count} pieces of {chip.name} cannot be: a count is from 0 to {most:,}. Count again."
    if act.fact.cents is None:
        return
    counted = isinstance(act.fact, COUNTING)
    if act.fact.cents < 0 or (act.fact.cents == 0 and not counted):
        yield f"${dollars(act.fact.cents)} cannot be a {act.verb}. Enter an amount above zero."
    if act.fact.cents > now.value("pd.amount", "most_cents"):
        yield f"${dollars(act.fact.cents)} is more than this cage ever handles. Check the amount."


@check("pd.below", kinds.Slip, kinds.Exchange, kinds.ExchangeTips, kinds.PoolTips, kinds.Stock)
def chips_are_where_they_leave_from(act: Act[Fact], now: Scene) -> Found:
    source, wanted = _leaving(act.fact)
    if source in places.BELOW_ZERO or source.startswith(places.site("")):
        return
    held = now.held(source)
    for chip, count in wanted.items():
        if count > held[chip]:
            way = "Count the tray first" if source.startswith("tray ") else "Move fewer, or count it"
            yield f"The {source} is short {count - held[chip]} chips of {chip.name}. {way}."


def _leaving(fact: Fact) -> tuple[str, Chips]:
    """Which chips leave which place; those that are taken in exchange are not there yet."""
    match fact:
        case kinds.Slip() | kinds.Stock():
            return fact.source, fact.chips
        case kinds.PoolTips():
            return places.tips(fact.person), fact.chips
        case kinds.Exchange() | kinds.ExchangeTips():
            return places.tray(fact.table) if fact.table else places.CHIP_BANK, fact.gave
    raise AssertionError(fact)


@check("pd.cash", kinds.Redeem, kinds.RedeemTips, kinds.Check, kinds.Payback, kinds.Iou)
def cash_is_where_it_leaves_from(act: Act[Fact], now: Scene) -> Found:
    source, wanted = _paying(act.fact, now)
    if not places.holds_cash(source):
        return
    held = now.balances.get(source, {}).get("cash", 0)
    if wanted > held:
        yield (
            f"The {source} holds ${dollars(held)} and cannot pay ${dollars(wanted)}."
            " Replenish it by an IOU or a withdrawal first."
        )


def _paying(fact: Fact, now: Scene) -> tuple[str, int]:
    """How many cents leave which place."""
    match fact:
        case kinds.Redeem(check=check) if check:
            return places.ACCOUNT, fact.chips.cents
        case kinds.Redeem() | kinds.RedeemTips():
            return fact.drawer, fact.chips.cents
        case kinds.Check():
            return fact.drawer, fact.cents
        case kinds.Iou():
            return fact.source, fact.cents
        case kinds.Payback():
            ends = (loan.destination for loan in now.today.loans if loan.number == fact.iou)
            return next(ends, places.DRAWER), fact.cents or 0
    return places.DRAWER, fact.cents or 0


@check("pd.floor", kinds.Redeem, kinds.RedeemTips, kinds.TrayCount, kinds.Exchange, kinds.DeclareTips)
def chips_come_from_the_floor(act: Act[Fact], now: Scene) -> Found:
    if act.fact.reason:
        return
    own = places.tray(act.fact.table) if act.fact.table else ""
    trays = {places.tray(table.table) for table in now.today.open_tables} | {own}
    counted = now.held(places.tips(act.fact.person)) if isinstance(act.fact, kinds.Tips) else Chips()
    for chip, count in (act.fact.chips - counted).items():
        floor = sum(now.held(place)[chip] for place in {places.PATRONS, *trays})
        if count > floor:
            yield (
                f"{count} pieces of {chip.name}, but only {max(floor, 0)} are on the floor by the book."
                " Look for foreign or counterfeit chips; if the count is right, give the reason."
            )


@check("pd.equal", kinds.Exchange, kinds.ExchangeTips)
def exchanges_are_of_equal_value(act: Act[Fact], now: Scene) -> Found:
    other = given(act.fact)
    if act.fact.chips.cents != other.cents or not other:
        yield (
            f"${dollars(act.fact.chips.cents)} in chips is exchanged for ${dollars(other.cents)}."
            " Both must be of equal value. Count both sides again."
        )
