"""What a participant writes in one wave is said in the next, whole; the waves come in order."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenes import Answering

from dsl.expand import Expander, cells
from dsl.loading import load
from dsl.trial import turns
from renderers.prompt import Role
from runners.engine.session import NextCall
from runners.engine.transcripts import Transcript, transcribe_with
from runners.participants.base import Finish
from runners.store.keys import participant_key, sitting_of
from runners.store.records import StoredReply

SCRIPT = """\
experiment Changing views

waves reading from articles.csv
    carry view: Nothing yet, {Sally}.

people
    Sally: Rose

questionnaire opinions
    rate 1 to 5
    item tides: Tides matter.

design
    runs 1
    wording original

procedure
    say: Noted before: "{view}"
    say: {text}
    do opinions
    record view
        ask: Write down what you think.
"""
ARTICLES = "wave,text\n1,The sea rose.\n2,The sea fell.\n"


def transcript(folder: Path, *views: str | Finish, until: int = 99) -> Transcript:
    """The transcript of a participant that writes these views, wave by wave."""
    (folder / "articles.csv").write_text(ARTICLES, encoding="utf-8")
    (folder / "x.dev").write_text(SCRIPT, encoding="utf-8")
    experiment = load(folder / "x.dev").experiment
    assert experiment is not None
    expander = Expander(experiment)
    (cell,) = cells(experiment)
    trial = expander.trial(cell, draw=1)
    place = sitting_of(
        participant_key(Answering().identity()), experiment.title, cell, draw=1, sample=1
    )
    left = list(views)
    asked = 0

    def reply(step: NextCall) -> StoredReply | None:
        nonlocal asked
        asked += 1
        if asked > until:
            return None
        if "view" not in step.place:
            return StoredReply(step.key, "4", "stop")
        said = left.pop(0) if left else "?"
        lost = isinstance(said, Finish)
        return StoredReply(step.key, "No." if lost else said, str(said) if lost else "stop")

    return transcribe_with(trial, place, reply, expander.after(cell, 1))


def noted(told: Transcript) -> list[str]:
    """What each wave is told of the one before."""
    first = {exchange.number: exchange.messages for exchange in reversed(told.exchanges)}
    return [
        next(one.text for one in first[number] if one.role is Role.USER).split('"')[1]
        for number in sorted(first)
    ]


@pytest.mark.parametrize(
    ("view", "carried"),
    [
        (" I like {tides}.\n\n  Still. ", " I like {tides}.\n\n  Still. "),
        ("I like it. I do not have opinions yet.", "I like it. I do not have opinions yet."),
        ("I'm sorry, but as an AI language model I do not have opinions.", "Nothing yet, Sally."),
        ("  \n", "Nothing yet, Sally."),
        (Finish.REFUSAL, "Nothing yet, Sally."),
        (Finish.LENGTH, "Nothing yet, Sally."),
    ],
    ids=["verbatim", "a later sentence", "refused", "blank", "refused by the provider", "lost"],
)  # fmt: skip
def test_the_next_wave_is_told_the_last_text_that_is_one(
    tmp_path: Path, view: str | Finish, carried: str
) -> None:
    told = transcript(tmp_path, view, "Second.")
    assert told.complete
    assert noted(told) == ["Nothing yet, Sally.", carried, "Second."]


def test_a_wave_waits_for_the_one_before(tmp_path: Path) -> None:
    """Nothing of a wave is asked until the text is there that it is told."""
    told = transcript(tmp_path, "First.", until=2)
    pending = [one.place for one in told.exchanges if one.reply is None]
    assert pending == ["wave 1/record opinions, tides"]
    assert noted(told) == ["Nothing yet, Sally.", "First."]


def test_the_transcript_has_the_trial_that_was_held(tmp_path: Path) -> None:
    """The sessions that are shown and hashed are those that were sent."""
    told = transcript(tmp_path, "First {view}.", "Second.")
    says = [turns(one.nodes)[0].says for one in told.trial.sessions]
    assert says == [
        ('Noted before: "Nothing yet, Sally."',),
        ('Noted before: "First {view}."', "The sea rose."),
        ('Noted before: "Second."', "The sea fell."),
    ]
    assert [place for (_, place), _ in told.trial.path] == [
        "wave 0/carry view", "wave 1/carry view", "wave 2/carry view",
    ]  # fmt: skip
