import re
import subprocess
import sys
from itertools import combinations

import pytest
from coloraide import Color
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.chipset.color import COLORS, CONDITIONS, apart, apart_seen, hex_of, hex_shown, read, seen

PRESCRIBED = ("mustard yellow", "white", "pink", "red", "green", "black")

# Sharma, Wu and Dalal (2005), "The CIEDE2000 color-difference formula: Implementation notes,
# supplementary test data, and mathematical observations", table 1.
PUBLISHED = """
50.0000   2.6772 -79.7751   50.0000   0.0000 -82.7485    2.0425
50.0000   3.1571 -77.2803   50.0000   0.0000 -82.7485    2.8615
50.0000   2.8361 -74.0200   50.0000   0.0000 -82.7485    3.4412
50.0000  -1.3802 -84.2814   50.0000   0.0000 -82.7485    1.0000
50.0000  -1.1848 -84.8006   50.0000   0.0000 -82.7485    1.0000
50.0000  -0.9009 -85.5211   50.0000   0.0000 -82.7485    1.0000
50.0000   0.0000   0.0000   50.0000  -1.0000   2.0000    2.3669
50.0000  -1.0000   2.0000   50.0000   0.0000   0.0000    2.3669
50.0000   2.4900  -0.0010   50.0000  -2.4900   0.0009    7.1792
50.0000   2.4900  -0.0010   50.0000  -2.4900   0.0010    7.1792
50.0000   2.4900  -0.0010   50.0000  -2.4900   0.0011    7.2195
50.0000   2.4900  -0.0010   50.0000  -2.4900   0.0012    7.2195
50.0000  -0.0010   2.4900   50.0000   0.0009  -2.4900    4.8045
50.0000  -0.0010   2.4900   50.0000   0.0010  -2.4900    4.8045
50.0000  -0.0010   2.4900   50.0000   0.0011  -2.4900    4.7461
50.0000   2.5000   0.0000   50.0000   0.0000  -2.5000    4.3065
50.0000   2.5000   0.0000   73.0000  25.0000 -18.0000   27.1492
50.0000   2.5000   0.0000   61.0000  -5.0000  29.0000   22.8977
50.0000   2.5000   0.0000   56.0000 -27.0000  -3.0000   31.9030
50.0000   2.5000   0.0000   58.0000  24.0000  15.0000   19.4535
50.0000   2.5000   0.0000   50.0000   3.1736   0.5854    1.0000
50.0000   2.5000   0.0000   50.0000   3.2972   0.0000    1.0000
50.0000   2.5000   0.0000   50.0000   1.8634   0.5757    1.0000
50.0000   2.5000   0.0000   50.0000   3.2592   0.3350    1.0000
60.2574 -34.0099  36.2677   60.4626 -34.1751  39.4387    1.2644
63.0109 -31.0961  -5.8663   62.8187 -29.7946  -4.0864    1.2630
61.2901   3.7196  -5.3901   61.4292   2.2480  -4.9620    1.8731
35.0831 -44.1164   3.7933   35.0232 -40.0716   1.5901    1.8645
22.7233  20.0904 -46.6940   23.0331  14.9730 -42.5619    2.0373
36.4612  47.8580  18.3852   36.2715  50.5065  21.2231    1.4146
90.8027  -2.0831   1.4410   91.1528  -1.6435   0.0447    1.4441
90.9257  -0.5406  -0.9208   88.6381  -0.8985  -0.7239    1.5381
 6.7747  -0.2908  -2.4247    5.8714  -0.0985  -2.2286    0.6377
 2.0776   0.0795  -1.1350    0.9033  -0.0636  -0.5514    0.9082
"""
PAIRS = [line.split() for line in PUBLISHED.split("\n") if line]

hexes = st.integers(0, 0xFFFFFF).map("#{:06x}".format)
labs = st.builds(
    "lab({} {} {})".format,
    st.decimals(0, 100, places=4),
    st.decimals(-128, 127, places=4),
    st.decimals(-128, 127, places=4),
)
colors = st.one_of(hexes, labs, st.sampled_from(sorted(COLORS)))


def test_the_published_pairs_are_all_there():
    assert len(PAIRS) == 34
    assert all(len(pair) == 7 for pair in PAIRS)


@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_a_published_pair_is_as_far_apart_as_it_was_published(pair):
    one, other, published = pair[:3], pair[3:6], float(pair[6])
    first, second = (Color("lab", [float(number) for number in lab]) for lab in (one, other))
    assert abs(first.delta_e(second, method="2000", space="lab") - published) <= 0.00005
    one, other = (f"lab({' '.join(lab)})" for lab in (one, other))
    assert abs(apart(one, other) - published * 100) <= 0.505  # rounded there, rounded here
    assert apart(one, other) == apart(other, one)


@given(colors, colors)
def test_a_difference_has_no_direction_and_is_never_negative(one, other):
    assert apart(one, other) == apart(other, one) >= 0
    assert apart(one, one) == 0


@given(colors, colors, st.sampled_from(CONDITIONS))
def test_nor_has_one_that_is_seen(one, other, how):
    assert apart_seen(one, other, how) == apart_seen(other, one, how) >= 0
    assert apart_seen(one, one, how) == 0
    assert re.fullmatch("#[0-9a-f]{6}", seen(one, how))


@given(hexes)
def test_what_was_measured_is_read_shown_and_read_again(color):
    assert read(color) == read(color.upper()) == read(color[1:]) == color
    assert hex_of(color) == hex_shown(color) == seen(color, "plain") == color
    red, green, blue = bytes.fromhex(color[1:])
    assert read(f"rgb({red}, {green}, {blue})") == color


@given(labs)
def test_what_is_read_stays_what_it_is(color):
    assert read(read(color)) == read(color)
    assert apart(read(color), color) == 0


@pytest.mark.parametrize(
    ("text", "measured"),
    [
        ("#C3252D", "#c3252d"),
        (" c3252d ", "#c3252d"),
        ("rgb(195 37 45)", "#c3252d"),
        ("RGB 195, 37, 45", "#c3252d"),
        ("lab(43 58 35)", "lab(43 58 35)"),
        ("Lab 43, 58, 35", "lab(43 58 35)"),
        ("43 58 35", "lab(43 58 35)"),
        ("43;58;35", "lab(43 58 35)"),
        ("CIE L*a*b*: 43.10  −58.123456  +.5", "lab(43.1 -58.1235 0.5)"),
        ("100 -0 -0.00001", "lab(100 0 0)"),
    ],
)
def test_people_write_it_in_many_ways(text, measured):
    assert read(text) == measured


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'' is no color; write it as measured: #c3252d, rgb.195 37 45. or lab.43 58 35."),
        ("   ", "is no color; write"),
        ("blurple", "'blurple' is no color; write"),
        ("#fff", "'#fff' is no color; write"),
        ("#c3252d80", "is no color; write"),
        ("43 58", "'43 58' is no color; write"),
        ("43 58 35 1", "is no color; write"),
        ("nan nan nan", "is no color; write"),
        ("lab(none 0 0)", "is no color; write"),
        ("lab(inf 0 0)", "is no color; write"),
        ("1e2 0 0", "is no color; write"),
        ("lab(43% 58 35)", "is no color; write"),
        ("٤٣ ٥٨ ٣٥", "is no color; write"),
        ("9" * 5000 + " 0 0", "is no color; write"),
        ("rgb(256 0 0)", "whole numbers from 0 to 255"),
        ("rgb(1.5 0 0)", "whole numbers from 0 to 255"),
        ("rgb(-1 0 0)", "whole numbers from 0 to 255"),
        ("lab(100.00001 0 0)", "in Lab, L is 0 to 100, and a and b are -128 to 127"),
        ("-1 0 0", "in Lab, L is 0 to 100"),
        ("50 127.5 0", "a and b are -128 to 127"),
        ("50 0 -129", "a and b are -128 to 127"),
    ],
)
def test_what_is_no_color_is_told_how_to_be_written(text, words):
    with pytest.raises(ValueError, match=words):
        read(text)
    with pytest.raises(ValueError, match=words):
        apart("red", text)
    with pytest.raises(ValueError, match=words):
        seen(text, "dim")
    assert hex_of(text) == ""


@given(st.text(max_size=40))
def test_any_text_is_a_color_or_an_error_in_words(text):
    known = hex_of(text)
    assert known == "" or re.fullmatch("#[0-9A-Fa-f]{6}", known)


@pytest.mark.parametrize("name", COLORS)
def test_every_name_of_a_chips_color_is_known(name):
    drawn = COLORS[name]
    assert hex_of(name) == hex_of(f" {name.upper()} ") == hex_of(name.replace(" ", "  ")) == drawn
    assert read(drawn) == hex_shown(name) == drawn.lower()
    assert apart(name, drawn) == 0


def test_the_names_of_css_are_known_after_the_chips_own():
    assert hex_of("dark green") == hex_of("DarkGreen") == "#006400"
    assert hex_of("light blue") == COLORS["light blue"]
    assert hex_of("lightblue") == "#add8e6"
    assert hex_of("transparent") == hex_of("none") == hex_of("rgb") == ""


def test_a_lab_that_no_screen_shows_is_shown_by_its_nearest():
    assert hex_shown("lab(0 0 0)") == "#000000"
    assert hex_shown("lab(100 0 0)") == "#ffffff"
    assert hex_of("lab(43 58 35)") == "#bd2a30"
    wild = Color("lab(50 -120 90)")
    shown = Color(hex_shown("lab(50 -120 90)")).convert("lab")
    assert not wild.in_gamut("srgb")
    assert abs(shown["l"] - wild["l"]) < 6
    assert shown["a"] < 0 < shown["b"]


def test_the_prescribed_colors_lie_far_apart_in_good_light():
    assert min(apart(one, other) for one, other in combinations(PRESCRIBED, 2)) > 2000


def test_in_the_dim_every_color_fades_and_darkens():
    for name in PRESCRIBED:
        plain, dim = (Color(seen(name, how)).convert("lch-d65") for how in ("plain", "dim"))
        assert dim["lightness"] < plain["lightness"] / 2
        assert dim["chroma"] <= plain["chroma"]
    for one, other in combinations(PRESCRIBED, 2):
        assert apart_seen(one, other, "dim") < apart(one, other)


def test_less_light_is_darker_and_all_of_it_still_has_half_of_the_color():
    shades = [Color(seen("red", "dim", percent)).luminance() for percent in (1, 5, 10, 50, 100)]
    assert shades == sorted(shades)
    assert abs(shades[-1] - Color(hex_of("red")).luminance()) < 0.005
    assert seen("red", "dim") == seen("red", "dim", 10)
    whole, half = (Color(color).xy() for color in (hex_of("red"), seen("red", "dim", 100)))
    white = Color("white").xy()
    assert 0.3 < (half[0] - white[0]) / (whole[0] - white[0]) < 0.7
    assert seen("gray", "dim", 100) != seen("gray", "dim", 99)


def test_weak_eyes_take_for_the_same_what_they_do():
    assert apart_seen("red", "green", "deutan") < apart("red", "green") / 4
    assert apart_seen("red", "green", "protan") < apart("red", "green") / 4
    assert apart_seen("red", "green", "tritan") > apart("red", "green") / 2
    assert apart_seen("mustard", "pink", "tritan") < apart("mustard", "pink") / 4
    assert apart_seen("mustard", "pink", "deutan") > apart("mustard", "pink") / 2


@pytest.mark.parametrize("how", CONDITIONS)
def test_white_and_black_stay_what_they_are_to_weak_eyes(how):
    assert seen("#000000", how) == "#000000"
    if how != "dim":
        assert seen("#ffffff", how) == "#ffffff"


def test_a_condition_nobody_knows_and_light_that_is_none_are_told():
    with pytest.raises(
        ValueError, match="'drunk' is no way to see a color; it is one of plain, dim, protan"
    ):
        seen("red", "drunk")
    with pytest.raises(ValueError, match="'drunk' is no way"):
        apart_seen("red", "green", "drunk")
    for percent in (0, -1, 101):
        with pytest.raises(ValueError, match=f"{percent} percent of light .* write 1 to 100"):
            seen("red", "dim", percent)


def test_a_program_that_measures_no_color_does_not_wait_for_it():
    code = (
        "import sys, pitdesk.chipset.color, pitdesk.chipset.photo;"
        "assert not {'coloraide', 'PIL'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
