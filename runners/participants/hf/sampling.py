"""How the next token is chosen: as the model's makers ship it, or as was asked for.

A hosted model is asked without a temperature unless one was asked for, and then its provider's
default holds. For a local model that is the sampling its makers put into `generation_config.json`,
and where they say nothing the model's own probabilities as they are. Rejected: the library's
default where makers say nothing, the likeliest token each time, with which ten samples are one
sample ten times; and its 50 likeliest tokens where they name no number, which they did not say.

A token is drawn by one number from 0 to 1 on the scale of the tokens' probabilities added up. The
number comes from the call's seed by Python's own generator, whose sequence is the same on every
machine; a generator of the device would draw otherwise on another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runners.participants.hf.options import Sampling

if TYPE_CHECKING:
    from torch import Tensor

    from runners.participants.hf.inference import Generation

_IGNORED = {
    "typical_p": 1.0,
    "epsilon_cutoff": 0.0,
    "eta_cutoff": 0.0,
    "top_h": None,
    "no_repeat_ngram_size": 0,
    "bad_words_ids": None,
    "suppress_tokens": None,
    "begin_suppress_tokens": None,
    "encoder_repetition_penalty": 1.0,
    "sequence_bias": None,
    "min_new_tokens": None,
    "num_beams": 1,
    "guidance_scale": None,
    "stop_strings": None,
}
"""Further settings of makers, each with the value that changes nothing."""


@dataclass(frozen=True, slots=True)
class Decoding:
    """The sampling that holds. Without `sample` the likeliest token is taken. `top_k` 0, `top_p` 1,
    `min_p` 0 and `repetition_penalty` 1 are as good as none."""

    sample: bool
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.0
    repetition_penalty: float = 1.0

    def parameters(self) -> dict[str, object]:
        """By the names under which they are stored with a reply."""
        drawn = ("temperature", "top_k", "top_p", "min_p") if self.sample else ()
        found = {name: getattr(self, name) for name in ("repetition_penalty", *drawn)}
        return {"do_sample": self.sample, **found}


def decoding(shipped: object, asked: Sampling) -> Decoding:
    """What was asked for, and for the rest what is shipped: a GenerationConfig of transformers.

    It samples, unless the makers say that it should not or a temperature of 0 was asked for.
    """

    def of(name: str, none: float) -> float:
        found = getattr(asked, name)
        if found is None:
            found = getattr(shipped, name, None)
        return none if found is None else float(found)

    sample = getattr(shipped, "do_sample", None) is not False
    if (asked.top_p, asked.top_k, asked.min_p) != (None, None, None):
        sample = True
    temperature = of("temperature", 1.0)
    if asked.temperature is not None or temperature == 0:
        sample = temperature > 0
    penalty = of("repetition_penalty", 1.0)
    if not sample:
        return Decoding(False, repetition_penalty=penalty)
    return Decoding(
        True,
        temperature=temperature,
        top_k=int(of("top_k", 0)),
        top_p=of("top_p", 1.0),
        min_p=of("min_p", 0.0),
        repetition_penalty=penalty,
    )


def not_followed(shipped: object) -> tuple[str, ...]:
    """The names of what the makers ship and nothing here does."""
    return tuple(
        name
        for name, nothing in _IGNORED.items()
        if getattr(shipped, name, None) not in (nothing, None, [], ())
    )


class Sampler:
    """Chooses the next token of each reply by one Decoding."""

    def __init__(self, how: Decoding) -> None:
        self._how = how
        self._warpers = _warpers(how)

    def choose(self, logits: Tensor, batch: Sequence[Generation]) -> list[int]:
        """One token for each reply, from scores of [replies, vocabulary]."""
        import torch

        scores = logits.float()
        if self._how.repetition_penalty != 1.0:
            scores = self._penalised(scores, batch)
        if not self._how.sample:
            return [int(one) for one in scores.argmax(-1).tolist()]
        for warper in self._warpers:
            scores = warper(None, scores)
        probabilities = scores.softmax(-1)
        if probabilities.device.type == "mps":
            # No numbers of double precision there.
            probabilities = probabilities.cpu()
        ladder = probabilities.double().cumsum(-1)
        top = ladder[:, -1:]
        drawn = torch.tensor(
            [[one.number()] for one in batch], dtype=torch.float64, device=ladder.device
        )
        found = torch.searchsorted(ladder, drawn * top, right=True)
        # A product may round up to the top itself, above which there is nothing.
        last = (ladder < top).sum(-1, keepdim=True)
        return [int(one) for one in torch.minimum(found, last)[:, 0].tolist()]

    def _penalised(self, scores: Tensor, batch: Sequence[Generation]) -> Tensor:
        import torch
        from transformers import RepetitionPenaltyLogitsProcessor

        processor: Any = RepetitionPenaltyLogitsProcessor(self._how.repetition_penalty)
        rows = [one.read for one in batch]
        width = max(map(len, rows))
        # A token that is there anyway fills up what is shorter: it counts once, however often.
        filled = [[*row[:1] * (width - len(row)), *row] for row in rows]
        found: Tensor = processor(torch.tensor(filled, device=scores.device), scores)
        return found


def _warpers(how: Decoding) -> tuple[Any, ...]:
    """In the order in which transformers applies them."""
    from transformers import (
        MinPLogitsWarper,
        TemperatureLogitsWarper,
        TopKLogitsWarper,
        TopPLogitsWarper,
    )

    found: list[Any] = []
    if how.sample:
        if how.temperature != 1.0:
            found.append(TemperatureLogitsWarper(float(how.temperature)))
        if how.top_k > 0:
            found.append(TopKLogitsWarper(how.top_k))
        if how.top_p < 1.0:
            found.append(TopPLogitsWarper(how.top_p))
        if how.min_p > 0.0:
            found.append(MinPLogitsWarper(how.min_p))
    return tuple(found)
