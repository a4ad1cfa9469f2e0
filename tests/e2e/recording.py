"""``make recording``: a minute with the app on the bundled sample, as docs/recording.gif."""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.e2e.conftest import CHROMIUM, FLAGS, graph_settled, serve, settled
from tests.support import ROOT

FILE = ROOT / "docs" / "recording.gif"
SIZE = {"width": 1280, "height": 800}
SHOWN = (960, 600)
COLOURS = 160
SAMPLED = 8
MOST_BYTES = 5_000_000


@dataclass
class Recording:
    """Pictures of a page, each with how long it is shown, in milliseconds.

    Waiting for the page is left out: how long it takes depends on the machine, and docs/benchmarks.md tells that.
    """

    page: Page
    frames: list[Image.Image] = field(default_factory=list)
    durations: list[int] = field(default_factory=list)

    def show(self, milliseconds: int) -> None:
        """The page as it is, for so long."""
        shot = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        self.frames.append(shot.resize(SHOWN, Image.Resampling.LANCZOS))
        self.durations.append(milliseconds)

    def ask(self, question: str, step: int) -> None:
        """Type a question, ``step`` characters a picture, and wait for the answer."""
        box = self.page.locator(".st-key-q input")
        box.fill("")
        for end in range(step, len(question) + step, step):
            box.fill(question[:end])
            self.show(140)
        self.show(500)
        box.press("Enter")
        graph_settled(self.page)
        self.page.mouse.move(0, 0)

    def scroll(self, pixels: int, steps: int = 6) -> None:
        """The page moves up, slowly enough to be followed."""
        for _ in range(steps):
            self.page.mouse.move(SIZE["width"] / 4, SIZE["height"] * 3 / 4)
            self.page.mouse.wheel(0, pixels / steps)
            self.page.wait_for_timeout(120)
            self.show(110)

    def save(self, file: Path) -> None:
        """One palette for all pictures, so that what stays the same takes no room."""
        sampled = self.frames[:: max(1, len(self.frames) // SAMPLED)]
        together = Image.new("RGB", (SHOWN[0], SHOWN[1] * len(sampled)))
        for place, frame in enumerate(sampled):
            together.paste(frame, (0, place * SHOWN[1]))
        palette = together.quantize(COLOURS, dither=Image.Dither.NONE)
        drawn = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in self.frames]
        drawn[0].save(file, save_all=True, append_images=drawn[1:], duration=self.durations, loop=0, optimize=True)


def a_question_with_a_condition(shown: Recording) -> None:
    """The first screen; a question in which two relations must hold; where a number of the answer leads."""
    shown.show(2_500)
    shown.ask("Which of Tesla's competitors buy from CATL?", 4)
    shown.show(5_000)
    shown.page.locator(".answer button").first.click()
    shown.page.get_by_role("dialog").wait_for()
    shown.page.wait_for_timeout(500)
    shown.show(4_500)
    shown.page.keyboard.press("Escape")
    settled(shown.page)


def part_by_part(shown: Recording) -> None:
    """A part of what was understood is taken out, and the answer follows."""
    shown.ask("Which Japanese companies supply Apple?", 4)
    shown.show(4_000)
    shown.page.locator(".st-key-plan-chips [class*='st-key-chip-remove-'] button").last.click()
    graph_settled(shown.page)
    shown.show(4_000)


def in_chinese(shown: Recording) -> None:
    """The same in Chinese: who controls a company."""
    shown.page.get_by_test_id("stButtonGroup").get_by_text("中文").click()
    settled(shown.page)
    shown.ask("谁控制沃尔沃汽车？", 1)
    shown.show(4_500)
    shown.ask("Moderna和宁德时代之间有什么联系？", 2)
    shown.show(5_000)


def one_company(shown: Recording) -> None:
    """All that is on record about one, read from top to bottom."""
    address = shown.page.url.partition("?")[0]
    shown.page.goto(f"{address}company?id=catl&lang=en")
    graph_settled(shown.page)
    shown.page.wait_for_timeout(1_500)
    shown.show(4_000)
    for _ in range(3):
        shown.scroll(700)
        shown.show(2_200)


SCENES: tuple[Callable[[Recording], None], ...] = (
    a_question_with_a_condition,
    part_by_part,
    in_chinese,
    one_company,
)


def record(page: Page, url: str, file: Path) -> None:
    """All scenes, one after the other."""
    page.goto(f"{url}/?lang=en")
    page.get_by_test_id("stTextInput").first.wait_for(timeout=300_000)  # the sample is built
    graph_settled(page)
    page.wait_for_timeout(1_500)
    recording = Recording(page)
    for scene in SCENES:
        scene(recording)
    recording.save(file)
    seconds, size = sum(recording.durations) / 1000, file.stat().st_size
    print(f"{file.name}: {seconds:.0f} seconds, {len(recording.frames)} pictures, {size / 1e6:.1f} MB")
    assert size < MOST_BYTES


def main() -> None:
    """Of the bundled sample, in a knowledge base of its own unless one is named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--knowledge-base", type=Path, help="one that is built already")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        base = options.knowledge_base or Path(folder) / "knowledge_base"
        with (
            serve(Path(folder) / "log", GUANXI_KNOWLEDGE_BASE_FOLDER=str(base)) as url,
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            page = browser.new_page(viewport=SIZE, reduced_motion="reduce", locale="en-US")  # type: ignore[arg-type]
            record(page, url, FILE)
            browser.close()


if __name__ == "__main__":
    main()
