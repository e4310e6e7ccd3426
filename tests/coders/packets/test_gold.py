"""A gold file as its owner writes it: what it says, and every slip with its line."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coders.marks import Flag
from coders.packets.gold import Coded, GoldLine, GoldReply, GoldTranscript, read_gold
from coders.packets.gold_tables import RIGHT, BadCode, Code, code_of, places
from coders.packets.shape import LineKind, PacketUnusable, Phase

HELP = "see docs/coding.md for the format of gold files"

WHOLE = '''
format = 1
coded_by = ["AB", "CD"]
# Replies of the pilot in May.

[manner.terse."mine.dev"]
belief = "{Key}."

[[transcript]]
name = "first"
use = "gate A"
experiment = "mine.dev"
cell = ["warm"]
wording = "original"
draw = 3
seed = 7
manner = "terse"
lrs_codes = { AB = 4, CD = 3 }
lrs = 4

[[transcript.reply]]
story = "watched"
question = "belief"
says = """
In the {box}.
[[transcript]]"""
codes = { AB = "half, hedged", CD = "wrong" }
code = "half, hedged"
said = ["{box}"]
reason = "It leans."

[[transcript.reply]]
question = "recognition"
says = "No."

[[transcript]]
name = "second"
use = "training"
lrs_codes = { AB = 5, CD = 5 }
reason = "All is right."

[[transcript.line]]
told = "A box stands here."

[[transcript.line]]
asked = "Is it red?"
kind = "control"
reply = "Yes."
codes = { AB = "right", CD = "right" }

[[transcript.line]]
asked = "Anything else?"
kind = "record"
reply = "No."
'''


def refusal(text: str) -> str:
    with pytest.raises(PacketUnusable) as caught:
        read_gold(dedent(text), "my.toml")
    assert caught.value.help == HELP
    return caught.value.message


def test_a_gold_file_says_what_is_written_in_it() -> None:
    """Both ways to give a transcript, and experts who agree, or agreed in the end."""
    gold = read_gold(WHOLE, "my.toml")
    hedged = Code("half", (Flag.HEDGED,))
    assert gold.note == "Coded by AB and CD independently; differences were resolved by agreement."
    assert not gold.by_construction
    assert gold.manners == {"terse": {"mine.dev": {"belief": "{Key}."}}}
    assert gold.transcripts == (
        GoldTranscript(
            line=9,
            name="first",
            use=Phase.GATE_A,
            lrs=4,
            reason="",
            experiment="mine.dev",
            cell=("warm",),
            wording="original",
            draw=3,
            seed=7,
            manner="terse",
            replies=(
                GoldReply(
                    21,
                    "watched",
                    "belief",
                    "In the {box}.\n[[transcript]]",
                    Coded(hedged, ("{box}",), "It leans."),
                ),
                GoldReply(32, "", "recognition", "No.", None),
            ),
        ),
        GoldTranscript(
            line=36,
            name="second",
            use=Phase.TRAINING,
            lrs=5,
            reason="All is right.",
            lines=(
                GoldLine(42, LineKind.TOLD, "A box stands here."),
                GoldLine(45, LineKind.TOLD, "Is it red?", "control"),
                GoldLine(45, LineKind.REPLY, "Yes.", "control", coded=Coded(RIGHT)),
                GoldLine(51, LineKind.TOLD, "Anything else?", "record"),
                GoldLine(51, LineKind.REPLY, "No.", "record"),
            ),
        ),
    )


def test_line_ends_and_a_byte_order_mark_of_windows_change_nothing() -> None:
    """Half of those who write gold do so there."""
    assert read_gold("\ufeff" + WHOLE.replace("\n", "\r\n"), "my.toml") == read_gold(
        WHOLE, "my.toml"
    )


def test_every_slip_is_reported_at_once_with_its_line() -> None:
    """One start of the command, all of what is to be mended."""
    told = refusal(
        """\
        format = 2
        coded_by = ["AB"]
        colour = 1
        [[transcript]]
        name = "one"
        use = "gate C"
        experiment = "mine.dev"
        wording = "both"
        lrs = 7
        [[transcript.reply]]
        question = "belief"
        says = "x"
        code = "half"
        [[transcript.reply]]
        question = "belief"
        say = "x"
        code = "right, hegded"
        [[transcript]]
        name = "one"
        use = "training"
        lrs = 1
        manner = "terse"
        """
    )
    assert told.splitlines() == [
        "my.toml has 14 faults",
        "  my.toml, line 1: format 2 needs a newer devrun; this one reads 1",
        '  my.toml, line 2: `coded_by` must name two experts, ["AB", "CD"], or be "construction" '
        "if no expert has coded",
        "  my.toml, line 3: a gold file has no `colour`; available: format, coded_by, "
        "manner, transcript",
        "  my.toml, line 6: `gate C` is not a use: write one of training, gate A, gate B, silent",
        "  my.toml, line 8: `both` is not a wording: write original or permuted",
        "  my.toml, line 9: `lrs` must be a whole number, 0 to 5",
        "  my.toml, line 13: a half needs a flag: `half, hedged`, `half, incomplete` or "
        "`half, false detail`",
        "  my.toml, line 14: `says` is missing",
        "  my.toml, line 16: a reply has no `say`; did you mean `says`?",
        "  my.toml, line 17: `hegded` is not a flag; did you mean `hedged`?",
        "  my.toml, line 18: a training transcript needs a `reason` for its LRS",
        "  my.toml, line 18: a transcript needs either an `experiment` or `[[transcript.line]]`",
        "  my.toml, line 19: the name `one` is also used in line 4",
        "  my.toml, line 22: there is no manner called `terse`",
    ]


EXPERTS = """\
format = 1
coded_by = ["AB", "CD"]
[[transcript]]
name = "one"
use = "silent"
experiment = "mine.dev"
lrs = 3
[[transcript.reply]]
question = "belief"
says = "x"
"""


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (
            'codes = { AB = "right", CD = "half, hedged" }\nreason = "y"',
            "line 11: the experts differ (AB: right; CD: half, hedged): add the agreed `code`",
        ),
        (
            'codes = { AB = "wrong", CD = "wrong" }',
            "line 8: the `reason` is missing: it is `wrong`, and coders learn from it",
        ),
        (
            'code = "right"\ncodes = { AB = "right", CD = "wrong" }',
            "line 8: the `reason` is missing: the experts differed, and coders learn from it",
        ),
        ('codes = { AB = "right" }', "line 11: the code of CD is missing"),
        (
            'codes = { AB = "right", CD = "right", EF = "right" }',
            "line 11: `EF` is not one of the experts AB, CD",
        ),
        ('reason = "y"', 'line 8: `code` is missing, for example code = "half, hedged"'),
        ('code = 1\nreason = "y"', "line 11: `code` must be text in quotation marks"),
        ('code = "right"\nsaid = 3', 'line 12: `said` must be a list of strings: '
         '["one", "two"]'),
    ],
)  # fmt: skip
def test_experts_agree_or_say_what_they_agreed_on_and_why(written: str, told: str) -> None:
    """Gold on which its own experts differ holds nobody to anything."""
    assert refusal(f"{EXPERTS}{written}\n") == f"my.toml, {told}"


def test_experts_who_differ_on_the_lrs_write_the_agreed_one() -> None:
    """As with marks."""
    text = EXPERTS.replace("lrs = 3", "lrs_codes = { AB = 3, CD = 4 }") + 'code = "right"\n'
    assert refusal(text) == (
        "my.toml, line 7: the experts differ on the LRS: add the agreed one, lrs = 3"
    )


def test_codes_of_experts_have_no_place_in_gold_by_construction() -> None:
    """A file that says no expert coded it shows none."""
    text = EXPERTS.replace('["AB", "CD"]', '"construction"')
    assert refusal(text + 'code = "right"\ncodes = { AB = "right" }\n') == (
        "my.toml, line 12: `codes` needs experts, but this file is coded by construction"
    )


LINES = """\
format = 1
coded_by = "construction"
[[transcript]]
name = "one"
use = "silent"
lrs = 3
[[transcript.line]]
"""


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (
            'asked = "?"\nkind = "control"\nreply = "x"\ncode = "half, hedged"\nreason = "y"',
            "a control question is right or wrong, never half",
        ),
        (
            'asked = "?"\nkind = "record"\ncode = "right"',
            "a record question is not judged and has no code",
        ),
        ('asked = "?"\nreply = "x"', '`code` is missing, for example code = "right"'),
        (
            'told = "x"\nasked = "?"\ncode = "right"',
            "a line needs exactly one of story, copy, system, told, scripted, asked; "
            "this one has 2",
        ),
    ],
)
def test_a_transcript_given_line_by_line_is_as_strict(written: str, told: str) -> None:
    """A mark on what is not judged, and a control marked half, are refused."""
    assert refusal(f"{LINES}{written}\n") == f"my.toml, line 7: {told}"


def test_what_is_no_toml_is_refused_in_a_sentence() -> None:
    """With the place that the standard library gives."""
    assert refusal("use = training") == "my.toml is not TOML: invalid value (at line 1, column 7)"
    assert refusal("format = 1\ncoded_by = 'construction'\n") == (
        "my.toml, line 1: there is no `[[transcript]]`"
    )


def test_brackets_that_stand_too_deep_are_refused_in_a_sentence() -> None:
    assert refusal(f"format = {'[' * 5_000}") == "my.toml has brackets nested too deeply"


def test_a_number_of_thousands_of_digits_is_refused_in_a_sentence() -> None:
    said = "my.toml has a number too large to be read"
    assert refusal(f"format = {'1' * 5_000}") == said


def test_replies_may_fit_any_draw_of_silent_gold_from_a_script() -> None:
    """Only there is a story to be chosen."""
    told = EXPERTS.replace('use = "silent"', 'use = "silent"\nany_draw = true') + 'code = "right"\n'
    assert read_gold(told, "my.toml").transcripts[0].any_draw
    only = "my.toml, line 6: `any_draw` is for silent gold with an `experiment` only"
    assert refusal(told.replace('"silent"', '"gate A"')) == only
    assert refusal(told.replace("= true", "= 1")) == (
        "my.toml, line 6: `any_draw` must be true or false"
    )


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("right", RIGHT),
        (" half ,  hedged", Code("half", (Flag.HEDGED,))),
        ("right, recognised, unclear", Code("right", (Flag.UNCLEAR, Flag.RECOGNISED))),
        ("wrong, refusal", Code("wrong", (Flag.REFUSAL,))),
        ("half, false detail, incomplete", Code("half", (Flag.INCOMPLETE, Flag.FALSE_DETAIL))),
    ],
)
def test_a_code_is_a_mark_and_flags_in_any_order(words: str, code: Code) -> None:
    """Its own words have one order, so that two codes are compared as words."""
    assert code_of(words) == code
    assert code_of(str(code)) == code


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("rigth", "`rigth` is not a mark; did you mean `right`?"),
        ("1", "`1` is not a mark; available: right, half, wrong"),
        ("right, refusal", "`right` with the flag `refusal` is not in the table of marks"),
        ("half, irrelevant", "`half` with the flag `irrelevant` is not in the table of marks"),
        ("wrong, silly", "`silly` is not a flag; available: hedged, incomplete, false detail, "
         "unclear, "
         "hallucination, irrelevant, refusal, recognised"),
    ],
)  # fmt: skip
def test_a_code_outside_the_table_of_marks_is_none(words: str, why: str) -> None:
    """Two experts would mean different things by it."""
    with pytest.raises(BadCode) as caught:
        code_of(words)
    assert str(caught.value) == why


@given(st.text(alphabet="[]{}\"'=#\\\n ab"))
def test_places_are_found_in_any_text(text: str) -> None:
    """They serve messages alone, so they may be rough and never fail."""
    assert places(text).line == 1
