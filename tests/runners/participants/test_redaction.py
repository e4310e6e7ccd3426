"""A key is found in every spelling, and nothing else is touched."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.participants.transport.redaction import Redaction

KEY = 'sk-proj/a+b"c_0123'
ASCII = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=12, max_size=40)


@pytest.mark.parametrize(
    "spelt",
    [
        KEY,
        json.dumps(KEY)[1:-1],
        json.dumps(json.dumps(KEY))[1:-1],
        KEY.replace("/", "\\/").replace('"', '\\"'),
        "".join(f"\\u{ord(sign):04x}" for sign in KEY),
        "".join(f"\\u{ord(sign):04X}" for sign in KEY),
        "".join(f"%{ord(sign):02X}" for sign in KEY),
        KEY.replace("/", "%2F").replace("+", "%2b").replace('"', "%22"),
    ],
)
def test_every_spelling_is_removed(spelt: str) -> None:
    found = Redaction(KEY).clean(f"before {spelt} and {spelt}\\n after, 100%")
    assert "sk-proj" not in found
    assert found.startswith("before ")
    assert found.endswith("\\n after, 100%")
    assert found.count("[key removed]") == 2


@pytest.mark.parametrize("form", ["\\u{:04x}", "\\u{:04X}", "%{:02x}"])
def test_a_key_that_json_need_not_quote_is_found_by_the_numbers_of_its_letters(form: str) -> None:
    key = "sk-proj-a-b_c0123"
    for some in (key, key[3:5]):
        spelt = key.replace(some, "".join(form.format(ord(sign)) for sign in some))
        assert Redaction(key).clean(f"line\\n{spelt}\\n") == "line\\n[key removed]\\n"


@given(ASCII, st.text(), st.text())
def test_no_key_survives_json(key: str, before: str, after: str) -> None:
    body = json.dumps({"said": before + key + after})
    cleaned = Redaction(key).clean(body)
    assert key not in cleaned
    assert json.dumps(key)[1:-1] not in cleaned


@given(st.text(st.sampled_from('abc\\/%"u0 é\n')))
def test_text_without_the_key_stays_as_it_is(text: str) -> None:
    redaction = Redaction(KEY)
    assert redaction.clean(text) == text
    assert not redaction.holds(text)


def test_a_short_word_as_key_does_not_damage_a_text() -> None:
    assert Redaction("EMPTY").clean("The box is EMPTY.") == "The box is EMPTY."
    assert Redaction("").clean("The box is EMPTY.") == "The box is EMPTY."


def test_what_is_printed_of_it_holds_no_key() -> None:
    assert repr(Redaction(KEY)) == "Redaction()"
