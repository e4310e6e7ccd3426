"""The gold that ships: it fits the scripts as they are, and says of itself what it is."""

from __future__ import annotations

from collections import Counter

import pytest

from coders.content_marks import verdict
from coders.gold import starter_files
from coders.gold.choosing import ADDITIONS, SCRIPTS
from coders.marks import Flag
from coders.matcher import match
from coders.packets.shape import ContentWord, Phase, View
from dsl.tree import JUDGED, QuestionKind
from dsl.trial import Question
from runners.coding.gold.transcripts import GoldTrial
from tests.coders.starter import counted, gold_trials, items, of, scored
from tests.shell import EXPERIMENTS

FORMS = (Phase.GATE_A, Phase.GATE_B)

MATCHER_MISSES = {
    ("altruistic_helping B5", "deed"): "names the study by journal and year alone",
    ("blicket s1", "other"): "muddled, which it does not see",
    ("blicket_hypothesis B2", "which"): "a hedge in words that are on no list",
    ("blicket_hypothesis B5", "fewest"): "names the study by its subject",
    ("number B5", "surprise"): "names the study by journal and year alone",
    ("object_permanence s1", "surprise"): "another answer is left open in brackets",
    ("rational_action A4", "surprise"): "takes back what it did not say plainly",
    ("rational_action B5", "sense"): "names the study by its idea",
}
"""Replies that the matcher decides otherwise: gold is hard on purpose, and these are known."""


def test_it_says_that_no_expert_has_coded_it() -> None:
    """The packet repeats the sentence."""
    assert all(file.by_construction for file in starter_files())
    assert {file.note for file in starter_files()} == {
        "The replies in this gold were written to have their codes, and no expert has coded them."
    }


def test_every_script_of_the_battery_has_gold_of_its_own() -> None:
    """A new script of the battery shows here."""
    assert set(SCRIPTS) == {path.stem for path in EXPERIMENTS.glob("*.dev")}
    for file, script in zip(starter_files(), (*SCRIPTS, *ADDITIONS), strict=True):
        assert {one.experiment for one in file.transcripts} == {script}
        assert all(one.name.startswith(f"{script} ") for one in file.transcripts)


def test_there_is_as_much_of_each_use_for_every_script() -> None:
    """Two to learn from, two forms of six with 24 scored marks each, four silent ones: as many
    marks as the rule for drift looks at.
    """
    uses = {Phase.TRAINING: 2, Phase.GATE_A: 6, Phase.GATE_B: 6, Phase.SILENT: 4}
    for script in SCRIPTS:
        mine = [gold_trial for gold_trial in gold_trials() if gold_trial.gold.experiment == script]
        assert Counter(gold_trial.gold.use for gold_trial in mine) == uses
        for use, many in uses.items():
            assert counted([t for t in mine if t.gold.use is use]).total() == 4 * many
    assert items(View.RUBRIC).notes == ()
    assert items(View.CONTENT).notes == ()


@pytest.mark.parametrize("script", ADDITIONS)
def test_an_addition_has_gold_to_learn_from_and_silent_gold_with_every_kind_of_mark(
    script: str,
) -> None:
    """No forms: those have four marks to a transcript. The first story is failed in one of them."""
    mine = [gold_trial for gold_trial in gold_trials() if gold_trial.gold.experiment == script]
    assert Counter(gold_trial.gold.use for gold_trial in mine) == {
        Phase.TRAINING: 2,
        Phase.SILENT: 4,
    }
    training = counted([one for one in mine if one.gold.use is Phase.TRAINING])
    assert {"right, unclear", "right, recognised", "half, hedged"} <= set(training)
    assert {"half, false detail", "wrong", "wrong, refusal"} <= set(training)
    assert 0 in {one.gold.lrs for one in mine}
    assert len({one.gold.lrs for one in mine}) >= 4


def test_no_two_replies_of_a_form_are_the_same_question_and_words() -> None:
    """In content view they would be one item, and the form would be shorter."""
    for form in FORMS:
        marks = [
            mark
            for one in items(View.CONTENT).of(form)
            for mark in one.gold.marks
            if not one.item.question(mark.question).is_control
        ]
        even = [
            code
            for gold_trial in of(form)
            for code in gold_trial.codes.values()
            if code.question.kind is QuestionKind.EVEN
        ]
        assert len(marks) == 24 * len(SCRIPTS) + len(even)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("script", SCRIPTS)
def test_each_form_has_every_lrs_once_for_every_script(form: Phase, script: str) -> None:
    """So a form is no harder for who knows one script well."""
    found = [gold_trial.gold.lrs for gold_trial in of(form) if gold_trial.gold.experiment == script]
    assert sorted(found) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_two_forms_are_as_hard_as_each_other(script: str) -> None:
    """The same codes with their flags for each script and LRS, whatever a study takes of it."""
    for lrs in range(6):
        a, b = (
            counted([t for t in of(form) if (t.gold.experiment, t.gold.lrs) == (script, lrs)])
            for form in FORMS
        )
        assert a == b


def test_a_form_has_its_share_of_right_half_and_wrong() -> None:
    """Of all scripts together; nobody passes by saying one thing only."""
    assert counted(of(Phase.GATE_A)) == {
        "right": 90,
        "right, unclear": 24,
        "right, recognised": 12,
        "half, hedged": 24,
        "half, false detail": 22,
        "half, incomplete": 2,
        "wrong": 68,
        "wrong, refusal": 26,
        "wrong, hallucination": 10,
        "wrong, irrelevant": 10,
    }


def test_no_reply_of_one_form_deviates_in_the_words_of_the_other() -> None:
    """Who failed form A learns nothing for form B by heart: neither replies nor draws recur."""
    said = [{r.says for gold_trial in of(form) for r in gold_trial.gold.replies} for form in FORMS]
    draws = [{(t.gold.experiment, t.gold.cell, t.gold.draw) for t in of(form)} for form in FORMS]
    assert not said[0] & said[1]
    assert not draws[0] & draws[1]


def test_every_flag_is_in_it() -> None:
    """In each form; `incomplete` in the gear toy, whose structures have two links."""
    for form in FORMS:
        flags = {
            flag
            for gold_trial in of(form)
            for c in scored(gold_trial)
            for flag in c.coded.code.flags
        }
        assert flags == set(Flag)


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_script_has_the_hard_kinds_at_least_twice(script: str) -> None:
    """Hedge, both, self-correction, refusal, cannot tell, false detail."""
    found: Counter[str] = Counter()
    for form in FORMS:
        for gold_trial in of(form):
            for code in scored(gold_trial) if gold_trial.gold.experiment == script else ():
                found.update(flag.value for flag in code.coded.code.flags)
                found["both"] += ContentWord.BOTH.value in code.said or len(code.said) > 1
                told = {ContentWord.CANNOT_TELL.value, "I cannot tell"} & set(code.said)
                found["cannot tell"] += bool(told) and code.coded.code.mark == "wrong"
    hard = ("hedged", "both", "unclear", "refusal", "cannot tell", "false detail")
    assert {kind: found[kind] for kind in hard if found[kind] < 2} == {}


def test_the_lrs_follows_from_the_marks() -> None:
    """By the rule, statuses and gates included."""
    for gold_trial in gold_trials():
        assert gold_trial.ruled == gold_trial.gold.lrs, gold_trial.gold.name


def test_every_judged_question_has_a_mark_and_every_deviation_a_reason() -> None:
    """A changed script shows here: a question that is gone or new."""
    for gold_trial in gold_trials():
        name = gold_trial.gold.name
        assert gold_trial.transcript is not None, name
        judged = [
            exchange.turn.question.title
            for exchange in gold_trial.transcript.exchanges
            if exchange.turn.question is not None and exchange.turn.question.kind in JUDGED
        ]
        assert [code.question.title for code in gold_trial.codes.values()] == judged, name
        for code in gold_trial.codes.values():
            assert code.reason or str(code.coded.code) == "right", name
            assert "{" not in code.reason + code.reply, name


def test_what_is_said_makes_the_mark_in_content_view() -> None:
    """Gold of both views is one gold: the key makes of what was said the mark that is written."""
    for gold_trial in gold_trials():
        for code in gold_trial.codes.values():
            made = verdict(code.said, code.plain, code.coded.code.flags, code.question)
            assert made.mark == code.verdict.mark, (gold_trial.gold.name, code.question.title)


def test_the_matcher_decides_nothing_otherwise_but_what_is_listed() -> None:
    """It does not know the story, so a false detail is right to it; the rest is by name."""
    decided = 0
    misses = []
    for gold_trial in gold_trials():
        for code in scored(gold_trial):
            found = match(code.reply, code.question)
            decided += found.decided
            if not found.decided or Flag.FALSE_DETAIL in code.coded.code.flags:
                continue
            unlike = set(found.flags) ^ set(code.coded.code.flags)
            if found.mark != code.verdict.mark or unlike - {Flag.HALLUCINATION, Flag.IRRELEVANT}:
                misses.append((gold_trial.gold.name, code.question.title))
    assert sorted(misses) == sorted(MATCHER_MISSES)
    assert decided > 550


def controls(gold_trial: GoldTrial) -> list[tuple[Question, str]]:
    return [
        (code.question, code.coded.code.mark)
        for code in gold_trial.codes.values()
        if code.question.kind is QuestionKind.CONTROL
    ]


def test_the_zeros_are_of_every_kind() -> None:
    """A failed control, no answer at all, and everything off the point; as many in each form."""
    for form in FORMS:
        kinds: Counter[str] = Counter()
        for gold_trial in of(form):
            if gold_trial.gold.lrs:
                continue
            flags = [set(c.coded.code.flags) for c in scored(gold_trial)]
            if any(mark == "wrong" for _, mark in controls(gold_trial)):
                kinds["gate"] += 1
            elif all(Flag.REFUSAL in one for one in flags):
                kinds["no answer"] += 1
            elif all({Flag.IRRELEVANT, Flag.HALLUCINATION} & one for one in flags):
                kinds["off task"] += 1
        assert kinds == {"gate": 6, "no answer": 3, "off task": 3}


@pytest.mark.parametrize(
    "view",
    [View.RUBRIC, View.CONTENT]
    + [
        pytest.param(view, marks=pytest.mark.thorough)
        for view in View
        if view not in (View.RUBRIC, View.CONTENT)
    ],
)
def test_items_offer_what_the_experts_say(view: View) -> None:
    """What gold calls said can be chosen: a candidate as shown, or a word of content view."""
    found = items(view)
    every = [one for use in Phase for one in found.of(use)]
    assert len({one.item.id for one in every}) == len(every)
    for one in every:
        assert one.gold.item == one.item.id
        assert (one.gold.lrs is None) == (view is not View.RUBRIC)
        for mark in one.gold.marks:
            asked = one.item.question(mark.question)
            if asked.candidates:
                assert set(mark.said) <= {*asked.candidates, *ContentWord}
