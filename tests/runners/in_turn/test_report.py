"""The report of a coded study: every number on the page is one that a command prints."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest

from coders.packets.shape import CoderKind
from tests.here import here
from tests.runners.analysis.scoring_rooms import Entry, Seen, coded, honest, study
from tests.shell import Shell

VOID = {"meta", "link", "br", "img", "source", "input", "hr", "wbr", "path", "circle", "rect"}
CLOSES = {"td": {"td", "th"}, "th": {"td", "th"}, "tr": {"td", "th", "tr"}}
"""Which open elements end where one of these begins."""
HEADINGS = {"h1", "h2", "h3", "h4", "title"}
OURS = (
    # What the page itself says of how figures are made: no number of it came out of a study.
    r"95%",
    r"LRS, 0 to 5",
    r"\(LLM Response Score, 0 to 5\)",
    r"Every draw, 0 to 5",
    r"Trials with LRS 0",
    r"(?i)zero: trials with a failed control question score 0",
    r"if every lost trial scored 0, and if every one scored 5",
    r"Second coder: [0-5]\b",
    r"Ceiling: 5 x the proportion",
    r"1 \+ 4 x proportion correct,? \(?0 if the trial scores 0\)",
    r"80% power",
    r"alpha \.05",
    r"beyond 0 or 5",
    r"at least 20 common items",
    r"at least 5% of the codes",
    r"marked 1, 1/2 or 0",
    r"Kosoy et al\., 2023, Table 1",
    r"1 for p under 1/4, 2 under 1/2, 3 under 3/4, 4 under 1, and 5 for 1 \(4 if",
    r"It is 0 if",
    r"a trial scores 0 for a coder who flags",
    r"least p: 1 / \(draws \+ 1\)",
)


def careless(seen: Seen) -> Entry:
    """Marks like an honest coder but for one form of the question, which is half right for her."""
    return ("half", ("hedged",)) if seen.question.form == "think" else honest(seen)


@dataclass(frozen=True)
class Room:
    """A coded study and the page that was made of it."""

    shell: Shell
    page: str
    document: Any


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Room:
    folder = tmp_path_factory.mktemp("desk")
    shell = here(folder)
    study(shell, "-m", "sim/rambling", "-m", "sim/lure", "--wording", "both")
    coded(shell, "Ada", honest)
    coded(shell, "Ben", careless)
    coded(shell, "Cleo", honest, kind=CoderKind.AUTHOR)
    shell.run("report", "-o", "report.html")
    page = (folder / "report.html").read_text(encoding="utf-8")
    return Room(shell, page, shell.json("report"))


@dataclass(frozen=True)
class Number:
    """A number of the page: its exact value, where it is from, and what is shown."""

    value: str
    source: str
    shown: str


@dataclass
class Walk(HTMLParser):
    """What stands on a page: its numbers, its tables and figures, and the text outside of these."""

    numbers: list[Number] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[tuple[str, dict[str, str | None]]] = []
        self._shown = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag in CLOSES:
            self._close(CLOSES[tag])
        if "id" in found:
            self.anchors.add(found["id"] or "")
        if tag == "a":
            self.links.add(found.get("href") or "")
        if tag in VOID:
            self.words.append(" ")
            return
        self._open.append((tag, found))
        if tag == "data":
            self._shown = ""
        if tag == "table":
            self.tables.append("")
        if tag == "figure":
            self.figures.append("")
        if tag not in {"data", "bdi", "span", "strong", "small", "a"}:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if tag in {"tbody", "thead"}:
            self._close({"td", "th", "tr"})
        name, found = self._open.pop()
        assert name == tag, f"{name} is closed by {tag}"
        if tag == "data":
            self.numbers.append(Number(found["value"] or "", self._place(found), self._shown))

    def _close(self, tags: set[str]) -> None:
        """Ends what HTML lets end without a tag."""
        while self._open[-1][0] in tags:
            self._open.pop()

    def _place(self, found: dict[str, str | None]) -> str:
        """The place of a number in full: in a row it may be relative to the row's."""
        place = found["data-from"] or ""
        if place.startswith("/"):
            return place
        (row,) = (named["data-from"] for tag, named in self._open if tag == "tr")
        return f"{row}/{place}"

    def handle_data(self, data: str) -> None:
        inside = {tag for tag, _ in self._open}
        if inside & {"script", "style"}:
            return
        if "table" in inside:
            self.tables[-1] += data
        if "figure" in inside:
            self.figures[-1] += data
        if "data" in inside:
            self._shown += data
        elif not inside & {"bdi", "code", "svg", *HEADINGS}:
            self.words.append(data)


@pytest.fixture(scope="module")
def walked(room: Room) -> Walk:
    walk = Walk()
    walk.feed(room.page)
    walk.close()
    return walk


def at(document: Any, pointer: str) -> Any:
    """What stands in a document at a JSON pointer (RFC 6901)."""
    for key in pointer.split("/")[1:]:
        name = key.replace("~1", "/").replace("~0", "~")
        document = document[int(name) if isinstance(document, list) else name]
    return document


def is_shown(value: Any, shown: str) -> bool:
    """Whether the words shown are the value, rounded to the places that they have."""
    if value is None:
        return not re.search(r"\d", shown)
    if isinstance(value, list):
        return shown == f"{len(value):,}"
    if isinstance(value, str):
        value = value.replace("`", "")  # set as code
        return bool(shown) and value.replace("T", " ").startswith(shown.replace("T", " "))
    if shown == "<0.001":
        return 0 <= float(value) < 0.0005
    found = re.fullmatch(r"([+-]?[\d,]+)(\.\d+)?(%| pp)?", shown)
    assert found, f"{shown} for {value}"
    places = len(found[2] or ".") - 1
    rounded = round(float(value) * (100 if found[3] else 1), places) + 0.0
    return shown.replace(",", "").lstrip("+").rstrip("% p") == f"{rounded:.{places}f}"


def test_the_document_is_what_the_commands_print(room: Room) -> None:
    for name in ("score", "agree", "compare"):
        assert room.document[name] == room.shell.json(name), name


def test_every_number_of_the_page_is_one_of_the_document(room: Room, walked: Walk) -> None:
    wrong = []
    for one in walked.numbers:
        if one.source == "/report/made":
            continue  # the page and the document were made one after the other
        value = at(room.document, one.source)
        exact = len(value) if isinstance(value, list) else value
        said = "null" if exact is None else str(exact)
        same = one.value == said or (
            isinstance(exact, int | float) and float(one.value) == float(exact)
        )
        if not same or not is_shown(value, one.shown):
            wrong.append((one, value))
    assert not wrong
    assert len(walked.numbers) > 500


def test_no_number_stands_on_the_page_without_where_it_is_from(walked: Walk) -> None:
    text = "".join(walked.words)
    for ours in OURS:
        text = re.sub(ours, "", text)
    lines = [" ".join(line.split()) for line in text.split("\n")]
    assert [line for line in lines if re.search(r"\d", line)] == []


def test_every_table_and_figure_of_a_simulated_study_says_so(walked: Walk) -> None:
    assert walked.tables
    assert walked.figures
    for part in (*walked.tables, *walked.figures):
        assert "simulated, not data" in part


def test_the_first_screen_has_a_figure_and_its_table_and_then_six_facts(room: Room) -> None:
    body = room.page.partition("<main")[2]
    order = [
        body.index(f'<section id="{name}"')
        for name in ("overview", "study", "cells", "contrasts", "gates", "agreement", "telling")
    ]
    assert order == sorted(order)
    overview = body[: order[1]]
    figure, table = overview.index("<figure"), overview.index("<table")
    assert figure < table < overview.index("</figure>")
    assert overview.count("<figure") == 1
    assert overview.index("</figure>") < overview.index('<ol class="facts">')
    first = overview[table : overview.index("</table>")]
    assert re.findall(r"<th scope=\"col\"[^>]*>([^<]+)</th>", first) == [
        "Cell", "Model", "LRS", "95% interval", "Draws", "Texts", "Chance", "Published",
    ]  # fmt: skip
    assert "<details>" not in overview[figure:table]
    assert order[-1] < body.index("<figure", order[1])
    facts = re.findall(r'<li><strong><a href="#(\w+)">', body[: order[1]])
    assert facts == ["study", "cells", "contrasts", "gates", "agreement", "telling"]


def test_the_first_screen_names_the_wording_of_every_contrast_it_tells(room: Room) -> None:
    words = re.sub(r"<[^>]+>", "", room.page.partition('<section id="overview"')[2])
    (told,) = re.findall(r"Contrasts\. (.*?)Controls\.", words)
    rows = room.document["score"]["contrasts"]
    passed = ", ".join(
        f"{one['model']} {one['passed']:g} of {one['n']} ({one['wording']})" for one in rows
    )
    assert (
        told == f"Passed: {rows[0]['contrast']} (chance {100 * rows[0]['chance']:.1f}%): {passed}."
    )
    means = [one["lrs_mean"] for one in room.document["score"]["cells"]]
    span = f"from {min(means):.2f} to {max(means):.2f}, each with interval"
    assert f"mean LRS (LLM Response Score, 0 to 5) {span}" in words
    # As the cells stand, whoever finished first.
    cells = [(one["model"], one["wording"]) for one in room.document["score"]["cells"]]
    assert [(one["model"], one["wording"]) for one in rows] == list(dict.fromkeys(cells))


def test_the_method_section_says_what_was_preregistered_and_how_differences_were_tested(
    room: Room,
) -> None:
    words = re.sub(r"<[^>]+>", "", room.page.partition('<section id="methods"')[2])
    assert "No preregistration was sealed with devrun." in words
    assert "All comparisons are exploratory and have no p value." in words


def test_every_link_of_the_page_leads_to_a_place_on_it(walked: Walk) -> None:
    inner = {link for link in walked.links if not link.startswith("#t-")}
    assert {link.removeprefix("#") for link in inner} <= walked.anchors


def test_who_answered_when_and_at_what_cost_is_what_the_store_says(room: Room) -> None:
    with closing(sqlite3.connect(room.shell.folder / "devrun.sqlite")) as store:
        kept = store.execute(
            "select name, model_returned, count(*), min(at), max(at), sum(tries) from calls"
            " join participants using (participant) group by name, model_returned order by name"
        ).fetchall()
    report = room.document["report"]
    assert [
        (one["model"], name["name"], name["replies"], name["first"], name["last"], cost["attempts"])
        for one, cost in zip(report["participants"], report["costs"], strict=True)
        for name in one["returned"]
    ] == kept
    assert [(one["usd"], one["replies_without_count"]) for one in report["costs"]] == [
        (0.0, count) for _, _, count, _, _, _ in kept
    ]
    assert report["study"]["trials"] == len(room.document["score"]["trials"]) == 48


def test_a_page_of_ours_is_replaced_and_any_other_file_is_not(room: Room) -> None:
    shell = room.shell
    (shell.folder / "mine.html").write_text("<p>my own page</p>", encoding="utf-8")
    done = shell.run("report", "-o", "mine.html", code=2)
    assert done.stderr.splitlines()[0] == (
        "devrun: `mine.html` already exists and is not a devrun report"
    )
    assert (shell.folder / "mine.html").read_text(encoding="utf-8") == "<p>my own page</p>"
    shell.run("report", "-o", "report.html", "--transcripts", "none")
    smaller = (shell.folder / "report.html").read_text(encoding="utf-8")
    assert len(smaller) < len(room.page)
    assert sorted(path.name for path in shell.folder.glob("*.part")) == []
