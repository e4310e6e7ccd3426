"""A hash of a folder's content, for a participant's identity.

The configuration, the tokenizer, the processor of pictures, the names, types and shapes of the
tensors, the files' sizes and a sample of their bytes. The whole of the weights was rejected: to
hash 140 GB at each start takes minutes. Without the sample, a folder into which a later checkpoint
of the same training is copied would pass for the same participant.
"""

from __future__ import annotations

import json
import struct
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from dsl.projections import digest

_SAMPLE = 1 << 16
_PLACES = 8
_PASSING = frozenset({"_name_or_path", "name_or_path", "transformers_version", "_commit_hash"})
"""What a library notes about its own run or machine."""
_PROCESSING = (
    "tokenizer.json",
    "tokenizer.model",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "vocab.json",
    "merges.txt",
    "chat_template.jinja",
    "chat_template.json",
    "processor_config.json",
    "preprocessor_config.json",
)


def fingerprint(folder: Path) -> str:
    """The hash of a model's folder; raises OSError where a file cannot be read."""
    found: list[list[str]] = []
    for name in ("config.json", "generation_config.json", *_PROCESSING):
        path = folder / name
        if path.is_file():
            found.append([name, _settled(path)])
    found.extend([path.name, _weights(path)] for path in sorted(folder.glob("*.safetensors")))
    return digest("devrun:model-folder:1", found)


def _settled(path: Path) -> str:
    content = path.read_bytes()
    if path.suffix == ".json":
        try:
            value = json.loads(content)
        except ValueError:
            value = None
        if isinstance(value, dict):
            kept = {name: one for name, one in value.items() if name not in _PASSING}
            content = json.dumps(kept, sort_keys=True).encode()
    return sha256(content).hexdigest()


def _weights(path: Path) -> str:
    size = path.stat().st_size
    with path.open("rb") as file:
        start = file.read(8)
        length = min(struct.unpack("<Q", start)[0], size) if len(start) == 8 else 0
        hashed = sha256(f"{size}:".encode() + start + file.read(length))
        for part in range(_PLACES):
            hashed.update(_sample(file, 8 + length, size, part))
    return hashed.hexdigest()


def _sample(file: BinaryIO, begin: int, size: int, part: int) -> bytes:
    """One of the samples, which lie evenly between the first byte and the last."""
    room = max(0, size - begin - _SAMPLE)
    file.seek(begin + room * part // (_PLACES - 1))
    return file.read(_SAMPLE)
