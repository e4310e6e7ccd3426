"""Which disagreements are listed: by kind of difference, by question, resolved or not.

A filter shows no more than the disagreements themselves: scripts and questions are named by an
example of their words, never by name, and coders, models and conditions are no filters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from coders.adjudication.disagreements import DifferenceKind, difference, majority
from dsl.record import record, replace
from runners.coding.disputes import Dispute

CONTROL, OTHER = "control questions", "other questions"
WITH, WITHOUT = "with a majority", "without a majority"


@record
class QuestionOf:
    """Of which script and question a disagreement is, as numbers and names that are not shown."""

    script: str
    question: str


@record
class DisputeFilter:
    """What is listed; empty or false is everything. `only` may be a script without a question."""

    unresolved: bool = True
    kind: str = ""
    difference: str = ""
    majority: str = ""
    noted: bool = False
    only: QuestionOf | None = None

    def takes(self, dispute: Dispute, of: QuestionOf | None, resolved: Collection[str]) -> bool:
        """Whether a disagreement is listed."""
        case = dispute.case
        only = self.only
        return not (
            (self.unresolved and case.key in resolved)
            or (self.kind and self.kind != (CONTROL if case.control else OTHER))
            or (self.difference and self.difference != difference(case.opinions))
            or (self.majority and (self.majority == WITH) != bool(majority(case.opinions)))
            or (self.noted and not any(one.note for one in case.opinions))
            or (only and (of is None or only not in (of, replace(of, question=""))))
        )

    @property
    def words(self) -> tuple[str, ...]:
        """The filter in words, but for the question."""
        told = ("unresolved" if self.unresolved else "all", self.kind, self.difference)
        return tuple(filter(None, (*told, self.majority, "with notes" if self.noted else "")))


def turned(now: DisputeFilter, what: str, disputes: Iterable[Dispute]) -> DisputeFilter:
    """The filter with the next `kind`, `majority` or `difference`, after the last with none; of
    differences those that there are.
    """
    there = {difference(one.case.opinions) for one in disputes}
    every: dict[str, tuple[str, ...]] = {
        "kind": ("", CONTROL, OTHER),
        "majority": ("", WITH, WITHOUT),
        "difference": ("", *(one for one in DifferenceKind if one in there)),
    }
    values, value = every[what], getattr(now, what)
    at = values.index(value) + 1 if value in values else 0
    return replace(now, **{what: values[at % len(values)]})


@record
class QuestionChoice:
    """One line to choose from: a script (as in `only`), or one of its questions; with an example of
    its words, and how many disagreements it has.
    """

    only: QuestionOf | None
    words: str
    count: int


def choices(
    disputes: Sequence[Dispute], questions: Mapping[str, QuestionOf]
) -> tuple[QuestionChoice, ...]:
    """What can be chosen: everything, then each script with its questions, in the order in which
    the disagreements come.
    """
    example: dict[QuestionOf, str] = {}
    count: Counter[QuestionOf] = Counter()
    for dispute in disputes:
        of = questions.get(dispute.case.key)
        if of is None:
            continue
        text = dispute.asked.text.strip().split("\n", 1)[0]
        script = replace(of, question="")
        story = _story_words(dispute)
        example.setdefault(script, f"stories like: {story}" if story else f"stories with: {text}")
        example.setdefault(of, text)
        count[script] += 1
        count[of] += 1
    scripts = [one for one in example if not one.question]
    found = [QuestionChoice(None, "every story and question", len(disputes))]
    for script in scripts if len(scripts) > 1 else ():
        found.append(QuestionChoice(script, example[script], count[script]))
    for script in scripts:
        found += [
            QuestionChoice(one, f"questions like: {example[one]}", count[one])
            for one in example
            if one.question and one.script == script.script
        ]
    return tuple(found)


def _story_words(dispute: Dispute) -> str:
    """The first words of the first story, where there is one."""
    told = (line.text for line in dispute.item.lines if line.kind == "told" and not line.question)
    return next(told, "").strip().split("\n", 1)[0]
