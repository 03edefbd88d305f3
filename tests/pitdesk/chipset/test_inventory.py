"""The chips inventory log: every piece is somewhere, in one book or between several."""

import shutil
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from sqlite_utils.db import sqlite3

from pitdesk import kinds, places
from pitdesk.book.entries import Draft
from pitdesk.book.journal import Journal
from pitdesk.book.site import Site
from pitdesk.chips import Chip, Chips
from pitdesk.chipset.inventory import (
    FLOWS,
    Account,
    Log,
    Shipment,
    group,
    history,
    holdings,
    listed,
    log,
    playing,
    turned_away,
    where,
)
from pitdesk.errors import Refused, Trouble
from pitdesk.kinds import Fact
from tests.storm import seeds

FIVE, QUARTER, ONE = Chip.named("$5"), Chip.named("$25"), Chip.named("$1")
STORES = [places.CHIP_BANK, places.CHIP_RESERVE, places.DAMAGED]


@pytest.fixture
def twin(dark, tmp_path):
    """Another site of the organization, whose book was begun as a copy of the first one's."""
    folder = tmp_path / "twin"
    shutil.copytree(dark.folder, folder)
    other = type(dark)(folder, dark.rules)
    other.desk.set_site({"name": "North Lodge"}, by=other.by("gus"))
    dark.desk.forms(1, dark.by("gus"))
    yield other
    other.journal.close()


def read(*pits) -> Log:
    """The log of these books, as somebody else reads them."""
    journals = [Journal.read(pit.book) for pit in pits]
    try:
        return log(journals)
    finally:
        for journal in journals:
            journal.close()


def chips(text: str) -> Chips:
    return Chips.read(text)


def less(held: Chips, some: Chips) -> Chips:
    """What is left, never less than nothing."""
    return Chips({chip: max(0, count) for chip, count in (held - some).items()})


# The history of a type


def test_a_fill_and_its_receipt_are_two_moves_with_the_slip_they_are_of(pit):
    pit.fill("2", "20x$5")
    prepared, received = history(pit.journal, FIVE)[-2:]
    assert (prepared.source, prepared.destination, prepared.pieces) == ("chip bank", "in transit", 20)
    assert (received.source, received.destination, received.pieces) == ("in transit", "tray 2", 20)
    assert prepared.about == received.about == "fill 000001"
    assert (prepared.words, received.words) == ("fill prepared", "slip received")
    assert (prepared.initials, received.initials) == ("JO", "KA")
    assert (prepared.day, prepared.on) == (1, date(2026, 11, 20))
    assert prepared.seq < received.seq


def test_the_first_counts_begin_the_book_and_later_ones_are_off(pit):
    first, opener = history(pit.journal, FIVE)
    assert [move.words for move in (first, opener)] == ["counted first"] * 2
    assert [move.flow for move in (first, opener)] == ["opening"] * 2
    assert (first.destination, first.pieces, opener.destination) == ("chip bank", 900, "tray 2")
    pit.inventory("chip bank", str(pit.held("chip bank") - chips("3x$5")), "three are gone")
    lost = history(pit.journal, FIVE)[-1]
    assert (lost.source, lost.destination, lost.pieces) == ("chip bank", "over/short", 3)
    assert (lost.off, lost.reason, lost.flow) == (-3, "three are gone", "")
    assert lost.words == "off at an inventory"


def test_only_the_type_that_was_asked_for(pit):
    pit.fill("2", "20x$5 4x$25")
    assert {move.chip for move in history(pit.journal, QUARTER)} == {QUARTER}
    assert [move.pieces for move in history(pit.journal, QUARTER)[-2:]] == [4, 4]


def test_an_exchange_moves_a_type_both_ways(pit):
    pit.desk.exchange(chips("10x$5"), chips("2x$25"), pit.by("jo"))
    came, went = history(pit.journal, FIVE)[-1], history(pit.journal, QUARTER)[-1]
    assert (came.source, came.destination, came.pieces) == ("patrons", "chip bank", 10)
    assert (went.source, went.destination, went.pieces) == ("chip bank", "patrons", 2)


def test_history_says_what_a_move_is_about(dark):
    dark.deliver("500x$5")
    delivered = history(dark.journal, FIVE)[-1]
    assert delivered.about == "invoice 2291, Midwest Game Supply"
    assert (delivered.source, delivered.flow, delivered.initials) == ("supplier", "received", "PI JO")
    dark.desk.stock(chips("100x$5"), "site North Lodge", "chip reserve", dark.by("pia"), "borrowed")
    came = history(dark.journal, FIVE)[-1]
    assert (came.source, came.words) == ("site North Lodge", "came from another site")
    dark.desk.stock(chips("40x$5"), "chip reserve", "damaged chips", dark.by("pia"), "worn")
    dark.desk.stock(chips("40x$5"), "damaged chips", "destroyed", dark.by("pia", "jo"), "drilled")
    worn, gone = history(dark.journal, FIVE)[-2:]
    assert (worn.words, worn.flow) == ("taken out of use", "")
    assert (gone.words, gone.flow, gone.reason) == ("destroyed", "destroyed", "drilled")


def test_history_is_narrowed_by_dates_and_goes_past_midnight_with_its_night(pit):
    pit.later(hours=9)  # one in the morning
    pit.fill("2", "20x$5")
    night = date(2026, 11, 20)
    assert history(pit.journal, FIVE)[-1].on == night
    assert len(history(pit.journal, FIVE, first=night, last=night)) == 4
    assert history(pit.journal, FIVE, first=night + timedelta(days=1)) == []
    assert history(pit.journal, FIVE, last=night - timedelta(days=1)) == []


def test_a_type_that_is_not_there_is_named_with_those_that_are(dark):
    assert history(dark.journal, FIVE) == []
    with pytest.raises(Trouble, match=r"has no \$5-b. Known: \$100, \$25"):
        history(dark.journal, Chip.named("$5-b"))


def test_moves_and_holdings_as_tables(pit):
    pit.fill("2", "20x$5")
    site = Site.of(pit.journal.setup())
    heads, rows = listed(history(pit.journal, FIVE)[-1:], site)
    at = site.local(pit.clock.at)
    move = [f"{pit.journal.head.seq}", f"{at:%Y-%m-%d %H:%M}", "slip received", "in transit", "tray 2"]
    assert rows == [[*move, "20", "KA", "fill 000001"]]
    assert len(heads) == len(rows[0])
    heads, rows = where(holdings(pit.journal), site)
    assert heads == ["chip", "in play", "bank", "trays", "players", "unaccounted", "owned"]
    assert ["$5", "yes", "880", "120", "0", "0", "1,000"] in rows
    assert ["nv$5", "yes", "0", "0", "0", "0", "0"] in rows


# Where they are


def test_holdings_are_the_balances_without_what_is_gone(pit):
    pit.deliver("500x$5")
    pit.desk.stock(chips("100x$5"), "chip reserve", "site North Lodge", pit.by("pia"), "lent")
    held = holdings(pit.journal)
    assert held[FIVE] == {"chip bank": 900, "chip reserve": 400, "tray 2": 100}
    assert held[Chip.named("nv$5")] == {}
    assert [*held] == sorted(held)


@pytest.mark.parametrize(
    ("place", "said"),
    [("tray 7", "trays"), ("tips kari", "tips"), ("in transit", "in transit"), ("drawer", "elsewhere")],
)
def test_every_place_of_the_house_is_in_a_group(place, said):
    assert group(place) == said


def test_whether_a_type_is_in_play_in_words():
    assert playing(FIVE, [FIVE], {}) == "yes"
    assert playing(ONE, [FIVE], {}) == "not in the set"
    assert playing(FIVE, [FIVE], {FIVE: date(2026, 11, 1)}) == "out since 2026-11-01"


# Accounts


def test_an_account_says_by_how_much_it_does_not_agree():
    right = Account.of(
        {"opening": 100, "destroyed": 10}, {"chip bank": 80, "patrons": 7, "over/short": 3}
    )
    assert (right.owned, right.in_all, right.off, right.proof) == (90, 90, 0, "agrees")
    wrong = replace(right, players=5)
    assert (wrong.off, wrong.proof) == (-2, "does not agree by 2")
    assert (right + wrong).off == -2
    assert (right + wrong).owned == 180


def test_every_way_in_and_out_of_a_book(dark):
    dark.deliver("1000x$5 200x$25")
    by, two = dark.by("pia"), dark.by("pia", "jo")
    dark.desk.stock(chips("50x$5"), "site North Lodge", "chip reserve", by, "came back")
    dark.desk.stock(chips("100x$5"), "chip reserve", "site North Lodge", by, "lent")
    dark.desk.stock(chips("30x$5"), "chip reserve", "supplier", by, "misprinted")
    dark.desk.stock(chips("20x$5"), "chip reserve", "destroyed", two, "melted")
    dark.inventory("chip reserve", str(dark.held("chip reserve") - chips("4x$5")), "nobody knows")
    dark.begin(bank=chips("300x$1"))
    (book,) = read(dark).books
    five = book.accounts[FIVE]
    assert five.flows == {
        "received": 1000,
        "from sites": 50,
        "to sites": 100,
        "returned": 30,
        "destroyed": 20,
    }
    assert (five.owned, five.on_hand, five.unaccounted) == (900, {"reserve": 896}, 4)
    assert book.accounts[ONE].flows == {"opening": 300}
    assert {account.proof for account in book.accounts.values()} == {"agrees"}


def test_the_log_keeps_deliveries_counts_and_what_was_turned_away(pit):
    said = chips("1000x$5 100x$25")
    two = pit.by("pia", "jo")
    counted = chips("998x$5 100x$25")
    pit.desk.delivery(pit.invoice(said, "2417"), counted, two, "two short, called them")
    pit.inventory("chip reserve", "998x$5 100x$25")
    pit.desk.foreign(3, 500, "red, Lucky Mallard", "Lucky Mallard", "given back", pit.by("jo"))
    pit.desk.refuse(chips("2x$100"), "stolen from a tray", pit.by("jo"))
    pit.desk.stray("2", chips("1x$25"), "in the $5 tube", pit.by("kari"))
    (book,) = read(pit).books
    (one,) = book.deliveries
    invoice = one.fact.invoice
    assert (invoice.number, invoice.supplier, invoice.date) == (
        "2417",
        "Midwest Game Supply",
        "2026-11-18",
    )
    assert (one.fact.chips - one.fact.off, one.fact.chips, one.initials) == (said, counted, "PI JO")
    assert (one.on, one.fact.reason) == (date(2026, 11, 20), "two short, called them")
    (count,) = book.counts
    assert (count.fact.place, count.fact.chips, count.fact.off) == ("chip reserve", counted, Chips())
    foreign, refused = (turned_away(one.fact) for one in book.turned)
    assert foreign[:2] == ("3 of $5: red, Lucky Mallard", "Lucky Mallard")
    assert (refused[0], refused[2]) == ("2x$100", "not redeemed: stolen from a tray")
    (stray,) = [move for move in book.moves if move.kind == "stray"]
    assert (stray.destination, stray.pieces, stray.chip) == ("tray 2", 1, QUARTER)


def test_looks_pictures_retirement_and_ended_games_are_in_the_book(dark):
    dark.desk.set_play(FIVE, dark.by("gus"), "a new set", on=False)
    dark.desk.end_game("PW", date(2026, 11, 20), "the office", dark.by("gus"))
    (book,) = read(dark).books
    assert book.looks[FIVE].color == "red"
    assert book.retired == {FIVE: date(2026, 11, 20)}
    assert book.pictures[FIVE] == 0
    (ended,) = book.ended
    assert (ended.game, ended.until, ended.where) == ("PW", date(2026, 12, 20), "the office")


# Any life of chips


ACTS = {  # what may happen to chips, each with pieces of one type
    "deliver": lambda pit, some, random: pit.deliver(str(some), random.choice(STORES[:2])),
    "stock": lambda pit, some, random: pit.desk.stock(
        some, random.choice(STORES), random.choice([*STORES, "supplier"]), pit.by("pia"), "for the test"
    ),
    "send": lambda pit, some, random: pit.desk.stock(
        some, random.choice(STORES[:2]), "site North Lodge", pit.by("pia"), "lent"
    ),
    "get": lambda pit, some, random: pit.desk.stock(
        some, "site north lodge", random.choice(STORES[:2]), pit.by("pia"), "borrowed"
    ),
    "destroy": lambda pit, some, random: pit.desk.stock(
        some, random.choice(STORES), "destroyed", pit.by("pia", "jo"), "worn"
    ),
    "inventory": lambda pit, some, random: pit.inventory(
        (place := random.choice(STORES)),
        str(random.choice([pit.held(place) + some, less(pit.held(place), some)]) + Chips({ONE: 1})),
        "found so",
    ),
    "fill": lambda pit, some, random: pit.fill("2", str(some)),
    "credit": lambda pit, some, random: pit.credit("2", str(some)),
    "void": lambda pit, some, random: pit.desk.void(
        *pit.desk.fill("2", some, pit.by("jo")).number, "not asked for", pit.by("jo")
    ),
    "tray": lambda pit, some, random: pit.desk.count_tray(
        "2", less(pit.held("tray 2"), some), pit.by("kari"), "looked again"
    ),
    "redeem": lambda pit, some, random: pit.desk.redeem(some, pit.by("jo")),
    "tips": lambda pit, some, random: pit.desk.declare_tips("kari", some, pit.by("kari")),
    "stray": lambda pit, some, random: pit.desk.stray("2", some, "there", pit.by("kari")),
    "exchange": lambda pit, some, random: pit.desk.exchange(
        some, chips(f"{some.cents // 100}x$1"), pit.by("jo")
    ),
}


def live(pit, random: Random, acts: int) -> Counter[str]:
    """Let chips live; what was done how often."""
    done: Counter[str] = Counter()
    for _ in range(acts):
        name = random.choice([*ACTS])
        some = Chips({random.choice([FIVE, QUARTER]): random.randint(1, 9)})
        with suppress(Refused):
            ACTS[name](pit, some, random)
            done[name] += 1
        pit.later(minutes=1)
    pit.desk.fill("2", Chips({ONE: 7}), pit.by("jo"))  # still on the way
    return done


def holds(found: Log, pit) -> None:
    """Every sum of a book, added here again from the entries and the balances."""
    (book,) = [book for book in found.books if book.path == pit.book]
    balances = pit.journal.balances()
    for chip, account in book.accounts.items():
        at = {place: held.get(chip.name, 0) for place, held in balances.items()}
        outside = {p for p in at if p in ("supplier", "destroyed") or p.startswith("site ")}
        assert account.owned == -sum(at[place] for place in outside)
        assert account.in_all == sum(at[place] for place in {*at} - outside)
        assert account.players == at.get("patrons", 0)
        assert account.unaccounted == at.get("over/short", 0)
        assert account.unaccounted == -sum(move.off for move in book.moves if move.chip == chip)
        assert account.flows.get("destroyed", 0) == at.get("destroyed", 0)
        assert account.off == 0
        moves = history(pit.journal, chip)
        for place, pieces in at.items():
            came = sum(move.pieces for move in moves if move.destination == place)
            went = sum(move.pieces for move in moves if move.source == place)
            if place not in outside:
                assert came - went == pieces, (chip.name, place)
        for flow in FLOWS:
            moved = sum(move.pieces for move in moves if move.flow == flow)
            assert moved == account.flows.get(flow, 0)
    assert found.agrees


@pytest.mark.storm
@pytest.mark.parametrize("seed", seeds(2))
def test_whatever_happens_to_chips_every_sum_holds(pit, seed):
    random = Random(seed)
    done = live(pit, random, 150)
    assert sum(done.values()) > 40
    assert {"deliver", "stock", "send", "get", "destroy", "inventory", "fill", "tray"} <= {*done}
    holds(read(pit), pit)


# Several books


def test_what_one_site_sent_is_what_the_other_got(dark, twin):
    """Names of sites are written as people write them."""
    dark.deliver("1000x$5 400x$25")
    out, in_ = dark.by("pia"), twin.by("pia")
    dark.desk.stock(chips("300x$5 40x$25"), "chip reserve", "site  north LODGE", out, "lent")
    twin.desk.stock(chips("300x$5"), "site riverside lounge", "chip reserve", in_, "borrowed")
    twin.desk.stock(chips("20x$5"), "chip reserve", "site Riverside Lounge", in_, "back")
    dark.desk.stock(chips("25x$5"), "site North Lodge", "chip reserve", out, "back")
    dark.desk.stock(chips("7x$25"), "chip reserve", "site Bar 9", out, "lent")
    found = read(dark, twin)
    assert found.pairs == (
        Shipment("Riverside Lounge", "North Lodge", chips("300x$5 40x$25"), chips("300x$5")),
        Shipment("North Lodge", "Riverside Lounge", chips("20x$5"), chips("25x$5")),
        Shipment("Riverside Lounge", "Bar 9", chips("7x$25"), None),
    )
    there, back, away = found.pairs
    assert there.on_the_way == chips("40x$25")
    assert back.on_the_way == Chips({FIVE: -5})
    assert away.on_the_way == Chips()
    assert found.on_the_way == Chips({QUARTER: 40, FIVE: -5})
    assert found.agrees


def test_all_books_together_are_the_sum_of_each(dark, twin):
    dark.deliver("1000x$5")
    twin.deliver("600x$5 50x$25")
    found = read(dark, twin)
    assert found.accounts[FIVE].owned == 1600
    assert found.accounts[FIVE].on_hand == {"reserve": 1600}
    assert found.accounts[QUARTER].owned == 50
    assert found.chips == sorted(found.chips)


@pytest.mark.storm
@pytest.mark.parametrize("seed", seeds(1))
def test_chips_that_travel_between_books_are_in_one_of_them_or_on_the_way(dark, twin, seed):
    random = Random(seed)
    for pit in (dark, twin):
        pit.deliver("1000x$5 1000x$25")
    road: list[tuple[Chips, object, str]] = []
    names = {dark: "Riverside Lounge", twin: "North Lodge"}
    for _ in range(40):
        one, other = random.sample([dark, twin], 2)
        some = Chips({random.choice([FIVE, QUARTER]): random.randint(1, 9)})
        if random.random() < 0.5 or not road:
            one.desk.stock(some, "chip reserve", f"site {names[other]}", one.by("pia"), "lent")
            road.append((some, other, names[one]))
        else:
            some, to, source = road.pop(random.randrange(len(road)))
            to.desk.stock(some, f"site {source}", "chip reserve", to.by("pia"), "arrived")
    found = read(dark, twin)
    holds(found, dark)
    holds(found, twin)
    left = sum((some for some, _, _ in road), Chips())
    assert found.on_the_way == left
    for chip in (FIVE, QUARTER):
        assert found.accounts[chip].owned + left[chip] == 2000


def test_a_book_is_not_taken_twice(dark, tmp_path):
    with pytest.raises(Trouble, match="are the same book"):
        read(dark, dark)
    older = tmp_path / "older.db"
    dark.journal.copy(older)
    dark.deliver("10x$5")
    with Journal.read(dark.book) as now, Journal.read(older) as before:
        with pytest.raises(Trouble, match=r"one is a copy of the other.*the newer") as caught:
            log([now, before])
        assert str(older) in str(caught.value)


def test_books_of_two_organizations_do_not_stand_in_one_log(dark, twin):
    twin.desk.set_site({"organization": "Prairie Elks"}, by=twin.by("gus"))
    with pytest.raises(Trouble, match=r"is of Dakota Lions, and .* of Prairie Elks"):
        read(dark, twin)
    twin.desk.set_site({"organization": " dakota  LIONS"}, by=twin.by("gus"))
    assert len(read(dark, twin).books) == 2


def test_two_books_of_one_site_do_not_stand_in_one_log(dark, twin):
    twin.desk.set_site({"name": "riverside lounge"}, by=twin.by("gus"))
    with pytest.raises(Trouble, match="both of the site Riverside Lounge"):
        read(dark, twin)


def practice(folder: Path, pit):
    """A practice book."""
    folder.mkdir()
    made = type(pit)(folder, pit.rules)
    settings = {"organization": "Dakota Lions", "name": "School", "practice": True}
    made.desk.set_site(settings)
    return made


def test_a_practice_book_is_marked_and_not_mixed_with_real_ones(dark, tmp_path):
    school = practice(tmp_path / "school", dark)
    with pytest.raises(Trouble, match="is a practice book") as caught:
        read(dark, school)
    assert str(caught.value).startswith(str(school.book))
    (book,) = read(school).books
    assert book.practice
    school.journal.close()


def test_a_damaged_book_makes_no_log(dark, twin):
    dark.deliver("10x$5")
    dark.journal.close()
    with sqlite3.connect(dark.book) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE balance SET amount = 11 WHERE place = 'chip reserve'")
    connection.close()
    with pytest.raises(Trouble, match=r"is damaged.*pitdesk restore BACKUP") as caught:
        read(twin, dark)
    assert str(dark.book) in str(caught.value)


def test_an_empty_book_is_named(tmp_path):
    book = tmp_path / "new.db"
    Journal.create(book).close()
    with Journal.read(book) as journal, pytest.raises(Trouble, match=r"is empty\. Leave it out"):
        log([journal])


def test_what_cannot_be_understood_is_damage(dark):
    """An entry that verifies, and says what no desk writes."""
    someday = kinds.Game(game="PW", on="someday", where="the office")
    dark.journal.append(Draft(fact=someday, at=dark.clock.at))
    assert dark.journal.verify().ok
    with pytest.raises(Trouble, match="an entry says what cannot be"):
        read(dark)


class Bent(Fact):
    """What no PitDesk writes under the name of a delivery."""

    kind = "delivery"
    invoice: dict[str, str]


def test_an_entry_that_cannot_be_read_is_damage_and_named(dark):
    seq = dark.journal.append(Draft(fact=Bent(invoice={"number": "1"}), at=dark.clock.at)).seq
    assert dark.journal.verify()[:2] == (False, seq)
    with pytest.raises(Trouble, match=rf"damaged: entry {seq}: .*\(delivery\): .* - at `\$\.invoice`"):
        read(dark)


def test_a_book_that_is_written_meanwhile_is_read_to_its_end(pit, monkeypatch):
    """A fill between two looks: entries and balances are of the same moment."""
    asked = []
    balances = Journal.balances

    def meanwhile(journal):
        if not asked:
            asked.append(journal)
            pit.deliver("77x$5")
        return balances(journal)

    with Journal.read(pit.book) as journal:
        monkeypatch.setattr(Journal, "balances", meanwhile)
        found = log([journal])
    assert asked
    assert found.agrees
    assert found.accounts[FIVE].flows["received"] == 77
    assert found.books[0].seq == pit.journal.head.seq
