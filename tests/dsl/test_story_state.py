"""Story state: facts stated once, and the keys of belief, reality and memory held against them."""

import re

import pytest

from dsl.experiment import Experiment
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import check_text
from dsl.parsing.formatting import format_script
from tests.expanded import experiment_in, trials

TUBE = """\
experiment Tube

people
    Daniel (he): Tarek, Ilya
    Nina (she): Salma, Greta

things
    tube: carton, packet
    Smarties: eggs, beans
    pencil: ribbon, coin

versions friend
    not looked
    looked
    told wrongly
    kept in the dark

let knower by friend
    looked: {Daniel}
    otherwise: {Nina}

design
    scoring accuracy

procedure
    say: Here is {a tube}. The label says {Smarties}.
    now you, Daniel and Nina think tube holds Smarties
    control guess
        ask: What is in the {tube}?
        asks what you think tube holds
        answer: {Smarties}
    say: I open it: inside is {a pencil}. {knower} looks on.
    now tube holds pencil, known to you, knower
    when told wrongly
        say: I tell {Daniel} that there is a spoon in it.
        now Daniel thinks tube holds spoon
    when kept in the dark
        say: {Daniel} has heard that there are many kinds of {tube}.
        now Daniel cannot tell what tube holds
    separately
        test belief
            ask: What does {Daniel} think is in the {tube}?
            asks what Daniel thinks tube holds
            answer by friend
                not looked: {Smarties}
                looked: {pencil}
                told wrongly: a spoon
                kept in the dark: {cannot tell}
        control reality
            ask: What is in the {tube}?
            asks what tube holds now
            answer any of:
                {pencil}
                something to write with
        record at first
            ask: Before I opened it, what did you think was in it?
            asks what you thought tube held at first
            answer: {Smarties}
        scene later
            say: Now I put {a pencil} on the table, and {Smarties} into the {tube}.
            now tube holds Smarties, known to you
            control later
                ask: And what is in it now?
                asks what tube holds now
                answer: {Smarties}
"""


def told(script: str) -> list[str]:
    """Everything said of a script: the words at the place, code, message, and the caret's label."""
    loaded = check_text(script, "tube.dev")
    lines = script.split("\n")
    return [
        f"{lines[f.span.line - 1][f.span.column - 1 : f.span.end_column - 1]} "
        f"{f.code} {f.message()} | {f.label()}"
        for f in loaded.faults
    ]


def edited(old: str, new: str) -> str:
    """The script with one stretch of it written otherwise."""
    assert TUBE.count(old) == 1, old
    return TUBE.replace(old, new)


def experiment(script: str) -> Experiment:
    return experiment_in(check_text(script, "tube.dev"))


def bare(script: str) -> str:
    """The script without story state, and without what stands there for its sake alone."""
    script = re.sub(r"    when not looked\n        now .*\n", "", script)
    script = re.sub(r"    otherwise\n        now .*\n", "", script)
    return re.sub(r"(?m)^ +(?:now|asks) .*\n", "", script)


def test_a_script_whose_keys_follow_from_its_story_is_clean() -> None:
    assert told(TUBE) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "not looked: {Smarties}", "not looked: {pencil}",
            "{pencil} E593 `{pencil}` is not what the story says in `not looked` | "
            "the story says Daniel thinks tube holds Smarties",
        ),
        (
            "looked: {pencil}", "looked: {Smarties}",
            "{Smarties} E593 `{Smarties}` is not what the story says in `looked` | "
            "the story says Daniel thinks tube holds pencil",
        ),
        (
            "told wrongly: a spoon", "told wrongly: {pencil}",
            "{pencil} E593 `{pencil}` is not what the story says in `told wrongly` | "
            "the story says Daniel thinks tube holds spoon",
        ),
        (
            "dark: {cannot tell}", "dark: {Smarties}",
            "{Smarties} E593 `{Smarties}` is not what the story says in `kept in the dark` | "
            "the story says Daniel cannot tell what tube holds",
        ),
        (
            "                {pencil}\n", "                a toy\n",
            "a toy E593 `a toy` is not what the story says | the story says tube holds pencil",
        ),
        (
            "something to write with", "{Smarties}",
            "{Smarties} E593 `{Smarties}` is not what the story says | "
            "the story says tube holds pencil",
        ),
        (
            "asks what you thought tube held at first", "asks what tube held at first",
            "{Smarties} E593 `{Smarties}` is not what the story says | "
            "the story says tube held pencil at first",
        ),
        (
            "asks what you thought tube held at first", "asks what you think tube holds",
            "{Smarties} E593 `{Smarties}` is not what the story says | "
            "the story says you think tube holds pencil",
        ),
        (
            "asks what Daniel thinks tube holds", "asks where Daniel thinks tube is",
            "asks where Daniel thinks tube is E592 the story does not say where Daniel thinks "
            "tube is | no `now` line says so before it",
        ),
        (
            "    now you, Daniel and", "    now you and",
            "asks what Daniel thinks tube holds E592 the story does not say what Daniel thinks "
            "tube holds in `not looked` | no `now` line says so before it",
        ),
        (
            "known to you, knower", "known to you, knwer",
            "knwer E591 there is no `knwer` in the story | "
            "not a slot, a let, or a word of the story",
        ),
        (
            "thinks tube holds spoon", "thinks tube holds fork",
            "fork E591 there is no `fork` in the story | "
            "not a slot, a let, or a word of the story",
        ),
        (
            "            asks what tube holds now\n            answer any",
            "            answer any",
            "",
        ),
    ],
)  # fmt: skip
def test_a_key_is_held_against_the_story_at_its_place(old: str, new: str, said: str) -> None:
    """One thing is wrong, one thing is said; answers that name nothing of the story do no harm."""
    assert told(edited(old, new)) == ([said] if said else [])


def test_what_is_said_in_one_copy_of_the_conversation_holds_there_alone() -> None:
    """The last scene changes the tube; the question before it, and one after it, know nothing."""
    scene = TUBE.index("        scene later")
    record = TUBE.index("        record at first")
    assert told(TUBE[:record] + TUBE[scene:] + TUBE[record:scene]) == []


def test_the_last_line_before_the_question_counts() -> None:
    """Whatever Daniel thought before, he has seen the pencil now, in every story."""
    seen = edited(
        "    separately\n", "    now tube holds pencil, known to Daniel\n    separately\n"
    )
    assert told(seen) == [
        f"{typed} E593 `{typed}` is not what the story says in `{story}` | "
        "the story says Daniel thinks tube holds pencil"
        for typed, story in (
            ("{Smarties}", "not looked"),
            ("a spoon", "told wrongly"),
            ("{cannot tell}", "kept in the dark"),
        )
    ]


CUPS = """\
experiment Cups

things
    bell: ring, walnut
    cup: bowl, pot

colours
    red: pink, orange
    blue: grey, black

versions hidden
    red side
        let place: {red} {cup}
    blue side
        let place: {blue} {cup}

design
    scoring accuracy

procedure
    say: {A bell} goes under the {place}. There are {a red} {cup} and {a blue} {cup}.
    now bell under place, known to you
    test look
        ask: Which {cup} do you lift?
        asks where you think bell is
        choices rotated:
            The {red} {cup}
            The {blue} {cup}
        answer: The {place}
"""


def test_a_place_may_be_named_by_two_slots() -> None:
    assert told(CUPS) == []
    (said,) = told(CUPS.replace("answer: The {place}", "answer: The {red} {cup}"))
    assert "E593 `The {red} {cup}` is not what the story says in `blue side`" in said


WITHIN = edited(
    "    separately\n",
    "    now Nina and you think Daniel thinks tube holds pencil\n"
    "    now Daniel thinks you cannot tell what tube holds\n"
    "    separately\n"
    "        test within\n"
    "            ask: What does {Nina} think that {Daniel} thinks of?\n"
    "            asks what Nina thinks Daniel thinks tube holds\n"
    "            answer: {pencil}\n"
    "            wrong: {Smarties}\n",
)


def test_one_may_think_that_another_thinks() -> None:
    """Each with each other; and that says nothing of what either of them thinks."""
    assert told(WITHIN) == []
    for who in ("Nina", "you"):
        asks = f"asks what {who} thinks Daniel thinks tube holds"
        assert told(WITHIN.replace("asks what Nina thinks Daniel thinks tube holds", asks)) == []
    assert told(WITHIN.replace("answer: {pencil}\n", "answer: {Smarties}\n")) == [
        "{Smarties} E593 `{Smarties}` is not what the story says | "
        "the story says Nina thinks Daniel thinks tube holds pencil"
    ]


def test_that_one_thinks_that_another_cannot_tell_may_be_the_key() -> None:
    asks = "asks what Nina thinks Daniel thinks tube holds\n            answer: {pencil}"
    key = "asks what Daniel thinks you think tube holds\n            answer: {cannot tell}"
    assert told(WITHIN.replace(asks, key)) == []


def test_what_one_thinks_that_another_thinks_follows_from_nothing_else() -> None:
    asks = "asks what Nina thinks Daniel thinks tube holds"
    turned = check_text(WITHIN.replace(asks, "asks what Daniel thinks Nina thinks tube holds"), "t")
    (silent,) = turned.faults
    assert silent.message() == ("the story does not say what Daniel thinks Nina thinks tube holds")
    assert "now Daniel thinks Nina thinks tube holds ..." in silent.help()
    (unknown,) = told(WITHIN.replace(asks, "asks what Nina thinks Daneil thinks tube holds"))
    assert unknown.startswith("Daneil E591 there is no `Daneil` in the story")


def test_a_question_that_is_about_something_else_says_so() -> None:
    """Answers that the story knows, and no `asks`: that is a warning, and can be answered."""
    asks = "            asks what Daniel thinks tube holds\n"
    always = edited("told wrongly: a spoon", "told wrongly: {pencil}").replace(
        "dark: {cannot tell}", "dark: {Smarties}"
    )
    (warning,) = told(always.replace(asks, ""))
    assert warning == (
        "belief W622 the key of `belief` is not checked against the story | "
        "its answers are what the story says about tube"
    )
    assert told(always.replace(asks, "            asks something else\n")) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "    when told wrongly\n", "    when not looked at\n",
            "not looked at E402 there is no level called `not looked at` here | not a level",
        ),
        (
            "now tube holds pencil, known", "now tueb holds pencil, known",
            "tueb E591 there is no `tueb` in the story | "
            "not a slot, a let, or a word of the story",
        ),
        (
            "    now tube holds pencil, known", "    now: tube holds pencil, known",
            ": E204 no colon here: a name follows `now` directly | not needed",
        ),
        (
            "now tube holds pencil, known", "now {tube} holds pencil, known",
            "{tube} E305 braces are not allowed in a name | must be the same in every draw",
        ),
    ],
)  # fmt: skip
def test_a_line_that_is_not_understood_makes_no_key_wrong(old: str, new: str, said: str) -> None:
    """What it says is not known, so nothing is compared with it; the line itself is reported."""
    assert told(edited(old, new)) == [said]


def test_story_state_changes_neither_what_is_sent_nor_what_judges() -> None:
    """Same trials, same hashes, also where a `when` holds nothing else."""
    kept = edited(
        "    separately\n",
        "    when not looked\n        now Nina thinks tube holds pencil\n"
        "    otherwise\n        now Nina thinks tube holds Smarties\n    separately\n",
    )
    assert told(kept) == []
    without = bare(kept)
    assert "now " not in without.replace("Now ", "").replace("now?", "")
    one, other = experiment(kept), experiment(without)
    assert procedure_hash(one) == procedure_hash(other)
    assert rubric_hash(one) == rubric_hash(other)
    assert list(trials(one)) == list(trials(other))


def test_story_state_is_laid_out_like_any_line() -> None:
    wide = TUBE.replace("    ", "  ").replace("now Daniel", "now   Daniel")
    laid_out = format_script(wide, "tube.dev")
    assert laid_out is not None
    assert laid_out.replace("now   Daniel", "now Daniel") == TUBE


@pytest.mark.parametrize(
    ("wrong", "close"),
    [("asks: What is it?", "ask"), ("aks: What is it?", "ask"), ("akss what tube holds", "asks")],
)
def test_ask_and_asks_are_distinguished_by_what_follows(wrong: str, close: str) -> None:
    """With a colon it is the words of a question, without one it is what they are about."""
    line = "            asks what tube holds now\n            answer any"
    fault, *_ = check_text(edited(line, f"            {wrong}\n            answer any"), "x").faults
    assert (fault.code, getattr(fault, "close", None)) == ("E201", close)
