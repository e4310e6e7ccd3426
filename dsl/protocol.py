"""Protocols: what of a script is asked, how often in which words, and how coders rate it.

The battery's own way is to ask matched stories in many draws of words and to have single replies
marked. A protocol is another way, declared when a study is run and part of its procedure, so that
replies of two protocols are never in one study.

Kosoy et al. (2023) asked their own stories only, sent each prompt ten times, and had coders give
each run an LRS from 0 to 5 (their section 3.2 and Table 1). They do not say whether a coder gave
one rating for a run or one for each of its prompts, so that there are two.

How the items of a bank are asked is in `dsl.protocol`.

How the items of a bank are asked: each protocol declared once, as the words around an item.

Wang et al. (2024), CogLM, describe in their paper (section 3.1 and appendix A.1) another procedure
than their published code has, so there are two protocols for theirs; the words are ours, what they
ask for is theirs. The third is our own. Under each, whoever can be asked in words writes an answer,
and a base model is asked twice by likelihood: with each choice as the end of the question, and with
the letters of choices that are shown. These methods are the levels of one more condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from dsl import experiment as ex
from dsl.experiment import FRAMING, METHOD, Experiment, Layout, Method, Order, Protocol, Step
from dsl.record import record, replace
from dsl.tree import TESTS, FactorKind, QuestionKind
from dsl.trial import Cell, Fork, Node, Place, Question, Session, Trial, Turn, turns
from dsl.words import LABELS, folded

REPEATS = 10
"""How often the paper sent each prompt."""


def under(experiment: Experiment, protocol: Protocol) -> Experiment:
    """The experiment as a protocol asks it. Contrasts and other kinds of score need marks of
    matched stories, so that a protocol of ratings has none.
    """
    if protocol.of_items:
        return asked_by(experiment, protocol)
    if not protocol.rated:
        return experiment
    design = replace(
        experiment.design,
        protocol=protocol,
        runs=REPEATS,
        samples=1,
        wordings=("permuted",),
        scoring="lrs",
        contrasts=(),
    )
    return replace(experiment, design=design)


def own_sessions(sessions: Iterable[Session]) -> tuple[Session, ...]:
    """The stories in which the paper asked something, with nothing else asked in them: its own
    questions, and the controls. What is said stays as it is.
    """
    kept = (replace(one, nodes=_own(one.nodes, one)) for one in sessions)
    return tuple(
        one for one in kept if any(_asked(turn.question, one) for turn in turns(one.nodes))
    )


def _asked(question: Question | None, session: Session) -> bool:
    """Whether the paper asked a question, as a test."""
    return question is not None and question.kind in TESTS and session.is_own(question)


def _stays(turn: Turn, session: Session) -> bool:
    question = turn.question
    return (
        question is None
        or question.kind is QuestionKind.CONTROL
        or question.keep is not None
        or _asked(question, session)
    )


def _own(nodes: tuple[Node, ...], session: Session) -> tuple[Node, ...]:
    """What is left of a conversation. A copy of it is dropped with its last question; what follows
    a question on the main line may refer to it, so that only its last questions are dropped.
    """
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, Fork):
            branches = (_own(branch, session) for branch in node.branches)
            left = tuple(branch for branch in branches if turns(branch))
            if left:
                found.append(Fork(left))
        else:
            found.append(node)
    while found and isinstance(last := found[-1], Turn) and not _stays(last, session):
        found.pop()
    return tuple(found)


def rated_places(trial: Trial) -> tuple[Place, ...]:
    """Where the ratings of a trial are kept: at each question that the paper asked, or where a
    coder gives one rating of the whole run, at the first of them. None if replies are marked.
    """
    own = tuple(
        place
        for place, session, question in trial.asked(*TESTS)
        if trial.protocol.rated and _asked(question, session)
    )
    return own if trial.protocol is Protocol.PAPER_BY_PROMPT else own[:1]


@record
class Demonstration:
    """A question that is answered before the item; `answer` is the place of the right choice."""

    question: str
    options: tuple[str, ...]
    answer: int


@record
class ItemProtocol:
    """How items are asked. `written` is None where they are put as any question is.

    `system` and `demonstrations` are only for who writes; `reply` is the answer to a demonstration,
    with the letter in place of `{letter}`. `published`: choices stay in the order of the file, and
    each item is asked once, at temperature 0 unless another one is given; otherwise the order of
    choices and the number of runs are the script's, and what would be shuffled is rotated.
    """

    written: Layout | None
    concatenated: Layout
    letters: Layout
    system: str = ""
    demonstrations: tuple[Demonstration, ...] = ()
    reply: str = ""
    published: bool = True


_DEMONSTRATIONS = (
    Demonstration(
        "Which river flows through Egypt?", ("the Nile", "the Danube", "the Amazon", "the Rhine"), 0
    ),
    Demonstration("How many legs does a spider have?", ("four", "five", "six", "eight"), 3),
    Demonstration(
        "What is a violin played with?", ("a hammer", "a paintbrush", "a bow", "a spoon"), 2
    ),
    Demonstration(
        "Which of these metals is liquid in a warm room?", ("iron", "mercury", "gold", "tin"), 1
    ),
)
"""Questions of general knowledge, as in the published code: nothing that a bank of CogLM tests."""

_ON_ONE_LINE = Layout("Question: {question}\nOptions: {options}")
_CUE = "\nThe answer is: "
_LETTERED = Layout("{question}\nChoose one of these options.\nOptions: {options}", _CUE, "letter")

ITEM_PROTOCOLS: dict[Protocol, ItemProtocol] = {
    Protocol.COGLM_CODE: ItemProtocol(
        written=_ON_ONE_LINE,
        concatenated=Layout("{question}", _CUE, "whole"),
        letters=_LETTERED,
        system=(
            "Each message is a question with options. Reply with one line and nothing else, with "
            "the letter of your option in the box: The answer is \\boxed{LETTER}"
        ),
        demonstrations=_DEMONSTRATIONS,
        reply="The answer is \\boxed{{letter}}",
    ),
    Protocol.COGLM_PAPER: ItemProtocol(
        written=_ON_ONE_LINE,
        concatenated=Layout("{question}", _CUE, "token"),
        letters=_LETTERED,
        system=(
            "Each message is a question with options. Explain in a few sentences which option is "
            "right. Then give one answer, on a last line of its own: The answer is option LETTER"
        ),
    ),
    Protocol.BANK: ItemProtocol(
        written=None,
        concatenated=Layout("{question}", "\n\nAnswer: ", "token"),
        letters=Layout("{question}\n\n{lines}", "\n\nAnswer: ", "letter"),
        published=False,
    ),
}


def unfit(experiment: Experiment) -> tuple[str, str] | None:
    """Why the items of a script cannot be asked by a protocol of items, and what to write instead;
    None where they can.
    """
    items = _items(experiment)
    if not items:
        return "has no bank", "ask it without --protocol, or by one of those for stories"
    if set(map(id, items)) - set(map(id, _by_themselves(experiment))):
        return (
            "asks items of its bank in one conversation",
            "write `separately` above `do BANK`: the protocol asks each item by itself",
        )
    if bare := next((item for item in items if not item.choices), None):
        return (
            f"has an item without choices: `{bare.name}`",
            "add `choices from COLUMN` to its bank",
        )
    if any(folded(factor.name) == METHOD for factor in experiment.factors):
        return f"has a factor called `{METHOD}`", "give it another name: the protocol adds this one"
    return None


def refused(experiment: Experiment, protocol: Protocol) -> tuple[str, str] | None:
    """Why a script is not to be asked by a protocol, and what to write instead; None where it is.
    `experiment` is what `asked_by` gave. A study that was run in spite of it stays readable.
    """
    if experiment.design.protocol is not protocol:
        return unfit(experiment)
    lines = sorted(_with_answer_line(experiment))
    if lines and ITEM_PROTOCOLS[protocol].system:
        return (
            f"has the framing `{lines[0]}`, which says how to answer, as the protocol does",
            f"leave the framing out, or use --protocol {Protocol.BANK}, which adds no words",
        )
    return None


def asked_by(experiment: Experiment, protocol: Protocol) -> Experiment:
    """The experiment as a protocol asks its items; as it is, where they cannot be asked so."""
    if unfit(experiment) is not None:
        return experiment
    way = ITEM_PROTOCOLS[protocol]
    factor = ex.Factor(
        FactorKind.CONDITIONS, METHOD, tuple(ex.Level(method.value) for method in Method)
    )
    layouts = tuple(
        ex.Case(at(method), layout)
        for method, layout in (
            (Method.WRITTEN, way.written),
            (Method.CONCATENATED, way.concatenated),
            (Method.LETTERS, way.letters),
        )
        if layout is not None
    )

    def put(item: ex.QuestionStep) -> ex.QuestionStep:
        order = Order.ROTATED if item.order is Order.SHUFFLED else item.order
        return replace(item, layouts=layouts, order=Order.FIXED if way.published else order)

    design = replace(experiment.design, protocol=protocol)
    if way.published:
        design = replace(design, runs=1, samples=1)
    return replace(
        experiment,
        factors=(*experiment.factors, factor),
        steps=(*_opening(way), *_changed(experiment.steps, put)),
        design=design,
    )


def asked_in(experiment: Experiment, cells: Iterable[Cell], *, base: bool) -> tuple[Cell, ...]:
    """Those of the cells in which a participant is asked, a base model or one that writes: all, but
    under a protocol of items. No likelihood is asked for under a framing that wants the answer on a
    line of its own: reasons would come before it.
    """
    if not experiment.design.protocol.of_items:
        return tuple(cells)
    lines = _with_answer_line(experiment)

    def asked(levels: Mapping[str, str]) -> bool:
        if levels[METHOD] == Method.WRITTEN.value:
            return not base
        return base and levels.get(FRAMING) not in lines

    return tuple(cell for cell in cells if asked(dict(cell.levels)))


def at(method: Method) -> ex.Guard:
    """Where items are asked by a method."""
    return ex.Guard(((METHOD, (method.value,)),))


def _opening(way: ItemProtocol) -> Iterator[Step]:
    """What is said to whoever writes, before anything else."""
    steps: list[Step] = [ex.System("system", (way.system,))] if way.system else []
    for one in way.demonstrations:
        assert way.written is not None
        asked = way.written.words(one.question, one.options)
        steps.append(ex.Say((ex.Case(ex.ALWAYS, (asked,)),)))
        steps.append(ex.Scripted((way.reply.replace("{letter}", LABELS[one.answer]),)))
    if steps:
        yield ex.Either((ex.Case(at(Method.WRITTEN), tuple(steps)),))


def _items(experiment: Experiment) -> list[ex.QuestionStep]:
    """The items of banks."""
    from dsl.expanding.steps_within import questions_within

    return [*questions_within(experiment.steps, QuestionKind.ITEM)]


def _by_themselves(experiment: Experiment) -> Iterator[ex.QuestionStep]:
    """The items of banks that are each a branch of a fork."""
    from dsl.expanding.steps_within import questions_within, steps_within

    for step in steps_within(experiment.steps):
        for branch in step.branches if isinstance(step, ex.ForkStep) else ():
            if [type(one) for one in branch] in ([ex.QuestionStep], [ex.Either]):
                yield from questions_within(branch, QuestionKind.ITEM)


def _with_answer_line(experiment: Experiment) -> set[str]:
    """The framings of items that want the answer on a line of its own."""
    return {
        name
        for item in _items(experiment)[:1]
        for case in item.framed
        if case.value.answer_line
        for _, names in case.guard.needs
        for name in names
    }


def _changed(
    steps: Iterable[Step], put: Callable[[ex.QuestionStep], ex.QuestionStep]
) -> tuple[Step, ...]:
    """The steps with every item of a bank changed."""
    return tuple(_changed_one(step, put) for step in steps)


def _changed_one(step: Step, put: Callable[[ex.QuestionStep], ex.QuestionStep]) -> Step:
    match step:
        case ex.QuestionStep(kind=QuestionKind.ITEM):
            return put(step)
        case ex.Either():
            cases = (replace(one, value=_changed(one.value, put)) for one in step.branches)
            return replace(step, branches=tuple(cases))
        case ex.ForkStep():
            return replace(step, branches=tuple(_changed(one, put) for one in step.branches))
        case ex.InOrder():
            return replace(step, children=tuple(_changed(one, put) for one in step.children))
        case ex.Repeat() | ex.ForEach() | ex.Train():
            return replace(step, steps=_changed(step.steps, put))
        case _:
            return step
