"""Pictures of the main screens as they are meant to look, and how far a screen may differ from them.

A picture is kept as the mean brightness of squares of 8 × 8 CSS pixels: what is somewhere else, missing, clipped or of
another colour shows; how a letter's edge is smoothed does not. ``python -m tests.e2e.pictures`` draws them anew.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.conftest import CHROMIUM, FLAGS, graph_settled, serve, settled

FOLDER = Path(__file__).with_name("kept_pictures")
SQUARE = 8  # CSS pixels
DIFFERENT = 24.0  # of 255, of the mean brightness of a square
TOLERANCE = 0.02  # of the squares of a screen
SCREENS = {
    "first": "",
    "answer": "?company=catl&mode=weighted&wg=0.5&sel=byd",
    "company": "company?id=catl",
    "explore": "explore",
    "recommend": "recommend?company=nvidia",
}
SHOWN_LAST = {"recommend": "[data-testid=stProgress]"}  # what a screen computes after it stands
LOOKS = (("en", "light", 1280), ("zh", "dark", 1280), ("zh", "light", 390))
Brightness = NDArray[np.float64]


def brightness(picture: bytes) -> Brightness:
    """Mean brightness in [0, 255] of every square of a PNG, shape (rows, columns); what is over is left out."""
    pixels = np.asarray(Image.open(io.BytesIO(picture)).convert("L"), dtype=np.float64)
    rows, columns = pixels.shape[0] // SQUARE, pixels.shape[1] // SQUARE
    squares = pixels[: rows * SQUARE, : columns * SQUARE].reshape(rows, SQUARE, columns, SQUARE)
    means: Brightness = squares.mean(axis=(1, 3))
    return means


def difference(seen: Brightness, meant: Brightness) -> float:
    """Share of the squares that differ; 1 for screens of different size."""
    if seen.shape != meant.shape:
        return 1.0
    return float((np.abs(seen - meant) > DIFFERENT).mean())


def look(browser: Browser, url: str, screen: str, language: str, scheme: str, width: int) -> Brightness:
    """One screen, with what changes from run to run (times, versions) hidden."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,
        reduced_motion="reduce",  # type: ignore[arg-type]
        locale="zh-CN" if language == "zh" else "en-US",
    )
    with context:
        page = context.new_page()
        address = SCREENS[screen]
        page.goto(f"{url}/{address}{'&' if '?' in address else '?'}lang={language}")
        settled(page)
        if screen in ("answer", "company"):
            graph_settled(page)
        if screen in SHOWN_LAST:
            page.locator(SHOWN_LAST[screen]).first.wait_for(timeout=30_000)
            settled(page)
        _at_rest(page)
        return brightness(page.screenshot())


def _at_rest(page: Page) -> None:
    """Two pictures in a row that are the same."""
    before = b""
    for _ in range(20):
        now = page.screenshot()
        if now == before:
            return
        before = now
        page.wait_for_timeout(400)


def kept(screen: str, language: str, scheme: str, width: int) -> Path:
    """Where the picture of a screen lies."""
    return FOLDER / f"{screen}-{language}-{scheme}-{width}.png"


def _drawn_anew(browser: Browser, url: str) -> Iterator[Path]:
    for screen in SCREENS:
        for language, scheme, width in LOOKS:
            means = look(browser, url, screen, language, scheme, width)
            file = kept(screen, language, scheme, width)
            Image.fromarray(np.round(means).astype(np.uint8)).save(file, optimize=True)
            yield file


def main() -> None:
    """Draw every picture, of the bundled sample in a knowledge base of its own."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        base = str(Path(folder) / "knowledge_base")
        with (
            serve(Path(folder) / "log", GUANXI_KNOWLEDGE_BASE_FOLDER=base) as url,
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            page = browser.new_page()
            page.goto(url)
            page.get_by_test_id("stTextInput").first.wait_for(timeout=300_000)  # the sample is built
            page.close()
            for file in _drawn_anew(browser, url):
                print(file.name)
            browser.close()


if __name__ == "__main__":
    main()
