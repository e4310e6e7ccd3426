"""Messages of the program on a page: words between backticks are code, and nothing is markup."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from renderers.report.parts import sentence, with_code
from renderers.report.templating import macro
from renderers.report.values import Value
from tests.property import examples

MESSAGES = {
    "nearly constant: 100% of the ratings are `right`": "nearly constant: 100% of the ratings are "
    "<code>right</code>",
    "`a` and `b <c>`": "<code>a</code> and <code>b &lt;c&gt;</code>",
    "one ` alone": "one ` alone",
    "`over\nlines`": "`over\nlines`",
    "": "",
}


@pytest.mark.parametrize("message", MESSAGES)
def test_words_between_backticks_are_code_and_all_else_is_as_it_is(message: str) -> None:
    assert with_code(message) == MESSAGES[message]


@examples(100)
@given(st.text(alphabet="`<>&\"'a \n/"))
def test_whatever_a_message_quotes_there_is_no_element_in_it_but_code(message: str) -> None:
    found = with_code(message)
    assert set(re.findall(r"<[^>]*>", found)) <= {"<code>", "</code>"}
    assert re.sub(r"<code>|</code>", "", found).count("<") == 0
    assert html.unescape(re.sub(r"</?code>", "`", found)) == message


def test_a_message_of_the_document_keeps_its_words_with_its_place() -> None:
    found = Value({"reason": "see `devrun <x>`"}, "/agree")["reason"].told()
    assert found == (
        '<data value="see `devrun &lt;x&gt;`" data-from="/agree/reason">'
        "see <code>devrun &lt;x&gt;</code></data>"
    )


def test_notes_of_tables_are_messages_and_what_is_set_already_stays() -> None:
    table = macro("table_of")
    for note, shown in (
        (sentence("strict: see `a`"), "Strict: see <code>a</code>."),
        (Markup("<bdi>`a`</bdi>"), "<bdi>`a`</bdi>"),
    ):
        assert f'<p class="note">{shown}</p>' in table("Rows", [], [], False, note)
