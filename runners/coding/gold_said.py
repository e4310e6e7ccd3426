"""What a gold reply says, for coders who see the question, the reply and the candidates alone.

It follows from the code wherever only one thing can be meant; where a wrong reply could have said
one of several things, the file has to say which. Asking the experts for it everywhere would be a
second coding of every reply.
"""

from __future__ import annotations

from coders.marks import Flag
from coders.packets.content_words import ContentWord
from coders.packets.gold_codes import Code
from dsl.kept import names_kept
from dsl.trial import Question
from runners.coding.gold_words import keys_of

SHORT = {word.name.lower().replace("_", " "): word for word in ContentWord}
"""How the fixed words of content view are written in a gold file: both, neither, cannot tell,
other, refuses, no answer."""

_YES_NO = {"yes": "no", "no": "yes"}


class Unsaid(ValueError):
    """It does not follow from the code what the reply says; says what to write."""


def said_of(question: Question, code: Code, reply: str, given: tuple[str, ...]) -> tuple[str, ...]:
    """What the reply says: candidates as the script has them, or values of ContentWord.

    `given` is what the file says of it, with its words filled in. Raises Unsaid.
    """
    things = candidates_of(question)
    if given:
        return tuple(_known(one, things) for one in given)
    if code.mark in {"right", "half"}:
        if names_kept(question.key) and not keys_of(question):
            raise Unsaid(
                'what is right here is an earlier answer; write what it says: said = ["..."]'
            )
        return keys_of(question)
    if not reply.strip() or Flag.IRRELEVANT in code.flags:
        return (ContentWord.NO_ANSWER.value,)
    if Flag.REFUSAL in code.flags:
        return (ContentWord.REFUSES.value,)
    if Flag.HALLUCINATION in code.flags:
        return (ContentWord.OTHER.value,)
    wrong = [phrase.text for phrase in question.key.wrong]
    if not wrong:
        wrong = [_YES_NO[key] for key in keys_of(question) if key in _YES_NO]
    if len(wrong) == 1:
        return (wrong[0],)
    example = things[0] if things else "..."
    raise Unsaid(
        "it does not follow from `wrong` what the reply says; write it: "
        f'said = ["{example}"], or one of {", ".join(SHORT)}'
    )


def candidates_of(question: Question) -> tuple[str, ...]:
    """Everything on the question's own list: keys in every accepted wording, lures, half answers
    and choices.
    """
    key = question.key
    clauses = (*key.answer, *(clause for way in key.alternatives for clause in way))
    named = [
        *keys_of(question),
        *(phrase.text for clause in clauses for phrase in clause.phrases),
        *(phrase.text for phrase in key.wrong),
        *(phrase.text for phrase in key.half),
        *question.options,
    ]
    return tuple(dict.fromkeys(named))


def says_half(question: Question, said: tuple[str, ...]) -> bool:
    """Whether what is said is one of the script's own half answers."""
    return any(one == phrase.text for one in said for phrase in question.key.half)


def _known(words: str, things: tuple[str, ...]) -> str:
    if _bare(words) in SHORT and f"i {_bare(words)}" not in map(_bare, things):
        return SHORT[_bare(words)].value
    for thing in things:
        if _bare(thing) in {_bare(words), f"i {_bare(words)}"}:
            return thing
    raise Unsaid(
        f"`{words}` is nothing that can be said here; there are {', '.join(things)}, and "
        f"{', '.join(SHORT)}"
    )


def _bare(words: str) -> str:
    return " ".join(words.casefold().split()).removeprefix("the ")
