"""Verdicts on the replies of a trial: by the matcher, and by what a coder judged.

In rubric view a judgement is a mark; in content view it is what was said, and the key makes it a
mark now, so that a mended key rescores what was coded before. Scores and agreement read judgements
through this, and cannot differ about what a coder meant. A reply that nobody judged is not left
out: that would have made the trial one that lost a reply. The matcher reads the stored replies,
and asks nothing again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from coders.content_marks import verdict as content_verdict
from coders.desk.state import Judgement
from coders.marks import MARKS, RATINGS, Flag, Verdict, marked, needs_human, rated, wrong
from coders.matcher import kept_phrase, match
from coders.matching.verdicts.weighing import chosen
from coders.memoized_match import memoized_match
from coders.packets.neutral import NeutralWords
from coders.packets.shape import PacketUnusable
from dsl.kept_replies import KeptReplies
from dsl.record import replace
from dsl.tree import JUDGED, QuestionKind
from dsl.trial import Fork, Node, Place, Question, Trial, Turn, turns
from renderers.prompt import opening, user_message
from renderers.rows.replies import NOT_CODED
from runners.engine.transcripts import GivenAnswer
from runners.participants.base import LOST, Finish

WITHHELD = {Finish.FILTERED: "withheld by the provider", Finish.EMPTY: "an empty reply"}
_RATED = {str(lrs): rated(lrs) for lrs in RATINGS.values()}


def places_of(trial: Trial, *kinds: QuestionKind) -> tuple[Place, ...]:
    """The places of a trial's questions of these kinds, in order."""
    return tuple(place for place, _, _ in trial.asked(*kinds))


def in_own_words(
    trial: Trial, judgements: Mapping[Place, Judgement], neutral: NeutralWords
) -> dict[Place, Judgement]:
    """Judgements from a packet with neutral words, with what was said put back into the words of
    `trial`: `PLACE 1` was the box. `neutral` are that trial's (`Neutral.of`).
    """
    own: dict[Place, Judgement] = {}
    for place, _, question in trial.asked():
        judgement = judgements.get(place)
        if judgement is not None:
            back = neutral.back(question.answers)
            said = tuple(back.get(one, one) for one in judgement.said)
            own[place] = replace(judgement, said=said)
    return own


def verdicts_of(
    trial: Trial, answers: Mapping[Place, GivenAnswer], judgements: Mapping[Place, Judgement]
) -> dict[Place, Verdict]:
    """The verdict at every place of `trial` that has a whole answer, by these judgements.

    A reply that was withheld or came without words is no answer where nobody coded it, and one that
    was weighed is marked by the key; any other control or test that nobody coded needs a human. An
    answer that is kept as the key of a later one is what the coder says was said, else what the
    matcher finds in it.

    Raises:
        PacketUnusable: a judgement has a mark or a flag that there is not.
    """
    verdicts: dict[Place, Verdict] = {}
    for place, question, kept in _on_the_way(trial):
        answer = answers.get(place)
        if answer is None or answer.finish in LOST:
            continue
        judgement = judgements.get(place)
        if judgement is None and trial.protocol.rated and judgements:
            continue  # it was rated with the rest
        found = _verdict(question, answer, judgement, kept)
        if found is not None:
            verdicts[place] = found
        if question.keep is not None:
            # What a coder marked, or was not asked, is read as the matcher reads it.
            # The words that followed it in a script that answers back were the program's.
            judged = found is not None and question.kind in JUDGED
            said = found.matched if found is not None and judged else None
            said = said or match(answer.text, question, kept=kept).matched
            kept[question.keep] = kept_phrase(said, question)
    return verdicts


def _on_the_way(trial: Trial) -> Iterator[tuple[Place, Question, dict[str, str | None]]]:
    """Every question of a trial with its place and the replies that are kept on the way to it, to
    which its own is added by whoever reads it. Where a trial forks each branch has its own way.
    """

    def walk(
        session: int, nodes: tuple[Node, ...], kept: dict[str, str | None]
    ) -> Iterator[tuple[Place, Question, dict[str, str | None]]]:
        for node in nodes:
            if isinstance(node, Fork):
                for branch in node.branches:
                    yield from walk(session, branch, dict(kept))
            elif isinstance(node, Turn) and node.question is not None:
                yield _place(session, node.place), node.question, kept

    for number, session in enumerate(trial.sessions):
        yield from walk(number, session.nodes, {})


def _verdict(
    question: Question,
    answer: GivenAnswer,
    judgement: Judgement | None,
    kept: KeptReplies,
) -> Verdict | None:
    if judgement is None:
        if question.kind not in JUDGED:
            return None
        if answer.finish in WITHHELD and not answer.text.strip():
            return wrong(None, WITHHELD[answer.finish], Flag.REFUSAL)
        # What was weighed is in no packet where nothing else of its trial is to be coded.
        weighed = chosen(answer.text, question, kept=kept)
        return weighed or needs_human(NOT_CODED)
    if judgement.said or not judgement.mark:
        flags = flags_of(judgement.flags)
        return content_verdict(judgement.said, judgement.plain, flags, question, kept=kept)
    return _marked(judgement.mark, judgement.flags)


@lru_cache(maxsize=4096)
def _place(session: int, place: str) -> Place:
    """A place, one for all mappings that have it."""
    return session, place


@lru_cache(maxsize=4096)
def _marked(told: str, flags: tuple[str, ...]) -> Verdict:
    """The verdict of a mark, one for all that say the same: a large study has millions of marks."""
    if told in _RATED:
        return _RATED[told]
    if told not in MARKS:
        raise PacketUnusable(
            f"a judgement has the mark `{told}`, where there are right, half and wrong",
            "send the log unchanged",
        )
    return marked(told, flags_of(flags), f"marked {told}")


def flags_of(words: Iterable[str]) -> tuple[Flag, ...]:
    """Flags in words as flags.

    Raises:
        PacketUnusable: there is no such flag.
    """
    found: list[Flag] = []
    for word in words:
        try:
            found.append(Flag(word))
        except ValueError as fault:
            raise PacketUnusable(
                f"a judgement has an unknown flag `{word}`",
                f"flags are {', '.join(flag.value for flag in Flag)}",
            ) from fault
    return tuple(found)


def words_sent(trial: Trial) -> int:
    """A number for everything that a participant is sent in this trial, without replies: two trials
    with the same number have the same words. It is the same in every process.
    """
    told = blake2b(digest_size=8)
    for session in trial.sessions:
        for part in (*opening(session), *map(user_message, turns(session.nodes))):
            shown = [(at.offset, at.picture.digest, at.picture.alt) for at in part.pictures]
            told.update(repr((part.role.value, part.text, shown)).encode())
    return int.from_bytes(told.digest(), "big")


@dataclass(frozen=True, slots=True)
class MatcherMarks:
    """Verdicts by place, and the places where something of ours went wrong (a token limit, a reply
    in which no text was found or whose end is not known)."""

    verdicts: Mapping[Place, Verdict]
    technical: frozenset[Place]


def judge(trial: Trial, answers: Mapping[Place, GivenAnswer]) -> MatcherMarks:
    """The matcher's verdict at every place of `trial` that has an answer."""
    verdicts: dict[Place, Verdict] = {}
    technical: set[Place] = set()
    for place, question, kept in _on_the_way(trial):
        answer = answers.get(place)
        if answer is None or answer.finish is Finish.NOT_SHOWN:
            continue
        if answer.finish in LOST:
            technical.add(place)
            continue
        verdict = verdicts[place] = _matched(question, answer, kept)
        if question.keep is not None:
            kept[question.keep] = kept_phrase(verdict.matched, question)
    return MatcherMarks(verdicts, frozenset(technical))


def judge_each(
    trials: Iterable[tuple[Trial, Mapping[Place, GivenAnswer]]],
) -> list[MatcherMarks]:
    """The matcher's verdicts on each of these trials and its answers; here, since a process that
    only reads needs neither numpy nor a store.
    """
    return [judge(trial, answers) for trial, answers in trials]


def _matched(question: Question, answer: GivenAnswer, kept: KeptReplies) -> Verdict:
    if answer.finish in WITHHELD and not answer.text.strip():
        return wrong(None, WITHHELD[answer.finish], Flag.REFUSAL)
    if answer.finish is Finish.REFUSAL:
        return wrong(None, "refused, as marked by the provider", Flag.REFUSAL)
    return memoized_match(answer.text, question, kept=kept)
