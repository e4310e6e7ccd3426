"""Transcripts in a page are data: every character comes back, and none leads out of its element."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from dsl.record import replace
from renderers.report.embedding import Embedded, TranscriptCounts, as_page_data
from renderers.report.hidden import shown
from renderers.report.page import policy_meta, script_element, style_element
from renderers.report.reader import chosen_words, reader_script, reader_style
from renderers.rows.agent_waves import AgentAccount, AnswerAccount, MemoryStatement, WaveAccount
from tests.property import examples
from tests.renderers.report.trials_to_read import one, page_of, scored, unpacked

ODD = (
    "</script><script>alert(1)</script>", "<!-- <script>", "]]>", "<img src=x onerror=alert(1)>",
    "&lt;b&gt; &amp; &#60;", "\0", "\ud800", "\udfff\ud83d", "\u202eabc\u202c", "\u2028\u2029",
    "\x1b[2J", "\x85\x9b", "\ufeff", "\\u003c", '"\\', "\U0001f600", "\U000e0041",
)  # fmt: skip
texts = (
    st.lists(
        st.one_of(
            st.sampled_from(ODD), st.text(max_size=8), st.characters(categories=["Cs", "Cf"])
        ),
        max_size=6,
    )
    .map("".join)
    .map(lambda text: json.loads(json.dumps(text)))
    .filter(bool)
)  # halves that meet join


class Read(HTMLParser):
    """The page as a parser reads it: the tags, and the text of the element with the data."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.data: list[str] = []
        self._inside = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._inside = ("id", "transcripts-data") in attrs

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.data.append(data)


@examples(30)
@given(text=texts)
def test_every_text_comes_back_out_of_the_page_and_makes_no_element(text: str) -> None:
    read = Read(page_of(one(text)))
    assert read.tags == Read(page_of(one("box"))).tags
    data = unpacked("".join(read.data))
    trial = {name: values[0] for name, values in data["trials"].items()}
    story = data["stories"][trial["story"]]
    spoken = [part[0] for part in data["outlines"][story["outline"]]]
    replies = iter(trial["replies"])
    said = [data["texts"][next(replies) if text is None else text] for text in story["said"]]
    assert [what is None for what in story["said"]] == [who == "reply" for who in spoken]
    own = [what for what, who in zip(said, spoken, strict=True) if who != "story"]
    assert own == [text, f"{text}\n\nWhere is it?", text, text, ""]
    assert data["texts"][story["right"][str(spoken.index("reply"))]] == text
    (number,) = trial["marks"][str(spoken.index("reply"))]
    coder, *mark = data["marks"][number]
    assert [data["names"][coder], *mark] == [text, "blind", True, "half", ["hedged"], text]
    assert data["names"][trial["model"]] == text
    assert trial["words"] == [[text, "x"]]
    assert trial["given"] == [f"{text} (blind): LRS 2 where the rule gives 5 ({text})"]


@examples(60)
@given(text=texts)
def test_the_data_has_no_sign_that_means_anything_to_html_and_is_the_same_each_time(
    text: str,
) -> None:
    data = as_page_data(Embedded((one(text),), TranscriptCounts(1, 1, 1, 1, 1)))
    assert re.fullmatch("[A-Za-z0-9+/]+=*", data)
    assert data == as_page_data(Embedded((one(text),), TranscriptCounts(1, 1, 1, 1, 1)))


def test_a_text_that_many_trials_share_is_kept_once() -> None:
    few, many = (
        unpacked(
            as_page_data(Embedded(trials, TranscriptCounts(len(trials), len(trials), 1, 1, 1)))
        )
        for trials in (
            tuple(
                replace(scored(one("a long story", number=number), reason=""), given=())
                for number in numbers
            )
            for numbers in (range(1, 3), range(1, 51))
        )
    )
    # What is left to each is that it has a word of its own: the story itself.
    assert json.dumps(many).count("a long story") - json.dumps(few).count("a long story") == 48


def test_what_there_is_of_a_trial() -> None:
    data = unpacked(as_page_data(Embedded((one("box"),), TranscriptCounts(1, 1, 1, 1, 1))))
    assert data == {
        "pictures": [],
        "texts": [
            "story 1 of 2: a new conversation", "box", "box\n\nWhere is it?",
            "story 2 of 2: a new conversation", "",
        ],
        "names": ["Hat", "box", "permuted"],
        "outlines": [[
            ["story", "the paper's own story", "box"], ["system"], ["told", "test", "box"],
            ["reply", "test", "box"], ["story", "a matched story", "twin"], ["told"], ["reply"],
        ]],
        "stories": [{"outline": 0, "said": [0, 1, 2, None, 3, 1, None], "right": {"3": 1},
                     "shown": {}}],
        "trials": {
            "key": ["000000000000"], "experiment": [0], "condition": [1], "wording": [2],
            "model": [1], "simulated": ["simulated, not data"], "draw": [1], "sample": [1],
            "words": [[["box", "x"]]], "status": ["scored"], "reason": ["box"], "gate": ["none"],
            "share": [0.5], "lrs": [2.5], "story": [0], "replies": [[1, 4]],
            "ended": [{"6": "length"}], "marks": [{"3": [0]}],
            "given": [["box (blind): LRS 2 where the rule gives 5 (box)"]], "agent": [{}],
        },
        "marks": [[1, "blind", True, "half", ["hedged"], "box"]],
    }  # fmt: skip


def test_a_page_says_what_an_agent_made_of_a_wave_and_a_question() -> None:
    trial = one("box")
    odd = MemoryStatement("<b>box</b>\u202e", Fraction(2), 1)
    account = AgentAccount(
        {1: WaveAccount(1, "As it is now", forgotten=(odd,))},
        {next(iter(trial.replies)): AnswerAccount("", recalled=(odd,))},
    )
    told = (replace(trial, agent=account),)
    data = unpacked(as_page_data(Embedded(told, TranscriptCounts(1, 1, 1, 1, 1))))
    assert [
        {at: [data["texts"][line] for line in lines] for at, lines in agent.items()}
        for agent in data["trials"]["agent"]
    ] == [{
        "3": ["recalled: <b>box</b>\u202e (score 2, wave 1)"],
        "4": ["profile: As it is now", "forgot: <b>box</b>\u202e (score 2, wave 1)"],
    }]  # fmt: skip


@given(text=texts)
@examples(60)
def test_a_page_shows_hidden_characters_and_can_be_written_down(text: str) -> None:
    made = shown(text)
    made.encode("utf-8")
    assert not set(made) & set("\0\x1b\x9b\u202e\u202c\u2028\u2029\ud800\udfff\ufeff\U000e0041")
    assert shown("".join(sign for sign in text if shown(sign) == sign)) == "".join(
        sign for sign in text if shown(sign) == sign
    )


def test_each_hidden_character_has_its_mark_and_all_else_stays() -> None:
    assert shown("a\0b\x7fc\u202ed\ud800e\U000e0001\r") == (
        "a⟨U+0000⟩b⟨U+007F⟩c⟨U+202E⟩d⟨U+D800⟩e⟨U+E0001⟩⟨U+000D⟩"
    )
    kept = "tab\tline\nnbsp\xa0 Zo\xeb \u05d0\u05d1 \u4e2d \U0001f600 <b>&amp;</b>"
    assert shown(kept) == kept


def test_the_policy_allows_our_own_texts_by_their_hashes_and_nothing_else() -> None:
    meta = policy_meta(scripts=["go()"], styles=["a{}", "b{}"])
    begin = '<meta http-equiv="Content-Security-Policy" content="'
    assert meta.startswith(begin)
    assert meta.endswith('">')
    policy = Markup(meta[len(begin) : -2]).unescape()
    assert policy.split("; ") == [
        "default-src 'none'",
        "script-src 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='",
        "style-src 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk=' "
        "'sha256-7yqHVAesot11p6HczDsgKRipvI5UPgs97z80zNXlans='",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ]


def test_without_scripts_and_styles_none_may_run() -> None:
    assert "script-src 'none'; style-src 'none'" in policy_meta(scripts=[], styles=[]).unescape()


@pytest.mark.parametrize("text", ["a</SCRIPT >", "</style>", "<!--", "a\r\nb", "\0"])
def test_a_script_or_style_that_could_end_itself_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a script of the page holds"):
        script_element(text)
    with pytest.raises(ValueError, match="a style of the page holds"):
        style_element(text)


def test_our_own_texts_can_be_embedded_and_set_no_markup() -> None:
    assert script_element(reader_script()) == f"<script>{reader_script()}</script>"
    assert style_element(reader_style()) == f"<style>{reader_style()}</style>"
    assert shown(reader_script() + reader_style()) == reader_script() + reader_style()
    for word in ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "fetch("):
        assert word not in reader_script()


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (TranscriptCounts(0, 0, 0, 0, 0), "No trial is finished, so there is no transcript."),
        (
            TranscriptCounts(0, 7, 2, 0, 0),
            "None of the 7 transcripts is on this page, as requested; "
            "devrun transcript shows them.",
        ),
        (
            TranscriptCounts(1200, 1200, 3, 4, 4),
            "All transcripts of finished trials are on this page: 1,200.",
        ),
        (
            TranscriptCounts(2000, 100_000, 42, 47, 48),
            "2,000 of 100,000 transcripts are on this page, 47 to 48 per cell (experiment, "
            "condition, wording and model): the first draws of each, whatever the replies. "
            "devrun transcript shows the others.",
        ),
    ],
)
def test_the_page_says_how_its_transcripts_were_chosen(counts: TranscriptCounts, said: str) -> None:
    assert chosen_words(counts).striptags() == said


def test_simulated_trials_are_called_so_and_others_are_not() -> None:
    simulated = "simulated, not data"
    assert simulated in page_of(one("box"))
    assert simulated not in page_of(scored(one("box"), simulated=False))
