"""A transcript for reading: what was said, with the marks of each reply.

Unlike the page of a coder this one hides nothing: it shows model, condition, version and key.
Lines are plain text with a tone each, so that the same page goes to a pager, to a file and into
tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from dsl.experiment import Quantity
from dsl.tree import QuestionKind
from dsl.trial import Clause, Question
from dsl.words import and_list
from renderers.agent_page import recall_lines, wave_lines
from renderers.coder_view import Speaker, Speech, conversation
from renderers.number_words import NOT_DATA
from renderers.rows.transcripts import Mark, ReadTrial, handed_on
from renderers.rows.trials import TrialRow
from renderers.show import MATCHED_STORY, OWN_STORY, kept_words
from renderers.terminal import in_lines, visible

_WHO = {
    Speaker.SYSTEM: "system",
    Speaker.TOLD: "prompt",
    Speaker.REPLY: "reply",
    Speaker.SCRIPTED: "script",
}
_GUTTER = 8
NARROWEST = 40
_BEGINNING = 60
_THOUGHT = "thought before the reply, coded by nobody: "


class Tone(Enum):
    """What a line is."""

    TITLE = "title"
    HEADING = "heading"
    TOLD = "told"
    REPLY = "reply"
    MARK = "mark"
    SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class PageLine:
    """One line of a page, safe for a terminal."""

    text: str
    tone: Tone


def transcript_lines(one: ReadTrial, *, width: int) -> Iterator[PageLine]:
    """The page of one trial, no line wider than `width` columns (at least `NARROWEST`)."""
    width = max(width, NARROWEST)
    yield from _wrapped(f"== {_place(one)} ==", Tone.TITLE, width, indent=0)
    if one.score.simulated:
        yield PageLine(NOT_DATA, Tone.SIMULATED)
    given = [visible(each.words) for each in one.given]
    notes = [visible(f"{each.coder} ({each.kind}) noted: {each.note}") for each in one.notes]
    for text in (_scored(one.score), *given, *notes, _words(one), f"trial {one.score.key[:12]}"):
        yield from _wrapped(text, Tone.HEADING, width, indent=0)
    sessions = iter(enumerate(one.trial.sessions))
    many = len(one.trial.sessions) > 1
    for speech in conversation(one.trial, one.replies):
        if speech.speaker is Speaker.STORY:
            number, session = next(sessions)
            own = OWN_STORY if session.own_story else MATCHED_STORY
            named = f" ({session.version}: {own})" if many and session.wave is None else ""
            yield PageLine("", Tone.HEADING)
            yield from _wrapped(f"- {speech.text}{named} -", Tone.HEADING, width, indent=0)
            if one.agent is not None and number in one.agent.waves:
                for line in wave_lines(one.agent.waves[number]):
                    yield from _wrapped(line, Tone.MARK, width, indent=_GUTTER + 2)
        elif speech.speaker is Speaker.COPY:
            yield from _wrapped(f"- {speech.text} -", Tone.HEADING, width, indent=0)
        else:
            yield from _speech(one, speech, width)


def list_line(one: ReadTrial) -> str:
    """One trial in a line: its key, score, place in the design, and the first reply's beginning."""
    lrs = "-" if one.score.lrs is None else f"{float(one.score.lrs):.2f}"
    first = next((text for text in one.replies.values() if text.strip()), "")
    said = _beginning(" ".join(visible(first).split()))
    return f"{one.score.key[:12]}  LRS {lrs:>4}  {_place(one)}  {said}"


def _beginning(text: str) -> str:
    """A text, or what of it fits into a line and three dots, broken between words if it can be."""
    if len(text) <= _BEGINNING:
        return text
    words = text[: _BEGINNING + 1].rpartition(" ")[0]
    return f"{words or text[:_BEGINNING]} ..."


def _place(one: ReadTrial) -> str:
    trial = one.trial
    sample = f"sample {trial.sample}" if trial.sample > 1 else ""
    parts = (trial.experiment, trial.cell.condition, trial.cell.wording, f"draw {trial.draw}",
             sample, one.score.model)  # fmt: skip
    return " / ".join(visible(part) for part in parts if part)


def _scored(score: TrialRow) -> str:
    lrs = "no LRS" if score.lrs is None else f"LRS {float(score.lrs):g}"
    share = "" if score.share is None else f"; {float(score.share):.0%} correct, ignoring controls"
    why = f" ({visible(score.reason)})" if score.reason else ""
    gate = "" if score.gate == "none" else f"; control questions {score.gate}"
    return f"{lrs}: {score.status.replace('_', ' ')}{why}{share}{gate}"


def _words(one: ReadTrial) -> str:
    changed = [f"{slot} -> {word}" for slot, word in one.trial.words if slot != word]
    return "words: " + (visible(", ".join(changed)) if changed else "original")


def _speech(one: ReadTrial, speech: Speech, width: int) -> Iterator[PageLine]:
    tone = Tone.REPLY if speech.speaker is Speaker.REPLY else Tone.TOLD
    if tone is Tone.REPLY and speech.place is not None and speech.place in one.thoughts:
        thought = _THOUGHT + one.thoughts[speech.place]
        yield from _wrapped(thought, Tone.MARK, width, indent=_GUTTER + 2)
    lead = f"{_WHO[speech.speaker]:<{_GUTTER}}"
    for line in _wrapped(speech.text, tone, width, indent=_GUTTER):
        yield PageLine((lead + line.text[_GUTTER:]).rstrip(), tone)
        lead = " " * _GUTTER
    for file in (visible(picture.file) for picture in speech.pictures):
        yield from _wrapped(f"picture: {file}", Tone.HEADING, width, indent=_GUTTER + 2)
    if speech.speaker is not Speaker.REPLY or speech.place is None:
        return
    notes: list[str] = []
    if speech.place in one.ended:
        notes.append(f"ended: {one.ended[speech.place]}")
    if speech.question is not None:
        read = dict(one.trial.path).get(speech.place, "")
        notes.append(_asked(speech.question) + (f"; read as: {visible(read)}" if read else ""))
    kept = handed_on(one.trial, speech.place, speech.question)
    if kept is not None:
        notes.append(f"handed on: {visible(kept) if kept else 'nothing; the former text stays'}")
    if one.agent is not None and speech.place in one.agent.answers:
        notes += recall_lines(one.agent.answers[speech.place])
    notes += [_mark(mark) for mark in one.marks.get(speech.place, ())]
    for note in notes:
        yield from _wrapped(note, Tone.MARK, width, indent=_GUTTER + 2)


def _asked(question: Question) -> str:
    if question.kind is QuestionKind.EVEN:
        answers = and_list([f"`{visible(one)}`" for one in question.even_answers])
        return f"test {visible(question.title)}; {Quantity.OFTEN.value}: {answers}"
    key = and_list([_clause(clause) for clause in question.key.answer])
    right = f"; right: {visible(key)}" if key else ""
    return f"{question.kind.value} {visible(question.title)}{right}"


def _clause(clause: Clause) -> str:
    named = [f"`{phrase.shown}`" for phrase in clause.phrases]
    named += [kept_words(name) for name in clause.kept]
    plain = len(named) == 1 and clause.quantity is not Quantity.NONE
    return and_list(named) if plain else f"{clause.quantity.value} {and_list(named)}"


def _mark(mark: Mark) -> str:
    flags = f", {', '.join(mark.flags)}" if mark.flags else ""
    word, why = mark.told
    reason = f" ({visible(why)})" if why else ""
    aside = "" if mark.counted else ", not counted"
    kind = f" ({mark.kind})" if mark.kind != mark.coder else ""
    note = f"; note: {visible(mark.note)}" if mark.note else ""
    return f"{visible(mark.coder)}{kind}: {word}{flags}{reason}{aside}{note}"


def _wrapped(text: str, tone: Tone, width: int, *, indent: int) -> Iterator[PageLine]:
    """The lines of a text; a word that is too long for a line is broken, and nothing is lost."""
    margin = " " * indent
    for paragraph in visible(text).split("\n"):
        for line in in_lines(
            paragraph.expandtabs(4), width - indent, drop_whitespace=True, break_on_hyphens=False
        ) or [""]:
            yield PageLine((margin + line).rstrip(), tone)
