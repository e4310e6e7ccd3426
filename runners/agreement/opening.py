"""What the page of agreement says first: who coded how much, what is open, who is not counted."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.words import and_list, counted
from runners.agreement.readings import readings_sentence
from runners.agreement.results import StudyAgreement

_NOT_OF_SCORE = (
    " (`devrun score` counts every trial in which a disputed control question can change the LRS)"
)


def opening(found: StudyAgreement) -> Iterator[str]:
    """Who coded how much, what is open, and who is not counted: a sentence each."""
    who = "Blind coders and authors, pooled" if found.as_paper else "Blind coders"
    yield f"{who}: {and_list(found.pooled) or 'none yet'}."
    if found.coded:
        yield (
            f"{counted(found.coded, 'distinct transcript')} ({found.standing} of {found.trials} "
            f"trials) coded, {found.double} by two or more ({found.double_share:.0%})."
        )
    unfinished = list(
        dict.fromkeys(
            one.coder for one in found.reports if not one.ended and one.kind != "adjudicator"
        )
    )
    if found.disputed:
        were = "was" if found.disputed == 1 else "were"
        yield (
            f"{counted(found.disputed, 'distinct transcript')} "
            f"({counted(found.disputed_trials, 'trial')}) {were} passed by one coder and failed by "
            f"another on their control questions{_NOT_OF_SCORE if found.disputed_open else ''}: "
            f"{_what_is_open(found, waiting=bool(unfinished))}."
        )
    yield from readings_sentence(found.readings)
    if unfinished:
        verb = "has" if len(unfinished) == 1 else "have"
        yield f"{and_list(unfinished)} {verb} not handed in yet: these figures may change."
    failed = dict.fromkeys(one.coder for one in found.reports if one.failed)
    if failed:
        yield f"Failed the calibration and coded nothing of the study: {and_list(list(failed))}."
    yield from _calibrations(found)
    others = [*(found.authors.coders if found.authors else ())]
    others += [name for judge in found.judges for name in judge.coders]
    if others:
        yield f"{and_list(others)}: not counted here; --all compares them with these coders."
    if found.hidden:
        yield f"{and_list(found.hidden)}: hidden until all people have handed in the same trials."
    if found.stale:
        yield (
            f"{counted(found.stale, 'coding')} for a text that differs from the store: in no "
            "figure."
        )


def _calibrations(found: StudyAgreement) -> Iterator[str]:
    """Coders in the figures who did not pass a calibration."""
    none = [name for name, forms in found.calibrated.items() if not forms]
    failed = [name for name, forms in found.calibrated.items() if not all(forms)]
    if none:
        yield f"Not calibrated against gold: {and_list(none)}."
    if failed:
        yield f"Failed a form of the calibration: {and_list(failed)}; see --all."


def _what_is_open(found: StudyAgreement, *, waiting: bool) -> str:
    """What is left to be adjudicated of the gates."""
    if not found.disputed_open:
        return "adjudicated"
    then = " when all have handed in" if waiting else ""
    if found.disputed_open == found.disputed:
        return f"`devrun adjudicate` resolves these first{then}"
    return (
        f"{counted(found.disputed_open, 'transcript')} not adjudicated yet; continue with "
        f"`devrun adjudicate`{then}"
    )
