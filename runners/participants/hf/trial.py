"""A model that was loaded, tried on a few tokens: whether it reads padded rows, and options after a
prompt that they share, as it reads each row alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from runners.participants.hf.inference import Inference, Model, ran_out_of_memory
from runners.participants.hf.prompting import TokenSpan

_TRIED = 40
"""So many tokens a model is tried on, unless it reads fewer."""
_TOLERANCE = {"float32": 1e-3, "float64": 1e-3}
_HALF_TOLERANCE = 0.1


def tried(model: Model, shown: Sequence[TokenSpan] = ()) -> Inference:
    """The model, tried on a few tokens, and on what is `shown` of pictures: not looked up in a list
    of kinds, which the next release of the library would outdate."""
    alone = Inference(model, pads=False, shares=False)
    padding = Inference(model, pads=True, shares=False)
    sharing = Inference(model, pads=True, shares=True)
    text = model.config.get_text_config(decoder=True)
    length = min(_TRIED, (getattr(text, "max_position_embeddings", None) or _TRIED + 1) - 1)
    if length < _TRIED // 2:
        # It reads so few tokens that nothing is gained by reading several rows at once.
        return alone
    # No token that may stand for a picture.
    taken = {token for span in shown for token in span.tokens}
    tokens = (7 * number % (text.vocab_size - 1) for number in range(1, text.vocab_size))
    row = tuple(islice((token for token in tokens if token not in taken), length))
    spans = [
        TokenSpan(row[: length - cut] + end, length - 10 - cut)
        for cut in (0, 9)
        for end in ((), (2, 3))
    ]
    spans += shown
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
