"""Thoughts that a model prints before its reply, kept apart from it.

Hosted models hand their thoughts over apart from the reply, and coders are to judge the reply. A
local model prints both between marks of its own, of which `<think>` and `</think>` have become the
usual ones. Thoughts in other marks stay in the reply: to guess at marks could take words away.
"""

from __future__ import annotations

_OPEN, _SHUT = "<think>", "</think>"


def opens(prompt: str) -> bool:
    """Whether a prompt has begun a thought, in the middle of which the model goes on."""
    return prompt.rstrip().endswith(_OPEN)


def reply_in(said: str, *, thinking: bool) -> str:
    """What was said after the thoughts; empty where they did not end. `thinking`: the prompt has
    begun them."""
    _, shut, after = said.rpartition(_SHUT)
    if shut:
        return after.lstrip()
    return "" if thinking or said.lstrip().startswith(_OPEN) else said
