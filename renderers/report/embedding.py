"""Transcripts as the data of a page: one JSON text, compressed, which the page unpacks on demand.

Two thousand transcripts of one study tell the same few stories again and again, so that every text,
judgement, outline of a conversation and story (what all participants of a draw read) is kept once
and referred to by number, and trials are columns, each of like values. Compressed, in base64, that
is a twelfth of the size; a search in the file itself finds no reply, and the search of the
page does. A picture is there once, too, by the hash of its bytes.

Replies are as they came, to the last hidden character; the program of the page makes those visible.
In base64 there is no way to end the element, and no direction mark turns round what a person sees
who reads the page's source.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dsl.trial import Picture, Place
from renderers.agent_page import recall_lines, wave_lines
from renderers.coder_view import Speaker, Speech, conversation
from renderers.report.parts import SIMULATED
from renderers.report.pictures import page_pictures
from renderers.rows.transcripts import Mark, ReadTrial
from renderers.show import MATCHED_STORY, OWN_STORY, right_words

SHOWN = 12
"""The characters of a trial's key on the page, which also name it in `devrun transcript`."""


@dataclass(frozen=True, slots=True)
class TranscriptCounts:
    """How many transcripts are on a page (`here`), of how many finished ones (`of`).

    `cells` is how many cells (experiment, condition, wording, model) these are from, `fewest` and
    `most` how many of one cell are on the page.
    """

    here: int
    of: int
    cells: int
    fewest: int
    most: int


@dataclass(frozen=True, slots=True)
class Embedded:
    """The transcripts that a page carries, and how many there are."""

    trials: tuple[ReadTrial, ...]
    counts: TranscriptCounts

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the trials on the page."""
        return frozenset(one.score.key for one in self.trials)

    @property
    def simulated(self) -> bool:
        """Whether any of it is simulated."""
        return any(one.score.simulated for one in self.trials)


def as_page_data(embedded: Embedded) -> str:
    """The transcripts as JSON, compressed with gzip and in base64, for a `script` element.

    The document has `pictures` (each as a data URI, or why it is not on the page), `texts`, `names`
    (of experiments, conditions, models and coders), `outlines` (what each speech of a conversation
    is), `marks` (judgements), `stories` (what is said but for the replies, what is shown, and what
    is right), and `trials`: for each of their fields a list of its values, which refer to the
    others by number.
    """
    tables = _Tables()
    trials = [_trial(one, tables) for one in embedded.trials]
    document = {
        "pictures": list(page_pictures([one for _, one in tables.pictures.values()])),
        "texts": list(tables.texts),
        "names": list(tables.names),
        "outlines": [json.loads(one) for one in tables.outlines],
        "marks": list(tables.marks),
        "stories": [json.loads(one) for one in tables.stories],
        "trials": {name: [one[name] for one in trials] for name in (trials[0] if trials else ())},
    }
    told = json.dumps(document, separators=(",", ":"), allow_nan=False)
    # Without a time in it, the same study makes the same page.
    return b64encode(gzip.compress(told.encode("ascii"), mtime=0)).decode("ascii")


class _Tables:
    """What is said more than once, each under a number: those of a table count from 0."""

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}
        self.names: dict[str, int] = {}
        self.outlines: dict[str, int] = {}
        self.marks: dict[tuple[object, ...], int] = {}
        self.stories: dict[str, int] = {}
        self.pictures: dict[str, tuple[int, Picture]] = {}
        self._told: dict[object, tuple[int, list[tuple[int, Place]]]] = {}

    def text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def name(self, name: str) -> int:
        return self.names.setdefault(name, len(self.names))

    def outline(self, outline: list[list[object]]) -> int:
        return self.outlines.setdefault(json.dumps(outline), len(self.outlines))

    def story(self, one: ReadTrial) -> tuple[int, list[tuple[int, Place]]]:
        """The number of the story of a trial, and the speeches that are replies, each with its
        place. Trials of one draw have the same sessions and the same words.
        """
        sessions = one.trial.sessions
        if sessions not in self._told:
            speeches = _spoken(one)
            told = json.dumps(_story(one, speeches, self))
            replies = [
                (number, speech.place)
                for number, (_, speech) in enumerate(speeches)
                if speech.speaker is Speaker.REPLY and speech.place is not None
            ]
            self._told[sessions] = self.stories.setdefault(told, len(self.stories)), replies
        return self._told[sessions]

    def picture(self, picture: Picture) -> list[int]:
        """The numbers of a picture, of its file's name and of its description."""
        number, _ = self.pictures.setdefault(picture.digest, (len(self.pictures), picture))
        return [number, self.text(picture.file), self.text(picture.alt)]

    def mark(self, mark: Mark) -> int:
        coder = self.name(mark.coder)
        word, reason = mark.told
        told = (coder, mark.kind, mark.counted, word, mark.flags, reason)
        return self.marks.setdefault(told, len(self.marks))


def _trial(one: ReadTrial, tables: _Tables) -> dict[str, object]:
    trial = one.trial
    story, replies = tables.story(one)
    return {
        "key": one.score.key[:SHOWN],
        "experiment": tables.name(trial.experiment),
        # The name of a script's only condition would be read as a wording.
        "condition": tables.name(trial.cell.condition if trial.cell.levels else ""),
        "wording": tables.name(trial.cell.wording),
        "model": tables.name(one.score.model),
        "simulated": SIMULATED if one.score.simulated else "",
        "draw": trial.draw,
        "sample": trial.sample,
        "words": [list(pair) for pair in trial.words if pair[0] != pair[1]],
        "status": one.score.status,
        "reason": one.score.reason,
        "gate": one.score.gate,
        "share": _number(one.score.share),
        "lrs": _number(one.score.lrs),
        "story": story,
        "replies": [tables.text(one.replies.get(place, "")) for _, place in replies],
        "ended": {str(at): one.ended[place] for at, place in replies if place in one.ended},
        "marks": {
            str(at): [tables.mark(mark) for mark in one.marks[place]]
            for at, place in replies
            if one.marks.get(place)
        },
        "given": [given.words for given in one.given],
        "agent": _agent(one, tables),
    }


def _agent(one: ReadTrial, tables: _Tables) -> dict[str, list[int]]:
    """What an agent made of each wave and question, by the number of the speech."""
    if one.agent is None:
        return {}
    lines: dict[str, list[int]] = {}
    for number, (at, speech) in enumerate(_spoken(one)):
        told: Iterator[str] = iter(())
        if speech.speaker is Speaker.STORY and at in one.agent.waves:
            told = wave_lines(one.agent.waves[at])
        elif speech.speaker is Speaker.REPLY and speech.place in one.agent.answers:
            told = recall_lines(one.agent.answers[speech.place])
        if found := [tables.text(line) for line in told]:
            lines[str(number)] = found
    return lines


def _story(
    one: ReadTrial, speeches: list[tuple[int, Speech]], tables: _Tables
) -> dict[str, object]:
    """What each speech is ([speaker, kind, title]) and says, null for a reply, which is the
    trial's; what is right, and which pictures were shown, by the number of the speech.
    """
    return {
        "outline": tables.outline([_part(one, speech, at) for at, speech in speeches]),
        "said": [
            None if speech.speaker is Speaker.REPLY else tables.text(speech.text)
            for _, speech in speeches
        ],
        "right": {
            str(number): tables.text(right_words(speech.question))
            for number, (_, speech) in enumerate(speeches)
            if speech.speaker is Speaker.REPLY and speech.question is not None
        },
        "shown": {
            str(number): [tables.picture(one) for one in speech.pictures]
            for number, (_, speech) in enumerate(speeches)
            if speech.pictures
        },
    }


def _spoken(one: ReadTrial) -> list[tuple[int, Speech]]:
    """Every speech with the index of its session."""
    at = -1 if len(one.trial.sessions) > 1 else 0
    found: list[tuple[int, Speech]] = []
    for speech in conversation(one.trial, one.replies):
        at += speech.speaker is Speaker.STORY
        found.append((at, speech))
    return found


def _part(one: ReadTrial, speech: Speech, at: int) -> list[object]:
    if speech.speaker is Speaker.STORY:
        session = one.trial.sessions[at]
        own = OWN_STORY if session.own_story else MATCHED_STORY
        if session.wave is not None:
            own = ""  # a wave is a matched story of none
        return [speech.speaker.value, own, session.version]
    if speech.question is None:
        return [speech.speaker.value]
    return [speech.speaker.value, speech.question.kind.value, speech.question.title]


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
