"""What was weighed by likelihood is marked by the key, and no coder is asked about it."""

from __future__ import annotations

import pytest

from coders.packets.file import packet_at
from dsl.record import replace
from runners.participants.base import Call, Finish, Participant, Reply
from runners.participants.requirements import Ability, Without
from runners.store.store import Store
from tests.runners.analysis.weighing_rooms import ITEMS, Weighing, loaded, weigh
from tests.shell import Shell

WORDED = (
    ITEMS
    + """        test why
            ask: Why is snow white?
            answer: It is White
            wrong: It is Red
"""
)


def study(shell: Shell, text: str) -> None:
    with Store.open(str(shell.folder / "devrun.sqlite")) as store:
        weigh(store, loaded(shell.folder, text), Weighing())


def asked_in(shell: Shell) -> list[list[str]]:
    """The first line of each question of each item of the one packet."""
    (packet,) = shell.folder.glob("packets*/*.jsonl")
    return [
        [asked.text.splitlines()[0] for asked in item.questions] for item in packet_at(packet).main
    ]


def test_a_study_of_weighed_replies_needs_no_coder_and_is_not_provisional(shell: Shell) -> None:
    study(shell, ITEMS)
    refused = shell.run("packets", "--coder", "Ada", code=1).stderr
    assert "were scored by likelihood\nhelp: they need no coder" in refused
    scores = shell.json("score")
    assert (scores["provisional"], scores["role"]) == (False, "likelihood")
    assert scores["trials"][0]["share"] == 1 / 3
    assert scores["notes"] == [
        "1 of 1 trial scored by likelihood, without coders: see `devrun score --likelihoods`"
    ]
    assert "from the key alone: all answers were scored by likelihood" in shell.run("score").stdout


def test_in_content_view_only_what_was_said_in_words_is_handed_out(shell: Shell) -> None:
    study(shell, WORDED)
    done = shell.run("packets", "--coder", "Ada", "--view", "content", "--duplicates", "0")
    assert "3 replies were scored by likelihood: no coding needed" in done.stderr
    assert asked_in(shell) == [["Why is snow white?"]]


def test_in_rubric_view_a_transcript_stays_whole(shell: Shell) -> None:
    """Its LRS is proposed from all of its marks."""
    study(shell, WORDED)
    done = shell.run("packets", "--coder", "Ada", "--duplicates", "0")
    assert "scored by likelihood" not in done.stderr
    assert asked_in(shell) == [
        [
            "Which colour is snow?",
            "What does a bell do?",
            'Is a "cup: the blue one" a cup?',
            "Why is snow white?",
        ]
    ]


def test_a_worded_reply_to_such_a_question_is_coded_like_any_other(shell: Shell) -> None:
    with Store.open(str(shell.folder / "devrun.sqlite")) as store:
        weigh(store, loaded(shell.folder), Weighing(worded=lambda _: True))
    shell.run("packets", "--coder", "Ada", "--view", "content", "--duplicates", "0")
    assert len(asked_in(shell)) == 3
    assert shell.json("score")["provisional"] is True


class Terse(Weighing):
    """Says one word, and it is one of the answers on offer."""

    async def ask(self, call: Call) -> Reply:
        return Reply("White", Finish.STOP)


ONE = ITEMS.split("        test sound", maxsplit=1)[0]


@pytest.mark.parametrize(
    "participant",
    [Without(Terse(), (Ability.LIKELIHOOD,)), Terse(simulated=True)],
    ids=["asked in words", "simulated"],
)
def test_who_answers_in_words_was_not_weighed_also_where_its_words_are_an_answer(
    shell: Shell, participant: Participant
) -> None:
    with Store.open(str(shell.folder / "devrun.sqlite")) as store:
        weigh(store, loaded(shell.folder, ONE), participant)
    scores = shell.json("score")
    assert (scores["provisional"], scores["role"]) == (True, "matcher (provisional)")
    assert not [note for note in scores["notes"] if "weighed" in note]
    done = shell.run("packets", "--coder", "Ada", "--view", "content", "--duplicates", "0")
    assert "scored by likelihood" not in done.stderr
    assert asked_in(shell) == [["Which colour is snow?"]]


def test_answers_that_are_exactly_as_likely_are_no_answer_and_need_no_coder(shell: Shell) -> None:
    """A tie is a reply without words: it is wrong, and nobody is asked why."""

    class Tied(Weighing):
        async def ask(self, call: Call) -> Reply:
            return replace(await super().ask(call), text="", finish=Finish.EMPTY)

    with Store.open(str(shell.folder / "devrun.sqlite")) as store:
        weigh(store, loaded(shell.folder), Tied())
    assert "scored by likelihood" in shell.run("packets", "--coder", "Ada", code=1).stderr
    scores = shell.json("score")
    assert (scores["provisional"], scores["accuracies"][0]["accuracy"]) == (False, 0.0)
