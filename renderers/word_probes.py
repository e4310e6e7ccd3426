"""What is put to a model that gives likelihoods, to see how familiar the original words are to it:
the paper's own stories as texts, and the words of their first mentions.

A story is put as one text, without chat template and replies, up to its first test question. A word
is put where the story first has it, after the original words before it, and so are the other words
that its pool could have put there: "... two dolls, Sally and" goes on with "Anne", or with another
name. Words that are drawn together are put together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from dsl.drawing.different import sort_of
from dsl.expand import ORIGINAL, Expander
from dsl.experiment import Word
from dsl.record import record
from dsl.tree import QuestionKind
from dsl.trial import Cell, Fork, Node, ScriptedTurn, Session, Trial
from dsl.words import plural
from renderers.prompt import system_text, user_text


@record
class WordProbe:
    """A place of a story, and the words that can go on there: the original's, and others."""

    slots: tuple[str, ...]
    before: str
    original: str
    others: tuple[str, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """All of them, the original's words first."""
        return (self.original, *self.others)


def stories(trial: Trial) -> tuple[str, ...]:
    """The paper's own stories of a trial, each as one text."""
    return tuple(_story(session) for session in trial.sessions if session.own_story)


def word_probes(expander: Expander, cell: Cell) -> tuple[WordProbe, ...]:
    """Each place of the first own story of a cell that first mentions a word that varies, in the
    order of the places; words that the story does not have are left out.
    """
    first = expander.assignment.originals
    whole = _first_story(expander, cell, first)
    found: list[WordProbe] = []
    for unit in expander.assignment.units:
        texts: dict[str, Mapping[str, Word]] = {whole: {name: first[name] for name in unit.slots}}
        elsewhere = {sort_of(word) for name, word in first.items() if name not in unit.slots}
        for row in unit.rows:
            here = dict(zip(unit.slots, row, strict=True))
            if elsewhere.isdisjoint(map(sort_of, row)):
                texts.setdefault(_first_story(expander, cell, {**first, **here}), here)
        if len(texts) < 2:
            continue
        shared = _shared_beginning(list(texts))
        start = max(shared.rfind(gap) + 1 for gap in (" ", "\n"))
        before = whole[:start].rstrip()
        options = dict.fromkeys(
            text[len(before) : _end(text, start, words)] for text, words in texts.items()
        )
        if before and len(options) > 1:
            original, *others = options
            found.append(WordProbe(unit.slots, before, original, tuple(others)))
    return tuple(sorted(found, key=lambda one: len(one.before)))


def _shared_beginning(texts: Sequence[str]) -> str:
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False))
    return "".join(letters[0] for letters in alike)


def _first_story(expander: Expander, cell: Cell, words: Mapping[str, Word]) -> str:
    trial = expander.trial(Cell(cell.levels, ORIGINAL), draw=1, words=words)
    return next(iter(stories(trial)), "")


def _end(text: str, start: int, words: Mapping[str, Word]) -> int:
    """Where the first mention of one of these words ends that goes beyond `start`."""
    forms = [form for word in words.values() for form in (plural(word), word.text)]
    anywhere = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    mentions = re.finditer(rf"\b(?:{anywhere})", text, re.IGNORECASE)
    for mention in mentions:
        if mention.end() > start:
            return mention.end()
    gap = re.compile(r"\s").search(text, start)
    return len(text) if gap is None else gap.start()


def _story(session: Session) -> str:
    paragraphs = [system_text(session), *_until_tested(session.nodes)]
    return "\n\n".join(part for part in paragraphs if part)


def _until_tested(nodes: tuple[Node, ...]) -> Iterator[str]:
    """What is said up to the first test question, and that question; without one, everything on
    the trunk. Of a fork with a test the branch that has it is followed.
    """
    for node in nodes:
        if isinstance(node, Fork):
            for branch in node.branches:
                if _tests(branch):
                    yield from _until_tested(branch)
                    return
            continue
        yield user_text(node)
        if isinstance(node, ScriptedTurn):
            yield node.reply
        elif node.question is not None and node.question.kind is QuestionKind.TEST:
            return


def _tests(nodes: tuple[Node, ...]) -> bool:
    return any(
        any(map(_tests, node.branches))
        if isinstance(node, Fork)
        else not isinstance(node, ScriptedTurn)
        and node.question is not None
        and node.question.kind is QuestionKind.TEST
        for node in nodes
    )
