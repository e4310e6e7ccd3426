"""What an experiment is, as two hashes: what can be sent, and how it is judged.

The procedure hash covers every word that a participant can be sent and every rule by which words
are chosen; the rubric hash covers what only judges. So a mended key rescores and asks nothing
again, and a changed word of the story is a new procedure. What changes neither, changes nothing:
notes, references, layout, and how many runs, samples and wordings are asked for.

The projections below are written out field by field. Hashing the dataclasses as they are would
be shorter, and would make every new field of ours a new procedure of everybody's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from dsl import experiment as ex
from dsl.drawing.different import Unit, units
from dsl.drawing.symbols import MANY
from dsl.expanding.steps_within import questions_within, steers, steps_within
from dsl.expansion import EACH_ROW_ITS_ORDER, FIRST, MANY_WORDS_DEALT
from dsl.experiment import Experiment, Guard, Order, Permutation, Protocol, Scorer, Step
from dsl.projections import (
    Value,
    canonical,
    cases_of,
    declared_of,
    digest,
    guard_of,
    template_of,
    templates_of,
)
from dsl.reach import reach_of, weighs_its_key
from dsl.tree import QuestionKind
from dsl.trial import Cell, Levels

if TYPE_CHECKING:
    from hashlib import _Hash


def procedure_hash(experiment: Experiment) -> str:
    """The hash of all that can be sent and of all that decides which of it is."""
    return digest("devrun:procedure:1", _procedure(experiment))


def rubric_hash(experiment: Experiment) -> str:
    """The hash of all that only judges."""
    return digest("devrun:rubric:1", _rubric(experiment))


def trial_key(  # noqa: PLR0917 - settled, and in the order of the words of the definition
    procedure: str, cell: Cell, draw: int, sample: int, seed: int, participant: str
) -> str:
    """The key of one trial of one participant. Needs no rendering, so that many cost little: the
    digest of procedure, levels, wording, draw, sample, seed and participant.
    """
    begun, rest = _around_draw(procedure, cell.levels, cell.wording, seed, participant)
    made = begun.copy()
    made.update(b"%d,%d%b" % (draw, sample, rest))
    return made.hexdigest()


@lru_cache(maxsize=1024)
def _around_draw(
    procedure: str, levels: Levels, wording: str, seed: int, participant: str
) -> tuple[_Hash, bytes]:
    """A hash of all that is before the draw of a trial, and what comes after its sample: the
    same for all trials of a cell, and five sixths of what a key costs.
    """
    before = canonical([procedure, levels, wording])[:-1]
    made = hashlib.sha256(b"devrun:trial:1\n" + before + b",")
    return made, b"," + canonical([seed, participant])[1:]


# ------------------------------------------------------------------------------- the procedure


def _procedure(experiment: Experiment) -> Value:
    reach = reach_of(experiment)
    design = experiment.design
    slots = [slot for slot in experiment.slots if slot.name in reach.drawn]
    drawn = units(slots, design)
    return {
        "expansion": _expands_since(experiment, drawn),
        "title": experiment.title,
        "slots": [_slot(slot) for slot in slots],
        "lets": [_let(let) for let in experiment.lets if let.name in reach.sent.lets],
        "tables": [_table(one) for one in experiment.tables if one.name in reach.rows_of],
        "machines": [_machine(one) for one in experiment.machines if one.name in reach.rows_of],
        "factors": [
            [factor.kind, factor.name, [level.name for level in factor.levels], factor.swap]
            for factor in experiment.factors
        ],
        "permutation": design.permutation,
        "together": [unit.slots for unit in drawn if len(unit.slots) > 1],
        "different": _groups_of(design.different, reach.drawn),
        "steps": _steps(experiment.steps),
        **({"waves": _waves(experiment.waves)} if experiment.waves is not None else {}),
        **({"protocol": design.protocol} if design.protocol is not Protocol.BATTERY else {}),
        # What else counts as an answer decides what is said next.
        **({"also": _also(experiment, reach.judged.slots)} if steers(experiment) else {}),
    }


def _expands_since(experiment: Experiment, drawn: Sequence[Unit]) -> int:
    """The version in which the script came to expand as it does by its own."""
    paired = experiment.design.permutation is Permutation.LATIN_SQUARE
    many = paired and any(len(unit.rows) > MANY for unit in drawn)
    if many and experiment.expansion >= MANY_WORDS_DEALT:
        return MANY_WORDS_DEALT
    if experiment.expansion >= EACH_ROW_ITS_ORDER and _orders_by_row(experiment):
        return EACH_ROW_ITS_ORDER
    return FIRST


def _orders_by_row(experiment: Experiment) -> bool:
    """Whether choices are put in an order within some loop."""
    return any(
        isinstance(inner, ex.QuestionStep) and inner.choices and inner.order is not Order.FIXED
        for step in steps_within(experiment.steps)
        if isinstance(step, ex.ForEach) or (isinstance(step, ex.Repeat) and step.times > 1)
        for inner in steps_within(step.steps)
    )


def _waves(waves: ex.Waves) -> Value:
    carried = [[one.name, template_of(one.first)] for one in waves.carried]
    return [waves.name, [number for _, number in waves.numbers], carried]


def _groups_of(groups: Sequence[Sequence[str]], names: frozenset[str]) -> Value:
    return [list(group) for group in groups if not names.isdisjoint(group)]


def _slot(slot: ex.Slot) -> Value:
    """A slot as it is drawn and put into words; `also` only judges."""
    words = [_word(word) for word in (slot.original, *slot.values)]
    return [slot.name, slot.kind, words]


def _word(word: ex.Word) -> Value:
    return [word.text, word.article, word.plural, word.pronoun]


def _let(let: ex.Let) -> Value:
    return [let.name, cases_of(let.cases, template_of)]


def _table(table: ex.Table) -> Value:
    return [table.name, table.columns, [[template_of(cell) for cell in row] for row in table.rows]]


def _machine(machine: ex.Machine) -> Value:
    """A machine as described. Its needs decide the outcomes; the rules it may have only judge, but
    for what is retold in full, which follows from them.
    """
    return {
        "name": machine.name,
        "works": template_of(machine.works),
        "fails": template_of(machine.fails),
        "needs": cases_of(machine.needs, lambda needs: [needs[0], needs[1]]),
        "shown": cases_of(machine.shown, list),
        **(
            {"offers": list(machine.offers), "rules": list(machine.rules)} if machine.offers else {}
        ),
    }


def _steps(steps: Iterable[Step]) -> Value:
    return [_step(step) for step in steps]


def _step(step: Step) -> Value:
    match step:
        case ex.Say():
            return ["say", cases_of(step.words, template_of)]
        case ex.Show():
            return _show(step)
        case ex.Scripted():
            return ["scripted", template_of(step.words)]
        case ex.System():
            return ["system", template_of(step.words)]
        case ex.Listen():
            return ["listen"]
        case ex.Either():
            return ["either", cases_of(step.branches, _steps)]
        case ex.ForkStep():
            return ["fork", [_steps(branch) for branch in step.branches]]
        case ex.InOrder():
            return ["order", step.order, step.key, [_steps(child) for child in step.children]]
        case ex.Repeat():
            return ["repeat", step.times, _steps(step.steps)]
        case ex.ForEach():
            return ["each", step.order, step.key, step.table, _steps(step.steps)]
        case ex.Train():
            until = step.criterion
            return ["train", [until.right, until.window, until.most], _steps(step.steps)]
        case ex.Retell():
            return ["retell", step.machine, step.levels, cases_of(step.words, template_of)]
        case ex.QuestionStep():
            return ["question", _sent_question(step)]


def _show(show: ex.Show) -> Value:
    """A picture by its bytes and kind, whatever its file is called. The words about it are here,
    too, though no real participant reads them: simulated ones and coders do.
    """
    found = [
        "show",
        show.picture.media_type,
        show.picture.digest,
        cases_of(show.words, template_of),
    ]
    return found if show.at is None else [*found, show.at]


def _sent_question(question: ex.QuestionStep) -> Value:
    """A question as it is put. Its kind and name are here because they are its place in a trial;
    that it is scored by likelihood is, because that is another way to ask. Without choices its
    answers and lures are what is weighed, so that they are put, too; which is right is not."""
    rating = question.rating
    asked: dict[str, Value] = {
        "kind": question.kind.statement,
        "name": question.name,
        "says": [
            _show(told) if isinstance(told, ex.Show) else cases_of(told, template_of)
            for told in question.says
        ],
        "forms": [[form.name, cases_of(form.words, template_of)] for form in question.forms],
        "choices": cases_of(question.choices, templates_of),
        "order": [question.order, "once"] if question.once else question.order,
        "rating": None
        if rating is None
        else [rating.low, rating.high, templates_of(rating.labels)],
        "likelihood": question.rubric.scorer is Scorer.LIKELIHOOD,
    }
    if question.tries is not None:
        asked["tries"] = [question.tries.machine, question.tries.most, question.tries.may_end]
    if question.steering is not None:
        asked["steering"] = _steering(question, question.steering)
    if question.framed:
        line = question.steering is not None  # where the line decides what is said next
        asked["framed"] = cases_of(
            question.framed,
            lambda one: [
                template_of(one.before), template_of(one.after), one.answer_line if line else "",
            ],
        )  # fmt: skip
    if question.turns is not None:
        asked["turns"] = question.turns
    if question.control:
        asked["ordered as"] = question.control
    if question.layouts:
        asked["layouts"] = cases_of(question.layouts, lambda one: [one.text, one.cue, one.reading])
    if weighs_its_key(question):
        asked["weighed"] = _weighed(question.rubric)
    if question.kind is QuestionKind.EVEN and question.order is ex.Order.ROTATED:
        # Which two they are is sent, as the order of the choices.
        asked["even"] = [cases_of(statement, _answer) for statement in question.rubric.answer]
    return asked


def _steering(question: ex.QuestionStep, steering: ex.Steering) -> Value:
    """What follows a reply, and the key that decides it."""
    rubric = question.rubric
    return {
        "outcomes": steering.outcomes,
        "choices": cases_of(steering.choices, list),
        "then": [[arm.outcomes, arm.again, template_of(arm.words)] for arm in steering.then],
        "scorer": rubric.scorer,
        "answer": [cases_of(statement, _answer) for statement in rubric.answer],
        "wrong": [cases_of(lists, templates_of) for lists in rubric.wrong],
        "half": [cases_of(lists, templates_of) for lists in rubric.half],
    }


def _weighed(rubric: ex.Rubric) -> Value:
    """Answers and lures as one set with where each holds, in an order that is not the script's.

    What is weighed in every cell needs no cell named, so that a key put right among the lures that
    hold everywhere is the same procedure.
    """
    found: dict[bytes, tuple[bytes, bool, Value]] = {}

    def add(guard: Guard, spelt: Value, *, alone: bool) -> None:
        everywhere = alone and guard == ex.ALWAYS
        one: Value = [guard_of(guard), spelt]
        found[canonical(one)] = (canonical(spelt), everywhere, one)

    for statement in rubric.answer:
        for case in statement:
            if isinstance(case.value, ex.MachineKey):
                add(case.guard, _answer(case.value), alone=False)
            elif case.value.quantity is not ex.Quantity.NONE:
                for phrase in case.value.phrases:
                    add(case.guard, template_of(phrase), alone=len(statement) == 1)
    for lists in rubric.wrong:
        for listed in lists:
            for phrase in listed.value:
                add(listed.guard, template_of(phrase), alone=len(lists) == 1)
    always = {words for words, everywhere, _ in found.values() if everywhere}
    kept = [
        name for name, (words, everywhere, _) in found.items() if everywhere or words not in always
    ]
    return [found[name][2] for name in sorted(kept)]


# ------------------------------------------------------------------------------- the rubric


def _rubric(experiment: Experiment) -> Value:
    """All that judges, without what the procedure holds already."""
    reach = reach_of(experiment)
    questions = list(map(_judged_question, questions_within(experiment.steps)))
    judged = reach.judged
    return {
        "questions": questions,
        "also": _also(experiment, judged.slots),
        "slots": [
            _slot(slot)
            for slot in experiment.slots
            if slot.name in judged.slots and slot.name not in reach.drawn
        ],
        "lets": [
            _let(let)
            for let in experiment.lets
            if let.name in judged.lets and let.name not in reach.sent.lets
        ],
        "machines": [
            [one.name, one.rules, None if one.name in reach.rows_of else _machine(one)]
            for one in experiment.machines
        ],
        "worths": [
            [factor.name, level.name, level.worth]
            for factor in experiment.factors
            for level in factor.levels
            if level.worth != 1
        ],
        "scoring": experiment.design.scoring,
        "contrasts": [
            [one.name, [[line.question, line.factor, line.levels] for line in one.lines]]
            for one in experiment.design.contrasts
        ],
        "guide": [[score, template_of(words)] for score, words in experiment.guide],
        **declared_of(experiment),
    }


def _also(experiment: Experiment, slots: Container[str]) -> Value:
    """Further wordings that count as the values of these slots, where there are any."""
    return [
        [slot.name, [[word.text, word.also] for word in (slot.original, *slot.values)]]
        for slot in experiment.slots
        if slot.name in slots and any(w.also for w in (slot.original, *slot.values))
    ]


def _judged_question(question: ex.QuestionStep) -> Value:
    rubric = question.rubric
    return {
        "kind": question.kind,
        "name": question.name,
        "keep": question.keep,
        "answer": [cases_of(statement, _answer) for statement in rubric.answer],
        "wrong": [cases_of(lists, templates_of) for lists in rubric.wrong],
        "half": [cases_of(lists, templates_of) for lists in rubric.half],
        "worth": rubric.worth,
        "guards": rubric.guards,
        "if failed": rubric.if_failed,
        "scorer": rubric.scorer,
        "guidance": [
            [one.mark, guard_of(one.guard), cases_of(one.words, template_of)]
            for one in rubric.guidance
        ],
        **({"pass with": rubric.pass_with} if rubric.pass_with else {}),
        **({"own": [guard_of(guard) for guard in rubric.own]} if rubric.own else {}),
        **({"answer lines": lines} if (lines := _answer_lines(question)) else {}),
        **({"group": question.group} if question.group else {}),
    }


def _answer_lines(question: ex.QuestionStep) -> Value:
    """Where replies are read, in framings that say where."""
    lines = [case for case in question.framed if case.value.answer_line]
    return cases_of(lines, lambda framed: framed.answer_line)


def _answer(answer: ex.ClauseTemplate | ex.MachineKey) -> Value:
    if isinstance(answer, ex.MachineKey):
        return ["machine", answer.ask, answer.machine, answer.things]
    phrases = templates_of(answer.phrases)
    if answer.within is not None:
        return ["numbers", answer.within, phrases]
    return ["range" if answer.scale else "phrases", answer.quantity, phrases]
