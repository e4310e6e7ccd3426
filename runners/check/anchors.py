"""Examples for coders held against the matcher: W661.

An example that its own key contradicts teaches coders one thing and sorts replies by another. Only
decided verdicts count: an example may well be of the kind that needs a human.
"""

from __future__ import annotations

from collections.abc import Iterator

from coders.marks import HALF, RIGHT, WRONG
from dsl import experiment as ex
from dsl.diagnostic import Fault
from dsl.expand import Expander, cells, steps_within
from dsl.span import Span
from dsl.trial import turns

MARKS = {"right": RIGHT, "half": HALF, "wrong": WRONG}


def example_faults(expander: Expander) -> Iterator[Fault]:
    """A warning for each example that the matcher marks otherwise than the script."""
    experiment = expander.experiment
    spans = {
        step.name: step.span
        for step in steps_within(experiment.steps)
        if isinstance(step, ex.Question)
    }
    seen: set[tuple[object, ...]] = set()
    for cell in cells(experiment, wordings=("original",)):
        for session in expander.trial(cell, draw=1).sessions:
            for turn in turns(session.nodes):
                question = turn.question
                if question is None or not question.key.answer:
                    continue
                for mark, words in question.key.examples:
                    told = (question.name, mark, words, question.key.answer)
                    if told in seen or mark not in MARKS:
                        continue
                    seen.add(told)
                    # Scripts without examples need no matcher, which takes a while to import.
                    from coders.matcher import match

                    verdict = match(words, question)
                    if verdict.mark is None or verdict.mark == MARKS[mark]:
                        continue
                    from dsl.faults.players import ExampleDisagrees

                    where = ", ".join(filter(None, (cell.condition, session.version)))
                    yield ExampleDisagrees(
                        span=spans.get(question.name, Span(experiment.file, 1, 1, 1, 1)),
                        mark=mark,
                        question=question.title,
                        verdict=verdict.word.value,
                        where=f" in {where}" if where else "",
                        reason=verdict.reason,
                    )
