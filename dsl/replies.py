"""What only a reply could decide: `if right`, `when the answer is wrong`, `unless passed`."""

from __future__ import annotations

import re

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
