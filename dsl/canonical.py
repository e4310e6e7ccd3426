"""One spelling for every value, so that equal values have equal bytes and equal hashes.

Canonical JSON: keys sorted, no spaces, ASCII only, no floats (an exact fraction is written `n/d`).
Text is hashed as it is and never normalised: two scripts that send different bytes are two
procedures. The alternative, pickling or `repr`, changes between versions of Python.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction

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
    return hashlib.sha256(tag.encode("ascii") + b"\n" + spelt).hexdigest()


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
