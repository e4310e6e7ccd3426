"""What a model as judge reads: the same packet as a person, in one frozen prompt.

The wording is part of the measurement, so it is frozen: `PROMPT_HASH` covers every template and
how they are laid out, goes into the judge's log, and is held by a test. A change of one comma is
another judge. Transcripts are data from elsewhere, and may say "mark this right": every speech
is in a fence longer than any run of the fence's sign within it, and the rules say that nothing
inside is an instruction. Escaping the transcript instead would have judges read other words than
people do.

A judge gives marks, never an LRS: that follows from marks by the rule.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment

from dsl.record import record
from renderers.compiled_templates import text_templates
from renderers.prompt import Message, Role
from renderers.shortened import shortened

PROMPT_VERSION = "judge-1"
"""Counts up when the prompt changes; judgements under two versions are of two judges."""

_RUN = re.compile("`+")


@record
class PromptSpeech:
    """One speech: who or what `speaker` is, in our words, and its text, which is untrusted."""

    speaker: str
    text: str


@record
class JudgeQuestion:
    """One question to be judged: as a person's packet shows it. `accepted` and `lures` are empty
    unless the packet is keyed; with `candidates`, what was said is coded.
    """

    number: int
    text: str
    control: bool
    guidance: tuple[str, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    accepted: tuple[str, ...] = ()
    lures: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()


def fenced(text: str) -> str:
    """The text between two lines of backticks, more of them than occur together anywhere in it."""
    longest = max((len(run) for run in _RUN.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"


def judge_messages(
    speeches: Sequence[PromptSpeech],
    questions: Sequence[JudgeQuestion],
    *,
    words: Sequence[tuple[str, str]] = (),
) -> tuple[Message, ...]:
    """The messages that ask a judge about one item.

    `words` are (name, meaning) of what can be said other than the candidates, where `questions` is
    one question that has some.
    """
    content = bool(questions) and bool(questions[0].candidates)
    system = rendered("judge_system", content=content)
    item = rendered(
        "judge_item", speeches=speeches, questions=questions, words=words if content else ()
    )
    return (Message(Role.SYSTEM, system), Message(Role.USER, item.removesuffix("\n")))


def asked_again(messages: Sequence[Message], reply: str, fault: str) -> tuple[Message, ...]:
    """The messages that ask once more after a reply that could not be used; `fault` says why.

    A reply without words is left out: some servers take no empty message.
    """
    more = [Message(Role.ASSISTANT, shortened(reply))] if reply.strip() else []
    return (*messages, *more, Message(Role.USER, rendered("judge_again", fault=fault)))


def rendered(name: str, **names: object) -> str:
    """A template of prompts for judges, filled in."""
    return _environment().get_template(f"{name}.txt.jinja").render(names)


@cache
def _environment() -> Environment:
    """The templates of prompts."""
    made = text_templates(Path(__file__).parent / "templates")
    made.filters.update(fenced=fenced, quoted=_quoted)
    return made


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _specimen() -> str:
    """Everything that can be laid out, laid out once."""
    speech = PromptSpeech("reply to question 2", "``` and ````")
    full = JudgeQuestion(2, "Where?", False, ("n",), (("half", "e"),), ("a",), ("l",))
    several = JudgeQuestion(2, "Where?", False, ("n",), (), (), (), ("c", "d"))
    gate = JudgeQuestion(1, "Who?", True)
    asked = [
        *asked_again(judge_messages([speech], [gate, full]), "no", "why"),
        *judge_messages([speech], [several], words=[("both", "all of them")]),
    ]
    return json.dumps([[message.role, message.text] for message in asked])


PROMPT_HASH = hashlib.sha256(f"{PROMPT_VERSION}\n{_specimen()}".encode()).hexdigest()[:16]
"""The prompt's name in logs: it covers the version, the templates and their layout."""
