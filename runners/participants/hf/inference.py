"""Replies and log-likelihoods of a loaded model, by transformers' own `generate` and `forward`.

Prompts of unequal length are padded on the left and generated together. What is ours is the draw of
each token (`sampling`) and where each reply ends. Rejected: `generate_batch`, the library's
continuous batching. It draws for a whole batch from one seed, so that a reply would depend on the
replies beside it; it stops at no text; and of models it takes those with plain attention alone.

A model that does not read a padded prompt as it reads the prompt alone, which is tried when it is
loaded, gets batches of equal length.
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

from runners.participants.hf.prompting import Tokens, TokenSpan

if TYPE_CHECKING:
    from torch import Tensor

    from runners.participants.hf.sampling import Sampler

T = TypeVar("T")

_WORTH_SHARING = 16
"""A prompt of fewer tokens is read again with each option."""
_MOST_SCORES = 2**28
"""So many scores are computed at once, over all tokens asked for and the whole vocabulary: a GiB in
float32."""
_TRIED = 40
"""So many tokens a model is tried on, unless it reads fewer."""
_TOLERANCE = {"float32": 1e-3, "float64": 1e-3}
_HALF_TOLERANCE = 0.1


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

        for part in self._alike(batch, [len(one.read) for one in batch]):
            longest = max(len(one.read) for one in part)
            room = max(one.limit - len(one.tokens) for one in part)
            tokens, mask = self._padded([one.read for one in part])
            with torch.inference_mode():
                self.model.generate(
                    input_ids=tokens,
                    attention_mask=mask,
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
        times = Counter(span.shared for span in asked)
        shared: list[TokenSpan] = []
        alone: list[TokenSpan] = []
        for span in asked:
            worthwhile = times[span.shared] > 1 and len(span.shared) >= _WORTH_SHARING
            (shared if self.shares and worthwhile else alone).append(span)
        with torch.inference_mode():
            if shared:
                sums |= self._after_shared(shared)
            if alone:
                sums |= self._whole(alone)
        return [sums[span] for span in spans]

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
        for part in self._small(self._alike(spans, [len(span.read) for span in spans])):
            tokens, mask = self._padded([span.read for span in part])
            logits = self._forward(
                input_ids=tokens,
                attention_mask=mask,
                position_ids=_positions(mask),
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
        tokens, mask = self._padded(shared)
        cache = self._name_of_cache()
        before = getattr(
            self._forward(
                input_ids=tokens,
                attention_mask=mask,
                position_ids=_positions(mask),
                use_cache=True,
                logits_to_keep=1,
            ),
            cache,
        )
        places = {one: place for place, one in enumerate(shared)}
        index = torch.tensor([places[span.shared] for span in spans], device=device)
        before.reorder_cache(index)
        rests = [span.read[len(span.shared) :] for span in spans]
        width = max(len(rest) for rest in rests)
        tokens = torch.tensor([[*rest, *[0] * (width - len(rest))] for rest in rests])
        new = torch.tensor([[1] * len(rest) + [0] * (width - len(rest)) for rest in rests])
        mask = torch.cat([mask[index], new.to(device)], dim=1)
        logits = self._forward(
            input_ids=tokens.to(device),
            attention_mask=mask,
            position_ids=_positions(mask)[:, -width:],
            use_cache=True,
            **{cache: before},
        ).logits
        return {
            span: _sum(span, scores[: span.length])
            for span, scores in zip(spans, logits, strict=True)
        }

    def _alike(self, batch: Sequence[T], lengths: Sequence[int]) -> Iterable[Sequence[T]]:
        """What may be read together: all, or where the model cannot pad, those of one length."""
        if self.pads:
            return (batch,)
        return (
            [one for one, its in zip(batch, lengths, strict=True) if its == length]
            for length in dict.fromkeys(lengths)
        )

    def _small(self, parts: Iterable[Sequence[TokenSpan]]) -> Iterator[Sequence[TokenSpan]]:
        """The parts, those cut whose scores would be too many."""
        vocabulary = self.model.config.get_text_config(decoder=True).vocab_size
        for part in parts:
            longest = max(span.length for span in part)
            most = max(1, _MOST_SCORES // (longest * vocabulary))
            yield from (part[at : at + most] for at in range(0, len(part), most))

    def _padded(self, rows: Sequence[Tokens]) -> tuple[Tensor, Tensor]:
        """Tokens padded on the left, and a mask that is 0 there; both [rows, longest]."""
        import torch

        width = max(len(row) for row in rows)
        tokens = [[*[0] * (width - len(row)), *row] for row in rows]
        mask = [[0] * (width - len(row)) + [1] * len(row) for row in rows]
        device = self.model.device
        return torch.tensor(tokens, device=device), torch.tensor(mask, device=device)

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


def tried(model: Model) -> Inference:
    """The model, tried on a few tokens: not looked up in a list of kinds, which the next release of
    the library would outdate."""
    alone = Inference(model, pads=False, shares=False)
    padding = Inference(model, pads=True, shares=False)
    sharing = Inference(model, pads=True, shares=True)
    text = model.config.get_text_config(decoder=True)
    length = min(_TRIED, (getattr(text, "max_position_embeddings", None) or _TRIED + 1) - 1)
    if length < _TRIED // 2:
        # It reads so few tokens that nothing is gained by reading several rows at once.
        return alone
    row = tuple(7 * number % (text.vocab_size - 1) for number in range(1, length + 1))
    spans = [
        TokenSpan(row[: length - cut] + end, length - 10 - cut)
        for cut in (0, 9)
        for end in ((), (2, 3))
    ]
    expected = [alone.log_likelihoods([span])[0] / span.length for span in spans]
    dtype = str(model.dtype).removeprefix("torch.")
    bound = _TOLERANCE.get(dtype, _HALF_TOLERANCE)

    def agrees(other: Inference) -> bool:
        try:
            sums = other.log_likelihoods(spans)
        except Exception as error:
            if ran_out_of_memory(error):
                raise
            # Whatever a model does with a cache or a mask that it does not know, it does not agree.
            return False
        found = [one / span.length for one, span in zip(sums, spans, strict=True)]
        return max(abs(a - b) for a, b in zip(found, expected, strict=True)) <= bound

    if not agrees(padding):
        return alone
    return sharing if agrees(sharing) else padding


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
