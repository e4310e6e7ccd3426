"""The figures of a transcript: a trial with its words, and every coder's mark of each reply."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter

from dsl.trial import Picture, Place, Question
from renderers.coder_view import Speaker, Speech, conversation
from renderers.fields.agent_waves import AGENT, WAVE, agent_of_reply
from renderers.fields.field import Document, Field, Kind, document, each, field, of, pick, read_by
from renderers.fields.questions import FINISH, KIND, SESSION, TITLE, TURN, VERDICT
from renderers.fields.scales import GIVEN_LRS, TEXT, TEXTS, TRUTH, WORDS
from renderers.fields.trials import CONTROL, MEASURES, OUTCOME, PLACED, WHO
from renderers.json_text import json_text
from renderers.rows.transcripts import Given, Mark, ReadTrial, TranscriptNote, handed_on
from renderers.rows.trials import TrialRow

GIVEN: tuple[Field[Given], ...] = (
    *WHO,
    field(GIVEN_LRS, "lrs", "LRS that the coder gave"),
    field(
        GIVEN_LRS, "proposed", "computed LRS", missing="it was given before any mark",
    ),
    field(TRUTH, "first", "whether it was given before any mark"),
    field(TEXT, "reason", "why, in the coder's words; may be empty"),
)  # fmt: skip

MARK: tuple[Field[Mark], ...] = (
    *WHO,
    VERDICT.but("mark").of(lambda mark: mark.word),
    field(TEXTS, "flags", "flags of the reply"),
    field(TEXT, "reason", "reason for the mark; may be empty"),
    field(TEXT, "note", "the coder's note on the reply; may be empty"),
)

NOTE: tuple[Field[TranscriptNote], ...] = (*WHO, field(TEXT, "note", "the coder's words"))

Said = tuple[ReadTrial, Speech]
"""A speech of a trial."""


def _place(said: Said) -> Place:
    place = said[1].place
    assert place is not None, "neither a request nor a reply"
    return place


def _text(said: Said) -> str:
    trial, speech = said
    if speech.speaker is Speaker.REPLY and speech.place is not None:
        return trial.replies.get(speech.place, "")
    return speech.text


SPEECH: tuple[Field[Said], ...] = (
    field(
        TEXT, "speaker", "who speaks", lambda said: said[1].speaker.value,
        levels=(
            ("told", "the script"), ("reply", "the participant"),
            ("scripted", "the script in the participant's place"),
            ("system", "the system prompt"),
            ("story", "none: a new conversation begins"),
            ("copy", "none: a copy of the conversation begins"),
        ),
    ),
    field(TEXT, "text", "the words, verbatim", _text),
)  # fmt: skip

PICTURE: tuple[Field[Picture], ...] = (
    field(TEXT, "file", "its path in the script"),
    field(TEXT, "media_type", "its kind, by its first bytes, such as image/png"),
    field(TEXT, "sha256", "the SHA-256 of its bytes", "digest"),
    field(TEXT, "alt", "the script's description, which the participant did not see"),
)
SHOWN: tuple[Field[Said], ...] = (
    each(
        "pictures", "pictures shown with it, in the order of their descriptions", PICTURE,
        lambda said: said[1].pictures,
    ),
)  # fmt: skip
"""Of a speech with pictures."""

REQUEST: tuple[Field[Said], ...] = read_by(
    (*SESSION, *TURN),
    version=lambda said: said[0].trial.sessions[_place(said)[0]].version,
    place=lambda said: _place(said)[1],
)
"""Of a request and of the reply to it."""

QUESTION: tuple[Field[Question], ...] = (KIND.of(lambda question: question.kind.value), TITLE)
"""Of a request that asks something and of the reply to it."""

REPLY: tuple[Field[Said], ...] = (
    FINISH.of(lambda said: said[0].ended.get(_place(said), "stop")),
    each("marks", "every coder's mark", MARK, lambda said: said[0].marks.get(_place(said), ())),
)


READING: tuple[Field[Said], ...] = (
    field(
        TEXT, "read_as", "what the reply was read as, where the next words depended on it",
        lambda said: dict(said[0].trial.path)[_place(said)],
    ),
)  # fmt: skip
CARRIED: tuple[Field[Said], ...] = (
    field(
        TEXT, "carried", "what the next wave has of the reply; empty where the former text stays",
        lambda said: handed_on(said[0].trial, _place(said), said[1].question) or "",
    ),
)  # fmt: skip
"""Of a reply that waves carry."""
THOUGHTS: tuple[Field[Said], ...] = (
    field(
        TEXT, "thoughts", "what was thought before the reply, as far as the provider sent it",
        lambda said: said[0].thoughts[_place(said)],
    ),
)  # fmt: skip
"""Of a reply, where they were asked for."""


def _speech(said: Said) -> Document:
    """What is said of every speech, and more of one to which there is more to say."""
    one, speech = said
    found = document(SPEECH, said)
    if speech.pictures:
        found |= document(SHOWN, said)
    if speech.place is None:
        return found
    found |= document(REQUEST, said)
    if speech.question is not None:
        found |= document(QUESTION, speech.question)
    if speech.speaker is not Speaker.REPLY:
        return found
    read = document(READING, said) if speech.place in dict(one.trial.path) else {}
    thoughts = document(THOUGHTS, said) if speech.place in one.thoughts else {}
    agent = agent_of_reply(one.agent, speech.place)
    kept = handed_on(one.trial, speech.place, speech.question)
    carried = {} if kept is None else document(CARRIED, said)
    return found | document(REPLY, said) | read | carried | thoughts | agent


_SCORE: Callable[[ReadTrial], TrialRow] = attrgetter("score")
_STATUS, _REASON = of(_SCORE, OUTCOME)
_SHARE, _LRS = of(_SCORE, pick(MEASURES, "share", "lrs"))
_KEY, *_PLACED = of(
    _SCORE,
    pick(
        PLACED, "trial", "experiment", "condition", "levels", "wording", "model", "simulated",
        "draw", "sample",
    ),
)  # fmt: skip

TRANSCRIPT: tuple[Field[ReadTrial], ...] = (
    _KEY.but("key"),
    *_PLACED,
    field(WORDS, "words", "the word in each slot of the script", "trial.words"),
    _STATUS,
    _REASON,
    CONTROL.read_by(lambda one: one.score.gate),
    _SHARE,
    _LRS,
    each("given", "LRS given by coders", GIVEN),
    each("notes", "notes of coders on the whole transcript", NOTE),
    each(
        "waves", "what an agent made of each wave; none without an agent", WAVE,
        lambda one: () if one.agent is None else one.agent.waves.values(),
    ),
    Field(
        "conversation", Kind.LIST, "every speech, in the order of the script",
        json=lambda one: [
            _speech((one, speech)) for speech in conversation(one.trial, one.replies)
        ],
        parts=(*SPEECH, *SHOWN, *REQUEST, *QUESTION, *REPLY, *READING, *CARRIED, *THOUGHTS, AGENT),
    ),
)  # fmt: skip


def transcripts_json(study: str, trials: Iterable[ReadTrial]) -> str:
    """The document that `devrun transcript --json` prints."""
    return json_text({"study": study, "trials": [document(TRANSCRIPT, one) for one in trials]})


def transcript_line(study: str, one: ReadTrial) -> str:
    """One trial on a line, with the study's id, for files of lines."""
    return json_text({"study": study} | document(TRANSCRIPT, one), indent=None)
