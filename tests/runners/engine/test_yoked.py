"""Trials that say again what others tried: they come after these, and say it in their own words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from scenes import Answering
from test_run import QUICK, STRANGE

from dsl.expand import Expander
from dsl.identity import procedure_hash
from dsl.loading import Loaded, check_text
from runners.engine.outcome import RunOutcome
from runners.engine.plan import ParticipantPlan, plan_of
from runners.engine.run import run_study
from runners.engine.study import start
from runners.participants.base import Call, Participant, Settings
from runners.participants.registry import participant
from runners.store.records import StudyScript
from runners.store.store import Store
from runners.studies.study import FinishedTrial, opened_study

TEXT = """experiment Lamp
colours
    green: teal, plum, pink, gold
    grey: sand, olive, cream, lime
    brown: navy, violet, rust, jade
conditions control
    yoked
    active
machine lamp
    offers: {green}, {grey}, {brown}
    outcomes: The lamp lights up. | The lamp stays dark.
    rules any of, two of
    needs two of: {green}, {grey}
design
    runs 4
    scoring accuracy
procedure
    say: Here are {a green}, {a grey} and {a brown} block.
    when active
        explore lamp, at most 4 tries
            ask: Which blocks do you put on the lamp? You may say "{done}".
            then
                tried: On it: {things}. {outcome}
                otherwise: Good.
    when yoked
        retell lamp from active
            say: Tried: {things}. {outcome}
    separately
        test green
            ask: Is the {green} block needed?
            answer part of lamp: {green}
        test brown
            ask: Is the {brown} block needed?
            answer part of lamp: {brown}
"""
"""The yoked condition stands first, so that its trials are planned before their sources."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "store.sqlite")) as opened:
        yield opened


def loaded() -> Loaded:
    found = check_text(TEXT, "lamp.dev")
    assert found.experiment is not None, [fault.message() for fault in found.faults]
    return found


def told(store: Store, *who: Participant, only: tuple[str, ...] = ()) -> RunOutcome:
    """A run of the script, or of some of its conditions."""
    experiment = loaded().experiment
    assert experiment is not None
    procedure = procedure_hash(experiment)
    script = StudyScript("lamp.dev", "lamp.dev", TEXT, experiment.title, procedure)
    begun = start([script], {procedure: 1}, who, {"runs": 4})
    plan = plan_of(Expander(experiment), only=only)
    plans = [ParticipantPlan(one, plan) for one in who]
    return run_study(store, begun, plans, run_limits=QUICK)


def explorer(seed: int = 0) -> Answering:
    """Tries things at random, the same for the same words."""

    def answer(call: Call) -> str:
        asked = call.messages[-1].text
        draw = random.Random(f"{seed} {asked}")
        if "put on the lamp" not in asked:
            return draw.choice(["yes", "no", "I cannot tell"])
        words = [w.strip(".,") for w in call.messages[0].text.split() if w[0].islower()]
        blocks = [w for w in words if w in TEXT and w not in ("are", "a", "an", "and", "block")]
        if draw.random() < 0.2:
            return "done"
        return " and ".join(draw.sample(blocks[:3], draw.randint(1, 3)))

    return Answering(answer)


def finished(store: Store) -> dict[tuple[str, int], FinishedTrial]:
    """Each finished trial by its condition and draw, read from the store."""
    return {
        (one.row.sitting.levels[0][1], one.row.sitting.draw): one
        for one in opened_study(store).finished(store)
    }


def evidence(one: FinishedTrial) -> list[str]:
    """What is said of tries, without who made them."""
    said = one.transcript.exchanges[-1].messages
    lines = (line for message in said for line in message.text.splitlines())
    return [line.partition(": ")[2] for line in lines if line.startswith(("On it", "Tried"))]


def test_a_yoked_trial_comes_after_the_one_whose_tries_it_says(store: Store) -> None:
    """Although it is planned before it; and it has the same evidence, words and keys."""
    who = explorer()
    outcome = told(store, who)
    assert (outcome.trials.completed, outcome.trials.failed, outcome.trials.left) == (8, 0, 0)
    found = finished(store)
    assert len(found) == 8
    assert any(evidence(found["active", draw]) for draw in range(1, 5))
    for draw in range(1, 5):
        active, yoked = found["active", draw], found["yoked", draw]
        assert evidence(yoked) == evidence(active)
        keys = [
            [q.key.answer for _, _, q in one.transcript.trial.asked() if q.attempt is None]
            for one in (active, yoked)
        ]
        assert keys[0] == keys[1]


def test_with_an_agent_they_are_those_of_the_agent(store: Store) -> None:
    """What its prompts say of tries, and what is read again from the store."""
    who = participant("sim/random?agent=plain", Settings())
    assert told(store, who).trials.completed == 8
    found = finished(store)
    tried = [evidence(found["active", draw]) for draw in range(1, 5)]
    assert [evidence(found["yoked", draw]) for draw in range(1, 5)] == tried
    assert all(tried)
    assert told(store, who).trials.replayed == 8


def test_a_second_run_asks_nothing(store: Store) -> None:
    """Every reply is found again, also those of trials whose words hang on others."""
    told(store, explorer())
    again = explorer()
    outcome = told(store, again)
    assert again.calls == []
    assert outcome.trials.replayed == 8


def test_a_trial_whose_source_failed_fails_and_is_run_later(store: Store) -> None:
    """Nothing is asked in it before; then it goes on from what is stored."""
    willing = explorer()

    def refuses(call: Call) -> str:
        if "Here are" in call.messages[-1].text and "put on the lamp" in call.messages[-1].text:
            raise STRANGE
        return "no"

    outcome = told(store, Answering(refuses))
    assert outcome.trials.failed == 8
    assert {one.place for one in outcome.failures} == {"/explore lamp", "retell"}
    told_now = told(store, willing)
    assert told_now.trials.failed == 0
    assert len(finished(store)) == 8


def test_a_yoked_condition_alone_has_no_tries_to_say(store: Store) -> None:
    """It fails with the reason, and no call is made; after the other condition it is run."""
    alone = explorer()
    outcome = told(store, alone, only=("yoked",))
    assert alone.calls == []
    assert outcome.trials.failed == 4
    assert "not finished" in outcome.failures[0].message
    told(store, explorer(), only=("active",))
    assert told(store, explorer(), only=("yoked",)).trials.completed == 4


def test_the_tries_are_those_of_the_same_participant(store: Store) -> None:
    """Two participants in one study are each said their own."""
    one, other = explorer(1), explorer(2)
    other.name = "test/other"
    told(store, one, other)
    differ = 0
    rows = list(opened_study(store).finished(store))
    for draw in range(1, 5):
        said = {
            (row.participant.name, row.row.sitting.levels[0][1]): evidence(row)
            for row in rows
            if row.row.sitting.draw == draw
        }
        for name in (one.name, other.name):
            assert said[name, "yoked"] == said[name, "active"]
        differ += said[one.name, "active"] != said[other.name, "active"]
    assert differ
