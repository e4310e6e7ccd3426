"""Replies and log-likelihoods of a loaded model, by transformers' own `generate` and `forward`.

Prompts of unequal length are padded on the left and generated together. What is ours is the draw of
each token (`sampling`) and where each reply ends. Rejected: `generate_batch`, the library's
continuous batching. It draws for a whole batch from one seed, so that a reply would depend on the
others of its batch; it stops at no text; of models it takes those with plain attention alone; and
on a GPU without further kernels it wrote a third as fast (docs/speed.md).

A model that does not read a padded prompt as it reads the prompt alone, which is tried when it is
loaded, gets batches of equal length, and prompts with pictures one by one. Where a batch has
pictures, the model itself counts positions: some count a picture in two dimensions.
"""

from __future__ import annotations

import gc
import inspect
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from runners.participants.hf.pictures import Row, SeenPictures, inputs_of
from runners.participants.hf.prompting import Tokens, TokenSpan

if TYPE_CHECKING:
    from torch import Tensor

    from runners.participants.hf.sampling import Sampler

T = TypeVar("T", bound="_Readable")

_WORTH_SHARING = 16
"""A prompt of fewer tokens is read again with each option."""
_MOST_SCORES = 2**28
"""So many scores are computed at once, over all tokens asked for and the whole vocabulary: a GiB in
float32."""


class _Readable(Protocol):
    """What a model reads some of at once."""

    @property
    def read(self) -> Tokens:
        """The tokens."""

    @property
    def seen(self) -> SeenPictures | None:
        """The pictures among them."""


class Model(Protocol):
    """What is used of a causal language model of transformers."""

    forward: Callable[..., Any]
    config: Any
    dtype: Any

    @property
    def device(self) -> Any:
        """Where it is."""

    def __call__(self, **given: Any) -> Any:
        """Scores of the next token, and the cache."""

    def generate(self, **given: Any) -> Any:
        """Continues a batch."""


@dataclass(slots=True, eq=False)
class Generation:
    """A reply after `prompt`, of at most `limit` tokens.

    It draws from its own sequence of random numbers, one a token, so that what it says does not
    depend on other replies of its batch, and it can be interrupted and continued.
    """

    prompt: Tokens
    seed: int
    limit: int
    seen: SeenPictures | None = None
    tokens: list[int] = field(default_factory=list)
    ended: str = ""
    """Why it is complete: `end`, `blank line`, `limit` or `no numbers`; empty while it is not."""
    numberless: bool = False
    """The model's scores of its next token are not numbers, so that there is nothing to draw."""
    beside: int = 1
    """The most replies that were generated in one batch with it."""
    _random: Random = field(init=False)
    _numbers: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    @property
    def read(self) -> Tokens:
        """Prompt and reply so far."""
        return (*self.prompt, *self.tokens)

    def number(self) -> float:
        """The random number of the next token, from 0 to below 1; the same until it is added."""
        while len(self._numbers) <= len(self.tokens):
            self._numbers.append(self._random.random())
        return self._numbers[len(self.tokens)]


class Inference:
    """A model, and what it was found to do. One thread uses it.

    `pads`: it reads a padded prompt as it reads the prompt alone. `shares`: several options can be
    read after one prompt's cache.
    """

    def __init__(self, model: Model, *, pads: bool, shares: bool) -> None:
        self.model = model
        self.pads = pads
        self.shares = shares

    def generate(
        self,
        batch: Sequence[Generation],
        sampler: Sampler,
        *,
        ended: Callable[[Generation], str],
        pause: Callable[[int], bool],
        reach: int | None = None,
    ) -> None:
        """Adds tokens to each reply until all have ended.

        `ended` says after each token why a reply is complete, "" while it is not. `pause` is asked
        after each token with the number of replies that are not, and stops the batch before they
        are. It also stops where one has `reach` tokens, more than which the model cannot read.
        """
        import torch

        for part in self._alike(batch):
            longest = max(len(one.read) for one in part)
            room = max(one.limit - len(one.tokens) for one in part)
            given = self._padded([(one.read, one.seen) for one in part])
            with torch.inference_mode():
                self.model.generate(
                    **given,
                    generation_config=_greedy(
                        room if reach is None else min(room, reach - longest)
                    ),
                    logits_processor=[_Draw(sampler, part)],
                    stopping_criteria=[_Ends(part, ended, pause)],
                )

    def log_likelihoods(self, spans: Sequence[TokenSpan]) -> list[float]:
        """The log-likelihood of each span's tokens, added up; nan where the model's scores are no
        numbers."""
        import torch

        sums: dict[TokenSpan, float] = {span: 0.0 for span in spans if not span.length}
        asked = [span for span in spans if span.length]
        times = Counter((span.shared, span.seen) for span in asked)
        shared: list[TokenSpan] = []
        alone: list[TokenSpan] = []
        for span in asked:
            often = times[span.shared, span.seen] > 1
            worthwhile = often and len(span.shared) >= _WORTH_SHARING
            if span.seen is not None and len(span.shared) <= len(span.seen.read):
                worthwhile = False  # what they share ends before the last picture does
            (shared if self.shares and worthwhile else alone).append(span)
        with torch.inference_mode():
            # A prompt with pictures is long, and is read by itself; all others at once.
            together: dict[object, list[TokenSpan]] = {}
            for span in shared:
                start = None if span.seen is None else (span.shared, span.seen)
                together.setdefault(start, []).append(span)
            for part in together.values():
                sums |= self._after_shared(part)
            if alone:
                sums |= self._whole(alone)
        return [sums[span] for span in spans]

    def means(self, rows: Sequence[Tokens], *, most: int) -> list[list[float]]:
        """The mean of the last hidden states over the tokens of each row, `most` rows at once."""
        import torch

        spans = [TokenSpan((*row, 0), 1) for row in rows]
        found: dict[TokenSpan, list[float]] = {}
        with torch.inference_mode():
            for part in self._alike(list(dict.fromkeys(spans))):
                for some in (part[at : at + most] for at in range(0, len(part), most)):
                    given = self._padded([(span.read, None) for span in some], count=True)
                    states = self._forward(
                        **given, output_hidden_states=True, use_cache=False, logits_to_keep=1
                    ).hidden_states[-1]
                    mask = given["attention_mask"][..., None]
                    sums = (states.float() * mask).sum(1) / mask.sum(1)
                    found |= zip(some, sums.tolist(), strict=True)
        return [found[span] for span in spans]

    def free(self) -> None:
        """Give memory that nothing uses back to the device."""
        import torch

        gc.collect()
        device = self.model.device
        if device.type == "cuda":
            torch.cuda.empty_cache()
        elif device.type == "mps":
            torch.mps.empty_cache()

    def _whole(self, spans: Sequence[TokenSpan]) -> dict[TokenSpan, float]:
        """Each span read from its beginning."""
        sums: dict[TokenSpan, float] = {}
        for part in self._small(self._alike(spans)):
            logits = self._forward(
                **self._padded([(span.read, span.seen) for span in part], count=True),
                use_cache=False,
                # The scores of every token would be the largest thing in memory.
                logits_to_keep=max(span.length for span in part),
            ).logits
            for span, scores in zip(part, logits, strict=True):
                sums[span] = _sum(span, scores[len(scores) - span.length :])
        return sums

    def _after_shared(self, spans: Sequence[TokenSpan]) -> dict[TokenSpan, float]:
        """What several spans begin with is read once, and each span's rest after its cache.

        padding | shared | rest | padding
        """
        import torch

        device = self.model.device
        shared = list(dict.fromkeys(span.shared for span in spans))
        seen = spans[0].seen
        given = self._padded([(one, seen) for one in shared], count=True)
        cache = self._name_of_cache()
        before = getattr(self._forward(**given, use_cache=True, logits_to_keep=1), cache)
        places = {one: place for place, one in enumerate(shared)}
        index = torch.tensor([places[span.shared] for span in spans], device=device)
        before.reorder_cache(index)
        rests = [span.read[len(span.shared) :] for span in spans]
        width = max(len(rest) for rest in rests)
        tokens = torch.tensor([[*rest, *[0] * (width - len(rest))] for rest in rests])
        new = torch.tensor([[1] * len(rest) + [0] * (width - len(rest)) for rest in rests])
        rest: dict[str, Any] = {"input_ids": tokens.to(device)}
        if seen is None:  # else nothing is padded before the rest
            mask = torch.cat([given["attention_mask"][index], new.to(device)], dim=1)
            rest |= {"attention_mask": mask, "position_ids": _positions(mask)[:, -width:]}
        logits = self._forward(
            **rest,
            use_cache=True,
            **{cache: before},
        ).logits
        return {
            span: _sum(span, scores[: span.length])
            for span, scores in zip(spans, logits, strict=True)
        }

    def _alike(self, batch: Sequence[T]) -> Iterable[Sequence[T]]:
        """What may be read together: all, or where the model cannot pad, those of one length
        without pictures."""
        if self.pads:
            return (batch,)
        alike: dict[int, list[T]] = {}
        for number, one in enumerate(batch):
            alike.setdefault(len(one.read) if one.seen is None else -1 - number, []).append(one)
        return alike.values()

    def _small(self, parts: Iterable[Sequence[TokenSpan]]) -> Iterator[Sequence[TokenSpan]]:
        """The parts, those cut whose scores would be too many."""
        vocabulary = self.model.config.get_text_config(decoder=True).vocab_size
        for part in parts:
            longest = max(span.length for span in part)
            most = max(1, _MOST_SCORES // (longest * vocabulary))
            yield from (part[at : at + most] for at in range(0, len(part), most))

    def _padded(self, rows: Sequence[Row], *, count: bool = False) -> dict[str, Any]:
        """Tokens padded on the left, and a mask that is 0 there, both [rows, longest]; with `count`
        their positions; and what the model is given of pictures."""
        import torch

        width = max(len(row) for row, _ in rows)
        tokens = [[*[0] * (width - len(row)), *row] for row, _ in rows]
        mask = [[0] * (width - len(row)) + [1] * len(row) for row, _ in rows]
        device = self.model.device
        found = {
            "input_ids": torch.tensor(tokens, device=device),
            "attention_mask": torch.tensor(mask, device=device),
        }
        if any(seen is not None for _, seen in rows):
            return found | inputs_of(rows, width, like=self.model)
        return found | ({"position_ids": _positions(found["attention_mask"])} if count else {})

    def _name_of_cache(self) -> str:
        """What the model calls the cache that it takes and returns: `cache` from transformers 5.24
        on.
        """
        return "cache" if "cache" in self._parameters() else "past_key_values"

    def _parameters(self) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self.model.forward).parameters

    def _forward(self, **given: Any) -> Any:
        """With what of this the model takes: some kinds know no positions."""
        known = self._parameters()
        return self.model(
            **{
                name: value
                for name, value in given.items()
                if name in known or name not in ("position_ids", "logits_to_keep")
            }
        )


class _Draw:
    """A LogitsProcessor that leaves of each reply's tokens the one that was drawn for it."""

    def __init__(self, sampler: Sampler, batch: Sequence[Generation]) -> None:
        self._sampler = sampler
        self._batch = batch

    def __call__(self, _: Tensor, scores: Tensor) -> Tensor:
        import torch

        for one, broken in zip(self._batch, scores.isnan().any(-1).tolist(), strict=True):
            one.numberless = one.numberless or broken
        drawn = torch.tensor(self._sampler.choose(scores, self._batch), device=scores.device)
        return torch.full_like(scores, -math.inf).scatter(1, drawn[:, None], 0.0)


class _Ends:
    """A StoppingCriteria that takes each new token down, and knows which replies are complete."""

    def __init__(
        self,
        batch: Sequence[Generation],
        ended: Callable[[Generation], str],
        pause: Callable[[int], bool],
    ) -> None:
        self._batch = batch
        self._ended = ended
        self._pause = pause

    def __call__(self, tokens: Tensor, _: object, **__: object) -> Tensor:
        import torch

        going = [one for one in self._batch if not one.ended]
        for one, token in zip(self._batch, tokens[:, -1].tolist(), strict=True):
            if not one.ended:
                one.tokens.append(token)
                one.beside = max(one.beside, len(going))
                one.ended = self._ended(one)
        left = sum(not one.ended for one in going)
        stop = left > 0 and self._pause(left)
        return torch.tensor([stop or bool(one.ended) for one in self._batch], device=tokens.device)


def ran_out_of_memory(error: BaseException) -> bool:
    """Whether something failed for want of memory, which each device says in its own way."""
    signs = (
        "out of memory",
        "not enough memory",
        "can't allocate memory",
        "cannot allocate memory",
    )
    if isinstance(error, MemoryError):
        return True
    return isinstance(error, RuntimeError) and any(sign in str(error).lower() for sign in signs)


def _greedy(tokens: int) -> Any:
    """Of the library's sampling nothing: `_Draw` has left one token."""
    from transformers import GenerationConfig

    kind: Any = GenerationConfig
    return kind(do_sample=False, max_new_tokens=tokens, pad_token_id=0, use_cache=True)


def _positions(mask: Tensor) -> Tensor:
    return (mask.cumsum(-1) - 1).clamp(min=0)


def _sum(span: TokenSpan, scores: Tensor) -> float:
    """A span's log-likelihood, from scores of [its length, vocabulary]."""
    import torch

    wanted = torch.tensor(span.tokens[span.start :], device=scores.device)
    logs = scores.float().log_softmax(-1)
    return math.fsum(logs.gather(1, wanted[:, None])[:, 0].tolist())
