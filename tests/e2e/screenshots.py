"""``make screenshots``: every page as a visitor sees it, light and dark, zh and en, wide and narrow."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.conftest import CHROMIUM, FLAGS, serve, settled
from tests.pages import PAGE_NAMES, PAGE_PATHS
from tests.support import ROOT

FOLDER = ROOT / "docs" / "screens"
ASKED = {"discover": "?company=catl&q={question}", "company": "?id=catl", "recommend": "?company=nvidia"}
PAGES = {name: f"{path}{ASKED.get(name, '')}" for name, path in zip(PAGE_NAMES, PAGE_PATHS, strict=True)}

QUESTIONS = {"zh": "谁是它的竞争对手？", "en": "Who are its competitors?"}


@dataclass(frozen=True)
class Look:
    """How a page is looked at. ``width`` in CSS pixels."""

    language: str
    scheme: str
    width: int
    height: int

    @property
    def name(self) -> str:
        """The end of a file's name."""
        return f"{self.language}-{self.scheme}-{self.width}"


LOOKS = (
    Look("zh", "light", 1440, 1000),
    Look("en", "light", 1440, 1000),
    Look("en", "dark", 1440, 1000),
    Look("zh", "dark", 390, 844),
    Look("en", "light", 2560, 1300),
)


# Where this machine keeps things is nobody's business.
WITHOUT_PATHS = """(named) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    for (const [path, shown] of Object.entries(named)) {
      if (texts.currentNode.data.includes(path)) {
        texts.currentNode.data = texts.currentNode.data.replaceAll(path, shown);
      }
    }
  }
}"""


def shots(browser: Browser, url: str, pages: list[str], hidden: dict[str, str]) -> Iterator[Path]:
    """Take them, one after the other, each in a fresh session; ``hidden``: paths and what is shown for them."""
    for look in LOOKS:
        for name in pages:
            page = browser.new_page(
                viewport={"width": look.width, "height": look.height},
                color_scheme=look.scheme,  # type: ignore[arg-type]
                reduced_motion="reduce",
                locale="zh-CN" if look.language == "zh" else "en-US",
            )
            address = PAGES[name].format(question=QUESTIONS[look.language])
            page.goto(f"{url}/{address}{'&' if '?' in address else '?'}lang={look.language}")
            settled(page)
            if name == "explore":
                page.get_by_test_id("stMain").get_by_test_id("stButton").get_by_role("button").first.click()
                settled(page)
            if name == "review" and (read := page.locator(".st-key-review-unread button")).count():
                read.click()
                page.locator(".st-key-review-filters").wait_for(timeout=120_000)
                page.get_by_test_id("stToast").wait_for(state="hidden", timeout=60_000)
            page.wait_for_timeout(30_000 if name == "tune" else 4_000)  # searches, layouts and charts come to rest
            page.evaluate(WITHOUT_PATHS, {str(ROOT): "~/guanxi", **hidden})
            file = FOLDER / f"{name}-{look.name}.png"
            page.screenshot(path=file)
            page.close()
            yield file


def wait_until_built(browser: Browser, url: str) -> None:
    """The first start builds the sample; no picture shows that."""
    page = browser.new_page()
    page.goto(url)
    page.locator(".st-key-q input").wait_for(timeout=300_000)
    page.close()


def main() -> None:
    """Of the bundled sample, in a knowledge base of its own unless one is named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--page", action="append", choices=list(PAGES), help="only this page (repeatable)")
    parser.add_argument("--knowledge-base", type=Path, help="one that is built already")
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        base = options.knowledge_base or Path(folder) / "knowledge_base"
        with (
            serve(Path(folder) / "log", GUANXI_KNOWLEDGE_BASE_FOLDER=str(base)) as url,
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            hidden = {str(base): "~/guanxi/.guanxi/knowledge_base"}
            wait_until_built(browser, url)
            for file in shots(browser, url, options.page or list(PAGES), hidden):
                print(file.relative_to(ROOT))
            browser.close()


if __name__ == "__main__":
    main()
