"""A slip as lines of text: 99-01.3-08-05(3), so that a pit boss reads it in three seconds. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import chain
from textwrap import wrap
from typing import Literal, NamedTuple
from unicodedata import category, normalize

from pitdesk.book.entries import Signature
from pitdesk.book.site import GAMES, Site
from pitdesk.book.slip import PARTS, RECORDS, Slip
from pitdesk.chips import Chip, dollars
from pitdesk.kinds import OpenDay
from pitdesk.kinds.editions import READ_BACK
from printers import WIDTHS
from printers.slips.letterhead import footer, heading

Size = Literal["big", "tall", "plain"]

_LABEL = 13  # columns of "Organization "
_WHICH = {"original": "1/2", "copy": "2/2", "both": "1+2/2"}  # parts of a slip
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TYPED = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'})
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_BIG = re.compile(
    r"(?:FILL|CREDIT) SLIP|\d{6,} (?:ORIGINAL|COPY|ORIGINAL/COPY)|DUPLICATE \d+"
    r"|TABLE .{1,18}|VOID(?: VOID)*|PRACTICE(?: PRACTICE)*|READING \d+"
)
_TALL = re.compile(
    r"(?:21 TWENTY-ONE|PW PADDLEWHEEL)( +TABLE .*| +\$\S+ TO \$\S+)?|TOTAL .*"
    r"|(?:ORIGINAL: |COPY: )?(?:KEEP WITH DAILY RECORDS|PUT IN DROP BOX.*)"
)


class SlipLines(NamedTuple):
    """Lines of a slip that stand together.

    since   the edition of the slip's layout that they came with: `kinds.editions`
    until   the last that has them, if there are later ones
    """

    texts: Sequence[str]
    since: int = 1
    until: int | None = None

    def holds(self, edition: int) -> bool:
        """Whether slips of a day of that edition have them."""
        return self.since <= edition and (self.until is None or edition <= self.until)


def slip_lines(
    slip: Slip,
    site: Site,
    *,
    day: OpenDay,
    part: str,
    width: int,
    void: bool = False,
    duplicate: int = 0,
    code: str = "",
) -> list[str]:
    """One part of a slip, no line wider than `width` columns, ASCII only.

    As it was prepared it says the same whatever became of the slip since: only its own entry speaks.
    The VOID version adds who voided it and why. A practice book says so at both ends. The marks stand
    outside what the site has put above and below, and so does the line that ends it.

    day        the opening of the gaming day: its date, and the edition of its layout
    part       "original" or "copy"; "both" where one pass prints them on two-ply paper
    void       the VOID version; the slip must be void
    duplicate  0 for the part itself; n puts DUPLICATE n on top
    code       the short code of this version (`pitdesk.codes.slips`), or "" for none
    """
    assert part in (*PARTS, "both"), part
    assert width >= min(WIDTHS), width
    rule = SlipLines(["-" * width])
    practice = SlipLines([filled("PRACTICE", width)] if site.practice else [])
    voided = SlipLines([filled("VOID", width)] if void else [])
    layout = [
        SlipLines([duplicate_line(duplicate)] if duplicate else []),
        *(practice, voided, SlipLines(heading(site, width))),
        *(*_title(slip, part, width), rule),
        *(*_facts(slip, site, day.date, width), *_stood(slip, site, width), rule),
        *(SlipLines(_table(slip, width)), rule),
        *(*_initials(slip, part, width, void=void), rule),
        SlipLines(_homes(slip, site, part, width, void=void)),
        SlipLines([_check(slip), *([f"CODE {code}"] if code else [])]),
        SlipLines(footer(site, width)),
        *(voided, practice),
        SlipLines([f"END {slip.series.upper()} {slip.number:06} {_WHICH[part]}"]),
    ]
    return [text for lines in layout if lines.holds(day.edition) for text in lines.texts]


def unsigned(signs: bool) -> str:
    """What stands in the place of a code on the screen, before there is a slip to sign."""
    return "____ ____ ____" if signs else ""


def duplicate_line(number: int) -> str:
    """The line above everything else of paper that was printed before."""
    return f"DUPLICATE {number}"


def size(line: str, width: int) -> Size:
    """How large a line is set: big doubles its width and height, tall only its height.

    Read off the line alone, so that lines kept in the book come out years later as they once did.
    """
    if _BIG.fullmatch(line):
        return "big" if 2 * len(line) <= width else "tall"
    return "tall" if _TALL.fullmatch(line) else "plain"


def plain(text: str) -> str:
    """A name as paper can show it: ASCII, no control characters, one space between words.

    Accents are dropped and typed quotes and dashes made straight; any other character is a "?".
    """
    words = " ".join(text.translate(_TYPED).translate(_DASHES).split())
    shown = "".join(char for char in words if not category(char).startswith("C"))
    marks = (char for char in normalize("NFKD", shown) if not category(char).startswith("M"))
    ascii_ = "".join(char if " " <= char <= "~" else "?" for char in marks)
    return " ".join(ascii_.split())


def time_of_day(at: datetime) -> str:
    """A local time as 9:38 p.m."""
    return f"{at.hour % 12 or 12}:{at.minute:02} {'a.m.' if at.hour < 12 else 'p.m.'}"


def clock_time(at: datetime) -> str:
    """A local time as 9:38 p.m. UTC-06:00; the offset tells the two hours of an autumn night apart."""
    offset = f"{at:%z}"
    return f"{time_of_day(at)} UTC{offset[:3]}:{offset[3:5]}"


def calendar_date(on: date) -> str:
    """A date as Fri Nov 20, 2026, in English whatever the machine speaks."""
    return f"{_DAYS[on.weekday()]} {_MONTHS[on.month - 1]} {on.day}, {on.year}"


def trade_name(chip: Chip) -> str:
    """A chip as the pit calls it: $5, $5-b, betting $2, coin 50c, no-value $5."""
    value = Chip("casino", chip.face_cents, chip.set).name
    kind = {"casino": "", "tournament": "no-value "}.get(chip.kind, f"{chip.kind} ")
    return kind + value


def filled(word: str, width: int) -> str:
    """A word as often as it stands in a line at double width."""
    return " ".join([word] * ((width // 2 + 1) // (len(word) + 1)))


def _title(slip: Slip, part: str, width: int) -> list[SlipLines]:
    game = f"{slip.game} {GAMES[slip.game].upper()}"
    table = f"TABLE {plain(slip.table)}"
    what = [
        f"{slip.series.upper()} SLIP",
        f"{slip.number:06} {'ORIGINAL/COPY' if part == 'both' else part.upper()}",
    ]
    return [
        SlipLines(what),
        SlipLines(ends(game, table, width), until=READ_BACK - 1),
        SlipLines([_cut(table, width), *_played(slip, game, width)], since=READ_BACK),
    ]


def _facts(slip: Slip, site: Site, day: date, width: int) -> list[SlipLines]:
    at = site.local(slip.entry.at)
    return [
        fact("Organization", site.organization, width),
        fact("Site", site.name, width),
        fact("Gaming day", calendar_date(day), width),
        fact("Date", calendar_date(at.date()), width),
        fact("Time", clock_time(at), width),
        fact("From", _end(slip.source), width),
        fact("To", _end(slip.destination), width),
    ]


def _played(slip: Slip, game: str, width: int) -> list[str]:
    """The game, and its limits where the table was open."""
    if slip.stood is None:
        return [game]
    low, high = (dollars(cents).removesuffix(".00") for cents in slip.stood.limits)
    return ends(game, f"${low} TO ${high}", width)


def _stood(slip: Slip, site: Site, width: int) -> list[SlipLines]:
    """The table read back, so that whoever carries the chips knows it before they move."""
    if slip.stood is None:
        return []
    sits = site.people.get(slip.stood.dealer or "")
    dealer, tray = f"{sits.initials} {sits.name}" if sits else "nobody", slip.stood.known
    return [
        fact("Dealer", dealer, width, most=1, since=READ_BACK),
        fact("Box", slip.stood.box, width, since=READ_BACK),
        fact("Tray before", f"${dollars(tray.cents)}: {tray}", width, most=3, since=READ_BACK),
    ]


def _end(place: str) -> str:
    return re.sub("^tray ", "table ", place)


def _table(slip: Slip, width: int) -> list[str]:
    """A row per chip value and the grand total, in columns that can be added again by hand."""
    chips = slip.chips
    heading = ("VALUE", "PIECES", "AMOUNT")
    rows = [
        (trade_name(chip), f"{count:,}", dollars(chip.cents * count)) for chip, count in chips.items()
    ]
    total = ("TOTAL", f"{chips.pieces:,}", f"${dollars(chips.cents)}")
    first, second, third = (max(map(len, column)) for column in zip(heading, *rows, total, strict=True))
    third += max(1, (width - first - second - third + 1) // 2)
    lines = []
    for name, pieces, amount in (heading, *rows, total):
        numbers = f"{pieces:>{second}}{amount:>{third}}"
        assert len(numbers) <= width, "no cage holds so many pieces"
        lines.append(ends(name, numbers, width))
    return [*chain(*lines[:-1]), "-" * width, *lines[-1]]


def _initials(slip: Slip, part: str, width: int, *, void: bool) -> list[SlipLines]:
    """Who stands for the slip, as proven at the desk; what is left to initial by hand is a line."""
    signed = slip.signed
    desk = "Cashier" if slip.series == "fill" else "Dealer"
    lines = [
        _signed("Prepared by", signed.get("prepared"), width),
        _signed(desk, signed.get("initialed"), width),
        *(_signed("Second", one, width, READ_BACK) for one in _seconds(slip)),
    ]
    if not void:
        by_hand = {"original": ["Verified by"], "copy": ["Received by"]}
        blank = by_hand.get(part, ["Verified by", "Received by"])
        return lines + [each for label in blank for each in (SlipLines([""]), fact(label, "", width))]
    if "verified" in signed:
        lines.append(_signed("Verified by", signed["verified"], width))
    return [
        *lines,
        _signed("VOIDED by", signed["voided"], width),
        fact("VOID because", slip.reason, width, most=3),
    ]


def _seconds(slip: Slip) -> list[Signature]:
    """Who initialed it when it was prepared, beside those whom the law asks for."""
    asked = (slip.signed.get("prepared"), slip.signed.get("initialed"))
    return [one for one in slip.entry.signatures if one not in asked]


def _signed(label: str, signature: Signature | None, width: int, since: int = 1) -> SlipLines:
    by = f"{signature.initials} {signature.role}" if signature else ""
    return fact(label, by, width, most=1, since=since)


def _homes(slip: Slip, site: Site, part: str, width: int, *, void: bool) -> list[str]:
    """Where the part must end; of two plies each, unless both stay together."""
    ends = [_home(slip, site, one, width, void=void) for one in PARTS]
    if part != "both":
        return [ends[PARTS.index(part)]]
    if len(set(ends)) == 1:
        return ends[:1]
    return [_cut(f"{one.upper()}: {end}", width) for one, end in zip(PARTS, ends, strict=True)]


def _home(slip: Slip, site: Site, part: str, width: int, *, void: bool) -> str:
    """Where this part must end once the slip has run its course, or now that it is void."""
    layout = site.tables.get(slip.table)
    box = slip.box or (layout.box if layout else slip.table)
    ended = replace(slip, state="void" if void else "received", box=box)
    place = ended.belongs(part)
    if place == RECORDS:
        return "KEEP WITH DAILY RECORDS"
    return _cut(f"PUT IN DROP {plain(place).upper()}", width)


def _check(slip: Slip) -> str:
    """Entry and link of the chain, by which paper is held against the book."""
    if not slip.entry.seq:  # not written yet: shown on the screen before it is
        return "Entry ______ check ____ ____"
    code = slip.entry.hash[:4].hex()
    return f"Entry {slip.entry.seq} check {code[:4]} {code[4:]}"


def fact(label: str, value: str, width: int, *, most: int = 2, since: int = 1) -> SlipLines:
    """A label and its value on at most `most` lines; a line to fill in by hand where there is none."""
    room = width - _LABEL
    shown = wrap(plain(value), room, max_lines=most, placeholder="...") or ["_" * room]
    labels = [label, *[""] * (len(shown) - 1)]
    return SlipLines(
        [f"{left:<{_LABEL}}{right}" for left, right in zip(labels, shown, strict=True)], since
    )


def ends(left: str, right: str, width: int) -> list[str]:
    """Two words at the two ends of a line; on two lines where they do not fit."""
    if len(left) + 1 + len(right) > width:
        return [left, f"{_cut(right, width):>{width}}"]
    return [f"{left}{right:>{width - len(left)}}"]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."
