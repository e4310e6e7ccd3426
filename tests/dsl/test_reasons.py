"""What a key follows from: arms, lets and the evidence of machines, at the levels of a session."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from dsl.experiment import Experiment, MachineAsk
from dsl.loading import check_text
from dsl.reasons import Chosen, Reason, Reasons
from tests.expanded import experiment_in, shipped
from tests.shell import ROOT

SHIPPED = sorted((*(ROOT / "experiments").glob("*.dev"), *(ROOT / "additions").glob("*.dev")))

SCRIPT = """experiment Reasons

people
    Sam (he): Karim, Paul
    Tess (she): Lena, Sofia

places
    shelf: drawer, trunk
    table: bench, stool

conditions variation
    plain
    other actor
    late

versions story
    stays
    moved
        let end: on the {table}
    seen
        let end: on the {table}

let mover by variation
    other actor: {Tess}
    otherwise: {Sam}

design
    runs 2
    wording original

procedure
    say: {mover} moves the cup.
    separately
        test place
            ask: Where is the cup?
            answer by story, variation
                stays: {shelf}
                moved or seen and late: {shelf}
                otherwise: {table}
            wrong:
                {shelf}
                {table}
        test mover
            ask: Who moved it?
            answer: {mover}
            wrong:
                {Sam}
                {Tess}
        control seen
            ask: Was it seen?
            when seen
                answer: yes
                wrong: no
            otherwise
                answer any of:
                    no
                    nobody saw it
                wrong: yes
        control fixed
            ask: Was there a cup?
            answer: yes
            wrong: no
"""


def experiment(text: str) -> Experiment:
    return experiment_in(check_text(text, "r.dev"))


def of(question: str, *, story: str = "moved", variation: str = "plain") -> Reason:
    text = SCRIPT.replace("        let end: on the {table}\n", "")
    return Reasons(experiment(text)).of(question, {"variation": variation, "story": story})


def test_an_arm_is_named_by_the_levels_at_which_it_stands() -> None:
    assert of("place", story="stays").keys == (Chosen("", (("story", ("stays",)),), "{shelf}"),)
    assert of("place", story="seen", variation="late").keys == (
        Chosen("", (("story", ("moved", "seen")), ("variation", ("late",))), "{shelf}"),
    )


def test_what_is_left_over_is_named_by_the_present_levels_of_all_factors_of_the_arms() -> None:
    levels = (("variation", ("plain",)), ("story", ("moved",)))
    assert of("place").keys == (Chosen("", levels, "{table}"),)


def test_a_key_under_when_is_named_by_its_levels() -> None:
    assert of("seen", story="seen").keys == (Chosen("", (("story", ("seen",)),), "yes"),)
    assert of("seen").keys == (Chosen("", (("story", ("moved",)),), "any of: no | nobody saw it"),)


def test_a_let_in_a_key_says_why_it_is_what_it_is() -> None:
    assert of("mover", variation="other actor") == Reason(
        lets=(Chosen("mover", (("variation", ("other actor",)),), "{Tess}"),)
    )
    assert of("mover", variation="late").lets == (
        Chosen("mover", (("variation", ("late",)),), "{Sam}"),
    )


def test_a_key_that_stands_everywhere_has_no_reason_and_neither_has_a_question_not_asked() -> None:
    assert of("fixed") == Reason()
    assert of("no such question") == Reason()


WRITTEN = """experiment Written

people
    Sam (he): Karim, Paul

things
    cup: mug, glass

conditions mood
    calm
    loud

let whose by mood
    calm: {Sam}
    loud: nobody

table moves (who, what):
    {Sam} | {a cup}

design
    runs 2
    wording original

procedure
    say: It begins.
    for each row of moves
        separately
            test deed
                ask: {who} moves {what}. What is to be said?
                answer any of by mood
                    calm:
                        {A cup}, {Sam's}, by {them/who} and {whose}
                        {They/Sam} had {a} "{cup}" {{so}}
                        {cups}
                    loud: {what}
"""


def test_a_key_stands_as_it_is_written_with_columns_pronouns_and_articles() -> None:
    (calm,) = Reasons(experiment(WRITTEN)).of("deed", {"mood": "calm"}).keys
    assert calm.words == (
        "any of: {A cup}, {Sam's}, by {them/who} and {whose} | "
        '{They/Sam} had {a} "{cup}" {{so}} | {cups}'
    )
    (loud,) = Reasons(experiment(WRITTEN)).of("deed", {"mood": "loud"}).keys
    assert loud.words == "{what}"


MACHINE = """experiment Lamps

colours
    green: teal, plum
    grey: copper, sand
    red: rose, wine

conditions form
    conjunctive
    disjunctive

machine lamp
    outcomes: The light comes on. | The light stays off.
    rules any of, two of
    when conjunctive
        needs two of: {green}, {grey}
    otherwise
        needs any of: {grey}
    show:
        {green}
        {green}, {grey}

machine bell
    outcomes: The bell rings. | It is silent.
    rules any of
    needs any of: {red}
    show:
        {red}

design
    runs 2
    wording original

procedure
    say: Here are blocks.
    for each row of bell
        say: On the bell: {things}. {outcome}
    separately
        scene early
            test before
                ask: What is it all about?
                choices:
                    blocks
                    lights
                answer: blocks
                wrong: lights
        scene late
            for each shuffled row of lamp
                say: On the lamp: {things}. {outcome}
            separately
                test part
                    ask: Is the {green} block one of them?
                    answer part of lamp: {green}
                test outcome
                    ask: What do {green} and {grey} do?
                    answer outcome of lamp: {green}, {grey}
                test works
                    ask: What is sure to make light?
                    answer what works lamp
                test typed
                    ask: Did {green} alone make light?
                    answer: no
                    wrong: yes
                control bell
                    ask: Did it ring with {red} on it?
                    answer: yes
                    wrong: no
                control other
                    ask: Were there blocks?
                    answer: yes
                    wrong: no
"""


def told(question: str) -> list[tuple[str, int, MachineAsk | None]]:
    reasons = Reasons(experiment(MACHINE)).of(question, {"form": "conjunctive"})
    return [
        (one.machine, len(one.outcomes), None if one.key is None else one.key.ask)
        for one in reasons.machines
    ]


def test_a_derived_key_names_its_machine_and_no_other() -> None:
    assert told("part") == [("lamp", 2, MachineAsk.PART)]
    assert told("outcome") == [("lamp", 2, MachineAsk.OUTCOME)]
    assert told("works") == [("lamp", 2, MachineAsk.WORKS)]
    (shown,) = Reasons(experiment(MACHINE)).of("part", {"form": "conjunctive"}).machines
    assert shown.outcomes == ((("green",), False), (("green", "grey"), True))
    assert [one.things for one in shown.fits] == [("grey",), ("green", "grey")]


def test_a_typed_key_names_the_machines_whose_things_are_spoken_of() -> None:
    assert told("typed") == [("lamp", 2, None)]
    assert told("bell") == [("bell", 1, None)]


def test_a_test_that_speaks_of_none_names_all_that_were_told_before_and_a_control_names_none() -> (
    None
):
    assert told("before") == [("bell", 1, None)], "the lamp is told in another copy"
    assert told("other") == []


ORDERED = (
    MACHINE[: MACHINE.index("procedure\n")]
    + """procedure
    say: Here are blocks.
    ORDER
        scene lamp
            for each row of lamp
                say: On the lamp: {things}. {outcome}
            test lamp
                ask: Did {green} alone make light?
                answer: no
                wrong: yes
        scene bell
            for each row of bell
                say: On the bell: {things}. {outcome}
            test both
                ask: What is it all about?
                choices:
                    blocks
                    lights
                answer: blocks
                wrong: lights
"""
)


@pytest.mark.parametrize(
    ("order", "machines"), [("in order", ["lamp", "bell"]), ("in rotated order", ["bell"])]
)
def test_what_comes_before_in_some_draws_only_is_not_said_to_be_told(
    order: str, machines: list[str]
) -> None:
    text = ORDERED.replace("ORDER", order)
    reasons = Reasons(experiment(text))
    found = reasons.of("both", {"form": "conjunctive"}).machines
    assert [one.machine for one in found] == machines


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_in_every_shipped_script_the_levels_named_are_those_of_the_session(path: Path) -> None:
    one = shipped(path)
    reasons = Reasons(one)
    names = set(_questions(one))
    for chosen in product(*([(f.name, level.name) for level in f.levels] for f in one.factors)):
        levels = dict(chosen)
        for name in names:
            reason = reasons.of(name, levels)
            for part in (*reason.keys, *reason.lets):
                assert part.words
                assert part.levels
                assert all(levels[factor] in named for factor, named in part.levels)


def _questions(one: Experiment) -> list[str]:
    from dsl.expanding.steps_within import steps_within
    from dsl.experiment import QuestionStep

    return [step.name for step in steps_within(one.steps) if isinstance(step, QuestionStep)]
