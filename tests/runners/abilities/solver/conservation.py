"""How much was added and taken away, counted from the verbs."""

from __future__ import annotations

import re

from tests.runners.abilities.solver.reading import Answer, answered, found, only, sentences

_ADDED = r"\badds\b|kneads|lays down|joins|from the shop (?:with|onto)|\bmore of the same size beside\b|found in the street|tips"
_TAKEN = (
    r"drinks|pinches|into a pocket|cuts .+ off the end|\beats\b|carries off|spends|gives .+ away$"
)
_SIZES = (
    ("three|thirty|two crowns", 3),
    ("two|twenty|one crown\\b", 2),
    ("one|ten|an?\\b|half a crown", 1),
)


def solve(question: str, options: list[str]) -> str:
    return answered(
        question, options,
        (
            (r"has a tower of", _blocks), (r" each have | have each ", _three),
            (r"weighs three jars", _thing(r"stone fall in|pours in", r"spoonful out|pours out", r"the jar with the (\w+) weigh now")),
            (r" folds a ", _thing("sews", "cuts a strip|snips", r"How large is the (\w+)")),
            (r"marks how", _thing("kneads|adds", "breaks a bit|takes some", r"the glass of the (\w+ lump)")),
        ),
    )  # fmt: skip


def _worded(change: int, options: list[str]) -> str:
    """The option that says so: above 0 more, below 0 less, 0 the same."""
    said = (
        r"\bmore\b|longer|larger|higher"
        if change > 0
        else r"\bless\b|fewer|shorter|smaller|lower"
        if change < 0
        else r"\bas \w+ as|the same|exactly at"
    )
    return only(options, lambda option: bool(re.search(said, option)))


def _amount(told: str) -> int:
    """By how much what is there changes, in the units in which it is told."""
    added, taken = re.search(_ADDED, told), re.search(_TAKEN, told)
    assert not (added and taken), told
    if not added and not taken:
        return 0
    size = next(number for words, number in _SIZES if re.search(rf"\b(?:{words})", told))
    return size if added else -size


def _three(text: str, options: list[str]) -> str:
    *told, ask = sentences(text)
    names = found(r"^(\w+), (\w+) and (\w+) (?:each|have)", text)
    change = dict.fromkeys(names, 0)
    who = ""
    for one in told[1:]:
        who = next((name for name in names if re.search(rf"\b{name}\b", one)), who)
        change[who] += _amount(one)
    if re.search(r"[Ww]ho(?:se)? .*(?:most|longest)", ask):
        return only(options, lambda name: change[name] == max(change.values()))
    if re.search(r"[Ww]ho(?:se)? .*(?:least|fewest|shortest)", ask):
        return only(options, lambda name: change[name] == min(change.values()))
    if re.search(r"exactly as", ask):
        return only(options, lambda name: change[name] == 0)
    (asked,) = [name for name in names if re.search(rf"\b{name}\b", ask)]
    return _worded(change[asked], options)


def _blocks(text: str, options: list[str]) -> str:
    number = int(found(r"tower of (\d+)", text)[0])
    number += sum(map(int, re.findall(r"brings (\d+)", text)))
    return str(number - sum(map(int, re.findall(r"takes away (\d+)", text))))


def _thing(more: str, less: str, ask: str) -> Answer:
    """How much was done to the thing asked for, by verbs that give and verbs that take."""

    def answer(text: str, options: list[str]) -> str:
        (asked,) = found(ask, text)
        deeds = [one for one in sentences(text)[1:-1] if re.search(rf"the {asked}\b", one)]
        assert deeds
        return _worded(
            sum(bool(re.search(more, one)) - bool(re.search(less, one)) for one in deeds), options
        )

    return answer
