"""What a run will take, before anything is asked: cells, trials, calls, tokens.

Calls are counted, not estimated: every draw of a cell has the same turns, so one draw of each cell
is expanded and counted, or one for each rotation of a bank's choices. Tokens are an estimate, and
the printed words say so: four characters to a token (one of Chinese), 60 tokens to a reply (200
where a framing asks for reasons), and 1,600 to a picture. A tokenizer per provider was rejected
here: it would need each provider's own, and the estimate decides only between "cents" and
"hundreds".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from coders.tables.word_counts import read_length
from dsl.expand import ORIGINAL, Expander, chosen_cells
from dsl.expanding.steps_within import asks_tests, carries, steers
from dsl.experiment import Outcome
from dsl.likelihoods import weighed
from dsl.protocol import asked_in
from dsl.reach import word_sets
from dsl.record import replace
from dsl.scoring import ScoreKind, scoring_of
from dsl.tree import QuestionKind
from dsl.trial import Cell, Fork, Node, Picture, ScriptedTurn, Trial, Turn
from dsl.ways.retelling import source_cells
from renderers.prompt import PARAGRAPH, opening, paragraphs, system_text
from runners.analysis.telling_apart import expected, expected_own
from runners.batches.rounds import rounds_of

if TYPE_CHECKING:
    from coders.statistics.differences import Resolution
    from dsl.experiment import Experiment, Measure
    from runners.agents.agent import Agent
    from runners.engine.agent_size import AgentSize

CHARACTERS_PER_TOKEN = 4
TOKENS_PER_REPLY = 60
TOKENS_PER_REASONED_REPLY = 200
"""Where a framing asks for the answer on a line of its own, the rest being reasons, and where waves
hand on what is written."""
TOKENS_PER_PICTURE = 1600
"""What a picture of 1,568 pixels or more on its longer side comes to with Anthropic's Messages API
(width x height / 750, after it was made smaller there). Google counts 1,120 by default for the
models of 2026, OpenAI from 85 to about 1,500, by size and model. A small picture costs less."""


MOST_DRAWS = 500
"""So many draws of a cell are expanded to count their texts: a second for a script, where a hundred
thousand of them would take minutes, and say little more of how often texts come again."""


Bounds = tuple[Fraction, Fraction] | None
"""The lowest and the highest of the cells; None where that of some cell is not known."""


@dataclass(frozen=True, slots=True)
class RunSize:
    """The size of one script's run. `texts` is the number of distinct texts by wording, among the
    first `looked_at` draws of each cell: all of them, or MOST_DRAWS. `bounds` is what so many draws
    can tell apart at best and at worst, None under five of them.
    """

    experiment: str
    cells: int
    trials: int
    conversations: int
    calls: int
    input_tokens: int
    output_tokens: int
    texts: tuple[tuple[str, int], ...]
    looked_at: int
    draws: int
    bounds: tuple[Resolution, Resolution] | None
    own_bounds: tuple[Resolution, Resolution] | None
    """The same of the proportion correct in own stories; None also where all questions are own."""
    pictures: int = 0
    """How many pictures are sent, each as often as it is."""
    chances: tuple[tuple[ScoreKind, Bounds], ...] = ()
    """What guessing gives in the kinds of score that the script names in addition to the LRS."""
    call_bounds: tuple[int, int] | None = None
    """The fewest and the most calls, where words depend on replies; `calls` are then those of a
    participant whose replies are right."""
    groups: tuple[tuple[str, int], ...] = ()
    """The groups of items of a bank that one trial asks, each with how many they are; a bank
    without groups is one, whose name is empty."""
    copied: bool = False
    """Whether each item is on its own copy of the conversation."""
    lrs: bool = True
    """Whether a trial has an LRS: it asks some test that is no item of a bank."""
    measures: tuple[tuple[Measure, Bounds], ...] = ()
    """The same of the passes and totals that it declares, in the versions that have them."""
    word_sets: int | None = None
    """The fewest sets of words of a permuted cell, in the first `looked_at` draws; None if no cell
    is permuted."""
    agents: tuple[AgentSize, ...] = ()
    """What each participant with an agent is asked, in the order of the agents; the sums have it,
    too."""
    rounds: tuple[int, ...] = ()
    """The calls in each round of batches."""
    lengths: frozenset[int] = frozenset()
    """The usual lengths of replies that were counted, in tokens; 0 of those that are weighed."""


def run_size(
    experiment: Experiment,
    *,
    participants: int = 1,
    runs: int | None = None,
    samples: int | None = None,
    seed: int | None = None,
    wordings: tuple[str, ...] | None = None,
    only: tuple[str, ...] = (),
    base: int = 0,
    agents: Sequence[Agent] = (),
    reply: Callable[[int], int] = int,
) -> RunSize:
    """Count what these settings ask of each participant, times the number of participants, `base`
    of which are base models: a protocol of items asks these by other methods. `agents` are those of
    the participants that have one. `reply` gives the tokens of a reply from what is usual.

    `conversations` and `calls` are totals. Texts are counted over draws of a cell, so that ten
    draws of one text can be distinguished from ten different texts.
    """
    # What people rated is nothing that is sent, and takes a fifth of the time.
    expander = Expander(replace(experiment, people=()), seed=seed)
    draws = experiment.design.runs if runs is None else runs
    repeats = experiment.design.samples if samples is None else samples
    writing = participants - base
    people = planned_cells(experiment, wordings=wordings, only=only, base=base, writing=writing)
    cells = [*people]
    looked_at = min(draws, MOST_DRAWS)
    # Of rotations, items of fewer choices are asked in fewer draws.
    period = lcm(*(one.rotations or 1 for one in experiment.banks))
    trials = calls = conversations = tokens_in = tokens_out = shown = 0
    of_agents: list[AgentSize] = []
    firsts: list[Trial] = []
    texts: dict[str, set[int]] = {}
    sets: list[int] = []
    rounds: Counter[int] = Counter()
    lengths: set[int] = set()
    handed_on = expander.handed_on("x" * reply(TOKENS_PER_REASONED_REPLY) * CHARACTERS_PER_TOKEN)
    for cell in cells:
        for draw in range(1, max(min(period, draws), looked_at) + 1):
            one = expander.trial(cell, draw=draw, path=handed_on)
            if draw == 1:
                firsts.append(one)
            asked, written, characters, replied, pictures, text = _size(one, reply, lengths)
            if draw <= looked_at:
                texts.setdefault(cell.wording, set()).add(text)
            if draw > period:
                continue
            each = len(range(draw, draws + 1, period)) * repeats
            trials += each * people[cell]
            conversations += len(one.sessions) * each * people[cell]
            begins = _sources(expander, cell, draw)
            if agents:
                of_agents = _with_trials(
                    of_agents, expander, (one, *begins), agents, each, reply=reply
                )
            times = each * (people[cell] - len(agents))
            calls += asked * times
            first = max((len(rounds_of(each)) for each in begins), default=0)
            for at, number in rounds_of(one, in_order=carries(experiment), first=first).items():
                rounds[at] += number * times
            tokens_out += written * times
            read = characters // CHARACTERS_PER_TOKEN + replied
            read += pictures * TOKENS_PER_PICTURE
            shown += pictures * times
            tokens_in += read * times
        if cell.wording != ORIGINAL:
            sets.append(len(word_sets(expander, cell, range(1, looked_at + 1))))
    own = {cell: draws * repeats * (people[cell] - len(agents)) for cell in cells}
    call_bounds = _call_bounds(expander, own)
    if agents:
        fewest, most = call_bounds or (calls, calls)
        call_bounds = (
            fewest + sum(one.fewest for one in of_agents),
            most + sum(one.most for one in of_agents),
        )
    for size in of_agents:
        rounds.update(dict(enumerate(size.rounds)))
    # Where nothing is tested, or no bank is asked, no trial is searched for it.
    tested = firsts if asks_tests(experiment) else []
    banked = firsts if experiment.banks else []
    return RunSize(
        experiment.title,
        len(cells),
        trials,
        conversations,
        calls + sum(one.calls for one in of_agents),
        tokens_in + sum(one.input_tokens for one in of_agents),
        tokens_out + sum(one.output_tokens for one in of_agents),
        tuple((wording, len(found)) for wording, found in texts.items()),
        looked_at,
        draws,
        expected(tested, draws),
        expected_own(tested, draws),
        shown,
        _chances(experiment, firsts),
        call_bounds,
        _groups(banked),
        _copied(banked),
        any(True for first in tested for _ in first.asked(QuestionKind.TEST)),
        _measures(experiment, firsts),
        min(sets, default=None),
        tuple(of_agents),
        tuple(rounds[at] for at in range(max(rounds, default=-1) + 1) if rounds.total()),
        frozenset(lengths),
    )


def _sources(expander: Expander, cell: Cell, draw: int) -> list[Trial]:
    """The trials whose tries one of this cell says again, and which come before it."""
    sources = source_cells(expander.experiment, cell)
    return [expander.trial(one, draw=draw) for one in sources]


def _with_trials(
    sizes: list[AgentSize],
    expander: Expander,
    trials: Sequence[Trial],
    agents: Sequence[Agent],
    times: int,
    *,
    reply: Callable[[int], int],
) -> list[AgentSize]:
    """What each agent asks, with so many more trials like the first, which is after the others."""
    from dsl.ways.call_bounds import call_bounds
    from runners.engine.agent_size import AgentSize, Ranges, agent_size, planned_waves

    in_order, ranges = carries(expander.experiment), None
    if steers(expander.experiment):
        cell = trials[0].cell
        stretches = call_bounds(expander, cell, stretches=True)
        if stretches.most:
            ranges = Ranges(call_bounds(expander, cell), stretches)
    waves, *others = (planned_waves(one, carries=in_order) for one in trials)
    found = []
    known = sizes or [AgentSize(agent.written) for agent in agents]
    for size, agent in zip(known, agents, strict=True):
        first = max((len(agent_size(one, agent).rounds) for one in others), default=0)
        one = agent_size(waves, agent, first=first, ranges=ranges, reply=reply)
        found.append(size.plus(one, times))
    return found


def planned_cells(
    experiment: Experiment,
    *,
    wordings: tuple[str, ...] | None = None,
    only: tuple[str, ...] = (),
    base: int,
    writing: int,
) -> dict[Cell, int]:
    """The cells in which somebody is asked, each with how many are: `base` of those who take part
    are base models, and the others write their answers.
    """
    cells = chosen_cells(experiment, wordings=wordings, only=only)
    found = Counter(dict.fromkeys(asked_in(experiment, cells, base=False), writing))
    found.update(dict.fromkeys(asked_in(experiment, cells, base=True), base))
    return {cell: found[cell] for cell in cells if found[cell]}


def _groups(firsts: Sequence[Trial]) -> tuple[tuple[str, int], ...]:
    """The groups of the items that the first trial of a cell asks, of the one with most."""
    counts = [
        Counter(question.group for _, _, question in first.asked(QuestionKind.ITEM))
        for first in firsts
    ]
    return tuple(max(counts, key=Counter.total, default=Counter()).items())


def _copied(firsts: Sequence[Trial]) -> bool:
    """Whether items are asked in branches alone, none of which reads another."""
    items = [one for first in firsts for one in first.asked(QuestionKind.ITEM)]
    trunk = (
        node.question
        for first in firsts
        for session in first.sessions
        for node in session.nodes
        if isinstance(node, Turn)
    )
    in_line = any(one is not None and one.kind is QuestionKind.ITEM for one in trunk)
    return bool(items) and not in_line


def _call_bounds(expander: Expander, trials: Mapping[Cell, int]) -> tuple[int, int] | None:
    """The fewest and the most calls of so many trials of each cell."""
    if not steers(expander.experiment):
        return None
    from dsl.ways.call_bounds import call_bounds

    found = [(call_bounds(expander, cell), times) for cell, times in trials.items()]
    fewest = sum(one.fewest * times for one, times in found)
    return fewest, sum(one.most * times for one, times in found)


def _chances(
    experiment: Experiment, firsts: Sequence[Trial]
) -> tuple[tuple[ScoreKind, Bounds], ...]:
    """What guessing gives in one draw of each cell."""
    scoring = scoring_of(experiment.design.scoring)
    if scoring is None or not scoring.printed:
        return ()
    from coders.guessing import scored_by_kinds

    # As if all were marked: some kinds leave out what is not.
    asked = [
        [replace(one, mark=Fraction(0)) for one in scored_by_kinds(first).values()]
        for first in firsts
    ]
    return tuple(
        (kind, _lowest_and_highest([kind.chance(one) for one in asked])) for kind in scoring.printed
    )


def _measures(
    experiment: Experiment, firsts: Sequence[Trial]
) -> tuple[tuple[Measure, Bounds], ...]:
    """What guessing gives in the measures of the script, in one draw of each cell."""
    if all(one.mean is not None for one in experiment.measures):
        return ()  # nobody is right or wrong in a questionnaire
    from coders.measure_chance import guessed

    return tuple(
        (one, _lowest_and_highest(found))
        for one, found in guessed(experiment.measures, firsts)
        if one.mean is None
    )


def _lowest_and_highest(chances: Sequence[Fraction | None]) -> Bounds:
    known = [chance for chance in chances if chance is not None]
    return (min(known), max(known)) if known and len(known) == len(chances) else None


def _size(
    trial: Trial, reply: Callable[[int], int], lengths: set[int]
) -> tuple[int, int, int, int, int, int]:
    """Turns, and tokens of their replies; characters, tokens of earlier replies, and pictures read
    over all of them; and a hash of everything that is sent, so that equal texts are known without
    being kept. Whose tries are said again is all that is known of these. The usual lengths of the
    replies are added to `lengths`.
    """
    asked = written = characters = replied = pictures = 0
    sent = [hash(one) for session in trial.sessions for one in session.retold]

    def walk(nodes: tuple[Node, ...], read: int, answered: int, seen: int) -> None:
        nonlocal asked, written, characters, replied, pictures
        for node in nodes:
            if isinstance(node, Fork):
                for branch in node.branches:
                    walk(branch, read, answered, seen)
                continue
            parts, cue = paragraphs(node)
            sent.append(hash((*node.says, *parts, cue)))
            read += sum(map(read_length, (*parts, cue))) + len(PARAGRAPH) * max(0, len(parts) - 1)
            seen += sum(isinstance(told, Picture) for told in node.says)
            if isinstance(node, ScriptedTurn):
                read += len(node.reply)
            else:
                asked += 1
                characters += read
                replied += answered
                pictures += seen
                question = node.question
                reasoned = question is not None and (
                    question.answer_line or (Outcome.CARRIED.value, "") in question.outcomes
                )
                usual = TOKENS_PER_REASONED_REPLY if reasoned else TOKENS_PER_REPLY
                if question is not None and weighed(question):
                    usual = 0
                lengths.add(usual)
                said = reply(usual) if usual else 0
                written += said
                answered += said

    for session in trial.sessions:
        sent += map(hash, opening(session))
        walk(session.nodes, read_length(system_text(session)), 0, 0)
    return asked, written, characters, replied, pictures, hash(tuple(sent))
