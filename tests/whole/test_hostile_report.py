"""A study in which everything is hostile is a harmless page: in Chromium it shows itself, whole."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from coders.packets.shape import CoderKind
from renderers.report.hidden import shown
from runners.participants.double import Behaviour, Double, Request, ServerAnswer, completion
from runners.store.store import Store
from tests.browser import NARROW, WIDE, executable, lay_open, opened_browser, unpack, watched
from tests.here import here
from tests.runners.agreement.coded_studies import at_hand, mark_act

TAG = "<evil-one onclick=mine`1`>"
TITLE = f'Cups {TAG} </title></script><!-- & "quoted" $x^2$'
WORD = f"crate {TAG} &lt $x_1$"
LEVEL = "told </td></table><evil-one>"
CODER = f"Ada {TAG} \u202e<svg/onload=mine()>\ud800"
NOTE = f'=HYPERLINK("http://127.0.0.1:9/","x") {TAG} \0'
MODELS = (f"openai/{TAG}'\"--></script>", "openai/a\u202eb javascript:mine()", "openai/plain")
REPLIES = (
    "</script><script>mine()</script><evil-one>",
    "<img src=http://127.0.0.1:9/x.png onerror=mine()><evil-one>",
    "<svg onload=mine()><evil-one></svg><iframe srcdoc='<script>parent.mine()</script>'>",
    '[a](javascript:mine()) <a href="javascript:mine()">x</a> http://127.0.0.1:9/ <evil-one>',
    '=HYPERLINK("http://127.0.0.1:9/","x") +1 -1 @SUM(A1) {{ 7*7 }} ${mine()} <evil-one>',
    "\u202eabc\u202c \u2066def\u2069 \u200b\ufeff\u2028\u2029 \0\0 \ud800 \udfff\ud83d <evil-one>",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x9b2J \x85 \x7f \r over \x08\x08 <evil-one>",
    "the shelf <evil-one> and on " * 7_400 + "\U0001f600",
    "<!--<script> ]]> <![CDATA[ &amp; &#x3c;script&#x3e; \\u003cscript\\u003e <evil-one>",
    "Z\u0335\u0336\u0337\u0338a\u0335\u0336l" * 200 + "<evil-one>",
)

SCRIPT = f"""\
experiment {TITLE}

people
    Otto (he): Karim {TAG}, Emil

places
    shelf: {WORD}, stool

conditions end
    {LEVEL}
    asked

design
    runs 2
    wording original and permuted

procedure
    when {LEVEL}
        say: {{Otto}} put the cup on the {{shelf}}. <script>mine()</script><evil-one>
    when asked
        say: Where does {{Otto}} put the cup? On the {{shelf}}.
    test where
        ask: Where is the cup?
        choices:
            The {{shelf}}
            On the moon
        answer: The {{shelf}}
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of that study, coded by people whose names and reasons are hostile, too."""
    executable()
    folder = tmp_path_factory.mktemp("desk")
    shell = here(folder)
    (folder / "cup.dev").write_text(SCRIPT, encoding="utf-8")
    turns = itertools.cycle(REPLIES)

    def answered(request: Request) -> Behaviour:
        return ServerAnswer(body=completion(next(turns), model=f"m {TAG}\u202e\0"))

    with Double(then=answered) as double:
        models = [word for name in MODELS for word in ("-m", name)]
        shell.run("cup.dev", *models, more=double.environment)
    study = at_hand(folder / "devrun.sqlite", folder / "coded")
    try:
        for coder, mark in ((CODER, "right"), ("Ben", "wrong")):
            packet = study.add_packets(coder, kind=CoderKind.BLIND)
            acts = [
                act
                for item in packet.items
                for act in (
                    mark_act(item.item, 1, mark, "hedged"),
                    ("note", {"item": item.item, "question": 1, "note": NOTE}),
                    ("lrs", {"item": item.item, "lrs": 2, "proposed": 5, "reason": NOTE}),
                )
            ]
            study.add_codes(packet, [*acts, ("hypothesis", {"text": NOTE})])
    finally:
        study.store.close()
    url = f"sqlite:///{folder / 'coded' / 'devrun.sqlite'}"
    shell.run("report", "-o", "report.html", "--store", url)
    return folder / "report.html"


@pytest.fixture(scope="module")
def browser(report: Path) -> Iterator[Browser]:
    with opened_browser() as found:
        yield found


def replies_of(report: Path) -> set[str]:
    """What the store of that page has, to the last character."""
    url = f"sqlite:///{report.parent / 'devrun.sqlite'}"
    with Store.open(url, reading=True) as store:
        return {call.text for call in store.calls_of(store.study().id)}


@pytest.mark.parametrize("width", [WIDE, pytest.param(NARROW, marks=pytest.mark.thorough)])
def test_nothing_hostile_runs_fetches_or_becomes_an_element_and_every_reply_is_shown_whole(
    browser: Browser, report: Path, width: int
) -> None:
    """Hidden characters are shown, too."""
    kept = replies_of(report)
    assert {len(text) for text in kept} == {len(text) for text in REPLIES}
    with watched(browser, report, width=width) as found:
        page = found.page
        read = set()
        unpack(page)
        for at in range(page.locator(".reader-list a").count()):
            lay_open(page, at)
            box = page.locator(".reader-by-reply .reader-text")
            button = box.locator("button")
            if button.count():
                assert "show all 207,20" in button.inner_text()
                button.click()
            read.add(box.evaluate("one => one.textContent"))
            if len(read) == len(kept):
                break  # the other trials have the same replies again
        assert read == {shown(text) for text in kept}
        assert page.locator("evil-one, iframe, object, embed, base, .reader svg").count() == 0
        assert page.locator("[onload], [onerror], [onclick], [srcdoc]").count() == 0
        assert page.locator("a:not([href^='#'])").count() == 0
        assert page.locator("script:not([type='application/gzip'])").count() == 1
        assert page.evaluate("[...document.images].every((one) => one.src.startsWith('data:'))")
        assert page.evaluate(
            """async () => (await Promise.all([...document.images].map(
              async (one) => { await one.decode(); return one.naturalWidth > 0; }
            ))).every(Boolean)"""
        )
        wide, inner = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= inner
        assert found.faults == []


def test_names_notes_and_titles_are_text(browser: Browser, report: Path) -> None:
    with watched(browser, report) as found:
        page = found.page
        lay_open(page)
        told = page.evaluate("document.body.textContent")
        for text in (TITLE, LEVEL, CODER, NOTE, *MODELS, f"m {TAG}\u202e\0"):
            assert shown(text) in told, text
        every = page.locator(".reader-list li").count()
        page.locator("[name=model]").select_option(MODELS[1])
        assert page.locator(".reader-list li").count() == every / len(MODELS)
        assert found.faults == []


def test_the_file_itself_holds_no_hidden_character(report: Path) -> None:
    """Also a person who reads the page's source is not led astray."""
    text = report.read_text(encoding="utf-8")
    assert shown(text) == text
