"""A design in words: conditions, versions, counterbalancing and numbers of runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dsl.expanding.steps_within import asks_tests
from dsl.experiment import METHOD, Experiment, Factor, Protocol
from dsl.tree import FactorKind
from dsl.trial import Levels
from dsl.words import and_list, counted

_RATED = {
    Protocol.PAPER: "coders give each run an LRS from 0 to 5",
    Protocol.PAPER_BY_PROMPT: "coders give each prompt an LRS from 0 to 5, and a run their mean",
}


def design_sentence(
    experiment: Experiment,
    *,
    runs: int | None = None,
    samples: int | None = None,
    wordings: Sequence[str] | None = None,
    run_in: Collection[Levels] | None = None,
) -> str:
    """The design in one sentence, each factor with its name and what it means.

    What is given replaces what the script has: a run may have asked for less, or for more.
    `run_in` are the levels of the cells that were run, if these may not be all.

    >>> # "4 versions of story (all in every run, each in a fresh conversation) x 2 levels of
    >>> #  direction (counterbalanced); 10 runs of each cell in permuted wording."
    """
    parts: list[str] = []
    for factor in experiment.of_kind(FactorKind.CONDITIONS):
        if experiment.design.protocol.of_items and factor.name == METHOD:
            parts.append(_methods(factor, run_in))
            continue
        conditions = counted(len(factor.levels), "condition")
        if run_in is not None:
            here = {level for levels in run_in for name, level in levels if name == factor.name}
            if len(here) < len(factor.levels):
                conditions = f"{len(here)} of {conditions}"
        scored = " (one LRS each)" if asks_tests(experiment) else ""
        parts.append(f"{conditions} of {factor.name}{scored}")
    design = experiment.design
    rated = design.protocol.rated
    for factor in experiment.of_kind(FactorKind.VERSIONS):
        if rated:
            parts.append(f"own stories of {factor.name} (each in a fresh conversation)")
            continue
        waves = experiment.waves is not None and experiment.waves.name == factor.name
        parts.append(
            f"{counted(len(factor.levels), 'wave' if waves else 'version')} of {factor.name} "
            f"(all in every run, each in a fresh conversation{_in_order(experiment)})"
        )
    balanced = experiment.of_kind(FactorKind.COUNTERBALANCE)
    if balanced and not rated:
        names = and_list([f"{counted(len(f.levels), 'level')} of {f.name}" for f in balanced])
        parts.append(f"{names} (counterbalanced)")
    total = design.runs if runs is None else runs
    told = and_list(list(design.wordings if wordings is None else wordings))
    tail = f"{counted(total, 'run')} of each cell in {told} wording"
    if rated:
        tail += f", all with one text; {_RATED[design.protocol]}"
    if design.protocol.of_items:
        tail += f", by protocol {design.protocol}"
    sent = design.samples if samples is None else samples
    if sent > 1:
        tail += f", every text sent {counted(sent, 'time')}"
    return f"{' x '.join(parts) or '1 cell'}; {tail}."


def _in_order(experiment: Experiment) -> str:
    """That waves cannot be asked side by side, where something is carried over."""
    carried = [] if experiment.waves is None else [one.name for one in experiment.waves.carried]
    if not carried:
        return ""
    return f", one after the other, since each is given the {and_list(carried)} of the one before"


def _methods(factor: Factor, run_in: Collection[Levels] | None) -> str:
    """The methods by which items are asked."""
    names = [level.name for level in factor.levels]
    if run_in is not None:
        here = {level for levels in run_in for name, level in levels if name == factor.name}
        names = [name for name in names if name in here]
    return f"items asked by method {and_list(names)}"
