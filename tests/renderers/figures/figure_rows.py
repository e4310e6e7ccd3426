"""Rows of a small study, made by hand: two participants, two experiments of two domains."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from dsl.scoring import ACCURACY
from renderers.rows.comparisons import Comparisons, EffectScale, FamiliarCell, FamiliarEffect
from renderers.rows.measures import SHARES, Figure, measures
from renderers.rows.questions import PublishedShare, QuestionShare
from renderers.rows.scores import (
    CellScore,
    CoderMean,
    FirstGiven,
    Overrides,
    PublishedLRS,
    StudyScores,
)
from runners.analysis.domain_scores import over_cells
from runners.analysis.means import figure

MODELS = ("lab/first", "lab/second")

HOSTILE = (
    "$x_1$ and $\\frac{1}{2}$",
    "\\textbf{bold} $\\undefined{$",
    "<script>alert('1')</script> & \"quoted\"",
    "left \u202eright\u202c\u200b \u2066isolate",
    "nothing\x00\x1b[31m\x07 at all\nand a line",
    "\U0001f9d2\U0001f3fd\u200d\U0001f680 \u5b50\u3069\u3082 \u0643\u062a\u0627\u0628",
    "half of a pair \ud83d and a private one \ue000",
    "word " * 40,
    "x" * 300,
    "-- a comment? --> ]]> <!-- ",
    "",
    " ",
)
"""What somebody may call a model, a coder, a level or an experiment."""


def draws(*values: float | Fraction) -> Figure:
    """The mean of these draws."""
    return figure({number: Fraction(value) for number, value in enumerate(values, 1)})


def cell(
    experiment: str,
    domain: str,
    model: str,
    lrs: Figure,
    *,
    level: str = "",
    wording: str = "permuted",
    simulated: bool = False,
    published: str | None = None,
    chance: Fraction | None = Fraction(3),
    gate: Fraction | None = Fraction(9, 10),
    coders: Sequence[tuple[str, str, Figure]] = (),
) -> CellScore:
    """One cell; treatments of the gate differ from the mean of record where it is not 0."""
    share = figure({draw: max(value - 1, Fraction(0)) / 4 for draw, value in lrs.draws.items()})
    passed = figure({draw: value for draw, value in lrs.draws.items() if value})
    return CellScore(
        experiment=experiment,
        domain=domain,
        levels=(("content", level),) if level else (),
        wording=wording,
        model=model,
        simulated=simulated,
        addition=False,
        trials=lrs.n,
        scored=lrs.n,
        uncoded=0,
        disputed=0,
        undecided=0,
        technical=0,
        n_texts=lrs.n,
        zeros={},
        zero_share=Fraction(0),
        technical_share=Fraction(0),
        bounds=None,
        gate_passed=gate,
        attainable=Fraction(9, 2),
        chance=chance,
        chance_gates=None,
        overrides=Overrides(),
        first=FirstGiven(),
        coders=tuple(CoderMean(who, kind, kind == "blind", mean, 1) for who, kind, mean in coders),
        reference=None
        if published is None
        else PublishedLRS("LaMDA", published, Fraction(published)),
        **measures(lambda name: share if name in SHARES else passed if name == "exclude" else lrs),
    )


def cells(*, simulated: bool = False, models: Sequence[str] = MODELS) -> tuple[CellScore, ...]:
    """Sally-Anne in two conditions and Number in one, for each participant."""
    found = []
    for number, model in enumerate(models):
        coders = (
            ("Anna", "blind", draws(5, 4, 3, 5, 4)),
            ("Ben", "blind", draws(5, 3, 3, 5, 5)),
            ("The author", "author", draws(5, 5, 5, 5, 5)),
        )
        found += [
            cell(
                "Sally-Anne",
                "Theory of Mind",
                model,
                draws(5, 4, 0, 5, min(number, 5)),
                level="false",
                published="3.74",
                simulated=simulated,
                coders=coders,
            ),
            cell(
                "Sally-Anne",
                "Theory of Mind",
                model,
                draws(1, 2),
                level="true",
                published="3.74",
                simulated=simulated,
            ),
            cell(
                "Number",
                "Perception",
                model,
                draws(5, 5, 5, 5, 5, 5) if number == 0 else Figure(),
                published="1.64",
                chance=None,
                gate=None,
                simulated=simulated,
            ),
        ]
    return tuple(found)


def question_shares(
    *, simulated: bool = False, names: Sequence[str] = MODELS
) -> tuple[QuestionShare, ...]:
    """How often each participant was right where children were asked the same."""
    published = (
        PublishedShare("children", Fraction(17, 20), 27, (0.67, 0.94), "Somebody (1985)"),
        PublishedShare(names[-1], Fraction(3, 5), None, None, names[-1]),
    )
    return tuple(
        QuestionShare(
            experiment="Sally-Anne" if len(names) == len(MODELS) else name,
            condition="false",
            levels=(("content", "false"),),
            wording="permuted",
            model=name,
            simulated=simulated,
            question="belief" if len(names) == len(MODELS) else name,
            within="false belief",
            right=figure({1: Fraction(1), 2: Fraction(1, 2)}, kind=ACCURACY)
            if not number
            else Figure(),
            undecided=number,
            chance=None if number else Fraction(1, 2),
            published=published,
        )
        for number, name in enumerate(names)
    )


def study(rows: Sequence[CellScore]) -> StudyScores:
    """These cells as a scored study."""
    experiments, domains = over_cells(rows)
    return StudyScores(
        study="a study",
        simulated=any(row.simulated for row in rows),
        role="blind coders",
        provisional=False,
        coders=("Anna", "Ben"),
        planned=0,
        trials=(),
        cells=tuple(rows),
        experiments=experiments,
        domains=domains,
        contrasts=(),
        coder_means=(),
        mended=(),
        notes=(),
        question_shares=question_shares(),
    )


def comparisons(*, simulated: bool = False, names: Sequence[str] = MODELS) -> Comparisons:
    """The familiar-words effect of each participant in two experiments and one cell."""
    return Comparisons(
        study="a study",
        simulated=simulated,
        role="blind coders",
        provisional=False,
        alpha=0.05,
        families=(),
        comparisons=(),
        familiar=tuple(
            FamiliarCell(
                cell=cell(
                    "Sally-Anne",
                    "Theory of Mind",
                    name,
                    draws(4, 4, 4, 4, 4),
                    level="false",
                    wording="original",
                    simulated=simulated,
                ),
                original=Fraction(4),
                permuted=Fraction(14, 5),
                draws={1: Fraction(5), 2: Fraction(4), 3: Fraction(11, 2), 4: Fraction(-1, 2)},
                above=2,
                below=1,
                ties=1,
                difference=Fraction(6, 5),
                share_difference=None,
                log_odds_difference=None,
            )
            for name in names
        ),
        familiar_effects=tuple(
            FamiliarEffect(
                model=name,
                simulated=simulated,
                measure=measure,
                by_experiment={"Sally-Anne": 1.2, "this/that ~ one": -0.25},
                mean=0.475,
                t95=(-8.7, 9.7, 1),
            )
            for name in names
            for measure in (EffectScale.LRS, EffectScale.SHARE)
        ),
    )


def agreement(names: Sequence[str] = ("Anna", "Ben")) -> dict[str, object]:
    """What `devrun agree --json` says of coders, as far as figures need it: a pair for every two
    who follow each other, and all but the last judged three blocks.
    """
    blocks = [
        {
            "unit": "transcripts",
            "first": 1 + 50 * number,
            "last": 50 + 50 * number,
            "compared": 50 if number else 4,
            "agreement": 0.9 - number / 10 if number else None,
            "agreement_ci95": [0.7 - number / 10, 0.95] if number else None,
            "gold": 4,
            "gold_right": 3,
            "gold_ci95": [0.3, 0.95],
        }
        for number in range(3)
    ]
    return {
        "categories": ["wrong", "half", "right"],
        "pairs": [
            {"coders": list(pair), "n": 20, "confusion": [[5, 1, 0], [0, 3, 2], [0, 0, 9]]}
            for pair in pairwise(names)
        ],
        "lrs_with_zeros": {"categories": ["0", "1"], "pairs": []},
        "each_coder": [
            *({"coder": name, "blocks": blocks} for name in names[:-1]),
            {"coder": names[-1], "blocks": blocks[:1]},
        ],
    }


def costs(names: Sequence[str] = MODELS) -> list[dict[str, object]]:
    """What the first participant took, and that nobody knows what the others did."""
    return [
        {
            "model": name,
            "simulated": False,
            "calls": 1200,
            "attempts": 1201,
            "input_tokens": 123_456,
            "output_tokens": 7_890,
            "replies_without_count": number,
            "usd": None if number else 0.004,
            "price_of": None,
        }
        for number, name in enumerate(names)
    ]
