"""The methods paragraph says what is known of the coding, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from renderers.coding_methods import CodingFacts, Figure, coding_methods, joined

FACTS = CodingFacts(
    simulated=False,
    total=60,
    standing=60,
    coded=60,
    double_coded=48,
    blind_coders=2,
    authors=1,
    judges=1,
    statements=("Coders were blind to the model, not to the condition.",),
    keyed=True,
    duplicates=20,
    gold_notes=("24 transcripts, coded by two experts.",),
    passed=(("Ada", 94, 96), ("Ben", 90, 96)),
    codebooks=("c1f0",),
    exact=93.75,
    kappa=Figure(0.871, (0.79, 0.94)),
    gate_kappa=Figure(None, None, "every gate was passed"),
    within=Figure(0.72, None),
    clusters=40,
    replicates=2000,
    settled=15,
    how=("discussion", "third coder"),
    unlocked=(),
)


def test_a_study_coded_with_care() -> None:
    assert coding_methods(FACTS) == (
        "Of 60 trials, 60 were coded. 48 (80%) of these were coded by at least two of 2 blind "
        "coders, independently and each in another order. 1 author coded as well; authors are not "
        "blind, and their "
        "codes are not pooled with those of blind coders. 1 model coded the same packets as "
        "judge and count in no human figure. Coders were blind to the model, not to the "
        "condition. The accepted answers stood beside the questions. Ada passed calibration "
        "with 94 of 96 gold marks. Ben passed calibration with 90 of 96 gold marks. Gold: 24 "
        "transcripts, coded by two experts. 20 hidden duplicates served intra-coder "
        "agreement. Agreement on marks before adjudication was 93.8%, Cohen's kappa "
        "(unweighted, mean over pairs) 0.87 [0.79, 0.94]. For control questions Cohen's kappa "
        "was undefined (every gate was passed). For the LRS of trials whose control questions "
        "were passed, Krippendorff's ordinal alpha within cells was 0.72. Intervals are 95% "
        "bootstrap intervals over 40 clusters (experiment x draw), 2000 replicates. 15 "
        "judgements on which coders differed were settled by discussion and third coder; the "
        "original codes are kept. Codebook version c1f0."
    )


def test_a_study_of_which_little_is_known() -> None:
    facts = replace(
        FACTS,
        simulated=True,
        total=10,
        standing=6,
        coded=4,
        double_coded=0,
        blind_coders=1,
        authors=0,
        judges=0,
        statements=(),
        keyed=False,
        duplicates=0,
        gold_notes=("",),
        passed=(),
        codebooks=("c1", "c2"),
        exact=None,
        settled=0,
        unlocked=("Ada",),
    )
    assert coding_methods(facts) == (
        "SIMULATED participants: what follows is no data. Of 10 trials, 6 were coded, as 4 "
        "different transcripts: what is the same to the letter was coded once. 1 blind coder "
        "coded them, so that nothing was coded twice. Not yet "
        "handed in: Ada. There was no calibration against gold codes. Agreement between "
        "coders is unknown: too little was coded twice. No disagreement was adjudicated. "
        "Codebook versions c1 and c2."
    )


def test_who_was_asked_otherwise_than_wished_for_is_said_first() -> None:
    facts = replace(FACTS, asked=("openai/gpt-5.6 was asked without `seed`, which it lacks",))
    assert coding_methods(facts).startswith(
        "openai/gpt-5.6 was asked without `seed`, which it lacks. Of 60 trials, 60 were coded"
    )


def test_a_statement_of_several_packets_is_said_once() -> None:
    assert joined(["a", "b", "a", ""]) == ("a", "b")
