"""Packets tell coders nothing of what they are blind to: proved on the packets themselves."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from coders.packets.file import content_to_json, read_packet
from coders.packets.shape import Packet, View
from dsl.experiment import Experiment
from dsl.record import replace
from dsl.trial import Cell, Question, Session, Trial, Turn, turns
from runners.coding.packing import PackedStudy
from runners.engine.transcripts import Transcript
from runners.store.records import ParticipantRecord
from runners.studies.study import FinishedTrial
from tests.coders.packets.stories import SHELF, experiment
from tests.packet_text import packet_text
from tests.runners.coding.studies_at_hand import StudyAtHand, packed, study_of

# Whole-trial examples are filled in for a draw, which is relabelled here without its words.
PLAIN = SHELF.replace("Twice the {shelf}.", "The right place both times.").replace(
    "experiment The shelf\n",
    "experiment The shelf\n\ndomain: Theory of Mind\n",
)
MODELS = ("openai/gpt-4o", "lab/tiny-9b")


def say(model: str, trial: Trial, question: Question | None) -> str:
    """Replies that differ between draws and models in content, and never by name alone."""
    lot = random.Random(f"{model} {trial.cell} {trial.draw} {trial.sample} {question}")
    words = dict(trial.words)
    reply = lot.choice(
        ["On the {shelf}.", "The {table}, I think.", "yes", "A", "", "It is unclear."]
    )
    if lot.random() < 0.2:
        reply += " I am ChatGPT, made by OpenAI."
    return reply.format(**words)


@cache
def study(runs: int = 6, samples: int = 2) -> StudyAtHand:
    return study_of(
        [experiment(PLAIN)],
        MODELS,
        say,
        runs=runs,
        samples=samples,
        wordings=("original", "permuted"),
    )


def records(found: PackedStudy) -> list[list[str]]:
    """Each packet's item records as they stand in its file, ids and order aside."""
    return [
        sorted(json.dumps(content_to_json(item)) for item in reread(one.packet).main)
        for one in found.packets
    ]


def reread(packet: Packet) -> Packet:
    return read_packet(packet_text(packet), "here")


# ------------------------------------------------------------------------------- relabelling


def relabelled(told: FinishedTrial, lot: random.Random, *, draw: bool) -> FinishedTrial:
    """The same words under other names of everything that is no word of the trial."""

    def noise(*_: object) -> str:
        return f"x{lot.getrandbits(32):08x}"

    trial = told.transcript.trial
    old = dict(zip(map(id, trial.sessions), range(len(trial.sessions)), strict=True))
    sessions = tuple(
        replace(session, levels=tuple((noise(), noise()) for _ in session.levels))
        for session in trial.sessions
    )
    wording = trial.cell.wording
    other = replace(
        trial,
        experiment=noise(),
        cell=Cell(
            tuple((noise(), noise()) for _ in trial.cell.levels),
            lot.choice(["original", "permuted"]) if draw else wording,
        ),
        draw=lot.randrange(1, 99) if draw else trial.draw,
        sample=lot.randrange(1, 99),
        balance=((noise(), noise()),),
        sessions=sessions,
    )
    exchanges = tuple(
        replace(exchange, key=noise(), session=sessions[old[id(exchange.session)]])
        for exchange in told.transcript.exchanges
    )
    sitting = replace(
        told.row.sitting,
        key=noise(),
        participant=noise(),
        experiment=noise(),
        levels=other.cell.levels,
        draw=other.draw,
        sample=other.sample,
    )
    made: Experiment = replace_named(told.chapter.experiment, noise)
    return FinishedTrial(
        replace(told.chapter, experiment=made),
        replace(told.row, study=noise(), key=noise(), sitting=sitting),
        ParticipantRecord(noise(), f"{noise()}/{noise()}", lot.random() < 0.5, _somebody(noise)),
        Transcript(other, sitting, exchanges),
    )


def _somebody(noise: Callable[[], str]) -> str:
    return json.dumps({"provider": noise(), "model": noise(), "parameters": "{}"})


def replace_named(made: Experiment, noise: Callable[[], str]) -> Experiment:
    from dsl.record import replace as changed

    return changed(
        made,
        title=noise(),
        file=noise(),
        meta=(("domain", noise()),),
        notes=(noise(),),
        design=changed(made.design, runs=99, samples=99, contrasts=()),
    )


@pytest.mark.parametrize("view", View)
@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (2, 3))]
)
def test_whoever_answered_whenever_under_whatever_name_the_items_are_byte_identical(
    view: View, seed: int, tmp_path: Path
) -> None:
    """Model, provider, parameters, run, sample, time, cell, domain and contrast are relabelled at
    random, and in rubric view the draw and the wording, too (in content view these decide which
    words are offered).
    """
    told = study()
    lot = random.Random(seed)
    others = tuple(relabelled(one, lot, draw=view is View.RUBRIC) for one in told.trials)
    other = replace(told, trials=others, participants=tuple(one.participant for one in others))
    first = packed(tmp_path, told, view=view, exactly=0)
    second = packed(tmp_path, other, view=view, exactly=0, seed=seed)
    assert records(first) == records(second)
    assert len(records(first)[0]) > 60


def test_the_names_of_nothing_are_in_a_packet(tmp_path: Path) -> None:
    """The labels that a script and a run use stand nowhere in the file but where they are words."""
    told = study()
    for view in View:
        for one in packed(tmp_path, told, view=view).packets:
            # The header says in words what is hidden.
            text = packet_text(one.packet).partition("\n")[2]
            labels = [*MODELS, "gpt-4o", "tiny-9b", "Theory of Mind", "permuted", "ChatGPT"]
            labels += [told.study.id, "alone", "watched", "thoughts", "moved"]
            labels += [row.key for row in told.rows] + [row.sitting.key for row in told.rows]
            assert [label for label in labels if label in text] == []


# ------------------------------------------------------------------------------- the condition


def swapped(told: FinishedTrial, others: dict[tuple[object, ...], Trial]) -> FinishedTrial:
    """The same questions and replies after the story of the other condition."""
    trial = told.transcript.trial
    ((factor, level),) = trial.cell.levels
    condition = ((factor, "left" if level == "moved" else "moved"),)
    other = others[condition, trial.cell.wording, trial.draw, trial.sample]
    index = {id(session): at for at, session in enumerate(trial.sessions)}

    def turn(session: Session, place: str) -> Turn:
        return next(one for one in turns(session.nodes) if one.place == place)

    exchanges = tuple(
        replace(
            exchange,
            session=(there := other.sessions[index[id(exchange.session)]]),
            turn=turn(there, exchange.place),
        )
        for exchange in told.transcript.exchanges
    )
    return replace(told, transcript=Transcript(other, told.transcript.sitting, exchanges))


def test_in_content_view_the_other_condition_gives_the_same_items(tmp_path: Path) -> None:
    told = study()
    others = {
        (one.cell.levels, one.cell.wording, one.draw, one.sample): one
        for one in (each.transcript.trial for each in told.trials)
    }
    other = replace(told, trials=tuple(swapped(one, others) for one in told.trials))
    first = packed(tmp_path, told, view=View.CONTENT, exactly=0)
    second = packed(tmp_path, other, view=View.CONTENT, exactly=0)
    assert records(first) == records(second)
    stories = [
        sorted(map(str, found.packets[0].packet.stories.values())) for found in (first, second)
    ]
    assert len(stories[0]) == len(stories[1])
    # In rubric view the story is read, and the same swap shows.
    assert records(packed(tmp_path, told, exactly=0)) != records(packed(tmp_path, other, exactly=0))


# ------------------------------------------------------------------------------- a classifier


def traces(packet: Packet) -> dict[str, dict[str, int]]:
    """Of each item everything that is neither story nor reply, as features: its id and hash letter
    by letter, its place in the packet, and the record without its words, as a whole and its size.
    """
    found: dict[str, dict[str, int]] = {}
    for place, item in enumerate(packet.main):
        bare = replace(
            item,
            lines=tuple(replace(line, text="") for line in item.lines),
            questions=tuple(
                replace(one, text="", examples=(), candidates=()) for one in item.questions
            ),
            guide=(),
            card=(),
        )
        record = json.dumps(content_to_json(bare))
        names = [f"id {at} {letter}" for at, letter in enumerate(item.id)]
        names += [f"pair {item.id[at : at + 2]}" for at in range(len(item.id) - 1)]
        names += [f"hash {at} {letter}" for at, letter in enumerate(item.content[:8])]
        names += [f"tenth {10 * place // len(packet.main)}", f"even {place % 2}"]
        names += [f"record {record}", f"size {len(record)}", f"made {packet.header.made}"]
        found[item.id] = dict.fromkeys(names, 1)
    return found


def p_value(features: list[dict[str, int]], labels: list[str]) -> float:
    """How often labels dealt at random are guessed as well as the real ones are."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.model_selection import StratifiedKFold, permutation_test_score
    from sklearn.naive_bayes import BernoulliNB

    _, _, p = permutation_test_score(
        BernoulliNB(),
        DictVectorizer(sparse=False).fit_transform(features),
        np.array(labels),
        cv=StratifiedKFold(2, shuffle=True, random_state=1),
        n_permutations=24,
        random_state=1,
    )
    return float(p)


def say_anew(model: str, trial: Trial, question: Question | None) -> str:
    """Replies of which no two are alike."""
    words = f"{model} {trial.cell} {trial.draw} {trial.sample} {question}"
    return f"{say(model, trial, question)} ({random.Random(words).getrandbits(60)})"


@pytest.mark.parametrize(
    "view", [View.CONTENT, pytest.param(View.RUBRIC, marks=pytest.mark.thorough)]
)
def test_a_classifier_given_all_but_story_and_reply_is_at_chance(
    view: View, tmp_path: Path
) -> None:
    """It would see a leak: one that marks two in three items of one label in the test's own data is
    found at once.
    """
    told = study_of([experiment(PLAIN)], MODELS, say_anew, runs=16, samples=3)
    models = {one.key: one.participant.name for one in told.trials}
    conditions = {one.key: one.transcript.trial.cell.condition for one in told.trials}
    one = packed(tmp_path, told, view=view, exactly=40).packets[0]
    every = traces(reread(one.packet))
    rows = [row for row in one.kept.items if len({b.trial for b in row.behind}) == 1][:400]
    assert len(rows) == 400
    features = [every[row.item] for row in rows]
    for label in (models, conditions):
        labels = [label[row.behind[0].trial] for row in rows]
        assert p_value(features, labels) > 0.04
        leaking = [
            {**feature, "leak": int(name == labels[0] and at % 3 > 0)}
            for at, (feature, name) in enumerate(zip(features, labels, strict=True))
        ]
        assert p_value(leaking, labels) <= 0.04
