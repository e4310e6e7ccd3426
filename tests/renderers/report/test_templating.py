"""The templates of the page: their layout is none of the page's, and their code is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment, FunctionLoader, UndefinedError

from renderers.report.templating import Compiled, environment, rendered
from renderers.report.values import Value

TABLE = """
{# A comment. #}
<tr>
  <th>{{ name }}</th>
  <td>
    {% if few %}
      one of {{ few }}
      and no more, <strong>or</strong>
      <em>so</em>
    {% endif %}
  </td>
</tr>
<p>A sentence
over two lines.{% if few %} And another.{% endif %}

</p>
"""


def test_line_breaks_are_spaces_in_sentences_and_nothing_elsewhere() -> None:
    made = environment().from_string(TABLE)
    assert made.render(name="a", few=2) == (
        "<tr><th>a</th><td>one of 2 and no more, <strong>or</strong> <em>so</em></td></tr>"
        "<p>A sentence over two lines. And another.</p>"
    )


def test_what_others_wrote_is_escaped_and_never_laid_out_anew() -> None:
    made = environment().from_string("<td>\n{{ reply }}\n</td>")
    assert made.render(reply="<b>\n'x' &amp;") == "<td>&lt;b&gt;\n&#39;x&#39; &amp;amp;</td>"


def test_what_a_document_does_not_have_is_a_fault() -> None:
    made = environment().from_string("{{ document.score.lrs.rounded() }}")
    with pytest.raises(UndefinedError, match="'lrs'"):
        made.render(document=Value({"score": {}}))


def test_a_section_with_nothing_to_say_is_empty() -> None:
    assert rendered("accuracies", document=Value({"score": {"accuracies": []}})) == ""


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


def test_damaged_code_is_made_anew(tmp_path: Path) -> None:
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
