"""The settings of a preregistration out of scripts, participants and a store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec import convert
from msgspec.structs import replace

from dsl import __devrun__
from dsl.experiment import OWN_STORIES, Experiment, Protocol, Word
from dsl.identity import procedure_hash, rubric_hash
from dsl.projections import Value, digest
from dsl.protocol import asked_in
from dsl.spelling import closest
from dsl.trial import Cell, Trial
from dsl.words import folded
from renderers.rows.comparisons import ComparisonKind
from runners.comparison.families import of_scripts
from runners.participants.base import Participant
from runners.preregistration.plan import (
    ANALYSIS_OF_RATINGS,
    FORMAT,
    NOBODY_CODES,
    RATINGS,
    USUAL_ANALYSIS,
    USUAL_CODING,
    FormUnusable,
    PlanBlock,
    PlannedComparison,
    PlannedModel,
    PlannedScript,
    PublishedFigure,
    SeenAlready,
)


@dataclass(frozen=True, slots=True)
class FormSource:
    """A checked script: the experiment, the file's name as a form says it, and the file's text."""

    experiment: Experiment
    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Sizes:
    """What was asked for on the command line; None leaves it to each script."""

    runs: int | None = None
    samples: int | None = None
    seed: int | None = None
    wordings: tuple[str, ...] | None = None
    only: tuple[str, ...] = ()


def filled(
    sources: Sequence[FormSource],
    participants: Iterable[Participant],
    sizes: Sizes,
    *,
    seen: SeenAlready,
) -> PlanBlock:
    """The block of a study of these scripts and participants that is yet to be run; the protocol is
    that of the scripts.
    """
    protocol = sources[0].experiment.design.protocol
    models = tuple(planned_model(one, protocol) for one in participants)
    if protocol.rated:
        coding, analysis = RATINGS, ANALYSIS_OF_RATINGS
    elif all(_weighed(one.experiment) for one in sources) or all(one.base for one in models):
        coding = NOBODY_CODES
        analysis = replace(USUAL_ANALYSIS, score_of_record="likelihood")
    else:
        coding, analysis = USUAL_CODING, USUAL_ANALYSIS
    return PlanBlock(
        format=FORMAT,
        made_with=f"devrun {__devrun__}",
        protocol=protocol,
        scripts=tuple(_planned(source, sizes, models) for source in sources),
        models=models,
        coding=coding,
        analysis=analysis,
        compare=tuple(
            convert(one, PlannedComparison, from_attributes=True)
            for one in of_scripts(source.experiment for source in sources)
        ),
        shown=tuple(_shown(sources)),
        seen=seen,
    )


def refreshed(block: PlanBlock, sources: Sequence[FormSource]) -> PlanBlock:
    """The block with the current scripts; runs, wordings and everything else are kept.

    Raises:
        FormUnusable: a script is missing, or a declared comparison names what is not there.
    """
    by_title = {source.experiment.title: source for source in sources}
    for title in block.titles:
        if title not in by_title:
            named = ", ".join(by_title) or "none"
            raise FormUnusable(
                f"the script `{title}` of the block is not among the scripts given ({named})",
                "name its file: `devrun preregister FILE.dev ... --seal FORM`; or remove it from "
                "the block",
            )
    _refuse_unknown(block, [by_title[title].experiment for title in block.titles])
    scripts = tuple(
        replace(
            _planned(by_title[one.title], convert(one, Sizes, from_attributes=True), block.models),
            file=one.file,
        )
        for one in block.scripts
    )
    return replace(block, scripts=scripts, shown=tuple(_shown([by_title[t] for t in block.titles])))


def planned_model(one: Participant, protocol: Protocol) -> PlannedModel:
    """A participant as a form has it."""
    identity = dict(sorted(one.identity().items()))
    base = protocol.of_items and one.continues_text
    return PlannedModel(one.name, one.simulated, identity, base)


def planned_cells(
    experiment: Experiment, chosen: Sequence[Cell], models: Sequence[PlannedModel]
) -> tuple[tuple[Cell, ...], int]:
    """Those of the cells in which somebody is asked, and in how many of them base models alone."""
    if not experiment.design.protocol.of_items:
        return tuple(chosen), 0
    kinds = {one.base for one in models}
    asked = {base: asked_in(experiment, chosen, base=base) for base in kinds}
    cells = tuple(cell for cell in chosen if any(cell in its for its in asked.values()))
    return cells, len(asked.get(True, ()))


def _weighed(experiment: Experiment) -> bool:
    """Whether every scored question is scored by likelihood, so that nobody need code."""
    from runners.analysis.experiment_facts import judged_weighed

    return judged_weighed(experiment) == {True}


def _planned(source: FormSource, sizes: Sizes, models: Sequence[PlannedModel]) -> PlannedScript:
    from coders.guessing import chance
    from dsl.expand import Expander, chosen_cells
    from renderers.prompt import system_text
    from runners.analysis.telling_apart import expected, own_questions
    from runners.store.keys import text_hash

    experiment = source.experiment
    design = experiment.design
    wordings = design.wordings if sizes.wordings is None else sizes.wordings
    levels = {folded(name) for name in _levels(experiment)}
    only = tuple(one for one in sizes.only if folded(one) in levels)
    expander = Expander(experiment, seed=design.seed if sizes.seed is None else sizes.seed)
    chosen = chosen_cells(experiment, wordings=wordings, only=only)
    cells, base_cells = planned_cells(experiment, chosen, models)
    if not cells:
        raise FormUnusable(
            f"`{experiment.title}` has no cell with these wordings and levels",
            "choose others, or leave `only` empty",
        )
    firsts: list[Trial] = [expander.trial(cell, draw=1) for cell in cells]
    # The spread of a draw does not depend on the number of draws; five is the fewest allowed.
    bounds = expected(firsts, 5)
    guessed = [found.lrs for trial in firsts if (found := chance(trial)) is not None]
    system = dict.fromkeys(
        text for trial in firsts for session in trial.sessions if (text := system_text(session))
    )
    return PlannedScript(
        title=experiment.title,
        file=source.file,
        procedure=procedure_hash(experiment),
        rubric=rubric_hash(experiment),
        words=words_hash(experiment),
        text=text_hash(source.text),
        cells=len(cells),
        wordings=wordings,
        only=only,
        runs=design.runs if sizes.runs is None else sizes.runs,
        samples=design.samples if sizes.samples is None else sizes.samples,
        seed=expander.seed,
        system=tuple(system),
        contrasts=tuple(one.name for one in design.contrasts),
        spread=tuple(round(one.sd, 4) for one in bounds) if bounds else (),
        guessing=(
            (round(float(min(guessed)), 4), round(float(max(guessed)), 4))
            if len(guessed) == len(firsts)
            else ()
        ),
        own_questions=max(map(own_questions, firsts)),
        base_cells=base_cells,
    )


def words_hash(experiment: Experiment) -> str:
    """The hash of the pools: every slot with its original word and its candidates."""

    def said(word: Word) -> list[Value]:
        return [word.text, word.article, word.plural, word.pronoun]

    return digest(
        "devrun:pools:1",
        [
            [slot.name, said(slot.original), [said(one) for one in slot.values]]
            for slot in experiment.slots
        ],
    )


def _shown(sources: Iterable[FormSource]) -> Iterable[PublishedFigure]:
    for source in sources:
        experiment = source.experiment
        for one in experiment.references:
            value = "unknown" if one.value is None else one.value
            cells = ", ".join(level for _, levels in one.guard.needs for level in levels)
            yield PublishedFigure(experiment.title, cells, one.who, value, one.unit, one.source)


def _refuse_unknown(block: PlanBlock, experiments: Sequence[Experiment]) -> None:
    """See that every declared comparison names what there is."""
    domains = [value for one in experiments for name, value in one.meta if name == "domain"]
    models = [one.name for one in block.models]
    titles = list(block.titles)
    for at, one in enumerate(block.compare, start=1):
        asked = [("experiment", one.experiment, titles), ("domain", one.domain, domains)]
        if one.kind is ComparisonKind.MODELS:
            asked += [("model", one.first, models), ("model", one.second, models)]
        if one.kind is ComparisonKind.DOMAINS:
            asked += [("domain", one.first, domains), ("domain", one.second, domains)]
        if one.kind is ComparisonKind.CONDITIONS and one.experiment in titles:
            levels = _levels(experiments[titles.index(one.experiment)])
            asked += [("level", one.first, levels), ("level", one.second, levels)]
            asked.append(("measure", one.on, _measures(block, experiments, one.experiment)))
        for what, name, known in asked:
            if name and name not in known:
                close = closest(name, known)
                raise FormUnusable(
                    f"comparison {at} in the block names the {what} `{name}`, which is not in this "
                    "plan",
                    f"did you mean `{close}`?" if close else _there_is(what, known, one.experiment),
                )


def _measures(block: PlanBlock, experiments: Sequence[Experiment], title: str) -> list[str]:
    """What conditions of this script can be compared on, other than the LRS."""
    at = list(block.titles).index(title)
    own = [OWN_STORIES] if block.scripts[at].own_questions else []
    return [*(one.name for one in experiments[at].measures), *own]


def _there_is(what: str, known: Sequence[str], experiment: str) -> str:
    """What can be named instead; a script may vary a story without any condition to compare."""
    if known:
        return f"available: {', '.join(dict.fromkeys(known))}"
    if what == "level":
        return (
            f"`{experiment}` has no conditions to compare; to test versions together, write a "
            "`contrast` in the script, which needs no declaration here"
        )
    return f"no {what} of this plan has a name: leave it out"


def _levels(experiment: Experiment) -> list[str]:
    from dsl.tree import FactorKind

    return [
        level.name
        for factor in experiment.of_kind(FactorKind.CONDITIONS)
        for level in factor.levels
    ]
