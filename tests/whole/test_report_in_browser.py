"""The report in a real browser: it shows itself whole, on every width and on paper, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from coders.packets.shape import CoderKind
from dsl.record import replace
from tests.browser import (
    NARROW,
    WIDE,
    Watched,
    executable,
    lay_open,
    opened_browser,
    sheets,
    unpack,
    watched,
)
from tests.here import here
from tests.renderers.report.trials_to_read import one, page_of, scored
from tests.runners.analysis.scoring_rooms import Entry, Seen, coded, honest, study

A4 = 718
"""The width of a sheet less its margins, in the pixels of a browser (190 mm at 96 to the inch)."""


def careless(seen: Seen) -> Entry:
    """Marks like an honest coder but for one form of the question, which is half right for her."""
    return ("half", ("hedged",)) if seen.question.form == "think" else honest(seen)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a study of two models that two blind coders and an author have coded."""
    executable()
    folder = tmp_path_factory.mktemp("desk")
    shell = here(folder)
    study(shell, "-m", "sim/rambling", "-m", "sim/lure", "--wording", "both", "--runs", "3")
    coded(shell, "Ada", honest)
    coded(shell, "Ben", careless)
    coded(shell, "Cleo", honest, kind=CoderKind.AUTHOR)
    shell.run("report", "-o", "report.html")
    return folder / "report.html"


@pytest.fixture(scope="module")
def browser(report: Path) -> Iterator[Browser]:
    """Opened when the page stands: nothing else can run in this thread from then on."""
    with opened_browser() as found:
        yield found


@pytest.fixture(scope="module", params=[WIDE, NARROW])
def seen(request: pytest.FixtureRequest, browser: Browser, report: Path) -> Iterator[Watched]:
    """The page on a screen of so many pixels, for tests that look at it and open transcripts."""
    with watched(browser, report, width=request.param) as found:
        yield found


@pytest.fixture
def wide(browser: Browser, report: Path) -> Iterator[Watched]:
    """A page of its own, for tests that leave it changed."""
    with watched(browser, report) as found:
        yield found


def hits(page: Page) -> int:
    """How many lines the list of transcripts has."""
    return page.locator(".reader-list li").count()


def unfold(page: Page) -> None:
    """Open all that is folded, as the tables of the figures."""
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")


def too_wide(page: Page) -> list[str]:
    """What reaches over the right edge, or is cut off there."""
    found: list[str] = page.evaluate(
        """() => {
          const edge = document.documentElement.clientWidth + 1;
          const scrolls = (one) => one.closest('.table, .reader-found');
          return [...document.body.querySelectorAll('*')]
            .filter((one) => one.checkVisibility() && !scrolls(one.parentElement))
            .filter((one) => one.getBoundingClientRect().right > edge)
            .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 60)}`);
        }"""
    )
    return found


def test_nothing_goes_wrong_and_nothing_is_fetched(seen: Watched) -> None:
    lay_open(seen.page)
    assert seen.faults == []


def test_markup_that_got_in_would_run_nothing_and_fetch_nothing(
    browser: Browser, report: Path, tmp_path: Path
) -> None:
    """The policy is in force; and these tests see what it stops."""
    evil = (
        "<script>document.title = 'mine'</script>"
        "<img id=evil src='http://127.0.0.1:9/x.png' onerror=\"document.title = 'mine'\">"
        "<style>body { display: none }</style><p style='position: fixed'></p>"
        "<form action='http://127.0.0.1:9/'></form><base href='http://127.0.0.1:9/'>"
    )
    page = report.read_text(encoding="utf-8").replace("</main>", f"{evil}</main>")
    (tmp_path / "report.html").write_text(page, encoding="utf-8")
    with watched(browser, tmp_path / "report.html") as found:
        assert found.page.locator("#evil").evaluate("one => one.naturalWidth") == 0
        assert found.page.title() != "mine"
        assert found.page.locator("h1").is_visible()
        assert found.page.evaluate("() => document.baseURI").startswith("file:")
        told = " ".join(found.faults)
        for directive in ("script-src", "img-src", "style-src", "base-uri"):
            assert directive in told


def test_no_style_and_no_handler_stands_in_the_markup(seen: Watched) -> None:
    found = seen.page.evaluate(
        """() => [...document.querySelectorAll('*')].flatMap((one) => one.getAttributeNames()
          .filter((name) => name === 'style' || name.startsWith('on'))
          .map((name) => `${one.tagName} ${name}`))"""
    )
    assert found == []


def test_every_figure_is_seen_whole(seen: Watched) -> None:
    unfold(seen.page)
    figures = seen.page.evaluate(
        """async () => Promise.all([...document.images].map(async (one) => {
          await one.decode().catch(() => null);
          const box = one.getBoundingClientRect();
          return [one.naturalWidth > 0, box.width > 100 || Boolean(one.closest('td')),
                  box.left >= 0 || Boolean(one.closest('.table')),
                  box.right <= window.innerWidth || Boolean(one.closest('.table')),
                  Boolean(one.alt)];
        }))"""
    )
    assert figures
    assert {tuple(one) for one in figures} == {(True,) * 5}
    strips = seen.page.evaluate(
        """() => [...document.querySelectorAll('main svg')].map((one) => {
          const box = one.getBoundingClientRect();
          return [box.width > 20, box.height > 5, Boolean(one.ariaLabel || one.ariaHidden)];
        })"""
    )
    assert strips
    assert {tuple(one) for one in strips} == {(True,) * 3}


def test_the_page_does_not_scroll_sideways(seen: Watched) -> None:
    lay_open(seen.page)
    assert too_wide(seen.page) == []
    wide, inner = seen.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= inner


def test_a_small_study_is_a_small_file_and_a_few_sheets(wide: Watched, report: Path) -> None:
    """The battery is in test_report_size.py."""
    assert report.stat().st_size < 300_000
    assert sheets(wide.page) <= 12


def test_what_is_folded_is_on_paper_where_it_is_open(wide: Watched) -> None:
    wide.page.emulate_media(media="print")
    for where in ("#coders > details", "figure > details"):
        folded = wide.page.locator(where).first
        table = folded.locator("table").first
        assert not table.is_visible()
        folded.evaluate("one => { one.open = true; }")
        assert table.is_visible()


@pytest.mark.thorough
def test_on_a_sheet_of_paper_nothing_is_cut_off(wide: Watched) -> None:
    lay_open(wide.page)
    wide.page.emulate_media(media="print")
    wide.page.set_viewport_size({"width": A4, "height": 1000})
    assert too_wide(wide.page) == []
    cut = wide.page.evaluate(
        """() => [...document.querySelectorAll('.table')]
          .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.textContent.slice(0, 60))"""
    )
    assert cut == []
    assert not wide.page.locator(".reader-form").is_visible()
    assert not wide.page.locator(".reader-list").is_visible()
    assert wide.page.locator(".reader-open").is_visible()
    assert wide.page.pdf(format="A4").startswith(b"%PDF")


def test_the_design_of_a_script_is_read_without_scrolling_sideways(seen: Watched) -> None:
    edge = seen.page.evaluate("document.documentElement.clientWidth")
    design = seen.page.locator("#study li", has_text="2 conditions of seen")
    box = design.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= edge


@pytest.mark.parametrize(
    "seen", [WIDE, pytest.param(NARROW, marks=pytest.mark.thorough)], indirect=True
)
def test_axe_finds_no_fault(seen: Watched) -> None:
    lay_open(seen.page)
    unfold(seen.page)
    found = Axe().run(seen.page).response["violations"]
    assert [
        (one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"])
        for one in found
    ] == []


@pytest.mark.thorough
def test_words_are_found_in_replies_and_where_asked_in_what_was_told(wide: Watched) -> None:
    page = wide.page
    unpack(page)
    every = hits(page)
    assert page.locator(".reader-count").inner_text() == f"{every} transcripts"
    page.locator("[name=find]").fill('"otto puts"')
    assert hits(page) == 0
    page.locator("[name=where]").select_option("anywhere")
    assert hits(page) == every
    lay_open(page)
    assert page.locator(".reader-open mark").first.inner_text() == "Otto puts"
    page.locator("[name=find]").fill("otto -box.(")
    assert hits(page) == 0
    page.locator("[name=find]").fill("nowhere-at-all")
    assert page.locator(".reader-count").inner_text() == f"0 of {every} transcripts match"
    page.locator("button[type=reset]").click()
    page.wait_for_function("n => document.querySelectorAll('.reader-list li').length === n",
                           arg=every)  # fmt: skip


@pytest.mark.thorough
def test_filters_narrow_the_list_and_stand_in_the_address(
    wide: Watched, browser: Browser, report: Path
) -> None:
    page = wide.page
    unpack(page)
    every = hits(page)
    page.locator("[name=model]").select_option("sim/lure")
    assert hits(page) == every / 2
    page.locator("[name=condition]").select_option("unseen")
    page.locator("[name=mark]").select_option("half")
    page.locator("[name=flag]").select_option("hedged")
    page.locator("[name=disagree]").check()
    few = hits(page)
    assert 0 < few < every / 2
    lay_open(page)
    told = page.locator(".reader-open").inner_text()
    assert "unseen" in told
    assert "Ben (blind): half, hedged" in told
    assert "Cleo (author): right, not counted" in told
    with watched(browser, report, at=f"#{page.url.partition('#')[2]}") as again:
        again.page.locator(".reader-head").wait_for()
        assert hits(again.page) == few
        assert again.page.locator(".reader-open").inner_text() == told
        again.page.wait_for_function(
            "() => { const top = document.querySelector('.reader-open')"
            ".getBoundingClientRect().top;"
            " return top >= -1 && top < innerHeight / 2 + 1; }"
        )
        assert again.faults == []


@pytest.mark.thorough
def test_a_link_leads_to_its_transcript_and_the_keys_go_on_from_there(wide: Watched) -> None:
    page = wide.page
    unpack(page)
    links = page.locator(".reader-list a")
    keys = [links.nth(at).get_attribute("href") for at in range(3)]
    wide.goes_to(str(keys[1]))
    page.locator(f".reader-head a[href='{keys[1]}']").wait_for()
    opened = page.locator(".reader-head a")
    page.keyboard.press("j")
    assert opened.get_attribute("href") == keys[2]
    assert page.url.endswith(str(keys[2]))
    page.keyboard.press("k")
    page.keyboard.press("k")
    assert opened.get_attribute("href") == keys[0]
    page.keyboard.press("/")
    page.keyboard.type("jk")
    assert page.locator("[name=find]").input_value() == "jk"
    for key in ("%zz", "ffffffffffff"):
        wide.goes_to(f"#t-{key}")
        page.get_by_text(f"`devrun transcript --trial {key}` shows it").wait_for()
    assert wide.faults == []


@pytest.mark.thorough
def test_a_long_list_is_shown_in_parts_and_grows_to_what_is_opened(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "long.html"
    trials = [one("box", number=number) for number in range(1, 351)]
    # Of a key its beginning stands on the page.
    trials = [scored(each, key=f"{number:012x}") for number, each in enumerate(trials, start=1)]
    file.write_text(page_of(*trials), encoding="utf-8")
    with watched(browser, file) as found:
        page = found.page
        unpack(page)
        assert page.locator(".reader-count").inner_text() == "350 transcripts"
        assert hits(page) == 100
        page.get_by_role("button", name="show 100 more").click()
        assert hits(page) == 200
        found.goes_to(f"#t-{300:012x}")
        page.locator(f".reader-head a[href='#t-{300:012x}']").wait_for()
        assert hits(page) == 300
        page.keyboard.press("j")
        assert hits(page) == 350
        assert not page.locator(".reader-more").is_visible()
        assert found.faults == []


def test_commands_in_the_reason_for_a_mark_are_code(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "reasons.html"
    file.write_text(page_of(one("see `devrun <b>x</b>`")), encoding="utf-8")
    with watched(browser, file) as found:
        unpack(found.page)
        lay_open(found.page)
        pane = found.page.locator(".reader-codes")
        assert pane.locator("code").all_inner_texts() == ["devrun <b>x</b>"]
        assert pane.locator("b").count() == 0
        assert found.faults == []


@pytest.mark.thorough
def test_a_script_with_one_condition_has_none_to_choose_from(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "mixed.html"
    alone = one("box", name="Cup", number=1)
    cell = replace(alone.trial.cell, levels=(), name="original")
    alone = replace(scored(alone, key=f"{1:012x}"), trial=replace(alone.trial, cell=cell))
    file.write_text(page_of(alone, scored(one("bag"), key=f"{2:012x}")), encoding="utf-8")
    with watched(browser, file) as found:
        unpack(found.page)
        select = found.page.locator("select[name=condition]")
        assert select.locator("option").all_inner_texts() == ["any", "one condition (1)", "bag (1)"]
        found.page.select_option("select[name=experiment]", "Cup")
        assert not select.is_visible()
        lay_open(found.page)
        assert "\npermuted / draw 1 / box\n" in found.page.locator(".reader-list").inner_text()
        found.page.select_option("select[name=experiment]", "Hat")
        assert select.is_visible()
        assert found.faults == []


def test_links_of_the_page_lead_somewhere(seen: Watched) -> None:
    unpack(seen.page)
    nowhere = seen.page.evaluate(
        """() => [...document.querySelectorAll('a[href^="#"]')].map((one) => one.hash)
          .filter((hash) => !document.querySelector(`[id="${hash.slice(1)}"]`))
          .filter((hash) => !document.querySelector(`.reader-list a[href="${hash}"]`))"""
    )
    assert nowhere == []


def test_transcripts_are_unpacked_when_a_reader_comes_to_them(
    browser: Browser, report: Path
) -> None:
    with watched(browser, report) as found:
        page = found.page
        page.wait_for_load_state("load")
        assert hits(page) == 0
        assert not page.locator(".reader").is_visible()
        unpack(page)
        assert hits(page) > 0
        assert not page.locator(".reader-cannot").is_visible()
        assert found.faults == []


def test_a_browser_that_cannot_unpack_transcripts_says_so(browser: Browser, report: Path) -> None:
    with watched(browser, report) as found:
        found.page.evaluate("delete window.DecompressionStream")
        found.page.locator("#transcripts").scroll_into_view_if_needed()
        cannot = found.page.locator(".reader-cannot")
        cannot.wait_for()
        assert "In a terminal, devrun transcript shows the same." in cannot.inner_text()
        assert not found.page.locator(".reader").is_visible()
        assert found.faults == []


def test_without_a_script_a_sentence_says_what_is_missing(browser: Browser, report: Path) -> None:
    with watched(browser, report, script=False) as found:
        said = found.page.locator("noscript").inner_text()
        assert "In a terminal, devrun transcript shows the same." in said
        assert not found.page.locator(".reader").is_visible()
        assert found.faults == []
