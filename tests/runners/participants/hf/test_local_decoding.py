"""The next token is chosen as the makers ship it, or as was asked for."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest

from runners.participants.hf.inference import Generation
from runners.participants.hf.options import Sampling
from runners.participants.hf.sampling import Decoding, Sampler, decoding, not_followed

SHIPPED = SimpleNamespace(do_sample=True, temperature=0.6, top_p=0.9, top_k=None, min_p=None)


@pytest.mark.parametrize(
    ("shipped", "asked", "found"),
    [
        (SHIPPED, Sampling(), Decoding(True, temperature=0.6, top_p=0.9)),
        (SHIPPED, Sampling(temperature=0.0), Decoding(False)),
        (SHIPPED, Sampling(temperature=1.0), Decoding(True, temperature=1.0, top_p=0.9)),
        (SHIPPED, Sampling(top_k=5), Decoding(True, temperature=0.6, top_p=0.9, top_k=5)),
        (SimpleNamespace(), Sampling(), Decoding(True)),
        (SimpleNamespace(do_sample=None, top_k=None), Sampling(), Decoding(True)),
        (SimpleNamespace(do_sample=False), Sampling(), Decoding(False)),
        (SimpleNamespace(do_sample=False), Sampling(temperature=0.7), Decoding(True, 0.7)),
        (SimpleNamespace(do_sample=False), Sampling(top_p=0.7), Decoding(True, top_p=0.7)),
        (
            SimpleNamespace(do_sample=False, repetition_penalty=1.1),
            Sampling(),
            Decoding(False, repetition_penalty=1.1),
        ),
    ],
)
def test_what_was_asked_for_holds_and_else_what_is_shipped(
    shipped: object, asked: Sampling, found: Decoding
) -> None:
    assert decoding(shipped, asked) == found


def test_what_is_shipped_and_not_followed_is_named() -> None:
    assert not_followed(SimpleNamespace(typical_p=0.9, num_beams=1, bad_words_ids=[])) == (
        "typical_p",
    )


def chosen(how: Decoding, probabilities: list[float], times: int) -> Counter[int]:
    import torch

    scores = torch.tensor([probabilities]).log()
    sampler = Sampler(how)
    return Counter(sampler.choose(scores, [Generation((0,), seed, 1)])[0] for seed in range(times))


def test_tokens_are_drawn_as_often_as_they_are_probable() -> None:
    found = chosen(Decoding(True), [0.5, 0.0, 0.3, 0.2], 4000)
    assert set(found) == {0, 2, 3}
    # Four standard deviations of a share, at 4,000 draws, are at most 0.032.
    assert [found[token] / 4000 for token in (0, 2, 3)] == pytest.approx([0.5, 0.3, 0.2], abs=0.032)


@pytest.mark.parametrize(
    ("how", "tokens"),
    [
        (Decoding(False), {0}),
        (Decoding(True, top_k=2), {0, 2}),
        (Decoding(True, top_p=0.45), {0}),
        (Decoding(True, min_p=0.5), {0, 2}),
        (Decoding(True, temperature=0.01), {0}),
    ],
)
def test_what_shapes_sampling_leaves_these_tokens(how: Decoding, tokens: set[int]) -> None:
    assert set(chosen(how, [0.5, 0.0, 0.3, 0.2], 200)) == tokens


def test_a_penalty_falls_on_what_was_read_or_said() -> None:
    import torch

    scores = torch.tensor([[2.0, 1.9, 1.8], [2.0, 1.9, 1.8]])
    rows = [Generation((0,), 1, 1), Generation((2,), 1, 1)]
    rows[1].tokens += [0, 1]
    assert Sampler(Decoding(False, repetition_penalty=1.5)).choose(scores, rows) == [1, 0]
