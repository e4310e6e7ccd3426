"""The ways through a script in which words depend on replies, as a tree of its questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from dsl import experiment as ex
from dsl.expanding.following import arm_of, last_words
from dsl.expanding.steps_within import steps_within
from dsl.experiment import Experiment
from dsl.tree import QuestionKind
from dsl.trial import Fork, Node, Path, Question, Trial, Turn
from dsl.words import and_list, counted

After = Callable[[Path], Trial]

_STEP = "    "
_LOOPS = QuestionKind.TRAINING, QuestionKind.EXPLORING


def path_lines(experiment: Experiment, after: After) -> Iterator[str]:
    """The tree of one trial: a line for each question, and below it, one step deeper, what follows
    each outcome. Outcomes after which the same questions come share their lines.
    """
    tree = _Tree(experiment, after)
    trial = after(())
    for number, session in enumerate(trial.sessions):
        if len(trial.sessions) > 1:
            yield f"story: {session.version}"
        yield from tree.lines(_ConversationLine(number, ()), 0, ())


@dataclass(frozen=True, slots=True)
class _ConversationLine:
    """A line of conversation: the session, and the fork and branch numbers on the way, from 1."""

    session: int
    branch: tuple[tuple[int, int], ...]

    def nodes(self, trial: Trial) -> tuple[Node, ...]:
        nodes = trial.sessions[self.session].nodes
        for fork, branch in self.branch:
            nodes = [one for one in nodes if isinstance(one, Fork)][fork - 1].branches[branch - 1]
        return nodes


class _Tree:
    def __init__(self, experiment: Experiment, after: After) -> None:
        self.after = after
        self.named = {one.name for one in experiment.replies}
        self.steering: dict[str, ex.Steering] = {}
        self.loops: dict[str, str] = {}
        """The line of `train` or `explore` under which a question is asked again and again."""
        for step in steps_within(experiment.steps):
            if isinstance(step, ex.Train):
                until = step.criterion
                self.loops[step.question] = (
                    f"train {step.name} until {until.words}, at most {until.bound}"
                )
            elif isinstance(step, ex.QuestionStep) and step.steering is not None:
                self.steering[step.name] = step.steering
                if (tries := step.tries) is not None:
                    bound = f"{'at most ' if tries.may_end else ''}"
                    bound += counted(tries.most, "try", "tries")
                    self.loops[step.name] = f"explore {tries.machine}, {bound}"

    def lines(self, at: _ConversationLine, start: int, path: Path) -> list[str]:
        """The lines of a conversation from one of its nodes on."""
        found: list[str] = []
        nodes = at.nodes(self.after(path))
        forks = sum(isinstance(node, Fork) for node in nodes[:start])
        for place, node in enumerate(nodes[start:], start):
            if isinstance(node, Fork):
                forks += 1
                for number in range(1, len(node.branches) + 1):
                    found.append(f"copy {number}:")
                    branch = _ConversationLine(at.session, (*at.branch, (forks, number)))
                    found += _deeper(self.lines(branch, 0, path))
            elif isinstance(node, Turn):
                question = node.question
                if question is not None and question.kind in _LOOPS:
                    last = max(n for n, one in enumerate(nodes) if _asks(one, question))
                    found += self._loop(node, question)
                    return found + self.lines(at, last + 1, path)
                found.append(_name(node))
                if question is not None and question.name in self.steering and question.outcomes:
                    return found + self._follow(at, place, node, question, path)
        return found

    def _loop(self, turn: Turn, question: Question) -> list[str]:
        """A training or an exploration: when it ends, and what can follow a reply; the question
        once, however often it is asked.
        """
        outcomes = [and_list([self._label(question, one) for one, _ in question.outcomes], "or")]
        if question.kind is QuestionKind.TRAINING:
            outcomes = [_name(turn), *_deeper(outcomes)]
        return [self.loops[question.name], *_deeper(outcomes)]

    def _label(self, question: Question, outcome: str) -> str:
        """An outcome, whether the question is asked again after it, and whether nothing is said."""
        arm = arm_of(self.steering[question.name], outcome)
        again = arm.again if arm is not None else 0
        what = [f"asked again at most {counted(again, 'time')}"] if again else []
        if not last_words(self.steering[question.name], arm):
            what.append("then nothing is said" if again else "nothing is said")
        return f"{outcome} ({', '.join(what)})" if what else outcome

    def _follow(
        self, at: _ConversationLine, place: int, turn: Turn, question: Question, path: Path
    ) -> list[str]:
        """What comes after each outcome of a question, and the rest of the conversation."""
        steering = self.steering[question.name]
        ways: list[tuple[str, list[str]]] = []
        labels: list[str] = []
        for outcome, _ in question.outcomes:
            arm = arm_of(steering, outcome)
            again = arm.again if arm is not None else 0
            asked = [f", again {time}" if time > 1 else ", again" for time in range(1, again + 1)]
            places = (turn.place, *(f"{turn.place}{suffix}" for suffix in asked))
            here = (*path, *(((at.session, one), outcome) for one in places))
            label = self._label(question, outcome)
            labels.append(label)
            if question.name in self.named or not ways:
                ways.append((label, self.lines(at, place + 1 + again, here)))
        if question.name not in self.named or len({tuple(rest) for _, rest in ways}) == 1:
            return [f"{_STEP}{and_list(labels, 'or')}", *ways[0][1]]
        found: list[str] = []
        for rest, together in groupby(sorted(ways, key=lambda way: way[1]), key=lambda way: way[1]):
            found.append(f"{_STEP}{and_list([label for label, _ in together], 'or')}:")
            found += _deeper(_deeper(rest))
        return found


def _asks(node: Node, question: Question) -> bool:
    asked = node.question if isinstance(node, Turn) else None
    return asked is not None and (asked.name, asked.kind) == (question.name, question.kind)


def _name(turn: Turn) -> str:
    if turn.question is None:
        return "a reply that is not scored"
    return f"{turn.question.kind.statement} {turn.question.title}"


def _deeper(lines: list[str]) -> list[str]:
    return [_STEP + line for line in lines]
