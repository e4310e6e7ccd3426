"""The weights, at the first call: onto the device, and tried before they are trusted.

Whether a model's past can be cut, padded and put together is not looked up in a list of kinds,
which the next release would outdate: a few tokens are computed in both ways and compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from runners.participants.failures import BadSetting, Kind, NoReply
from runners.participants.hf.asked import Asked
from runners.participants.hf.hub import Place
from runners.participants.hf.machine import Flock, Machine, Model, free
from runners.participants.hf.memory import ran_out
from runners.participants.hf.rows import Span
from runners.participants.hf.source import Source
from runners.participants.hf.whole import WholeMachine

_CPU_BUDGET = 2**30
_SHARE = 4
"""One part in so many of a GPU's free memory is for beginnings kept."""
_TOLERANCE = {"float32": 1e-3, "float64": 1e-3}
_HALF_TOLERANCE = 0.1


class Computing(Protocol):
    """A machine of either kind."""

    model: Model

    def score(self, spans: list[Span]) -> list[float]:
        """The log-likelihood of each span's tokens, added up."""

    def flock(self) -> Flock:
        """Nobody yet."""

    def forget(self) -> None:
        """Free what can be done without."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A machine, and what of this computer is recorded with each reply."""

    machine: Computing
    dtype: str
    device: str

    @property
    def shares(self) -> bool:
        """Whether beginnings are shared between rows."""
        return isinstance(self.machine, Machine)


def chosen_device(wanted: str | None) -> str:
    """The device asked for, else the best there is: cuda, mps, cpu.

    Raises:
        BadSetting: there is no such device here.
    """
    import torch

    has = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if wanted is None:
        return next((name for name, there in has.items() if there), "cpu")
    try:
        device = torch.device(wanted)
    except RuntimeError:
        device = None
    known = ["cpu", *(name for name, there in has.items() if there)]
    there = device is not None and device.type in known
    if there and device is not None and device.type == "cuda" and device.index is not None:
        there = device.index < torch.cuda.device_count()
    if not there:
        raise BadSetting(f"there is no device `{wanted}` here", f"there is {', '.join(known)}")
    return wanted


def loaded(source: Source, asked: Asked, place: Place) -> Loaded:
    """The model ready to be used.

    Raises:
        NoReply: it cannot be loaded.
    """
    import torch
    from transformers import AutoModelForCausalLM

    device = chosen_device(asked.device)
    kind: Any = AutoModelForCausalLM
    try:
        model, report = kind.from_pretrained(
            place.where,
            revision=place.commit or "main",
            local_files_only=place.here,
            dtype=asked.dtype if asked.dtype == "auto" else getattr(torch, asked.dtype),
            trust_remote_code=False,
            use_safetensors=True,
            output_loading_info=True,
        )
        model = model.to(device).eval()
    except Exception as error:
        if ran_out(error):
            raise NoReply(
                Kind.WRONG_MODEL,
                f"{source.name} does not fit into the memory of {device}",
                "choose a smaller model, --param dtype=bfloat16, or another --param device=",
            ) from None
        what = " ".join(str(error).split())[:300]
        raise NoReply(
            Kind.WRONG_MODEL,
            f"the weights of {source.name} cannot be loaded: {what}",
            "see whether its files are whole; fetch or save the model again",
        ) from None
    if missing := sorted(report["missing_keys"]):
        raise NoReply(
            Kind.WRONG_MODEL,
            f"{source.name} has no weights for {missing[0]} and {len(missing) - 1} other tensors, "
            "which would be random numbers",
            "choose a model that was saved whole, as a causal language model",
        )
    return Loaded(machine(model), str(model.dtype).removeprefix("torch."), device)


def machine(model: Model) -> Computing:
    """The quickest machine that gives what the model gives by itself."""
    tried = Machine(model, budget=_budget(model.device))
    if _agrees(tried):
        tried.forget()
        return tried
    free(model.device)
    return WholeMachine(model)


def _agrees(tried: Machine) -> bool:
    """Whether rows of different length, with and without a shared beginning, get the scores that
    each gets alone."""
    import torch

    model: Any = tried.model
    size = model.config.get_text_config(decoder=True).vocab_size
    row = tuple(7 * number % (size - 1) for number in range(1, 41))
    spans = [Span(row, 30), Span(row[:24] + row[2:9], 27), Span(row[5:14], 4)]
    dtype = str(model.dtype).removeprefix("torch.")
    bound = _TOLERANCE.get(dtype, _HALF_TOLERANCE)
    whole = WholeMachine(model)
    with torch.inference_mode():
        alone = [whole.score([span])[0] / span.length for span in spans]
        try:
            for _ in ("without kept beginnings", "with them"):
                beside = [
                    found / span.length
                    for found, span in zip(tried.score(spans), spans, strict=True)
                ]
                if max(abs(a - b) for a, b in zip(alone, beside, strict=True)) > bound:
                    return False
        except Exception as error:
            if ran_out(error):
                raise
            # Whatever a model does with a past that it does not know, it does not agree.
            return False
    return True


def _budget(device: Any) -> int:
    import torch

    if device.type == "cuda":
        available, _ = torch.cuda.mem_get_info(device)
        return int(available) // _SHARE
    return _CPU_BUDGET
