"""A name and a pronoun that are one person, where the key shows it: either may stand there."""

from __future__ import annotations

from coders.matching.vocabulary import FUNCTION, listed

Stems = tuple[str, ...]
"""The stems of a wording's words, without articles."""

_PERSONS = listed("him her them")


def spell_out_persons(wordings: list[list[Stems]]) -> None:
    """Add to the wordings of each answer those with the pronoun for the name, and the other way.

    `hand Vera the clip` beside `hand her the clip` shows that Vera is her, so that `pass it to her`
    is said by `pass it to Vera`, too. With two persons nothing is added.
    """
    around: dict[tuple[Stems, Stems], str] = {}
    for told in wordings:
        for stems in told:
            for place, word in enumerate(stems):
                if word in _PERSONS and len(stems) > 1:
                    around[stems[:place], stems[place + 1 :]] = word
    if not around:
        return
    known = {stems for told in wordings for stems in told}
    same: set[tuple[str, str]] = set()
    for stems in known:
        for place, word in enumerate(stems):
            pronoun = around.get((stems[:place], stems[place + 1 :]))
            if pronoun is not None and word not in FUNCTION:
                same |= {(pronoun, word), (word, pronoun)}
    if len(same) != 2:
        return
    others = dict(same)
    for told in wordings:
        for stems in tuple(told):
            other = tuple(others.get(word, word) for word in stems)
            if other not in known:
                known.add(other)
                told.append(other)
