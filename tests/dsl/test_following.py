"""What follows a reply: outcomes, arms, and lines that name them."""

from __future__ import annotations

import textwrap

import pytest

from dsl.expand import Expander, cells
from dsl.experiment import Experiment
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import check_text
from dsl.tree import QuestionKind
from dsl.trial import Path, Trial, Turn, turns
from dsl.ways.call_bounds import CallBounds, call_bounds
from renderers.prompt import user_text
from tests.expanded import experiment_in

HEAD = """\
experiment Snacks
people
    Ida (she): Runa
things
    carrot: parsnip
    cookie: muffin
design
    runs 1
    wording original
    scoring accuracy
procedure
    in order
"""
SNACK = """\
record snack
    ask: Which would you like?
    choices fixed:
        the {carrot}
        the {cookie}
    then
        unclear, ask again at most 2 times: Please name one of the two.
        otherwise: Good.
"""
TAKE = """\
test take
    say by snack
        the carrot: {Ida} wants the {cookie}.
        otherwise: {Ida} wants the {carrot}.
    ask: Which one does {Ida} take?
    answer by snack
        the carrot: {cookie}
        the cookie or unclear: {carrot}
    wrong:
        {carrot}
        {cookie}
    then
        right: Yes.
        otherwise: {nothing}
"""
WHY = """\
when take was wrong or unclear
    record why
        ask: Why?
"""
END = """\
control end
    ask: Is {Ida} in the story?
    answer: yes
    wrong: no
"""
SNACK_AT, TAKE_AT = (0, "/record snack"), (0, "/test take")
AGAIN, AGAIN_2 = (0, "/record snack, again"), (0, "/record snack, again 2")


def script(*blocks: str, head: str = HEAD) -> Experiment:
    body = textwrap.indent("".join(blocks), " " * 8)
    return experiment_in(check_text(head + body, "snacks.dev"))


def trial(experiment: Experiment, path: Path = ()) -> Trial:
    return Expander(experiment).trial(cells(experiment)[0], draw=1, path=path)


def asked(one: Trial) -> list[Turn]:
    return [turn for session in one.sessions for turn in turns(session.nodes)]


def told(one: Trial) -> list[str]:
    """What is said and asked in each message, without choices."""
    return [user_text(turn).split("\n\nA)")[0].replace("\n\n", " ") for turn in asked(one)]


def codes(*blocks: str, head: str = HEAD) -> list[str]:
    body = textwrap.indent("".join(blocks), " " * 8)
    return [one.code for one in check_text(head + body, "snacks.dev").faults]


WHOLE = (SNACK, TAKE, WHY, END)


def test_without_a_path_every_reply_is_right_or_the_first_choice() -> None:
    one = trial(script(*WHOLE))
    assert one.path == ((SNACK_AT, "the carrot"), (TAKE_AT, "right"))
    assert told(one) == [
        "Which would you like?",
        "Good. Ida wants the cookie. Which one does Ida take?",
        "Yes. Is Ida in the story?",
    ]


def test_what_is_said_and_what_is_right_follow_the_reply() -> None:
    one = trial(script(*WHOLE), ((SNACK_AT, "the cookie"), (TAKE_AT, "wrong")))
    assert told(one) == [
        "Which would you like?",
        "Good. Ida wants the carrot. Which one does Ida take?",
        "Why?",
        "Is Ida in the story?",
    ]
    keys = {turn.place: turn.question.key for turn in asked(one) if turn.question}
    assert [clause.phrases[0].text for clause in keys["/test take"].answer] == ["carrot"]


def test_a_question_is_asked_again_and_its_last_reply_counts() -> None:
    one = trial(script(*WHOLE), ((SNACK_AT, "unclear"), (AGAIN, "the cookie")))
    first, second = asked(one)[:2]
    assert (second.place, user_text(second)) == (AGAIN[1], "Please name one of the two.")
    assert first.question is not None
    assert second.question is not None
    assert first.question.kind is QuestionKind.ASKED_AGAIN  # shown, and not counted
    assert second.question.kind is QuestionKind.RECORD
    assert first.question.options == second.question.options
    assert told(one)[2].startswith("Good. Ida wants the carrot.")


def test_when_the_bound_is_spent_otherwise_is_said() -> None:
    spent = ((SNACK_AT, "unclear"), (AGAIN, "unclear"), (AGAIN_2, "unclear"))
    one = trial(script(*WHOLE), spent)
    assert [turn.place for turn in asked(one)][:4] == [
        "/record snack",
        "/record snack, again",
        "/record snack, again 2",
        "/test take",
    ]
    assert told(one)[3] == "Good. Ida wants the carrot. Which one does Ida take?"


def test_nothing_follows_a_reply_that_was_lost() -> None:
    one = trial(script(*WHOLE), ((SNACK_AT, ""),))
    assert [turn.place for turn in asked(one)] == ["/record snack"]


def test_what_was_sent_before_a_reply_does_not_depend_on_it() -> None:
    """Trials that share the beginning of a path share what it led to, word by word."""
    experiment = script(*WHOLE)
    for outcome in ("the carrot", "the cookie", "unclear"):
        one = trial(experiment, ((SNACK_AT, outcome), (TAKE_AT, "wrong")))
        other = trial(experiment, ((SNACK_AT, outcome),))
        until = next(at for at, turn in enumerate(asked(one)) if turn.place == "/test take") + 1
        assert asked(one)[:until] == asked(other)[:until]


def test_a_branch_does_not_depend_on_how_far_another_one_came() -> None:
    head = HEAD.replace("    in order\n", "    separately\n")
    scenes = [
        "in order\n" + textwrap.indent(SNACK + TAKE + WHY, "    "),
        "in order\n" + textwrap.indent(END, "    "),
    ]
    experiment = script(*scenes, head=head)
    places = []
    for outcome in ("the carrot", "unclear", ""):
        found = asked(trial(experiment, (((0, "/record snack (copy 1.1)"), outcome),)))
        places.append([turn.place for turn in found if "copy 1.2" in turn.place])
    assert places == [["/control end (copy 1.2)"]] * 3


def test_a_key_that_decides_what_is_sent_is_part_of_the_procedure() -> None:
    before = script(*WHOLE)
    mended = script(
        SNACK, TAKE.replace("the cookie or unclear: {carrot}", "otherwise: yes"), WHY, END
    )
    other_words = script(SNACK.replace("Good.", "Fine."), TAKE, WHY, END)
    other_bound = script(SNACK.replace("at most 2", "at most 1"), TAKE, WHY, END)
    hashes = {procedure_hash(one) for one in (before, mended, other_words, other_bound)}
    assert len(hashes) == 4
    control = script(SNACK, TAKE, WHY, END.replace("wrong: no", "wrong: maybe"))
    assert procedure_hash(control) == procedure_hash(before)
    assert rubric_hash(control) != rubric_hash(before)


def test_the_fewest_and_the_most_calls() -> None:
    experiment = script(*WHOLE)
    expander, (cell,) = Expander(experiment), cells(experiment)
    assert call_bounds(expander, cell) == CallBounds(3, 6)


def test_ways_that_exclude_each_other_are_not_added_up() -> None:
    apart = "".join(
        f"when snack was the {name}\n    record {name}\n        ask: And {{{name}}}?\n"
        for name in ("carrot", "cookie")
    )
    experiment = script(SNACK, apart, TAKE, END)
    expander, (cell,) = Expander(experiment), cells(experiment)
    assert call_bounds(expander, cell) == CallBounds(4, 6)


@pytest.mark.parametrize("outcome", ["half", "refusal"])
def test_an_outcome_with_an_arm_of_its_own_is_no_longer_unclear(outcome: str) -> None:
    plain = TAKE.replace("say by snack", "say:").split("    say:")[0] + (
        "    ask: Which one?\n    answer: {cookie}\n    wrong: {carrot}\n"
    )
    arms = f"    then\n        {outcome}: I see.\n        otherwise: Good.\n"
    found = [turn.question for turn in asked(trial(script(plain + arms, END))) if turn.question]
    assert (outcome, "") in found[0].outcomes
    assert ("unclear", "") in found[0].outcomes
    arms = "    then\n        right: Yes.\n        otherwise: Good.\n"
    found = [turn.question for turn in asked(trial(script(plain + arms, END))) if turn.question]
    assert (outcome, "") not in found[0].outcomes


def test_a_level_and_an_outcome_are_joined_by_and() -> None:
    head = HEAD.replace("design\n", "conditions mood\n    glad\n    sad\ndesign\n")
    both = "when sad and snack was not the carrot\n    record both\n        ask: Both?\n"
    experiment = script(SNACK, both, TAKE, END, head=head)
    for cell in cells(experiment):
        for outcome in ("the carrot", "the cookie", "unclear"):
            one = Expander(experiment).trial(
                cell, draw=1, path=((SNACK_AT, outcome), (AGAIN, outcome), (AGAIN_2, outcome))
            )
            places = [turn.place for turn in asked(one)]
            wanted = cell.condition == "sad" and outcome != "the carrot"
            assert ("/record both" in places) is wanted


def test_a_loop_knows_the_reply_of_its_own_pass_only() -> None:
    loop = (
        "for each row of days\n"
        "    scene day\n"
        "        record like\n"
        "            ask: Do you like {day}?\n"
        "            answer: yes\n"
        "            wrong: no\n"
        "        when like was wrong\n"
        "            record reason\n"
        "                ask: What is wrong with {day}?\n"
    )
    head = HEAD.replace("design\n", "table days (day):\n    Monday\n    Friday\ndesign\n")
    plain = "test take\n    ask: Which one?\n    answer: {cookie}\n    wrong: {carrot}\n"
    experiment = script(loop, plain, END, head=head)
    one = trial(experiment, (((0, "/record like"), "wrong"), ((0, "/record like #2"), "right")))
    assert [turn.place for turn in asked(one)][:3] == [
        "/record like",
        "/record reason",
        "/record like #2",
    ]
    after = "when like was wrong\n    record more\n        ask: More?\n"
    assert codes(loop, after, plain, END, head=head) == ["E705"]


def test_a_reply_is_not_known_on_another_copy_or_in_any_order() -> None:
    plain = "test take\n    ask: Which one?\n    answer: {cookie}\n    wrong: {carrot}\n"
    inside = textwrap.indent(SNACK, "    ")
    when = "when snack was the carrot\n    record why\n        ask: Why?\n"
    assert "E705" in codes("separately\n" + inside, when, plain, END)
    any_order = "in any order\n" + inside + textwrap.indent(when, "    ")
    assert "E705" in codes(any_order, plain, END)
    assert "E705" not in codes("in order\n" + inside + textwrap.indent(when, "    "), plain, END)


KEPT = SNACK.replace("    then", "    keep reply as mine\n    then")
BACK = """\
when snack was the carrot or the cookie
    record sure
        ask: You chose {mine}. {Mine}, is that right?
"""


def test_what_was_chosen_is_said_back_in_the_words_of_the_script() -> None:
    experiment = script(KEPT, BACK, TAKE, END)
    one = trial(experiment, ((SNACK_AT, "the cookie"),))
    assert told(one)[1] == "Good. You chose the cookie. The cookie, is that right?"
    again = ((SNACK_AT, "unclear"), (AGAIN, "the carrot"))
    assert told(trial(experiment, again))[2].endswith("The carrot, is that right?")


def test_a_permuted_word_is_said_back_permuted() -> None:
    experiment = script(KEPT, BACK, TAKE, END, head=HEAD.replace("original", "permuted"))
    assert "You chose the muffin." in told(trial(experiment, ((SNACK_AT, "the cookie"),)))[1]


@pytest.mark.parametrize(
    "block",
    [
        "scene far\n    say: You chose {mine}.\n    listen\n",
        "record back\n    ask: You chose {mine}?\n",
        "unless snack was the cookie\n    record back\n        ask: You chose {mine}?\n",
    ],
)
def test_what_may_not_have_been_chosen_is_not_said_back(block: str) -> None:
    assert codes(KEPT, block, TAKE, END) == ["E708"]


def test_what_was_chosen_is_not_said_before_it_was() -> None:
    back = "record back\n    ask: You chose {mine}?\n"
    assert "E705" in codes(back, KEPT, TAKE, END)


def test_a_reply_in_free_words_is_not_said_back() -> None:
    free = "record idea\n    ask: What do you think?\n    keep reply as idea\n"
    back = "record back\n    ask: You said {idea}?\n"
    assert codes(free, back, SNACK, TAKE, END) == ["E315"]


TOLD = """\
conditions friend
    had looked
    saw the outside
    was told
    snack was eaten
"""


@pytest.mark.parametrize(
    ("label", "levels", "code"),
    [
        ("had looked or was told", ("had looked", "was told"), None),
        ("was told or had looked", ("was told", "had looked"), None),
        ("snack was eaten", ("snack was eaten",), None),
        ("snack was eaten or was told", ("snack was eaten", "was told"), None),
        ("had locked or was told", (), "E402"),
        ("locked was told", (), "E409"),
        ("snack was the pear or was told", (), "E703"),
    ],
)
def test_was_in_the_name_of_a_level_names_no_question(
    label: str, levels: tuple[str, ...], code: str | None
) -> None:
    head = HEAD.replace("design\n", f"{TOLD}design\n")
    said = f"when {label}\n    record why\n        ask: Why?\n"
    blocks = (SNACK, said, END.replace("control", "test"))
    if code is not None:
        assert codes(*blocks, head=head)[0] == code
        return
    read = script(*blocks, head=head)
    lengths = {
        cell.condition: len(asked(Expander(read).trial(cell, draw=1))) for cell in cells(read)
    }
    assert {level for level, turns in lengths.items() if turns == 3} == set(levels)
