"""Authenticity as Lv et al. (2024) print it in Table 2, with intervals that they do not give."""

from __future__ import annotations

from coders.statistics.wave_kappas import published_interval
from renderers.rows.waves import PublishedKappa

RATINGS = 60
"""In a wave: every mean Rationality of a wave that they print is a multiple of 1/60."""

_SOURCES = ("CogBench-a", "CogBench-v")
_TABLE = (
    ("CoT", False, ((0.182, 0.192, 0.091), (0.153, 0.302, 0.131))),
    ("ReAct", True, ((0.236, 0.144, 0.270), (0.212, 0.241, 0.227))),
    ("Reflexion", True, ((0.302, 0.327, 0.244), (0.329, 0.352, 0.373))),
    ("CogGPT", False, ((0.536, 0.415, 0.597), (0.532, 0.496, 0.611))),
)
"""Agent, whether it sees feedback, and for each half the mean over waves, wave 5 and wave 10."""


def published_kappas() -> tuple[PublishedKappa, ...]:
    """Their figures, half by half."""
    return tuple(
        PublishedKappa(
            name, sees, source, RATINGS, mean,
            fifth, published_interval(fifth, RATINGS), tenth, published_interval(tenth, RATINGS),
        )
        for at, source in enumerate(_SOURCES)
        for name, sees, halves in _TABLE
        for mean, fifth, tenth in (halves[at],)
    )  # fmt: skip
