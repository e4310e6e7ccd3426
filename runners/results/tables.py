"""One row a cell, one row a contrast: what a run is reported as.

Samples are averaged within a draw, draws within a cell; n is draws. A trial that needs a human has
no provisional LRS and stays out of the mean, and the row says how many there are: a mean over the
easy replies must not pass for a mean over all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from coders import contrasts, guessing
from coders.lrs import Place, Scored, Status
from coders.marks import Verdict
from dsl.experiment import Experiment
from dsl.trial import Levels, Trial
from renderers.run_table import CellRow, ContrastRow, Draws
from runners.results.bare import bare_trial, bare_verdicts, contrasted
from runners.results.means import draw_means, mean
from runners.results.published import reference


@dataclass(frozen=True, slots=True)
class Judged:
    """One finished trial of one participant, judged and scored. `text` is a number for the words
    that were sent, the same for the same words within one process. `lost` says how each reply ended
    that should have been judged and is no whole answer.
    """

    model: str
    simulated: bool
    trial: Trial
    verdicts: Mapping[Place, Verdict]
    scored: Scored
    text: int
    lost: tuple[str, ...] = ()


class Lean:
    """Keeps of judged trials what the tables need, so that a hundred thousand fit: of each cell the
    first draw is whole, from which the chance of a guesser follows, and of all others no words.
    """

    def __init__(self, experiment: Experiment) -> None:
        self._names = contrasted(experiment)
        self._first: dict[tuple[str, Levels, str], tuple[int, int]] = {}

    def kept(self, one: Judged) -> Judged:
        """The trial, or what is needed of it."""
        trial = one.trial
        group = (one.model, trial.cell.levels, trial.cell.wording)
        at = (trial.draw, trial.sample)
        if at < self._first.get(group, (at[0] + 1, 0)):
            self._first[group] = at
            return one
        bare = bare_trial(trial, self._names)
        return replace(one, trial=bare, verdicts=bare_verdicts(bare, one.verdicts))


def cell_rows(experiment: Experiment, judged: Sequence[Judged]) -> tuple[CellRow, ...]:
    """Rows in the order met: participants within wordings within cells."""
    groups: dict[tuple[str, Levels, str], list[Judged]] = {}
    for one in judged:
        cell = one.trial.cell
        groups.setdefault((one.model, cell.levels, cell.wording), []).append(one)
    return tuple(_cell_row(experiment, group) for group in groups.values())


def _cell_row(experiment: Experiment, group: list[Judged]) -> CellRow:
    first = min(group, key=lambda one: (one.trial.draw, one.trial.sample))
    cell = first.trial.cell
    chance = guessing.chance(first.trial)
    scores = [one.scored for one in group]
    draws = Draws(
        draw_means((one.trial.draw, one.scored.lrs) for one in group),
        draw_means((one.trial.draw, one.scored.lrs_linear) for one in group),
        draw_means((one.trial.draw, one.scored.share) for one in group),
    )
    told_again = any(not session.own_story for session in first.trial.sessions)
    own = draw_means((one.trial.draw, one.scored.own_share) for one in group)
    twins = draw_means((one.trial.draw, one.scored.twin_share) for one in group)
    return CellRow(
        experiment=experiment.title,
        condition=cell.condition,
        levels=cell.levels,
        wording=cell.wording,
        model=first.model,
        simulated=first.simulated,
        n=len({one.trial.draw for one in group}),
        trials=len(group),
        n_texts=len({one.text for one in group}),
        gate_failures=sum(s.status is Status.GATE_FAILED for s in scores),
        no_answer=sum(s.status in (Status.NO_ANSWER, Status.OFF_TASK) for s in scores),
        technical=sum(s.status is Status.TECHNICAL for s in scores),
        provisional_lrs=mean(draws.lrs.values()),
        lrs_linear=mean(draws.linear.values()),
        share=mean(draws.share.values()),
        chance_lrs=chance.lrs if chance is not None else None,
        needs_human=sum(s.undecided > 0 and s.lrs is None for s in scores),
        reference=reference(experiment, cell.levels),
        own_share=mean(own.values()) if told_again else None,
        twin_share=mean(twins.values()) if told_again else None,
        draws=draws,
        lost=Counter(
            end for one in group if one.scored.status is Status.TECHNICAL for end in one.lost
        ),
    )


def contrast_rows(experiment: Experiment, judged: Sequence[Judged]) -> tuple[ContrastRow, ...]:
    """How often each contrast was passed, beside how often a guesser would pass it."""
    rows: list[ContrastRow] = []
    for contrast in experiment.design.contrasts:
        tables: dict[tuple[str, str, Levels], dict[tuple[int, int], list[Judged]]] = {}
        for one in judged:
            wording, draw, sample, rest = contrasts.group(one.trial, contrast)
            table = tables.setdefault((one.model, wording, rest), {})
            table.setdefault((draw, sample), []).append(one)
        for (model, wording, rest), draws in tables.items():
            results = [
                contrasts.passed(
                    [contrasts.Judged(one.trial, one.verdicts) for one in group], contrast
                )
                for group in draws.values()
            ]
            some = next(iter(draws.values()))
            rows.append(
                ContrastRow(
                    experiment=experiment.title,
                    contrast=contrast.name,
                    condition=", ".join(level for _, level in rest),
                    model=model,
                    simulated=some[0].simulated,
                    wording=wording,
                    n=sum(result is not None for result in results),
                    passed=sum(result is True for result in results),
                    undecided=sum(result is None for result in results),
                    chance=contrasts.chance([one.trial for one in some], contrast),
                )
            )
    return tuple(rows)
