"""What a report page may do in a browser: show itself. Nothing is fetched, sent or run beside it.

The policy names the hashes of the page's own scripts and styles, made of the very texts that are
embedded. `'unsafe-inline'` would let a reply that found a way into the page run as well, and a
nonce in a file that stands on a disk can be read by anything that got in. Should a mistake of ours
ever turn a text into markup, the policy still holds: that is why it is here beside the escaping.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

_ENDS = re.compile(r"</(?:script|style)|<!--|[\r\0]", re.IGNORECASE)
"""What would end an element from within, or what a parser changes before it is hashed."""


def content_policy(*, scripts: Sequence[str], styles: Sequence[str]) -> str:
    """The content security policy of a page with these scripts and styles, and no others.

    It belongs before them in the head, and they on the page to the letter. Figures are images in
    the page's own text (`data:`); where a browser knows trusted types, no script makes markup of a
    text.

    Raises:
        ValueError: one of them could end its own element, or holds what a parser would change.
    """
    for text in (*scripts, *styles):
        found = _ENDS.search(text)
        if found is not None:
            raise ValueError(f"a script or style of the page holds {found.group()!r}")
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_sources(scripts)}",
            f"style-src {_sources(styles)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def _sources(texts: Sequence[str]) -> str:
    return " ".join(f"'sha256-{_hash(text)}'" for text in texts) or "'none'"


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii")
