"""What the model has read, as tensors side by side, and what is done with them.

Plain functions on keys, values and a mask. The library's own cache can be repeated and cut, and
cannot be padded, rolled or put beside another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runners.participants.hf.pasts import NOTHING, Layers, Past

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(slots=True)
class Filled:
    """What the model has read: keys and values, which columns are no padding ([rows, columns]), and
    scores of the last columns ([rows, columns asked for, vocabulary])."""

    cache: Any
    mask: Tensor
    scores: Tensor


def layers_of(cache: Any) -> Layers:
    """Keys and values of each layer, [rows, heads, columns, width]."""
    return tuple(
        (layer.keys, layer.values) if layer.is_initialized else None for layer in cache.layers
    )


def _cache(layers: Layers) -> Any:
    """A cache that keeps every token, whatever a layer attends to: the model's masks see to that.
    One that lets go of what lies beyond a sliding window could not be cut."""
    from transformers import DynamicCache

    cache = DynamicCache()
    for number, pair in enumerate(layers):
        if pair is not None:
            cache.update(*pair, number)
    return cache


def together(pasts: Sequence[Past], columns: int) -> Any:
    """Pasts side by side, padded on the left to so many columns."""
    import torch
    from torch.nn.functional import pad

    known = next((past for past in pasts if past.length), NOTHING)

    def side_by_side(layer: int, which: int) -> Tensor:
        tensors = []
        for past in pasts:
            pair = (past if past.length else known).layers[layer]
            assert pair is not None
            tensor = pair[which][:, : past.length]
            tensors.append(pad(tensor, (0, 0, columns - past.length, 0)))
        return torch.stack(tensors)

    return _cache(
        tuple(
            None if pair is None else (side_by_side(number, 0), side_by_side(number, 1))
            for number, pair in enumerate(known.layers)
        )
    )


def trimmed(filled: Filled) -> Filled:
    """Without the columns that are padding in every row: the longest may have left."""
    blank = int(filled.mask.any(0).long().argmax())
    if not blank:
        return filled
    return Filled(
        _cache(
            tuple(
                None if pair is None else (pair[0][:, :, blank:], pair[1][:, :, blank:])
                for pair in layers_of(filled.cache)
            )
        ),
        filled.mask[:, blank:],
        filled.scores,
    )


def flush(filled: Filled) -> Filled:
    """Every row at the right edge."""
    import torch

    width = filled.mask.shape[1]
    # The last column that is no padding, counted from the right.
    gaps = [int(one) for one in filled.mask.flip(1).argmax(1).tolist()]
    if not any(gaps):
        return filled

    def shifted(tensor: Tensor, dimension: int) -> Tensor:
        return torch.stack(
            [row.roll(gap % width, dimension) for row, gap in zip(tensor, gaps, strict=True)]
        )

    return Filled(
        _cache(
            tuple(
                None if pair is None else (shifted(pair[0], -2), shifted(pair[1], -2))
                for pair in layers_of(filled.cache)
            )
        ),
        shifted(filled.mask, -1),
        filled.scores,
    )


def beside(left: Filled, right: Filled) -> Filled:
    """Two batches as one. The columns of the right one's scores count: those on the left have been
    chosen by, or are equally many."""
    import torch
    from torch.nn.functional import pad

    columns = max(left.mask.shape[1], right.mask.shape[1])
    layers: list[tuple[Tensor, Tensor] | None] = []
    for one, other in zip(layers_of(left.cache), layers_of(right.cache), strict=True):
        if one is None or other is None:
            layers.append(None)
            continue
        keys, values = (
            torch.cat([pad(part, (0, 0, columns - part.shape[-2], 0)) for part in parts])
            for parts in zip(one, other, strict=True)
        )
        layers.append((keys, values))
    return Filled(
        _cache(tuple(layers)),
        torch.cat([pad(part, (columns - part.shape[1], 0)) for part in (left.mask, right.mask)]),
        torch.cat([left.scores, right.scores]),
    )


def chosen(filled: Filled, numbers: Sequence[int]) -> Filled:
    """Some of the rows, in this order."""
    import torch

    index = torch.tensor(numbers, device=filled.mask.device)
    return Filled(
        _cache(
            tuple(
                None if pair is None else (pair[0][index], pair[1][index])
                for pair in layers_of(filled.cache)
            )
        ),
        filled.mask[index],
        filled.scores[index],
    )
