"""The lines of shift files about the house's chips, and about what head office is told."""

import re
from collections.abc import Callable
from datetime import date
from io import BytesIO
from typing import Any

from pitdesk import places
from pitdesk.book.entries import Entry
from pitdesk.book.site import EVERY_DAY
from pitdesk.chips import Chip, cents
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.color import hex_of
from pitdesk.kinds.invoice import MILLS, Invoice
from pitdesk.kinds.invoice import Line as Ordered
from pitdesk.shifts.grammar import pieces, set_site, set_up
from pitdesk.shifts.read import Line
from pitdesk.shifts.verb import Shift, Verb, written

CHIPS: list[Verb] = []  # set-up
STORES: list[Verb] = []  # with a time, of a day or between days
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
PICTURE = 64  # pixels of a side


def _chip(usage: str, pattern: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return written(CHIPS, usage, pattern)


def _store(usage: str, pattern: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return written(STORES, usage, pattern)


# The chip set


@_chip("chips NAME …", r"chips (.+)")
def _set(shift: Shift, line: Line, match: re.Match[str]) -> None:
    for name in match[1].split():
        if Chip.named(name) not in shift.desk.site.chips:
            shift.desk.set_chip(Chip.named(name), by=shift.setting_up(line))


@_chip(
    "chip NAME COLOR[, SPOTS KIND COLOR [and COLOR]] [; middle COLOR] [; mark NAME] [; maker NAME]"
    " [; mould NAME] [; bare] [; everywhere] [; since YYYY-MM-DD] [; measured COLOR|PART COLOR]",
    r"chip (\S+) ([a-z ]+?)"
    r"(?:, (\d+) (solid|split|triple split) ([a-z ]+?)(?: and ([a-z ]+))?)?",
)
def _look(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    name, color, spots, kind, second, third = match.groups()
    look = Look(
        color=color,
        spots=int(spots or 0),
        kind=kind or "no",
        second=second or "",
        third=third or "",
        value_side=line.clause("bare") is None,
        everywhere=line.clause("everywhere") is not None,
        measured=dict(_measured(clause) for clause in line.clauses if clause.startswith("measured ")),
        **{said: line.clause(said) or "" for said in ("middle", "mark", "maker", "mould", "since")},
    )
    manager = shift.setting_up(line)
    return set_up(line, lambda: shift.desk.set_chip(Chip.named(name), look.kept, manager))


def _measured(clause: str) -> tuple[str, str]:
    match = re.fullmatch(r"measured (?:(second|third|middle) )?(.+)", clause)
    assert match
    return match[1] or "color", match[2]


@_chip("picture CHIP name|value COLOR", r"picture (\S+) (\S+) (.+)")
def _picture(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    name, side, color = match.groups()
    data, manager = _plain(color), shift.setting_up(line)
    return set_up(line, lambda: shift.desk.set_picture(Chip.named(name), side, data, manager))


def _plain(color: str) -> bytes:
    """A picture of nothing but a color, which stands in for a photo."""
    from PIL import Image  # noqa: PLC0415  (only where a picture is made)

    if not hex_of(color):
        raise ValueError(f"'{color}' is no color")
    file = BytesIO()
    Image.new("RGB", (PICTURE, PICTURE), hex_of(color)).save(file, "PNG")
    return file.getvalue()


@_chip("retire CHIP", r"retire (\S+)")
def _retire(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    return _put(shift, line, match[1], on=False)


@_chip("back in play CHIP", r"back in play (\S+)")
def _put_back(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    return _put(shift, line, match[1], on=True)


def _put(shift: Shift, line: Line, name: str, *, on: bool) -> str | None:
    chip, manager = Chip.named(name), shift.setting_up(line)
    return set_up(line, lambda: shift.desk.set_in_play(chip, manager, line.reason, on=on))


@_chip('mark "NAME" of ORGANIZATION', r'mark "([^"]*)" of (.+)')
def _mark(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    manager = shift.setting_up(line)
    return set_up(line, lambda: shift.desk.set_mark(match[1], match[2], manager))


@_chip("quarter YYYYQN MONEY", r"quarter (\S+) (\S+)")
def _quarter(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    known = shift.desk.site.settings.quarters or {}
    return set_site(shift, line, {"quarters": {**known, match[1]: cents(match[2])}})


@_chip("par TABLE|bank CHIPS [; on WEEKDAY]", r"par (\S+) (.+)")
def _par(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    place = places.CHIP_BANK if match[1] == "bank" else places.tray(match[1])
    day = line.clause("on")
    if day not in (None, *DAYS):
        raise ValueError(f"'{day}' is no day of the week; one of {', '.join(DAYS)}")
    weekday = DAYS.index(day) if day else EVERY_DAY
    chips, manager = pieces(match[2]), shift.setting_up(line)
    return set_up(line, lambda: shift.desk.set_par(place, weekday, chips, manager))


@_chip("end 21|PW on YYYY-MM-DD [; at PLACE]", r"end (\S+) on (\d{4}-\d\d-\d\d)")
def _end(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    on, where = date.fromisoformat(match[2]), line.clause("at") or ""
    manager = shift.setting_up(line)
    return set_up(line, lambda: shift.desk.end_game(match[1], on, where, manager))


@_chip("resume 21|PW", r"resume (\S+)")
def _resume(shift: Shift, line: Line, match: re.Match[str]) -> str | None:
    manager = shift.setting_up(line)
    return set_up(line, lambda: shift.desk.resume_game(match[1], manager))


# In and out, and from store to store


@_store(
    "delivery NUMBER CHIPS ; from SUPPLIER ; lines PIECESxCHIP@PRICE[=MONEY] … ; total MONEY"
    " [; other MONEY] [; dated YYYY-MM-DD] [; to PLACE]",
    r"delivery (\S+) (.+)",
)
def _delivery(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    invoice = Invoice(
        number=match[1],
        supplier=line.clause("from") or "",
        date=line.clause("dated") or shift.night.isoformat(),
        lines=tuple(map(_ordered, (line.clause("lines") or "").split())),
        other=cents(line.clause("other") or "0"),
        total=cents(line.clause("total") or ""),
    )
    to = line.clause("to") or places.CHIP_RESERVE
    return shift.desk.deliver(invoice, pieces(match[2]), shift.signers(line), line.reason, to)


def _ordered(word: str) -> Ordered:
    """A line of an invoice; what it comes to is reckoned, half a cent up, unless the paper says."""
    match = re.fullmatch(r"(\d+)x(\S+?)@\$?(\d+)(?:\.(\d{2,3}))?(?:=(\S+))?", word)
    if not match:
        raise ValueError(f"'{word}' is no line of an invoice; write 400x$5@0.895")
    count, name, whole, rest, money = match.groups()
    each = int(whole) * 1000 + int((rest or "").ljust(3, "0"))
    reckoned = (int(count) * each + MILLS // 2) // MILLS
    return Ordered(Chip.named(name), int(count), each, cents(money) if money else reckoned)


@_store("stock CHIPS from PLACE to PLACE", r"stock (.+) from (.+) to (.+)")
def _stock(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    chips = pieces(match[1])
    return shift.desk.stock(chips, match[2], match[3], shift.signers(line), line.reason)


# Counted by two


@_store("tally PLACE CHIPS", r"tally (.+?) (nothing|\d+x.+)")
def _tally(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    signers = shift.signers(line)
    if len(signers) != 1:
        raise ValueError("one person, who counts alone")
    return shift.desk.tally(match[1], pieces(match[2]), signers[0])


@_store("inventory PLACE CHIPS", r"inventory (.+?) (nothing|\d+x.+)")
def _inventory(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    counted = pieces(match[2])
    return shift.desk.take_inventory(match[1], counted, shift.signers(line), line.reason)


# Where they should not be


@_store("stray TABLE CHIPS", r"stray (\S+) (.+)")
def _stray(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.find_stray(match[1], pieces(match[2]), line.reason, shift.signers(line))


@_store(
    'foreign PIECESxMONEY "WHAT" [; of ORGANIZATION] [; done WORDS]', r'foreign (\d+)x(\S+) "([^"]*)"'
)
def _foreign(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    count, money, what = match.groups()
    whose, done = line.clause("of") or "", line.clause("done") or ""
    by = shift.signers(line)
    return shift.desk.refuse_foreign(int(count), cents(money), what, whose, done, by)


# Head office


@_store(
    "deposit YYYY-MM-DD … MONEY ; made YYYY-MM-DD ; bank NAME ; slip NUMBER [; checks MONEY]",
    r"deposit ((?:\d{4}-\d\d-\d\d )*)(\S+)",
)
def _deposit(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.make_deposit(
        [*map(date.fromisoformat, match[1].split())],
        date.fromisoformat(line.clause("made") or shift.night.isoformat()),
        cents(match[2]),
        shift.signers(line),
        bank=line.clause("bank") or "",
        slip=line.clause("slip") or "",
        checks=cents(line.clause("checks") or "0"),
        reason=line.reason,
    )


@_store("correct YYYY-MM-DD FIGURE MONEY", r"correct (\S+) (\S+) (\S+)")
def _correct(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    changes = {match[2]: cents(match[3])}
    on = date.fromisoformat(match[1])
    return shift.desk.correct_day(on, changes, line.reason, shift.signers(line))


@_store("next key PUBLIC", r"next key (\S+)")
def _key(shift: Shift, line: Line, match: re.Match[str]) -> Entry:
    return shift.desk.change_key(match[1], line.reason, shift.signers(line))
