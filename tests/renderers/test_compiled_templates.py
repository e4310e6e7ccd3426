"""The code of templates is kept, and never taken for that of another template."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FunctionLoader

from renderers.compiled_templates import Compiled


class Texts:
    """An environment with one template, whose code is kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self.text = "{{ 1 + 1 }}"
        self.folder = folder

    def rendered(self) -> str:
        made = Environment(
            autoescape=True,
            loader=FunctionLoader(lambda _: self.text),
            bytecode_cache=Compiled(self.folder),
        )
        return made.get_template("sum").render()

    def kept(self) -> list[Path]:
        return list(self.folder.iterdir())


def test_code_is_kept_and_used_until_the_template_is_another(tmp_path: Path) -> None:
    texts = Texts(tmp_path / "kept")
    assert texts.rendered() == "2"
    (kept,) = texts.kept()
    code = kept.read_bytes()
    # What is kept is what is run: the sum is in it as its result.
    assert texts.rendered() == "2"
    assert (texts.kept(), kept.read_bytes()) == ([kept], code)
    texts.text = "{{ 2 + 2 }}"
    assert texts.rendered() == "4"
    assert texts.kept() == [kept]
    assert kept.read_bytes() != code


def test_damaged_code_is_made_again(tmp_path: Path) -> None:
    texts = Texts(tmp_path)
    texts.rendered()
    (kept,) = texts.kept()
    whole = kept.read_bytes()
    for damaged in (b"", whole[:-10], whole[:100], b"x" + whole):
        kept.write_bytes(damaged)
        assert texts.rendered() == "2"
        assert kept.read_bytes() == whole


def test_where_no_code_can_be_kept_pages_are_made_all_the_same(tmp_path: Path) -> None:
    texts = Texts(tmp_path / "file" / "kept")
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert texts.rendered() == "2"
