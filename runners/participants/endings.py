"""How a reply ended, from the reason that a provider gives: one table for all wire formats.

A reason that is not in the table is `unknown`, never `stop`: servers send `error`, `abort` and the
like under status 200 beside half a reply, and a half reply that is scored as a whole one is wrong
in silence. Where the provider names no reason at all (null, or no such field, as many servers of
one's own do), there is nothing to doubt, and words count as a whole reply. A table for each format
was the alternative: gateways translate one format into another and keep the reasons of the first.
"""

from __future__ import annotations

from runners.participants.base import Finish

_WHOLE = ("stop", "stop_sequence", "end_turn", "eos", "eos_token", "complete", "completed")
"""The vendors' own words; `eos`, `eos_token` and `complete` are those of Together, Text Generation
Inference and Cohere."""
_CUT = (
    "length",
    "max_tokens",
    "max_output_tokens",
    "model_length",
    "model_context_window_exceeded",
    "continuation",
)
"""`continuation` is the limit of one request, after which Gemini 4 could be asked to go on."""
_FILTERED = (
    "content_filter",
    "safety",
    "recitation",
    "language",
    "blocklist",
    "prohibited_content",
    "spii",
    "model_armor",
    "escalation",
)
_FINISHES = {
    **dict.fromkeys(_WHOLE, Finish.STOP),
    **dict.fromkeys(_CUT, Finish.LENGTH),
    **dict.fromkeys(_FILTERED, Finish.FILTERED),
    "refusal": Finish.REFUSAL,
}


def ended(reason: object, text: str | None, *, tool: bool = False) -> tuple[str, Finish]:
    """The words of a reply, and how it ended. `reason` is what the provider gives, as it stands in
    the body; `text` is None where no words can be found; `tool`: the reply calls a tool.

    Nobody offers a model tools, so that one who calls one waits for what will never come: words
    beside such a call are no whole reply, and without words there is nothing to read.
    """
    finish = _finish(reason)
    if finish in (Finish.FILTERED, Finish.LENGTH, Finish.REFUSAL):
        return text or "", finish
    if text is None or (tool and not text.strip()):
        # A reason that nobody knows says more than that there are no words.
        known = finish is Finish.STOP or tool
        return "", Finish.UNPARSABLE if known else Finish.UNKNOWN
    if tool or finish is Finish.UNKNOWN:
        return text, Finish.UNKNOWN
    return text, Finish.STOP if text.strip() else Finish.EMPTY


def _finish(reason: object) -> Finish:
    if reason is None or reason == "":
        return Finish.STOP
    if not isinstance(reason, str):
        return Finish.UNKNOWN
    return _FINISHES.get(reason.lower(), Finish.UNKNOWN)
