r"""The one place where a key is taken out of what comes back.

A server may repeat the key it was sent, in a reply, an error or a header, and in JSON it may spell
a letter as its number (`\u0073`) or put a backslash before a slash. All of what came is therefore
cleaned before anything is read from it: what is found later is clean by itself. Cleaning each text
where it is stored or shown was rejected: one place would be forgotten.
"""

from __future__ import annotations

import re

REMOVED = "[key removed]"
_SHORTEST_SECRET = 12
"""A shorter key may be a word, such as EMPTY, which a reply may hold by itself."""
_QUOTED = '/"\\'
"""Signs that JSON may put a backslash before."""
_SHAPES = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}"  # OpenAI, Anthropic and many others
    r"|(?:AIza|AQ\.)[A-Za-z0-9_-]{30,}"  # Google
    r"|(?:hf|gsk)_[A-Za-z0-9]{30,}"  # Hugging Face, Groq
    r"|xai-[A-Za-z0-9]{40,}"
    r")"
)
"""How the vendors' keys look, long enough that no model and no parameter is called so."""


class Redaction:
    """Takes a key out of texts, and whatever else is secret."""

    __slots__ = ("_secrets",)

    def __init__(self, *secrets: str) -> None:
        # The longest first: one may be in another.
        kept = sorted({one for one in secrets if len(one) >= _SHORTEST_SECRET}, key=len)
        self._secrets = [
            (secret, re.compile("".join(map(_spellings, secret))), any(map(_QUOTED.count, secret)))
            for secret in reversed(kept)
        ]

    def __repr__(self) -> str:
        return "Redaction()"

    def holds(self, text: str) -> bool:
        """Whether a secret occurs in a text, in any spelling."""
        return self.clean(text) != text

    def clean(self, text: str) -> str:
        """The text with `[key removed]` in place of each secret."""
        for secret, spelt, quoted in self._secrets:
            text = text.replace(secret, REMOVED)
            # Most replies have a line break, which is no reason to look for other spellings.
            if "%" in text or ("\\" in text and (quoted or "u00" in text)):
                text = spelt.sub(REMOVED, text)
        return text


def looks_like_a_key(text: str) -> bool:
    """Whether something in a text has the shape of a vendor's key."""
    return _SHAPES.search(text) is not None


def quiet(*libraries: str) -> None:
    """Switch off what these log: with ANTHROPIC_LOG=debug and the like that is each request with
    its headers, and each answer as it came. To be called when they are imported, since that is
    when they read such variables."""
    import logging

    for library in libraries:
        logging.getLogger(library).setLevel(logging.CRITICAL + 1)


def _spellings(sign: str) -> str:
    """A pattern for one character as it is, as JSON's number for it, or as an address spells it.

    Text that holds JSON within JSON doubles the backslashes, a few times at most.
    """
    escaped = "" if sign not in _QUOTED else r"\\{0,4}" if sign == "\\" else r"\\{0,8}"
    number = f"{ord(sign):02x}"
    return rf"(?:{escaped}{re.escape(sign)}|\\{{1,8}}u00(?i:{number})|%(?i:{number}))"
