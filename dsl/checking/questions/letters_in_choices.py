"""Choices with a letter in them that is also the label of one."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import faults, tree
from dsl.checking.findings import Findings
from dsl.checking.nodes import head_of
from dsl.checking.session.thread import Met
from dsl.checking.warnings.original import Original
from dsl.experiment import Order
from dsl.lone_letters import LABELS, clashes, letters_in


def check_letters(met: Sequence[Met], original: Original, found: Findings) -> None:
    """Warns once a question of a letter that labels one choice and is a word of another."""
    for one in met:
        question = one.question
        if not one.reach:
            continue
        for case in question.choices:
            texts = [original.readings(option, one.reach) for option in case.value]
            first = tuple(told[0][1] for told in texts if told)
            letters = clashes(first)
            if question.order is not Order.FIXED:
                # Each choice gets each label in some draw.
                used = frozenset(LABELS[: len(first)])
                letters = used & frozenset().union(*map(letters_in, first))
            if letters:
                letter = min(letters)
                text = next(text for text in first if letter in letters_in(text))
                choices = next(p.item for p in one.asked.placed if isinstance(p.item, tree.Choices))
                span = head_of(choices.span, "choices")
                found.add(faults.method.LetterInChoice(span=span, text=text, letter=letter))
                break
