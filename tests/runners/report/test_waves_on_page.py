"""Ratings in waves in the report: a section with agreement, figures and people's agreement."""

from __future__ import annotations

from tests.here import Here
from tests.runners.waves.test_wave_ratings import shell as shell  # noqa: PLC0414


def test_a_report_has_ratings_in_waves_beside_peoples(shell: Here) -> None:
    shell.run("views.dev", "-m", "sim/random")
    rated = "participant,topic,profile,wave,item,rating\nsim/random,bees,Ana,1,q1,4\n"
    (shell.folder / "rated.csv").write_text(rated)
    shell.run("report", "views.dev", "-o", "page.html", "--rationality", "rated.csv")
    page = (shell.folder / "page.html").read_text("utf-8")
    section = page.partition('id="waves"')[2].partition("</section>")[0]
    assert "Agreement with people, waves after 0" in section
    assert '<tr data-from="/waves/agents/0">' in section
    assert "figure-wave_ratings" in section
    assert "Rationality, waves after 0" in section
    assert "Agreement of people, waves after 0" in section
    assert "not to be ranked" not in section
