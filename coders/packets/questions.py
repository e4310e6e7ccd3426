"""Which questions of a trial are judged, under which number, and which of them need no coder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl.experiment import Outcome
from dsl.likelihoods import weighed
from dsl.tree import JUDGED, QuestionKind
from dsl.trial import Place, Question, Trial


def numbered(trial: Trial) -> dict[Place, tuple[int, Question]]:
    """The judged questions by place, with their numbers from 1 in the order of the transcript."""
    asked = ((place, question) for place, _, question in trial.asked() if is_judged(question))
    return {place: (number, question) for number, (place, question) in enumerate(asked, start=1)}


def is_judged(question: Question) -> bool:
    """Whether coders judge the replies to a question (see `judged`)."""
    plain = any(option or outcome == Outcome.RIGHT for outcome, option in question.outcomes)
    return judged(question.kind, rated=question.rating is not None, plain=plain)


def judged(kind: QuestionKind, *, rated: bool, plain: bool) -> bool:
    """Whether coders judge the replies to a question of this kind: it is scored or a control, or
    the next words depend on whether the reply is right or on what it chooses (`plain`), and not on
    a rating. Nobody judges a training, in which dozens of replies may come.
    """
    return kind in JUDGED or (plain and not rated and kind is not QuestionKind.TRAINING)


def settled(
    trial: Trial, texts: Mapping[Place, str], *, in_words: bool = False
) -> frozenset[Place]:
    """The judged questions whose reply in `texts` needs no coder: it was weighed, and so is to the
    letter one of the answers on offer, of which the key says whether it is right. Two answers that
    were exactly as likely are a reply without words, which is no answer. None where `in_words`: the
    participant answered in words, which may be those of an answer.
    """
    if in_words:
        return frozenset()
    return frozenset(
        place
        for place, (_, question) in numbered(trial).items()
        if place in texts
        and (offered := weighed(question))
        and (texts[place] in offered or not texts[place].strip())
    )


def judged_questions(trial: Trial, *, also_kept: bool = False) -> Iterator[Question]:
    """The judged questions of a trial, and with `also_kept` those whose answer is kept."""
    for _, _, question in trial.asked():
        if is_judged(question) or (also_kept and question.keep is not None):
            yield question
