"""A page is written whole or not at all, and over nothing but an earlier page."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from renderers.report.page import ReportPage, render_page
from renderers.report.parts import Section
from runners.cli.errors import Stop
from runners.cli.files import refuse_in_the_way, write_over

PAGE = render_page(ReportPage("<A title>", "1.0", Section("a", "b", "c").body, (), ""))  # type: ignore[arg-type]


def test_an_earlier_page_is_replaced(tmp_path: Path) -> None:
    place = tmp_path / ("report" * 40 + ".html")
    for text in (PAGE, f"{PAGE}<!-- newer -->"):
        refuse_in_the_way(place)
        write_over(place, text.encode())
        assert place.read_text(encoding="utf-8") == text
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mine.html", "already exists and is not a devrun report"),
        ("folder", "is a folder"),
        ("nowhere/report.html", "there is no folder"),
        ("mine.html/report.html", "there is no folder"),
        ("x" * 300, "cannot be written"),
    ],
)
def test_what_is_in_the_way_is_said(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "mine.html").write_text("<p>devrun</p>", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    with pytest.raises(Stop) as stopped:
        refuse_in_the_way(tmp_path / name)
    assert message in stopped.value.message
    assert (tmp_path / "mine.html").read_text(encoding="utf-8") == "<p>devrun</p>"


def test_a_page_is_a_file_and_is_not_printed() -> None:
    with pytest.raises(Stop) as stopped:
        refuse_in_the_way(Path("-"))
    assert "a page cannot be printed" in stopped.value.message


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and links are made otherwise")
def test_neither_a_pipe_nor_a_link_is_taken_for_a_page(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("pipe", "link"):
        with pytest.raises(Stop) as stopped:
            refuse_in_the_way(tmp_path / name)
        assert "is not a devrun report" in stopped.value.message
    assert (tmp_path / "link").is_symlink()


@pytest.mark.skipif(sys.platform == "win32", reason="links are made otherwise")
def test_a_link_to_a_page_stays_a_link_and_the_page_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "shown").mkdir()
    page = tmp_path / "shown" / "page.html"
    write_over(page, PAGE.encode())
    link = tmp_path / "link.html"
    link.symlink_to(page)
    refuse_in_the_way(link)
    write_over(link, f"{PAGE}<!-- newer -->".encode())
    assert link.is_symlink()
    assert page.read_text(encoding="utf-8") == f"{PAGE}<!-- newer -->"
    assert sorted(one.name for one in tmp_path.rglob("*")) == ["link.html", "page.html", "shown"]


def test_a_page_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(Stop) as stopped:
        write_over(tmp_path / ("x" * 300), PAGE.encode())
    assert "cannot be written" in stopped.value.message
    assert list(tmp_path.iterdir()) == []
