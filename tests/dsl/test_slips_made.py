"""One slip of every kind, made in two scripts by mutation, and what its first message is worth.

`benchmarks/slips.py` makes ten of each kind in all scripts; its table stands in docs/messages.md.
"""

import re
from pathlib import Path

from benchmarks.slip_kinds import KINDS
from benchmarks.slips import ROOT, Verdict, judge, mendings, page_of, replacement, slips
from dsl.building.bench import _STATEMENT
from dsl.keywords import Place, heads_in
from dsl.loading import check_text

SCRIPTS = [
    ROOT / "additions" / "equal_lines.dev",
    ROOT / "tests" / "dsl" / "scripts" / "sally_anne.dev",
]


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
    before = check_text(page.text, "x.dev").experiment
    assert before is not None
    assert all(one is None or one.design != before.design for one in after)


def test_the_table_in_the_docs_is_of_as_many_slips_as_its_command_makes() -> None:
    """The figures are compared where there is time; that they are of this set is told here."""
    text = (Path(ROOT) / "docs" / "messages.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?!slip|---)([^|]+) \| (\d+) \|", text, re.M)
    groups = list(dict.fromkeys(kind.group for kind in KINDS))
    assert [name.strip() for name, _ in rows] == [*groups, "all"]
    assert sum(int(n) for _, n in rows[:-1]) == int(rows[-1][1]) >= 500


def test_every_statement_that_words_may_swallow_is_looked_at() -> None:
    """The quick look that spares most scripts the careful one knows all of them."""
    words = {head.word for place in (Place.STEPS, Place.QUESTION) for head in heads_in(place)}
    assert [word for word in sorted(words) if not _STATEMENT.match(word)] == []
