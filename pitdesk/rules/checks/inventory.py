"""The chips inventory: deliveries, moves, counts by two, chips astray and foreign: 03-01(3), 08-06."""

from contextlib import suppress
from datetime import date, timedelta

from pitdesk import kinds, places
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import listed

COUNTED = (*places.CHIP_STORES, places.JAR_BAR)


@check("pd.invoice", kinds.Delivery)
def an_invoice_adds_up(act: Act[kinds.Delivery], now: Scene) -> Found:
    said = act.fact.invoice
    for name, text in (("number", said.number), ("supplier", said.supplier), ("date", said.date)):
        if not text.strip():
            yield f"The invoice has no {name}. Enter it as it is on the paper."
    with suppress(ValueError):  # an older one may be dated in words
        if date.fromisoformat(said.date) > act.at.date() + timedelta(days=1):
            yield (
                f"The invoice is dated {said.date}, and today is {act.at:%Y-%m-%d} by this machine's"
                " clock. Check the date on the paper."
            )
    if not said.lines:
        yield "The invoice has no lines. Enter which chips it names, how many, at what price."
    for words in said.wrong:
        which = f"Invoice {said.number} does not add up"
        yield f"{which}: {words} Check the figures, or ask the supplier."


@check("pd.invoice", kinds.Delivery)
def two_count_a_delivery_in(act: Act[kinds.Delivery], now: Scene) -> Found:
    if len(act.signers) != 2:
        yield "Two people count a delivery and check it against the invoice. Name both."
    for chip, count in act.fact.off.items():
        if not act.fact.reason.strip():
            how = "more" if count > 0 else "fewer"
            yield (
                f"{abs(count)} {how} of {chip.name} were counted than invoice {act.fact.invoice.number}"
                " says. Count again; if it is right, enter what you reported to the supplier."
            )
    if act.fact.destination not in (places.CHIP_RESERVE, places.CHIP_BANK):
        yield f"A delivery cannot go to {act.fact.destination}. Choose the chip reserve or bank."


@check("pd.state", kinds.Stock)
def stock_moves_between_stores(act: Act[kinds.Stock], now: Scene) -> Found:
    source, destination = act.fact.source, act.fact.destination
    if source == places.SUPPLIER:
        yield "Chips from a supplier come in as a delivery, counted by two against the invoice."
        return
    sites = {end for end in (source, destination) if end.startswith("site ") and end != "site "}
    ends = {*places.CHIP_STORES, *sites}
    known = source in ends and destination in ends | {places.SUPPLIER, places.DESTROYED}
    if not known or source == destination or len(sites) > 1:
        told = listed({*places.CHIP_STORES, places.SUPPLIER, places.DESTROYED, "site NAME"})
        yield f"Stock cannot move from {source} to {destination}. Choose from: {told}."


@check("pd.destroy", kinds.Stock)
def two_destroy_chips(act: Act[kinds.Stock], now: Scene) -> Found:
    if act.fact.destination == places.DESTROYED and len(act.signers) != 2:
        yield "Two people see chips destroyed and initial it. Name both."


@check("pd.tally", kinds.Tally, kinds.Inventory)
def stores_of_chips_are_counted(act: Act[Fact], now: Scene) -> Found:
    assert isinstance(act.fact, kinds.Tally | kinds.Inventory)
    if act.fact.place not in COUNTED:
        yield f"{act.fact.place} is not a store of chips. Choose from: {listed(COUNTED)}."


@check("pd.tally", kinds.Inventory)
def both_count_alone_first(act: Act[kinds.Inventory], now: Scene) -> Found:
    told = now.tallies.get(act.fact.place, {})
    if len(act.signers) != 2:
        yield "Two people count chips. Name both."
    for signer in act.signers:
        tally = told.get(signer.person)
        if tally is None:
            yield f"{now.name(signer.person)} has not counted the {act.fact.place} alone yet."
        elif act.at - tally.at > timedelta(hours=now.value("pd.tally", "hours")):
            when = now.site.local(tally.at)
            yield f"{now.name(signer.person)}'s count is too old ({when:%Y-%m-%d %H:%M}). Count again."


@check("pd.tally", kinds.Inventory)
def a_difference_has_a_reason(act: Act[kinds.Inventory], now: Scene) -> Found:
    if act.fact.reason.strip():
        return
    place = act.fact.place
    if any(tally.off != act.fact.off for tally in now.tallies.get(place, {}).values()):
        yield f"The two of you counted the {place} differently. Count again, or say how you settled it."
    elif act.fact.off and not (now.day and not now.day.sealed):
        yield f"The {place} is not as the book says, and no day is open. Give the reason."


@check("pd.foreign", kinds.Foreign)
def foreign_chips_are_described(act: Act[kinds.Foreign], now: Scene) -> Found:
    if act.fact.pieces < 1 or act.fact.face_cents < 0:
        yield "Enter how many chips there are, and the value on them."
    for text, words in ((act.fact.what, "what they look like"), (act.fact.done, "what became of them")):
        if not text.strip():
            yield f"Chips that are not ours are described. Enter {words}."


@check("pd.stray", kinds.Stray)
def chips_astray_are_at_a_table(act: Act[kinds.Stray], now: Scene) -> Found:
    table = now.table(act.fact.table)
    if table is None or table.state != "open":
        yield f"Table {act.fact.table} is not open. Count what is in a locked tray at its opener."
