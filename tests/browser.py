"""A real browser for report pages: Chromium as it is installed here, driven by playwright.

While it is open no other event loop can run in this thread, so that it is opened for one module of
tests and closed after it; a browser for the whole session would break the tests of the engine.
Where no Chromium is found these tests are left out, and all others pass.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, sync_playwright

from tests.patience import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
         "microsoft-edge", "msedge")  # fmt: skip
WIDE, NARROW = 1280, 390


def executable() -> str:
    """Where a Chromium is; the test, or all that hangs on the fixture, is left out if nowhere."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is not None:
        return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    if not Path(own).exists():
        pytest.skip("no Chromium here: install it (or run `playwright install chromium`)")
    return own


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """A browser without a window; the tests that ask for it are left out where there is none."""
    found = executable()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Watched:
    """A page, and all that went wrong on it: errors, requests, dialogs, other pages."""

    page: Page
    faults: list[str] = field(default_factory=list)

    def goes_to(self, where: str) -> None:
        """Opens an address within the page, as a click on a link would."""
        self.page.evaluate("where => { location.hash = where; }", where)


def unpack(page: Page) -> None:
    """Goes to the transcripts, and waits until they are unpacked."""
    page.locator("#transcripts").scroll_into_view_if_needed()
    page.locator(".reader").wait_for()


def lay_open(page: Page, at: int = 0) -> None:
    """Opens a transcript of the list, and waits until it is laid open."""
    unpack(page)
    link = page.locator(".reader-list a").nth(at)
    link.click()
    page.locator(f".reader-head a[href='{link.get_attribute('href')}']").wait_for()


def sheets(page: Page) -> int:
    """How many sheets of A4 the page is on paper."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


@contextmanager
def watched(
    browser: Browser, file: Path, *, width: int = WIDE, at: str = "", script: bool = True
) -> Iterator[Watched]:
    """A file opened in a browser of so many pixels that has no network and writes all down.

    `at` is the part of the address from `#` on.
    """
    context = browser.new_context(
        viewport={"width": width, "height": 900}, offline=True, java_script_enabled=script
    )
    try:
        found = _watching(context)
        found.page.set_default_timeout(1000 * PATIENCE)
        found.page.goto(file.as_uri() + at)
        yield found
    finally:
        context.close()


def _watching(context: BrowserContext) -> Watched:
    found = Watched(context.new_page())
    first: list[str] = []

    def asked(url: str) -> None:
        # The file itself is asked for once; what stands in it (`data:`) is no request.
        if first or not url.startswith("file:"):
            if not url.startswith("data:"):
                found.faults.append(f"request: {url[:200]}")
        else:
            first.append(url)

    context.on("request", lambda request: asked(request.url))
    context.on("page", lambda page: found.faults.append(f"another page: {page.url}"))
    found.page.on("pageerror", lambda error: found.faults.append(f"error: {error}"))
    found.page.on("dialog", lambda dialog: _dialog(found, dialog))
    found.page.on(
        "console",
        lambda said: (
            found.faults.append(f"{said.type}: {said.text}")
            if said.type in ("error", "warning")
            else None
        ),
    )
    return found


def _dialog(found: Watched, dialog: Dialog) -> None:
    found.faults.append(f"dialog: {dialog.message}")
    dialog.dismiss()
