"""Parts of a script as values to hash, written out field by field (see `dsl.identity`).

One spelling for every value, so that equal values have equal bytes and equal hashes.

Canonical JSON: keys sorted, no spaces, ASCII only, no floats (an exact fraction is written `n/d`).
Text is hashed as it is and never normalised: two scripts that send different bytes are two
procedures. The alternative, pickling or `repr`, changes between versions of Python.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import TypeVar

from dsl import experiment as ex
from dsl.expanding.steps_within import steps_within
from dsl.experiment import Experiment, Guard, Piece, Template

try:  # as `random` does: to load OpenSSL for `hashlib` takes longer than to hash what is short
    from _sha256 import sha256 as _sha256  # type: ignore[import-not-found]
except ImportError:
    from hashlib import sha256 as _sha256

T = TypeVar("T")


def cases_of(cases: Iterable[ex.Case[T]], spell: Callable[[T], Value]) -> Value:
    """Cases, each its guard and its value as `spell` has it."""
    return [[guard_of(case.guard), spell(case.value)] for case in cases]


def guard_of(guard: Guard) -> Value:
    """A guard: levels by factor, and the guards that must not hold."""
    return [
        [[factor, list(levels)] for factor, levels in guard.needs],
        [guard_of(excluded) for excluded in guard.excludes],
    ]


def templates_of(templates: Iterable[Template]) -> Value:
    """Each of some words."""
    return [template_of(template) for template in templates]


def template_of(template: Template) -> Value:
    """The pieces, with stretches of text that touch joined: how they were cut is no difference."""
    spelt: list[Value] = []
    for piece in template:
        if isinstance(piece, str) and spelt and isinstance(spelt[-1], str):
            spelt[-1] += piece
        elif piece != "":
            spelt.append(_piece(piece))
    return spelt


def _piece(piece: Piece) -> Value:
    match piece:
        case str():
            return piece
        case ex.Use():
            form: list[Value] = [piece.grammar, piece.article, piece.capital, piece.apostrophe]
            return ["use", piece.kind, piece.name, form]
        case ex.Pronoun():
            return ["pronoun", piece.kind, piece.name, piece.case, piece.capital]
        case ex.Article():
            return ["article", piece.capital]


def declared_of(experiment: Experiment) -> dict[str, Value]:
    """The levels that say `own`, what is to be compared, how questionnaires are counted, measures,
    what failing a training does, and stages of banks; each only where there is any, so that older
    rubrics keep their hash.
    """
    own: Value = [
        [factor.name, level.name]
        for factor in experiment.factors
        for level in factor.levels
        if level.own
    ]
    compared: Value = [
        [one.what, one.factor, one.first, one.second, one.expect, one.family]
        + ([one.on] if one.on else [])
        for one in experiment.design.compared
    ]
    asked: Value = [
        [one.name, [[s.name, s.least, [[i.name, i.reversed] for i in s.items]] for s in one.scales]]
        for one in experiment.questionnaires
    ]
    measures: Value = [
        [
            one.kind,
            one.name,
            one.either,
            [[list(term.questions), term.outcome, term.least, term.negated] for term in one.terms],
            list(one.parts),
        ]
        for one in experiment.measures
    ]
    trainings: Value = [
        [step.name, step.if_failed]
        for step in steps_within(experiment.steps)
        if isinstance(step, ex.Train)
    ]
    declared = {
        "own": own,
        "compared": compared,
        "questionnaires": asked,
        "measures": measures,
        "trainings": trainings,
        "people": [[one.questionnaire, one.ratings.digest, one.ties] for one in experiment.people],
        "stages": [[one.name, list(one.groups)] for one in experiment.stages],
    }
    return {name: some for name, some in declared.items() if some}


Value = None | bool | int | str | Fraction | Enum | Sequence["Value"] | Mapping[str, "Value"]
"""What can be spelt canonically."""

_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False, check_circular=False
)


def canonical(value: Value) -> bytes:
    """The one spelling of a value. A float or any other type raises TypeError."""
    return _ENCODER.encode(_plain(value)).encode("ascii")


def digest(tag: str, value: Value) -> str:
    """The SHA-256 of a value under a tag (`devrun:procedure:1`), in hexadecimal.

    The tag says what was hashed and by which version of the scheme, so that two kinds of key can
    never be equal by accident.
    """
    return digest_of(tag, canonical(value))


def digest_of(tag: str, spelt: bytes) -> str:
    """`digest` of a value that is spelt already."""
    text = tag.encode("ascii") + b"\n" + spelt
    if "hashlib" not in sys.modules:
        return hashed(text).hex()
    import hashlib  # whoever hashes much has it, and it hashes long texts quicker

    return hashlib.sha256(text).hexdigest()


def hashed(text: bytes) -> bytes:
    """The SHA-256 of a text, quickest if it is short."""
    found: bytes = _sha256(text).digest()
    return found


def listed(spelt: Iterable[bytes]) -> bytes:
    """The spelling of a list of values that are spelt already."""
    return b"[" + b",".join(spelt) + b"]"


_AS_IT_IS = frozenset({type(None), bool, int, str})


def _plain(value: object) -> object:
    # Nearly all values are texts in lists, and a call of their own would cost each more than this.
    if type(value) in _AS_IT_IS:
        return value
    if isinstance(value, Enum):
        return _plain(value.value)
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, (list, tuple)):
        return [one if type(one) in _AS_IT_IS else _plain(one) for one in value]
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("a canonical mapping has text for keys")
        return {str(key): _plain(one) for key, one in value.items()}
    raise TypeError(f"a {type(value).__name__} has no canonical spelling")
