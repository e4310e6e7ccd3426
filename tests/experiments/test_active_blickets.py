"""Active blickets: its keys follow from the tries that a participant made, or was told."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from math import log2

import pytest

from coders.matcher import match
from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.trial import Cell, Fork, Trial, Turn, turns
from renderers.prompt import user_message
from runners.check.taking import TakenTrial
from runners.participants.sim import simulated
from tests.coders.building import score
from tests.expanded import flawless
from tests.shell import ROOT

SCRIPT = ROOT / "additions" / "active_blickets.dev"
_TRY = re.compile(r"On the lid: (.+?)\. The lamp (lit up|stayed dark)\.")


def script() -> Experiment:
    return flawless(SCRIPT)


@cache
def expander() -> Expander:
    return Expander(script())


def cell(control: str, kind: str) -> Cell:
    (found,) = (
        one
        for one in cells(script(), wordings=("permuted",))
        if dict(one.levels) == {"control": control, "kind": kind}
    )
    return found


def taken(control: str, kind: str, draw: int, player: str) -> Trial:
    """A trial as a simulated participant took it."""
    one = TakenTrial(expander(), cell(control, kind), draw)
    return one.taken_by(simulated(player), whole=True).trial


def evidence(trial: Trial) -> list[tuple[frozenset[str], bool]]:
    """The tries, read from the messages before the questions."""
    nodes = trial.sessions[0].nodes
    (fork,) = (node for node in nodes if isinstance(node, Fork))
    asked = [node for node in nodes if isinstance(node, Turn)]
    said = [user_message(turn).text for turn in (*asked, turns(fork.branches[0])[0])]
    return [
        (frozenset(re.split(r", | and ", found[1])), found[2] == "lit up")
        for text in said
        for found in _TRY.finditer(text)
    ]


def right_answers(trial: Trial) -> dict[str, str]:
    """The answers that follow from the tries, by going through every rule."""
    words = dict(trial.words)
    blocks = [words[slot] for slot in ("red", "blue", "white", "green")]
    sets = [frozenset(c) for n in range(1, 5) for c in combinations(blocks, n)]
    rules = [(least, one) for least in (1, 2) for one in sets if len(one) >= least]
    fits = [
        one
        for least, one in rules
        if all((len(one & put) >= least) == lit for put, lit in evidence(trial))
    ]
    found = {}
    for slot in ("red", "blue", "white", "green"):
        has = {words[slot] in one for one in fits}
        found[slot] = {(True,): "yes", (False,): "no"}.get(tuple(has), "I cannot tell")
    return found


def keys(trial: Trial) -> dict[str, str]:
    return {q.name: q.key.answer[0].phrases[0].text for _, _, q in trial.asked() if q.machine}


@pytest.mark.parametrize("control", ["active", "yoked", "full evidence"])
@pytest.mark.parametrize("kind", ["conjunctive", "disjunctive"])
def test_keys_are_what_follows_from_the_tries(control: str, kind: str, thorough: bool) -> None:
    """Of good explorers and of bad ones, read from the messages and from no key."""
    for draw in range(1, 13 if thorough else 5):
        for player in ("information-gain", "random-explorer", "wrong-rule"):
            trial = taken(control, kind, draw, player)
            assert keys(trial) == right_answers(trial), (draw, player)


@pytest.mark.parametrize("kind", ["conjunctive", "disjunctive"])
def test_a_yoked_participant_has_the_evidence_of_the_one_who_tried(kind: str) -> None:
    for draw in range(1, 9):
        active = taken("active", kind, draw, "random-explorer")
        yoked = taken("yoked", kind, draw, "random-explorer")
        assert evidence(yoked) == evidence(active)
        assert keys(yoked) == keys(active)
        assert yoked.words == active.words
        assert yoked.balance == active.balance


def test_the_best_explorer_learns_nearly_all_and_a_wrong_rule_is_never_right(
    thorough: bool,
) -> None:
    """At least 95% of the bits there are, and at least 95% of draws."""
    learnt = there = 0.0
    caught = runs = 0
    for kind in ("conjunctive", "disjunctive"):
        for draw in range(1, 41 if thorough else 21):
            (came,) = taken("active", kind, draw, "information-gain").sessions[0].explorations
            learnt += log2(came.left[0] / came.left[-1])
            there += log2(came.left[0])
            found = TakenTrial(expander(), cell("active", kind), draw).taken_by(
                simulated("wrong-rule"), whole=True
            )
            said = {(e.number, e.place): e.reply.text for e in found.exchanges if e.reply}
            asked = [(at, q) for at, _, q in found.trial.asked() if q.attempt is None]
            verdicts = {at: match(said[at], q) for at, q in asked}
            runs += 1
            caught += score(found.trial, verdicts).lrs != 5
    assert learnt >= 0.95 * there
    assert caught >= 0.95 * runs


def test_as_many_blocks_are_blickets_as_are_not() -> None:
    """In every run, so that one answer to all questions is right in half of them."""
    for kind in ("conjunctive", "disjunctive"):
        for draw in range(1, 13):
            answers = list(keys(taken("full evidence", kind, draw, "oracle")).values())
            assert sorted(answers) == ["no", "no", "yes", "yes"]
