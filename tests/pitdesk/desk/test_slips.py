import pytest

from pitdesk import kinds
from pitdesk.book.entries import Number
from pitdesk.chips import Chips
from pitdesk.errors import Refused
from pitdesk.tonight.board import Board

SOME = Chips.read("80x50c 60x$1 100x$5")  # $600

# A fill, step by step


def test_a_fill_from_bank_to_tray(pit):
    bank, tray = Chips.named(pit.journal.at("chip bank")), pit.desk.day.tables["2"].known
    entry = pit.desk.fill("2", SOME, pit.by("jo"))
    slip = pit.desk.slip("fill", 1)
    assert entry.number == Number("fill", 1)
    assert (slip.name, slip.state, slip.table) == ("fill 000001", "prepared", "2")
    assert entry.signatures[0].part == "both"
    assert entry.fact.game == "21"
    assert Chips.named(pit.journal.at("chip bank")) == bank - SOME
    assert Chips.named(pit.journal.at("in transit")) == SOME
    assert pit.desk.day.tables["2"].known == tray
    assert pit.desk.day.tables["2"].fills == Chips()

    verified = pit.desk.verify("fill", 1, pit.by("pia"))
    assert (slip.state, verified.about, verified.signatures[0].part) == (
        "verified",
        entry.seq,
        "original",
    )

    received = pit.desk.receive("fill", 1, pit.by("kari"))
    assert (slip.state, received.about, received.signatures[0].part) == ("received", entry.seq, "copy")
    assert not Chips.named(pit.journal.at("in transit"))
    assert pit.desk.day.tables["2"].known == tray + SOME
    assert pit.desk.day.tables["2"].fills == SOME
    signed = {how: s.person for how, s in slip.signed.items()}
    assert signed == {"prepared": "jo", "initialed": "jo", "verified": "pia", "received": "kari"}
    assert pit.journal.verify().ok


def test_a_credit_from_tray_to_bank(pit):
    bank, tray = Chips.named(pit.journal.at("chip bank")), pit.desk.day.tables["2"].known
    some = Chips.read("50x$5 10x$25")
    entry = pit.desk.credit("2", some, pit.by("kari"))
    assert entry.number == Number("credit", 1)
    assert pit.desk.day.tables["2"].known == tray - some
    assert pit.desk.day.tables["2"].credits == some
    pit.desk.verify("credit", 1, pit.by("pia"))
    received = pit.desk.receive("credit", 1, pit.by("jo"))
    assert received.signatures[0].part == "copy"
    assert Chips.named(pit.journal.at("chip bank")) == bank + some
    assert pit.desk.slip("credit", 1).state == "received"


def test_who_prepares_and_who_initials_both_parts_may_be_two(pit):
    pit.arrive("bob")
    entry = pit.desk.fill("2", SOME, pit.by("bob", "jo"))
    assert [(s.person, s.part) for s in entry.signatures] == [("bob", "original"), ("jo", "both")]
    signed = pit.desk.slip("fill", 1).signed
    assert (signed["prepared"].person, signed["initialed"].person) == ("bob", "jo")


def test_fills_and_credits_are_numbered_apart(pit):
    assert [pit.fill("2", "1x$5"), pit.fill("2", "1x$5")] == [1, 2]
    assert [pit.credit("2", "1x$5"), pit.credit("2", "1x$5")] == [1, 2]
    assert pit.fill("2", "1x$5") == 3


def test_the_series_begin_where_paper_left_off(dark):
    dark.desk.set_site({"first_fill": 412, "first_credit": 90}, by=dark.by("gus"))
    dark.begin()
    dark.open("2")
    assert [dark.fill("2", "1x$5"), dark.fill("2", "1x$5")] == [412, 413]
    assert dark.credit("2", "1x$5") == 90


# Verification: needed where somebody is free for it


def test_a_slip_is_verified_where_somebody_is_free(pit):
    pit.desk.fill("2", SOME, pit.by("jo"))
    with pit.refused("nd.08-05.5", words="fill 000001 is not verified, and pia can do it"):
        pit.desk.receive("fill", 1, pit.by("kari"))
    pit.desk.verify("fill", 1, pit.by("pia"))
    pit.desk.receive("fill", 1, pit.by("kari"))


def test_all_who_are_free_are_named(pit):
    pit.arrive("sam", "ann")
    pit.desk.fill("2", SOME, pit.by("jo"))
    with pit.refused("nd.08-05.5", words="ann, pia, sam can do it"):
        pit.desk.receive("fill", 1, pit.by("kari"))


def test_a_slip_goes_unverified_where_nobody_is_free(pit):
    pit.arrive("uma:dealer")
    pit.desk.dealer("2", "uma", pit.by("uma:dealer"))
    pit.desk.hand_over("uma", pit.by("pia", "uma"))
    pit.desk.off_duty("pia", pit.one("pia"))
    pit.desk.fill("2", SOME, pit.by("jo"))  # the only manager deals
    pit.desk.receive("fill", 1, pit.by("uma:dealer"))
    assert "verified" not in pit.desk.slip("fill", 1).signed


def test_nothing_excuses_the_preparer_from_verifying(pit):
    pit.desk.fill("2", SOME, pit.by("pia", "jo"))  # the only one who is free
    with pit.refused("nd.08-05.5", words="and pia can do it"):
        pit.desk.receive("fill", 1, pit.by("kari"))
    pit.desk.verify("fill", 1, pit.by("pia"))
    pit.desk.receive("fill", 1, pit.by("kari"))


def test_who_receives_a_credit_verifies_it_where_nobody_else_is_free(dark):
    dark.begin()
    dark.open("2")
    dark.fill("2", "10x$5")
    dark.arrive("uma:dealer as cashier")
    dark.desk.hand_over("uma", dark.by("pia", "uma"))
    for gone in ("pia", "jo"):
        dark.desk.off_duty(gone, dark.one(gone))
    dark.desk.credit("2", Chips.read("10x$5"), dark.by("kari"))
    with dark.refused("nd.08-05.5", words="and uma can do it"):
        dark.desk.receive("credit", 1, dark.by("uma:dealer as cashier"))
    dark.desk.verify("credit", 1, dark.by("uma"))
    dark.desk.receive("credit", 1, dark.by("uma:dealer as cashier"))


def test_whoever_deals_is_not_free(dark):
    dark.begin()
    dark.arrive("uma")
    dark.open("2", dealer="uma:dealer")
    dark.desk.hand_over("uma", dark.by("pia", "uma"))
    dark.desk.off_duty("pia", dark.one("pia"))
    dark.arrive("kari", "dan")
    dark.desk.open_table("3", Chips(), dark.by("dan"), limits=(300, 500), options={"method": "no-peek"})
    dark.desk.fill("3", SOME, dark.by("jo"))
    dark.desk.receive("fill", 1, dark.by("dan"))


def test_who_went_home_is_not_free(pit):
    pit.arrive("ann", "sam")
    pit.desk.off_duty("ann", pit.one("ann"))
    pit.desk.fill("2", SOME, pit.by("jo"))
    with pit.refused("nd.08-05.5", words="and pia, sam can do it"):
        pit.desk.receive("fill", 1, pit.by("kari"))


def test_a_slip_is_verified_once(pit):
    pit.arrive("sam")
    pit.desk.fill("2", SOME, pit.by("jo"))
    pit.desk.verify("fill", 1, pit.by("pia"))
    with pit.refused("pd.state", words="fill 000001 is verified already"):
        pit.desk.verify("fill", 1, pit.by("sam"))


def test_one_alone_on_duty_runs_a_fill_and_it_shows(dark):
    """One employee at the site: opens, counts, fills and receives; each entry says so."""
    dark.desk.open_day(dark.clock.at.date(), dark.by("uma"))
    assert dark.desk.today.alone
    counted = {"chip bank": {"$5": 900}, "drawer": {"cash": 100_000}}
    dark.desk.count("opening", counted, dark.by("uma"))
    assert [note.words for note in dark.desk.day.notes] == ["counted by one person, alone on duty"]
    dark.desk.open_table(
        "2",
        Chips(),
        dark.by("uma:dealer"),
        limits=(300, 500),
        options={"method": "no-peek"},
    )
    dark.desk.fill("2", Chips.read("100x$5"), dark.by("uma:cashier"))
    dark.desk.receive("fill", 1, dark.by("uma:dealer"))
    slip = dark.desk.slip("fill", 1)
    assert slip.state == "received"
    assert {s.person for s in slip.signed.values()} == {"uma"}
    assert {s.role for s in slip.signed.values()} == {"cashier", "dealer"}


def test_one_does_both_halves_only_where_nobody_else_could(dark):
    dark.begin()
    dark.arrive("uma")
    dark.open("2", dealer="uma:dealer")
    dark.desk.fill("2", SOME, dark.by("uma:cashier"))
    with dark.refused("nd.08-05.5", "pd.own", words="pia can do it"):
        dark.desk.receive("fill", 1, dark.by("uma:dealer"))
    dark.desk.verify("fill", 1, dark.by("pia"))
    with dark.refused("pd.own", words="Uma has initialed fill 000001 already"):
        dark.desk.receive("fill", 1, dark.by("uma:dealer"))  # jo could have prepared it
    dark.desk.off_duty("jo", dark.one("jo"))
    dark.desk.receive("fill", 1, dark.by("uma:dealer"))  # now nobody could
    dark.arrive("jo")
    dark.desk.credit("2", SOME, dark.by("uma:dealer"))
    dark.desk.verify("credit", 1, dark.by("pia"))
    with dark.refused("pd.own", words="Uma has initialed credit 000001 already"):
        dark.desk.receive("credit", 1, dark.by("uma:cashier"))  # jo is on duty
    dark.desk.receive("credit", 1, dark.by("jo"))


# One thing after another


@pytest.mark.parametrize("verb", ["verify", "receive", "void"])
@pytest.mark.parametrize("state", ["received", "void"])
def test_what_is_done_stays_done(pit, verb, state):
    pit.arrive("sam")
    if state == "received":
        pit.fill("2", "1x$5")
    else:
        pit.desk.fill("2", SOME, pit.by("jo"))
        pit.desk.void("fill", 1, "wrong table", pit.by("jo"))
    verbs = {
        "verify": lambda: pit.desk.verify("fill", 1, pit.by("sam")),
        "receive": lambda: pit.desk.receive("fill", 1, pit.by("kari")),
        "void": lambda: pit.desk.void("fill", 1, "again", pit.by("jo")),
    }
    with pytest.raises(Refused) as caught:
        verbs[verb]()
    assert "pd.state" in caught.value.rules
    assert f"fill 000001 is {state} already" in str(caught.value)


@pytest.mark.parametrize("verb", ["verify", "receive", "void", "answer"])
def test_a_slip_that_there_is_not(pit, verb):
    verbs = {
        "verify": lambda: pit.desk.verify("fill", 7, pit.by("pia")),
        "receive": lambda: pit.desk.receive("fill", 7, pit.by("kari")),
        "void": lambda: pit.desk.void("fill", 7, "x", pit.by("jo")),
        "answer": lambda: pit.desk.print_answer("fill", 7, "copy", "whole", pit.by("jo")),
    }
    with pit.refused("nd.08-05.2", words="There is no fill 000007 today. Known: none yet."):
        verbs[verb]()
    pit.fill("2", "1x$5")
    pit.fill("2", "1x$5")
    with pit.refused("nd.08-05.2", words="Known: 000001 to 000002."):
        verbs[verb]()


@pytest.mark.parametrize(("table", "rule"), [("3", "pd.state"), ("9", "pd.table"), ("", "pd.table")])
def test_a_table_that_is_not_open_takes_no_fill(pit, table, rule):
    with pit.refused(rule):
        pit.desk.fill(table, SOME, pit.by("jo"))


def test_no_more_leaves_the_bank_than_is_there(pit):
    with pit.refused("pd.below", words="The chip bank is short 300 chips of $5."):
        pit.desk.fill("2", Chips.read("1200x$5"), pit.by("jo"))


def test_no_more_leaves_a_tray_than_the_book_knows_of(pit):
    with pit.refused("pd.below", words="The tray 2 is short 5 chips of $25. Count the tray first."):
        pit.desk.credit("2", Chips.read("25x$25"), pit.by("kari"))
    pit.desk.count_tray("2", Chips.read("20x$25 50x$5"), pit.by("kari"))
    pit.desk.credit("2", Chips.read("20x$25"), pit.by("kari"))


def test_betting_chips_fill_no_twenty_one_table(pit):
    pit.deliver("100xpw$2", to="chip bank")
    with pit.refused("nd.08-06.1b", words="betting chips belong to paddlewheel tables"):
        pit.desk.fill("2", Chips.read("10xpw$2"), pit.by("jo"))


def test_banks_are_counted_before_the_first_slip(dark):
    dark.desk.open_day(dark.clock.at.date(), dark.by("pia", "jo"))
    dark.arrive("kari")
    with dark.refused("nd.03-06.2", "pd.state", "pd.below", words="no opening count"):
        dark.desk.fill("2", SOME, dark.by("jo"))


# A tray that is lent to a jar bar


def test_a_tray_goes_to_a_jar_bar_by_credit_and_comes_back_by_fill(pit):
    some = Chips.read("20x$5")
    pit.desk.credit("2", some, pit.by("kari"), destination="jar bar")
    pit.desk.verify("credit", 1, pit.by("pia"))
    pit.desk.receive("credit", 1, pit.by("jo"))
    assert Chips.named(pit.journal.at("jar bar")) == some
    with pit.refused("pd.below", words="The jar bar is short 1 chips of $5"):
        pit.desk.fill("2", Chips.read("21x$5"), pit.by("jo"), source="jar bar")
    pit.desk.fill("2", some, pit.by("jo"), source="jar bar")
    pit.desk.verify("fill", 1, pit.by("pia"))
    pit.desk.receive("fill", 1, pit.by("kari"))
    assert pit.desk.day.tables["2"].known == pit.desk.day.tables["2"].opener


# Void


def test_a_void_brings_the_chips_back_and_keeps_the_number(pit):
    bank = Chips.named(pit.journal.at("chip bank"))
    pit.desk.fill("2", SOME, pit.by("jo"))
    entry = pit.desk.void("fill", 1, "wrong table", pit.by("jo"))
    assert entry.signatures[0].part == "both"
    assert entry.fact.reason == "wrong table"
    assert Chips.named(pit.journal.at("chip bank")) == bank
    slip = pit.desk.slip("fill", 1)
    assert (slip.state, slip.reason, slip.signed["voided"].person) == ("void", "wrong table", "jo")
    assert pit.fill("2", "1x$5") == 2
    assert pit.desk.day.tables["2"].fills == Chips.read("1x$5")


def test_a_void_credit_leaves_the_chips_in_the_tray(pit):
    tray = pit.desk.day.tables["2"].known
    pit.desk.credit("2", Chips.read("50x$5"), pit.by("kari"))
    pit.desk.verify("credit", 1, pit.by("pia"))
    pit.desk.void("credit", 1, "miscounted", pit.by("kari"))
    assert pit.desk.day.tables["2"].known == tray
    assert pit.desk.day.tables["2"].credits == Chips()


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_void_has_a_reason(pit, reason):
    pit.desk.fill("2", SOME, pit.by("jo"))
    with pit.refused("pd.reason"):
        pit.desk.void("fill", 1, reason, pit.by("jo"))


@pytest.mark.parametrize("signers", ["pia", "kari", "cleo", "gus"])
def test_only_the_preparer_voids_while_on_duty(pit, signers):
    pit.arrive("cleo", "gus")
    pit.desk.fill("2", SOME, pit.by("jo"))
    with pit.refused("nd.08-05.2v", words="was prepared by jo, who must initial both parts"):
        pit.desk.void("fill", 1, "wrong", pit.by(signers))


def test_the_preparer_may_void_together_with_a_manager(pit):
    pit.desk.fill("2", SOME, pit.by("jo"))
    entry = pit.desk.void("fill", 1, "wrong", pit.by("pia", "jo"))
    assert [(s.person, s.part) for s in entry.signatures] == [("pia", "both"), ("jo", "both")]


@pytest.mark.parametrize(
    ("signer", "broken"),
    [("pia", ""), ("gus", ""), ("cleo", "nd.08-05.2v"), ("kari", "nd.08-05.2v"), ("jo", "pd.duty")],
)
def test_a_manager_voids_when_the_preparer_has_left(pit, signer, broken):
    pit.arrive("cleo", "gus")
    pit.desk.fill("2", SOME, pit.by("jo"))
    pit.desk.off_duty("jo", pit.one("jo"))
    if broken:
        with pit.refused(broken):
            pit.desk.void("fill", 1, "wrong", pit.by(signer))
    else:
        pit.desk.void("fill", 1, "wrong", pit.by(signer))
        assert pit.desk.slip("fill", 1).state == "void"


# Paper


@pytest.fixture
def slip(pit):
    pit.desk.fill("2", SOME, pit.by("jo"))
    return pit.desk.slip("fill", 1)


def send(pit, slip, part="copy", **more):
    return pit.desk.print(slip, part, ["FILL", "000001"], **({"void": False, "printer": "p"} | more))


def test_a_print_is_noted_before_it_is_sent_with_its_exact_lines(pit, slip):
    entry = send(pit, slip)
    assert (entry.kind, entry.about, entry.day) == ("print", slip.entry.seq, 1)
    assert entry.fact == kinds.Print(
        part="copy", copy=0, void=False, printer="p", lines=("FILL", "000001")
    )
    assert slip.on_paper("copy") == "unknown"


def test_a_print_that_a_printer_proved(pit, slip):
    sent = send(pit, slip)
    entry = pit.desk.printed(sent.seq, "whole")
    assert (entry.kind, entry.about, entry.fact.by) == ("printed", sent.seq, "printer")
    assert slip.on_paper("copy") == "whole"
    assert slip.on_paper("original") == "not sent"
    with pit.refused("pd.print", words="The copy of fill 000001 needs no answer of this kind"):
        pit.desk.print_answer("fill", 1, "copy", "whole", pit.by("jo"))


@pytest.mark.parametrize("outcome", ["whole", "nothing", "damaged"])
def test_a_print_that_somebody_looked_at(pit, slip, outcome):
    sent = send(pit, slip)
    entry = pit.desk.print_answer("fill", 1, "copy", outcome, pit.by("jo"))
    assert (entry.kind, entry.about) == ("print answer", sent.seq)
    assert entry.signatures[0].person == "jo"
    assert slip.on_paper("copy") == outcome
    assert bool(pit.desk.day.notes) == (outcome != "whole")
    assert ((slip, "copy", False) in pit.desk.day.unprinted()) == (outcome != "whole")


@pytest.mark.parametrize("outcome", ["", "fine", "unknown"])
def test_an_answer_is_whole_nothing_or_damaged(pit, slip, outcome):
    send(pit, slip)
    with pit.refused("pd.print"):
        pit.desk.print_answer("fill", 1, "copy", outcome, pit.by("jo"))


def test_only_what_was_sent_is_asked_about(pit, slip):
    send(pit, slip)
    with pit.refused("pd.print"):
        pit.desk.print_answer("fill", 1, "original", "whole", pit.by("jo"))


def test_an_answer_is_signed_by_somebody_on_duty(pit, slip):
    send(pit, slip)
    with pit.refused("pd.duty"):
        pit.desk.print_answer("fill", 1, "copy", "whole", pit.by("cleo"))
    with pit.refused("pd.initials"):
        pit.desk.print_answer("fill", 1, "copy", "whole", [pit.one("jo", pin="0")])


def test_a_part_that_is_printed_again_is_a_duplicate(pit, slip):
    first = send(pit, slip)
    pit.desk.printed(first.seq, "damaged")
    again = send(pit, slip)
    third = send(pit, slip)
    other = send(pit, slip, "original")
    copies = [entry.fact.copy for entry in (first, again, third, other)]
    assert copies == [0, 1, 2, 0]
    duplicates = [note.words for note in pit.desk.day.notes if "DUPLICATE" in note.words]
    assert duplicates == [
        "fill 000001 copy printed again, DUPLICATE 1",
        "fill 000001 copy printed again, DUPLICATE 2",
    ]


def test_a_void_has_papers_of_its_own(pit, slip):
    send(pit, slip)
    pit.desk.void("fill", 1, "wrong", pit.by("jo"))
    void = send(pit, slip, void=True)
    assert void.fact.copy == 0
    assert slip.on_paper("copy", void=True) == "unknown"
    faces = {(part, face) for _, part, face in pit.desk.day.unprinted()}
    assert faces == {("original", True)}  # the slip itself need not be printed any more
    assert len(pit.desk.day.unproven()) == 2


def test_what_became_of_the_paper_outlasts_the_program(pit, slip):
    sent = send(pit, slip)
    send(pit, slip, "original")
    pit.desk.printed(sent.seq, "whole")
    again = pit.another().slip("fill", 1)
    assert (again.on_paper("copy"), again.on_paper("original")) == ("whole", "unknown")


# Written on forms while the machine was down


def test_a_pack_takes_the_next_numbers(pit):
    for count, span in ((50, (1, 50)), (10, (51, 60))):
        pit.desk.forms(count, pit.by("pia"))
        assert pit.desk.site.forms[-1] == span
    assert pit.another().site.forms == [(1, 50), (51, 60)]


@pytest.mark.parametrize("count", [0, 501])
def test_a_pack_has_a_size(pit, count):
    with pit.refused("pd.print", words="A pack has 1 to 500 forms"):
        pit.desk.forms(count, pit.by("pia"))


def test_a_slip_from_a_form_takes_a_number_and_needs_no_paper(pit):
    entry = pit.desk.fill("2", Chips.read("1x$5"), pit.by("jo"), form="0007", written="23:40")
    slip = pit.desk.slip("fill", entry.number.number)
    assert [slip.on_paper(part) for part in ("original", "copy")] == ["by hand"] * 2
    assert pit.desk.today.unprinted() == []
    assert any("entered later from form 0007, written at 23:40" in n.words for n in pit.desk.day.notes)


@pytest.mark.parametrize(
    ("form", "written", "words"),
    [
        ("", "23:40", "Enter the number"),
        ("7", "", "Enter the time"),
        ("7", "25:00", "Enter the time"),
        ("61", "23:40", "is not in a pack of this site: 0001 to 0050"),
        ("seven", "23:40", "is not in a pack of this site"),
    ],
)
def test_what_a_form_lacks_is_told(pit, form, written, words):
    pit.desk.forms(50, pit.by("pia"))
    with pit.refused("pd.print", words=words):
        pit.desk.fill("2", Chips.read("1x$5"), pit.by("jo"), form=form, written=written)


def test_a_form_is_used_once(pit):
    pit.desk.fill("2", Chips.read("1x$5"), pit.by("jo"), form="7", written="23:40")
    with pit.refused("pd.print", words="was used for fill 000001"):
        pit.desk.fill("2", Chips.read("1x$5"), pit.by("jo"), form="0007", written="23:55")


def test_a_void_of_such_a_slip_is_printed(pit):
    pit.desk.fill("2", Chips.read("1x$5"), pit.by("jo"), form="7", written="23:40")
    pit.desk.void("fill", 1, "written twice", pit.by("jo"))
    assert [(part, void) for _, part, void in pit.desk.today.unprinted()] == [
        ("original", True),
        ("copy", True),
    ]


def test_a_slip_answers_what_its_table_asked(pit):
    ask = pit.desk.ask("fill", "2", SOME, pit.by("pia"))
    par = pit.desk.ask("credit", "2", Chips(), pit.by("kari"), par=True)
    assert [(one.what, one.chips, one.par, one.by) for one in Board.of(pit.desk).asked] == [
        ("fill", SOME, False, "pia"),
        ("credit", Chips(), True, "kari"),
    ]
    slip = pit.desk.fill("2", SOME, pit.by("jo"))
    assert slip.fact.ask == ask.seq
    assert [one.what for one in Board.of(pit.desk).asked] == ["credit"]
    assert pit.desk.fill("2", SOME, pit.by("jo")).fact.ask == 0
    taken = pit.desk.withdraw_ask("credit", "2", pit.by("kari"))
    assert taken.about == par.seq
    assert Board.of(pit.desk).asked == ()
