"""The chips inventory: deliveries, moves, counts by two, chips astray and foreign: 03-01(3), 08-06."""

from datetime import timedelta

from pitdesk import places
from pitdesk.rules.check import Act, Scene, check
from pitdesk.rules.checks.verbs import Words, listed

COUNTED = (*places.CHIP_STORES, places.JAR_BAR)


@check("pd.invoice", "delivery")
def an_invoice_adds_up(act: Act, now: Scene) -> Words:
    said = act.detail["invoice"]
    for name, words in (("number", "number"), ("supplier", "supplier"), ("date", "date")):
        if not said[name].strip():
            yield f"The invoice has no {words}. Write it as it stands on the paper."
    if not said["lines"]:
        yield "The invoice has no lines. Write which chips it names, how many, at what price."
    for words in act.detail["wrong"]:
        which = f"Invoice {said['number']} does not add up"
        yield f"{which}: {words} Check the figures, or ask the supplier."


@check("pd.invoice", "delivery")
def two_count_a_delivery_in(act: Act, now: Scene) -> Words:
    if len(act.signers) != 2:
        yield "Two people count a delivery and check it against the invoice. Name both."
    for name, count in act.detail["off"].items():
        if not act.reason.strip():
            how = "more" if count > 0 else "fewer"
            yield (
                f"{abs(count)} {how} of {name} were counted than invoice"
                f" {act.detail['invoice']['number']} says. Count again; if it is so, say what the"
                " supplier was told."
            )
    if act.detail["destination"] not in (places.CHIP_RESERVE, places.CHIP_BANK):
        yield f"A delivery goes to the chip reserve or bank, not to {act.detail['destination']}."


@check("pd.state", "stock")
def stock_moves_between_stores(act: Act, now: Scene) -> Words:
    source, destination = act.detail["source"], act.detail["destination"]
    if source == places.SUPPLIER:
        yield "Chips from a supplier come in as a delivery, counted by two against the invoice."
        return
    sites = {end for end in (source, destination) if end.startswith("site ") and end != "site "}
    ends = {*places.CHIP_STORES, *sites}
    known = source in ends and destination in ends | {places.SUPPLIER, places.DESTROYED}
    if not known or source == destination or len(sites) > 1:
        told = listed({*places.CHIP_STORES, places.SUPPLIER, places.DESTROYED, "site NAME"})
        yield f"Stock does not move from {source} to {destination}. Ends: {told}."


@check("pd.destroy", "stock")
def two_destroy_chips(act: Act, now: Scene) -> Words:
    if act.detail["destination"] == places.DESTROYED and len(act.signers) != 2:
        yield "Two people see chips destroyed and initial it. Name both."


@check("pd.tally", "tally", "inventory")
def stores_of_chips_are_counted(act: Act, now: Scene) -> Words:
    if act.detail["place"] not in COUNTED:
        yield f"{act.detail['place']} is no store of chips. Stores: {listed(COUNTED)}."


@check("pd.tally", "inventory")
def both_count_alone_first(act: Act, now: Scene) -> Words:
    told = act.detail["tallies"]
    if len(act.signers) != 2:
        yield "Two people count chips. Name both."
    for signer in act.signers:
        tally = told.get(signer.person)
        if tally is None:
            yield f"{now.name(signer.person)} has not counted the {act.detail['place']} alone yet."
        elif act.at - tally.at > timedelta(hours=now.value("pd.tally", "hours")):
            when = now.site.local(tally.at)
            yield f"{now.name(signer.person)}'s count is of {when:%Y-%m-%d %H:%M}. Count again."


@check("pd.tally", "inventory")
def a_difference_has_a_reason(act: Act, now: Scene) -> Words:
    if act.reason.strip():
        return
    place = act.detail["place"]
    if act.detail["differ"]:
        yield f"You counted the {place} differently. Count again, or say how it was settled."
    elif act.detail["off"] and not (now.day and not now.day.sealed):
        yield f"The {place} is not as the book says, and no day is open for it. Give the reason."


@check("pd.foreign", "foreign")
def foreign_chips_are_described(act: Act, now: Scene) -> Words:
    if act.detail["pieces"] < 1 or act.detail["face_cents"] < 0:
        yield "Write how many chips there are, and which value stands on them."
    for name, words in (("what", "what they look like"), ("done", "what became of them")):
        if not act.detail[name].strip():
            yield f"Chips that are not ours are described. Write {words}."


@check("pd.stray", "stray")
def chips_astray_are_at_a_table(act: Act, now: Scene) -> Words:
    table = now.table(act.table)
    if table is None or table.state != "open":
        yield f"Table {act.table} is not open. What lies in a locked tray is counted at its opener."
