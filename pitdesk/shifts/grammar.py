"""The grammar of shift files: how each line is written, and what it does at the desk.

README.md has the same in prose, with examples. The lines about the house's chips are in stores.py.
A set-up line returns None where the book has it already.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time

from pitdesk import places
from pitdesk.book.entries import Entry
from pitdesk.book.people import ROLES, Person, Tie
from pitdesk.book.site import Layout
from pitdesk.book.slip import PARTS
from pitdesk.chips import Chips, cents
from pitdesk.clock import AGE, LAST_OPENING
from pitdesk.kinds import Role
from pitdesk.shifts.verb import LONG_AGO, Event, Verbs, put_once

BANKS = {
    "bank": places.CHIP_BANK,
    "drawer": places.DRAWER,
    "reserve": places.CASH_RESERVE,
    "chip reserve": places.CHIP_RESERVE,
}


_TICKS = (
    *("video required", "seasonal", "color up", "lower activity", "managers redeem tips"),
    *("head later", "bank passes"),
)

# Set-up


def set_site(it: Event, settings: dict[str, object]) -> Entry | None:
    """Set what differs from what the site has."""
    known = it.desk.site.settings
    if all(getattr(known, name) == value for name, value in settings.items()):
        return None
    return it.desk.set_site(settings, it.manager)


_NUMBERS = ("first fill", "first credit", "stack", "rack", "notice", "undo", "second chips", "pins")
_COUNTED = {
    "notice": "notice_minutes",
    "undo": "undo_seconds",
    "second chips": "second_pieces",
    "pins": "pin_digits",
}  # settings of the site that are called otherwise


def _site(it: Event) -> Entry | None:
    settings: dict[str, object] = {"name": it[1]}
    for clause in it.line.clauses:
        name, _, value = clause.partition(" ")
        if name in ("zone", "combined") and value:
            settings[name] = value
        elif name == "acquired" and value:
            settings[name] = date.fromisoformat(value)
        elif name == "second" and value.startswith("$"):
            settings["second_cents"] = cents(value)
        elif name == "wager":
            settings["wager_cents"] = cents(value)
        elif clause in _TICKS:
            settings[clause.replace(" ", "_")] = True
        elif name == "keeps" and value:
            settings["keeps"] = value
        elif name in ("serves", "authorized") and (said := _restriction(clause)):
            settings[said[0]] = said[1]
        elif number := re.fullmatch(rf"({'|'.join(_NUMBERS)}) (\d+)", clause):
            settings[_COUNTED.get(number[1], number[1].replace(" ", "_"))] = int(number[2])
        else:
            raise ValueError(f"unknown clause '{clause}'")
    return set_site(it, settings)


def _restriction(clause: str) -> tuple[str, object] | None:
    """What a site authorization, or the hours of the bar, allow."""
    match = re.fullmatch(r"(serves|authorized days|authorized games|authorized tables) (.+)", clause)
    if not match:
        return None
    name, value = match[1].replace(" ", "_"), match[2]
    return name, int(value) if name == "authorized_tables" else value


def _letterhead(it: Event) -> Entry | None:
    heading, footer = (
        tuple(filter(None, (one.strip() for one in it.clause(what).split("|"))))
        for what in ("heading", "footer")
    )
    known = it.desk.site.letterhead
    same = (heading, footer) == (known.heading, known.footer)
    return None if same else it.desk.set_letterhead(heading, footer, it.manager)


def _table(it: Event) -> Entry | None:
    layout = Layout(
        *(it[1], it[2], it.clause("box", it[1]), "video" in it.line.clauses, it.clause("faces"))
    )
    same = it.desk.site.tables.get(layout.table) == layout
    return None if same else it.desk.set_table(layout, it.manager)


def _person(it: Event) -> Entry | None:
    id_, name, initials, proof, secret, roles = it.match.groups()
    held = tuple(Role(role.strip(), LONG_AGO) for role in roles.split(","))
    once: dict[str, str] = {}
    for role in held:
        put_once(once, role.name, role.name)
        if role.name not in ROLES:
            raise ValueError(f"'{role.name}' is not a role; write one of {', '.join(ROLES)}")
    of = it.line.clause
    person = Person(id_, name, initials, held, company=of("of"), agency=of("agency"))
    known = it.desk.site.people.get(id_)
    manager = it.manager
    same = known is not None and replace(known, pin=None, badge=None) == person
    if same and it.shift.secrets.get(id_, (proof, secret)) != (proof, secret):
        raise ValueError(f"'{id_}' stands above with another PIN or badge; write it once")
    if not it.line.expected:
        it.shift.secrets[id_] = (proof, secret)
        if not it.shift.first_manager and any(role.name == "gaming manager" for role in held):
            it.shift.first_manager = id_
    if same:
        return None
    pin, badge = (secret, None) if proof == "pin" else (None, secret)
    return it.desk.set_person(person, pin=pin, badge=badge, by=manager)


def _bank(it: Event) -> Entry | None:
    game, approval = it[1], it.clause("approval")
    site = it.desk.site
    known = approval == site.settings.combined if approval else game == site.drawer_of
    return None if known and not it.line.expected else it.desk.set_bank(game, approval, it.manager)


def _lender(it: Event) -> Entry | None:
    known = it.desk.site.lenders.get(it[1]) == it[2]
    return None if known else it.desk.set_lender(it[1], it[2], it.manager)


def _tie(it: Event) -> Entry | None:
    known = Tie(it[2], it[1], it[3]) in it.desk.site.ties
    return None if known else it.desk.set_tie(it[1], it[2], it[3], it.manager)


def _event(it: Event) -> Entry | None:
    dates, approval, tables = (
        (it.date(2), it.date(3)),
        it.clause("approval"),
        it.clause("tables").split(),
    )
    fact = it.desk.site.events.get((it[1], dates[0]))
    same = fact and (fact.until, fact.approval, fact.tables) == (dates[1], approval, (*tables,))
    return None if same else it.desk.event(it[1], *dates, approval, tables, it.manager)


def _night(it: Event) -> None:
    shift = it.shift
    if not AGE.date() <= it.date(1) < LAST_OPENING.date():
        raise ValueError(f"a night from {AGE:%Y-%m-%d} to {LAST_OPENING:%Y-%m-%d}")
    shift.night, shift.before = it.date(1), None
    shift.clock.at = datetime(shift.night.year, shift.night.month, shift.night.day, 12, tzinfo=UTC)


SETUP: Verbs[Entry | None] = {
    "practice": lambda it: set_site(it, {"practice": True}),
    "organization NAME": lambda it: set_site(it, {"organization": it[1]}),
    (
        "site NAME [; zone ZONE] [; combined APPROVAL] [; video required] [; seasonal] [; color up]"
        " [; lower activity] [; first fill N] [; first credit N] [; stack N] [; rack N] [; notice N]"
        " [; acquired YYYY-MM-DD] [; managers redeem tips] [; head later]"
        " [; bank passes] [; undo N] [; wager MONEY] [; second MONEY] [; second chips N]"
        " [; serves HH:MM-HH:MM] [; authorized days DAY …] [; authorized games GAME …]"
        " [; authorized tables N] [; keeps RECORD …] [; pins N]"
    ): _site,
    "letterhead [; heading LINES] [; footer LINES]": (r"letterhead", _letterhead),
    "table NUMBER 21|PW [; video] [; box N] [; faces APPROVAL]": _table,
    "bank 21|PW|combined [; approval NUMBER]": (r"bank (\S+)", _bank),
    'lender "NAME" game|board|reserve|nongaming': (r'lender "([^"]+)" (\S+)', _lender),
    'person ID "NAME" INITIALS pin|badge SECRET ROLE, ROLE … [; of COMPANY] [; agency NAME]': (
        r'person (\S+) "([^"]+)" (\S+) (pin|badge) (\S+) (.+)',
        _person,
    ),
    'event "NAME" from YYYY-MM-DD to YYYY-MM-DD ; approval NUMBER ; tables NUMBER …': (
        r'event "([^"]*)" from (\S+) to (\S+)',
        _event,
    ),
    "tie ID supervises|household|family ID": (r"tie (\S+) (\S+) (\S+)", _tie),
    "forms COUNT": lambda it: it.desk.forms(it.number(1), it.manager),
    "witness REASON": lambda it: it.desk.witness(it[1], it.manager),
    "night YYYY-MM-DD": _night,
}


# With a time

_DRAWER = r"drawer(?: (?:21|PW)(?= -?\$?\d))?"  # a game stands before its money: drawer PW $500.00


def _counted(clauses: list[str]) -> dict[str, dict[str, int]]:
    """What was counted, bank by bank: instrument → pieces or cents."""
    found: dict[str, dict[str, int]] = {}
    once: dict[str, str] = {}
    for clause in clauses:
        match = re.fullmatch(rf"(chip reserve|bank|{_DRAWER}|reserve) (.*)", clause)
        if not match:
            raise ValueError(f"'{clause}' is not a bank; write one of {', '.join(BANKS)}")
        put_once(once, match[1], clause)
        bank, what = BANKS.get(match[1], match[1]), match[2].strip()
        if bank in (places.CHIP_BANK, places.CHIP_RESERVE):
            found[bank] = {} if what == "nothing" else Chips.read(what).names
        else:
            money, _, checks = what.partition(" checks ")
            held = {"cash": cents(money), "checks": cents(checks) if checks else 0}
            found[bank] = {name: amount for name, amount in held.items() if amount}
    return found


def _pair(text: str) -> tuple[int, int]:
    """Lowest and highest wager."""
    low, _, high = text.partition("-")
    return cents(low), cents(high)


def _about(it: Event) -> int:
    """The entry that a line takes back: by its number, or the newest of a kind that still stands."""
    if it[1].isdecimal():
        return it.number(1)
    day = it.desk.today
    found = (one.seq for one in reversed(day.entries) if one.kind == it[1])
    return next((seq for seq in found if seq not in day.reversals.by), 0)


def _limits(it: Event) -> Entry:
    notice = it.clause("notice")
    minutes = int(notice) if notice else None
    return it.desk.limits(it[1], _pair(it[2]), it.by, notice=minutes, reason=it.reason)


def _open_table(it: Event) -> Entry:
    method = it.clause("deals")
    return it.desk.open_table(
        it[1],
        it.chips(2),
        it.by,
        limits=_pair(it.clause("limits")),
        options={"method": method} if method else {},
        box=it.line.clause("box"),
        dealer=it.line.clause("dealer"),
        reason=it.reason,
    )


def _written(it: Event) -> dict[str, str]:
    """The form that a slip was written on while the machine was down, and when."""
    return {name: it.clause(name) for name in ("form", "written")}


def _fill(it: Event) -> Entry:
    source = it.clause("from", places.CHIP_BANK)
    return it.desk.fill(it[1], it.chips(2), it.by, source=source, **_written(it))


def _credit(it: Event) -> Entry:
    to = it.clause("to", places.CHIP_BANK)
    return it.desk.credit(it[1], it.chips(2), it.by, destination=to, **_written(it))


def _jam(it: Event) -> None:
    it.shift.jam()


def _exchange(it: Event) -> Entry:
    given, got, table = it.chips(2), it.chips(3), it.line.clause("at")
    up, asked = it[1] == "color up", "asked" in it.line.clauses
    return it.desk.exchange(given, got, it.cashier, table=table, color_up=up, asked=asked)


def _of(it: Event) -> date | None:
    """The date of the day whose boxes are counted later, if the line names one."""
    on = it.clause("of")
    return date.fromisoformat(on) if on else None


def _close_day(it: Event) -> Entry:
    """The cash that stays in the first drawer and the reserve, and in each other drawer."""
    kept: dict[str, int] = {}
    for clause in it.line.clauses:
        place, _, money = clause.rpartition(" ")
        put_once({name: name for name in kept}, place, clause)
        kept[place] = cents(money)
    return it.desk.close_day(it.cents(1) + sum(kept.values()), it.by, kept)


def _drop_count(it: Event) -> Entry:
    total, notes = it.cents(2), {}
    once: dict[str, str] = {}
    for word in it.clause("notes").split():
        count, _, value = word.partition("x")
        put_once(once, value, word)
        notes[value] = int(count)
    if notes and sum(cents(value) * count for value, count in notes.items()) != total:
        raise ValueError(f"the notes do not add up to {it[2]}")
    at_once = "counted at once" in it.line.clauses
    box, put, of = it.clause("box"), it.clause("put"), _of(it)
    return it.desk.drop_count(it[1], total, it.by, notes, box=box, at_once=at_once, put=put, of=of)


def _found(it: Event) -> Entry:
    parts = [
        part for words in re.split(r", (?=fill|credit)", it[2]) for part in _found_parts(words.strip())
    ]
    return it.desk.found(it[1], parts, it.by, it.reason, of=_of(it))


def _found_parts(words: str) -> Iterator[tuple[str, int, str, int | None]]:
    match = re.fullmatch(r"(fill|credit) (\d+)(?:-(\d+))? (original|copy|both)(?: (\S+))?", words)
    if not match:
        raise ValueError(f"cannot read '{words}'")
    series, first, last, part, money = match.groups()
    if int(last or first) - int(first) > 999:
        raise ValueError(f"{first}-{last} are too many numbers at once")
    for number in range(int(first), int(last or first) + 1):
        for one in PARTS if part == "both" else (part,):
            yield series, number, one, cents(money) if money else None


VERBS: Verbs[Entry | None] = {
    # The day
    "open day [YYYY-MM-DD]": lambda it: it.desk.open_day(
        it.date(1) if it[1] else it.shift.night, it.by, it.reason
    ),
    "on duty": lambda it: it.desk.on_duty(it.by[0]),
    "off duty ID": lambda it: it.desk.off_duty(it[1], it.by[0]),
    "hand over to ID": lambda it: it.desk.hand_over(it[1], it.by),
    (
        "opening|closing|check count bank CHIPS ; drawer MONEY [checks MONEY] ; drawer 21 MONEY"
        " ; drawer PW MONEY ; reserve MONEY ; chip reserve CHIPS"
    ): (
        r"(opening|closing|check) count (.+)",
        lambda it: it.desk.count(it[1], _counted([it[2], *it.line.clauses]), it.by),
    ),
    (
        "bank has CHIPS ; drawer MONEY [checks MONEY] ; drawer 21 MONEY ; drawer PW MONEY"
        " ; reserve MONEY ; chip reserve CHIPS"
    ): lambda it: it.desk.count("opening", _counted([f"bank {it[1]}", *it.line.clauses]), it.by),
    ("own count drawer [21|PW] MONEY [checks MONEY] [; bank CHIPS]"): (
        rf"own count ({_DRAWER}) (.+)",
        lambda it: it.desk.own_count(it[1], _counted([f"{it[1]} {it[2]}", *it.line.clauses]), it.by[0]),
    ),
    "pass drawer [21|PW] to ID": (
        r"pass (drawer(?: (?:21|PW))?) to (\S+)",
        lambda it: it.desk.pass_drawer(it[1], it[2], it.by, it.reason),
    ),
    "reading": lambda it: it.desk.reading(it.by[0]),
    "answer reading whole|damaged": lambda it: it.desk.answer_reading(it[1], it.by[0]),
    "explain WHAT [; of YYYY-MM-DD]": lambda it: it.desk.explain(it[1], it.reason, it.by, of=_of(it)),
    "violation [; division HH:MM] [; police HH:MM]": lambda it: it.desk.violation(
        it.reason, it.by, it.clause("division"), it.clause("police")
    ),
    "close day next start MONEY [; drawer 21 MONEY] [; drawer PW MONEY]": _close_day,
    "finish day YYYY-MM-DD": lambda it: it.desk.finish_day(it.date(1), it.by),
    # Tables
    "open TABLE CHIPS ; limits MONEY-MONEY [; deals METHOD] [; box N] [; dealer ID]": _open_table,
    "dealer TABLE ID|nobody [; players] [; secured ITEM …]": lambda it: it.desk.dealer(
        it[1],
        None if it[2] == "nobody" else it[2],
        it.by,
        players="players" in it.line.clauses,
        secured=it.clause("secured").split(),
    ),
    "limits TABLE MONEY-MONEY [; notice MINUTES]": _limits,
    "method TABLE no-peek|no-hole-card|card-reader": (
        r"method (\S+) (\S+)",
        lambda it: it.desk.method(it[1], it[2], it.reason, it.by),
    ),
    "plaque TABLE": lambda it: it.desk.plaque(it[1], it.by),
    "count tray TABLE CHIPS": lambda it: it.desk.count_tray(it[1], it.chips(2), it.by, it.reason),
    "count opener TABLE CHIPS|nothing": lambda it: it.desk.count_opener(it[1], it.chips(2), it.by),
    "close TABLE CHIPS|nothing": lambda it: it.desk.close_table(it[1], it.chips(2), it.by, it.reason),
    "dispute TABLE [seat N] ; ruled WORDS [; under SECTION]": (
        r"dispute (\S+)(?: seat (\d+))?",
        lambda it: it.desk.dispute(
            it[1],
            it.reason,
            it.clause("ruled"),
            it.by,
            seat=int(it[2] or 0),
            under=it.clause("under"),
        ),
    ),
    "overrule ENTRY|dispute ; ruled WORDS [; under SECTION]": (
        r"overrule (\S+)",
        lambda it: it.desk.overrule(
            _about(it), it.reason, it.clause("ruled"), it.by, under=it.clause("under")
        ),
    ),
    "camera TABLE clear|WHAT IS WRONG": (
        r"camera (\S+) (.+)",
        lambda it: it.desk.camera(it[1], it.by, it[2], it.reason),
    ),
    "fault TABLE recorder|camera [at HH:MM]": (
        r"fault (\S+) (\S+)(?: at (\d\d:\d\d))?",
        lambda it: it.desk.fault(it[1], it[2], it.by, time.fromisoformat(it[3]) if it[3] else None),
    ),
    # Slips
    "ask fill|credit TABLE CHIPS|par": (
        r"ask (fill|credit) (\S+) (.+)",
        lambda it: it.desk.ask(
            it[1], it[2], Chips() if it[3] == "par" else it.chips(3), it.by, par=it[3] == "par"
        ),
    ),
    "withdraw ask fill|credit TABLE": lambda it: it.desk.withdraw_ask(it[1], it[2], it.by, it.reason),
    "fill TABLE CHIPS [; from PLACE] [; form N] [; written HH:MM]": _fill,
    "credit TABLE CHIPS [; to PLACE] [; form N] [; written HH:MM]": _credit,
    "verify fill|credit N": lambda it: it.desk.verify(it[1], it.number(2), it.by),
    "receive fill|credit N": lambda it: it.desk.receive(it[1], it.number(2), it.by),
    "void fill|credit N": lambda it: it.desk.void(it[1], it.number(2), it.reason, it.by),
    "transfer TABLE to TABLE CHIPS": lambda it: it.desk.transfer(it[1], it[2], it.chips(3), it.by),
    "printer jams": _jam,
    "answer fill|credit N original|copy whole|nothing|damaged": (
        r"answer (fill|credit) (\d+) (\S+) (\S+)",
        lambda it: it.desk.print_answer(it[1], it.number(2), it[3], it[4], it.by),
    ),
    "print fill|credit N here": lambda it: it.desk.print_here(it[1], it.number(2), it.by),
    "write fill|credit N original|copy on PAPER": (
        r"write (fill|credit) (\d+) (\S+) on (\S+)",
        lambda it: it.desk.by_hand(it[1], it.number(2), it[3], it[4], it.reason, it.by),
    ),
    # The cage
    "redeem tips ID|pool CHIPS [; from DRAWER]": lambda it: it.desk.redeem_tips(
        it[1], it.chips(2), it.cashier, it.reason, drawer=it.clause("from")
    ),
    "redeem CHIPS [; check N] [; from DRAWER]": lambda it: it.desk.redeem(
        it.chips(1),
        it.cashier,
        check=it.clause("check"),
        reason=it.reason,
        drawer=it.clause("from"),
    ),
    "refuse CHIPS": lambda it: it.desk.refuse(it.chips(1), it.reason, it.cashier),
    "exchange tips ID CHIPS for CHIPS ; at TABLE": lambda it: it.desk.exchange_tips(
        it.clause("at"), it[1], it.chips(2), it.chips(3), it.by
    ),
    "exchange|color up CHIPS for CHIPS [; at TABLE] [; asked]": (
        r"(exchange|color up) (.+) for (.+)",
        _exchange,
    ),
    "check MONEY NUMBER from NAME [; at TABLE] [; from DRAWER]": lambda it: it.desk.check(
        it.cents(1),
        it[2],
        it[3],
        it.cashier,
        table=it.line.clause("at"),
        drawer=it.clause("from"),
    ),
    "tips ID CHIPS": lambda it: it.desk.declare_tips(it[1], it.chips(2), it.cashier),
    "pool tips ID CHIPS": lambda it: it.desk.pool_tips(it[1], it.chips(2), it.cashier),
    "iou MONEY from PLACE to DRAWER|cash reserve [; stamp N]": (
        r"iou (\S+) from (.+) to (.+)",
        lambda it: it.desk.iou(it.cents(1), it[2], it[3], it.by, stamp=it.clause("stamp")),
    ),
    "pay back iou N [; part MONEY]": lambda it: it.desk.payback(
        it.number(1), it.by, cents(it.clause("part")) if it.clause("part") else None
    ),
    "withdraw MONEY [METHOD] [for 21|PW|combined] [; to cash reserve]": (
        r"withdraw (\S+)(?: (?!for )(.+?))?(?: for (21|PW|combined))?",
        lambda it: it.desk.withdraw(it.cents(1), it[2], it.by, it.clause("to"), bank=it[3]),
    ),
    "open drawer [21|PW] [; by key]": (
        r"open (drawer(?: (?:21|PW))?)",
        lambda it: it.desk.open_drawer(
            it.reason, it.by, drawer=it[1], by_key="by key" in it.line.clauses
        ),
    ),
    "undo WHAT": lambda it: it.desk.undo(_about(it), it.cashier),
    "reverse WHAT": lambda it: it.desk.reverse(_about(it), it.reason, it.by),
    # The count room
    "remove box TABLE to STORE [; put N]": lambda it: it.desk.remove_box(
        it[1], it[2], it.by, it.clause("put")
    ),
    "team ; keys ID [ID] [; supervisor YES|NO] [; of YYYY-MM-DD]": lambda it: it.desk.team(
        it.by, it.clause("keys").split(), it.clause("supervisor"), of=_of(it)
    ),
    (
        "drop count TABLE MONEY [; notes PIECESxMONEY …] [; box N] [; counted at once] [; put N]"
        " [; of YYYY-MM-DD]"
    ): _drop_count,
    "drop TABLE MONEY [; box N] [; of YYYY-MM-DD]": lambda it: it.desk.drop(
        it[1], it.cents(2), it.by, it.reason, box=it.clause("box"), of=_of(it)
    ),
    "found in box N|records: fill|credit N|N-N original|copy|both [MONEY], … [; of YYYY-MM-DD]": (
        r"found in (box \S+?|records): (.+)",
        _found,
    ),
}
