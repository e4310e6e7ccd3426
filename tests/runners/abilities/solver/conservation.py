"""How much was added and taken away, counted from the verbs."""

from __future__ import annotations

import re

from tests.runners.abilities.solver.reading import answered, found, only, sentences

_ADDED = r"\badds\b|kneads|lays down|joins|from the shop (?:with|onto)|\bmore beside\b|found in the street|tips"
_TAKEN = r"drinks|pinches|into a pocket|cuts .+ off the end|\beats\b|carries off|spends|\baway$"
_SIZES = (("three|two crowns", 3), ("two|one crown\\b", 2), ("one|an?\\b|half a crown", 1))


def solve(question: str, options: list[str]) -> str:
    return answered(
        question, options,
        ((r"weighs a closed jar", _jar), (r"has a tower of", _blocks), (r" folds a ", _folded), (r"the mark|marks how", _mark), (r" each have | have each ", _two)),
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


def _two(text: str, options: list[str]) -> str:
    one, two = found(r"^(\w+) and (\w+) (?:each|have)", text)
    change = {one: 0, two: 0}
    for told in sentences(text)[1:-1]:
        change[told.split()[0]] += _amount(told)
    ask = sentences(text)[-1]
    if re.search(r"Who of|[Ww]hose", ask):
        apart = change[one] - change[two]
        return "both alike" if apart == 0 else one if apart > 0 else two
    (asked,) = [who for who in change if re.search(rf"\b{who}\b", ask)]
    return _worded(change[asked], options)


def _blocks(text: str, options: list[str]) -> str:
    number = int(found(r"tower of (\d+)", text)[0])
    number += sum(map(int, re.findall(r"brings (\d+)", text)))
    return str(number - sum(map(int, re.findall(r"takes away (\d+)", text))))


def _folded(text: str, options: list[str]) -> str:
    own = text.split(" Meanwhile ", maxsplit=1)[0]
    return _worded(bool(re.search("sews", own)) - bool(re.search("cuts a strip", own)), options)


def _mark(text: str, options: list[str]) -> str:
    return _worded(
        bool(re.search("adds another", text)) - bool(re.search("lays a bit of it aside", text)),
        options,
    )


def _jar(text: str, options: list[str]) -> str:
    deeds = sentences(text)[2:-2]
    change = sum(
        bool(re.search(r"stone fall in|pours in", one))
        - bool(re.search(r"takes a spoonful out|pours out", one))
        for one in deeds
    )
    return _worded(change, options)
