"""Expansion: whole trials, read as a participant would."""

from fractions import Fraction

import pytest
from builder_kit import (
    always,
    any_of,
    ask,
    at,
    checkered,
    conditions,
    counterbalance,
    experiment,
    form,
    let,
    machine_key,
    say,
    separately,
    slot,
    unless,
    versions,
    when,
    words,
)

from dsl.expand import Expander, cells, chosen_cells
from dsl.experiment import (
    Case,
    ClauseTemplate,
    Design,
    Experiment,
    ForEach,
    ForkStep,
    Form,
    Guidance,
    InOrder,
    Level,
    Listen,
    MachineAsk,
    Order,
    Quantity,
    Repeat,
    Rubric,
    Scorer,
    Scripted,
    System,
    Table,
    Word,
)
from dsl.tree import QuestionKind
from dsl.trial import Cell, Phrase, Trial, Turn, turns
from dsl.trial import Clause as KeyClause
from tests.expanded import expand, trials


def phrase(*wordings: str) -> Phrase:
    """A phrase and its wordings."""
    return Phrase(wordings[0], wordings)


def first(one: Experiment, cell: int = 0, draw: int = 1) -> Trial:
    """The first trial of a cell, in original wording unless the design says otherwise."""
    return expand(one, cells(one)[cell], draw=draw)


ORIGINAL = Design(wordings=("original",))


def sally_anne() -> Experiment:
    """The unexpected transfer, with a twin, two copies of the conversation, and two balances."""
    return experiment(
        say(words("{Sally} has {a marble}. In the room: {furniture}.", lets={"furniture"})),
        say(words("{absence}", lets={"absence"})),
        separately(
            ask(
                "belief",
                forms=(
                    form("look", "Where will {Sally} look?"),
                    form("think", "Where does {they/Sally} think it is?"),
                ),
                answer=(
                    (at(story="moved"), any_of("{basket}")),
                    (at(story="watched"), any_of("{box}")),
                ),
                wrong=("{basket}", "{box}"),
            ),
            ask("reality", "Where is it?", kind=QuestionKind.CONTROL, answer=any_of("{box}")),
        ),
        slots=(
            slot("Sally", "Rose", "Tariq", kind="people", original=Word("Sally", pronoun="she")),
            slot("marble", "acorn", "shell"),
            slot("basket", "drawer", "tin"),
            slot("box", "jar", Word("chest", also=("coffer",))),
        ),
        lets=(
            let(
                "furniture",
                (at(mention="start first"), words("{a basket} and {a box}")),
                (at(mention="end first"), words("{a box} and {a basket}")),
            ),
            let(
                "absence",
                (at(story="moved"), words("It is moved in {their/Sally} absence.")),
                (at(story="watched"), words("{They/Sally} sees it moved.")),
            ),
        ),
        factors=(
            versions("story", "moved", Level("watched", Fraction(2))),
            counterbalance("side", swap=("basket", "box")),
            counterbalance("mention", "start first", "end first"),
        ),
        design=ORIGINAL,
        title="Sally-Anne",
    )


def test_a_trial_has_a_session_for_each_version_and_a_branch_for_each_form() -> None:
    one = sally_anne()
    expander = Expander(one)
    draw = next(
        n for n in range(1, 9)
        if expander.assignment.levels.at(n - 1) == (0, 1)
    )  # fmt: skip
    trial = expander.trial(cells(one)[0], draw=draw)
    assert trial.balance == (("side", "turned 0"), ("mention", "end first"))
    assert trial.words == (
        ("Sally", "Sally"), ("marble", "marble"), ("basket", "basket"), ("box", "box"),
    )  # fmt: skip
    assert [(s.version, s.own_story, s.worth) for s in trial.sessions] == [
        ("moved", True, Fraction(1)),
        ("watched", False, Fraction(2)),
    ]
    told = ("Sally has a marble. In the room: a box and a basket.", "It is moved in her absence.")
    found = turns(trial.sessions[0].nodes)
    assert [(t.place, t.says, t.question.text if t.question else "") for t in found] == [
        ("moved/test belief, look", told, "Where will Sally look?"),
        ("moved/test belief, think", told, "Where does she think it is?"),
        ("moved/control reality", told, "Where is it?"),
    ]
    (fork,) = trial.sessions[0].nodes
    assert not isinstance(fork, Turn)
    assert len(fork.branches) == 3
    belief = found[0].question
    assert belief is not None
    assert belief.key.answer == (KeyClause(Quantity.ANY, (phrase("basket"),)),)
    assert belief.key.wrong == (phrase("box"),)
    assert (belief.key.candidates, belief.key.right) == (2, 1)
    twin = turns(trial.sessions[1].nodes)[0]
    assert twin.says[1] == "She sees it moved."
    assert twin.question is not None
    assert twin.question.key.answer == (KeyClause(Quantity.ANY, (phrase("box"),)),)


def test_a_swap_moves_the_words_and_nothing_else() -> None:
    one = sally_anne()
    both = {first(one, draw=draw).balance[0][1]: first(one, draw=draw) for draw in (1, 2)}
    plain, turned = both["turned 0"], both["turned 1"]
    assert dict(plain.words)["basket"] == "basket"
    assert dict(turned.words)["basket"] == "box"
    assert dict(turned.words)["box"] == "basket"


def test_permuted_words_bring_their_own_forms_and_alsos() -> None:
    one = sally_anne()
    cell = Cell((), "permuted")
    seen = set()
    for draw in range(1, 9):
        trial = expand(one, cell, draw=draw)
        filled = dict(trial.words)
        control = turns(trial.sessions[0].nodes)[2].question
        assert control is not None
        (clause,) = control.key.answer
        seen.add(clause.phrases[0].accepted)
        assert clause.phrases[0].text == filled["box"]
        look = turns(trial.sessions[0].nodes)[0]
        article = "an acorn" if filled["marble"] == "acorn" else "a shell"
        assert f"{filled['Sally']} has {article}." in look.says[0]
        assert "her absence" in look.says[1]
    assert ("chest", "coffer") in seen
    assert seen <= {("chest", "coffer"), ("jar",), ("drawer",), ("tin",)}


def test_cells_are_the_product_of_conditions_and_wordings() -> None:
    one = experiment(
        factors=(
            conditions("need", "given", "not given"),
            versions("story", "a", "b"),
            conditions("form", "x", "y", "z"),
        ),
        design=Design(wordings=("original", "permuted")),
    )
    found = cells(one)
    assert len(found) == 12
    assert found[0] == Cell((("need", "given"), ("form", "x")), "original")
    assert found[1] == Cell((("need", "given"), ("form", "x")), "permuted")
    assert found[1].condition == "given, x"
    assert cells(experiment()) == (Cell((), "permuted"),)
    assert {c.wording for c in cells(one, wordings=("original",))} == {"original"}
    assert [
        c.condition for c in chosen_cells(one, wordings=("permuted",), only=("NOT  given", "x"))
    ] == ["not given, x"]
    assert len(chosen_cells(one, only=("x", "y"))) == 8


def test_trials_come_lazily_cell_by_cell() -> None:
    one = experiment(factors=(conditions("need", "a", "b"),), design=Design(runs=2, samples=2))
    order = [(t.cell.condition, t.draw, t.sample) for t in trials(one)]
    assert order == [
        ("a", 1, 1), ("a", 1, 2), ("a", 2, 1), ("a", 2, 2),
        ("b", 1, 1), ("b", 1, 2), ("b", 2, 1), ("b", 2, 2),
    ]  # fmt: skip
    assert len(list(trials(one, runs=3, samples=1, only=("b",)))) == 3
    endless = trials(one, runs=10**9)
    assert next(endless).draw == 1


def test_draws_and_samples_count_from_one() -> None:
    with pytest.raises(ValueError, match="draws and samples count from 1, not 0"):
        expand(experiment(), Cell((), "permuted"), draw=0)


def test_samples_of_a_draw_are_the_very_same_text() -> None:
    one = sally_anne()
    cell = Cell((), "permuted")
    a, b = expand(one, cell, draw=3, sample=1), expand(one, cell, draw=3, sample=2)
    assert a.sessions == b.sessions
    assert (a.sample, b.sample) == (1, 2)


def test_steps_become_turns_in_every_form() -> None:
    one = experiment(
        System("instructions", words("You are {a toy}.")),
        say("Hello."),
        Scripted(words("Good day.")),
        say(
            "One.",
        ),
        say((at(tone="odd"), words("Odd."))),
        Listen(),
        Repeat(2, (say("Again."), Listen())),
        when(at(tone="odd"), ask("oddness", "Odd?", kind=QuestionKind.RECORD)),
        ask("last", "Well?", says=("Now.",)),
        slots=(slot("toy"),),
        factors=(versions("tone", "plain", "odd"),),
        design=ORIGINAL,
    )
    plain, odd = first(one).sessions
    assert plain.system == ("You are a toy.",)
    assert [
        (type(n).__name__, getattr(n, "place", ""), getattr(n, "says", ())) for n in plain.nodes
    ] == [
        ("ScriptedTurn", "", ("Hello.",)),
        ("Turn", "plain/listen", ("One.",)),
        ("Turn", "plain/listen #2", ("Again.",)),
        ("Turn", "plain/listen #3", ("Again.",)),
        ("Turn", "plain/test last", ("Now.",)),
    ]
    assert [t.place for t in turns(odd.nodes)] == [
        "odd/listen", "odd/listen #2", "odd/listen #3", "odd/record oddness", "odd/test last",
    ]  # fmt: skip
    assert turns(odd.nodes)[0].says == ("One.", "Odd.")


def test_what_follows_a_fork_knows_nothing_of_it() -> None:
    one = experiment(
        say("Before."),
        ForkStep(
            (
                (ask("one"),),
                (say("A scene."), ask("two"), Listen()),
                (when(at(tone="odd"), ask("three")),),
                (when(at(tone="odd"), say("Only words.")),),
            )
        ),
        say("After."),
        ask("four"),
        factors=(versions("tone", "plain", "odd"),),
        design=ORIGINAL,
    )
    plain, odd = first(one).sessions
    assert [(t.place, t.says) for t in turns(plain.nodes)] == [
        ("plain/test one", ("Before.",)),
        ("plain/test two", ("Before.", "A scene.")),
        ("plain/listen", ()),
        ("plain/test four", ("Before.", "After.")),
    ]
    fork = odd.nodes[0]
    assert not isinstance(fork, Turn)
    assert [[getattr(n, "place", "") for n in b] for b in fork.branches] == [  # type: ignore[union-attr]
        ["odd/test one"], ["odd/test two", "odd/listen"], ["odd/test three"],
    ]  # fmt: skip


def test_a_fork_that_comes_to_nothing_is_dropped() -> None:
    one = experiment(
        say("Before."),
        separately(when(at(tone="never"), ask("one"))),
        ask("two"),
        factors=(versions("tone", "plain"),),
        design=ORIGINAL,
    )
    assert [type(n) for n in first(one).sessions[0].nodes] == [Turn]


def test_forms_in_one_conversation_are_turns_one_after_the_other() -> None:
    one = experiment(
        say("Story."),
        InOrder(
            Order.FIXED,
            ((ask("q", forms=(form("look", "Look?"), form("think", "Think?"))),),),
            "order of q",
        ),
        design=ORIGINAL,
    )
    assert [(t.place, t.says) for t in turns(first(one).sessions[0].nodes)] == [
        ("/test q, look", ("Story.",)),
        ("/test q, think", ()),
    ]


def test_a_form_without_words_here_is_not_asked_and_says_nothing() -> None:
    only_odd = Form("", (Case(at(tone="odd"), words("Odd?")),))
    one = experiment(
        ask("oddness", forms=(only_odd,), says=("Mind this.",)),
        ask("last"),
        factors=(versions("tone", "plain", "odd"),),
        design=ORIGINAL,
    )
    plain, odd = first(one).sessions
    assert [(t.place, t.says) for t in turns(plain.nodes)] == [("plain/test last", ())]
    assert [(t.place, t.says) for t in turns(odd.nodes)] == [
        ("odd/test oddness", ("Mind this.",)),
        ("odd/test last", ()),
    ]


def test_rows_of_tables_and_machines_are_shown() -> None:
    columns = {"thing", "outcome", "things"}
    one = experiment(
        ForEach(
            Order.FIXED, "trials",
            (say(words("{^thing}? {outcome}", columns=columns)),), "rows of trials",
        ),
        ForEach(
            Order.FIXED, "checkered",
            (say(words("{^things}: {outcome}", columns=columns)),), "rows of checkered",
        ),
        separately(
            ask("green", answer=machine_key(MachineAsk.PART, "green")),
            ask("brown", answer=machine_key(MachineAsk.PART, "brown")),
            ask("works", answer=machine_key(MachineAsk.WORKS)),
            ask("recall", answer=machine_key(MachineAsk.OUTCOME, "brown")),
        ),
        slots=(slot("green"), slot("brown"), slot("grey", original=Word("grey", also=("gray",)))),
        tables=(
            Table(
                "trials", ("thing", "outcome"),
                ((words("{a green}"), ("Yes.",)), (("x",), ("No.",))),
            ),
        ),
        machines=(checkered(),),
        factors=(versions("evidence", "conjunctive", "disjunctive"),),
        design=ORIGINAL,
    )  # fmt: skip
    con, dis = first(one).sessions
    told = turns(con.nodes)[0].says
    assert told == (
        "A green? Yes.",
        "X? No.",
        "Green: The light stays off.",
        "Brown: The light stays off.",
        "Grey: The light stays off.",
        "Green and brown: The light stays off.",
        "Brown and grey: The light stays off.",
        "Green and grey: The light comes on.",
    )
    keys = [t.question.key for t in turns(con.nodes) if t.question]
    assert [key.answer for key in keys] == [
        (KeyClause(Quantity.ANY, (phrase("yes"),)),),
        (KeyClause(Quantity.ANY, (phrase("no"),)),),
        (
            KeyClause(Quantity.ALL, (phrase("green"), phrase("grey", "gray"))),
            KeyClause(Quantity.NONE, (phrase("brown"),)),
        ),
        (KeyClause(Quantity.ANY, (phrase("The light stays off."),)),),
    ]
    assert [key.wrong for key in keys] == [
        (phrase("no"),),
        (phrase("yes"),),
        (phrase("brown"),),
        (phrase("The light comes on."),),
    ]
    assert [(key.candidates, key.right) for key in keys] == [(2, 1), (2, 1), (7, 1), (2, 1)]
    works = turns(dis.nodes)[2].question
    assert works is not None
    assert works.key.answer == (
        KeyClause(Quantity.ALL, (phrase("grey", "gray"),)),
        KeyClause(Quantity.NONE, (phrase("green"), phrase("brown"))),
    )


def test_what_the_evidence_leaves_open_cannot_be_known() -> None:
    machine = checkered()
    sparse = type(machine)(
        machine.name, machine.works, machine.fails, machine.rules, machine.needs,
        always((("brown",), ("green", "grey"))),  # type: ignore[arg-type]
    )  # fmt: skip
    one = experiment(
        separately(
            ask("green", answer=machine_key(MachineAsk.PART, "green")),
            ask("works", answer=machine_key(MachineAsk.WORKS)),
            ask("alone", answer=machine_key(MachineAsk.OUTCOME, "green")),
        ),
        slots=(
            slot("green"), slot("brown"), slot("grey"),
            slot("cannot tell", kind="phrases",
                 original=Word("I cannot tell", also=("no way of knowing",))),
        ),
        machines=(sparse,),
        factors=(versions("evidence", "conjunctive"),),
        design=ORIGINAL,
    )  # fmt: skip
    keys = [t.question.key for t in turns(first(one).sessions[0].nodes) if t.question]
    cannot = phrase("I cannot tell", "no way of knowing")
    assert keys[0].answer == (KeyClause(Quantity.ANY, (cannot,)),)
    assert keys[0].wrong == (phrase("yes"), phrase("no"))
    assert (keys[0].candidates, keys[0].right) == (3, 1)
    assert keys[1].answer[0] == KeyClause(Quantity.ALL, (phrase("green"), phrase("grey")))
    assert keys[2].answer == (KeyClause(Quantity.ANY, (cannot,)),)
    assert (keys[2].candidates, keys[2].right) == (3, 1)


def test_several_smallest_sets_are_alternatives() -> None:
    machine = checkered()
    from dsl.experiment import ALWAYS, MachineRule

    either = type(machine)(
        machine.name, machine.works, machine.fails, machine.rules,
        (Case(ALWAYS, (MachineRule.ANY, ("green", "grey"))),), machine.shown,
    )  # fmt: skip
    one = experiment(
        ask("works", answer=machine_key(MachineAsk.WORKS)),
        slots=(slot("green"), slot("brown"), slot("grey")),
        machines=(either,),
        design=ORIGINAL,
    )
    (turn,) = turns(first(one).sessions[0].nodes)
    assert turn.question is not None
    key = turn.question.key
    assert key.answer == ()
    assert key.alternatives == (
        (
            KeyClause(Quantity.ALL, (phrase("green"),)),
            KeyClause(Quantity.NONE, (phrase("brown"), phrase("grey"))),
        ),
        (
            KeyClause(Quantity.ALL, (phrase("grey"),)),
            KeyClause(Quantity.NONE, (phrase("green"), phrase("brown"))),
        ),
    )
    assert key.wrong == (phrase("brown"),)
    assert (key.candidates, key.right) == (7, 2)


def test_a_key_can_be_what_was_kept_and_coders_get_their_words() -> None:
    lure = words("{toy}")
    rubric = Rubric(
        answer=(
            (Case(unless(), ClauseTemplate(Quantity.ANY, (words("{guess}", kept={"guess"}),))),),
        ),
        wrong=((Case(unless(), (lure, words("{toy}"), words("{guess}", kept={"guess"}))),),),
        half=((Case(unless(), (words("a {toy} or so"),)),), (Case(at(x="never"), (lure,)),)),
        scorer=Scorer.CODERS,
        guidance=(
            Guidance("right", (Case(unless(), words("It is {guess}.", kept={"guess"})),)),
            Guidance("", (Case(unless(), words("Be kind about the {toy}.")),)),
            Guidance("wrong", (Case(unless(), words("No.")),), at(x="never")),
        ),
    )
    one = experiment(ask("q", rubric=rubric), slots=(slot("toy"),), design=ORIGINAL)
    (turn,) = turns(first(one).sessions[0].nodes)
    assert turn.question is not None
    key = turn.question.key
    assert key.answer == (KeyClause(Quantity.ANY, (), ("guess",)),)
    assert (key.wrong, key.wrong_kept) == ((phrase("toy"),), ("guess",))
    assert key.half == (phrase("a toy or so"),)
    assert key.examples == (("right", "It is [guess]."),)
    assert key.coders == ("Be kind about the toy.",)
    assert (key.candidates, key.right) == (0, 0)


def test_lures_lose_what_is_right_in_any_wording() -> None:
    one = experiment(
        ask(
            "q",
            answer=any_of("{toy}", "yes"),
            wrong=("{toy}", "BONGO", "yes", "lute", "Lute"),
        ),
        slots=(slot("toy", original=Word("drum", also=("bongo",))),),
        design=ORIGINAL,
    )
    (turn,) = turns(first(one).sessions[0].nodes)
    assert turn.question is not None
    assert turn.question.key.wrong == (phrase("lute"),)
    assert (turn.question.key.candidates, turn.question.key.right) == (3, 2)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (ask("q", answer=any_of("yes")), (2, 1)),
        (ask("q", answer=any_of("red")), (0, 0)),
        (ask("q"), (0, 0)),
        (ask("q", choices=("a", "b", "c"), answer=any_of("B")), (3, 1)),
        (ask("q", choices=("a", "b", "c"), answer=any_of("a", "b")), (3, 2)),
        (ask("q", choices=("a", "b", "c")), (3, 0)),
        (ask("q", choices=("a", "b", "c"), answer=any_of("a", quantity=Quantity.NONE)), (3, 2)),
        (ask("q", choices=("a", "b"), answer=any_of("a", "b", quantity=Quantity.ALL)), (3, 1)),
        (ask("q", answer=any_of("a", "b", quantity=Quantity.ALL), wrong=("c",)), (2, 1)),
        (
            ask("q", rubric=Rubric(((Case(unless(), any_of("two")),),), scorer=Scorer.NUMBER)),
            (0, 0),
        ),
    ],
)
def test_the_odds_of_a_guess_are_counted(question: object, expected: tuple[int, int]) -> None:
    one = experiment(question, design=ORIGINAL)  # type: ignore[arg-type]
    (turn,) = turns(first(one).sessions[0].nodes)
    assert turn.question is not None
    assert (turn.question.key.candidates, turn.question.key.right) == expected
