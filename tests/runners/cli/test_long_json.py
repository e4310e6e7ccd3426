"""A long document is printed in the very words of a short one."""

from __future__ import annotations

import json

import pytest

from runners.cli import long_json


@pytest.mark.parametrize("parts", [1, 7, 20_000])
def test_the_words_are_those_of_one_text(
    parts: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(long_json, "_PARTS", parts)
    document = {"trials": [{"n": 1, "words": "é\n\u2028"}, {"n": None}], "none": [], "x": 0.5}
    long_json.print_json(document)
    assert capsys.readouterr().out == json.dumps(document, ensure_ascii=False, indent=2) + "\n"
