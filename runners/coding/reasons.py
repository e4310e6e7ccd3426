"""The reasons that participants gave for their ratings in waves, as items for blind raters.

An item has the profile as it was then, all that was read as far as this wave, and the rating with
its reason, set in one way for all: agents are told to write `Thought:`, `Action:` or `Reflection:`,
and to put the rating first or last, and each such habit would name them. So labels at the beginning
of lines and the line with the rating go, and what is left stands in one paragraph. What an agent
remembered is not shown: an agent without memory would be known by its absence.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from coders.packets.items import sealed
from coders.packets.masking import NameMask
from coders.packets.plain_replies import plain_reply
from coders.packets.ratings import (
    RATIONALITY,
    RatedItem,
    name_of,
    profile_of,
    read_in,
    read_lines,
    waves_of,
)
from coders.packets.shape import Item, Line, LineKind, PacketQuestion
from coders.reply_outcomes import rated
from dsl.projections import digest
from dsl.record import replace
from dsl.trial import Question, Session
from renderers.prompt import system_text
from runners.engine.transcripts import answers_of, unanswered_places
from runners.studies.study import FinishedTrial

EACH = 60
"""So many reasons of each participant and wave, as in the published ratings of reasons."""

_LABEL = re.compile(
    r"^(?:[A-Z][a-z]{3,19}(?: \d+)?|(?:My|The|Final) (?:answer|rating|thought|reason))\s*:\s+"
)
"""`Thought:`, `Observation 2:`, `My answer:`; not `I agree:`, which is no label."""
_RATING_ALONE = re.compile(r"\W*(?:(?:the|my) (?:answer|rating) is )?\d{1,2}\W*", re.IGNORECASE)
ASKED = "Which rating does this reason deserve?"


@dataclass(frozen=True, slots=True)
class RatedReason:
    """One reason: `of` is who gave it in which wave, `key` what it was given to, the same for all
    participants.
    """

    of: tuple[str, int]
    key: tuple[str, ...]
    item: Item
    read: tuple[Line, ...]
    row: tuple[tuple[str, str], ...]


def reasons_of(told: FinishedTrial, participant: str, names: NameMask) -> Iterator[RatedReason]:
    """The reasons of a trial, each as an item without an id; replies without words have none.
    `participant` is what tables call who gave them.

    Raises PacketUnusable if its waves are not one series.
    """
    trial, said = told.transcript.trial, answers_of(told.transcript)
    experiment, levels = told.chapter.experiment, trial.cell.levels
    if len(experiment.design.wordings) > 1:
        levels = (*levels, ("wording", trial.cell.wording))
    several = len({one.name for one in experiment.questionnaires}) > 1
    without = unanswered_places(said)
    waves = waves_of(trial, rated=False)
    story = _told(waves)
    for place, session, question in trial.asked():
        if session.wave is None or question.rating is None or place not in said or place in without:
            continue
        text = said[place].text
        reason, _ = names.mask(reason_in(text, question), story=story)
        if not reason:
            continue
        name = question.title if several else name_of(question)
        draw, sample = str(trial.draw), str(trial.sample)
        profile, _ = names.mask(_profile(told, place[0]), story=story)
        item = _item(profile, question, text, reason)
        yield RatedReason(
            (participant, session.wave),
            (*(level for _, level in levels), draw, sample, name),
            item,
            tuple(
                line
                for wave in waves[: waves.index(session) + 1]
                for line in read_lines(wave, "What was read")
            ),
            (
                *levels,
                ("draw", draw),
                ("sample", sample),
                ("participant", participant),
                ("wave", str(session.wave)),
                ("item", name),
            ),
        )


def reason_in(reply: str, question: Question) -> str:
    """The words of a reply that are neither its rating nor a label, in one paragraph."""
    rating = re.compile(rf"{re.escape(question.answer_line or 'Rating')}\s*:", re.IGNORECASE)
    lines = (line.strip() for line in plain_reply(reply).splitlines())
    kept = (_LABEL.sub("", line) for line in lines if not rating.match(line))
    text = " ".join(line for line in kept if line and not _RATING_ALONE.fullmatch(line))
    point = rated(reply, question)
    return text if point is None else re.sub(rf"^\W*{point}\W+", "", text)


def sampled(reasons: Iterable[RatedReason], each: int, seed: int) -> list[RatedReason]:
    """So many reasons of each participant and wave, or all if there are fewer. Which is drawn by
    what they were given to, so that participants are compared on the same statements, and one that
    is run later on those that were drawn before.
    """

    def lot(one: RatedReason) -> str:
        return digest("devrun:reasons:1", [seed, one.of[1], list(one.key)])

    found: list[RatedReason] = []
    taken: dict[tuple[str, int], int] = {}
    for one in sorted(reasons, key=lot):
        if taken.setdefault(one.of, 0) < each:
            taken[one.of] += 1
            found.append(one)
    return found


def for_rater(
    reasons: Sequence[RatedReason], lot: random.Random, new_id: Callable[[], str]
) -> tuple[RatedItem, ...]:
    """The reasons in an order of the rater's own, over participants and waves, with ids."""
    return tuple(
        RatedItem(replace(one.item, id=new_id()), one.read, {1: dict(one.row)})
        for one in lot.sample(reasons, len(reasons))
    )


def _item(profile: str, question: Question, reply: str, reason: str) -> Item:
    point = rated(reply, question)
    told = f"Rating: {'none that can be read' if point is None else point}\n\nReason: {reason}"
    lines = (
        Line(LineKind.PROFILE, profile),
        Line(LineKind.STORY, "A statement, how it was rated, and why"),
        Line(LineKind.TOLD, question.text, 1),
        Line(LineKind.REPLY, told, 1),
    )
    return sealed(Item("", "", lines, (PacketQuestion(1, "rating", ASKED, scale=RATIONALITY),)))


def _profile(told: FinishedTrial, number: int) -> str:
    """The profile in a wave, by the index of its session: an agent may have rewritten it."""
    account, session = told.transcript.account, told.transcript.trial.sessions[number]
    if account is not None and number in account.waves:
        return account.waves[number].profile
    return profile_of(session)


def _told(sessions: Iterable[Session]) -> str:
    """All that a script says: a name in it is nobody's self-naming."""
    return "\n".join(f"{system_text(one)}\n{read_in(one)}" for one in sessions)
