"""The drop box and its count: 99-01.3-08-14."""

from pitdesk import kinds
from pitdesk.book.boxes import AT_COUNT, COUNTED, ON_TABLE, STORED, Use
from pitdesk.book.people import APPROVING, DEALERS, GAMING
from pitdesk.book.slip import RECORDS
from pitdesk.chips import dollars
from pitdesk.kinds import CAGE, MONEY, SLIPS, TABLES, TIPS, Fact, of
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.outsiders import employees_on_duty, outsider
from pitdesk.rules.checks.verbs import listed

_BELOW = frozenset({*DEALERS, "cashier"})
_BEGINS = (kinds.OpenDay, kinds.Duty, kinds.HandOver)  # so somebody comes on duty, or has the shift


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
        return
    uses = (use for table in now.today.tables.values() for use in table.uses)
    boxes = {f"box {use.box}" for use in uses if use.state != ON_TABLE}
    if where not in boxes:
        yield f"There is no {where} off its table. Choose from: {listed(boxes)}, and the {RECORDS}."
    elif set(act.people) != set(now.today.team):
        team = " and ".join(now.today.team) or "not named yet"
        yield f"Both members of the count team ({team}) enter what was in {where}. Name both."


@check("nd.08-06.1c", kinds.Found, until=2)
@check("pd.duty", kinds.Found, since=3)
def somebody_here_looks_into_the_records(act: Act[kinds.Found], now: Scene) -> Found:
    for signer in act.signers if act.fact.where == RECORDS else ():
        if signer.role in GAMING and signer.person not in now.today.duty:
            who = now.name(signer.person)
            yield f"{who} is not on duty. Ask somebody on duty to enter what is in the records."


@check("pd.state", kinds.Found)
def found_slips_are_todays(act: Act[kinds.Found], now: Scene) -> Found:
    strange = [f"{s} {n:06}" for s, n, *_ in act.fact.parts if (s, n) not in now.today.slips]
    if strange and not act.fact.reason:
        today = [slip.name for slip in now.today.slips.values()]
        yield (
            f"{', '.join(dict.fromkeys(strange))}: no slip of today. Today's: {listed(today)}."
            " Read the number again; if it is right, give the reason."
        )


@check("nd.08-14.1", kinds.RemoveBox, since=3)
def the_box_is_there_to_be_carried(act: Act[kinds.RemoveBox], now: Scene) -> Found:
    name, table = act.fact.table, now.table(act.fact.table)
    if table is None:
        if name in now.site.tables:
            yield f"Table {name} was not used today. Leave its box where it is."
        return
    if table.here.state not in (ON_TABLE, AT_COUNT):
        yield f"Box {table.box} is off its table already: it is {table.box_state}."
    if table.state == "open" and table.here.state == ON_TABLE and not act.fact.put:
        yield f"Table {name} is open and needs a box. Say which box takes its place, or close it first."
    elif act.fact.put and table.state != "open":
        yield f"Table {name} is not open. Put box {act.fact.put} on it when you open it."
    elif act.fact.put and act.fact.put == table.here.box:
        yield f"Box {act.fact.put} is the one that is carried off. Put another, such as {name}/2."


@check("nd.08-14.1", kinds.RemoveBox, since=3)
def the_box_is_carried_and_escorted(act: Act[kinds.RemoveBox], now: Scene) -> Found:
    if act.signers and act.signers[0].role != "shift manager":
        yield "Only the shift manager carries a box that is not counted at once. Ask the shift manager."
    escorts = [signer.person for signer in act.signers[1:]]
    for person in escorts:
        if outsider(person, now):
            yield f"{now.name(person)} is not an employee of the house. An employee escorts the box."
    if not escorts and employees_on_duty(now) > 1:
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
    if not any(outside):
        yield from _tied(people[0].id, people[1].id, now)
    gaming = [p.holds_any(GAMING, now.on) for p in people]
    if all(outside) and (not people[0].company or people[0].company != people[1].company):
        yield "Two outside counters must be from one bank, accounting or security firm. Choose two."
    if sum(outside) == 1 and not any(gaming):
        yield "An outside counter must count with a gaming employee of the site. Choose one."


@check("nd.08-14.2", kinds.DropCount, kinds.Drop, since=3)
def the_team_is_independent_still(act: Act[Fact], now: Scene) -> Found:
    """A tie that was noted after the team was named."""
    team = [*now.today.team]
    if len(team) == 2 and not any(outsider(person, now) for person in team):
        yield from _tied(team[0], team[1], now)


def _tied(one: str, other: str, now: Scene) -> Found:
    if tie := now.site.tied(one, other):
        how = {"supervises": "supervisor and subordinate"}.get(tie.kind, f"of one {tie.kind}")
        yield f"{one} and {other} are {how}. Ask someone independent."


@check("nd.08-14.2", kinds.Team, since=3)
def none_supervises_the_other(act: Act[kinds.Team], now: Scene) -> Found:
    if act.fact.supervisor not in ("", "yes", "no"):
        yield f"'{act.fact.supervisor}' is neither yes nor no. Say whether one supervises the other."
    elif act.fact.supervisor == "yes":
        yield "One of the two is the direct supervisor of the other. Replace one of them."


@check("nd.08-14.2s", kinds.Team, since=3)
def a_manager_and_a_dealer_are_asked(act: Act[kinds.Team], now: Scene) -> Found:
    people = [now.site.people[p] for p in act.people if p in now.site.people]
    above = [person for person in people if person.holds_any(APPROVING, now.on)]
    below = [person for person in people if person.holds_any(_BELOW, now.on) and person not in above]
    if above and below and not act.fact.supervisor and not any(person.company for person in people):
        yield (
            f"Is {above[0].name} the direct supervisor of {below[0].name}? If so, they may not count"
            " together. Say it: supervisor yes, or no."
        )


@check("nd.08-14.2n", kinds.Team, since=3)
def a_gaming_and_a_nongaming_employee_are_noted(act: Act[kinds.Team], now: Scene) -> Found:
    if now.value("nd.08-14.2", "gaming_and_nongaming") == "warned" and (pair := _mixed(act, now)):
        yield f"{pair}. The text names no such pair; read as allowed. Ask the gaming division."


@check("nd.08-14.2", kinds.Team, since=3)
def a_gaming_and_a_nongaming_employee_may_be_refused(act: Act[kinds.Team], now: Scene) -> Found:
    if now.value("nd.08-14.2", "gaming_and_nongaming") == "refused" and (pair := _mixed(act, now)):
        yield f"{pair}. The text names no such pair. Choose two of either kind, or an outside counter."


def _mixed(act: Act[kinds.Team], now: Scene) -> str:
    """Which of the two is a gaming employee and which is not; "" where that is not the pair."""
    people = [now.site.people[p] for p in act.people if p in now.site.people]
    if any(outsider(person.id, now) for person in people):
        return ""
    gaming = [person.name for person in people if person.holds_any(GAMING, now.on)]
    others = [person.name for person in people if person.name not in gaming]
    return f"{gaming[0]} is a gaming employee, {others[0]} is not" if gaming and others else ""


@check("nd.08-14.2", kinds.Team, kinds.DropCount, kinds.Drop)
def one_of_two_conducted_no_games(act: Act[Fact], now: Scene) -> Found:
    """On the day of the activity, nor on that of the count where it comes later."""
    ids = act.people if isinstance(act.fact, kinds.Team) else list(now.today.team)
    people = [now.site.people[p] for p in ids if p in now.site.people]
    employees = [p for p in people if p.holds_any(GAMING, now.on) and not p.company]
    conducted, days = now.today.conducted, "today"
    if (later := now.last_day) and later is not now.today and later.date == now.on:
        conducted, days = conducted | later.conducted, f"on {now.today.date} or today"
    if len(employees) == 2 and set(ids) <= conducted:
        yield f"{ids[0]} and {ids[1]} both conducted games here {days}. Replace one of them."


@check("nd.08-14.2", *_BEGINS, *of(TABLES, SLIPS, CAGE, TIPS, MONEY), since=3)
def whoever_counted_conducts_no_games_then(act: Act[Fact], now: Scene) -> Found:
    """The other way round: the box is counted, and then the one of the two who conducted none begins."""
    day = now.last_day if now.last_day and not now.last_day.sealed else None
    conducted = day.conducted if day else set()
    begin = _beginning(act) - conducted
    on = act.fact.date if isinstance(act.fact, kinds.OpenDay) else now.on
    for pair, played in now.counters(on) if begin else ():
        for person in pair & begin if pair <= played.conducted | conducted | begin else ():
            other = next(one for one in pair if one != person)
            yield (
                f"{now.name(person)} counted a box of {played.date} with {now.name(other)}, and one of"
                " them conducts no games on the day of play and that of the count. Ask somebody else."
            )


def _beginning(act: Act[Fact]) -> set[str]:
    """Who conducts games from an act on, if they did not before."""
    found = {signer.person for signer in act.signers if signer.role in GAMING}
    comes = not isinstance(act.fact, kinds.Duty) or (act.fact.on and act.fact.role in GAMING)
    return found | {act.fact.person} if act.fact.person and comes else found


@check("nd.08-14.3", kinds.Team)
def a_member_holds_the_key(act: Act[kinds.Team], now: Scene) -> Found:
    keys = act.fact.keys
    if not keys or not set(keys) <= set(act.people) or len(set(keys)) != len(keys):
        yield "One member holds the key of the boxes, the other that of a second lock. Say who."


@check("nd.08-14.4", kinds.DropCount, since=3)
def each_counts_once_alone(act: Act[kinds.DropCount], now: Scene) -> Found:
    fact, table = act.fact, now.table(act.fact.table)
    if table is None:
        yield f"Table {fact.table} was not used that day. Its box does not wait to be counted."
        return
    use = table.use(fact.box)
    if fact.box and use.box != fact.box:
        yield f"Box {fact.box} was not on table {fact.table}. Count one of these: {listed(table.boxes)}."
    elif use.state == COUNTED:
        yield f"Box {use.box} is counted and agreed already. If it is wrong, both correct the drop."
    elif use.state == ON_TABLE and not fact.at_once:
        yield f"Box {use.box} is still on table {fact.table}. Remove it first, or count it at once."
    elif len(act.signers) != 1:
        yield "Each of the two counts alone. Have one person sign this count."


@check("nd.08-14.1", kinds.DropCount, since=3)
def a_box_counted_at_once_comes_off_its_table(act: Act[kinds.DropCount], now: Scene) -> Found:
    fact, table = act.fact, now.table(act.fact.table)
    if table is None or not (fact.at_once or fact.put):
        return
    use = table.use(fact.box)
    swapped = fact.at_once and table.state == "open" and use.state == ON_TABLE
    if swapped and not fact.put:
        yield f"Table {fact.table} is open and needs a box. Say which box takes its place, or close it."
    elif fact.put and not swapped:
        yield f"No box of table {fact.table} comes off it with this count. Leave box {fact.put} out."
    elif fact.put and fact.put == use.box:
        yield f"Box {fact.put} is the one that is opened. Put another, such as {fact.table}/2."
    elif use.state == STORED:
        yield f"Box {use.box} is in its safe place. Count it there."


@check("nd.08-14.4", kinds.Drop)
def the_counts_agree_or_are_resolved(act: Act[kinds.Drop], now: Scene) -> Found:
    table = now.table(act.fact.table)
    use = table.use(act.fact.box, agreed=True) if table else Use("")
    if len(use.counts) == 2 and set(act.people) != set(use.counts):
        yield f"Both who counted initial the drop: {', '.join(use.counts)}."
    elif use.state == COUNTED:
        if not act.fact.reason:
            yield f"Box {use.box} is agreed already. To correct it, both initial it with a reason."
    elif not use.waits or len(use.counts) != 2:
        yield f"The box of table {act.fact.table} lacks its two separate counts. Have both made first."
    elif set(use.counts.values()) != {act.fact.cents} and not act.fact.reason:
        yield (
            f"The counts of box {use.box} and ${dollars(act.fact.cents or 0)} are not all the same."
            " Count again together and say how the difference was resolved."
        )


@check("nd.08-14.4", kinds.Drop, since=3)
def what_was_sealed_stays(act: Act[kinds.Drop], now: Scene) -> Found:
    table, seal = now.table(act.fact.table), now.today.seal
    box = table.use(act.fact.box, agreed=True).box if table else ""
    if seal and box not in seal.pending:
        yield f"Box {box} was counted before its day was sealed. Correct the day for head office."


@check("nd.08-14.4", kinds.Found, since=3)
def only_boxes_counted_later_are_looked_into(act: Act[kinds.Found], now: Scene) -> Found:
    seal = now.today.seal
    if seal and act.fact.where not in {f"box {box}" for box in seal.pending}:
        boxes = listed(f"box {box}" for box in seal.pending)
        yield f"{now.today.date} is sealed. Only slips of its boxes counted later are entered: {boxes}."
