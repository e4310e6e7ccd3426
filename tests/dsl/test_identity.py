"""Identity: each kind of edit changes exactly the hash it should."""

import subprocess
import sys
from fractions import Fraction

import pytest
from builder_kit import (
    any_of,
    ask,
    at,
    checkered,
    conditions,
    counterbalance,
    experiment,
    let,
    machine_key,
    say,
    separately,
    slot,
    versions,
    when,
    words,
)

from dsl.expanding.steps_within import steps_within
from dsl.experiment import (
    ALWAYS,
    Case,
    Contrast,
    ContrastLine,
    Design,
    Experiment,
    ForEach,
    Guidance,
    IfFailed,
    Level,
    MachineAsk,
    MachineRule,
    Order,
    Permutation,
    QuestionStep,
    Rating,
    Reference,
    Scorer,
    Scripted,
    Slot,
    Step,
    Table,
    Word,
)
from dsl.identity import procedure_hash, rubric_hash, trial_key
from dsl.projections import digest
from dsl.record import replace
from dsl.tree import QuestionKind
from dsl.trial import Cell
from tests.work import calls

Edit = tuple[str, Experiment]


def base() -> Experiment:
    """An experiment with one of everything."""
    return experiment(
        say("Here is {a toy}."),
        say(words("{weather}", lets={"weather"})),
        ForEach(
            Order.SHUFFLED, "trials", (say(words("{thing}", columns={"thing"})),), "rows of trials"
        ),
        ForEach(
            Order.FIXED, "checkered", (say(words("{things}", columns={"things"})),), "rows of c"
        ),
        when(at(need="given"), Scripted(("Yes.",))),
        separately(
            ask(
                "belief", "Where?", says=("Now.",), choices=("{box}", "{basket}"),
                order=Order.ROTATED, answer=any_of("{box}"), wrong=("{basket}",),
            ),
            ask("works", answer=machine_key(MachineAsk.WORKS)),
            ask("own", answer=any_of(words("{judge}", lets={"judge"}), "{verdict}")),
            ask("gate", kind=QuestionKind.CONTROL, answer=any_of("yes")),
        ),
        slots=(
            slot("toy", "drum", "kite"), slot("box", Word("jar", also=("pot",)), "tin"),
            slot("basket", "bag", "net"), slot("verdict", "fine", "good"),
            slot("green"), slot("brown"), slot("grey"), slot("unused", "x"),
        ),
        lets=(
            let("weather", (at(story="a"), words("Sun.")), (at(story="b"), words("Rain."))),
            let("judge", words("judged")),
            let("idle", words("nothing")),
        ),
        tables=(
            Table("trials", ("thing",), ((("one",),), (("two",),))),
            Table("idle", ("other",), ((("x",),),)),
        ),
        machines=(checkered(),),
        factors=(
            conditions("need", "given", "not given"),
            versions("story", "a", "b"),
            versions("evidence", "conjunctive", "disjunctive"),
            counterbalance("side", swap=("box", "basket")),
        ),
        design=Design(different=(("box", "basket"),)),
        title="Everything",
    )  # fmt: skip


def edit_steps(one: Experiment, *changed: Step) -> Experiment:
    """The experiment with its first steps replaced."""
    return replace(one, steps=(*changed, *one.steps[len(changed) :]))


def edit_question(one: Experiment, which: str, /, **fields: object) -> Experiment:
    """The experiment with fields of one question in the fork replaced."""
    fork = one.steps[-1]
    branches = tuple(
        (replace(b[0], **fields),) if isinstance(b[0], QuestionStep) and b[0].name == which else b
        for b in fork.branches  # type: ignore[union-attr]
    )
    return replace(one, steps=(*one.steps[:-1], replace(fork, branches=branches)))  # type: ignore[arg-type]


def question(one: Experiment, name: str) -> QuestionStep:
    """A question by its name."""
    return next(
        s for s in steps_within(one.steps) if isinstance(s, QuestionStep) and s.name == name
    )


def edit_rubric(one: Experiment, name: str, **fields: object) -> Experiment:
    """The experiment with fields of one rubric replaced."""
    rubric = replace(question(one, name).rubric, **fields)  # type: ignore[arg-type]
    return edit_question(one, name, rubric=rubric)


def edit_slot(one: Experiment, name: str, **fields: object) -> Experiment:
    """The experiment with fields of one slot replaced."""
    slots = tuple(replace(s, **fields) if s.name == name else s for s in one.slots)  # type: ignore[arg-type]
    return replace(one, slots=slots)


def edit_let(one: Experiment, name: str, text: str) -> Experiment:
    """The experiment with other words in one let."""
    lets = tuple(let(name, text) if old.name == name else old for old in one.lets)
    return replace(one, lets=lets)


def edit_machine(one: Experiment, **fields: object) -> Experiment:
    """The experiment with fields of its machine replaced."""
    return replace(one, machines=(replace(one.machines[0], **fields),))  # type: ignore[arg-type]


def edit_factor(one: Experiment, place: int, **fields: object) -> Experiment:
    """The experiment with fields of one factor replaced."""
    factors = list(one.factors)
    factors[place] = replace(factors[place], **fields)  # type: ignore[arg-type]
    return replace(one, factors=tuple(factors))


def edit_design(one: Experiment, **fields: object) -> Experiment:
    """The experiment with fields of its design replaced."""
    return replace(one, design=replace(one.design, **fields))  # type: ignore[arg-type]


ONE = base()
TOY: Slot = ONE.slots[0]
DRUM_ALSO = (Word("drum", also=("tambour",)), Word("kite"))
FIXED_ROWS = replace(ONE.steps[2], order=Order.FIXED)  # type: ignore[type-var]
HINT = (Guidance("", (Case(ALWAYS, ("Hm.",)),)),)
CONTRAST = Contrast("c", (ContrastLine("belief", "story", ("a", "b")),))
HALF_WORTH = (Level("a"), Level("b", Fraction(1, 2)))
NEITHER: list[Edit] = [
    ("a note", replace(ONE, notes=("A note.",))),
    ("the paper", replace(ONE, meta=(("paper", "Somebody (1999)."),))),
    ("a reference", replace(ONE, references=(Reference("LaMDA", "3", "LRS", ALWAYS, "x"),))),
    ("the file's name", replace(ONE, file="other.dev")),
    ("runs", edit_design(ONE, runs=20)),
    ("samples", edit_design(ONE, samples=3)),
    ("the seed, which is in the trial's key", edit_design(ONE, seed=7)),
    ("wordings, which are in the cell", edit_design(ONE, wordings=("original", "permuted"))),
    ("a let that nobody uses", edit_let(ONE, "idle", "something")),
    ("a table that nobody tells", replace(ONE, tables=ONE.tables[:1])),
    ("a slot that nobody uses", edit_slot(ONE, "unused", values=(Word("y"),))),
    ("the also of a word that is no key", edit_slot(ONE, "toy", values=DRUM_ALSO)),
    ("how text is cut into pieces", edit_steps(ONE, say(("Here ", "is ", *words("{a toy}."))))),
]  # fmt: skip
PROCEDURE: list[Edit] = [
    ("the title", replace(ONE, title="Something else")),
    ("a word of the story", edit_steps(ONE, say("There is {a toy}."))),
    ("an article", edit_steps(ONE, say("Here is {toy}."))),
    ("a guard", edit_steps(ONE, say((at(story="a"), words("Here is {a toy}."))))),
    ("a scripted reply", replace(ONE, steps=(*ONE.steps[:4], Scripted(("No.",)), ONE.steps[5]))),
    ("a let that is told", edit_let(ONE, "weather", "Snow.")),
    ("a row", replace(ONE, tables=(Table("trials", ("thing",), ((("one",),),)), ONE.tables[1]))),
    ("the order of rows", replace(ONE, steps=(*ONE.steps[:2], FIXED_ROWS, *ONE.steps[3:]))),
    ("a value", edit_slot(ONE, "toy", values=(Word("drum"), Word("lute")))),
    ("the order of values", edit_slot(ONE, "toy", values=TOY.values[::-1])),
    ("a plural", edit_slot(ONE, "toy", original=Word("toy", plural="toyen"))),
    ("a pronoun", edit_slot(ONE, "toy", original=Word("toy", pronoun="she"))),
    ("an article beside a word", edit_slot(ONE, "toy", original=Word("toy", article="an"))),
    ("a level's name", edit_factor(ONE, 1, levels=(Level("a"), Level("c")))),
    ("a factor's kind", edit_factor(ONE, 0, kind=ONE.factors[1].kind)),
    ("a swap", edit_factor(ONE, 3, swap=())),
    ("the permutation", edit_design(ONE, permutation=Permutation.RANDOM)),
    ("different", edit_design(ONE, different=())),
    ("together", edit_design(ONE, together=(("toy", "box"),))),
    ("the words of a question", edit_question(ONE, "belief", forms=ask("belief", "Eh?").forms)),
    ("what a question says", edit_question(ONE, "belief", says=())),
    ("choices", edit_question(ONE, "belief", choices=(Case(ALWAYS, (words("{box}"),)),))),
    ("the order of choices", edit_question(ONE, "belief", order=Order.SHUFFLED)),
    ("a rating", edit_question(ONE, "belief", rating=Rating(1, 5))),
    ("what was shown of a machine", edit_machine(ONE, shown=(Case(ALWAYS, (("green",),)),))),
    (
        "what a machine needs",
        edit_machine(ONE, needs=(Case(ALWAYS, (MachineRule.ANY, ("green",))),)),
    ),
    ("what is said when a machine works", edit_machine(ONE, works=("On.",))),
    ("a new question", replace(ONE, steps=(ask("new"), *ONE.steps))),
]  # fmt: skip
RUBRIC: list[Edit] = [
    ("an answer", edit_rubric(ONE, "belief", answer=((Case(ALWAYS, any_of("{basket}")),),))),
    ("a lure", edit_rubric(ONE, "belief", wrong=((Case(ALWAYS, (("shed",),)),),))),
    ("what is half right", edit_rubric(ONE, "belief", half=((Case(ALWAYS, (("either",),)),),))),
    ("worth", edit_rubric(ONE, "belief", worth=Fraction(2))),
    ("a gate", edit_rubric(ONE, "gate", if_failed=IfFailed.EXCLUDE)),
    ("what a gate guards", edit_rubric(ONE, "gate", guards=("belief",))),
    ("the scorer", edit_rubric(ONE, "belief", scorer=Scorer.CODERS)),
    ("a note for coders", edit_rubric(ONE, "belief", guidance=HINT)),
    ("what is kept", edit_question(ONE, "belief", keep="guess")),
    ("the coding guide", replace(ONE, guide=((5, ("All right.",)),))),
    ("a contrast", edit_design(ONE, contrasts=(CONTRAST,))),
    ("scoring", edit_design(ONE, scoring="accuracy")),
    ("what a version is worth", edit_factor(ONE, 1, levels=HALF_WORTH)),
    ("the also of a key", edit_slot(ONE, "box", values=(Word("jar", also=("urn",)), Word("tin")))),
    ("a let that only judges", edit_let(ONE, "judge", "sentenced")),
    ("a word that only judges", edit_slot(ONE, "verdict", values=(Word("bad"), Word("good")))),
    ("the rules to consider", edit_machine(ONE, rules=(MachineRule.ALL,))),
]  # fmt: skip
BOTH: list[Edit] = [
    ("the kind of a question", edit_question(ONE, "gate", kind=QuestionKind.TEST)),
    ("the name of a question", edit_question(ONE, "gate", name="door")),
    ("that it is asked by likelihood", edit_rubric(ONE, "belief", scorer=Scorer.LIKELIHOOD)),
]


def changed(one: Experiment) -> tuple[bool, bool]:
    """Whether the procedure's and the rubric's hash are others than those of the base."""
    return (procedure_hash(one) != procedure_hash(ONE), rubric_hash(one) != rubric_hash(ONE))


@pytest.mark.parametrize(("what", "edited"), NEITHER, ids=[w for w, _ in NEITHER])
def test_what_neither_sends_nor_judges_changes_nothing(what: str, edited: Experiment) -> None:
    assert edited != ONE, what
    assert changed(edited) == (False, False)


@pytest.mark.parametrize(("what", "edited"), PROCEDURE, ids=[w for w, _ in PROCEDURE])
def test_what_is_sent_changes_the_procedure(what: str, edited: Experiment) -> None:
    procedure, rubric = changed(edited)
    assert procedure, what
    assert not rubric or what == "a new question"


@pytest.mark.parametrize(("what", "edited"), RUBRIC, ids=[w for w, _ in RUBRIC])
def test_what_only_judges_changes_the_rubric(what: str, edited: Experiment) -> None:
    assert changed(edited) == (False, True), what


@pytest.mark.parametrize(("what", "edited"), BOTH, ids=[w for w, _ in BOTH])
def test_what_does_both_changes_both(what: str, edited: Experiment) -> None:
    assert changed(edited) == (True, True), what


def test_a_machine_that_is_only_asked_about_belongs_to_the_rubric() -> None:
    silent = replace(ONE, steps=(*ONE.steps[:3], *ONE.steps[4:]))
    edited = edit_machine(silent, needs=(Case(ALWAYS, (MachineRule.ANY, ("green",))),))
    assert procedure_hash(edited) == procedure_hash(silent)
    assert rubric_hash(edited) != rubric_hash(silent)


def test_every_combination_hangs_on_every_pool() -> None:
    crossed = edit_design(ONE, permutation=Permutation.EVERY_COMBINATION)
    edited = edit_slot(crossed, "unused", values=(Word("x"), Word("y")))
    assert procedure_hash(edited) != procedure_hash(crossed)


def test_a_trials_key_hangs_on_each_of_its_parts() -> None:
    cell = Cell((("need", "given"),), "permuted")
    parts: list[tuple[str, Cell, int, int, int, str]] = [
        ("p", cell, 1, 1, 1, "sim/child"),
        ("q", cell, 1, 1, 1, "sim/child"),
        ("p", Cell((("need", "not given"),), "permuted"), 1, 1, 1, "sim/child"),
        ("p", Cell((("need", "given"),), "original"), 1, 1, 1, "sim/child"),
        ("p", cell, 2, 1, 1, "sim/child"),
        ("p", cell, 1, 2, 1, "sim/child"),
        ("p", cell, 1, 1, 2, "sim/child"),
        ("p", cell, 1, 1, 1, "sim/oracle"),
    ]
    assert len({trial_key(*one) for one in parts}) == len(parts)
    assert trial_key(*parts[0]) == trial_key(*parts[0])


def test_a_trials_key_is_the_digest_of_its_parts_in_their_order() -> None:
    cell = Cell((("need", 'what is "given"'), ("who", "\ud83d")), "permuted")
    parts = ["p", cell.levels, "permuted", 12, 3, 2**70, "q"]
    assert trial_key("p", cell, 12, 3, 2**70, "q") == digest("devrun:trial:1", parts)
    alone = ["p", (), "original", 1, 1, 0, "q"]
    assert trial_key("p", Cell((), "original"), 1, 1, 0, "q") == digest("devrun:trial:1", alone)


def test_a_trials_key_is_little_work() -> None:
    """A hundred thousand of them take two seconds."""
    cell = Cell((("need", "given"),), "permuted")
    trial_key("p" * 64, cell, 1, 1, 1985, "q" * 64)
    assert calls(lambda: trial_key("p" * 64, cell, 2, 1, 1985, "q" * 64)) < 60


def test_hashes_are_the_same_in_another_process_with_other_hash_seeds() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_identity import ONE, procedure_hash, rubric_hash\n"
        "print(procedure_hash(ONE), rubric_hash(ONE))"
    )
    here = __file__.rpartition("test_identity.py")[0]
    for seed in ("0", "4711"):
        run = subprocess.run(
            [sys.executable, "-c", program, here],
            capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert run.stdout.split() == [procedure_hash(ONE), rubric_hash(ONE)]
