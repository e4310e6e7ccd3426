"""Which statements are recalled for a question: those with most words in common, by BM25, or those
whose embeddings are most like the question's.

Words in common need no model, and give the same everywhere. Embeddings are another model's, and
their likenesses are the stored reply to a call: in each wave every statement is compared with every
question. Scores are rounded before they are compared, and of equal ones the latest statement is
first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from dsl.patterns import lazy_pattern
from dsl.record import replace
from renderers.rows.agent_waves import MemoryStatement
from runners.agents.agent_file import Memory

_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = lazy_pattern(rf"[{_CJK}]|(?:(?![{_CJK}])[^\W_])+(?:['’][^\W_]+)?", re.UNICODE)
"""A word; of Chinese and Japanese, which put no spaces, a character."""

Likenesses = Mapping[str, tuple[float, ...]]
"""How like a question each statement is, -1 to 1, by the question's words."""


def recalled(
    remembered: tuple[MemoryStatement, ...],
    question: str,
    memory: Memory,
    likenesses: Likenesses | None = None,
) -> tuple[MemoryStatement, ...]:
    """The statements recalled for a question, as many as `memory` says if there are so many; those
    without a word in common come last, the latest first. `likenesses` count where there are any.
    """
    if not remembered or not memory.recalled:
        return ()
    ranked = _ranked(remembered, question, (likenesses or {}).get(question))
    if memory.skip_nearest:
        return ranked[: memory.recalled + 1][::-1][: memory.recalled]
    return ranked[: memory.recalled]


def _ranked(
    remembered: tuple[MemoryStatement, ...], question: str, likeness: Sequence[float] | None
) -> tuple[MemoryStatement, ...]:
    if likeness is not None:
        alike = zip(remembered, likeness, strict=True)
        remembered = tuple(replace(one, likeness=like) for one, like in alike)
        return _first(remembered, likeness)
    texts = tuple(one.text for one in remembered)
    asked = words(question)
    if len(texts) == 1 or not asked:
        return remembered[::-1]
    return _first(remembered, _index(texts).get_scores(asked))


def _first(
    remembered: tuple[MemoryStatement, ...], scores: Sequence[float]
) -> tuple[MemoryStatement, ...]:
    order = sorted(range(len(scores)), key=lambda at: (-round(float(scores[at]), 4), -at))
    return tuple(remembered[at] for at in order)


@lru_cache(16)
def _index(texts: tuple[str, ...]) -> Any:
    # Nearly a second to import, and of use only to agents that remember.
    import bm25s

    found = bm25s.BM25(k1=1.5, b=0.75, method="lucene", backend="numpy")
    found.index([words(text) or [""] for text in texts], show_progress=False)
    return found


def words(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return [one.casefold() for one in _WORD.findall(text)]


# ------------------------------------------------------------------- what embeddings are asked


def to_compare(questions: Sequence[str], statements: Sequence[str]) -> str:
    """What is sent to have questions and statements compared, as JSON."""
    told = {"questions": list(questions), "statements": list(statements)}
    return json.dumps(told, ensure_ascii=False)


def compared(written: str) -> tuple[list[str], list[str]]:
    """The questions and the statements in what `to_compare` made."""
    found = json.loads(written)
    return found["questions"], found["statements"]


def likenesses_in(
    reply: str, questions: Sequence[str], statements: Sequence[str]
) -> Likenesses | None:
    """What a reply says: a JSON list for each question, with a number for each statement. None
    where it says something else.
    """
    try:
        rows = [tuple(map(float, row)) for row in json.loads(reply)]
    except (ValueError, TypeError):
        return None
    if [len(row) for row in rows] != [len(statements)] * len(questions):
        return None
    return dict(zip(questions, rows, strict=True))
