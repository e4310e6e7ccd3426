"""Slot words become tokens by kind, whole words only, and what is left over is counted."""

from __future__ import annotations

from coders.packets.neutral import Neutral, NeutralWords
from dsl.expand import Expander
from dsl.loading import check_text
from dsl.trial import Cell
from tests.expanded import experiment_in

SCRIPT = """\
experiment Names

people
    Sally (she): Ines, Odo

places
    box: cupboard (also cabinet), attic, shelf

colours
    orb: apple, urn

words
    blicket: kruvop

procedure
    say: {Sally} puts {an orb} into {a box}. It is {a blicket}.
    test look
        ask: Where is the {orb}?
        answer: {box}
"""


def words(**chosen: str) -> NeutralWords:
    experiment = experiment_in(check_text(SCRIPT, "names.dev"))
    return Neutral(experiment).of(tuple(chosen.items()))


DRAW = {"Sally": "Ines", "box": "attic", "orb": "apple", "blicket": "kruvop"}


def test_words_become_tokens_by_kind_with_articles_plurals_and_possessives() -> None:
    told = words(**DRAW).text(
        "Ines' apple: An apple is in an attic. INES's two apples, a kruvop, kruvops in the Attic."
    )
    assert told == (
        "CHARACTER 1' COLOUR 1: A COLOUR 1 is in a PLACE 1. CHARACTER 1's two COLOUR 1s, "
        "a NOVEL WORD 1, NOVEL WORD 1s in the PLACE 1."
    )


def test_parts_of_longer_words_are_left_alone() -> None:
    kept = "The attics' pineapples, Inesita; applet."
    assert words(**DRAW).text(kept) == kept.replace("attics", "PLACE 1s")


def test_other_wordings_of_a_word_become_its_token_too() -> None:
    assert words(**{**DRAW, "box": "cupboard"}).text("In the cabinet, the cupboard.") == (
        "In the PLACE 1, the PLACE 1."
    )


def test_a_published_word_that_a_reply_brings_in_stays_and_is_counted() -> None:
    neutral = words(**DRAW)
    told = neutral.text(
        "This is Sally and her boxes; Ines takes the attic, not the box or a shelf."
    )
    assert told == (
        "This is Sally and her boxes; CHARACTER 1 takes the PLACE 1, not the box or a shelf."
    )
    assert neutral.leftovers(told) == {"sally": 1, "boxes": 1, "box": 1, "shelf": 1}


def test_both_wordings_of_a_trial_read_alike_in_every_draw() -> None:
    experiment = experiment_in(check_text(SCRIPT, "names.dev"))
    expander, neutral = Expander(experiment), Neutral(experiment)
    read = set()
    for wording in ("original", "permuted"):
        for draw in range(1, 7):
            trial = expander.trial(Cell((), wording), draw=draw)
            turn = trial.sessions[0].nodes[0]
            read.add(neutral.of(trial.words).text(turn.says[0]))  # type: ignore[union-attr]
    assert read == {"CHARACTER 1 puts a COLOUR 1 into a PLACE 1. It is a NOVEL WORD 1."}


def test_a_coders_candidate_finds_its_way_back_to_the_scripts_words() -> None:
    assert words(**DRAW).back(["In the attic", "An apple"]) == {
        "In the PLACE 1": "In the attic",
        "A COLOUR 1": "An apple",
    }


TWO_PLACES = SCRIPT.replace(
    "    box: cupboard (also cabinet), attic, shelf\n",
    "    box: cupboard (also cabinet), attic, shelf\n    basket: crate, barrel, chest\n",
).replace("{a box}.", "{a box} from {a basket}.")


def test_numbers_drawn_by_lot_do_not_tell_the_part_that_a_word_plays() -> None:
    experiment = experiment_in(check_text(TWO_PLACES, "names.dev"))
    neutral = Neutral(experiment)
    draws = [("attic", "crate"), ("attic", "barrel"), ("shelf", "crate"), ("shelf", "chest"),
             ("cupboard", "crate"), ("cupboard", "chest"), ("cupboard", "barrel")]  # fmt: skip
    fixed, mixed = set(), set()
    for box, basket in draws:
        pairs = (("box", box), ("basket", basket))
        fixed.add(neutral.of(pairs).text(box))
        mixed.add(neutral.of(pairs, mixed=True).text(box))
        words = neutral.of(pairs, mixed=True)
        assert {words.text(box), words.text(basket)} == {"PLACE 1", "PLACE 2"}
        assert words.back([box]) == {words.text(box): box}
    assert fixed == {"PLACE 1"}
    assert mixed == {"PLACE 1", "PLACE 2"}
