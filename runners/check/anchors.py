"""Examples for coders checked against the matcher: W661.

An example that its own key contradicts teaches coders one thing and sorts replies by another. Only
decided verdicts count: an example may well be of the kind that needs a human.
"""

from __future__ import annotations

from collections.abc import Iterator

from coders.marks import HALF, RIGHT, WRONG
from dsl.diagnostic import Fault
from dsl.expand import Expander, cells
from dsl.expanding.steps_within import questions_within
from dsl.trial import turns
from runners.check.marking import Marking
from runners.check.places import Places

MARKS = {"right": RIGHT, "half": HALF, "wrong": WRONG}


def example_faults(expander: Expander, places: Places, marking: Marking) -> Iterator[Fault]:
    """A warning for each example that the matcher marks otherwise than the script."""
    experiment = expander.experiment
    asked = questions_within(experiment.steps)
    if not any(one.mark for question in asked for one in question.rubric.guidance):
        return
    seen: set[tuple[object, ...]] = set()
    for cell in cells(experiment, wordings=("original",)):
        trial = expander.trial(cell, draw=1)
        for session in trial.sessions:
            levels = [level for _, level in (*cell.levels, *trial.balance, *session.levels)]
            for turn in turns(session.nodes):
                question = turn.question
                if question is None or not question.key.answer:
                    continue
                for mark, words in question.key.examples:
                    told = (question.name, mark, words, question.key.answer)
                    if told in seen or mark not in MARKS:
                        continue
                    seen.add(told)
                    known = marking.by_key(words, question)
                    if known is not None and (known.mark or WRONG) == MARKS[mark]:
                        continue  # as the key says itself
                    # Scripts without examples need no matcher, which takes a while to import.
                    from coders.matcher import match

                    verdict = match(words, question)
                    if verdict.mark is None or verdict.mark == MARKS[mark]:
                        continue
                    from dsl.faults.players import ExampleDisagrees

                    where = ", ".join(filter(None, (cell.condition, session.version)))
                    yield ExampleDisagrees(
                        span=places.example(question.name, mark, words, levels),
                        mark=mark,
                        question=question.title,
                        verdict=verdict.word.value,
                        where=f" in {where}" if where else "",
                        reason=verdict.reason,
                    )
