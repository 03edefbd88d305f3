import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.chipset.appearance import KINDS, PARTS, Look

names = st.sampled_from(["", "red", "mustard yellow", "light blue"])
looks = st.builds(
    Look,
    color=names,
    spots=st.integers(0, 24),
    kind=st.sampled_from(KINDS),
    second=names,
    third=names,
    middle=names,
    mark=st.text(max_size=8),
    value_side=st.booleans(),
    maker=st.text(max_size=8),
    mould=st.text(max_size=8),
    everywhere=st.booleans(),
    since=st.sampled_from(["", "2020-01-31"]),
    measured=st.dictionaries(st.sampled_from(["color", "second"]), st.just("#c3252d")),
)


@given(looks)
def test_a_look_is_read_back_as_it_was_kept(look):
    assert Look.of(look.kept) == look


def test_what_nobody_said_is_not_kept_but_for_what_every_set_has():
    assert Look().kept == {"color": "", "spots": 0, "kind": "no", "second": None}
    assert Look("red", 6, "solid", "yellow").kept == {
        "color": "red",
        "spots": 6,
        "kind": "solid",
        "second": "yellow",
    }
    bare = Look("red", value_side=False, everywhere=True).kept
    assert (bare["value_side"], bare["everywhere"]) == (False, True)
    assert "mark" not in bare


@pytest.mark.parametrize(
    "kept", [{}, {"second": None}, {"second": None, "mark": None, "of another program": 1}]
)
def test_what_a_look_does_not_know_is_not_said(kept):
    assert Look.of(kept) == Look()
    assert Look.of(kept).value_side


def test_every_kind_of_spot_says_how_many_parts_it_has():
    assert {*PARTS} == {*KINDS}
    assert [PARTS[kind] for kind in KINDS] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("look", "seconds"),
    [
        (Look("red"), ()),
        (Look("red", 6, "solid", "yellow"), ("yellow",)),
        (Look("red", 6, "solid", "yellow", "blue"), ("yellow", "blue")),
        (Look("red", 6, "solid", "yellow", "yellow"), ("yellow",)),
        (Look("pink", 4, "split", "purple", middle="white"), ("purple", "white")),
        (Look("pink", 4, "split", "purple", middle="pink"), ("purple",)),  # that is no other color
        (Look("pink", 4, "split", "purple", "blue", "white"), ("purple", "blue", "white")),
    ],
)
def test_second_colors_are_told_once_each(look, seconds):
    assert look.seconds == seconds


@pytest.mark.parametrize(
    ("look", "words"),
    [
        (Look(), "its own look"),
        (Look("mustard yellow"), "mustard yellow, no spots"),
        (Look("red", 6, "solid", "yellow"), "red, 6 yellow spots"),
        (Look("red", 6, "solid", "yellow", "blue"), "red, 6 yellow and blue spots"),
        (
            Look("pink", 4, "split", "purple", middle="white"),
            "pink, 4 split purple spots with white between",
        ),
        (Look("black", 4, "triple split", "white"), "black, 4 triple split white spots"),
    ],
)
def test_a_look_in_words(look, words):
    assert look.words == words
