"""Which statements are recalled for a question: those with most words in common, by BM25.

The published code of CogGPT compares embeddings of OpenAI's, which cannot be had again as they
were. Words in common need no model, and give the same everywhere: scores are rounded before they
are compared, and of equal ones the latest statement is first.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from dsl.patterns import lazy_pattern
from renderers.rows.agent_waves import Statement
from runners.agents.agent_file import Memory

_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = lazy_pattern(rf"[{_CJK}]|(?:(?![{_CJK}])[^\W_])+(?:['’][^\W_]+)?", re.UNICODE)
"""A word; of Chinese and Japanese, which put no spaces, a character."""


def recalled(
    remembered: tuple[Statement, ...], question: str, memory: Memory
) -> tuple[Statement, ...]:
    """The statements recalled for a question, as many as `memory` says if there are so many; those
    without a word in common come last, the latest first.
    """
    if not remembered or not memory.recall:
        return ()
    ranked = _ranked(remembered, question)
    if memory.skip_nearest:
        return ranked[: memory.recall + 1][::-1][: memory.recall]
    return ranked[: memory.recall]


def _ranked(remembered: tuple[Statement, ...], question: str) -> tuple[Statement, ...]:
    texts = tuple(one.text for one in remembered)
    asked = words(question)
    if len(texts) == 1 or not asked:
        return remembered[::-1]
    scores = _index(texts).get_scores(asked)
    order = sorted(range(len(texts)), key=lambda at: (-round(float(scores[at]), 4), -at))
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
