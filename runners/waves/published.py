"""Tables 2 and 3 of Lv et al. (2024), with the intervals that they do not give."""

from __future__ import annotations

from collections.abc import Iterator

from coders.statistics.wave_kappas import published_interval
from renderers.rows.waves import WaveFigure, WaveRow

RATINGS = 60
"""In a wave: every mean Rationality of a wave that they print is a multiple of 1/60."""

_SOURCES = ("CogBench-a", "CogBench-v")
_PLACES = ("mean", "wave_5", "wave_10")
_AUTHENTICITY = (
    ("CoT", False, ((0.182, 0.192, 0.091), (0.153, 0.302, 0.131))),
    ("ReAct", True, ((0.236, 0.144, 0.270), (0.212, 0.241, 0.227))),
    ("Reflexion", True, ((0.302, 0.327, 0.244), (0.329, 0.352, 0.373))),
    ("CogGPT", False, ((0.536, 0.415, 0.597), (0.532, 0.496, 0.611))),
)
"""Agent, whether it sees feedback, and for each half the mean over waves, wave 5 and wave 10."""

_RATIONALITY = {
    "CoT": ((2.925, 2.883, 3.167), (3.058, 3.767, 3.083)),
    "ReAct": ((3.415, 3.483, 3.483), (3.535, 3.800, 3.800)),
    "Reflexion": ((3.658, 3.917, 3.533), (3.888, 3.967, 3.917)),
    "CogGPT": ((4.118, 4.117, 4.300), (4.145, 4.183, 4.317)),
}
"""The same of how people rated the reasons, 1 to 5. How far ratings were apart is not printed, so
that no interval is known."""


def published_rows() -> Iterator[WaveRow]:
    """Their figures, half by half; of the means over waves no interval follows."""
    for half, source in enumerate(_SOURCES):
        for name, sees, kappas in _AUTHENTICITY:
            figures = {}
            for place, kappa, reasons in zip(
                _PLACES, kappas[half], _RATIONALITY[name][half], strict=True
            ):
                ends = None if place == "mean" else published_interval(kappa, RATINGS)
                figures[place] = WaveFigure(kappa, RATINGS, 0, ends)
                rated = "rationality" if place == "mean" else f"rationality_{place}"
                figures[rated] = WaveFigure(reasons, RATINGS, 0)
            yield WaveRow(name, False, sees, {"source": source}, figures)
