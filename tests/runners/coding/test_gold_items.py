"""Gold tied to scripts, and gold given line by line, made into transcripts and items."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from textwrap import dedent

import pytest

from coders.packets.gold import read_gold
from coders.packets.shape import (
    GoldMark,
    Line,
    LineKind,
    PacketQuestion,
    PacketUnusable,
    Phase,
    View,
)
from runners.coding.gold.items import GoldItems, gold_items
from runners.coding.gold.transcripts import GoldTrial, expand_gold, script_loader
from runners.coding.items import ItemBuilder, ItemDisplay

SCRIPT = """\
experiment Two doors

people
    Ann (she): Runa, Priya

things
    ball: cork, onion

conditions weather
    warm
    cold

versions story
    seen
    unseen

procedure
    say: {Ann} has {a ball}.
    separately
        test door
            ask: Which door will {Ann} open?
            answer by story
                seen: red
                unseen: blue
            wrong:
                red
                blue
                green
            example right by story
                seen: The red one.
                unseen: The blue one.
        control alone
            ask: Is {Ann} alone?
            answer: yes
        record free
            ask: Anything else?
"""

HEAD = """\
format = 1
coded_by = "construction"

[manner.plain."doors.dev"]
door = '{Key}, says {Ann}.'
"unseen / door" = 'I open \\boxed{{{key}}}.'

[[transcript]]
name = "one"
use = "gate A"
experiment = "doors.dev"
cell = ["cold"]
wording = "original"
manner = "plain"
lrs = 3
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "doors.dev").write_text(SCRIPT, encoding="utf-8")
    return tmp_path


def gold_trials(text: str, folder: Path) -> tuple[GoldTrial, ...]:
    return expand_gold(read_gold(dedent(text), "my.toml"), script_loader(folder))


def items(text: str, folder: Path, view: View) -> GoldItems:
    numbers = count(1)
    return gold_items(
        gold_trials(text, folder),
        builder=ItemBuilder(ItemDisplay(view)),
        new_id=lambda: f"g{next(numbers)}",
    )


def refusal(text: str, folder: Path) -> str:
    with pytest.raises(PacketUnusable) as caught:
        gold_trials(text, folder)
    return caught.value.message


def reply(story: str, question: str, says: str, code: str, rest: str = "") -> str:
    return (
        f"[[transcript.reply]]\nstory = '{story}'\nquestion = '{question}'\nsays = '''{says}'''\n"
        f"code = '{code}'\nreason = 'of {{Ann}}'\n{rest}\n"
    )


def test_what_is_not_listed_is_right_in_the_manner_named(folder: Path) -> None:
    """A question of a story first, then the question, then the key itself; braces as in a script,
    doubled where a brace is meant.
    """
    listed = reply("unseen", "alone", "{Ann's} {A ball} and {they/Ann}", "wrong")
    (gold_trial,) = gold_trials(HEAD + listed, folder)
    assert gold_trial.transcript is not None
    assert [
        (exchange.place, exchange.reply.text if exchange.reply else None)
        for exchange in gold_trial.transcript.exchanges
    ] == [
        ("seen/test door", "Red, says Ann."),
        ("seen/control alone", "Yes."),
        ("seen/record free", "No."),
        ("unseen/test door", "I open \\boxed{blue}."),
        ("unseen/control alone", "Ann's A ball and she"),
        ("unseen/record free", "No."),
    ]


STEERED = """\
experiment A snack

things
    plum: pear
    bun: roll

procedure
    in order
        record own
            ask: Which would you like?
            choices fixed:
                the {plum}
                the {bun}
            then
                unclear, ask again at most 1 time: Please name one.
                otherwise: Good.
        test other
            say by own
                the plum: She does not like the {plum}.
                otherwise: She does not like the {bun}.
            ask: What will she take?
            answer by own
                the plum: {bun}
                otherwise: {plum}
            wrong:
                {plum}
                {bun}
"""


@pytest.mark.parametrize(
    ("own", "said", "right"),
    [
        ([], ["The pear."], "Roll"),
        (["The {bun}."], ["The roll."], "Pear"),
        (["Neither.", "The {bun}, then."], ["Neither.", "The roll, then."], "Pear"),
        (["Neither.", "No."], ["Neither.", "No."], "Pear"),
    ],
    ids=["not listed", "listed", "asked again", "never clear"],
)
def test_a_transcript_goes_on_as_after_its_replies(
    tmp_path: Path, own: list[str], said: list[str], right: str
) -> None:
    (tmp_path / "snack.dev").write_text(STEERED, encoding="utf-8")
    head = 'format = 1\ncoded_by = "construction"\n'
    listed = "".join(f"[[transcript.reply]]\nquestion = 'own'\nsays = '{words}'\n" for words in own)
    (gold_trial,) = gold_trials(
        head + "[[transcript]]\nname = 'one'\nuse = 'gate A'\nexperiment = 'snack.dev'\n"
        f"wording = 'permuted'\ndraw = 1\nlrs = 5\n{listed}",
        tmp_path,
    )
    assert gold_trial.transcript is not None
    words = [one.reply.text for one in gold_trial.transcript.exchanges if one.reply]
    assert words == [*said, f"{right}."]
    assert gold_trial.ruled == 5


def test_plurals_are_written_as_in_a_script(folder: Path) -> None:
    """`{balls}` is the plural of the word of the draw; an article before it is no word."""
    permuted = HEAD.replace('wording = "original"', "draw = 2")
    (gold_trial,) = gold_trials(
        permuted + reply("seen", "alone", "{Balls} and {balls}", "right"), folder
    )
    assert gold_trial.transcript is not None
    word = dict(gold_trial.transcript.trial.words)["ball"]
    assert word in {"cork", "onion"}
    assert [
        exchange.reply.text
        for exchange in gold_trial.transcript.exchanges
        if exchange.reply is not None and exchange.place == "seen/control alone"
    ] == [f"{word.capitalize()}s and {word}s"]
    assert refusal(HEAD + reply("seen", "door", "{a balls}", "right"), folder) == (
        "my.toml, line 16: there is no `{a balls}` here; write {{ for a literal brace"
    )


def test_every_accepted_wording_can_be_said(folder: Path) -> None:
    """Content view offers all of them, so gold may name the one that a reply has."""
    script = folder / "doors.dev"
    any_of = "            ask: Is {Ann} alone?\n            answer any of:\n"
    text = script.read_text(encoding="utf-8").replace(
        "            ask: Is {Ann} alone?\n            answer: yes\n",
        f"{any_of}                quite alone\n                by herself\n",
    )
    script.write_text(text, encoding="utf-8")
    listed = reply("seen", "alone", "By herself.", "right", "said = 'by herself'")
    found = items(HEAD + listed, folder, View.CONTENT)
    marks = [mark for one in found.of(Phase.GATE_A) for mark in one.gold.marks]
    assert [mark.said for mark in marks] == [("red",), ("by herself",), ("blue",), ("quite alone",)]
    # Who chooses the other wording agrees.
    assert [mark.alike for mark in marks] == [(), (("quite alone",),), (), (("by herself",),)]


def test_a_word_that_another_cell_offers_is_what_the_desk_takes_it_for(folder: Path) -> None:
    """Who presses "that it cannot be told" is taken to choose the candidate that says it."""
    script = folder / "doors.dev"
    text = script.read_text(encoding="utf-8").replace(
        "                unseen: blue\n", "                unseen: I cannot tell\n"
    )
    script.write_text(text, encoding="utf-8")
    listed = reply("seen", "door", "x", "wrong", "said = 'cannot tell'")
    found = items(HEAD + listed, folder, View.CONTENT).of(Phase.GATE_A)[0]
    assert "I cannot tell" in found.item.questions[0].candidates
    assert found.gold.marks[0].said == ("I cannot tell",)


def test_a_wrong_answer_that_is_right_elsewhere_may_be_said_in_each_of_its_wordings(
    folder: Path,
) -> None:
    """Of other wrong answers each is a thing of its own."""
    script = folder / "doors.dev"
    text = script.read_text(encoding="utf-8").replace(
        "            answer by story\n                seen: red\n                unseen: blue\n",
        "            answer any of by story\n                seen:\n                    red\n"
        "                    scarlet\n                unseen:\n                    blue\n"
        "                    azure\n",
    )
    text = text.replace("                green\n", "                green\n                azure\n")
    script.write_text(text, encoding="utf-8")
    for said, alike in (("blue", (("azure",),)), ("green", ())):
        listed = reply("seen", "door", "x", "wrong", f"said = '{said}'")
        found = items(HEAD + listed, folder, View.CONTENT).of(Phase.GATE_A)[0]
        assert (found.gold.marks[0].said, found.gold.marks[0].alike) == ((said,), alike)
    assert items(HEAD, folder, View.RUBRIC).of(Phase.GATE_A)[0].gold.marks[0].alike == ()


def test_the_owner_hears_of_too_few_marks_and_of_an_lrs_that_does_not_follow(folder: Path) -> None:
    """Notes, and no refusal: a pilot starts small, and experts may see more than the rule."""
    assert items(HEAD, folder, View.RUBRIC).notes == (
        "gate A has 2 marks of scored questions; calibration needs 96 to separate careful from "
        "careless coders",
        "gate A has no transcript with an LRS of 0, 1, 2, 4, 5",
        "gate B has 0 marks of scored questions; calibration needs 96 to separate careful from "
        "careless coders",
        "`one`: the file gives LRS 3, but its codes make 5",
    )


@pytest.mark.parametrize(
    ("code", "rest", "said", "plain"),
    [
        ("right", "", ("red",), True),
        ("half, hedged", "", ("red",), False),
        ("half, false detail", "", ("red",), True),
        ("wrong, refusal", "", ("it declines to answer",), True),
        ("wrong, irrelevant", "", ("it does not answer",), True),
        ("wrong, hallucination", "", ("something else",), True),
        ("wrong", "said = 'the Blue'", ("blue",), True),
        ("wrong", "said = 'both'", ("both, or all of them",), True),
        ("wrong", "said = ['blue', 'green']", ("blue", "green"), True),
    ],
)
def test_what_a_reply_says_follows_from_its_code_or_is_written(
    folder: Path, code: str, rest: str, said: tuple[str, ...], plain: bool
) -> None:
    """For content view, where what is said is coded and not whether it is right."""
    found = items(HEAD + reply("seen", "door", "x", code, rest), folder, View.CONTENT)
    gold = found.of(Phase.GATE_A)[0].gold
    mark, *flags = code.split(", ")
    assert gold.marks == (GoldMark(1, mark, tuple(flags), said, plain, "of Ann"),)


def test_an_item_of_gold_is_made_as_those_of_the_study_are(folder: Path) -> None:
    """One whole transcript in rubric view; masks reach the reasons, too."""
    numbers = count(1)
    made = gold_items(
        gold_trials(
            HEAD + reply("seen", "door", "No, {Ann} has {a ball}.", "half, hedged"), folder
        ),
        builder=ItemBuilder(ItemDisplay(View.RUBRIC, plain_replies=True)),
        new_id=lambda: f"g{next(numbers)}",
    )
    (one,) = made.of(Phase.GATE_A)
    assert one.item.id == one.gold.item == "g1"
    assert one.item.lines[:4] == (
        Line(LineKind.STORY, "story 1 of 2: a new conversation"),
        Line(LineKind.TOLD, "Ann has a ball."),
        Line(LineKind.COPY, "copy 1 of 3 of the conversation so far"),
        Line(LineKind.TOLD, "Which door will Ann open?", 1),
    )
    assert one.item.lines[4] == Line(LineKind.REPLY, "No, Ann has a ball.", 1)
    assert [(mark.question, mark.mark) for mark in one.gold.marks] == [
        (1, "half"),
        (2, "right"),
        (3, "right"),
        (4, "right"),
    ]
    assert made.contents == {one.item.content}
    assert made.without(made.contents).of(Phase.GATE_A) == ()
    assert made.without(made.contents).left_out == 1


def test_every_slip_against_the_script_is_reported_with_its_line(folder: Path) -> None:
    """So a changed script says what in the gold no longer fits."""
    text = "".join(
        (
            HEAD.replace("'{Key}, says {Ann}.'", "'{Key}, says {Bob}.'"),
            reply("sen", "door", "x", "right"),
            reply("", "door", "x", "right"),
            reply("seen", "dor", "x", "right"),
            reply("seen", "alone", "x", "half, hedged"),
            reply("seen", "free", "x", "right"),
            reply("unseen", "door", "{Ball} {bal}", "right"),
            reply("unseen", "door", "x", "right"),
            reply("unseen", "alone", "x", "wrong", "said = 'maybe'"),
            '[[transcript]]\nname = "two"\nuse = "silent"\nexperiment = "doors.dev"\nlrs = 5\n',
            '[[transcript]]\nname = "three"\nuse = "silent"\nexperiment = "doors.dev"\n',
            'cell = "hot"\nlrs = 5\n',
            '[[transcript]]\nname = "four"\nuse = "silent"\nexperiment = "gear"\nlrs = 5\n',
        )
    )
    assert refusal(text, folder).splitlines() == [
        "my.toml has 12 faults",
        "  my.toml, line 8: door: there is no `{Bob}` here; write {{ for a literal brace",
        "  my.toml, line 16: there is no story `sen` here; did you mean `seen`?",
        "  my.toml, line 23: its story is missing: write one of seen, unseen",
        "  my.toml, line 30: there is no question `dor` here; did you mean `door`?",
        "  my.toml, line 37: a control question is right or wrong, never half",
        "  my.toml, line 44: `free` is not coded: it has no `code`",
        "  my.toml, line 51: there is no `{bal}` here; did you mean `{ball}`?",
        "  my.toml, line 58: `door` already has a reply, in line 51",
        "  my.toml, line 65: `maybe` is not an answer here; write one of yes, both, "
        "neither, cannot tell, other, refuses, no answer",
        "  my.toml, line 72: `cell` must name one level of each condition (weather: warm, cold)",
        "  my.toml, line 77: `doors.dev` has no level `hot`; available: weather: warm, cold",
        f"  my.toml, line 83: there is no script {folder / 'gear'}; did you mean `gears`?",
    ]


def test_a_script_whose_name_no_disk_holds_is_not_there(folder: Path) -> None:
    name = "a" * 300
    text = HEAD.replace('experiment = "doors.dev"', f'experiment = "{name}"')
    assert f"there is no script {folder / name}; available: " in refusal(text, folder)


def test_a_wrong_reply_that_could_say_several_things_says_which(folder: Path) -> None:
    """Experts are asked for it there and nowhere else."""
    assert refusal(HEAD + reply("seen", "door", "x", "wrong"), folder) == (
        "my.toml, line 16: `wrong` does not determine what the reply says; write it: "
        'said = ["red"], or one of both, neither, cannot tell, other, refuses, no answer'
    )


def test_a_script_with_errors_is_no_ground_for_gold(folder: Path) -> None:
    """It says which command lists them."""
    (folder / "doors.dev").write_text("experiment\n", encoding="utf-8")
    path = folder / "doors.dev"
    assert refusal(HEAD, folder) == (
        f"my.toml, line 8: the script {path} has errors: `devrun check {path}` lists them"
    )


FREE = """\
format = 1
coded_by = "construction"

[[transcript]]
name = "pilot 3"
use = "training"
lrs = 4
reason = "One of two is half."

[[transcript.line]]
story = "story 1 of 2"

[[transcript.line]]
told = "Ann has a ball."

[[transcript.line]]
asked = "Where is it?"
candidates = ["tin", "box"]
guidance = "What is asserted at the end counts."
reply = "In the tin, perhaps."
code = "half, hedged"
said = "tin"
reason = "Perhaps."

[[transcript.line]]
story = "story 2 of 2"

[[transcript.line]]
asked = "Is it red?"
kind = "control"
candidates = ["yes", "no"]
reply = ""
code = "wrong, refusal"
said = "no answer"
reason = "It says nothing."
"""


def test_a_transcript_given_line_by_line_is_an_item_like_any_other(folder: Path) -> None:
    """For replies of models in a pilot, whose script may be gone."""
    (whole,) = items(FREE, folder, View.RUBRIC).of(Phase.TRAINING)
    guidance = ("What is asserted at the end counts.",)
    assert whole.item.lines == (
        Line(LineKind.STORY, "story 1 of 2"),
        Line(LineKind.TOLD, "Ann has a ball."),
        Line(LineKind.TOLD, "Where is it?", 1),
        Line(LineKind.REPLY, "In the tin, perhaps.", 1),
        Line(LineKind.STORY, "story 2 of 2"),
        Line(LineKind.TOLD, "Is it red?", 2),
        Line(LineKind.REPLY, "(no words came)", 2),
    )
    assert whole.item.questions == (
        PacketQuestion(1, "test", "Where is it?", 1, guidance=guidance),
        PacketQuestion(2, "control", "Is it red?", 2, own_story=False),
    )
    marks = (
        GoldMark(1, "half", ("hedged",), ("tin",), False, "Perhaps."),
        GoldMark(2, "wrong", ("refusal",), ("it does not answer",), True, "It says nothing."),
    )
    assert (whole.gold.marks, whole.gold.lrs, whole.gold.reason) == (
        marks,
        4,
        "One of two is half.",
    )
    first, second = items(FREE, folder, View.CONTENT).of(Phase.TRAINING)
    assert first.item.lines == (
        Line(LineKind.TOLD, "Where is it?", 1),
        Line(LineKind.REPLY, "In the tin, perhaps.", 1),
    )
    assert sorted(first.item.questions[0].candidates) == ["box", "tin"]
    assert first.story[:2] == whole.item.lines[:2]
    assert [one.gold.marks[0].mark for one in (first, second)] == ["half", "wrong"]
    assert second.gold.lrs is None
