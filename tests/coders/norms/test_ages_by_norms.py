"""Published accuracies of abilities give the published means, and ages as printed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.age_intervals import SETTINGS, coverage
from coders.norms.ages import Norms, aggregate_calibrated, profile_of
from coders.tables.abilities import PublishedRow, read_abilities, read_norms
from dsl.files.csv_reader import TableUnusable
from runners.shipped import SHIPPED_NORMS

HEADER = "model,const,early,semio,empat,conse,induc,rever,deduc,propo,plan,Acc,Age"
TABLE_9 = f"""{HEADER}
OPT 125M,-16.0,38.6,26.3,-19.0,16.2,9.3,4.0,5.6,4.0,2.2,7.1,4.8
OPT 1.3B,-20.0,52.0,38.4,-11.0,1.0,12.0,13.3,-6.1,2.5,-3.0,7.9,5.2
OPT 2.7B,-8.0,53.3,43.7,-9.5,9.4,12.0,21.1,-1.3,5.5,3.4,12.95,6.1
OPT 6.7B,-4.0,64.2,41.1,-3.0,13.5,10.6,20.1,-0.8,-0.5,14.2,15.5,6.5
LLaMA2-text 7B,16.0,82.6,43.7,-4.0,20.0,1.3,24.0,-16.8,14.5,24.4,20.5,7.3
LLaMA2-text 13B,28.0,84.0,42.4,-3.0,13.0,13.5,24.0,-15.7,35.5,13.0,23.4,7.7
LLaMA2-text 70B,52.1,96.2,78.5,66.2,68.4,65.3,44.0,15.2,40.0,20.6,54.6,14.1
LLaMA2-chat 7B,32.0,78.6,74.5,54.9,-0.2,41.3,25.3,6.1,-2.0,-0.1,31.04,10.3
LLaMA2-chat 13B,44.0,89.3,78.5,56.5,16.2,42.6,32.0,-0.2,17.5,1.5,37.8,11.35
LLaMA2-chat 70B,52.1,96.2,78.5,66.2,68.4,65.3,44.0,15.2,40.0,20.6,54.6,14.1
GPT-3.5-Turbo,92.0,97.3,90.6,85.5,65.9,64.0,61.3,27.5,49.0,6.7,64.0,16.1
GPT-4,96.0,97.3,96.0,90.3,90.4,78.7,78.7,99.4,61.0,59.4,84.7,20.0
Human,100.0,98.0,96.1,84.2,98.2,91.6,92.0,100.0,82.0,95.6,93.7,21.5
"""
TABLES_5_AND_7 = f"""{HEADER}
base,92.0,97.3,90.6,85.5,65.9,64.0,61.3,27.5,49.0,6.7,64.0,
with chain of thought,92.0,97.3,89.3,85.5,65.7,64.0,62.3,26.9,50.5,9.8,64.3,
self-consistency at 0.3,91.0,97.6,90.3,86.0,65.7,66.0,61.0,27.9,53.5,4.8,64.4,
self-consistency at 0.7,91.0,97.6,90.0,85.5,65.7,66.7,61.3,27.7,52.0,3.5,63.1,
without chain of cognition,32.0,78.6,74.5,54.9,-0.2,41.3,25.3,6.1,-2.0,-0.1,31.0,
with chain of cognition,54.2,57.3,53.3,69.4,34.1,41.9,34.7,8.1,26.9,1.5,38.1,
"""


@pytest.fixture(scope="module")
def norms() -> Norms:
    return read_norms(SHIPPED_NORMS.read_bytes(), "coglm.json")


def rows(text: str, norms: Norms) -> list[PublishedRow]:
    return read_abilities(text, "published.csv", norms)


def test_the_ages_and_means_of_table_9(norms: Norms) -> None:
    found = rows(TABLE_9, norms)
    assert len(found) == 13
    for row in found:
        given = profile_of(row.accuracies, norms)
        assert row.acc is not None
        assert given.age.mean == pytest.approx(row.age, abs=0.1), row.participant
        assert given.macro.mean == pytest.approx(row.acc, abs=0.001), row.participant
        assert given.age.low < given.age.mean < given.age.high


def test_row_means_of_tables_5_and_7(norms: Norms) -> None:
    found = [
        100 * profile_of(row.accuracies, norms).macro.mean for row in rows(TABLES_5_AND_7, norms)
    ]
    # The fourth is printed as 63.1, which its own abilities do not give.
    assert found == pytest.approx([64.0, 64.3, 64.4, 64.1, 31.0, 38.1], abs=0.05)


def test_ages_beyond_those_of_the_norms_are_extrapolated(norms: Norms) -> None:
    outside = [
        r.participant for r in rows(TABLE_9, norms) if profile_of(r.accuracies, norms).outside
    ]
    assert outside == ["OPT 125M", "OPT 1.3B", "Human"]


def test_the_bank_is_the_published_one(norms: Norms) -> None:
    sizes = {one.names[1]: one.items for one in norms.groups}
    assert sum(sizes.values()) == 1220
    assert all(one.items == sum(one.key.values()) for one in norms.groups)
    conservation = next(one for one in norms.groups if one.name == "conservation")
    always_third = aggregate_calibrated(conservation.key["C"] / 110, conservation.chance)
    assert 100 * always_third == pytest.approx(46.5, abs=0.05)


def test_a_participant_who_is_all_right_has_an_interval(norms: Norms) -> None:
    found = profile_of({one.name: 1.0 for one in norms.groups}, norms)
    assert (found.macro.mean, found.macro.high) == (1.0, 1.0)
    assert 0.985 < found.macro.low < 1
    assert found.age.low < found.age.mean == pytest.approx(22.88)


@pytest.mark.parametrize("name", ["as a small model", "nearly all"])
def test_intervals_hold(name: str, norms: Norms) -> None:
    # 400 simulated participants: 93% less two standard errors of a proportion.
    assert min(coverage(norms, SETTINGS[name], 400, 1)) > 0.93 - 2 * (0.93 * 0.07 / 400) ** 0.5


def test_every_bad_row_is_named(norms: Norms) -> None:
    bad = TABLE_9.replace("-16.0", "-160").replace("52.0,38.4", "52.0,").replace("GPT-4,96.0", ",x")
    with pytest.raises(TableUnusable) as fault:
        rows(bad, norms)
    assert Counter(one.line for one in fault.value.faults) == {2: 1, 3: 1, 13: 1}
    assert "`constancy` is -160, and all wrong is -100.0, all right 100" in fault.value.message
    assert "line 3: no value for `semiotic function`" in fault.value.message


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"intercept": 3.68', '"intercept": "3.68"', "$.intercept"),
        ('"2": 50', '"1": 50', "the group `constancy` needs items with two or more options"),
        ('"conse"', '"induc"', "the name `induc` is taken already"),
        ('"ages": [6', '"ages": [26', "the first of `ages` is larger than the second"),
        ('"name": "preoperational"', '"name": "sensorimotor"', "`sensorimotor` appears twice"),
        ('"groups": {"constancy"', '"groups": {"constanc"', "has no accuracy in constancy"),
    ],
)
def test_norms_that_cannot_be_used(old: str, new: str, told: str) -> None:
    text = SHIPPED_NORMS.read_text("utf-8")
    assert old in text
    with pytest.raises(TableUnusable) as fault:
        read_norms(text.replace(old, new).encode(), "own.json")
    assert told in fault.value.message
    assert Path(fault.value.message.split()[0].rstrip(":,")).name == "own.json"
