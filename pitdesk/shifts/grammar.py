"""The grammar of shift files: how each line is written, and what it does at the desk.

The same in prose, with examples, stands in README.md. The lines about the house's chips
stand in stores.py.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from pitdesk import places
from pitdesk.book.day import PARTS
from pitdesk.book.entries import Entry
from pitdesk.book.people import ROLES, Person, Tie
from pitdesk.book.site import Layout
from pitdesk.chips import Chips, cents
from pitdesk.errors import Refused
from pitdesk.kinds import Role
from pitdesk.shifts.read import Line
from pitdesk.shifts.verb import LONG_AGO, Shift, Verb, written

BANKS = {
    "bank": places.CHIP_BANK,
    "drawer": places.DRAWER,
    "reserve": places.CASH_RESERVE,
    "chip reserve": places.CHIP_RESERVE,
}


VERBS: list[Verb] = []
SETUP: list[Verb] = []


def _verb(usage: str, pattern: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return written(VERBS, usage, pattern)


# Set-up


@written(SETUP, "practice", r"practice")
def _practice(shift: Shift, line: Line, _: re.Match[str]) -> str | None:
    if shift.desk.site.practice:
        return None
    practice = {"practice": True}
    return set_up(line, lambda: shift.desk.set_site(practice, shift.setting_up(line)))


@written(SETUP, "organization NAME", r"organization (.+)")
def _organization(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    return set_site(shift, line, {"organization": match[1]})


@written(
    SETUP,
    "site NAME [; zone ZONE] [; combined APPROVAL] [; video required] [; color up]"
    " [; lower activity] [; first fill N] [; first credit N] [; stack N] [; rack N]",
    r"site (.+)",
)
def _site(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    settings: dict[str, Any] = {"name": match[1]}
    for clause in line.clauses:
        name, _, value = clause.partition(" ")
        if name in ("zone", "combined") and value:
            settings[name] = value
        elif clause in ("video required", "color up", "lower activity"):
            settings[clause.replace(" ", "_")] = True
        elif number := re.fullmatch(r"(first fill|first credit|stack|rack) (\d+)", clause):
            settings[number[1].replace(" ", "_")] = int(number[2])
        else:
            raise ValueError(f"not '{clause}'")
    return set_site(shift, line, settings)


def set_site(shift: Shift, line: Line, settings: dict[str, Any]) -> str | None:
    """Set what differs from what the site has; nothing where nothing does."""
    known = shift.desk.site.settings
    if all(getattr(known, name) == value for name, value in settings.items()):
        return None
    return set_up(line, lambda: shift.desk.set_site(settings, shift.setting_up(line)))


@written(SETUP, "table NUMBER 21|PW [; video] [; box N]", r"table (\S+) (\S+)")
def _table(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    video = line.clause("video") is not None
    layout = Layout(match[1], match[2], line.clause("box") or match[1], video)
    if shift.desk.site.tables.get(layout.table) == layout:
        return None
    return set_up(line, lambda: shift.desk.set_table(layout, shift.setting_up(line)))


@written(
    SETUP,
    'person ID "NAME" INITIALS pin|badge SECRET ROLE, ROLE … [; of COMPANY]',
    r'person (\S+) "([^"]+)" (\S+) (pin|badge) (\S+) (.+)',
)
def _person(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    id_, name, initials, proof, secret, roles = match.groups()
    held = tuple(Role(role.strip(), LONG_AGO) for role in roles.split(","))
    for role in held:
        if role.name not in ROLES:
            raise ValueError(f"'{role.name}' is no role; one of {', '.join(ROLES)}")
    person = Person(id_, name, initials, held, company=line.clause("of"))
    known = shift.desk.site.people.get(id_)
    manager = shift.setting_up(line)
    if not line.expected:
        shift.secrets[id_] = (proof, secret)
        if not shift.first_manager and any(role.name == "gaming manager" for role in held):
            shift.first_manager = id_
    if known and replace(known, pin=None, badge=None) == person:
        return None
    pin, badge = (secret, None) if proof == "pin" else (None, secret)
    return set_up(line, lambda: shift.desk.set_person(person, pin=pin, badge=badge, by=manager))


@written(SETUP, "tie ID supervises|household|family ID", r"tie (\S+) (\S+) (\S+)")
def _tie(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    one, tie, other = match.groups()
    if Tie(tie, one, other) in shift.desk.site.ties:
        return None
    return set_up(line, lambda: shift.desk.set_tie(one, tie, other, shift.setting_up(line)))


@written(SETUP, "forms COUNT", r"forms (\d+)")
def _forms(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    count = int(match[1])
    return set_up(line, lambda: shift.desk.number_forms(count, shift.setting_up(line)))


@written(SETUP, "night YYYY-MM-DD", r"night (\d{4}-\d\d-\d\d)")
def _night(shift: Shift, _: Line, match: re.Match[str]) -> None:
    shift.night = date.fromisoformat(match[1])
    shift.before = None
    shift.clock.at = datetime(shift.night.year, shift.night.month, shift.night.day, 12, tzinfo=UTC)


def set_up(line: Line, act: Callable[[], Entry]) -> str | None:
    """Do a set-up line; it may expect to be refused or warned like any other. What went otherwise."""
    what, _, rules = line.expected.partition(" ")
    try:
        done = act()
    except Refused as refused:
        if what == "refused" and set(rules.split()) == set(refused.rules):
            return None
        return f"expected {line.expected or 'done'}, but refused: {refused}"
    warned = {warning.partition(":")[0] for warning in done.fact.warnings}
    missed = what == "refused" or (what == "warned" and warned != set(rules.split()))
    return f"expected {line.expected}, but done" if missed else None


# The day


@_verb("open day [YYYY-MM-DD]", r"open day(?: (\d{4}-\d\d-\d\d))?")
def _open_day(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    on = date.fromisoformat(match[1]) if match[1] else shift.night
    return shift.desk.open_day(on, shift.signers(line))


@_verb("on duty", r"on duty")
def _on_duty(shift: Shift, line: Line, _: re.Match[str]) -> Entry:
    return shift.desk.come_on_duty(shift.signers(line)[0])


@_verb("off duty ID", r"off duty (\S+)")
def _off_duty(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.go_off_duty(match[1], shift.signers(line)[0])


@_verb(
    "opening|closing|check count bank CHIPS ; drawer MONEY [checks MONEY] ; reserve MONEY"
    " ; chip reserve CHIPS",
    r"(opening|closing|check) count (.+)",
)
def _count(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    counted = dict(_counted(clause) for clause in (match[2], *line.clauses))
    return shift.desk.count(match[1], counted, shift.signers(line))


@_verb(
    "bank has CHIPS ; drawer MONEY [checks MONEY] ; reserve MONEY ; chip reserve CHIPS", r"bank has (.+)"
)
def _bank_has(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    counted = dict(_counted(clause) for clause in ("bank " + match[1], *line.clauses))
    return shift.desk.count("opening", counted, shift.signers(line))


def _counted(clause: str) -> tuple[str, dict[str, int]]:
    for name in ("chip reserve", "bank", "drawer", "reserve"):
        if clause.startswith(name + " "):
            what = clause[len(name) :].strip()
            break
    else:
        raise ValueError(f"'{clause}' is no bank; one of {', '.join(BANKS)}")
    if name in ("bank", "chip reserve"):
        return BANKS[name], ({} if what == "nothing" else Chips.read(what).names)
    money, _, checks = what.partition(" checks ")
    found = {"cash": cents(money), "checks": cents(checks) if checks else 0}
    return BANKS[name], {instrument: amount for instrument, amount in found.items() if amount}


@_verb("explain WHAT", r"explain (.+)")
def _explain(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.explain(match[1], line.reason, shift.signers(line))


@_verb("close day next start MONEY", r"close day next start (\S+)")
def _close_day(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.close_day(cents(match[1]), shift.signers(line))


# Tables


@_verb(
    "open TABLE CHIPS ; limits MONEY-MONEY [; deals METHOD] [; box N] [; dealer ID]",
    r"open (\S+) (.+)",
)
def _open_table(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    low, _, high = (line.clause("limits") or "").partition("-")
    method = line.clause("deals")
    return shift.desk.open_table(
        match[1],
        pieces(match[2]),
        shift.signers(line),
        limits=(cents(low), cents(high)),
        options={"method": method} if method else {},
        box=line.clause("box"),
        dealer=line.clause("dealer"),
    )


@_verb("dealer TABLE ID|nobody", r"dealer (\S+) (\S+)")
def _dealer(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    dealer = None if match[2] == "nobody" else match[2]
    return shift.desk.change_dealer(match[1], dealer, shift.signers(line))


@_verb("count tray TABLE CHIPS", r"count tray (\S+) (.+)")
def _count_tray(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    chips = pieces(match[2])
    return shift.desk.count_tray(match[1], chips, shift.signers(line), line.reason)


@_verb("close TABLE CHIPS|nothing", r"close (\S+) (.+)")
def _close_table(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    chips = pieces(match[2])
    return shift.desk.close_table(match[1], chips, shift.signers(line), line.reason)


@_verb("camera TABLE clear|WHAT IS WRONG", r"camera (\S+) (.+)")
def _camera(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.review_camera(match[1], shift.signers(line), match[2], line.reason)


# Slips


@_verb("fill TABLE CHIPS [; from PLACE] [; form N] [; written HH:MM]", r"fill (\S+) (.+)")
def _fill(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    source = line.clause("from") or places.CHIP_BANK
    later = {"form": line.clause("form") or "", "written": line.clause("written") or ""}
    by = shift.signers(line)
    return shift.desk.fill(match[1], pieces(match[2]), by, source=source, **later)


@_verb("credit TABLE CHIPS [; to PLACE] [; form N] [; written HH:MM]", r"credit (\S+) (.+)")
def _credit(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    to = line.clause("to") or places.CHIP_BANK
    later = {"form": line.clause("form") or "", "written": line.clause("written") or ""}
    by = shift.signers(line)
    return shift.desk.credit(match[1], pieces(match[2]), by, destination=to, **later)


@_verb("verify fill|credit N", r"verify (fill|credit) (\d+)")
def _verify(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.verify(match[1], int(match[2]), shift.signers(line))


@_verb("receive fill|credit N", r"receive (fill|credit) (\d+)")
def _receive(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.receive(match[1], int(match[2]), shift.signers(line))


@_verb("void fill|credit N", r"void (fill|credit) (\d+)")
def _void(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.void(match[1], int(match[2]), line.reason, shift.signers(line))


@_verb("transfer TABLE to TABLE CHIPS", r"transfer (\S+) to (\S+) (.+)")
def _transfer(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.transfer(match[1], match[2], pieces(match[3]), shift.signers(line))


@_verb("printer jams", r"printer jams")
def _jam(shift: Shift, _: Line, __: re.Match[str]) -> None:
    shift.jam()


@_verb(
    "answer fill|credit N original|copy whole|nothing|damaged",
    r"answer (fill|credit) (\d+) (\w+) (\w+)",
)
def _answer(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    series, number, part, outcome = match.groups()
    return shift.desk.answer(series, int(number), part, outcome, shift.signers(line))


@_verb("write fill|credit N original|copy on PAPER", r"write (fill|credit) (\d+) (\w+) on (\S+)")
def _by_hand(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    series, number, part, paper = match.groups()
    return shift.desk.by_hand(series, int(number), part, paper, line.reason, shift.signers(line))


# The cage


@_verb("redeem CHIPS [; check N]", r"redeem ((?!tips ).+)")
def _redeem(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    check = line.clause("check") or ""
    chips = pieces(match[1])
    return shift.desk.redeem(chips, shift.signed_in(line), check=check, reason=line.reason)


@_verb("refuse CHIPS", r"refuse (.+)")
def _refuse(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.refuse(pieces(match[1]), line.reason, shift.signed_in(line))


@_verb("exchange|color up CHIPS for CHIPS [; at TABLE]", r"(exchange|color up) ((?!tips ).+) for (.+)")
def _exchange(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.exchange(
        pieces(match[2]),
        pieces(match[3]),
        shift.signed_in(line),
        table=line.clause("at"),
        color_up=match[1] == "color up",
    )


@_verb("check MONEY NUMBER from NAME [; at TABLE]", r"check (\S+) (\S+) from (.+)")
def _check(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    money, number, drawer = match.groups()
    return shift.desk.cash_check(
        cents(money), number, drawer, shift.signed_in(line), table=line.clause("at")
    )


@_verb("tips ID CHIPS", r"tips (\S+) (.+)")
def _tips(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.declare_tips(match[1], pieces(match[2]), shift.signed_in(line))


@_verb("pool tips ID CHIPS", r"pool tips (\S+) (.+)")
def _pool(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.pool_tips(match[1], pieces(match[2]), shift.signed_in(line))


@_verb("redeem tips ID|pool CHIPS", r"redeem tips (\S+) (.+)")
def _redeem_tips(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    chips = pieces(match[2])
    return shift.desk.redeem_tips(match[1], chips, shift.signed_in(line), line.reason)


@_verb("exchange tips ID CHIPS for CHIPS ; at TABLE", r"exchange tips (\S+) (.+) for (.+)")
def _exchange_tips(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.exchange_tips(
        line.clause("at") or "",
        match[1],
        pieces(match[2]),
        pieces(match[3]),
        shift.signers(line),
    )


@_verb("iou MONEY from PLACE to drawer|cash reserve", r"iou (\S+) from (.+) to (.+)")
def _iou(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.lend(cents(match[1]), match[2], match[3], shift.signers(line))


@_verb("pay back iou N", r"pay back iou (\d+)")
def _payback(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.pay_back(int(match[1]), shift.signers(line))


@_verb("withdraw MONEY [METHOD]", r"withdraw (\S+)(?: (.+))?")
def _withdraw(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.withdraw(cents(match[1]), match[2] or "", shift.signers(line))


# The count room


@_verb("remove box TABLE to STORE", r"remove box (\S+) to (.+)")
def _remove_box(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.remove_box(match[1], match[2], shift.signers(line))


@_verb("team ; keys ID [ID]", r"team")
def _team(shift: Shift, line: Line, _: re.Match[str]) -> Entry:
    return shift.desk.name_team(shift.signers(line), (line.clause("keys") or "").split())


@_verb("drop count TABLE MONEY [; notes PIECESxMONEY …]", r"drop count (\S+) (\S+)")
def _drop_count(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    notes = {}
    for word in (line.clause("notes") or "").split():
        pieces, _, value = word.partition("x")
        notes[value] = int(pieces)
    total = cents(match[2])
    if notes and sum(cents(value) * pieces for value, pieces in notes.items()) != total:
        raise ValueError(f"the notes do not add up to {match[2]}")
    return shift.desk.count_drop(match[1], total, shift.signers(line), notes)


@_verb("drop TABLE MONEY", r"drop (\S+) (\S+)")
def _drop(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.agree_drop(match[1], cents(match[2]), shift.signers(line), line.reason)


@_verb(
    "found in box N|records: fill|credit N|N-N original|copy|both [MONEY], …",
    r"found in (box \S+?|records): (.+)",
)
def _found(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    parts = [
        part
        for words in re.split(r", (?=fill|credit)", match[2])
        for part in _found_parts(words.strip())
    ]
    return shift.desk.find_slips(match[1], parts, shift.signers(line), line.reason)


def _found_parts(words: str) -> Iterator[tuple[str, int, str, int | None]]:
    match = re.fullmatch(r"(fill|credit) (\d+)(?:-(\d+))? (original|copy|both)(?: (\S+))?", words)
    if not match:
        raise ValueError(f"not '{words}'")
    series, first, last, part, money = match.groups()
    if int(last or first) - int(first) > 999:
        raise ValueError(f"{first}-{last} are too many")
    for number in range(int(first), int(last or first) + 1):
        for one in PARTS if part == "both" else (part,):
            yield series, number, one, cents(money) if money else None


def pieces(text: str) -> Chips:
    """Pieces by chip, or \"nothing\"."""
    return Chips() if text == "nothing" else Chips.read(text)
