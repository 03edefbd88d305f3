"""Profiles of devices: data that says where it is known from; one that is wrong is named."""

import pytest

from pitdesk.errors import Trouble
from printers.devices.beside import CODECS
from printers.devices.models import FOLDER, KINDS, load

MODELS = load()
README = (FOLDER / "README.md").read_text("utf-8")


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda model: model.name)
def test_a_profile_says_how_it_is_known_and_has_a_codec(model):
    assert model.kind in KINDS
    assert len(model.source) > 20
    assert CODECS[model.codec](model)
    assert ("not from its maker" in model.words) == (model.known in ("captures", "code"))
    assert bool(model.every_ms) == bool(model.bytes_of("ask")) or model.kind == "drawer"


def test_there_is_one_of_each_kind_and_the_readme_names_every_codec():
    assert {model.kind for model in MODELS.values()} == {*KINDS}
    for codec in filter(None, CODECS):
        assert f"`{codec}`" in README, codec


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('name = "x"', "missing required field"),
        ("name = ", "Invalid value"),
        ('open = "1B"\n', "unknown field"),
        ('[sends]\nopen = "1B3"', "non-hexadecimal"),
        ('[patterns]\nline = "("', "unterminated"),
        ('bits = "9N1"\n', "Invalid enum value"),
    ],
)
def test_a_profile_that_is_wrong_is_named(tmp_path, text, words):
    whole = 'name = "A"\nversion = 1\nkind = "scale"\nknown = "maker"\nsource = "a manual"\n'
    (tmp_path / "scale-a.toml").write_text(text if text.startswith("name") else whole + text)
    with pytest.raises(Trouble, match=r"scale-a\.toml cannot be used: .*" + words):
        load(tmp_path)


def test_two_profiles_of_one_name_are_refused(tmp_path):
    text = (FOLDER / "scanner.toml").read_text("utf-8")
    for name in ("a", "b"):
        (tmp_path / f"{name}.toml").write_text(text)
    with pytest.raises(Trouble, match=r"b\.toml is of Scanner on a serial"):
        load(tmp_path)
