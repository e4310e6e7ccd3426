"""Replies that are a candidate's very words, or a letter, and nothing else."""

from __future__ import annotations

from coders.marks import Verdict, wrong
from coders.matching.question.candidates import CandidateRole, stems_of
from coders.matching.question.sheet import AnswerSheet
from coders.matching.verdicts.parts import judge_named, several_parts
from coders.matching.verdicts.verdicts import single
from dsl.trial import Question


def exact(on_sheet: AnswerSheet, words: list[str], question: Question) -> Verdict | None:
    """The verdict on a reply that is a candidate's very words, or a letter, and nothing else."""
    spoken = [w for w in words if w not in ("\n", ".", "!", '"', ",", ":", "'")]
    if len(spoken) > 1 and len(spoken[0].removeprefix("@")) == 1 == len(set(spoken)):
        spoken = spoken[:1]
    if len(spoken) == 1 and on_sheet.letters > 1:
        letter = spoken[0].removeprefix("@")
        if len(letter) == 1 and "a" <= letter <= "z" and (letter,) not in _one_letter(on_sheet):
            candidate = on_sheet.of_option(ord(letter) - ord("a"))
            if candidate is None:
                return wrong(None, "there is no such choice")
            if several_parts(question):
                # What one choice comes to hangs on every part of the key.
                return judge_named(on_sheet, {candidate.index}, question)
            return single(on_sheet, candidate, question, hedged=False, unclear=False)
    if "?" in spoken or (on_sheet.tolerant and "-" in spoken):
        return None
    stems = () if any(w[0] == "@" for w in spoken) else stems_of(" ".join(spoken))
    owners = [
        index
        for wanted, index in on_sheet.variants.get(stems[0] if stems else "", ())
        if wanted == stems
    ]
    if len(owners) != 1 or several_parts(question):
        return None
    candidate = on_sheet.candidates[owners[0]]
    hedges = candidate.role is CandidateRole.HALF
    return single(on_sheet, candidate, question, hedged=hedges, unclear=False)


def _one_letter(on_sheet: AnswerSheet) -> set[tuple[str, ...]]:
    return {
        wanted for known in on_sheet.variants.values() for wanted, _ in known if len(wanted) == 1
    }
