"""The code of templates, kept as Python keeps that of modules.

To compile a template takes ten times as long as to read it compiled. So its code is kept
next to it, and is made again where it cannot be kept. Jinja's own cache in a folder reads a pickle
first, and stumbles over one that is damaged.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import BytecodeCache, Environment, FunctionLoader, StrictUndefined
from jinja2.bccache import bc_magic

if TYPE_CHECKING:
    from jinja2.bccache import Bucket


class Compiled(BytecodeCache):
    """The code of templates, kept in a folder; `version` tells apart what is made of their text."""

    def __init__(self, folder: Path, version: bytes = b"") -> None:
        self.folder, self.version = folder, version

    def get_source_checksum(self, source: str) -> str:
        """What tells a template from another, and what this version makes of it from what others
        made.
        """
        return sha256(self.version + source.encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read what was kept of this very text by this version of Jinja and Python, if any."""
        with contextlib.suppress(OSError, EOFError, TypeError, ValueError):
            head, kept = _head(bucket), self._place(bucket).read_bytes()
            if kept.startswith(head):
                bucket.code = marshal.loads(kept[len(head) :])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code, in one step, unless Python writes no compiled files."""
        if sys.dont_write_bytecode:
            return
        place = self._place(bucket)
        written = place.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            written.write_bytes(_head(bucket) + marshal.dumps(bucket.code))
            written.replace(place)

    def _place(self, bucket: Bucket) -> Path:
        return self.folder / f"{bucket.key}.{sys.implementation.cache_tag}.pyc"


def _head(bucket: Bucket) -> bytes:
    return bc_magic + bucket.checksum.encode()


def beside(templates: Path) -> Path:
    """The folder in which Python would keep the code of modules in that place."""
    folder = templates / "__pycache__"
    return Path(sys.pycache_prefix, *folder.parts[1:]) if sys.pycache_prefix else folder


def text_templates(folder: Path, **options: Any) -> Environment:
    """The templates of plain text in a folder; a line with a statement alone is no line of text."""
    return Environment(
        undefined=StrictUndefined,
        loader=FunctionLoader(lambda name: (folder / name).read_text(encoding="utf-8")),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=Compiled(beside(folder)),
        auto_reload=False,
        **options,
    )
