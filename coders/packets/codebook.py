"""Whether this devrun knows the codebook and the settings that a packet was made with.

A packet of another version may ask for marks that this one does not have, or say things that it
passes over. What would change codes is refused; the rest is said before coding.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from coders.packets.shape import (
    CoderKind,
    Header,
    Item,
    LineKind,
    PacketQuestion,
    PacketUnusable,
    QuestionOrder,
    View,
)
from dsl import __devrun__
from dsl.canonical import Value, digest
from dsl.words import and_list

MARKS_VERSION = 1
"""The version of the closed table of marks (docs/coding.md)."""

QUESTION_KINDS = ("control", "test", "item", "even", "rating", "practice", "record")

_CHOICES = {
    "view": tuple(View),
    "kind": tuple(CoderKind),
    "question_order": tuple(QuestionOrder),
}
_OF_OLDER = {
    "question_order": "the control questions of all stories come first",
    "fixed_order": "you can choose which item comes next",
    "masking_last": "the question about model and wording comes right after its item",
}
"""What is otherwise in a packet whose header does not have this field."""


def codebook_check(header: Header) -> str:
    """A short hash of the codebook's version with the settings that it covers. It shows that both
    were written by one devrun, and nothing about an editor who computes it again.
    """
    parts: list[Value] = [
        header.codebook_version,
        header.marks_version,
        header.view.value,
        header.keyed,
    ]
    return digest("devrun:codebook-check:1", parts)[:12]


def refuse_unknown_settings(first: Mapping[str, object], where: str) -> None:
    """See that the first line of a packet, as read, has no setting whose value is unknown here.

    Raises PacketUnusable, naming the setting and what to do.
    """
    version = first.get("marks_version", MARKS_VERSION)
    if isinstance(version, int) and version > MARKS_VERSION:
        raise PacketUnusable(
            f"{where} was made for version {version} of the table of marks, and this devrun "
            f"({__devrun__}) knows version {MARKS_VERSION}",
            _install(first),
        )
    for name, known in _CHOICES.items():
        value = first.get(name)
        if isinstance(value, str) and value not in known:
            raise PacketUnusable(
                f"{where} has {name.replace('_', ' ')} `{value}`, which this devrun ({__devrun__}) "
                f"does not know: it knows {and_list(list(known))}",
                _install(first),
            )


def refuse_unknown_codebook(header: Header, where: str) -> None:
    """See that a packet's codebook goes with its settings; packets of older tools do not say."""
    if header.codebook_check and header.codebook_check != codebook_check(header):
        raise PacketUnusable(
            f"{where} names codebook {header.codebook_version}, which is not the one that it was "
            "made with",
            "its first line was changed: ask the study's owner for the packet again",
        )


def refuse_unknown_parts(
    found: Mapping[str, object], first: Mapping[str, object], where: str
) -> None:
    """See that the line of an item, as read, has no kind of question or speech that is unknown
    here; `first` is the packet's first line. Raises PacketUnusable.
    """
    for part, known in (("questions", QUESTION_KINDS), ("lines", tuple(LineKind))):
        parts = found.get(part)
        for one in parts if isinstance(parts, list) else ():
            kind = one.get("kind") if isinstance(one, dict) else None
            if isinstance(kind, str) and kind not in known:
                what = "question" if part == "questions" else "speech"
                raise PacketUnusable(
                    f"{where}: a {what} of kind `{kind}`, which this devrun ({__devrun__}) does "
                    "not know",
                    _install(first),
                )


def notices(first: Mapping[str, object], unknown: Mapping[str, None]) -> Iterator[str]:
    """What a coder should know of a packet of another version, in sentences. `first` is the first
    line as read, `unknown` are the names of fields elsewhere that this devrun does not know.
    """
    made_by = str(first.get("tool_version", "unknown"))
    older = [words for name, words in _OF_OLDER.items() if name not in first]
    if older:
        yield (
            f"This packet was made by an older devrun ({made_by}) and is coded by its rules: "
            f"{'; '.join(older)}."
        )
    named = [f"`{name}`" for name in (*(one for one in first if one not in _HEADER), *unknown)]
    if named:
        yield (
            f"This packet has settings that this devrun ({__devrun__}) does not know: "
            f"{and_list(named)}. They have no effect here: before you code, ask the study's owner "
            f"whether to install devrun {made_by}."
        )


def unknown_fields(found: Mapping[str, object]) -> Iterator[str]:
    """Names in the line of an item, as read, that this devrun does not know."""
    yield from (name for name in found if name not in _ITEM)
    questions = found.get("questions")
    for one in questions if isinstance(questions, list) else ():
        yield from (name for name in one if name not in _QUESTION)


def _install(first: Mapping[str, object]) -> str:
    return (
        f"it was made by devrun {first.get('tool_version', 'unknown')}: install that version, or "
        "ask the study's owner for another packet"
    )


def _names(kind: type) -> frozenset[str]:
    return frozenset(one.name for one in dataclasses.fields(kind))


_HEADER = _names(Header) | {"file"}
_ITEM = _names(Item) | {"section"}
_QUESTION = _names(PacketQuestion)
