"""The weights, at the first call: onto the device, and tried before they are trusted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from runners.participants.failures import BadSetting, FailureKind, NoReply
from runners.participants.hf.inference import Inference, ran_out_of_memory
from runners.participants.hf.options import BATCH, BATCHES, LocalOptions
from runners.participants.hf.prompting import TokenSpan
from runners.participants.hf.source import Location, ModelSource
from runners.participants.hf.trial import tried

_ONE_AT_A_TIME = Lock()
"""The library builds a model on a device without memory, which it sets for all threads."""


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model, what of this computer is recorded with each reply, and the most replies at once."""

    inference: Inference
    dtype: str
    device: str
    batch: int


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


def load(
    source: ModelSource,
    options: LocalOptions,
    location: Location,
    *,
    vision: bool = False,
    shown: Sequence[TokenSpan] = (),
) -> LoadedModel:
    """The model ready to be used; one that reads pictures is tried on those that are `shown`.

    Raises:
        NoReply: it cannot be loaded.
    """
    import torch
    from transformers import AutoModelForCausalLM, AutoModelForImageTextToText, GenerationConfig

    device = chosen_device(options.device)
    _choose_kernels()
    kind: Any = AutoModelForImageTextToText if vision else AutoModelForCausalLM
    try:
        with _ONE_AT_A_TIME:
            model, report = kind.from_pretrained(
                location.where,
                revision=location.commit or "main",
                local_files_only=location.local,
                dtype=options.dtype if options.dtype == "auto" else getattr(torch, options.dtype),
                trust_remote_code=False,
                use_safetensors=True,
                output_loading_info=True,
            )
        model = model.to(device).eval()
    except Exception as error:
        if ran_out_of_memory(error):
            raise NoReply(
                FailureKind.WRONG_MODEL,
                f"{source.name} does not fit into the memory of {device}",
                "choose a smaller model, --param dtype=bfloat16, or another --param device=",
            ) from None
        what = " ".join(str(error).split())[:300]
        raise NoReply(
            FailureKind.WRONG_MODEL,
            f"the weights of {source.name} cannot be loaded: {what}",
            "check that its files are complete; download or save the model again",
        ) from None
    if missing := sorted(report["missing_keys"]):
        raise NoReply(
            FailureKind.WRONG_MODEL,
            f"{source.name} has no weights for {missing[0]} and {len(missing) - 1} other "
            "tensors, which would be random",
            "choose a model that was saved completely, with its head for text",
        )
    # What the makers ship is followed by `sampling`, and must not be followed twice.
    config: Any = GenerationConfig
    model.generation_config = config()
    dtype = str(model.dtype).removeprefix("torch.")
    try:
        inference = tried(model, shown)
    except Exception as error:
        if not shown or ran_out_of_memory(error):
            raise
        raise NoReply(
            FailureKind.WRONG_MODEL,
            f"{source.name} does not take what its processor makes of pictures: {error}",
            "check that model and processor belong together; save both into the folder again",
        ) from None
    if not all(map(math.isfinite, inference.log_likelihoods([TokenSpan((0, 0), 1)]))):
        raise without_numbers(source.name, dtype, FailureKind.WRONG_MODEL)
    batch = options.batch or BATCHES.get(model.device.type, BATCH)
    return LoadedModel(inference, dtype, device, batch)


def _choose_kernels() -> None:
    """On NVIDIA, for the whole process. cuDNN's attention makes a plan for each length, and so for
    each token of a reply, which takes longer than to compute it. And convolutions, with which most
    models begin to see a picture, would round float32 to 10 bits.
    """
    import torch

    torch.backends.cuda.enable_cudnn_sdp(False)
    torch.backends.cudnn.allow_tf32 = False


def without_numbers(name: str, dtype: str, kind: FailureKind = FailureKind.BAD_REQUEST) -> NoReply:
    """The failure of a call, or of all, where the model computes nan or infinity."""
    return NoReply(
        kind,
        f"{name} computes no numbers (nan) in {dtype}",
        "try --param dtype=float32; if that changes nothing, its weights are damaged: download or "
        "save the model again",
    )
