"""A study compared with its preregistration: one function per check.

Each gives what it found, or why it could not check. A single verdict was rejected: "none found"
means something only with the list of checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dsl.expand import chosen_cells
from dsl.protocol import asked_in
from dsl.words import and_list, counted
from renderers.rows.scores import StudyScores
from runners.agreement.results import StudyAgreement
from runners.comparison.families import of_scripts
from runners.preregistration.adherence import Adherence, Check, Deviation, NotComparable, PlanCheck
from runners.preregistration.autofill import planned_cells
from runners.preregistration.coding_checks import CODING
from runners.preregistration.lookup import Preregistration
from runners.preregistration.observed import CellKey, ObservedScript, ObservedStudy, observe
from runners.preregistration.plan import PlannedModel, PlannedScript
from runners.store.store import Store
from runners.studies.study import OpenStudy


def deviations(
    store: Store,
    opened: OpenStudy,
    preregistration: Preregistration | None,
    *,
    scores: StudyScores | None = None,
    agreement: StudyAgreement | None = None,
) -> Adherence:
    """All checks of a study against its preregistration, with the deviations found.

    `scores` are those to be reported, and `agreement` that of the study; what is not given is
    computed (agreement without intervals).

    Raises:
        PacketUnusable: a coding log in the store cannot be read.
    """
    if preregistration is None:
        return Adherence(opened.study.id, opened.simulated, None, ())
    done = observe(store, opened, preregistration, scores=scores, agreement=agreement)
    things: list[PlanCheck] = []
    for name, what, check in (*_CHECKS, *CODING):
        try:
            things.append(PlanCheck(name, what, tuple(check(preregistration, done))))
        except NotComparable as fault:
            things.append(PlanCheck(name, what, (), str(fault)))
    things += [PlanCheck(name, what, (), reason) for name, what, reason in _ONLY_PEOPLE]
    return Adherence(opened.study.id, opened.simulated, preregistration, tuple(things))


# ------------------------------------------------------------------------------- when


def _seal(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    replied = done.replied
    if plan.seal.altered:
        yield Deviation(
            "",
            "text and time as sealed",
            "changed in the store after the seal, not by devrun",
        )
    if not plan.seal.at:
        yield Deviation(
            "", "sealed before the first reply", "never sealed in the store of this study"
        )
    elif replied.before:
        yield Deviation(
            "",
            f"sealed before the first reply (sealed at {plan.seal.at})",
            f"{replied.before:,} of {counted(replied.replies, 'reply', 'replies')} came earlier, "
            f"the first at {replied.first}",
        )


def _again(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    for other in done.elsewhere:
        yield Deviation(
            and_list(list(other.experiments)),
            "asked once",
            f"also asked in another study ({other.id}, last started at {other.last_started})",
        )
    if done.replied.beside:
        yield Deviation(
            "",
            "asked once",
            f"the store also has {counted(done.replied.beside, 'reply', 'replies')} of superseded "
            "sessions of these trials (`devrun store others`)",
        )


# ------------------------------------------------------------------------------- what


def _pairs(
    plan: Preregistration, done: ObservedStudy
) -> Iterator[tuple[PlannedScript, ObservedScript]]:
    there = {one.title: one for one in done.scripts}
    for one in plan.block.scripts:
        if one.title in there:
            yield one, there[one.title]


def _listed(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    there = {one.title for one in done.scripts}
    for one in plan.block.scripts:
        if one.title not in there:
            yield Deviation(one.title, "run", "not run in this study")
    for ran in done.scripts:
        if ran.title not in plan.block.titles:
            yield Deviation(ran.title, "not planned", "run")


def protocol_deviation(plan: Preregistration, opened: OpenStudy) -> Deviation | None:
    """A study that was asked and rated under another protocol than the one that was sealed."""
    planned, done = plan.block.protocol, opened.protocol
    if planned is done:
        return None
    return Deviation("", f"protocol {planned}", f"protocol {done}")


def _protocol(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    if found := protocol_deviation(plan, done.opened):
        yield found


def _sent(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    for planned, ran in _pairs(plan, done):
        if ran.procedures != {planned.procedure}:
            others = sorted(one[:12] for one in ran.procedures - {planned.procedure})
            yield Deviation(
                planned.title,
                f"procedure {planned.procedure[:12]}",
                f"procedure {and_list(others)}: other text, order or rules were sent",
            )


def _judged(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    rubrics = {one.experiment.title: one for one in done.opened.chapters}
    for planned in plan.block.scripts:
        there = rubrics.get(planned.title)
        if there is not None and there.rubric != planned.rubric:
            mended = ", corrected after the run" if there.mended else ""
            yield Deviation(
                planned.title,
                f"rubric {planned.rubric[:12]}",
                f"rubric {there.rubric[:12]}: other answers, controls, weights or guidance{mended}",
            )


def _cells(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    for planned, ran in _pairs(plan, done):
        wordings = {wording for _, wording in ran.cells}
        if wordings != set(planned.wordings):
            yield Deviation(
                planned.title,
                f"{and_list(sorted(planned.wordings))} wording",
                f"{and_list(sorted(wordings))} wording",
            )
        if len(ran.cells) != planned.cells:
            yield Deviation(
                planned.title,
                counted(planned.cells, "cell"),
                f"{counted(len(ran.cells), 'cell')} asked",
            )
        yield from _which_cells(planned, ran, done, plan.block.models)


def _which_cells(
    planned: PlannedScript,
    ran: ObservedScript,
    done: ObservedStudy,
    models: Sequence[PlannedModel],
) -> Iterator[Deviation]:
    """Deviations in which cells were run; a participant may also have been asked fewer."""
    experiments = {one.experiment.title: one.experiment for one in done.opened.chapters}
    if planned.title not in experiments:
        return
    experiment = experiments[planned.title]
    chosen = chosen_cells(experiment, wordings=planned.wordings, only=planned.only)
    cells, _ = planned_cells(experiment, chosen, models)
    wanted = {(cell.levels, cell.wording) for cell in cells}
    base = {one.name: one.base for one in models}
    if len(wanted) == len(ran.cells) and wanted != ran.cells:
        missing, others = wanted - ran.cells, ran.cells - wanted
        yield Deviation(planned.title, _cells_in_words(missing), _cells_in_words(others))
    asked: dict[str, set[CellKey]] = {}
    for name, cell in ran.noted:
        asked.setdefault(name, set()).add(cell)
    for name, its in sorted(asked.items()):
        own = asked_in(experiment, chosen, base=base.get(name, False))
        left = (ran.cells & {(cell.levels, cell.wording) for cell in own}) - its
        if left:
            yield Deviation(
                f"{planned.title}, {name}",
                "asked in every cell",
                f"not asked in {_cells_in_words(left)}",
            )


def _cells_in_words(cells: Iterable[CellKey]) -> str:
    told = (", ".join((*(level for _, level in levels), wording)) for levels, wording in cells)
    return and_list([f"({one})" for one in sorted(told)])


def _runs(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    for planned, ran in _pairs(plan, done):
        most = dict.fromkeys(sorted({name for name, _ in ran.noted}), 0)
        fewest = dict.fromkeys(most, planned.runs)
        for (name, cell), noted in ran.noted.items():
            most[name] = max(most[name], len({draw for draw, _ in noted}))
            ended = ran.finished.get((name, cell), frozenset())
            fewest[name] = min(fewest[name], len({draw for draw, _ in ended}))
        for name, number in most.items():
            if number > planned.runs:
                yield Deviation(
                    f"{planned.title}, {name}",
                    f"{counted(planned.runs, 'run')} per cell",
                    f"up to {number:,}",
                )
            elif fewest[name] < planned.runs:
                yield Deviation(
                    f"{planned.title}, {name}",
                    f"{counted(planned.runs, 'run')} per cell",
                    f"only {fewest[name]:,} finished in some cells",
                )


def _samples(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    for planned, ran in _pairs(plan, done):
        found = {
            len({sample for at, sample in noted if at == draw})
            for noted in ran.noted.values()
            for draw in {draw for draw, _ in noted}
        }
        if found - {planned.samples}:
            told = and_list([f"{one:,}" for one in sorted(found)])
            yield Deviation(
                planned.title, f"{counted(planned.samples, 'sample')} per draw", f"{told} asked"
            )


def _seeds(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    for planned, ran in _pairs(plan, done):
        if ran.seeds != {planned.seed}:
            told = and_list([str(one) for one in sorted(ran.seeds)])
            yield Deviation(planned.title, f"seed {planned.seed}", f"seed {told}")


def _who(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    planned = [one.name for one in plan.block.models]
    there = dict.fromkeys(one.name for one in done.participants)
    for name in planned:
        if name not in there:
            yield Deviation(name, "asked", "not asked in this study")
    for name in there:
        if name not in planned:
            yield Deviation(name, "not planned", "asked")


def _parameters(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    for model in plan.block.models:
        planned = model.identity
        for identity in done.identities(model.name):
            differing = [
                name
                for name in (*planned, *(one for one in identity if one not in planned))
                if planned.get(name) != identity.get(name)
            ]
            if differing:
                yield Deviation(
                    model.name,
                    "; ".join(f"{name} {planned.get(name, 'none')}" for name in differing),
                    "; ".join(f"{name} {identity.get(name, 'none')}" for name in differing),
                )


# ------------------------------------------------------------------------------- what follows


def _lost(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    most = plan.block.analysis.technical_loss_percent
    for cell in done.scores.cells:
        if cell.trials and 100 * cell.technical > most * cell.trials:
            levels = ", ".join(level for _, level in cell.levels)
            about = [cell.experiment, levels, cell.wording, cell.model]
            yield Deviation(
                ", ".join(one for one in about if one),
                f"at most {most:g}% of a cell's trials lost",
                f"{cell.technical:,} of {cell.trials:,} lost: "
                f"{100 * cell.technical / cell.trials:.0f}%",
            )


def _declared(plan: Preregistration, done: ObservedStudy) -> Iterator[Deviation]:
    planned = {one.words: one.family for one in plan.declared}
    now = of_scripts(one.experiment for one in done.opened.chapters)
    for one in now:
        if one.words not in planned:
            yield Deviation(
                one.experiment,
                "not declared",
                f"declared in the current script: {one.words} (family {one.family})",
            )
        elif planned[one.words] != one.family:
            yield Deviation(
                one.experiment,
                f"{one.words} in the family {planned[one.words]}",
                f"in the family {one.family}",
            )


_CHECKS: tuple[tuple[str, str, Check], ...] = (
    ("seal", "sealed before the first reply", _seal),
    ("scripts", "scripts", _listed),
    ("protocol", "protocol (how it was asked and rated)", _protocol),
    ("procedure", "what was sent (procedure of each script)", _sent),
    ("rubric", "how it was judged (rubric of each script)", _judged),
    ("cells", "conditions and wordings", _cells),
    ("runs", "number of runs", _runs),
    ("samples", "number of samples", _samples),
    ("seed", "random seed", _seeds),
    ("models", "participants", _who),
    ("parameters", "parameters of participants", _parameters),
    ("again", "no data collected twice", _again),
    ("technical", "technical losses in each cell", _lost),
    ("comparisons", "declared comparisons", _declared),
)

_ONLY_PEOPLE = (
    (
        "prose",
        "hypotheses and other text written by people",
        "a program cannot check text",
    ),
    (
        "looked",
        "what had been seen before the seal",
        "the store knows what existed, not who read it",
    ),
    (
        "people",
        "who the coders were and what they knew",
        "a log has only names and times",
    ),
)
