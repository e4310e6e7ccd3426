"""From a conversation to the tokens that a model reads, and from its tokens to the reply.

Prompt and option are cut into tokens together, since that is how the model has read such text: a
tokenizer may join the end of the one with the beginning of the other. All options are then weighed
from the first token at which any of them leaves the prompt's own tokens, so that their sums are
about the same words. Rejected: tokens of the option alone, put after those of the prompt, which
for many tokenizers is a sequence that no text gives.

Hosted models return their thoughts apart from the reply, and coders are to judge the reply. A local
model prints both between marks of its own, of which `<think>` and `</think>` have become the usual
ones. Thoughts in other marks stay in the reply: to guess at marks could take words away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import takewhile
from threading import Lock
from typing import Any, Protocol

from dsl.trial import Picture
from renderers.prompt import Message, PlacedPicture, Role, completion_text, joined
from runners.participants.base import Setting
from runners.participants.failures import FailureKind, NoReply
from runners.participants.hf.pictures import PictureProcessor, SeenPictures, sample_picture
from runners.participants.messages import encodable, spoken

Tokens = tuple[int, ...]


class Tokenizer(Protocol):
    """What is used of a tokenizer of transformers."""

    bos_token_id: int | None
    eos_token_id: int | None
    chat_template: str | None

    def __call__(self, text: list[str], *, add_special_tokens: bool) -> Mapping[str, Any]:
        """`input_ids`, the tokens of each text."""

    def decode(self, token_ids: Sequence[int], *, skip_special_tokens: bool) -> str:
        """The text of tokens."""

    def apply_chat_template(
        self, conversation: list[dict[str, Any]], **options: Any
    ) -> str:  # the template's variables are the model's makers' business
        """A conversation as the model was trained to read it."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """`lead` are tokens before the text that it does not show: where a document begins."""

    text: str
    lead: Tokens
    tokens: Tokens
    seen: SeenPictures | None = None


@dataclass(frozen=True, slots=True)
class Continued:
    """Prompt and option together, for each option, in the order given. `start` is where the tokens
    begin that are weighed, the same place for all; at least 1."""

    rows: tuple[Tokens, ...]
    start: int


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """Tokens of which those from `start` on are asked for, each after all before it; `start` is at
    least 1."""

    tokens: Tokens
    start: int
    seen: SeenPictures | None = None

    @property
    def read(self) -> Tokens:
        """What the model must read: after the last token nothing is asked."""
        return self.tokens[:-1]

    @property
    def shared(self) -> Tokens:
        """What other spans may begin with, too: all before the first token that gives scores."""
        return self.tokens[: self.start - 1]

    @property
    def length(self) -> int:
        """How many tokens are asked for."""
        return len(self.tokens) - self.start


class Prompting:
    """Makes prompts for one model. `chat` goes by its chat template with `variables`, else the
    conversation is one text to be gone on with. `pictures` is for a model that is shown some."""

    def __init__(
        self,
        name: str,
        tokenizer: Tokenizer,
        *,
        chat: bool,
        variables: Sequence[tuple[str, Setting]] = (),
        pictures: PictureProcessor | None = None,
    ) -> None:
        self._name = name
        self._tokenizer = tokenizer
        self.chat = chat
        self._variables: Mapping[str, Setting] = dict(variables)
        self._pictures = pictures
        # A tokenizer is used by two threads, and is not made for that.
        self._one_at_a_time = Lock()

    def prompt(self, messages: Sequence[Message]) -> Prompt:
        """What the model reads before its reply.

        Raises:
            NoReply: the chat template does not take this conversation, or a picture is not read.
        """
        shown = _shown(messages)
        if not self.chat:
            return self._of(encodable(completion_text(map(self._marked, messages))), shown)
        conversation = [
            {"role": message.role.value, "content": self._content(message)} for message in messages
        ]
        try:
            text = self._templated(conversation)
        except NoReply:
            if self._pictures is None:
                raise
            # Some take parts only where there is a picture, and words as they are elsewhere.
            for one, message in zip(conversation, messages, strict=True):
                if not message.pictures:
                    one["content"] = encodable(message.text)
            text = self._templated(conversation)
        return self._of(text, shown)

    def bare(self) -> Prompt:
        """The bare prompt, which asks nothing: an empty message, or an empty document."""
        if not self.chat:
            return self._of("")
        empty = self._content(Message(Role.USER, ""))
        return self._of(self._templated([{"role": "user", "content": empty}]))

    def without_template(self) -> Prompting:
        """The same tokenizer for texts by themselves."""
        plain = copy(self)
        plain.chat = False
        return plain

    def document(self, text: str) -> Prompt:
        """A text by itself, to be gone on with."""
        return self._of(encodable(text))

    def joined(self, messages: Sequence[Message]) -> Prompt:
        """The turns as one text, to be gone on with in the middle of a line."""
        return self._of(encodable(joined(map(self._marked, messages))), _shown(messages))

    def trial(self, reach: int | None) -> list[TokenSpan]:
        """Prompts with one picture and with two, each with several ends, to try a model on; those
        of at most `reach` tokens."""
        upright, wide = sample_picture(40, 64), sample_picture(96, 48)
        found: list[TokenSpan] = []
        for pictures, ends in (((upright,), 3), ((wide, upright), 2)):
            placed = tuple(PlacedPicture(at, one) for at, one in enumerate(pictures))
            prompt = self.prompt((Message(Role.USER, "What is here, and where?", placed),))
            start = len(prompt.tokens) - 2
            found += (
                TokenSpan((*prompt.tokens, *range(2, 4 + end)), start, prompt.seen)
                for end in range(ends)
            )
        return [span for span in found if reach is None or len(span.tokens) <= reach]

    def strings(self, prompt: Prompt, words: Sequence[str]) -> Continued:
        """Prompt and option as one string each, with no token before or after the text; `start` is
        where they part, at least 1.
        """
        texts = [prompt.text + encodable(one) for one in words]
        rows = tuple(_with(prompt.seen, row) for row in self._encoded(texts, special=False))
        return Continued(rows, max(1, min(_common(rows[0], row) for row in rows)))

    def continued(
        self, prompt: Prompt, words: Sequence[str], *, with_space: bool = False
    ) -> Continued:
        """The prompt gone on with in each of these ways; `words` are not empty. `with_space`: the
        spaces at the end of the prompt are weighed with the words, wherever a tokenizer cuts.
        """
        seen = prompt.seen
        texts = [prompt.text + encodable(one) for one in words]
        spaced = with_space and prompt.text.endswith(" ")
        if spaced:
            texts.append(prompt.text.rstrip(" "))
        rows = [prompt.lead + row for row in self._tokens(texts, seen)]
        before = rows.pop() if spaced else prompt.tokens
        start = min(_common(before, row) for row in rows)
        if start == 0:
            lead = self._beginning()
            return Continued(tuple(lead + row for row in rows), 1)
        return Continued(tuple(rows), start)

    def text(self, tokens: Sequence[int]) -> str:
        """The words of tokens, without those that only steer the model."""
        with self._one_at_a_time:
            return self._tokenizer.decode(tokens, skip_special_tokens=True)

    def _of(self, text: str, pictures: Sequence[Picture] = ()) -> Prompt:
        seen = None
        if pictures and self._pictures is not None:
            with self._one_at_a_time:
                seen = self._pictures.see(text, pictures)
        (tokens,) = self._tokens([text], seen)
        lead = () if tokens else self._beginning()
        return Prompt(text, lead, lead + tokens, seen)

    def _marked(self, message: Message) -> Message:
        """A message with a mark in its words for each picture."""
        if self._pictures is None or not message.pictures:
            return message
        mark = self._pictures.mark
        words = (mark if isinstance(one, Picture) else one for one in message.parts)
        return Message(message.role, "".join(words))

    def _content(self, message: Message) -> str | list[dict[str, str]]:
        """A message as the chat template takes it: that of a vision model part by part."""
        if self._pictures is None:
            return encodable(message.text)
        if not message.pictures:
            return [{"type": "text", "text": encodable(message.text)}]
        return spoken(
            message,
            words=lambda text: {"type": "text", "text": text},
            picture=lambda _: {"type": "image"},
        )

    def _tokens(self, texts: list[str], seen: SeenPictures | None = None) -> list[Tokens]:
        # A template writes out the tokens that begin a document.
        rows = self._encoded(texts, special=not self.chat)
        end = self._tokenizer.eos_token_id
        for row in rows:
            if not self.chat and len(row) > 1 and row[-1] == end != self._tokenizer.bos_token_id:
                # Some tokenizers end every text, and nothing would follow.
                row.pop()
        return [_with(seen, row) for row in rows]

    def _encoded(self, texts: list[str], *, special: bool) -> list[list[int]]:
        """All in one call: each waits until the thread that computes lets go of the interpreter."""
        with self._one_at_a_time:
            found: list[list[int]] = self._tokenizer(texts, add_special_tokens=special)["input_ids"]
        return found

    def _beginning(self) -> Tokens:
        """The token with which a document begins; where there is none, that with which one ends."""
        begins, ends = self._tokenizer.bos_token_id, self._tokenizer.eos_token_id
        found = ends if begins is None else begins
        if found is None:
            raise NoReply(
                FailureKind.BAD_REQUEST,
                f"{self._name} has an empty prompt and no start token",
                "add text to the script before this question",
            )
        return (found,)

    def _templated(self, conversation: list[dict[str, Any]]) -> str:
        from jinja2 import TemplateError

        try:
            with self._one_at_a_time:
                return self._tokenizer.apply_chat_template(
                    conversation,
                    chat_template=self._pictures.template if self._pictures else None,
                    tokenize=False,
                    add_generation_prompt=True,
                    **self._variables,
                )
        except (TemplateError, TypeError, ValueError) as error:
            what = " ".join(str(error).split())[:200]
            raise NoReply(
                FailureKind.BAD_REQUEST,
                f"the chat template of {self._name} rejects this conversation: {what}",
                "some templates allow no system prompt, others require alternating speakers",
            ) from None


def _shown(messages: Iterable[Message]) -> list[Picture]:
    """The pictures of a conversation, in order."""
    return [one.picture for message in messages for one in message.pictures]


def _with(seen: SeenPictures | None, tokens: Sequence[int]) -> Tokens:
    """The tokens of a text, with its pictures in place of their marks."""
    return tuple(tokens) if seen is None else seen.within(tuple(tokens))


def _common(left: Tokens, right: Tokens) -> int:
    """How many tokens two rows begin with alike."""
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False))
    )
