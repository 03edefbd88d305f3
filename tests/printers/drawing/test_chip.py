"""Faces and edges of chips as shapes: spots where they must be, in their colors, nothing outside."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from math import hypot, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.chipset.appearance import PARTS
from pitdesk.chipset.color import COLORS, hex_of
from pitdesk.chipset.law import CHIP_SET
from printers.drawing.chip import (
    HIGH,
    METAL,
    PAPER,
    RIM,
    UNKNOWN,
    UNKNOWN_SPOT,
    Face,
    Polygon,
    Sector,
    Words,
    edge,
    face_of,
    is_light,
    shapes,
)
from tests.printers.points import LOOKS, corners, looks, on, rgb, seen_at

EDGE = 0.88  # of the radius: on every spot, inside the rim


def words_of(drawn) -> list[Words]:
    return [shape for shape in drawn if isinstance(shape, Words)]


def begun(face: Face, *colors: str) -> int:
    """How many times one of the colors begins on the way around the edge."""
    wanted = {rgb(color) for color in colors}
    around = [seen_at(shapes(face), on(EDGE, tenth / 10)) in wanted for tenth in range(3600)]
    return sum(now and not before for before, now in pairwise([around[-1], *around]))


@pytest.mark.parametrize("name", CHIP_SET)
def test_the_prescribed_chips_have_their_spots(name):
    look, face = CHIP_SET[name], face_of(name, CHIP_SET[name])
    assert face.color == COLORS[look["color"]]
    assert (face.spots, face.parts) == (look["spots"], PARTS[look["kind"]])
    if face.spots:
        assert begun(face, COLORS[look["second"]]) == face.spots * face.parts
    else:
        assert {seen_at(shapes(face), on(EDGE, turn)) for turn in range(360)} == {rgb(face.color)}


@given(looks())
def test_spots_are_evenly_spaced_and_every_part_is_seen(chip):
    face = face_of(*chip)
    drawn = [shape for shape in shapes(face) if isinstance(shape, Sector) and shape.color != METAL]
    if face.kind == "coin" or not face.spots:
        assert face.kind == "coin" or not drawn
        return
    assert face.known
    parts = [shape for shape in drawn if shape.color in (face.second, face.third)]
    assert len(parts) == face.spots * face.parts
    assert len({round(part.sweep, 9) for part in parts}) == 1
    for spot in range(face.spots):
        one = parts[spot * face.parts : (spot + 1) * face.parts]
        middle = (one[0].begin + one[-1].begin + one[-1].sweep) / 2
        assert middle == pytest.approx(90 + 360 * spot / face.spots)
        wanted = face.third if face.third and spot % 2 else face.second
        for part in one:
            seen = seen_at(shapes(face), on(EDGE, part.begin + part.sweep / 2))
            assert seen == rgb(wanted)
        for left, right in pairwise(one):
            between = (left.begin + left.sweep + right.begin) / 2
            assert seen_at(shapes(face), on(EDGE, between)) == rgb(face.middle or face.color)
        between = middle + 180 / face.spots
        assert seen_at(shapes(face), on(EDGE, between)) == rgb(face.color)


@given(looks(), st.sampled_from(["value", "name"]), st.text(max_size=60), st.booleans())
def test_nothing_is_outside_the_circle(chip, side, words, small):
    for look in (chip[1], {**chip[1], "color": "octarine", "measured": {}}):
        face = face_of(chip[0], look)
        for shape in shapes(face, side=side, words=words, small=small):
            assert all(hypot(x, y) <= 1 + 1e-9 for x, y in corners(shape)), shape


@given(looks(), st.sampled_from(["value", "name"]), st.text("ab ", min_size=1), st.booleans())
def test_print_is_on_the_inlay(chip, side, words, small):
    face = face_of(*chip)
    drawn = shapes(face, side=side, words=words, small=small)
    inlays = [shape for shape in drawn if isinstance(shape, Polygon) and shape.color == PAPER]
    assert bool(inlays) is (face.kind in ("betting", "tournament"))
    for one in words_of(drawn):
        if inlays:
            signed = small and one.text == face.set  # it may hang over
            assert signed or all(seen_at(inlays, corner) == rgb(PAPER) for corner in corners(one))
        elif face.kind == "casino" and not small:
            assert all(hypot(x, y) < 0.62 for x, y in corners(one))


@given(looks(), st.sampled_from([HIGH, 0.05, 0.5]))
def test_nothing_is_outside_the_strip(chip, high):
    for shape in edge(face_of(*chip), high):
        for x, y in corners(shape):
            assert abs(x) <= 1 + 1e-9
            assert abs(y) <= high / 2 + 1e-9


def test_every_other_spot_has_the_third_color():
    look = {"color": "red", "spots": 6, "kind": "solid", "second": "yellow", "third": "blue"}
    drawn = shapes(face_of("$5", look))
    around = [seen_at(drawn, on(EDGE, 90 + 60 * spot)) for spot in range(6)]
    assert around == [rgb(COLORS["yellow"]), rgb(COLORS["blue"])] * 3


def test_what_is_between_the_parts_of_a_split_spot_has_the_middle_color():
    look = {"color": "pink", "spots": 4, "kind": "split", "second": "purple"}
    for middle in ("", "white"):
        drawn = shapes(face_of("$2", {**look, "middle": middle}))
        around = {seen_at(drawn, on(EDGE, 90 * spot)) for spot in range(4)}
        assert around == {rgb(COLORS[middle or "pink"])}
    assert not face_of("$100", {**look, "kind": "triple split", "middle": "white"}).middle


@pytest.mark.parametrize("part", ["color", "second", "third", "middle"])
def test_a_measured_color_is_drawn_in_place_of_the_named_one(part):
    look = {"color": "pink", "spots": 4, "kind": "split", "second": "purple", "third": "blue"}
    look["middle"] = "white"
    plain = face_of("$2", look)
    measured = face_of("$2", {**look, "measured": {part: "lab(43 58 35)"}})
    assert measured == replace(plain, **{part: hex_of("lab(43 58 35)").upper()})
    alone = face_of("$2", {**look, part: "", "measured": {part: "#0a0b0c"}})
    assert getattr(alone, part) == "#0A0B0C"
    wrong = face_of("$2", {**look, "measured": {part: "lab(nothing)"}})
    assert wrong == plain


@pytest.mark.parametrize(
    ("name", "look", "known", "color"),
    [
        ("$5", {"color": "octarine"}, False, UNKNOWN),
        ("$5", {}, False, UNKNOWN),
        ("$5", {"color": None}, False, UNKNOWN),
        ("pw$2", {}, True, UNKNOWN),
        ("coin50c", {}, True, METAL),
        ("pw$2", {"color": "octarine"}, False, UNKNOWN),
        ("$5", {"color": "Mustard Yellow "}, True, COLORS["mustard yellow"]),
        ("$5", {"color": "dark red"}, True, "#8B0000"),
        ("$5", {"color": "octarine", "measured": {"color": "#010203"}}, True, "#010203"),
    ],
)
def test_a_color_nobody_knows_is_a_question(name, look, known, color):
    face = face_of(name, look)
    assert (face.known, face.color) == (known, color)
    for small in (False, True):
        assert ("?" in [words.text for words in words_of(shapes(face, small=small))]) is not known


@pytest.mark.parametrize("second", [None, "", "octarine"])
def test_spots_of_no_known_color_are_seen(second):
    face = face_of("$5", {"color": "red", "spots": 6, "kind": "solid", "second": second})
    assert begun(face, UNKNOWN_SPOT) == 6


@pytest.mark.parametrize(
    ("name", "words"),
    [("50c", "50¢"), ("$25", "$25"), ("pw$2", "PW $2"), ("coin50c", "50¢ coin"), ("nv$5-b", "NV $5")],
)
def test_a_value_in_words(name, words):
    assert face_of(name, {}).words == words


def test_the_kind_of_a_chip_is_a_shape_and_no_color_alone():
    look = CHIP_SET["$2"]
    casino, betting, tournament = (shapes(face_of(name, look)) for name in ("$2", "pw$2", "nv$2"))
    assert [words.text for words in words_of(betting)] == ["$2", "PW"]
    assert [words.text for words in words_of(tournament)] == ["$2", "NV"]
    for angle in (0, 60, 120):  # the corners of a hexagon
        assert seen_at(betting, on(0.66, angle)) == rgb(PAPER) != seen_at(casino, on(0.66, angle))
    assert seen_at(betting, on(0.68, 90)) != rgb(PAPER)
    assert seen_at(tournament, on(0.7, 90)) == rgb(PAPER) != seen_at(tournament, on(0.7, 45))
    assert begun(face_of("coin50c", {}), METAL) >= 60


@pytest.mark.parametrize("name", ["$5", "pw$5", "coin50c", "nv$5"])
@pytest.mark.parametrize("small", [False, True])
def test_a_chip_of_another_set_bears_its_sign_on_both_sides(name, small):
    first, other, long = (face_of(name + of, CHIP_SET["$5"]) for of in ("", "-b", "-abcdefgh"))
    for side in ("value", "name"):
        drawn = [
            words_of(shapes(one, side=side, words="Elks", small=small)) for one in (first, other, long)
        ]
        said = [[words.text for words in one] for one in drawn]
        assert "B" not in said[0]
        assert said[1].count("B") == 1
        assert said[2].count("ABCDEFGH") == 1
        sign = next(words for words in drawn[1] if words.text == "B")
        for words in drawn[1]:
            apart = abs(words.y - sign.y) > (words.high + sign.high) / 2
            assert words is sign or apart, "the sign is beside the print"


@given(st.text("abcdefgh ", max_size=60))
@pytest.mark.parametrize("name", ["$5", "pw$2-b", "coin50c", "nv$5"])
def test_a_name_stands_whole_on_up_to_three_lines(name, words):
    face = face_of(name, {"color": "red"})
    bare = words_of(shapes(face, side="name"))
    printed = [one for one in words_of(shapes(face, side="name", words=words)) if one not in bare]
    if not words.strip():
        assert not printed
        return
    assert len(printed) == 1
    assert len(printed[0].lines) <= 3
    assert "".join(printed[0].lines).replace(" ", "") == words.replace(" ", "")
    assert max(map(len, printed[0].lines)) <= 31


def test_a_name_is_not_broken_within_its_words():
    said = "Sons of Norway, Thor Lodge 67 of the Upper Souris Valley ND"
    lines = words_of(shapes(face_of("$5", {"color": "red"}), side="name", words=said))[0].lines
    assert len(lines) == 3
    assert " ".join(lines) == said


@given(st.integers(1, 3), st.integers(1, 200))
def test_words_fit_into_their_box(count, tenths):
    words = Words("\n".join(["a"] * count), 0.2, -0.1, 1, 0.5, "#000000")
    size = words.size(tenths / 10)
    baselines = words.baselines(size)
    assert len(baselines) == count
    assert size * tenths / 10 <= 1 + 1e-9
    top, bottom = baselines[0] + 0.698 * size, baselines[-1]
    assert top <= 0.15 + 1e-9
    assert bottom >= -0.35 - 1e-9
    assert (top + bottom) / 2 == pytest.approx(-0.1)


@pytest.mark.parametrize("name", ["$1", "$2", "$5", "$25", "$100"])
def test_an_edge_shows_its_first_spot_in_front_and_the_others_beside_it(name):
    look = CHIP_SET[name]
    drawn, second = edge(face_of(name, look)), rgb(COLORS[look["second"]])
    row = [seen_at(drawn, (at / 1000, 0)) == second for at in range(-979, 980)]
    assert row == row[::-1]
    front = 1000 * sin(radians(180 / look["spots"]))  # half way to the next spot
    middle = row[979 - int(front) : 980 + int(front)]
    assert sum(now and not before for before, now in pairwise(middle)) == PARTS[look["kind"]]
    assert row[979] is (PARTS[look["kind"]] != 2)
    beside = 1000 * sin(radians(360 / look["spots"]))
    assert look["spots"] == 4 or row[979 + int(beside)]
    assert look["spots"] != 4 or look["kind"] != "solid" or row[0]  # those at the sides are seen too


def test_an_edge_has_the_third_and_the_middle_color():
    look = {"color": "pink", "spots": 8, "kind": "split", "second": "purple", "third": "blue"}
    drawn = edge(face_of("$2", {**look, "middle": "white"}))
    colors = [seen_at(drawn, (sin(radians(turn)), 0)) for turn in (0, 45, -45, 7, 52, -38)]
    white, purple, blue = (rgb(COLORS[name]) for name in ("white", "purple", "blue"))
    assert colors == [white, white, white, purple, blue, blue]


@pytest.mark.parametrize("color", ["black", "white"])
def test_a_chip_is_seen_on_a_ground_of_its_own_color(color):
    face = face_of("$5", {"color": color})
    own = rgb(face.color)
    for drawn, point in ((shapes(face), (1 - RIM / 2, 0)), (edge(face), (0, HIGH / 2 - RIM / 3))):
        assert sum(abs(a - b) for a, b in zip(seen_at(drawn, point), own, strict=True)) > 150
    assert is_light(face.color) is (color == "white")


def test_the_stripe_is_that_of_the_spots():
    assert face_of("$1", CHIP_SET["$1"]).stripe == COLORS["blue"]
    bare = face_of("50c", CHIP_SET["50c"])
    assert sum(rgb(bare.stripe)) < sum(rgb(bare.color))


@pytest.mark.parametrize("name", LOOKS)
def test_a_face_is_made_of_whole_polygons_and_known_colors(name):
    face = face_of(name, LOOKS[name])
    for shape in (*shapes(face), *shapes(face, side="name", words="Elks"), *edge(face)):
        assert len(rgb(shape.color)) == 3
        assert 0 < shape.opacity <= 1
        assert not isinstance(shape, Polygon) or len(shape.points) >= 4


def test_it_needs_no_screen_and_no_paper():
    code = (
        "import sys, printers.drawing.chip;"
        "loaded = {module.partition('.')[0] for module in sys.modules};"
        "print({'PySide6', 'reportlab', 'escpos', 'coloraide'} & loaded)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
