"""The templates of the page: their layout is none of the page's."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from jinja2 import UndefinedError

from renderers.report.templating import environment, rendered
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


def test_what_others_wrote_is_escaped_and_never_laid_out_again() -> None:
    made = environment().from_string("<td>\n{{ reply }}\n</td>")
    assert made.render(reply="<b>\n'x' &amp;") == "<td>&lt;b&gt;\n&#39;x&#39; &amp;amp;</td>"


def test_no_template_takes_a_text_for_markup() -> None:
    found = files("renderers.report").joinpath("templates").iterdir()
    texts = [one.read_text(encoding="utf-8") for one in found if one.name.endswith(".jinja")]
    assert texts
    assert not [text for text in texts if re.search(r"\|\s*safe\b|autoescape|Markup", text)]


def test_what_a_document_does_not_have_is_a_fault() -> None:
    made = environment().from_string("{{ document.score.lrs.rounded() }}")
    with pytest.raises(UndefinedError, match="'lrs'"):
        made.render(document=Value({"score": {}}))


def test_a_section_with_nothing_to_say_is_empty() -> None:
    assert rendered("measures", document=Value({"score": {"measures": []}})) == ""
