"""A coder's judgements of the replies of a trial: marks, what was said, and what is missing."""

from __future__ import annotations

import pytest

from coders.desk.state import Judgement
from coders.marks import Flag, MarkWord
from coders.packets.shape import PacketUnusable
from dsl.experiment import Quantity
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Clause, Phrase, Session, Trial, Turn
from runners.analysis.verdicts import verdicts_of
from runners.engine.transcripts import GivenAnswer, lost_places
from runners.participants.base import LOST, Finish
from tests.coders.building import question, session, trial

PLAIN = trial(session(question("a"), question("b")))


def judged(
    mark: str = "", *flags: str, said: tuple[str, ...] = (), plain: bool = True
) -> Judgement:
    return Judgement(1, mark, flags, said, plain, 1, "", None)


def answers(*texts: str, finish: Finish = Finish.STOP) -> dict[tuple[int, str], GivenAnswer]:
    return {(0, at): GivenAnswer(text, finish) for at, text in zip("ab", texts, strict=False)}


def test_a_mark_is_a_verdict_with_its_flags() -> None:
    found = verdicts_of(
        PLAIN,
        answers("yes", "no"),
        {(0, "a"): judged("right", "unclear"), (0, "b"): judged("half", "hedged")},
    )
    assert {at: (one.word, one.flags) for at, one in found.items()} == {
        (0, "a"): (MarkWord.RIGHT, (Flag.UNCLEAR,)),
        (0, "b"): (MarkWord.HALF, (Flag.HEDGED,)),
    }


def test_what_nobody_judged_needs_a_human_unless_nothing_came() -> None:
    told = answers("yes", "")
    told[0, "b"] = GivenAnswer("", Finish.EMPTY)
    found = verdicts_of(PLAIN, told, {})
    assert found[0, "a"].word is MarkWord.HUMAN
    assert (found[0, "b"].word, found[0, "b"].flags) == (MarkWord.WRONG, (Flag.REFUSAL,))


@pytest.mark.parametrize("finish", sorted(LOST - {Finish.NOT_SHOWN}))
def test_a_reply_that_is_no_whole_answer_has_no_verdict(finish: Finish) -> None:
    told = answers("yes", "cut of")
    told[0, "b"] = GivenAnswer("cut of", finish)
    assert lost_places(told) == {(0, "b")}
    found = verdicts_of(PLAIN, told, {(0, "b"): judged("right")})
    assert (0, "b") not in found


def kept_trial() -> Trial:
    """What is in the tube, and then: what did you think was in it? The key is the first answer."""
    guess = replace(
        question("guess", kind=QuestionKind.RECORD), text="What is in the tube?", keep="guess"
    )
    own = question("own")
    own = replace(
        own,
        text="What did you think?",
        key=replace(own.key, answer=(Clause(Quantity.ANY, (), ("guess",)),)),
    )
    turns = (Turn("guess", (), guess), Turn("own", (), own))
    return trial(Session((), True, question("x").worth, (), turns))


@pytest.mark.parametrize(
    ("said", "word"), [("smarties", MarkWord.RIGHT), ("a pen", MarkWord.WRONG)]
)
def test_an_answer_that_is_a_later_key_is_read_by_the_matcher_where_no_coder_was_asked(
    said: str, word: MarkWord
) -> None:
    told = {
        (0, "guess"): GivenAnswer("Smarties.", Finish.STOP),
        (0, "own"): GivenAnswer(f"I thought {said}.", Finish.STOP),
    }
    found = verdicts_of(kept_trial(), told, {(0, "own"): judged(said=(said,))})
    assert {at: one.word for at, one in found.items()} == {(0, "own"): word}


def test_a_mark_or_a_flag_that_there_is_not_is_refused() -> None:
    with pytest.raises(PacketUnusable, match="a judgement has the mark `splendid`"):
        verdicts_of(PLAIN, answers("yes"), {(0, "a"): judged("splendid")})
    with pytest.raises(PacketUnusable, match="a judgement has an unknown flag `odd`"):
        verdicts_of(PLAIN, answers("yes"), {(0, "a"): judged("right", "odd")})


def test_the_candidates_of_a_question_are_all_that_the_script_names() -> None:
    def phrase(text: str) -> Phrase:
        return Phrase(text, (text,))

    one = question("a")
    key = replace(
        one.key,
        answer=(Clause(Quantity.ANY, (phrase("box"),)),),
        alternatives=((Clause(Quantity.ALL, (phrase("bag"),)),),),
        wrong=(phrase("shelf"), phrase("box")),
        half=(phrase("perhaps the box"),),
    )
    named = replace(one, key=key, options=("box", "bin"))
    assert named.answers == ("box", "bag", "shelf", "perhaps the box", "bin")
