"""What people in general might say, and what one thought at first: neither is the answer."""

from __future__ import annotations

import re

from coders.matching.vocabulary import listed, phrases

_OTHERS = phrases(
    "might think, may think, could think, would think, might say, might expect, might assume,"
    " could argue, might argue, might be tempted, is tempting, be tempting, may seem, might seem,"
    " could seem, people think, people say, would say, will say, some say, many say, most say,"
    " others say"
)
_GENERAL = listed("you one some many people it others")


def attributed(part: tuple[str, ...]) -> bool:
    """Whether a clause reports what people in general might think."""
    if not _GENERAL.intersection(part[:3]):
        return False
    return any(part[i : i + len(seq)] == seq for seq in _OTHERS for i in range(min(len(part), 6)))


_AT_FIRST = r"(?:at first|initially|originally|for a moment|to begin with)"
_FORMERLY = re.compile(
    rf"^(?:well |oh |ok |so )?(?:{_AT_FIRST} (?:i|we)\b|(?:i|we) {_AT_FIRST}\b"
    r"|(?:i|we) (?:was|were|had been) (?:just |almost |nearly )?(?:about|going|tempted|inclined"
    r"|ready) to\b|(?:i|we) (?:almost|nearly) (?:said|wrote|thought|chose|picked|answered)\b"
    r"|(?:and )?(?:my|our|one 's|the) (?:very )?(?:first|initial|immediate|original)"
    r" (?:thought|guess|idea|instinct|answer|impulse|reaction|impression|hunch) (?:was|is|would)\b"
    r"|(?:you|one|some|people|many|most) (?:\w+ )?(?:could|might|may|would) be tempted\b)"
)


_OPENING = listed("i we my our one the you some people many most")


def formerly(part: tuple[str, ...]) -> bool:
    """Whether a clause tells what somebody thought before: `my first thought was the box`."""
    if _OPENING.isdisjoint(part[:4]):
        return False
    return _FORMERLY.search(" ".join(part[:9])) is not None
