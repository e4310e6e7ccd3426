"""The order in which a script is resolved, each part on what came before.

Declarations, then the session, then what speaks of the session. Nothing stops at a fault: what
cannot be resolved is left out, and the rest is checked as if it had been right, so that all faults
are reported at once. Warnings of unused names and of method wait until there is no error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from dsl import faults, tree
from dsl.checking.declared import Declared, Scope, Used
from dsl.checking.declaring import Items, Written, declare, of_kind, with_included
from dsl.checking.design import DesignChecker
from dsl.checking.findings import Findings
from dsl.checking.framings import Framings, framings_in, unframed
from dsl.checking.nodes import head_span, head_word
from dsl.checking.questionnaires import in_waves, peoples_ratings
from dsl.checking.questions.options import check_options
from dsl.checking.questions.question import Questions
from dsl.checking.questions.weighing import check_weighed
from dsl.checking.references import plain, references_of
from dsl.checking.session.cells import check_cells, check_guards
from dsl.checking.session.steps import Steps
from dsl.checking.warnings.method import check_method, check_words
from dsl.checking.warnings.usage import check_usage, close_over_lets
from dsl.checking.waves import check_carried, resolved_waves
from dsl.checking.words.braces import Braces
from dsl.checking.words.missing_braces import check_bare
from dsl.checking.words.pools import built_in
from dsl.diagnostic import Fault, Pointer, Span
from dsl.expanding.steps_within import steps_within
from dsl.experiment import (
    FRAMING,
    Experiment,
    ExploredMachine,
    Let,
    Measure,
    Questionnaire,
    QuestionStep,
    Slot,
    Stage,
    Step,
    Template,
    Train,
    TrainedQuestion,
    Waves,
    measures_of,
    measures_of_exploration,
    measures_of_training,
)
from dsl.record import record, replace
from dsl.words import folded

if TYPE_CHECKING:
    from dsl.checking.session.thread import Visit
    from dsl.checking.story.story_keys import StoryAtQuestions
    from dsl.files.pictures import PictureFile

Only = TypeVar("Only", tree.Title, tree.Procedure, tree.DesignNode, tree.Guide, tree.Measures)
EMPTY: Mapping[str, tree.Script] = {}
NO_PICTURES: Mapping[str, PictureFile] = {}


@record
class Checked:
    """What checking gives: `experiment` is None exactly when some fault is an error, except for a
    script that is checked as it was run.
    """

    experiment: Experiment | None
    faults: tuple[Fault, ...]
    story: StoryAtQuestions | None = None
    """What the story says at each question, in a script that says so."""


def check(
    script: tree.Script,
    includes: Mapping[str, tree.Script] = EMPTY,
    pictures: Mapping[str, PictureFile] = NO_PICTURES,
    framings: Mapping[str, tree.Script] = EMPTY,
    *,
    as_run: bool = False,
) -> Checked:
    """Resolve a script; `includes` are the scripts it includes, by path as written, `pictures`
    those that it shows, and `framings` the files of those that it names without words. A picture
    that is missing there is passed over, like a file that is: whoever reads files has said why.
    With `as_run` there is an experiment in spite of errors, with holes where a name is unknown: the
    hashes say whether it is the one that was run.
    """
    found = Findings()
    items = with_included(script, includes)
    title = _only(items, tree.Title, found)
    procedure = _only(items, tree.Procedure, found)
    if procedure is not None:
        # What a second one asks is known too, so that nothing is missed for want of it.
        parts = of_kind(items, tree.Procedure)
        procedure = replace(procedure, steps=tuple(s for part in parts for s in part.steps))
    start = Span(script.file, 1, 1, 1, 1)
    if title is None:
        found.add(faults.whole.NoTitle(span=start))
    if procedure is None:
        found.add(faults.whole.NoProcedure(span=start))
    known = declare(items, found, framings_in(items, framings))
    experiment = story = None
    if known is not None:
        declared, written = replace(known[0], pictures=pictures, as_run=as_run), known[1]
        whole = _Whole(items, declared, written)
        experiment = whole.experiment(script.file, title, procedure)
        story = whole.story
    sound = experiment is not None and not found.errors()
    kept = sound or (as_run and not found.unbounded())
    return Checked(experiment if kept else None, found.all(), story if sound else None)


def _only(items: Items, kind: type[Only], found: Findings) -> Only | None:
    """The one statement of a kind; a second one is reported."""
    ours = of_kind(items, kind)
    for extra in ours[1:]:
        first = (Pointer(head_span(ours[0]), "first here"),)
        head = head_word(extra)
        found.add(faults.whole.HeadTwice(span=head_span(extra), head=head, pointers=first))
    return ours[0] if ours else None


class _Whole:
    """One script whose declarations are known."""

    def __init__(self, items: Items, declared: Declared, written: Written) -> None:
        self.items = items
        self.declared = declared
        self.written = written
        self.found = declared.found
        self.braces = Braces(declared.names, declared.space, declared.found, declared.lets)
        self.story: StoryAtQuestions | None = None

    def _only_condition(self) -> None:
        conditions = [
            one
            for one in self.declared.factors
            if one.kind is tree.FactorKind.CONDITIONS
            and not (self.declared.framings and one.name == FRAMING)
        ]
        for one in of_kind(self.items, tree.Meta):
            if one.key == "only condition" and conditions:
                self.found.add(
                    faults.levels.NotTheOnlyCondition(
                        span=one.words.span, words=plain(one.words), factor=conditions[0].name
                    )
                )

    def experiment(
        self, file: str, title: tree.Title | None, procedure: tree.Procedure | None
    ) -> Experiment | None:
        """The experiment, or None when it has no title or no procedure."""
        declared, written, found = self.declared, self.written, self.found
        places = written.factors
        design = _only(self.items, tree.DesignNode, found)
        guide = _only(self.items, tree.Guide, found)
        self._only_condition()
        guided = self._guide(guide)
        steps = self._session(procedure)
        check_carried(declared.waves, procedure, written.questionnaires, found)
        visits = steps.walk.visits
        tests = dict.fromkeys(
            one.question.name for one in visits if one.question.kind is tree.QuestionKind.TEST
        )
        references = references_of(
            self.items, places, declared.factors, list(tests) if steps.whole else None, found
        )
        whole = steps.whole and procedure is not None
        given = in_waves(declared.questionnaires.values(), steps.walk.given)
        waves = resolved_waves(declared.waves, self.braces, declared.space.full)
        measures = self._measures(visits, given, steps.resolved, waves, whole=whole)
        names = tuple(one.name for one in measures)
        resolved_design = DesignChecker(declared, visits, whole=whole, measures=names).design(
            design
        )
        close_over_lets(declared)
        check_bare(self.items, declared.names.slots, frozenset(declared.names.used.slots), found)
        check_words(written.slots, found)
        if title is None or procedure is None:
            return None
        head, banks = head_span(procedure), self._banks()
        if steps.whole:
            check_cells(visits, declared, places, head)
        experiment = Experiment(
            title=title.name.text,
            file=file,
            meta=tuple((one.key, plain(one.words)) for one in of_kind(self.items, tree.Meta)),
            notes=tuple(plain(one.words) for one in of_kind(self.items, tree.Note)),
            references=unframed(references, steps.questions.framings.names),
            slots=_with_built_in(declared.names.slots, declared.names.used),
            lets=tuple(Let(name, cases) for name, cases in declared.lets.items()),
            tables=tuple(declared.tables.values()),
            machines=tuple(declared.machines.values()),
            factors=declared.factors,
            steps=(*steps.questions.framings.system(), *steps.resolved),
            design=resolved_design,
            guide=guided,
            questionnaires=given,
            replies=declared.outcomes,
            framings=tuple(steps.questions.framings.names),
            erasures=steps.questions.framings.erasures,
            stages=_stages(self.items),
            people=peoples_ratings(written.questionnaires, given, waves, declared),
            waves=waves,
            measures=measures,
            banks=tuple(one.contents for one in banks if one.contents is not None),
            donors=tuple(one.donor for one in banks if one.donor is not None),
        )
        if not found.errors():
            check_usage(declared, written)
            check_method(experiment, declared, visits, written, design=design, procedure=head)
            if steps.teller is not None:
                from dsl.checking.story.story_keys import StoryKeys

                StoryKeys(steps.teller, declared, steps.walk.story).unheld(visits)
        return experiment

    def _banks(self) -> list[tree.Bank]:
        """The banks that are asked."""
        used = self.declared.names.used.routines
        routines = self.declared.routines.items()
        return [one for name, one in routines if name in used and isinstance(one, tree.Bank)]

    def _measures(
        self,
        visits: Sequence[Visit],
        given: Sequence[Questionnaire],
        steps: Sequence[Step],
        waves: Waves | None,
        *,
        whole: bool,
    ) -> tuple[Measure, ...]:
        """The measures, once it is known what is asked: means of questionnaires that are given,
        what came of trainings, and those declared.
        """
        written = _only(self.items, tree.Measures, self.found)
        every = tuple(steps_within(steps))
        trained = [one for one in every if isinstance(one, Train)]
        means = (
            *(measure for one in given for measure in measures_of(one, waves)),
            *(
                measure
                for one in trained
                for measure in measures_of_training(
                    TrainedQuestion(one.name, one.question, one.criterion)
                )
            ),
            *(measure for one in self._explored(every) for measure in measures_of_exploration(one)),
        )
        if written is None or not whole:
            return means
        from dsl.checking.measures.measures import MeasureChecker

        places = self.written.questionnaires
        taken = {
            folded(one.name): places[folded(one.mean.questionnaire.name)].name.span
            for one in means
            if one.mean is not None
        }
        spans = {one.name: one.span for one in trained}
        taken.update(
            (folded(one.name), spans[one.training.name])
            for one in means
            if one.training is not None
        )
        checker = MeasureChecker(visits, self.declared.space, self.found, means=means)
        return (*means, *checker.measures(written, taken))

    def _explored(self, steps: Sequence[Step]) -> Iterator[ExploredMachine]:
        """The machines that are explored, each once."""
        seen: set[str] = set()
        for one in steps:
            tries = one.tries if isinstance(one, QuestionStep) else None
            if tries is not None and tries.machine not in seen:
                from math import log2

                from dsl.expanding.exploration import rule_space
                from dsl.expanding.machines import things_of

                seen.add(tries.machine)
                machine = self.declared.machines[folded(tries.machine)]
                space = rule_space(machine.rules, things_of(machine), machine.offers)
                rules = len(space.hypotheses)
                bits = log2(rules) if machine.shown else space.most_bits
                yield ExploredMachine(machine.name, tries.most, rules, bits)

    def _session(self, procedure: tree.Procedure | None) -> Steps:
        """The steps, and everything that can be said of the questions in them."""
        declared = self.declared
        framings = Framings(declared, self.braces)
        questions = Questions(declared, self.braces, framings)
        steps = Steps(declared, self.braces, questions)
        if procedure is not None:
            steps.session(procedure)
        for name, routine in declared.routines.items():
            if name not in declared.names.used.routines:
                steps.unused(routine)
        visits = steps.walk.visits
        if steps.whole:
            check_guards(visits, declared)
            if any(one.question.rubric.pass_with for one in visits):
                from dsl.checking.measures.measures import check_gates

                check_gates(visits, declared.space, declared.found)
        check_options(visits, declared)
        check_weighed(visits, declared)
        if declared.machines:
            from dsl.checking.questions.machine_keys import check_keys

            check_keys(visits, declared)
        if steps.teller is not None:
            from dsl.checking.story.story_keys import StoryAtQuestions, StoryKeys

            asked = StoryKeys(steps.teller, declared, steps.walk.story)
            asked.check(visits)
            self.story = StoryAtQuestions(steps.teller, asked, visits)
        return steps

    def _guide(self, guide: tree.Guide | None) -> tuple[tuple[int, Template], ...]:
        anywhere = Scope(self.declared.space.full)
        return tuple(
            (item.score, self.braces.prose(item.words, anywhere))
            for item in (guide.items if guide is not None else ())
            if isinstance(item, tree.GuideExample)
        )


def _stages(items: Items) -> tuple[Stage, ...]:
    """The stages of all banks; those of one name are one."""
    found: dict[str, dict[str, None]] = {}
    for bank in of_kind(items, tree.Bank):
        for line in bank.lines:
            if isinstance(line, tree.BankStage):
                groups = found.setdefault(line.name.text, {})
                groups |= dict.fromkeys(name.text for name in line.groups)
    return tuple(Stage(name, tuple(groups)) for name, groups in found.items())


def _with_built_in(slots: Mapping[str, Slot], used: Used) -> tuple[Slot, ...]:
    """The slots of the script, then the built-in phrases that it uses without declaring them."""
    extra = (built_in(name) for name in sorted(used.slots) if name not in slots)
    return (*slots.values(), *(slot for slot in extra if slot is not None))
