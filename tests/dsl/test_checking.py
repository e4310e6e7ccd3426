"""From a tree to an experiment: what names mean, what words become, and when statements hold."""

import random
import re
from pathlib import Path

import pytest

from dsl.diagnostic import Severity
from dsl.experiment import (
    ALWAYS,
    Article,
    Case,
    Either,
    Experiment,
    ForkStep,
    Grammar,
    Guard,
    MachineRule,
    Pronoun,
    Quantity,
    QuestionStep,
    Say,
    Template,
    Use,
    UseKind,
)
from dsl.loading import check_text
from tests.expanded import experiment_in

SCRIPTS = Path(__file__).parent / "scripts"
LATER = {"cogbench_waves.dev"}
"""A script with statements of a later version."""
TORTURE = "prose_torture.dev"
SOUND = sorted(p for p in SCRIPTS.glob("*.dev") if p.name not in {*LATER, TORTURE})

POOLS = """
people
    Sally (she): Rose, Mia
    Anne (she): Nora, Leila

words
    blicket (plural blickets): snogav, plimpot

places
    basket: drawer, crate
    box: jar, chest
"""


def checked(body: str, pools: str = POOLS) -> Experiment:
    """A script that has to be sound."""
    loaded = check_text(f"experiment Demo\n{pools}\n{body}", "demo.dev")
    assert [f.message() for f in loaded.faults if f.severity is Severity.ERROR] == []
    return experiment_in(loaded)


def said(words: str) -> Template:
    """How the words of a `say` are resolved."""
    experiment = checked(
        f"procedure\n    say: {words}\n"
        "    test place\n        ask: Where?\n        answer: {box}\n"
    )
    first = experiment.steps[0]
    assert isinstance(first, Say)
    return first.words[0].value


def codes(text: str) -> list[str]:
    """The codes of all faults of a whole script, in the order reported."""
    return [fault.code for fault in check_text(text, "demo.dev").faults]


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_the_example_scripts_are_sound(path: Path) -> None:
    """Not an error, not a warning: they are what a good script looks like. Conditions of published
    studies may share questions, which W634 says.
    """
    loaded = check_text(path.read_text(encoding="utf-8"), path.name, place=path)
    assert [fault.message() for fault in loaded.faults if fault.code != "W634"] == []
    assert loaded.experiment is not None


@pytest.mark.parametrize(
    ("brace", "piece"),
    [
        ("{Sally}", Use(UseKind.SLOT, "Sally")),
        ("{Sally's}", Use(UseKind.SLOT, "Sally", Grammar.POSSESSIVE)),
        ("{Sally’s}", Use(UseKind.SLOT, "Sally", Grammar.POSSESSIVE, apostrophe="’")),
        ("{Blicket}", Use(UseKind.SLOT, "blicket", capital=True)),
        ("{blickets}", Use(UseKind.SLOT, "blicket", Grammar.PLURAL)),
        ("{Blickets}", Use(UseKind.SLOT, "blicket", Grammar.PLURAL, capital=True)),
        ("{boxes}", Use(UseKind.SLOT, "box", Grammar.PLURAL)),
        ("{a basket}", Use(UseKind.SLOT, "basket", article=True)),
        ("{an  basket}", Use(UseKind.SLOT, "basket", article=True)),
        ("{A basket}", Use(UseKind.SLOT, "basket", article=True, capital=True)),
        (
            "{a basket's}",
            Use(UseKind.SLOT, "basket", Grammar.POSSESSIVE, article=True),
        ),
        ("{a}", Article()),
        ("{An}", Article(capital=True)),
        ("{them/Sally}", Pronoun("them", UseKind.SLOT, "Sally")),
        ("{Their/Sally}", Pronoun("their", UseKind.SLOT, "Sally", capital=True)),
        ("{she/Sally}", Pronoun("they", UseKind.SLOT, "Sally")),
        ("{himself/Sally}", Pronoun("themself", UseKind.SLOT, "Sally")),
        ("{cannot tell}", Use(UseKind.SLOT, "cannot tell")),
    ],
)
def test_a_brace_gives_a_form_of_a_word(brace: str, piece: object) -> None:
    """Every form of section 3 of the language, by how it is written."""
    assert said(f"So {brace} it is.") == ("So ", piece, " it is.")


def test_lines_of_prose_join_and_paragraphs_stay() -> None:
    """Lines join with a space, an empty line makes a paragraph, a deeper line keeps its place."""
    words = said("""One  two
        three.

        Four
          five
        six.""")
    assert words == ("One two three.\n\nFour\nfive\nsix.",)


def test_the_later_factor_wins_a_let() -> None:
    """A twin can override what a condition says: its case stands first."""
    experiment = checked("""
conditions material
    glass
        let stuff: glass
    wood
        let stuff: wood

versions story
    edited
    twin
        let stuff: paper

procedure
    say: It is made of {stuff}.
    say by story
        edited: One.
        twin: Two.
    test place
        ask: Where?
        answer: {box}
""")
    (let,) = experiment.lets
    assert let.cases == (
        Case(Guard((("story", ("twin",)),)), ("paper",)),
        Case(Guard((("material", ("glass",)),)), ("glass",)),
        Case(Guard((("material", ("wood",)),)), ("wood",)),
    )


BRANCHES = """
versions story
    moved
    back
    still

conditions room
    dark
    light

procedure
    say by room
        dark: Night.
        light: Day.
    when moved or back and dark
        say: {Anne} moves it.
    otherwise
        say: {Anne} waves.
    unless still
        say: {Anne} smiles.
    separately
        when moved
            test place
                ask own: Where?
                ask other: Where else?
                answer: {box}
        otherwise
            test place
                ask: Where?
                answer by room, story
                    dark and back: {box}
                    otherwise: {basket}
"""


def test_or_binds_tighter_than_and() -> None:
    """`A or B and C` is (A or B) and C; `otherwise` and `unless` exclude."""
    steps = checked(BRANCHES).steps
    when, unless = steps[1], steps[2]
    assert isinstance(when, Either)
    assert [branch.guard for branch in when.branches] == [
        Guard((("story", ("moved", "back")), ("room", ("dark",)))),
        ALWAYS,
    ]
    assert isinstance(unless, Either)
    assert unless.branches[0].guard == Guard((), (Guard((("story", ("still",)),)),))


def test_every_child_of_separately_is_a_branch_of_its_own() -> None:
    """Children of a `when` and the forms of a question each get a copy, under their guard."""
    fork = checked(BRANCHES).steps[3]
    assert isinstance(fork, ForkStep)
    found = []
    for branch in fork.branches:
        (either,) = branch
        assert isinstance(either, Either)
        (case,) = either.branches
        (question,) = case.value
        assert isinstance(question, QuestionStep)
        found.append((case.guard, [form.name for form in question.forms]))
    moved = Guard((("story", ("moved",)),))
    assert found == [
        (moved, ["own"]),
        (moved, ["other"]),
        (Guard((), (moved,)), [""]),
    ]


def test_a_question_keeps_what_is_sent_apart_from_what_judges() -> None:
    """Sally-Anne's test question, whole."""
    path = SCRIPTS / "sally_anne.dev"
    experiment = experiment_in(check_text(path.read_text(encoding="utf-8"), path.name))
    fork = experiment.steps[-1]
    assert isinstance(fork, ForkStep)
    (question,) = fork.branches[1]
    assert isinstance(question, QuestionStep)
    basket, box = Use(UseKind.SLOT, "basket"), Use(UseKind.SLOT, "box")
    (answer,) = question.rubric.answer
    assert [(case.guard.needs, case.value) for case in answer] == [
        (
            (("story", ("false belief", "not moved")),),
            type(answer[0].value)(Quantity.ANY, ((basket,),)),
        ),
        (
            (("story", ("watched", "moved back")),),
            type(answer[0].value)(Quantity.ANY, ((box,),)),
        ),
    ]
    assert question.rubric.wrong == ((Case(ALWAYS, ((basket,), (box,))),),)
    assert [note.mark for note in question.rubric.guidance] == ["right", "half", "wrong", ""]


def test_a_machine_states_its_evidence_by_levels() -> None:
    """Needs become cases, the first that holds to be taken."""
    path = SCRIPTS / "blicket_hypothesis.dev"
    experiment = experiment_in(check_text(path.read_text(encoding="utf-8"), path.name))
    checkered = experiment.machines[2]
    assert [case.value for case in checkered.needs] == [
        (MachineRule.TWO, ("green", "grey")),
        (MachineRule.ANY, ("grey",)),
    ]
    assert checkered.shown[0].value[3] == ("green", "brown")


def test_a_built_in_phrase_is_a_slot_only_where_it_is_used() -> None:
    """Its words are its own; a script can add what is accepted for it."""
    body = "procedure\n    test place\n        ask: Where?\n        answer: {cannot tell}\n"
    assert [s.original.text for s in checked(body, pools="").slots] == ["I cannot tell"]
    also = "phrases\n    cannot tell (also no way of knowing)\n"
    (slot,) = checked(body, pools=also).slots
    assert slot.original.text == "I cannot tell"
    assert slot.original.also == ("no way of knowing",)
    nothing = "procedure\n    test place\n        ask: Two and two?\n        answer: four\n"
    assert checked(nothing, pools="").slots == ()


def test_values_take_the_pronoun_of_their_original() -> None:
    """So a pool says it once; a value of its own gender says so."""
    experiment = checked(
        "procedure\n    test place\n        ask: Where is {Sally}?\n        answer: here\n",
        pools="people\n    Sally (she): Rose, Tom (he)\n",
    )
    (slot,) = experiment.slots
    assert [(word.text, word.pronoun) for word in slot.values] == [("Rose", "she"), ("Tom", "he")]


def test_all_faults_of_a_script_are_reported_at_once() -> None:
    """Unknown words, levels and factors in one script, each once."""
    text = (
        f"experiment Demo\n{POOLS}\n"
        + """
versions story
    moved
    still

procedure
    say: {Saly} comes.
    say by storry
        moved: {Anne} moves it.
        still: {Anne} waves.
    when mooved
        say: {a boks} is there.
    do nothing
    test place
        ask: Where?
        answer: {basket}
"""
    )
    assert codes(text) == ["E412", "E401", "E402", "E412", "E406"]


def test_a_fault_in_a_routine_is_reported_once_however_often_it_is_done() -> None:
    """Routines are put in place wherever they are done; their words stand in one place."""
    text = """experiment Demo

routine look
    say: Look at the {bx}.

procedure
    do look
    do look
    test place
        ask: Where?
        answer: here
"""
    assert codes(text) == ["E412"]


def test_a_routine_that_nobody_does_is_checked_too() -> None:
    """Otherwise its faults would appear on the day it is used."""
    text = """experiment Demo

routine look
    say: Look at the {bx}.

procedure
    test place
        ask: Where?
        answer: here
"""
    assert codes(text) == ["E412"]


def test_a_when_in_a_routine_holds_if_it_holds_anywhere() -> None:
    """A branch may be dead in one place and needed in another."""
    text = """experiment Demo

design
    scoring accuracy

versions story
    moved
    still

routine tell
    when moved
        say: It moves.
    otherwise
        say: It rests.

procedure
    when moved
        do tell
    otherwise
        do tell
    test place
        ask: Where?
        answer: here
"""
    assert codes(text) == []


def test_words_outside_braces_are_found_in_keys_and_plurals_but_not_in_numbers() -> None:
    """Whole words only, and the mended form keeps the capital."""
    text = """experiment Demo

things
    box: jar, chest

numbers
    two: three, four

procedure
    say: Boxes! {A box}, a boxer and two more: {two} in all.
    test place
        ask: Where?
        answer: box
"""
    faults = check_text(text, "demo.dev").faults
    assert [(f.code, f.span.line, f.help().split(";")[0]) for f in faults] == [
        ("E319", 10, "write `{Boxes}`"),
        ("E319", 13, "write `{box}`"),
    ]


def test_a_choice_is_compared_as_it_reads_in_every_cell() -> None:
    """The answer is a choice in one version and not in the other: the version is named."""
    text = """experiment Demo

versions story
    left
        let there: on the left
    right
        let there: on the right

procedure
    say: It is {there}.
    test place
        ask: Where?
        choices rotated:
            It is on the left
            It is in the middle
        answer: It is {there}
"""
    (fault,) = [f for f in check_text(text, "demo.dev").faults if f.severity is Severity.ERROR]
    assert fault.message() == "`It is on the right` is not one of the choices in `right`"
    assert fault.help() == "did you mean `It is on the left`?"


def test_warnings_wait_until_there_is_no_error() -> None:
    """An unknown name would make others look unused."""
    text = f"experiment Demo\n{POOLS}\nprocedure\n    test place\n        ask: {{Saly}}?\n"
    assert codes(text) == ["E554", "E412"]


def slips(text: str) -> list[tuple[int, str]]:
    """One letter too many in every brace and every label of a script, one script for each."""
    lines = text.split("\n")
    pattern = re.compile(
        r"\{(?P<brace>[^{}/]{3,})\}"
        r"|^ +(?:when|unless|do|for each shuffled row of) (?P<label>\w[\w -]*)$"
        r"|^ +(?:swap|rotate|different|together) (?P<group>\w[\w -]*)"
        r"|^ +[\w -]+ (?:by|across) (?P<factor>\w[\w -]*)$"
    )
    found = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("#"):
            continue
        for match in pattern.finditer(line):
            kind = match.lastgroup
            assert kind is not None
            at = match.start(kind) + 1
            slipped = f"{line[:at]}q{line[at:]}"
            changed = [*lines[: number - 1], slipped, *lines[number:]]
            found.append((number, "\n".join(changed)))
    return found


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
def test_one_slip_in_a_name_makes_one_message(path: Path) -> None:
    """On its own line, and nothing that follows from it is reported."""
    chosen = random.Random(path.name).sample
    all_slips = slips(path.read_text(encoding="utf-8"))
    for number, text in chosen(all_slips, min(12, len(all_slips))):
        faults = check_text(text, path.name, place=path).faults
        assert [fault.span.line for fault in faults] == [number], [f.message() for f in faults]
