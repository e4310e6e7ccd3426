"""Every body of the responses API is a reply of some kind, or is said to be none."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.participants.base import Finish, Reply
from runners.participants.completion import NotACompletion
from runners.participants.openai_responses import read_response


def message(*parts: dict[str, object], **more: object) -> dict[str, object]:
    return {"type": "message", "role": "assistant", "content": list(parts), **more}


def said(text: str) -> dict[str, object]:
    return {"type": "output_text", "text": text, "annotations": []}


def refused(text: str) -> dict[str, object]:
    return {"type": "refusal", "refusal": text}


THOUGHT: dict[str, object] = {
    "type": "reasoning",
    "summary": [{"type": "summary_text", "text": "Hm."}],
}
CALLED: dict[str, object] = {"type": "function_call", "name": "look", "arguments": "{}"}


def body(*output: object, status: str | None = "completed", **more: object) -> str:
    return json.dumps({"object": "response", "status": status, "output": list(output), **more})


@pytest.mark.parametrize(
    ("written", "text", "finish"),
    [
        (body(message(said("In the drawer."))), "In the drawer.", Finish.STOP),
        (body(THOUGHT, message(said("In the "), said("drawer."))), "In the drawer.", Finish.STOP),
        (body(message(said("One.")), message(said("Two."))), "One.\n\nTwo.", Finish.STOP),
        (body(message(said("Yes.")), status=None), "Yes.", Finish.STOP),
        (body(message(said("Yes.")), CALLED), "Yes.", Finish.UNKNOWN),
        (body(message(said("Yes.")), {"type": "web_search_call"}), "Yes.", Finish.STOP),
        (body(message(said("Yes.")), status="expired"), "Yes.", Finish.UNKNOWN),
        (
            body(message(said("Let me see."), phase="commentary"), message(said("Yes."))),
            "Yes.",
            Finish.STOP,
        ),
        (body(message(said("Let me see."), phase="commentary")), "Let me see.", Finish.STOP),
        (
            body(
                message(said("In the")),
                status="incomplete",
                incomplete_details={"reason": "max_output_tokens"},
            ),
            "In the",
            Finish.LENGTH,
        ),
        (
            body(THOUGHT, status="incomplete", incomplete_details={"reason": "max_output_tokens"}),
            "",
            Finish.LENGTH,
        ),
        (body(message(said("In the")), status="incomplete"), "In the", Finish.UNKNOWN),
        (
            body(
                message(said("In")),
                status="incomplete",
                incomplete_details={"reason": "content_filter"},
            ),
            "In",
            Finish.FILTERED,
        ),
        (body(message(refused("I won't."))), "I won't.", Finish.REFUSAL),
        (body(message(refused("No.")), message(said("  "))), "No.", Finish.REFUSAL),
        (body(message(said("Yes."), refused("Not more."))), "Yes.", Finish.STOP),
        (body(), "", Finish.EMPTY),
        (body(THOUGHT), "", Finish.EMPTY),
        (body(message()), "", Finish.EMPTY),
        (body(message(said(" "))), " ", Finish.EMPTY),
        (body(CALLED), "", Finish.UNPARSABLE),
        (body("words"), "", Finish.UNPARSABLE),
        (body({"type": "message", "content": "Yes."}), "Yes.", Finish.STOP),
        (body({"type": "message", "content": None}), "", Finish.EMPTY),
        (
            body(status="failed", error={"code": "invalid_prompt", "message": "flagged"}),
            "",
            Finish.FILTERED,
        ),
        (
            body(status="failed", error={"code": "image_content_policy_violation"}),
            "",
            Finish.FILTERED,
        ),
    ],
)
def test_a_response_is_a_reply_whatever_became_of_it(
    written: str, text: str, finish: Finish
) -> None:
    found = read_response(written)
    assert (found.text, found.finish) == (text, finish)


def test_what_is_next_to_the_words_is_kept() -> None:
    found = read_response(
        body(
            message(said("Yes.")),
            id="resp_1",
            model="any-2026",
            error=None,
            usage={
                "input_tokens": 9,
                "output_tokens": 40,
                "output_tokens_details": {"reasoning_tokens": 38},
            },
        )
    )
    assert found == Reply("Yes.", Finish.STOP, "", "any-2026", "resp_1", 9, 40)


@pytest.mark.parametrize(
    ("written", "what", "status"),
    [
        (body(status="failed", error={"code": "server_error"}), "an error", 500),
        (body(status="failed", error={"code": "rate_limit_exceeded"}), "an error", 429),
        (body(status="failed", error={"code": "invalid_image"}), "an error", 400),
        (body(status="failed", error={"code": "something new"}), "an error", 500),
        (body(status="failed", error="words"), "an error", 500),
        ('{"error": {"message": "no", "code": 503}}', "an error", None),
        (body(status="failed"), "a response that was not finished", None),
        (body(status="in_progress"), "a response that was not finished", None),
        (body(status="queued"), "a response that was not finished", None),
        (body(message(said("In")), status="cancelled"), "a response that was not finished", None),
        ("[]", "JSON that is no response", None),
        ('{"output": "Yes."}', "JSON that is no response", None),
        ('{"choices": []}', "JSON that is no response", None),
        ("", "an empty body", None),
        ("<html>", "a web page", None),
    ],
)
def test_what_is_no_reply_says_what_it_looks_like(
    written: str, what: str, status: int | None
) -> None:
    with pytest.raises(NotACompletion) as caught:
        read_response(written)
    assert (caught.value.what, caught.value.status) == (what, status)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "text", "content", "refusal", "status", "output", "phase"]),
            inner | st.sampled_from(["message", "output_text", "refusal", "reasoning"]),
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.lists(JSON, max_size=3), JSON, JSON, JSON)
def test_no_json_whatever_brings_the_reader_down(
    output: list[object], status: object, details: object, error: object
) -> None:
    value = {"output": output, "status": status, "incomplete_details": details, "error": error}
    try:
        found = read_response(json.dumps(value))
    except NotACompletion:
        return
    assert isinstance(found.text, str)
