"""What a participant is: something that is asked one call and gives one reply.

A participant holds the settings it was made with, and its identity is made of them; a call carries
none. The alternative, settings in each call, was rejected: a call could then be answered under
other settings than those that its participant's key is a hash of.

A reply of any kind is data, also a refusal, an empty or a filtered one. Only where there was no
reply at all does `ask` raise (`runners.participants.failures.NoReply`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from dsl.record import record
from dsl.trial import Question
from renderers.prompt import Message, Role

if TYPE_CHECKING:
    from runners.agents.steps import StepRequest
    from runners.participants.transport.limits import Allowance

__all__ = [
    "LOST",
    "Call",
    "Finish",
    "Hints",
    "Message",
    "Participant",
    "Reply",
    "Role",
    "Setting",
    "Settings",
]

Setting = str | int | float | bool


@record
class Settings:
    """What was asked for on the command line. None and absent are never sent: the provider's own
    default then holds, and reports say "provider default". `allow_unsupported`: what the model does
    not take is left out and noted, instead of being refused before the first call. `shown` are the
    formats of items that are shown (`dsl.experiment.ItemFormat`), None for all. `reasoning` is a
    word of `runners.participants.reasoning`, empty for the provider's default. `timeout_s` is
    how long one reply may take, and `max_reply_bytes` how long it may be; of neither is anything
    sent, and they make nobody another participant."""

    temperature: float | None = None
    max_tokens: int | None = None
    params: tuple[tuple[str, Setting], ...] = ()
    allow_unsupported: bool = False
    shown: frozenset[str] | None = None
    timeout_s: float = 300.0
    max_reply_bytes: int = 16_000_000
    reasoning: str = ""


@record
class Hints:
    """What a participant that sees keys receives with the question itself.

    `reality`: the control called `reality` of its session, if there is one. `kept`: (name, words)
    for each reply kept so far in this conversation: the phrase that matched, or the whole reply.
    `sitting`: the key of the trial, the same in all its calls, as a person stays the same.
    `trained`: how many questions of a training have been asked in it. `request`: what an agent
    asks, where one does.
    """

    reality: Question | None = None
    kept: tuple[tuple[str, str], ...] = ()
    sitting: str = ""
    trained: int = 0
    request: StepRequest | None = None


NO_HINTS = Hints()


@record
class Call:
    """One request for one turn.

    `key` is the call key; `seed` the sampling seed derived from it, 0 or more. `messages` is the
    conversation, the last one being the user's. `question` and `hints` hold keys: they are given
    only to participants with `sees_key`, and `question` is None for a `listen`. `options` are the
    answers whose likelihoods are asked for, by letter where the words show letters; without any,
    words are asked for. They are given only to participants with `scores_options`.

    `continues`: the options are not replies but go on with the messages, as one text without a chat
    template; only models that report likelihoods take such a call. `letters` are then those of the
    options that it shows, if any, `bare` is what is left of it without a question, and `reading`
    names the likelihood that decides. `compares`: the one message holds texts whose embeddings are
    compared (`runners.agents.recall`); only who has embeddings takes such a call.

    `conversation` is the same in calls whose messages begin alike, and `goes_on` says that a later
    one begins with all of these: a provider's cache can be asked by them to keep the words. They
    change no reply, and nobody's identity.
    """

    key: str
    messages: tuple[Message, ...]
    seed: int = 0
    question: Question | None = None
    hints: Hints = NO_HINTS
    options: tuple[str, ...] = ()
    continues: bool = False
    letters: tuple[str, ...] = ()
    bare: str = ""
    reading: str = ""
    conversation: str = ""
    goes_on: bool = False
    compares: bool = False


class Finish(StrEnum):
    """How a reply ended. All of them are replies: they are stored, and not asked again."""

    STOP = "stop"
    """It came to its own end."""
    LENGTH = "length"
    """It was cut off at a limit of tokens."""
    REFUSAL = "refusal"
    """The provider marked it as a refusal; `text` is what was said."""
    FILTERED = "filtered"
    """The provider withheld the reply, or would not pass the prompt on."""
    EMPTY = "empty"
    """It ended by itself and says nothing."""
    UNPARSABLE = "unparsable"
    """A well-formed answer in which no text can be found; `raw` shows it."""
    NOT_SHOWN = "not shown"
    """Nothing was asked: the item is of a format that the participant cannot be shown."""
    UNKNOWN = "unknown"
    """The provider gave a reason that devrun does not know, or the model called a tool that nobody
    offered: `text` may be half of a reply."""

    @classmethod
    def _missing_(cls, value: object) -> Finish | None:
        # A store that a newer devrun wrote to may hold reasons that are not known here yet.
        return cls.UNKNOWN if isinstance(value, str) else None


LOST = frozenset({Finish.LENGTH, Finish.UNPARSABLE, Finish.UNKNOWN, Finish.NOT_SHOWN})
"""Replies that are no whole answer through no doing of the model's: technical losses. They are not
scored, and nobody codes them. So are items that were not shown."""


@record
class Reply:
    """What came back.

    `raw` is the body as received, empty for simulated participants. `sent` is canonical JSON of the
    parameters that went with the messages, never a header or a key. Tokens and `request_id` are
    None where the provider gave none. Of the `input_tokens`, `cache_read` are those that the
    provider had in its cache, and `cache_written` those that it put there at a price. `limits` are
    what it says is left of its own; they are kept nowhere. `text` and `raw` may hold lone
    surrogates (a broken emoji of the model's): they are kept as they came, and what stores them
    must escape them reversibly.
    """

    text: str
    finish: Finish
    raw: str = ""
    model_returned: str = ""
    request_id: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read: int = 0
    cache_written: int = 0
    sent: str = "{}"
    latency_s: float = 0.0
    limits: tuple[Allowance, ...] = ()


class Participant(Protocol):
    """One who answers. Each adapter is one small file that imports its SDK only when used."""

    @property
    def name(self) -> str:
        """`provider/model` as the user writes it after `-m`."""

    @property
    def simulated(self) -> bool:
        """Its replies are no data: marked everywhere, and never pooled with real ones."""

    @property
    def sees_key(self) -> bool:
        """Whether calls must carry the question and its key."""

    @property
    def scores_options(self) -> bool:
        """Whether it can say how likely it finds each of the options of a call."""

    @property
    def continues_text(self) -> bool:
        """Whether it is a base model: it goes on with a text, and knows no turns."""

    @property
    def sees_pictures(self) -> bool:
        """Whether the messages may hold pictures."""

    @property
    def places(self) -> int | None:
        """How many calls it works on side by side, where it answers in this process; None where
        it is reached over a network: that number is to be found, and silence there has a limit."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences the user should read before the first call, such as a plain http address."""

    def identity(self) -> dict[str, str]:
        """What makes it this participant, for hashing: provider, model, requested parameters, and
        the endpoint where it is not the vendor's own. No secret, and nothing of this machine."""

    async def ask(self, call: Call) -> Reply:
        """One reply to one call; a single attempt, without retries.

        Raises:
            NoReply: nothing came that could be kept.
        """

    async def aclose(self) -> None:
        """Let go of connections. Harmless when nothing was asked, and when called twice."""
