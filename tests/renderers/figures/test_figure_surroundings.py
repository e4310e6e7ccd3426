"""A drawing does not depend on whose computer it is made on, nor changes anything there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from renderers.figures.domains import domain_figures
from tests.renderers.figures.figure_rows import cells, study

ROOT = Path(__file__).parents[3]
_DRAW = """
import sys
from renderers.figures import cells, cost, domains, drift, familiar, spread
assert not {"matplotlib", "numpy"} & set(sys.modules), "a figure's module imports them at once"
from tests.renderers.figures.figure_rows import cells, study
(one,) = domains.domain_figures(study(cells()).domains)
assert "matplotlib.pyplot" not in sys.modules
sys.stdout.buffer.write(one.wide.encode("utf-8"))
"""


def test_neither_settings_nor_a_home_that_cannot_be_written_change_a_drawing(
    tmp_path: Path,
) -> None:
    """A settings file in the folder asks for TeX, red paper and another face; the home is a file,
    so that no folder can be made in it; and there is no display.
    """
    settings = "text.usetex: True\nfigure.facecolor: red\nfont.family: serif\nsvg.fonttype: none\n"
    (tmp_path / "matplotlibrc").write_text(settings + "no such: setting\n", encoding="utf-8")
    home = tmp_path / "home"
    home.write_text("", encoding="utf-8")
    hidden = {"MPLCONFIGDIR", "DISPLAY", "WAYLAND_DISPLAY", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"}
    kept = {key: value for key, value in os.environ.items() if key not in hidden}
    homes = dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA"), str(home))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _DRAW],
        cwd=tmp_path,
        env={**kept, **homes, "PYTHONPATH": str(ROOT), "MPLBACKEND": "TkAgg"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "matplotlibrc"]
    (one,) = domain_figures(study(cells()).domains)
    assert done.stdout.decode("utf-8") == one.wide
