"""What `devrun preregister --json` tells of a form, of a seal, and of all seals of a store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from pathlib import Path

from renderers.fields.adherence import HASH, SEALED
from renderers.fields.design import SIMULATED
from renderers.fields.field import Field, Kind, each, field, nested, of
from renderers.fields.scales import CHOICE, TEXT, TEXTS, TIME, TRUTH, WHOLE
from runners.preregistration.form import Unwritten
from runners.preregistration.plan import PlanBlock, SeenAlready, SeenOf
from runners.store.preregistrations import Seal


@dataclass(frozen=True, slots=True)
class WrittenForm:
    """A form as it was written or renewed, with its open questions."""

    file: Path
    block: PlanBlock
    questions: Sequence[Unwritten]


@dataclass(frozen=True, slots=True)
class SealedForm:
    """A form and its seal. `again`: it was sealed before. `earlier` seals are about scripts of this
    one.
    """

    file: Path
    block: PlanBlock
    seal: Seal
    again: bool
    store: str
    earlier: Sequence[Seal]


KeptSeal = tuple[Seal, PlanBlock | None]
"""A seal and the block of its form; None where another version of devrun made that."""

_FILE: Field[WrittenForm | SealedForm] = field(TEXT, "file", "the form", lambda one: str(one.file))
_SIMULATED: Field[WrittenForm | SealedForm] = SIMULATED.of(lambda one: one.block)
_STORE: Field[SeenAlready | SealedForm] = field(TEXT, "store", "name of the store")
_SEAL: tuple[Field[Seal], ...] = (HASH, SEALED.read_by(lambda seal: seal.at))

SEEN_OF: tuple[Field[SeenOf], ...] = (
    field(TEXT, "script", "title of the script"),
    field(TEXT, "model", "the participant"),
    SIMULATED,
    field(WHOLE, "calls", "replies that there were"),
    field(TIME, "newest", "when the newest of these came"),
)
SEEN: tuple[Field[SeenAlready], ...] = (
    field(TIME, "at", "when that was"),
    _STORE,
    field(WHOLE, "codes", "lines of coding logs that judge replies"),
    each("replies", "replies of each participant to each script", SEEN_OF),
)
FORM: tuple[Field[WrittenForm], ...] = (
    _FILE,
    _SIMULATED,
    each(
        "questions", "questions without an answer",
        (
            field(WHOLE, "line", "line of the form"),
            field(TEXT, "heading", "the heading above it"),
            field(TEXT, "asked", "the question"),
        ),
    ),
    nested("seen", "what had been seen when it was written", SEEN, "block.seen"),
)  # fmt: skip
SEALED_FORM: tuple[Field[SealedForm], ...] = (
    _FILE,
    *of(attrgetter("seal"), _SEAL),
    field(TRUTH, "again", "whether it was sealed before, and nothing was changed"),
    _SIMULATED,
    _STORE,
    each("earlier", "earlier seals of forms about a script of this one", _SEAL),
)
KEPT_SEAL: tuple[Field[KeptSeal], ...] = (
    *of(itemgetter(0), _SEAL),
    field(
        TEXTS, "scripts", "titles of its scripts; none where the form cannot be read",
        lambda row: () if row[1] is None else row[1].titles,
    ),
    field(
        CHOICE, "protocol", "how scripts are asked and rated",
        lambda row: None if row[1] is None else row[1].protocol,
        missing="another version of devrun made the form",
    ),
    field(
        TEXTS, "models", "participants; none where the form cannot be read",
        lambda row: () if row[1] is None else tuple(who.name for who in row[1].models),
    ),
    SIMULATED.of(itemgetter(1)),
    field(
        TEXT, "tool_version", "the version of devrun that sealed it",
        lambda row: row[0].tool_version,
    ),
    Field(
        "seen", Kind.OBJECT, "what had been seen when it was sealed",
        json=lambda row: json.loads(row[0].seen), parts=SEEN,
    ),
    field(TEXT, "text", "all of the form", lambda row: row[0].text),
)  # fmt: skip
