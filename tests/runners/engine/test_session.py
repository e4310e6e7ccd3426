"""The next call of a trial follows from the replies there are, and from nothing else."""

from __future__ import annotations

from scenes import Answering, question, trial

from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Fork, Session, Trial, Turn
from renderers.prompt import Message, Role
from runners.engine.hints import hints
from runners.engine.session import Heard, NextCall, walks
from runners.engine.transcripts import Exchange, Transcript, transcribe
from runners.participants.base import Hints
from runners.store.keys import call_key, participant_key, sitting_of
from runners.store.records import Sitting, StoredReply

PARTICIPANT = participant_key(Answering().identity())


def sitting(of: Trial) -> Sitting:
    return sitting_of(PARTICIPANT, of.experiment, of.cell, draw=of.draw, sample=of.sample)


def answered(of: Trial, *, until: int = 99) -> Transcript:
    """The transcript after so many rounds in which every pending call was answered."""
    replies: dict[str, StoredReply] = {}
    for _ in range(until):
        told = transcribe(of, sitting(of), replies)
        if told.complete:
            return told
        replies |= {
            each.key: StoredReply(each.key, f"({each.place})", "stop") for each in pending(told)
        }
    return transcribe(of, sitting(of), replies)


def pending(told: Transcript) -> list[Exchange]:
    return [exchange for exchange in told.exchanges if exchange.reply is None]


def places(told: Transcript) -> list[str]:
    return [exchange.place for exchange in pending(told)]


def test_versions_begin_side_by_side() -> None:
    assert places(answered(trial(1), until=0)) == ["moved/listen", "stayed/listen"]


def test_branches_and_what_follows_them_are_asked_side_by_side() -> None:
    assert places(answered(trial(1), until=1)) == [
        f"{version}/{place}"
        for version in ("moved", "stayed")
        for place in ("test look", "test think", "control reality")
    ]


def test_a_finished_trial_has_nothing_pending() -> None:
    told = answered(trial(1))
    assert told.complete
    assert places(told) == []
    look = told.exchanges[1]
    assert look.place == "moved/test look"
    assert look.reply == StoredReply(look.key, "(moved/test look)", "stop")


def test_a_branch_has_a_copy_of_the_conversation_and_the_trunk_knows_nothing_of_it() -> None:
    told = answered(trial(1))
    before = (
        Message(Role.SYSTEM, "You hear a story."),
        Message(Role.USER, "Story 1: Sally has a marble."),
        Message(Role.ASSISTANT, "(moved/listen)"),
        Message(Role.USER, "Are you listening?"),
        Message(Role.ASSISTANT, "Yes."),
    )
    choices = "\n\nA) the basket\nB) the box"
    listen, look, think, reality = told.exchanges[:4]
    assert listen.conversation == before[:3]
    assert look.conversation == (
        *before,
        Message(Role.USER, f"The marble is moved.\n\nWhere will Sally look?{choices}"),
        Message(Role.ASSISTANT, "(moved/test look)"),
    )
    assert think.messages == (
        *before,
        Message(Role.USER, f"The marble is moved.\n\nWhere does Sally think it is?{choices}"),
    )
    assert reality.messages == (
        *before,
        Message(Role.USER, f"Sally comes back.\n\nWhere is the marble now?{choices}"),
    )
    assert [exchange.branch for exchange in told.exchanges[:4]] == [(), ((1, 1),), ((1, 2),), ()]


def test_the_order_of_exchanges_is_that_of_the_script() -> None:
    assert [exchange.place for exchange in answered(trial(1)).exchanges] == [
        f"{version}/{place}"
        for version in ("moved", "stayed")
        for place in ("listen", "test look", "test think", "control reality")
    ]


def test_after_an_edit_only_the_turn_that_changed_and_those_after_it_have_new_keys() -> None:
    def told_in(words: str) -> Transcript:
        nodes = (
            Turn("/listen", ("One.",), None),
            Turn("/listen #2", (words,), None),
            Turn("/listen #3", ("Three.",), None),
        )
        session = replace(trial(1).sessions[0], nodes=nodes)
        return answered(replace(trial(1), sessions=(session,)))

    before, after = told_in("Two."), told_in("2.")
    same = [
        one.key == other.key for one, other in zip(before.exchanges, after.exchanges, strict=True)
    ]
    assert same == [True, False, False]
    assert before.hash != after.hash


def test_no_two_cells_draws_samples_participants_or_places_share_a_key() -> None:
    one = trial(1)
    messages = (Message(Role.USER, "Hello"),)
    seats = [
        sitting(one),
        sitting(replace(one, draw=2)),
        sitting(replace(one, sample=2)),
        sitting(replace(one, experiment="Other")),
        sitting(replace(one, cell=replace(one.cell, wording="original"))),
        sitting(replace(one, cell=replace(one.cell, levels=(("condition", "contents"),)))),
        sitting_of("x" * 64, one.experiment, one.cell, draw=1, sample=1),
    ]
    keys = {call_key(seat.key, place, messages) for seat in seats for place in ("/a", "/b")}
    assert len(keys) == 14
    spoken = {
        call_key("s", "/a", (Message(role, text),))
        for role in (Role.USER, Role.SYSTEM)
        for text in ("Hello", "Hello ", "hello\ud800")
    }
    assert len(spoken) == 6


def test_keys_stay_as_they_are() -> None:
    """A change here makes every stored reply unfindable: it needs a new version in the tag."""
    one = trial(1)
    assert PARTICIPANT == "4420b8d613c93f837713ee96818872af0d3d63f6ab0b809fbe9d3258129eb41f"
    assert sitting(one).key == "75e30849d96a6bd38363f6039a942d278310c8ef1304caadd72801bd59256176"
    assert (
        answered(one).exchanges[1].key
        == "961c231c5865486b98ffacf9fbb7ccf79dcd465591b7463e695ec44e1e1e15af"
    )
    assert answered(one).hash == "d1f280265fd05d53d8bd3da8227d5b32ef369aeea0dda21ef10a9d0fe274599a"


def first(nodes: tuple[Turn | Fork, ...], replies: list[str]) -> NextCall:
    """The last call of a walk that is sent these replies."""
    session = Session((), own_story=True, worth=trial(1).sessions[0].worth, system=(), nodes=nodes)
    walk = walks(replace(trial(1), sessions=(session,)), "s")[0]
    step = next(walk)
    for reply in replies:
        step = walk.send(Heard(reply))
    assert isinstance(step, NextCall)
    return step


def test_who_sees_keys_gets_what_was_kept_on_its_branch_and_what_is_real() -> None:
    guess = question("guess", "Which one?", keep="guess")
    reality = replace(question("reality", "Where is it?"), kind=QuestionKind.CONTROL)
    nodes = (
        Turn("/record guess", (), guess),
        Turn("/control reality", (), reality),
        Turn("/test again", (), question("again", "And now?")),
    )
    told = hints(first(nodes, ["B) the box", "The basket."]))
    assert told.kept == (("guess", "the box"),)
    assert told.reality == reality
    assert hints(first(nodes, ["Hm, who can say?"])).kept == (("guess", "Hm, who can say?"),)
    assert hints(first(nodes[2:], [])) == Hints(sitting="s")
