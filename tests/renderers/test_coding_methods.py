"""The methods paragraph says what is known of the coding, and nothing else."""

from __future__ import annotations

from renderers.coding_methods import coding_methods


def taken(
    coder: str, form: str, right: int, gates_wrong: int, *, passed: bool, why: str = ""
) -> dict[str, object]:
    return {
        "coder": coder, "form": form, "right": right, "marks": 96, "gates_wrong": gates_wrong,
        "passed": passed, "why": why,
    }  # fmt: skip


def figure(
    value: float | None, ci95: tuple[float, float] | None = None, reason: str = "", n: int = 0
) -> dict[str, object]:
    return {"value": value, "ci95": ci95, "reason": reason, "n": n}


FACTS: dict[str, object] = {
    "simulated": False,
    "total": 60,
    "standing": 60,
    "coded": 60,
    "double_coded": 48,
    "blind_coders": 2,
    "authors": 1,
    "judges": 1,
    "statements": ("Coders were blind to the model, not to the condition.",),
    "keyed": True,
    "duplicates": 20,
    "gold_notes": ("24 transcripts, coded by two experts.",),
    "passed": (("Ada", 94, 96), ("Ben", 90, 96)),
    "calibration": (
        taken("Ada", "A", 94, 1, passed=True),
        taken("Ben", "A", 96, 7, passed=False, why="7 control questions wrong"),
        taken("Ben", "B", 90, 0, passed=True),
    ),
    "control_kappa": figure(0.76, (0.7, 0.81), n=1728),
    "settled_by": (("discussion", 13), ("third coder", 2)),
    "pairs": True,
    "rule": "The rule.",
    "codebooks": ("c1f0",),
    "exact": 0.9375,
    "kappa": figure(0.871, (0.79, 0.94), n=3456),
    "gate_kappa": figure(None, None, "every gate was passed"),
    "within": figure(0.72, None, n=41),
    "clusters": 40,
    "overridden": None,
    "guessed": None,
    "guess_chance": None,
    "repeated": None,
    "replicates": 2000,
    "settled": 15,
    "how": ("discussion", "third coder"),
    "unlocked": (),
    "asked": (),
    "imported": (),
    "desk": True,
    "double_share": 0.8,
    "untrained": (),
    "failed_calibration": (),
    "free_order": (),
    "rated": False,
    "as_paper": False,
    "pooled": 2,
}


def test_a_study_coded_with_care() -> None:
    assert coding_methods(FACTS) == (
        "Of 60 trials, 60 were coded. 48 (80%) of these were coded by at least two of 2 blind "
        "coders, each in a different order. 1 author also coded; authors are not blind, and "
        "their codes are not pooled with those of blind coders. 1 model also coded as judge, "
        "reported separately from people. Coders were blind to the model, not to the condition. "
        "The accepted answers were shown with the questions. Ada passed calibration form A (94 "
        "of 96 marks as in the gold, 1 control question not). Ben failed calibration form A (96 "
        "of 96 marks as in the gold, 7 control questions not), then passed calibration form B "
        "(90 of 96 marks as in the gold, 0 control questions not). The rule. Gold: 24 "
        "transcripts, coded by two experts. 20 hidden duplicates measured intra-coder "
        "agreement. Agreement on marks before adjudication was 93.8%; Cohen's kappa (unweighted, "
        "mean over pairs of coders) was 0.87 [0.79, 0.94] (n = 3,456 pairs of codes of one mark). "
        "For passing the control questions of a transcript, Cohen's kappa was undefined (every "
        "gate was passed). For single control questions, it was 0.76 [0.70, 0.81] (n = 1,728 "
        "pairs of codes of one question). For the LRS of trials that passed their control "
        "questions, Krippendorff's ordinal alpha within cells was 0.72 (n = 41 transcripts). "
        "Intervals are 95% bootstrap intervals (2000 replicates over 40 clusters, experiment x "
        "draw). 15 disagreements were adjudicated: 13 by discussion, 2 by third coder; the "
        "original codes are kept. Codebook version c1f0."
    )


def test_a_study_of_which_little_is_known() -> None:
    facts = dict(
        FACTS,
        simulated=True,
        total=10,
        standing=6,
        coded=4,
        double_coded=0,
        double_share=0.0,
        blind_coders=1,
        authors=0,
        judges=0,
        statements=(),
        keyed=False,
        duplicates=0,
        gold_notes=("",),
        passed=(),
        calibration=(),
        codebooks=("c1", "c2"),
        exact=None,
        settled=0,
        unlocked=("Ada",),
    )
    assert coding_methods(facts) == (
        "SIMULATED, not data. Of 10 trials, 6 were coded, as 4 distinct transcripts (identical "
        "ones were coded once). 1 blind coder coded them, so nothing was double-coded. Not handed "
        "in yet: Ada. Coders were not calibrated against gold codes. Agreement between coders is "
        "unknown: too little was double-coded. No disagreement was adjudicated. Codebook versions "
        "c1 and c2."
    )


def test_a_coder_without_training_is_named() -> None:
    said = coding_methods(dict(FACTS, untrained=("Cleo",)))
    assert " 0 control questions not). Cleo coded without training. The rule." in said


def test_who_was_asked_otherwise_than_wished_for_is_said_first() -> None:
    facts = dict(FACTS, asked=("openai/gpt-5.6 was asked without `seed`, which it lacks",))
    assert coding_methods(facts).startswith(
        "openai/gpt-5.6 was asked without `seed`, which it lacks. Of 60 trials, 60 were coded"
    )


def test_of_codes_from_a_table_nothing_is_said_that_is_not_known() -> None:
    facts = dict(
        FACTS,
        blind_coders=2,
        authors=0,
        judges=0,
        statements=(),
        keyed=False,
        duplicates=0,
        gold_notes=(),
        passed=(),
        calibration=(),
        codebooks=(),
        imported=("Ada", "Ben"),
        desk=False,
    )
    said = coding_methods(facts)
    assert "48 (80%) of these were coded by at least two of 2 coders. " in said
    assert (
        "The codes of Ada and Ben were imported from a table; what these coders knew, and in "
        "which order they coded, is not recorded."
    ) in said
    for unknown in ("blind", "independent", "different order", "calibrat", "Codebook"):
        assert unknown not in said
