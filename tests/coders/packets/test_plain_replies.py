"""Markdown is set plain, and no word of a reply is lost on the way."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coders.packets.plain_replies import plain_reply


def test_marks_go_and_words_numbers_and_addresses_stay() -> None:
    reply = """\
# Answer

The **box**, because *she* `saw` it.
See [the study](https://example.org/x).

1. first
2. second
   - under it

- a
- b

> quoted

```python
look("box")
```
"""
    assert (
        plain_reply(reply)
        == """\
Answer

The box, because she saw it.
See the study (https://example.org/x).

1. first
2. second
under it

a
b

quoted

python
look("box")"""
    )


@pytest.mark.parametrize(
    "text",
    [
        "In the box.",
        "Two * three * four",
        "| a | b |",
        "[A NAME] says so",
        "2 < 3 & 4",
        "a_b_c",
        "~",
    ],
)
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert plain_reply(text) == text


PIECES = [
    "box", "saw", "_", "**", "#", "1.", "-", "\n", "\n\n", ">", "`", "```", "|", "[", "](", ")",
    "<", "*", "[a]:", '"', "~~",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES)))
def test_no_word_is_lost(pieces: list[str]) -> None:
    text = " ".join(pieces)
    assert re.findall("box|saw", plain_reply(text)) == re.findall("box|saw", text)


@given(st.lists(st.sampled_from(PIECES) | st.text(st.characters(exclude_categories=()))))
def test_no_reply_is_too_odd_to_be_set_plain(pieces: list[str]) -> None:
    plain_reply("".join(pieces))
