"""The gold that ships: it fits the scripts as they are, and says of itself what it is."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import count

import pytest

from coders.contents import verdict
from coders.marks import Flag
from coders.matcher import match
from coders.packets.content_words import ContentWord
from coders.packets.shape import Phase, View
from dsl.tree import QuestionKind
from dsl.trial import Question
from runners.coding.gold import GoldTale
from runners.coding.gold_items import GoldItems, gold_items
from tests.coders.starter import counts, of, scored, starter, tales

FORMS = (Phase.GATE_A, Phase.GATE_B)
SCRIPTS = ("blicket", "gears", "helper_hinderer", "sally_anne")

MATCHER_MISSES = {
    ("s04", "other"): "muddled, which the matcher does not see",
}
"""Replies that the matcher decides otherwise: gold is hard on purpose, and these are known."""


@cache
def items(view: View) -> GoldItems:
    numbers = count(1)
    return gold_items(tales(), view=view, new_id=lambda: f"g{next(numbers)}")


def test_it_says_that_no_expert_has_coded_it() -> None:
    """The packet repeats the sentence."""
    assert starter().by_construction
    assert starter().note == (
        "The replies in this gold were written to have their codes, and no expert has coded them: "
        "have two of your experts code it before you rely on it."
    )


def test_there_is_enough_of_each_use() -> None:
    """Six to learn from, two forms of twenty-four with 96 scored marks, twelve silent ones."""
    assert Counter(tale.gold.use for tale in tales()) == {
        Phase.TRAINING: 6,
        Phase.GATE_A: 24,
        Phase.GATE_B: 24,
        Phase.SILENT: 12,
    }
    assert [sum(counts(form).values()) for form in FORMS] == [96, 96]
    assert items(View.RUBRIC).notes == ()
    assert items(View.CONTENT).notes == ()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("script", SCRIPTS)
def test_each_form_has_every_lrs_once_for_every_script(form: Phase, script: str) -> None:
    """So a form is no harder for who knows one script well."""
    found = [tale.gold.lrs for tale in of(form) if tale.gold.experiment == script]
    assert sorted(found) == [0, 1, 2, 3, 4, 5]


def test_the_two_forms_are_as_hard_as_each_other() -> None:
    """The same number of every code, with its flags."""
    a, b = (counts(form) for form in FORMS)
    assert a == b
    assert a == {
        "right": 30,
        "right, unclear": 8,
        "right, recognised": 4,
        "half, hedged": 8,
        "half, false detail": 7,
        "half, incomplete": 1,
        "wrong": 22,
        "wrong, refusal": 12,
        "wrong, hallucination": 2,
        "wrong, irrelevant": 2,
    }


def test_no_reply_of_one_form_deviates_in_the_words_of_the_other() -> None:
    """Who failed form A learns nothing for form B by heart: neither replies nor draws recur."""
    said = [{r.says for tale in of(form) for r in tale.gold.replies} for form in FORMS]
    draws = [{(t.gold.experiment, t.gold.cell, t.gold.draw) for t in of(form)} for form in FORMS]
    assert not said[0] & said[1]
    assert not draws[0] & draws[1]


def test_every_flag_is_in_it() -> None:
    """In each form; `incomplete` in the gear toy, whose structures have two links."""
    for form in FORMS:
        flags = {flag for tale in of(form) for c in scored(tale) for flag in c.coded.code.flags}
        assert flags == set(Flag)


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_script_has_the_hard_kinds_at_least_twice(script: str) -> None:
    """Hedge, both, self-correction, refusal, cannot tell, false detail."""
    found: Counter[str] = Counter()
    for form in FORMS:
        for tale in of(form):
            for code in scored(tale) if tale.gold.experiment == script else ():
                found.update(flag.value for flag in code.coded.code.flags)
                found["both"] += ContentWord.BOTH.value in code.said
                told = {ContentWord.CANNOT_TELL.value, "I cannot tell"} & set(code.said)
                found["cannot tell"] += bool(told) and code.coded.code.mark == "wrong"
    hard = ("hedged", "both", "unclear", "refusal", "cannot tell", "false detail")
    assert {kind: found[kind] for kind in hard if found[kind] < 2} == {}


@pytest.mark.parametrize("tale", tales(), ids=lambda tale: tale.gold.name)
def test_the_lrs_follows_from_the_marks(tale: GoldTale) -> None:
    """By the rule, statuses and gates included."""
    assert tale.ruled == tale.gold.lrs


@pytest.mark.parametrize("tale", tales(), ids=lambda tale: tale.gold.name)
def test_every_judged_question_has_a_mark_and_every_deviation_a_reason(tale: GoldTale) -> None:
    """A changed script shows here: a question that is gone or new."""
    assert tale.transcript is not None
    judged = [
        exchange.turn.question.title
        for exchange in tale.transcript.exchanges
        if exchange.turn.question is not None
        and exchange.turn.question.kind in {QuestionKind.TEST, QuestionKind.CONTROL}
    ]
    assert [code.question.title for code in tale.codes.values()] == judged
    for code in tale.codes.values():
        assert code.reason or str(code.coded.code) == "right"
        assert "{" not in code.reason + code.reply


def test_what_is_said_makes_the_mark_in_content_view() -> None:
    """Gold of both views is one gold: the key makes of what was said the mark that is written."""
    for tale in tales():
        for code in tale.codes.values():
            made = verdict(code.said, code.plain, code.coded.code.flags, code.question)
            assert made.mark == code.verdict.mark, (tale.gold.name, code.question.title)


def test_the_matcher_decides_nothing_otherwise_but_what_is_listed() -> None:
    """It does not know the story, so a false detail is right to it; the rest is by name."""
    decided = 0
    misses = []
    for tale in tales():
        for code in scored(tale):
            found = match(code.reply, code.question)
            decided += found.decided
            if not found.decided or Flag.FALSE_DETAIL in code.coded.code.flags:
                continue
            unlike = set(found.flags) ^ set(code.coded.code.flags)
            if found.mark != code.verdict.mark or unlike - {Flag.HALLUCINATION, Flag.IRRELEVANT}:
                misses.append((tale.gold.name, code.question.title))
    assert sorted(misses) == sorted(MATCHER_MISSES)
    assert decided > 200


def controls(tale: GoldTale) -> list[tuple[Question, str]]:
    return [
        (code.question, code.coded.code.mark)
        for code in tale.codes.values()
        if code.question.kind is QuestionKind.CONTROL
    ]


def test_the_zeros_are_of_every_kind() -> None:
    """A failed control, no answer at all, and everything beside the point; as many in each form."""
    for form in FORMS:
        kinds: Counter[str] = Counter()
        for tale in of(form):
            if tale.gold.lrs:
                continue
            flags = [set(c.coded.code.flags) for c in scored(tale)]
            if any(mark == "wrong" for _, mark in controls(tale)):
                kinds["gate"] += 1
            elif all(Flag.REFUSAL in one for one in flags):
                kinds["no answer"] += 1
            elif all({Flag.IRRELEVANT, Flag.HALLUCINATION} & one for one in flags):
                kinds["off task"] += 1
        assert kinds == {"gate": 2, "no answer": 1, "off task": 1}


@pytest.mark.parametrize("view", View)
def test_items_offer_what_the_experts_say(view: View) -> None:
    """What gold calls said can be chosen: a candidate as shown, or a word of content view."""
    found = items(view)
    every = [one for use in Phase for one in found.of(use)]
    assert len({one.item.id for one in every}) == len(every)
    for one in every:
        assert one.gold.item == one.item.id
        assert (one.gold.lrs is None) == (view is View.CONTENT)
        for mark in one.gold.marks:
            asked = one.item.question(mark.question)
            if asked.candidates:
                assert set(mark.said) <= {*asked.candidates, *ContentWord}
