"""What participants are called where several have one name."""

from __future__ import annotations

import json

from runners.store.records import ParticipantRecord
from runners.studies.participant_labels import labels_of


def called(*asked: tuple[str, dict[str, object]], **more: str) -> list[str]:
    """The labels of participants with these names and parameters; `more` is part of who the last
    one is.
    """
    records = []
    for at, (name, parameters) in enumerate(asked):
        identity = {"model": name, "parameters": json.dumps(parameters)}
        if at == len(asked) - 1:
            identity |= more
        records.append(ParticipantRecord(f"{at}" * 64, name, False, json.dumps(identity)))
    return list(labels_of(records).values())


def test_a_name_that_one_participant_has_is_its_label() -> None:
    assert called(("a/x", {"temperature": 0.0}), ("a/y", {})) == ["a/x", "a/y"]


def test_parameters_that_differ_are_part_of_the_label() -> None:
    same = {"max_tokens": 20}
    assert called(
        ("a/x", {"temperature": 0.0, **same}), ("a/x", {"temperature": 0.7, **same}), ("a/x", same)
    ) == ["a/x (temperature 0)", "a/x (temperature 0.7)", "a/x (default temperature)"]


def test_anything_else_that_differs_is_part_of_it_and_long_values_are_cut() -> None:
    assert called(("a/x", {}), ("a/x", {}), endpoint="h" * 30) == [
        "a/x",
        f"a/x (endpoint {'h' * 23}…)",
    ]
    assert called(("a/x", {"stop": "s" * 30}), ("a/x", {"stop": "s" * 31})) == [
        f"a/x (stop {'s' * 23}…) #000000",
        f"a/x (stop {'s' * 23}…) #111111",
    ]


def test_who_differs_in_nothing_that_is_known_is_told_apart_by_the_key() -> None:
    assert called(("a/x", {}), ("a/x", {}), ("a/y", {})) == ["a/x #000000", "a/x #111111", "a/y"]
