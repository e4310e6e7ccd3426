"""The places in a script that players and the matcher have found something about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl import tree
from dsl.checking.nodes import nodes
from dsl.diagnostic import Span
from dsl.expanding.steps_within import questions_within
from dsl.experiment import Experiment

_BRACE = "\0"
"""Stands for a pair of braces; no script has such a letter."""


class Places:
    """Places of questions, contrasts and examples, by name.

    Only the resolved questions know their places. Contrasts and examples are looked up in the
    `script` as written; one that it has from an included file is found at its question.
    """

    def __init__(self, experiment: Experiment, script: tree.Script | None = None) -> None:
        self.questions = {step.name: step.span for step in questions_within(experiment.steps)}
        self._items: tuple[object, ...] = script.items if script is not None else ()
        self._start = Span(experiment.file, 1, 1, 1, 1)

    def question(self, name: str) -> Span:
        """The name of a question."""
        return self.questions.get(name, self._start)

    def contrast(self, name: str, question: str) -> Span:
        """The name of a contrast; `question` is one that it compares."""
        written = (node for node in nodes(self._items) if isinstance(node, tree.ContrastNode))
        found = next((one.name.span for one in written if one.name.text == name), None)
        return found or self.question(question)

    def example(self, question: str, mark: str, words: str, levels: Iterable[str]) -> Span:
        """The words of an example of a question, as they read at these levels in one draw."""
        fit = [
            (_speaks_of(label, levels), prose.lines[0].span)
            for item in self._examples(question)
            if item.mark == mark
            for label, prose in _proses(item.words)
            if prose.lines and _may_read(prose, words)
        ]
        return max(fit, key=lambda one: one[0])[1] if fit else self.question(question)

    def _examples(self, question: str) -> Iterator[tree.Example]:
        for node in nodes(self._items):
            if isinstance(node, tree.QuestionNode) and node.name.text == question:
                yield from (one for one in nodes(node.items) if isinstance(one, tree.Example))


def _proses(words: tree.Words) -> Iterator[tuple[str, tree.Prose]]:
    """The words, or the arms with their labels."""
    if isinstance(words, tree.Prose):
        yield "", words
    else:
        yield from ((arm.label.text, arm.words) for arm in words.arms)


def _speaks_of(label: str, levels: Iterable[str]) -> int:
    """How many of these levels the label of an arm names."""
    named = re.split(r"\s+(?:or|and)\s+", label.casefold())
    return len({level.casefold() for level in levels}.intersection(named))


def _may_read(prose: tree.Prose, words: str) -> bool:
    """Whether some words can come of a block of prose, whatever its braces put in. White space is
    passed over. What stands between two braces is looked for where it comes first, and nowhere else
    once it is found: a dozen braces would be tried in too many ways.
    """
    parts = (part for line in prose.lines for part in line.parts)
    written = "".join(part.words if isinstance(part, tree.Text) else _BRACE for part in parts)
    first, *rest = map(re.escape, "".join(written.split()).split(_BRACE))
    inner = "".join(f"(?>.*?{one})" for one in rest[:-1])
    last = f".*{rest[-1]}" if rest else ""
    return re.fullmatch(f"{first}{inner}{last}", "".join(words.split()), re.DOTALL) is not None
