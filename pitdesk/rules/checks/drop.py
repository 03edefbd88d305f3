"""The drop box and its count: 99-01.3-08-14."""

from pitdesk import kinds
from pitdesk.book.people import GAMING
from pitdesk.book.slip import RECORDS
from pitdesk.chips import dollars
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import listed


@check("nd.08-06.1c", kinds.DropCount, kinds.Drop)
def only_the_team_touches_the_box(act: Act[Fact], now: Scene) -> Found:
    for person in act.people:
        if person not in now.today.team:
            team = " and ".join(now.today.team) or "not named yet"
            yield f"{now.name(person)} is not on the count team ({team}) and may not open a drop box."


@check("nd.08-06.1c", kinds.Found)
def the_team_says_what_was_in_the_box(act: Act[kinds.Found], now: Scene) -> Found:
    where = act.fact.where
    if where == RECORDS:
        for signer in act.signers:
            if signer.role in GAMING and signer.person not in now.today.duty:
                who = now.name(signer.person)
                yield f"{who} is not on duty. Ask somebody on duty to enter what is in the records."
        return
    boxes = {f"box {t.box}": t for t in now.today.tables.values() if t.box_state != "on table"}
    if where not in boxes:
        yield f"There is no {where} off its table. Choose from: {listed(boxes)}, and the {RECORDS}."
    elif set(act.people) != set(now.today.team):
        team = " and ".join(now.today.team) or "not named yet"
        yield f"Both members of the count team ({team}) enter what was in {where}. Name both."


@check("pd.state", kinds.Found)
def found_slips_are_todays(act: Act[kinds.Found], now: Scene) -> Found:
    strange = [f"{s} {n:06}" for s, n, *_ in act.fact.parts if (s, n) not in now.today.slips]
    if strange and not act.fact.reason:
        today = [slip.name for slip in now.today.slips.values()]
        yield (
            f"{', '.join(dict.fromkeys(strange))}: no slip of today. Today's: {listed(today)}."
            " Read the number again; if it is right, give the reason."
        )


@check("nd.08-14.1", kinds.RemoveBox)
def the_box_is_carried_and_escorted(act: Act[kinds.RemoveBox], now: Scene) -> Found:
    table = now.table(act.fact.table)
    if table and table.state == "open":
        yield f"Table {act.fact.table} is open; its box stays on it. Close the table first."
    if table and table.box_state != "on table":
        yield f"Box {table.box} is off its table already: it is {table.box_state}."
    if table is None and act.fact.table in now.site.tables:
        yield f"Table {act.fact.table} was not used today. Leave its box where it is."
    if act.signers and act.signers[0].role != "shift manager":
        yield "Only the shift manager carries a box that is not counted at once. Ask the shift manager."
    if len(act.signers) < 2 and len(now.today.duty) > 1:
        yield "More than one employee is on duty: another one escorts the box. Name the escort."


@check("nd.08-14.2", kinds.Team)
def the_team_is_independent(act: Act[kinds.Team], now: Scene) -> Found:
    people = [now.site.people[p] for p in act.people if p in now.site.people]
    if len(act.signers) != 2 or len(people) != 2:
        yield "A count team is two people. Name both."
        return
    roles = [signer.role for signer in act.signers]
    outside = [role == "outside count team" for role in roles]
    if any(role not in ("count team", "outside count team") for role in roles):
        yield "Both must sign as count team or outside count team. Correct the roles."
    for person in people:
        if person.holds("auditor", now.on):
            yield f"{person.name} audits twenty-one and may not count its drop boxes. Ask someone else."
    tie = now.site.tied(people[0].id, people[1].id)
    if tie and not any(outside):
        how = {"supervises": "supervisor and subordinate"}.get(tie.kind, f"of one {tie.kind}")
        yield f"{people[0].id} and {people[1].id} are {how}. Ask someone independent."
    gaming = [p.holds_any(GAMING, now.on) for p in people]
    if all(outside) and (not people[0].company or people[0].company != people[1].company):
        yield "Two outside counters must be from one bank, accounting or security firm. Choose two."
    if sum(outside) == 1 and not any(gaming):
        yield "An outside counter must count with a gaming employee of the site. Choose one."


@check("nd.08-14.2", kinds.Team, kinds.DropCount, kinds.Drop)
def one_of_two_conducted_no_games(act: Act[Fact], now: Scene) -> Found:
    ids = act.people if isinstance(act.fact, kinds.Team) else list(now.today.team)
    people = [now.site.people[p] for p in ids if p in now.site.people]
    employees = [p for p in people if p.holds_any(GAMING, now.on) and not p.company]
    if len(employees) == 2 and set(ids) <= now.today.conducted:
        yield f"{ids[0]} and {ids[1]} both conducted games here today. Replace one of them."


@check("nd.08-14.3", kinds.Team)
def a_member_holds_the_key(act: Act[kinds.Team], now: Scene) -> Found:
    keys = act.fact.keys
    if not keys or not set(keys) <= set(act.people) or len(set(keys)) != len(keys):
        yield "One member holds the key of the boxes, the other that of a second lock. Say who."


@check("nd.08-14.4", kinds.DropCount)
def each_counts_once_alone(act: Act[kinds.DropCount], now: Scene) -> Found:
    table = now.table(act.fact.table)
    if table is None or table.box_state == "on table":
        yield f"The box of table {act.fact.table} was not removed. Remove it first."
    elif table.box_state == "counted":
        yield f"Box {table.box} is counted and agreed already. If it is wrong, both correct the drop."
    elif len(act.signers) != 1:
        yield "Each of the two counts alone. Have one person sign this count."


@check("nd.08-14.4", kinds.Drop)
def the_counts_agree_or_are_resolved(act: Act[kinds.Drop], now: Scene) -> Found:
    table = now.table(act.fact.table)
    if table and len(table.counts) == 2 and set(act.people) != set(table.counts):
        yield f"Both who counted initial the drop: {', '.join(table.counts)}."
    elif table and table.box_state == "counted":
        if not act.fact.reason:
            yield f"Box {table.box} is agreed already. To correct it, both initial it with a reason."
    elif table is None or table.box_state != "stored" or len(table.counts) != 2:
        yield f"The box of table {act.fact.table} lacks its two separate counts. Have both made first."
    elif set(table.counts.values()) != {act.fact.cents} and not act.fact.reason:
        yield (
            f"The counts of box {table.box} and ${dollars(act.fact.cents or 0)} are not all the same."
            " Count again together and say how the difference was resolved."
        )
