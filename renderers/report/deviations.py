"""Deviations from the preregistration: a line for the first screen, and a section."""

from __future__ import annotations

from markupsafe import Markup

from renderers.report.parts import Section
from renderers.report.templating import rendered
from renderers.report.values import Value


def deviations_line(found: Value) -> Markup:
    """The number of deviations, within a sentence; `found` is what `preregister --check` says."""
    return rendered("deviations_line", found=found)


def deviations_section(found: Value) -> Section:
    """Every deviation with what was planned and done, and everything that was compared."""
    title = "Deviations from the preregistration"
    return Section("deviations", title, rendered("deviations", found=found))
