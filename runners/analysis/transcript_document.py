"""Transcripts as one JSON document, for programs: words verbatim, marks beside each reply."""

from __future__ import annotations

from collections.abc import Iterable

from renderers.coder_view import Speaker, Speech, conversation
from renderers.json_text import json_text
from renderers.transcript_rows import ReadTrial


def transcripts_json(study: str, trials: Iterable[ReadTrial]) -> str:
    """The document that `devrun transcript --json` prints."""
    document = {"study": study, "trials": [_trial(one) for one in trials]}
    return json_text(document)


def transcript_line(study: str, one: ReadTrial) -> str:
    """One trial on a line, with the study's id, for files of lines."""
    return json_text({"study": study} | _trial(one), indent=None)


def _trial(one: ReadTrial) -> dict[str, object]:
    trial = one.trial
    return {
        "key": one.key,
        "experiment": trial.experiment,
        "condition": trial.cell.condition,
        "levels": dict(trial.cell.levels),
        "wording": trial.cell.wording,
        "model": one.model,
        "simulated": one.simulated,
        "draw": trial.draw,
        "sample": trial.sample,
        "words": dict(trial.words),
        "status": one.status,
        "reason": one.reason,
        "gate": one.gate,
        "share": None if one.share is None else float(one.share),
        "lrs": None if one.lrs is None else float(one.lrs),
        "given": [
            {
                "coder": given.coder,
                "kind": given.kind,
                "counted": given.counted,
                "lrs": given.lrs,
                "proposed": given.proposed,
                "first": given.first,
                "reason": given.reason,
            }
            for given in one.given
        ],
        "conversation": [_speech(one, speech) for speech in conversation(trial, one.replies)],
    }


def _speech(one: ReadTrial, speech: Speech) -> dict[str, object]:
    found: dict[str, object] = {"speaker": speech.speaker.value, "text": speech.text}
    if speech.place is None:
        return found
    session, place = speech.place
    found |= {"version": one.trial.sessions[session].version, "place": place}
    if speech.question is not None:
        found |= {"kind": speech.question.kind.value, "question": speech.question.title}
    if speech.speaker is Speaker.REPLY:
        found["text"] = one.replies.get(speech.place, "")
        found["finish"] = one.ended.get(speech.place, "stop")
        found["marks"] = [
            {
                "coder": mark.coder,
                "kind": mark.kind,
                "counted": mark.counted,
                "mark": mark.word,
                "flags": list(mark.flags),
                "reason": mark.reason,
            }
            for mark in one.marks.get(speech.place, ())
        ]
    return found
