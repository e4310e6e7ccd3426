"""Whether this devrun knows the codebook and the settings that a packet was made with.

A packet of another version may ask for marks that this one does not have, or say things that it
passes over. What would change codes is refused; the rest is said before coding.

Whether what guides coders is one text in every cell, and what it is, for the codebook's version.

Notes or examples that differ between conditions tell a coder the condition, and, with an accepted
answer that differs, ask the coder to work out by heart which cell is before them. Both are faults
of a study, found before a packet is made. Everything is compared in the original's words at one
draw after another, so that only what depends on the cell counts as a difference, and not the words
of a draw.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping
from math import prod

from coders.packets.candidate_answers import candidates_of
from coders.packets.questions import numbered
from coders.packets.shape import (
    CoderKind,
    Header,
    Item,
    LineKind,
    PacketQuestion,
    PacketUnusable,
    QuestionOrder,
    View,
)
from dsl import __devrun__
from dsl.expand import ORIGINAL, Expander, cells
from dsl.expanding.filling import Filler
from dsl.experiment import Experiment
from dsl.projections import Value, digest
from dsl.tree import FactorKind
from dsl.trial import Cell, Levels, Question, Session, Trial
from dsl.words import and_list
from renderers.show import key_words

MARKS_VERSION = 1
"""The version of the closed table of marks (docs/coding.md)."""

QUESTION_KINDS = ("control", "test", "item", "even", "rating", "practice", "record")

_CHOICES = {
    "view": tuple(View),
    "kind": tuple(CoderKind),
    "question_order": tuple(QuestionOrder),
}
_OF_OLDER = {
    "question_order": "the control questions of all stories come first",
    "fixed_order": "you can choose which item comes next",
    "masking_last": "the question about model and wording comes right after its item",
}
"""What is otherwise in a packet whose header does not have this field."""


def codebook_check(header: Header) -> str:
    """A short hash of the codebook's version with the settings that it covers. It shows that both
    were written by one devrun, and nothing about an editor who computes it again.
    """
    parts: list[Value] = [
        header.codebook_version,
        header.marks_version,
        header.view.value,
        header.keyed,
    ]
    return digest("devrun:codebook-check:1", parts)[:12]


def refuse_unknown_settings(first: Mapping[str, object], where: str) -> None:
    """See that the first line of a packet, as read, has no setting whose value is unknown here.

    Raises PacketUnusable, naming the setting and what to do.
    """
    version = first.get("marks_version", MARKS_VERSION)
    if isinstance(version, int) and version > MARKS_VERSION:
        raise PacketUnusable(
            f"{where} was made for version {version} of the table of marks, and this devrun "
            f"({__devrun__}) knows version {MARKS_VERSION}",
            _install(first),
        )
    for name, known in _CHOICES.items():
        value = first.get(name)
        if isinstance(value, str) and value not in known:
            raise PacketUnusable(
                f"{where} has {name.replace('_', ' ')} `{value}`, which this devrun ({__devrun__}) "
                f"does not know: it knows {and_list(list(known))}",
                _install(first),
            )


def refuse_unknown_codebook(header: Header, where: str) -> None:
    """See that a packet's codebook goes with its settings; packets of older tools do not say."""
    if header.codebook_check and header.codebook_check != codebook_check(header):
        raise PacketUnusable(
            f"{where} names codebook {header.codebook_version}, which is not the one that it was "
            "made with",
            "its first line was changed: ask the study's owner for the packet again",
        )


def refuse_unknown_parts(
    found: Mapping[str, object], first: Mapping[str, object], where: str
) -> None:
    """See that the line of an item, as read, has no kind of question or speech that is unknown
    here; `first` is the packet's first line. Raises PacketUnusable.
    """
    for part, known in (("questions", QUESTION_KINDS), ("lines", tuple(LineKind))):
        parts = found.get(part)
        for one in parts if isinstance(parts, list) else ():
            kind = one.get("kind") if isinstance(one, dict) else None
            if isinstance(kind, str) and kind not in known:
                what = "question" if part == "questions" else "speech"
                raise PacketUnusable(
                    f"{where}: a {what} of kind `{kind}`, which this devrun ({__devrun__}) does "
                    "not know",
                    _install(first),
                )


def notices(first: Mapping[str, object], unknown: Mapping[str, None]) -> Iterator[str]:
    """What a coder should know of a packet of another version, in sentences. `first` is the first
    line as read, `unknown` are the names of fields elsewhere that this devrun does not know.
    """
    made_by = str(first.get("tool_version", "unknown"))
    older = [words for name, words in _OF_OLDER.items() if name not in first]
    if older:
        yield (
            f"This packet was made by an older devrun ({made_by}) and is coded by its rules: "
            f"{'; '.join(older)}."
        )
    named = [f"`{name}`" for name in (*(one for one in first if one not in _HEADER), *unknown)]
    if named:
        yield (
            f"This packet has settings that this devrun ({__devrun__}) does not know: "
            f"{and_list(named)}. They have no effect here: before you code, ask the study's owner "
            f"whether to install devrun {made_by}."
        )


def unknown_fields(found: Mapping[str, object]) -> Iterator[str]:
    """Names in the line of an item, as read, that this devrun does not know."""
    yield from (name for name in found if name not in _ITEM)
    questions = found.get("questions")
    for one in questions if isinstance(questions, list) else ():
        yield from (name for name in one if name not in _QUESTION)


def _install(first: Mapping[str, object]) -> str:
    return (
        f"it was made by devrun {first.get('tool_version', 'unknown')}: install that version, or "
        "ask the study's owner for another packet"
    )


def _names(kind: type) -> frozenset[str]:
    return frozenset(one.name for one in dataclasses.fields(kind))


_HEADER = _names(Header) | {"file"}
_ITEM = _names(Item) | {"section"}
_QUESTION = _names(PacketQuestion)


_MOST_DRAWS = 24


def guide_of(expander: Expander, cell: Cell, draw: int) -> tuple[tuple[int, str], ...]:
    """The whole-trial examples of an experiment, (LRS, words), in the words of a cell and draw."""
    experiment = expander.experiment
    if not experiment.guide:
        return ()
    assigned = expander.assignment
    words = assigned.original if cell.wording == ORIGINAL else assigned.permuted
    levels = dict((*cell.levels, *assigned.levels.named(draw - 1)))
    filler = Filler(words(draw - 1), {let.name: let for let in experiment.lets}, levels)
    return tuple((lrs, filler.text(template)) for lrs, template in experiment.guide)


def differences(
    experiment: Experiment, *, view: View, only: Collection[Levels] = ()
) -> tuple[str, ...]:
    """What guides coders and differs between cells, in words, each thing once; `only` narrows the
    cells to those with these condition levels.

    In rubric view conditions are compared, story by story: notes, examples, accepted answers and
    whole-trial examples. In content view stories are cells, too; there notes alone are shown, and
    examples where a question has no candidates.
    """
    found: dict[tuple[str, str], str] = {}
    for told in _tellings(experiment, view, only=only):
        for (question, what), by_cell in told.items():
            name = question.rpartition("\n")[2]
            first_cell, first = next(iter(by_cell.items()))
            for cell, words in by_cell.items():
                if words != first:
                    where = f", question `{name}`" if name else ""
                    here, there = (" | ".join(one) or "none" for one in (first, words))
                    differs = (
                        f"`{experiment.title}`{where}: the {what} are not the same in every cell: "
                        f"in {first_cell} `{here}`, in {cell} `{there}`"
                    )
                    found.setdefault((name, what), differs)
                    break
    return tuple(found.values())


def asked_differently(experiment: Experiment) -> tuple[str, ...]:
    """Titles of the questions whose words or choices are not the same in every condition, or that
    are asked in some only: these tell the condition, also where the story is not shown.
    """
    found: dict[str, None] = {}
    for trials in _draws(experiment):
        by_cell = [_words_by_title(trial) for trial in trials]
        titles = dict.fromkeys(title for asked in by_cell for title in asked)
        for title in titles:
            if len({asked.get(title, ()) for asked in by_cell}) > 1:
                found[title] = None
    return tuple(found)


def codebook_version(
    experiments: tuple[Experiment, ...], *, view: View, keyed: bool, masks: tuple[str, ...]
) -> str:
    """A short name for everything that guides coding: the table of marks, the view, notes,
    examples and what is offered, and how replies are masked.
    """
    guiding: list[Value] = (
        []
        if view is View.RATING
        else [
            [experiment.title, [_spelt(told) for told in _tellings(experiment, view, keyed=keyed)]]
            for experiment in sorted(experiments, key=lambda one: one.title)
        ]
    )
    return digest("devrun:codebook:1", [MARKS_VERSION, view.value, keyed, list(masks), guiding])[
        :12
    ]


_Told = dict[tuple[str, str], dict[str, tuple[str, ...]]]
"""By (story and question, what): what is said of it, by cell."""


def _spelt(told: _Told) -> Value:
    return [[*what, [[cell, list(w)] for cell, w in cells.items()]] for what, cells in told.items()]


def _draws(experiment: Experiment, only: Collection[Levels] = ()) -> Iterator[list[Trial]]:
    """The original's trials of all conditions, for each combination of counterbalanced levels."""
    expander = Expander(experiment)
    counterbalance = experiment.of_kind(FactorKind.COUNTERBALANCE)
    count = prod(len(factor.levels) for factor in counterbalance)
    for draw in range(1, min(count, _MOST_DRAWS) + 1):
        yield [
            expander.trial(cell, draw=draw)
            for cell in cells(experiment, wordings=(ORIGINAL,))
            if not only or cell.levels in only
        ]


def _tellings(
    experiment: Experiment, view: View, *, keyed: bool = True, only: Collection[Levels] = ()
) -> Iterator[_Told]:
    expander = Expander(experiment)
    for trials in _draws(experiment, only):
        told: _Told = {}
        offered = candidates_of(trials) if view is View.CONTENT else {}
        for trial in trials:
            cell = trial.cell.condition or "the only condition"
            if view is View.RUBRIC:
                guide = tuple(f"{n}: {w}" for n, w in guide_of(expander, trial.cell, trial.draw))
                told.setdefault(("", "whole-trial examples"), {})[cell] = guide
            for (index, _), (_, question) in numbered(trial).items():
                session = trial.sessions[index]
                story = "" if view is View.CONTENT else session.version
                here = _here(trial.cell, session, view)
                for what, words in _guiding(question, view, offered, keyed=keyed):
                    at = (f"{story}\n{question.title}", what)
                    # Asked in several rows of one story: all of its notes together.
                    before = told.setdefault(at, {}).get(here, ())
                    told[at][here] = tuple(dict.fromkeys((*before, *words)))
        yield told


def _here(cell: Cell, session: Session, view: View) -> str:
    names = (cell.condition, session.version if view is View.CONTENT else "")
    return ", ".join(name for name in names if name) or "the only cell"


def _guiding(
    question: Question, view: View, offered: dict[str, tuple[str, ...]], *, keyed: bool
) -> Iterator[tuple[str, tuple[str, ...]]]:
    key = question.key
    yield "notes", key.coders
    examples = tuple(f"{mark}: {words}" for mark, words in key.examples)
    if view is View.CONTENT:
        if not offered.get(question.name):
            yield "examples", examples
        return
    yield "examples", examples
    if keyed:
        yield "accepted answers", (key_words(key),)


def _words_by_title(trial: Trial) -> dict[str, tuple[str, ...]]:
    """What is asked under each title, in the words of the original; stories joined."""
    found: dict[str, tuple[str, ...]] = {}
    for _, question in numbered(trial).values():
        words = (question.text, *sorted(question.options), *question.labels)
        found[question.title] = tuple(dict.fromkeys((*found.get(question.title, ()), *words)))
    return found
