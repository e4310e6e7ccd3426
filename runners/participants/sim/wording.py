"""The ways in which a simulated participant words an answer.

What is said is fixed by the caller; how it is said is drawn here, in the manners of children and of
chat models: a bare word, a sentence, a letter, bold, a heading, the question repeated. A way is
taken only if it mentions nothing that must stay unsaid, so that a right answer is never muddled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dsl.patterns import lazy_pattern
from dsl.trial import Phrase, Question
from renderers.prompt import LETTERS, Message, Role
from runners.participants.sim.chance import Chance
from runners.participants.sim.keys import Saying

_OWN_ARTICLE = lazy_pattern(r"^(The|A|An) ")
_YES_NO = {"yes": "Yes, that is so.", "no": "No, that is not so."}


def reply_text(
    saying: Saying, question: Question, messages: tuple[Message, ...], chance: Chance
) -> str:
    """The saying in one of its ways, each way equally likely; where a framing asks for the answer
    on a line of its own, below a line without one.
    """
    said = ways(saying, question, messages)
    if not question.answer_line:
        return chance.choice(said)
    plain = tuple(one for one in said if "\n" not in one and "nswer" not in one)
    short = plain or (_joined(saying.phrases),)
    return f"I have gone through it.\n{question.answer_line}: {chance.choice(short)}"


def ways(saying: Saying, question: Question, messages: tuple[Message, ...]) -> tuple[str, ...]:
    """Every way to say it, without repeats; at least one, the bare words."""
    found = dict.fromkeys(_all_ways(saying, question, messages))
    spoken = {form for phrase in saying.phrases for form in (phrase.text, *phrase.accepted)}
    said = [form.casefold().rstrip(".!?") for form in sorted(spoken, key=len, reverse=True)]
    fit = tuple(text for text in found if not _says_more(text, said, saying.unsaid))
    return fit or (_joined(saying.phrases),)


def _all_ways(saying: Saying, question: Question, messages: tuple[Message, ...]) -> Iterator[str]:
    words = _joined(saying.phrases)
    sentence = words[:1].upper() + words[1:]
    yield words
    yield f"{sentence}."
    yield f"{sentence}!"
    yield f"**{sentence}**"
    yield f"**Answer:** {sentence}"
    yield f"My answer: {words}."
    yield f"“{sentence}.”"
    yield f'"{words}"'
    yield f"## Answer\n\n{sentence}."
    yield f"{sentence}. That follows from all that was said before."
    yield f"{question.text}\n\n{sentence}."
    yield (
        "Let me go through it step by step.\n\n1. I read all that was said.\n2. I kept in mind "
        f"what was asked.\n\n**{sentence}.**"
    )
    if len(saying.phrases) > 1:
        yield "\n".join(f"- {phrase.text}" for phrase in saying.phrases)
        yield " and ".join(phrase.text for phrase in saying.phrases) + "."
        return
    yield from _of_one(saying.phrases[0], words, sentence, question, messages)


def _of_one(
    phrase: Phrase,
    words: str,
    sentence: str,
    question: Question,
    messages: tuple[Message, ...],
) -> Iterator[str]:
    folded = words.casefold()
    if phrase.text in question.options:
        letter = LETTERS[question.options.index(phrase.text)]
        yield letter
        yield f"{letter}."
        yield f"({letter})"
        yield f"{letter}) {words}"
        yield f"**{letter}) {words}**"
        yield f"Option {letter}"
        yield f"The answer is {letter}."
        yield f"Answer: {letter}) {words}"
        return
    if folded in _YES_NO:
        yield _YES_NO[folded]
        yield f"{sentence}, because that is how it was told."
        return
    if "cannot" not in folded and " " not in folded:
        yield f"The answer is {words}."
    article = _article(words, messages)
    if article:
        yield f"{article.capitalize()} {words}."
        yield f"It is {article} {words}."
        yield f"**{article.capitalize()} {words}**, because that is how it was told."
    elif _OWN_ARTICLE.match(words) and words.count(" ") < 3:
        yield f"It is {words[:1].lower()}{words[1:]}."
    # What counts as the same is the script's own word for it.
    for form in phrase.accepted[1:]:
        yield f"{form[:1].upper()}{form[1:]}."


def _joined(phrases: tuple[Phrase, ...]) -> str:
    texts = [phrase.text.strip().rstrip(".!?") for phrase in phrases]
    if len(texts) < 2:
        return texts[0]
    return ", ".join(texts[:-1]) + " and " + texts[-1]


def _article(words: str, messages: tuple[Message, ...]) -> str | None:
    """`the` if the story itself puts an article before these words."""
    pattern = re.compile(rf"\b(?:the|an?) {re.escape(words)}(?!\w)", re.IGNORECASE)
    told = any(pattern.search(m.described) for m in messages if m.role is not Role.ASSISTANT)
    return "the" if told else None


def _says_more(text: str, said: Sequence[str], unsaid: Sequence[str]) -> bool:
    """Whether the text mentions what must stay unsaid, apart from the words that are said."""
    rest = text.casefold()
    for form in said:
        rest = rest.replace(form, " … ")
    # Whether a form is there at all is found out much faster than whether it is a word of its own.
    return any(
        form in rest and re.search(rf"(?<!\w){re.escape(form)}(?!\w)", rest)
        for form in unsaid
        if form
    )
