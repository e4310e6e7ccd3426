"""The verbs with which a reply may take up the verb of its question."""

from __future__ import annotations

from coders.matching.plain_text import stem
from coders.matching.vocabulary import SYNONYMS


def _verbs() -> dict[str, frozenset[str]]:
    groups = {stem(key): frozenset(map(stem, words)) for key, words in SYNONYMS.items()}
    found = dict(groups)
    for group in groups.values():
        for word in group - groups.keys() - {stem("like"), "be"}:
            found[word] = found.get(word, frozenset()) | group
    return found


VERBS = _verbs()
"""The stem of a verb -> the stems of the verbs with which a reply may take it up."""
