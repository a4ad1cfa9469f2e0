"""The main screens look as they are meant to: at most 2 % of their squares differ from the kept pictures."""

from __future__ import annotations

import io
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.e2e.pictures import LOOKS, SCREENS, TOLERANCE, brightness, difference, kept, look


def has_the_font() -> bool:
    """Whether Chinese is written in the font that it was written in; the Latin one comes with the page."""
    asks = shutil.which("fc-match")
    if asks is None:
        return False
    found = subprocess.run([asks, "sans-serif:lang=zh-cn"], capture_output=True, text=True, check=True)
    return "Noto Sans CJK" in found.stdout


@pytest.mark.matrix(every=7)
@pytest.mark.parametrize(("language", "scheme", "width"), LOOKS)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_looks_as_it_should(
    browser: Browser, sample_url: str, screen: str, language: str, scheme: str, width: int
) -> None:
    if language == "zh" and not has_the_font():
        pytest.skip("the Chinese pictures were made with Noto Sans CJK")
    meant = np.asarray(Image.open(kept(screen, language, scheme, width)), dtype=np.float64)
    seen = look(browser, sample_url, screen, language, scheme, width)
    assert difference(seen, meant) <= TOLERANCE


def picture(draw: dict[tuple[int, int, int, int], int]) -> bytes:
    """A white screen with grey boxes: (left, top, right, bottom) → brightness."""
    image = Image.new("L", (800, 600), 255)
    for box, grey in draw.items():
        image.paste(grey, box)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


CARDS = {(40, 100 * row + 40, 400, 100 * row + 110): 60 for row in range(5)}


def test_what_has_moved_is_missing_or_has_another_colour_differs() -> None:
    meant = brightness(picture(CARDS))
    moved = {(left, top + 16, right, bottom + 16): grey for (left, top, right, bottom), grey in CARDS.items()}
    fewer = dict(list(CARDS.items())[1:])
    pale = dict.fromkeys(CARDS, 120)
    for seen in (moved, fewer, pale):
        assert difference(brightness(picture(seen)), meant) > TOLERANCE
    assert difference(meant[1:], meant) == 1.0


def test_smoothed_edges_do_not_differ() -> None:
    smoothed = CARDS | {(39, 100 * row + 40, 40, 100 * row + 110): 160 for row in range(5)}
    assert difference(brightness(picture(smoothed)), brightness(picture(CARDS))) <= TOLERANCE
