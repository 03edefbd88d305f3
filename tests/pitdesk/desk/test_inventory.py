"""Deliveries, stores, counts by two, chips astray; and that no chip is lost or made."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pitdesk import kinds, places
from pitdesk.chips import Chip, Chips
from pitdesk.errors import Refused
from tests.pitdesk.conftest import POSTED
from tests.storm import many

FIVES = Chips.read("10x$5")
SUPPLIED = Chips.read("400x$5-b 200x$25-b")


def chip(name):
    return Chip.named(name)


def postings(entry):
    return {(posting.place, posting.instrument, posting.amount) for posting in entry.postings}


@pytest.fixture
def store(dark):
    """Between days: 40x$5 in the reserve and 100x$5 in the bank, of the supplier."""
    dark.deliver("40x$5")
    dark.deliver("100x$5", to="chip bank")
    return dark


# Deliveries


@pytest.fixture
def second(dark):
    """A house that waits for a second set."""
    for name in ("$5-b", "$25-b"):
        dark.desk.set_chip(chip(name), by=dark.by("gus"))
    return dark


def test_a_delivery_is_what_two_people_counted(second):
    invoice = second.invoice(SUPPLIED)
    entry = second.desk.delivery(invoice, SUPPLIED, second.by("pia", "kim:bookkeeper"))
    assert (entry.kind, entry.day) == ("delivery", 0)
    assert second.held("chip reserve") == SUPPLIED
    assert second.held("supplier") == Chips() - SUPPLIED
    assert entry.fact == kinds.Delivery(
        chips=SUPPLIED, invoice=invoice, off=Chips(), destination="chip reserve"
    )


def test_what_is_counted_comes_in_and_what_is_short_was_told(second):
    invoice, counted = second.invoice(SUPPLIED), SUPPLIED - Chips.read("5x$5-b")
    by = second.by("pia", "jo")
    with second.refused("pd.invoice", words="5 fewer of $5-b were counted than invoice 2291 says"):
        second.desk.delivery(invoice, counted, by)
    with second.refused("pd.invoice", words="7 more of $25-b were counted"):
        second.desk.delivery(invoice, SUPPLIED + Chips.read("7x$25-b"), by)
    entry = second.desk.delivery(invoice, counted, by, "told Midwest by phone", "chip bank")
    assert second.held("chip bank") == counted
    assert entry.fact.off.names == {"$5-b": -5}
    assert entry.fact.reason == "told Midwest by phone"


# Stock


@pytest.mark.parametrize(
    ("source", "destination", "broken"),
    [
        ("chip bank", "chip reserve", ""),
        ("chip reserve", "chip bank", ""),
        ("chip bank", "damaged chips", ""),
        ("chip reserve", "damaged chips", ""),
        ("damaged chips", "chip bank", "pd.below"),  # there is none
        ("chip bank", "supplier", ""),
        ("chip bank", "destroyed", ""),
        ("chip reserve", "site Minot", ""),
        ("site Minot", "chip bank", ""),
        ("site Minot", "destroyed", ""),
        ("supplier", "chip bank", "pd.state"),
        ("supplier", "chip reserve", "pd.state"),
        ("supplier", "my pocket", "pd.state"),
        ("destroyed", "chip bank", "pd.state pd.below"),
        ("chip bank", "chip bank", "pd.state"),
        ("chip bank", "tray 2", "pd.state"),
        ("tray 2", "chip bank", "pd.state pd.below"),
        ("patrons", "chip bank", "pd.state"),
        ("chip bank", "patrons", "pd.state"),
        ("chip bank", "site ", "pd.state"),
        ("site Minot", "site Fargo", "pd.state"),
        ("site Minot", "site Minot", "pd.state"),
        ("chip bank", "jar bar", "pd.state"),
        ("chip bank", "over/short", "pd.state"),
    ],
)
def test_stock_moves_between_stores_and_sites(store, source, destination, broken):
    by = store.by("jo", "pia")
    if broken:
        with store.refused(*broken.split()):
            store.desk.stock(FIVES, source, destination, by, "a reason")
        return
    entry = store.desk.stock(FIVES, source, destination, by, "a reason")
    outside = "supplier" if source.startswith("site") else source
    assert postings(entry) == {(outside, "$5", -10), (destination, "$5", 10)}
    assert entry.fact.source == source


def test_what_other_sites_got_is_not_what_they_sent(store):
    jo = store.by("jo")
    store.desk.stock(FIVES, "chip bank", "site Minot", jo, "lent")
    store.desk.stock(Chips.read("30x$5"), "site Minot", "chip reserve", jo, "back, and more")
    assert store.held("site Minot") == FIVES
    assert store.held("chip reserve") == Chips.read("70x$5")


def test_stock_has_a_reason_and_the_right_people(store):
    with store.refused("pd.reason", words="A stock needs a reason"):
        store.desk.stock(FIVES, "chip bank", "chip reserve", store.by("jo"), " ")
    with store.refused("pd.who", words="A pit boss does not move stock"):
        store.desk.stock(FIVES, "chip bank", "chip reserve", store.by("bob"), "a reason")
    with store.refused("pd.signed"):
        store.desk.stock(FIVES, "chip bank", "chip reserve", [], "a reason")


@pytest.mark.parametrize("who", [["jo"], ["jo", "pia", "sam"]])
def test_two_see_chips_destroyed(store, who):
    with store.refused("pd.destroy", words="Two people see chips destroyed"):
        store.desk.stock(FIVES, "chip bank", "destroyed", store.by(*who), "cut in two")
    with store.refused("pd.twice"):
        store.desk.stock(FIVES, "chip bank", "destroyed", store.by("jo", "jo"), "cut in two")


# Counted by two


def test_nobody_sees_a_count_before_both_have_counted(store):
    store.desk.tally("chip reserve", Chips.read("39x$5"), store.one("pia"))
    assert store.desk.agreed("chip reserve") is None
    store.desk.tally("chip reserve", Chips.read("39x$5"), store.one("jo"))
    assert store.desk.agreed("chip reserve") == Chips.read("39x$5")
    assert store.desk.agreed("chip bank") is None
    assert store.held("chip reserve") == Chips.read("40x$5")  # a tally moves nothing


def test_two_tallies_that_differ_are_not_agreed_until_one_counts_again(store):
    for who, counted in (("pia", "40x$5"), ("jo", "39x$5 1x$25")):
        store.desk.tally("chip reserve", Chips.read(counted), store.one(who))
    assert store.desk.agreed("chip reserve") is None
    store.desk.tally("chip reserve", Chips.read("40x$5"), store.one("jo"))
    assert store.desk.agreed("chip reserve") == Chips.read("40x$5")
    store.desk.tally("chip reserve", Chips.read("41x$5"), store.one("kim:bookkeeper"))
    assert store.desk.agreed("chip reserve") is None  # a third sees it otherwise


def test_a_fill_between_the_two_counts_changes_nothing(pit):
    """One less than the book before the fill, and one less after it."""
    bank = pit.held("chip bank")
    one = Chips.read("1x$5")
    pit.desk.tally("chip bank", bank - one, pit.one("jo"))
    pit.fill("2", "20x$5 10x$1")
    after = bank - Chips.read("20x$5 10x$1") - one
    pit.desk.tally("chip bank", after, pit.one("pia"))
    assert pit.desk.agreed("chip bank") == after
    pit.credit("2", "5x$5")
    assert pit.desk.agreed("chip bank") == after + Chips.read("5x$5")
    entry = pit.desk.inventory("chip bank", after + Chips.read("5x$5"), pit.by("jo", "pia"))
    assert postings(entry) == {("over/short", "$5", 1), ("chip bank", "$5", -1)}


def test_what_is_off_at_night_is_explained_before_the_seal(pit):
    bank = pit.held("chip bank")
    pit.inventory("chip bank", str(bank - Chips.read("2x$25")))
    (note,) = pit.desk.today.unexplained
    assert (note.key, note.words) == ("chip bank", "chip bank: short, -2x$25")
    pit.inventory("chip bank", str(bank))  # they lay behind the drawer
    assert pit.desk.today.unexplained == []
    assert pit.held("over/short") == Chips()


def test_between_days_what_is_off_has_a_reason(store):
    for who in ("pia", "jo"):
        store.desk.tally("chip reserve", Chips.read("39x$5"), store.one(who))
    by, counted = store.by("pia", "jo"), Chips.read("39x$5")
    with store.refused("pd.tally", words="no day is open. Give the reason"):
        store.desk.inventory("chip reserve", counted, by)
    entry = store.desk.inventory("chip reserve", counted, by, "searched, gone")
    assert (entry.day, entry.fact.off.names) == (0, {"$5": -1})
    assert store.held("over/short") == Chips.read("1x$5")
    assert store.desk.agreed("chip reserve") is None  # entered, and done with


def test_each_enters_with_their_own_tally(store):
    by, counted = store.by("pia", "jo"), Chips.read("40x$5")
    with store.refused("pd.tally", words="Pia has not counted the chip reserve alone yet"):
        store.desk.inventory("chip reserve", counted, by)
    store.desk.tally("chip reserve", counted, store.one("pia"))
    with store.refused("pd.tally", words="Jo has not counted"):
        store.desk.inventory("chip reserve", counted, by)
    store.desk.tally("chip bank", counted, store.one("jo"))  # another place
    with store.refused("pd.tally", words="Jo has not counted"):
        store.desk.inventory("chip reserve", counted, by)
    store.desk.tally("chip reserve", counted, store.one("sam"))
    with store.refused("pd.tally", words="Jo has not counted"):
        store.desk.inventory("chip reserve", counted, by)
    with store.refused("pd.tally", words="Two people count chips"):
        store.desk.inventory("chip reserve", counted, store.by("pia"))
    store.desk.inventory("chip reserve", counted, store.by("pia", "sam"))


def test_a_count_that_differs_from_ones_own_has_a_reason(store):
    for who, counted in (("pia", "40x$5"), ("jo", "38x$5")):
        store.desk.tally("chip reserve", Chips.read(counted), store.one(who))
    by = store.by("pia", "jo")
    with store.refused("pd.tally", words="The two of you counted the chip reserve differently"):
        store.desk.inventory("chip reserve", Chips.read("40x$5"), by)
    entry = store.desk.inventory("chip reserve", Chips.read("40x$5"), by, "counted a third time")
    assert entry.postings == ()


@pytest.mark.parametrize(("hours", "broken"), [(12, ()), (12.1, ("pd.tally",))])
def test_a_tally_holds_for_half_a_day(store, hours, broken):
    for who in ("pia", "jo"):
        store.desk.tally("chip reserve", Chips.read("40x$5"), store.one(who))
    store.later(hours=hours)
    counted = Chips.read("40x$5")
    if broken:
        with store.refused(*broken, words="Count again"):
            store.desk.inventory("chip reserve", counted, store.by("pia", "jo"))
    else:
        store.desk.inventory("chip reserve", counted, store.by("pia", "jo"))


def test_a_tally_from_before_the_day_agrees_with_nobody_after_it(store):
    """The day has entered what was off; nobody enters it a second time."""
    for who in ("pia", "jo"):
        store.desk.tally("chip reserve", Chips.read("39x$5"), store.one(who))
    store.desk.open_day(store.clock.at.date(), store.by("pia", "jo"))
    assert store.desk.agreed("chip reserve") is None
    bank = {"chip bank": store.held("chip bank").names, "drawer": {"cash": 400_000}}
    store.desk.count("opening", bank, store.by("pia", "jo"))
    store.inventory("chip reserve", "39x$5", "one gone")
    store.closing()
    store.later(minutes=1)
    store.desk.explain("chip reserve", "one gone", store.by("pia"))
    store.desk.close_day(400_000, store.by("pia"))
    assert store.desk.agreed("chip reserve") is None
    with store.refused("pd.tally"):
        store.desk.inventory("chip reserve", Chips.read("38x$5"), store.by("pia", "jo"), "again")
    store.later(minutes=1)
    store.inventory("chip reserve", "39x$5")


@pytest.mark.parametrize(
    "place", ["tray 2", "drawer", "destroyed", "patrons", "site Minot", "shelf", ""]
)
def test_only_stores_are_counted(store, place):
    with store.refused(
        "pd.tally", words="is not a store of chips. Choose from: chip bank, chip reserve"
    ):
        store.desk.tally(place, FIVES, store.one("jo"))


@pytest.mark.parametrize("who", ["kari", "wes", "ann"])
def test_those_who_play_with_them_count_no_stores(store, who):
    with store.refused("pd.who"):
        store.desk.tally("chip reserve", FIVES, store.one(who))


# Astray, and not ours


def test_chips_astray_are_noted_and_credited(dark):
    dark.begin()
    dark.deliver("20xpw$2", to="chip bank")
    dark.open("2", Chips.read("100x$1"))
    strays = Chips.read("3xpw$2")
    with dark.refused("pd.reason"):
        dark.desk.stray("2", strays, "", dark.by("kari"))
    with dark.refused("pd.who"):
        dark.desk.stray("2", strays, "a reason", dark.by("jo"))
    dark.desk.stray("2", strays, "among the dollars", dark.by("kari"))
    assert dark.desk.today.tables["2"].known == Chips.read("100x$1 3xpw$2")
    assert dark.held("patrons") == Chips() - strays
    with dark.refused("nd.08-06.1b"):
        dark.desk.fill("2", strays, dark.by("jo"))
    dark.credit("2", "3xpw$2")
    assert dark.held("tray 2") == Chips.read("100x$1")
    assert dark.held("chip bank")[chip("pw$2")] == 23


@pytest.mark.parametrize(
    ("table", "chips", "broken"),
    [
        ("3", "1x$5", "pd.stray"),
        ("9", "1x$5", "pd.stray pd.table"),
        ("2", "1xcoin50c", "pd.chips"),
        ("2", "", "pd.amount"),
    ],
)
def test_chips_astray_are_ours_and_at_an_open_table(pit, table, chips, broken):
    with pit.refused(*broken.split()):
        pit.desk.stray(table, Chips.read(chips), "a reason", pit.by("kari"))


def test_foreign_chips_are_described_and_belong_to_nobody_here(pit):
    before = pit.journal.balances()
    by, what = pit.by("jo"), "red, a horse on it"
    entry = pit.desk.foreign(3, 500, what, "Elks Lodge 260", "handed back", by)
    assert entry.postings == ()
    assert pit.journal.balances() == before
    assert entry.fact == kinds.Foreign(
        pieces=3, face_cents=500, what=what, whose="Elks Lodge 260", done="handed back"
    )
    assert pit.desk.today.entries[-1] == entry
    for pieces, cents, said, done in (
        (0, 500, what, "kept"),
        (1, -1, what, "kept"),
        (1, 0, " ", "kept"),
    ):
        with pit.refused("pd.foreign"):
            pit.desk.foreign(pieces, cents, said, "", done, by)
    with pit.refused("pd.foreign", words="what became of them"):
        pit.desk.foreign(1, 0, what, "", "", by)


# Random lives of chips

KINDS = [chip(name) for name in ("$5", "$5-b", "$2", "pw$2")]
ENDS = [*places.CHIP_STORES, places.SUPPLIER, places.DESTROYED, "site Minot", "tray 2"]
COUNTED = places.CHIP_STORES
HOUSE = {*COUNTED, places.TRANSIT, "tray 2", places.PATRONS, places.OVER_SHORT}
SOME = Chips(dict.fromkeys(KINDS, 40))
DEEDS = [
    *("deliver", "deliver", "stock", "stock", "stock", "tally", "tally", "both", "inventory"),
    *("fill", "fill", "credit", "win", "win", "redeem", "stray", "play", "night"),
]
some = st.dictionaries(st.sampled_from(KINDS), st.integers(0, 30), max_size=3).map(Chips)
digit = st.integers(0, 6)
deeds = st.lists(st.tuples(st.sampled_from(DEEDS), some, digit, digit, digit), min_size=10, max_size=45)


ONE_LIFE = [  # in which every deed is refused once, and done
    *((deed, FIVES, 0, 0, 1) for deed in ("fill", "win", "redeem", "stray", "credit")),
    *(("deliver", FIVES, 0, 5, 0), ("deliver", FIVES, 0, 0, 1)),
    *(("stock", FIVES, 3, 0, 1), ("stock", FIVES, 0, 1, 1)),
    *(("inventory", FIVES, 1, 0, 0), ("tally", FIVES, 0, 0, 0), ("both", FIVES, 0, 5, 1)),
    *(("play", FIVES, 3, 0, 1), ("play", FIVES, 3, 0, 1), ("night", FIVES, 0, 0, 0)),
    *((deed, FIVES, 0, 0, 1) for deed in ("fill", "fill", "win")),
    *(("redeem", FIVES, 1, 0, 0), ("stray", FIVES, 1, 0, 0), ("credit", FIVES, 0, 0, 0)),
    *(("tally", FIVES, 1, 6, 0), ("both", FIVES, 2, 5, 0), ("night", FIVES, 0, 0, 0)),
]


def within(chips, held):
    """Of these chips as many as lie there."""
    return Chips({one: max(0, min(count, held[one])) for one, count in chips.items()})


class Life:
    """A desk, and beside it a second book of where every chip should be, kept by plain counting."""

    def __init__(self, pit):
        self.pit = pit
        self.where = {}
        self.tallies = {}
        self.owned = Counter()  # received less sent, returned and destroyed
        self.done, self.refused = Counter(), Counter()
        for one in KINDS:
            pit.desk.set_chip(one, by=pit.by("gus"))
        for to in (places.CHIP_BANK, places.CHIP_RESERVE):
            pit.deliver(str(SOME), to)
            self.move(SOME, places.SUPPLIER, to)

    def attempt(self, what, verb, *args, **options):
        """Do it; or be refused, and find no trace of it."""
        self.pit.later(minutes=1)
        before = self.pit.journal.head, self.pit.journal.balances(), repr(self.pit.desk.tallies)
        try:
            verb(*args, **options)
        except Refused:
            self.refused[what] += 1
            after = self.pit.journal.head, self.pit.journal.balances(), repr(self.pit.desk.tallies)
            assert after == before
            return False
        self.done[what] += 1
        return True

    def move(self, chips, source, destination):
        for one, count in chips.items():
            for place, amount in ((source, -count), (destination, count)):
                self.where.setdefault(place, Counter())[one] += amount
                if place not in HOUSE:
                    self.owned[one] -= amount

    def at(self, place):
        return Chips(self.where.get(place, {}))

    def off(self, n):
        """Now and then a count is one piece off."""
        return {5: Chips.read("1x$5"), 6: Chips({chip("$5"): -1})}.get(n, Chips())

    def live(self, deed, chips, a, b, c):
        getattr(self, deed)(chips, a, b, c)
        self.agrees()

    def deliver(self, chips, a, b, c):
        pit, to = self.pit, COUNTED[a % 3]
        counted = chips + self.off(b)
        by = pit.by("pia", "jo") if c else pit.by("jo")
        why = "told the supplier" * (c % 2)
        if self.attempt("deliver", pit.desk.delivery, pit.invoice(chips), counted, by, why, to):
            self.move(counted, places.SUPPLIER, to)

    def stock(self, chips, a, b, c):
        pit, source, to = self.pit, ENDS[a], ENDS[b]
        by = pit.by("jo", "pia") if c % 2 else pit.by("jo")
        if self.attempt("stock", pit.desk.stock, chips, source, to, by, "a reason" * bool(c)):
            self.move(chips, places.SUPPLIER if source.startswith("site") else source, to)

    def tally(self, _, a, b, c):
        place, who = COUNTED[a % 3], ["pia", "jo", "sam"][c % 3]
        off = self.off(b)
        if self.attempt("tally", self.pit.desk.tally, place, self.at(place) + off, self.pit.one(who)):
            self.tallies.setdefault(place, {})[who] = off

    def both(self, _, a, b, c):
        """Two count, and enter it at once."""
        for who in (0, 1):
            self.tally(_, a, b, who)
        self.inventory(_, a, b, c)

    def inventory(self, _, a, b, c):
        pit, place = self.pit, COUNTED[a % 3]
        counted = pit.desk.agreed(place) or self.at(place) + self.off(b)
        off, reason = counted - self.at(place), "searched" * (c % 2)
        if self.attempt("inventory", pit.desk.inventory, place, counted, pit.by("pia", "jo"), reason):
            self.move(off, places.OVER_SHORT, place)
            assert {"pia", "jo"} <= self.tallies.pop(place).keys()

    def slip(self, series, chips, source, to):
        pit, prepare = self.pit, {"fill": "jo", "credit": "kari"}[series]
        if not self.attempt(series, getattr(pit.desk, series), "2", chips, pit.by(prepare)):
            return
        number = pit.journal.last_number(series)
        pit.desk.verify(series, number, pit.by("pia"))
        self.move(chips, source, places.TRANSIT)
        self.agrees()
        pit.desk.receive(series, number, pit.by({"fill": "kari", "credit": "jo"}[series]))
        self.move(chips, places.TRANSIT, to)

    def fill(self, chips, a, *_):
        chips = within(chips, self.at(places.CHIP_BANK)) if a % 2 else chips
        self.slip("fill", chips, places.CHIP_BANK, "tray 2")

    def credit(self, chips, a, *_):
        tray = self.at("tray 2")
        self.slip("credit", tray if a % 2 else chips, "tray 2", places.CHIP_BANK)

    def win(self, chips, *_):
        pit, tray = self.pit, self.at("tray 2")
        taken = within(chips, tray)
        if self.attempt("win", pit.desk.count_tray, "2", tray - taken, pit.by("kari")):
            self.move(taken, "tray 2", places.PATRONS)

    def redeem(self, chips, a, *_):
        reason = "a reason" * (a % 2)
        chips = within(chips, self.at(places.PATRONS)) if a > 3 else chips
        if self.attempt("redeem", self.pit.desk.redeem, chips, self.pit.by("jo"), reason=reason):
            self.move(chips, places.PATRONS, places.CHIP_BANK)

    def stray(self, chips, a, *_):
        by = self.pit.by("kari")
        if self.attempt("stray", self.pit.desk.stray, "2", chips, "found" * bool(a), by):
            self.move(chips, places.PATRONS, "tray 2")

    def play(self, _, a, b, c):
        gus = self.pit.by("gus")
        self.attempt("play", self.pit.desk.set_play, KINDS[a % 4], gus, "reason" * c, on=bool(b % 2))

    def night(self, *_):
        """Open a day, with a table that is empty; or bring the open one to its seal."""
        pit = self.pit
        if pit.desk.day and not pit.desk.day.sealed:
            self.end()
        else:
            cash = pit.journal.at("drawer").get("cash", 400_000)
            pit.begin(self.at(places.CHIP_BANK), cash)
            pit.arrive("kari")
            small = POSTED | {"limits": (300, 2000)}  # there may be no $25 chip
            pit.desk.open_table("2", Chips(), pit.by("kari"), **small)
        self.tallies = {}
        self.done["night"] += 1

    def end(self):
        pit, tray = self.pit, self.at("tray 2")
        if tray:
            self.slip("credit", tray, "tray 2", places.CHIP_BANK)
        pit.shut("2")
        pit.look()
        pit.boxes()
        pit.drops({"2": 20_000_00})
        pit.find()
        pit.paper()
        pit.closing()
        pit.later(minutes=1)
        over = [f"chips {one.name}" for one, n in self.at(places.PATRONS).items() if n < 0]
        for key in [*over, *(note.key for note in pit.desk.today.unexplained)]:
            pit.desk.explain(key, "looked into", pit.by("pia"))
        pit.desk.close_day(pit.journal.at("drawer").get("cash", 0), pit.by("pia", "jo"))
        pit.later(days=1)

    def agrees(self):
        """The book against the second one: every place, the sums, and what is agreed on."""
        pit = self.pit
        balances = pit.journal.balances()
        sums, house = Counter(), Counter()
        for place in {*balances, *self.where}:
            held = pit.held(place)
            assert held == self.at(place), place
            for one, count in held.items():
                assert count > 0 or place in places.BELOW_ZERO
                sums[one] += count
                house[one] += count * (place in HOUSE)
        assert not any(sums.values())
        assert Chips(house) == Chips(self.owned)
        for place in COUNTED:
            offs = self.tallies.get(place, {}).values()
            same = len(offs) > 1 and len({str(off) for off in offs}) == 1
            assert pit.desk.agreed(place) == (self.at(place) + next(iter(offs)) if same else None)

    def reopened(self):
        """Started again, it is the same house."""
        desk, again = self.pit.desk, self.pit.another()
        assert self.pit.journal.verify().ok
        assert repr(again.site) == repr(desk.site)
        assert again.day == desk.day
        assert again.tallies == desk.tallies


@pytest.mark.storm
def test_whatever_is_done_no_chip_is_lost_and_none_is_made(lives):
    done, refused = Counter(), Counter()

    @settings(max_examples=many(50), suppress_health_check=[*HealthCheck])
    @given(told=deeds, at_night=st.booleans())
    @example(told=ONE_LIFE, at_night=False)
    def lived(told, at_night):
        with lives() as pit:
            life = Life(pit)
            if at_night:
                life.night()
            for deed, *rest in told:
                life.live(deed, *rest)
            life.reopened()
        done.update(life.done)
        refused.update(life.refused)

    lived()
    every = {*DEEDS} - {"both"}
    assert {*done} == every
    assert {*refused} >= every - {"night", "tally"}
