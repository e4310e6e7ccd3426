"""Items of gold transcripts that are given line by line, without a script behind them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from coders.packets.content_words import ContentWord
from coders.packets.gold import GoldLine, GoldTranscript
from coders.packets.items import Draft, sealed, shuffled
from coders.packets.shape import Asked, Gold, GoldMark, Item, Line, LineKind, View
from renderers.coder_view import NO_WORDS
from runners.coding.gold_said import SHORT


def free_drafts(gold: GoldTranscript, *, view: View) -> Iterator[tuple[Draft, Gold]]:
    """The item of a transcript with its codes; in content view one for each judged question."""
    lines: list[Line] = []
    questions: list[Asked] = []
    marks: list[GoldMark] = []
    story = 1
    for line in gold.lines:
        if line.kind is LineKind.STORY:
            story += bool(lines)
        judged = line.asked in {"test", "control"}
        if judged and line.kind is LineKind.TOLD:
            number = len(questions) + 1
            offered = line.candidates if view is View.CONTENT else ()
            questions.append(
                Asked(
                    number,
                    line.asked,
                    line.text,
                    story,
                    line.guidance,
                    candidates=offered,
                    own_story=story == 1,
                )
            )
        elif judged:
            marks.append(_mark(len(questions), line))
        silent = line.kind is LineKind.REPLY and not line.text.strip()
        words = NO_WORDS if silent else line.text
        lines.append(Line(line.kind, words, len(questions) if judged else 0))
    if view is View.RUBRIC:
        item = sealed(Item("", "", tuple(lines), tuple(questions)))
        yield Draft(item, ()), Gold("", tuple(marks), gold.lrs, gold.reason)
        return
    for question, mark in zip(questions, marks, strict=True):
        places = [at for at, line in enumerate(lines) if line.question == mark.question]
        alone = tuple(replace(lines[at], question=1) for at in places)
        before = (replace(line, question=0) for line in lines[: places[0]])
        item = Item("", "", alone, (replace(question, number=1, story=1, own_story=True),))
        draft = Draft(shuffled(sealed(item)), (), story=(*before, *alone))
        yield draft, Gold("", (replace(mark, question=1),))


def _mark(number: int, reply: GoldLine) -> GoldMark:
    assert reply.coded is not None, "a judged reply has a code"
    code = reply.coded.code
    said = tuple(
        SHORT[one].value if one in SHORT and one not in reply.candidates else one
        for one in reply.coded.said
    )
    if reply.candidates and not said and code.mark == "wrong":
        said = (ContentWord.OTHER.value,)
    flags = tuple(flag.value for flag in code.flags)
    return GoldMark(number, code.mark, flags, said, "hedged" not in flags, reply.coded.reason)
