"""Whatever a body holds, it is read as a reply of some kind or named for what it is."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.participants.anthropic import read_message
from runners.participants.base import Finish, Reply
from runners.participants.completion import NotACompletion, read_completion
from runners.participants.double import completion
from runners.participants.google import read_content
from runners.participants.openai_responses import read_response


def one(message: object, finish: object = "stop") -> str:
    return json.dumps({"choices": [{"message": message, "finish_reason": finish}]})


REPLIES = [
    ("words", one({"content": "The jar."}), "The jar.", Finish.STOP),
    ("no finish reason", one({"content": "The jar."}, None), "The jar.", Finish.STOP),
    ("cut off", one({"content": "The"}, "length"), "The", Finish.LENGTH),
    ("cut off while thinking", one({"content": None}, "length"), "", Finish.LENGTH),
    ("nothing", one({"content": ""}), "", Finish.EMPTY),
    ("null", one({"content": None}), "", Finish.EMPTY),
    ("blanks", one({"content": " \n"}), " \n", Finish.EMPTY),
    ("refusal", one({"content": None, "refusal": "I can't."}), "I can't.", Finish.REFUSAL),
    ("empty refusal", one({"content": "The jar.", "refusal": ""}), "The jar.", Finish.STOP),
    ("filtered", one({"content": None}, "content_filter"), "", Finish.FILTERED),
    ("filtered half-way", one({"content": "The"}, "content_filter"), "The", Finish.FILTERED),
    ("filtered message", one(None, "content_filter"), "", Finish.FILTERED),
    ("parts", one({"content": [{"type": "text", "text": "a"}, "b"]}), "ab", Finish.STOP),
    ("foreign parts", one({"content": [{"type": "image"}]}), "", Finish.UNPARSABLE),
    ("a number", one({"content": 5}), "", Finish.UNPARSABLE),
    ("a tool call", one({"content": None, "tool_calls": [{}]}), "", Finish.UNPARSABLE),
    ("no message", one(None), "", Finish.UNPARSABLE),
    ("an older tool call", one({"content": "So."}, "function_call"), "So.", Finish.UNKNOWN),
    ("an error half-way", one({"content": "The"}, "error"), "The", Finish.UNKNOWN),
    ("an error before a word", one({"content": None}, "error"), "", Finish.UNKNOWN),
    ("an error and no message", one(None, "error"), "", Finish.UNKNOWN),
    ("a reason that is no word", one({"content": "The"}, {"type": "error"}), "The", Finish.UNKNOWN),
    ("no list of tools", one({"content": "The jar.", "tool_calls": []}), "The jar.", Finish.STOP),
    ("a gateway's word", one({"content": "The jar."}, "end_turn"), "The jar.", Finish.STOP),
    ("in capitals", one({"content": "The jar."}, "STOP"), "The jar.", Finish.STOP),
    ("Cohere's word", one({"content": "The jar."}, "COMPLETE"), "The jar.", Finish.STOP),
    ("no choices", '{"choices":[]}', "", Finish.UNPARSABLE),
    ("foreign choices", '{"choices":["x"]}', "", Finish.UNPARSABLE),
    ("a byte order mark", "\ufeff" + one({"content": "The jar."}), "The jar.", Finish.STOP),
]


@pytest.mark.parametrize(
    ("body", "text", "finish"), [row[1:] for row in REPLIES], ids=[row[0] for row in REPLIES]
)
def test_a_completion_of_any_kind_is_a_reply(body: str, text: str, finish: Finish) -> None:
    assert read_completion(body) == Reply(text, finish)


@pytest.mark.parametrize(
    ("body", "what", "damaged"),
    [
        ("", "an empty body", True),
        (" \n", "an empty body", True),
        ("<html>", "a web page", False),
        ('{"choices": [', "JSON that breaks off", True),
        ("[" * 100_000, "JSON that breaks off", True),
        ('{"n": ' + "9" * 10_000 + "}", "JSON that breaks off", True),
        ("data: {}", "something that is not JSON", False),
        ("null", "JSON that is no chat completion", False),
        ('{"choices": 3}', "JSON that is no chat completion", False),
        ('{"error": {"message": "no"}}', "an error", False),
    ],
)
def test_what_is_no_completion_is_named(body: str, what: str, damaged: bool) -> None:
    with pytest.raises(NotACompletion) as caught:
        read_completion(body)
    assert (caught.value.what, caught.value.damaged) == (what, damaged)


@pytest.mark.parametrize(
    ("read", "names", "rest"),
    [
        (read_completion, ("prompt_tokens", "completion_tokens"), {"choices": []}),
        (read_response, ("input_tokens", "output_tokens"), {"output": [], "status": "completed"}),
    ],
)
def test_tokens_that_went_into_openais_cache_are_counted(
    read: Callable[[str], Reply], names: tuple[str, str], rest: dict[str, object]
) -> None:
    kept = {"cached_tokens": 5, "cache_write_tokens": 3}
    usage = {names[0]: 9, names[1]: 1, f"{names[0]}_details": kept}
    found = read(json.dumps({**rest, "usage": usage}))
    assert (found.cache_read, found.cache_written) == (5, 3)


@pytest.mark.parametrize("usage", [(-1, True), (2**31, 10**30), ("7", 7.0)])
def test_foreign_counts_and_names_are_no_counts_and_names(usage: tuple[object, object]) -> None:
    """A number that the store has no room for would end the run that was given it."""
    read, written = usage
    body = json.dumps(
        {
            "id": 7,
            "model": None,
            "usage": {"prompt_tokens": read, "completion_tokens": written},
            "choices": [{"message": {"content": "Yes."}}],
        }
    )
    assert read_completion(body) == Reply("Yes.", Finish.STOP)


@pytest.mark.parametrize(
    ("read", "named", "rest"),
    [
        (read_message, "usage", {"content": [], "stop_reason": "end_turn"}),
        (read_content, "usageMetadata", {"candidates": []}),
    ],
)
@pytest.mark.parametrize("tokens", [2**64, -1, "7"])
def test_a_sum_of_tokens_of_which_a_part_is_no_count_is_not_known(
    read: Callable[[str], Reply], named: str, rest: dict[str, object], tokens: object
) -> None:
    """Nought for the rest of the sum would pass for a count."""
    usage = {
        "input_tokens": tokens,
        "cache_read_input_tokens": 0,
        "output_tokens": 3,
        "promptTokenCount": 7,
        "candidatesTokenCount": tokens,
        "thoughtsTokenCount": 0,
    }
    found = read(json.dumps({**rest, named: usage}))
    assert (found.input_tokens, found.output_tokens) in ((None, 3), (7, None))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["choices", "message", "content", "refusal", "finish_reason", "usage", "text"]
            )
            | st.text(),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(JSON | st.builds(lambda m: {"choices": [{"message": m, "finish_reason": m}]}, JSON))
def test_no_json_is_too_strange(value: object) -> None:
    try:
        found = read_completion(json.dumps(value))
    except NotACompletion:
        return
    assert isinstance(found.text, str)


@given(st.integers(0, 400), st.binary(max_size=3))
def test_no_damage_is_too_great(at: int, junk: bytes) -> None:
    body = completion("In the drawer.")
    damaged = body[: at % len(body)] + junk + body[at % len(body) + 1 :]
    with contextlib.suppress(NotACompletion):
        read_completion(damaged.decode("utf-8", errors="surrogateescape"))
