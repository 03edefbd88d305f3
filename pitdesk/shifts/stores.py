"""The lines of shift files about the house's chips, and about what head office gets."""

import re
from datetime import date
from io import BytesIO

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.book.site import EVERY_DAY
from pitdesk.chips import Chip, cents
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.color import hex_of
from pitdesk.chipset.weight import read_grams, read_spread
from pitdesk.kinds.invoice import MILLS, Invoice
from pitdesk.kinds.invoice import Line as Ordered
from pitdesk.shifts.grammar import set_site
from pitdesk.shifts.verb import Event, Verbs

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
PICTURE = 64  # pixels of a side


# The chip set


def _set(it: Event) -> None:
    for name in it[1].split():
        if Chip.named(name) not in it.desk.site.chips:
            it.desk.set_chip(Chip.named(name), by=it.manager)


def _look(it: Event) -> Entry:
    name, color, spots, kind, second, third = it.match.groups()
    look = Look(
        color=color,
        spots=int(spots or 0),
        kind=kind or "no",
        second=second or "",
        third=third or "",
        value_side="bare" not in it.line.clauses,
        everywhere="everywhere" in it.line.clauses,
        measured=dict(_measured(clause) for clause in it.line.clauses if clause.startswith("measured ")),
        **{said: it.clause(said) for said in ("middle", "mark", "maker", "mould", "since")},
    )
    return it.desk.set_chip(Chip.named(name), look.kept, it.manager)


def _measured(clause: str) -> tuple[str, str]:
    match = re.fullmatch(r"measured (?:(second|third|middle) )?(.+)", clause)
    assert match
    return match[1] or "color", match[2]


def _plain(color: str) -> bytes:
    """A picture of one plain color, in place of a photo."""
    from PIL import Image  # noqa: PLC0415  (only where a picture is made)

    if not hex_of(color):
        raise ValueError(f"'{color}' is not a color")
    file = BytesIO()
    Image.new("RGB", (PICTURE, PICTURE), hex_of(color)).save(file, "PNG")
    return file.getvalue()


def _quarter(it: Event) -> Entry | None:
    known = it.desk.site.settings.quarters or {}
    return set_site(it, {"quarters": {**known, it[1]: it.cents(2)}})


def _weight(it: Event) -> Entry:
    mg, spread = read_grams(it[3]), read_spread(it.clause("differ", "1"))
    return it.desk.set_weight(Chip.named(it[1]), mg, int(it[2]), spread, it.manager)


def _par(it: Event) -> Entry:
    place = places.CHIP_BANK if it[1] == "bank" else places.tray(it[1])
    day = it.clause("on")
    if day and day not in DAYS:
        raise ValueError(f"'{day}' is not a day of the week; write one of {', '.join(DAYS)}")
    return it.desk.set_par(place, DAYS.index(day) if day else EVERY_DAY, it.chips(2), it.manager)


CHIPS: Verbs[Entry | None] = {  # set-up
    "chips NAME …": ("chips (.+)", _set),
    (
        "chip NAME COLOR[, SPOTS KIND COLOR [and COLOR]] [; middle COLOR] [; mark NAME] [; maker NAME]"
        " [; mould NAME] [; bare] [; everywhere] [; since YYYY-MM-DD] [; measured COLOR]"
        " [; measured second COLOR] [; measured third COLOR] [; measured middle COLOR]"
    ): (
        r"chip (\S+) ([a-z ]+?)"
        r"(?:, (\d+) (solid|split|triple split) ([a-z ]+?)(?: and ([a-z ]+))?)?",
        _look,
    ),
    "picture CHIP name|value COLOR": (
        r"picture (\S+) (\S+) (.+)",
        lambda it: it.desk.set_picture(Chip.named(it[1]), it[2], _plain(it[3]), it.manager),
    ),
    "retire CHIP": lambda it: it.desk.set_play(Chip.named(it[1]), it.manager, it.reason, on=False),
    "back in play CHIP": lambda it: it.desk.set_play(Chip.named(it[1]), it.manager, it.reason, on=True),
    'mark "NAME" of ORGANIZATION': (
        r'mark "([^"]*)" of (.+)',
        lambda it: it.desk.set_mark(it[1], it[2], it.manager),
    ),
    "weight CHIP PIECES weigh GRAMS g [; differ PERCENT]": (
        r"weight (\S+) (\d+) weigh (\d+(?:\.\d{1,3})?) g",
        _weight,
    ),
    "quarter YYYYQN MONEY": _quarter,
    "par TABLE|bank CHIPS [; on WEEKDAY]": _par,
    "end 21|PW on YYYY-MM-DD [; at PLACE]": lambda it: it.desk.end_game(
        it[1], it.date(2), it.clause("at"), it.manager
    ),
    "resume 21|PW": lambda it: it.desk.resume_game(it[1], it.manager),
}


# With a time, of a day or between days


def _delivery(it: Event) -> Entry:
    invoice = Invoice(
        number=it[1],
        supplier=it.clause("from"),
        date=it.clause("dated", it.shift.night.isoformat()),
        lines=tuple(map(_ordered, it.clause("lines").split())),
        other=cents(it.clause("other", "0")),
        total=cents(it.clause("total")),
    )
    return it.desk.delivery(invoice, it.chips(2), it.by, it.reason, it.clause("to", places.CHIP_RESERVE))


def _ordered(word: str) -> Ordered:
    """A line of an invoice; its amount is computed, half a cent up, unless the line gives it."""
    match = re.fullmatch(r"(\d+)x(\S+?)@\$?(\d+)(?:\.(\d{2,3}))?(?:=(\S+))?", word)
    if not match:
        raise ValueError(f"'{word}' is not a line of an invoice; write 400x$5@0.895")
    count, name, whole, rest, money = match.groups()
    each = int(whole) * 1000 + int((rest or "").ljust(3, "0"))
    reckoned = (int(count) * each + MILLS // 2) // MILLS
    return Ordered(Chip.named(name), int(count), each, cents(money) if money else reckoned)


def _tally(it: Event) -> Entry:
    if len(it.by) != 1:
        raise ValueError("a tally has one person, who counts alone")
    return it.desk.tally(it[1], it.chips(2), it.by[0])


def _foreign(it: Event) -> Entry:
    whose, done = it.clause("of"), it.clause("done")
    return it.desk.foreign(it.number(1), it.cents(2), it[3], whose, done, it.by)


def _deposit(it: Event) -> Entry:
    return it.desk.deposit(
        [*map(date.fromisoformat, it[1].split())],
        date.fromisoformat(it.clause("made", it.shift.night.isoformat())),
        it.cents(2),
        it.by,
        bank=it.clause("bank"),
        slip=it.clause("slip"),
        checks=cents(it.clause("checks", "0")),
        reason=it.reason,
    )


def _noted(it: Event) -> int:
    """The entry of the newest deposit with this number on its slip, one that stands first; 0 of none."""
    site, slip = it.desk.site, it[1]
    stand = [one.entry for one in site.banked if one.slip == slip]
    gone = [
        seq for seq, entry in site.taken_back.items() if entry.of(kinds.TakeBackDeposit).slip == slip
    ]
    return max(stand or gone, default=0)


STORES: Verbs[Entry | None] = {
    # In and out, and from store to store
    (
        "delivery NUMBER CHIPS ; from SUPPLIER ; lines PIECESxCHIP@PRICE[=MONEY] … ; total MONEY"
        " [; other MONEY] [; dated YYYY-MM-DD] [; to PLACE]"
    ): _delivery,
    "stock CHIPS from PLACE to PLACE": lambda it: it.desk.stock(
        it.chips(1), it[2], it[3], it.by, it.reason
    ),
    # Counted by two
    "tally PLACE CHIPS": (r"tally (.+?) (nothing|\d+x.+)", _tally),
    "inventory PLACE CHIPS": (
        r"inventory (.+?) (nothing|\d+x.+)",
        lambda it: it.desk.inventory(it[1], it.chips(2), it.by, it.reason),
    ),
    # Where they should not be
    "stray TABLE CHIPS": lambda it: it.desk.stray(it[1], it.chips(2), it.reason, it.by),
    'foreign PIECESxMONEY "WHAT" [; of ORGANIZATION] [; done WORDS]': (
        r'foreign (\d+)x(\S+) "([^"]*)"',
        _foreign,
    ),
    # Head office
    "deposit YYYY-MM-DD … MONEY ; made YYYY-MM-DD ; bank NAME ; slip NUMBER [; checks MONEY]": (
        r"deposit ((?:\d{4}-\d\d-\d\d )*)(\S+)",
        _deposit,
    ),
    "take back deposit NUMBER": lambda it: it.desk.take_back_deposit(_noted(it), it.reason, it.by),
    "correct YYYY-MM-DD FIGURE MONEY": lambda it: it.desk.correction(
        it.date(1), {it[2]: it.cents(3)}, it.reason, it.by
    ),
    "next key PUBLIC": lambda it: it.desk.key(it[1], it.reason, it.by),
}
