"""The exact words one participant reads: messages of a conversation.

What a person says comes as paragraphs; a question's choices come one a line, each with a letter
that is added here and nowhere else, so that keys name words and never positions. Nothing is added
beyond the author's words, the letters and the points of a rating.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Template

    from dsl.trial import ScriptedTurn, Session, Turn

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_USER = """\
{{ says | join("\n\n") }}
{%- if question %}
{%- if says %}{{ "\n\n" }}{% endif %}{{ question.text }}
{%- if question.options %}

{% for option in question.options %}{{ letters[loop.index0] }}) {{ option }}
{%- if not loop.last %}{{ "\n" }}{% endif %}{% endfor %}
{%- endif %}
{%- if question.rating %}

{% for point in range(question.rating[0], question.rating[1] + 1) %}{{ point }}
{%- if question.labels %} = {{ question.labels[loop.index0] }}{% endif %}
{%- if not loop.last %}{{ "\n" }}{% endif %}{% endfor %}
{%- endif %}
{%- endif %}"""


class Role(StrEnum):
    """Who speaks in a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation; `text` goes on the wire byte for byte."""

    role: Role
    text: str


@cache
def _user_template() -> Template:
    # Plain text for a participant: nothing to escape, and the template is ours, not a script's.
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True
    )
    return environment.from_string(_USER)


def user_text(turn: Turn | ScriptedTurn) -> str:
    """The user message that opens a turn: what was said since the last reply, then the question."""
    question = getattr(turn, "question", None)
    return _user_template().render(says=turn.says, question=question, letters=LETTERS)


def system_text(session: Session) -> str:
    """The system prompt of a session; empty when the script gives none."""
    return "\n\n".join(session.system)


def opening(session: Session) -> tuple[Message, ...]:
    """The messages before the first turn: the system prompt, if there is one."""
    text = system_text(session)
    return (Message(Role.SYSTEM, text),) if text else ()
