"""Exploring a machine: what can be learnt, which words follow, and which keys."""

from fractions import Fraction
from itertools import combinations
from math import log2
from random import Random

import pytest

from coders.marks import marked
from coders.matcher import match
from coders.measures import AskedQuestions, read_reply, values
from coders.outcome import Status
from coders.reply_outcomes import reply_outcome
from dsl.expand import Expander, cells
from dsl.expanding.exploration import read_outcome, rule_space, spelt_outcome
from dsl.expanding.machines import Hypothesis, hypotheses
from dsl.experiment import Experiment, MachineRule
from dsl.identity import procedure_hash
from dsl.loading import check_text
from dsl.trial import Path, Question, Trial, turns
from dsl.ways.retelling import source_cells, told_path
from tests.coders.building import score
from tests.expanded import experiment_in

LAMP = """experiment Lamp
colours
    green: teal, plum
    grey: sand, olive
    brown: navy, violet
conditions control
    active
    yoked
    full
machine lamp
    offers: {green}, {grey}, {brown}
    outcomes: The lamp lights up. | The lamp stays dark.
    rules any of, two of
    needs two of: {green}, {grey}
procedure
    say: Here are {a green}, {a grey} and {a brown} block.
    when active
        explore lamp, BOUND
            ask: Which blocks do you put on the lamp? You may say "{done}".
            next: Which now?
            then
                tried: On it: {things}. {outcome}
                done: Good.
                unclear, ask again at most 1 time: Only blocks, please.
    when yoked
        retell lamp from active
            say: Tried: {things}. {outcome}
    when full
        retell lamp in full
            say: Tried: {things}. {outcome}
    separately
        test green
            ask: Is the {green} block needed?
            answer part of lamp: {green}
        test brown
            ask: Is the {brown} block needed?
            answer part of lamp: {brown}
"""

KINDS = tuple(MachineRule)


def expander(text: str = LAMP, bound: str = "at most 4 tries") -> Expander:
    """The script, explored within a bound."""
    return Expander(resolved(text.replace("BOUND", bound)))


def resolved(text: str) -> Experiment:
    """A script without errors."""
    return experiment_in(check_text(text, "lamp.dev"))


def path_of(*outcomes: str) -> Path:
    """Replies in the first session, with these outcomes."""
    found, asked, again = [], 0, 0
    for outcome in outcomes:
        name = "/explore lamp" if not asked else "/explore lamp, next"
        place = name if asked < 2 else f"{name} #{asked}"
        found.append(((0, f"{place}, again" if again else place), outcome))
        again = not again if outcome == "unclear" else 0
        asked += not again
    return tuple(found)


def said(trial: Trial) -> list[str]:
    """What is said in each turn of the conversation."""
    return [" / ".join(map(str, turn.says)) for turn in turns(trial.sessions[0].nodes)]


def keys(trial: Trial) -> dict[str, str]:
    """The right answer to each test."""
    return {
        q.name: q.key.answer[0].phrases[0].text for _, _, q in trial.asked() if q.attempt is None
    }


# ------------------------------------------------------------------------------ what can be learnt


def random_machine(rng: Random) -> tuple[tuple[MachineRule, ...], tuple[str, ...], Hypothesis]:
    """Kinds of rules, things, and a rule that is the truth."""
    rules = tuple(rng.sample(KINDS, rng.randint(1, 3)))
    if rules == (MachineRule.TWO,):
        rules = (MachineRule.ANY, MachineRule.TWO)
    things = tuple(f"thing {n}" for n in range(rng.randint(2, 5)))
    return rules, things, rng.choice(hypotheses(rules, things))


def test_sets_of_rules_are_what_going_through_them_gives() -> None:
    """On 1,000 random machines with random tries: the rules that fit, the information of each try,
    and that no other try has more than the best.
    """
    rng = Random(11)
    for _ in range(1_000):
        rules, things, truth = random_machine(rng)
        space = rule_space(rules, things)
        every = [c for n in range(1, len(things) + 1) for c in combinations(things, n)]
        tries = [(one, truth.works(one)) for one in rng.choices(every, k=rng.randint(0, 4))]
        fits = [h for h in hypotheses(rules, things) if all(h.works(t) == w for t, w in tries)]
        left = space.fitting(tries)
        assert space.of(left) == tuple(fits)

        def information(put: tuple[str, ...], fits: list[Hypothesis] = fits) -> float:
            works = sum(one.works(put) for one in fits) / len(fits)
            return -sum(p * log2(p) for p in (works, 1 - works) if p)

        most = max(map(information, every))
        best = space.best(left)
        assert (most == 0) == (best == ())
        if best:
            assert information(best) == pytest.approx(most)


def test_the_best_explorer_learns_all_there_is_to_learn() -> None:
    """With tries enough one rule is left, on every random machine: all of the bits."""
    rng = Random(7)
    for _ in range(300):
        rules, things, truth = random_machine(rng)
        space = rule_space(rules, things)
        tries = tuple(space.best_tries(truth, 2 ** len(things)))
        (left,) = space.of(space.fitting(tries))
        assert left.minimal() == truth.minimal()


def test_a_machine_of_twelve_things_is_gone_through() -> None:
    """The most that a machine can have."""
    things = tuple("abcdefghijkl")
    space = rule_space(KINDS, things)
    truth = Hypothesis(MachineRule.ALL, ("b", "k"))
    tries = tuple(space.best_tries(truth, 40))
    assert [one.minimal() for one in space.of(space.fitting(tries))] == [truth.minimal()]


def test_tries_are_kept_as_text() -> None:
    """Also none, which is no lost reply."""
    for tries in ((), (("green",),), (("green", "grey"), ("brown",))):
        assert read_outcome(spelt_outcome(tries)) == tries
        assert spelt_outcome(tries)


# ------------------------------------------------------------------------------ words and keys


def test_without_replies_the_trial_is_that_of_the_best_explorer() -> None:
    """Which ends as soon as one rule is left."""
    one = expander()
    trial = one.trial(cells(one.experiment)[0], draw=1)
    green, grey, brown = (dict(trial.words)[slot] for slot in ("green", "grey", "brown"))
    last = f"On it: {green} and {brown}. The lamp stays dark."
    assert said(trial)[1:] == [
        f"On it: {green}. The lamp stays dark.",
        f"On it: {green} and {grey}. The lamp lights up.",
        f"On it: {grey}. The lamp stays dark.",
        last,
        last,
    ]
    (came,) = trial.sessions[0].explorations
    assert came.left == came.best == (11, 7, 4, 2, 1)
    assert keys(trial) == {"green": "yes", "brown": "no"}


@pytest.mark.parametrize(
    ("outcomes", "ended", "tests"),
    [
        (("done",), "done", ("I cannot tell", "I cannot tell")),
        (("tried green, grey", "done"), "done", ("I cannot tell", "I cannot tell")),
        (
            ("tried green, grey", "tried green, brown", "tried grey, brown", "done"),
            "done",
            ("yes", "no"),
        ),
        (("tried brown", "unclear", "unclear"), "unclear", ("I cannot tell", "I cannot tell")),
        (("unclear", "tried brown", "done"), "done", ("I cannot tell", "I cannot tell")),
        (("tried brown",) * 4, "bound", ("I cannot tell", "I cannot tell")),
    ],
)
def test_keys_follow_from_what_this_participant_saw(
    outcomes: tuple[str, ...], ended: str, tests: tuple[str, str]
) -> None:
    """And the exploration ends by its own word, at its bound, or when nothing is named."""
    one = expander()
    cell = cells(one.experiment)[0]
    trial = one.trial(cell, draw=1, path=path_of(*outcomes))
    assert trial.path == path_of(*outcomes)
    assert tuple(keys(trial).values()) == tests
    (came,) = trial.sessions[0].explorations
    assert came.ended == ended
    assert len(came.tries) == sum(outcome.startswith("tried") for outcome in outcomes)


def test_everybody_makes_as_many_tries_where_nobody_may_end() -> None:
    """Nothing then says how to end, and the best explorer tries on."""
    text = LAMP.replace(' You may say "{done}".', "").replace("                done: Good.\n", "")
    one = expander(text, "6 tries")
    trial = one.trial(cells(one.experiment)[0], draw=1)
    (came,) = trial.sessions[0].explorations
    assert (len(came.tries), came.ended) == (6, "bound")
    question = turns(trial.sessions[0].nodes)[0].question
    assert question is not None
    assert [outcome for outcome, _ in question.outcomes] == ["tried", "unclear"]
    assert reply_outcome("I am done.", question) == "unclear"


def test_own_evidence_is_marked_as_an_enumeration_of_the_rules_marks_it() -> None:
    """On 1,000 random explorations: yes where every rule that fits has the thing, no where none
    has, else that one cannot tell.
    """
    rng = Random(23)
    one = expander(bound="at most 6 tries")
    cell = cells(one.experiment)[0]
    slots = ("green", "grey", "brown")
    subsets = [c for n in (1, 2, 3) for c in combinations(slots, n)]
    rules = [("any", set(s)) for s in subsets] + [("two", set(s)) for s in subsets if len(s) > 1]
    for _ in range(1_000):
        tries = [rng.choice(subsets) for _ in range(rng.randint(0, 5))]
        outcomes = [f"tried {', '.join(things)}" for things in tries]
        trial = one.trial(cell, draw=1, path=path_of(*outcomes, "done"))
        fits = [
            things
            for kind, things in rules
            if all(
                (len(things & set(put)) >= (1 if kind == "any" else 2))
                == ({"green", "grey"} <= set(put))
                for put in tries
            )
        ]
        for name in ("green", "brown"):
            has = {name in things for things in fits}
            right = {(True,): "yes", (False,): "no"}.get(tuple(has), "I cannot tell")
            assert keys(trial)[name] == right, tries


def test_a_yoked_trial_says_what_the_other_of_its_draw_tried() -> None:
    """In its own words, and with the same keys; where the other tried nothing, nothing."""
    one = expander()
    active, yoked, _ = cells(one.experiment)
    assert source_cells(one.experiment, yoked) == (active,)
    assert source_cells(one.experiment, active) == ()
    for outcomes, words in (
        (("tried grey, brown", "tried brown", "done"), "Tried: {} and {}. The lamp stays dark."),
        (("done",), ""),
    ):
        taken = one.trial(active, draw=1, path=path_of(*outcomes))
        told = told_path(one.trial(yoked, draw=1), {active: taken})
        trial = one.trial(yoked, draw=1, path=told)
        assert trial.path == told
        drawn = dict(trial.words)
        assert words.format(drawn["grey"], drawn["brown"]) in said(trial)[0]
        assert said(trial)[0].count("Tried") == len(taken.sessions[0].explorations[0].tries)
        assert keys(trial) == keys(taken)


def test_full_evidence_leaves_one_rule() -> None:
    """Told what the best explorer would try, everything can be known."""
    one = expander()
    full = cells(one.experiment)[2]
    assert keys(one.trial(full, draw=1)) == {"green": "yes", "brown": "no"}
    assert source_cells(one.experiment, full) == ()


def test_a_machine_that_is_shown_too_is_known_so_far() -> None:
    """The rows that are told count as seen before the first try."""
    text = LAMP.replace(
        "    needs two of: {green}, {grey}\n",
        "    needs two of: {green}, {grey}\n    show:\n        {brown}\n",
    ).replace(
        "    when active\n",
        "    for each row of lamp\n        say: {things}: {outcome}\n    when active\n",
    )
    one = expander(text)
    trial = one.trial(cells(one.experiment)[0], draw=1, path=path_of("done"))
    assert keys(trial) == {"green": "I cannot tell", "brown": "I cannot tell"}
    (came,) = trial.sessions[0].explorations
    assert came.left[0] < 11


# ------------------------------------------------------------------------------ reading replies

TRIED = {
    "{green}": "green",
    "The {green} one.": "green",
    "{green} and {grey}": "green, grey",
    "I put the {green} and the {brown} block on the lamp.": "green, brown",
    "I'll try all three: {green}, {grey} and {brown}.": "green, grey, brown",
    "Not the {green} one, the {grey} one.": "grey",
    "Let's start with just the {brown} block.": "brown",
    "I would like to place the {green} and the {grey} block on the lamp.": "green, grey",
    "{brown}, because I want to see if it works alone.": "brown",
    "**{green}**": "green",
    "Both {green} and {grey}": "green, grey",
    "Let me try the {green} and {grey} blocks together.": "green, grey",
    "Next, I'd like to try just the {brown} block.": "brown",
    "I'd like to test the {brown} block alone.": "brown",
    "I'll start by placing the {green} block on the lamp.": "green",
    "To find out more, I'll put {grey} and {brown} on the lamp.": "grey, brown",
    "Since the {green} block alone didn't work, I'll try the {grey} block.": "grey",
    "Because {green} worked, I put {brown}.": "brown",
    "The {green} one did nothing, so now I try {grey}.": "grey",
    "I know that {green} does nothing, so I put {grey} and {brown}.": "grey, brown",
    "Now I'll test {green} and {grey} together.": "green, grey",
    "I'll try {green} again.": "green",
    "I would place the {grey} block on the lamp by itself to see if it lights up.": "grey",
    "I'll put {green} on the lamp.\n\n(I want to see what it does alone.)": "green",
    "My first try: {green}.": "green",
    "Just the {brown} one.": "brown",
    "Try {green}, {grey}, and {brown}.": "green, grey, brown",
    "{green} + {grey}": "green, grey",
    "I'd put the {green} block with the {grey} one.": "green, grey",
    "{green} together with {brown}": "green, brown",
    "I would try {brown} combined with {grey}.": "grey, brown",
    "Let's start with the {grey} block.": "grey",
    "- {green}\n- {grey}": "green, grey",
    "I'd put the {grey} block on the lamp without the {green} one.": "grey",
    "I put all but {brown}: {green} and {grey}.": "green, grey",
}
DONE = (
    "done", "Done.", "I am done.", "I'm done exploring.", "I have seen enough.", '"done"',
    "That's enough for me. Done.", "I'm done. {green} and {grey} are needed.", "No more.",
    "{green} did nothing: I am done.",
)  # fmt: skip
UNCLEAR = (
    "{green} or {grey}", "{brown} did nothing, so {green} or {grey}", "hm",
    "I cannot interact with lamps as an AI.", "All of them.", "Neither.",
    "everything except {green}", "First I'd put the {green} block on, then later the {grey}.",
    "I won't put {green} on.", "Is {green} needed?", "If I put {green} on, would it light up?",
    "I could try {green}, or {grey}.", "What happens with {green}?", "1. {green}\n2. {grey}",
    "I put the {green} block. Then I put the {grey} block.", "{green}. Actually, {grey}.",
    "I take {green} off and put {grey} on.", "I replace {green} with {grey}.",
)  # fmt: skip


def question() -> Question:
    """What the lamp's explorers are asked first."""
    one = expander()
    found = turns(one.trial(cells(one.experiment)[0], draw=1).sessions[0].nodes)[0].question
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        *((reply, f"tried {things}") for reply, things in TRIED.items()),
        *((reply, "done") for reply in DONE),
        *((reply, "unclear") for reply in UNCLEAR),
    ],
)
def test_a_reply_is_read_for_what_it_puts_on_the_machine(reply: str, outcome: str) -> None:
    """What is left open, supposed or done in turn is put on by nobody."""
    asked = question()
    assert asked.attempt is not None
    words = {slot: phrase.text for slot, phrase in asked.attempt.offers}
    assert reply_outcome(reply.format(**words), asked) == outcome


def test_only_a_script_that_explores_is_another_procedure() -> None:
    """The things a machine offers, the bound and whose tries are said belong to it."""
    text = LAMP.replace("BOUND", "at most 4 tries")
    others = (
        text.replace("at most 4", "at most 5"),
        text.replace("offers: {green}, {grey}, {brown}", "offers: {green}, {grey}"),
        text.replace("retell lamp from active", "retell lamp in full"),
        text.replace("rules any of, two of", "rules any of, all of, two of"),
    )
    assert len({procedure_hash(resolved(one)) for one in (text, *others)}) == 5


# ------------------------------------------------------------------------------ scores


def measured(trial: Trial, one: Expander, said: dict[str, str]) -> dict[str, object]:
    """The measures of a trial in which the tests get these replies."""
    measures = one.experiment.measures
    asked = AskedQuestions(0, trial.sessions[0])
    verdicts, read = {}, {}
    for place, _, question in trial.asked():
        if question.attempt is None:
            verdicts[place] = match(said[question.name], question)
            read[place] = read_reply(said[question.name], question, verdicts[place])
    return dict(values(measures, asked, verdicts, read))


def test_the_measures_of_an_exploration() -> None:
    """Counted by hand: 11 rules at first; a grey and a brown block leave 9, which repeating does
    not change, and a green and a grey one 4.
    """
    one = expander(bound="at most 6 tries")
    active, yoked, _ = cells(one.experiment)
    tries = ("tried grey, brown", "tried grey, brown", "tried green, grey", "done")
    trial = one.trial(active, draw=1, path=path_of(*tries))
    (came,) = trial.sessions[0].explorations
    found = measured(trial, one, {"green": "yes", "brown": "I cannot tell"})
    left = came.left
    assert left[1] == left[2]
    assert found == {
        "lamp settled": Fraction(left[-1] == 1),
        "lamp tries": Fraction(left.index(1) if 1 in left else 6),
        "lamp idle tries": Fraction(1),
        "lamp bits per try": Fraction(str(round(log2(left[0] / left[-1]), 4))) / 3,
        "lamp best bits per try": Fraction(str(round(log2(11 / came.best[-1]), 4))) / 3,
        "lamp right by truth": Fraction(1, 2),
    }
    told = told_path(one.trial(yoked, draw=1), {active: trial})
    assert measured(one.trial(yoked, draw=1, path=told), one, {"green": "yes", "brown": "no"}) == {
        "lamp right by truth": Fraction(1)
    }


def test_who_tries_nothing_has_given_no_answer() -> None:
    """And whoever is told its tries has no score: there was nothing to go by."""
    one = expander()
    active, yoked, full = cells(one.experiment)
    verdict = marked("right", ())
    for outcomes, status, lrs, other in (
        (("done",), Status.NO_ANSWER, 0, Status.TECHNICAL),
        (("unclear", "unclear"), Status.NO_ANSWER, 0, Status.TECHNICAL),
        (("tried green", "unclear", "unclear"), Status.SCORED, 5, Status.SCORED),
    ):
        trial = one.trial(active, draw=1, path=path_of(*outcomes))
        found = score(trial, {at: verdict for at, _, _ in trial.asked()})
        assert (found.status, found.lrs) == (status, lrs)
        told = told_path(one.trial(yoked, draw=1), {active: trial})
        trial = one.trial(yoked, draw=1, path=told)
        found = score(trial, {at: verdict for at, _, _ in trial.asked()})
        assert found.status is other
    trial = one.trial(full, draw=1)
    assert score(trial, {at: verdict for at, _, _ in trial.asked()}).lrs == 5


def test_a_lost_reply_ends_the_exploration() -> None:
    """Nothing comes after it, and there is nothing to tell of it."""
    one = expander()
    active, yoked, _ = cells(one.experiment)
    trial = one.trial(active, draw=1, path=path_of("tried green", ""))
    assert trial.sessions[0].explorations == ()
    assert len(said(trial)) == 2
    told = told_path(one.trial(yoked, draw=1), {active: trial})
    assert one.trial(yoked, draw=1, path=told).sessions[0].retold[0].missing


def test_only_what_is_offered_is_tried() -> None:
    """What was shown, or is needed, and cannot be put on is in no try of the best explorer."""
    text = LAMP.replace("offers: {green}, {grey}, {brown}", "offers: {green}, {grey}").replace(
        "    needs two of: {green}, {grey}\n",
        "    needs any of: {brown}\n    show:\n        {brown}\n",
    )
    one = expander(text)
    for cell in cells(one.experiment):
        for place, _, question in one.trial(cell, draw=1).asked():
            if question.attempt is not None:
                assert "brown" not in question.attempt.best, place
    space = rule_space(KINDS, ("a", "b", "c"), ("a", "b"))
    tries = tuple(space.best_tries(Hypothesis(MachineRule.ALL, ("a", "c")), 9))
    assert all("c" not in things for things, _ in tries)
