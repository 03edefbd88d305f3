import pytest

from pitdesk.chips import Chips
from pitdesk.codes.keys import SiteKey
from pitdesk.codes.slips import Claim, short_name
from pitdesk.desk import Desk
from pitdesk.errors import Trouble


@pytest.fixture
def shut(pit):
    """Table 2 is closed, its box still on it."""
    pit.shut("2")
    return pit


@pytest.fixture
def room(shut):
    """Its box is in the safe, kim and lee are the team."""
    shut.desk.remove_box("2", "safe", shut.by("pia", "jo"))
    shut.desk.team(shut.by("kim", "lee"), ["kim"])
    return shut


# Boxes


def test_a_box_is_carried_to_the_safe(shut):
    entry = shut.desk.remove_box("2", "safe", shut.by("pia", "jo"))
    assert (entry.fact.box, entry.fact.store) == ("2", "safe")
    assert shut.desk.today.tables["2"].box_state == "stored"


@pytest.mark.parametrize("signers", [["jo", "pia"], ["kari", "jo"], ["gus", "jo"]])
def test_the_shift_manager_carries_it(shut, signers):
    shut.arrive("gus")
    with shut.refused("nd.08-14.1", words="Only the shift manager carries a box"):
        shut.desk.remove_box("2", "safe", shut.by(*signers))


def test_somebody_escorts_where_there_is_somebody(shut):
    with shut.refused("nd.08-14.1", words="another one escorts the box"):
        shut.desk.remove_box("2", "safe", shut.by("pia"))
    for name in ("kari", "jo"):
        shut.desk.off_duty(name, shut.one(name))
    shut.desk.remove_box("2", "safe", shut.by("pia"))


def test_the_box_of_an_open_table_is_swapped(pit):
    with pit.refused("nd.08-14.1", words="Table 2 is open and needs a box"):
        pit.desk.remove_box("2", "safe", pit.by("pia", "jo"))
    with pit.refused("nd.08-14.1", words="Box 2 is the one that is carried off"):
        pit.desk.remove_box("2", "safe", pit.by("pia", "jo"), put="2")
    with pit.refused("nd.08-02.2", words="Box 3 is not table 2's. Put box 2 on it, or 2/2."):
        pit.desk.remove_box("2", "safe", pit.by("pia", "jo"), put="3")
    pit.desk.remove_box("2", "safe", pit.by("pia", "jo"), put="2/2")
    assert [(use.box, use.state) for use in pit.desk.today.tables["2"].uses] == [
        *(("2", "stored"), ("2/2", "on table")),
    ]
    pit.shut("2")
    with pit.refused("nd.08-14.1", words="Table 2 is not open. Put box 2/3 on it when you open it."):
        pit.desk.remove_box("2", "safe", pit.by("pia", "jo"), put="2/3")


def test_a_box_is_taken_once(shut):
    shut.desk.remove_box("2", "safe", shut.by("pia", "jo"))
    with shut.refused("nd.08-14.1", words="Box 2 is off its table already: it is stored"):
        shut.desk.remove_box("2", "safe", shut.by("pia", "jo"))


@pytest.mark.parametrize(("table", "broken"), [("3", "nd.08-14.1"), ("9", "pd.table")])
def test_a_box_that_was_not_used(shut, table, broken):
    with shut.refused(broken):
        shut.desk.remove_box(table, "safe", shut.by("pia", "jo"))


# The two counts


def test_two_count_alone_and_agree(room):
    room.desk.drop_count("2", 52_000, room.by("kim"), notes={"$20": 26})
    assert room.desk.today.tables["2"].box_state == "stored"
    room.desk.drop_count("2", 52_000, room.by("lee"))
    entry = room.desk.drop("2", 52_000, room.by("kim", "lee"))
    table = room.desk.today.tables["2"]
    assert (table.drop_cents, table.box_state) == (52_000, "counted")
    assert table.notes["kim"] == {"$20": 26}
    assert entry.fact.counts == {"kim": 52_000, "lee": 52_000}
    assert [s.person for s in entry.signatures] == ["kim", "lee"]
    assert room.journal.at("drop cash") == {"cash": 52_000}


def test_the_team_need_not_be_on_duty(room):
    assert "kim" not in room.desk.today.duty
    room.desk.drop_count("2", 1, room.by("kim"))


@pytest.mark.parametrize("cents", [0, 1, 25, 52_000])
def test_a_box_holds_what_it_holds(room, cents):
    room.drops({"2": cents})
    assert room.desk.today.tables["2"].drop_cents == cents


@pytest.mark.parametrize("cents", [-1, 50_000_001])
def test_a_box_holds_nothing_absurd(room, cents):
    with room.refused("pd.amount"):
        room.desk.drop_count("2", cents, room.by("kim"))


@pytest.mark.parametrize("signer", ["pia", "jo", "kari:count team", "aud"])
def test_nobody_else_touches_the_box(room, signer):
    broken = ["nd.08-06.1c"]
    with room.refused(*broken, words="is not on the count team (kim and lee)"):
        room.desk.drop_count("2", 52_000, room.by(signer))


def test_nobody_touches_a_box_before_there_is_a_team(shut):
    shut.desk.remove_box("2", "safe", shut.by("pia", "jo"))
    with shut.refused("nd.08-06.1c", words="(not named yet)"):
        shut.desk.drop_count("2", 52_000, shut.by("kim"))


def test_each_counts_alone(room):
    with room.refused("nd.08-14.4", words="Each of the two counts alone"):
        room.desk.drop_count("2", 52_000, room.by("kim", "lee"))


def test_a_box_is_removed_then_counted_then_done(shut):
    shut.desk.team(shut.by("kim", "lee"), ["kim"])
    with shut.refused("nd.08-14.4", words="Box 2 is still on table 2. Remove it first"):
        shut.desk.drop_count("2", 52_000, shut.by("kim"))
    shut.desk.remove_box("2", "safe", shut.by("pia", "jo"))
    shut.drops({"2": 52_000})
    with shut.refused("nd.08-14.4", words="counted and agreed already"):
        shut.desk.drop_count("2", 52_000, shut.by("kim"))
    with shut.refused("nd.08-14.4"):
        shut.desk.drop("2", 52_000, shut.by("kim", "lee"))


def test_one_count_is_not_enough(room):
    room.desk.drop_count("2", 52_000, room.by("kim"))
    with room.refused("nd.08-14.4", words="lacks its two separate counts"):
        room.desk.drop("2", 52_000, room.by("kim", "lee"))


@pytest.mark.parametrize("signers", [["kim"], ["lee"]])
def test_both_initial_the_drop(room, signers):
    room.desk.drop_count("2", 52_000, room.by("kim"))
    room.desk.drop_count("2", 52_000, room.by("lee"))
    with room.refused("nd.08-14.4", words="Both who counted initial the drop: kim, lee"):
        room.desk.drop("2", 52_000, room.by(*signers))


def test_a_difference_is_counted_again_or_resolved_with_a_reason(room):
    room.desk.drop_count("2", 52_000, room.by("kim"))
    room.desk.drop_count("2", 51_900, room.by("lee"))
    with room.refused("nd.08-14.4", words="are not all the same"):
        room.desk.drop("2", 52_000, room.by("kim", "lee"))
    with room.refused("nd.08-14.4"):
        room.desk.drop("2", 51_900, room.by("kim", "lee"))
    notes = [note.words for note in room.desk.day.notes]
    assert notes == ["box 2: KI counted 520.00, LE counted 519.00"]
    room.desk.drop("2", 52_000, room.by("kim", "lee"), reason="a bill stuck in the box")
    assert room.desk.day.notes[-1].words == "box 2: difference resolved: a bill stuck in the box"
    assert room.desk.today.tables["2"].drop_cents == 52_000


def test_a_second_count_by_the_same_person_takes_the_place_of_the_first(room):
    room.desk.drop_count("2", 52_000, room.by("kim"))
    room.desk.drop_count("2", 51_900, room.by("lee"))
    room.desk.drop_count("2", 52_000, room.by("lee"))
    room.desk.drop("2", 52_000, room.by("kim", "lee"))


def test_a_new_team_counts_anew(room):
    room.desk.drop_count("2", 52_000, room.by("kim"))
    room.desk.drop_count("2", 51_900, room.by("lee"))
    room.desk.team(room.by("kim", "kari:count team"), ["kim"])
    assert room.desk.today.tables["2"].counts == {"kim": 52_000}
    words = "box 2: LE counted 519.00, then the team changed"
    assert words in [note.words for note in room.desk.day.notes]
    with room.refused("nd.08-14.4", words="lacks its two separate counts"):
        room.desk.drop("2", 52_000, room.by("kim", "kari:count team"))
    room.desk.drop_count("2", 52_000, room.by("kari:count team"))
    room.desk.drop("2", 52_000, room.by("kim", "kari:count team"))


def test_what_both_counted_is_what_is_agreed(room):
    room.desk.drop_count("2", 52_000, room.by("kim"))
    room.desk.drop_count("2", 52_000, room.by("lee"))
    with room.refused("nd.08-14.4"):
        room.desk.drop("2", 51_000, room.by("kim", "lee"))


# Slips that turn up


@pytest.fixture
def found(pit):
    """A fill of table 2, its box in the safe, kim and lee the team."""
    pit.fill("2", "10x$5")
    pit.shut("2")
    pit.desk.remove_box("2", "safe", pit.by("pia", "jo"))
    pit.team()
    return pit


def test_slips_are_entered_where_they_turn_up(found):
    found.desk.found("box 2", [("fill", 1, "copy", 5_000)], found.by("kim", "lee"))
    found.desk.found("records", [("fill", 1, "original", None)], found.by("jo", "pia"))
    slip = found.desk.slip("fill", 1)
    assert slip.found == {"copy": "box 2", "original": "records"}
    assert slip.found_cents == {"copy": 5_000}
    assert found.desk.today.missing() == []
    assert found.desk.day.notes == []


@pytest.mark.parametrize("where", ["box 3", "box", "safe", "", "Box 2"])
def test_slips_turn_up_in_a_box_that_is_off_its_table_or_in_the_records(found, where):
    with found.refused("nd.08-06.1c", words="Choose from: box 2, and the records."):
        found.desk.found(where, [("fill", 1, "copy", 5_000)], found.by("kim", "lee"))


def test_a_box_on_its_table_was_not_looked_into(pit):
    pit.fill("2", "10x$5")
    pit.team()
    with pit.refused("nd.08-06.1c", words="There is no box 2 off its table. Choose from: none"):
        pit.desk.found("box 2", [("fill", 1, "copy", 5_000)], pit.by("kim", "lee"))


@pytest.mark.parametrize("signers", [["kim"], ["jo", "pia"], ["kim", "aud"]])
def test_both_of_the_team_say_what_was_in_a_box(found, signers):
    with found.refused("nd.08-06.1c", words="Both members of the count team (kim and lee) enter"):
        found.desk.found("box 2", [("fill", 1, "copy", 5_000)], found.by(*signers))


def test_who_went_home_keeps_no_records(found):
    found.desk.off_duty("jo", found.one("jo"))
    parts = [("fill", 1, "original", None)]
    with found.refused("pd.duty", words="Jo is not on duty. Ask somebody on duty"):
        found.desk.found("records", parts, found.by("jo"))
    found.desk.found("records", parts, found.by("kim"))


def test_a_slip_that_is_not_todays_is_read_again(found):
    parts = [("fill", 7, "copy", 5_000)]
    with found.refused("pd.state", words="fill 000007: no slip of today. Today's: fill 000001."):
        found.desk.found("box 2", parts, found.by("kim", "lee"))
    found.desk.found("box 2", parts, found.by("kim", "lee"), reason="last night's, stuck")
    (note,) = found.desk.day.unexplained
    assert note.key == "fill 000007 copy"


def test_a_credits_original_goes_into_the_box_and_its_copy_to_the_records(pit):
    pit.credit("2", "2x$25")
    wanted = {(part, where) for _, part, where in pit.desk.today.missing()}
    assert wanted == {("original", "box 2"), ("copy", "records")}


def test_both_parts_of_a_void_go_to_the_records(pit):
    pit.desk.fill("2", Chips.read("1x$5"), pit.by("jo"))
    assert pit.desk.today.missing() == []  # still on its way
    pit.desk.void("fill", 1, "wrong", pit.by("jo"))
    wanted = {(part, where) for _, part, where in pit.desk.today.missing()}
    assert wanted == {("original", "records"), ("copy", "records")}


def test_an_agreed_drop_is_corrected_by_the_same_two_with_a_reason(room):
    room.desk.drop_count("2", 1_240_000, room.by("kim"))
    room.desk.drop_count("2", 1_240_000, room.by("lee"))
    room.desk.drop("2", 1_240_000, room.by("kim", "lee"))
    with room.refused("nd.08-14.4", words="is agreed already"):
        room.desk.drop("2", 124_000, room.by("kim", "lee"))
    with room.refused("nd.08-14.4", words="Both who counted initial the drop"):
        room.desk.drop("2", 124_000, room.by("kim"), "a zero too many")
    room.desk.drop("2", 124_000, room.by("kim", "lee"), "a zero too many")
    assert room.journal.at("drop cash") == {"cash": 124_000}
    assert room.desk.today.tables["2"].drop_cents == 124_000
    words = "box 2: agreed 12,400.00, corrected: a zero too many"
    assert words in [note.words for note in room.desk.today.notes]


# Slips found, by the codes they bear


@pytest.fixture
def signed(pit):
    """The desk of the night, with the key of the site."""
    pit.desk._key = SiteKey(bytes(range(32)))
    return pit


def code(pit, series: str, part: str, *, short: bool = False) -> str:
    made = pit.desk.code(pit.desk.slip(series, 1), part, void=False)
    return made.short if short else made.qr


@pytest.mark.parametrize("short", [False, True], ids=["scanned", "typed"])
def test_a_slip_where_it_belongs(signed, short):
    signed.fill("2", "1x$5")
    scan = signed.desk.scan("box 2", code(signed, "fill", "copy", short=short))
    assert scan.parts == (("fill", 1, "copy", 500),)
    assert (scan.words, scan.odd) == ("fill 000001 copy: genuine.", False)


def test_a_slip_in_the_wrong_place(signed):
    signed.fill("2", "1x$5")
    scan = signed.desk.scan("box 2", code(signed, "fill", "original"))
    assert scan.words == "Wrong place: fill 000001 original belongs in records, not in box 2."
    assert scan.odd
    assert scan.parts == (("fill", 1, "original", 500),)


def test_a_slip_that_was_scanned_twice(signed):
    signed.fill("2", "1x$5")
    once = signed.desk.scan("box 2", code(signed, "fill", "copy"))
    again = signed.desk.scan("box 2", code(signed, "fill", "copy"), once.parts)
    assert again.words == "Doubled: fill 000001 copy was found before, in box 2."
    assert again.odd


def test_two_plies_are_told_apart_by_where_they_are(signed):
    signed.fill("2", "1x$5")
    both = code(signed, "fill", "both")
    assert signed.desk.scan("box 2", both).parts == (("fill", 1, "copy", 500),)
    assert signed.desk.scan("records", both).parts == (("fill", 1, "original", 500),)


def test_a_slip_of_another_site(signed):
    signed.fill("2", "1x$5")
    stranger = SiteKey(bytes(32))
    slip = signed.desk.slip("fill", 1)
    made = Claim.of(slip.entry, "copy", short_name(signed.desk.site), void=False).signed(stranger)
    for text in (made.qr, made.short):
        scan = signed.desk.scan("box 2", text)
        assert scan.odd
        assert scan.parts == ()
        assert scan.words.startswith("Foreign or forged.")


def test_a_slip_of_another_day(signed):
    signed.fill("2", "1x$5")
    old = code(signed, "fill", "copy")
    signed.end()
    signed.begin()
    scan = signed.desk.scan("box 2", old)
    assert scan.odd
    assert scan.verdict.kind == "other day"


def test_a_slip_that_is_void_since(signed):
    signed.desk.fill("2", Chips.read("1x$5"), signed.by("jo"))
    live = code(signed, "fill", "copy")
    signed.desk.void("fill", 1, "asked for by table 3", signed.by("jo"))
    scan = signed.desk.scan("records", live)
    assert scan.odd
    assert "is void since entry" in scan.words
    assert "Wrong place" not in scan.words


def test_what_is_no_code_is_told(signed):
    with pytest.raises(ValueError, match="code"):
        signed.desk.scan("box 2", "hello")


def test_without_the_key_nothing_is_checked(pit):
    assert isinstance(pit.desk, Desk)
    with pytest.raises(Trouble, match="key of the site is not here"):
        pit.desk.scan("box 2", "hello")
