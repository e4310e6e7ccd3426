"""The pictures of a report page: each once, as a data URI, as far as they fit.

They are not decoded here (see `dsl.files.pictures`), so they are not made smaller either. Only what
begins as a PNG, JPEG, GIF or WEBP is put on the page, under the kind that its bytes say: an SVG
could hold a program.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterator

from dsl.files.pictures import media_type_of
from dsl.trial import Picture

MOST = 12 * 2**20
"""So many bytes the pictures of a page have together, the smallest first: 12 MB are 16 MB of page,
which can still be mailed."""

TOO_MANY = (
    f"not on this page, which holds at most {MOST >> 20} MB of pictures, the smallest first; the "
    "file is in the export of the study"
)
NO_PICTURE = "not on this page: it is no PNG, JPEG, GIF or WEBP"


def page_pictures(pictures: Collection[Picture], *, most: int = MOST) -> Iterator[str]:
    """Each picture as a data URI, or why it is not on the page, in the order given."""
    kept: set[str] = set()
    used = 0
    for one in sorted(pictures, key=lambda one: len(one.data)):
        used += len(one.data)
        if used > most:
            break
        kept.add(one.digest)
    for one in pictures:
        kind = media_type_of(one.data)
        if kind is None:
            yield NO_PICTURE
        elif one.digest not in kept:
            yield TOO_MANY
        else:
            yield f"data:{kind};base64,{b64encode(one.data).decode('ascii')}"
