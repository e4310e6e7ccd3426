"""What of the shipped gold the coders of a study get, for every set of scripts there can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations, islice

import pytest

from coders.gold import gold_for_scripts, starter_files
from coders.gold.choosing import SCRIPTS
from coders.packets.gold import GoldTranscript
from coders.packets.shape import Phase
from tests.coders.starter import counted, gold_trials

FORMS = (Phase.GATE_A, Phase.GATE_B)
TELLING = ("half, hedged", "half, false detail", "right, unclear", "wrong, refusal")


@cache
def every() -> tuple[GoldTranscript, ...]:
    """The whole set."""
    return tuple(one for file in starter_files() for one in file.transcripts)


@cache
def codes_of() -> Mapping[str, Counter[str]]:
    """The kinds of marks of each transcript."""
    return {gold_trial.gold.name: counted([gold_trial]) for gold_trial in gold_trials()}


def chosen(*own: str, kin: tuple[str, ...] = ()) -> tuple[GoldTranscript, ...]:
    return gold_for_scripts(every(), own, kin)


def names(found: tuple[GoldTranscript, ...], use: Phase) -> list[str]:
    return [one.name for one in found if one.use is use]


def scripts(found: tuple[GoldTranscript, ...], use: Phase) -> Counter[str]:
    return Counter(one.experiment for one in found if one.use is use)


@pytest.mark.parametrize("many", range(len(SCRIPTS) + 1))
def test_a_form_is_as_long_and_as_hard_for_every_study(many: int, thorough: bool) -> None:
    """All 4,096 sets of scripts, or every sixteenth: 24 transcripts with 96 marks, every LRS four
    times, the study's scripts as evenly as can be, and of every kind of mark enough in both forms.
    """
    for own in islice(combinations(SCRIPTS, many), 0, None, 1 if thorough else 16):
        found = chosen(*own)
        codes = []
        for form in FORMS:
            of = [one for one in found if one.use is form]
            assert Counter(one.lrs for one in of) == dict.fromkeys(range(6), 4)
            shares = scripts(found, form)
            assert set(own) <= set(shares)
            assert len(shares) == max(4, many)
            assert max(shares.values()) - min(shares.values()) <= 1
            codes.append(sum((codes_of()[one.name] for one in of), Counter()))
        assert codes[0] == codes[1]
        assert codes[0].total() == 96
        marks = Counter({"right": 0, "half": 0, "wrong": 0})
        for code, times in codes[0].items():
            marks[code.split(",")[0]] += times
        assert min(marks["right"], marks["wrong"]) >= 32
        assert marks["half"] == 16
        assert min(codes[0][code] for code in TELLING) >= 4
        assert codes[0]["right, recognised"] == 4
        assert codes[0]["wrong, hallucination"] + codes[0]["wrong, irrelevant"] >= 2


def test_one_script_has_six_of_its_own_and_kin_stand_in() -> None:
    """Kin first, then the order of the set; one's own training comes first, too."""
    found = chosen("gears", kin=("blicket", "blicket_hypothesis", "gears"))
    for form in FORMS:
        assert scripts(found, form) == {
            "gears": 6,
            "blicket": 6,
            "blicket_hypothesis": 6,
            "sally_anne": 6,
        }
    assert names(found, Phase.TRAINING) == [
        "sally_anne t1",
        "gears t1",
        "gears t2",
        "blicket t1",
        "blicket t2",
        "blicket_hypothesis t1",
    ]
    assert names(found, Phase.SILENT) == ["gears s1", "gears s2", "gears s3", "gears s4"]


def test_four_scripts_need_no_others() -> None:
    """Each has its six in either form, and both to learn from."""
    own = ("smarties", "number", "rational_action", "goal_attribution")
    found = chosen(*own)
    for form in FORMS:
        assert scripts(found, form) == dict.fromkeys(own, 6)
    assert scripts(found, Phase.TRAINING) == dict.fromkeys(own, 2)
    assert scripts(found, Phase.SILENT) == dict.fromkeys(own, 4)


def test_the_battery_trains_on_each_script_and_gates_on_each() -> None:
    """Two of twelve a form, and no longer than a form of four."""
    found = chosen(*SCRIPTS)
    for form in FORMS:
        assert scripts(found, form) == dict.fromkeys(SCRIPTS, 2)
    assert scripts(found, Phase.TRAINING) == dict.fromkeys(SCRIPTS, 1)
    assert scripts(found, Phase.SILENT) == dict.fromkeys(SCRIPTS, 4)


@pytest.mark.parametrize(
    ("many", "training"),
    [(0, 6), (1, 6), (2, 6), (3, 6), (4, 8), (5, 10), (6, 12), (7, 7), (8, 8), (12, 12)],
)
def test_training_is_of_the_scripts_that_are_coded(many: int, training: int) -> None:
    """At least six and at most twelve; every script of the study is among them."""
    own = SCRIPTS[len(SCRIPTS) - many :]
    found = chosen(*own)
    shares = scripts(found, Phase.TRAINING)
    assert shares.total() == training
    assert set(own) <= set(shares)


def test_every_study_learns_by_every_kind_of_mark_that_is_hard(thorough: bool) -> None:
    """Whatever its scripts: a hedge, a false detail, a correction, a refusal, a wrong answer."""
    for many in range(len(SCRIPTS) + 1):
        for own in islice(combinations(SCRIPTS, many), 0, None, 1 if thorough else 16):
            codes = sum(
                (codes_of()[name] for name in names(chosen(*own), Phase.TRAINING)), start=Counter()
            )
            assert {*TELLING, "wrong"} <= set(codes), own


def test_a_study_of_other_scripts_has_a_gate_and_no_silent_gold() -> None:
    """Scripts of its own making: those of the same domain stand in first."""
    found = chosen("my_own", kin=("smarties",))
    assert list(scripts(found, Phase.GATE_A)) == [
        "sally_anne",
        "gears",
        "helper_hinderer",
        "smarties",
    ]
    assert names(found, Phase.SILENT) == []
