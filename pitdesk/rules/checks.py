"""The checks: one short pure function per rule, registered under its id for the verbs it judges.

Each yields what is wrong in whole sentences: what happened, to which thing, what to do now.
"""

from collections.abc import Iterator
from datetime import date
from zoneinfo import available_timezones

from pitdesk import places
from pitdesk.chips import Chip, Chips, dollars
from pitdesk.people import CASHIERS, DEALERS, GAMING, ROLES, TIES, Person, weak_pin
from pitdesk.rules import Act, Scene, check
from pitdesk.site import GAMES

SLIPS = ("fill", "credit")
PARTS_OF_A_SLIP = (*SLIPS, "verify", "receive", "void")
SETUP = ("site", "table", "chip", "person", "tie")
CAGE = ("redeem", "refuse", "redeem tips", "check", "exchange")
AT_TABLES = ("open table", "dealer", "count tray", "close table")
TIPS = ("declare tips", "pool tips", "exchange tips", "redeem tips")
MONEY = ("iou", "payback", "withdraw", "stock")
COUNTING = ("team", "drop count", "drop", "found")
NIGHT = (
    *("count", *AT_TABLES, *PARTS_OF_A_SLIP, "transfer", "print answer"),
    *(*CAGE, "declare tips", "pool tips", "exchange tips", *MONEY),
    *("camera", "remove box", *COUNTING, "explain", "close day"),
)
ALL = ("open day", "duty", *NIGHT)

Words = Iterator[str]


def _names(people: list[Person]) -> str:
    return ", ".join(person.id for person in people) or "nobody here"


def _cents(chip: Chip) -> int:
    return chip.cents


def _listed(names: object) -> str:
    return ", ".join(sorted(map(str, names))) or "none"  # type: ignore[call-overload]


# PitDesk's own: people and initials


@check("pd.person", *ALL, *SETUP)
def signers_are_known(act: Act, now: Scene) -> Words:
    for signer in act.signers:
        if signer.person not in now.site.people:
            yield f"Nobody called {signer.person} is set up. Known: {_listed(now.site.people)}."
    named = act.detail.get("person")
    if act.verb == "person" and (not str(named).strip() or named == "pool"):
        yield f"'{named}' names nobody. Give the person a short name of their own."
    if act.verb != "person" and named and named not in {*now.site.people, "pool"}:
        yield f"Nobody called {named} is set up. Known: {_listed(now.site.people)}."


@check("pd.signed", *ALL)
def somebody_signs(act: Act, now: Scene) -> Words:
    if not act.signers:
        yield f"Nobody initials this {act.verb}. Name who does, as what."


@check("pd.role", *ALL, *SETUP)
def signers_hold_their_roles(act: Act, now: Scene) -> Words:
    for signer in act.signers:
        person = now.site.people.get(signer.person)
        if person and not person.holds(signer.role, now.on):
            held = sorted(role.name for role in person.roles if person.holds(role.name, now.on))
            yield f"{signer.person} may not act as {signer.role}; holds {', '.join(held) or 'none'}."


@check("pd.role", "person")
def roles_are_known(act: Act, now: Scene) -> Words:
    for role in act.detail["role_names"]:
        if role not in ROLES:
            yield f"'{role}' is no role. Roles: {', '.join(ROLES)}."


@check("pd.role", "open table", "dealer")
def whoever_is_seated_can_deal(act: Act, now: Scene) -> Words:
    layout, person = now.layout(act.table), now.site.people.get(act.detail["dealer"] or "")
    if layout is None or person is None:
        return
    role = "wheel operator" if layout.game == "PW" else "dealer"
    if not person.holds(role, now.on):
        yield f"{person.id} is no {role} and cannot take table {act.table}."


@check("pd.duty", "open table", "dealer")
def whoever_is_seated_is_here(act: Act, now: Scene) -> Words:
    person = act.detail["dealer"]
    if person in now.site.people and person not in {*now.today.duty, *act.people}:
        yield f"{person} is not on duty and cannot take table {act.table}. Note the arrival first."
    at = now.today.dealing.get(person or "")
    if at not in (None, act.table):
        yield f"{person} is at table {at}. Relieve {person} there first."


@check("pd.duty", *(verb for verb in NIGHT if verb not in COUNTING))
def signers_are_on_duty(act: Act, now: Scene) -> Words:
    for signer in act.signers:
        if signer.person in now.site.people and signer.person not in now.today.duty:
            yield f"{signer.person} is not on duty. Note the arrival first, or ask someone on duty."


@check("pd.twice", *ALL)
def nobody_initials_twice(act: Act, now: Scene) -> Words:
    twice = {person for person in act.people if act.people.count(person) > 1}
    for person in sorted(twice):
        yield f"{person} initials this {act.verb} twice. Ask a second person."


@check("pd.own", "verify", "receive")
def nobody_approves_their_own(act: Act, now: Scene) -> Words:
    assert act.slip
    for signer in act.signers:
        if signer.person in {s.person for s in act.slip.signed.values()} and not now.today.alone:
            yield (
                f"{signer.person} has initialed {act.slip.name} already and cannot {act.verb} it."
                " Ask another person."
            )


@check("pd.pin", "person")
def pins_are_not_guessed_at_once(act: Act, now: Scene) -> Words:
    pin = act.detail.get("new_pin")
    if pin and (why := weak_pin(pin, act.detail["role_names"])):
        yield f"The PIN for {act.detail['person']} {why}. Choose another."


# PitDesk's own: things and amounts


@check("pd.table", *AT_TABLES, *SLIPS, "exchange tips", "camera", "remove box", "drop count", "drop")
def the_table_is_set_up(act: Act, now: Scene) -> Words:
    if act.table not in now.site.tables:
        yield f"There is no table {act.table}. Known: {_listed(now.site.tables)}."


@check("pd.chips", *AT_TABLES, *SLIPS, *CAGE, *TIPS, "count", "stock")
def the_chips_are_in_the_set(act: Act, now: Scene) -> Words:
    unknown = [c for c in (*act.chips, *act.detail.get("other", Chips())) if c not in now.site.chips]
    if unknown:
        known = " ".join(chip.name for chip in sorted(now.site.chips))
        yield f"The site has no {' '.join(c.name for c in unknown)} chip. Known: {known or 'none'}."


@check("pd.amount", *SLIPS, *CAGE, *TIPS, *MONEY, "drop count", "drop", "count")
def amounts_are_whole_and_sane(act: Act, now: Scene) -> Words:
    moved = act.verb in (*SLIPS, *CAGE, *TIPS, "stock")
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
    if not source or source in places.BELOW_ZERO:
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
    trays = [places.tray(table.table) for table in now.today.open_tables]
    tips = [place for place in now.balances if place.startswith("tips ")]
    own = places.tray(act.table or "") if act.verb in ("count tray", "close table") else ""
    for chip, count in act.chips.items():
        floor = sum(now.held(place)[chip] for place in {places.PATRONS, *trays, *tips, own})
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


@check("pd.reason", "void", "refuse", "explain", "camera")
def a_reason_is_given(act: Act, now: Scene) -> Words:
    if act.verb == "camera" and act.detail["view"] == "clear":
        return
    if not act.reason.strip():
        yield f"A {act.verb} needs a reason. Give it in a few words."


@check("pd.state", "dealer", "count tray", "close table", *SLIPS, "exchange tips")
def the_table_is_open(act: Act, now: Scene) -> Words:
    table = now.table(act.table)
    if act.table in now.site.tables and (table is None or table.state != "open"):
        yield f"Table {act.table} is not open. Open it with its opener count first."


@check("pd.state", "camera")
def the_table_was_opened(act: Act, now: Scene) -> Words:
    if act.table in now.site.tables and now.table(act.table) is None:
        yield f"Table {act.table} was not opened today. Open it, then look at its camera."


@check("pd.state", "open table")
def the_table_is_not_open_yet(act: Act, now: Scene) -> Words:
    table = now.table(act.table)
    if table and table.state == "open":
        yield f"Table {act.table} is open since {now.site.local(table.opened_at):%H:%M}."


@check("pd.state", "verify", "receive", "void")
def the_slip_is_on_its_way(act: Act, now: Scene) -> Words:
    assert act.slip
    if not act.slip.on_the_way:
        yield f"{act.slip.name} is {act.slip.state} already; its chips are no longer in transit."


@check("pd.state", "verify")
def the_slip_is_verified_once(act: Act, now: Scene) -> Words:
    assert act.slip
    if act.slip.state == "verified":
        yield f"{act.slip.name} is verified already. Carry it on and have it received."


@check("pd.state", "close table")
def nothing_is_on_its_way_to_the_table(act: Act, now: Scene) -> Words:
    for slip in now.today.slips.values():
        if slip.table == act.table and slip.on_the_way:
            yield f"{slip.name} is still on its way. Receive or void it, then close the table."


@check("pd.state", "duty")
def comes_once_and_leaves_once(act: Act, now: Scene) -> Words:
    person, on = act.detail["person"], act.detail["on"]
    if (person in now.today.duty) == on and person in now.site.people:
        yield f"{person} is {'already' if on else 'not'} on duty."


@check("pd.state", "iou", "payback")
def the_loan_stands_open(act: Act, now: Scene) -> Words:
    if act.verb == "payback":
        wanted = act.detail["iou"]
        if not any(loan.number == wanted and not loan.repaid for loan in now.today.loans):
            known = [loan.number for loan in now.today.loans if not loan.repaid]
            yield f"IOU {wanted} is not open. Open: {_listed(known)}."


@check("pd.explain", "explain")
def there_is_something_to_explain(act: Act, now: Scene) -> Words:
    keys = {note.key for note in now.today.notes}
    keys |= {f"{slip.name} {part}" for slip, part, _ in now.today.missing()}
    keys |= {place for place in now.balances if place.startswith("tips ")}
    keys |= {f"chips {c.name}" for c, count in now.held(places.PATRONS).items() if count < 0}
    if act.detail["what"] not in keys:
        yield f"Nothing called '{act.detail['what']}' needs a reason. Known: {_listed(keys)}."


# 99-01.3-02: the day and who is in charge


@check("nd.02-01.6", "open day")
def one_business_day_at_a_time(act: Act, now: Scene) -> Words:
    if now.day and not now.day.sealed:
        yield f"The day of {now.day.date} is still open. Close it before the next is opened."
    elif now.day and date.fromisoformat(act.detail["date"]) <= now.day.date:
        yield f"The day of {now.day.date} is sealed; a new day must be later. Check the date."


@check("nd.02-07.1", "person")
def one_gaming_manager(act: Act, now: Scene) -> Words:
    roles = act.detail.get("role_names", ())
    others = [p.id for p in now.site.holders("gaming manager", now.on) if p.id != act.detail["person"]]
    if "gaming manager" in roles and others:
        yield f"{others[0]} is the gaming manager; there is exactly one. End that role first."


@check("nd.02-07.2", "open day")
def a_shift_manager_opens(act: Act, now: Scene) -> Words:
    if not any(signer.role == "shift manager" for signer in act.signers):
        managers = now.site.holders("shift manager", now.on)
        yield f"No shift manager opens the day. Ask one: {_names(managers)}."


@check("nd.02-07.2", "duty")
def a_shift_manager_stays(act: Act, now: Scene) -> Words:
    if act.detail["on"] or not now.today.open_tables:
        return
    staying = [p for p in now.today.duty if p != act.detail["person"]]
    people = now.site.people
    if not any(people[p].holds("shift manager", now.on) for p in staying if p in people):
        yield "No shift manager would be left on site while a table is open. Hand over first."


# 99-01.3-03: banks, IOUs, counts, deposit


@check("nd.03-06.1", "open table")
def one_cash_bank_only_with_approval(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    games = {table.game for table in now.today.tables.values()} | ({layout.game} if layout else set())
    if len(games) > 1 and not now.site.settings.get("combined"):
        yield (
            "Twenty-one and paddlewheels may share a cash bank only with approval. Note the"
            " approval in the site's set-up, or conduct one game a day."
        )


@check("nd.03-06.1a", "iou")
def an_iou_names_both_ends(act: Act, now: Scene) -> Words:
    source, destination = act.detail["source"], act.detail["destination"]
    if source == destination or destination not in places.CASH_ON_HAND:
        yield f"An IOU goes from a source to the drawer or the cash reserve, not to {destination}."
    if source not in (places.LENDERS, places.CASH_RESERVE, places.DRAWER):
        yield f"{source} lends nothing. Money from the gaming account is a withdrawal."


@check("nd.03-06.1w", "withdraw")
def a_withdrawal_names_its_method(act: Act, now: Scene) -> Words:
    if act.detail["to"] not in places.CASH_ON_HAND:
        yield f"A withdrawal goes to the drawer or the cash reserve, not to {act.detail['to']}."
    if not act.detail.get("method"):
        yield "A withdrawal from the gaming account names its check or other method. Name it."


@check("nd.03-06.2", "count")
def two_count_the_cash(act: Act, now: Scene) -> Words:
    if len(act.signers) != 2 and not (now.today.alone and len(act.signers) == 1):
        yield "Two people count cash in each other's presence and initial it. Name both."


@check("nd.03-06.2", "open table", *SLIPS, *CAGE, *MONEY, "declare tips")
def cash_is_counted_first(act: Act, now: Scene) -> Words:
    for place in (places.DRAWER, places.CHIP_BANK, places.CASH_RESERVE):
        needed = now.balances.get(place) or place != places.CASH_RESERVE
        if needed and place not in now.today.start:
            yield f"The {place} has no opening count. Count it with two people first."


@check("pd.state", "count")
def banks_are_counted(act: Act, now: Scene) -> Words:
    if act.detail["when"] not in ("opening", "check", "closing"):
        yield f"There is no {act.detail['when']} count. Make an opening, check or closing count."
    for place, counted in act.detail["counted"].items():
        money = {*counted} & {"cash", "checks"}
        if place not in (*places.CASH_ON_HAND, *places.CHIP_STORES):
            yield f"The {place} is not counted at the cage. Count its drawer, reserves and chip bank."
        elif (place in places.CASH_ON_HAND) != bool(money) and counted:
            yield f"The {place} does not hold {_listed(counted)}. Count cash and chips apart."


@check("pd.state", "stock")
def stock_moves_between_stores(act: Act, now: Scene) -> Words:
    source, destination = act.detail["source"], act.detail["destination"]
    ends = {places.SUPPLIER, places.DESTROYED, *places.CHIP_STORES}
    if not {source, destination} <= ends or source in (destination, places.DESTROYED):
        yield f"Stock does not move from {source} to {destination}. Ends: {_listed(ends)}."


@check("pd.state", "count")
def an_opening_count_comes_first(act: Act, now: Scene) -> Words:
    for place in act.detail["counted"]:
        if act.detail["when"] == "opening" and place in now.today.moved:
            yield f"The {place} has moved today; its opening is past. Make a closing or check count."


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
    if act.detail["drawer_start"] < 0:
        yield "The next start is less than the cash reserve alone. Bank some of the reserve first."
    if act.detail["cash_left"] < 0:
        yield (
            f"The next start of ${dollars(act.cents or 0)} is"
            f" ${dollars(-act.detail['cash_left'])} more than the cash in hand."
            " Lower it, or withdraw from the gaming account first."
        )


# 99-01.3-08-01 to 04: tables, boxes, chips, video


@check("nd.08-02.1", "table")
def tables_have_numbers_of_their_own(act: Act, now: Scene) -> Words:
    if act.detail["game"] not in GAMES:
        yield f"{act.detail['game']} is no game here. Write 21 or PW."
    taken = {t.box: t.table for t in now.site.tables.values() if t.table != act.table}
    if act.detail["box"] in taken:
        yield f"Box {act.detail['box']} belongs to table {taken[act.detail['box']]}."


@check("nd.08-02.2", "open table")
def the_box_matches_the_table(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    if layout and act.detail["box"] != layout.box:
        yield f"Box {act.detail['box']} is not table {act.table}'s. Put box {layout.box} on it."


@check("nd.08-03.1", "chip")
def chips_have_lawful_values(act: Act, now: Scene) -> Words:
    chip = Chip.named(act.detail["chip"])
    lawful = now.value("nd.08-03.1", chip.kind)
    if lawful and chip.face_cents not in lawful:
        words = ", ".join(f"${dollars(cents)}" for cents in lawful)
        yield f"{chip.name} is no lawful {chip.kind} chip. Values: {words}."


@check("nd.08-03.3", "chip")
def chips_have_the_prescribed_look(act: Act, now: Scene) -> Words:
    chip, look = Chip.named(act.detail["chip"]), act.detail["look"]
    if chip.kind != "casino" or not look or chip.face_cents not in now.value("nd.08-03.1", "casino"):
        return
    primary, *looks = now.value("nd.08-03.3", str(chip.face_cents))
    color, second = look.get("color"), look.get("second")
    if color != primary:
        yield f"A {chip.name} chip is {primary}, not {color}."
    if [look.get("spots"), look.get("kind")] not in [one[:2] for one in looks]:
        yield f"A {chip.name} chip does not carry {look.get('spots')} {look.get('kind')} edge spots."
    required = {one[2] for one in looks if one[2]}
    if required and second not in required:
        yield f"The edge spots of a {chip.name} chip are {', '.join(required)}."
    for other, theirs in now.site.chips.items():
        if second and (theirs.get("color"), color) == (second, theirs.get("second")):
            yield f"{chip.name} and {other.name} would be reversed pairs of the same two colors."


@check("nd.08-04.7", "close day")
def cameras_were_looked_at(act: Act, now: Scene) -> Words:
    for table in now.today.tables.values():
        layout = now.layout(table.table)
        if layout and layout.video and table.camera is None:
            yield f"The camera of table {table.table} was not reviewed today. Review and note it."


# 99-01.3-08-05: fill and credit slips


@check("nd.08-05.1", *SLIPS, "transfer")
def chips_go_by_the_bank(act: Act, now: Scene) -> Words:
    allowed = {places.CHIP_BANK, places.JAR_BAR}
    for end in (act.detail["from"], act.detail["to"]):
        if end.startswith("tray ") and (act.verb == "transfer" or end != places.tray(act.table or "")):
            yield (
                "Chips never go from table to table. Credit them to the chip bank, then fill the"
                " other table."
            )
        elif not end.startswith("tray ") and end not in allowed:
            yield f"A slip moves chips between a table and the chip bank or jar bar, not {end}."


@check("nd.08-05.2", "close day")
def every_number_has_its_fate(act: Act, now: Scene) -> Words:
    for slip in now.today.slips.values():
        if slip.on_the_way:
            yield f"{slip.name} is {slip.state}, its chips in transit. Receive or void it."


@check("nd.08-05.2v", "void")
def the_preparer_voids(act: Act, now: Scene) -> Words:
    assert act.slip
    preparer = act.slip.signed["prepared"].person
    if not act.signers or preparer in act.people:
        return
    if preparer in now.today.duty:
        yield f"{act.slip.name} was prepared by {preparer}, who must initial both parts of its void."
    elif act.signers[0].role not in ("shift manager", "gaming manager"):
        yield f"{preparer} has left; a shift manager or the gaming manager voids {act.slip.name}."


@check("nd.08-05.3", *SLIPS)
def the_right_person_prepares(act: Act, now: Scene) -> Words:
    allowed = now.value("nd.08-05.3", act.verb)
    if act.signers and act.signers[0].role not in allowed:
        yield f"A {act.signers[0].role} may not prepare a {act.verb} slip. Ask a {', '.join(allowed)}."


@check("nd.08-05.3c", *SLIPS)
def the_slip_bears_its_initials(act: Act, now: Scene) -> Words:
    wanted = CASHIERS if act.verb == "fill" else DEALERS
    if act.signers and not any(signer.role in wanted for signer in act.signers):
        yield f"No {' or '.join(wanted)} initials this {act.verb} slip. Both parts need it."


@check("nd.08-05.5", "verify")
def a_free_person_verifies(act: Act, now: Scene) -> Words:
    for signer in act.signers:
        if signer.role not in now.value("nd.08-05.5", "verifiers"):
            yield f"A {signer.role} does not verify slips. Ask a shift manager or authorized employee."
        if signer.person in now.today.dealing:
            yield f"{signer.person} is dealing at table {now.today.dealing[signer.person]}."


@check("nd.08-05.5", "receive")
def verified_when_somebody_is_free(act: Act, now: Scene) -> Words:
    assert act.slip
    if act.slip.state == "verified":
        return
    busy = {*now.today.dealing, *(s.person for s in act.slip.signed.values()), *act.people}
    roles = frozenset(now.value("nd.08-05.5", "verifiers"))
    free = [
        person
        for person in now.today.duty
        if person not in busy and now.site.people[person].holds_any(roles, now.on)
    ]
    if free:
        yield f"{act.slip.name} is not verified, and {_listed(free)} is free to do it. Verify it first."


@check("nd.08-05.6", "receive")
def the_right_person_receives(act: Act, now: Scene) -> Words:
    assert act.slip
    wanted = DEALERS if act.slip.series == "fill" else CASHIERS
    for signer in act.signers:
        if signer.role not in wanted:
            yield f"A {signer.role} does not receive a {act.slip.series}. Ask a {' or '.join(wanted)}."
        elif act.slip.series == "fill" and now.today.dealing.get(signer.person) != act.slip.table:
            yield f"{signer.person} is not at table {act.slip.table}. Ask its dealer."


# 99-01.3-08-06: the chip bank's services


@check("nd.08-06.1", "check")
def checks_are_cashed_at_the_cage(act: Act, now: Scene) -> Words:
    if act.table:
        yield "Chips are sold at a table for cash only. Send the player to the cashier."
    for signer in act.signers:
        if signer.role not in CASHIERS:
            yield f"A {signer.role} does not cash checks. Ask the cashier."


@check("nd.08-06.1b", "exchange", *SLIPS, "open table")
def betting_chips_stay_at_paddlewheels(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    other = act.detail.get("other", Chips())
    kinds = [{chip.kind for chip in side} for side in (act.chips, other)]
    if act.verb == "exchange" and not act.table and ("betting" in kinds[0]) != ("betting" in kinds[1]):
        yield "Casino chips are exchanged for betting chips at a paddlewheel table only."
    if layout and layout.game != "PW" and any(c.kind == "betting" for c in (*act.chips, *other)):
        yield f"Table {act.table} plays {layout.game}; betting chips belong to paddlewheel tables."


@check("nd.08-06.1c", "drop count", "drop")
def only_the_team_touches_the_box(act: Act, now: Scene) -> Words:
    for person in act.people:
        if person not in now.today.team:
            team = " and ".join(now.today.team) or "not named yet"
            yield f"{person} is not of the count team ({team}) and may not open a drop box."


@check("nd.08-06.2", "redeem")
def the_cashier_redeems(act: Act, now: Scene) -> Words:
    for signer in act.signers:
        if signer.role not in CASHIERS:
            yield f"A {signer.role} does not redeem a player's chips. Send the player to the cashier."
    if any(chip.kind == "tournament" for chip in act.chips):
        yield "Tournament chips have no value and are not redeemed."


@check("nd.08-06.2t", "exchange tips")
def tips_are_exchanged_on_video(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    if layout and not layout.video:
        yield f"Table {act.table} has no video; the very chips received as tips are redeemed."


@check("nd.08-06.3", "duty")
def tips_are_redeemed_before_leaving(act: Act, now: Scene) -> Words:
    person = act.detail["person"]
    if act.detail["on"]:
        return
    held = now.held(places.tips(person))
    dealt = any(person == who for t in now.today.tables.values() for who, _, _ in t.dealers)
    if held:
        yield f"{person} leaves with ${dollars(held.cents)} of tips not redeemed ({held})."
    elif dealt and person not in now.today.tips_seen:
        yield f"{person} dealt tonight and leaves without having redeemed or declared tips."


# 99-01.3-08-07 to 13: play


@check("nd.08-07.3c", "exchange")
def a_player_buys_chips_with_chips(act: Act, now: Scene) -> Words:
    table = now.table(act.table)
    if act.table and (table is None or table.state != "open" or not table.dealer):
        yield f"Table {act.table} is not open with a dealer at it. Exchange at the cage."
    elif table and act.people and act.people[0] != table.dealer:
        yield f"{act.people[0]} is not the dealer of table {act.table}; {table.dealer} is."
    elif not act.table and act.signers and act.signers[0].role not in CASHIERS:
        yield f"A {act.signers[0].role} exchanges no chips at the cage. Ask the cashier."


@check("nd.08-08.4", "duty")
def nobody_walks_away_from_chips(act: Act, now: Scene) -> Words:
    at = now.today.dealing.get(act.detail["person"])
    if at and not act.detail["on"]:
        yield f"{act.detail['person']} is dealing at table {at}. Relieve, or lock the tray, first."


@check("nd.08-09.1", "open table")
def limits_are_lawful(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    if not layout or layout.game != "21":
        return
    low, high = act.detail["limits"]
    most = now.value("nd.08-09.1", "most_cents")
    if low % 100 or high % 100 or not 100 <= low <= high <= most:
        yield f"Limits ${dollars(low)}-${dollars(high)}: whole dollars from $1 to ${dollars(most)}."
    others = [t.limits[0] for t in now.today.open_tables if t.game == "21" and t.table != act.table]
    if min([low, *others]) > now.value("nd.08-09.1", "least_min_cents"):
        yield "No open table takes a wager of $3 or less. Lower this table's minimum."


@check("nd.08-10.1", "open table")
def one_dealing_method_a_site(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    if not layout or layout.game != "21":
        return
    method, allowed = act.detail["options"].get("method"), now.value("nd.08-10.1", "methods")
    if method not in allowed:
        yield f"Table {act.table} posts no dealing method. One of: {', '.join(allowed)}."
    for table in now.today.tables.values():
        if table.game == "21" and table.options.get("method") not in (method, None):
            yield f"Table {table.table} deals {table.options['method']}; a site deals one way."


@check("nd.08-11.19", "exchange")
def coloring_up_is_agreed(act: Act, now: Scene) -> Words:
    other: Chips = act.detail["other"]
    if not act.detail["color_up"]:
        return
    if not now.site.settings.get("color_up"):
        yield "The house has no policy of coloring up. Note it in the site's set-up first."
    lowest, highest = min(other, key=_cents, default=None), max(act.chips, key=_cents, default=None)
    if act.chips.pieces < 2 or not lowest or not highest or lowest.cents <= highest.cents:
        yield "Coloring up exchanges two or more chips for chips of a higher value."


@check("nd.53-06.1-07.4", "open table")
def paddlewheel_limits_are_lawful(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    if not layout or layout.game != "PW":
        return
    most = now.value("nd.53-06.1-07.4", "most_spin_cents")
    if act.detail["limits"][1] > most:
        yield f"A player wagers at most ${dollars(most)} on a spin. Lower the table's maximum."


@check("nd.53-06.1-10", "open table")
def no_video_means_small_wagers(act: Act, now: Scene) -> Words:
    layout = now.layout(act.table)
    if layout and layout.game == "21" and now.site.settings.get("video_required"):
        most = now.value("nd.53-06.1-10", "no_video_cents")
        if not layout.video and act.detail["limits"][1] > most:
            yield f"Table {act.table} has no video: wagers up to ${dollars(most)} until it has."


# 99-01.3-08-14: the drop box


@check("nd.08-14.1", "remove box")
def the_box_is_carried_and_escorted(act: Act, now: Scene) -> Words:
    table = now.table(act.table)
    if table and table.state == "open":
        yield f"Table {act.table} is open; its box stays on it. Close the table first."
    if table and table.box_state != "on table":
        yield f"Box {table.box} is not on the table: it is {table.box_state}."
    if table is None and act.table in now.site.tables:
        yield f"Table {act.table} was not used today; its box need not be removed."
    if act.signers and act.signers[0].role != "shift manager":
        yield "A box that is not counted at once is carried by the shift manager."
    if len(act.signers) < 2 and len(now.today.duty) > 1:
        yield "More than one employee is on duty: another one escorts the box. Name the escort."


@check("nd.08-14.1", "close day")
def boxes_are_off_the_tables(act: Act, now: Scene) -> Words:
    for table in now.today.tables.values():
        if table.state == "open":
            yield f"Table {table.table} is open. Count its tray and close it."
        elif table.box_state == "on table":
            yield f"Box {table.box} is still on table {table.table}. Remove it to the safe."
        elif table.box_state == "stored":
            yield f"Box {table.box} is not counted. Count it with two people."


@check("nd.08-14.1e", "open table")
def the_box_was_emptied(act: Act, now: Scene) -> Words:
    table = now.table(act.table)
    if table and table.state == "closed" and table.box_state != "on table":
        yield f"Box {table.box} was taken off table {act.table} today; it is used again another day."


@check("nd.08-14.2", "team")
def the_team_is_independent(act: Act, now: Scene) -> Words:
    people = [now.site.people[p] for p in act.people if p in now.site.people]
    if len(act.signers) != 2 or len(people) != 2:
        yield "A count team is two people. Name both."
        return
    roles = [signer.role for signer in act.signers]
    outside = [role == "outside count team" for role in roles]
    if any(role not in ("count team", "outside count team") for role in roles):
        yield "Both sign as count team members, inside or outside."
    for person in people:
        if person.holds("auditor", now.on):
            yield f"{person.id} audits twenty-one and may not count its drop boxes."
    tie = now.site.tied(people[0].id, people[1].id)
    if tie and not any(outside):
        how = {"supervises": "supervisor and subordinate"}.get(tie.kind, f"of one {tie.kind}")
        yield f"{people[0].id} and {people[1].id} are {how}. Ask someone independent."
    gaming = [p.holds_any(GAMING, now.on) for p in people]
    if all(gaming) and not any(outside) and {p.id for p in people} <= now.today.conducted:
        yield (
            f"{people[0].id} and {people[1].id} both conducted games here today."
            " One of two gaming employees must not have."
        )
    if all(outside) and (not people[0].company or people[0].company != people[1].company):
        yield "Two outsiders are of one bank, accounting firm or security firm."
    if sum(outside) == 1 and not any(gaming):
        yield "An outside person counts together with a gaming employee of the site."


@check("nd.08-14.3", "team")
def a_member_holds_the_key(act: Act, now: Scene) -> Words:
    keys = act.detail["keys"]
    if not keys or not set(keys) <= set(act.people) or len(set(keys)) != len(keys):
        yield "The key of the boxes is with one member, a second lock's with the other. Say who."


@check("nd.08-14.4", "drop count")
def each_counts_once_alone(act: Act, now: Scene) -> Words:
    table = now.table(act.table)
    if table is None or table.box_state == "on table":
        yield f"The box of table {act.table} was not removed. Remove it first."
    elif table.box_state == "counted":
        yield f"Box {table.box} is counted and agreed already."
    elif len(act.signers) != 1:
        yield "Each of the two counts alone. One person signs a count."


@check("nd.08-14.4", "drop")
def the_counts_agree_or_are_resolved(act: Act, now: Scene) -> Words:
    table = now.table(act.table)
    if table is None or table.box_state != "stored" or len(table.counts) != 2:
        yield f"The box of table {act.table} lacks its two separate counts. Have both made first."
    elif set(act.people) != set(table.counts):
        yield f"Both who counted initial the drop: {', '.join(table.counts)}."
    elif set(table.counts.values()) != {act.cents} and not act.reason:
        yield (
            f"The counts of box {table.box} and ${dollars(act.cents or 0)} are not all the same."
            " Count again together and say how the difference was resolved."
        )


@check("nd.08-05.4", "close day")
def every_part_is_where_it_belongs(act: Act, now: Scene) -> Words:
    for slip, part, wanted in now.today.missing():
        if f"{slip.name} {part}" not in now.today.reasons:
            yield (
                f"{slip.name}, the {part}: not found in {wanted}. Enter it when it is found"
                " there, or explain it."
            )


# Closing


@check("pd.transit", "close day")
def nothing_is_left_on_the_way(act: Act, now: Scene) -> Words:
    for place in (places.TRANSIT, places.JAR_BAR):
        if held := now.held(place):
            yield f"Chips are still at the {place}: {held}. Bring them back by slip first."


@check("pd.tips", "close day")
def tips_are_settled(act: Act, now: Scene) -> Words:
    for place in sorted(now.balances):
        held = now.held(place) if place.startswith("tips ") else Chips()
        if held and place not in now.today.reasons:
            yield f"{place}: {held} not redeemed. Redeem them, or explain it."


@check("pd.outstanding", "close day")
def no_more_chips_than_owned(act: Act, now: Scene) -> Words:
    for chip, count in now.held(places.PATRONS).items():
        if count < 0 and f"chips {chip.name}" not in now.today.reasons:
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


@check("nd.08-16.1", "close day")
def there_is_a_day_to_close(act: Act, now: Scene) -> Words:
    if act.signers and act.signers[0].role not in ("shift manager", "gaming manager"):
        yield f"A {act.signers[0].role} does not close the day. Ask the shift manager."


@check("pd.setup", *SETUP)
def set_up_is_the_managers(act: Act, now: Scene) -> Words:
    managers = now.site.holders("gaming manager", now.on)
    everyone = now.site.people.values()
    ever = any(role.name == "gaming manager" for person in everyone for role in person.roles)
    if not act.signers and not ever:
        return  # the first entries of a book, before there is anyone to sign
    if not any(signer.role in ("gaming manager", "shift manager") for signer in act.signers):
        yield f"Set-up is initialed by the gaming or a shift manager: {_names(managers)}."


@check("pd.setup", "site")
def settings_can_be_used(act: Act, now: Scene) -> Words:
    zone = act.detail.get("zone")
    if zone is not None and zone not in available_timezones():
        yield f"'{zone}' is no time zone. Write it as America/Chicago."
    for series in SLIPS:
        first = act.detail.get(f"first_{series}")
        if first is not None and (not isinstance(first, int) or not 0 < first < 10**6):
            yield f"The first {series} number is a whole number from 1 to 999999, not {first}."
        elif first is not None and act.detail["taken"][series]:
            yield f"Number {act.detail['taken'][series]:06} of the {series} slips is taken already."


@check("pd.tie", "tie")
def ties_are_of_known_kinds(act: Act, now: Scene) -> Words:
    one, other, kind = (act.detail[key] for key in ("one", "other", "tie"))
    if kind not in TIES or one == other:
        yield f"{one} {kind} {other} is no tie. Kinds: {', '.join(TIES)}, between two people."
    for person in (one, other):
        if person not in now.site.people:
            yield f"Nobody called {person} is set up. Known: {_listed(now.site.people)}."
