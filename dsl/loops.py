"""What came of the parts of a session that go on until something is reached.

What only a reply could decide: `if right`, `when the answer is wrong`, `unless passed`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dsl.experiment import IfFailed
from dsl.record import record

if TYPE_CHECKING:
    from dsl.criterion import Criterion


@record
class Training:
    """What came of a training: how many questions were asked in it, and whether the criterion was
    met. Where replies are not known yet, it counts as met as early as it can be.
    """

    name: str
    criterion: Criterion
    asked: int
    met: bool
    if_failed: IfFailed


@record
class Exploration:
    """What came of exploring a machine: the tries, as slots, each with whether it worked, and how
    it ended: `done`, at the `bound`, or with a reply that was `unclear`.

    `left`: how many rules fit before the first try and after each; `best`: the same for the best
    explorer, who stops when nothing more can be learnt.
    """

    machine: str
    tries: tuple[tuple[tuple[str, ...], bool], ...]
    ended: str
    left: tuple[int, ...]
    best: tuple[int, ...]


_WHO = (
    r"(?:(?:the|their|his|her|its|an?)\s+)?(?:(?:first|last|control)\s+)?"
    r"(?:(?:answers?|repl(?:y|ies)|responses?|participant|child|model|they|it|control|test|question)\s+)?"
    r"(?:(?:is|was|were|are|has|gets?|got|answers?|answered|replies|replied|says?|said)\s+)?"
    r"(?:(?:it|been|not)\s+)*"
)
_VERDICT = r"(?:(?:right|correct|wrong|incorrect)(?:ly)?|passe[ds]|failed|fails)"
_DEPENDS = (
    rf"(?:if|when|unless|after|elif)\s+{_WHO}{_VERDICT}\s*(?:[:,].*|(?:then|say|ask|do)\b.*)?"
)
_LABEL = _WHO + _VERDICT


def depends_on_reply(words: str) -> bool:
    """Whether a line asks for something that only a reply could decide."""
    return re.fullmatch(_DEPENDS, words) is not None


def is_verdict(label: str) -> bool:
    """Whether a label is a judgement of a reply, and so of no use as a level: `correct`."""
    return re.fullmatch(_LABEL, label) is not None
