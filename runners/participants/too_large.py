"""The end of reading an answer that is larger than anybody asked for.

It is raised while an answer still comes in, below the SDKs, of which some wrap it in errors of
their own. It stands in a file without imports, since the transport that raises it imports the HTTP
library, and the sentences about faults must not.
"""

from __future__ import annotations


class TooLarge(Exception):
    """An answer with more bytes than `most`, after any compression; the rest was not read."""

    def __init__(self, most: int) -> None:
        super().__init__(f"more than {most} bytes")
        self.most = most
