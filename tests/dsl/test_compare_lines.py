"""`compare` lines of a design: what they declare, what they change, and what is said of slips."""

from __future__ import annotations

import pytest

from dsl.experiment import Compared, Experiment, What
from dsl.identity import procedure_hash, rubric_hash
from dsl.loading import check_text
from dsl.parsing.formatting import format_script
from tests.expanded import experiment_in

SCRIPT = """\
experiment Demo

things
    marble: button, coin

places
    basket: drawer, crate
    box: jar, chest

conditions story
    moved
    not moved
    seen with care

conditions tone
    kind
    stern

versions weather
    sun
    rain

counterbalance side
    swap basket, box

design
    scoring accuracy
    {}

procedure
    say: Here is {{a marble}}.
    say by story
        moved: It goes from the {{basket}} to the {{box}}.
        otherwise: It stays in the {{basket}}.
    say by tone
        kind: What a day.
        stern: Look.
    say by weather
        sun: The sun shines.
        rain: It rains.
    test place
        ask: Where is the {{marble}}?
        answer by story
            moved: {{box}}
            otherwise: {{basket}}
"""


def checked(*lines: str) -> Experiment:
    """The experiment with these lines in its design."""
    return experiment_in(check_text(SCRIPT.format("\n    ".join(lines)), "demo.dev"))


def told(*lines: str) -> list[str]:
    """Codes and helps of all faults."""
    faults = check_text(SCRIPT.format("\n    ".join(lines)), "demo.dev").faults
    return [f"{fault.code} {fault.help()}" for fault in faults]


@pytest.mark.parametrize(
    ("line", "declared"),
    [
        (
            "compare moved with not moved",
            Compared(What.CONDITIONS, "story", "moved", "not moved"),
        ),
        (
            "compare  Not  Moved with MOVED, expecting more in moved, family second  look",
            Compared(What.CONDITIONS, "story", "not moved", "moved", "less", "second look"),
        ),
        (
            "compare moved with seen with care, family a, expecting more in moved",
            Compared(What.CONDITIONS, "story", "moved", "seen with care", "more", "a"),
        ),
        (
            "compare seen with care with moved",
            Compared(What.CONDITIONS, "story", "seen with care", "moved"),
        ),
        ("compare with guessing", Compared(What.GUESSING)),
        ("compare with guessing, family above", Compared(What.GUESSING, family="above")),
        ("compare original with permuted", Compared(What.WORDINGS)),
        ("compare permuted with original", Compared(What.WORDINGS)),
    ],
)
def test_a_line_declares_one_comparison(line: str, declared: Compared) -> None:
    assert checked(line).design.compared == (declared,)


def test_a_declaration_is_part_of_the_rubric_and_not_of_what_is_sent() -> None:
    """Nothing is asked again when a comparison is declared; that it was declared can be seen."""
    without, one = checked("runs 4"), checked("compare moved with not moved")
    other = checked("compare moved with not moved, expecting more in moved")
    assert len({procedure_hash(each) for each in (without, one, other)}) == 1
    assert len({rubric_hash(each) for each in (without, one, other)}) == 3


def test_a_line_is_laid_out_like_every_other() -> None:
    text = SCRIPT.format("compare moved with not moved, family a")
    untidy = text.replace("    scoring", "  scoring").replace("    compare", "  compare")
    assert format_script(untidy, "demo.dev") == text


def test_own_stories_are_compared_where_others_are_matched() -> None:
    (declared,) = checked("compare moved with not moved, on own stories").design.compared
    assert declared.on == "own stories"
    # Where nothing is matched, all is the paper's own.
    without = SCRIPT.replace("versions weather\n    sun\n    rain\n", "")
    without = (
        without.partition("    say by weather")[0] + "    test" + without.partition("    test")[2]
    )
    assert "weather" not in without
    text = without.format("compare moved with not moved, on own stories")
    assert [fault.code for fault in check_text(text, "demo.dev").faults] == ["E409"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("compare moved with chance", ["E590 did you mean `guessing`?"]),
        ("compare moved with mooved", ["E590 did you mean `moved`?"]),
        (
            "compare up with down",
            [
                "E590 write `moved`, `not moved`, `seen with care`, `kind` or `stern`",
                "E590 write `moved`, `not moved`, `seen with care`, `kind` or `stern`",
            ],
        ),
        (
            "compare sun with rain",
            ["E587 write a contrast: a line `QUESTION across weather` under `contrast NAME`"],
        ),
        (
            "compare with guessing, expecting more in moved",
            ["E588 leave it out: it is for two levels"],
        ),
    ],
)
def test_a_slip_is_reported_with_what_to_write_instead(line: str, said: list[str]) -> None:
    assert told(line) == said
