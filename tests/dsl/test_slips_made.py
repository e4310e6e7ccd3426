"""One slip of every kind, made in two scripts by mutation, and what its first message is worth.

`benchmarks/slips.py` makes ten of each kind in all scripts; its table stands in docs/messages.md.
"""

from itertools import islice

import pytest

from benchmarks.slip_kinds import KINDS
from benchmarks.slips import (
    ROOT,
    Verdict,
    judge,
    markdown,
    mendings,
    page_of,
    replacement,
    slips,
    table,
)
from dsl.building.context import _STATEMENTS
from dsl.heads import Place
from dsl.keywords import heads_in
from dsl.loading import check_text
from tests.expanded import experiment_in

SCRIPTS = [
    ROOT / "additions" / "equal_lines.dev",
    ROOT / "tests" / "dsl" / "scripts" / "sally_anne.dev",
]


ANSWERING = sorted((ROOT / "tests" / "dsl" / "scripts" / "answering").glob("*.dev"))


def made() -> list[Verdict]:
    """One slip of each kind that can be made in these scripts, judged."""
    return [judge(group, slip) for group, slip in slips(1, 1, paths=SCRIPTS)]


def test_a_slip_of_every_kind_is_named_on_its_line_and_mended_by_doing_what_is_said() -> None:
    """All three for all of them; what is said of one that fails is shown."""
    verdicts = made()
    assert len(verdicts) >= 60
    assert [f"{one.group}: {one.said}" for one in verdicts if not one.said] == []
    assert [f"{one.group}: {one.said}" for one in verdicts if not one.line] == []
    assert [f"{one.group}: {one.said}" for one in verdicts if not one.named] == []
    assert [f"{one.group}: {one.said}" for one in verdicts if not one.mended] == []


def test_slips_in_scripts_that_answer_back_are_named_and_nearly_all_mended(
    thorough: bool,
) -> None:
    """Of a third of all that can be made in them; the scripts themselves are sound."""
    assert all(page_of(path) is not None for path in ANSWERING)
    groups = (
        "what follows a reply", "framings, questionnaires, measures, banks",
        "exploring a machine", "training to a criterion",
    )  # fmt: skip
    verdicts = [
        judge(group, slip)
        for one in groups
        for group, slip in islice(slips(100, 1, one, ANSWERING), 0, None, 1 if thorough else 3)
    ]
    assert len(verdicts) >= (90 if thorough else 30)
    assert [f"{one.group}: {one.slip.where}" for one in verdicts if not one.said] == []
    assert sum(one.named for one in verdicts) >= 0.95 * len(verdicts)
    assert sum(one.mended for one in verdicts) >= 0.95 * len(verdicts)


def test_no_two_kinds_of_slip_have_one_name_and_each_can_be_made_somewhere() -> None:
    """Else a row of the table would be two, or empty."""
    names = [f"{kind.group}: {kind.name}" for kind in KINDS]
    assert len(names) == len(set(names))


def test_a_message_that_names_another_word_does_not_count_as_mended() -> None:
    """The judge itself: only the very experiment that was there before will do."""
    script = SCRIPTS[1]
    page = page_of(script)
    assert page is not None
    wrong = page.text.replace("wording original and permuted", "wording orignal", 1)
    assert wrong != page.text
    fault = check_text(wrong, "x.dev").faults[0]
    words = replacement(fault)
    assert words == "original"
    after = [check_text(text, "x.dev").experiment for text in mendings(wrong, fault, words)]
    before = experiment_in(check_text(page.text, "x.dev"))
    assert all(one is None or one.design != before.design for one in after)


def documented() -> list[str]:
    """The rows of the table in the docs."""
    text = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
    block = text.partition("<!-- slips -->\n")[2].partition("\n<!-- /slips -->")[0]
    return block.split("\n")


def test_the_table_in_the_docs_has_a_row_for_each_group_of_kinds() -> None:
    """And is of five hundred slips or more."""
    rows = [[cell.strip() for cell in row.strip("| ").split("|")] for row in documented()[2:]]
    groups = list(dict.fromkeys(kind.group for kind in KINDS))
    assert [row[0] for row in rows] == [*groups, "all"]
    assert sum(int(row[1]) for row in rows[:-1]) == int(rows[-1][1]) >= 500


@pytest.mark.thorough
def test_the_table_in_the_docs_is_what_its_command_prints() -> None:
    """`python benchmarks/slips.py --seed 4`."""
    verdicts = [judge(group, slip) for group, slip in slips(seed=4)]
    assert markdown(table(verdicts)).split("\n") == documented()


def test_every_statement_that_words_may_swallow_is_looked_at() -> None:
    """The quick look that spares most scripts the careful one knows all of them."""
    words = {
        head.word.split()[0] for place in (Place.STEPS, Place.QUESTION) for head in heads_in(place)
    }
    assert words - set(_STATEMENTS.split()) == set()
