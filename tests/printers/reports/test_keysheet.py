"""The keys on one sheet: all of them, on one page, nothing cut off."""

from io import BytesIO
from itertools import pairwise

from pypdf import PdfReader

from pitdesk.__main__ import main
from printers.reports.keysheet import SIZE, keys_pdf
from printers.reports.pages import FOLDER, written_keys


def test_one_letter_page_has_every_key_and_its_verb_and_no_line_on_another():
    (page,) = PdfReader(BytesIO(keys_pdf())).pages
    words = " ".join(page.extract_text().split())
    for group, key, said in written_keys(FOLDER):
        assert group in words, group
        assert key in words, key
        assert said.partition(":")[0] in words, said
    assert [float(edge) for edge in page.mediabox[2:]] == [612.0, 792.0]
    spots: dict[float, list[float]] = {}

    def see(text: str, _: object, at: list[float], *__: object) -> None:
        if text.strip():
            spots.setdefault(at[4], []).append(at[5])

    page.extract_text(visitor_text=see)
    downs = [sorted(down) for down in spots.values()]
    assert min(down[0] for down in downs) > 30
    close = [b - a for down in downs for a, b in pairwise(down)]
    assert len(close) > 250
    assert min(close) > SIZE + 2, "letters stand in those of the line above"


def test_the_command_writes_it_with_the_manual_or_alone(tmp_path, capsys):
    sheet = tmp_path / "keys.pdf"
    assert main(["manual", "--keys", str(sheet)]) == 0
    assert sheet.read_bytes() == keys_pdf()
    assert capsys.readouterr().out == f"{sheet}\n"
    assert main(["manual"]) != 0
    assert "--keys FILE.pdf" in capsys.readouterr().err
