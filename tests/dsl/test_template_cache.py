"""What was made of a piece before is taken again where its words and levels are the same."""

from __future__ import annotations

import pickle
from collections.abc import Mapping

from builder_kit import at, let, words

from dsl.expand import Expander
from dsl.expanding import template_cache
from dsl.expanding.filling import Filler
from dsl.expanding.template_cache import TemplateCache
from dsl.experiment import HashedTemplate, Template, Word
from dsl.loading import load
from tests.expanded import expand, experiment_in
from tests.shell import EXPERIMENTS

LETS = {
    one.name: one
    for one in (
        let("place", (at(hidden="yes"), words("{box}")), (at(hidden="no"), words("the {basket}"))),
    )
}
WORDS = {name: Word(name, pronoun="it") for name in ("box", "basket", "marble")}
BOX, OTHER_BOX = WORDS["box"], Word("crate", also=("case",))


class Counting:
    """Fills templates and counts how often one was truly filled."""

    def __init__(self) -> None:
        self.cache = TemplateCache()
        self.filled = 0

    def text(
        self, template: Template, box: Word = BOX, marble: Word = WORDS["marble"], **levels: str
    ) -> str:
        filled = {**WORDS, "box": box, "marble": marble}
        filler = Filler(filled, LETS, levels, cache=self.cache)
        return self.cache.cached(template, "counted", filler, self._count)

    def _count(self, filler: Filler, template: Template) -> str:
        self.filled += 1
        return filler.text(template)


def test_a_text_is_filled_once_for_the_words_in_it_whatever_the_others_are() -> None:
    counting, template = Counting(), words("a {box}")
    other = Word("pearl")
    told = [counting.text(template), counting.text(template, marble=other)]
    assert (told, counting.filled) == (["a box", "a box"], 1)
    told = [counting.text(template, box=OTHER_BOX), counting.text(template, marble=other)]
    assert (told, counting.filled) == (["a crate", "a box"], 2)


def test_a_text_is_filled_once_for_the_levels_it_hangs_on_and_only_for_these() -> None:
    counting, template = Counting(), words("in {place}", lets=LETS)
    told = [
        counting.text(template, hidden="yes", side="left"),
        counting.text(template, hidden="yes", side="right"),
        counting.text(template, hidden="no", side="left"),
        counting.text(template, hidden="no", side="right", box=OTHER_BOX),
        counting.text(template, hidden="yes", side="right", box=OTHER_BOX),
    ]
    assert told == ["in box", "in box", "in the basket", "in the basket", "in crate"]
    assert counting.filled == 3


def test_what_is_taken_from_cache_counts_as_looked_up_by_what_it_is_part_of() -> None:
    """The inner text is known when the outer is made; the outer hangs on its words all the same."""
    cache, inner = TemplateCache(), words("a {box}")

    def outer(filler: Filler, template: Template) -> str:
        return f"<{filler.text(template)}>"

    def told(box: Word) -> str:
        filler = Filler({**WORDS, "box": box}, LETS, {}, cache=cache)
        return filler.text(inner) + cache.cached(inner, "outer", filler, outer)

    assert [told(BOX), told(OTHER_BOX), told(BOX)] == [
        "a box<a box>",
        "a crate<a crate>",
        "a box<a box>",
    ]


def test_further_wordings_follow_the_words_of_each_draw() -> None:
    cache, template = TemplateCache(), words("the {box}")

    def told(box: Word) -> tuple[str, ...]:
        return Filler({**WORDS, "box": box}, LETS, {}, cache=cache).wordings(template)

    assert [told(BOX), told(OTHER_BOX), told(BOX)] == [
        ("the box",),
        ("the crate", "the case"),
        ("the box",),
    ]


def test_a_column_is_remembered_by_its_row() -> None:
    cache, template = TemplateCache(), words("{thing}", columns={"thing": None})
    rows: list[Mapping[str, Template]] = [{"thing": words("{box}")}, {"thing": words("{basket}")}]
    filler = Filler(WORDS, LETS, {}, cache=cache)
    told = [filler.within(row).text(template) for row in (*rows, *rows)]
    assert told == ["box", "basket", "box", "basket"]


def test_what_is_equal_is_filled_once_wherever_it_is() -> None:
    counting, again = Counting(), Word("crate", also=("case",))
    told = [counting.text(words("a {box}"), box=OTHER_BOX), counting.text(words("a {box}"), again)]
    assert (told, counting.filled) == (["a crate", "a crate"], 1)


def test_a_written_template_keeps_its_hash_to_itself() -> None:
    plain: Template = words("a {box}")
    written = HashedTemplate(plain)
    assert (written, hash(written), {written: 1}[plain]) == (plain, hash(plain), 1)
    stored = pickle.dumps(written)
    assert (pickle.loads(stored), stored) == (plain, pickle.dumps(HashedTemplate(plain)))


def test_a_full_cache_is_emptied_and_goes_on() -> None:
    counting, template = Counting(), words("a {box}")
    boxes = [Word(f"box {number}") for number in range(template_cache.MOST + 1)]
    assert [counting.text(template, box=box) for box in boxes] == [f"a {box.text}" for box in boxes]
    before = counting.filled
    counting.text(template, box=boxes[0])
    assert counting.filled == before
    counting.cache.trim()
    assert counting.text(template, box=boxes[0]) == "a box 0"
    assert counting.filled == before + 1


def test_a_trial_is_the_same_whatever_trials_were_told_before_it() -> None:
    """Machines, rows, versions, forms, mixed orders and swaps are all in these scripts."""
    for name in ("blicket_hypothesis", "altruistic_helping", "belief_variations"):
        experiment = experiment_in(load(EXPERIMENTS / f"{name}.dev"))
        expander = Expander(experiment)
        told = list(expander.trials(runs=2, wordings=("permuted", "original")))
        again = [expander.trial(one.cell, draw=one.draw) for one in reversed(told)]
        some = told[:: len(told) // 3]
        alone = [expand(experiment, one.cell, draw=one.draw) for one in some]
        assert (told, some) == (again[::-1], alone), name
