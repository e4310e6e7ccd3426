"""The form of norms in a real browser: filled in, finished, and read by `devrun norms fit`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from coders.norms.ages import NormGroup, StageNorm
from coders.norms.forms import FormKey, FormQuestion
from coders.tables.people import people_by_answers, read_key
from renderers.forms.form_page import form_page
from tests.browser import opened_browser

QUESTIONS = tuple(
    FormQuestion(
        f"q{n}", f"item {n}", "g", f'Is {n} <b>"large"</b>?', ("yes", "no, it is not"), "AB"[n % 2]
    )
    for n in range(1, 4)
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as found:
        yield found


@pytest.mark.browser
def test_a_question_runs_as_its_language_does(browser: Browser, tmp_path: Path) -> None:
    page_file = tmp_path / "form.html"
    asked = [("q1", "هل هو كبير؟ (1)", ("نعم!", "no")), ("q2", "Is it large?", ("yes", "no"))]
    page_file.write_text(form_page(asked), encoding="utf-8")
    page = browser.new_page()
    page.goto(page_file.as_uri())
    for selector, directions in (
        ("p.words", ["rtl", "ltr"]),
        ("bdi", ["rtl", "ltr", "ltr", "ltr"]),
    ):
        of_each = "every => every.map(one => getComputedStyle(one).direction)"
        assert page.locator(selector).evaluate_all(of_each) == directions


@pytest.mark.browser
def test_what_a_person_saves_is_what_is_scored(browser: Browser, tmp_path: Path) -> None:
    page_file = tmp_path / "form.html"
    asked = [(one.column, one.question, one.choices) for one in QUESTIONS]
    page_file.write_text(form_page(asked), encoding="utf-8")
    page = browser.new_context(offline=True, accept_downloads=True).new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text))
    page.goto(page_file.as_uri())
    assert page.locator("b").count() == 0
    page.check("input[name=q1][value=B]")
    page.check("input[name=q2][value=B]")
    page.click("text=Finish")
    assert "Missing: your name or number, your age, 1 question." in page.inner_text("#missing")
    page.fill("#person", 'Ann "A", 1')
    page.fill("#age", "9.5")
    page.click("text=Finish")
    assert "Missing: 1 question." in page.inner_text("#missing")
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename == "answers-Ann_A_1.csv"
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    group = NormGroup(("g",), {2: 3}, {})
    key = FormKey("Bank", "", (StageNorm("s", (group,), 0.0),), 3, 1, QUESTIONS)
    import msgspec

    found = people_by_answers(read_key(msgspec.json.encode(key), "key.json"), timed=True)
    found.read(text, "answers.csv")
    (person,) = found.people
    assert (person.name, person.age, dict(person.right)) == ('Ann "A", 1', 9.5, {"g": 1})
    assert found.empty == 1
    assert person.minutes is not None
    assert 0 <= person.minutes < 1
    assert faults == []
