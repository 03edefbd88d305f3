"""Set-up: people and tables: 99-01.3-02-07, 08-02."""

import re
from datetime import timedelta
from functools import cache
from zoneinfo import available_timezones

from pitdesk import kinds
from pitdesk.book.people import OUTSIDERS, SHIFT_MANAGER, TIES
from pitdesk.book.site import GAMES
from pitdesk.chips import dollars
from pitdesk.kinds import SETUP, Fact, of
from pitdesk.kinds.editions import RECORDS
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import bears, listed, seated_as

_STATION = re.compile(r"[^\W_](?:[\w -]{0,18}[^\W_])?")
_NUMBER = re.compile(r"[^\W_](?:[\w -]{0,10}[^\W_])?")  # of a table


@check("nd.02-07.1", kinds.Person)
def one_gaming_manager(act: Act[kinds.Person], now: Scene) -> Found:
    roles = act.fact.held(now.on)
    others = [p.id for p in now.site.holders("gaming manager", now.on) if p.id != act.fact.person]
    if "gaming manager" in roles and others:
        yield f"{others[0]} is the gaming manager; there is exactly one. End that role first."


@check("nd.02-07.1n", kinds.Person, since=3)
def the_state_hears_of_a_new_gaming_manager(act: Act[kinds.Person], now: Scene) -> Found:
    known = now.site.people.get(act.fact.person)
    held = known and known.holds("gaming manager", now.on)
    if now.site.managed and "gaming manager" in act.fact.held(now.on) and not held:
        by = act.at.date() + timedelta(days=now.value("nd.02-07.1n", "days"))
        yield (
            f"{act.fact.name} is the new gaming manager. Tell the attorney general by {by}, on its form."
        )


@check("nd.02-07.1", kinds.Person)
def a_temporary_worker_manages_no_games(act: Act[kinds.Person], now: Scene) -> Found:
    yield from _temporary(act.fact, "gaming manager", now)


@check("nd.02-07.2", kinds.Person)
def a_temporary_worker_manages_no_shift(act: Act[kinds.Person], now: Scene) -> Found:
    yield from _temporary(act.fact, "shift manager", now)


def _temporary(fact: kinds.Person, role: str, now: Scene) -> Found:
    if fact.agency and role in fact.held(now.on):
        yield f"{fact.name} is a temporary worker of {fact.agency}, and no such may be a {role}."


@check("nd.02-07.2", kinds.Person, since=3)
def whoever_has_the_shift_keeps_the_role(act: Act[kinds.Person], now: Scene) -> Found:
    if now.day is None or now.day.sealed or now.day.shifts.now != act.fact.person:
        return
    if SHIFT_MANAGER not in act.fact.held(now.on):
        yield f"{act.fact.name} is the shift manager of this shift. Hand it over, then change the roles."


@check("pd.duty", kinds.Person, since=3)
def whoever_is_on_duty_keeps_the_role(act: Act[kinds.Person], now: Scene) -> Found:
    person, day = act.fact.person, now.day
    if day is None or day.sealed or person not in day.duty:
        return
    layout = now.layout(day.dealing.get(person))
    needed = {day.duty[person]} | ({seated_as(layout)} if layout else set())
    has_shift = {SHIFT_MANAGER} if day.shifts.now == person else set()
    for role in sorted(needed - has_shift - {*act.fact.held(now.on)}):
        yield (
            f"{act.fact.name} is on duty as {role}. Have somebody else take over and note that"
            f" {act.fact.name} is off duty, then change the roles."
        )


@check("nd.02-11", kinds.Person, since=3)
def an_outsider_conducts_no_games(act: Act[kinds.Person], now: Scene) -> Found:
    inside = [role for role in act.fact.held(now.on) if role not in OUTSIDERS]
    if act.fact.company and inside:
        yield (
            f"{act.fact.name} is of {act.fact.company} and cannot be a {inside[0]}."
            f" Outsiders may be: {', '.join(OUTSIDERS)}."
        )
    if act.fact.company and act.fact.agency:
        yield f"{act.fact.name} is of a company or sent by an agency, not both. Enter one of them."


@check("pd.setup", *of(SETUP))
def set_up_is_the_managers(act: Act[Fact], now: Scene) -> Found:
    managers = (person.id for person in now.site.holders("gaming manager", now.on))
    if not act.signers and not now.site.managed:
        return  # the first entries of a book, before there is anyone to sign
    if not any(signer.role in ("gaming manager", "shift manager") for signer in act.signers):
        yield f"Set-up is initialed by the gaming or a shift manager: {listed(managers)}."


@check("pd.setup", kinds.Person)
def nobody_learns_anothers_pin(act: Act[kinds.Person], now: Scene) -> Found:
    known = now.site.people.get(act.fact.person)
    fresh = act.known.pin or act.known.badge
    manager = any(signer.role == "gaming manager" for signer in act.signers)
    if known and (known.pin or known.badge) and fresh and not manager and known.id not in act.people:
        yield f"{known.id} or the gaming manager must initial a new PIN or badge for {known.id}."


@check("pd.setup", kinds.Station)
def a_station_can_be_told_from_others(act: Act[kinds.Station], now: Scene) -> Found:
    fact = act.fact
    if act.known.wrong:
        yield act.known.wrong
    if not _STATION.fullmatch(fact.name):
        yield f"'{fact.name}' is no name of a station. Use 1 to 20 letters, digits and spaces: pit 1."
    others = (one for one in now.site.stations.values() if one.name != fact.name)
    for other in others:
        if other.certificate == fact.certificate:
            yield f"That machine is paired already, as {other.name}. Take {other.name} away first."
        for series, tables in fact.tables.items():
            for table in sorted({*tables} & {*other.tables[series]}):
                yield f"The {series}s of table {table} print at {other.name}. Change {other.name} first."
    for table in sorted({*fact.fills, *fact.credits} - {*now.site.tables}):
        yield f"There is no table {table}. Its slips cannot print at {fact.name}: set the table up."
    unknown = [part for part in fact.parts if part not in kinds.WORK]
    if unknown or not fact.parts:
        yield f"A station asks for parts of the work: {', '.join(kinds.WORK)}. Name one at least."


@check("pd.setup", kinds.StationOff)
def only_a_paired_station_is_taken_away(act: Act[kinds.StationOff], now: Scene) -> Found:
    if act.fact.name not in now.site.stations:
        paired = ", ".join(sorted(now.site.stations)) or "none"
        yield f"No station called '{act.fact.name}' is paired. Those that are: {paired}."


@cache
def _zones() -> set[str]:
    """Every time zone that this machine knows; to list them takes a look at some hundred files."""
    return available_timezones()


@check("pd.setup", kinds.Site)
def settings_can_be_used(act: Act[kinds.Site], now: Scene) -> Found:
    fact, zone = act.fact, act.fact.zone
    if act.known.wrong:
        yield act.known.wrong
    if zone is not None and zone not in _zones():
        yield f"'{zone}' is not a time zone. Enter one such as America/Chicago."
    for series, first in (("fill", fact.first_fill), ("credit", fact.first_credit)):
        if first is not None and (not isinstance(first, int) or not 0 < first < 10**6):
            yield f"The first {series} number is a whole number from 1 to 999999, not {first}."
        elif first is not None and (taken := now.last(series)):
            yield f"{series.capitalize()} {taken:06} is taken already; numbers go on from there."
    for name, size in (("stack", fact.stack), ("rack", fact.rack)):
        if size is not None and not 2 <= size <= 1000:
            yield f"A {name} cannot hold {size} chips. Enter 2 to 1000."
    stack, rack = fact.stack or now.site.stack, fact.rack or now.site.rack
    if rack % stack:
        yield f"A rack of {rack} chips does not hold whole stacks of {stack}. Correct one of them."
    minutes = fact.notice_minutes
    if minutes is not None and not 1 <= minutes <= 120:
        yield f"Players cannot be told {minutes} minutes before limits change. Enter 1 to 120."
    seconds = fact.undo_seconds
    if seconds is not None and not 10 <= seconds <= 600:
        yield f"An entry cannot be undone for {seconds} seconds. Enter 10 to 600."
    for quarter, cents in (fact.quarters or {}).items():
        if not re.fullmatch(r"20\d\dQ[1-4]", quarter) or not isinstance(cents, int) or cents < 0:
            yield f"{quarter} of {cents} cannot be a quarter's gross proceeds. Enter 2026Q2 and cents."


@check("pd.setup", kinds.Site)
def an_average_wager_is_one(act: Act[kinds.Site], now: Scene) -> Found:
    cents, most_cents = act.fact.wager_cents, now.value("nd.08-09.1", "most_cents")
    if cents and not 0 < cents <= most_cents:
        yield f"${dollars(cents)} is no average wager. Enter up to ${dollars(most_cents)}, or nothing."


@check("pd.setup", kinds.Site)
def a_pin_has_four_to_eight_digits(act: Act[kinds.Site], now: Scene) -> Found:
    digits = act.fact.pin_digits
    if digits and not 4 <= digits <= 8:
        yield f"A PIN cannot have {digits} digits here. Enter 4 to 8, or 0 for any number."


@check("pd.practice", kinds.Site)
def practice_is_said_at_the_beginning(act: Act[kinds.Site], now: Scene) -> Found:
    if act.fact.practice is None:
        return
    if not now.begins:
        yield "Only a book's first entry says whether it is for practice. Begin a new book for that."


@check("pd.tie", kinds.Tie)
def ties_are_of_known_kinds(act: Act[kinds.Tie], now: Scene) -> Found:
    one, other, kind = act.fact.one, act.fact.other, act.fact.tie
    if kind not in TIES or one == other:
        yield f"'{one} {kind} {other}' is not a tie. Choose from: {', '.join(TIES)}, between two people."
    for person in (one, other):
        if person not in now.site.people:
            yield f"Nobody called {person} is set up. Known: {listed(now.site.people)}."


@check("nd.08-02.2", kinds.Table, since=3)
def boxes_bear_their_tables_numbers(act: Act[kinds.Table], now: Scene) -> Found:
    boxes = {name: layout.box for name, layout in now.site.tables.items()}
    boxes[act.fact.table] = act.fact.box
    for name, box in boxes.items() if len(boxes) > 1 else ():
        if _NUMBER.fullmatch(name) and not bears(box, name):
            yield (
                f"Table {name} has box {box}. Where there is more than one table, a box bears its"
                f" table's number: {name}, or {name}/2. Correct table {name} first."
            )


@check("nd.08-02.1", kinds.Table, until=2)
@check("pd.setup", kinds.Table, since=3)
def tables_are_of_a_game(act: Act[kinds.Table], now: Scene) -> Found:
    if act.fact.game not in GAMES:
        yield f"'{act.fact.game}' is not a game. Enter 21 or PW."


@check("nd.08-02.1", kinds.Table)
def tables_have_numbers_of_their_own(act: Act[kinds.Table], now: Scene) -> Found:
    name = act.fact.table or ""
    if name not in now.site.tables and not _NUMBER.fullmatch(name):
        yield f"'{name}' cannot be a table's number. Enter one such as 7, or a letter."
    tonight = now.day.tables.values() if now.day and not now.day.sealed else ()
    tables = (*now.site.tables.values(), *tonight)  # a box that is on a table stays that table's
    taken = {t.box: t.table for t in tables if t.table != act.fact.table}
    if act.fact.box in taken:
        yield f"Box {act.fact.box} belongs to table {taken[act.fact.box]}. Choose another box."


@check("nd.08-02.3r", kinds.Table, since=RECORDS)
def other_faces_are_seen_on_video(act: Act[kinds.Table], now: Scene) -> Found:
    fact = act.fact
    if fact.faces and not (fact.video and fact.game == "21"):
        yield (
            f"Table {fact.table} has other faces than large ones, which the attorney general approves on"
            " its video. Put a camera there, or take large faces."
        )


@check("pd.table", kinds.Table, since=3)
def a_table_stays_as_it_was_used_today(act: Act[kinds.Table], now: Scene) -> Found:
    table, layout = now.table(act.fact.table), now.layout(act.fact.table)
    if table is None or layout is None or now.today.sealed:
        return
    if act.fact.game != table.game:
        game = GAMES[table.game]
        yield f"Table {table.table} played {game} today. Close the day, then change its game."
    if layout.video and not act.fact.video:
        yield (
            f"Table {table.table} is used with video today. Close the day before it goes; if camera or"
            " recorder fail, note the fault."
        )
